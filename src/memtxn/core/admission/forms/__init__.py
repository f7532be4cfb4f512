"""Normal forms: the other ways in which a text may say a value."""

from __future__ import annotations

from memtxn.core.admission.forms.form import Form

FORMS: tuple[Form, ...] = ()
"""The order in which they are tried."""

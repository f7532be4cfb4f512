"""Normal forms: the other ways in which a text may say a value."""

from __future__ import annotations

from memtxn.core.admission.forms.form import Form
from memtxn.core.admission.forms.yes_no import YesNo

FORMS: tuple[Form, ...] = (YesNo(),)
"""The order in which they are tried."""

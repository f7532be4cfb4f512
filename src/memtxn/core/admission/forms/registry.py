"""The registered normal forms."""

from __future__ import annotations

from memtxn.core.admission.cues.lexicon import is_cue
from memtxn.core.admission.forms.aliases import AliasForm, SpeakerForm
from memtxn.core.admission.forms.date import DATE, TIME_OF_DAY
from memtxn.core.admission.forms.duration import DurationForm
from memtxn.core.admission.forms.enumeration import EnumerationForm
from memtxn.core.admission.forms.form import Form
from memtxn.core.admission.forms.inflection import InflectionForm
from memtxn.core.admission.forms.number import NumberForm
from memtxn.core.admission.forms.variants import VariantForm
from memtxn.core.admission.forms.yes_no import YesNo

FORMS: tuple[Form, ...] = (
    YesNo(),
    NumberForm(),
    DurationForm(),
    DATE,
    TIME_OF_DAY,
    EnumerationForm(),
    VariantForm(),
    InflectionForm(is_cue),
    AliasForm(),
    SpeakerForm(),
)
"""The order in which they are tried."""

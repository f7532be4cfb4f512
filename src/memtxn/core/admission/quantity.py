"""Rule 8, quantity: numbers, units and ranges stay whole."""

from __future__ import annotations

from memtxn.core.admission.case import Case
from memtxn.model.verdict import Finding

NAME = "quantity"


class Quantity:
    """A value that stands word for word in the evidence does not cut a quantity of it in two."""

    name = NAME

    def judge(self, case: Case) -> Finding:
        """``number_truncated``, ``unit_dropped`` or ``approximation_dropped``."""
        return Finding(NAME)

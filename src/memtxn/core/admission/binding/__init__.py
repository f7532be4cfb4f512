"""Rule 10, binding: the sentence speaks of the entity of the key, and its source may speak of it."""

from memtxn.core.admission.binding.rule import Binding

__all__ = ["Binding"]

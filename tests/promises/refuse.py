"""A rule that lets nothing pass."""

from memtxn.core.admission import Case
from memtxn.model.verdict import Decision, Finding


class RefuseAll:
    """Refuses every proposal with the code ``never``."""

    name = "never"

    def judge(self, case: Case) -> Finding:
        """Always REJECT."""
        return Finding(self.name, Decision.REJECT, "never", "Nothing gets in.")


class QuarantineAll:
    """Quarantines every proposal with the code ``perhaps``."""

    name = "perhaps"

    def judge(self, case: Case) -> Finding:
        """Always QUARANTINE."""
        return Finding(self.name, Decision.QUARANTINE, "perhaps", "Somebody must look at it.")


class Doubt:
    """Quarantines, with the code ``doubt``, whatever is said together with a word; or rejects it."""

    name = "doubt"

    def __init__(self, word: str, *, reject: bool = False) -> None:
        self._word, self._decision = word, Decision.REJECT if reject else Decision.QUARANTINE

    def judge(self, case: Case) -> Finding:
        """QUARANTINE, unless the word stands in no source that is cited."""
        texts = [one.text for one in case.analyses.values() if one.text]
        if any(self._word in text for text in texts):
            return Finding(self.name, self._decision, "doubt", f"It is only {self._word} so.")
        return Finding(self.name)

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

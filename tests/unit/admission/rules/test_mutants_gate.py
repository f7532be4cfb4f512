"""Which of several places the gate goes by: with some rules only, and where policy lets a finding pass."""

from __future__ import annotations

from memtxn.core.admission import analyse, judge
from memtxn.model.key import Key
from memtxn.model.provision import Treatment
from memtxn.model.verdict import Decision, Verdict
from tests.unit.admission.cases import NOW, POLICY, UP_TO_PATCH, draft, finding, judged, said

LENIENT = Treatment(decisions={"hedge_dropped": Decision.ADMIT})


def treated(text: str, value: str, treatment: Treatment) -> Verdict:
    """The verdict under what the policy's provisions make of it."""
    source = said(text)
    proposed = draft(value, source.span(0, len(text)), key=Key("Person", "alice", "transport"))
    return judge(proposed, {"s1": analyse(source)}, now=NOW, policy=POLICY, treatment=treatment).verdict


def test_without_the_later_rules_the_first_place_is_taken() -> None:
    text = "I don't take the tram. I take the tram."
    first, second = text.index("tram"), text.rindex("tram")
    evidence, key = said(text).span(0, len(text)), Key("Person", "alice", "transport")
    assert finding(judged("tram", evidence, key=key, rules=UP_TO_PATCH), "patch").spans == ((first, first + 4),)
    assert finding(judged("tram", evidence, key=key), "patch").spans == ((second, second + 4),)


def test_what_policy_lets_pass_is_told_as_waived() -> None:
    verdict = treated("Maybe I take the tram.", "tram", LENIENT)
    assert (verdict.decision, verdict.reasons) == (Decision.ADMIT, ("hedge_dropped",))
    assert treated("Maybe I take the tram.", "tram", Treatment()).decision is Decision.QUARANTINE


def test_a_place_that_passes_goes_before_one_that_policy_lets_pass() -> None:
    assert treated("I take the tram. Maybe I take the tram.", "tram", LENIENT).reasons == ()


def test_of_places_that_pass_the_first_counts() -> None:
    assert treated("Maybe I take the tram. I take the tram.", "tram", LENIENT).reasons == ("hedge_dropped",)

"""The chain: its order, who beats whom, what is trusted."""

from collections.abc import Sequence

import msgspec
import pytest

from memtxn.core.admission import REASONS, RULE_NAMES, RULES, Case, Rule, analyse, judge
from memtxn.core.admission.analysis import Analysis
from memtxn.model.verdict import Decision, Finding
from tests.unit.admission.cases import NOW, POLICY, code_on, draft, finding, judged, said, seen

SOURCE = said("We will be six people")
SIX = SOURCE.quote("six people")


class Says(msgspec.Struct, frozen=True):
    """A rule that always finds the same."""

    name: str
    decision: Decision

    def judge(self, case: Case) -> Finding:
        return Finding(self.name, self.decision, "" if self.decision is Decision.ADMIT else f"code_{self.name}")


def verdict_of(*rules: Rule) -> tuple[Decision, str, list[str]]:
    judgement = judge(draft("six", SIX), {"s1": analyse(SOURCE)}, now=NOW, policy=POLICY, rules=rules)
    verdict = judgement.verdict
    return verdict.decision, verdict.code, [one.rule for one in verdict.trace]


def without_notes(analysis: Analysis) -> tuple[object, ...]:
    """An analysis but for what was read out of it on the way."""
    return msgspec.structs.astuple(msgspec.structs.replace(analysis, notes={}))


A, Q, R = Decision.ADMIT, Decision.QUARANTINE, Decision.REJECT


@pytest.mark.parametrize(
    ("decisions", "decision", "code"),
    [
        ([], A, ""),
        ([A, A], A, ""),
        ([A, Q, A], Q, "code_1"),
        ([Q, R], R, "code_1"),
        ([R, Q], R, "code_0"),
        ([Q, A, Q], Q, "code_0"),
        ([Q, R, R], R, "code_1"),
    ],
)
def test_precedence(decisions: Sequence[Decision], decision: Decision, code: str) -> None:
    rules = [Says(str(number), one) for number, one in enumerate(decisions)]
    assert verdict_of(*rules) == (decision, code, [rule.name for rule in rules])


def test_nothing_follows_fields_that_are_not_in_order() -> None:
    assert verdict_of(Says("fields", R), Says("x", R)) == (R, "code_fields", ["fields"])
    assert verdict_of(Says("fields", Q), Says("x", R)) == (Q, "code_fields", ["fields"])
    assert verdict_of(Says("fields", A), Says("x", R)) == (R, "code_x", ["fields", "x"])
    assert verdict_of(Says("y", R), Says("x", Q)) == (R, "code_y", ["y", "x"])


ORDER = (
    *("fields", "time", "quote", "patch", "splice", "polarity", "modality"),
    *("quantity", "correction", "binding", "authority", "verifier"),
)


def test_the_rules_and_their_order() -> None:
    assert RULE_NAMES == tuple(rule.name for rule in RULES) == ORDER


def test_one_way_of_showing_the_value_must_pass_all_rules_of_the_text() -> None:
    """Two clauses, and each is against the value in another way: no rule may choose its own."""
    either = said("We will not be six people. Maybe we will be six people.")
    verdict = judged("six people", either.span(0, 55)).verdict
    assert (verdict.decision, verdict.code) == (Decision.QUARANTINE, "hedge_dropped")
    assert code_on("We will not be six people. We will be six people.", "six people") == ""


def test_every_rule_leaves_a_finding() -> None:
    verdict = judged("nine", SOURCE.quote("nowhere")).verdict
    assert [one.rule for one in verdict.trace] == list(RULE_NAMES)
    assert verdict.reasons == ("quote_not_in_source", "not_ordered_subsequence")
    assert [one.rule for one in judged("", SIX).verdict.trace] == ["fields"]


def test_a_refusal_says_what_to_do() -> None:
    refused = finding(judged("nine", SOURCE.quote("six")), "patch")
    assert "'nine'" in refused.detail
    assert REASONS[refused.code] in refused.detail
    assert all(text and "\n" not in text for text in REASONS.values())


def test_the_text_that_evidence_carries_is_not_believed() -> None:
    forged = said("We will be nine people")
    verdict = judge(
        draft("nine people", forged.quote("nine people")),
        {"s1": analyse(SOURCE)},
        now=NOW,
        policy=POLICY,
    ).verdict
    assert verdict.code == "quote_not_in_source"


def test_a_source_that_is_not_known() -> None:
    judgement = judge(draft("six", SIX), {}, now=NOW, policy=POLICY)
    assert judgement.verdict.code == "source_unknown"
    assert judgement.citations == (None,)
    strange = msgspec.structs.replace(SOURCE, id=[])
    assert judge(draft("six", strange.quote("six")), {}, now=NOW, policy=POLICY).verdict.code == "source_unknown"


def test_citations_are_aligned_with_the_evidence() -> None:
    many = judged("six", *[SIX] * 20)
    assert len(many.citations) == 20
    assert many.citations[16:] == (None,) * 4


def test_judging_is_deterministic_and_leaves_the_analysis_as_it_was() -> None:
    analysis = analyse(SOURCE)
    before = without_notes(analysis)
    first = judge(draft("six", SIX), {"s1": analysis}, now=NOW, policy=POLICY)
    assert judge(draft("six", SIX), {"s1": analysis}, now=NOW, policy=POLICY) == first
    assert judge(draft("six", SIX), {"s1": analyse(SOURCE)}, now=NOW, policy=POLICY) == first
    assert without_notes(analysis) == before == without_notes(analyse(SOURCE))


def test_a_json_source_has_no_text() -> None:
    analysis = analyse(seen({"party": 6}))
    assert analysis.text is None
    assert analysis.value == {"party": 6}
    assert analysis.tokens.texts == []


def test_a_retraction_without_a_value_says_so() -> None:
    patch = finding(judged(None, SIX, retracts=True), "patch")
    assert "retraction" in patch.detail
    assert patch.spans == ()

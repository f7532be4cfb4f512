"""P6: in the shadow a policy admits what it would refuse, and reports it. Only support is waived."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest

import memtxn
from memtxn import (
    Decision,
    Evidence,
    Finding,
    InvalidInput,
    Json,
    Outcome,
    Policy,
    Receipt,
    Rejected,
    Transaction,
    Verdict,
)
from memtxn.core.admission import REASONS, SUPPORT
from memtxn.model.codec import pack
from memtxn.model.record import decode_record
from tests.promises.refuse import RefuseAll
from tests.promises.world import World, hour, one, receipt

SHADOW = Policy(mode="shadow")
TEXT = "The meeting is at 4pm."
BOTH = "Room A is at 4pm and Room B is at 5pm."

PLACE, TIME, CITY = ("A/1", "x"), ("Room/1", "time"), ("Person/ann", "city")
"""A key of nothing in particular, one of what has to be named, one of the speaker."""

UNSUPPORTED: dict[str, tuple[str, str, Json, tuple[str, str], tuple[str, ...]]] = {
    "another value": (TEXT, "at 4pm", "5pm", PLACE, ("not_ordered_subsequence",)),
    "a false quote": (TEXT, "at 5pm", "5pm", PLACE, ("quote_not_in_source", "not_ordered_subsequence")),
    "a false quote of a true value": (
        *(TEXT, "is now at 4pm", "4pm", PLACE),
        ("quote_not_in_source", "not_ordered_subsequence"),
    ),
    "another order": (TEXT, TEXT, "4pm meeting", PLACE, ("not_ordered_subsequence",)),
    "two statements": (BOTH, BOTH, "Room A 5pm", PLACE, ("spliced",)),
    "not": ("The meeting is not at 4pm.", "at 4pm", "4pm", PLACE, ("negation_dropped",)),
    "no not": ("The shop is open.", "is open", False, ("Shop/1", "open"), ("negation_added",)),
    "if": ("The meeting is at 4pm if Bob comes.", "at 4pm", "4pm", PLACE, ("condition_dropped",)),
    "perhaps": ("Perhaps the meeting is at 4pm.", "at 4pm", "4pm", PLACE, ("hedge_dropped",)),
    "a question": ("Is the meeting at 4pm?", "at 4pm", "4pm", PLACE, ("question",)),
    "hearsay": ("Bob told me the meeting is at 4pm.", "at 4pm", "4pm", PLACE, ("reported_speech",)),
    "the past": ("The meeting used to be at 4pm.", "at 4pm", "4pm", PLACE, ("ended_state",)),
    "only": ("The meeting is at 4pm only on Mondays.", "at 4pm", "4pm", PLACE, ("restrictor_dropped",)),
    "hope": ("I hope the meeting is at 4pm.", "at 4pm", "4pm", PLACE, ("wish",)),
    "a novel": ("In my novel the meeting is at 4pm.", "at 4pm", "4pm", PLACE, ("fiction",)),
    "a joke": ("The meeting is at 4pm. Just kidding!", "at 4pm", "4pm", PLACE, ("irony",)),
    "half a range": ("It takes 20 to 30 minutes.", "30 minutes", "30 minutes", PLACE, ("number_truncated",)),
    "no unit": ("The dose is 5 mg.", "5 mg", 5, ("Drug/1", "dose"), ("unit_dropped",)),
    "almost": ("We are almost 30 guests.", "30 guests", 30, ("A/1", "guests"), ("approximation_dropped",)),
    "a slip": ("The meeting is at 3pm, no, at 4pm.", "at 3pm", "3pm", PLACE, ("corrected_later",)),
    "somebody else": ("My brother lives in Rome.", "lives in Rome", "Rome", CITY, ("wrong_subject",)),
    "nobody": (TEXT, "at 4pm", "4pm", TIME, ("subject_unbound",)),
    "a stranger": ("Ben lives in Rome.", "in Rome", "Rome", ("Person/ben", "city"), ("speaker_mismatch",)),
}


def tell(
    world: World, quote: str, value: Json, text: str = TEXT, key: tuple[str, str] = PLACE, channel: str = "user"
) -> Receipt:
    """Propose a value on a quote of a text."""
    source = world.say(text, hour(0), channel=channel)
    with world.m.transaction() as tx:
        tx.propose(*key, value, evidence=source.quote(quote))
    return receipt(tx.receipt)


@pytest.mark.parametrize("case", UNSUPPORTED)
def test_what_only_lacks_support_is_admitted_and_says_so_for_ever(world: World, case: str) -> None:
    text, quote, value, key, codes = UNSUPPORTED[case]
    channel = "web" if case == "a stranger" else "user"
    world.m.declare_type("Room", binding="named")
    with pytest.raises(Rejected) as refused:
        tell(world, quote, value, text, key, channel)
    world.open(policy=SHADOW)
    made = tell(world, quote, value, text, key, channel)
    (told,) = made.outcomes
    assert refused.value.reasons == told.reasons == codes
    assert (told.outcome, told.verdict.decision, told.verdict.code) == (Outcome.ADD, Decision.ADMIT, "")
    assert made.shadowed == made.outcomes
    before = {finding.code for one in refused.value.outcomes for finding in one.verdict.trace}  # type: ignore[attr-defined]
    assert {finding.code for finding in told.verdict.trace} == before
    world.reopen()  # under the usual policy again
    assert one(world.m.get(*key)).value == value
    assert world.m.outcome(made.tx_id) == made
    (account,) = world.m.why(*key).accounts
    assert account.findings == told.verdict.trace
    assert {finding.waived for finding in account.findings if finding.code} == {"shadow"}
    assert str(world.m.why(*key)).count("admitted all the same by the shadow policy") == len(
        [finding for finding in account.findings if finding.code]
    )
    assert world.m.verify().ok


def test_the_log_lists_what_would_have_been_refused(world: World) -> None:
    world.open(policy=SHADOW)
    tell(world, "at 4pm", "4pm")
    tell(world, "at 4pm", "5pm")
    world.m.transaction().rollback()
    changes = [change for entry in world.m.log() for change in entry.changes]
    assert [(change.value, change.reasons) for change in changes if change.shadowed] == [
        ("5pm", ("not_ordered_subsequence",))
    ]
    assert [change.reasons for change in changes if not change.shadowed] == [(), ()]


def test_a_quote_that_stands_nowhere_cites_the_whole_source(world: World) -> None:
    world.open(policy=SHADOW)
    text, document = world.say(TEXT, hour(0)), world.m.observe_json({"b": [1]}, speaker="a", at=hour(0))
    pieces = [text.quote("nowhere"), text.quote("at 4pm"), document.pointer("/a"), document.quote("b")]
    with world.m.transaction() as tx:
        tx.propose("A/1", "x", "5pm", evidence=pieces)
    assert [(c.start, c.end, c.pointer) for c in one(world.m.get("A/1", "x")).evidence] == [
        (0, len(TEXT), None),
        (15, 21, None),
        (0, 0, ""),
        (0, 0, ""),
    ]
    (account,) = world.m.why("A/1", "x").accounts
    assert [quoted.text for quoted in account.evidence] == [TEXT, "at 4pm", '{"b":[1]}', '{"b":[1]}']
    assert "'nowhere'" in account.findings[2].detail


def unknown() -> Evidence:
    """A true quote of a source that no memory has seen."""
    with memtxn.open(":memory:") as other:
        source = other.memory("other").observe("elsewhere 5pm", speaker="a", at=hour(0))
        return source.quote("5pm")


BROKEN: dict[str, tuple[str, Callable[[Transaction, Evidence], object]]] = {
    "no evidence": ("missing_field", lambda tx, e: tx.propose("A/1", "x", "5pm")),
    "no value": ("empty_value", lambda tx, e: tx.propose("A/1", "x", "", evidence=e)),
    "too large": ("too_large", lambda tx, e: tx.propose("A/1", "x", "x" * 70_000, evidence=e)),
    "too much evidence": ("too_large", lambda tx, e: tx.propose("A/1", "x", "5pm", evidence=[e] * 17)),
    "the future": (
        "future_observation",
        lambda tx, e: tx.propose("A/1", "x", "5pm", evidence=e, observed_at=hour(99)),
    ),
    "an empty interval": (
        "bad_interval",
        lambda tx, e: tx.propose("A/1", "x", "5pm", evidence=e, valid_to=hour(0)),
    ),
    "an unknown source": ("source_unknown", lambda tx, e: tx.propose("A/1", "x", "5pm", evidence=unknown())),
    "one unknown source": (
        "source_unknown",
        lambda tx, e: tx.propose("A/1", "x", "5pm", evidence=[e, unknown()]),
    ),
    "nothing to retract": ("nothing_to_retract", lambda tx, e: tx.retract("A/1", "y", evidence=e)),
    "seen later": ("observed_later", lambda tx, e: tx.retract("B/1", "x", evidence=e)),
    "a channel": ("channel_not_allowed", lambda tx, e: tx.set_state("A/1", "x", 1, channel="web")),
    "a parent": (
        "derived_from_unknown",
        lambda tx, e: tx.propose("A/1", "x", "5pm", evidence=e, derived_from=["9.0"]),
    ),
    "a type": ("type_mismatch", lambda tx, e: tx.propose("D/1", "integer", "5pm", evidence=e)),
    "an enumeration": ("not_in_enum", lambda tx, e: tx.propose("D/1", "size", "5pm", evidence=e)),
}
CONSTRAINED = {
    "not_unique",
    "interval_overlaps",
    "immutable",
    "reference_missing",
    "still_referenced",
    "check_failed",
}
"""What only the commit can find out: no policy is asked there (tests/promises/test_p12_constraints.py)."""
HEARD = {"not_entailed"}
"""What only a policy that hears a verifier knows of (tests/promises/test_p05_verifier.py)."""


TAKEN_BACK = {"derived_from_revoked", "source_revoked", "constraint_on_fallback"}
"""What only an undo or a revocation brings about (tests/promises/test_p20_revoke.py)."""
ASKED_FOR = {"permission_denied", "authority_too_low"}
"""What only a policy with provisions asks for (tests/promises/test_p06_provisions.py)."""


@pytest.mark.parametrize("case", BROKEN)
def test_what_cannot_be_stored_or_breaks_the_order_is_refused_as_ever(world: World, case: str) -> None:
    """The same verdict, to the letter, as without the shadow; also when support is missing as well."""
    code, act = BROKEN[case]
    world.clock.set(hour(2))
    world.state("B/1", "x", 1)
    world.m.declare("D", "integer", type="integer")
    world.m.declare("D", "size", enum=["S", "M"])
    source = world.say(TEXT, hour(0))
    effects, verdicts = world.effects(), []
    for policy in (Policy(), SHADOW):
        world.open(policy=policy)
        with pytest.raises(Rejected) as caught, world.m.transaction() as tx:
            act(tx, source.quote("nowhere"))
        assert code in caught.value.reasons
        verdicts.append([outcome.reasons for outcome in caught.value.outcomes])
        assert world.effects() == effects
    assert verdicts[0] == verdicts[1]


def test_every_reason_is_either_waived_or_tried_here() -> None:
    assert {code for code, _ in BROKEN.values()} | SUPPORT == set(
        REASONS
    ) - CONSTRAINED - HEARD - ASKED_FOR - TAKEN_BACK
    assert {code for *_, codes in UNSUPPORTED.values() for code in codes} == SUPPORT


def test_a_rule_of_another_kind_refuses_in_the_shadow_too(world: World) -> None:
    world.open(policy=SHADOW, rules=[RefuseAll()])
    with pytest.raises(Rejected):
        tell(world, "at 4pm", "4pm")


def test_a_retraction_without_its_words_is_admitted_too(world: World) -> None:
    world.open(policy=SHADOW)
    world.clock.set(hour(2))
    tell(world, "at 4pm", "4pm")
    source = world.say("Forget it.", hour(1))
    with world.m.transaction() as tx:
        tx.retract("A/1", "x", evidence=source.quote("Forget it"))
    assert receipt(tx.receipt).shadowed == receipt(tx.receipt).outcomes
    assert world.m.get("A/1", "x") is None


def test_a_supported_proposal_shows_no_trace_of_the_shadow(world: World) -> None:
    made = tell(world, "at 4pm", "4pm")
    world.open(policy=SHADOW)
    again = tell(world, "at 4pm", "4pm")
    assert (again.outcomes[0].verdict, again.shadowed) == (made.outcomes[0].verdict, ())


def test_one_memory_of_a_store_can_be_in_the_shadow(world: World) -> None:
    """The record names the policy by its fingerprint; limits stay those of the store."""
    world.open(policy=Policy(proposals_limit=2))
    told = world.m
    shadow = world.store.memory("m", policy="shadow")
    for world.m in (told, shadow):
        tell(world, "at 4pm", "4pm")
    tell(world, "at 4pm", "5pm")
    named = [decode_record(row.data).policy for row in world.journal()]
    assert len(set(named)) == 2
    assert named[-1] == named[-2] != named[0]
    tx = shadow.transaction()
    tx.set_state("A/1", "x", 1)
    tx.set_state("A/1", "x", 2)
    with pytest.raises(memtxn.TransactionTooLarge):
        tx.set_state("A/1", "x", 3)
    world.m = world.store.memory("m", policy="enforce")
    with pytest.raises(Rejected):
        tell(world, "at 4pm", "6pm")


@pytest.mark.parametrize("policy", ["shadow", SHADOW, {"mode": "shadow"}])
def test_a_store_is_opened_in_the_shadow(policy: Any) -> None:  # noqa: ANN401
    with memtxn.open(":memory:", policy=policy) as store:
        memory = store.memory("m")
        source = memory.observe(TEXT, speaker="a", at=hour(0))
        with memory.transaction() as tx:
            assert tx.propose("A/1", "x", "5pm", evidence=source.quote("at 4pm")).admitted
        assert len(receipt(tx.receipt).shadowed) == 1


@pytest.mark.parametrize("policy", ["off", "", "Shadow", 5, {"mode": "off"}, ["shadow"], {"keys_quota": -1}])
def test_no_other_policy_is_known(policy: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidInput):
        memtxn.open(":memory:", policy=policy)
    if not isinstance(policy, dict):
        with memtxn.open(":memory:") as store, pytest.raises(InvalidInput):
            store.memory("m", policy=policy)


BOUNDS = [name for name in Policy.__struct_fields__ if name.endswith(("_limit", "_quota", "_tolerance"))]


@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize("value", [-1, 1.5, "9", None, True, 2**63, timedelta(1)])
def test_a_policy_is_checked_where_it_is_made(name: str, value: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidInput, match=name):
        Policy(**{name: value})


def test_findings_that_were_stored_before_there_was_a_shadow_still_read() -> None:
    old = pack((int(Decision.REJECT), [["patch", int(Decision.REJECT), "code", "detail", [[1, 2]]]]))
    verdict = msgspec.msgpack.decode(old, type=Verdict)
    assert verdict == Verdict.of((Finding("patch", Decision.REJECT, "code", "detail", ((1, 2),)),))
    assert verdict.trace[0].counts

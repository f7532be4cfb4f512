"""Bad input: only errors of ours, nothing half-written, and nobody's objects are changed."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memtxn
from memtxn import (
    Check,
    InvalidInput,
    MemtxnError,
    NaiveDatetime,
    NotFound,
    Rejected,
    TransactionTooLarge,
    Unique,
)
from memtxn.model.policy import Policy
from memtxn.model.source import Citation, Evidence, Source
from memtxn.testkit.oracle import oracle_store
from tests.promises.hostile import (
    FOREIGN,
    HUGE,
    LIARS,
    SURROGATE,
    TIMES,
    Raising,
    deep,
    doubled,
    endless_list,
    endless_object,
)
from tests.promises.world import World, grow, hour, one

Using = Callable[[World, Any], object]


LONG = "x" * 2_000_000
LIES = [
    make()
    for name, make in LIARS.items()
    if name.startswith(("claim", "cannot", "numpy", "equals", "long class"))
]
"""What only says that it is something: equal to everything, a text, a list."""
NOT_TEXT: list[object] = [
    None, 5, True, 1.5, b"x", ["x"], {"x": 1}, object(), HUGE, SURROGATE, *LIES, Raising(), ("x",),
]  # fmt: skip
NOT_NAMES: list[object] = [
    5, "size", b"x", {1}, [5], [None], [""], [" "], [SURROGATE], ["x" * 257], [LONG], [["x"]], ["x"] * 1001,
    *LIES, Raising(), endless_list(),
]  # fmt: skip
NOT_TIME: list[object] = [5, "2026-01-01", "", 0, HUGE, object(), *LIES, *(make() for make in TIMES.values())]
NOT_JSON: list[object] = [
    b"x", {1}, object(), float("nan"), float("inf"), SURROGATE, {"a": SURROGATE}, {1: 2}, HUGE, deep(100),
    deep(100_000), 1j, datetime(2026, 1, 1, tzinfo=UTC), Source, *LIES, endless_list(), endless_object(),
    doubled(64), [LONG] * 50, [1] * 2_000_000, {"a": {1}}, [float("-inf")], {None: 1}, {("a",): 1}, Raising(),
]  # fmt: skip
NOT_SHARES: list[object] = [
    "1",
    None,
    True,
    -0.1,
    1.1,
    float("nan"),
    float("inf"),
    HUGE,
    [],
    1j,
    *LIES,
    Raising(),
]
NOT_COUNTS: list[object] = ["1", 1.0, True, -1, 2**31, HUGE, [], b"1", 0.0, *LIES, Raising()]
NOT_ENTITIES: list[object] = [
    *NOT_TEXT[:-2], "", "x", "x/", "/x", " / ", "a/" + SURROGATE, "a/" + "x" * 20_000,
    ("a",), ("a", ""), ("a", None), ("a", "b", "c"), ["a", "b"],
]  # fmt: skip
NOT_EVIDENCE: list[object] = [
    *LIES, Raising(), "x", 5, object(), [5], [None], {"x"}, FOREIGN, [FOREIGN], iter([]),
    Evidence(source="x"), Evidence(source=None),  # type: ignore[arg-type]
    Evidence(source=Source(id=[], speaker="x", channel="u", at=hour(0)), quote="x"),  # type: ignore[arg-type]
    Evidence(source=Source(id=5, speaker="x", channel="u", at=hour(0)), quote="x"),  # type: ignore[arg-type]
    Evidence(source=Source(id=SURROGATE, speaker="x", channel="u", at=hour(0)), quote="x"),
    Evidence(source=Source(id="0" * 32, speaker="x", channel="u", at="now"), quote="x"),  # type: ignore[arg-type]
]  # fmt: skip


NOT_PARENTS: list[object] = [
    "1.0", 5, None, [5], ["x"], ["1"], ["1.0.0"], ["-1.0"], [HUGE], ["1.٣"], ["9" * 99 + ".0"], [None],
]  # fmt: skip


def observe(world: World, **more: object) -> object:
    return world.m.observe(**({"text": "x", "speaker": "ann", "at": hour(0)} | more))  # type: ignore[arg-type]


def propose(world: World, **more: object) -> object:
    source = world.say("tea", hour(0))
    given_ = {"entity": "A/1", "attribute": "x", "value": "tea", "evidence": source.quote("tea")} | more
    with world.m.transaction(idempotency_key="k") as tx:
        return tx.propose(**given_)  # type: ignore[arg-type]


def state(world: World, **more: object) -> object:
    with world.m.transaction(idempotency_key="k") as tx:
        return tx.set_state(**({"entity": "A/1", "attribute": "x", "value": 1} | more))  # type: ignore[arg-type]


def retract(world: World, **more: object) -> object:
    with world.m.transaction(idempotency_key="k") as tx:
        return tx.retract(**({"entity": "Run/1", "attribute": "step"} | more))  # type: ignore[arg-type]


def checks(**more: object) -> Check:
    return Check(**({"name": "c", "scope": "memory", "predicate": print} | more))  # type: ignore[arg-type]


MISUSE: list[tuple[str, Using, list[object]]] = [
    ("observe text", lambda w, bad: observe(w, text=bad), [*NOT_TEXT, "", LONG]),
    ("observe speaker", lambda w, bad: observe(w, speaker=bad), [*NOT_TEXT, "", " ", "x" * 5000]),
    ("observe at", lambda w, bad: observe(w, at=bad), [None, *NOT_TIME]),
    ("observe channel", lambda w, bad: observe(w, channel=bad), [*NOT_TEXT, "", " "]),
    ("observe authority", lambda w, bad: observe(w, authority=bad), [x for x in NOT_SHARES if x is not None]),
    ("observe ref", lambda w, bad: observe(w, ref=bad), [*NOT_TEXT[1:], "x" * 5000]),
    ("observe ordinal", lambda w, bad: observe(w, ordinal=bad), [None, *NOT_COUNTS]),
    ("observe_json value", lambda w, bad: w.m.observe_json(bad, speaker="a", at=hour(0)), [*NOT_JSON, LONG]),
    ("source source id", lambda w, bad: w.m.source(bad), NOT_TEXT),
    ("transaction label", lambda w, bad: w.m.transaction(label=bad), NOT_TEXT[1:]),
    ("transaction risk", lambda w, bad: w.m.transaction(risk=bad), NOT_TEXT[1:]),
    ("transaction idempotency_key", lambda w, bad: w.m.transaction(idempotency_key=bad), NOT_TEXT[1:]),
    ("transaction on_reject", lambda w, bad: w.m.transaction(on_reject=bad), [*NOT_TEXT, "ABORT", "no"]),
    ("transaction isolation", lambda w, bad: w.m.transaction(isolation=bad), [*NOT_TEXT, "none"]),
    ("propose entity", lambda w, bad: propose(w, entity=bad), NOT_ENTITIES),
    ("propose attribute", lambda w, bad: propose(w, attribute=bad), [*NOT_TEXT, "", " "]),
    ("propose value", lambda w, bad: propose(w, value=bad), NOT_JSON),
    ("propose evidence", lambda w, bad: propose(w, evidence=bad), NOT_EVIDENCE),
    ("propose observed_at", lambda w, bad: propose(w, observed_at=bad), NOT_TIME),
    ("propose valid_from", lambda w, bad: propose(w, valid_from=bad), NOT_TIME),
    ("propose valid_to", lambda w, bad: propose(w, valid_to=bad), NOT_TIME),
    ("propose confidence", lambda w, bad: propose(w, confidence=bad), NOT_SHARES),
    ("propose type", lambda w, bad: propose(w, type=bad), [*NOT_TEXT, "Fact", "FACT", "retraction", "", "x"]),
    ("propose derived_from", lambda w, bad: propose(w, derived_from=bad), NOT_PARENTS),
    ("propose based_on", lambda w, bad: propose(w, based_on=bad), ["1.0", 5, None, [5], ["1.0"], [FOREIGN]]),
    ("propose expected_version", lambda w, bad: propose(w, expected_version=bad), NOT_COUNTS),
    ("propose id", lambda w, bad: propose(w, id=bad), [*NOT_TEXT[1:], "x" * 300]),
    ("set_state entity", lambda w, bad: state(w, entity=bad), NOT_ENTITIES),
    ("set_state value", lambda w, bad: state(w, value=bad), [*NOT_JSON, LONG, deep(63)]),
    ("set_state channel", lambda w, bad: state(w, channel=bad), [*NOT_TEXT, "", " "]),
    ("set_state at", lambda w, bad: state(w, at=bad), NOT_TIME),
    ("retract entity", lambda w, bad: retract(w, entity=bad), NOT_ENTITIES),
    ("retract at", lambda w, bad: retract(w, at=bad), NOT_TIME),
    ("retract evidence", lambda w, bad: retract(w, evidence=bad), NOT_EVIDENCE),
    ("retract value", lambda w, bad: retract(w, value=bad), NOT_JSON),
    ("retract its value", lambda w, bad: retract(w, entity="Person/ben", attribute=bad), ["allergy"]),
    ("get entity", lambda w, bad: w.m.get(bad, "x"), NOT_ENTITIES),
    ("get attribute", lambda w, bad: w.m.get("A/1", bad), [*NOT_TEXT, ""]),
    ("history entity", lambda w, bad: w.m.history(bad, "x"), NOT_ENTITIES),
    ("why entity", lambda w, bad: w.m.why(bad, "x"), NOT_ENTITIES),
    ("why_not entity", lambda w, bad: w.m.why_not(bad, "x"), NOT_ENTITIES),
    ("find type", lambda w, bad: w.m.find(bad), [*NOT_TEXT[1:], "", " "]),
    ("find id", lambda w, bad: w.m.find("A", bad), [*NOT_TEXT[1:], "", " "]),
    ("find lone id", lambda w, bad: w.m.find(None, bad), ["x"]),
    ("find attribute", lambda w, bad: w.m.find(attribute=bad), [*NOT_TEXT[1:], "", " "]),
    ("tx.get entity", lambda w, bad: w.m.transaction().get(bad, "x"), NOT_ENTITIES),
    ("tx.find attribute", lambda w, bad: w.m.transaction().find(attribute=bad), [*NOT_TEXT[1:], "", " "]),
    ("declare entity type", lambda w, bad: w.m.declare(bad, "x"), [*NOT_TEXT, "", " "]),
    ("declare attribute", lambda w, bad: w.m.declare("A", bad), [*NOT_TEXT, "", " "]),
    ("declare cardinality", lambda w, bad: w.m.declare("A", "x", cardinality=bad), [*NOT_TEXT[1:], "two", "ONE"]),
    ("declare type", lambda w, bad: w.m.declare("A", "x", type=bad), [*NOT_TEXT[1:], "Text", ""]),
    ("declare enum", lambda w, bad: w.m.declare("A", "x", enum=bad), [5, "a", [1] * 2000, [HUGE], *LIES]),
    ("declare words", lambda w, bad: w.m.declare("A", "x", words=bad), NOT_NAMES),
    ("declare words of enum", lambda w, bad: w.m.declare("A", "x", enum={"a": bad}), [None, *NOT_NAMES]),
    ("declare texts of enum", lambda w, bad: w.m.declare("A", "x", enum={bad: []}), [1, None, True, SURROGATE]),
    ("declare licenses", lambda w, bad: w.m.declare("A", "x", licenses=bad), [*NOT_NAMES, ["Ended"]]),
    ("declare speech_act", lambda w, bad: w.m.declare("A", "x", speech_act=bad), [*NOT_TEXT[1:], "Fact", ""]),
    ("declare polarity", lambda w, bad: w.m.declare("A", "x", polarity=bad), [True, 1.0, 2, "1", HUGE, *LIES]),
    ("declare kind", lambda w, bad: w.m.declare("A", "x", kind=bad), [*NOT_TEXT[1:], "State", ""]),
    ("declare unit", lambda w, bad: w.m.declare("A", "x", unit=bad), [*NOT_TEXT[1:], "x" * 33, LONG]),
    ("declare_type type", lambda w, bad: w.m.declare_type(bad), [*NOT_TEXT, "", " "]),
    ("declare_type owned_by", lambda w, bad: w.m.declare_type("A", owned_by=bad), [*NOT_TEXT[1:], "me", ""]),
    ("declare_type person", lambda w, bad: w.m.declare_type("A", person=bad), [0, 1, "yes", *LIES, Raising()]),
    ("declare_type binding", lambda w, bad: w.m.declare_type("A", binding=bad), [*NOT_TEXT[1:], "any", ""]),
    ("declare_type aliases", lambda w, bad: w.m.declare_type("A", aliases=bad), [5, "a", ["a"], *LIES]),
    ("declare_type names aliases", lambda w, bad: w.m.declare_type("A", aliases={"a": bad}), NOT_NAMES),
    ("declare_type id", lambda w, bad: w.m.declare_type("A", aliases={bad: ["x"]}), [None, 5, " ", SURROGATE]),
    ("declare protected", lambda w, bad: w.m.declare("A", "x", protected=bad), [1, "yes", *LIES]),
    ("constrain name", lambda w, bad: w.m.constrain(Unique("A", "x", bad)), [*NOT_TEXT, " ", "x" * 300]),
    ("constrain attribute", lambda w, bad: w.m.constrain(Unique("A", bad)), [*NOT_TEXT, "", " "]),
    ("constrain scope", lambda w, bad: w.m.constrain(checks(scope=bad)), [*NOT_TEXT, "", "all"]),
    ("constrain predicate", lambda w, bad: w.m.constrain(checks(predicate=bad)), [None, 5, "x"]),
    ("constrain takes", lambda w, bad: w.m.constrain(bad), [*NOT_TEXT, Unique]),
    ("at seq", lambda w, bad: w.m.at(seq=bad), NOT_COUNTS),
    ("at recorded", lambda w, bad: w.m.at(recorded=bad), NOT_TIME),
    ("at valid", lambda w, bad: w.m.at(valid=bad), NOT_TIME),
    ("outcome tx_id", lambda w, bad: w.m.outcome(bad), [*NOT_TEXT, "", "x" * 32, "0" * 31]),
    ("verify check", lambda w, bad: w.m.verify(bad), [*NOT_TEXT, "FULL", ""]),
    ("log first", lambda w, bad: w.m.log(bad), ["1", 1.0, True, -1, *LIES]),
    ("log oldest_first", lambda w, bad: w.m.log(oldest_first=bad), [None, 0, 1, "yes", *LIES]),
    ("run fn", lambda w, bad: w.m.run(bad), [None, 5, "x"]),
    ("run retries", lambda w, bad: w.m.run(print, retries=bad), NOT_COUNTS),
    ("scan range", lambda w, bad: w.m.scan(bad), [5, None, b"A", ["A"], ("A", "1", "x", "y"), *LIES]),
    ("rollback_to savepoint", lambda w, bad: w.m.transaction().rollback_to(bad), [None, 5, *LIES, Raising()]),
    ("memory scopes", lambda w, bad: w.store.memory("m", scopes=bad), [None, 5, "read", {"read": 1}, *LIES]),
    ("memory policy", lambda w, bad: w.store.memory("m", policy=bad), [5, "off", {}, *LIES]),
    ("memory label", lambda w, bad: w.store.memory(bad), [*NOT_TEXT, ""]),
    ("memory principal", lambda w, bad: w.store.memory("m", principal=bad), [*NOT_TEXT, "", " "]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "use", "values"), MISUSE, ids=[case[0] for case in MISUSE])
def test_misuse_is_an_error_of_ours_and_changes_nothing(
    world: World, name: str, use: Using, values: list[object]
) -> None:
    """The message names the argument, says what is wrong in few words, and what to do next."""
    grow(world)
    world.say("tea", hour(0))
    before = world.fold(), world.journal()
    for number, bad in enumerate(values):
        with pytest.raises((InvalidInput, NotFound)) as caught:
            use(world, bad)
        told = str(caught.value)
        assert re.search(rf"\b{name.rsplit(maxsplit=1)[-1]}\b", told), told
        assert told.endswith(caught.value.advice)
        assert len(told) < 500, number
        assert (world.fold(), world.journal()) == before, number
    assert world.m.verify().ok


def test_a_naive_datetime_has_an_error_of_its_own(world: World) -> None:
    with pytest.raises(NaiveDatetime):
        world.say("x", datetime(2026, 1, 1))  # noqa: DTZ001


QUOTES: list[object] = [
    None, 5, HUGE, b"x", ["x"], object(), "", " ", SURROGATE, "\x00", "x" * 3_000_000, "milk",
]  # fmt: skip


@pytest.mark.parametrize("quote", QUOTES, ids=[str(number) for number in range(len(QUOTES))])
def test_a_quote_never_raises_and_is_refused(world: World, quote: Any) -> None:  # noqa: ANN401
    source = world.say("tea", hour(0))
    with pytest.raises(Rejected), world.m.transaction() as tx:
        tx.propose("A/1", "x", "tea", evidence=source.quote(quote))
    assert len(world.m.why_not("A/1", "x").accounts) == 1
    assert isinstance(str(world.m.why_not("A/1", "x")), str)
    assert world.m.verify().ok


PIECES: list[Callable[[Source], Evidence]] = [
    lambda source: source.quote("tea", 0),
    lambda source: source.quote("tea", 2),
    lambda source: source.quote("tea", -1),
    lambda source: source.quote("tea", "1"),  # type: ignore[arg-type]
    lambda source: source.quote("tea", True),
    lambda source: source.quote("tea", 10**30),
    lambda source: source.quote("tea", HUGE),
    lambda source: source.span(0, 0),
    lambda source: source.span(2, 1),
    lambda source: source.span(-1, 2),
    lambda source: source.span(0, 99),
    lambda source: source.span(0, HUGE),
    lambda source: source.span("0", "1"),  # type: ignore[arg-type]
    lambda source: source.span(True, 2),
    lambda source: source.span(0.0, 3.0),  # type: ignore[arg-type]
    lambda source: source.pointer(""),
    lambda source: source.pointer("/a"),
    lambda source: source.pointer("~"),
    lambda source: source.pointer(5),  # type: ignore[arg-type]
    lambda source: Evidence(source=source),
    lambda source: Evidence(source=source, quote="tea", start=0, end=3),
    lambda source: Evidence(source=source, start=0),
]


@pytest.mark.parametrize("piece", PIECES, ids=[str(number) for number in range(len(PIECES))])
@pytest.mark.parametrize("structured", [False, True])
def test_untrue_evidence_is_refused(world: World, piece: Callable[[Source], Evidence], structured: bool) -> None:
    source = (
        world.m.observe_json({"b": "tea"}, speaker="a", at=hour(0)) if structured else world.say("tea", hour(0))
    )
    with pytest.raises(Rejected) as caught, world.m.transaction() as tx:
        tx.propose("A/1", "x", "tea", evidence=piece(source))
    assert set(caught.value.reasons) <= {"quote_not_in_source", "not_ordered_subsequence"}
    assert len(world.m.why_not("A/1", "x").accounts) == 1


STRANGE = [
    "a\x00b", "\u202etea\u202c", "te\u200ba", "\ufeff", "e\u0301", "🙂", "ﬀ", "İ", "\U000e0041", "a\r\nb",
    "x" * 9000, "'; DROP TABLE body; --", '"', "\\", "%_", "\u202e",
]  # fmt: skip


@pytest.mark.parametrize("text", STRANGE, ids=[ascii(text)[:20] for text in STRANGE])
def test_strange_text_goes_in_and_comes_out_unchanged(world: World, text: str) -> None:
    short = text[:4000]
    memory = world.store.memory(text, principal=short)
    value: Any = {text: [text, "tea"]}
    source = memory.observe(text, speaker=short, at=hour(0), channel=short, ref=short)
    with memory.transaction(label=short, idempotency_key=short) as tx:
        tx.set_state((text, text), text, value)
    shown = one(memory.get((text, text), text))
    assert shown.value == value
    assert memory.source(source.id) == source
    assert source.text == text
    assert memory.find(shown.entity_type, shown.entity_id, shown.attribute) == [shown]
    assert isinstance(str(memory.why((text, text), text)), str)
    assert memory.verify().ok


def test_limits_hold_and_say_so(world: World) -> None:
    world.open(policy=Policy(proposals_limit=3, sources_limit=2))
    tx = world.m.transaction()
    for number in range(2):
        tx.observe(f"{number}", speaker="a", at=hour(0))
    with pytest.raises(TransactionTooLarge):
        tx.observe("2", speaker="a", at=hour(0))
    tx.observe("0", speaker="a", at=hour(0))
    source = world.say("tea", hour(0))
    for _ in range(3):
        tx.propose("A/1", "x", "tea", evidence=source.quote("tea"))
    with pytest.raises(TransactionTooLarge):
        tx.propose("A/1", "x", "tea", evidence=source.quote("tea"))
    assert len(tx.commit().outcomes) == 3


@pytest.mark.slow
def test_fifty_megabytes_are_refused_at_once(world: World) -> None:
    """With an error of ours, and none of it is kept."""
    giant = "x" * 50_000_000
    source = world.say("tea", hour(0))
    with pytest.raises(InvalidInput):
        world.say(giant, hour(0))
    with pytest.raises(InvalidInput):
        world.state("A/1", "x", giant)
    with pytest.raises(InvalidInput):
        world.m.get("A/1", giant)
    with pytest.raises(Rejected), world.m.transaction() as tx:
        tx.propose("A/1", "x", "tea", evidence=source.quote(giant))
    assert world.m.verify().ok


def test_inputs_are_never_changed(world: World) -> None:
    value: Any = {"b": [1, {"c": None}], "a": "tea"}
    document: Any = {"total": [1.0, 2]}
    entity, derived, based = ("A", "1"), [], []  # type: ignore[var-annotated]
    before = copy.deepcopy((value, document, entity, derived, based))
    source = world.m.observe_json(document, speaker="a", at=hour(0))
    with world.m.transaction() as tx:
        tx.set_state(entity, "x", value)
        evidence = [source.pointer("/total")]
        tx.propose(entity, "y", [1.0, 2], evidence=evidence, derived_from=derived, based_on=based)
        assert len(evidence) == 1
    assert (value, document, entity, derived, based) == before


def test_changing_what_was_given_or_returned_changes_no_memory(world: World) -> None:
    value: Any = {"n": [1]}
    with world.m.transaction() as tx:
        proposal = tx.set_state("A/1", "x", value)
        value["n"].append(2)
        assert isinstance(proposal.value, dict)
        proposal.value["n"] = "changed"
    shown: Any = one(world.m.get("A/1", "x")).value
    assert shown == {"n": [1]}
    shown["n"].append(3)
    account: Any = world.m.why("A/1", "x").accounts[0]
    account.value["n"] = 4
    world.m.why("A/1", "x").to_dict().clear()
    assert one(world.m.get("A/1", "x")).value == {"n": [1]}
    assert tx.receipt is not None
    belief: Any = tx.receipt.outcomes[0].belief
    belief.value["n"] = 5
    assert world.m.outcome(tx.id) != tx.receipt
    assert one(world.m.get("A/1", "x")).value == {"n": [1]}
    assert world.m.verify().ok


def test_forged_beliefs_are_no_way_in(world: World) -> None:
    """Beliefs can be made by hand: what they say of themselves proves nothing."""
    grow(world)
    true = one(world.m.get("Meeting/client", "time"))
    for changes in (
        {"version": "x"}, {"version": None}, {"version": -5}, {"version": HUGE}, {"entity_type": 5},
        {"attribute": SURROGATE}, {"entity_id": None}, {"id": 5}, {"id": "x"},
    ):  # fmt: skip
        forged = msgspec.structs.replace(true, **changes)
        before = world.effects()
        with pytest.raises(MemtxnError), world.m.transaction() as tx:  # noqa: PT012
            source = tx.observe("tea", speaker="a", at=hour(0))
            tx.propose("A/1", "x", "tea", evidence=source.quote("tea"), based_on=[forged], derived_from=[forged])
        assert world.effects() == before
    forged = msgspec.structs.replace(true, evidence=(Citation("x"),), value="forged")
    with world.m.transaction() as tx:
        source = tx.observe("tea", speaker="a", at=hour(0))
        tx.propose("A/1", "x", "tea", evidence=source.quote("tea"), based_on=[forged], derived_from=[forged])
    assert one(world.m.get("A/1", "x")).derived_from == (true.id,)


OPENING: list[dict[str, Any]] = [
    {"key": "text"}, {"key": b"short"}, {"key": b"x" * 65}, {"key": 5}, {"tenant": -1}, {"tenant": "a"},
    {"tenant": True}, {"tenant": 2**22}, {"tenant": HUGE}, {"busy_timeout": -1}, {"busy_timeout": "5"},
    {"busy_timeout": float("nan")}, {"read_only": "yes"}, {"policy": {}}, {"policy": 5}, {"unknown": 1},
    {"policy": {"a": 1}}, {"policy": {"proposals_limits": 5}}, {"policy": {5: 1}}, {"policy": range(3)},
    {"policy": object()}, {"policy": None}, {"busy_timeout": range(3)}, {"cues": range(3)}, {"vfs": range(3)},
]  # fmt: skip


@pytest.mark.parametrize("options", OPENING, ids=[str(number) for number in range(len(OPENING))])
def test_settings_are_checked(options: dict[str, Any]) -> None:
    if options == {"policy": {}}:
        memtxn.open(":memory:", **options).close()
        return
    with pytest.raises(InvalidInput):
        memtxn.open(":memory:", **options)


@pytest.mark.parametrize("url", ["", "\x00", "a\x00b", "postgresql://x", 5, None, b"x", SURROGATE])
def test_urls_are_checked(url: Any) -> None:  # noqa: ANN401
    with pytest.raises(MemtxnError):
        memtxn.open(url)


moments = st.datetimes() | st.datetimes(timezones=st.just(UTC))
plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(max_size=3)
names = st.text(max_size=3) | st.integers()
anything = st.recursive(
    plain | moments | st.sampled_from([SURROGATE, FOREIGN, "A/1"]),
    lambda x: st.lists(x, max_size=3) | st.dictionaries(names, x, max_size=3) | st.tuples(x, x),
    max_leaves=5,
)
NEEDED = ["entity", "attribute", "value"]
OPTIONAL = [
    "evidence", "observed_at", "valid_from", "valid_to", "type", "confidence", "derived_from", "based_on",
    "expected_version", "id",
]  # fmt: skip
calls = st.fixed_dictionaries(dict.fromkeys(NEEDED, anything), optional=dict.fromkeys(OPTIONAL, anything))


@pytest.mark.slow
@settings(max_examples=300)
@given(calls, st.booleans())
def test_propose_takes_anything(given_: dict[str, Any], keyed: bool) -> None:
    with oracle_store() as store:
        memory = store.memory("m")
        with suppress(MemtxnError), memory.transaction(idempotency_key="k" if keyed else None) as tx:
            tx.propose(**given_)
        assert memory.find() == []
        assert memory.verify().ok

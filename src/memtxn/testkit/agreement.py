"""Agreement: two stores are driven side by side at the public API, and every answer is the same.

One is the oracle, a store on the in-memory storage; the other is whatever must be as right. Both get the same
clock and ids that count alike, so that receipts, errors and explanations are equal word for word.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, TypeAlias

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.engine.memory import Memory
from memtxn.engine.reads import Reads
from memtxn.engine.store import Store
from memtxn.engine.transaction import Transaction
from memtxn.errors import MemtxnError
from memtxn.model.belief import Belief
from memtxn.model.codec import Json
from memtxn.model.constraint import Constraint, Immutable, NoOverlap, Reference, Unique
from memtxn.model.source import Source
from memtxn.testkit.fakes import START, CountingIds, FakeClock
from memtxn.testkit.oracle import store_on
from memtxn.testkit.whole import whole

Act: TypeAlias = tuple[str, int, int, int, int]
"""(what to do, the key, a number to choose by, a time, another time)."""

KEYS: list[tuple[tuple[str, str], str]] = [
    (("Trip", "1"), "city"),
    (("Trip", "1"), "tags"),
    (("Trip", "10"), "city"),
    (("Tr", 'ip",'), "city"),
    (("Cup", "%"), "é"),
]
CONSTRAINTS: list[Constraint] = [
    Unique("Trip", "city"),
    NoOverlap("Trip", "city"),
    Immutable("Tr", "city"),
    Reference("Trip", "tags", target="Cup"),
    Unique("Trip", "tags"),
]
VALUES: list[Json] = ["rome", "oslo", 1, 1.0, "1", True, ["rome", {"a": None}]]
TEXT = "rome and oslo, 1 or true, rome a"
DOUBTFUL = "perhaps rome and oslo"
OFTEN = ["propose", "propose", "propose", "state", "state", "retract", "based on"]
WHAT = [*OFTEN, "span", "take back", "get", "find", "observe", "refuse", "expect", "doubt", "doubt"]
HOUR = timedelta(hours=1)

keys = st.sampled_from([0, 0, 0, 1, 1, 2, 3, 4])
numbers = st.integers(0, 7)
acts: st.SearchStrategy[Act] = st.tuples(st.sampled_from(WHAT), keys, numbers, numbers, numbers)
hours = st.none() | numbers
seqs = st.none() | st.integers(0, 20)
lists = st.lists(acts, min_size=1, max_size=6)


class Side:
    """One of the two stores, with the transactions that are open on it."""

    def __init__(self, store: Store) -> None:
        self.open: dict[int, Transaction] = {}
        self.reopened(store)

    def reopened(self, store: Store) -> None:
        """The same database in a new store; its open transactions are gone."""
        self.store = store
        self.memories = [store.memory("m"), store.memory("m", principal="other"), store.memory("n")]
        self.open.clear()


Question: TypeAlias = Callable[[Side], object]
"""What is done with a side, or asked of it."""


class AgreementMachine(RuleBasedStateMachine):
    """Subclass it once per store to compare: say how to make the other one."""

    durable: ClassVar[bool] = False
    """Whether ``make_other`` opens again what the same folder held."""

    def make_other(self, folder: Path, clock: FakeClock, ids: CountingIds) -> Store:
        """The store that is compared with the oracle, with this clock and these ids for its engine."""
        raise NotImplementedError

    @initialize()
    def start(self) -> None:
        """Two empty stores."""
        self.closing = ExitStack()
        self.folder = Path(self.closing.enter_context(TemporaryDirectory()))
        self.clock = FakeClock(START + 8 * HOUR)
        self.ids = [CountingIds(), CountingIds()]
        oracle = store_on(MemoryStorage(ids=CountingIds()), ids=self.ids[0], clock=self.clock)
        self.sides = [Side(oracle), Side(self.make_other(self.folder, self.clock, self.ids[1]))]
        self.seen: list[str] = []
        self.begun = 0

    def teardown(self) -> None:
        """Compare everything once more, then close all."""
        if not hasattr(self, "closing"):
            return
        try:
            for number in range(3):
                self.both(lambda side, number=number: _everything(side.memories[number]))  # type: ignore[misc]
            self.both(lambda side: [side.memories[0].outcome(tx_id) for tx_id in self.seen])
        finally:
            for side in self.sides:
                side.store.close()
            self.closing.close()

    # -- writing -------------------------------------------------------------------------------------

    @rule(number=st.integers(0, 2), drawn=lists, skip=st.booleans(), keyed=st.none() | st.integers(0, 2))
    def commit(self, number: int, drawn: list[Act], skip: bool, keyed: int | None) -> None:
        """A transaction from beginning to end."""
        options = _options(skip, keyed)

        def whole(side: Side) -> object:
            tx = side.memories[number].transaction(**options)
            answers = [_answer(lambda act=act: _do(side.memories[number], tx, act)) for act in drawn]  # type: ignore[misc]
            return tx.id, answers, _answer(tx.commit), tx.receipt

        self.both(whole, remember=True)

    @precondition(lambda self: len(self.sides[0].open) < 3)
    @rule(number=st.integers(0, 1), skip=st.booleans())
    def begin(self, number: int, skip: bool) -> None:
        """A transaction that stays open."""
        self.begun += 1

        def opened(side: Side) -> object:
            side.open[self.begun] = side.memories[number].transaction(**_options(skip, None))
            return side.open[self.begun].id

        self.both(opened)

    @precondition(lambda self: bool(self.sides[0].open))
    @rule(which=numbers, drawn=lists)
    def go_on(self, which: int, drawn: list[Act]) -> None:
        """Some acts in an open transaction."""
        number = self._one_open(which)
        for act in drawn:
            self.both(lambda side, act=act: _do(side.memories[0], side.open[number], act))  # type: ignore[misc]

    @precondition(lambda self: bool(self.sides[0].open))
    @rule(which=numbers, give_up=st.booleans())
    def end(self, which: int, give_up: bool) -> None:
        """An open transaction commits, perhaps in conflict with what came in between, or is given up."""
        number = self._one_open(which)

        def ended(side: Side) -> object:
            tx = side.open.pop(number)
            answer = _answer(tx.rollback if give_up else tx.commit)
            return tx.id, answer, tx.receipt

        self.both(ended, remember=True)

    @rule(number=st.integers(0, 2), at=numbers, value=numbers, structured=st.booleans())
    def observe(self, number: int, at: int, value: int, structured: bool) -> None:
        """A source."""

        def observed(side: Side) -> object:
            memory, when = side.memories[number], START + at * HOUR
            if structured:
                return memory.observe_json(VALUES[value % len(VALUES)], speaker="shop", at=when)
            return memory.observe(TEXT, speaker="ann", at=when, ordinal=value % 2, ref=f"{value % 3}")

        self.both(observed)

    @rule(number=st.integers(0, 2), which=keys, many=st.booleans(), protected=st.booleans())
    def declare(self, number: int, which: int, many: bool, protected: bool) -> None:
        """An attribute of one or of many values, in which authority counts or not."""
        entity, attribute = KEYS[which]
        cardinality: Any = "many" if many else "one"
        self.both(
            lambda side: side.memories[number].declare(
                entity[0], attribute, cardinality=cardinality, protected=protected
            )
        )

    @rule(number=st.integers(0, 2), which=keys, person=st.booleans(), name=numbers)
    def declare_type(self, number: int, which: int, person: bool, name: int) -> None:
        """What the entities of a type are like."""
        (entity_type, entity_id), _ = KEYS[which]

        def declared(side: Side) -> object:
            memory = side.memories[number]
            memory.declare_type(entity_type, person=person, aliases={entity_id: [f"{name % 3}"]})
            return memory.type_declarations(), memory.declarations()

        self.both(declared)

    @rule(number=st.integers(0, 2), which=numbers, drop=st.booleans())
    def constrain(self, number: int, which: int, drop: bool) -> None:
        """A constraint is stated, or dropped."""
        constraint = CONSTRAINTS[which % len(CONSTRAINTS)]
        name = constraint.body().name

        def stated(side: Side) -> object:
            memory = side.memories[number]
            memory.drop_constraint(name) if drop else memory.constrain(constraint)
            return memory.constraints(), memory.declarations()

        self.both(stated)

    @rule(number=st.integers(0, 1), which=numbers, act=acts, deny=st.booleans(), by_place=st.booleans())
    def decide(self, number: int, which: int, act: Act, deny: bool, by_place: bool) -> None:
        """Something that waits, or has expired, is confirmed or denied, by whoever may and whoever may not."""

        def decided(side: Side) -> object:
            memory, other = side.memories[number], side.memories[1 - number]
            if not memory.pending():
                tx = other.transaction(on_reject="skip")
                _answer(lambda: _do(other, tx, ("doubt", *act[1:])))
                _answer(tx.commit)
            entries = memory.pending() + memory.pending(expired=True)
            entry = entries[which % len(entries)] if entries else None
            name = "1.0" if entry is None else entry.place if by_place else entry.id
            return memory.deny(name, "no") if deny else memory.confirm(name)

        self.both(decided)

    @rule(by=st.sampled_from([timedelta(microseconds=1), HOUR, -HOUR, 3 * HOUR, -9 * HOUR, 31 * 24 * HOUR]))
    def let_time_pass(self, by: timedelta) -> None:
        """The clock goes on, or back."""
        self.clock.advance(by)

    @precondition(lambda self: self.durable)
    @rule()
    def reopen(self) -> None:
        """The other store is closed and opened again; on both sides the open transactions are gone."""
        self.sides[1].store.close()
        self.sides[1].reopened(self.make_other(self.folder, self.clock, self.ids[1]))
        self.sides[0].reopened(self.sides[0].store)

    # -- asking --------------------------------------------------------------------------------------

    @rule(number=st.integers(0, 2), which=keys)
    def ask_key(self, number: int, which: int) -> None:
        """What a key shows, has shown, and why."""
        self.both(lambda side: _about(side.memories[number], which))

    @rule(number=st.integers(0, 2), seq=seqs, recorded=hours, valid=hours, which=keys)
    def ask_then(self, number: int, seq: int | None, recorded: int | None, valid: int | None, which: int) -> None:
        """The same as of another time."""

        def asked(side: Side) -> object:
            snapshot = side.memories[number].at(
                seq=seq,
                recorded=None if recorded is None else START + (recorded + 5) * HOUR,
                valid=None if valid is None else START + valid * HOUR,
            )
            return snapshot.seq, _about(snapshot, which), snapshot.find()

        self.both(asked)

    @rule(number=st.integers(0, 2), which=keys, depth=st.integers(0, 3))
    def ask_many(self, number: int, which: int, depth: int) -> None:
        """What is found of a type, an entity, an attribute, or everything."""
        entity, attribute = KEYS[which]
        kinds = [(None, None, None), (entity[0], None, None), (*entity, None), (None, None, attribute)]
        wanted = kinds[depth]
        self.both(lambda side: (side.memories[number].find(*wanted), side.memories[number].pending(*wanted)))

    @rule(number=st.integers(0, 2), which=numbers)
    def ask_outcome(self, number: int, which: int) -> None:
        """What became of a transaction."""
        tx_id = self.seen[which % len(self.seen)] if self.seen else "0" * 32
        self.both(lambda side: side.memories[number].outcome(tx_id))

    @rule(number=st.integers(0, 2), level=st.sampled_from(["tail", "digest", "full"]))
    def verify(self, number: int, level: Any) -> None:  # noqa: ANN401
        """Nothing is ever broken."""
        report: Any = self.both(lambda side: side.memories[number].verify(level))
        assert report.ok, report

    @rule(number=st.integers(0, 2))
    def count(self, number: int) -> None:
        """A memory in numbers, and which memories there are."""
        self.both(lambda side: (side.memories[number].stats(), side.store.memories()))

    # -- how -----------------------------------------------------------------------------------------

    def both(self, question: Question, *, remember: bool = False) -> object:
        """Ask both sides, compare, and return the answer."""
        oracle, other = [_answer(lambda side=side: question(side)) for side in self.sides]  # type: ignore[misc]
        expected, found = whole(oracle), whole(other)
        assert found == expected, f"the oracle says\n{expected}\nand the other\n{found}"
        if remember and isinstance(oracle, tuple):
            self.seen.append(str(oracle[0]))
        return oracle

    def _one_open(self, which: int) -> int:
        numbers_ = sorted(self.sides[0].open)
        return numbers_[which % len(numbers_)]


def _options(skip: bool, keyed: int | None) -> dict[str, Any]:
    key = None if keyed is None else f"key {keyed}"
    return {"on_reject": "skip" if skip else "abort", "idempotency_key": key, "label": key}


def _answer(ask: Callable[[], object]) -> object:
    """What is answered: a value, or an error with all that it carries."""
    try:
        return ask()
    except MemtxnError as error:
        return type(error).__name__, str(error), {k: v for k, v in vars(error).items() if k != "__notes__"}


def _do(memory: Memory, tx: Transaction, act: Act) -> object:
    """One act in a transaction."""
    what, which, number, one, two = act
    entity, attribute = KEYS[which]
    value = VALUES[number % len(VALUES)]
    match what:
        case "propose" | "refuse" | "span" | "expect" | "based on" | "doubt":
            return _propose(memory, tx, act)
        case "retract":
            return tx.retract(entity, attribute, at=START + one * HOUR if two % 2 else None)
        case "take back":
            evidence = _source(tx, two).quote("rome") if two % 2 else None
            return tx.retract(entity, attribute, value=value, evidence=evidence)
        case "state":
            at = START + one * HOUR if two % 3 == 0 else None
            return tx.set_state(entity, attribute, value, at=at, channel="user" if two == 7 else "tool")
        case "get":
            return tx.get(entity, attribute)
        case "find":
            return tx.find(attribute=attribute)
        case _:
            return _source(tx, one)


def _propose(memory: Memory, tx: Transaction, act: Act) -> object:
    what, which, number, one, two = act
    entity, attribute = KEYS[which]
    source = _source(tx, one, DOUBTFUL if what == "doubt" else TEXT)
    value: Json = "bern" if what == "refuse" else VALUES[number % 2]
    evidence = source.span(0, len(TEXT)) if what == "span" else source.quote("rome and oslo")
    value = "rome" if what == "doubt" else value
    shown = memory.get(entity, attribute)
    based_on = (shown,) if isinstance(shown, Belief) and what == "based on" else ()
    return tx.propose(
        entity,
        attribute,
        value,
        evidence=evidence,
        observed_at=START + two * HOUR if number % 2 else None,
        valid_from=START + number * HOUR if two % 3 == 1 else None,
        valid_to=START + (number + 2) * HOUR if two % 3 == 2 else None,
        type="goal" if number == 6 else "fact",
        derived_from=based_on,
        based_on=based_on,
        expected_version=number % 3 if what == "expect" else None,
        id=f"given {number}" if number > 4 else None,
    )


def _source(tx: Transaction, number: int, text: str = TEXT) -> Source:
    return tx.observe(text, speaker="ann", at=START + number * HOUR, ordinal=number % 2)


def _about(memory: Reads, which: int) -> object:
    """Everything that can be asked of a key; a question that raises is answered with its error."""
    key = KEYS[which]
    return [
        _answer(lambda: memory.get(*key)),
        _answer(lambda: memory.history(*key)),
        _answer(lambda: memory.why(*key)),
        _answer(lambda: memory.why_not(*key)),
    ]


def _everything(memory: Memory) -> object:
    told = [_about(memory, which) for which in range(len(KEYS))]
    return memory.find(), told, memory.pending(), memory.pending(expired=True), memory.verify()

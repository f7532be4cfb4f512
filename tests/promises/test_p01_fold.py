"""P1: everything is a fold of the journal, and the fold has no rule, clock or policy in it."""

from collections import Counter

from memtxn.core.fold import Fold, rows_of
from memtxn.core.proof import EMPTY_DIGEST, moved
from memtxn.engine.receipts import bodies_of
from memtxn.model.policy import Policy
from memtxn.model.record import decode_record
from memtxn.model.rows import BeliefRow, StepRow
from memtxn.model.time import FOREVER
from memtxn.ports.storage import LATEST
from tests.promises.refuse import RefuseAll
from tests.promises.world import World, grow, hour


def folded(world: World) -> Fold:
    """The journal, folded from its first record."""
    fold = Fold()
    with world.storage.read() as reader:
        row = reader.memory(0, '["m"]')
        assert row is not None
        for record in reader.journal(row.mem, 1, LATEST):
            bodies = bodies_of(reader, row.mem, record.seq)
            fold.apply(rows_of(decode_record(record.data), bodies, world.storage.meta.digest_key))
    return fold


def answers(world: World) -> list[object]:
    """What the memory says of everything that `grow` put into it."""
    keys = [
        ("Meeting/client", "time"),
        ("Meeting/client", "room"),
        ("Person/ben", "allergy"),
        ("Talk/1", "length"),
    ]
    asked: list[object] = [world.m.find(), world.m.at(valid=hour(2)).find(), world.m.at(seq=4).find()]
    for entity, attribute in keys:
        asked += [world.m.get(entity, attribute), world.m.history(entity, attribute)]
        asked += [world.m.why(entity, attribute), world.m.why_not(entity, attribute)]
    asked += [world.m.outcome(record.tx.hex()) for record in world.journal()]
    return asked


def test_the_journal_folds_to_the_rows_that_stand(world: World) -> None:
    grow(world)
    assert sorted(folded(world).rows(), key=repr) == world.fold()


def test_the_digest_is_that_of_the_folded_timeline(world: World) -> None:
    grow(world)
    fold = folded(world)
    commitments = {row.bid: row.commitment for row in fold.rows() if isinstance(row, BeliefRow)} | {0: b""}
    steps = [
        (s.kid, s.slot, s.vf, s.bid, commitments[s.bid])
        for s in fold.rows()
        if isinstance(s, StepRow) and s.s1 == FOREVER
    ]
    assert moved(EMPTY_DIGEST, world.storage.meta.digest_key, (), steps) == world.head().digest


def test_another_policy_reads_an_old_journal_the_same(world: World) -> None:
    """Records carry effects: rules that would refuse everything today change nothing of yesterday."""
    grow(world)
    before, rows = answers(world), world.fold()
    strict = Policy(future_tolerance=0, value_limit=1, source_limit=1, state_channels=(), authority={})
    world.reopen(policy=strict, rules=[RefuseAll()])
    assert answers(world) == before
    assert world.fold() == rows == sorted(folded(world).rows(), key=repr)
    assert world.m.verify().ok


def test_a_record_names_the_policy_that_it_was_planned_with(world: World) -> None:
    world.tell("A/1", "x", "one", hour(0))
    world.reopen(policy=Policy(value_limit=100))
    world.tell("A/1", "x", "two", hour(0))
    named = [decode_record(row.data).policy for row in world.journal()]
    assert len(named) == 4
    assert len(set(named)) == 2


def test_reopening_changes_no_answer(world: World) -> None:
    grow(world)
    before = answers(world)
    world.reopen()
    assert answers(world) == before


def test_every_effect_leaves_its_row(world: World) -> None:
    """No effect of any record is lost on the way to the tables, told by the ops themselves."""
    grow(world)
    effects = Counter(
        type(op).__name__.removesuffix("Op")
        for record in world.journal()
        for op in decode_record(record.data).ops
    )
    rows = Counter(type(row).__name__.removesuffix("Row") for row in world.fold())
    assert rows["Step"] == effects["Open"]
    assert sum(row.s1 != FOREVER for row in world.fold() if isinstance(row, StepRow)) == effects["Close"]
    for effect in ("Key", "Belief", "State", "Edge", "Source"):
        assert rows[effect] == effects[effect] > 0, effect
    assert rows["Declaration"] == effects["Declare"] > 0
    assert 0 < rows["Refusal"] <= effects["Decision"]

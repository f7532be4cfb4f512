"""What one key shows, at an instant and as of a record; its versions and its steps."""

from __future__ import annotations

from itertools import product

from memtxn.model.belief import State
from memtxn.model.rows import BeliefRow, KeyRequest, StepRow, StepView, ViewRequest, VisibleRow
from memtxn.model.time import FOREVER
from memtxn.ports.storage import LATEST, Storage
from memtxn.testkit.scribe import Scribe
from memtxn.testkit.storage_contract.base import Base, bids, visible

BEGINNING = -(2**63)


class TimelineContract(Base):
    """A key is a step function from valid time to a version or nothing, as of each record."""

    def test_an_unknown_key_shows_nothing(self, storage: Storage, scribe: Scribe) -> None:
        """Nor does it have versions or steps."""
        with storage.read() as reader:
            assert reader.visible(scribe.mem, "city", LATEST, 0) == []
            assert reader.versions(scribe.mem, "city", LATEST) == []
            assert reader.steps(scribe.mem, "city", LATEST) == []

    def test_each_step_lasts_until_the_next(self, storage: Storage, scribe: Scribe) -> None:
        """A step is visible from its very instant, up to and not at that of the next one."""
        with scribe.record(storage) as record:
            rome, oslo = record.put("city", "Rome", vf=10), record.put("city", "Oslo", vf=20)
        first = VisibleRow("city", scribe.version(rome), 1, 20, oslo)
        last = VisibleRow("city", scribe.version(oslo), 1, FOREVER, 0)
        for t, rows in {BEGINNING: [], 9: [], 10: [first], 19: [first], 20: [last], FOREVER: [last]}.items():
            assert visible(storage, scribe, "city", t=t) == rows

    def test_what_was_visible_as_of_an_earlier_record(self, storage: Storage, scribe: Scribe) -> None:
        """Later records do not leak back: not the shown one, not the key's version, not the next."""
        with scribe.record(storage) as record:
            rome = record.put("city", "Rome", vf=10)
        with scribe.record(storage) as record:
            oslo = record.put("city", "Oslo", vf=20)
        alone = VisibleRow("city", scribe.version(rome), 1)
        followed = VisibleRow("city", scribe.version(rome), 2, 20, oslo)
        assert visible(storage, scribe, "city", n=0, t=15) == []
        assert visible(storage, scribe, "city", n=1, t=15) == [alone]
        assert visible(storage, scribe, "city", n=1, t=25) == [alone]
        assert visible(storage, scribe, "city", n=2, t=15) == [followed]
        assert bids(visible(storage, scribe, "city", n=2, t=25)) == [oslo]

    def test_a_replaced_step(self, storage: Storage, scribe: Scribe) -> None:
        """A closed step stands up to the record before the one that closed it."""
        places = []
        for value in ("Rome", "Oslo", "Bern"):
            with scribe.record(storage) as record:
                places.append(record.put("city", value, vf=10))
        assert [bids(visible(storage, scribe, "city", n=n, t=10)) for n in (1, 2, 3)] == [[p] for p in places]
        assert [row.ver for row in visible(storage, scribe, "city", n=2, t=10)] == [2]

    def test_an_ended_step(self, storage: Storage, scribe: Scribe) -> None:
        """As of the very record that ended it, the step before shows through and the one after is next."""
        with scribe.record(storage) as record:
            one, two, three = (record.put("city", f"{vf}", vf=vf) for vf in (10, 20, 30))
        with scribe.record(storage) as record:
            record.end("city", 20)
        with scribe.record(storage) as record:
            record.put("other", "x")
        for n in (2, 3, LATEST):
            assert visible(storage, scribe, "city", n=n, t=25) == [
                VisibleRow("city", scribe.version(one), 1, 30, three)
            ]
            assert [row.next_vf for row in visible(storage, scribe, "city", n=n, t=15)] == [30]
        assert bids(visible(storage, scribe, "city", n=1, t=25)) == [two]
        with storage.read() as reader:
            steps = {n: [step.vf for step in reader.steps(scribe.mem, "city", n)] for n in (1, 2, LATEST)}
        assert steps == {1: [10, 20, 30], 2: [10, 30], LATEST: [10, 30]}

    def test_a_late_step_in_the_past(self, storage: Storage, scribe: Scribe) -> None:
        """Order of arrival is not order of validity."""
        with scribe.record(storage) as record:
            oslo = record.put("city", "Oslo", vf=20)
        with scribe.record(storage) as record:
            rome = record.put("city", "Rome", vf=10)
        assert visible(storage, scribe, "city", n=1, t=15) == []
        assert visible(storage, scribe, "city", t=15) == [VisibleRow("city", scribe.version(rome), 2, 20, oslo)]
        assert visible(storage, scribe, "city", t=20) == [VisibleRow("city", scribe.version(oslo), 2)]

    def test_a_version_that_no_step_shows(self, storage: Storage, scribe: Scribe) -> None:
        """It is a version, is never visible and moves no key's version."""
        with scribe.record(storage) as record:
            record.put("city", "Rome", vf=10)
        with scribe.record(storage) as record:
            shadowed = record.belief("city", "Oslo", vf=10)
        assert [row.ver for row in visible(storage, scribe, "city", t=10)] == [1]
        with storage.read() as reader:
            assert scribe.version(shadowed) in reader.versions(scribe.mem, "city", LATEST)

    def test_an_empty_step_shows_nothing(self, storage: Storage, scribe: Scribe) -> None:
        """Neither itself, nor as what comes next."""
        with scribe.record(storage) as record:
            rome = record.put("city", "Rome", vf=10)
            record.show("city", 20, 0)
        assert visible(storage, scribe, "city", t=10) == [VisibleRow("city", scribe.version(rome), 1, 20, 0)]
        assert visible(storage, scribe, "city", t=20) == []

    def test_a_retraction_shows_nothing(self, storage: Storage, scribe: Scribe) -> None:
        """Neither itself, nor as what comes next. It is a version and a step all the same."""
        with scribe.record(storage) as record:
            rome = record.put("city", "Rome", vf=10)
        with scribe.record(storage) as record:
            gone = record.retract("city", vf=20)
        assert visible(storage, scribe, "city", t=10) == [VisibleRow("city", scribe.version(rome), 2, 20, 0)]
        assert visible(storage, scribe, "city", t=20) == []
        assert bids(visible(storage, scribe, "city", n=1, t=20)) == [rome]
        with storage.read() as reader:
            assert reader.versions(scribe.mem, "city", LATEST) == [scribe.version(rome), scribe.version(gone)]
            assert [step.bid for step in reader.steps(scribe.mem, "city", LATEST)] == [rome, gone]

    def test_states_as_of_a_record(self, storage: Storage, scribe: Scribe) -> None:
        """A state counts from its record on; before its first one a belief is admitted."""
        with scribe.record(storage) as record:
            rome = record.put("city", "Rome")
        for state in (State.ARCHIVED, State.ADMITTED, State.REVOKED):
            with scribe.record(storage) as record:
                record.state("city", rome, state)
        states = [State.ADMITTED, State.ARCHIVED, State.ADMITTED, State.REVOKED]
        with storage.read() as reader:
            for n, state in enumerate(states, start=1):
                version = scribe.version(rome, state)
                assert reader.versions(scribe.mem, "city", n) == [version]
                assert [row.version for row in reader.visible(scribe.mem, "city", n, 0)] == [version]

    def test_the_version_of_a_key_counts_closed_steps_and_all_slots(
        self, storage: Storage, scribe: Scribe
    ) -> None:
        """It is that of the last step written by then, whether or not it still stands."""
        with scribe.record(storage) as record:
            record.put("tag", "a", vhash=b"a" * 16, slot=None)
        with scribe.record(storage) as record:
            b = record.put("tag", "b", vf=5, vhash=b"b" * 16, slot=None)
        with scribe.record(storage) as record:
            record.end("tag", 5, slot=b)
            record.put("other", "x")
        with scribe.record(storage) as record:
            record.put("other", "y")
            record.put("other", "z", vf=9)
        for n, ver in {1: 1, 2: 2, 3: 2, 4: 2, LATEST: 2}.items():
            assert [row.ver for row in visible(storage, scribe, "tag", n=n, t=0)] == [ver]

    def test_a_step_ends_in_its_own_slot(self, storage: Storage, scribe: Scribe) -> None:
        """Though another slot, and another key, have a step of the same time and record."""
        with scribe.record(storage) as record:
            a, b = (record.put("tag", value, vf=5, vhash=value.encode(), slot=None) for value in "ab")
            c = record.put("other", "c", vf=5)
        with scribe.record(storage) as record:
            record.end("tag", 5, slot=a)
        assert bids(visible(storage, scribe, "tag", n=1, t=5)) == [a, b]
        assert bids(visible(storage, scribe, "tag", t=5)) == [b]
        assert bids(visible(storage, scribe, "other", t=5)) == [c]

    def test_many_slots(self, storage: Storage, scribe: Scribe) -> None:
        """One row per slot in order of slot, each with the next step of its own slot."""
        slots = []
        for number in range(30):
            with scribe.record(storage) as record:
                slots.append(record.put("tag", str(number), vf=100 - number, vhash=b"%016d" % number, slot=None))
        with scribe.record(storage) as record:
            ending = record.put("tag", "3", vf=500, slot=slots[3])
            record.show("tag", 600, 0, slot=slots[4])
        rows = visible(storage, scribe, "tag", t=200)
        assert bids(rows) == sorted(slots) == slots
        assert [(row.next_vf, row.next_bid) for row in rows[3:6]] == [(500, ending), (600, 0), (FOREVER, 0)]
        assert bids(visible(storage, scribe, "tag", t=75)) == slots[25:]
        assert bids(visible(storage, scribe, "tag", t=700)) == [*slots[:3], ending, *slots[5:]]

    def test_a_version_without_its_body(self, storage: Storage, scribe: Scribe) -> None:
        """It is there, with None in place of what is lost, and so is the version beside it."""
        with scribe.record(storage) as record:
            lost, kept = record.belief("city", "Rome", keep=False), record.belief("city", "Oslo", vf=10)
            record.show("city", 0, lost)
            record.show("city", 10, kept)
        assert scribe.version(lost).data is None
        with storage.read() as reader:
            assert reader.versions(scribe.mem, "city", LATEST) == [scribe.version(lost), scribe.version(kept)]
        assert [row.version for row in visible(storage, scribe, "city", t=0)] == [scribe.version(lost)]

    def test_versions_in_order_of_place(self, storage: Storage, scribe: Scribe) -> None:
        """As of each record, whatever their valid times are."""
        places = []
        for vf in (30, 10, 20):
            with scribe.record(storage) as record:
                places += [record.put("city", f"{vf}", vf=vf), record.put("city", f"{vf + 1}", vf=vf + 1)]
                record.put("town", "other", vf=vf)
        with storage.read() as reader:
            for n in range(4):
                versions = reader.versions(scribe.mem, "city", n)
                assert versions == [scribe.version(bid) for bid in places[: 2 * n]]

    def test_steps_in_order_of_slot_and_time(self, storage: Storage, scribe: Scribe) -> None:
        """Steps that stand as of a record, those that show nothing among them."""
        with scribe.record(storage) as record:
            late, early = record.put("city", "late", vf=20), record.put("city", "early", vf=-10)
            record.show("city", 30, 0)
            other = record.put("city", "other", vf=-99, vhash=b"o" * 16, slot=None)
        with scribe.record(storage) as record:
            late2 = record.put("city", "late", vf=20)
        before = [(0, -10, early), (0, 20, late), (0, 30, 0), (other, -99, other)]
        after = [(0, -10, early), (0, 20, late2), (0, 30, 0), (other, -99, other)]
        with storage.read() as reader:
            for n, expected in {0: [], 1: before, 2: after, LATEST: after}.items():
                steps = reader.steps(scribe.mem, "city", n)
                assert [(step.slot, step.vf, step.bid) for step in steps] == expected

    def test_the_timelines_of_several_keys(self, storage: Storage, scribe: Scribe) -> None:
        """In order of key, slot and time, each key once, and as of a record; a key that is not there has none."""
        with scribe.record(storage) as record:
            record.put("b", "late", vf=20)
            record.put("b", "early", vf=-10)
            record.put("a", "x", vf=5, vhash=b"x" * 16, slot=None)
            record.put("c", "y", vf=1)
        with scribe.record(storage) as record:
            record.put("a", "y", vf=-5, vhash=b"y" * 16, slot=None)
            record.put("b", "late", vf=20)
        kids = [scribe.kids[name] for name in "ab"]
        assert kids == [2, 1]
        with storage.read() as reader:
            for n in (0, 1, 2, LATEST):
                each = [*reader.steps(scribe.mem, "b", n), *reader.steps(scribe.mem, "a", n)]
                assert reader.timelines(scribe.mem, [2, 1, 2, 9], n) == each
                assert [step.kid for step in each] == [1] * len(reader.steps(scribe.mem, "b", n)) + [2] * min(
                    n, 2
                )
            assert reader.timelines(scribe.mem, [], LATEST) == reader.timelines(scribe.mem, [9], LATEST) == []

    def test_a_step_tells_when_it_was_opened_and_closed(self, storage: Storage, scribe: Scribe) -> None:
        """As stored: a step that was closed later says so as of an earlier record too."""
        with scribe.record(storage) as record:
            one = record.put("city", "Rome", vf=5)
        with scribe.record(storage) as record:
            two = record.put("city", "Oslo", vf=5)
        with storage.read() as reader:
            assert reader.steps(scribe.mem, "city", 1) == [StepRow(1, 0, 5, 1, 2, one, 1)]
            assert reader.steps(scribe.mem, "city", 2) == [StepRow(1, 0, 5, 2, FOREVER, two, 2)]

    def test_usual_numbers_and_others(self, storage: Storage, scribe: Scribe) -> None:
        """No number stands for another: not where two are equal, nor at zero, nor at the end of time."""
        some = [-1, 0, 7, FOREVER - 1, FOREVER]
        with scribe.record(storage) as record:
            places = [
                record.belief("city", "x", nu=nu, vf=vf, vt=vt, source_at=source_at)
                for nu, vf, vt, source_at in product([0, 7], [-1, 0, 7], some, some)
            ]
            record.show("city", 5, places[-1])
        with storage.read() as reader:
            assert reader.versions(scribe.mem, "city", LATEST) == [scribe.version(bid) for bid in places]
            beliefs = [row for row in reader.fold(scribe.mem) if isinstance(row, BeliefRow)]
            assert beliefs == [scribe.version(bid).belief for bid in places]
            view = reader.view(scribe.mem, ViewRequest(b"t", None, (KeyRequest("city", 0),)), LATEST)
            assert view.keys[0].steps == (StepView(5, 1, scribe.version(places[-1])),)

    def test_extreme_numbers(self, storage: Storage, scribe: Scribe) -> None:
        """Every number of a belief and a step may be any that 64 bits hold."""
        least, greatest = -(2**63), 2**63 - 1
        with scribe.record(storage) as record:
            low = record.belief(
                "city",
                "low",
                vf=least,
                nu=least,
                vt=least,
                source_at=least,
                source_ordinal=least,
                authority=least,
            )
            high = record.belief(
                "city",
                "high",
                vf=greatest - 1,
                nu=greatest,
                source_at=greatest,
                source_ordinal=greatest,
                source=greatest,
            )
            record.show("city", least, low)
            record.show("city", greatest - 1, high)
        with storage.read() as reader:
            assert reader.versions(scribe.mem, "city", LATEST) == [scribe.version(low), scribe.version(high)]
            assert [step.vf for step in reader.steps(scribe.mem, "city", LATEST)] == [least, greatest - 1]
        for t, bid in {least: low, greatest - 2: low, greatest - 1: high, greatest: high}.items():
            assert bids(visible(storage, scribe, "city", t=t)) == [bid]

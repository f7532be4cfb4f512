"""What rests on what, as a storage sees it: children, marks, where a belief was shown, who read a key."""

from __future__ import annotations

from memtxn.model.belief import State
from memtxn.model.rows import EdgeRow, StateRow, SuspectRow
from memtxn.ports.storage import LATEST, Storage
from memtxn.testkit.scribe import Scribe
from memtxn.testkit.storage_contract.base import Base


class RestingContract(Base):
    """From a source or a belief to all that rests on it, and to all who relied on it."""

    def test_children_by_edges_and_by_the_first_source(self, storage: Storage, scribe: Scribe) -> None:
        """Each once, however it is said; and of what nothing rests on there are none."""
        with scribe.record(storage) as record:
            source, other = record.source("one"), record.source("two")
            first = record.belief("city", "Rome", source=source.place)
            second = record.belief("city", "Oslo", source=other.place)
            record.edge(source.place, second)
            record.edge(first, second)
            record.edge(source.place, first)
        with storage.read() as reader:
            assert reader.children(scribe.mem, [source.place]) == [
                EdgeRow(source.place, first),
                EdgeRow(source.place, second),
            ]
            assert reader.children(scribe.mem, [first, other.place, 0]) == sorted(
                [EdgeRow(first, second), EdgeRow(other.place, second)], key=lambda row: row.parent
            )
            assert reader.children(scribe.mem, [second]) == reader.children(scribe.mem, []) == []
            assert reader.children(scribe.mem + 1, [source.place]) == []

    def test_states_and_marks_as_of_a_record(self, storage: Storage, scribe: Scribe) -> None:
        """All changes, one after the other; a version tells the last one."""
        with scribe.record(storage) as record:
            rome, oslo = record.put("city", "Rome"), record.belief("city", "Oslo")
        kid = scribe.kids["city"]
        with scribe.record(storage) as record:
            record.state("city", oslo, State.REVOKED)
            record.suspect("city", rome)
        with scribe.record(storage) as record:
            record.state("city", oslo, State.ADMITTED)
            record.suspect("city", rome, suspect=False)
        both = [(kid, rome), (kid, oslo)]
        with storage.read() as reader:
            states = [StateRow(kid, oslo, 2, State.REVOKED), StateRow(kid, oslo, 3, State.ADMITTED)]
            marks = [SuspectRow(kid, rome, 2, True), SuspectRow(kid, rome, 3, False)]
            assert reader.states(scribe.mem, both, LATEST) == states
            assert reader.states(scribe.mem, both, 2) == states[:1]
            assert reader.states(scribe.mem, both[:1], LATEST) == reader.states(scribe.mem, both, 1) == []
            assert reader.suspects(scribe.mem, both, LATEST) == marks
            assert reader.suspects(scribe.mem, both, 2) == marks[:1]
            told = [
                [(one.state, one.suspect) for one in reader.versions(scribe.mem, "city", n)] for n in (1, 2, 3)
            ]
            (shown,) = reader.visible(scribe.mem, "city", 2, 0)
        fresh = (State.ADMITTED, False)
        assert told == [[fresh, fresh], [(State.ADMITTED, True), (State.REVOKED, False)], [fresh, fresh]]
        assert shown.version.suspect

    def test_where_a_belief_was_ever_shown(self, storage: Storage, scribe: Scribe) -> None:
        """Also in steps that ended since."""
        with scribe.record(storage) as record:
            rome = record.put("city", "Rome", vf=5)
        with scribe.record(storage) as record:
            record.put("city", "Oslo", vf=5)
        kid = scribe.kids["city"]
        with storage.read() as reader:
            (span,) = reader.spans(scribe.mem, [(kid, rome)])
            assert reader.spans(scribe.mem, [(kid + 1, rome)]) == reader.spans(scribe.mem, []) == []
        assert (span.vf, span.s0, span.s1, span.bid) == (5, 1, 2, rome)

    def test_who_read_a_key(self, storage: Storage, scribe: Scribe) -> None:
        """The records with the key in their read set, between two records."""
        for number in range(1, 5):
            with scribe.record(storage) as record:
                record.put("city", "Rome", vf=number)
                if number != 2:
                    record.read("city")
        kid = scribe.kids["city"]
        with storage.read() as reader:
            assert reader.readers(scribe.mem, kid, 1, LATEST) == [1, 3, 4]
            assert reader.readers(scribe.mem, kid, 2, 3) == [3]
            assert reader.readers(scribe.mem, kid + 1, 1, LATEST) == []

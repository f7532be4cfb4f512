"""The view: all that planning a transaction needs to know, in one answer."""

from __future__ import annotations

import pytest

from memtxn.model.belief import State
from memtxn.model.rows import KeyRequest, KeyView, StepView, View, ViewRequest
from memtxn.model.time import FOREVER
from memtxn.ports.storage import LATEST, Storage
from memtxn.testkit.scribe import Scribe
from memtxn.testkit.storage_contract.base import Base
from memtxn.testkit.storage_contract.scans import NASTY


def look(storage: Storage, scribe: Scribe, *keys: KeyRequest, n: int = LATEST) -> tuple[KeyView, ...]:
    """What the view says of these keys, read in a block of its own."""
    with storage.read() as reader:
        return reader.view(scribe.mem, ViewRequest(b"t" * 16, None, keys), n).keys


class ViewContract(Base):
    """A view answers each request in its place."""

    @pytest.fixture
    def city(self, storage: Storage, scribe: Scribe) -> list[StepView]:
        """The steps of a key: at 10, 20 (nothing), 30 (a retraction) and 40, after one that was replaced."""
        with scribe.record(storage) as record:
            rome = record.put("city", "Rome", vf=10)
            record.put("city", "Oslo", vf=40)
        with scribe.record(storage) as record:
            record.show("city", 20, 0)
            gone, bern = record.retract("city", vf=30), record.put("city", "Bern", vf=40)
        return [
            StepView(10, 1, scribe.version(rome)),
            StepView(20, 2, None),
            StepView(30, 2, scribe.version(gone)),
            StepView(40, 2, scribe.version(bern)),
        ]

    def test_an_empty_memory(self, storage: Storage, scribe: Scribe) -> None:
        """It has a head and nothing else."""
        request = ViewRequest(b"t" * 16, b"i" * 16, (KeyRequest("city", 0),), ("source",))
        with storage.read() as reader:
            view = reader.view(scribe.mem, request, LATEST)
        assert view == View(scribe.head, None, (KeyView(0, 0, 0),), {})

    def test_the_head_that_stands(self, storage: Storage, scribe: Scribe, city: list[StepView]) -> None:
        """A request for nothing still gets the head."""
        assert city
        with storage.read() as reader:
            assert reader.view(scribe.mem, ViewRequest(b"t", None), LATEST) == View(scribe.head, None)

    def test_unknown_keys(self, storage: Storage, scribe: Scribe) -> None:
        """Number and version 0, no steps; with a value hash there is no slot."""
        requests = KeyRequest("x"), KeyRequest("x", 0), KeyRequest("x", None, b"v"), KeyRequest("x", 0, b"v")
        single, among = KeyView(0, 0, 0), KeyView(0, 0, None)
        assert look(storage, scribe, *requests) == (single, single, among, among)

    def test_without_since(self, storage: Storage, scribe: Scribe, city: list[StepView]) -> None:
        """The number and the version alone."""
        assert city
        assert look(storage, scribe, KeyRequest("city")) == (KeyView(1, 2, 0),)

    @pytest.mark.parametrize(
        ("since", "first"),
        [(-(2**63), 0), (9, 0), (10, 0), (11, 0), (19, 0), (20, 1), (29, 1), (30, 2), (39, 2), (40, 3)],
    )
    def test_steps_since(
        self, storage: Storage, scribe: Scribe, city: list[StepView], since: int, first: int
    ) -> None:
        """From the step that covers ``since`` on, or from the first one if all begin later."""
        assert look(storage, scribe, KeyRequest("city", since)) == (KeyView(1, 2, 0, tuple(city[first:])),)

    def test_since_the_end_of_time(self, storage: Storage, scribe: Scribe, city: list[StepView]) -> None:
        """Then the last step covers it."""
        assert look(storage, scribe, KeyRequest("city", FOREVER)) == (KeyView(1, 2, 0, tuple(city[3:])),)

    def test_steps_as_of_an_earlier_record(self, storage: Storage, scribe: Scribe, city: list[StepView]) -> None:
        """The steps that stood then, with the version of then."""
        (view,) = look(storage, scribe, KeyRequest("city", 15), n=1)
        assert (view.ver, view.slot, [step.vf for step in view.steps]) == (1, 0, [10, 40])
        assert view.steps[0] == city[0]
        assert view.steps[1] != city[3]
        (view,) = look(storage, scribe, KeyRequest("city", 15), n=0)
        assert (view.ver, view.slot, view.steps) == (0, 0, ())

    def test_an_ended_step_is_not_seen(self, storage: Storage, scribe: Scribe) -> None:
        """As of the very record that ended it, the step before covers its time."""
        with scribe.record(storage) as record:
            one, two, three = (record.put("city", f"{vf}", vf=vf) for vf in (10, 20, 30))
        with scribe.record(storage) as record:
            record.end("city", 20)
        before, left = [one, two, three], [one, three]
        for n, since, places in [
            (1, 20, before[1:]),
            (1, 10, before),
            (2, 25, left),
            (2, 10, left),
            (2, 30, left[1:]),
        ]:
            (view,) = look(storage, scribe, KeyRequest("city", since), n=n)
            assert view.steps == tuple(StepView(s.belief.vf, 1, s) for s in map(scribe.version, places))

    def test_states_of_shown_versions(self, storage: Storage, scribe: Scribe) -> None:
        """A version comes with its state as of the asked record."""
        with scribe.record(storage) as record:
            rome = record.put("city", "Rome")
        states = [State.ARCHIVED, State.ADMITTED, State.REVOKED]
        for state in states:
            with scribe.record(storage) as record:
                record.state("city", rome, state)
        for n, state in [(1, State.ADMITTED), *enumerate(states, start=2), (LATEST, State.REVOKED)]:
            (view,) = look(storage, scribe, KeyRequest("city", 0), n=n)
            assert view.steps == (StepView(0, 1, scribe.version(rome, state)),)

    def test_a_shown_version_without_its_body(self, storage: Storage, scribe: Scribe) -> None:
        """It is shown all the same, so that it can be replaced."""
        with scribe.record(storage) as record:
            record.show("city", 0, record.belief("city", "Rome", keep=False))
        (view,) = look(storage, scribe, KeyRequest("city", 0))
        assert [step.shown is not None and step.shown.data is None for step in view.steps] == [True]

    def test_the_slot_of_a_value(self, storage: Storage, scribe: Scribe) -> None:
        """The hash leads to the slot, and the steps are those of this slot alone."""
        with scribe.record(storage) as record:
            red, blue = (record.put("tag", v, vhash=v.encode(), slot=None) for v in ("red", "blue"))
        with scribe.record(storage) as record:
            again = record.put("tag", "red", vf=50, vhash=b"red", slot=red)
        views = look(storage, scribe, *(KeyRequest("tag", 60, h) for h in (b"red", b"blue", b"green", b"re")))
        assert views == (
            KeyView(1, 2, red, (StepView(50, 2, scribe.version(again)),)),
            KeyView(1, 2, blue, (StepView(0, 1, scribe.version(blue)),)),
            KeyView(1, 2, None),
            KeyView(1, 2, None),
        )

    def test_a_value_hash_without_since(self, storage: Storage, scribe: Scribe) -> None:
        """The slot alone."""
        with scribe.record(storage) as record:
            red = record.put("tag", "red", vhash=b"red", slot=None)
        assert look(storage, scribe, KeyRequest("tag", None, b"red")) == (KeyView(1, 1, red),)

    def test_the_single_slot_of_a_many_valued_key(self, storage: Storage, scribe: Scribe) -> None:
        """Slot 0 is not one of its slots."""
        with scribe.record(storage) as record:
            record.put("tag", "red", vhash=b"red", slot=None)
        assert look(storage, scribe, KeyRequest("tag", 0)) == (KeyView(1, 1, 0),)

    def test_a_value_that_was_taken_away(self, storage: Storage, scribe: Scribe) -> None:
        """It keeps its slot: the beliefs have the hash, whatever the steps show."""
        with scribe.record(storage) as record:
            red = record.put("tag", "red", vhash=b"red", slot=None)
        with scribe.record(storage) as record:
            gone = record.retract("tag", vf=10, slot=red)
        with scribe.record(storage) as record:
            record.end("tag", 0, slot=red)
        assert look(storage, scribe, KeyRequest("tag", 10, b"red")) == (
            KeyView(1, 2, red, (StepView(10, 2, scribe.version(gone)),)),
        )

    def test_a_value_as_of_an_earlier_record(self, storage: Storage, scribe: Scribe) -> None:
        """A belief that was not written yet leads nowhere."""
        with scribe.record(storage) as record:
            record.put("tag", "red", vhash=b"red", slot=None)
        with scribe.record(storage) as record:
            blue = record.put("tag", "blue", vhash=b"blue", slot=None)
        assert look(storage, scribe, KeyRequest("tag", 0, b"blue"), n=1) == (KeyView(1, 1, None),)
        (view,) = look(storage, scribe, KeyRequest("tag", 0, b"blue"), n=2)
        assert (view.ver, view.slot) == (2, blue)

    def test_equal_values_of_two_keys(self, storage: Storage, scribe: Scribe) -> None:
        """The hash counts within its key."""
        with scribe.record(storage) as record:
            one, two = (record.put(name, "red", vhash=b"red", slot=None) for name in ("one", "two"))
        views = look(storage, scribe, KeyRequest("two", None, b"red"), KeyRequest("one", None, b"red"))
        assert [view.slot for view in views] == [two, one]

    def test_each_request_in_its_place(self, storage: Storage, scribe: Scribe) -> None:
        """Also when a key is asked for twice, and when there are many."""
        with scribe.record(storage) as record:
            for number in range(300):
                record.put(f"k{number}", "x", vf=number)
        names = [f"k{number}" for number in (*range(299, -1, -1), 7, 7, 400, 0)]
        views = look(storage, scribe, *(KeyRequest(name, 0) for name in names), KeyRequest("k7"))
        assert [view.kid for view in views] == [*range(300, 0, -1), 8, 8, 0, 1, 8]
        assert [step.vf for view in views for step in view.steps] == [*range(299, -1, -1), 7, 7, 0]

    def test_nasty_names(self, storage: Storage, scribe: Scribe) -> None:
        """Names go through the request as exactly as they were written."""
        with scribe.record(storage) as record:
            kids = [record.key(name) for name in NASTY]
            for name in NASTY:
                record.put(name, name)
        assert [view.kid for view in look(storage, scribe, *map(KeyRequest, NASTY))] == kids
        assert {view.kid for view in look(storage, scribe, *(KeyRequest(n + "?") for n in NASTY))} == {0}

    def test_committed_by_transaction_or_key(self, storage: Storage, scribe: Scribe) -> None:
        """Either tells the seq; a record without the key matches none."""
        with scribe.record(storage) as record:
            record.put("city", "Rome")
        with scribe.record(storage, idem=b"i" * 16) as record:
            record.put("city", "Oslo")
        one, two = (entry.journal.tx for entry in scribe.entries)
        expected = {
            (one, None): 1,
            (two, None): 2,
            (b"t" * 16, None): None,
            (b"t" * 16, b"i" * 16): 2,
            (b"t" * 16, b"j" * 16): None,
            (one, b"j" * 16): 1,
            (b"i" * 16, one): None,
        }
        with storage.read() as reader:
            for (tx, idem), seq in expected.items():
                assert reader.view(scribe.mem, ViewRequest(tx, idem), LATEST).committed == seq, (tx, idem)

    def test_known_sources(self, storage: Storage, scribe: Scribe) -> None:
        """Those that are known, with their places."""
        with scribe.record(storage) as record:
            known = {row.id: row.place for row in (record.source(f"{number}") for number in range(9))}
        some = next(iter(known))
        with storage.read() as reader:
            for asked in [(), ("x" * 32,), (some, "no id", "", "f" * 32, some), tuple(known)]:
                view = reader.view(scribe.mem, ViewRequest(b"t", None, (), asked), LATEST)
                assert view.sources == {name: known[name] for name in asked if name in known}

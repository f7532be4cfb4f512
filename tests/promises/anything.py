"""Every public method, called with anything: what is right, by the name of a parameter, and what must hold then.

Only errors of ours, which are short; nothing in the journal that no receipt speaks of; and all of it still
verifies. Methods and parameters are found by looking at the classes, so that new ones are called too.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from memtxn import (
    Belief,
    Evidence,
    Immutable,
    Memory,
    MemtxnError,
    Rejected,
    Snapshot,
    Source,
    Store,
    Transaction,
    Unique,
)
from memtxn.engine.savepoint import Savepoint
from memtxn.model.key import PART_LIMIT
from memtxn.model.policy import Policy
from memtxn.model.proposal import Proposal
from tests.promises.hostile import HOSTILE, LIARS
from tests.promises.world import World, hour

Parameters = list[inspect.Parameter]

WRITES: dict[type, frozenset[str]] = {
    Store: frozenset(),
    Memory: frozenset(
        {
            "observe",
            "observe_json",
            "run",
            "declare",
            "declare_type",
            "constrain",
            "drop_constraint",
            "load",
            "erase",
        }
    ),
    Snapshot: frozenset(),
    Transaction: frozenset({"commit"}),
    Savepoint: frozenset(),
    Source: frozenset(),
}
"""What callers hold, with the methods that may add a record."""

FUNCTIONS = {"fn", "progress", "on_problem"}
"""Parameters that take a function of the caller's."""

LONGEST = 3 * PART_LIMIT + 1000
"""Characters of a message: a key may stand in it, and no value."""


def methods(kind: type) -> dict[str, Parameters]:
    """The public methods of a class, with what they take. `close` ends everything and is left out."""
    return {
        name: list(inspect.signature(method).parameters.values())[1:]
        for name, method in inspect.getmembers(kind, inspect.isfunction)
        if not name.startswith("_") and name != "close"
    }


CALLS = [(kind, name, takes) for kind in WRITES for name, takes in methods(kind).items()]


class Caller:
    """A store on a file, and what it gave out, by kind."""

    def __init__(self, folder: Path) -> None:
        self.world = World("sqlite", folder)
        self.world.clock.set(hour(9))
        source = self.world.say("tea at 4pm", hour(1))
        self.world.tell("A/1", "x", "tea", hour(2))
        self.beliefs: list[Belief] = []
        self.held: dict[type, list[Any]] = {kind: [] for kind in WRITES}
        document = self.world.m.observe_json({"a": ["tea"]}, speaker="ann", at=hour(3))
        for made in (self.world.store, self.world.m, self.world.m.at(), source, document):
            self.keep(made)
        self.keep(self.world.m.get("A/1", "x"))
        self.begin()
        self.anchor = self.world.store.anchor()
        self.head = self.world.head()

    def begin(self) -> None:
        """Hold a new transaction and a savepoint of it."""
        tx = self.world.m.transaction(on_reject="skip")
        self.keep(tx)
        self.keep(tx.savepoint())

    def keep(self, made: object) -> None:
        """Hold what a call gave, the newest few of each kind."""
        if type(made) in self.held:
            self.held[type(made)] = [*self.held[type(made)][-3:], made]
        if isinstance(made, Belief):
            self.beliefs = [*self.beliefs[-3:], made]

    def call(self, receiver: object, name: str, positional: list[Any], named: dict[str, Any]) -> object:
        """Call a method, and see that what must hold does hold. An error of ours is None."""
        made, growth = None, int(name in WRITES[type(receiver)])
        try:
            made = self.taken(getattr(receiver, name)(*positional, **named))
        except MemtxnError as error:
            growth = int(isinstance(error, Rejected) or name == "load")  # what came before the bad line is in
            told = error.code, len(str(error).encode())
        else:
            told = "none", 0
        assert told[0], name
        assert told[1] <= LONGEST, name
        head = self.world.head()
        assert head.seq - self.head.seq <= growth, name
        assert head.seq > self.head.seq or head == self.head, name
        self.head = head
        return made

    def taken(self, made: object) -> object:
        """Hold what came of a call, and look at it as a caller would."""
        if isinstance(made, Iterator):
            made = list(islice(made, 20))
        for one in made if isinstance(made, list) else [made]:
            self.keep(one)
        if not isinstance(made, Evidence | Proposal):  # which show what the caller put into them
            str(made)
        return made

    def finish(self) -> None:
        """All of it verifies, the next good call works, and a closed store says so to whatever came of it."""
        assert self.world.m.verify().ok
        self.world.tell("Z/1", "x", "still here", hour(8))
        assert self.world.reopen().verify().ok
        self.world.store.close()
        for kind, held in self.held.items():
            for name in _without_arguments(kind):
                for receiver in held:
                    _after_the_end(getattr(receiver, name))

    # -- what is given ---------------------------------------------------------------------------------

    def wrong(self, parameter: inspect.Parameter, name: str) -> object:
        """Anything. But what a function or an iterable of the caller's raises is the caller's: it is none."""
        made = HOSTILE[name]()
        own = callable(made) if parameter.name in FUNCTIONS else parameter.name == "lines" and name in LIARS
        return 5 if own else made

    def right(self, parameter: inspect.Parameter) -> list[Any]:
        """What a parameter of that name takes; something for a name that is not known here."""
        sources = self.held[Source]
        cited = [source.quote("tea") if source.text else source.pointer("/a/0") for source in sources]
        live = {
            "evidence": [None, *cited, cited],
            "derived_from": [(), self.beliefs],
            "based_on": [(), self.beliefs[-1:]],
            "tx_id": [self.held[Transaction][-1].id, "0" * 32],
            "source_id": [source.id for source in sources],
            "savepoint": self.held[Savepoint][::-1],
            "anchor": [self.anchor],
        }
        return (RIGHT | live).get(parameter.name, [None])


def _without_arguments(kind: type) -> list[str]:
    taking = methods(kind).items()
    return [name for name, takes in taking if all(one.default is not one.empty for one in takes)]


def _after_the_end(method: Callable[[], object]) -> None:
    try:
        made = method()
        for _ in made if isinstance(made, Iterator) else ():
            pass
    except MemtxnError:
        pass


def _state(tx: Transaction) -> object:
    return tx.set_state("Run/1", "step", 1)


def _read(tx: Transaction) -> object:
    return tx.get("A/1", "x")


RIGHT: dict[str, list[Any]] = {
    "entity": ["A/1", ("A", "2"), "B/1"],
    "entity_type": ["A", "B"],
    "entity_id": ["1", "2"],
    "attribute": ["x", "y"],
    "prefix": [(), "A", "A/1", ("A", "1", "x")],
    "value": ["tea", None, 1, {"a": [1]}],
    "text": ["tea", "tea at 4pm", "tea and milk"],
    "speaker": ["ann"],
    "channel": ["user", "operator", "tool"],
    "authority": [None, 0.3, 1],
    "ref": [None, "turn 1"],
    "ordinal": [0, 2],
    "at": [hour(1), hour(8)],
    "observed_at": [None, hour(2), hour(7)],
    "valid_from": [None, hour(3)],
    "valid_to": [None, hour(6)],
    "confidence": [1.0, 0],
    "type": ["fact", "goal"],
    "expected_version": [None, 0, 1, 2],
    "id": [None, "p1"],
    "label": [None, "label"],
    "labels": ["m", "other"],
    "isolation": ["serializable", "snapshot"],
    "on_reject": ["abort", "skip"],
    "risk": [None, "low"],
    "idempotency_key": [None, "k1", "k2"],
    "fn": [_state, _read],
    "retries": [0, 1],
    "cardinality": ["one", "many"],
    "constraint": [Unique("Z", "u"), Immutable("Z", "i", name="c")],
    "name": ["c"],
    "lines": [['{"text": "tea"}']],
    "target": ["copy.db"],
    "reason": ["asked"],
    "seq": [None, 0, 1],
    "recorded": [None, hour(9)],
    "valid": [None, hour(2), hour(20)],
    "first": [None, 1],
    "last": [None, 2],
    "limit": [None, 1, 3],
    "oldest_first": [True, False],
    "check": ["tail", "digest", "full"],
    "occurrence": [1, 2],
    "start": [0, 1],
    "end": [3],
    "pointer": ["", "/a/0"],
    "principal": ["local", "cy"],
    "scopes": [("read", "propose"), ("read",), ("propose",)],
    "policy": [None, "shadow", Policy()],
}
"""Right values by the name of the parameter."""

"""A key whose value moved, and to which an older fact came late: its versions, and what `at` answers."""

from __future__ import annotations

from datetime import datetime

import msgspec

from memtxn.engine.memory import Memory
from memtxn.engine.reads import Snapshot
from memtxn.model.belief import Belief, Status
from memtxn.model.codec import Json
from memtxn.model.key import Key
from memtxn.testkit.dialogues import Dialogue


class Version(msgspec.Struct, frozen=True):
    """One version. ``arrived`` counts from 1; ``late``: something observed later was there already."""

    belief: Belief
    seq: int
    arrived: int
    late: bool
    speaker: str
    quote: str


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A question to the past, with the answer and the one that the versions themselves imply."""

    seq: int | None = None
    valid: datetime | None = None
    means: str
    found: Json
    expected: Json

    @property
    def ok(self) -> bool:
        """Whether the memory answered what its versions imply."""
        return self.found == self.expected


class Versions(msgspec.Struct, frozen=True):
    """All versions of a key of a dialogue, the one observed last first, and the questions."""

    dialogue: Dialogue
    key: Key
    versions: tuple[Version, ...]
    asked: tuple[Asked, ...]

    @property
    def ok(self) -> bool:
        """Every answer is right, and what shows now is what was observed last, not what arrived last."""
        newest_shows = [version.belief.status for version in self.versions].index(Status.ACTIVE) == 0
        return newest_shows and all(one.ok for one in self.asked)


def moved_key(dialogue: Dialogue) -> Key | None:
    """A single-valued key of the dialogue to which an older fact is honestly reported late."""
    taken_back = {offer.key for offer in dialogue.proposals if offer.op == "retract"}
    observed: dict[tuple[str, str, str], datetime] = {}
    for offer in sorted(dialogue.proposals, key=lambda offer: offer.made):
        key, moment = Key(*offer.key), offer.observed_at or dialogue.turns[offer.turn].at
        many = (key.entity_type, key.attribute) in dialogue.many
        if offer.kind != "honest" or offer.key in taken_back or many:
            continue
        if moment < observed.setdefault(offer.key, moment):
            return key
        observed[offer.key] = moment
    return None


def versions_of(memory: Memory, dialogue: Dialogue, key: Key) -> Versions:
    """The versions of a single-valued key that nobody retracted, and what `at` says of it."""
    arrived = [_version(memory, place, history) for place, history in _arrivals(memory, key)]
    versions = sorted(arrived, key=lambda version: version.belief.observed_at, reverse=True)
    asked = [*_by_seq(memory, key, arrived), *_by_valid(memory, key, arrived)]
    return Versions(dialogue, key, tuple(versions), tuple(asked))


def _arrivals(memory: Memory, key: Key) -> list[tuple[int, list[Belief]]]:
    history = memory.history(key.entity, key.attribute)
    return [(place, history[:place]) for place in range(1, len(history) + 1)]


def _version(memory: Memory, place: int, history: list[Belief]) -> Version:
    belief, citation = history[-1], history[-1].evidence[0]
    source = memory.source(citation.source_id)
    late = any(earlier.observed_at > belief.observed_at for earlier in history[:-1])
    quote = (source.text or "")[citation.start : citation.end]
    return Version(belief, int(belief.id.partition(".")[0]), place, late, source.speaker, quote)


def _by_seq(memory: Memory, key: Key, arrived: list[Version]) -> list[Asked]:
    """What the memory answered after each arrival."""
    return [
        Asked(
            seq=version.seq,
            means=f"as it answered after arrival {count}",
            found=_value(memory.at(seq=version.seq), key),
            expected=_latest(arrived[:count]),
        )
        for count, version in enumerate(arrived, start=1)
    ]


def _by_valid(memory: Memory, key: Key, arrived: list[Version]) -> list[Asked]:
    """What held when each version was observed, and whether that of a late one was known before it came."""
    asked: list[Asked] = []
    for version in sorted(arrived, key=lambda version: version.belief.valid_from):
        instant = version.belief.valid_from
        if version.late:
            earlier = [one for one in arrived if one.seq < version.seq]
            asked.append(_both(memory, key, version.seq - 1, instant, earlier))
        asked.append(
            Asked(
                valid=instant,
                means="what held then, as known now",
                found=_value(memory.at(valid=instant), key),
                expected=_latest(arrived, instant),
            )
        )
    return asked


def _both(memory: Memory, key: Key, seq: int, instant: datetime, earlier: list[Version]) -> Asked:
    return Asked(
        seq=seq,
        valid=instant,
        means="what held then, as known before the late fact",
        found=_value(memory.at(seq=seq, valid=instant), key),
        expected=_latest(earlier, instant),
    )


def _value(snapshot: Snapshot, key: Key) -> Json:
    belief = snapshot.get(key.entity, key.attribute)
    return belief.value if isinstance(belief, Belief) else None


def _latest(versions: list[Version], instant: datetime | None = None) -> Json:
    """The value observed last (up to an instant): by hand, from the versions alone."""
    known = [v.belief for v in versions if instant is None or v.belief.observed_at <= instant]
    return max(known, key=lambda belief: belief.observed_at).value if known else None

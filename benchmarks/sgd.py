"""Table *sgd*: 2,098 real dialogues replayed turn by turn on a real file, honest and corrupted proposals mixed.

The data is no part of memtxn: ``MEMTXN_DATA`` names the folder that holds ``sgd/`` (see `memtxn.testkit.sgd`).
"""

from __future__ import annotations

import os
import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

import memtxn
from benchmarks.corrupt import corruptions, is_ordered_subsequence
from benchmarks.measure import table
from memtxn.testkit.dialogues import Dialogue, Offer
from memtxn.testkit.fakes import FakeClock
from memtxn.testkit.replay import Answer, Replayed, replay
from memtxn.testkit.sgd import FILE, read_sgd

GOAL = 0.98
"""Of the verbatim values: some turns take back, or ask about, what the corpus counts as settled."""
SEED = 20_261_130


def main() -> bool:
    """Print the table and every honest proposal that was refused."""
    folder = os.environ.get("MEMTXN_DATA")
    if folder is None or not (Path(folder) / FILE).exists():
        print(
            f"sgd: not run: MEMTXN_DATA must name a folder that holds {FILE};"
            " memtxn.testkit.sgd says where the data comes from"
        )
        return True
    dialogues = read_sgd(Path(folder))
    mixed, dropped = _mixed(dialogues)
    with tempfile.TemporaryDirectory() as place:
        replays = list(_replayed(mixed, Path(place) / "sgd.db"))
    return _print(replays, dropped)


def _mixed(dialogues: Sequence[Dialogue]) -> tuple[list[Dialogue], Counter[str]]:
    """The dialogues with a corruption after each honest proposal, and the corruptions dropped by kind.

    Dropped is what the independent test still finds to be an ordered subsequence of its turn.
    """
    chance, dropped = random.Random(SEED), Counter[str]()
    values = [str(offer.value) for dialogue in dialogues for offer in dialogue.proposals]
    mixed = []
    for dialogue in dialogues:
        offers: list[Offer] = []
        for offer in dialogue.proposals:
            offers.append(offer)
            if offer.kind == "honest":
                offers += _corrupted(offer, dialogue, values, chance, dropped)
        mixed.append(msgspec.structs.replace(dialogue, proposals=tuple(offers)))
    return mixed, dropped


def _corrupted(
    offer: Offer, dialogue: Dialogue, values: Sequence[str], chance: random.Random, dropped: Counter[str]
) -> Iterator[Offer]:
    for how, value in corruptions(offer, values, chance):
        if is_ordered_subsequence(value, dialogue.turns[offer.turn].text):
            dropped[how] += 1
        else:
            yield msgspec.structs.replace(offer, value=value, kind="corrupt", how=how, published_gate="refuse")


def _replayed(dialogues: Sequence[Dialogue], path: Path) -> Iterator[Replayed]:
    clock = FakeClock()
    with memtxn.open(path, clock=clock) as store:
        for dialogue in dialogues:
            yield replay(store.memory(dialogue.id), dialogue, clock)


def _print(replays: Sequence[Replayed], dropped: Counter[str]) -> bool:
    answers = [answer for replayed in replays for answer in replayed.answers]
    kinds = {kind: [answer for answer in answers if answer.offer.kind == kind] for kind in ("honest", "unquoted")}
    rows = [[kind, len(found), sum(a.admitted for a in found)] for kind, found in kinds.items()]
    corrupt = [answer for answer in answers if answer.offer.kind == "corrupt"]
    for how in ("negator_inserted", "tokens_exchanged", "foreign_value"):
        found = [answer for answer in corrupt if answer.offer.how == how]
        rows.append([f"{how} (dropped {dropped[how]})", len(found), sum(a.admitted for a in found)])
    table(f"sgd: {len(replays):,} real dialogues", ["proposals", "made", "admitted"], rows)
    matched = sum(1 for replayed in replays if not _differs(replayed))
    honest = kinds["honest"]
    share = sum(answer.admitted for answer in honest) / len(honest)
    print(f"honest, verbatim: {share:.4%} admitted (goal ≥ {GOAL:.1%}); refused, all of them:")
    for answer in (answer for answer in honest if not answer.admitted):
        print("  ", _line(answer))
    print(f"active map equals gold over the verbatim updates: {matched:,} of {len(replays):,} dialogues")
    loose = _loose(answers)
    print(f"by word boundaries alone (1 in 1:30 counts): {loose[0]:,} of {loose[1]:,} admitted")
    through = [answer for answer in corrupt if answer.admitted]
    for answer in through:
        print("  PASSED", _line(answer))
    return share >= GOAL and not through


def _differs(replayed: Replayed) -> bool:
    """Whether a key of the expected map shows something else, leaving out what was not proposed verbatim."""
    expected = replayed.dialogue.expected or {}
    return any(difference.name in expected for difference in replayed.differences)


def _loose(answers: Sequence[Answer]) -> tuple[int, int]:
    """(admitted, all) of the gold values that stand in their turn by regular-expression word boundaries."""
    gold = [answer for answer in answers if answer.offer.kind in ("honest", "unquoted")]
    standing = [
        answer
        for answer in gold
        if re.search(rf"\b{re.escape(str(answer.offer.value))}\b", answer.offer.quote, re.IGNORECASE)
    ]
    return sum(answer.admitted for answer in standing), len(standing)


def _line(answer: Answer) -> str:
    return f"{answer.offer.key} = {answer.offer.value!r} {answer.verdict.reasons} ← {answer.offer.quote!r}"

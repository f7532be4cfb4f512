"""Schema-Guided Dialogue (SGD): real conversations with gold updates of what the user wants, as dialogues.

The data is no part of memtxn: CC BY-SA 4.0, github.com/google-research-datasets/dstc8-schema-guided-dialogue.
Expected is ``sgd/sgd_dev_state_updates.jsonl.gz`` in a folder of the user's choice: gzip, one object a line:

.. code-block:: json

    {"dialogue_id": "…", "turns": [["U", "…"], ["S", "…"]],
     "updates": [{"turn": 0, "service": "…", "slot": "…", "op": "add", "new": ["…"], "evidence_turn": 0}]}

``op`` is add, revise or drop; ``new`` are spellings of one value; ``evidence_turn`` is null when none of them
was said. The corpus has no times: turns are given one a minute.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from memtxn.testkit.dialogues import BadDialogues, Dialogue, Offer, Turn

FILE = Path("sgd", "sgd_dev_state_updates.jsonl.gz")
"""Where it lies in the folder of data."""

_START = datetime(2026, 1, 5, 9, tzinfo=UTC)
_MINUTE = timedelta(minutes=1)
_BEFORE, _BEHIND = r"(?<!\w)(?<!\d[:.,])", r"(?!\w)(?![:.,]\d)"  # the 1 of 1:30 is no 1
_SPEAKERS = {"U": ("user", "user"), "S": ("assistant", "assistant")}


class Update(msgspec.Struct, frozen=True):
    """One gold update: at ``turn`` the user has settled ``slot`` on ``new``."""

    turn: int
    service: str
    slot: str
    op: Literal["add", "revise", "drop"]
    new: tuple[str, ...] | None = None
    evidence_turn: int | None = None


class Conversation(msgspec.Struct, frozen=True):
    """One line of the file."""

    dialogue_id: str
    turns: Annotated[tuple[tuple[Literal["U", "S"], str], ...], msgspec.Meta(min_length=1)]
    updates: tuple[Update, ...]


def read_sgd(folder: Path, limit: int | None = None) -> list[Dialogue]:
    """The first ``limit`` dialogues (None: all).

    Raises:
        BadDialogues: the file is not there, or a line is not as described above.
    """
    path = folder / FILE
    dialogues: list[Dialogue] = []
    try:
        with gzip.open(path, "rb") as lines:
            for line in islice(lines, limit):
                dialogues.append(dialogue_of(_decoder.decode(line)))
    except (msgspec.MsgspecError, KeyError, IndexError) as error:
        raise BadDialogues(f"{path}, line {len(dialogues) + 1}: {error}") from error
    except (OSError, EOFError, zlib.error) as error:
        raise BadDialogues(f"{path}: {error}") from error
    return dialogues


def dialogue_of(conversation: Conversation) -> Dialogue:
    """The gold updates as goals on (service, dialogue, slot), each quoting its whole turn.

    A value that stands in its turn, as whole words and numbers, is an honest proposal; any other one (a
    normal form, a yes to what was shown) is ``unquoted``. A drop quotes nothing and is left out. The expected
    state is what the honest ones come to.
    """
    turns = tuple(_turn(place, who, text) for place, (who, text) in enumerate(conversation.turns))
    updates = [update for update in conversation.updates if update.op != "drop" and update.new]
    offers = tuple(_offer(conversation, turns, update) for update in updates)
    final = {offer.name: offer.value for offer in offers if offer.kind == "honest"}
    return Dialogue(conversation.dialogue_id, turns, offers, final=final)


_decoder = msgspec.json.Decoder(Conversation)


def _turn(place: int, who: str, text: str) -> Turn:
    speaker, channel = _SPEAKERS[who]
    return Turn(speaker, _START + place * _MINUTE, text, channel)


def _offer(conversation: Conversation, turns: tuple[Turn, ...], update: Update) -> Offer:
    """Made when the user has settled it, which may be after the words were said."""
    said = update.turn if update.evidence_turn is None else update.evidence_turn
    text = turns[said].text
    spelling = next(_verbatim(update.new or (), text), None)
    return Offer(
        turn=said,
        quote=text,
        key=(update.service, conversation.dialogue_id, update.slot),
        value=spelling or (update.new or ("",))[0],
        kind="honest" if spelling else "unquoted",
        type="goal",
        observed_at=turns[update.turn].at,
        after=update.turn,
    )


def _verbatim(spellings: tuple[str, ...], text: str) -> Iterator[str]:
    """The spellings that stand in a text as whole words and numbers, those in the very same letters first."""
    patterns = [(one, rf"{_BEFORE}{re.escape(one)}{_BEHIND}") for one in spellings]
    yield from (one for one, pattern in patterns if re.search(pattern, text))
    yield from (one for one, pattern in patterns if re.search(pattern, text, re.IGNORECASE))

"""Reading dialogues: what is well formed, and a clear word on what is not."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memtxn.testkit.dialogues import BadDialogues, read_dialogues
from memtxn.testkit.sgd import FILE, read_sgd
from tests.interfaces.demo.given import OWN, Line, dialogue, own, written


def test_memtxns_own_dialogues_are_read_whole() -> None:
    read = read_dialogues(OWN)
    assert [one.id for one in read] == [line["id"] for line in own()]
    assert sum(len(one.turns) for one in read) == sum(len(line["turns"]) for line in own())
    assert sum(len(one.proposals) for one in read) == sum(len(line["proposals"]) for line in own())


def test_blank_lines_are_skipped_and_unknown_fields_too(tmp_path: Path) -> None:
    path = written(tmp_path / "d.jsonl", "", {**dialogue(), "mood": "good"}, "  ")
    assert [one.id for one in read_dialogues(path)] == ["d1"]


def test_nothing_is_expected_when_nothing_is_said_of_the_end(tmp_path: Path) -> None:
    line = dialogue()
    del line["final"]
    (read,) = read_dialogues(written(tmp_path / "d.jsonl", line))
    assert read.expected is None


def spoilt(place: str, index: int, **fields: object) -> Callable[[Line], None]:
    def spoil(line: Line) -> None:
        line[place][index].update(fields)

    return spoil


def without(place: str, field: str) -> Callable[[Line], None]:
    def spoil(line: Line) -> None:
        del line[place][0][field]

    return spoil


SPOILT: list[tuple[Callable[[Line], None], str]] = [
    (spoilt("turns", 0, at="9999-12-31T23:59:59Z"), "turns[0].at is 9999-12-31"),
    (lambda line: line.pop("turns"), "missing required field `turns`"),
    (lambda line: line.update(turns=[]), "length >= 1 - at `$.turns`"),
    (lambda line: line.update(id=""), "length >= 1 - at `$.id`"),
    (without("turns", "speaker"), "`speaker`"),
    (without("proposals", "quote"), "`quote`"),
    (spoilt("turns", 0, at="2026-11-03T10:00:00"), "timezone"),
    (spoilt("turns", 0, at="yesterday"), "$.turns[0].at"),
    (spoilt("turns", 1, at="2026-11-03T09:00:00+00:00"), "turns[1].at lies before"),
    (spoilt("turns", 1, i=7), "turns[1].i is 7"),
    (spoilt("proposals", 1, turn=2), "proposals[1].turn is 2; the turns are 0 to 1"),
    (spoilt("proposals", 1, turn=-1), "proposals[1].turn is -1"),
    (spoilt("proposals", 1, after=0), "proposals[1].after is 0"),
    (spoilt("proposals", 1, after=9), "proposals[1].after is 9"),
    (spoilt("proposals", 0, key=["Booking", "b1"]), "$.proposals[0].key"),
    (spoilt("proposals", 0, key=["Booking", " ", "seats"]), "entity id must not be empty"),
    (spoilt("proposals", 0, type="rumour"), "proposals[0].type 'rumour'"),
    (spoilt("proposals", 0, type="retraction"), "proposals[0].type 'retraction'"),
    (spoilt("proposals", 0, kind="dishonest"), "$.proposals[0].kind"),
    (lambda line: line.update(schema={"seats": {"cardinality": "many"}}), "'seats' is not 'Type/attribute'"),
    (lambda line: line.update(final={"seats": "six"}), "'seats' is not 'Type/id/attribute'"),
]


@pytest.mark.parametrize(("spoil", "problem"), SPOILT, ids=map(str, range(len(SPOILT))))
def test_a_bad_line_is_named_with_its_problem(
    spoil: Callable[[Line], None], problem: str, tmp_path: Path
) -> None:
    bad = {**dialogue(), "id": "d2"}
    spoil(bad)
    path = written(tmp_path / "d.jsonl", dialogue(), "", bad)
    with pytest.raises(BadDialogues) as raised:
        read_dialogues(path)
    assert f"{path}, line 3: " in str(raised.value)
    assert problem in str(raised.value)


def test_bad_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadDialogues, match="No such file") as raised:
        read_dialogues(tmp_path / "none.jsonl")
    assert "check its path" in raised.value.advice
    with pytest.raises(BadDialogues, match="holds no dialogue"):
        read_dialogues(written(tmp_path / "empty.jsonl", ""))
    with pytest.raises(BadDialogues, match="line 1: JSON is malformed"):
        read_dialogues(written(tmp_path / "text.jsonl", "Hello"))
    with pytest.raises(BadDialogues, match="line 2: there is a dialogue 'd1' above"):
        read_dialogues(written(tmp_path / "twice.jsonl", dialogue(), dialogue()))
    (tmp_path / "latin.jsonl").write_bytes(json.dumps(dialogue()).replace("ana", "Ren\xe9").encode("latin-1"))
    with pytest.raises(BadDialogues, match=r"line 1: .*UTF-8"):
        read_dialogues(tmp_path / "latin.jsonl")


# -- SGD -----------------------------------------------------------------------------------------------


def conversation(**fields: object) -> Line:
    update = {"turn": 0, "service": "Meals_1", "slot": "seats", "op": "add", "new": ["2"], "evidence_turn": 0}
    return {"dialogue_id": "x", "turns": [["U", "For 2."], ["S", "Done."]], "updates": [{**update, **fields}]}


def sgd(folder: Path, *lines: Line | str) -> Path:
    (folder / FILE.parent).mkdir(exist_ok=True)
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    (folder / FILE).write_bytes(gzip.compress("\n".join(texts).encode()))
    return folder


def test_a_gold_update_is_a_goal_that_quotes_its_turn(tmp_path: Path) -> None:
    (read,) = read_sgd(sgd(tmp_path, conversation(new=["two", "2"])))
    (offer,) = read.proposals
    assert (offer.quote, offer.value, offer.type, offer.kind) == ("For 2.", "2", "goal", "honest")
    assert offer.key == ("Meals_1", "x", "seats")
    assert read.final == {"Meals_1/x/seats": "2"}


def test_it_is_made_when_the_user_has_settled_it(tmp_path: Path) -> None:
    (read,) = read_sgd(sgd(tmp_path, conversation(turn=1)))
    (offer,) = read.proposals
    assert (offer.turn, offer.made, offer.observed_at) == (0, 1, read.turns[1].at)


@pytest.mark.parametrize("text", ["At 12:30.", "The 12th.", "Say 2.5.", "Twenty2.", "Some."])
def test_a_value_inside_another_word_is_unquoted(text: str, tmp_path: Path) -> None:
    line = {**conversation(new=["2" if "12" not in text else "12"]), "turns": [["U", text], ["S", "Done."]]}
    (read,) = read_sgd(sgd(tmp_path, line))
    assert [offer.kind for offer in read.proposals] == ["unquoted"]
    assert read.final == {}


def test_what_nobody_said_is_unquoted_and_drops_are_left_out(tmp_path: Path) -> None:
    lines = [conversation(evidence_turn=None, new=["dontcare"]), conversation(op="drop", new=None)]
    said, dropped = read_sgd(sgd(tmp_path, *lines))
    assert [offer.kind for offer in said.proposals] == ["unquoted"]
    assert dropped.proposals == ()


def test_the_limit_is_kept_and_bad_data_is_named(tmp_path: Path) -> None:
    assert len(read_sgd(sgd(tmp_path, conversation(), conversation(), "bad"), limit=2)) == 2
    with pytest.raises(BadDialogues, match="line 3"):
        read_sgd(tmp_path)
    with pytest.raises(BadDialogues, match="No such file"):
        read_sgd(tmp_path / "nowhere")
    with pytest.raises(BadDialogues, match="line 1"):
        read_sgd(sgd(tmp_path, conversation(evidence_turn=5)))
    (tmp_path / FILE).write_bytes(b"not gzip")
    with pytest.raises(BadDialogues, match="gzip"):
        read_sgd(tmp_path)

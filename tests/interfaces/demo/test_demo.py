"""The demo as its users run it: a process, its exit code, its JSON, and what stands on the screen."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

import memtxn
from memtxn.testkit.sgd import FILE
from tests.interfaces.demo.given import Line, dialogue, own, run, written

OK, USAGE, PROBLEMS = 0, 2, 6


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    """The JSON summary of the whole demo, and the file that it kept."""
    kept = tmp_path_factory.mktemp("demo") / "kept.db"
    result = run("--json", "--keep", kept)
    assert (result.returncode, result.stderr) == (OK, "")
    return json.loads(result.stdout), kept


def proposals(**wanted: str) -> list[Line]:
    """Of all proposals of memtxn's own dialogues, those with these fields."""
    every = [offer for line in own() for offer in line["proposals"]]
    return [offer for offer in every if all(offer.get(name) == value for name, value in wanted.items())]


def test_all_holds_and_it_takes_less_than_a_minute(told: tuple[dict[str, Any], Path]) -> None:
    summary, _ = told
    assert summary["ok"] is True
    assert summary["seconds"] < 60


def test_every_honest_proposal_of_the_file_is_admitted(told: tuple[dict[str, Any], Path]) -> None:
    admission = told[0]["admission"]
    honest = len(proposals(kind="honest"))
    assert (admission["honest"], admission["honest_admitted"]) == (honest, honest)


def test_all_that_the_published_test_refuses_is_refused(told: tuple[dict[str, Any], Path]) -> None:
    admission = told[0]["admission"]
    refusable = len(proposals(kind="corrupt", published_gate="refuse"))
    assert (admission["refusable"], admission["refusable_refused"]) == (refusable, refusable)


def test_nothing_that_passed_is_left_out(told: tuple[dict[str, Any], Path]) -> None:
    admission = told[0]["admission"]
    kinds = Counter(offer["how"] for offer in proposals(kind="corrupt"))
    passed, refused = Counter(admission["passed"]), Counter(admission["refused_how"])
    assert passed + refused == kinds
    assert passed.total() == admission["corrupt"] - admission["corrupt_refused"]
    assert admission["corrupt"] == kinds.total()


def test_the_expected_end_is_reached_everywhere(told: tuple[dict[str, Any], Path]) -> None:
    final = told[0]["final"]
    assert final["dialogues"] == final["honest_equal"] == len(own())
    assert all(not one["honest_differences"] for one in told[0]["dialogues"])


def test_what_passed_is_told_as_a_difference(told: tuple[dict[str, Any], Path]) -> None:
    """Each dialogue in which something passed and nothing put it right again ends elsewhere."""
    summary, _ = told
    equal = sum(not one["mixed_differences"] for one in summary["dialogues"])
    assert summary["final"]["mixed_equal"] == equal


def test_the_late_fact_arrived_last_and_displaced_nothing(told: tuple[dict[str, Any], Path]) -> None:
    versions = told[0]["versions"]
    assert versions["key"] == "Meeting/larkfield.start_time"
    assert [(one["value"], one["status"], one["late"]) for one in versions["versions"]] == [
        ("4pm", "active", False),
        ("3pm", "superseded", False),
        ("2pm", "superseded", True),
    ]
    assert max(versions["versions"], key=lambda one: one["recorded_at"])["value"] == "2pm"
    assert all(one["ok"] for one in versions["asked"])


def test_killed_processes_leave_all_or_nothing(told: tuple[dict[str, Any], Path]) -> None:
    killed = told[0]["killed"]
    assert len(killed) >= 5
    assert all(one["ok"] and one["killed"] and one["verified"] for one in killed)
    assert {one["state"] for one in killed} == {"before", "after"}


def test_the_kept_file_holds_what_was_said(told: tuple[dict[str, Any], Path]) -> None:
    summary, kept = told
    with memtxn.open(kept) as store:
        for line in own():
            memory = store.memory(line["id"])
            assert memory.verify().ok
            for name, value in line["final"].items():
                entity, _, attribute = name.rpartition("/")
                belief = memory.get(entity, attribute)
                assert value == (belief.value if isinstance(belief, memtxn.Belief) else None)
    assert summary["verified"]["memories"] == 2 * len(own())


# -- the screen ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_screen_fits_80_columns_and_has_no_colour_in_a_pipe() -> None:
    result = run()
    assert (result.returncode, result.stderr) == (OK, "")
    assert max(map(cell_len, result.stdout.splitlines())) <= 80
    assert "\x1b" not in result.stdout
    for act in (
        "1  What",
        "2  A fact",
        "3  What",
        "4  Killed",
        "5  The proof",
        "Everything that this version promises held",
    ):
        assert act in result.stdout


@pytest.mark.slow
def test_the_screen_is_the_same_whatever_the_hash_seed() -> None:
    told = [run(PYTHONHASHSEED=seed).stdout.splitlines() for seed in ("0", "1")]
    first, second = ([line for line in lines if not line.startswith("(")] for lines in told)
    assert first == second


def test_nothing_of_a_wide_turn_is_cut_off(tmp_path: Path) -> None:
    line = dialogue()
    said = "一二三四五六七八九十" * 12
    line["turns"][0]["text"] = f"{said} for six"
    shown = run(written(tmp_path / "d.jsonl", line)).stdout
    assert "…" not in shown
    assert sum(shown.count(sign) for sign in "一二三四五六七八九十") == len(said)


def test_what_is_wrongly_admitted_is_marked_in_words(tmp_path: Path) -> None:
    line = spoilt(2, value="be eight", published_gate="accept")
    shown = run(written(tmp_path / "d.jsonl", line)).stdout
    assert "ADMIT ✗ b1.seats = be eight" in shown
    assert "corrupt (number_damaged): wrongly admitted" in shown
    assert "0 of 1" in shown


def test_hostile_text_cannot_move_the_cursor(tmp_path: Path) -> None:
    line = dialogue()
    line["id"], line["title"] = "d\x1b[2J", "\x1b[31mred\u202e"
    line["turns"][0].update(speaker="\x1b]0;x\x07", text="A table\x1b[H for six, please.")
    line["proposals"][2]["how"] = "\x1b[1A"
    result = run(written(tmp_path / "d.jsonl", line))
    assert result.returncode == OK
    assert not {"\x1b", "\x07", "\u202e"} & set(result.stdout)


# -- somebody's own file -------------------------------------------------------------------------------


def test_ones_own_file_is_told(tmp_path: Path) -> None:
    result = run(written(tmp_path / "d.jsonl", dialogue()), "--json")
    summary = json.loads(result.stdout)
    assert result.returncode == OK
    assert (summary["ok"], summary["killed"], summary["versions"]) == (True, [], None)
    assert summary["admission"]["honest_admitted"] == 2


def spoilt(place: int, **fields: object) -> Line:
    line = dialogue()
    line["proposals"][place].update(fields)
    return line


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(spoilt(0, value="seven"), id="honest but unsupported"),
        pytest.param(spoilt(2, value="be eight"), id="passes against the published test"),
        pytest.param({**dialogue(), "final": {"Booking/b1/seats": "six"}}, id="ends elsewhere"),
        pytest.param({**dialogue(), "final": {}}, id="a belief too many"),
    ],
)
def test_what_must_hold_and_does_not_is_a_failure(line: Line, tmp_path: Path) -> None:
    result = run(written(tmp_path / "d.jsonl", line))
    assert result.returncode == PROBLEMS
    assert "NOT EVERYTHING HELD" in result.stdout


def test_the_summary_says_what_the_exit_code_says(tmp_path: Path) -> None:
    result = run(written(tmp_path / "d.jsonl", spoilt(0, value="seven")), "--json")
    assert (result.returncode, json.loads(result.stdout)["ok"]) == (PROBLEMS, False)


def test_a_bad_file_is_refused_with_line_and_reason(tmp_path: Path) -> None:
    result = run(written(tmp_path / "d.jsonl", dialogue(), '{"id": 5}'))
    assert result.returncode == USAGE
    assert "d.jsonl, line 2: " in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_a_kept_file_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine.db").write_bytes(b"mine")
    result = run("--keep", tmp_path / "mine.db")
    assert result.returncode == USAGE
    assert "there is a file already" in result.stderr
    assert (tmp_path / "mine.db").read_bytes() == b"mine"


def test_an_unknown_dialogue_cannot_be_shown() -> None:
    result = run("--show", "d99")
    assert (result.returncode, result.stdout) == (USAGE, "")
    assert "no dialogue of that id" in result.stderr


def test_help_shows_the_format() -> None:
    result = run("--help")
    assert result.returncode == OK
    assert '"proposals": [{"turn": 0, "quote": "For six"' in result.stdout


# -- SGD -----------------------------------------------------------------------------------------------


def test_without_the_data_it_says_how_to_get_it() -> None:
    result = run("--sgd")
    assert result.returncode == USAGE
    assert "MEMTXN_DATA is not set" in result.stderr
    assert "Traceback" not in result.stderr


def test_the_data_is_told_up_to_the_limit(tmp_path: Path) -> None:
    update = {"turn": 0, "service": "Meals_1", "slot": "seats", "op": "add", "new": ["2"], "evidence_turn": 0}
    lines = [{"dialogue_id": f"x{n}", "turns": [["U", "For 2."]], "updates": [update]} for n in range(5)]
    (tmp_path / FILE.parent).mkdir()
    (tmp_path / FILE).write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    result = run("--sgd", "--limit", "3", "--json", MEMTXN_DATA=str(tmp_path))
    summary = json.loads(result.stdout)
    assert (result.returncode, summary["ok"]) == (OK, True)
    assert [one["id"] for one in summary["dialogues"]] == ["x0", "x1", "x2"]
    assert summary["final"]["honest_equal"] == 3

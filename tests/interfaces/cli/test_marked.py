"""`why` and `why-not` show the sentence around the evidence, and under it what each rule found where."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from memtxn import Account, Decision, Finding
from memtxn.interfaces.cli.marked import marked
from memtxn.interfaces.cli.safe import is_unsafe, visible
from memtxn.model.excerpt import Span, excerpts
from memtxn.model.explanation import Committed, Quoted
from tests.interfaces.cli.shell import NOON, Shell

NOW = datetime(2026, 3, 1, tzinfo=UTC)
TEXT = "I think the client meeting is now at 4pm, in Room B."
ABOUT = ("Meeting/client", "start_time")


def place(part: str, text: str = TEXT) -> Span:
    return text.index(part), text.index(part) + len(part)


def quoted(part: str, text: str = TEXT, spans: Sequence[Span] = (), source: str = "s") -> Quoted:
    start, end = place(part, text)
    shown = excerpts(text, [(start, end), *spans])
    return Quoted(source_id=source, text=part, at=NOW, start=start, end=end, excerpts=shown)


def account(evidence: Sequence[Quoted], *findings: Finding, value: str = "4pm") -> Account:
    return Account(
        id="1.1",
        value=value,
        status="quarantine",
        observed_at=NOW,
        evidence=tuple(evidence),
        findings=findings,
        transaction=Committed(tx_id="t", seq=1, recorded_at=NOW, principal="p"),
    )


def lines(of: Account, number: int = 0, width: int | None = None) -> list[str]:
    return [line.plain for line in marked(of, number, width)]


def found(code: str, *parts: str, text: str = TEXT, decision: Decision = Decision.QUARANTINE) -> Finding:
    return Finding("modality", decision, code, "So it is.", tuple(place(part, text) for part in parts))


# -- marks ---------------------------------------------------------------------------------------------


def test_quote_value_cue_and_scope_each_on_a_line_under_the_sentence() -> None:
    value = Finding("patch", spans=(place("4pm"),))
    cue = found("hedge_dropped", "I think", "now at 4pm")
    assert lines(account([quoted("meeting is now at 4pm")], value, cue)) == [
        "    │ I think the client meeting is now at 4pm, in Room B.",
        "                         [-------------------]  quote",
        '                                           ^^^  patch → "4pm"',
        "      ^^^^^^^                       ~~~~~~~~~~  modality hedge_dropped",
    ]


def test_colours_are_those_of_quote_value_and_cue() -> None:
    value = Finding("patch", spans=(place("4pm"),))
    cue = found("negation_dropped", "I think", decision=Decision.REJECT)
    first, *under = marked(account([quoted("now at 4pm")], value, cue), 0, None)
    styled = {(str(span.style), first.plain[span.start : span.end]) for span in first.spans}
    assert styled == {("underline", "now at 4pm"), ("green", "4pm"), ("red", "I think")}
    assert [str(span.style) for line in under for span in line.spans] == ["dim", "green", "red"]


def test_a_quote_that_is_all_that_is_shown_is_not_set_apart() -> None:
    assert lines(account([quoted(TEXT)], Finding("patch", spans=(place("4pm"),)))) == [
        f"    │ {TEXT}",
        '                                           ^^^  patch → "4pm"',
    ]


def test_what_was_overruled_says_so() -> None:
    cue = Finding("modality", Decision.QUARANTINE, "hedge_dropped", "", (place("I think"),), "verifier:m")
    assert lines(account([quoted(TEXT)], cue))[-1].endswith("^^^^^^^  modality hedge_dropped, overruled")


def test_a_long_value_is_told_in_brief() -> None:
    told = lines(account([quoted(TEXT)], Finding("patch", spans=(place("4pm"),)), value="x" * 500))
    assert len(told[-1]) < 150


def test_findings_without_places_and_the_rule_of_quotes_mark_nothing() -> None:
    silent = (Finding("fields"), Finding("quote", spans=(place("Room B"),)), Finding("x", Decision.REJECT, "c"))
    assert lines(account([quoted(TEXT)], *silent)) == [f"    │ {TEXT}"]


@pytest.mark.parametrize(
    ("text", "value", "before", "width"),
    [
        ("会議は四時です。", "四時", 6, 4),
        ("👩‍👩‍👧 👍🏽 at 4pm", "4pm", 9, 3),
        ("at 👍🏽 now", "👍🏽", 3, 2),
        ("nai\u0308ve 4pm", "4pm", 6, 3),
        ("a\u202eb 4pm", "4pm", 9, 3),
        ("a\x1bb 4pm", "4pm", 7, 3),
        ("a\tb 4pm", "4pm", 5, 3),
        ("a b\u0301 c", "\u0301", 3, 1),
    ],
)
def test_columns_are_those_of_a_terminal(text: str, value: str, before: int, width: int) -> None:
    told = lines(account([quoted(text, text)], Finding("patch", spans=(place(value, text),))))
    marks = told[1].removeprefix("      ").partition("  patch")[0]
    assert marks == " " * before + "^" * width


# -- which source --------------------------------------------------------------------------------------


def test_what_a_rule_found_stands_under_the_evidence_that_it_looked_at() -> None:
    both = [quoted("now at 4pm"), quoted("Make it 4pm.", "Make it 4pm.", source="t")]
    told = account(both, Finding("patch", spans=(place("4pm"),)))
    assert any("patch" in line for line in lines(told, 0))
    assert lines(told, 1) == ["    │ Make it 4pm."]


def test_beside_a_quote_that_was_not_found_nothing_is_guessed() -> None:
    lost = Quoted(source_id="t", text="at 5pm", found=False, at=NOW)
    told = account([quoted("now at 4pm"), lost], Finding("patch", spans=(place("4pm"),)))
    assert not any("patch" in line for line in lines(told))
    same = Quoted(source_id="s", text="at 5pm", found=False, at=NOW)
    told = account([quoted("now at 4pm"), same], Finding("patch", spans=(place("4pm"),)))
    assert any("patch" in line for line in lines(told))
    assert lines(told, 1) == []


# -- rows ----------------------------------------------------------------------------------------------


def test_a_long_sentence_goes_on_in_rows_and_a_mark_goes_with_it() -> None:
    text = "word " * 20 + "the meeting is at four in the afternoon " + "word " * 20
    told = lines(account([quoted("at four in the afternoon", text)]), width=60)
    bars = [line for line in told if "│" in line]
    assert "".join(line.partition("│ ")[2].strip("…") for line in bars) == text.strip()
    marks = "".join(line.partition("  quote")[0].strip() for line in told if "│" not in line)
    assert marks == "[" + "-" * 22 + "]"
    assert sum("quote" in line for line in told) == 1


def test_a_source_of_which_a_part_is_shown_says_so() -> None:
    text = f"Hello. {TEXT} Bye."
    assert lines(account([quoted("now at 4pm", text)]))[0] == f"    │ …{TEXT}…"


@given(
    st.text(st.one_of(st.characters(), st.sampled_from("会👍🏽\u200d\u0301\u202e \n.")), min_size=1, max_size=60),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=4),
    st.integers(1, 80),
)
def test_whatever_stands_there_no_mark_is_text_and_no_text_is_a_mark(
    text: str, spans: list[Span], width: int
) -> None:
    shown = excerpts(text, [(0, len(text)), *spans])
    one = Quoted(source_id="s", text="", at=NOW, start=0, end=len(text), excerpts=shown)
    told = lines(
        account([one], Finding("patch", spans=tuple(spans)), Finding("x", Decision.REJECT, "c", "", tuple(spans)))
    )
    text_rows = [line for line in told if line.startswith("    │ ")]
    assert all(line.startswith(("    │ ", "      ")) for line in told)
    assert (
        "".join(line.removeprefix("    │ ").strip("…") for line in text_rows)
        == visible("".join(part.text for part in shown)).strip("…")
        or "…" in text
    )
    assert not any(map(is_unsafe, "".join(told)))
    assert set(
        "".join(line.partition("  patch")[0].partition("  x c")[0] for line in told if line not in text_rows)
    ) <= set(" ^~")


@given(st.text(st.sampled_from("ab 会👍🏽é👩‍"), min_size=1, max_size=300), st.integers(30, 90))
def test_rows_fit_the_terminal(text: str, width: int) -> None:
    shown = excerpts(text, [(0, len(text))])
    one = Quoted(source_id="s", text="", at=NOW, start=0, end=len(text), excerpts=shown)
    assert all(cell_len(line) <= max(width, 56) for line in lines(account([one]), width=width))


# -- at the shell --------------------------------------------------------------------------------------


def test_why_and_why_not_show_the_sentence(shell: Shell) -> None:
    sure = TEXT.replace("I think", "At last")
    text = f"Good morning. {sure} See you."
    given = ("--text", text, "--quote", "now at 4pm", "--speaker", "alice", "--at", NOON)
    shell.ok("propose", *ABOUT, "4pm", *given)
    why = shell.ok("why", *ABOUT).out.splitlines()
    at = next(number for number, line in enumerate(why) if "│" in line)
    assert "evidence     “now at 4pm”" in why[at - 1]
    assert why[at : at + 3] == [
        f"    │ …{sure}…",
        "                                     [--------]  quote",
        '                                            ^^^  patch → "4pm"',
    ]
    assert shell.run("propose", *ABOUT, "5pm", *given).code == 1
    why_not = shell.ok("why-not", *ABOUT).out
    assert f"    │ …{sure}…\n" in why_not
    assert "[--------]  quote\n" in why_not
    (evidence,) = shell.ok("why", *ABOUT, "--json").json["accounts"][0]["evidence"]
    assert evidence["excerpts"] == [{"start": 14, "text": sure, "more": True}]


def test_a_document_and_a_false_quote_have_no_sentence(shell: Shell) -> None:
    shell.ok(
        "propose", "Run/1", "n", "7", "--value-json", "--text", '{"n": 7}', "--json-source", "--pointer", "/n"
    )
    assert "│" not in shell.ok("why", "Run/1", "n").out
    assert shell.run("propose", *ABOUT, "5pm", "--text", TEXT, "--quote", "at 5pm").code == 1
    assert "│" not in shell.ok("why-not", *ABOUT).out


def test_on_a_terminal_it_has_colours() -> None:
    console = Console(force_terminal=True, color_system="standard", width=100)
    with console.capture() as capture:
        for line in marked(account([quoted("now at 4pm")], Finding("patch", spans=(place("4pm"),))), 0, 100):
            assert isinstance(line, Text)
            console.print(line, soft_wrap=True)
    assert "\x1b[4m" in capture.get()
    assert "\x1b[4;32m4pm" in capture.get()

"""Nothing that stands in a store can move a cursor, hide itself, or forge a line."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtxn.interfaces.cli.safe import is_unsafe, json_line, shortened, shown_value, visible
from tests.interfaces.cli.shell import Shell

HOSTILE = [
    "\x1b[2J\x1b[1;1H",
    "\x1b]0;title\x07",
    "\x9b31m",
    "\rok  full check",
    "\nseq 9  forged",
    "\u202eevil\u202c",
    "\u2066hidden\u2069",
    "\u2028line",
    "\x00nul",
    "\x7fdelete",
    "\u200binvisible",
    "\U000e0041tag",
]


@pytest.mark.parametrize("hostile", HOSTILE, ids=ascii)
def test_every_command_shows_it_as_an_escape(shell: Shell, hostile: str) -> None:
    text = f"a {hostile} b"
    options = ("--speaker", text, "--channel", text, "--label", text, "--principal", text)
    shell.ok("propose", f"T/x{hostile}y", f"x{hostile}y", text, "--text", text, *options)
    shell.run("propose", f"T/x{hostile}y", f"x{hostile}y", f"z{hostile}", "--text", text, *options)
    key = (f"T/x{hostile}y", f"x{hostile}y")
    commands = [("get", *key), ("history", *key), ("why", *key), ("why-not", *key), ("log",)]
    commands += [("log", "--graph"), ("log", "--oneline"), ("log", key[0], "--graph", "--oneline"), ("scan",)]
    commands += [("scan", "--all"), ("at", "1", key[0]), ("diff", ".."), ("blame", key[0]), ("show", "1")]
    commands += [("show", "2"), ("history", *key, "--graph"), ("show", f"q{hostile}"), ("diff", f"q{hostile}")]
    commands += [("scan", f"q{hostile}"), ("blame", f"T/q{hostile}"), ("at", f"q{hostile}")]
    commands += [(*command, "--json") for command in commands]
    commands += [("get", f"T/q{hostile}", "r"), ("get", f"q{hostile}", "r"), (f"q{hostile}",)]
    for command in commands:
        done = shell.run(*command)
        said = (done.out + done.err).replace("\n", "")
        assert not any(map(is_unsafe, said)), (command, said)
        assert not any(line.startswith("seq 9") for line in done.out.splitlines())


@given(st.text(st.characters(exclude_categories=[]), max_size=30))
def test_visible_text_has_nothing_unsafe(text: str) -> None:
    assert not any(map(is_unsafe, visible(text)))


@given(st.text(st.characters(exclude_categories=[]), max_size=30))
def test_json_says_the_same_without_anything_unsafe(text: str) -> None:
    line = json_line({"text": text})
    assert not any(map(is_unsafe, line))
    assert json.loads(line) == {"text": text}
    line.encode()


@pytest.mark.parametrize("text", ["四点", "🎉", "👩‍👩‍👧", "naïve", "می‌خواهم", "a b"])
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert visible(text) == text
    assert shown_value(text) == f'"{text}"'


def test_every_control_character_is_unsafe() -> None:
    for code in range(0x110000):
        character = chr(code)
        if unicodedata.category(character) in ("Cc", "Cs"):
            assert is_unsafe(character)


def test_shortened() -> None:
    assert shortened("abc", 3) == "abc"
    assert shortened("abcd", 3) == "abc… (1 more character)"
    assert shortened("abcde", 3) == "abc… (2 more characters)"

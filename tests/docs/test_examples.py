"""Every example of every page runs as it stands there, each after the one before."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import GUIDE, ROOT, Block, fences, name_of, page, sections
from tests.docs.session import ELSEWHERE, Mismatch, Session, agrees, commands

LANGUAGES = {"", "python", "output", "console", "toml", "json", "text"}
"""What a block may be. Those that do not run are pictures and files."""
EXAMPLES = {name_of(path): fences(path.read_text(encoding="utf-8")) for path in GUIDE}
RUNNING = [name for name, found in EXAMPLES.items() if any(b.language in ("python", "console") for b in found)]


@pytest.mark.parametrize("name", RUNNING)
def test_the_examples_of_a_page_run(name: str, tmp_path: Path) -> None:
    with Session(tmp_path, name) as session:
        assert session.follow(EXAMPLES[name])


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_page_has_no_block_of_an_unknown_kind(name: str) -> None:
    found = EXAMPLES[name]
    assert {block.language for block in found} <= LANGUAGES
    for before, block in zip([Block("", "", 0), *found], found, strict=False):
        assert block.language != "output" or before.language == "python", f"line {block.line}"


def test_what_is_done_with_make_is_in_the_makefile() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    typed = [one for found in EXAMPLES.values() for b in found if b.language == "console" for one in commands(b)]
    asked = {one.text.split()[1] for one in typed if one.word == "make"}
    assert asked
    assert asked - targets == set()


@pytest.mark.parametrize("part", ["1. A first belief, in Python", "2. The same from a shell"])
def test_a_first_belief_is_read_in_three_minutes(part: str) -> None:
    """Of 150 words each, code included."""
    assert len(sections(page("tutorial.md"))[part].split()) < 3 * 150


# -- the machinery itself ------------------------------------------------------------------------------


def follow(folder: Path, *blocks: tuple[str, str]) -> int:
    with Session(folder, "page.md") as session:
        return session.follow([Block(language, text, 1) for language, text in blocks])


FINE: list[list[tuple[str, str]]] = [
    [("python", "x = 1\n"), ("python", "assert x == 1\n")],
    [("python", "print('one')\nprint('two')\n"), ("output", "one\ntwo\n")],
    [("python", "print('one of 17')\n"), ("output", "one of …\n")],
    [("python", "print('a\\nb\\nc')\n"), ("output", "a\n…\n")],
    [("python", "print('a')\n"), ("output", "a\n…\n")],
    [("console", "$ export A=1\n$ echo $A\n1\n")],
    [("console", "$ memtxn get A/1 b\nerror: …\nhint: …\n$ echo $?\n3\n")],
    [("console", "$ cat <<END\n> so\n> END\nso\n")],
    [("console", "$ printf 'no newline'\nno newline\n$ echo so  # a remark\nso\n")],
    [("console", "$ cat\n$ make nothing\n$ echo\n")],
    [("python", "import pathlib\n_ = pathlib.Path('f').write_text('said')\n"), ("console", "$ cat f\nsaid\n")],
    [("text", "nothing to run\n"), ("console", "$ echo $?\n0\n")],
]


@pytest.mark.parametrize("blocks", FINE)
def test_a_true_page_passes(blocks: list[tuple[str, str]], tmp_path: Path) -> None:
    assert follow(tmp_path, *blocks)


WRONG: list[list[tuple[str, str]]] = [
    [("python", "assert False\n")],
    [("python", "import warnings\nwarnings.warn('old', DeprecationWarning)\n")],
    [("python", "raise SystemExit\n")],
    [("python", "def\n")],
    [("python", "print('two')\n"), ("output", "one\n")],
    [("python", "print('one\\ntwo')\n"), ("output", "one\n")],
    [("python", "print('one')\n"), ("output", "one\ntwo\n")],
    [("python", "import os\nos._exit(0)\n")],
    [("console", "$ memtxn get A/1 b\n")],
    [("console", "$ memtxn get A/1 b\n$ echo so\n")],
    [("console", "$ memtxn get A/1 b\nerror: …\nhint: …\n$ echo $?\n4\n")],
    [("console", "$ memtxn --version\nmemtxn 17\n")],
    [("console", "$ memtxn no-such-command\n")],
    [("console", "$ curl example.org\n")],
    [("console", "nothing was typed\n")],
    [("console", "$ echo (\n")],
]


@pytest.mark.parametrize("blocks", WRONG)
def test_a_wrong_page_is_found_out(blocks: list[tuple[str, str]], tmp_path: Path) -> None:
    with pytest.raises(Mismatch):
        follow(tmp_path, *blocks)


def test_the_wildcard_stands_for_text_and_never_for_a_line_end() -> None:
    assert agrees("a … c", "a b c")
    assert agrees("a…", "a")
    assert not agrees("a … c", "a\nc")
    assert not agrees("a.c", "abc")
    assert agrees("a\n…\nd\n", "a\nb\nc\nd\n")


def test_what_is_not_run_is_named() -> None:
    assert "memtxn" not in ELSEWHERE

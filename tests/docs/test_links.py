"""Links lead somewhere, every page is led to, and what prose names in `code` exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

import memtxn
from memtxn.engine.savepoint import Savepoint
from tests.docs import commands
from tests.docs.pages import GUIDE, PAGES, ROOT, anchors, fences, links, name_of, prose

OBJECTS: dict[str, tuple[type, ...]] = {
    "store": (memtxn.Store,),
    "memory": (memtxn.Memory,),
    "snapshot": (memtxn.Snapshot,),
    "tx": (memtxn.Transaction,),
    "savepoint": (Savepoint,),
    "belief": (memtxn.Belief,),
    "receipt": (memtxn.Receipt,),
    "outcome": (memtxn.ProposalOutcome,),
    "proposal": (memtxn.Proposal,),
    "verdict": (memtxn.Verdict,),
    "finding": (memtxn.Finding,),
    "change": (memtxn.Change,),
    "source": (memtxn.Source,),
    "turn": (memtxn.Source,),
    "report": (memtxn.Report,),
} | {name: (getattr(memtxn, name),) for name in memtxn.__all__ if name[0].isupper()}
"""What the pages call things."""
FILES = ("db", "toml", "py")
"""`memtxn.toml` is no attribute."""
OF_OTHERS = {"--editable"}
"""Options of commands that are not ours."""


def codes(path: Path) -> Iterator[str]:
    """What stands between single backticks."""
    for match in re.finditer(r"`([^`\n]+)`", prose(path.read_text(encoding="utf-8"))):
        yield match[1]


def unknown_names(code: str) -> Iterator[str]:
    """Attributes that prose gives to things which do not have them."""
    for name, attribute in re.findall(r"(?<![\w.\"/-])(\w+)\.([a-z_]\w*)", code):
        if name in OBJECTS and attribute not in FILES:
            kinds = OBJECTS[name]
            own = {field for kind in kinds for field in getattr(kind, "__struct_fields__", ())}
            if (
                attribute not in own
                and not any(hasattr(kind, attribute) for kind in kinds)
                and not _carried(kinds, attribute)
            ):
                yield f"{name}.{attribute}"
    for dotted in re.findall(r"(?<![\w./-])memtxn((?:\.\w+)+)", code):
        if dotted[1:] not in FILES and not _exists(dotted[1:]):
            yield f"memtxn{dotted}"


def _carried(kinds: tuple[type, ...], attribute: str) -> bool:
    """Whether it is data of an error."""
    return any(issubclass(kind, memtxn.MemtxnError) and hasattr(kind(""), attribute) for kind in kinds)


def _exists(dotted: str) -> bool:
    thing: object = memtxn
    for part in dotted.split("."):
        if not hasattr(thing, part):
            return _is_module(dotted)
        thing = getattr(thing, part)
    return True


def _is_module(dotted: str) -> bool:
    try:
        return find_spec(f"memtxn.{dotted}") is not None
    except ModuleNotFoundError:
        return False


@cache
def options() -> dict[str, set[str]]:
    """The options of every command."""
    return {name: commands.options(command) for name, command in commands.commands()}


def unknown_commands(code: str) -> Iterator[str]:
    """Commands and options that there are not."""
    known = options()
    everywhere = {"--help", "--version", "--install-completion", "--show-completion"}
    if match := re.match(r"memtxn ([a-z][\w-]*)", code):
        name = match[1]
        if name not in known:
            yield f"memtxn {name}"
        yield from (
            f"memtxn {name} {option}"
            for option in re.findall(r"(?<=\s)--[a-z][\w-]*", code)
            if option not in known.get(name, set()) | everywhere
        )
        return
    for option in re.findall(r"^--[a-z][\w-]*", code):
        if option not in everywhere.union(OF_OTHERS, *known.values()):
            yield option


@pytest.mark.parametrize("path", GUIDE, ids=name_of)
def test_what_is_named_exists(path: Path) -> None:
    assert [name for code in codes(path) for name in (*unknown_names(code), *unknown_commands(code))] == []


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_lead_somewhere(path: Path) -> None:
    for link in links(path.read_text(encoding="utf-8")):
        target, _, anchor = link.partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        there = path if not target else (path.parent / target).resolve()
        assert there.exists(), link
        if anchor:
            assert anchor in anchors(there.read_text(encoding="utf-8")), link


def test_every_page_is_led_to() -> None:
    """From the README, by way of the index."""
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        path = waiting.pop()
        if path not in reached and path.suffix == ".md":
            reached.add(path)
            named = (
                link.partition("#")[0] for link in links(path.read_text(encoding="utf-8")) if "://" not in link
            )
            waiting += [(path.parent / target).resolve() for target in named if target]
    lost = [name_of(path) for path in GUIDE if path not in reached]
    assert lost == []


def test_the_index_lists_every_page() -> None:
    index = ROOT / "docs" / "README.md"
    listed = {
        (index.parent / link.partition("#")[0]).resolve() for link in links(index.read_text(encoding="utf-8"))
    }
    pages = {path for path in GUIDE if path not in (index, ROOT / "README.md")}
    assert [name_of(path) for path in pages - listed] == []


# -- the rules themselves ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    ["memory.gett(…)", "memtxn.opne", "belief.colour", "tx.search()", "Rejected.colour", "memtxn.core.nowhere"],
)
def test_a_name_that_is_not_there_is_seen(code: str) -> None:
    assert list(unknown_names(code))


@pytest.mark.parametrize(
    "code", ["memory.get(…).value", "memtxn.open", "memtxn.toml", "Rejected.reasons", "memtxn.core.lifecycle"]
)
def test_a_name_that_is_there_passes(code: str) -> None:
    assert not list(unknown_names(code))


def test_commands_and_options_are_seen() -> None:
    assert list(unknown_commands("memtxn fetch")) == ["memtxn fetch"]
    assert list(unknown_commands("memtxn get --colour")) == ["memtxn get --colour"]
    assert list(unknown_commands("--colour")) == ["--colour"]
    assert not list(unknown_commands("memtxn log --reverse"))
    assert not list(unknown_commands("--valid-from TIME"))


def test_blocks_are_no_prose() -> None:
    text = "a\n```python\nb\n```\nc\n"
    assert prose(text).split() == ["a", "c"]
    assert [block.text for block in fences(text)] == ["b\n"]

"""The pages of the documentation, taken apart."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
GUIDE = [path for path in PAGES if path.parent.name != "adr"]
"""What a reader is led through; decisions of their day say what was so then."""

_FENCE = re.compile(r"^(?P<indent> *)```(?P<language>[\w-]*)[^\n]*\n(?P<text>.*?)^(?P=indent)```$", re.M | re.S)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the line of the page on which the text begins."""

    language: str
    text: str
    line: int


def page(name: str) -> str:
    """A page of docs/."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def name_of(path: Path) -> str:
    """A page as the reader of a failure looks for it."""
    return path.relative_to(ROOT).as_posix()


def fences(text: str) -> list[Block]:
    """All fenced blocks, in order."""
    found = []
    for match in _FENCE.finditer(text):
        line = text.count("\n", 0, match.start("text")) + 1
        found.append(Block(match["language"], _dedented(match["text"], match["indent"]), line))
    return found


def blocks(text: str, language: str) -> list[str]:
    """The fenced code blocks of a language."""
    return [block.text for block in fences(text) if block.language == language]


def prose(text: str) -> str:
    """The page without its fenced blocks."""
    return _FENCE.sub("", text)


def sections(text: str) -> dict[str, str]:
    """What stands under each second heading."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def anchors(text: str) -> set[str]:
    """The places that a link can name: every heading, as GitHub and others spell it in a link."""
    return {_slug(title) for title in re.findall(r"^#+ (.+)$", prose(text), re.MULTILINE)}


def links(text: str) -> list[str]:
    """Where the links of a page lead to."""
    return re.findall(r"\]\(([^)]+)\)", prose(text))


def rows(text: str) -> dict[str, list[str]]:
    """The rows of all tables whose first cell is one `name`: the other cells by that name."""
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:3] == "| `"
    ]
    return {first.strip("`"): rest for first, *rest in cells if re.fullmatch(r"`[^`]+`", first)}


def _slug(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")


def _dedented(text: str, indent: str) -> str:
    return re.sub(rf"^{indent}", "", text, flags=re.MULTILINE)

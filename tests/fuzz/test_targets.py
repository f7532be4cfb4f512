"""The fuzzer's targets hold on its corpus, and on what chance makes of it; atheris is not needed for that."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import TARGETS

CORPUS = sorted(path for path in (Path(__file__).parent / "corpus").glob("*/*"))
SLOW = {"file"}
"""Targets that open files: few inputs."""


def test_every_target_has_a_corpus() -> None:
    assert {path.parent.name for path in CORPUS} == set(TARGETS)


@pytest.mark.parametrize("path", CORPUS, ids=[f"{path.parent.name}-{path.name}" for path in CORPUS])
def test_the_corpus(path: Path) -> None:
    TARGETS[path.parent.name](path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_what_chance_makes(name: str) -> None:
    """Fields of any text and bytes, and pieces of the corpus put together anew."""
    pieces = [piece for path in CORPUS if path.parent.name == name for piece in path.read_bytes().split(b"\xff")]
    field = st.sampled_from(pieces) | st.text(max_size=30).map(str.encode) | st.binary(max_size=30)
    inputs = st.lists(field, max_size=5).map(b"\xff".join)

    @settings(max_examples=10 if name in SLOW else 100)
    @given(inputs)
    def holds(data: bytes) -> None:
        TARGETS[name](data)

    holds()

"""P4: what a value leaves out of its sentence counts, however little of the sentence is quoted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.promises.world import World, hour

Scene = tuple[str, tuple[str, str], str]
"""A text, the entity and the attribute, and the value."""

KEPT_OUT: list[Scene] = [
    ("We no longer deliver parcels to Iceland.", ("Shop/nordic", "delivers_to"), "Iceland"),
    ("The harbour tour does not run on Sundays.", ("Tour/harbour", "runs_on"), "Sundays"),
    ("If the choir can come, we rent the old hall.", ("Party/june", "place"), "old hall"),
    ("The guide speaks Greek, I think.", ("Guide/7", "speaks"), "Greek"),
    ("The ferry is cancelled, or so I heard.", ("Ferry/1", "state"), "cancelled"),
    ("I used to live in Bergen.", ("Person/ann", "city"), "Bergen"),
    ("My neighbour lives in Bergen.", ("Person/ann", "city"), "Bergen"),
    ("The bus leaves at 8:15, sorry, at 8:50.", ("Bus/7", "departure"), "8:15"),
    ("这家店从来不收现金。", ("Shop/corner", "payment"), "现金"),
    ("如果下雨，我们就去博物馆。", ("Trip/1", "place"), "博物馆"),
]
LET_IN: list[Scene] = [
    ("We accept credit cards, but not cheques.", ("Shop/nordic", "accepts"), "credit cards"),
    ("The harbour tour runs on Sundays.", ("Tour/harbour", "runs_on"), "Sundays"),
    ("The bus leaves at 8:15, sorry, at 8:50.", ("Bus/7", "departure"), "8:50"),
    ("My neighbour lives in Oslo, I live in Bergen.", ("Person/ann", "city"), "Bergen"),
    ("这家店不收现金，但是可以刷卡。", ("Shop/corner", "payment"), "刷卡"),
]


def crops(text: str, value: str) -> Iterator[str]:
    """Every quote of whole words that holds the value."""
    parts = text.split(" ") if " " in text else list(text)
    glue = " " if " " in text else ""
    for first in range(len(parts)):
        for last in range(first + 1, len(parts) + 1):
            quote = glue.join(parts[first:last])
            if value in quote:
                yield quote


def admitted(world: World, scene: Scene) -> set[bool]:
    """Whether the proposal gets in, by all its quotes."""
    text, key, value = scene
    source = world.say(text, hour(1))
    found = set()
    for quote in crops(text, value):
        with world.m.transaction(on_reject="skip") as tx:
            proposal = tx.propose(*key, value, evidence=source.quote(quote))
            assert proposal.verdict.reasons or proposal.verdict.decision.name == "ADMIT"
        found.add(world.m.get(*key) is not None)
    return found


@pytest.mark.parametrize("scene", KEPT_OUT, ids=lambda scene: scene[0])
def test_no_crop_of_a_quote_lets_in_what_its_sentence_keeps_out(world: World, scene: Scene) -> None:
    world.clock.set(hour(9))
    assert admitted(world, scene) == {False}


@pytest.mark.parametrize("scene", LET_IN, ids=lambda scene: scene[0])
def test_no_crop_of_a_quote_keeps_out_what_its_sentence_says(world: World, scene: Scene) -> None:
    world.clock.set(hour(9))
    assert admitted(world, scene) == {True}

"""T15, T35 and T101: the opposite of what was said, one's own approval, a time that is meant from elsewhere."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from memtxn import OwnProposal
from memtxn.model.codec import Json
from tests.promises.world import World, hour, one

LIKING: list[tuple[str, str, str, str]] = [
    ("I do not like anchovies.", "anchovies", "likes", "dislikes"),
    ("I have never liked opera.", "opera", "likes", "dislikes"),
    ("I like opera.", "opera", "dislikes", "likes"),
    ("I can't stand the smell of lilies, but I like tulips.", "tulips", "dislikes", "likes"),
    ("我不喜欢榴莲。", "榴莲", "喜欢", "不喜欢"),
    ("我喜欢榴莲。", "榴莲", "不喜欢", "喜欢"),
    ("我不吃羊肉，但是喜欢喝羊汤。", "羊汤", "dislikes", "likes"),
]


@pytest.mark.parametrize(("said", "value", "wrong", "right"), LIKING, ids=[said for said, *_ in LIKING])
def test_a_liking_is_stored_as_it_was_said(world: World, said: str, value: str, wrong: str, right: str) -> None:
    """T15: an attribute of likes takes what is affirmed, one of dislikes what is denied, in whatever language."""
    source = world.say(said, hour(0))
    with world.m.transaction(on_reject="skip") as tx:
        assert not tx.propose("Person/ann", wrong, value, evidence=source.quote(said)).admitted
        assert tx.propose("Person/ann", right, value, evidence=source.quote(value)).admitted
    assert world.m.get("Person/ann", wrong) is None
    assert one(world.m.get("Person/ann", right)).value == value


@pytest.mark.parametrize("said", ["I do not eat kelp.", "I eat kelp."])
def test_a_declared_polarity_decides_where_a_name_says_nothing(world: World, said: str) -> None:
    """T15: ``taste_7`` tells nobody what it holds of."""
    world.m.declare("Person", "taste_7", polarity=-1)
    source = world.say(said, hour(0))
    with world.m.transaction(on_reject="skip") as tx:
        admitted = tx.propose("Person/ann", "taste_7", "kelp", evidence=source.quote("kelp")).admitted
    assert admitted == (" not " in said)


def test_who_proposed_does_not_approve(world: World) -> None:
    """T35: what the gate put aside is shown by nothing until somebody else confirms it."""
    source = world.say("We will probably meet in Room B.", hour(0))
    agent = world.store.memory("m", principal="agent")
    with agent.transaction(on_reject="skip") as tx:
        tx.propose("Meeting/1", "room", "Room B", evidence=source.quote("Room B"))
    (entry,) = agent.pending()
    with pytest.raises(OwnProposal):
        agent.confirm(entry.id)
    assert agent.get("Meeting/1", "room") is None
    assert agent.find() == []
    world.store.memory("m", principal="ben").confirm(entry.id)
    assert one(agent.get("Meeting/1", "room")).value == "Room B"


SAID: list[tuple[str, str, str, Json, Json]] = [
    ("2026-01-06T01:30:00+09:00", "The visit is tomorrow.", "date", "2026-01-07", "2026-01-06"),
    ("2026-01-05T20:30:00-05:00", "The visit is tomorrow.", "date", "2026-01-06", "2026-01-07"),
    ("2026-01-06T01:30:00+08:00", "后天来访。", "date", "2026-01-08", "2026-01-07"),
    ("2026-01-05T23:50:00-08:00", "The visit was yesterday.", "date", "2026-01-04", "2026-01-05"),
]


@pytest.mark.parametrize(
    ("at", "text", "attribute", "right", "wrong"), SAID, ids=[f"{at} {text}" for at, text, *_ in SAID]
)
@pytest.mark.parametrize("later", [timedelta(minutes=1), timedelta(days=400)], ids=["at once", "a year later"])
def test_a_relative_time_is_meant_from_its_message(
    world: World, at: str, text: str, attribute: str, right: Json, wrong: Json, later: timedelta
) -> None:
    """T101: by the time and the zone in which it was said, whenever it is proposed."""
    said = datetime.fromisoformat(at)
    world.clock.set(said + later)
    source = world.say(text, said)
    with world.m.transaction(on_reject="skip") as tx:
        assert not tx.propose("Visit/1", attribute, wrong, evidence=source.quote(text)).admitted
        assert tx.propose("Visit/1", attribute, right, evidence=source.quote(text)).admitted

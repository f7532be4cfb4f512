"""Doubts, reports, limits and ends behind another sentence, in requests, and in what looks back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memtxn.model.key import Key
from tests.unit.admission.cases import AT, code, finding, judged, said
from tests.unit.admission.rules.table import Row, table


@table("""
# a record that says when it was observed
observed=2026-10-08T10:00 weight=88 | weight | 88 | ended_state
observed=2026-11-03T10:15 weight=88 | weight | 88 | ok
observed=2026-10-08T10:00 previous_weight=88 | previous_weight | 88 | ok
# one of two
I take the bus or tram. | transport | tram | hedge_dropped
Tram or bus gets me there. | transport | tram | hedge_dropped
# what goes on, and what is over
I have sold the boat for 900 pounds. | owns | boat | ended_state
I have donated the piano for good. | owns | piano | ended_state
I had worked at Acme since May. | employer | Acme | ended_state
I have previously worked at Acme for ten years. | employer | Acme | ended_state
I have lived in Turin for ten years. | city | Turin | ok
Has lived in Turin since May. | city | Turin | ok
Has always lived in Turin for the sea. | city | Turin | ok
It is raining. I have worked as a guide since May. | job | guide | ok
Gwen has played for Leeds since May. | Person/gwen/team | Leeds | ok
# roughly, and almost
The tank is almost empty. | tank_state | empty | approximation_dropped
天气很好。我住了三年左右。 | years | 三年 | approximation_dropped
# reports
According to Gwen the tram suits me. | transport | tram | reported_speech
I told my sister that I take the tram. | transport | tram | ok
I was told that the tram suits me. | transport | tram | reported_speech
We are told that the tram suits us. | transport | tram | reported_speech
I was said to have a boat. | owns | boat | reported_speech
I was convinced that the tram suits me. | transport | tram | ok
# another language before
Wir trinken gern Kaffee und Tee im Garten. The rain falls and we take the tram. | transport | tram | ok
# limits
I like the house, only it is cold. | home | house | ok
""")
def test_statements(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
If the bus is late call a taxi. | transport | taxi | condition_dropped | type=goal
Book any hotel except the Ritz. | hotel | Ritz | restrictor_dropped | type=goal
Book the Ritz, except on Sundays. | hotel | Ritz | ok | type=goal
It is raining. Book only the Ritz. | hotel | Ritz | ok | type=goal
It is late. Spend no more than 40 pounds. | price | 40 pounds | restrictor_dropped | type=goal
It is raining. Could we take the tram? | transport | tram | ok | type=goal
It is raining. Maybe we take the tram. | transport | tram | hedge_dropped | type=goal
It is raining. I think the tram is fine. | transport | tram | ok | type=goal
""")
def test_requests(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
Bob is here. Maybe it snows. He takes the tram. | Person/bob/transport | tram | ok
I take the tram. Imagine you were here. | transport | tram | ok
In the novel a thief dies. I take the tram. | transport | tram | ok
Bob wrote a novel. In the novel a thief dies. He takes the tram. | Person/bob/transport | tram | fiction
""")
def test_sentences_around(row: Row) -> None:
    assert row.holds(), row.got()


@pytest.mark.parametrize(
    ("text", "attribute", "expected"),
    [
        ("I used to take the tram.", "transport", ""),
        ("Gwen says I take the tram.", "transport", ""),
        ("I wanted to take the tram.", "transport", ""),
        ("Maybe I take the tram.", "transport", "hedge_dropped"),
        ("Maybe I take the tram.", "possible_transport", ""),
    ],
)
def test_what_was_observed_before_it_was_told(text: str, attribute: str, expected: str) -> None:
    evidence, key = said(text).span(0, len(text)), Key("Person", "alice", attribute)
    assert code("tram", evidence, key=key, observed_at=AT - timedelta(days=900)) == expected


def test_the_time_of_a_record_is_told() -> None:
    text = "It is raining. weight=88 observed=2026-10-08T10:00"
    found = finding(judged("88", said(text).span(0, len(text)), key=Key("Person", "alice", "weight")), "modality")
    problem = "the record says that it was observed at 2026-10-08T10:00:00+00:00, before the proposal's time. "
    assert found.detail.startswith(problem), found
    assert [text[start:end] for start, end in found.spans] == ["observed"]

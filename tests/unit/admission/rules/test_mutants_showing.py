"""In which places, and with which source's time and speaker, a value is looked for."""

from __future__ import annotations

from datetime import timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from memtxn.core.admission import analyse, judge
from memtxn.core.admission.case import Case, case_of
from memtxn.core.admission.cues.pack import Pack, load_pack
from memtxn.core.admission.showing import PLACES, Spoken
from memtxn.model.codec import Json
from memtxn.model.key import Key
from memtxn.model.source import Evidence, Source
from tests.unit.admission.cases import AT, NOW, POLICY, code, draft, said, seen
from tests.unit.admission.rules.table import Row, table


def case(value: Json, *evidence: Evidence) -> Case:
    """The case of a proposal whose sources are observed."""
    analyses = {one.source.id: analyse(one.source) for one in evidence}
    return case_of(draft(value, *evidence), analyses, now=NOW, policy=POLICY)


def whole(text: str, name: str = "s1") -> Evidence:
    return said(text, name).span(0, len(text))


def spoken(value: Json, text: str) -> list[Spoken]:
    return [one for one in case(value, whole(text)).showings() if isinstance(one, Spoken)]


def test_evidence_that_is_not_true_hides_no_other() -> None:
    evidence = said("We sail.").quote("Cork"), whole("We sail to Cork.", "s2")
    assert [one.evidence for one in case("Cork", *evidence).showings()] == [1]


def test_a_pointer_to_the_very_value_hides_no_words() -> None:
    evidence = seen("Cork").pointer(""), whole("We sail to Cork.", "s2")
    assert [one.evidence for one in case("Cork", *evidence).showings()] == [0, 1]


def test_a_value_is_judged_once_in_each_clause() -> None:
    assert [one.first for one in spoken("skis", "Gwen skis, Petra skis.")] == [1, 3]
    assert [one.first for one in spoken("cat", "The cat sees the cat. The cat runs.")] == [1, 6]


def test_places_are_limited() -> None:
    count = 3 * PLACES
    assert len(spoken("cat", "The cat runs. " * PLACES)) == PLACES
    assert len(spoken("cat", "The cat runs. " * count)) == PLACES
    assert len(spoken(9, "It takes nine. " * count)) == 2 * PLACES


def answer(observed: Source, evidence: Evidence) -> str:
    """The code for the day after the source was observed."""
    proposed = draft("2026-11-04", evidence, key=Key("Tour", "tour", "date"))
    return judge(proposed, {"s1": analyse(observed)}, now=NOW, policy=POLICY).verdict.code


@pytest.mark.parametrize("forged", [timedelta(days=-9), timedelta(days=9)])
def test_the_time_is_that_of_the_observed_source(forged: timedelta) -> None:
    """What an evidence object carries of its source besides the id is never read."""
    text = "The tour is tomorrow."
    words = Source(id="s1", speaker="alice", channel="user", at=AT + forged, text=text)
    assert answer(said(text), words.span(0, len(text))) == ""
    record = Source(id="s1", speaker="build", channel="tool", at=AT + forged, value={"date": text})
    assert answer(seen({"date": text}), record.pointer("/date")) == ""


@pytest.mark.parametrize(("hours", "expected"), [(0, ""), (-11, "not_ordered_subsequence")])
def test_the_day_is_that_of_the_sources_clock(hours: int, expected: str) -> None:
    text = "The tour is tomorrow."
    at = AT.astimezone(timezone(timedelta(hours=hours)))
    source = Source(id="s1", speaker="alice", channel="user", at=at, text=text, offset=hours * 60)
    assert answer(source, source.span(0, len(text))) == expected


@table("""
The tour is tomorrow. | Tour/tour/date | 2026-11-05 | ok | terms={"zone":"Pacific/Kiritimati"}
I am the owner. | Shop/shop/owner | alice | ok
I am the owner. | Shop/shop/owner | bob | not_ordered_subsequence
I am the owner. | Shop/shop/owner | bob | ok | speaker=bob
""")
def test_the_speakers_name_and_clock(row: Row) -> None:
    assert row.holds(), row.got()


def test_what_no_reader_sees_must_stand_in_a_pointed_text_too() -> None:
    key, sign = Key("Menu", "menu", "drink"), "te\u2063a"
    assert code(sign, seen({"note": f"It has {sign} and milk."}).pointer("/note"), key=key) == ""
    assert code(sign, seen({"note": "It has tea and milk."}).pointer("/note"), key=key) != ""


def test_a_pointed_text_is_read_with_the_users_cues() -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "clinic.toml")
        path.write_text(PACK, encoding="utf-8")
        pack = load_pack(path)
    source = seen({"note": "Penicillin contraindicated"})
    proposed = draft("Penicillin", source.pointer("/note"), key=Key("Chart", "chart", "drug"))

    def verdict(*packs: Pack) -> str:
        return judge(proposed, {"s1": analyse(source, packs)}, now=NOW, policy=POLICY).verdict.code

    assert verdict() == ""
    assert verdict(pack) == "negation_dropped"


PACK = """
language = "en"
name = "clinic"
source = "written for this test"
licence = "Apache-2.0"
[[cues]]
family = "negation"
scope = "own"
phrases = ["contraindicated"]
"""

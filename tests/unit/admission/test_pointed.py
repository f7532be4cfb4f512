"""Pointers: the names on the way to a value are part of what a document says of it."""

from __future__ import annotations

from typing import Any

import pytest

from memtxn.core.admission.pointer import resolve
from memtxn.model.key import Key
from tests.unit.admission.cases import code, finding, judged, seen

DENIED: list[tuple[Any, str, str]] = [
    ({"no_wifi": True}, "/no_wifi", "wifi"),
    ({"noWifi": True}, "/noWifi", "wifi"),
    ({"no_wifi": False}, "/no_wifi", "wifi"),
    ({"wifi": {"not": True}}, "/wifi/not", "wifi"),
    ({"wifi-unavailable": True}, "/wifi-unavailable", "wifi"),
    ({"excluded": ["Iceland"]}, "/excluded/0", "delivers_to"),
    ({"not_delivers_to": "Iceland"}, "/not_delivers_to", "delivers_to"),
    ({"notDeliversTo": "Iceland, Norway"}, "/notDeliversTo", "delivers_to"),
    ({"not": {"room": "B"}}, "/not/room", "room"),
    ({"bookings": [{"cancelled": {"room": "B"}}]}, "/bookings/0/cancelled/room", "room"),
    ({"without": "sugar"}, "/without", "contains"),
    ({"non_smoking": True}, "/non_smoking", "smoking"),
    ({"unverified": True}, "/unverified", "verified"),
    ({"off_limits": ["garden"]}, "/off_limits/0", "open_places"),
    ({"excluido": "queso"}, "/excluido", "come"),
    ({"不配送": "冰岛"}, "/不配送", "配送到"),
    ({"排除": ["冰岛"]}, "/排除/0", "delivers_to"),
    ({"无花生": True}, "/无花生", "花生"),
    ({"no/wifi": True}, "/no~1wifi", "wifi"),
]
ENDED: list[tuple[Any, str, str]] = [
    ({"old": {"room": "A"}}, "/old/room", "room"),
    ({"previousRoom": "A"}, "/previousRoom", "room"),
    ({"former": ["A"]}, "/former/0", "employer"),
    ({"deprecated": {"port": 80}}, "/deprecated/port", "port"),
    ({"旧地址": "上海"}, "/旧地址", "地址"),
    ({"以前": {"住址": "上海"}}, "/以前/住址", "住址"),
]
UNITS: list[tuple[Any, str, str]] = [
    ({"weight_lb": 70}, "/weight_lb", "weight_kg"),
    ({"weights_lb": [70]}, "/weights_lb/0", "weight_kg"),
    ({"price_usd": 5}, "/price_usd", "price_eur"),
    ({"price_usd": "5"}, "/price_usd", "price_eur"),
    ({"timeout_ms": 5}, "/timeout_ms", "timeout_seconds"),
]
TRUE: list[tuple[Any, str, str]] = [
    ({"wifi": True}, "/wifi", "wifi"),
    ({"no_wifi": True}, "/no_wifi", "no_wifi"),
    ({"excluded": ["pork"]}, "/excluded/0", "excludes"),
    ({"excluded": ["pork"]}, "/excluded/0", "dislikes"),
    ({"old": {"room": "A"}}, "/old/room", "old_room"),
    ({"old": {"room": "A"}}, "/old/room", "former_room"),
    ({"order_no": 5}, "/order_no", "order"),
    ({"no_of_guests": 5}, "/no_of_guests", "party_size"),
    ({"last_name": "Li"}, "/last_name", "surname"),
    ({"notes": "x y"}, "/notes", "remark"),
    ({"无线网络": True}, "/无线网络", "wifi"),
    ({"未来计划": "读书"}, "/未来计划", "计划"),
    ({"weight_kg": 70}, "/weight_kg", "weight_kg"),
    ({"weight": 70}, "/weight", "weight_kg"),
    ({"weight_lb": 70}, "/weight_lb", "weight"),
    ({"weight_kilograms": 70}, "/weight_kilograms", "weight_kg"),
    ({"rows": [{"status": "shipped"}]}, "/rows/0/status", "status"),
    ({"a/no": 5}, "/a~1no", "a_number"),
]


def found(document: Any, pointer: str, attribute: str, **changes: Any) -> str:  # noqa: ANN401
    value = resolve(document, pointer)
    return code(value, seen(document).pointer(pointer), key=Key("Thing", "x", attribute), **changes)


@pytest.mark.parametrize(("document", "pointer", "attribute"), DENIED)
def test_a_name_on_the_way_denies(document: Any, pointer: str, attribute: str) -> None:  # noqa: ANN401
    assert found(document, pointer, attribute) == "negation_dropped"


@pytest.mark.parametrize(("document", "pointer", "attribute"), ENDED)
def test_a_name_on_the_way_tells_of_what_was(document: Any, pointer: str, attribute: str) -> None:  # noqa: ANN401
    assert found(document, pointer, attribute) == "ended_state"


@pytest.mark.parametrize(("document", "pointer", "attribute"), UNITS)
def test_the_last_name_is_of_another_unit(document: Any, pointer: str, attribute: str) -> None:  # noqa: ANN401
    assert found(document, pointer, attribute) == "unit_dropped"


@pytest.mark.parametrize(("document", "pointer", "attribute"), TRUE)
def test_what_the_path_does_not_deny_is_admitted(document: Any, pointer: str, attribute: str) -> None:  # noqa: ANN401
    assert found(document, pointer, attribute) == ""


def test_a_person_may_decide_and_is_told_the_path() -> None:
    document: Any = {"old": {"room": "A"}}
    judgement = judged("A", seen(document).pointer("/old/room"), key=Key("Meeting", "x", "room"))
    told = finding(judgement, "patch")
    assert judgement.verdict.decision.name == "QUARANTINE"
    assert "'old' in the path '/old/room'" in told.detail


def test_words_of_a_text_at_a_pointer_are_denied_too() -> None:
    source = seen({"excluded": "Norway, Iceland"})
    assert code("Iceland", source.pointer("/excluded"), key=Key("Shop", "x", "delivers_to")) == "negation_dropped"

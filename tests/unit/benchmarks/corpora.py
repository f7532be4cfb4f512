"""Small corpora of our own, in the files of the real ones: conversations that nobody has had.

Each is a few kinds of turns, with other people, places and numbers every time.
"""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.audit.data import NEEDED

CITIES = ("Tallinn", "Ghent", "Porto", "Bergen", "Trieste", "Uppsala")
HOURS = (2, 3, 4, 5, 6, 7)
COLOURS = ("copper", "walnut", "velvet", "marble", "silver", "amber", "cotton", "bamboo")
THINGS = ("kettle", "trumpet", "lantern", "compass", "blanket", "teapot", "hammock", "drawer", "puppet")
BOUGHT = tuple(product(COLOURS, THINGS))
OF_USERS = 12
"""How many of what was bought is told to an assistant; the rest is told to a friend."""
DISTRICTS = ("青山区", "白河区", "石桥区", "柳林区", "南湖区", "北塔区")
PARKS = ("景云公园", "松月公园", "碧泉公园", "古槐公园", "银杏公园", "竹溪公园")

SCHEMA = [
    {
        "service_name": "Tables_1",
        "slots": [
            {"name": name, "is_categorical": bool(values), "possible_values": values}
            for name, values in {
                "city": [],
                "time": [],
                "date": [],
                "seats": [],
                "party": ["1", "2", "3", "4", "5", "6", "7"],
                "has_seating_outdoors": ["True", "False"],
                "near": ["Museum", "Harbour"],
            }.items()
        ],
    }
]
WORDS = "zero one two three four five six seven".split()  # noqa: SIM905  # to be read


def write(place: Path) -> Path:
    """All of them."""
    for file in NEEDED:
        (place / file).parent.mkdir(parents=True, exist_ok=True)
    sgd, schema, locomo, crosswoz, longmemeval = (place / file for file in NEEDED)
    sgd.write_bytes(gzip.compress("\n".join(map(json.dumps, _sgd())).encode()))
    schema.write_text(json.dumps(SCHEMA))
    locomo.write_text(json.dumps(list(_locomo())))
    with zipfile.ZipFile(crosswoz, "w") as packed:
        packed.writestr("val.json", json.dumps(dict(_crosswoz())))
    longmemeval.write_text(json.dumps({"data": list(_longmemeval())}))
    return place


# -- who books a table -----------------------------------------------------------------------------------


def _sgd() -> Iterator[dict[str, Any]]:
    for number, (city, hour) in enumerate(zip(CITIES, HOURS, strict=True)):
        asked: list[tuple[str, str, list[str]]] = [
            (f"I would like a table in {city}.", "city", [city]),
            (f"Make it {hour}:30 pm.", "time", [f"1{hour}:30", f"{hour}:30 pm"]),
            (f"The {hour}th of April suits us.", "date", [f"{hour}th of April"]),
            (f"I need {10 + hour} seats.", "seats", [str(10 + hour)]),
            (f"A table for {WORDS[hour]} people, please.", "party", [str(hour)]),
            ("Is there outdoor seating?", "has_seating_outdoors", ["True"]),
            ("Somewhere among museums, please.", "near", ["Museum"]),
        ]
        answered = [
            f"It costs ${20 + hour} for each.",
            f"Their number is 555-01{hour}-2233.",
            "Your table is ready.",
        ]
        turns = [["U", text] for text, *_ in asked] + [["S", text] for text in answered]
        updates = [
            {"turn": at, "service": "Tables_1", "slot": slot, "op": "add", "new": new, "evidence_turn": at}
            for at, (_, slot, new) in enumerate(asked)
        ]
        yield {"dialogue_id": f"table {number}", "turns": turns, "updates": updates}


# -- two friends who write to each other, and what they have bought ----------------------------------------


def _told(city: str, hour: int) -> list[str]:
    """What one of them tells; each of these statements is plain, or has one cue."""
    return [
        f"I painted a lighthouse with the neighbours of {city}.",
        f"I am proud of the new kiln from {city}.",
        f"I love the harbour of {city} in winter.",
        f"We have {10 + hour} cousins in {city}.",
        f"I walked there in {hour} hours!",
        f"The library of {city} has {hour},200 maps.",
        f"I never eat fish in {city} on Mondays.",
        f"I take my tea without sugar in {city}.",
        f"The ferry to {city} sails only on Sundays.",
        f"Perhaps the bakery of {city} opens at nine.",
        f"I stay in {city} if it rains.",
    ]


def _locomo() -> Iterator[dict[str, Any]]:
    told = BOUGHT[OF_USERS:]
    for number, (one, other) in enumerate([("Mira", "Tom"), ("Oda", "Ruben")]):
        texts = [text for told in zip(*map(_told, CITIES, HOURS), strict=True) for text in told]
        mine = told[number::2]
        texts += [f"Look! A {colour} {thing} this time." for colour, thing in mine]
        speakers = [(one, other)[at % 2] for at in range(len(texts))]
        marks = [f"D1:{at + 1}" for at in range(len(texts))]
        first = len(texts) - len(mine)
        yield {
            "sample_id": f"friends {number}",
            "conversation": {
                "speaker_a": one,
                "speaker_b": other,
                "session_1_date_time": "7:05 pm on 14 June, 2025",
                "session_1": [
                    {"speaker": who, "dia_id": mark, "text": text}
                    for who, mark, text in zip(speakers, marks, texts, strict=True)
                ],
            },
            "observation": {"session_1_observation": _observed(speakers[:first], marks, texts)},
            "qa": [
                {
                    "question": f"What did {speakers[at]} buy on day {at}?",
                    "answer": " ".join(mine[at - first]),
                    "evidence": [marks[at]],
                    "category": 4,
                }
                for at in range(first, len(texts))
            ],
        }


def _observed(speakers: Sequence[str], marks: Sequence[str], texts: Sequence[str]) -> dict[str, list[list[str]]]:
    """Of each speaker, in other words, what the turns before the purchases say."""
    found: dict[str, list[list[str]]] = {}
    for who, mark, text in zip(speakers, marks, texts, strict=False):
        found.setdefault(who, []).append([f"{who} tells: {text}", mark])
    return found


def _longmemeval() -> Iterator[dict[str, Any]]:
    for number, (colour, thing) in enumerate(BOUGHT[:OF_USERS]):
        said = f"My aunt, who lives nearby, gave me a {colour} {thing}."
        turns = [("user", said), ("assistant", "How kind of her!"), ("user", "Where could it stand?")]
        yield {
            "id": f"user {number}",
            "conversation": [
                {"role": role, "date": "2025/06/14 (Sat) 19:05", "content": content} for role, content in turns
            ],
            "questions": [{"question": "What did my aunt give me?", "answer": f"{colour} {thing}"}],
        }


# -- who visits a city, in Chinese -------------------------------------------------------------------------


def _crosswoz() -> Iterator[tuple[str, dict[str, Any]]]:
    for number, (district, park, hour) in enumerate(zip(DISTRICTS, PARKS, HOURS, strict=True)):
        price, phone = f"{10 * hour}元", f"020-5550{hour}71"
        said = [
            ("usr", f"我想住在{district}的酒店。", ("酒店", "地址", district)),
            ("usr", f"我打算花{hour}00元。", ("酒店", "价格", f"{hour}00元")),
            ("usr", f"人均{hour}00到{hour}50元的餐馆。", ("餐馆", "人均消费", f"{hour}00-{hour}50元")),
            ("usr", "这次要一家带健身房的酒店。", ("酒店", "酒店设施-健身房", "是")),
            ("usr", f"{district}的餐馆没有停车位。", ("", "", "")),
            ("sys", f"{park}的门票是{price}。", ("景点", "门票", price)),
            ("sys", f"酒店的电话是{phone}。", ("酒店", "电话", phone)),
            ("sys", f"这里有{park}。", ("景点", "名称", park)),
            ("sys", f"酒店的地址是{district}。", ("酒店", "地址", district)),
        ]
        yield (
            str(number),
            {
                "messages": [
                    {"role": role, "content": text, "dialog_act": [["Inform", *act]] if act[0] else []}
                    for role, text, act in said
                ]
            },
        )

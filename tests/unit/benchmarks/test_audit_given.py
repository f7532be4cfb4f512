"""What a turn gives is what the corpora say: the answers in it, and what was observed of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.audit.data import longmemeval_samples
from benchmarks.audit.given import answers, observations

TURNS = [
    "I sailed to Ghent with my sister. It rained a lot!",
    "Do you know the Blue Heron Inn?",
    "They keep bees. I keep four brown hens in the garden.",
    "I want to build a wooden canoe.",
]


def asked(question: str, answer: str, mark: int, category: int = 4) -> dict[str, Any]:
    return {"question": question, "answer": answer, "evidence": [f"D1:{mark}"], "category": category}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A conversation of two, Ana's turns only; and one with an assistant."""
    sample = {
        "sample_id": "c1",
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Ben",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ana", "dia_id": f"D1:{at}", "text": text} for at, text in enumerate(TURNS)
            ],
        },
        "qa": [
            asked("Where did Ana sail to?", "Ghent", 0),
            asked("With whom did Ana sail?", "her sister", 0),
            asked("Where does Ben live?", "Ghent", 0),
            asked("Where did Ana and Ben sail?", "Ghent", 0),
            asked("What did Ana never say?", "It rained", 0, category=5),
            asked("Which inn does Ana know?", "the Blue Heron Inn", 1),
            asked("What does Ana's neighbour keep?", "bees", 2),
            asked("How many hens does Ana keep?", "four brown hens.", 2),
            asked("What does Ana plan to build?", "wooden canoe", 3),
        ],
        "observation": {
            "session_1_observation": {
                "Ana": [
                    ["Ana keeps four hens in her garden.", "D1:2"],
                    ["Ana knows the Blue Heron Inn.", "D1:1"],
                    ["Ana wants to build a canoe.", ["D1:3", "D9:9"]],
                    ["Ana is happy.", "D1:0"],
                ]
            }
        },
    }
    turns = [
        {"role": "user", "date": "2023/05/20 (Sat) 02:21", "content": "I walk 3 miles. I have nine red boats."},
        {"role": "assistant", "date": "2023/05/20 (Sat) 02:21", "content": "Nine red boats and two kites!"},
    ]
    questions = [
        {"question": "How many boats do I have?", "answer": "Nine red boats"},
        {"question": "How many kites do I have?", "answer": "two kites"},
    ]
    talk = {"data": [{"id": "l1", "conversation": turns, "questions": questions}]}
    for folder, name, content in (
        ("locomo", "locomo10.json", [sample]),
        ("longmemeval", "longmemeval_oracle_sample.json", talk),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(json.dumps(content), "utf-8")
    return tmp_path


def test_answers_about_the_one_who_speaks_in_the_words_of_the_turn(place: Path) -> None:
    found = [(one.said.speaker, one.attribute, one.type, one.value, one.sentence) for one in answers(place)]
    assert found == [
        ("user", "amount", "fact", "nine red boats", "I have nine red boats."),
        ("Ana", "place", "fact", "Ghent", "I sailed to Ghent with my sister."),
        ("Ana", "amount", "fact", "four brown hens", "I keep four brown hens in the garden."),
        ("Ana", "detail", "goal", "wooden canoe", "I want to build a wooden canoe."),
    ]


def test_observations_are_the_sentences_that_share_most_words_and_ask_nothing(place: Path) -> None:
    assert [(one.sentence, one.type) for one in observations(place)] == [
        ("I keep four brown hens in the garden.", "fact"),
        ("I want to build a wooden canoe.", "goal"),
    ]


def test_what_was_read_once_is_not_read_again(place: Path) -> None:
    assert longmemeval_samples(place) is longmemeval_samples(place)

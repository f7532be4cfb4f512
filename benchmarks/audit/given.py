"""What a turn gives, by the word of the corpora themselves: answers to their questions, and their observations.

Nobody's cues decide here. LoCoMo names the turns that answer a question or show an observation; in LongMemEval
the user's turns of a question's own conversation are looked through. A sentence that ends in a question mark
gives nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.audit import english
from benchmarks.audit.data import Said, locomo, locomo_samples, longmemeval, longmemeval_samples
from benchmarks.audit.readings import stems

LONGEST = 8
"""Words of an answer."""
_FACTS = (1, 2, 3, 4)
"""Categories of LoCoMo's questions that have an answer; the fifth asks for what was never said."""
_ASKED = (
    (r".*\b(not (like|enjoy|eat|drink)|dislikes?|hates?|avoids?)", "dislikes"),
    (r"how (often|many times)", "frequency"),
    (r"how (many|much)", "amount"),
    (r"how long", "duration"),
    (r"who", "person"),
    (r"where", "place"),
    (r"when|what (day|date|time)", "time"),
    (r"why", "reason"),
)
"""What a question asks for: what somebody is not for, or what its first words say."""
_OF_OTHERS = re.compile(
    r"\b(describ|sa(y|id)|advice|advise|suggest|recommend|think|thought|opinion)|\band (h(is|er) )?[A-Z]"
)
"""Questions about what a speaker says of something else, or about two people."""
_THIRD = re.compile(r"(They|He|She|Their|His|Her)\b")
"""What begins a sentence about somebody else than the one who speaks."""
_WANTED = re.compile(
    r"\b(plan\w*|wants?|wanted|hop(es?|ing)|goals?|looking|prefer\w*|going to|dreams?|needs?|consider\w*|aims?"
    r"|aiming|thinking (of|about)|intend\w*|aspir\w*|would like)\b",
    re.IGNORECASE,
)
"""Questions and observations about what a speaker wants; what answers them is a goal."""
_SHARED = 2
"""Words that an observation and its sentence have in common at least."""


class Given(msgspec.Struct, frozen=True):
    """A value that stands in a sentence of a turn, and what it is the value of."""

    said: Said
    sentence: str
    value: str
    attribute: str
    type: str = "fact"


class Observed(msgspec.Struct, frozen=True):
    """A sentence of a turn that a corpus counts among the things to be kept."""

    said: Said
    sentence: str
    type: str


def answers(place: Path) -> Iterator[Given]:
    """Gold answers that stand literally in the turn that answers their question, about the one who speaks."""
    yield from _longmemeval(place)
    yield from _locomo(place)


def observations(place: Path) -> Iterator[Observed]:
    """Of each turn that LoCoMo draws an observation from, the sentence that shares most words with it."""
    turns = _marked(place)
    for sample in locomo_samples(place):
        for told in sample["observation"].values():
            for observation, marks in (entry for entries in told.values() for entry in entries):
                for mark in [marks] if isinstance(marks, str) else marks:
                    said = turns.get((sample["sample_id"], mark))
                    sentence = said and _closest(said, observation)
                    if said and sentence:
                        yield Observed(said, sentence, _type(observation))


def _marked(place: Path) -> dict[tuple[str, str], Said]:
    return {(said.conversation, said.mark): said for said in locomo(place)}


def _closest(said: Said, observation: str) -> str | None:
    """The first of the sentences that share most words, when they share enough and it asks nothing."""
    wanted = stems(observation) - stems(said.speaker)
    sentence = max(english.SENTENCES.split(said.text), key=lambda one: len(stems(one) & wanted))
    return sentence if len(stems(sentence) & wanted) >= _SHARED and "?" not in sentence else None


def _locomo(place: Path) -> Iterator[Given]:
    turns = _marked(place)
    for sample in locomo_samples(place):
        speakers = {sample["conversation"]["speaker_a"], sample["conversation"]["speaker_b"]}
        for question in sample["qa"]:
            named = {one for one in speakers if one in question["question"]}
            for mark in question["evidence"] if question["category"] in _FACTS else ():
                said = turns.get((sample["sample_id"], mark))
                about = said and named == {said.speaker} and not _OF_OTHERS.search(question["question"])
                given = _given(said, question) if said and about else None
                if given is not None:
                    yield given
                    break


def _longmemeval(place: Path) -> Iterator[Given]:
    for sample in longmemeval_samples(place):
        turns = [said for said in longmemeval(place) if said.conversation == sample["id"]]
        for question in sample["questions"]:
            found = (_given(said, question) for said in turns)
            given = next((one for one in found if one is not None), None)
            if given is not None:
                yield given


def _given(said: Said, question: dict[str, Any]) -> Given | None:
    answer = str(question["answer"]).strip(" .\"'")
    if not answer or len(answer.split()) > LONGEST:
        return None
    whole = re.compile(rf"(?<!\w){re.escape(answer)}(?!\w)", re.IGNORECASE)
    for sentence in english.SENTENCES.split(said.text):
        found = whole.search(sentence)
        if found and "?" not in sentence and not _THIRD.match(sentence):
            return Given(said, sentence, found[0], *_sought(question["question"]))
    return None


def _sought(question: str) -> tuple[str, str]:
    """The attribute and the type of belief that a question is about."""
    plain = question.lower()
    attribute = next((name for words, name in _ASKED if re.match(rf"({words})\b", plain)), "detail")
    return attribute, _type(question)


def _type(text: str) -> str:
    return "goal" if _WANTED.search(text) else "fact"

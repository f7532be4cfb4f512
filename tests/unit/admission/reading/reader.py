"""How a text is read, written down in one line each, for the tests of reading."""

from __future__ import annotations

from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.binding.bearers import bearers_in
from memtxn.core.admission.reading.past import has_ended
from memtxn.core.admission.reading.questions import asked_clauses
from memtxn.core.admission.reading.scope import governing
from memtxn.core.admission.reading.sentence import Sentence, reading_of


def sentence(text: str, number: int = 0) -> Sentence:
    """The n-th sentence of a text, counted from 0."""
    return reading_of(analyse_text(text)).sentence(number)


def sentences(text: str) -> list[str]:
    """The words of each sentence."""
    reading = reading_of(analyse_text(text))
    return [" ".join(reading.sentence(number).texts) for number in range(len(reading.starts))]


def clauses(text: str, number: int = 0) -> str:
    """The clauses of a sentence, in the order in which they begin."""
    one = sentence(text, number)
    return " / ".join(" ".join(one.words(clause)) for clause in range(len(one.clauses.starts)))


def joints(text: str, number: int = 0) -> str:
    """How each clause of a sentence is joined to what stands before it."""
    return " ".join(sentence(text, number).clauses.joints)


def heads(text: str, number: int = 0) -> list[int]:
    """For each clause of a sentence the one with which it goes on, at last."""
    found = sentence(text, number).clauses
    return [found.head(clause) for clause in range(len(found.starts))]


def place(one: Sentence, words: str) -> tuple[int, int]:
    """The tokens of some words of a sentence, where they stand first."""
    sought = words.split() if words.isascii() else [*words.replace(" ", "")]
    for at in range(len(one.texts) - len(sought) + 1):
        if one.texts[at : at + len(sought)] == sought:
            return one.first + at, one.first + at + len(sought)
    raise AssertionError(f"no {words!r} in {one.texts}")


def governed(text: str, words: str, number: int = 0) -> str:
    """The families of the cues that govern some words of a sentence, each once."""
    one = sentence(text, number)
    return " ".join(sorted({mark.cue.family for mark in governing(one, *place(one, words))}))


def asked(text: str, number: int = 0) -> str:
    """The words of the clauses of a sentence that are asked."""
    one = sentence(text, number)
    return " / ".join(" ".join(one.words(clause)) for clause in asked_clauses(one))


def bearers(text: str, number: int = 0) -> str:
    """Who is named in a sentence: ``kind:words``, with a ``+`` where what follows belongs to them."""
    analysis = analyse_text(text)
    one = reading_of(analysis).sentence(number)
    found = [bearer for clause in range(len(one.clauses.starts)) for bearer in bearers_in(analysis, one, clause)]
    told = [(one.texts[bearer.first - one.first : bearer.last - one.first], bearer) for bearer in found]
    return " ".join(f"{bearer.kind}:{'_'.join(words)}{'+' * bearer.owned}" for words, bearer in told)


def ended(text: str, words: str, number: int = 0) -> bool:
    """Whether a sentence says until when something was so."""
    one = sentence(text, number)
    return has_ended(one, place(one, words)[1])


def behind(text: str) -> str:
    """A text behind a sentence of its language, so that a place counted from the wrong end is another place."""
    if any("ぁ" <= letter <= "ヿ" for letter in text):
        return f"雨です。{text}"
    return f"It rains. {text}" if text.isascii() or text[0].isascii() else f"下雨了。{text}"


def lines(table: str) -> list[tuple[str, ...]]:
    """The lines of a table, taken apart at `` | ``; blank ones and those that begin with ``#`` say nothing."""
    told = (line.strip() for line in table.splitlines())
    return [tuple(field.strip() for field in line.split("|")) for line in told if line and line[0] != "#"]

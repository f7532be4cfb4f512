"""Yes or no: a JSON boolean says whether the words of its attribute hold; the text says them, or denies them."""

from __future__ import annotations

from collections.abc import Iterator

from memtxn.core.admission.entity import name_tokens
from memtxn.core.admission.forms.form import Context, Match
from memtxn.core.admission.likeness import alike
from memtxn.core.admission.opposites import contraries_of
from memtxn.core.admission.patchtest import Excerpt
from memtxn.core.admission.reading.sentence import Sentence, reading_of
from memtxn.core.admission.word_set import word_set
from memtxn.model.codec import Json

NAME = "yes/no"
STATED = "truth value"

_EMPTY = word_set("""
    has have had is are was be can may does do did with the a an for of to in on at by any and
""")
_YES = word_set("yes true on enabled y 是 有 はい sí oui ja")
_NO = word_set("no false off disabled n none 否 无 いいえ non nein")


class YesNo:
    """The attribute's words in one clause of the evidence; whether they are denied there, rule 6 finds out.

    A text in another language than the attribute's name cannot show its words. Then the quote stands for them as
    a whole, which says the least, unless the attribute's words in that language were declared.
    """

    name = NAME

    def find(self, value: Json, excerpt: Excerpt, context: Context) -> list[Match]:
        """The clauses that hold most of the attribute's words, those with all of them first."""
        if not isinstance(value, bool):
            return []
        names = [[word for word in context.attribute if word not in _EMPTY and len(word) > 1]]
        if not names[0] and not "".join(context.attribute).isascii():
            names = [list(context.attribute)]
        names += [list(name_tokens(words)) for words in context.terms.words]
        found = [match for words in names if words for match in _said(value, words, excerpt)]
        foreign = context.languages[0] != "en" and not context.terms.words
        if not found and foreign and "".join(context.attribute).isascii():
            found.append(_as_a_whole(value, excerpt))
        return found


def _said(value: bool, words: list[str], excerpt: Excerpt) -> list[Match]:
    reading, found = reading_of(excerpt.analysis), list[Match]()
    needed = -(-2 * len(words) // 3)
    token = excerpt.first
    while token < excerpt.last:
        sentence = reading.sentence_at(token)
        for clause in range(len(sentence.clauses.starts)):
            tokens = [one for one in _with_fragments(sentence, clause) if excerpt.first <= one < excerpt.last]
            hits = [
                one for one in tokens if any(_same(sentence.texts[one - sentence.first], word) for word in words)
            ]
            known = {word for word in words for one in hits if _same(sentence.texts[one - sentence.first], word)}
            if len(known) >= needed:
                found.append(_match(value, sentence, hits[0], hits[-1] + 1, excerpt.last))
        token = sentence.last
    return found


def _with_fragments(sentence: Sentence, clause: int) -> Iterator[int]:
    """The tokens of a clause and of what follows it without a verb: "it is locked, every night, at eleven"."""
    clauses, grammar = sentence.clauses, sentence.grammar
    yield from clauses.tokens(clause)
    if grammar.languages[0] != "en" or grammar.auxiliaries.isdisjoint(sentence.words(clause)):
        return
    for later in range(clause + 1, len(clauses.starts)):
        words = sentence.words(later)
        verbless = len(words) <= _FRAGMENT and grammar.auxiliaries.isdisjoint(words)
        if not verbless or clauses.joints[later] != "comma" or not grammar.subjects.isdisjoint(words):
            return
        yield from clauses.tokens(later)


_FRAGMENT = 3
"""Words between commas that say when or where."""


def _same(text: str, word: str) -> bool:
    return alike(text, word) or text in contraries_of(word)


def _match(value: bool, sentence: Sentence, first: int, last: int, end: int) -> Match:
    said = " ".join(sentence.texts[first - sentence.first : last - sentence.first])
    stated = _stated(sentence, last, end)
    if stated is None:
        reading = f"{said!r} is what the attribute asks about, and the value is {str(value).lower()}"
        return Match(first=first, last=last, form=NAME, reading=reading)
    if sentence.texts[last - sentence.first] == "=":
        last += 1
    if stated is value:
        return Match(
            first=first, last=last + 1, form=STATED, reading=f"{said!r} is said to be {str(value).lower()}"
        )
    reading = f"{said!r} is said to be {str(stated).lower()}"
    return Match(first=first, last=last + 1, form=STATED, reading=reading, code="not_ordered_subsequence")


def _stated(sentence: Sentence, token: int, end: int) -> bool | None:
    """The truth value that follows a colon or an equals sign, or None."""
    stop, at = min(sentence.last, end), token - sentence.first
    if token + 1 < stop and sentence.texts[at] == "=":
        at += 1
    elif token >= stop or sentence.clauses.gaps[at] != ":":
        return None
    word = sentence.texts[at]
    return True if word in _YES else False if word in _NO else None


def _as_a_whole(value: bool, excerpt: Excerpt) -> Match:
    reading = f"the quote as a whole says whether it is so, and the value is {str(value).lower()}"
    return Match(first=excerpt.first, last=excerpt.last, form=NAME, reading=reading)

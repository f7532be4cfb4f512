"""Bearers: of whom a clause speaks. The words in it that name somebody, in their order."""

from __future__ import annotations

from collections.abc import Sequence

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.binding.bearer import Bearer
from memtxn.core.admission.binding.han_names import is_called
from memtxn.core.admission.binding.unspaced import unspaced_bearer
from memtxn.core.admission.reading.grammar import Grammar
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.word_set import word_set

_DAYS = word_set("""
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july
    august september october november december christmas easter
""")

_NOBODY = word_set("it its itself this that him them themselves himself herself lo la los las le les es")
"""Third persons that are no person, or never the one who bears a clause."""

_OF_SEVERAL = frozenset(("are", "were", "have", "do"))
"""Verbs of a plural."""

_CALLED = word_set("""
    mum mom mam dad mummy mommy daddy grandma grandpa granny gran nana nan grandad auntie papa mama
""")
"""Relatives who are called so, without an article."""

_FEW_NAMES = ("zh", "ja", "de")
"""Languages in which a capital letter says nothing of a name, or only in a foreign word."""


def bearers_in(analysis: Analysis, sentence: Sentence, clause: int) -> list[Bearer]:
    """Who is named in a clause, from left to right.

    Names are told by their capital letter, or in Chinese by their form (小王, 王总).
    """
    found: list[Bearer] = []
    tokens = sentence.clauses.tokens(clause)
    persons, capitals = sentence.grammar.persons, sentence.capitals
    words = enumerate(zip(tokens, sentence.words(clause), strict=True))
    after = -1
    for at, token, word in [
        (at, token, word)
        for at, (token, word) in words
        if word in persons or token in capitals or is_unspaced(word) or word in _CALLED
    ]:
        if token < after:
            continue
        if is_unspaced(word):
            bearer = unspaced_bearer(sentence, token, tokens[-1] + 1)
        else:
            bearer = _by_word(sentence, tokens, at) or _by_name(analysis, sentence, tokens, at)
        if bearer is not None:
            found.append(bearer)
            after = bearer.last
    return found


def _word(sentence: Sentence, tokens: Sequence[int], at: int) -> str:
    """The word at a place of the clause; empty behind its end."""
    return sentence.texts[tokens[at] - sentence.first] if at < len(tokens) else ""


def _by_word(sentence: Sentence, tokens: Sequence[int], at: int) -> Bearer | None:
    """A pronoun, or a noun for a person."""
    grammar, token = sentence.grammar, tokens[at]
    word, following = _word(sentence, tokens, at), _word(sentence, tokens, at + 1)
    owned = word in grammar.possessives
    if word in grammar.first_person:
        return Bearer("first", token, token + 1, owned)
    if word in grammar.third_person and word not in _NOBODY:
        return Bearer("third", token, token + 1, owned)
    if word in grammar.second_person:
        return Bearer("second", token, token + 1, owned)
    called = word in _CALLED and (not at or following in grammar.auxiliaries or following == "'s")
    noun = _is_person_noun(grammar, word) and at and _determined(sentence, tokens[at - 1] - sentence.first)
    return Bearer("kin", token, token + 1, following == "'s") if called or noun else None


def _by_name(analysis: Analysis, sentence: Sentence, tokens: Sequence[int], at: int) -> Bearer | None:
    """A name, with the names that follow it."""
    if not analysis.is_capital(tokens[at]):
        return None
    if not (_may_be_name(sentence, _word(sentence, tokens, at)) and _is_name(analysis, sentence, tokens, at)):
        return _in_chinese(analysis, sentence, tokens[at])
    last, gaps = at + 1, sentence.clauses.gaps
    while (
        last < len(tokens)
        and tokens[last] == tokens[last - 1] + 1
        and analysis.is_capital(tokens[last])
        and '"' not in gaps[tokens[last] - sentence.first]
        and _word(sentence, tokens, last) not in sentence.grammar.first_person
    ):
        last += 1
    owns = _word(sentence, tokens, last) == "'s" or (
        last < len(tokens) and gaps[tokens[last] - sentence.first].startswith("'")
    )
    return Bearer("name", tokens[at], tokens[last - 1] + 1, owns)


def _in_chinese(analysis: Analysis, sentence: Sentence, token: int) -> Bearer | None:
    """A foreign name that bears a Chinese clause: Hao下周去…; no acronym."""
    if sentence.grammar.languages[0] != "zh" or analysis.text is None:
        return None
    first, last = analysis.span(token, token + 1)
    name = analysis.text[first:last]
    if len(name) < _NAME or not (name.isalpha() and name.istitle()) or not is_called(sentence, token):
        return None
    return Bearer("name", token, token + 1, sentence.texts[token + 1 - sentence.first] == "的")


_NAME = 2
"""Letters that a foreign name has at least."""


def _may_be_name(sentence: Sentence, word: str) -> bool:
    """Whether a capital letter could be that of a person: not in an acronym or a brand of a Chinese sentence."""
    grammar = sentence.grammar
    return grammar.languages[0] not in _FEW_NAMES or word in grammar.given_names or word in grammar.titles


def _is_person_noun(grammar: Grammar, word: str) -> bool:
    return word in grammar.person_nouns or (word.endswith("s") and word[:-1] in grammar.person_nouns)


def _determined(sentence: Sentence, at: int) -> bool:
    """Whether the word before makes a noun somebody: my brother, Bob's brother, the new boss."""
    grammar = sentence.grammar
    for back in (at, at - 1):
        if back >= 0:
            word = sentence.texts[back]
            if word in grammar.possessives or word in grammar.articles or word == "'s":
                return True
    return False


def _is_name(analysis: Analysis, sentence: Sentence, tokens: Sequence[int], at: int) -> bool:
    """Whether a capital letter is that of a name: in mid-sentence, or of a known name, or before a verb."""
    grammar, word = sentence.grammar, _word(sentence, tokens, at)
    if word in grammar.function_words or word in grammar.joints or word in grammar.question_words:
        return False
    if word in _DAYS:
        return False
    if word in grammar.given_names or word in grammar.titles:
        return True
    if not _begins(sentence, tokens, at):
        return len(word) > 1
    following = _word(sentence, tokens, at + 1)
    if following == "'s" or following in grammar.auxiliaries:
        return not (word.endswith("s") and following in _OF_SEVERAL)  # "Mornings are bad for me"
    if grammar.languages[0] != "en" or word.endswith("ing") or following in grammar.function_words:
        return False
    return following.endswith("s") and len(following) > 3 and not analysis.is_capital(tokens[at + 1])


def _begins(sentence: Sentence, tokens: Sequence[int], at: int) -> bool:
    """Whether the sentence, its clause or quoted speech begins with a word, so that its capital says little."""
    gap = sentence.clauses.gaps[tokens[at] - sentence.first]
    return tokens[at] == sentence.first or (at == 0 and gap[-1:] in ":\"'")

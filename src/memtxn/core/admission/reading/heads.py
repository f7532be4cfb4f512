"""Heads: which clauses go on with the list or the predicate of the one before."""

from __future__ import annotations

from memtxn.core.admission.reading.cutter import Cutter
from memtxn.core.admission.reading.grammar import Grammar, Joint
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.word_set import word_set

LIST_ITEM = 4
"""Words that a piece between commas may have to be one more item of a list."""

_LAST_ITEM = 3
"""Words more that the last two items of a list may have, with the coordinator between them."""

_BETWEEN = frozenset(("comma", "dash", "bracket"))
"""How a piece is joined that is put in between."""
_BROKEN_OFF = word_set("""
    not never only do does did will would can could is are was were has have had must should
""")
"""Words after which a clause goes on behind what is put in between commas."""


def heads_of(cutter: Cutter, words: list[list[str]]) -> list[int]:
    """Which pieces go on with the list or the predicate of the clause before them; the others head themselves.

    "I don't eat pork, beef or lamb": a short piece without subject and verb is an item, when the series has a
    coordinator in it. ``words`` are those of each piece.
    """
    heads = list(range(len(words)))
    if len(words) > 1:
        _behind_what_is_broken_off(cutter, words, heads)
        for clause in cutter.repeated:
            heads[clause] = clause - 1
        for clause in range(1, len(words)):
            if _is_bracketed(cutter, words[clause], clause) or _is_listed(cutter, words[clause], clause):
                heads[clause] = clause - 1
        if min(map(len, words[1:])) <= LIST_ITEM + _LAST_ITEM:
            _last_bare_item(cutter, words, heads)
            _bare_items(cutter, words, heads)
            _coordinated_items(cutter, words, heads)
    return heads


def _behind_what_is_broken_off(cutter: Cutter, words: list[list[str]], heads: list[int]) -> None:
    """A clause that ends in the middle goes on behind the colon, the dash, or what is put in between."""
    for clause, following in enumerate(cutter.joints[1:]):
        if not words[clause]:
            continue
        broken = words[clause][-1] in _BROKEN_OFF
        goes_on = following == "colon" and _is_open(words[clause], cutter.grammar)
        if goes_on or (broken and following == "dash"):
            heads[clause + 1] = clause
        put_in = clause + 2 < len(heads) and _BETWEEN.issuperset(cutter.joints[clause + 1 : clause + 3])
        if broken and put_in:
            heads[clause + 1], heads[clause + 2] = clause, clause


def _is_bracketed(cutter: Cutter, words: list[str], clause: int) -> bool:
    """Whether a piece in brackets is one more item ("(and lamb)"), or what is denied, by name ("meat (pork)")."""
    if cutter.joints[clause] != "bracket" or not words:
        return False
    if words[0] in cutter.grammar.coordinators:
        return True
    named = len(words) <= (_BARE_RUN if is_unspaced(words[0]) else _BARE) and words[0] not in _BUT_NOW
    return named and _has_no_verb(words, cutter.grammar) and _denies(cutter, clause - 1)


_BUT_NOW = word_set("now instead but today currently only just 现 现在 改 只")
"""Words with which a bracket says what holds instead."""


def _last_bare_item(cutter: Cutter, words: list[list[str]], heads: list[int]) -> None:
    """A bare piece at the end is the second item of what is denied: "we do not ship to Norway, Iceland"."""
    last = len(heads) - 1
    denied = len(words[last - 1]) >= _SAID and _denies(cutter, last - 1)
    if words[last][:1] == ["ok"] or not (denied or (heads[last - 1] != last - 1)):
        return
    if cutter.joints[last] == "comma" and _is_bare(cutter, words[last], last):
        heads[last] = last - 1


_SAID = 4
"""Words that a clause has at least when it says something by itself; less is an answer ("no, Tuesday")."""


def _is_listed(cutter: Cutter, words: list[str], clause: int) -> bool:
    """Whether a piece behind a colon is what the clause before it denies: "I don't eat: pork"."""
    if cutter.joints[clause] != "colon" or ";" in cutter.gaps[cutter.starts[clause] - cutter.first]:
        return False
    if cutter.texts[cutter.starts[clause] - cutter.first - 1] in _FALSE:
        return False  # "the rule is not wrong: guests sign in"
    return _has_no_verb(words, cutter.grammar) and _denies(cutter, clause - 1)


_FALSE = frozenset(("wrong", "false", "untrue", "incorrect", "mistaken"))


def _bare_items(cutter: Cutter, words: list[list[str]], heads: list[int]) -> None:
    """Two bare pieces in a row are items, without a coordinator."""
    bare = [_is_bare(cutter, words[clause], clause) for clause in range(len(heads))]
    for clause in range(1, len(heads) - 1):
        if bare[clause] and bare[clause + 1]:
            heads[clause], heads[clause + 1] = clause - 1, clause


def _coordinated_items(cutter: Cutter, words: list[list[str]], heads: list[int]) -> None:
    """Short pieces before and at a coordinator are items; read from the end, where the coordinator stands."""
    coordinators, series = cutter.grammar.coordinators, False
    for clause in range(len(heads) - 1, 0, -1):
        item = clause not in cutter.fresh and _is_item(words[clause], cutter.joints[clause], cutter.grammar)
        series = item and (series or not coordinators.isdisjoint(words[clause]))
        if series:
            heads[clause] = clause - 1


def _has_no_verb(words: list[str], grammar: Grammar) -> bool:
    return bool(words) and grammar.subjects.isdisjoint(words) and grammar.auxiliaries.isdisjoint(words)


def _denies(cutter: Cutter, clause: int) -> bool:
    """Whether a cue stands in the clause before a colon: what follows is what it speaks of ("I don't eat: …")."""
    start, end = cutter.starts[clause], cutter.starts[clause + 1]
    return any(start <= token < end for token in cutter.cues)


def _is_bare(cutter: Cutter, words: list[str], clause: int) -> bool:
    """Whether a piece is one of several bare items ("crab, squid, mussels"): a word or two, and no cue."""
    grammar = cutter.grammar
    unspaced = bool(words) and is_unspaced(words[0])
    if cutter.joints[clause] != "comma" or not 0 < len(words) <= (_BARE_RUN if unspaced else _BARE):
        return False
    start = cutter.starts[clause]
    if not cutter.marked.isdisjoint(range(start, start + len(words))):
        return False
    small = not unspaced and not grammar.function_words.isdisjoint(words)
    if not unspaced and _says_again(cutter, words[0], clause):
        return False
    return not small and _has_no_verb(words, grammar)


def _says_again(cutter: Cutter, word: str, clause: int) -> bool:
    """Whether a piece begins with a word of the clause before: its verb, of something else."""
    before = cutter.texts[cutter.starts[clause - 1] - cutter.first : cutter.starts[clause] - cutter.first]
    return word in before and word not in cutter.grammar.prepositions and word not in cutter.grammar.articles


_BARE, _BARE_RUN = 2, 3
"""Words of a bare item, and letters of one in a script without spaces."""


def _is_item(words: list[str], joint: Joint, grammar: Grammar) -> bool:
    """Whether a piece may be one more item of a list: short, without subject and verb."""
    if joint not in ("comma", "and") or not 0 < len(words) <= LIST_ITEM + _LAST_ITEM:
        return False
    if len(words) > LIST_ITEM and grammar.coordinators.isdisjoint(words[1:]):
        return False
    return grammar.subjects.isdisjoint(words) and grammar.auxiliaries.isdisjoint(words)


def _is_open(words: list[str], grammar: Grammar) -> bool:
    """Whether a clause before a colon ends in the middle of what it says: "the address is not: …"."""
    return words[-1] in ("not", "never", "only") or (
        len(words) > 1 and words[-1] in grammar.auxiliaries and words[-2] in _NEGATORS
    )


_NEGATORS = frozenset(("不", "not", "没", "非", "并非"))
"""Words before a verb that is left open: "is not: …"."""

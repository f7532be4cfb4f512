"""Quotatives: a verb of saying before its subject, behind what is said ("…, reported Otto")."""

from __future__ import annotations

from collections.abc import Iterator

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.cues.pack import Cue
from memtxn.core.admission.reading.clauses import Clauses
from memtxn.core.admission.reading.grammar import Grammar
from memtxn.core.admission.word_set import word_set

VERBS = word_set("""
    reported reports wrote writes added adds explained explains noted notes remarked remarks recalled recalls
    warned warns commented argued argues admitted replied answered texted tweeted posted whispered shouted
    announced confirmed confirms stated states
""")
"""Verbs of saying that are cues only where their subject stands behind them."""

_SUBJECT = 5
"""Words of a subject, at most."""
_SAID = Cue("…, reported", "report", "behind", "en")


def quotatives(
    analysis: Analysis, first: int, texts: list[str], clauses: Clauses, grammar: Grammar
) -> Iterator[Mark]:
    """The verbs of a sentence that has one of `VERBS` with which a clause behind a comma begins."""
    for clause in range(1, len(clauses.starts)):
        token, words = clauses.starts[clause], clauses.words[clause]
        if clauses.joints[clause] not in ("comma", "dash") or not 1 < len(words) <= 1 + _SUBJECT:
            continue
        if words[0] not in VERBS or words[1][0].isdecimal() or words[1] in grammar.prepositions:
            continue
        named = token + 1 < first + len(texts) and analysis.is_capital(token + 1)
        determined = words[1] in grammar.articles or words[1] in grammar.possessives
        somebody = determined and any(_is_person(word, grammar) for word in words[2:])
        if named or somebody or words[1] in grammar.subjects:
            yield Mark(_SAID, token, token + 1)


def _is_person(word: str, grammar: Grammar) -> bool:
    return word in grammar.persons or (len(word) > _AGENT and word.endswith(("er", "or", "ist", "man")))


_AGENT = 4
"""Letters of a word above which its ending says that it names one who does something."""

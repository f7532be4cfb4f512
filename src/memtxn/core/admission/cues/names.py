"""What a pack of cues may name: families, scopes and lists of words."""

from __future__ import annotations

FAMILIES = (
    "negation",
    "condition",
    "hedge",
    "question",
    "report",
    "ended",
    "restriction",
    "exception",
    "wish",
    "fiction",
    "irony",
    "approximation",
    "correction",
    "pseudo",
)
"""What a cue does to what it governs. A ``pseudo`` cue looks like one and is none: "no doubt", 不但."""

SCOPES = ("own", "ahead", "onward", "around", "aside", "behind", "whole")
"""What a cue governs, counted in clauses; docs/reference/cues.md explains each."""

SCOPED = frozenset(FAMILIES) - {"pseudo", "correction"}
"""The families whose cues govern something: their groups must say what."""

WORD_LISTS = (
    "first_person",
    "second_person",
    "third_person",
    "possessives",
    "articles",
    "subjects",
    "auxiliaries",
    "prepositions",
    "adversatives",
    "coordinators",
    "openers",
    "relatives",
    "question_words",
    "question_starts",
    "polite",
    "person_nouns",
    "titles",
    "function_words",
    "abbreviations",
    "measure_words",
    "surnames",
    "name_prefixes",
    "given_names",
)
"""Closed classes of words that the rules ask for. A language has those that it needs."""

LICENSED = (
    "wish",
    "ended",
    "restriction",
    "exception",
    "condition",
    "hedge",
    "report",
    "approximation",
    "question",
)
"""The families that an attribute can express by itself: ``former_employer``, ``max_price``."""

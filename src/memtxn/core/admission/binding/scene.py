"""Scene: one value in its clause, with the names of the entity that it is proposed of."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from memtxn.core.admission.binding.bearer import Bearer
from memtxn.core.admission.binding.bearers import bearers_in
from memtxn.core.admission.binding.mentions import mentions, of_the_speaker
from memtxn.core.admission.binding.others import others_in, with_others
from memtxn.core.admission.case import Case
from memtxn.core.admission.entity import name_tokens
from memtxn.core.admission.persons import PERSON_TYPES
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.showing import Spoken
from memtxn.core.admission.word_set import word_set

BACK = 3
"""Sentences before a clause in which the one that it speaks of may have been named."""


class Bound(msgspec.Struct, frozen=True):
    """What is wrong with the binding (``code`` is empty: nothing), and the tokens that show it."""

    code: str = ""
    problem: str = ""
    first: int = 0
    last: int = 0


FINE = Bound()

UNNAMED = word_set("default self me user unknown current")
"""Ids by which a program says that it knows no name."""


_NO_PERSONS = word_set("团队 公司 对手 猫 狗 小狗 小猫 宠物 人")
"""Nouns among those of persons that also name things, groups and animals."""


class Scene:
    """One value in its clause, with the names of its entity."""

    def __init__(self, case: Case, showing: Spoken) -> None:
        self.case, self.showing, self.sentence = case, showing, showing.sentence
        key, source = case.draft.key, showing.analysis.source
        self.speaker = source.speaker if source else ""
        self.channel = source.channel if source else ""
        self.names = (key.entity_id, *case.terms.aliases)
        self.clause = self.sentence.clause(showing.first)
        person = case.terms.person
        self.person = self._is_person() if person is None else person
        self.own = self._own_mentions()

    def _is_person(self) -> bool:
        """Whether the key is of a person, by its type, or by a Chinese noun as its id (a Household's 园丁)."""
        key, nouns = self.case.draft.key, self.sentence.grammar.person_nouns
        if key.entity_type.casefold() in PERSON_TYPES:
            return True
        return is_unspaced(key.entity_id[0]) and key.entity_id in nouns and key.entity_id not in _NO_PERSONS

    @property
    def here(self) -> list[tuple[int, int]]:
        """Where the value's clause names the entity."""
        sentence = self.sentence
        return [one for one in self.own if sentence.clause(one[0]) == self.clause] if self.own else []

    @property
    def is_speaker(self) -> bool:
        """Whether the entity is the speaker: by name, a part of it (customer_ivy), or kind (the patient)."""
        key, speaker = self.case.draft.key, self.speaker.casefold()
        names = {name.casefold() for name in (*self.names, *self.case.terms.speakers)}
        if speaker in names or (self.person and speaker == key.entity_type.casefold()):
            return True
        parts, known = name_tokens(key.entity_id), name_tokens(self.speaker)
        return self.person and len(known) > 1 and bool(parts) and set(parts) <= set(known)

    def mentions(self, sentence: Sentence) -> list[tuple[int, int]]:
        """Where a sentence names the entity, but for the value itself."""
        return self.own if sentence is self.sentence else self._mentions(sentence)

    def _own_mentions(self) -> list[tuple[int, int]]:
        named = self._mentions(self.sentence)
        return [one for one in named if not self.showing.keeps(*one)] if named else []

    def _mentions(self, sentence: Sentence) -> list[tuple[int, int]]:
        known, about = self.showing.reading.named, (self.names, self.person, sentence.number)
        found = known.get(about)
        if found is None:
            found = mentions(sentence, self.names, "" if self.person else self.speaker)
            if not found and self.person and self.speaker:
                found = of_the_speaker(sentence, self.names, self.speaker)
            known[about] = found
        return found

    def bearers(self, sentence: Sentence, clause: int) -> list[Bearer]:
        """Who is named in a clause, looked for once."""
        known, about = self.showing.reading.bearers, (sentence.number, clause)
        found = known.get(about)
        if not isinstance(found, list):
            found = known[about] = bearers_in(self.showing.analysis, sentence, clause)
        others = self.case.terms.others
        declared = others_in(sentence, clause, others) if others and self.person else []
        return with_others(found, declared) if declared else found

    def earlier(self) -> Iterator[tuple[Sentence, int]]:
        """The clauses before that of the value, the nearest first."""
        for clause in range(self.clause - 1, -1, -1):
            if self.sentence.clauses.joints[clause] != "relative":
                yield self.sentence, clause
        number = self.sentence.number
        for sentence in reversed(self.showing.reading.around(number, BACK, 0)[:-1]):
            for clause in range(len(sentence.clauses.starts) - 1, -1, -1):
                yield sentence, clause


def is_entity(scene: Scene, sentence: Sentence, bearer: Bearer) -> bool:
    """Whether a bearer is the entity of the key."""
    return within(bearer, scene.mentions(sentence))


def within(bearer: Bearer, found: list[tuple[int, int]]) -> bool:
    """Whether a bearer shares a word with one of these spans."""
    return any(first < bearer.last and bearer.first < last for first, last in found)


def of_another(scene: Scene, bearer: Bearer) -> Bound:
    """The clause speaks of a bearer who is not the entity."""
    text = scene.showing.text(bearer.first, bearer.last)
    problem = f"the clause speaks of {text!r}, not of {scene.case.draft.key.entity_id!r}"
    code = "subject_unbound" if bearer.kind == "third" else "wrong_subject"
    return Bound(code, problem, bearer.first, bearer.last)


def outside(scene: Scene, bearers: list[Bearer]) -> list[Bearer]:
    """Without those who are part of the value."""
    return [one for one in bearers if not scene.showing.keeps(one.first, one.last)]

"""Bound: of whom the clause of a value speaks, held against the entity of the key.

The order: a declared owner, the channel, then whoever bears the clause: the entity itself, the speaker, or
somebody else; where the clause names nobody, the one named last before it.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from memtxn.core.admission.case import Case
from memtxn.core.admission.entity import name_tokens
from memtxn.core.admission.kin import named_by
from memtxn.core.admission.likeness import alike
from memtxn.core.admission.mentions import mentions
from memtxn.core.admission.reading.bearers import Bearer, bearers_in
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.roles import role_reversed
from memtxn.core.admission.showing import Showing

PERSON_TYPES = frozenset(
    [
        "person",
        "user",
        "employee",
        "patient",
        "customer",
        "client",
        "member",
        "contact",
        "character",
        "friend",
        "child",
        "colleague",
        "student",
        "people",
        "human",
        "guest",
        "player",
        "author",
        "manager",
        "用户",
        "客户",
        "员工",
        "患者",
        "人",
        "人物",
        "角色",
        "学生",
        "孩子",
        "会员",
    ]
)
"""Types of entities that are persons unless declared otherwise."""

UNNAMED = frozenset(["default", "self", "me", "user", "unknown", "current"])
"""Ids by which a program says that it knows no name."""

_BACK = 3
"""Sentences before a clause in which the one that it speaks of may have been named."""


class Bound(msgspec.Struct, frozen=True):
    """What is wrong with the binding (``code`` is empty: nothing), and the tokens that show it."""

    code: str = ""
    problem: str = ""
    first: int = 0
    last: int = 0


FINE = Bound()


class _Scene:
    """One value in its clause, with the names of its entity."""

    def __init__(self, case: Case, showing: Showing) -> None:
        assert showing.sentence is not None
        self.case, self.showing, self.sentence = case, showing, showing.sentence
        key, source = case.draft.key, showing.analysis.source
        self.speaker = source.speaker if source else ""
        self.channel = source.channel if source else ""
        self.names = (key.entity_id, *case.terms.aliases)
        self.clause = self.sentence.clause(showing.first)
        terms = case.terms
        self.person = key.entity_type.casefold() in PERSON_TYPES if terms.person is None else terms.person
        self.is_speaker = self._speaks(key.entity_type, key.entity_id)

    def _speaks(self, entity_type: str, entity_id: str) -> bool:
        """Whether the entity is the speaker: by name, by a part of it (customer_ivy), or by kind (the patient)."""
        names = {name.casefold() for name in (*self.names, *self.case.terms.speakers)}
        speaker = self.speaker.casefold()
        if speaker in names or (self.person and speaker == entity_type.casefold()):
            return True
        parts, known = name_tokens(entity_id), name_tokens(self.speaker)
        return self.person and len(known) > 1 and bool(parts) and set(parts) <= set(known)

    def mentions(self, sentence: Sentence) -> list[tuple[int, int]]:
        known, about = self.showing.reading.named, (self.names, self.person, sentence.number)
        found = known.get(about)
        if found is None:
            found = known[about] = mentions(sentence, self.names, "" if self.person else self.speaker)
        if not found:
            return found
        return [one for one in found if not self.showing.keeps(*one) or sentence is not self.sentence]

    def bearers(self, sentence: Sentence, clause: int) -> list[Bearer]:
        known, about = self.showing.reading.bearers, (sentence.number, clause)
        found = known.get(about)
        if not isinstance(found, list):
            found = known[about] = bearers_in(self.showing.analysis, sentence, clause)
        return found

    def earlier(self) -> Iterator[tuple[Sentence, int]]:
        """The clauses before that of the value, the nearest first."""
        for clause in range(self.clause - 1, -1, -1):
            yield self.sentence, clause
        number = self.sentence.number
        for sentence in reversed(self.showing.reading.around(number, _BACK, 0)[:-1]):
            for clause in range(len(sentence.clauses.starts) - 1, -1, -1):
                yield sentence, clause


def _antecedent(scene: _Scene) -> Bound | None:
    """Of whom a clause with *who* speaks: the noun before it ("a woman who has …")."""
    sentence, start = scene.sentence, scene.sentence.clauses.starts[scene.clause]
    if sentence.texts[start - sentence.first] not in ("who", "whose") or start == sentence.first:
        return None
    before = (start - 1, start)
    if any(first <= before[0] < last for first, last in scene.mentions(sentence)):
        return FINE
    if sentence.texts[before[0] - sentence.first] in sentence.grammar.first_person:
        return FINE if scene.is_speaker else None
    text = scene.showing.text(*before)
    return Bound(
        "wrong_subject", f"the clause speaks of {text!r}, not of {scene.case.draft.key.entity_id!r}", *before
    )


def _label(sentence: Sentence, clause: int) -> tuple[int, int] | None:
    """The tokens before the colon of which a clause speaks ("seniors: 31 pounds")."""
    clauses = sentence.clauses
    if (
        clause == 0
        or clauses.joints[clause] != "colon"
        or ":" not in clauses.gaps[clauses.starts[clause] - sentence.first]
    ):
        return None
    tokens = clauses.tokens(clause - 1)
    return (tokens[0], tokens[-1] + 1) if 0 < len(tokens) <= _LABEL else None


_LABEL = 4


def _labelled(scene: _Scene) -> Bound | None:
    """Of labelled values the one with the entity's label is its own, in this line or in another."""
    own = _label(scene.sentence, scene.clause)
    if own is None or any(first < own[1] and own[0] < last for first, last in scene.mentions(scene.sentence)):
        return None
    for sentence in scene.showing.reading.around(scene.sentence.number, _LINES, _LINES):
        named = scene.mentions(sentence)
        for clause in range(len(sentence.clauses.starts)):
            label = _label(sentence, clause) if named else None
            if label is not None and any(first < label[1] and label[0] < last for first, last in named):
                return Bound("spliced", f"it stands under {scene.showing.text(*own)!r}", *own)
    return None


_LINES = 6


def _field(scene: _Scene) -> Bound | None:
    """Of fields (``read_p99=2.7ms``) the one with the attribute's name is its own; one that is called old is over."""
    sentence, first = scene.sentence, scene.sentence.first
    tokens = sentence.clauses.tokens(scene.clause)
    if len(tokens) < 3 or sentence.texts[tokens[1] - first] != "=":
        return None
    label, name = sentence.texts[tokens[0] - first], "_".join(scene.case.attribute.words)
    parts = label.split("_")
    if parts[0] in _FORMER and not _FORMER.intersection(scene.case.attribute.words):
        return Bound("wrong_subject", "it is the value that was", tokens[0], tokens[0] + 1)
    if label == name or name not in sentence.texts:
        return None
    return Bound("spliced", f"it is the value of {label!r}", tokens[0], tokens[0] + 1)


_FORMER = frozenset(("old", "previous", "prev", "former", "last", "旧", "原"))


def bound_of(case: Case, showing: Showing) -> Bound:
    """Whether the clause speaks of the entity."""
    scene = _Scene(case, showing)
    if not case.policy.may_speak_of(scene.channel, scene.person):
        return Bound("speaker_mismatch", f"a source of the channel {scene.channel!r} cannot speak about persons")
    mine = [one for one in scene.mentions(scene.sentence) if scene.sentence.clause(one[0]) == scene.clause]
    span = (showing.first, showing.last)
    states = not case.asks and showing.match is None
    plain = showing.match is None or showing.match.form in ("variant", "inflection")
    if plain and role_reversed(
        scene.sentence, scene.clause, case.attribute.words, span, mine[0] if mine else None, states=states
    ):
        return Bound(
            "wrong_subject", f"the clause gives the value another role than {case.draft.key.attribute!r}", *span
        )
    other = _labelled(scene) or _field(scene)
    if other is not None:
        return other
    owner = case.terms.owner
    if owner in ("session", "none"):
        return FINE
    if owner == "speaker" and not scene.person:
        return FINE
    if scene.person:
        antecedent = _antecedent(scene)
        if antecedent is not None:
            return antecedent
    if scene.person and case.draft.key.entity_id.casefold() not in UNNAMED:
        return _speaker(scene) if scene.is_speaker else _person(scene)
    return _thing(scene)


def _speaker(scene: _Scene) -> Bound:
    """The key is the one who speaks: nobody else may bear the clause."""
    for sentence, clause in ((scene.sentence, scene.clause), *scene.earlier()):
        mine = (sentence, clause) == (scene.sentence, scene.clause)
        bearers = scene.bearers(sentence, clause)
        if mine:
            bearers = _outside(scene, bearers)
        bearer = _subject(scene, sentence, bearers)
        if bearer is None:
            if not mine and sentence is not scene.sentence:
                return FINE
            continue
        if bearer.kind in ("first", "second") or _is_entity(scene, sentence, bearer):
            return FINE
        if not mine and bearer.kind in ("name", "kin") and sentence is not scene.sentence:
            return FINE
        if mine and any(one.kind == "first" and not one.owned and one.first > bearer.first for one in bearers):
            return FINE
        return _other(scene, bearer, sentence)
    return FINE


def _person(scene: _Scene) -> Bound:
    """The key is a person who does not speak: the clause must name it, or go on speaking of it."""
    sentence, clause = scene.sentence, scene.clause
    bearers = _outside(scene, scene.bearers(sentence, clause))
    here = [one for one in scene.mentions(sentence) if sentence.clause(one[0]) == clause]
    bearer = _subject(scene, sentence, bearers)
    if here:
        if bearer is not None and bearer.kind in ("kin", "name") and not _is_entity(scene, sentence, bearer):
            if bearer.first > here[0][0] or (bearer.first < here[0][0] and here[0][0] > scene.showing.first):
                return _other(scene, bearer, sentence)
        return FINE
    if bearer is not None and bearer.kind == "second":
        return FINE
    if bearer is not None and bearer.kind in ("first", "name", "kin") and not _is_entity(scene, sentence, bearer):
        return _other(scene, bearer, sentence)
    for before, number in scene.earlier():
        named = [one for one in scene.mentions(before) if before.clause(one[0]) == number]
        others = [
            one
            for one in scene.bearers(before, number)
            if one.kind in ("name", "kin") and not _within(one, named)
        ]
        if named:
            rival = _parallel(scene, before, named[-1]) if before is sentence else None
            return (
                FINE if rival is None else Bound("spliced", "this clause says the same of somebody else", *rival)
            )
        if others:
            return _other(scene, others[-1], before)
    if scene.case.terms.named:
        return Bound("subject_unbound", f"nobody by the name of {scene.case.draft.key.entity_id!r} is named")
    return FINE


def _parallel(scene: _Scene, sentence: Sentence, named: tuple[int, int]) -> tuple[int, int] | None:
    """The subject of the value's clause, if it repeats the verb that follows the entity: 张三在北京，李四在上海."""
    after = named[1] - sentence.first
    if (
        after >= len(sentence.texts)
        or sentence.clauses.of[after] != sentence.clauses.of[named[0] - sentence.first]
    ):
        return None
    verb = sentence.texts[after]
    tokens = sentence.clauses.tokens(scene.clause)
    for token in tokens[1:]:
        if token >= scene.showing.first:
            return None
        if sentence.texts[token - sentence.first] == verb:
            return tokens[0], token
    return None


def _counted(scene: _Scene, named: tuple[int, int]) -> tuple[int, int] | None:
    """The item of a Chinese list before a number, when the entity has its own number (中份三十六，小份二十二)."""
    sentence, first = scene.sentence, scene.sentence.first
    after, before = named[1] - first, scene.sentence.clauses.starts[scene.clause]
    if after >= len(sentence.texts) or ord(sentence.texts[0][0]) < 0x2E80 or before == scene.showing.first:
        return None
    is_number = sentence.texts[after][0].isdecimal() or sentence.texts[after] in _DIGITS
    value = sentence.texts[scene.showing.first - first]
    if is_number and (value[0].isdecimal() or value in _DIGITS):
        return before, scene.showing.first
    return None


_DIGITS = frozenset("零一二三四五六七八九十百千万两半")


def _leads(sentence: Sentence, named: tuple[int, int]) -> bool:
    """Whether the entity is the subject of its clause: nothing but an article or a possessive stands before it."""
    tokens = sentence.clauses.tokens(sentence.clause(named[0]))
    before = [sentence.texts[one - sentence.first] for one in tokens if one < named[0]]
    grammar = sentence.grammar
    return all(word in grammar.articles or word in grammar.possessives for word in before)


def _gapped(scene: _Scene) -> tuple[int, int] | None:
    """The subject of a clause that leaves out its verb ("flyers are 135 gsm, business cards 350 gsm"): the words
    before the value, if they are a noun that the attribute does not name.
    """
    sentence, grammar = scene.sentence, scene.sentence.grammar
    tokens = [one for one in sentence.clauses.tokens(scene.clause)]
    before = [one for one in tokens if one < scene.showing.first]
    words = [sentence.texts[one - sentence.first] for one in before]
    if (
        not words
        or ord(words[0][0]) >= 0x2E80
        or sentence.clauses.joints[scene.clause] not in ("comma", "and", "colon")
    ):
        return None
    whole = sentence.words(scene.clause)
    if any(word in grammar.auxiliaries or word in grammar.subjects for word in whole):
        return None
    if words[-1].endswith("s") and not name_tokens(scene.names[0])[-1].endswith("s"):
        return None  # "and costs 310": a verb of one
    nouns = [
        word
        for word in words
        if word not in grammar.function_words and word not in grammar.prepositions and word.isalpha()
    ]
    known = scene.case.attribute.words
    if (
        not nouns
        or words[0] in grammar.prepositions
        or any(alike(one, other) for one in nouns for other in known)
    ):
        return None
    return before[0], before[-1] + 1


def _thing(scene: _Scene) -> Bound:
    """The key is no person: it need not be named, but no other of its kind may be."""
    sentence, clause = scene.sentence, scene.clause
    found = scene.mentions(sentence)
    here = [one for one in found if sentence.clause(one[0]) == clause]
    if here:
        return _beside(scene, here)
    theirs = [one for one in scene.bearers(sentence, clause) if one.kind == "third" and one.owned]
    if theirs and theirs[0].first < scene.showing.first and found == []:
        words = sentence.texts[theirs[0].first - sentence.first]
        after = sentence.texts[theirs[0].last - sentence.first] if theirs[0].last < sentence.last else ""
        if words == "theirs" or (words in _THEIRS and after in sentence.grammar.auxiliaries):
            return _other(scene, theirs[0], sentence)
    rival = _rival(scene)
    if rival is not None:
        return Bound("wrong_subject", "the clause speaks of another one of its kind", *rival)
    earlier = [one for one in found if sentence.clause(one[0]) < clause]
    rival = None
    if earlier:
        rival = (
            _counted(scene, earlier[-1])
            or _parallel(scene, sentence, earlier[-1])
            or (_gapped(scene) if _leads(sentence, earlier[-1]) else None)
        )
    if rival is not None:
        return Bound("spliced", "this clause says the same of something else", *rival)
    later = [one for one in found if sentence.clause(one[0]) > clause]
    if later and not earlier and _has_subject(scene):
        return Bound("spliced", "the entity is named in a later clause only", *later[0])
    before = any(scene.mentions(one) for one in scene.showing.reading.around(sentence.number, _BACK, 0)[:-1])
    if scene.case.terms.named and not found and not before:
        return Bound("subject_unbound", f"{scene.case.draft.key.entity_id!r} is not named")
    return FINE


_THEIRS = frozenset(("theirs", "his", "hers"))


def _beside(scene: _Scene, here: list[tuple[int, int]]) -> Bound:
    """Of an enumeration the entity's own item counts: 瓷砖四十箱、填缝剂六桶 says forty of the tiles."""
    sentence, first = scene.sentence, scene.sentence.first
    mention = here[0]
    if mention[0] < scene.showing.last or scene.showing.match is None:
        return FINE
    gaps = sentence.clauses.gaps[scene.showing.last - first : mention[0] - first + 1]
    if any(gap and gap[0] in ",、" for gap in gaps):
        return Bound("spliced", "the entity is another item of the list", *mention)
    return FINE


def _rival(scene: _Scene) -> tuple[int, int] | None:
    """Another of the entity's kind in the clause, before the value: the same noun with another number or name
    ("gate 7" for gate-4, 杭州办公室 for 苏州办公室).
    """
    sentence = scene.sentence
    for name in scene.names:
        parts = name_tokens(name)
        if len(parts) < 2:
            continue
        tokens = [one for one in sentence.clauses.tokens(scene.clause) if one < scene.showing.first]
        for token in tokens:
            rival = _differs(sentence, token, parts)
            if rival is not None and not scene.showing.keeps(*rival):
                return rival
    return None


def _differs(sentence: Sentence, token: int, parts: tuple[str, ...]) -> tuple[int, int] | None:
    """Whether the entity's noun stands at a token with another number behind it, or its last letters (of Han)
    with others before them.
    """
    texts, at = sentence.texts, token - sentence.first
    if parts[-1][0].isdecimal() and texts[at] == parts[-2]:
        after = texts[at + 1] if at + 1 < len(texts) else ""
        return (token, token + 2) if after[:1].isdecimal() and after != parts[-1] else None
    if ord(parts[-1][0]) < 0x2E80:
        return None
    name = [part for part in parts if part not in _LINKS]
    return _differs_before(sentence, at, name[2:]) if len(name) > 2 else None


_LINKS = frozenset("我们的咱你")


def _differs_before(sentence: Sentence, at: int, head: list[str]) -> tuple[int, int] | None:
    """Whether the noun at the end of an entity's name stands here with other letters before it, which begin the
    clause (杭州办公室, 单车课).
    """
    texts, size = sentence.texts, len(head)
    if texts[at : at + size] != head or at < 2 or sentence.clauses.of[at - 2] != sentence.clauses.of[at]:
        return None
    begins = at == 2 or sentence.clauses.of[at - 3] != sentence.clauses.of[at]
    if size == 1 and not begins:
        return None
    before = texts[at - 2 : at]
    if any(ord(one[0]) < 0x2E80 or one in "这那该的是在本个款条份张台了也都和与" for one in before):
        return None
    return sentence.first + at - 2, sentence.first + at + size


def _has_subject(scene: _Scene) -> bool:
    """Whether a clause begins with a noun of its own."""
    words = scene.sentence.words(scene.clause)
    return bool(words) and words[0] not in scene.sentence.grammar.subjects


def _outside(scene: _Scene, bearers: list[Bearer]) -> list[Bearer]:
    """Without those who are part of the value."""
    return [one for one in bearers if not scene.showing.keeps(one.first, one.last)]


def _subject(scene: _Scene, sentence: Sentence, bearers: list[Bearer]) -> Bearer | None:
    """Who bears the clause: the first one named, or what belongs to it ("my brother" is the brother), unless the
    attribute names that (wife_name).
    """
    words = named_by(scene.case.attribute.words)
    head = _head_noun(scene, sentence, bearers)
    if head is not None:
        return head
    subject: Bearer | None = None
    for bearer in bearers:
        if bearer.first >= scene.showing.last and sentence is scene.sentence and subject is not None:
            break
        if subject is None:
            subject = bearer
            continue
        if not _belongs(subject, bearer):
            break
        if bearer.kind == "kin" and words.intersection(_stems(sentence, bearer)):
            break
        subject = bearer
    return subject


def _head_noun(scene: _Scene, sentence: Sentence, bearers: list[Bearer]) -> Bearer | None:
    """The noun at the end of a Chinese relative clause: 我教过的一个学生 is the pupil, 陪我爬山的老邱 is 老邱."""
    for earlier, bearer in zip(bearers, bearers[1:], strict=False):
        between = sentence.texts[earlier.last - sentence.first : bearer.first - sentence.first]
        if bearer.first >= scene.showing.first or "的" not in between[-3:] or bearer.kind not in ("kin", "name"):
            continue
        if len(between) > 1 and not set(_stems(sentence, bearer)) & named_by(scene.case.attribute.words):
            return bearer
    return None


def _belongs(subject: Bearer, bearer: Bearer) -> bool:
    """Whether a bearer is somebody's: my brother, Bob's boss, 我姐夫; or the name of one: my brother Tim."""
    near = bearer.first <= subject.last + (_NEAR if subject.owned else 0)
    if not near or bearer.kind not in ("kin", "name"):
        return False
    return bearer.kind == "kin" or subject.kind == "kin" or bearer.first == subject.last + 1


_NEAR = 2


def _stems(sentence: Sentence, bearer: Bearer) -> set[str]:
    texts = sentence.texts[bearer.first - sentence.first : bearer.last - sentence.first]
    return {form for word in texts for form in (word, word.removesuffix("s"))} | {"".join(texts)}


def _is_entity(scene: _Scene, sentence: Sentence, bearer: Bearer) -> bool:
    return _within(bearer, scene.mentions(sentence))


def _within(bearer: Bearer, found: list[tuple[int, int]]) -> bool:
    return any(first < bearer.last and bearer.first < last for first, last in found)


def _other(scene: _Scene, bearer: Bearer, sentence: Sentence) -> Bound:
    text = scene.showing.text(bearer.first, bearer.last)
    problem = f"the clause speaks of {text!r}, not of {scene.case.draft.key.entity_id!r}"
    code = "subject_unbound" if bearer.kind == "third" else "wrong_subject"
    return Bound(code, problem, bearer.first, bearer.last)

"""Binding to a person: the one who speaks, or somebody else."""

from __future__ import annotations

from memtxn.core.admission.binding.bearer import Bearer
from memtxn.core.admission.binding.kin import named_by
from memtxn.core.admission.binding.parallels import parallel
from memtxn.core.admission.binding.scene import FINE, Bound, Scene, is_entity, of_another, outside, within
from memtxn.core.admission.binding.subject import subject_of
from memtxn.core.admission.binding.suffered import gives, receives
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.reading.tense import is_past
from memtxn.core.admission.word_set import word_set


def bound_to_speaker(scene: Scene) -> Bound:
    """The key is the one who speaks: nobody else may bear the clause."""
    for sentence, clause in ((scene.sentence, scene.clause), *scene.earlier()):
        mine = (sentence, clause) == (scene.sentence, scene.clause)
        bearers = scene.bearers(sentence, clause)
        if mine:
            bearers = outside(scene, bearers)
        bearer = subject_of(scene, sentence, bearers)
        if bearer is None:
            if not mine and sentence is not scene.sentence:
                return FINE
            continue
        if bearer.kind in ("first", "second") or is_entity(scene, sentence, bearer):
            return FINE
        if not mine and bearer.kind in ("name", "kin") and sentence is not scene.sentence:
            return FINE
        if not mine and bearer.kind == "name" and _is_a_place(sentence, bearer):
            continue
        if mine and bearer.kind == "kin" and _is_what_she_is(scene, bearer):
            continue
        if mine and any(one.kind == "first" and not one.owned and one.first > bearer.first for one in bearers):
            return FINE
        return of_another(scene, bearer)
    return FINE


def _is_what_she_is(scene: Scene, bearer: Bearer) -> bool:
    """Whether a noun behind *a* stands beside the speaker's own name: "I'm Ruth, a nurse from Cork"."""
    sentence, clause = scene.sentence, scene.clause
    start = sentence.clauses.starts[clause]
    words, before = sentence.words(clause), sentence.words(clause - 1) if clause else []
    beside = words[0] in sentence.grammar.articles and bearer.first - start <= _BESIDE
    verbless = sentence.grammar.auxiliaries.isdisjoint(words)
    return beside and verbless and "i" in before and "am" in before


_BESIDE = 2
"""Words from an article to its noun."""


def bound_to_person(scene: Scene) -> Bound:
    """The key is a person who does not speak: the clause must name it, or go on speaking of it."""
    sentence, clause = scene.sentence, scene.clause
    here = scene.here
    if _is_apposed(scene, here):
        return FINE
    bearers = outside(scene, scene.bearers(sentence, clause))
    bearer = subject_of(scene, sentence, bearers)
    if here and receives(scene, here[0]):
        return FINE
    if here:
        return _bound_where_named(scene, here[0], bearer)
    if bearer is not None and bearer.kind == "second":
        return FINE
    if bearer is not None and bearer.kind in ("first", "name", "kin") and not is_entity(scene, sentence, bearer):
        return of_another(scene, bearer)
    for before, number in scene.earlier():
        named = [one for one in scene.mentions(before) if before.clause(one[0]) == number]
        others = [
            one for one in scene.bearers(before, number) if one.kind in ("name", "kin") and not within(one, named)
        ]
        if named:
            rival = parallel(scene, before, named[-1]) if before is sentence else None
            return (
                FINE if rival is None else Bound("spliced", "this clause says the same of somebody else", *rival)
            )
        if others:
            return of_another(scene, others[-1])
    return _unnamed(scene, bearer)


def _is_apposed(scene: Scene, here: list[tuple[int, int]]) -> bool:
    """Whether the value is a noun beside the entity's name: "our warden Ida Holt", "our warden, Ida Holt, …"."""
    sentence, clauses = scene.sentence, scene.sentence.clauses
    if here:
        return any(first == scene.showing.last for first, _ in here)
    words, grammar = sentence.words(scene.clause), sentence.grammar
    if not scene.own or not (words[0] in grammar.possessives or words[0] in grammar.articles):
        return False
    tokens = clauses.tokens(scene.clause)
    if tokens[-1] != scene.showing.last - 1 or not grammar.auxiliaries.isdisjoint(words):
        return False
    beside = (scene.clause - 1, scene.clause + 1)
    return any(
        _is_all_of(scene, mention, one) for mention in scene.own if (one := sentence.clause(mention[0])) in beside
    )


def _is_of(scene: Scene, bearer: Bearer, mention: tuple[int, int]) -> bool:
    """Whether a bearer is somebody of the entity's ("a friend of Rita's"), and not what the attribute names."""
    texts, first = scene.sentence.texts, scene.sentence.first
    if mention[0] != bearer.last + 1 or texts[bearer.last - first] != "of" or mention[0] > scene.showing.first:
        return False
    noun = texts[bearer.last - 1 - first]
    return named_by(scene.case.attribute.words).isdisjoint((noun, noun.removesuffix("s")))


def _acts_upon(scene: Scene, mention: tuple[int, int]) -> bool:
    """Whether the value is who does something to the entity: "our warden told Ida Holt"."""
    words = scene.case.attribute.words
    if _ROLES.isdisjoint(words) or not scene.showing.last < mention[0] <= scene.showing.last + _VERB:
        return False
    between = scene.sentence.texts[scene.showing.last - scene.sentence.first : mention[0] - scene.sentence.first]
    return between[0] not in _NAMING and _BE.isdisjoint(between) and is_past([between[0]])


_ROLES = word_set("role job title position occupation profession")
_VERB = 5
"""Words from a subject to one of its objects: "the nurse handed the key to Rita"."""
_NAMING = word_set("named called hired appointed elected made chose picked")
_BE = word_set("is are was were had did")


def _is_all_of(scene: Scene, mention: tuple[int, int], clause: int) -> bool:
    """Whether the entity's name is all of a clause, or all of it before the value where it goes on behind."""
    tokens = scene.sentence.clauses.tokens(clause)
    if clause < scene.clause:
        tokens = [token for token in tokens if token < scene.showing.first]
    return (tokens[0], tokens[-1] + 1) == mention


def _bound_where_named(scene: Scene, mention: tuple[int, int], bearer: Bearer | None) -> Bound:
    """The clause names the entity, but somebody else may bear it."""
    if _acts_upon(scene, mention):
        return Bound("wrong_subject", "the value names the one who does it to the entity", *mention)
    if gives(scene, mention):
        return FINE
    if bearer is not None and bearer.kind == "kin" and _is_of(scene, bearer, mention):
        return of_another(scene, bearer)
    if (
        bearer is not None
        and bearer.kind in ("kin", "name")
        and not _is_a_place(scene.sentence, bearer)
        and not (_is_joined(scene, mention, bearer) or is_entity(scene, scene.sentence, bearer))
        and (bearer.first > mention[0] or mention[0] > max(bearer.first, scene.showing.first))
    ):
        return of_another(scene, bearer)
    return FINE


def _unnamed(scene: Scene, bearer: Bearer | None) -> Bound:
    """Nothing up to the clause names the entity."""
    later = _named_later(scene) if bearer is not None and bearer.kind == "third" else None
    if later is not None:
        return Bound("subject_unbound", "it is named in a later clause only", *later)
    if scene.case.terms.named:
        return Bound("subject_unbound", f"nobody by the name of {scene.case.draft.key.entity_id!r} is named")
    return FINE


def _named_later(scene: Scene) -> tuple[int, int] | None:
    """Where a later clause begins with the entity, when that of the value is about a pronoun at its head.

    "He takes the tram, Bob walks"; not "when he was six, Bob …", nor "she is a nurse, my sister".
    """
    sentence, clauses = scene.sentence, scene.sentence.clauses
    own = scene.showing.sentence.words(scene.clause)
    if own[0] not in sentence.grammar.third_person or own[0] in sentence.grammar.possessives:
        return None
    for first, last in scene.own:
        clause = sentence.clause(first)
        tokens = clauses.tokens(clause)
        if clause > scene.clause and tokens[0] == first and last <= tokens[-1]:
            return first, last
    return None


def _is_a_place(sentence: Sentence, bearer: Bearer) -> bool:
    """Whether a name stands behind a preposition of place, where no subject does: "ya no vivo en Soria: …"."""
    at = bearer.first - sentence.first
    return at > 0 and sentence.texts[at - 1] in _IN


_IN = frozenset(("in", "en", "à", "at", "nach"))


def _is_joined(scene: Scene, mention: tuple[int, int], bearer: Bearer) -> bool:
    """Whether a bearer shares the clause with the entity: "Otto and Lin live in Cork"."""
    sentence = scene.sentence
    begin, end = (mention[1], bearer.first) if mention[0] < bearer.first else (bearer.last, mention[0])
    between = sentence.texts[begin - sentence.first : end - sentence.first]
    return bool(between) and sentence.grammar.coordinators.issuperset(between)

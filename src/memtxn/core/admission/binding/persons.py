"""Binding to a person: the one who speaks, or somebody else."""

from __future__ import annotations

from memtxn.core.admission.binding.bearer import Bearer
from memtxn.core.admission.binding.parallels import parallel
from memtxn.core.admission.binding.scene import FINE, Bound, Scene, is_entity, of_another, outside, within
from memtxn.core.admission.binding.subject import subject_of


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
        if mine and any(one.kind == "first" and not one.owned and one.first > bearer.first for one in bearers):
            return FINE
        return of_another(scene, bearer)
    return FINE


def bound_to_person(scene: Scene) -> Bound:
    """The key is a person who does not speak: the clause must name it, or go on speaking of it."""
    sentence, clause = scene.sentence, scene.clause
    bearers = outside(scene, scene.bearers(sentence, clause))
    here = scene.here
    bearer = subject_of(scene, sentence, bearers)
    if here:
        joined = bearer is not None and _is_joined(scene, here[0], bearer)
        if (
            bearer is not None
            and bearer.kind in ("kin", "name")
            and not (joined or is_entity(scene, sentence, bearer))
            and (bearer.first > here[0][0] or here[0][0] > max(bearer.first, scene.showing.first))
        ):
            return of_another(scene, bearer)
        return FINE
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


def _is_joined(scene: Scene, mention: tuple[int, int], bearer: Bearer) -> bool:
    """Whether a bearer shares the clause with the entity: "Otto and Lin live in Cork"."""
    sentence = scene.sentence
    begin, end = (mention[1], bearer.first) if mention[0] < bearer.first else (bearer.last, mention[0])
    between = sentence.texts[begin - sentence.first : end - sentence.first]
    return bool(between) and sentence.grammar.coordinators.issuperset(between)

"""Binding to what is no person."""

from __future__ import annotations

from memtxn.core.admission.binding.bearer import Bearer
from memtxn.core.admission.binding.parallels import counted, gapped, leads, parallel
from memtxn.core.admission.binding.rivals import beside, others_own, rival_of
from memtxn.core.admission.binding.scene import BACK, FINE, Bound, Scene, of_another
from memtxn.core.admission.likeness import alike

_THEIRS = frozenset(("theirs", "his", "hers"))
"""Pronouns that stand for a thing of somebody's by themselves."""


def bound_to_thing(scene: Scene) -> Bound:
    """The key is no person: it need not be named, but no other of its kind may be."""
    sentence, clause = scene.sentence, scene.clause
    found, here = scene.own, scene.here
    if here:
        return beside(scene, here)
    theirs = None if found or _THEIRS.isdisjoint(sentence.vocabulary) else _theirs(scene)
    if theirs is not None:
        return of_another(scene, theirs)
    rival = rival_of(scene) or others_own(scene)
    if rival is not None:
        return Bound("wrong_subject", "the clause speaks of another one of its kind", *rival)
    if not found and not _named_before(scene):
        return _unnamed(scene) if scene.case.terms.named else FINE
    earlier = [one for one in found if sentence.clause(one[0]) < clause]
    rival = None
    if earlier:
        rival = (
            counted(scene, earlier[-1])
            or parallel(scene, sentence, earlier[-1])
            or (gapped(scene) if leads(sentence, earlier[-1]) else None)
        )
    if rival is not None:
        return Bound("spliced", "this clause says the same of something else", *rival)
    own_subject = _other_subject(scene)
    if own_subject is not None:
        return Bound("subject_unbound", "the clause has a subject of its own", *own_subject)
    if found and not earlier and _has_subject(scene):
        return Bound("spliced", "the entity is named in a later clause only", *found[0])
    return FINE


def _unnamed(scene: Scene) -> Bound:
    return Bound("subject_unbound", f"{scene.case.draft.key.entity_id!r} is not named")


def _theirs(scene: Scene) -> Bearer | None:
    """The pronoun before the value that stands for a thing of somebody's."""
    sentence = scene.sentence
    theirs = [one for one in scene.bearers(sentence, scene.clause) if one.kind == "third" and one.owned]
    if not theirs or theirs[0].first >= scene.showing.first:
        return None
    word = sentence.texts[theirs[0].first - sentence.first]
    after = sentence.texts[theirs[0].last - sentence.first] if theirs[0].last < sentence.last else ""
    alone = word == "theirs" or (word in _THEIRS and after in sentence.grammar.auxiliaries)
    return theirs[0] if alone else None


def _has_subject(scene: Scene) -> bool:
    """Whether a clause begins with a noun of its own."""
    return scene.sentence.words(scene.clause)[0] not in scene.sentence.grammar.subjects


def _named_before(scene: Scene) -> bool:
    """Whether a sentence before names the entity."""
    if not scene.sentence.number:
        return False
    earlier = scene.showing.reading.around(scene.sentence.number, BACK, 0)[:-1]
    return any(scene.mentions(one) for one in earlier)


def _other_subject(scene: Scene) -> tuple[int, int] | None:
    """The subject of an English clause that is neither the entity nor what the attribute asks for.

    "We have a kayak. The barge is red."
    """
    sentence, grammar = scene.sentence, scene.sentence.grammar
    tokens = sentence.clauses.tokens(scene.clause)
    words = sentence.words(scene.clause)
    if grammar.languages[0] != "en" or words[0] not in grammar.articles:
        return None
    verb = next((at for at in range(2, min(_NOUN, len(words))) if words[at] in _LINKS), None)
    if verb is None or tokens[verb] >= scene.showing.first:
        return None
    noun, known = words[1:verb], scene.case.attribute.words
    if any(alike(one, other) for one in noun for other in known) or any(
        word in grammar.prepositions for word in noun
    ):
        return None
    return tokens[0], tokens[verb]


_NOUN = 5
"""Words of a subject, its article included, behind which the verb is looked for."""
_LINKS = frozenset(("is", "are", "was", "were", "has", "have"))
"""Verbs that say of a subject what it is or has."""

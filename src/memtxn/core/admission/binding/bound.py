"""Bound: of whom the clause of a value speaks, held against the entity of the key.

The order: the channel, the role, a label, a declared owner, then whoever bears the clause: the entity itself, the
speaker, or somebody else; where the clause names nobody, the one named last before it.
"""

from __future__ import annotations

from memtxn.core.admission.binding.debts import owed_by_another
from memtxn.core.admission.binding.excepted import excepted
from memtxn.core.admission.binding.halves import other_half
from memtxn.core.admission.binding.labels import field, is_field, labelled
from memtxn.core.admission.binding.lent import other_end_of_speaker
from memtxn.core.admission.binding.parts import other_part
from memtxn.core.admission.binding.persons import bound_to_person, bound_to_speaker
from memtxn.core.admission.binding.roles import role_reversed
from memtxn.core.admission.binding.scene import FINE, UNNAMED, Bound, Scene
from memtxn.core.admission.binding.subject import antecedent_of
from memtxn.core.admission.binding.suffered import suffered
from memtxn.core.admission.binding.tables import in_table
from memtxn.core.admission.binding.things import bound_to_thing
from memtxn.core.admission.case import Case
from memtxn.core.admission.opposed import opposed
from memtxn.core.admission.opposites import Kind
from memtxn.core.admission.over import asks_for_what_was, is_what_came
from memtxn.core.admission.showing import Spoken


def bound_of(case: Case, showing: Spoken) -> Bound:
    """Whether the clause speaks of the entity."""
    scene = Scene(case, showing)
    if not case.policy.may_speak_of(scene.channel, scene.person) and not is_field(scene):
        return Bound("speaker_mismatch", f"a source of the channel {scene.channel!r} cannot speak about persons")
    mine = scene.here
    span = (showing.first, showing.last)
    states = not case.asks and showing.match is None
    if "ended" in case.attribute.licenses and asks_for_what_was(case):
        states = False
        if is_what_came(showing):
            return Bound("wrong_subject", "it came in the place of what was", *span)
    plain = showing.match is None or showing.match.form in ("variant", "inflection")
    if plain and role_reversed(
        scene.sentence, scene.clause, case.attribute.words, span, mine[0] if mine else None, states=states
    ):
        return Bound(
            "wrong_subject", f"the clause gives the value another role than {case.draft.key.attribute!r}", *span
        )
    other = (suffered(scene, mine[0]) if mine else None) or excepted(scene)
    other = (
        other
        or other_end_of_speaker(scene)
        or labelled(scene)
        or in_table(scene)
        or field(scene)
        or other_half(scene)
    )
    if scene.sentence.grammar.languages[0] == "zh":
        other = other or owed_by_another(scene) or other_part(scene)
    if other is None and case.attribute.sides:
        other = _of_the_contrary(scene)
    return other or _by_bearer(scene)


def _of_the_contrary(scene: Scene) -> Bound | None:
    """Whether the clause gives the value to the other side: an end, where the attribute asks for a start."""
    case, showing = scene.case, scene.showing
    contrary = opposed(case.attribute, showing, _SIDES)
    if contrary is None:
        return None
    problem = (
        f"the clause speaks of {showing.text(*contrary)!r}, and {case.draft.key.attribute!r} of the contrary"
    )
    return Bound("wrong_subject", problem, *contrary)


_SIDES: frozenset[Kind] = frozenset(("course", "noun"))
"""Contraries of which the denial of one does not say the other."""


def _by_bearer(scene: Scene) -> Bound:
    """Whether whoever bears the clause is the entity."""
    case = scene.case
    owner = case.terms.owner
    if owner in ("session", "none"):
        return FINE
    if owner == "speaker" and not scene.person:
        return FINE
    if scene.person:
        antecedent = antecedent_of(scene)
        if antecedent is not None:
            return antecedent
    if scene.person and case.draft.key.entity_id.casefold() not in UNNAMED:
        return bound_to_speaker(scene) if scene.is_speaker else bound_to_person(scene)
    return bound_to_thing(scene)

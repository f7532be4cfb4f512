"""P5: an opinion is data, made outside the transaction. It counts where policy hears it, for what it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias, cast

import msgspec
import pytest

import memtxn
from memtxn import Json, Opinion, Policy, Proposal, Provision, Source, Verifier
from memtxn.core.admission import RULES, Case
from memtxn.errors import InvalidInput, VerifierFailed
from memtxn.model.opinion import Claim, Label
from memtxn.model.source import Evidence
from memtxn.model.verdict import Decision, Finding
from tests.promises.world import KINDS, World, hour

HEARD = Policy(provisions=(Provision(verifier=True),))
PATCH = "not_ordered_subsequence"
TEXT = "At last the meeting is at five, in Room B."


class Says:
    """A verifier that always says the same, and remembers what it was asked."""

    def __init__(self, label: Label = "entailed", score: float = 0.9, model: str = "judge-1") -> None:
        self.label, self.score, self.model = label, score, model
        self.asked: list[Claim] = []

    def verify(self, claim: Claim) -> Opinion:
        self.asked.append(claim)
        return claim.opinion(self.label, self.score, model=self.model)


class Doubts:
    """A rule that has a doubt about everything."""

    name = "doubt"

    def __init__(self, code: str, decision: Decision) -> None:
        self.code, self.decision = code, decision

    def judge(self, case: Case) -> Finding:
        return Finding(self.name, self.decision, self.code, "Who knows.")


class Scene(msgspec.Struct, frozen=True):
    """A world whose rules doubt everything, and a source."""

    world: World
    source: Source

    def opinion(self, verifier: object, value: Json = "five", **changes: object) -> Opinion:
        given: dict[str, Any] = {"evidence": self.source.quote("at five")} | changes
        return self.world.store.opinion(cast(Verifier, verifier), "Meeting/1", "time", value, **given)

    def propose(self, *opinions: object, value: Json = "five", **changes: object) -> Proposal:
        given: dict[str, Any] = {"evidence": self.source.quote("at five")} | changes
        given["opinions"] = opinions
        with self.world.m.transaction(on_reject="skip") as tx:
            return tx.propose("Meeting/1", "time", value, **given)


Scenes: TypeAlias = Callable[..., Scene]


@pytest.fixture(params=KINDS)
def scenes(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Scenes]:
    """Makes a scene; the rules doubt everything with this code and decision."""
    worlds: list[World] = []

    def scene(policy: Policy = HEARD, code: str = PATCH, decision: Decision = Decision.QUARANTINE) -> Scene:
        folder = tmp_path / str(len(worlds))
        folder.mkdir()
        worlds.append(World(request.param, folder, policy=policy, rules=[*RULES, Doubts(code, decision)]))
        return Scene(worlds[-1], worlds[-1].say(TEXT, hour(0)))

    yield scene
    for world in worlds:
        world.close()


def verifiers_finding(proposal: Proposal) -> Finding:
    return next(found for found in proposal.verdict.trace if found.rule == "verifier")


# -- what an opinion does ------------------------------------------------------------------------------


def test_without_an_opinion_the_doubt_stands(scenes: Scenes) -> None:
    proposal = scenes().propose()
    assert proposal.verdict.decision is Decision.QUARANTINE
    assert verifiers_finding(proposal) == Finding("verifier")


def test_an_opinion_turns_a_quarantine_into_an_admission_and_says_so_for_ever(scenes: Scenes) -> None:
    scene = scenes()
    proposal = scene.propose(scene.opinion(Says(score=0.93)))
    assert proposal.admitted
    assert proposal.verdict.reasons == (PATCH,)
    (account,) = scene.world.m.why("Meeting/1", "time").accounts
    doubt = next(found for found in account.findings if found.rule == "doubt")
    assert doubt.waived == "verifier:judge-1"
    said = next(found for found in account.findings if found.rule == "verifier").detail
    assert "judge-1" in said
    assert "93%" in said
    assert "judge-1" in str(scene.world.m.why("Meeting/1", "time"))


def test_an_opinion_settles_what_the_text_only_supposes(world: World) -> None:
    world.open(policy=HEARD)
    supposed = Scene(world, world.say("I think the meeting is at five.", hour(0)))
    alone = supposed.propose()
    assert (alone.verdict.decision, alone.verdict.code) == (Decision.QUARANTINE, "hedge_dropped")
    heard = supposed.propose(supposed.opinion(Says()))
    assert (heard.admitted, heard.verdict.reasons) == (True, ("hedge_dropped",))


def test_no_opinion_turns_a_refusal(scenes: Scenes) -> None:
    scene = scenes(HEARD, PATCH, Decision.REJECT)
    assert scene.propose(scene.opinion(Says(score=1))).verdict.decision is Decision.REJECT


@pytest.mark.parametrize("code", ["quote_not_in_source", "immutable", "perhaps"])
def test_an_opinion_overrules_nothing_but_doubts_about_support(scenes: Scenes, code: str) -> None:
    scene = scenes(HEARD, code)
    assert scene.propose(scene.opinion(Says(score=1))).verdict.code == code


def test_a_contradiction_refuses(scenes: Scenes) -> None:
    scene = scenes()
    both = (scene.opinion(Says(score=1)), scene.opinion(Says("contradicted", 0.6)))
    for opinions in (both, both[::-1], both[1:]):
        verdict = scene.propose(*opinions).verdict
        assert (verdict.decision, verdict.code) == (Decision.REJECT, "not_entailed")
    assert scene.world.m.get("Meeting/1", "time") is None


@pytest.mark.parametrize(
    "unsure",
    [Says("unknown", 1.0), Says("entailed", 0.79), Says("contradicted", 0.49)],
    ids=lambda one: one.label,
)
def test_what_is_not_sure_counts_neither_way(scenes: Scenes, unsure: Says) -> None:
    scene = scenes()
    proposal = scene.propose(scene.opinion(unsure))
    assert proposal.verdict.decision is Decision.QUARANTINE
    assert verifiers_finding(proposal).decision is Decision.ADMIT


def test_a_contradiction_refuses_in_the_shadow_too(scenes: Scenes) -> None:
    scene = scenes(msgspec.structs.replace(HEARD, mode="shadow"))
    assert scene.propose(scene.opinion(Says("contradicted"))).verdict.code == "not_entailed"


# -- where it counts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "policy",
    [
        Policy(),
        Policy(provisions=(Provision(verifier=False),)),
        Policy(provisions=(Provision(verifier=True, channel="email"),)),
        Policy(provisions=(Provision(verifier=True), Provision(verifier=False, attribute="time"))),
    ],
)
@pytest.mark.parametrize("label", ["entailed", "contradicted"])
def test_policy_decides_whether_a_verifier_is_heard(scenes: Scenes, policy: Policy, label: Label) -> None:
    scene = scenes(policy)
    proposal = scene.propose(scene.opinion(Says(label, 1)))
    assert proposal.verdict.code == PATCH
    assert "Policy" in verifiers_finding(proposal).detail


def test_nobody_gains_by_citing_a_source_of_another_channel(scenes: Scenes) -> None:
    scene = scenes(Policy(provisions=(Provision(verifier=True, channel="user"),)))
    mail = scene.world.say(TEXT, hour(0), channel="email")
    opinion = scene.opinion(Says())
    assert scene.propose(opinion).admitted
    both = (scene.source.quote("at five"), mail.quote("at five"))
    assert not scene.propose(opinion, evidence=both).admitted


@pytest.mark.parametrize(
    "other",
    [
        {"value": "B"},
        {"value": ["five"]},
        {"evidence": lambda source: source.quote("is at five")},
        {"evidence": lambda source: source.quote("five")},
        {"type": "goal"},
    ],
)
def test_an_opinion_is_about_one_claim(scenes: Scenes, other: dict[str, Any]) -> None:
    scene = scenes()
    cite = other.get("evidence")
    changes = other if cite is None else other | {"evidence": cite(scene.source)}
    proposal = scene.propose(scene.opinion(Says()), **changes)
    assert not proposal.admitted
    assert verifiers_finding(proposal).detail == "No opinion is about this claim."


def test_an_opinion_about_another_key_or_source_does_not_count(scenes: Scenes) -> None:
    scene = scenes()
    opinion = scene.opinion(Says())
    with scene.world.m.transaction(on_reject="skip") as tx:
        assert not tx.propose(
            "Meeting/2", "time", "five", evidence=scene.source.quote("at five"), opinions=(opinion,)
        ).admitted
    again = scene.world.say(TEXT, hour(1))
    assert not scene.propose(opinion, evidence=again.quote("at five")).admitted


def test_the_same_place_may_be_named_in_another_way(scenes: Scenes) -> None:
    scene = scenes()
    start = TEXT.index("at five")
    opinion = scene.opinion(Says(), evidence=scene.source.span(start, start + len("at five")))
    assert scene.propose(opinion).admitted


# -- who may make one ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes", [{"label": "entailed"}, {"score": 1.0}, {"model": "gpt"}, {"subject": b"x" * 16}, {"mac": b""}]
)
def test_an_altered_opinion_is_no_opinion(scenes: Scenes, changes: dict[str, Any]) -> None:
    scene = scenes()
    forged = msgspec.structs.replace(scene.opinion(Says("unknown", 0.5)), **changes)
    with pytest.raises(InvalidInput, match="not made by this store"):
        scene.propose(forged)


def test_an_opinion_of_another_store_is_none() -> None:
    with memtxn.open(":memory:", policy=HEARD) as here, memtxn.open(":memory:", policy=HEARD) as there:
        evidence = here.memory("m").observe(TEXT, speaker="ann", at=hour(0)).quote("at five")
        about = ("Meeting/1", "time", "five")
        own, foreign = (store.opinion(Says(), *about, evidence=evidence) for store in (here, there))
        assert own.subject == foreign.subject
        tx = here.memory("m").transaction()
        with pytest.raises(InvalidInput, match="not made by this store"):
            tx.propose(*about, evidence=evidence, opinions=(foreign,))
        assert tx.propose(*about, evidence=evidence, opinions=(own,)).admitted


@pytest.mark.parametrize(
    "given",
    [
        None,
        "entailed",
        {"label": "entailed", "score": 1},
        Opinion(label="entailed", score=1, model="m", subject=b""),
        Opinion(label="sure", score=1, model="m", subject=b"", mac=b"x"),  # type: ignore[arg-type]
        Opinion(label="entailed", score=float("nan"), model="m", subject=b"", mac=b"x"),
        Opinion(label="entailed", score=2, model="m", subject=b"", mac=b"x"),
        Opinion(label="entailed", score="1", model="m", subject=b"", mac=b"x"),  # type: ignore[arg-type]
        Opinion(label="entailed", score=1, model="\ud800", subject=b"", mac=b"x"),
        Opinion(label=["entailed"], score=1, model="m", subject=b"", mac=b"x"),  # type: ignore[arg-type]
        Opinion(label="entailed", score=1, model="m", subject="x", mac="x"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_opinion_is_misuse(scenes: Scenes, given: object) -> None:
    with pytest.raises(InvalidInput, match="opinion"):
        scenes().propose(given)


def test_what_is_not_a_few_opinions_is_misuse(scenes: Scenes) -> None:
    scene = scenes()
    opinion = scene.opinion(Says())
    with scene.world.m.transaction(on_reject="skip") as tx:
        wrong: list[Any] = [opinion, None, {opinion}, (opinion,) * 17]
        for given in wrong:
            with pytest.raises(InvalidInput, match="opinions"):
                tx.propose("Meeting/1", "time", "five", evidence=scene.source.quote("five"), opinions=given)
        assert not tx.propose(
            "Meeting/1", "time", "five", evidence=scene.source.quote("five"), opinions=[opinion] * 16
        ).admitted


# -- asking --------------------------------------------------------------------------------------------


def test_a_verifier_is_told_what_the_source_says(scenes: Scenes) -> None:
    scene, verifier = scenes(), Says()
    scene.opinion(verifier, type="goal")
    (claim,) = verifier.asked
    assert (claim.source, claim.quote, claim.value, claim.type) == (TEXT, "at five", "five", "goal")
    assert (claim.speaker, claim.channel, claim.at) == ("ann", "user", hour(0))
    assert str(claim.key) == "Meeting/1.time"


def test_a_document_is_asked_about_as_well(scenes: Scenes) -> None:
    scene, verifier = scenes(), Says()
    seen = scene.world.m.observe_json({"party": {"size": 6}}, speaker="form", at=hour(0))
    opinion = scene.opinion(verifier, 6, evidence=seen.pointer("/party"))
    (claim,) = verifier.asked
    assert (claim.source, claim.quote) == ('{"party":{"size":6}}', '{"size":6}')
    assert opinion.subject == claim.subject


def test_a_source_is_what_its_id_says(scenes: Scenes) -> None:
    scene = scenes()
    for changes in ({"text": "The meeting is at five."}, {"speaker": "boss"}, {"channel": "operator"}):
        forged = msgspec.structs.replace(scene.source, **changes)
        with pytest.raises(InvalidInput, match="source"):
            scene.opinion(Says(), evidence=forged.quote("at five"))


def test_of_what_does_not_stand_there_nobody_is_asked(scenes: Scenes) -> None:
    scene, verifier = scenes(), Says()
    for evidence in (scene.source.quote("at six"), scene.source.pointer("/x"), (), None):
        with pytest.raises(InvalidInput):
            scene.opinion(verifier, evidence=evidence)
    with pytest.raises(InvalidInput, match="verify"):
        scene.opinion(None)
    assert verifier.asked == []


class _Wrong:
    """A verifier that answers whatever it was made with."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def verify(self, claim: Claim) -> object:
        return self.answer(claim) if callable(self.answer) else self.answer


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "entailed",
        lambda claim: claim.opinion("yes", 1, model="m"),
        lambda claim: claim.opinion("entailed", 1.1, model="m"),
        lambda claim: claim.opinion("entailed", float("nan"), model="m"),
        lambda claim: claim.opinion("entailed", 1, model=""),
        lambda claim: claim.opinion("entailed", 1, model="m" * 257),
        lambda claim: claim.opinion("entailed", 1, model="a\nb"),
        lambda claim: msgspec.structs.replace(claim.opinion("entailed", 1, model="m"), subject=b"other"),
    ],
    ids=range(9),
)
def test_a_verifier_that_answers_something_else_has_failed(scenes: Scenes, answer: object) -> None:
    with pytest.raises(VerifierFailed):
        scenes().opinion(_Wrong(answer))


def test_asking_reads_and_writes_nothing_and_holds_no_transaction(scenes: Scenes) -> None:
    """P17: also while one is open, another can commit in the midst of the verifier's thinking."""
    scene = scenes()

    class Slow(Says):
        def verify(self, claim: Claim) -> Opinion:
            scene.world.say("Meanwhile.", hour(1))
            return super().verify(claim)

    before = len(list(scene.world.m.log()))
    with scene.world.m.transaction() as tx:
        opinion = scene.opinion(Slow())
        assert tx.propose(
            "Meeting/1", "time", "five", evidence=scene.source.quote("at five"), opinions=(opinion,)
        ).admitted
    assert len(list(scene.world.m.log())) == before + 2


# -- once ----------------------------------------------------------------------------------------------


def test_a_request_is_the_same_when_the_model_is_less_sure_the_second_time(scenes: Scenes) -> None:
    scene = scenes()
    receipts = []
    for score in (0.99, 0.9):
        with scene.world.m.transaction(idempotency_key="k") as tx:
            evidence: Evidence = scene.source.quote("at five")
            opinion = scene.opinion(Says(score=score))
            tx.propose("Meeting/1", "time", "five", evidence=evidence, opinions=(opinion,))
        receipts.append(tx.receipt)
    assert receipts[0] is not None
    assert receipts[0] == receipts[1]

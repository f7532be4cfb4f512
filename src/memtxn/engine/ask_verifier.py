"""Asking a verifier about a claim on behalf of a store, outside any transaction."""

from __future__ import annotations

from memtxn.core.admission import analyse
from memtxn.core.admission.locate import locate
from memtxn.engine.opinions import problem_of, signed
from memtxn.engine.runtime import Runtime
from memtxn.engine.sources import Seen, id_of, json_body, source_of, text_body
from memtxn.engine.stage import Wish, draft_of
from memtxn.errors import InvalidInput, VerifierFailed
from memtxn.model.codec import canonical
from memtxn.model.exact import brief
from memtxn.model.opinion import Claim, Opinion, subject_of
from memtxn.model.policy import Policy
from memtxn.model.proposal import Draft
from memtxn.model.source import Source
from memtxn.ports.verifier import Verifier


def opinion_on(runtime: Runtime, verifier: Verifier, wish: Wish) -> Opinion:
    """Ask a verifier, and sign what it says. Raises InvalidInput, and whatever the verifier raises."""
    draft = draft_of(wish)
    if len(draft.evidence) != 1:
        raise InvalidInput("an opinion is about one piece of evidence")
    if not callable(getattr(verifier, "verify", None)):
        raise InvalidInput(f"a verifier has a method verify(claim), and {brief(verifier)} has none")
    claim = _claim(draft, runtime.policy)
    return signed(runtime.digest_key, _answer(verifier.verify(claim), claim))


def _claim(draft: Draft, policy: Policy) -> Claim:
    """What is asked about a draft. Raises InvalidInput when its evidence stands nowhere."""
    evidence = draft.evidence[0]
    source = _original(evidence.source, policy)
    place = locate(evidence, {source.id: analyse(source)}, limit=policy.source_limit)
    if place.citation is None:
        raise InvalidInput(f"there is nothing to ask about: {place.problem}")
    if source.text is None:
        text, quote = canonical(source.value).decode(), canonical(place.pointed).decode()
    else:
        text, quote = source.text, source.text[place.citation.start : place.citation.end]
    return Claim(
        source=text,
        quote=quote,
        speaker=source.speaker,
        channel=source.channel,
        at=source.at,
        key=draft.key,
        value=draft.value,
        type=draft.type,
        subject=subject_of(place.citation, draft.key, draft.canonical, draft.type),
    )


def _original(given: Source, policy: Policy) -> Source:
    """The source, made anew of what its id stands for: of what a caller hands in, nothing else is believed."""
    seen = Seen(speaker=given.speaker, at=given.at, channel=given.channel, authority=0, ref=given.ref, ordinal=0)
    body = json_body(given.value, seen, policy) if given.text is None else text_body(given.text, seen, policy)
    if id_of(body) != given.id:
        raise InvalidInput(f"source {given.id} is not what its id was made from; take it from the memory")
    return source_of(body)


def _answer(given: object, claim: Claim) -> Opinion:
    """What a verifier returned, if it is an opinion on this claim. Raises VerifierFailed."""
    problem = "it returned no Opinion" if type(given) is not Opinion else problem_of(given)
    if type(given) is not Opinion or problem:
        raise VerifierFailed(problem)
    if given.subject != claim.subject:
        raise VerifierFailed("its opinion is about another claim")
    return given

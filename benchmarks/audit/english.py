"""English sentences of one clause, taken apart at their verb, and what can be done to them.

Everything here is the benchmark's own: no list of the gate is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from zlib import crc32

import msgspec

SENTENCES = re.compile(r"(?<=[.!?])(?<! St\.)(?<! Mr\.)(?<! Dr\.)(?<! vs\.)\s+")
CUES = re.compile(
    r"\b(no|not|never|nor|neither|none|nothing|nobody|without|cannot|\w+n['’]t|hardly|barely|rarely|seldom|few|little"
    r"|only|just|except|unless|if|whether|when|while|until|once|before|after|since|though|although|because|so|but"
    r"|or|and|than|might|may|maybe|perhaps|probably|possibly|could|should|would|must|can|seems?|seemed|think|thought"
    r"|guess|hope|hoping|wish|believe|bet|suppose|sure|used|still|yet|almost|nearly|about|around|over|under|least"
    r"|most|more|up|says?|said|saying|told|heard|according|apparently|want|wanted|plan|planning|going|gonna|will|who|which"
    r"|that|what|how|instead|actually|sorry|rather|like|looking|need|prefer)\b",
    re.IGNORECASE,
)
"""Words that may say more than is said: a sentence with one of them is not a plain statement."""
PAST = {
    "went": "go", "got": "get", "had": "have", "made": "make", "took": "take", "saw": "see", "found": "find",
    "bought": "buy", "met": "meet", "ran": "run", "won": "win", "read": "read", "wrote": "write", "gave": "give",
    "started": "start", "painted": "paint", "visited": "visit", "joined": "join", "finished": "finish",
    "tried": "try", "signed": "sign", "attended": "attend", "watched": "watch", "played": "play",
    "adopted": "adopt", "moved": "move", "learned": "learn", "booked": "book", "ordered": "order",
    "picked": "pick", "used": "use",
    "loved": "love", "enjoyed": "enjoy", "lost": "lose", "spent": "spend", "talked": "talk", "planted": "plant",
    "restored": "restore", "opened": "open", "received": "receive", "launched": "launch", "hosted": "host",
    "performed": "perform", "recorded": "record", "took part": "take part", "baked": "bake", "cooked": "cook",
    "organized": "organize", "donated": "donate", "passed": "pass", "completed": "complete", "felt": "feel",
    "created": "create", "volunteered": "volunteer", "participated": "participate", "hiked": "hike",
    "held": "hold",
}  # fmt: skip
PRESENT = (  # noqa: SIM905  # to be read
    "love have feel get find remember use read play live work run teach own write make go miss take keep"
    " appreciate enjoy eat drink watch visit study sell collect walk grow wear drive practice volunteer know"
).split()
WANTING = ("want", "need", "would like", "'d like", "wish", "plan", "prefer", "am looking", "'m looking")
_FUNCTION = set("a an the to in on at of for with by from into my our your his her their this some any".split())  # noqa: SIM905
_SUBJECT = r"I|We|My \w+|My \w+ \w+|The [\w ]{2,30}?|Their [\w ]{2,30}?|Your [\w ]{2,40}?|It|They|There"
_BE = re.compile(rf"({_SUBJECT})( is| are| was| were| am|'s|'re|'m|’s|’m) (.+?)([.!]?)$")
_PRESENT = re.compile(rf"(I|We|They) ({'|'.join(PRESENT)}) (.+?)([.!]?)$")
_PAST = re.compile(rf"(I|We|They) ({'|'.join(PAST)}) (.+?)([.!]?)$")
_WANT = re.compile(rf"(I)( ?(?:{'|'.join(WANTING)})) (.+?)([.!]?)$")
_SECOND = re.compile(
    r"\b(?:I|he|she|we|they|(?:it|there|this)(?: also)? (?:is|was|has|had|are|were))\b", re.IGNORECASE
)
"""A second clause that nothing joins to the first."""
_FULL = {"'s": " is", "'re": " are", "'m": " am", "’s": " is", "’m": " am"}


class Frame(msgspec.Struct, frozen=True):
    """A sentence: subject, verb, the rest and its stop; ``kind``: be, present, past or want."""

    kind: str
    subject: str
    verb: str
    rest: str
    stop: str

    @property
    def text(self) -> str:
        """The sentence itself."""
        return f"{self.subject} {self.verb} {self.rest}{self.stop}"

    def with_verb(self, verb: str) -> str:
        """The sentence with another verb."""
        return f"{self.subject} {verb} {self.rest}{self.stop}"


def statement(sentence: str) -> Frame | None:
    """A plain statement of one clause, or None."""
    if CUES.search(sentence) or re.search(r"[,;:()\"“”?\n—-]| - ", sentence):
        return None
    for kind, pattern in (("be", _BE), ("present", _PRESENT), ("past", _PAST)):
        found = pattern.fullmatch(sentence)
        plain = found and len(found[3].split()) >= 2 and not found[3].startswith("been ")
        if found and plain and not _SECOND.search(found[3]):
            return Frame(kind, found[1], _FULL.get(found[2], found[2]).strip(), found[3], found[4] or ".")
    return None


def wanting(sentence: str) -> Frame | None:
    """A sentence in which the speaker asks for something, or None."""
    found = _WANT.fullmatch(sentence)
    if found is None or CUES.search(found[3]) or re.search(r"[,;?\n]", sentence):
        return None
    verb = found[2].strip().replace("'d", "would").replace("'m", "am")
    return Frame("want", found[1], verb, found[3], found[4] or ".")


def tail(rest: str) -> str | None:
    """The last words of a clause, as somebody would keep them: what follows an article or a preposition."""
    words = rest.rstrip(".!?").split()
    for at in range(max(len(words) - 5, 0), len(words)):
        if words[at].lower() not in _FUNCTION and (at == 0 or words[at - 1].lower() in _FUNCTION):
            return " ".join(words[at:])
    return None


def pick(options: tuple[str, ...], frame: Frame) -> str:
    """One of them, the same for the same sentence every time."""
    return options[crc32(frame.text.encode()) % len(options)]


# -- what leaves the words standing and changes what they say ----------------------------------------------


def negated(frame: Frame) -> str:
    """With a negator at the verb."""
    match frame.kind, frame.verb:
        case "be", "am":
            return frame.with_verb("am not")
        case "be", verb:
            return frame.with_verb(pick((f"{verb} not", f"{verb}n't"), frame))
        case "past", verb:
            return frame.with_verb(" ".join((pick(("did not", "didn't"), frame), PAST[verb])))
        case _, "would like":
            return frame.with_verb(pick(("would not like", "wouldn't like"), frame))
        case _, "am looking":
            return frame.with_verb("am not looking")
        case _, verb:
            return frame.with_verb(" ".join((pick(("do not", "don't"), frame), verb)))


def never(frame: Frame) -> str:
    """With *never*."""
    return frame.with_verb(_adverb(frame, "never"))


def no_longer(frame: Frame) -> str | None:
    """With *no longer* or *not … anymore*."""
    return None if frame.kind == "past" else frame.with_verb(_adverb(frame, "no longer"))


def _adverb(frame: Frame, adverb: str) -> str:
    """The verb with an adverb before it, after a form of *be* or an auxiliary."""
    first, _, second = frame.verb.partition(" ")
    if frame.kind == "be":
        return f"{frame.verb} {adverb}"
    return f"{first} {adverb} {second}" if second and first in ("would", "am") else f"{adverb} {frame.verb}"


def used_to(frame: Frame) -> str | None:
    """As what was so."""
    if frame.kind == "past" or frame.verb in ("was", "were"):
        return None
    verbs = {"am looking": "be looking", "would like": "like"}
    return frame.with_verb(f"used to {'be' if frame.kind == 'be' else verbs.get(frame.verb, frame.verb)}")


def might(frame: Frame) -> str | None:
    """As what is not sure."""
    if frame.kind == "past" or frame.verb in ("was", "were"):
        return None
    verbs = {"am looking": "be looking", "would like": "like"}
    modal = pick(("might", "may", "could possibly"), frame)
    return frame.with_verb(f"{modal} {'be' if frame.kind == 'be' else verbs.get(frame.verb, frame.verb)}")


_IF = (
    "if the weather holds", "if my sister agrees", "as long as the price stays low",
    "provided that the train runs", "if nothing else comes up", "if they confirm by Friday",
)  # fmt: skip
_UNLESS = ("unless my boss objects", "unless it rains", "unless the others cancel", "unless the store is closed")


def conditioned(frame: Frame) -> str:
    """Under a condition, before or after."""
    condition = pick(_IF, frame)
    if crc32(frame.rest.encode()) % 2:
        return f"{condition[0].upper()}{condition[1:]}, {_inner(frame.text)}"
    return f"{frame.text[: len(frame.text) - len(frame.stop)]} {condition}{frame.stop}"


def unless(frame: Frame) -> str:
    """With an exception that may come true."""
    return f"{frame.text[: len(frame.text) - len(frame.stop)]} {pick(_UNLESS, frame)}{frame.stop}"


def reported(frame: Frame) -> str:
    """As what another one says."""
    how = pick(
        ("Tobias says that {}", "According to Tobias, {}", "Tobias claims {}", "I heard from Tobias that {}"),
        frame,
    )
    return how.format(_inner(frame.text))


def asked(frame: Frame) -> str:
    """As a question."""
    subject = _inner(frame.subject)
    if frame.kind == "be":
        return f"{frame.verb.capitalize()} {subject} {frame.rest}?"
    first, _, second = frame.verb.partition(" ")
    if second and first in ("would", "am"):
        return f"{first.capitalize()} {subject} {second} {frame.rest}?"
    auxiliary, verb = ("Did", PAST[frame.verb]) if frame.kind == "past" else ("Do", frame.verb)
    return f"{auxiliary} {subject} {verb} {frame.rest}?"


def restricted(frame: Frame, value: str) -> str:
    """With *only* before the value, and before its article and its preposition."""
    at = frame.text.rindex(value)
    ahead = frame.text[:at].split()
    while len(ahead) > 1 and ahead[-1].lower() in _FUNCTION:
        ahead.pop()
    behind = frame.text[:at].split()[len(ahead) :]
    return " ".join([*ahead, "only", *behind, frame.text[at:]])


_FEW = 3
"""Nobody has *almost one* of something."""
AROUND = ("about", "roughly", "around")
"""Who asks for seven or so wants seven."""
SHORT_OF = ("almost", "nearly", "just under")
"""What falls short of seven is not seven, not even when it is asked for."""
NOT_QUITE = ("almost", "nearly", "roughly", "less than", "up to")
"""What is not stated as seven."""


def approximated(frame: Frame, value: str, how: tuple[str, ...]) -> str | None:
    """With an approximator before a number that no article precedes."""
    at = frame.text.rindex(value)
    number = re.match(r"(\d+)(?![\w:,.])( [a-z]|$)", value)
    if number is None or int(number[1]) < _FEW or re.search(r"\b(a|an|the|at|on|of) $", frame.text[:at]):
        return None
    return f"{frame.text[:at]}{pick(how, frame)} {frame.text[at:]}"


def _inner(text: str) -> str:
    """As it stands inside a sentence."""
    return text if re.match(r"I\b", text) else text[0].lower() + text[1:]


ANYWHERE: dict[str, Callable[[Frame], str | None]] = {
    "negator": negated,
    "never": never,
    "no_longer": no_longer,
    "used_to": used_to,
    "might": might,
    "if_clause": conditioned,
    "unless_clause": unless,
    "reporting_speaker": reported,
    "question_form": asked,
}
"""Operators on a sentence."""
BEFORE_VALUE: dict[str, Callable[[Frame, str], str]] = {"only": restricted}
"""Operators right before the value."""


def statements(text: str) -> Iterator[tuple[str, Frame]]:
    """(sentence, frame) of each plain statement of a turn."""
    for sentence in SENTENCES.split(text):
        frame = statement(sentence)
        if frame is not None:
            yield sentence, frame

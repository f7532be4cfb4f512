"""Chinese clauses taken apart at their verb, and what can be done to them; as `english` does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from zlib import crc32

import msgspec

CLAUSES = re.compile(r"(?<=[。！？；，,!?;])")
_STOPS = "。！？；，,!?;"
_CUES = re.compile(
    r"不|没|无|未|别|非|只|仅|如果|要是|假如|除|可能|也许|大概|应该|左右|估计|听说|据说|曾|以前|原来|就行|最好|吗|呢|吧|么|啥|什么|哪|谁|多少|怎|几"
)
_JOINED = re.compile(r"但|不过|而|然而|可是|所以|因为|那|然后|另外|还有")
"""What begins a clause that nothing can be put before."""
_WANT = re.compile(r"(想要|想|要|打算|需要|准备|希望)")
_STATE = re.compile(r"(?<=[址话分格票间型牌店馆园宫院家里有景食边])(是在|是|在|有|为)(?!的)|(?<=.)(位于)")


class Clause(msgspec.Struct, frozen=True):
    """A clause of a turn: what stands before its verb, the verb, what follows, its stop; its turn around it."""

    kind: str
    before: str
    verb: str
    rest: str
    stop: str
    ahead: str
    behind: str

    @property
    def text(self) -> str:
        """The turn itself."""
        return self.made(f"{self.before}{self.verb}{self.rest}")

    def made(self, clause: str, stop: str | None = None) -> str:
        """The turn with another clause in this one's place."""
        return f"{self.ahead}{clause}{self.stop if stop is None else stop}{self.behind}"

    def with_verb(self, verb: str) -> str:
        """The turn with another verb."""
        return self.made(f"{self.before}{verb}{self.rest}")


def clauses(text: str, value: str, *, kind: str) -> Iterator[Clause]:
    """The clause that says a value after a verb: ``want`` of what a speaker asks for, ``state`` of what is so."""
    pattern = _WANT if kind == "want" else _STATE
    ahead = ""
    for piece in CLAUSES.split(text):
        body = piece.rstrip(_STOPS)
        behind = text[len(ahead) + len(piece) :]
        at = body.find(value)
        found = [one for one in pattern.finditer(body, 0, at) if at > 0]
        if kind == "state" and body[at + len(value) :][:1] not in ("", "、", "等", "和", "（", "("):
            found = []  # the value is part of what is named after it
        if at > 0 and found and not _CUES.search(body.replace(value, "")):
            verb = found[0] if kind == "want" else found[-1]
            stop = piece[len(body) :] or "。"
            yield Clause(kind, body[: verb.start()], verb[0], body[verb.end() :], stop, ahead, behind)
            return
        ahead += piece


def pick(options: tuple[str, ...], clause: Clause) -> str:
    """One of them, the same for the same turn every time."""
    return options[crc32(clause.text.encode()) % len(options)]


def negated(clause: Clause) -> str:
    """With a negator at the verb."""
    return clause.with_verb(f"{'没' if clause.verb == '有' else '不'}{clause.verb}")


def never(clause: Clause) -> str:
    """With *never*."""
    return clause.with_verb(f"{pick(('从来', '从'), clause)}{'没' if clause.verb == '有' else '不'}{clause.verb}")


def no_longer(clause: Clause) -> str:
    """With *no longer*."""
    options = ("不再", "再也没") if clause.verb == "有" else ("不再", "再也不")
    return clause.with_verb(f"{pick(options, clause)}{clause.verb}")


def used_to(clause: Clause) -> str:
    """As what was so."""
    return clause.with_verb(f"{pick(('以前', '曾经', '过去'), clause)}{clause.verb}")


def might(clause: Clause) -> str:
    """As what is not sure."""
    return clause.with_verb(f"{pick(('可能', '也许', '或许'), clause)}{clause.verb}")


def only(clause: Clause) -> str | None:
    """With *only*."""
    return clause.with_verb(f"{pick(('只', '仅仅'), clause)}{clause.verb}") if clause.verb == "有" else None


_IF = ("如果天气好", "要是朋友同意", "假如老板批准的话", "只要价格合适")
_UNLESS = ("除非下雨", "除非老板反对")


def conditioned(clause: Clause) -> str | None:
    """Under a condition."""
    if _JOINED.match(clause.before):
        return None
    return clause.made(f"{pick(_IF, clause)}，{clause.before}{clause.verb}{clause.rest}")


def unless(clause: Clause) -> str | None:
    """With an exception that may come true."""
    if _JOINED.match(clause.before):
        return None
    whole, exception = f"{clause.before}{clause.verb}{clause.rest}", pick(_UNLESS, clause)
    ends = clause.kind == "state" and clause.stop in "。！"
    return clause.made(f"{whole}，{exception}" if ends else f"{exception}，否则{whole}")


def reported(clause: Clause) -> str | None:
    """As what another one says."""
    if _JOINED.match(clause.before):
        return None
    how = pick(("听小王说{}", "据说{}", "小王说{}"), clause)
    return clause.made(how.format(f"{clause.before}{clause.verb}{clause.rest}"))


def asked(clause: Clause) -> str:
    """As a question."""
    return clause.made(f"{clause.before}{clause.verb}{clause.rest}吗", "？")


AROUND = ("大约{}", "{}左右")
SHORT_OF = ("将近{}", "几乎{}")
NOT_QUITE = ("将近{}", "差不多{}", "不到{}", "大约{}")
"""As in `english`."""


def approximated(clause: Clause, value: str, how: tuple[str, ...]) -> str:
    """With an approximator at a number."""
    whole = f"{clause.before}{clause.verb}{clause.rest}"
    at = whole.rindex(value)
    return clause.made(f"{whole[:at]}{pick(how, clause).format(value)}{whole[at + len(value) :]}")


ANYWHERE: dict[str, Callable[[Clause], str | None]] = {
    "negator": negated,
    "never": never,
    "no_longer": no_longer,
    "only": only,
    "used_to": used_to,
    "might": might,
    "if_clause": conditioned,
    "unless_clause": unless,
    "reporting_speaker": reported,
    "question_form": asked,
}
"""Operators on a clause."""

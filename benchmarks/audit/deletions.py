"""Set *deletions*: what a text says is changed by a word or two that the proposal leaves out.

Each source is a real turn with a cue put where it grammatically belongs, or one that holds it already (units,
digit groups); each value is a true span of that turn before. Statements are proposed as facts, what users ask
for as goals. Of what is asked for, words that fall short of a number (*nearly*, 将近) deny it; words around it
(*about*, 左右) do not, and are cases of their own that must be admitted: who asks for a table at about seven
wants one at seven.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from benchmarks.audit import chinese, english
from benchmarks.audit.cases import Proposed, case_of
from benchmarks.audit.data import Said, crosswoz, locomo, longmemeval, sgd
from memtxn.testkit.cases import WrittenCase

UNTOUCHED = "untouched"
"""The family of the same proposals on the turns as they were: to refuse these as well would show nothing."""
AROUND = "about"
"""The family of numbers asked for approximately."""
OF_GOALS = frozenset({"negator", "never", "no_longer", "used_to", "might", "if_clause", "unless_clause"})
"""What counts for a goal as well; a question, a wish or a report may carry one."""
_ATTRIBUTE = "detail"
_CROPPED = ("negator", "might", "if_clause", "reporting_speaker")
_GROUPS = re.compile(
    r"(?<![\d.,:/-])(\d{1,3}(?:,\d{3})+|\d+\.\d+|\d{1,2}:\d\d|\d{3}-\d{3}-\d{4}|\d+-\d+)(?![\d.,:/-]?\d)"
)
_UNITS = re.compile(
    r"(?<![\d.,:/$-])(?:\$(\d+(?:\.\d+)?)"
    r"|(\d+(?:\.\d+)?) ?(?:mg|kg|miles?|hours?|minutes?|percent|dollars?|元|小时|米|公里))"
    r"(?![\d\w.]?\d)"
)


def deletions(place: Path) -> Iterator[WrittenCase]:
    """All cases, of every family."""
    told = [*locomo(place), *longmemeval(place), *(said for said in sgd(place) if said.speaker == "assistant")]
    yield from _english_facts(told)
    yield from _english_goals([said for said in sgd(place) if said.speaker == "user"])
    yield from _english_lists(locomo(place))
    wanted = [said for said in crosswoz(place) if said.speaker == "user"]
    stated = [said for said in crosswoz(place) if said.speaker == "assistant"]
    yield from _chinese(stated, "state")
    yield from _chinese(wanted, "want")
    yield from _chinese_lists(stated)
    for said in (*told, *stated):
        yield from _numbers(said)


def _case(said: Said, family: str, key: tuple[str, str, str], value: str, text: str, **rest: str) -> WrittenCase:
    expect = "admit" if family in (UNTOUCHED, AROUND) else "refuse"
    return case_of(said, Proposed(value=value, key=key, family=family, expect=expect, text=text, **rest))  # type: ignore[arg-type]


# -- English ---------------------------------------------------------------------------------------------


def _english_facts(told: Sequence[Said]) -> Iterator[WrittenCase]:
    for said in told:
        for sentence, frame in english.statements(said.text):
            value = english.tail(frame.rest)
            if value is not None and said.text.lower().count(value.lower()) == 1:
                key = _bearer(said, frame)
                for family, made in _changed(frame, value):
                    text = said.text.replace(sentence, made)
                    yield _case(said, family, key, value, text)
                    if family in _CROPPED:
                        yield _case(said, "cropped_quote", key, value, text, quote=value, why=family)


def _bearer(said: Said, frame: english.Frame) -> tuple[str, str, str]:
    """Who or what a statement is about."""
    if frame.subject in ("I", "We"):
        return "Person", said.speaker, _ATTRIBUTE
    return "Thing", said.conversation, _ATTRIBUTE


def _changed(frame: english.Frame, value: str) -> Iterator[tuple[str, str]]:
    yield UNTOUCHED, frame.text
    for family, operator in english.ANYWHERE.items():
        made = operator(frame)
        if made is not None:
            yield family, made
    for family, before in english.BEFORE_VALUE.items():
        yield family, before(frame, value)
    wanted = frame.kind == "want"
    ways = {"almost": english.SHORT_OF, AROUND: english.AROUND} if wanted else {"almost": english.NOT_QUITE}
    for family, how in ways.items():
        approximated = english.approximated(frame, value, how)
        if approximated is not None:
            yield family, approximated


def _english_goals(wanted: Sequence[Said]) -> Iterator[WrittenCase]:
    for said in wanted:
        for sentence in english.SENTENCES.split(said.text):
            frame = english.wanting(sentence)
            for slot in said.slots:
                if frame is None:
                    break
                value = next(
                    (one for one in slot.spellings if re.search(rf"\b{re.escape(one)}\b", frame.rest)), None
                )
                if value is None or said.text.count(value) != 1:
                    continue
                key = (slot.service, said.conversation, slot.name)
                for family, made in _changed(frame, value):
                    if family in OF_GOALS or family in (UNTOUCHED, "almost", AROUND):
                        text = said.text.replace(sentence, made)
                        yield _case(said, family, key, value, text, type="goal")


def _english_lists(turns: Sequence[Said]) -> Iterator[WrittenCase]:
    """Two statements of two people in one sentence; the value gives one what the other did."""
    told = [
        (said, frame)
        for said in turns
        for _, frame in english.statements(said.text)
        if frame.subject == "I" and frame.kind in ("past", "be") and not re.search(r"\b(I|my|me)\b", frame.rest)
    ]
    for (said, one), (other_said, other) in pairwise(told):
        if said.speaker != other_said.speaker:
            a, b = said.speaker, other_said.speaker
            text = f"{a} {_third(one)} {one.rest}{_joint(one)} {b} {_third(other)} {other.rest}."
            value = f"{a} {_third(other)} {other.rest}"
            yield _case(said, "list_splice", ("Person", a, _ATTRIBUTE), value, text)


def _third(frame: english.Frame) -> str:
    return {"am": "is"}.get(frame.verb, frame.verb)


def _joint(frame: english.Frame) -> str:
    return english.pick((" and", ", and", ", while", ";"), frame)


# -- Chinese ---------------------------------------------------------------------------------------------


def _chinese(turns: Sequence[Said], kind: str) -> Iterator[WrittenCase]:
    for said in turns:
        for slot in said.slots:
            value = slot.spellings[0]
            if (
                said.text.count(value) != 1
                or len(value) < 2
                or re.search(rf"\d[.-]?{re.escape(value)}", said.text)
            ):
                continue
            for clause in chinese.clauses(said.text, value, kind=kind):
                key = (slot.service, said.conversation, slot.name)
                yield from _chinese_cases(said, clause, key, value)


def _chinese_cases(
    said: Said, clause: chinese.Clause, key: tuple[str, str, str], value: str
) -> Iterator[WrittenCase]:
    goal = clause.kind == "want"
    kind = "goal" if goal else "fact"
    yield _case(said, UNTOUCHED, key, value, clause.text, type=kind)
    for family, operator in chinese.ANYWHERE.items():
        made = operator(clause) if family in OF_GOALS or not goal else None
        if made is not None:
            yield _case(said, family, key, value, made, type=kind)
            if family in _CROPPED and not goal:
                yield _case(said, "cropped_quote", key, value, made, quote=value, why=family)
    if re.fullmatch(r"\d+(\.\d+)?(元|小时|分钟|分)", value):
        ways = {"almost": chinese.SHORT_OF, AROUND: chinese.AROUND} if goal else {"almost": chinese.NOT_QUITE}
        for family, how in ways.items():
            yield _case(said, family, key, value, chinese.approximated(clause, value, how), type=kind)


def _chinese_lists(turns: Sequence[Said]) -> Iterator[WrittenCase]:
    """Two things in one sentence; the value gives one what the other has."""
    told = [
        (said, slot, clause)
        for said in turns
        for slot in said.slots
        if re.fullmatch(r"[\d.-]+(元|分|小时)?", slot.spellings[0])
        for clause in chinese.clauses(said.text, slot.spellings[0], kind="state")
        if clause.verb == "是" and re.fullmatch(rf".{{2,12}}的{slot.name}", clause.before)
    ]
    for (said, one, first), (_, other, second) in pairwise(told):
        a, b = first.before.partition("的")[0], second.before.partition("的")[0]
        v, w = one.spellings[0], other.spellings[0]
        if a != b and v != w:
            joint = chinese.pick(("，", "，而", "；"), first)
            text = f"{first.before}是{v}{joint}{second.before}是{w}。"
            yield _case(said, "list_splice", (one.service, a, other.name), f"{a} {w}", text)


# -- numbers that stand there already --------------------------------------------------------------------


def _numbers(said: Said) -> Iterator[WrittenCase]:
    key = ("Thing", said.conversation, _ATTRIBUTE)
    found = list(_GROUPS.finditer(said.text))
    if len(found) == 1:
        groups = re.split(r"[.,:-]", found[0][1])
        for group in (groups[0], groups[-1]):
            if not _equal(group, found[0][1]) and len(re.findall(rf"(?<!\d){group}(?!\d)", said.text)) == 1:
                yield _case(said, "digit_group", key, group, said.text)
    units = list(_UNITS.finditer(said.text))
    if len(units) == 1 and not found:
        number = units[0][1] or units[0][2]
        if len(re.findall(rf"(?<![\d.]){re.escape(number)}(?!\d)", said.text)) == 1:
            yield _case(said, "unit", key, number, said.text)


def _equal(group: str, whole: str) -> bool:
    """Whether a part is worth as much as the whole: the 7 of 7.0."""
    return re.fullmatch(r"\d+\.\d+", whole) is not None and float(group) == float(whole)

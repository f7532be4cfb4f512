"""Act 1 on the screen: what is admitted and what is refused; a dialogue or two in full, then numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from memtxn.core.admission import RULE_NAMES
from memtxn.interfaces.cli.demo.acts import Played, Story
from memtxn.interfaces.cli.demo.screen import (
    BAD,
    DIM,
    GOOD,
    ODD,
    Screen,
    mark,
    quoted,
    value_text,
    when,
)
from memtxn.interfaces.cli.safe import visible
from memtxn.model.belief import Status
from memtxn.model.record import Outcome
from memtxn.model.verdict import Decision
from memtxn.testkit.dialogues import Offer, Turn
from memtxn.testkit.replay import Answer, Tally, tally

WRONG = "✗"
"""What marks a corrupt proposal that was admitted."""
LINES = 20
"""Dialogues that get a line each; of more of them only those that went wrong do."""


def show_dialogue(screen: Screen, played: Played) -> None:
    """Every turn that led to a proposal, and every verdict with its evidence."""
    dialogue = played.dialogue
    width = max(cell_len(_who(turn)) for turn in dialogue.turns)
    screen.line(Text(visible(f"{dialogue.id}  {dialogue.title}"), "bold"), indent=0)
    for place, turn in enumerate(dialogue.turns):
        answers = [answer for answer in played.mixed.answers if answer.offer.made == place]
        screen.beside(Text(_who(turn), "cyan"), Text(quoted(turn.text)), width)
        for answer in answers:
            screen.line(_verdict(answer), indent=4)
            screen.line(_evidence(answer), indent=12)
    screen.gap()


def show_table(screen: Screen, story: Story) -> None:
    """A line for each dialogue."""
    lines = [played for played in story.played if len(story.played) <= LINES or not played.ok]
    if lines:
        rows = [_row(played) for played in lines]
        screen.line("honest proposals admitted, corrupt ones refused:")
        screen.gap()
        screen.table(("id", "dialogue", "admitted", "refused"), rows, firm=["id"])


def show_total(screen: Screen, story: Story) -> None:
    """The numbers, and the kinds of corruption behind them."""
    total = story.tally
    screen.line(Text(f"All {len(story.played)} dialogues together", "bold"), indent=0)
    screen.table(("count", "what"), _numbers(story, total), firm=["count"], header=False)
    if total.corrupt:
        _corrupt(screen, total)


def show_refused(screen: Screen, story: Story) -> None:
    """The honest proposals that were refused, which needs a look: the first ten."""
    refused = [a for played in story.played for a in played.mixed.answers if _honest_refused(a)]
    for answer in refused[:10]:
        screen.line(Text.assemble(("REFUSED ", BAD), _statement(answer.offer), f"  {answer.verdict.code}"))
        screen.line(_evidence(answer), indent=10)
    if refused:
        screen.gap()


def _honest_refused(answer: Answer) -> bool:
    return answer.offer.kind == "honest" and not answer.admitted


def _who(turn: Turn) -> str:
    return visible(f"{turn.speaker}, {when(turn.at)}")


def _verdict(answer: Answer) -> Text:
    """The decision, the statement, and what became of it."""
    decision = Decision.ADMIT if answer.admitted else answer.verdict.decision
    became = (_became(answer), "bold")
    word = f"{decision.name} {WRONG}" if _wrong(answer) else decision.name
    return Text.assemble((f"{word:<7} ", _style(answer)), _statement(answer.offer), "  ", became)


def _evidence(answer: Answer) -> Text:
    """The quote, and what the file says of the proposal if that is not good."""
    offer = answer.offer
    text = Text(quoted(offer.quote), DIM)
    if offer.kind == "corrupt":
        end = ": wrongly admitted" if _wrong(answer) else ""
        text.append(f"  corrupt ({visible(offer.how)}){end}", _style(answer))
    return text


def _wrong(answer: Answer) -> bool:
    return answer.offer.kind == "corrupt" and answer.admitted


def _style(answer: Answer) -> str:
    return (ODD if answer.offer.kind == "corrupt" else GOOD) if answer.admitted else BAD


def _statement(offer: Offer) -> str:
    """``saturday.seats = six``: the entity's type goes without saying here."""
    _, entity, attribute = offer.key
    sign = "no longer" if offer.op == "retract" else "="
    return visible(f"{entity}.{attribute} {sign} {value_text(offer.value)}")


def _became(answer: Answer) -> str:
    if not answer.admitted:
        return answer.verdict.code
    if answer.outcome is Outcome.SUPERSEDE and answer.before is not None:
        return f"{answer.outcome.name}, replaces {value_text(answer.before.value)}"
    late = answer.belief is not None and answer.belief.status is Status.SUPERSEDED
    return f"{answer.outcome.name}, in the past" if late else answer.outcome.name


def _row(played: Played) -> Sequence[str | Text]:
    one = tally([played.mixed])
    return (
        visible(played.dialogue.id),
        visible(played.dialogue.title),
        mark(one.honest_admitted == one.honest, _share(one), _share(one)),
        f"{one.corrupt_refused}/{one.corrupt}" if one.corrupt else "",
    )


def _share(total: Tally) -> str:
    return f"{total.honest_admitted}/{total.honest}"


def _numbers(story: Story, total: Tally) -> Iterator[tuple[Text, str]]:
    """How many of how many, and of what."""
    honest = f"{total.honest_admitted} of {total.honest}"
    yield mark(story.admission_ok, honest, honest), "honest proposals admitted"
    if total.unquoted:
        unquoted = f"{total.unquoted_admitted} of {total.unquoted}"
        yield Text(unquoted), "admitted of those whose value is not in the words of their turn"
    if total.corrupt:
        refused = f"{total.corrupt_refused} of {total.corrupt}"
        good = mark(total.refusable_refused == total.refusable, refused, refused)
        yield good, f"corrupt ones refused: {_refused(total)}"
        passed = f"{total.corrupt - total.corrupt_refused} of {total.corrupt}"
        yield Text(passed, ODD), f"corrupt ones wrongly admitted by this version ({WRONG})"


def _refused(total: Tally) -> str:
    """Which of the corrupt ones were refused."""
    beyond = total.corrupt_refused - total.refusable_refused
    return (
        f"{total.refusable_refused} of the {total.refusable} that the ordered-subsequence test refuses, "
        f"and {beyond} of the {total.corrupt - total.refusable} that it lets through"
    )


def _corrupt(screen: Screen, total: Tally) -> None:
    """What passed and what did not, by kind; and what will catch it."""
    names = sorted({*total.passed, *total.refused_how}, key=lambda how: (-total.passed.get(how, 0), how))
    rows = [(visible(how), _count(total.refused_how, how), _count(total.passed, how)) for how in names]
    columns = ("what was done to the words", "refused", "passed")
    screen.table(columns, rows, right=columns[1:], firm=columns[:1])
    if total.passed:
        screen.say(
            f"What passes the rules ({', '.join(RULE_NAMES)}) is said there, word for word or in a normal form, "
            "and no word around it tells otherwise. No rule over words finds out irony that nothing marks, or "
            "that a source lies."
        )


def _count(counts: dict[str, int], how: str) -> str:
    return str(counts[how]) if how in counts else "–"

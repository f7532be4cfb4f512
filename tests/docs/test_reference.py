"""The reference pages are complete, their numbers are those of the code, and their examples run."""

from __future__ import annotations

import re
from typing import Any

import pytest

from memtxn import Policy, Proposal, ProposalOutcome, Status, errors
from memtxn.app import cue_files, given_file
from memtxn.app.settings import settings_of
from memtxn.core.admission import attribute, entity, normal, patchtest, pattern, showing
from memtxn.core.admission.cues import lexicon
from memtxn.core.admission.forms import dates, inflection, number, time_words
from memtxn.core.admission.reading import sentences
from memtxn.core.admission.reasons import REASONS
from memtxn.engine import opinions, sources, stage
from memtxn.errors import InvalidInput, MemtxnError
from memtxn.interfaces.cli import given
from memtxn.interfaces.cli.config import WrongConfig
from memtxn.interfaces.cli.exits import exit_code
from memtxn.interfaces.cli.place import Empty, NoStore
from memtxn.interfaces.operations import NoLonger, NotYet
from memtxn.model.codec import MAX_DEPTH, canonical
from memtxn.model.key import PART_LIMIT
from memtxn.model.record import Outcome
from tests.docs.pages import PAGES, ROOT, blocks, page, rows, sections

# -- reasons -------------------------------------------------------------------------------------------


def test_every_reason_code_has_its_section() -> None:
    assert list(sections(page("reference/reasons.md"))) == list(REASONS)


@pytest.mark.parametrize("code", REASONS)
def test_a_reason_says_what_to_do_and_its_example_is_refused_for_it(code: str) -> None:
    text = page("reference/reasons.md")
    section = sections(text)[code]
    advice = REASONS[code].partition(":")[0]
    assert advice in re.sub(r"\s+", " ", section).replace("`", "")
    (example,) = blocks(section, "python")
    place: dict[str, Any] = {}
    exec(blocks(text, "python")[0], place)
    *before, last = example.splitlines()
    exec("\n".join(before), place)
    refused = eval(last, place)
    assert isinstance(refused, Proposal | ProposalOutcome)
    assert refused.verdict.code == code
    place["store"].close()


# -- outcomes and statuses -----------------------------------------------------------------------------


def test_every_outcome_and_every_status_is_explained() -> None:
    text = sections(page("reference/outcomes.md"))
    assert list(rows(text["Outcomes"])) == [outcome.name for outcome in Outcome]
    assert list(rows(text["Statuses"])) == [status.value for status in Status]


# -- errors --------------------------------------------------------------------------------------------


def row_of(kind: type[MemtxnError]) -> list[str]:
    """What the page must say of an error."""
    message = (kind.__doc__ or "").strip().splitlines()[0]
    retryable = "yes" if kind.retryable else "no"
    return [retryable, str(exit_code(kind("")).value), message, kind.advice or "–"]


def test_every_error_is_listed_with_what_it_says_itself() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, MemtxnError)]
    expected = {kind.__name__: row_of(kind) for kind in [*kinds, NoStore, NoLonger, NotYet, Empty, WrongConfig]}
    assert rows(page("reference/errors.md")) == expected


# -- limits --------------------------------------------------------------------------------------------


def test_the_limits_of_the_policy_are_its_defaults() -> None:
    listed, policy = rows(sections(page("reference/limits.md"))["Set by the policy"]), Policy()
    numbers = {name for name in Policy.__struct_fields__ if isinstance(getattr(policy, name), int)}
    assert numbers | set(policy.authority) == set(listed)
    for name in numbers:
        assert listed[name][0].split()[0] == f"{getattr(policy, name):,}"
    assert {name: float(listed[name][0]) for name in policy.authority} == policy.authority
    for channel in policy.state_channels:
        assert f"`{channel}`" in page("reference/limits.md")


def test_the_fixed_limits_are_those_of_the_code() -> None:
    text = sections(page("reference/limits.md"))["Fixed"]
    bounds = [
        f"| {PART_LIMIT:,} bytes |",
        f"| {MAX_DEPTH} levels |",
        f"| {stage.ID_LIMIT} bytes |",
        f"| {stage.QUOTE_LIMIT:,} characters |",
        f"| {given._STDIN_LIMIT:,} bytes |",
        f"| {opinions.OPINIONS_LIMIT}, and {opinions.MODEL_LIMIT} characters |",
        f"| {cue_files.FILES_LIMIT}, and {given_file.SIZE_LIMIT:,} bytes |",
        f"beginning of a date or a time | {dates.STARTS:,}, the first ones |",
        f"in another form is compared with | {number.NUMBERS:,}, the first ones |",
        f"read together | {sentences.LONGEST}; a longer",
        f"a value is judged | {showing.PLACES}, the first ones |",
        f"word for word in a piece of evidence | {patchtest.PLACES}, the first ones |",
        f"if nowhere word for word | {patchtest.WINDOWS}, the tightest one first |",
    ]
    assert [bound for bound in bounds if bound not in text] == []


def test_what_is_kept_in_memory_is_bounded_as_the_page_says() -> None:
    text = sections(page("reference/limits.md"))["Kept in memory"]
    kept = {
        8_192: (normal.fold, time_words.plain),
        4_096: (attribute.attribute_of, entity.name_tokens, pattern._kept_pattern, inflection.is_form_of),
        256: (lexicon.lexicon,),
    }
    for size, functions in kept.items():
        assert f"| {size:,} " in text
        assert {function.cache_parameters()["maxsize"] for function in functions} == {size}
    assert f"| {sources._CACHED}, of {sources._CACHED_BYTES:,} bytes together |" in text


def test_bounds_without_a_name_are_where_the_page_says() -> None:
    assert canonical(2**1024 - 1)
    with pytest.raises(InvalidInput, match="1024"):
        canonical(2**1024)
    assert settings_of({"busy_timeout": 3600.0}).busy_timeout == 3600
    with pytest.raises(InvalidInput, match="3600"):
        settings_of({"busy_timeout": 3600.5})


# -- promises ------------------------------------------------------------------------------------------


def cited() -> set[str]:
    """The promises that code, tests and pages cite."""
    files = [path for folder in ("src", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")]
    texts = [path.read_text(encoding="utf-8") for path in [*files, *PAGES]]
    return {number for text in texts for number in re.findall(r"\bP\d+\b", text)}


def test_every_promise_that_is_cited_is_written_down() -> None:
    written = {title.partition(" ")[0] for title in sections(page("promises.md"))}
    assert cited() - written == set()

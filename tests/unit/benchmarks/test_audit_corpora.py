"""Every set has cases, and a corruption is one by an independent measure.

On small corpora of our own, and on the real ones where ``MEMTXN_DATA`` names them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.audit import data
from benchmarks.audit.deletions import AROUND, OF_GOALS, UNTOUCHED, deletions
from benchmarks.audit.given import answers, observations
from benchmarks.audit.normal import normal_forms
from benchmarks.audit.peers import patch_test
from benchmarks.audit.published import published
from benchmarks.audit.sets import Group, groups, turn_of
from benchmarks.audit.slots import foreign, gold
from benchmarks.audit.statements import kept_cues
from tests.unit.benchmarks import corpora

pytestmark = pytest.mark.slow


REAL = data.folder()


@pytest.fixture(scope="module", params=["ours", "real"] if REAL else ["ours"])
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of corpora that ``MEMTXN_DATA`` names meanwhile."""
    real = REAL if request.param == "real" else None
    found = real or corpora.write(tmp_path_factory.mktemp("corpora"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMTXN_DATA", str(found))
        yield found


def test_without_the_corpora_the_written_cases_are_judged_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MEMTXN_DATA", os.devnull)
    assert all(group.name.startswith("written") for group in groups(5))
    assert "MEMTXN_DATA" in capsys.readouterr().out


def test_the_published_numbers(place: Path) -> None:
    cases, dropped = published(place)
    assert published(place) == (cases, dropped)
    originals = [case for case in cases if case.admits]
    assert len(originals) == 60
    assert len(cases) - 60 + dropped == 179
    assert patch_test(originals) == [1.0] * 60
    assert not any(patch_test([case for case in cases if not case.admits]))


def test_an_original_is_the_answer_to_a_question_and_its_turn_is_in_no_set_that_was_tuned_on(place: Path) -> None:
    given = {(one.said.name, one.value) for one in answers(place)}
    made = groups(10)
    originals = [case for group in made if "originals" in group.name for case in group.cases]
    assert all((turn_of(case), case.value) in given for case in originals)
    assert len({turn_of(case) for case in originals}) == 60
    tuned_on = {
        turn_of(case)
        for group in made
        if group.name.startswith(("deletions", "  the same", "LoCoMo", "  all that", "true values"))
        for case in group.cases
    }
    assert not tuned_on & {turn_of(case) for case in originals}


def test_answers_and_observations_stand_in_their_turns_and_ask_nothing(place: Path) -> None:
    found = list(answers(place))
    assert len({one.said.corpus for one in found}) == 2
    assert all(one.value in one.sentence and one.sentence in one.said.text for one in found)
    assert not any("?" in one.sentence for one in found)
    assert not any("?" in one.sentence for one in observations(place))
    assert all(one.sentence in one.said.text for one in observations(place))


def test_every_deletion_is_one(place: Path) -> None:
    """The plain test accepts nearly all of them: it is the words around that say otherwise."""
    found = list(deletions(place))
    kinds = {(case.lang, case.type, case.family) for case in found}
    for lang in ("en", "zh"):
        assert {family for one, kind, family in kinds if (one, kind) == (lang, "goal")} >= {*OF_GOALS, UNTOUCHED}
        facts = {family for one, kind, family in kinds if (one, kind) == (lang, "fact")}
        assert facts >= {*OF_GOALS, "only", "almost", "question_form", "reporting_speaker", "unit"}
        assert facts >= {"digit_group", "list_splice", "cropped_quote"}
    assert {(lang, kind) for lang, kind, family in kinds if family == AROUND} == {("en", "goal"), ("zh", "goal")}
    assert all(case.admits == (case.family in (UNTOUCHED, AROUND)) for case in found)
    cued = [case for case in found if case.family not in (UNTOUCHED, "digit_group", "unit")]
    assert sum(patch_test(cued)) / len(cued) > 0.99


def test_gold_values_stand_in_their_turns_and_strange_ones_do_not(place: Path) -> None:
    said, strange = list(gold(place))[:2000], list(foreign(place))[:2000]
    assert strange
    assert not any(patch_test(strange))
    assert sum(patch_test(said)) > 0.995 * len(said)


def test_normal_forms_and_kept_cues_are_there(place: Path) -> None:
    families = {(case.lang, case.family) for case in normal_forms(place)}
    assert families >= {
        ("en", one) for one in ("clock_time", "calendar_date", "number_word", "yes_no", "inflected")
    }
    assert families >= {("zh", "yes_no"), ("zh", "range")}
    assert {"negation", "only", "hedge", "condition"} <= {case.family for case in kept_cues(place)}


def test_every_group_has_cases_and_no_case_is_in_two_of_one_expectation(place: Path) -> None:
    made = groups(10)
    assert all(group.cases for group in made)
    assert all(isinstance(group, Group) for group in made)

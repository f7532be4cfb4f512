"""Replaying and counting: what the demo and benchmarks say of proposals is what became of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtxn.interfaces.cli.demo.versions import moved_key, versions_of
from memtxn.model.key import Key
from memtxn.model.record import Outcome
from memtxn.testkit.dialogues import Dialogue, Kind, read_dialogues
from memtxn.testkit.fakes import FakeClock
from memtxn.testkit.oracle import oracle_store
from memtxn.testkit.replay import KINDS, Replayed, replay, tally
from tests.interfaces.demo.given import OWN, Line, dialogue, written


def replayed(folder: Path, line: Line, kinds: tuple[Kind, ...] = KINDS) -> Replayed:
    (read,) = read_dialogues(written(folder / "d.jsonl", line))
    clock = FakeClock()
    return replay(oracle_store(clock=clock).memory("d"), read, clock, kinds=kinds)


def changed(place: int, **fields: object) -> Line:
    line = dialogue()
    line["proposals"][place].update(fields)
    return line


def test_each_proposal_has_its_answer_in_the_order_of_the_turns(tmp_path: Path) -> None:
    answers = replayed(tmp_path, dialogue()).answers
    assert [answer.outcome for answer in answers] == [Outcome.ADD, Outcome.SUPERSEDE, Outcome.REJECT]
    assert [answer.verdict.code for answer in answers] == ["", "", "not_ordered_subsequence"]
    assert [answer.before and answer.before.value for answer in answers] == [None, "six", "eight"]


def test_only_the_wanted_kinds_are_proposed(tmp_path: Path) -> None:
    assert [a.offer.value for a in replayed(tmp_path, dialogue(), ("honest",)).answers] == ["six", "eight"]
    assert [a.offer.value for a in replayed(tmp_path, dialogue(), ("corrupt",)).answers] == ["eighty"]


def test_the_tally_counts_every_kind(tmp_path: Path) -> None:
    counted = tally([replayed(tmp_path, dialogue())])
    assert (counted.honest, counted.honest_admitted) == (2, 2)
    assert (counted.corrupt, counted.corrupt_refused) == (1, 1)
    assert (counted.refusable, counted.refusable_refused) == (1, 1)
    assert (counted.passed, counted.refused_how) == ({}, {"number_damaged": 1})
    assert counted.codes == {"not_ordered_subsequence": 1}
    assert counted.ok


def test_an_honest_one_that_is_refused_is_no_success(tmp_path: Path) -> None:
    result = replayed(tmp_path, changed(1, value="nine"))
    assert not tally([result]).ok
    assert [(one.name, one.expected, one.found) for one in result.differences] == [
        ("Booking/b1/seats", "eight", "six")
    ]


def test_a_corrupt_one_that_passes_against_the_published_test_is_no_success(tmp_path: Path) -> None:
    result = tally([replayed(tmp_path, changed(2, value="be eight"))])
    assert (result.refusable, result.refusable_refused, result.passed) == (1, 0, {"number_damaged": 1})
    assert not result.ok


def test_one_that_passes_as_the_published_test_lets_it_is_counted(tmp_path: Path) -> None:
    result = tally([replayed(tmp_path, changed(2, value="be eight", published_gate="accept"))])
    assert (result.refusable, result.corrupt_refused, result.passed) == (0, 0, {"number_damaged": 1})
    assert result.ok


def test_an_unquoted_one_demands_nothing(tmp_path: Path) -> None:
    result = tally([replayed(tmp_path, changed(1, value="nine", kind="unquoted"))])
    assert (result.unquoted, result.unquoted_admitted) == (1, 0)
    assert result.ok


def test_a_later_proposal_quotes_its_earlier_turn(tmp_path: Path) -> None:
    answers = replayed(tmp_path, changed(0, after=1)).answers
    assert (answers[0].offer.value, answers[0].outcome) == ("six", Outcome.ADD)
    assert answers[0].belief is not None
    assert answers[0].belief.created_at > answers[0].belief.observed_at


def test_a_value_is_taken_back(tmp_path: Path) -> None:
    line = changed(1, value="six", quote="eight", op="retract")
    line["final"] = {"Booking/b1/seats": None}
    line["turns"][1]["text"] = "Not six, eight."
    line["proposals"][1]["quote"] = "Not six"
    result = replayed(tmp_path, line, ("honest",))
    assert [answer.admitted for answer in result.answers] == [True, True]
    assert (result.state, result.differences) == ({}, ())


def test_many_values_are_compared_as_a_set(tmp_path: Path) -> None:
    line = dialogue()
    line.update(schema={"Booking/seats": {"cardinality": "many"}}, final={})
    line["final_many"] = {"Booking/b1/seats": ["six", "eight"]}
    assert replayed(tmp_path, line).differences == ()


def test_a_belief_too_many_is_a_difference(tmp_path: Path) -> None:
    line = dialogue()
    line["final"] = {}
    (difference,) = replayed(tmp_path, line).differences
    assert (difference.expected, difference.found) == (None, "eight")


def test_a_replay_is_a_function_of_its_dialogue(tmp_path: Path) -> None:
    one, two = (replayed(tmp_path, dialogue()) for _ in range(2))
    assert one.state == two.state
    assert [a.outcome for a in one.answers] == [a.outcome for a in two.answers]


# -- the late fact -------------------------------------------------------------------------------------


def late() -> list[Dialogue]:
    return [one for one in read_dialogues(OWN) if moved_key(one) is not None]


@pytest.mark.parametrize("told", late(), ids=lambda told: told.id)
def test_a_late_older_fact_goes_to_its_place_in_the_past(told: Dialogue) -> None:
    clock, key = FakeClock(), moved_key(told) or Key("", "", "")
    memory = oracle_store(clock=clock).memory(told.id)
    replay(memory, told, clock, kinds=["honest"])
    shown = versions_of(memory, told, key)
    (last,) = [version for version in shown.versions if version.late]
    assert last.belief.observed_at == min(version.belief.observed_at for version in shown.versions)
    assert last.arrived > 1
    assert shown.versions[0].belief.value == (told.final or {})["/".join(key.entity) + "/" + key.attribute]
    assert shown.ok
    assert len(shown.asked) == 2 * len(shown.versions) + 1


def test_a_retracted_or_many_valued_key_is_not_shown() -> None:
    (told,) = [one for one in read_dialogues(OWN) if one.id == "d02"]
    assert moved_key(told) == Key("Meeting", "larkfield", "start_time")
    assert moved_key(read_dialogues(OWN)[0]) is None

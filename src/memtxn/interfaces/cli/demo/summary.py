"""The demo in one JSON object, for programs."""

from __future__ import annotations

import msgspec

from memtxn.core.admission import RULE_NAMES
from memtxn.interfaces.cli.demo.acts import Checked, Played, Story
from memtxn.interfaces.cli.demo.kills import Killed
from memtxn.interfaces.cli.demo.versions import Versions
from memtxn.model.codec import Json
from memtxn.testkit.replay import tally


def summary(story: Story, seconds: float) -> Json:
    """All numbers of the story; ``ok`` is what the exit code says."""
    answer: Json = {
        "ok": story.ok,
        "seconds": round(seconds, 3),
        "rules": list(RULE_NAMES),
        "admission": {"ok": story.admission_ok, **_plain(story.tally)},
        "dialogues": [_dialogue(played) for played in story.played],
        "versions": None if story.versions is None else _versions(story.versions),
        "final": _final(story),
        "killed": [_killed(one) for one in story.killed],
        "verified": _verified(story),
    }
    return answer


def _plain(value: object) -> dict[str, Json]:
    """A struct as JSON data."""
    data: dict[str, Json] = msgspec.to_builtins(value)
    return data


def _dialogue(played: Played) -> Json:
    return {
        "id": played.dialogue.id,
        "turns": len(played.dialogue.turns),
        "admission": _plain(tally([played.mixed])),
        "honest_differences": [_plain(one) for one in played.honest.differences],
        "mixed_differences": [_plain(one) for one in played.mixed.differences],
    }


def _versions(shown: Versions) -> Json:
    versions: list[Json] = [
        {
            "value": version.belief.value,
            "status": version.belief.status.value,
            "late": version.late,
            "arrived": version.arrived,
            "observed_at": version.belief.observed_at.isoformat(),
            "recorded_at": version.belief.created_at.isoformat(),
            "evidence": version.quote,
        }
        for version in shown.versions
    ]
    asked: list[Json] = [{**_plain(one), "ok": one.ok} for one in shown.asked]
    return {"ok": shown.ok, "key": str(shown.key), "versions": versions, "asked": asked}


def _final(story: Story) -> Json:
    told = [played for played in story.played if played.dialogue.expected is not None]
    return {
        "ok": story.final_ok,
        "dialogues": len(told),
        "honest_equal": sum(not played.honest.differences for played in told),
        "mixed_equal": sum(not played.mixed.differences for played in told),
    }


def _killed(one: Killed) -> Json:
    return {"ok": one.ok, "killed": one.killed, **_plain(one)}


def _verified(story: Story) -> Json:
    return {
        "ok": all(one.report.ok for one in story.checked),
        "memories": len(story.checked),
        "records": sum(one.report.records for one in story.checked),
        "beliefs": sum(one.report.beliefs for one in story.checked),
        "problems": [problem for one in story.checked for problem in _problems(one)],
    }


def _problems(one: Checked) -> list[Json]:
    return [{"memory": list(one.labels), **_plain(problem)} for problem in one.report.problems]

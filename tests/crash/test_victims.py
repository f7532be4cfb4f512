"""The kit that kills: who is killed is dead, what it said was heard, and who is not ends by itself."""

from __future__ import annotations

from pathlib import Path

from memtxn.testkit.victims import Victims
from tests.crash.witness import Witness


def test_a_victim_is_killed(victims: Victims, tmp_path: Path) -> None:
    victim = victims.start("write", str(tmp_path / "a.db"), "A", "0")
    assert (victim.hear() or "").startswith("begun 0 ")
    assert victim.hear() == "done 0 -"
    assert victim.kill() == victim.wait() == -9
    victim.rest()
    assert victim.ended
    assert victim.hear() is None
    assert victim.poll() == []


def test_a_victim_is_let_live(victims: Victims, tmp_path: Path) -> None:
    one, two = (victims.start("write", str(tmp_path / name), "A", "5") for name in ("a.db", "b.db"))
    assert one.pid != two.pid
    for victim in (one, two):
        assert victim.hear()
        victim.say("stop")
        witness = Witness("A")
        assert witness.heard(["begun 5 -", *victim.rest()]) == len(witness.kept) > 0
        assert victim.wait() == victim.kill() == 0


def test_a_victim_that_fails_says_so(victims: Victims, tmp_path: Path) -> None:
    assert victims.start("write", str(tmp_path / "missing" / "a.db"), "A", "0").wait() == 1

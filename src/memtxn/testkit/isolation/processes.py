"""Many processes, a crew of clients each, of which some are killed and replaced all the time.

The job of a process opens the memory and calls `labour`; `Herd` is the other side. See `memtxn.testkit.victims`
for how such jobs are served.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random
from threading import Lock

import msgspec

from memtxn.engine.memory import Memory
from memtxn.testkit.isolation.anomaly import Isolation
from memtxn.testkit.isolation.threads import Crew
from memtxn.testkit.isolation.workload import Groups, Workload
from memtxn.testkit.victims import Channel, Victim, Victims

_REPORT_EVERY = 16
"""Turns of a process after which it says how far it is."""
_LOOKS = 3_000
"""A process is killed up to that many looks at it after it has said something."""


class Task(msgspec.Struct, frozen=True):
    """What one process is to do: clients with the numbers from ``first`` on, until it is told to stop."""

    folder: str
    first: int
    threads: int
    isolation: Isolation
    workload: Workload
    generations: tuple[int, ...] = ()


class Progress(msgspec.Struct, frozen=True):
    """How far a process is: operations that it knows to have committed, and the groups that it uses.

    ``known``: whether each of its clients has a transaction in its log.
    """

    done: int
    generations: list[int]
    known: bool


def labour(channel: Channel, memory: Memory, task: str) -> None:
    """Be one of a herd, until told to stop or left alone."""
    todo = msgspec.json.decode(task, type=Task)
    groups = Groups(todo.workload, todo.generations)
    crew = Crew(
        memory,
        Path(todo.folder),
        todo.first,
        todo.threads,
        workload=todo.workload,
        groups=groups,
        isolation=todo.isolation,
    )
    with closing(crew):
        crew.work(_Reporter(channel, crew, groups))


class _Reporter:
    """Says how far a crew is, and hears when it is enough."""

    def __init__(self, channel: Channel, crew: Crew, groups: Groups) -> None:
        self._channel, self._crew, self._groups = channel, crew, groups
        self._lock = Lock()
        self._turns = 0

    def __call__(self) -> bool:
        with self._lock:
            self._turns += 1
            if self._turns % _REPORT_EVERY == 1:
                progress = Progress(self._crew.done, self._groups.generations, self._crew.known)
                self._channel.say(msgspec.json.encode(progress).decode())
            return self._told_to_stop()

    def _told_to_stop(self) -> bool:
        try:
            return bool(self._channel.poll()) or self._channel.ended
        except TimeoutError:  # nobody needs to speak to those who work well
            return False


class Herd:
    """``size`` processes at work on one memory, each ``job`` with these ``arguments`` and then its task."""

    def __init__(
        self, victims: Victims, job: str, *arguments: str, size: int, task: Task, chance: Random
    ) -> None:
        self._victims, self._job, self._arguments, self._task = victims, job, arguments, task
        self._chance, self._groups = chance, Groups(task.workload, task.generations)
        self._next = task.first
        self._past = 0
        self.kills = 0
        self._members: dict[Victim, int] = {}
        self._known: set[Victim] = set()
        for _ in range(size):
            self._start()

    @property
    def done(self) -> int:
        """Operations that committed, as far as anybody was told."""
        return self._past + sum(self._members.values())

    def work(self, enough: int, kills: int) -> None:
        """Let them work until so many operations have committed, and kill so often one of them meanwhile."""
        every = enough // (kills + 1) + 1
        while self.done < enough or self.kills < kills:
            self._hear(self._chance.choice([*self._members]))
            if self.kills < kills and self.done >= (self.kills + 1) * every:
                self._kill(self._chance.choice([*self._members]))
        self._stop()

    def _start(self) -> None:
        task = msgspec.structs.replace(self._task, first=self._next, generations=tuple(self._groups.generations))
        self._next += task.threads
        victim = self._victims.start(self._job, *self._arguments, msgspec.json.encode(task).decode())
        self._members[victim] = 0

    def _hear(self, victim: Victim) -> None:
        """Wait for a word of one of them, and take what the others have said meanwhile."""
        line = victim.hear()
        if line is None:
            raise RuntimeError(f"a process has ended by itself: {victim.wait()}")
        self._heard(victim, [line])
        for other in self._members:
            self._heard(other, other.poll())

    def _heard(self, victim: Victim, lines: list[str]) -> None:
        for line in lines:
            progress = msgspec.json.decode(line, type=Progress)
            self._members[victim] = progress.done
            self._groups.advance(progress.generations)
            if progress.known:
                self._known.add(victim)

    def _await(self, victim: Victim) -> None:
        """Nobody leaves before each of its clients has taken part: else a slow one has never been there."""
        while victim not in self._known:
            self._hear(victim)

    def _kill(self, victim: Victim) -> None:
        """Kill one, at a moment that nobody can foresee, and let another one take its place."""
        self._await(victim)
        for _ in range(self._chance.randrange(_LOOKS)):
            self._heard(victim, victim.poll())
        victim.kill()
        self._leave(victim)
        self.kills += 1
        self._start()

    def _stop(self) -> None:
        for victim in self._members:
            self._await(victim)
        for victim in self._members:
            victim.say("stop")
        for victim in [*self._members]:
            self._leave(victim)
            if victim.wait():
                raise RuntimeError(f"a process has failed: {victim.wait()}")

    def _leave(self, victim: Victim) -> None:
        """Hear its last words."""
        self._heard(victim, victim.rest())
        self._past += self._members.pop(victim)
        self._known.discard(victim)
        victim.close()

"""Processes made to be killed: started in milliseconds, heard line by line, ended by SIGKILL.

A server that has imported all they need forks one for each order, so that hundreds of kills take seconds. It
opens no database itself: a fork must not inherit one. For systems with `os.fork`.

A module of jobs ends with ``serve({"write": write, …})`` under ``if __name__ == "__main__"``; a job takes its
`Channel` and texts. ``Victims("that.module").start("write", "agent.db")`` runs one.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import TypeAlias

import msgspec

PATIENCE = 120
"""Seconds without a word after which a process counts as stuck."""

_CHUNK = 65_536


class Channel:
    """One end of a talk between two processes: lines both ways."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._rest = b""
        self._lines: list[str] = []
        self._heard = time.monotonic()
        self.ended = False

    def say(self, line: str) -> None:
        """Say a line; the other end has it even if this process ends now. Waits while it hears nothing at all."""
        self._end.sendall(line.encode() + b"\n")

    def hear(self) -> str | None:
        """The next line, however long it takes; None when the other end is gone. Raises TimeoutError."""
        while not self._lines and not self.ended:
            if not select.select([self._end], [], [], PATIENCE)[0]:
                raise TimeoutError("not a word from the other end")
            self._take(self._end.recv(_CHUNK))
        return self._lines.pop(0) if self._lines else None

    def poll(self) -> list[str]:
        """What has come by now, without waiting. Raises TimeoutError."""
        try:
            self._take(self._end.recv(_CHUNK, socket.MSG_DONTWAIT))
        except BlockingIOError:
            if time.monotonic() > self._heard + PATIENCE:
                raise TimeoutError("not a word from the other end") from None
        lines, self._lines = self._lines, []
        return lines

    def rest(self) -> list[str]:
        """All that comes until the other end is gone."""
        lines: list[str] = []
        while (line := self.hear()) is not None:
            lines.append(line)
        return lines

    def close(self) -> None:
        """Hang up."""
        self._end.close()

    def _take(self, data: bytes) -> None:
        self.ended = not data
        self._heard = time.monotonic()
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._lines += [line.decode() for line in lines]


Job: TypeAlias = Callable[..., None]
"""What a victim does: it is called with its channel and the texts of the order."""


class Order(msgspec.Struct):
    """Start a job; or, with a process's number, wait for its end."""

    job: str = ""
    arguments: list[str] = []
    pid: int = 0


class Victim(Channel):
    """A running process, seen by its killer. What it says is heard here."""

    def __init__(self, end: socket.socket, pid: int, ask: Callable[[Order], int]) -> None:
        super().__init__(end)
        self.pid = pid
        self._ask = ask
        self._code: int | None = None

    def kill(self) -> int:
        """SIGKILL, which leaves it no chance to tidy up; see `wait`."""
        if self._code is None:
            os.kill(self.pid, signal.SIGKILL)
        return self.wait()

    def wait(self) -> int:
        """How it ended, once it has: its exit code, or the negative number of the signal."""
        if self._code is None:
            self._code = self._ask(Order(pid=self.pid))
        return self._code


class Victims:
    """The server's other side. ``module`` is run with ``python -m`` in a folder, by default the current one."""

    def __init__(self, module: str, folder: Path | None = None) -> None:
        self._orders, theirs = socket.socketpair()
        self._running: list[Victim] = []
        with theirs:
            command = [sys.executable, "-m", module, str(theirs.fileno())]
            self._server = subprocess.Popen(command, pass_fds=[theirs.fileno()], cwd=folder)

    def start(self, job: str, *arguments: str) -> Victim:
        """A new process that does the job."""
        ours, theirs = socket.socketpair()
        with theirs:
            pid = self._ask(Order(job, list(arguments)), theirs.fileno())
        victim = Victim(ours, pid, self._ask)
        self._running.append(victim)
        return victim

    def _ask(self, order: Order, *ends: int) -> int:
        self._orders.settimeout(PATIENCE)
        socket.send_fds(self._orders, [msgspec.json.encode(order)], list(ends))
        answer = self._orders.recv(_CHUNK)
        if not answer:
            raise RuntimeError("the server of victims has ended")
        return int(answer)

    def end(self) -> None:
        """Kill all that still run."""
        while self._running:
            victim = self._running.pop()
            victim.kill()
            victim.close()

    def close(self) -> None:
        """Kill all that still run, and stop the server."""
        self.end()
        self._orders.close()
        self._server.wait(PATIENCE)

    def __enter__(self) -> Victims:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def serve(jobs: Mapping[str, Job]) -> None:
    """Be the server whose socket's number stands on the command line, until its other side hangs up."""
    with socket.socket(fileno=int(sys.argv[1])) as orders:
        job = _child(orders)
    if job is not None:
        order, channel = job
        jobs[order.job](channel, *order.arguments)


def _child(orders: socket.socket) -> tuple[Order, Channel] | None:
    """Answer orders. Returns in each forked process what it is to do, and None in the server at its end."""
    while True:
        data, ends, _, _ = socket.recv_fds(orders, _CHUNK, 1)
        if not data:
            return None
        order = msgspec.json.decode(data, type=Order)
        if order.pid:
            answer = os.waitstatus_to_exitcode(os.waitpid(order.pid, 0)[1])
        else:
            answer = os.fork()
            if answer == 0:
                return order, Channel(socket.socket(fileno=ends[0]))
            os.close(ends[0])
        orders.send(str(answer).encode())

"""Processes of two writers each, made to be killed: ``python -m tests.crash.writers``."""

from __future__ import annotations

import threading

import memtxn
from memtxn import Closed, Memory, StorageError
from memtxn.testkit.victims import Channel, serve
from tests.crash.rounds import carry_out, planned
from tests.crash.victim import PATIENCE, copy_early


def write(channel: Channel, path: str, writers: str, firsts: str, threshold: str = "") -> None:
    """Let each writer, a letter, carry out its rounds in a thread of its own, until killed or told to stop."""
    store = memtxn.open(path, busy_timeout=PATIENCE)
    if threshold:
        copy_early(store, int(threshold))
    talk = Talk(channel)
    threads = [
        threading.Thread(target=work, args=[talk, store.memory("m"), writer, int(first)])
        for writer, first in zip(writers, firsts.split(), strict=True)
    ]
    for thread in threads:
        thread.start()
    channel.hear()
    talk.over = True
    for thread in threads:
        thread.join()
    store.close()


class Talk:
    """The channel, for several threads."""

    def __init__(self, channel: Channel) -> None:
        self._channel, self._lock = channel, threading.Lock()
        self.over = False

    def say(self, *words: object) -> None:
        """Say a line; the other end has it even if this process is killed now."""
        with self._lock:
            self._channel.say(" ".join(map(str, words)))


def work(talk: Talk, memory: Memory, writer: str, first: int) -> None:
    """Carry out rounds from the first on."""
    count = first
    try:
        while not talk.over:
            carry_out(memory, planned(writer, count), lambda name: talk.say(writer, "begun", count, name))  # noqa: B023
            talk.say(writer, "done", count, "-")
            count += 1
    except (Closed, StorageError) as error:
        talk.say(writer, "failed", count, type(error).__name__)
        raise


if __name__ == "__main__":
    serve({"write": write})

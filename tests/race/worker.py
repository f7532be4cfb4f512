"""The processes that race, and the server that starts them: ``python -m tests.race.worker``."""

from __future__ import annotations

import memtxn
from memtxn import NotWaiting, Policy, Provision
from memtxn.testkit.isolation.processes import labour
from memtxn.testkit.victims import Channel, serve

CAREFUL = Policy(provisions=(Provision(decisions={"not_ordered_subsequence": "quarantine"}),))
"""Under which what its evidence does not say is put aside."""
PATIENCE = 60.0
"""Seconds that a process waits for another one."""


def work(channel: Channel, path: str, task: str) -> None:
    """Be a crew of clients."""
    with memtxn.open(path, busy_timeout=PATIENCE) as store:
        labour(channel, store.memory("m"), task)


def decide(channel: Channel, path: str, principal: str) -> None:
    """Confirm or deny, one after the other, what is named; the first word of each line says which."""
    with memtxn.open(path, busy_timeout=PATIENCE) as store:
        memory = store.memory("m", principal=principal, policy=CAREFUL)
        channel.say("ready")
        while (line := channel.hear()) is not None:
            act, name = line.split()
            try:
                (memory.confirm if act == "confirm" else memory.deny)(name)
                channel.say("done")
            except NotWaiting as error:
                channel.say(f"{error.state} {error.principal}")


if __name__ == "__main__":
    serve({"work": work, "decide": decide})

"""Operations that move a memory: `export` and `import`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memtxn.engine.export import OnUnreadable
from memtxn.engine.memory import Memory
from memtxn.engine.problems import OnProblem
from memtxn.engine.scopes import Scope
from memtxn.interfaces.inputs import Export, Import
from memtxn.interfaces.operations.operation import Operation, check_exists
from memtxn.model.lines import LoadReport


def take_out(memory: Memory, asked: Export, on_problem: OnUnreadable | None = None) -> Iterator[dict[str, Any]]:
    """Run the operation `export`, and tell of each thing that is left out because it cannot be read."""
    check_exists(memory)
    return memory.export(refusals=asked.refusals, keep_going=asked.keep_going, on_problem=on_problem)


def _export(memory: Memory, asked: Export) -> Iterator[dict[str, Any]]:
    return take_out(memory, asked)


def bring_in(memory: Memory, given: Import, on_problem: OnProblem | None = None) -> LoadReport:
    """Run the operation `import`, and tell of each line that does not go in as it comes."""
    return memory.load(
        given.lines,
        unsourced="refuse" if given.channel is None else given.channel,
        keep_going=given.keep_going,
        dry_run=given.dry_run,
        on_problem=on_problem,
    )


def _import(memory: Memory, given: Import) -> LoadReport:
    return bring_in(memory, given)


EXPORT = Operation(
    name="export",
    summary="Write the memory as lines of JSON that stand by themselves.",
    scope=Scope.READ,
    read_only=True,
    input=Export,
    output=Iterator[dict[str, Any]],
    run=_export,
)
IMPORT = Operation(
    name="import",
    summary="Bring lines of JSON in, each through admission.",
    scope=Scope.PROPOSE,
    read_only=False,
    input=Import,
    output=LoadReport,
    run=_import,
)

"""Call: one run of a command: which store and memory, who asks, and how to answer."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, TypeVar

import msgspec
import typer
from rich.text import Text

from memtxn.engine.memory import Memory
from memtxn.errors import NotFound
from memtxn.interfaces.cli.out import write_json, write_text
from memtxn.interfaces.cli.place import DEFAULT_URL, open_store
from memtxn.interfaces.inputs import Input
from memtxn.interfaces.operations import NO_RECORDS, Operation, is_empty
from memtxn.interfaces.plain import plain
from memtxn.model.record import DEFAULT_PRINCIPAL

I = TypeVar("I", bound=Input)  # noqa: E741  # input and output
O = TypeVar("O")  # noqa: E741

DEFAULT_LABEL = "default"
MEMORY_VARIABLE = "MEMTXN_MEMORY"
_WHERE = "Where"


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """The options that every command takes."""

    db: Annotated[
        str,
        typer.Option(
            "--db",
            envvar="MEMTXN_URL",
            metavar="PATH",
            help="The file of the store.",
            rich_help_panel=_WHERE,
        ),
    ] = DEFAULT_URL
    memory: Annotated[
        list[str] | None,
        typer.Option(
            "--memory",
            metavar="LABEL",
            help="The memory, by its label; repeat it for several labels.",
            show_default=f"{MEMORY_VARIABLE}, or {DEFAULT_LABEL}",
            rich_help_panel=_WHERE,
        ),
    ] = None
    principal: Annotated[
        str, typer.Option("--principal", metavar="NAME", help="Who acts.", rich_help_panel=_WHERE)
    ] = DEFAULT_PRINCIPAL
    json: Annotated[
        bool, typer.Option("--json", help="Answer with JSON, for programs.", rich_help_panel=_WHERE)
    ] = False

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the memory that is meant."""
        return tuple(self.memory or ()) or (os.environ.get(MEMORY_VARIABLE) or DEFAULT_LABEL,)

    @property
    def place(self) -> str:
        """The memory by its labels, for a reader."""
        return f"memory {', '.join(repr(label) for label in self.labels)}"

    def ask(self, operation: Operation[I, O], given: I, show: Callable[[O], Iterable[Text]]) -> O:
        """Run an operation and print its answer: a JSON document, or the lines that ``show`` makes of it."""
        with self.opened() as memory:
            answer = operation.run(memory, given)
        self.say(answer, show)
        return answer

    @contextmanager
    def opened(self) -> Iterator[Memory]:
        """The memory that is meant, in its open store. What is not found there is told with its name."""
        with open_store(self.db) as store:
            memory = store.memory(*self.labels, principal=self.principal)
            try:
                yield memory
            except NotFound as error:
                raise self._located(error, empty=is_empty(memory)) from None

    def _located(self, error: NotFound, *, empty: bool) -> NotFound:
        if not empty:
            return type(error)(f"{error.detail} (in {self.place})")
        asked = "" if error.detail == NO_RECORDS else f"{error.detail}: "
        return type(error)(f"{asked}{NO_RECORDS} in {self.place}")

    def say(self, answer: O, show: Callable[[O], Iterable[Text]]) -> None:
        """Print an answer."""
        if self.json:
            write_json(plain(answer))
        else:
            write_text(show(answer))


def command(function: Callable[..., None]) -> Callable[..., None]:
    """The typer callback of a command: its own parameters, then those of `Call`, which it gets first."""
    own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
    common = [_parameter(field) for field in msgspec.structs.fields(Call)]

    def run(**given: Any) -> None:  # noqa: ANN401  # whatever typer made of the command line
        call = Call(**{parameter.name: given.pop(parameter.name) for parameter in common})
        function(call, **given)

    parameters = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in (*own, *common)]
    run.__name__, run.__doc__ = function.__name__, function.__doc__
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return run


def _parameter(field: msgspec.structs.FieldInfo) -> inspect.Parameter:
    annotation = inspect.get_annotations(Call, eval_str=True)[field.name]
    return inspect.Parameter(
        field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=annotation
    )

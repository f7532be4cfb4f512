"""Call: one run of a command: which store and memory, who asks, and how to answer."""

from __future__ import annotations

import inspect
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec
import typer
from rich.text import Text

from memtxn.engine.memory import Memory
from memtxn.engine.store import Store
from memtxn.errors import MemtxnError, NotFound
from memtxn.interfaces.cli.completion import labels_like
from memtxn.interfaces.cli.config import NAME, Config, WrongConfig, read_config
from memtxn.interfaces.cli.out import write_json, write_text
from memtxn.interfaces.cli.place import (
    DEFAULT_LABEL,
    DEFAULT_URL,
    MEMORY_VARIABLE,
    Empty,
    chosen,
    key_of,
    labels_chosen,
    open_store,
    quoted,
)
from memtxn.interfaces.inputs import Input
from memtxn.interfaces.operations import NO_RECORDS, Operation, is_empty
from memtxn.interfaces.plain import plain
from memtxn.model.record import DEFAULT_PRINCIPAL

I = TypeVar("I", bound=Input)  # noqa: E741  # input and output
O = TypeVar("O")  # noqa: E741

_WHERE = "Where"
_FEW = 5
"""Memories that are named to whoever asked for one that is not there."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The options that every command takes, as they were typed."""

    db: Annotated[
        str | None,
        typer.Option(
            "--db",
            envvar="MEMTXN_URL",
            metavar="PATH",
            help="The file of the store.",
            show_default=f"that of {NAME}, or {DEFAULT_URL}",
            rich_help_panel=_WHERE,
        ),
    ] = None
    memory: Annotated[
        list[str] | None,
        typer.Option(
            "--memory",
            metavar="LABEL",
            help="The memory, by its label; repeat it for several labels.",
            show_default=f"{MEMORY_VARIABLE}, that of {NAME}, or {DEFAULT_LABEL}",
            autocompletion=labels_like,
            rich_help_panel=_WHERE,
        ),
    ] = None
    principal: Annotated[
        str | None,
        typer.Option(
            "--principal",
            metavar="NAME",
            help="Who acts.",
            show_default=f"that of {NAME}, or {DEFAULT_PRINCIPAL}",
            rich_help_panel=_WHERE,
        ),
    ] = None
    json: Annotated[
        bool, typer.Option("--json", help="Answer with JSON, for programs.", rich_help_panel=_WHERE)
    ] = False


class Call(msgspec.Struct, frozen=True):
    """One run of a command: its options, and the settings of the file; or what is wrong with that."""

    options: Options
    found: Config | WrongConfig

    @property
    def config(self) -> Config:
        """The settings of the file. Raises WrongConfig."""
        if isinstance(self.found, WrongConfig):
            raise self.found
        return self.found

    @property
    def json(self) -> bool:
        """Whether the answer is JSON."""
        return self.options.json

    @property
    def db(self) -> str:
        """Where the store is."""
        return chosen(self.options.db, self.config.url, DEFAULT_URL)

    @property
    def named(self) -> tuple[str, ...] | None:
        """The labels that somebody chose: on the command line, in the environment, in the file."""
        return labels_chosen(self.options.memory, self.config.memory)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the memory that is meant."""
        return self.named or (DEFAULT_LABEL,)

    @property
    def principal(self) -> str:
        """Who acts."""
        return chosen(self.options.principal, self.config.principal, DEFAULT_PRINCIPAL)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings for `memtxn.open`, with the key of the file that somebody named. Raises InvalidInput."""
        return self.config.settings | key_of(self.config)

    @property
    def place(self) -> str:
        """The memory by its labels, for a reader."""
        return f"memory {quoted(self.labels)}"

    def ask(self, operation: Operation[I, O], given: I, show: Callable[[O], Iterable[Text]]) -> O:
        """Run an operation and print its answer: a JSON document, or the lines that ``show`` makes of it."""
        with self.opened() as memory:
            answer = operation.run(memory, given)
        self.say(answer, show)
        return answer

    @contextmanager
    def opened(self) -> Iterator[Memory]:
        """The memory that is meant, in its open store. What is not found there is told with its name."""
        with self.opened_store() as store, self.memory_of(store) as memory:
            yield memory

    @contextmanager
    def opened_store(self) -> Iterator[Store]:
        """The store that is meant. Raises NoStore rather than making one."""
        with open_store(self.db, self.settings) as store:
            yield store

    @contextmanager
    def memory_of(self, store: Store) -> Iterator[Memory]:
        """The memory that is meant. What is not found in it is told with its name, and with those there are."""
        memory = store.memory(*self.labels, principal=self.principal)
        try:
            yield memory
        except NotFound as error:
            raise self._located(error, None if not is_empty(memory) else store) from None

    def _located(self, error: NotFound, without: Store | None) -> NotFound:
        if without is None:
            return type(error)(f"{error.detail} (in {self.place})")
        others = _others(without)
        if error.detail.startswith("source "):  # cited to write with, not asked about
            return type(error)(f"{error.detail}: {NO_RECORDS} in {self.place}{others}")
        return NotFound(f"{NO_RECORDS} in {self.place}{others}") if others else Empty(f"{self.place} is empty")

    def say(self, answer: O, show: Callable[[O], Iterable[Text]]) -> None:
        """Print an answer."""
        if self.json:
            write_json(plain(answer))
        else:
            write_text(show(answer))


def command(function: Callable[..., None]) -> Callable[..., None]:
    """The typer callback of a command: its own parameters, then those of `Options`; it gets the `Call` first."""
    own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
    common = _common()

    def run(**given: Any) -> None:  # noqa: ANN401  # whatever typer made of the command line
        options = Options(**{parameter.name: given.pop(parameter.name) for parameter in common})
        call = Call(options, _found())
        try:
            function(call, **given)
        except MemtxnError as error:
            if "entity" in given and given.get("attribute") is not None:
                error.add_note(_typed(given["entity"], given["attribute"], options.memory or ()))
            raise

    parameters = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in (*own, *common)]
    run.__name__, run.__doc__ = function.__name__, function.__doc__
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return run


def _typed(entity: str, attribute: str, labels: Sequence[str]) -> str:
    """A key and its memory, as they are typed again."""
    memory = [part for label in labels for part in ("--memory", label)]
    return shlex.join([entity, attribute, *memory])


@cache
def _common() -> tuple[inspect.Parameter, ...]:
    """The parameters of `Options`, made once for all commands."""
    annotations = inspect.get_annotations(Options, eval_str=True)
    kind = inspect.Parameter.KEYWORD_ONLY
    return tuple(
        inspect.Parameter(field.name, kind, default=field.default, annotation=annotations[field.name])
        for field in msgspec.structs.fields(Options)
    )


def _found() -> Config | WrongConfig:
    """The settings of the file; what is wrong with it is told when they are needed."""
    try:
        return read_config()
    except WrongConfig as error:
        return error


def _others(store: Store) -> str:
    """Which memories there are instead, the first few."""
    try:
        every = store.memories()
    except MemtxnError:
        return ""
    named = ", ".join(quoted(labels) for labels in every[:_FEW])
    return f"; there are {named}{f' and {len(every) - _FEW} more' if len(every) > _FEW else ''}" if every else ""

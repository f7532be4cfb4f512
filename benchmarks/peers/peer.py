"""What is asked of every store: remember a fact durably, recall it, list what is there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar


class Opened(ABC):
    """An open store, used by many threads."""

    @abstractmethod
    def remember(self, number: int) -> None:
        """Keep `workload.fact` of that number. When this returns, it is acknowledged."""

    @abstractmethod
    def recall(self, number: int) -> object:
        """That fact; None when it is not there."""

    @abstractmethod
    def clients(self) -> set[str]:
        """The clients of all facts that are there."""


class Peer(ABC):
    """A kind of store: how it is opened, and what it says when it fails.

    ``needs`` is the package it comes from, ``requires`` the modules without which it cannot run.
    """

    needs: ClassVar[str] = ""
    requires: ClassVar[tuple[str, ...]] = ()
    errors: ClassVar[tuple[type[Exception], ...]] = ()

    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    def open(self, folder: Path) -> AbstractContextManager[Opened]:
        """Open the store in that folder, making it if need be."""

    def environment(self, _folder: Path) -> dict[str, str]:
        """Variables that keep it from leaving anything outside of that folder, set before it is loaded."""
        return {}

    def load(self) -> None:
        """Import what it needs, so that nobody measures that."""
        for module in self.requires:
            import_module(module)

    def missing(self) -> str | None:
        """Why it cannot run here, or None."""
        absent = [module for module in self.requires if find_spec(module.partition(".")[0]) is None]
        return (
            f"{self.name} was not run: {self.needs} is not installed (make bench installs it)" if absent else None
        )

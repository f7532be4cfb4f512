"""Scopes: what the harness lets a principal do with a memory. Whatever comes from that memory has the same."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

import msgspec

from memtxn.errors import InvalidInput, NotPermitted
from memtxn.model.exact import brief, exact_members, exact_text


class Scope(StrEnum):
    """What a caller must be allowed to do."""

    READ = "read"
    PROPOSE = "propose"
    CONFIRM = "confirm"
    ADMIN = "admin"


ALL: tuple[Scope, ...] = tuple(Scope)
"""What whoever opens a store may do."""


class Scopes(msgspec.Struct, frozen=True):
    """A principal and what they may do: fixed where the memory is opened, and nowhere else."""

    principal: str
    granted: frozenset[Scope]

    def allows(self, scope: Scope) -> bool:
        """Whether the scope is among those granted."""
        return scope in self.granted

    def require(self, scope: Scope) -> None:
        """Go on only with this scope. Asked before anything is read or written.

        Raises:
            NotPermitted: it was not granted.
        """
        if scope not in self.granted:
            raise NotPermitted(principal=self.principal, scope=scope.value)


def scopes_of(principal: str, given: Collection[str]) -> Scopes:
    """The scopes of these names. Raises InvalidInput for one that there is not, and for a lone text."""
    names = exact_members(given)
    if names is None:
        raise InvalidInput(f"scopes must be a tuple, list or set of names, not {brief(given)}")
    for name in names:
        if exact_text(name) not in _NAMES:
            raise InvalidInput(f"{brief(name)} is no scope; there are {', '.join(ALL)}")
    return Scopes(principal, frozenset(Scope(str(exact_text(name))) for name in names))


_NAMES = frozenset(scope.value for scope in Scope)

"""A policy from a file: what a table ``[policy]`` says of it, the defaults where it says nothing."""

from __future__ import annotations

import os
import tomllib
from typing import Any

import msgspec

from memtxn.app.given_file import read
from memtxn.core.admission.treated import checked
from memtxn.errors import InvalidInput
from memtxn.model.choices import with_choices
from memtxn.model.exact import brief
from memtxn.model.policy import Policy, named_settings
from memtxn.model.source import channel_form

_BY_CHANNEL = ("authority", "ceilings")


def read_policy(path: str | os.PathLike[str]) -> Policy:
    """The policy in the table ``[policy]`` of a TOML file. What it does not say is as by default.

    Provisions stand in tables ``[[policy.provisions]]``; a channel that ``authority`` or ``ceilings`` does not
    name keeps its own. What else the file holds is not looked at, so that it may be a ``memtxn.toml``.

    Raises:
        InvalidInput: the file cannot be read, is no TOML, or says what no policy can have.
    """
    file = read(path)
    name = file.name
    try:
        given = tomllib.loads(file.data.decode())
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{name} cannot be read: {error}") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidInput(f"{name} is no TOML: {error}") from None
    table = given.get("policy", {})
    if not isinstance(table, dict):
        raise InvalidInput(f"{name}: policy must be a table, not {brief(table)}")
    try:
        named_settings(table)
        return checked(msgspec.convert(with_defaults(table), Policy))
    except msgspec.ValidationError as error:
        raise InvalidInput(f"{name}: policy: {with_choices(error, Policy)}") from None
    except InvalidInput as error:
        raise InvalidInput(f"{name}: {error.detail}") from None


def with_defaults(table: dict[str, Any]) -> dict[str, Any]:
    """The table of a policy in which the channels that it does not name have what they have by default."""
    base = Policy()
    named = [name for name in _BY_CHANNEL if isinstance(table.get(name), dict)]
    return table | {name: _others(getattr(base, name), table[name]) | table[name] for name in named}


def _others(usual: dict[str, float], given: dict[str, Any]) -> dict[str, float]:
    """The usual ones of the channels that the table does not name, however it writes them."""
    named = set(map(channel_form, given))
    return {channel: share for channel, share in usual.items() if channel_form(channel) not in named}

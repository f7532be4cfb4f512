"""`memtxn.toml`: settings that are written down, in the current folder or where ``MEMTXN_CONFIG`` says.

An option comes first, then the environment, then this file, then the default. It is for the command line alone:
`memtxn.open` reads no file.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from memtxn.app.policy_file import with_defaults
from memtxn.app.settings import settings_of
from memtxn.errors import InvalidInput, StorageError
from memtxn.interfaces.cli.words import bytes_text
from memtxn.model.policy import Policy
from memtxn.model.provision import Provision

NAME = "memtxn.toml"
VARIABLE = "MEMTXN_CONFIG"
_SIZE_LIMIT = 1024 * 1024
_PATH = re.compile(r" - at `\$\.?([^`]*)`")
_UNKNOWN = re.compile(r"unknown field `([^`]*)`")
_NAMED = re.compile(r"\A(?:setting: |policy )?(\w+)")
_TABLE = re.compile(r"\s*\[\[?([^\[\]]+)\]?\]\s*(?:#.*)?\Z")
_ENTRY = re.compile(r"\s*([\w.\"'-]+)\s*=")

TEMPLATE = """\
# Settings of the command `memtxn`, when it runs in this folder. An option or a variable of the environment
# (MEMTXN_URL, MEMTXN_MEMORY) comes before what stands here. Take the # away from what you want to change.

# url = "memtxn.db"            # the file of the store, seen from this folder
# memory = ["default"]         # the labels of the memory
# principal = "local"          # who acts
# busy_timeout = 5.0           # seconds that a writer waits for another process
# read_only = false            # never write to the file
# allow_network = false        # open a file on a network file system all the same

# key_file = ""                # a file with the key of the store in hexadecimal, seen from this folder

# cues = []                    # files of cues of your own, seen from this folder: see docs/reference/cues.md

# [policy]                     # admission and limits: see docs/reference/limits.md
# mode = "enforce"             # or "shadow": what only the rules of support would refuse is admitted

# zone = "Europe/Rome"         # the time zone of what is said

# [policy.authority]           # of the channels, from 0 to 1; those that are not named keep theirs
# web = 0.3

# [policy.principals]          # the speakers, and who they are
# alice = "Person/alice"

# [[policy.provisions]]        # what else holds for some proposals: see docs/how-to/policies.md
# channel = "email"
# entity_type = "Account"
# min_authority = 0.6
"""


class WrongConfig(InvalidInput):
    """memtxn.toml cannot be used"""  # noqa: D415  # a message, like all of memtxn.errors

    advice = "Correct the file; nothing was read or written"


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the file says, each None where it says nothing. ``path`` of the file itself, None without one."""

    url: str | None = None
    memory: list[str] | None = None
    principal: str | None = None
    busy_timeout: float | None = None
    read_only: bool | None = None
    allow_network: bool | None = None
    key_file: str | None = None
    cues: list[str] | None = None
    policy: Policy | None = None
    path: str | None = None

    @property
    def settings(self) -> dict[str, Any]:
        """The settings for `memtxn.open`."""
        given = {name: getattr(self, name) for name in _SETTINGS}
        return {name: value for name, value in given.items() if value is not None}


_SETTINGS = ("busy_timeout", "read_only", "allow_network", "cues", "policy")
KEYS = tuple(name for name in Config.__struct_fields__ if name != "path")
NOTHING = Config()


def config_path() -> Path | None:
    """The file that counts here: the one that is named, or the one in the current folder if it is there."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    here = Path(NAME)
    return here if os.path.lexists(here) else None


def read_config() -> Config:
    """What the file says; nothing when there is none.

    Raises:
        WrongConfig: it cannot be read, is no TOML, or has a key or a value that it must not have.
    """
    path = config_path()
    if path is None:
        return NOTHING
    text = _text(path)
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise WrongConfig(f"{path} is no TOML: {error}") from None
    except RecursionError:
        raise WrongConfig(f"{path} is nested too deeply") from None
    return _config(_File(str(path), text), given)


def write_config(url: str) -> tuple[Path, bool]:
    """Write a file that names this store and explains the rest; whether it is new. One that is there stays.

    Raises:
        StorageError: it cannot be written.
    """
    path = config_path() or Path(NAME)
    names = path.parent == Path() or Path(url).is_absolute()
    line = f"url = {json.dumps(url if names else str(Path(url).absolute()))}"
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(TEMPLATE.replace('# url = "memtxn.db"', line))
    except FileExistsError:
        return path, False
    except (OSError, ValueError) as error:
        raise StorageError(f"{path} cannot be written: {error}") from error
    return path, True


def _text(path: Path) -> str:
    try:
        if not path.is_file():
            raise WrongConfig(f"{path} is {'no regular file' if path.exists() else 'not there'}")
        with path.open("rb") as file:
            data = file.read(_SIZE_LIMIT + 1)
        if len(data) > _SIZE_LIMIT:
            raise WrongConfig(f"{path} is larger than {bytes_text(_SIZE_LIMIT)}")
        return data.decode()
    except (OSError, ValueError) as error:  # ValueError: no UTF-8, or no path
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise WrongConfig(f"{path} cannot be read: {reason}") from None


class _File(msgspec.Struct, frozen=True):
    """A file and its text, to name the places in it."""

    path: str
    text: str

    def wrong(self, key: tuple[str, ...], what: str) -> WrongConfig:
        line = _line_of(self.text, key)
        where = f"{self.path}, line {line}" if line else self.path
        return WrongConfig(f"{where}: {what}")


def _config(file: _File, given: dict[str, Any]) -> Config:
    if "path" in given:
        raise file.wrong(("path",), _unknown(()))
    for name in ("memory", "cues"):
        if isinstance(given.get(name), str):
            given = given | {name: [given[name]]}
    policy = given.get("policy")
    if isinstance(policy, dict):
        given = given | {"policy": _policy(file, policy)}
    try:
        config = msgspec.convert(given, Config)
    except msgspec.ValidationError as error:
        raise _invalid(file, str(error)) from None
    except InvalidInput as error:
        raise _refused(file, error) from None
    _check(file, config)
    cues = None if config.cues is None else [str(Path(file.path).parent / one) for one in config.cues]
    key_file = None if not config.key_file else str(Path(file.path).parent / config.key_file)
    seen = _seen_from(file.path, config.url)
    return msgspec.structs.replace(config, path=file.path, url=seen, cues=cues, key_file=key_file)


def _policy(file: _File, given: dict[str, Any]) -> dict[str, Any]:
    """The table of the policy. A channel that it does not name keeps its authority."""
    for name in given:
        if name not in Policy.__struct_fields__:
            raise file.wrong(("policy", name), _unknown(("policy",), name))
    return with_defaults(given)


def _check(file: _File, config: Config) -> None:
    """What is no matter of types."""
    if config.memory is not None and not (config.memory and all(config.memory)):
        raise file.wrong(("memory",), "memory must be a label or a list of labels, and none of them empty")
    if config.principal == "":
        raise file.wrong(("principal",), "principal must not be empty")
    try:
        settings_of(config.settings)
    except InvalidInput as error:
        raise _refused(file, error) from None


def _refused(file: _File, error: InvalidInput) -> WrongConfig:
    """What a setting or the policy said of a value; its message begins with the name."""
    if error.detail.startswith("provision "):
        return file.wrong(("policy", "provisions"), error.detail)
    named = _NAMED.match(error.detail)
    table = ("policy",) if error.detail.startswith("policy ") else ()
    return file.wrong((*table, named[1]) if named else table, error.detail)


def _invalid(file: _File, message: str) -> WrongConfig:
    """What msgspec said, with the key and its line."""
    found = _PATH.search(message)
    key = tuple(part for part in re.split(r"\.|\[.*?\]", found[1]) if part) if found else ()
    what = _PATH.sub("", message)
    unknown = _UNKNOWN.search(message)
    if unknown:
        return file.wrong((*key, unknown[1]), _unknown(key, unknown[1]))
    return file.wrong(key, f"{'.'.join(key)}: {what[:1].lower()}{what[1:]}")


def _unknown(table: tuple[str, ...], name: str = "path") -> str:
    within: dict[tuple[str, ...], tuple[str, ...]] = {
        ("policy",): Policy.__struct_fields__,
        ("policy", "provisions"): Provision.__struct_fields__,
    }
    names = within.get(table, KEYS)
    return f"unknown key {'.'.join((*table, name))!r}; there are {', '.join(names)}"


def _seen_from(path: str, url: str | None) -> str | None:
    """The path of a store is seen from the folder of the file that names it."""
    if url is None or "://" in url or url.startswith(":") or not url:
        return url
    return str(Path(path).parent / url)


def _line_of(text: str, key: tuple[str, ...]) -> int | None:
    """The line at which a key, or the innermost table around it, is given."""
    table: tuple[str, ...] = ()
    best, found = 0, None
    for number, line in enumerate(text.splitlines(), 1):
        header, entry = _TABLE.match(line), _ENTRY.match(line)
        if header:
            table = _parts(header[1])
        given = table if header else (*table, *_parts(entry[1])) if entry else ()
        if given and best < len(given) and given == key[: len(given)]:
            best, found = len(given), number
    return found


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))

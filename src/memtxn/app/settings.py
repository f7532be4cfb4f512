"""Settings of a store: typed, checked once, when it is opened."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from memtxn.app.cue_files import paths_of
from memtxn.core.admission.treated import checked
from memtxn.errors import InvalidInput
from memtxn.model.choices import with_choices
from memtxn.model.exact import brief
from memtxn.model.policy import Policy, named_settings, policy_of


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What `memtxn.open` takes besides clock, key and tenant.

    ``busy_timeout``: seconds that a writer waits for another process. ``read_only``: never write to the file.
    ``allow_network``: open a file on a network file system all the same; no other machine may ever have it open.
    ``policy``: admission and limits, a `Policy`; or ``"shadow"``: the default one, but what only the rules of
    support would refuse is admitted and says so. ``cues``: the paths of files of cues. ``vfs``: the name of a
    SQLite VFS registered with apsw. ``guard``: the token of a guard that somebody holds (`Guard.token`), to write
    under.
    """

    busy_timeout: float = 5.0
    read_only: bool = False
    allow_network: bool = False
    policy: Policy = msgspec.field(default_factory=Policy)
    cues: tuple[str, ...] = ()
    vfs: str | None = None
    guard: str | None = None


_TOKEN = re.compile("[0-9a-f]{32}")
_NAMES = tuple(field.name for field in msgspec.structs.fields(Settings))


def settings_of(given: dict[str, Any]) -> Settings:
    """The settings of keyword arguments. Raises InvalidInput for an unknown name or a wrong type."""
    unknown = [name for name in given if name not in _NAMES]
    if unknown:
        raise InvalidInput(f"there is no setting {brief(unknown[0])}; there are {', '.join(_NAMES)}")
    policy = given.get("policy")
    if isinstance(policy, dict):
        named_settings(policy)
    elif "policy" in given:
        given = given | {"policy": policy_of(policy, Policy())}
    if "cues" in given:
        given = given | {"cues": paths_of(given["cues"])}
    try:
        settings = msgspec.convert(given, Settings)
    except (msgspec.ValidationError, ValueError, TypeError) as error:
        raise InvalidInput(f"setting: {with_choices(error, Settings)}") from error
    if not 0 <= settings.busy_timeout <= 3600:
        raise InvalidInput(f"busy_timeout must be from 0 to 3600 seconds, not {settings.busy_timeout}")
    if settings.guard is not None and not _TOKEN.fullmatch(settings.guard):
        raise InvalidInput("guard must be the token of a guard: 32 hexadecimal digits")
    checked(settings.policy)
    return settings

"""Packs of cues from files: what a user adds to those that come with memtxn."""

from __future__ import annotations

import os
from collections.abc import Sequence

from memtxn.app.given_file import read
from memtxn.core.admission.cues.pack import Pack, load_pack
from memtxn.errors import InvalidInput
from memtxn.model.exact import Foreign, brief, exact_items, exact_text

FILES_LIMIT = 32
"""Files of cues that a store may be opened with."""


def paths_of(given: object) -> tuple[str, ...]:
    """The paths that the setting ``cues`` names. Raises InvalidInput."""
    items = None if isinstance(given, str | bytes) else exact_items(given)
    if items is None:
        raise InvalidInput(f"cues must be a list of paths, not {brief(given)}")
    if len(items) > FILES_LIMIT:
        raise InvalidInput(f"cues are {len(items)} files; the limit is {FILES_LIMIT}")
    return tuple(map(_path, items))


def _path(given: object) -> str:
    with Foreign(f"cues: a path is {brief(given)}, which does not say where the file is"):
        path = exact_text(os.fspath(given) if isinstance(given, str | os.PathLike) else None)
    if not path:
        raise InvalidInput(f"cues must be a list of paths, and {brief(given)} is none")
    return path


def packs_of(paths: Sequence[str]) -> tuple[Pack, ...]:
    """The packs in these files, each read now and never again. Raises InvalidInput, which names the file."""
    try:
        return tuple(load_pack(read(path)) for path in paths)
    except InvalidInput as error:
        raise InvalidInput(f"cues: {error.detail}") from None

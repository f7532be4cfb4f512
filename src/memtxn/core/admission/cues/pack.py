"""A pack of cues: one language, or one domain of it, read from a TOML file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from hashlib import blake2b
from importlib import resources
from itertools import chain
from typing import Protocol

import msgspec

from memtxn.core.admission.cues.names import FAMILIES, LICENSED, SCOPED, SCOPES, WORD_LISTS
from memtxn.core.admission.cues.phrases import expand, normal_forms, tokens_of
from memtxn.errors import InvalidInput

LANGUAGES = ("en", "zh", "es", "fr", "de", "ja")
"""The languages that have a pack."""

LATIN = ("en", "es", "fr", "de")
"""Those of them that are written in Latin letters."""

UNDETERMINED = "und"
"""The built-in pack of plain negators of further languages; what ISO 639 calls a language nobody knows."""


class Cue(msgspec.Struct, frozen=True):
    """A phrase and what it does. ``lexical`` when the negation lies in a verb or noun: refuse, lack."""

    phrase: str
    family: str
    scope: str
    language: str
    lexical: bool = False


class Pack(msgspec.Struct, frozen=True, eq=False):
    """The cues and word lists of one file. Two packs are the same only when they are one object.

    ``digest`` is of the file's bytes; empty for a pack that comes with memtxn.
    """

    language: str
    source: str
    licence: str
    cues: tuple[Cue, ...]
    words: Mapping[str, frozenset[str]]
    attribute: Mapping[str, frozenset[str]]
    digest: bytes = b""


class File(Protocol):
    """What can be read: a ``pathlib.Path``, or a resource of a package."""

    def read_bytes(self) -> bytes:
        """All that it holds."""
        ...


_Entries = str | list[str]
_LANGUAGE = re.compile(r"[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,3}")


class _Group(msgspec.Struct, forbid_unknown_fields=True):
    family: str
    phrases: _Entries
    scope: str = ""
    lexical: bool = False


class _Attribute(msgspec.Struct, forbid_unknown_fields=True):
    negative: _Entries = ""
    licenses: dict[str, _Entries] = {}


class _Written(msgspec.Struct, forbid_unknown_fields=True):
    """A pack as its file has it."""

    language: str
    name: str
    source: str
    licence: str
    cues: list[_Group] = []
    words: dict[str, _Entries] = {}
    attribute: _Attribute = msgspec.field(default_factory=_Attribute)


def load_pack(path: File) -> Pack:
    """Read a pack: ``load_pack(Path("clinic.toml"))``.

    Raises:
        InvalidInput: the file cannot be read, is no TOML, or holds what a pack does not have.
    """
    name = str(path)
    data = _read(path, name)
    written = _written(data, name)
    if not _LANGUAGE.fullmatch(written.language):
        raise InvalidInput(f"{name}: language is {written.language!r}; write it as in 'en' or 'pt-br'")
    pack = _packed(written, name, blake2b(data, digest_size=16).digest())
    tokens = tokens_of(cue.phrase for cue in pack.cues)
    for cue in pack.cues:
        if not any(tokens[word] for word in cue.phrase.split()):
            raise InvalidInput(f"{name}: the phrase {cue.phrase!r} ({cue.family}) has no word; take it out")
    return pack


@cache
def built_in(language: str) -> Pack:
    """The pack that comes with memtxn.

    Raises:
        InvalidInput: there is none for this language.
    """
    return _packed(_of_language(language), f"{language}.toml")


@cache
def plain_negators(language: str) -> tuple[Cue, ...]:
    """The negators of a built-in language that are one word and no verb, without the rest of its pack."""
    groups = [group for group in _of_language(language).cues if group.family == "negation" and not group.lexical]
    cues = [cue for at, group in enumerate(groups) for cue in _cues(group, at, language)]
    return tuple(cue for cue in cues if " " not in cue.phrase)


@cache
def function_words(language: str) -> frozenset[str]:
    """The small words by which a built-in language is known, without the rest of its pack."""
    return _words(_of_language(language).words.get("function_words", ""))


def recognised(packs: Iterable[Pack]) -> tuple[str, ...]:
    """The further languages that a text can be found to be in: those whose packs bring function words."""
    found = (pack.language for pack in packs if pack.words.get("function_words"))
    return tuple(dict.fromkeys(one for one in found if one not in (*LANGUAGES, UNDETERMINED)))


@lru_cache(maxsize=64)
def abbreviations(packs: tuple[Pack, ...]) -> frozenset[str]:
    """The words after which a full stop ends no sentence: those listed, and the last ones of phrases with one."""
    listed = chain.from_iterable(pack.words.get("abbreviations", ()) for pack in packs)
    dotted = [cue.phrase for pack in packs for cue in pack.cues if cue.phrase.endswith(".")]
    return frozenset(chain(listed, (texts[-1] for texts in tokens_of(dotted).values() if texts)))


@cache
def _of_language(language: str) -> _Written:
    if language not in (*LANGUAGES, UNDETERMINED):
        known = ", ".join(LANGUAGES)
        raise InvalidInput(f"there is no pack of cues for {language!r}, only for {known}; load one from a file")
    name = f"{language}.toml"
    return _written(_read(resources.files("memtxn.core.admission.cues") / name, name), name)


def _read(file: File, name: str) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InvalidInput(f"{name} cannot be read: {error.strerror or error}; check the path") from error


def _written(data: bytes, name: str) -> _Written:
    try:
        return msgspec.convert(tomllib.loads(data.decode()), _Written)
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{name} is not UTF-8 at byte {error.start}; save it as UTF-8") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidInput(f"{name} is no TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise InvalidInput(f"{name} is no pack of cues: {error}; see docs/reference/cues.md") from error


def _packed(written: _Written, name: str, digest: bytes = b"") -> Pack:
    try:
        cues = tuple(cue for at, group in enumerate(written.cues) for cue in _cues(group, at, written.language))
        words = {_known(list_, WORD_LISTS, "words"): _words(given) for list_, given in written.words.items()}
        attribute = {"negative": _words(written.attribute.negative)} | {
            f"licenses.{_known(family, LICENSED, 'attribute.licenses')}": _words(given)
            for family, given in written.attribute.licenses.items()
        }
    except InvalidInput as error:
        raise InvalidInput(f"{name}: {error.detail}") from None
    return Pack(written.language, written.source, written.licence, cues, words, attribute, digest)


def _cues(group: _Group, at: int, language: str) -> Iterator[Cue]:
    where = f"cues[{at}]"
    family = _known(group.family, FAMILIES, f"{where}.family")
    if family in SCOPED or group.scope:
        _known(group.scope, SCOPES, f"{where}.scope")
    scope = group.scope or "own"
    entries = group.phrases
    if isinstance(entries, str):
        entries = [entry for line in entries.split("\n") for part in line.split(",") if (entry := part.strip())]
    for entry in entries:
        for phrase in _expanded(entry, f"{where}.phrases"):
            yield Cue(phrase, family, scope, language, group.lexical)


def _expanded(entry: str, where: str) -> list[str]:
    try:
        return expand(entry)
    except InvalidInput as error:
        raise InvalidInput(f"{where}: {error.detail}") from None


def _words(entries: _Entries) -> frozenset[str]:
    given = entries.split() if isinstance(entries, str) else entries
    return frozenset(normal_forms([word for entry in given for word in expand(entry)])) - {""}


def _known(name: str, known: tuple[str, ...], where: str) -> str:
    if name not in known:
        raise InvalidInput(f"{where} is {name!r}; it must be one of {', '.join(known)}")
    return name

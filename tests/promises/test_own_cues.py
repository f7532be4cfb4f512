"""Cues of one's own: a store that is opened with files of them judges by them, and no other store does."""

from __future__ import annotations

from pathlib import Path

import pytest

import memtxn
from memtxn.app.cue_files import FILES_LIMIT, packs_of
from memtxn.errors import InvalidInput
from memtxn.model.shown import ShownRecord
from tests.unit.admission.cases import AT

HEADER = 'language = "{}"\nname = "own"\nsource = "own"\nlicence = "CC0-1.0"\n'
CLINIC = """
[[cues]]
family = "negation"
scope = "ahead"
phrases = "neg., nil evidence of"
[[cues]]
family = "hedge"
scope = "ahead"
phrases = "r/o"
[[cues]]
family = "pseudo"
phrases = "no change"
[attribute]
licenses.ended = "pmh"
"""
ITALIAN = """
[[cues]]
family = "hedge"
scope = "own"
phrases = "forse, magari"
[[cues]]
family = "condition"
scope = "around"
phrases = "se"
[words]
function_words = "il lo la gli le un una di da in con su per che e a è sono ho ha"
"""


def written(folder: Path, text: str, language: str = "en", name: str = "own.toml") -> Path:
    path = folder / name
    path.write_text(HEADER.format(language) + text, "utf-8")
    return path


def code_in(store: memtxn.Store, text: str, value: str, attribute: str = "note") -> str:
    """What a proposal on this text is refused with; "" when it is admitted."""
    memory = store.memory(text, value, attribute)
    source = memory.observe(text, speaker="ann", at=AT, channel="user")
    with memory.transaction(on_reject="skip") as tx:
        return tx.propose("Case/1", attribute, value, evidence=source.quote(text)).verdict.code


def code(text: str, value: str, *paths: Path, attribute: str = "note") -> str:
    with memtxn.open(":memory:", cues=paths) as store:
        return code_in(store, text, value, attribute)


@pytest.mark.parametrize(
    ("text", "value", "attribute", "without", "with_it"),
    [
        ("She is neg. for malaria", "malaria", "note", "", "negation_dropped"),
        ("Neg. for malaria in the blood.", "malaria", "note", "", "negation_dropped"),
        ("The scan was to r/o pneumonia.", "pneumonia", "note", "", "hedge_dropped"),
        ("There is no change in the dose of 5 mg", "5 mg", "note", "negation_dropped", ""),
        ("She used to have gout", "gout", "pmh", "ended_state", ""),
        ("She was seen on the ward for malaria", "malaria", "note", "", ""),
    ],
)
def test_a_domain(tmp_path: Path, text: str, value: str, attribute: str, without: str, with_it: str) -> None:
    path = written(tmp_path, CLINIC)
    assert code(text, value, attribute=attribute) == without
    assert code(text, value, path, attribute=attribute) == with_it


@pytest.mark.parametrize(
    ("text", "value", "with_it"),
    [
        ("La cena è forse a casa di Carlo", "Carlo", "hedge_dropped"),
        ("Se piove la cena è a Roma", "Roma", "condition_dropped"),
        ("La cena è a Roma", "Roma", ""),
        ("The se of the dinner is in Rome", "Rome", ""),
    ],
)
def test_a_language(tmp_path: Path, text: str, value: str, with_it: str) -> None:
    path = written(tmp_path, ITALIAN, "it")
    assert code(text, value) == ""
    assert code(text, value, path) == with_it


def test_a_text_inside_json_is_read_with_them_too(tmp_path: Path) -> None:
    found = []
    for paths in ([], [written(tmp_path, CLINIC)]):
        with memtxn.open(":memory:", cues=paths) as store:
            memory = store.memory("a")
            source = memory.observe_json(
                {"note": "She is neg. for malaria"}, speaker="lab", at=AT, channel="tool"
            )
            with memory.transaction(on_reject="skip") as tx:
                made = tx.propose("Case/1", "note", "malaria", evidence=source.pointer("/note"))
            found.append(made.verdict.code)
    assert found == ["", "negation_dropped"]


def test_stores_of_one_process_do_not_share_them(tmp_path: Path) -> None:
    clinic, italian = written(tmp_path, CLINIC), written(tmp_path, ITALIAN, "it", name="it.toml")
    sentences = [("She is neg. for malaria", "malaria"), ("La cena è forse a casa di Carlo", "Carlo")]
    with (
        memtxn.open(":memory:", cues=[clinic]) as one,
        memtxn.open(":memory:", cues=[str(italian)]) as other,
        memtxn.open(":memory:", cues=[clinic, italian]) as both,
        memtxn.open(":memory:") as plain,
    ):
        found = [
            [code_in(store, text, value) for text, value in sentences] for store in (one, other, both, plain)
        ]
    assert found == [
        ["negation_dropped", ""],
        ["", "hedge_dropped"],
        ["negation_dropped", "hedge_dropped"],
        ["", ""],
    ]


def policy_of(*paths: Path) -> str:
    """The fingerprint of the policy that a record keeps."""
    with memtxn.open(":memory:", cues=paths) as store:
        memory = store.memory("a")
        memory.observe("Hello.", speaker="ann", at=AT, channel="user")
        shown = memory.show(1)
        assert isinstance(shown, ShownRecord)
        return shown.policy


def test_every_record_says_which_cues_it_was_judged_by(tmp_path: Path) -> None:
    first = written(tmp_path, CLINIC)
    seen = {policy_of(), policy_of(first)}
    assert policy_of(first) in seen
    assert policy_of(written(tmp_path, CLINIC, name="copy.toml")) in seen
    written(tmp_path, CLINIC.replace("nil evidence of", "no signs of"))
    assert len(seen | {policy_of(first)}) == 3


def test_they_are_read_once(tmp_path: Path) -> None:
    path = written(tmp_path, CLINIC)
    with memtxn.open(":memory:", cues=[path]) as store:
        path.unlink()
        assert code_in(store, "She is neg. for malaria", "malaria") == "negation_dropped"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[cues", "is no TOML"),
        ('[[cues]]\nfamily = "hegde"\nscope = "own"\nphrases = "so"', "cues[0].family is 'hegde'"),
        ("x = " + "[" * 5000, "is no TOML"),
        ("#" * 1024 * 1024, "is larger than"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, text: str, said: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InvalidInput) as caught:
        memtxn.open(":memory:", cues=[written(tmp_path, CLINIC, name="good.toml"), path])
    assert caught.value.detail.startswith(f"cues: {path}")
    assert said in caught.value.detail


@pytest.mark.parametrize("language", ["", "EN", "en_GB", "italian language", "it\n"])
def test_a_bad_language_is_told(tmp_path: Path, language: str) -> None:
    path = written(tmp_path, CLINIC, language.replace("\n", "\\n"))
    with pytest.raises(InvalidInput, match="language is"):
        packs_of([str(path)])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("own.toml", "cues must be a list of paths"),
        (5, "cues must be a list of paths"),
        ([b"own.toml"], "cues must be a list of paths"),
        ([""], "cues must be a list of paths"),
        ([5], "cues must be a list of paths"),
        (["gone.toml"], "cues: gone.toml is not there"),
        (["."], "cues: . is no regular file"),
        (["a\0b"], "is not there"),
        (["x"] * (FILES_LIMIT + 1), "the limit is 32"),
    ],
)
def test_what_names_no_file_is_told(given: object, said: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        memtxn.open(":memory:", cues=given)
    assert said in caught.value.detail

"""The written cases keep their form: unique ids, true quotes, one verdict a family, all families in each."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

HERE = Path(__file__).parent
FIELDS = {"id", "lang", "source", "quote", "key", "value", "expect", "family", "why"}
SOURCE_FIELDS = {"speaker", "channel", "at", "text"}
WRITTEN = ("written_a.jsonl", "written_b.jsonl", "written_c.jsonl", "written_d.jsonl")
FREER = tuple(f"written_{letter}.jsonl" for letter in "efgjlp")
"""Written by strangers to the gate: not every family is in each."""
EVERY = ("admission_dev.jsonl", *WRITTEN, *FREER)


def _load(name: str) -> list[dict[str, Any]]:
    return msgspec.json.Decoder(dict[str, Any]).decode_lines((HERE / name).read_bytes())


def _families(name: str, lang: str) -> set[str]:
    return {case["family"] for case in _load(name) if case["lang"] == lang}


@pytest.mark.parametrize("name", EVERY)
def test_each_case_has_the_fields_and_a_true_quote(name: str) -> None:
    for case in _load(name):
        source = case["source"]
        assert set(case) == FIELDS, case["id"]
        assert set(source) == SOURCE_FIELDS, case["id"]
        assert [bool(part) for part in case["key"]] == [True] * 3, case["id"]
        assert datetime.fromisoformat(source["at"]).tzinfo is not None, case["id"]
        if case["family"] != "quote_not_in_source":
            assert case["quote"], case["id"]
            assert case["quote"] in source["text"], case["id"]
        elif name != EVERY[0]:
            assert case["quote"] not in source["text"], case["id"]


def test_ids_and_written_texts_are_unique() -> None:
    ids = Counter(case["id"] for name in EVERY for case in _load(name))
    assert [case_id for case_id, count in ids.items() if count > 1] == []
    dev_texts = {case["source"]["text"] for case in _load(EVERY[0])}
    texts = [case["source"]["text"] for name in EVERY[1:] for case in _load(name)]
    assert len(set(texts)) == len(texts)
    assert dev_texts.isdisjoint(texts)


def test_a_family_has_one_verdict_everywhere() -> None:
    verdicts = defaultdict(set)
    for name in EVERY:
        for case in _load(name):
            verdicts[case["family"]].add(case["expect"])
    assert {family for family, seen in verdicts.items() if len(seen) > 1} == set()
    assert set().union(*verdicts.values()) == {"admit", "refuse"}


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_written_files_cover_every_family_of_the_dev_set(name: str, lang: str) -> None:
    assert _families(EVERY[0], lang) - _families(name, lang) == set()


@pytest.mark.parametrize("name", WRITTEN)
def test_the_mix_of_verdicts_and_languages_is_kept(name: str) -> None:
    cases = _load(name)
    share = sum(case["expect"] == "refuse" for case in cases) / len(cases)
    assert 0.5 <= share <= 0.6
    assert set(Counter(case["lang"] for case in cases)) == {"en", "zh", "ja", "es", "de", "fr"}

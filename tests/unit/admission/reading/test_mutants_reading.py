"""Where the scope of a cue ends, and what begins a clause: rows that the other tables do not have."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.cues.pack import load_pack
from memtxn.core.admission.reading.sentence import reading_of
from tests.unit.admission.reading.reader import clauses, governed, heads, joints, lines, sentences

GOVERNED = lines("""
The loft is dry, halls are never warm. | halls | negation
The loft is sort-of dry. | dry | hedge
I take tram 9, that is a lie. | tram 9 | negation
If it snows, we ski; the loft is dry. | dry |
On cold winter Sundays only, we ski. | ski | restriction
On Sundays only, we ski; they row. | ski | restriction
On Sundays only, we ski; they row. | row |
Then maybe: the loft is dry. | dry | hedge
老婆想看雪，大家住木屋。 | 木屋 |
阁楼很干，客厅湿吧。 | 干 |
阁楼很干，大家都这么说。 | 干 | report
""")
CLAUSES = lines("""
He sells "green soap. We sell "blue" soap. | he sells green soap | start
Still we row. | still we row | but
We met Nina Lee and Otto Lee here. | we met nina lee and otto lee here | start
the tent sleeps four and the tent leaks | the tent sleeps four / and the tent leaks | start and
a=1 b=2 | a = 1 / b = 2 | start comma
我在Acme—工资很高。 | 我 在 acme / 工 资 很 高 | start dash
""")


@pytest.mark.parametrize(("text", "words", "expected"), GOVERNED)
def test_governed(text: str, words: str, expected: str) -> None:
    assert governed(text, words) == expected


@pytest.mark.parametrize(("text", "expected", "joined"), CLAUSES)
def test_clauses(text: str, expected: str, joined: str) -> None:
    assert (clauses(text), joints(text)) == (expected, joined)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the blue tent sleeps four and the red tent sleeps six", [0, 0]),
        ("I don't eat meat (pork).", [0, 0]),
        ("I don't eat meat (pork from Spain).", [0, 1]),
        ("我不吃蟹，小龙虾，贻贝。", [0, 0, 0]),
        ("We bake bread, very small round rye rolls and cakes.", [0, 0]),
        ("We bake bread, and very small round rye rolls.", [0, 1]),
        ("We sell only: tea.", [0, 0]),
        ("不是：6620。", [0, 0]),
    ],
)
def test_what_goes_on_with_the_clause_before(text: str, expected: list[int]) -> None:
    assert heads(text) == expected


def test_japanese_letters_stay_as_they_are() -> None:
    assert sentences("時間がありません。") == ["時 間 が あ り ま せ ん"]


def test_a_users_pack_ends_no_sentence_behind_its_abbreviations() -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "clinic.toml")
        path.write_text(PACK, encoding="utf-8")
        pack = load_pack(path)
    text = "Give the inj. Ana is well."
    assert len(reading_of(analyse_text(text)).starts) == 2
    assert len(reading_of(analyse_text(text, packs=(pack,))).starts) == 1


PACK = """
language = "en"
name = "clinic"
source = "written for this test"
licence = "Apache-2.0"
[words]
abbreviations = "inj"
"""

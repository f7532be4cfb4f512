"""Where a sentence ends and the next one begins."""

from __future__ import annotations

import pytest

from tests.unit.admission.reading.reader import sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No end", ["no end"]),
        ("He left. She stayed.", ["he left", "she stayed"]),
        ("He left! Did she? Yes.", ["he left", "did she", "yes"]),
        ("Wait... what? Yes!!", ["wait", "what", "yes"]),
        ("first line\nsecond line", ["first line", "second line"]),
        ("first line\n\n\nsecond line", ["first line", "second line"]),
        ('She said "Stop." Then she left.', ["she said stop", "then she left"]),
        ("He left.she stayed", ["he left.she stayed"]),
        # a full stop that ends no sentence
        ("Mr. Marsh came. He left.", ["mr marsh came", "he left"]),
        ("I met J. R. Marsh in St. Ives.", ["i met j r marsh in st ives"]),
        ("It costs 3.50 euros. Cheap!", ["it costs 3.50 euros", "cheap"]),
        ("See no. 7 there.", ["see no 7 there"]),
        ("There is no one. No, really.", ["there is no one", "no really"]),
        ("I said no. He left.", ["i said no", "he left"]),
        ("It was I. He saw it.", ["it was i", "he saw it"]),
        ("Go to x.org now. Then rest.", ["go to x.org now", "then rest"]),
        ("See x.org/?q=1 now.", ["see x.org q = 1 now"]),
        # other scripts
        ("一。二！三？四", ["一", "二", "三", "四"]),
        ("「走吧。」他说。", ["走 吧", "他 说"]),
        ("走吗？走。", ["走 吗", "走"]),
        ("¿Vienes? Sí.", ["vienes", "sí"]),
        ("Er kommt, z.B. heute. Gut.", ["er kommt z.b heute", "gut"]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected

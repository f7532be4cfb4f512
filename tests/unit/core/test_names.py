"""Names of keys and memories are injective: no two things that differ meet under one name (T109)."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtxn.errors import InvalidInput
from memtxn.model.key import PART_LIMIT, Key, memory_name, name_prefix

parts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6).filter(
    lambda text: bool(unicodedata.normalize("NFC", text).strip())
)
label = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4)
labels = st.lists(label, min_size=1, max_size=3)
three = st.tuples(parts, parts, parts)

SCOPES: list[tuple[str, ...]] = [
    ("a",),
    ("ab",),
    ("a.b",),
    ("a:b",),
    ("a/b",),
    ("a%",),
    ("a_",),
    ("A",),
    ("a", "b"),
    ("a", "", "b")[::2],
    ('a","b',),
    ("a\\",),
    ("a\x00",),
    ("a ",),
    ("á",),
    ("a\u0301",),
    ("ａ",),
    ("a\u200b",),
    ("user1",),
    ("user10",),
    ("..",),
    ("../a",),
    ("ß",),
    ("ss",),
    ("ı",),
    ("i",),
]


def test_scopes_never_meet() -> None:
    distinct = dict.fromkeys(SCOPES)
    assert len({memory_name(scope) for scope in distinct}) == len(distinct)


@given(labels, labels)
def test_names_of_memories_are_injective(one: list[str], other: list[str]) -> None:
    assert (memory_name(tuple(one)) == memory_name(tuple(other))) == (one == other)


@given(three, three)
def test_names_of_keys_are_injective(one: tuple[str, str, str], other: tuple[str, str, str]) -> None:
    first, second = Key.of(one[:2], one[2]), Key.of(other[:2], other[2])
    assert (first.name == second.name) == (first == second)
    assert Key.from_name(first.name) == first


@given(three, three)
def test_a_prefix_covers_its_own_alone(one: tuple[str, str, str], other: tuple[str, str, str]) -> None:
    key, wanted = Key.of(one[:2], one[2]), Key.of(other[:2], other[2])
    by_type, by_entity = name_prefix(wanted.entity_type, None), name_prefix(*wanted.entity)
    assert key.name.startswith(by_type) == (key.entity_type == wanted.entity_type)
    assert key.name.startswith(by_entity) == (key.entity == wanted.entity)
    assert key.name.startswith(name_prefix(None, None))


def test_the_text_form_splits_at_its_first_slash() -> None:
    assert Key.of("File/a/b.txt", "size") == Key.of(("File", "a/b.txt"), "size")


def test_a_key_is_normalised_and_trimmed_but_keeps_its_case() -> None:
    assert Key.of("Cafe\u0301/ 1 ", " x") == Key.of(("Café", "1"), "x")
    assert Key.of("a/b", "c") != Key.of("A/b", "c")


BAD_ENTITIES: list[object] = [
    "", "/", "a", "a/", "/a", " / ", ("a",), ("a", ""), ("a", " "), ("a", "b", "c"), ("a", 5), (None, "b"),
    ["a", "b"], None, 5, b"a/b", "a/\ud800", ("a", "x" * (PART_LIMIT + 1)),
]  # fmt: skip


@pytest.mark.parametrize("entity", BAD_ENTITIES, ids=[str(number) for number in range(len(BAD_ENTITIES))])
def test_bad_entities_are_refused(entity: object) -> None:
    with pytest.raises(InvalidInput):
        Key.of(entity, "x")  # type: ignore[arg-type]


@pytest.mark.parametrize("attribute", ["", " ", None, 5, "\ud800", "x" * (PART_LIMIT + 1), ("x",)])
def test_bad_attributes_are_refused(attribute: object) -> None:
    with pytest.raises(InvalidInput):
        Key.of("a/b", attribute)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [(), ("",), (5,), ("a", ""), ("\ud800",), (None,), ("x" * (PART_LIMIT + 1),)])
def test_bad_labels_are_refused(bad: tuple[str, ...]) -> None:
    with pytest.raises(InvalidInput):
        memory_name(bad)


def test_an_entity_id_alone_is_no_prefix() -> None:
    with pytest.raises(InvalidInput):
        name_prefix(None, "x")

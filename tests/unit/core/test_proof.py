"""Proofs: the digest is a sum that moves by differences, and every hash depends on all that goes into it."""

from hypothesis import given
from hypothesis import strategies as st

from memtxn.core.proof import (
    EMPTY_DIGEST,
    Element,
    commitment,
    fingerprint,
    genesis,
    idempotency_mac,
    key_fingerprint,
    link,
    moved,
    tag,
    value_hash,
)

KEY = bytes(range(32))
elements: st.SearchStrategy[Element] = st.tuples(
    st.integers(1, 2**62),
    st.integers(0, 2**62),
    st.integers(-(2**63), 2**63 - 1),
    st.integers(0, 2**62),
    st.binary(max_size=16),
)
lists = st.lists(elements, max_size=12)


@given(lists, lists, st.randoms())
def test_the_digest_is_that_of_the_open_steps_however_they_came(
    stay: list[Element], go: list[Element], chance: object
) -> None:
    digest = EMPTY_DIGEST
    events = [(element, True) for element in stay + go]
    chance.shuffle(events)  # type: ignore[attr-defined]
    for element, _ in events:
        digest = moved(digest, KEY, (), [element])
    for element in go:
        digest = moved(digest, KEY, [element], ())
    assert digest == moved(EMPTY_DIGEST, KEY, (), stay)


@given(lists, lists)
def test_moving_in_one_step_or_in_many(gone: list[Element], come: list[Element]) -> None:
    start = moved(EMPTY_DIGEST, KEY, (), gone)
    stepwise = start
    for element in come:
        stepwise = moved(stepwise, KEY, (), [element])
    for element in gone:
        stepwise = moved(stepwise, KEY, [element], ())
    assert moved(start, KEY, gone, come) == stepwise == moved(EMPTY_DIGEST, KEY, (), come)


@given(elements, elements)
def test_another_element_is_another_digest(one: Element, other: Element) -> None:
    digests = {moved(EMPTY_DIGEST, KEY, (), [each]) for each in (one, other)}
    assert len(digests) == len({one, other})
    assert EMPTY_DIGEST not in digests


def test_a_step_twice_is_not_a_step_once() -> None:
    """The sum is over a multiset: a duplicated row does not cancel itself out."""
    step = (1, 0, 5, 7, b"c")
    once = moved(EMPTY_DIGEST, KEY, (), [step])
    assert moved(once, KEY, (), [step]) not in (once, EMPTY_DIGEST)


def test_a_digest_says_in_which_part_it_differs() -> None:
    one, other = (moved(EMPTY_DIGEST, KEY, (), [(kid, 0, 0, 1, b"")]) for kid in (3, 4))
    parts = [index // 16 for index in range(len(one)) if one[index] != other[index]]
    assert set(parts) == {3, 4}


@given(st.binary(max_size=20), st.binary(max_size=20))
def test_hashes_depend_on_their_input_and_their_key(one: bytes, other: bytes) -> None:
    same = one == other
    assert (commitment(b"salt", one) == commitment(b"salt", other)) == same
    assert (link(b"l" * 32, one) == link(b"l" * 32, other)) == same
    assert (tag(KEY, one, b"") == tag(KEY, other, b"")) == same
    assert (value_hash(KEY, one) == value_hash(KEY, other)) == same
    assert commitment(b"salt", one) != commitment(b"tlas", one)
    assert tag(KEY, one, b"") != tag(KEY[::-1], one, b"")
    assert link(b"l" * 32, one) != link(b"m" * 32, one)


def test_each_purpose_has_hashes_of_its_own() -> None:
    made = [
        value_hash(KEY, b"x"),
        idempotency_mac(KEY, "x", "x"),
        fingerprint(KEY, b"x"),
        tag(KEY, b"x", b""),
        commitment(KEY, b"x"),
        key_fingerprint(KEY),
        link(b"", b"x"),
        genesis(KEY, "x"),
    ]
    assert len(set(made)) == len(made)


def test_parts_cannot_be_shifted() -> None:
    assert idempotency_mac(KEY, "ab", "c") != idempotency_mac(KEY, "a", "bc")
    assert fingerprint(KEY, "ab", "c") != fingerprint(KEY, "a", "bc")
    assert genesis(b"s" * 16, "ab") != genesis(b"s" * 16, "ba")

"""Records and bodies: what is written is what is read, one value has one encoding, a newer format is told."""

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtxn.errors import NewerFormat
from memtxn.model.belief import BeliefType, State
from memtxn.model.codec import pack
from memtxn.model.record import (
    FORMAT,
    BeliefBody,
    BeliefOp,
    Body,
    CloseOp,
    ContextBody,
    DecisionOp,
    DeclarationBody,
    DeclareOp,
    EdgeOp,
    KeyBody,
    KeyOp,
    Kind,
    Op,
    OpenOp,
    Outcome,
    PendOp,
    Record,
    RefusalBody,
    SettleOp,
    SourceBody,
    SourceOp,
    StateOp,
    TypeBody,
    decode_body,
    decode_record,
    locate,
    place,
    public_id,
)
from memtxn.model.source import Citation
from memtxn.model.verdict import Decision, Finding, Verdict

numbers = st.integers(0, 2**63 - 1)
times = st.integers(-(2**63), 2**63 - 1)
ords = st.integers(0, 2**20 - 1)
ops: st.SearchStrategy[Op] = st.one_of(
    st.builds(SourceOp, ords),
    st.builds(KeyOp, numbers, ords),
    st.builds(
        BeliefOp,
        ords,
        numbers,
        numbers,
        times,
        times,
        times,
        times,
        st.integers(0, 2**31),
        st.sampled_from(BeliefType),
        st.integers(0, 1000),
        numbers,
        st.sampled_from(Outcome),
    ),
    st.builds(OpenOp, numbers, numbers, times, numbers, numbers),
    st.builds(CloseOp, numbers, numbers, times, numbers),
    st.builds(StateOp, numbers, numbers, st.sampled_from(State)),
    st.builds(EdgeOp, numbers, numbers),
    st.builds(DecisionOp, numbers, st.sampled_from(Outcome)),
    st.builds(PendOp, numbers, times),
    st.builds(SettleOp, numbers, numbers, st.sampled_from(State)),
    st.builds(DeclareOp, ords),
)
records = st.builds(
    Record,
    fmt=st.just(FORMAT),
    kind=st.sampled_from(Kind),
    seq=numbers,
    at=times,
    tx=st.binary(min_size=16, max_size=16),
    policy=st.binary(max_size=8),
    context=st.integers(-1, 10),
    idem=st.none() | st.binary(min_size=16, max_size=16),
    commitments=st.lists(st.binary(min_size=16, max_size=16), max_size=20).map(tuple),
    ops=st.lists(ops, max_size=6).map(tuple),
    reads=st.lists(st.tuples(numbers, numbers), max_size=4).map(tuple),
)
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
maybe = st.none() | text
citations = st.lists(st.builds(Citation, text, st.integers(0, 9), st.integers(0, 9), maybe)).map(tuple)
findings = st.builds(
    Finding,
    text,
    st.sampled_from(Decision),
    text,
    text,
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=2).map(tuple),
)
verdicts = st.builds(Verdict, st.sampled_from(Decision), st.lists(findings, max_size=3).map(tuple))
few = st.integers(0, 9)
data = st.binary(max_size=9)
texts = st.lists(text, max_size=2).map(tuple)
pairs = st.lists(st.tuples(text, text), max_size=2).map(tuple)
shares = st.floats(0, 1)
texts = st.lists(text, max_size=3).map(tuple)
bodies: st.SearchStrategy[Body] = st.one_of(
    st.builds(ContextBody, text, maybe, maybe, st.none() | data),
    st.builds(SourceBody, data, st.booleans(), text, text, times, shares, maybe, few),
    st.builds(KeyBody, text),
    st.builds(
        BeliefBody,
        text,
        data,
        citations,
        shares,
        st.lists(findings | text, max_size=3).map(tuple),
        texts,
        maybe,
    ),
    st.builds(
        RefusalBody,
        text,
        data,
        text,
        citations,
        pairs,
        verdicts,
        text,
        data,
        st.none() | times,
        st.booleans(),
        st.floats(0, 1),
        st.none() | times,
        st.none() | times,
        st.lists(text, max_size=3).map(tuple),
        st.none() | ords,
        st.booleans(),
        st.booleans(),
    ),
    st.builds(
        DeclarationBody,
        text,
        text,
        st.booleans(),
        st.none() | text,
        st.none() | st.lists(data).map(tuple),
        st.booleans(),
        st.none() | text,
        st.none() | st.sampled_from([1, -1]),
        st.booleans(),
        st.none() | text,
        texts,
        texts,
        st.lists(texts).map(tuple),
    ),
    st.builds(
        TypeBody,
        text,
        st.none() | text,
        st.none() | st.booleans(),
        st.booleans(),
        st.lists(st.tuples(text, texts)).map(tuple),
    ),
)


@given(records)
def test_a_record_comes_back_as_it_went_in(record: Record) -> None:
    data = record.encode()
    assert decode_record(data) == record
    assert decode_record(data).encode() == data


@given(records, records)
def test_one_record_has_one_encoding(one: Record, other: Record) -> None:
    assert (one.encode() == other.encode()) == (one == other)


@given(bodies, bodies)
def test_a_body_comes_back_as_it_went_in(one: Body, other: Body) -> None:
    assert decode_body(pack(one)) == one
    assert (pack(one) == pack(other)) == (one == other)


@given(records, st.data())
def test_damaged_bytes_are_another_record_or_none(record: Record, data: st.DataObject) -> None:
    damaged = bytearray(record.encode())
    place_ = data.draw(st.integers(0, len(damaged) - 1))
    damaged[place_] ^= data.draw(st.integers(1, 255))
    with suppress(msgspec.MsgspecError, NewerFormat):
        assert decode_record(bytes(damaged)) != record


def test_a_newer_format_is_told_apart_from_damage() -> None:
    record = Record(FORMAT + 1, Kind.COMMIT, 1, 1, b"t" * 16, b"p" * 8, -1, None, (), ())
    with pytest.raises(NewerFormat):
        decode_record(record.encode())


@pytest.mark.parametrize("data", [b"", b"\x00", b"\x9b", b"{}", b"\x9b\x01", b"\xc1" * 8])
def test_what_is_no_record_is_refused(data: bytes) -> None:
    with pytest.raises((msgspec.MsgspecError, NewerFormat)):
        decode_record(data)


@given(st.integers(0, 2**43 - 1), ords)
def test_places_are_injective_and_fit_64_bits(seq: int, ord_: int) -> None:
    assert locate(place(seq, ord_)) == (seq, ord_)
    assert place(seq, ord_) < 2**63
    assert public_id(place(seq, ord_)) == f"{seq}.{ord_}"


def test_a_refusal_of_an_earlier_version_is_read() -> None:
    """Later fields have their defaults: nothing of such a proposal was given."""
    body = RefusalBody("a", b"1", "fact", (), (), Verdict(Decision.REJECT), "p", b"f", 5, True, 0.5, given=True)
    fields = msgspec.msgpack.decode(pack(body))
    before = decode_body(pack(fields[:11]))
    assert before == RefusalBody("a", b"1", "fact", (), (), Verdict(Decision.REJECT), "p", b"f", 5, True)
    assert decode_body(pack(fields)) == body

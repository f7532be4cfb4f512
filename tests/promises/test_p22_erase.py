"""P22: what is erased is gone from every file, and everything that is left still verifies and says so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memtxn import (
    Erased,
    ErasureReport,
    InvalidInput,
    Key,
    NotFound,
    NotPermitted,
    Receipt,
    Rejected,
    Source,
    Status,
    Unique,
)
from memtxn.model.record import Kind
from memtxn.model.rows import KeyRow
from memtxn.testkit.whole import whole
from tests.promises.aside import DOUBTS, PLAIN, propose
from tests.promises.traces import traces
from tests.promises.world import Durable, World, hour, one, receipt

CITY = ("Person/ann", "city")


@pytest.fixture
def day(world: World) -> World:
    """A world a day later."""
    world.clock.set(hour(24))
    return world


def tell(world: World, key: tuple[str, str], value: str, *sources: Source, **more: Any) -> Receipt:  # noqa: ANN401
    """Commit a fact that each of these sources says."""
    with world.m.transaction() as tx:
        tx.propose(*key, value, evidence=[source.quote(value) for source in sources], **more)
    return receipt(tx.receipt)


def erase(world: World, target: Any, **more: Any) -> ErasureReport:  # noqa: ANN401
    report = world.m.erase(target, reason="ticket 7", **more)
    assert report.changed or not more
    return report


# -- what is shown -----------------------------------------------------------------------------------------


def test_a_source_goes_with_what_it_alone_bears_out(day: World) -> None:
    """What it had replaced shows again; the past says that something was erased, and never the next best."""
    tell(day, CITY, "Oslo", day.say("Oslo", hour(1)))
    bad = day.say("Rome it is", hour(2))
    tell(day, CITY, "Rome", bad)
    before = day.head().seq
    report = erase(day, bad)
    assert (report.sort, report.seq, report.pending) == ("source", before + 1, False)
    assert [(affected.value, affected.because) for affected in report.erased] == [("Rome", "support")]
    assert [(shows.before, shows.after) for shows in report.shows] == [(("Rome",), ("Oslo",))]
    assert one(day.m.get(*CITY)).value == "Oslo"
    then = one(day.m.at(seq=before).get(*CITY))
    assert (then.status, then.value, then.evidence) == (Status.ERASED, None, ())
    assert [str(entry.status) for entry in day.m.history(*CITY)] == ["active", "erased"]
    assert day.m.verify().ok
    with pytest.raises(NotFound):
        day.m.source(bad.id)


def test_every_answer_says_so(day: World) -> None:
    """why, log, show, diff, blame, scan and export: none fails, none shows the text."""
    source = day.say("Rome it is", hour(2))
    made = tell(day, CITY, "Rome", source)
    where = made.outcomes[0].belief
    assert where is not None
    report = erase(day, source)
    seq = made.seq
    then = day.m.at(seq=seq)
    (account,) = day.m.why(*CITY).accounts
    assert (account.status, account.value) == ("erased", None)
    assert account.repaired is not None
    assert (account.repaired.what, account.repaired.record.seq) == ("erase", report.seq)
    entries = {entry.seq: entry for entry in day.m.log()}
    (change,) = entries[seq].changes
    assert (change.readable, change.erased, change.id) == (False, True, where.id)
    told = [(change.what, change.text) for change in entries[report.seq or 0].changes]
    assert ("ERASE", "ticket 7") in told
    shown: Any = day.m.show(where.id)
    assert shown.proposal.status == "erased"
    difference = day.m.diff(seq - 1, seq)[0]
    assert difference.after is not None
    assert difference.after.status is Status.ERASED
    assert [blamed.belief.status for blamed in then.blame("Person/ann")] == [Status.ERASED]
    assert [belief.status for belief in then.find("Person")] == [Status.ERASED]
    with pytest.raises(Erased, match=f"record {report.seq}"):
        day.m.show("1.0")
    everything = [
        *day.m.export(refusals=True),
        *map(whole, entries.values()),
        whole(day.m.why(*CITY)),
        whole(shown),
    ]
    assert not [text for text in map(str, everything) if "Rome" in text or source.id in text]


def test_what_another_source_bears_out_stays(day: World) -> None:
    """It names the erased source by a hash of it, which the report says."""
    bad, good = day.say("Rome it is", hour(1)), day.say("we moved to Rome", hour(2))
    tell(day, CITY, "Rome", bad, good)
    report = erase(day, bad)
    assert report.erased == ()
    assert one(day.m.get(*CITY)).value == "Rome"
    assert [(mention.sort, mention.why) for mention in report.may_still_mention] == [
        ("belief", "cites"),
    ]
    (account,) = day.m.why(*CITY).accounts
    assert [(quoted.erased, quoted.damaged) for quoted in account.evidence] == [(True, False), (False, False)]
    lines = [line for line in day.m.export() if line.get("kind") == "belief"]
    assert [len(line["evidence"]) for line in lines] == [1]  # type: ignore[arg-type]
    assert day.m.verify().ok
    assert not day.m.recover().repaired


def test_what_was_derived_goes_with_it(day: World) -> None:
    """A summary too: it was made of the text. Of what is derived from something else nothing goes."""
    source, notes = day.say("Rome", hour(1)), day.say("a long day in Rome", hour(2))
    tell(day, CITY, "Rome", source)
    parent = one(day.m.get(*CITY))
    tell(day, ("Day/1", "summary"), "a long day in Rome", notes, derived_from=[parent], type="derived")
    tell(day, ("Day/2", "note"), "long day", notes)
    report = erase(day, parent)
    assert [(affected.key.entity_id, affected.because) for affected in report.erased] == [
        ("ann", "meant"),
        ("1", "support"),
    ]
    assert day.m.get("Day/1", "summary") is None
    assert one(day.m.get("Day/2", "note")).value == "long day"
    assert {mention.id for mention in report.may_still_mention} >= {"1.0", "2.0"}, "its own source still says it"


def test_what_was_revoked_before_is_erased_too(day: World) -> None:
    source = day.say("Rome", hour(1))
    tell(day, CITY, "Rome", source)
    day.m.revoke(source)
    report = erase(day, source)
    assert [str(belief.status) for belief in day.m.history(*CITY)] == ["erased"]
    assert report.texts == 3, "the source, the belief, and the revocation that named its hash"
    assert day.m.verify().ok


def test_a_retraction_that_goes_gives_back_what_it_took(day: World) -> None:
    tell(day, CITY, "Rome", day.say("Rome", hour(1)))
    said = day.say("Rome no longer", hour(2))
    with day.m.transaction() as tx:
        tx.retract(*CITY, evidence=said.quote("Rome no longer"))
    assert day.m.get(*CITY) is None
    erase(day, said)
    assert one(day.m.get(*CITY)).value == "Rome"
    assert day.m.verify().ok


def test_an_entity_goes_with_the_names_of_its_keys(day: World) -> None:
    """Nobody can ask for it by its name any more; the numbers of its history stay."""
    for attribute, value in (("city", "Rome"), ("pet", "Fido")):
        tell(day, ("Person/ann", attribute), value, day.say(f"{value} is mine", hour(1)))
    tell(day, ("Person/annabel", "city"), "Rome", day.say("Rome for Annabel", hour(2)))
    report = erase(day, "Person/ann")
    assert [str(key) for key in report.keys] == ["Person/ann.city", "Person/ann.pet"]
    assert day.m.history(*CITY) == []
    assert [belief.entity_id for belief in day.m.find("Person")] == ["annabel"]
    assert [row.name for row in day.fold() if isinstance(row, KeyRow)] == ['["Person","annabel","city"]']
    tell(day, CITY, "Bern", day.say("Bern", hour(3)))
    assert [belief.value for belief in day.m.history(*CITY)] == ["Bern"], "a key of that name is a new one"
    assert day.m.verify().ok
    assert not day.m.recover().repaired


def test_what_a_program_stated_goes_with_its_source(day: World) -> None:
    """It says nothing else. So does one that was refused, and kept."""
    day.state("Person/ann", "step", "quetzal")
    with pytest.raises(Rejected):
        day.state("Person/ann", "step", "quetzal", channel="user")
    day.state("Person/ben", "step", "quetzal")
    report = erase(day, "Person/ann")
    assert (len(report.sources), len(report.refusals)) == (2, 1)
    assert [(mention.sort, str(mention.key)) for mention in report.may_still_mention] == [
        ("source", "None"),
        ("belief", "Person/ben.step"),
    ]
    assert [line["kind"] for line in day.m.export() if "kind" in line] == ["source", "belief"]
    assert day.m.verify().ok


def test_a_key_alone(day: World) -> None:
    tell(day, CITY, "Rome", day.say("Rome", hour(1)))
    tell(day, ("Person/ann", "city_of_birth"), "Oslo", day.say("Oslo", hour(1)))
    report = erase(day, Key("Person", "ann", "city"))
    assert [str(key) for key in report.keys] == ["Person/ann.city"]
    assert [belief.attribute for belief in day.m.find("Person", "ann")] == ["city_of_birth"]


def test_many_values_and_the_hashes_of_them(day: World) -> None:
    """Slots, value hashes, claims of constraints and slots that came with a declaration."""
    day.open(rules=PLAIN)
    day.m.constrain(Unique("Person", "mail"))
    tell(day, ("Person/ann", "mail"), "a@x.org", day.say("a@x.org", hour(1)))
    day.m.declare("Person", "pet", cardinality="many")
    source = day.say("Fido and Rex", hour(1))
    for value in ("Fido", "Rex"):
        tell(day, ("Person/ann", "pet"), value, source)
    tell(day, ("Person/ann", "hue"), "red", day.say("red", hour(1)))
    day.m.declare("Person", "hue", cardinality="many")
    erase(day, "Person/ann")
    assert day.m.verify().ok
    assert not day.m.recover().repaired
    day.m.declare("Person", "hue", cardinality="one")
    day.m.declare("Person", "pet", cardinality="one")
    tell(day, ("Person/ben", "mail"), "a@x.org", day.say("a@x.org", hour(2)))
    assert day.m.verify().ok


def test_of_many_values_one_goes(day: World) -> None:
    day.m.declare("Person", "pet", cardinality="many")
    for value in ("Fido", "Rex"):
        tell(day, ("Person/ann", "pet"), value, day.say(f"{value} barks", hour(1)))
    fido = day.m.history("Person/ann", "pet")[0]
    seq = day.head().seq
    erase(day, fido)
    assert [belief.value for belief in day.m.find("Person")] == ["Rex"]
    assert [belief.status for belief in day.m.at(seq=seq).find("Person")] == [Status.ERASED, Status.ACTIVE]
    assert {str(change.change) for change in day.m.diff(1, seq)} == {"added"}
    tell(day, ("Person/ann", "pet"), "Fido", day.say("Fido again", hour(3)))
    day.m.declare("Person", "pet", cardinality="one")
    assert day.m.verify().ok


# -- refusals, and what waits ------------------------------------------------------------------------------


def test_a_refusal_goes_with_the_source_that_it_quotes(day: World) -> None:
    """Also one whose source was never observed, but only kept with the refusal."""
    tx = day.m.transaction()
    staged = tx.observe("Rome perhaps", speaker="ann", at=hour(1))
    tx.propose(*CITY, "Bern", evidence=staged.quote("Bern"))
    with pytest.raises(Rejected):
        tx.commit()
    assert day.m.why_not(*CITY).accounts
    report = erase(day, staged.id)
    assert (len(report.refusals), report.texts) == (1, 2)
    assert day.m.why_not(*CITY).accounts == ()
    assert not [line for line in day.m.export(refusals=True) if line.get("kind") == "refusal"]
    assert day.m.stats().refusals == {"erased": 1}
    assert day.m.verify().ok


def test_what_waits_is_settled(day: World) -> None:
    """Nobody can confirm it any more, and it is not told as expired either."""
    day.open(rules=DOUBTS)
    propose(day)
    (waits,) = day.m.pending()
    source = next(entry.source_id for entry in waits.evidence)
    report = erase(day, source)
    assert report.refusals == (waits.place,)
    assert day.m.pending() == []
    day.clock.set(hour(24 * 400))
    assert day.m.pending(expired=True) == []
    with pytest.raises((NotFound, Exception), match=waits.place):
        day.store.memory("m", principal="bob").confirm(waits.place)
    assert day.m.verify().ok


def test_what_would_break_a_constraint_waits(day: World) -> None:
    day.m.constrain(Unique("Person", "mail"))
    tell(day, ("Person/ann", "mail"), "a@x.org", day.say("a@x.org", hour(1)))
    bad = day.say("b@x.org", hour(2))
    tell(day, ("Person/ann", "mail"), "b@x.org", bad)
    tell(day, ("Person/ben", "mail"), "a@x.org", day.say("a@x.org too", hour(3)))
    report = erase(day, bad)
    assert [affected.value for affected in report.waits] == ["a@x.org"]
    assert day.m.get("Person/ann", "mail") is None
    assert day.m.verify().ok


# -- what cannot come back -----------------------------------------------------------------------------------


def test_a_retried_key_resurrects_nothing(day: World) -> None:
    """Whoever sends the same request again is told that it was erased; its outcome is still known."""
    source = day.say("Rome", hour(1))

    def attempt() -> Receipt:
        with day.m.transaction(idempotency_key="once", label="moving") as tx:
            tx.propose(*CITY, "Rome", evidence=source.quote("Rome"))
        return receipt(tx.receipt)

    made = attempt()
    assert attempt().tx_id == made.tx_id
    erase(day, one(day.m.get(*CITY)))
    records = day.head().seq
    with pytest.raises(Erased, match=f"seq {made.seq}"):
        attempt()
    assert (day.head().seq, day.m.get(*CITY)) == (records, None)
    again: Any = day.m.outcome(made.tx_id)
    assert [(outcome.outcome.name, outcome.belief) for outcome in again.outcomes] == [("ADD", None)]


def test_no_undo_and_no_revocation_brings_it_back(day: World) -> None:
    tell(day, CITY, "Oslo", day.say("Oslo", hour(1)))
    source = day.say("Rome", hour(2))
    made = tell(day, CITY, "Rome", source)
    revoked = day.m.revoke(one(day.m.get(*CITY)))
    report = erase(day, source)
    with pytest.raises(InvalidInput, match="gone for good"):
        day.m.undo(report.tx_id or "")
    assert not day.m.undo(revoked.tx_id or "").restored
    assert not day.m.undo(made.tx_id).changed
    again = day.m.revoke(report.erased[0].id)
    assert (again.changed, "nothing is left to take back" in again.detail) == (False, True)
    with pytest.raises(Erased):
        day.m.revoke("3.0")
    assert one(day.m.get(*CITY)).value == "Oslo"
    assert day.m.verify().ok


def test_a_transaction_that_is_open_rests_on_nothing_that_is_gone(day: World) -> None:
    source = day.say("Rome", hour(1))
    tx = day.m.transaction()
    tx.propose(*CITY, "Rome", evidence=source.quote("Rome"))
    erase(day, source)
    with pytest.raises(Exception, match="was erased"):
        tx.commit()
    with pytest.raises(Rejected), day.m.transaction() as tx:
        tx.propose(*CITY, "Rome", evidence=source.quote("Rome"))


def test_erasing_twice_is_once(day: World) -> None:
    source = day.say("Rome", hour(1))
    tell(day, CITY, "Rome", source)
    belief = one(day.m.get(*CITY))
    first = erase(day, source)
    records = day.head().seq
    again = day.m.erase(belief, reason="again")
    assert (again.changed, again.seq, again.texts) == (False, None, 0)
    assert again.before is not None
    assert again.before.seq == first.seq
    with pytest.raises(NotFound):
        day.m.erase(source, reason="again")
    assert day.head().seq == records


# -- the whole memory --------------------------------------------------------------------------------------


def test_a_memory_goes_whole(day: World) -> None:
    """Its name is free, another one is not touched, and who still holds it is told."""
    tell(day, CITY, "Rome", day.say("Rome", hour(1)))
    beside, held = day.store.memory("n"), day.store.memory("m")
    beside.observe("Bern", speaker="ann", at=hour(1))
    held.get(*CITY)
    report = erase(day, day.m)
    assert (report.sort, report.texts, report.erased) == ("memory", 3, ())
    assert day.store.memories() == [("n",)]
    assert beside.verify().ok
    for asked in (lambda: held.get(*CITY), lambda: held.observe("x", speaker="ann", at=hour(1))):
        with pytest.raises(Erased):
            asked()
    assert held.pending() == []
    assert report.proof is not None
    assert day.store.verify_proof(report.proof) == ()
    assert day.m.get(*CITY) is None
    day.say("Oslo", hour(3))
    assert day.store.memories() == [("n",), ("m",)]
    assert (day.m.verify().ok, day.head().seq) == (True, 1)


# -- how it is asked for -----------------------------------------------------------------------------------


def test_a_dry_run_tells_the_same_and_writes_nothing(day: World) -> None:
    tell(day, CITY, "Oslo", day.say("Oslo", hour(1)))
    source = day.say("Rome", hour(2))
    tell(day, CITY, "Rome", source)
    before = day.journal()
    dry = erase(day, source, dry_run=True)
    assert (day.journal(), dry.seq, dry.dry_run, dry.proof) == (before, None, True, None)
    assert one(day.m.get(*CITY)).value == "Rome"
    done = erase(day, source)
    for name in ("erased", "sources", "keys", "refusals", "texts", "shows", "may_still_mention", "waits"):
        assert getattr(dry, name) == getattr(done, name), name
    assert not day.m.erase("Person/ann", reason="x", dry_run=True).seq


@pytest.mark.parametrize("given", [None, 7, b"x", "", "xyz", object(), ("Person",), 1.5])
def test_what_is_no_target_is_refused(day: World, given: Any) -> None:  # noqa: ANN401
    day.tell(*CITY, "Rome", hour(1))
    with pytest.raises(InvalidInput):
        day.m.erase(given, reason="ticket 7")


@pytest.mark.parametrize("given", ["0" * 32, "99.0", "2.7", "Person/nobody", Key("Person", "ann", "pet")])
def test_what_is_not_there_is_not_found(day: World, given: Any) -> None:  # noqa: ANN401
    for _ in range(2):
        with pytest.raises(NotFound):
            day.m.erase(given, reason="ticket 7")
        day.tell(*CITY, "Rome", hour(1))


@pytest.mark.parametrize("reason", ["", "  ", None, 7, "x" * 100_000])
def test_a_reason_is_needed(day: World, reason: Any) -> None:  # noqa: ANN401
    day.tell(*CITY, "Rome", hour(1))
    with pytest.raises(InvalidInput, match="reason"):
        day.m.erase("Person/ann", reason=reason)


def test_it_takes_the_scope_admin(day: World) -> None:
    day.tell(*CITY, "Rome", hour(1))
    with pytest.raises(NotPermitted):
        day.store.memory("m", scopes=["read", "propose", "confirm"]).erase("Person/ann", reason="ticket 7")


def test_a_transaction_is_no_target(day: World) -> None:
    made = day.tell(*CITY, "Rome", hour(1))
    with pytest.raises(InvalidInput, match="is a transaction"):
        day.m.erase(made.tx_id, reason="ticket 7")


def test_it_is_a_record(day: World) -> None:
    day.tell(*CITY, "Rome", hour(1))
    erase(day, "Person/ann")
    assert day.m.log(limit=1).__next__().kind == Kind.ERASE.name.lower()


# -- no trace ------------------------------------------------------------------------------------------------

SECRETS = {
    "source": "zanzibarquote",
    "value": "quetzalvalue",
    "entity": "ocelotentity",
    "attribute": "wombatattribute",
    "label": "lemurlabel",
    "refused": "narwhalrefused",
    "quote": "axolotlquote",
    "pending": "platypuspending",
    "ref": "kiwiref",
    "speaker": "tapirspeaker",
    "many": "ibexmany",
    "umlaut": "Ünübertroffen“\t\\Zug",
    "memory": "numbatmemory",
}


def lived(world: Durable) -> tuple[Any, Source]:
    """A memory with every secret in it, and plenty around."""
    world.clock.set(hour(24))
    world.open(rules=DOUBTS)
    memory = world.store.memory(SECRETS["memory"])
    memory.declare("Person", "pet", cardinality="many")
    for number in range(120):
        text = f"plain {number} " + "x" * (number % 50)
        source = memory.observe(text, speaker="bob", at=hour(1), ref=str(number))
        with memory.transaction() as tx:
            tx.propose(
                f"Thing/{number % 30}", "name", f"plain {number}", evidence=source.quote(f"plain {number}")
            )
    said = " ".join(SECRETS[name] for name in ("source", "value", "many", "umlaut"))
    secret = memory.observe(said, speaker=SECRETS["speaker"], at=hour(2), ref=SECRETS["ref"])
    person = f"Person/{SECRETS['entity']}"
    with memory.transaction(label=SECRETS["label"], idempotency_key="once") as tx:
        tx.propose(person, SECRETS["attribute"], SECRETS["value"], evidence=secret.quote(SECRETS["value"]))
        tx.propose(person, "pet", SECRETS["many"], evidence=secret.quote(SECRETS["many"]))
        tx.propose(person, "train", SECRETS["umlaut"], evidence=secret.quote(SECRETS["umlaut"]))
    with memory.transaction(on_reject="skip") as tx:
        tx.propose(person, "refused", SECRETS["refused"], evidence=secret.quote(SECRETS["quote"]))
        staged = tx.observe(f"maybe {SECRETS['pending']}", speaker="ann", at=hour(3))
        doubt = staged.quote(f"maybe {SECRETS['pending']}")
        tx.propose(person, "later", SECRETS["pending"], evidence=doubt)
        tx.propose(person, "maybe", SECRETS["source"], evidence=[secret.quote(SECRETS["source"]), doubt])
    assert len(memory.pending()) == 2
    return memory, secret


def erase_by_parts(memory: Any, secret: Source) -> None:  # noqa: ANN401
    memory.erase(secret, reason="ticket 7")
    memory.erase(f"Person/{SECRETS['entity']}", reason="ticket 7")
    for source in memory.export():
        if SECRETS["pending"] in str(source.get("text")):
            memory.erase(source["id"], reason="ticket 7")


def erase_all(memory: Any, _: Source) -> None:  # noqa: ANN401
    memory.erase(memory, reason="ticket 7")


@pytest.mark.parametrize("how", [erase_by_parts, erase_all], ids=["parts", "whole"])
def test_no_trace_in_any_file(durable: Durable, tmp_path: Path, how: Callable[[Any, Source], None]) -> None:
    """Of words, values, names, labels, refusals: in the store, its log, its index, and a backup made later."""
    memory, secret = lived(durable)
    gone = [text for name, text in SECRETS.items() if how is erase_all or name != "memory"]
    found = traces(tmp_path, [*gone, secret.id])
    assert {line.partition(" in ")[0] for line in found} >= set(gone), "they have to be there to go"
    how(memory, secret)
    durable.store.backup(tmp_path / "later.db")
    assert traces(tmp_path, gone) == []
    assert secret.id.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert bytes.fromhex(secret.id) not in b"".join(path.read_bytes() for path in tmp_path.iterdir())
    durable.reopen()
    assert traces(tmp_path, gone) == []
    if how is erase_by_parts:
        assert durable.store.memory(SECRETS["memory"]).verify().ok
    assert durable.sql("PRAGMA integrity_check") == [("ok",)]


def test_what_another_program_freed_goes_too(durable: Durable, tmp_path: Path) -> None:
    """Pages that were freed without being overwritten: `secure_delete` alone leaves them as they are."""
    memory, secret = lived(durable)
    del memory
    durable.sql("CREATE TABLE other (text)")
    durable.sql(
        "INSERT INTO other WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99) "
        "SELECT 'okapifreed' || hex(randomblob(400)) FROM n"
    )
    durable.storage.close()
    durable.sql("PRAGMA secure_delete=0")
    import apsw

    connection = apsw.Connection(str(durable.path))
    connection.pragma("secure_delete", 0)
    connection.execute("DROP TABLE other").fetchall()
    connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    connection.close()
    assert traces(tmp_path, ["okapifreed"])
    durable.reopen()
    assert traces(tmp_path, ["okapifreed"]), "nothing was erased yet"
    durable.store.memory(SECRETS["memory"]).erase(secret, reason="ticket 7")
    assert traces(tmp_path, ["okapifreed"]) == []


def test_half_a_copy_goes_too(durable: Durable, tmp_path: Path) -> None:
    """What a backup left behind that was cut short; what is another program's stays."""
    memory, secret = lived(durable)
    durable.store.backup(tmp_path / "copy.db")
    (tmp_path / "copy.db").rename(tmp_path / "copy.db-part")
    (tmp_path / "photo.jpg-part").write_bytes(b"\xff\xd8" + b"z" * 500)
    report = memory.erase(secret, reason="ticket 7")
    assert not report.pending
    assert not (tmp_path / "copy.db-part").exists()
    assert (tmp_path / "photo.jpg-part").exists()
    durable.store.backup(tmp_path / "again.db")
    told = memory.erase(f"Person/{SECRETS['entity']}", reason="ticket 7").not_reached
    assert any("again.db" in line for line in told)

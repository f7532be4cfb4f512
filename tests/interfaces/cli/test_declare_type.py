"""`memtxn declare-type`: what the entities of a type are like."""

import pytest

from tests.interfaces.cli.shell import Shell

PERSONS = ("declare-type", "Person", "--person", "--owned-by", "speaker", "--alias", "alice=Al, Ally")


def test_it_is_declared_and_listed(shell: Shell) -> None:
    said = "owned by speaker, persons, aliases alice = Al, Ally"
    assert shell.ok(*PERSONS).out == f"Person: {said}, in memory 'default'\n"
    shell.ok("declare-type", "Cup\x1b", "--binding", "named")
    lines = ["Cup\\x1b  named  seq 2", f"Person   {said}  seq 1"]
    assert (
        shell.ok("declare-type").out.splitlines() == shell.ok("declare-type", "--list").out.splitlines() == lines
    )


def test_json(shell: Shell) -> None:
    told = {"entity_type": "Person", "owned_by": "speaker", "person": True, "binding": "lenient"}
    told |= {"aliases": {"alice": ["Al", "Ally"]}, "seq": 1}
    assert shell.ok(*PERSONS, "--json").json == told
    assert shell.ok("declare-type", "--json").json == [told]
    assert shell.ok("log", "--json").json["changes"][0]["what"] == "DECLARE"


def test_what_is_not_said_stays_as_it_is(shell: Shell) -> None:
    shell.ok(*PERSONS)
    steps = {
        ("--alias", "bob=B", "--alias", "bob=Bobby"): "owned by speaker, persons, aliases alice = Al, Ally; "
        "bob = B, Bobby",
        ("--alias", "alice=", "--no-person"): "owned by speaker, no persons, aliases bob = B, Bobby",
        ("--owned-by", "any", "--binding", "named", "--alias", "bob="): "no persons, named",
        ("--binding", "lenient", "--owned-by", "none"): "owned by none, no persons",
    }
    for options, now in steps.items():
        assert shell.ok("declare-type", " Person ", *options).out == f"Person: {now}, in memory 'default'\n"


def test_saying_what_is_so_already_writes_nothing(shell: Shell) -> None:
    shell.ok(*PERSONS)
    shell.ok(*PERSONS)
    assert shell.ok("declare-type", "Cup", "--owned-by", "any").out == "Cup: nothing, in memory 'default'\n"
    assert shell.ok("stats", "--json").json["memory"]["records"] == 1


def test_nothing_is_declared(shell: Shell) -> None:
    shell.ok("declare", "Person", "likes", "--cardinality", "many")
    assert shell.ok("declare-type", "--json").json == []
    assert shell.ok("declare-type").out == "nothing is declared of an entity type\n"


@pytest.mark.parametrize(
    "args",
    [
        ("Person",),
        ("Person", "more", "--person"),
        (" ", "--person"),
        ("Person", "--owned-by", "me"),
        ("Person", "--binding", "any"),
        ("Person", "--alias", "Al"),
        ("Person", "--alias", "=Al"),
        ("Person", "--alias", "a=" + "x" * 300),
        ("--person",),
        ("--alias", "a=b"),
        ("--list", "Person"),
        ("--list", "--person"),
    ],
    ids=lambda args: " ".join(args)[:40],
)
def test_misuse_is_code_2_and_writes_nothing(shell: Shell, args: tuple[str, ...]) -> None:
    done = shell.run("declare-type", *args, "--json")
    assert (done.code, bool(done.error["message"])) == (2, True)
    assert shell.run("log").code == 3

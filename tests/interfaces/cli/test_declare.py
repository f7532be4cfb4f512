"""`memtxn declare`: one value or many, and what is declared."""

import pytest

from tests.interfaces.cli.shell import Shell

MANY = ("declare", "Person", "likes", "--cardinality", "many")


def test_many_values_after_that(shell: Shell) -> None:
    assert shell.ok(*MANY).out == "Person.likes: many, in memory 'default'\n"
    for food in ("tea", "rice"):
        shell.ok("propose", "Person/a", "likes", food, "--text", f"I like {food}")
    assert {belief["value"] for belief in shell.ok("get", "Person/a", "likes", "--json").json} == {"tea", "rice"}


def test_it_is_a_record_of_whoever_acts(shell: Shell) -> None:
    shell.ok(*MANY, "--principal", "ops")
    entry = shell.ok("log", "--json").json
    assert (entry["kind"], entry["principal"], entry["changes"][0]["value"]) == ("declare", "ops", "many")
    shell.ok(*MANY)
    assert shell.ok("stats", "--json").json["memory"]["records"] == 1


def test_json(shell: Shell) -> None:
    told = {"entity_type": "Person", "attribute": "likes", "cardinality": "many"}
    assert shell.ok(*MANY, "--json").json == told
    assert shell.ok("declare", "--json").json == [told | {"seq": 1}]


def test_the_list(shell: Shell) -> None:
    shell.ok(*MANY)
    shell.ok("declare", "Cup", "material\x1b", "--cardinality", "many")
    lines = shell.ok("declare").out.splitlines()
    assert lines == ["Cup.material\\x1b  many  seq 2", "Person.likes      many  seq 1"]
    assert shell.ok("declare", "--list").out.splitlines() == lines


def test_nothing_is_declared(shell: Shell) -> None:
    assert "no records in memory 'default'" in shell.run("declare").err
    shell.meeting()
    done = shell.run("declare", "--json")
    assert (done.code, done.error["message"]) == (
        3,
        "there is nothing of that name: no declaration (in memory 'default')",
    )


def test_an_attribute_that_holds_beliefs_already(shell: Shell) -> None:
    shell.meeting()
    done = shell.run("declare", "Meeting", "start_time", "--cardinality", "many", "--json")
    assert (done.code, done.error["code"]) == (1, "DeclarationInUse")


@pytest.mark.parametrize(
    "args",
    [
        ("Person",),
        ("Person", "likes"),
        ("Person", "likes", "more", "--cardinality", "many"),
        ("Person", "likes", "--cardinality", "two"),
        ("Person", " ", "--cardinality", "many"),
        ("--cardinality", "many"),
        ("--list", "Person"),
        ("--list", "Person", "likes", "--cardinality", "many"),
    ],
    ids=" ".join,
)
def test_misuse_is_code_2_and_writes_nothing(shell: Shell, args: tuple[str, ...]) -> None:
    done = shell.run("declare", *args, "--json")
    assert (done.code, bool(done.error["message"])) == (2, True)
    assert shell.run("log").code == 3

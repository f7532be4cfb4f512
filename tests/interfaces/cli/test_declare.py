"""`memtxn declare`: one value or many, and what is declared."""

import pytest

from tests.interfaces.cli.shell import Shell

MANY = ("declare", "Person", "likes", "--cardinality", "many")


def test_many_values_after_that(shell: Shell) -> None:
    assert shell.ok(*MANY).out == "Person.likes: many, in memory 'default'\n"
    for food in ("tea", "rice"):
        shell.ok("propose", "Person/a", "likes", food, "--text", f"I like {food}", "--speaker", "a")
    assert {belief["value"] for belief in shell.ok("get", "Person/a", "likes", "--json").json} == {"tea", "rice"}


def test_it_is_a_record_of_whoever_acts(shell: Shell) -> None:
    shell.ok(*MANY, "--principal", "ops")
    entry = shell.ok("log", "--json").json
    assert (entry["kind"], entry["principal"], entry["changes"][0]["value"]["cardinality"]) == (
        "declare",
        "ops",
        "many",
    )
    shell.ok(*MANY)
    assert shell.ok("stats", "--json").json["memory"]["records"] == 1


def test_json(shell: Shell) -> None:
    told = {"entity_type": "Person", "attribute": "likes", "cardinality": "many"}
    rest: dict[str, object] = {"type": None, "enum": None, "protected": False, "speech_act": None}
    rest |= {"polarity": None, "kind": "state", "unit": None, "licenses": [], "words": []}
    assert shell.ok(*MANY, "--json").json == told | rest
    assert shell.ok("declare", "--json").json == [told | rest | {"synonyms": [], "seq": 1}]


def test_the_list(shell: Shell) -> None:
    shell.ok(*MANY)
    shell.ok("declare", "Cup", "material\x1b", "--cardinality", "many")
    lines = shell.ok("declare").out.splitlines()
    assert lines == ["Cup.material\\x1b  many  seq 2", "Person.likes      many  seq 1"]
    assert shell.ok("declare", "--list").out.splitlines() == lines


def test_nothing_is_declared(shell: Shell) -> None:
    assert "nothing is written yet: memory 'default' is empty" in shell.run("declare").err
    shell.meeting()
    assert shell.ok("declare", "--json").json == []
    assert shell.ok("declare").out == "nothing is declared\n"


def test_what_is_not_said_stays_as_it_is(shell: Shell) -> None:
    shell.ok(*MANY)
    steps = {
        ("--type", "text", "--protected"): "many, text, protected",
        ("--enum", '["tea", "rice"]'): 'many, text, of ["tea", "rice"], protected',
        ("--no-protected", "--type", "any"): 'many, of ["tea", "rice"]',
        ("--enum", "null"): "many",
        ("--speech-act", "request", "--polarity", "-1", "--unit", "kg"): "many, request, polarity -1, in kg",
        ("--kind", "event", "--licenses", "ended, hedge"): "many, request, polarity -1, event, in kg, "
        "licenses ended, hedge",
        ("--words", "fancies,loves", "--polarity", "0"): "many, request, event, in kg, licenses ended, hedge, "
        "also called fancies, loves",
        ("--speech-act", "any", "--kind", "state", "--unit", "", "--licenses", "", "--words", ""): "many",
        ("--enum", '{"tea": ["chai"], "rice": []}'): 'many, of {"tea": ["chai"], "rice": []}',
        ("--unit", "g"): 'many, of {"tea": ["chai"], "rice": []}, in g',
        ("--enum", "null", "--unit", ""): "many",
    }
    for options, now in steps.items():
        made = shell.ok("declare", "Person", "likes", *options).out
        assert made == f"Person.likes: {now}, in memory 'default'\n"
    (line,) = shell.ok("declare").out.splitlines()
    assert line == f"Person.likes  many  seq {len(steps) + 1}"


def test_a_value_that_is_not_as_declared_is_refused(shell: Shell) -> None:
    shell.ok("declare", "Cup", "colour", "--type", "text", "--enum", '["red", "blue"]')
    done = shell.run("propose", "Cup/1", "colour", "green", "--text", "it is green", "--json")
    assert (done.code, done.error["reasons"]) == (1, ["not_in_enum"])
    shell.ok("propose", "Cup/1", "colour", "red", "--text", "it is red")


def test_another_word_for_a_value_is_told_the_value(shell: Shell) -> None:
    shell.ok("declare", "Ticket", "priority", "--enum", '{"high": ["urgent"], "low": []}')
    done = shell.run("propose", "Ticket/1", "priority", "urgent", "--text", "ticket 1 is urgent")
    assert done.code == 1
    assert 'not_in_enum: \'urgent\' is another word for "high": propose "high".\n' in done.err
    assert "--value-json" not in done.err
    other = shell.run("propose", "Ticket/1", "priority", "medium", "--text", "ticket 1 is medium")
    assert "--value-json" in other.err


def test_what_is_believed_already_must_be_so(shell: Shell) -> None:
    shell.meeting()
    done = shell.run("declare", "Meeting", "start_time", "--type", "number", "--json")
    assert (done.code, done.error["code"]) == (1, "ConstraintViolated")
    assert "Meeting/client" in done.error["message"]
    assert shell.ok("declare").out == "nothing is declared\n"


def test_another_cardinality_later_on(shell: Shell) -> None:
    shell.meeting()
    shell.ok("declare", "Meeting", "start_time", "--cardinality", "many")
    assert [belief["value"] for belief in shell.ok("get", "Meeting/client", "start_time", "--json").json] == [
        "4pm"
    ]


@pytest.mark.parametrize(
    "args",
    [
        ("Person",),
        ("Person", "likes"),
        ("Person", "likes", "more", "--cardinality", "many"),
        ("Person", "likes", "--cardinality", "two"),
        ("Person", " ", "--cardinality", "many"),
        ("Person", "likes", "--type", "colour"),
        ("Person", "likes", "--enum", "red"),
        ("Person", "likes", "--enum", "[]"),
        ("Person", "likes", "--enum", '"red"'),
        ("Person", "likes", "--type", "number", "--enum", '["red"]'),
        ("Person", "likes", "--enum", '{"red": "crimson"}'),
        ("Person", "likes", "--speech-act", "joke"),
        ("Person", "likes", "--polarity", "2"),
        ("Person", "likes", "--kind", "thing"),
        ("Person", "likes", "--unit", "x" * 33),
        ("Person", "likes", "--licenses", "ended,lies"),
        ("Person", "likes", "--words", "x" * 300),
        ("--cardinality", "many"),
        ("--protected",),
        ("--list", "Person"),
        ("--list", "Person", "likes", "--cardinality", "many"),
    ],
    ids=" ".join,
)
def test_misuse_is_code_2_and_writes_nothing(shell: Shell, args: tuple[str, ...]) -> None:
    done = shell.run("declare", *args, "--json")
    assert (done.code, bool(done.error["message"])) == (2, True)
    assert shell.run("log").code == 3


@pytest.mark.parametrize("declared", [("--type", "integer"), ("--enum", "[42, 43]")], ids=" ".join)
def test_a_text_that_should_be_a_number_is_told_of_the_option(shell: Shell, declared: tuple[str, ...]) -> None:
    shell.ok("declare", "Person", "age", *declared)
    said = ("propose", "Person/pat", "age", "42", "--text", "Pat is 42.")
    done = shell.run(*said, "--json")
    assert done.code == 1
    assert "--value-json" in done.error["advice"]
    shell.ok(*said, "--value-json")

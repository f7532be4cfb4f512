"""`memtxn propose`: evidence, options, refusals, conflicts."""

import pytest

from memtxn.core.admission import RULE_NAMES
from tests.interfaces.cli.shell import NOON, SAID, Shell

ABOUT = ("Meeting/client", "start_time")


def test_an_admitted_proposal_shows_outcome_and_rules(shell: Shell) -> None:
    done = shell.ok("propose", *ABOUT, "4pm", "--source", shell.observe(), "--quote", "now at 4pm")
    first, rules, last = done.out.splitlines()
    assert first.startswith('ADD  Meeting/client.start_time = "4pm"')
    assert rules == f"  pass  {', '.join(RULE_NAMES)}"
    assert last.startswith("committed as seq 2 of memory 'default', transaction ")
    assert done.err == ""


def test_each_rule_is_told_when_asked_when_one_refuses_and_in_the_shadow(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = ("propose", *ABOUT, "5pm", "--text", SAID)
    assert "  quote        pass\n" in shell.ok(*said[:3], "4pm", *said[4:], "--verbose").out
    assert "  patch        REJECT not_ordered_subsequence" in shell.run(*said).err
    (shell.folder / "memtxn.toml").write_text('[policy]\nmode = "shadow"\n')
    monkeypatch.chdir(shell.folder)
    shadowed = shell.ok(*said).out
    assert "  patch        REJECT not_ordered_subsequence, admitted all the same by the shadow policy" in shadowed
    assert "  time         pass\n" in shadowed


def test_a_text_that_is_too_long_is_quoted_once(shell: Shell) -> None:
    shell.run("propose", *ABOUT, "x" * 70_000, "--text", SAID)
    assert ' = "xxx' in shell.ok("log").out
    assert '\\"' not in shell.ok("log").out


def test_json_is_the_receipt(shell: Shell) -> None:
    source = shell.observe()
    receipt = shell.ok("propose", *ABOUT, "4pm", "--source", source, "--quote", "4pm", "--json").json
    (outcome,) = receipt["outcomes"]
    assert (receipt["seq"], outcome["outcome"], outcome["belief"]["value"]) == (2, "ADD", "4pm")
    assert outcome["belief"]["evidence"] == [{"source_id": source, "start": 29, "end": 32, "pointer": None}]
    assert {finding["decision"] for finding in outcome["verdict"]["trace"]} == {"ADMIT"}


def test_a_text_is_observed_in_the_same_transaction(shell: Shell) -> None:
    options = ("--text", SAID, "--speaker", "alice", "--at", NOON, "--channel", "email")
    receipt = shell.ok("propose", *ABOUT, "4pm", *options, "--quote", "4pm", "--label", "move", "--json").json
    (entry,) = [shell.ok("log", "--json").json]
    assert (entry["seq"], entry["label"]) == (receipt["seq"], "move") == (1, "move")
    assert [change["what"] for change in entry["changes"]] == ["SOURCE", "ADD"]
    assert entry["changes"][0]["channel"] == "email"


def test_without_a_quote_the_whole_text_is_the_evidence(shell: Shell) -> None:
    receipt = shell.ok("propose", *ABOUT, "4pm", "--text", SAID, "--json").json
    (citation,) = receipt["outcomes"][0]["belief"]["evidence"]
    assert (citation["start"], citation["end"]) == (0, len(SAID))


def test_a_pointer_into_a_document(shell: Shell) -> None:
    document = ("--text", '{"a": {"b": 4}}', "--json-source")
    receipt = shell.ok("propose", "A/b", "n", "4", "--value-json", *document, "--pointer", "/a/b", "--json").json
    assert receipt["outcomes"][0]["belief"]["value"] == 4


def test_the_second_occurrence(shell: Shell) -> None:
    options = ("--text", "red and red", "--quote", "red", "--occurrence", "2", "--json")
    receipt = shell.ok("propose", "A/b", "colour", "red", *options).json
    assert receipt["outcomes"][0]["belief"]["evidence"][0]["start"] == 8


def test_all_options_reach_the_belief(shell: Shell) -> None:
    options = ("--type", "goal", "--confidence", "0.5", "--observed-at", "2026-03-01T09:00:00Z")
    validity = ("--valid-from", "2026-03-01T10:00:00Z", "--valid-to", "2026-03-01T11:00:00Z")
    receipt = shell.ok(
        "propose", *ABOUT, "4pm", "--text", SAID, *options, *validity, "--principal", "bob", "--json"
    ).json
    belief = receipt["outcomes"][0]["belief"]
    assert (belief["type"], belief["confidence"]) == ("goal", 0.5)
    assert belief["observed_at"] == "2026-03-01T09:00:00Z"
    assert (belief["valid_from"], belief["valid_to"]) == ("2026-03-01T10:00:00Z", "2026-03-01T11:00:00Z")
    assert shell.ok("log", "--json").json["principal"] == "bob"


@pytest.mark.parametrize("value", ["四点", "🎉", "naïve", "1 2 3"])
def test_any_script(shell: Shell, value: str) -> None:
    shell.ok("propose", "会議/顧客", "開始", value, "--text", f"x {value} y")
    done = shell.ok("get", "会議/顧客", "開始")
    assert f'会議/顧客.開始 = "{value}"' in done.out
    assert shell.ok("get", "会議/顧客", "開始", "--json").json["value"] == value


def test_what_ended_and_what_is_to_come_is_told_too(shell: Shell) -> None:
    over = ("--text", "lunch is at noon", "--at", NOON, "--valid-to", "2026-03-02T00:00:00Z")
    shell.ok("propose", "Day/1", "lunch", "noon", *over)
    shell.ok("propose", "Day/2", "lunch", "noon", *over[:2], "--valid-from", "2999-01-01T00:00:00Z")
    assert "held only until 2026-03-02 00:00:00 UTC" in shell.run("get", "Day/1", "lunch").err
    assert "holds only from 2999-01-01 00:00:00 UTC on" in shell.run("get", "Day/2", "lunch").err


def test_a_late_older_fact_says_what_is_still_shown(shell: Shell) -> None:
    shell.meeting()
    done = shell.ok("propose", *ABOUT, "2pm", "--text", "It was 2pm.", "--at", "2026-02-01T12:00:00Z")
    line = done.out.splitlines()[0]
    assert line.startswith(
        'ADD, in the past: Meeting/client.start_time = "2pm" from 2026-02-01 12:00:00 UTC until '
    )
    assert line.endswith('"4pm" is still shown')


def test_a_scheduled_fact_says_from_when_on(shell: Shell) -> None:
    shell.meeting()
    later = ("--text", "8pm from then on.", "--valid-from", "2999-01-01T00:00:00Z")
    line = shell.ok("propose", *ABOUT, "8pm", *later).out.splitlines()[0]
    assert line.startswith('SUPERSEDE, from 2999-01-01 00:00:00 UTC on: Meeting/client.start_time = "8pm"')
    assert line.endswith('"4pm" is shown until then')


def test_what_is_believed_already(shell: Shell) -> None:
    shell.meeting()
    line = shell.ok("propose", *ABOUT, "4pm", "--text", "Yes, 4pm.").out.splitlines()[0]
    assert line.startswith('NOOP  Meeting/client.start_time = "4pm"  believed already, the observation is kept')


# -- refused -------------------------------------------------------------------------------------------


def test_a_refusal_is_code_1_and_tells_why(shell: Shell) -> None:
    done = shell.refused()
    assert (done.code, done.out) == (1, "")
    assert "REJECT not_ordered_subsequence" in done.err
    assert "Propose" in done.err
    assert shell.run("get", *ABOUT).code == 3


def test_a_refusal_as_json(shell: Shell) -> None:
    done = shell.run("propose", *ABOUT, "5pm", "--text", SAID, "--json")
    assert done.code == 1
    assert (done.error["code"], done.error["retryable"]) == ("Rejected", False)
    assert done.error["reasons"] == ["not_ordered_subsequence"]
    (outcome,) = done.error["outcomes"]
    assert (outcome["outcome"], outcome["verdict"]["decision"]) == ("REJECT", "REJECT")
    assert len(done.error["tx_id"]) == 32


@pytest.mark.parametrize(
    ("value", "options", "code"),
    [
        ("", ("--text", SAID), "empty_value"),
        ("x" * 70_000, ("--text", SAID), "too_large"),
        ("4pm", ("--text", SAID, "--quote", "not there"), "quote_not_in_source"),
        ("4pm", ("--text", SAID, "--quote", "4pm", "--occurrence", "9"), "quote_not_in_source"),
        ("4pm", ("--text", SAID, "--at", "2999-01-01T00:00:00Z"), "future_observation"),
        ("4pm", ("--text", SAID, "--valid-to", "2000-01-01T00:00:00Z"), "bad_interval"),
    ],
)
def test_reasons(shell: Shell, value: str, options: tuple[str, ...], code: str) -> None:
    done = shell.run("propose", *ABOUT, value, *options, "--json")
    assert (done.code, done.error["reasons"][0]) == (1, code)


# -- misuse --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        ("Meeting", "start_time", "4pm"),
        ("Meeting/", "start_time", "4pm"),
        ("Meeting/client", " ", "4pm"),
        ("Meeting/client", "start_time"),
        (*ABOUT, "4pm"),
        (*ABOUT, "4pm", "--quote", "4pm"),
        (*ABOUT, "4pm", "--pointer", "/a"),
        (*ABOUT, "4pm", "--source", "0" * 32, "--text", SAID),
        (*ABOUT, "4pm", "--source", "0" * 32, "--speaker", "alice"),
        (*ABOUT, "4pm", "--json-source"),
        (*ABOUT, "4pm", "--text", SAID, "--quote", "4pm", "--pointer", "/a"),
        (*ABOUT, "4pm", "--text", SAID, "--occurrence", "2"),
        (*ABOUT, "4pm", "--text", ""),
        (*ABOUT, "{", "--value-json", "--text", SAID),
        (*ABOUT, "4pm", "--text", SAID, "--type", "rumour"),
        (*ABOUT, "4pm", "--text", SAID, "--confidence", "2"),
        (*ABOUT, "4pm", "--text", SAID, "--confidence", "nan"),
        (*ABOUT, "4pm", "--text", SAID, "--confidence", "much"),
        (*ABOUT, "4pm", "--text", SAID, "--expected-version", "-1"),
        (*ABOUT, "4pm", "--text", SAID, "--expected-version", "99999999999999999999"),
        (*ABOUT, "4pm", "--text", SAID, "--observed-at", "2026-03-01T12:00:00"),
        (*ABOUT, "--retract"),
        (*ABOUT, "4pm", "--text", SAID, "--label", "x" * 5000),
        (*ABOUT, "-5", "--text", SAID),
        (*ABOUT, "4pm", "5pm"),
        (*ABOUT, "4pm", "--nonsense"),
    ],
    ids=" ".join,
)
def test_misuse_is_code_2_and_writes_nothing(shell: Shell, args: tuple[str, ...]) -> None:
    done = shell.run("propose", *args, "--json")
    assert (done.code, bool(done.error["message"])) == (2, True)
    assert shell.run("log").code == 3


def test_a_value_with_a_dash_goes_behind_two_dashes(shell: Shell) -> None:
    done = shell.ok("propose", "--text", "it was -5 outside", "--json", "--", "City/a", "temperature", "-5")
    assert done.json["outcomes"][0]["belief"]["value"] == "-5"


def test_an_unknown_source_is_code_3(shell: Shell) -> None:
    done = shell.run("propose", *ABOUT, "4pm", "--source", "0" * 32, "--json")
    assert (done.code, done.error["code"]) == (3, "NotFound")


def test_a_stale_version_is_code_4_and_retryable(shell: Shell) -> None:
    shell.meeting()
    fresh = ("propose", *ABOUT, "4pm", "--text", SAID, "--expected-version")
    done = shell.run(*fresh, "0", "--json")
    assert done.code == 4
    assert (done.error["code"], done.error["retryable"]) == ("Conflict", True)
    assert (done.error["expected"], done.error["actual"]) == (0, 1)
    assert (done.error["entity"], done.error["attribute"]) == (["Meeting", "client"], "start_time")
    assert shell.run(*fresh, "1").code == 0

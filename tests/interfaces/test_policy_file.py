"""A policy from a file: all that a policy can say, and what is wrong with a file in plain words."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtxn import InvalidInput, Policy, Provision, read_policy

WHOLE = """
url = "agent.db"

[policy]
value_limit = 1000
zone = "Europe/Rome"
silent_about_persons = []

[policy.authority]
web = 0.1

[policy.principals]
al = "Person/alice"

[[policy.provisions]]
channel = "email"
entity_type = "Account"
min_authority = 0.6

[[policy.provisions]]
type = "hypothesis"
decisions = { not_ordered_subsequence = "quarantine" }
allow = true
verifier = true
"""


def test_all_that_it_says(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").write_text(WHOLE, encoding="utf-8")
    made = read_policy(tmp_path / "policy.toml")
    assert made == Policy(
        value_limit=1000,
        zone="Europe/Rome",
        silent_about_persons=(),
        authority=Policy().authority | {"web": 0.1},
        principals={"al": "Person/alice"},
        provisions=(
            Provision(channel="email", entity_type="Account", min_authority=0.6),
            Provision(
                type="hypothesis",
                decisions={"not_ordered_subsequence": "quarantine"},
                allow=True,
                verifier=True,
            ),
        ),
    )
    assert read_policy(str(tmp_path / "policy.toml")).fingerprint(()) == made.fingerprint(())


def test_a_channel_is_the_usual_one_however_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").write_text("[policy.authority]\nWeb = 0.1\n", encoding="utf-8")
    made = read_policy(tmp_path / "policy.toml")
    assert (made.authority_of("web"), made.authority_of("user")) == (0.1, 0.7)
    assert "web" not in made.authority


def test_where_it_says_nothing_the_defaults_hold(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    for text in ("", "[policy]\n", "[policy.ceilings]\nnote = 0.6\n"):
        path.write_text(text, encoding="utf-8")
        policy = read_policy(path)
        assert policy.authority == Policy().authority
        assert policy.ceilings["assistant"] == 0.3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("policy = 5", "policy must be a table, not 5"),
        ("[policy", "is no TOML"),
        ("[policy]\nzones = 'x'", "no policy setting 'zones'; there are mode, "),
        ("[policy]\nzone = 'x'", "policy zone must be an IANA name"),
        ("[policy]\nvalue_limit = 'x'", "value_limit"),
        ("[policy]\nvalue_limit = -1", "policy value_limit must be a whole number from 0, not -1"),
        ("[policy.authority]\nassistant = 0.5", "above its ceiling of 0.3"),
        ("[policy.authority]\nassistant = 'high'", "authority"),
        ("[[policy.provisions]]\nchanel = 'web'", "chanel"),
        ("[[policy.provisions]]\ntype = 'wish'", "provision type 'wish' is no type of a belief"),
        (
            "[[policy.provisions]]\n[policy.provisions.decisions]\ntoo_large = 'admit'",
            "counts under every policy",
        ),
        ("[[policy.provisions]]\n[policy.provisions.decisions]\nlies = 'admit'", "'lies' does not exist"),
        ("[[policy.provisions]]\n[policy.provisions.decisions]\nnot_ordered_subsequence = 'maybe'", "maybe"),
    ],
)
def test_what_is_wrong_is_told_with_the_file(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "policy.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        read_policy(path)
    assert "policy.toml" in str(caught.value)
    assert said in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"# \xff")
    (tmp_path / "large.toml").write_bytes(b"#" * (1024 * 1024 + 1))
    (tmp_path / "deep.toml").write_text("a = " + "[" * 100_000, encoding="utf-8")
    for name in ("latin.toml", "large.toml", "deep.toml", "none.toml", "", "a\0b", "\ud800"):
        with pytest.raises(InvalidInput):
            read_policy(tmp_path / name)


@pytest.mark.parametrize("path", [None, 5, b"policy.toml", "", ["policy.toml"]], ids=repr)
def test_no_path(path: object) -> None:
    with pytest.raises(InvalidInput, match="path"):
        read_policy(path)  # type: ignore[arg-type]

"""Provisions: which ones match, what they make together, what they can never decide; and the rest of a policy."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import msgspec
import pytest

from memtxn import Decision, Finding, InvalidInput, Policy, Provision
from memtxn.core.admission.reasons import REASONS, SUPPORT
from memtxn.core.admission.treated import GUARDS, checked, treated
from memtxn.model.policy import LONGEST_EXPIRY
from memtxn.model.provision import NO_TREATMENT, Asked, Decided, Treatment, strictest, treatment_of

ASKED = Asked("web", "Person", "phone", "fact", "high")
CODE = "not_ordered_subsequence"


def treatment(*provisions: Provision) -> Treatment:
    policy = Policy(provisions=provisions)
    return policy.treatment("web", "Person", "phone", "fact", "high")


# -- which ones match ----------------------------------------------------------------------------------


def test_without_conditions_it_is_about_everything() -> None:
    assert treatment(Provision(allow=False)) == Treatment(allow=False)
    assert treatment() is NO_TREATMENT


@pytest.mark.parametrize("name", Asked.__struct_fields__)
def test_each_condition_must_be_equal(name: str) -> None:
    conditions = msgspec.structs.asdict(ASKED)
    assert Provision(allow=False, **{name: conditions[name]}).matches(ASKED)
    assert Provision(allow=False, **conditions).matches(ASKED)
    other = conditions | {name: "goal" if name == "type" else conditions[name] + "x"}
    assert not Provision(allow=False, **other).matches(ASKED)


def test_a_provision_for_a_risk_is_not_about_a_transaction_without_one() -> None:
    policy = Policy(provisions=(Provision(risk="high", min_authority=0.9),))
    assert policy.treatment("web", "P", "x", "fact").min_authority == 0
    assert policy.treatment("web", "P", "x", "fact", "high").min_authority == 0.9


def test_of_all_that_match_the_later_one_overrides_what_it_names() -> None:
    made = treatment(
        Provision(decisions={CODE: "quarantine", "quote_not_in_source": "admit"}, min_authority=0.9),
        Provision(channel="tool", allow=False),
        Provision(channel="web", decisions={CODE: "reject"}, verifier=True),
        Provision(entity_type="Person", min_authority=0.2),
    )
    assert made == Treatment(
        decisions={CODE: Decision.REJECT, "quote_not_in_source": Decision.ADMIT}, min_authority=0.2, verifier=True
    )


def test_a_later_one_can_take_back() -> None:
    assert treatment(Provision(allow=False), Provision(attribute="phone", allow=True)) == NO_TREATMENT
    assert not treatment(Provision(attribute="phone", allow=True), Provision(allow=False)).allow


# -- several channels ----------------------------------------------------------------------------------

ONE = Treatment(decisions={CODE: Decision.ADMIT}, min_authority=0.5, verifier=True)
OTHERS = [
    Treatment(decisions={CODE: Decision.QUARANTINE}, min_authority=0.7, verifier=True, self_attested=True),
    Treatment(allow=False, min_authority=0.1),
    NO_TREATMENT,
]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_strictest_of_several_whatever_their_order(order: tuple[int, ...]) -> None:
    assert strictest([ONE, *(OTHERS[number] for number in order)]) == Treatment(
        allow=False, min_authority=0.7, self_attested=True
    )


def test_a_decision_counts_only_when_all_channels_have_it_or_when_it_is_worse() -> None:
    looser = Treatment(decisions={CODE: Decision.ADMIT, "quote_not_in_source": Decision.QUARANTINE})
    assert strictest([looser, looser]) == looser
    assert strictest([looser, NO_TREATMENT]) == NO_TREATMENT
    worse = Treatment(decisions={CODE: Decision.REJECT})
    assert strictest([looser, worse]) == strictest([NO_TREATMENT, worse]) == worse
    assert strictest([]) is NO_TREATMENT


# -- what they decide about ----------------------------------------------------------------------------


@pytest.mark.parametrize("decided", Decision)
def test_a_finding_counts_as_it_was_decided(decided: Decision) -> None:
    found = Finding("patch", Decision.REJECT, CODE, "not there")
    made = treated(found, Treatment(decisions={CODE: decided}))
    assert (made.code, made.detail) == (found.code, found.detail)
    assert made.counts == (decided is not Decision.ADMIT)
    assert made.waived == ("" if made.counts else "policy")
    assert not made.counts or made.decision is decided


def test_what_admits_or_is_not_decided_about_stays_as_it_is() -> None:
    asked = Treatment(decisions={CODE: Decision.QUARANTINE})
    for finding in (Finding("patch"), Finding("quote", Decision.REJECT, "quote_not_in_source")):
        assert treated(finding, asked) is finding
    rejected = Finding("patch", Decision.REJECT, CODE)
    assert treated(rejected, NO_TREATMENT) is rejected


@pytest.mark.parametrize("code", sorted(GUARDS))
@pytest.mark.parametrize("decided", ["admit", "quarantine", "reject"])
def test_no_policy_decides_about_what_guards_the_store(code: str, decided: Any) -> None:  # noqa: ANN401
    policy = Policy(provisions=(Provision(decisions={code: decided}),))
    with pytest.raises(InvalidInput, match=f"provisions: 1: the code '{code}' counts under every policy"):
        checked(policy)
    finding = Finding("rule", Decision.REJECT, code)
    assert treated(finding, Treatment(decisions={code: Decision.ADMIT})) is finding


def test_the_guards() -> None:
    named = {"missing_field", "empty_value", "too_large", "future_observation", "bad_interval", "source_unknown"}
    assert named <= GUARDS
    assert set(REASONS) == GUARDS | SUPPORT


def test_a_code_that_there_is_not() -> None:
    with pytest.raises(InvalidInput, match="provisions: 2: the code 'lies' does not exist"):
        checked(Policy(provisions=(Provision(), Provision(decisions={"lies": "reject"}))))


# -- a policy that does not mean what it seems to mean -------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {"channel": ""},
        {"channel": 5},
        {"risk": b"high"},
        {"type": "wish"},
        {"type": "retraction"},
        {"type": "Fact"},
        {"decisions": ["reject"]},
        {"decisions": {CODE: "ADMIT"}},
        {"decisions": {CODE: Decision.ADMIT}},
        {"decisions": {5: "admit"}},
        {"allow": 1},
        {"verifier": "yes"},
        {"channel": "\ud800"},
        {"entity_type": "a\ud800"},
        {"attribute": "\udfff"},
        {"risk": "\ud800"},
        {"decisions": {"\ud800": "admit"}},
        {"min_authority": 1.1},
        {"min_authority": True},
        {"min_authority": float("nan")},
    ],
    ids=repr,
)
def test_provisions_that_cannot_be(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="provision"):
        Provision(**given)


@pytest.mark.parametrize(
    "given",
    [
        {"zone": "Europe/Nowhere"},
        {"zone": "Europe"},
        {"zone": ""},
        {"zone": "../../etc/passwd"},
        {"zone": "a\0b"},
        {"zone": "\ud800"},
        {"zone": "localtime"},
        {"zone": "posixrules"},
        {"zone": "right/Europe/Rome"},
        {"zone": 1},
        {"principals": {"al": "alice"}},
        {"principals": {"al": ("Person", "alice")}},
        {"principals": {"": "Person/alice"}},
        {"principals": {5: "Person/alice"}},
        {"principals": ["al"]},
        {"provisions": [Provision()] * 1001},
        {"provisions": [{}]},
        {"provisions": Provision()},
        {"authority": {"assistant": 0.31}},
        {"ceilings": {"web": 2}},
        {"ceilings": {"web": 0.1}},
        {"silent_about_persons": "web"},
        {"self_attested": [5]},
        {"self_attested": ("\ud800",)},
        {"state_channels": ["\ud800"]},
        {"silent_about_persons": ("web", "\ud800")},
        {"authority": {"\ud800": 0.1}},
        {"ceilings": {"\ud800": 0.1}},
        {"authority": {"web": 0.1, "Web": 0.5}},
        {"ceilings": {"web": 0.3, "web ": 0.5}},
        {"ceilings": {"Web": 0.1}},
        {"principals": {"\ud800": "Person/alice"}},
        {"quarantine_expiry": 10**18},
        {"quarantine_expiry": 2**63 - 2},
    ],
    ids=lambda given: repr(given)[:50],
)
def test_settings_that_cannot_be(given: dict[str, Any]) -> None:
    with pytest.raises(
        InvalidInput, match=f"policy {next(iter(given)).replace('ceilings', '(ceilings|authority)')}"
    ):
        Policy(**given)


# -- the rest of a policy ------------------------------------------------------------------------------


def test_who_may_speak_of_persons_by_default() -> None:
    policy = Policy()
    channels = [*policy.authority, "Web", "anything"]
    silent = [channel for channel in channels if not policy.may_speak_of(channel, person=True)]
    assert silent == ["tool", "web", "Web"]
    assert all(policy.may_speak_of(channel, person=False) for channel in channels)


def test_nobody_raises_an_authority_above_the_ceiling() -> None:
    policy = Policy(ceilings={"assistant": 0.3, "plugin": 0.2})
    assert [policy.authority_of("assistant", given) for given in (None, 0.1, 0.3, 1.0)] == [0.3, 0.1, 0.3, 0.3]
    assert [policy.authority_of("plugin", given) for given in (None, 0.9)] == [0.2, 0.2]
    assert policy.authority_of("user", 1.0) == 1.0


SPELT = ("web", "Web", "WEB ", " web\n", "ｗｅｂ", "ＷＥＢ", "w\u200beb", "web\u3000")


@pytest.mark.parametrize("channel", SPELT)
@pytest.mark.parametrize("named", ["web", "Web", "ｗｅｂ"])
def test_a_channel_is_the_same_however_it_is_written(channel: str, named: str) -> None:
    policy = Policy(
        authority={named: 0.1},
        ceilings={named: 0.2},
        state_channels=(named,),
        silent_about_persons=(named,),
        self_attested=(named,),
        provisions=(Provision(channel=named, allow=False),),
    )
    assert policy.authority_of(channel) == 0.1
    assert policy.authority_of(channel, 1.0) == 0.2
    assert policy.may_state(channel)
    assert policy.is_self_attested(channel)
    assert not policy.may_speak_of(channel, person=True)
    made = policy.treatment(channel, "P", "x", "fact")
    assert (made.allow, made.self_attested) == (False, True)


@pytest.mark.parametrize("channel", ["webs", "we b", "wéb", "web2", ""])
def test_another_channel_is_another_one(channel: str) -> None:
    policy = Policy(provisions=(Provision(channel="web", allow=False),))
    assert policy.treatment(channel, "P", "x", "fact").allow
    assert policy.may_speak_of(channel, person=True)
    assert not policy.may_state("web")


def test_the_longest_wait_is_a_thousand_years_or_for_ever() -> None:
    for given in (0, LONGEST_EXPIRY, 2**63 - 1):
        assert Policy(quarantine_expiry=given).quarantine_expiry == given
    with pytest.raises(InvalidInput, match=f"at most {LONGEST_EXPIRY}"):
        Policy(quarantine_expiry=LONGEST_EXPIRY + 1)


def test_speakers_are_found_by_their_entity() -> None:
    policy = Policy(principals={"Ali": "Person/ali", "al": " Person / ali ", "x": "Site/a/b"})
    assert policy.speakers_of(("Person", "ali")) == ("Ali", "al")
    assert policy.speakers_of(("Site", "a/b")) == ("x",)
    assert policy.speakers_of(("Person", "Ali")) == ()


OTHER: dict[str, Any] = {
    "mode": "shadow",
    "authority": {"web": 0.1},
    "ceilings": {},
    "state_channels": ("tool",),
    "silent_about_persons": (),
    "self_attested": (),
    "zone": "Asia/Tokyo",
    "principals": {"al": "Person/alice"},
    "provisions": (Provision(allow=False),),
}


def test_every_setting_moves_the_fingerprint() -> None:
    numbers = {name: getattr(Policy(), name) + 1 for name in Policy.__struct_fields__ if name not in OTHER}
    policies = [Policy(), *(Policy(**{name: value}) for name, value in (OTHER | numbers).items())]
    policies += [Policy(provisions=(Provision(allow=True),)), Policy(provisions=(Provision(), Provision()))]
    assert len({policy.fingerprint(("patch",)) for policy in policies}) == len(policies)


def test_the_order_of_a_dict_does_not_move_it() -> None:
    def made(order: int) -> Policy:
        decisions: dict[str, Decided] = {CODE: "reject", "quote_not_in_source": "admit"}
        return Policy(
            principals=dict([("a", "P/1"), ("b", "P/2")][::order]),
            authority=dict([("user", 0.5), ("web", 0.1)][::order]),
            provisions=(Provision(decisions=dict(list(decisions.items())[::order])),),
        )

    assert made(1).fingerprint(()) == made(-1).fingerprint(())


def test_what_was_worked_out_once_is_no_part_of_the_policy() -> None:
    used, fresh = (Policy(principals={"a": "P/1"}, provisions=(Provision(allow=False),)) for _ in range(2))
    for number in range(5000):
        used.treatment("web", "P", f"x{number}", "fact")
    used.speakers_of(("P", "1"))
    assert (used, used.fingerprint(())) == (fresh, fresh.fingerprint(()))
    changed = msgspec.structs.replace(used, provisions=(Provision(min_authority=0.5),))
    assert changed.treatment("web", "P", "x1", "fact") == Treatment(min_authority=0.5)
    assert treatment_of((), ASKED) == NO_TREATMENT

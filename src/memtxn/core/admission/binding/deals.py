"""Deals: verbs that tell of one event with two sides to it, and the nouns by which attributes ask for a side.

"Ines sold the boat to Otto" names a seller and a buyer; that Otto is the ``seller`` it does not say.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

import msgspec

from memtxn.core.admission.han_words import is_word
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.word_set import word_set


class Deal(msgspec.Struct, frozen=True):
    """Verbs of one event: the nouns for who does it (``agent``), and for the ``other`` side.

    ``through`` are the prepositions that lead to the other side ("sold … *to* Otto"); without any it is the
    object of the verb.
    """

    verbs: frozenset[str]
    agent: frozenset[str]
    other: frozenset[str]
    through: frozenset[str] = frozenset()


_WINNER = "winner victor champion winners victors 冠军 胜者 赢家 获胜者 优胜者 胜方 获胜方"
_LOSER = "loser losers runner 败者 输家 负者 败方 亚军 负方"
_OWNER = "owner 主人 业主 所有人 所有者 车主 房主 店主"
_SELLER, _BUYER = "seller vendor salesperson 卖家 卖方 出售者", f"buyer purchaser 买家 买方 购买者 {_OWNER}"
_LENDER, _BORROWER = "lender creditor 出借人 债主 债权人", "borrower debtor 借款人 债务人 借用人"
_TEACHER = "teacher tutor instructor trainer coach 老师 教师 教练 导师"
_PUPIL = "student pupil trainee learner tutee 学生 学员 徒弟"
_SENDER = "sender author writer 发件人 寄件人 发送人 寄信人"
_RECEIVER = "recipient addressee receiver 收件人 收信人 接收人"
_EMPLOYER, _EMPLOYEE = "employer hirer 雇主", "employee 雇员"
_LANDLORD, _TENANT = "landlord landlady lessor letter 房东 出租人", "tenant renter lessee 房客 租客 承租人 租户"

_ROWS = (
    (
        "beat beats beaten defeat defeats defeated thrash thrashed trounce trounced outplay outplayed "
        "crush crushed edge edged overcame overcome outran outscored eliminate eliminated 赢 赢了 战胜 击败 打败 "
        "力克 大胜 完胜 险胜 横扫 淘汰 胜 打赢",
        _WINNER,
        _LOSER,
        "",
    ),
    ("win wins won", _WINNER, _LOSER, "against over"),
    ("lose loses lost losing", _LOSER, _WINNER, "to against"),
    ("输给 负于 不敌 败给 惜败于 输了给", _LOSER, _WINNER, ""),
    ("sell sells sold", _SELLER, _BUYER, "to"),
    ("卖给 售给 转卖给", _SELLER, _BUYER, ""),
    ("buy buys bought purchase purchases purchased 买 购", _BUYER, _SELLER, "from 从 向 跟 找"),
    (
        "give gives gave given donate donates donated hand hands handed 让了 送了 赠 赠了 捐 捐了",
        "giver donor 赠送人 捐赠者",
        "recipient beneficiary 受赠人",
        "to",
    ),
    ("lend lends lent loan loans loaned 借给", _LENDER, _BORROWER, ""),
    ("borrow borrows borrowed 借", _BORROWER, _LENDER, "from 从 向 跟 找"),
    ("owe owes owed 欠", _BORROWER, _LENDER, ""),
    (
        "teach teaches taught tutor tutors tutored coach coaches coached train trains trained 教",
        _TEACHER,
        _PUPIL,
        "",
    ),
    ("learn learns learned learnt 学", _PUPIL, _TEACHER, "from 跟 向 从"),
    ("拜 师从 师承", f"apprentice {_PUPIL}", f"master mentor 师傅 师父 {_TEACHER}", ""),
    ("租给 出租给 转租给", _LANDLORD, _TENANT, ""),
    ("rent rents rented lease leases leased let lets", _LANDLORD, _TENANT, "to"),
    ("rent rents rented lease leases leased 租", _TENANT, _LANDLORD, "from 从 向 跟 找"),
    (
        "write writes wrote written send sends sent mail mailed email emailed post posted 寄 发",
        _SENDER,
        _RECEIVER,
        "to 给",
    ),
    ("寄给 发给 写给 送给", _SENDER, _RECEIVER, ""),
    ("receive receives received get gets got 收到", _RECEIVER, _SENDER, "from 从"),
    ("hire hires hired employ employs employed recruit recruited 雇 雇了 聘 聘请 雇用", _EMPLOYER, _EMPLOYEE, ""),
    (
        "interview interviews interviewed 面试 采访",
        "interviewer 面试官 采访者",
        "interviewee candidate 应聘者 受访者",
        "",
    ),
    (
        "replace replaces replaced succeed succeeds succeeded 接替 取代 顶替 代替 替换 替 顶",
        "successor replacement 继任者",
        "predecessor 前任",
        "",
    ),
    ("invite invites invited 邀请", "host organizer organiser 主人", "guest invitee 客人", ""),
    ("call calls called phone phones phoned ring rang", "caller", "callee", ""),
    ("acquire acquires acquired 收购", "acquirer acquiror buyer 收购方", "acquiree 被收购方", ""),
    ("nominate nominates nominated 提名", "nominator 提名人", "nominee 被提名人", ""),
    ("treat treats treated examine examined", "doctor physician therapist dentist", "patient", ""),
    ("sue sues sued", "plaintiff claimant suer 原告", "defendant sued accused 被告", ""),
    ("pay pays paid 付给", "payer 付款人", "payee 收款人", ""),
    ("inherit inherits inherited", "heir inheritor beneficiary heiress", "testator bequeather", "from"),
    ("bequeath bequeaths bequeathed", "testator bequeather", "heir inheritor beneficiary heiress", "to"),
    (
        "mentor mentors mentored supervise supervises supervised manage manages managed oversee oversees oversaw",
        "mentor supervisor manager boss overseer superior",
        "mentee supervisee protege report subordinate",
        "",
    ),
    ("report reports reported", "report subordinate", "boss manager superior supervisor", "to"),
    ("adopt adopts adopted", "adopter", "adoptee", ""),
    ("donate donates donated give gives gave", "donor giver benefactor", _RECEIVER, "to"),
    ("supply supplies supplied", "supplier", "customer", "to"),
    (
        "represent represents represented defend defends defended",
        "lawyer attorney counsel solicitor",
        "client",
        "",
    ),
    ("sponsor sponsors sponsored fund funds funded", "sponsor funder backer", "beneficiary grantee", ""),
    ("insure insures insured", "insurer", "insured policyholder", ""),
    ("photograph photographs photographed", "photographer", "model", ""),
    ("babysit babysits babysat", "babysitter sitter childminder", "charge", "for"),
)
_DEALS = tuple(Deal(*map(word_set, row)) for row in _ROWS)
_NOUNS = frozenset(chain.from_iterable(deal.agent | deal.other for deal in _DEALS))
_LONGEST = 3
"""Letters of the longest Chinese verb."""
_NEAR = 3
"""Words before the value in which the preposition stands that leads to it."""
_EITHER_WAY = word_set("rent rents rented lease leases leased let lets")
"""Verbs for what either side does; the preposition tells them apart (rents to, rents from)."""
_BE = word_set("is are was were be been being got get gets")
_LIGHT = word_set("the a an my our your his her their")


def other_side(
    sentence: Sentence,
    clause: int,
    attribute: tuple[str, ...],
    value: tuple[int, int],
    entity: tuple[int, int] | None,
) -> bool:
    """Whether the clause gives the value the other side of a deal than the attribute asks for."""
    asked = _asked(attribute)
    if not asked:
        return False
    tokens = [token - sentence.first for token in sentence.clauses.tokens(clause)]
    first, last = value[0] - sentence.first, value[1] - sentence.first
    for deal, agent in asked:
        verb = _verb(sentence.texts, tokens, deal, first, last)
        if verb is None or (
            attribute[0] in deal.verbs - _NOUNS and not attribute[1:] and not _behind(sentence, verb, entity)
        ):
            continue
        side = (_unspaced_side if is_unspaced(sentence.texts[verb[0]]) else _side)(
            sentence, tokens, deal, verb, first
        )
        if side is not None:
            return side is not agent
    return False


def _behind(sentence: Sentence, verb: tuple[int, int], entity: tuple[int, int] | None) -> bool:
    """Whether the entity is named behind the verb, so that it does not do it; be it as the speaker (欠我)."""
    if entity is None:
        return sentence.texts[verb[1] : verb[1] + 1] == ["我"]
    return entity[0] - sentence.first >= verb[1]


@lru_cache(maxsize=4096)
def _asked(attribute: tuple[str, ...]) -> tuple[tuple[Deal, bool], ...]:
    """The deals of which an attribute asks for a side, each with whether that is the one who does it."""
    by_verb = tuple((deal, side) for deal in _DEALS for side in (_by_verb(attribute, deal),) if side is not None)
    nouns, of_it = _nouns(attribute), attribute[-1:] == ("of",)
    if not nouns and len(attribute) > 1:
        nouns = frozenset().union(*(deal.agent if side else deal.other for deal, side in by_verb))
    by_noun = tuple(
        (deal, (not nouns.isdisjoint(deal.agent)) is not of_it)  # who is winner_of somebody has beaten him
        for deal in _DEALS
        if nouns.isdisjoint(deal.agent) is not nouns.isdisjoint(deal.other)
    )
    return by_verb + by_noun


def _by_verb(attribute: tuple[str, ...], deal: Deal) -> bool | None:
    """The side that an attribute asks for by a verb: ``defeated``, ``hired_by``, ``sold_boat_to``."""
    if not attribute or attribute[0] not in deal.verbs:
        return None
    if len(attribute) == 1:
        return None if attribute[0] in _NOUNS or deal.through else False
    if attribute[-1] == "by":
        return True
    return False if attribute[-1] in (deal.through or _LEADING) else None


_LEADING = frozenset(("to",))
"""The preposition of an attribute for the other side of a deal whose verb needs none: ``lent_drill_to``."""


def _nouns(attribute: tuple[str, ...]) -> frozenset[str]:
    """The nouns for a side in the name of an attribute."""
    joined = "".join(attribute)
    if joined.isascii():
        found = _NOUNS.intersection(_head(attribute))
    else:
        found = frozenset(noun for noun in _NOUNS if not noun.isascii() and noun in joined)
    return found - word_set(_OWNER) if _was(attribute, joined) else found


def _head(attribute: tuple[str, ...]) -> tuple[str, ...]:
    """The noun for what is asked, behind what tells more of it: the licence, in ``coach_licence``."""
    words = attribute[: attribute.index("of")] if "of" in attribute else attribute
    while len(words) > 1 and words[-1] in _LABELS:
        words = words[:-1]
    return words[-1:]


_LABELS = word_set("name id email phone team 1 2")
"""Words behind the noun that only say in which form it is asked for."""


def _was(attribute: tuple[str, ...], joined: str) -> bool:
    """Whether an attribute asks for who had it before."""
    return not _BEFORE.isdisjoint(attribute) or any(word in joined for word in _BEFORE if not word.isascii())


_BEFORE = word_set("former previous prior old original first 前 原 曾")


def _verb(texts: list[str], tokens: list[int], deal: Deal, first: int, last: int) -> tuple[int, int] | None:
    """Where the verb of a deal stands outside of the value; a noun behind an article is none."""
    for at in tokens:
        if first <= at < last:
            continue
        if texts[at] in deal.verbs and not is_unspaced(texts[at]):
            if not at or texts[at - 1] not in _LIGHT:
                return at, at + 1
            continue
        for size in range(min(_LONGEST, tokens[-1] + 1 - at), 0, -1):
            whole = size > 1 or not at or not is_word(texts[at - 1] + texts[at])  # 学 of 中学 is no verb
            if whole and "".join(texts[at : at + size]) in deal.verbs:
                return at, at + size
    return None


def _side(sentence: Sentence, tokens: list[int], deal: Deal, verb: tuple[int, int], first: int) -> bool | None:
    """True for the one who does it, False for the other side, None for neither."""
    texts = sentence.texts
    passive = bool(_BE.intersection(texts[max(0, verb[0] - 2) : verb[0]]))
    behind = [texts[at] for at in tokens if max(verb[1], first - _NEAR) <= at < first]
    if first < verb[0]:
        told = texts[verb[0]] not in _EITHER_WAY or not deal.through.isdisjoint([texts[at] for at in tokens])
        return None if not told or (passive and deal.through) else not passive
    leads = next((word for word in reversed(behind) if word not in _LIGHT), "")
    if leads == "by":
        return True if passive else None
    if deal.through:
        return False if leads in deal.through else None
    return False if leads in ("", "to") or leads not in sentence.grammar.prepositions else None


def _unspaced_side(
    sentence: Sentence, tokens: list[int], deal: Deal, verb: tuple[int, int], first: int
) -> bool | None:
    """The same for Chinese, where what leads to a side stands before the verb (被蓝队击败, 向小王借)."""
    texts = sentence.texts
    before = [texts[at] for at in tokens if at < verb[0]]
    leads = texts[first - 1] if first and first in tokens and first - 1 in tokens else ""
    if first < verb[0]:
        if leads in deal.through and leads:
            return False
        if "被" in before:
            return leads == "被"
        return True
    if leads in ("给",) and "给" in deal.through:
        return False
    return None if deal.through else False

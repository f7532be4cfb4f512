"""Bearers: of whom a clause speaks. The words in it that name somebody, in their order."""

from __future__ import annotations

from typing import Literal

import msgspec

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.han_words import is_word
from memtxn.core.admission.reading.grammar import Grammar
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.word_set import word_set

Kind = Literal["first", "second", "third", "kin", "name"]
"""The speaker; the one spoken to; he, she or they; a person by a noun (my brother); a name."""


class Bearer(msgspec.Struct, frozen=True):
    """Tokens ``first`` … ``last`` - 1. ``owned``: what follows belongs to it ("my", "Bob's", 小宋的)."""

    kind: Kind
    first: int
    last: int
    owned: bool = False


_UNSPACED = 0x2E80
_DAYS = word_set("""
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july
    august september october november december christmas easter
""")
_NOBODY = word_set("""
    it its itself this that him them themselves himself herself lo la los las le les es
""")
"""Third persons that are no person, or never the one who bears a clause."""
_NOUN_LENGTH = 4
_ACTS = frozenset("在是说有会要去住给跟叫负当教带学管种吃喝买卖做来穿")
_CALLED = word_set("""
    mum mom mam dad mummy mommy daddy grandma grandpa granny gran nana nan grandad auntie papa mama
""")
"""Relatives who are called so, without an article."""
_NAME_FOLLOWERS = frozenset(
    "的是在说有对会要去住给和跟叫把被从也都就将负喜爱最很真已正想常每今昨明周上下不没膝口"
)


def bearers_in(analysis: Analysis, sentence: Sentence, clause: int) -> list[Bearer]:
    """Who is named in a clause, from left to right.

    Names are told by their capital letter, or in Chinese by their form (小王, 王总).
    """
    tokens = sentence.clauses.tokens(clause)
    return [] if not tokens else _scan(analysis, sentence, tokens)


def _scan(analysis: Analysis, sentence: Sentence, tokens: list[int]) -> list[Bearer]:
    found: list[Bearer] = []
    texts, first = sentence.texts, sentence.first
    skip = -1
    for at, token in enumerate(tokens):
        if token < skip:
            continue
        word = texts[token - first]
        following = texts[tokens[at + 1] - first] if at + 1 < len(tokens) else ""
        unspaced = ord(word[0]) >= _UNSPACED
        bearer = (
            _unspaced(sentence, token, tokens[-1] + 1)
            if unspaced
            else _spaced(analysis, sentence, tokens, at, following)
        )
        if bearer is not None:
            found.append(bearer)
            skip = bearer.last
    return found


def _spaced(analysis: Analysis, sentence: Sentence, tokens: list[int], at: int, following: str) -> Bearer | None:
    grammar, first, token = sentence.grammar, sentence.first, tokens[at]
    word = sentence.texts[token - first]
    owned = word in grammar.possessives
    if word in grammar.first_person:
        return Bearer("first", token, token + 1, owned)
    if word in grammar.third_person and word not in _NOBODY:
        return Bearer("third", token, token + 1, owned)
    if word in grammar.second_person:
        return Bearer("second", token, token + 1, owned)
    if word in _CALLED and (not at or following in grammar.auxiliaries or following == "'s"):
        return Bearer("kin", token, token + 1, following == "'s")
    if _is_person_noun(grammar, word) and at and _determined(sentence, tokens[at - 1] - first):
        return Bearer("kin", token, token + 1, following == "'s")
    if (
        analysis.is_capital(token)
        and _may_be_name(sentence, word)
        and _is_name(analysis, sentence, tokens, at, following)
    ):
        last = at + 1
        gaps = sentence.clauses.gaps
        while (
            last < len(tokens)
            and tokens[last] == tokens[last - 1] + 1
            and analysis.is_capital(tokens[last])
            and '"' not in gaps[tokens[last] - first]
            and sentence.texts[tokens[last] - first] not in grammar.first_person
        ):
            last += 1
        after = sentence.texts[tokens[last] - first] if last < len(tokens) else ""
        owns = after == "'s" or (
            last < len(tokens) and sentence.clauses.gaps[tokens[last] - first].startswith("'")
        )
        return Bearer("name", token, tokens[last - 1] + 1, owns)
    return None


def _may_be_name(sentence: Sentence, word: str) -> bool:
    """Whether a capital letter could be that of a person: not in an acronym or a brand of a Chinese sentence."""
    grammar = sentence.grammar
    return grammar.languages[0] not in ("zh", "ja", "de") or word in grammar.given_names or word in grammar.titles


def _is_person_noun(grammar: Grammar, word: str) -> bool:
    return word in grammar.person_nouns or (word.endswith("s") and word[:-1] in grammar.person_nouns)


def _determined(sentence: Sentence, at: int) -> bool:
    """Whether the word before makes a noun somebody: my brother, Bob's brother, the new boss."""
    grammar = sentence.grammar
    for back in (at, at - 1):
        if back >= 0:
            word = sentence.texts[back]
            if word in grammar.possessives or word in grammar.articles or word == "'s":
                return True
    return False


def _is_name(analysis: Analysis, sentence: Sentence, tokens: list[int], at: int, following: str) -> bool:
    """Whether a capital letter is that of a name: in mid-sentence, or of a known name, or before a verb."""
    grammar, word = sentence.grammar, sentence.texts[tokens[at] - sentence.first]
    if word in grammar.function_words or word in grammar.joints or word in grammar.question_words:
        return False
    if word in _DAYS:
        return False
    if word in grammar.given_names or word in grammar.titles:
        return True
    if tokens[at] == sentence.first or (
        at == 0 and sentence.clauses.gaps[tokens[at] - sentence.first][-1:] in ":\"'"
    ):
        if grammar.languages[0] != "en" or word.endswith("ing") or following in grammar.function_words:
            return following == "'s" or following in grammar.auxiliaries
        return (
            following == "'s"
            or following in grammar.auxiliaries
            or (following.endswith("s") and len(following) > 3 and not analysis.is_capital(tokens[at + 1]))
        )
    return len(word) > 1


def _unspaced(sentence: Sentence, token: int, end: int) -> Bearer | None:
    grammar, texts, first = sentence.grammar, sentence.texts, sentence.first
    run = texts[token - first : min(token + _NOUN_LENGTH, end) - first]
    for size in range(len(run), 0, -1):
        word = "".join(run[:size])
        kind: Kind | None = None
        if word in grammar.first_person:
            kind = "first"
        elif word in grammar.third_person:
            kind = "third"
        elif word in grammar.second_person:
            kind = "second"
        elif word in grammar.person_nouns and (size > 1 or _is_topic(texts, token + 1 - first)):
            kind = "kin"
        if kind:
            return Bearer(kind, token, token + size, _owns(texts, token + size - first))
    if len(run) > 1 and run[0] in grammar.name_prefixes and ord(run[1][0]) >= _UNSPACED:
        after = run[2] if len(run) > 2 else ""
        if "".join(run[:2]) not in NOT_NAMES and (
            not after or after in _NAME_FOLLOWERS or token == sentence.first
        ):
            return Bearer("name", token, token + 2, _owns(texts, token + 2 - first))
    if grammar.languages[0] == "ja":
        return _honoured(sentence, token, end)
    begins = (
        token == sentence.first or sentence.clauses.of[token - first - 1] != sentence.clauses.of[token - first]
    )
    if begins and len(run) > 2 and run[0] in grammar.surnames:
        for size in (3, 2):
            name, after = "".join(run[:size]), run[size] if len(run) > size else ""
            known = is_word("".join(run[:2])) or is_word(name) or is_word("".join(run[size - 1 : size + 1]))
            if (
                after
                and after in _ACTS
                and not known
                and run[size - 1] not in _ACTS
                and run[size - 1] not in "就都也还又才只"
            ):
                return Bearer("name", token, token + size, after == "的")
    if len(run) > 1 and run[0] in grammar.surnames:
        for size in (3, 2):
            if "".join(run[1:size]) in grammar.titles and len(run) >= size:
                return Bearer("name", token, token + size, _owns(texts, token + size - first))
    return None


def _is_topic(texts: list[str], at: int) -> bool:
    """Whether a particle makes the one letter before it a noun of its own (弟は)."""
    return at < len(texts) and texts[at] in "はがのもを"


def _honoured(sentence: Sentence, token: int, end: int) -> Bearer | None:
    """A Japanese name with a title behind it: 田中さん."""
    texts, first = sentence.texts, sentence.first
    for size in range(1, _NOUN_LENGTH + 1):
        if token + size >= end or "ぁ" <= texts[token + size - 1 - first] <= "ゖ":
            return None
        for title in ("さん", "くん", "ちゃん", "様", "氏", "先生"):
            stop = token + size + len(title)
            if stop <= end and "".join(texts[token + size - first : stop - first]) == title:
                return Bearer("name", token, stop, _owns(texts, stop - first))
    return None


def _owns(texts: list[str], at: int) -> bool:
    return texts[at : at + 1] in (["的"], ["の"], ["家"]) or texts[at : at + 2] in (["那", "个"], ["那", "位"])


NOT_NAMES = word_set("""
    小区 小时 小说 小孩 小学 小组 小吃 小票 小费 小程 小朋 小伙 小心 小号 小型 小麦 小米 小猫 小狗 小鸟
    小路 小店 小镇 小众 小腿 小便 小数 小写 小额 小提 小鹿 小屋 小院 小菜 小包 小灯 老板 老师 老家 老人
    老公 老婆 老款 老街 老码 老外 老年 老乡 老旧 老鼠 老虎 老式 老城 老房 老是 老跟 老早 老客 老员 老版
    阿姨 阿里 阿莫 阿司 阿拉 阿根 阿富 阿尔 阿胶 大家 大概 大约 大学 大厦 大楼 大门 大堂 大厅 大巴 大米
    大衣 大件 大型
""")
"""Common words that begin like a name."""

"""Bearers in a script without spaces: pronouns, nouns for persons, names by their form (小王, 王总)."""

from __future__ import annotations

from memtxn.core.admission.binding.bearer import Bearer, Kind
from memtxn.core.admission.binding.han_names import COMMON, begins_name, han_name
from memtxn.core.admission.han_words import is_word
from memtxn.core.admission.reading.grammar import Grammar
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.word_set import word_set

_LONGEST = 4
"""Letters of the longest noun or name that is looked for."""

_ACTS = frozenset("在是说有会要去住给跟叫负当教带学管种吃喝买卖做来穿")
"""Verbs behind a name of two or three letters at the head of a clause."""

_ADVERBS = frozenset("就都也还又才只")
"""Letters that end no name, but stand before a verb."""

_NAME_FOLLOWERS = frozenset(
    "的是在说有对会要去住给和跟叫把被从也都就将负喜爱最很真已正想常每今昨明周上下不没膝口"
)
"""Letters behind a name; another letter makes a longer word of it."""

_HONOURS = ("さん", "くん", "ちゃん", "様", "氏", "先生")
"""Japanese titles, which stand behind a name."""

_NEXT_DOOR = (["楼", "上"], ["楼", "下"], ["隔", "壁"], ["对", "门"])
"""Where those live of whom a clause speaks that begins so and names nobody."""
_THERE_IS: tuple[list[str], ...] = (["有"], ["是"], ["的"], ["就"], ["没"], ["还"], ["也"], [])
"""Letters behind a place by which the clause says what is there."""

_NOT_NAMES = word_set("""
    小区 小时 小说 小孩 小学 小组 小吃 小票 小费 小程 小朋 小伙 小心 小号 小型 小麦 小米 小猫 小狗 小鸟
    小路 小店 小镇 小众 小腿 小便 小数 小写 小额 小提 小鹿 小屋 小院 小菜 小包 小灯 老板 老师 老家 老人
    老公 老婆 老款 老街 老码 老外 老年 老乡 老旧 老鼠 老虎 老式 老城 老房 老是 老跟 老早 老客 老员 老版
    阿姨 阿里 阿莫 阿司 阿拉 阿根 阿富 阿尔 阿胶 大家 大概 大约 大学 大厦 大楼 大门 大堂 大厅 大巴 大米
    大衣 大件 大型 小车 小花
""")
"""Common words that begin like a name."""


def unspaced_bearer(sentence: Sentence, token: int, end: int) -> Bearer | None:
    """Whoever is named by the letters from a token on, before the token ``end``."""
    run = sentence.texts[token - sentence.first : min(token + _LONGEST, end) - sentence.first]
    found = _by_word(sentence, token, run) or _prefixed(sentence, token, run)
    if found is not None:
        return found
    if run[:2] in _NEXT_DOOR and run[2:3] not in _THERE_IS and _begins_clause(sentence, token):
        return Bearer("kin", token, token + 2)  # 对门养了一只猫
    if sentence.grammar.languages[0] == "ja":
        return _honoured(sentence, token, end)
    if len(run) > 1 and begins_name(run, sentence.grammar.surnames) and run[0] + run[1] not in COMMON:
        titled = _acting(sentence, token, run) or _titled(sentence, token, run)
        return titled or han_name(sentence, token, end)
    return None


def _begins_clause(sentence: Sentence, token: int) -> bool:
    at, clauses = token - sentence.first, sentence.clauses.of
    return at == 0 or clauses[at - 1] != clauses[at]


def _by_word(sentence: Sentence, token: int, run: list[str]) -> Bearer | None:
    """A pronoun, or a noun for a person; the longest."""
    at = token - sentence.first
    for size in range(len(run), 0, -1):
        kind = _kind("".join(run[:size]), sentence.grammar)
        if kind == "kin" and size == 1 and not (_is_topic(sentence.texts, at + 1) or _is_owned(sentence, at)):
            continue
        if kind == "kin" and size > 1 and _is_compound(sentence.texts, at + size):
            return None
        if kind is not None:
            return Bearer(kind, token, token + size, _owns(sentence.texts, at + size))
    return None


def _is_compound(texts: list[str], at: int) -> bool:
    """Whether the letter behind a noun for a person makes a thing of it (教练证), and begins no other word."""
    return at < len(texts) and texts[at] in _THINGS and not is_word("".join(texts[at : at + 2]))


_THINGS = frozenset("证费室服卡票椅餐群")


def _kind(word: str, grammar: Grammar) -> Kind | None:
    if word in grammar.first_person:
        return "first"
    if word in grammar.third_person:
        return "third"
    if word in grammar.second_person:
        return "second"
    return "kin" if word in grammar.person_nouns else None


def _prefixed(sentence: Sentence, token: int, run: list[str]) -> Bearer | None:
    """A name with a letter of familiarity before it: 小王, 老邱."""
    if len(run) < 2 or run[0] not in sentence.grammar.name_prefixes or not is_unspaced(run[1]):
        return None
    follows = len(run) == 2 or run[2] in _NAME_FOLLOWERS or token == sentence.first
    follows = follows or _is_described(sentence, token, run) or _heads(sentence, token, run)
    if "".join(run[:2]) in _NOT_NAMES or not follows:
        return None
    return Bearer("name", token, token + 2, _owns(sentence.texts, token + 2 - sentence.first))


def _heads(sentence: Sentence, token: int, run: list[str]) -> bool:
    """Whether a surname behind 小, 老 or 阿 begins its clause, and no word begins there (老褚扔铅球)."""
    if run[1] not in sentence.grammar.surnames or not _begins_clause(sentence, token):
        return False
    return len(run) == 2 or not is_word(run[1] + run[2])


def _is_described(sentence: Sentence, token: int, run: list[str]) -> bool:
    """Whether a surname stands behind a relative clause and before a verb (陪我爬山的老邱坐…)."""
    texts, at = sentence.texts, token - sentence.first
    if not at or texts[at - 1] != "的" or run[1] not in sentence.grammar.surnames:
        return False
    after = "".join(texts[at + 2 : at + 4])
    return run[2] in _DOES and not is_word(run[1] + run[2]) and not is_word(after)


_DOES = frozenset("坐开骑走飞跑干搬养种卖买打弹拉唱画写练戴穿用修读听看考")
"""Verbs behind a name that a relative clause describes."""


def _acting(sentence: Sentence, token: int, run: list[str]) -> Bearer | None:
    """A surname and a given name at the head of a clause, before a verb: 张三在北京."""
    at, clauses = token - sentence.first, sentence.clauses.of
    if len(run) < 3 or (at and clauses[at - 1] == clauses[at]):
        return None
    for size in (3, 2):
        after, last = run[size] if len(run) > size else "", run[size - 1]
        name_like = after in _ACTS and last not in _ACTS and last not in _ADVERBS
        if name_like and not any(map(is_word, ("".join(run[:2]), "".join(run[:size]), last + after))):
            return Bearer("name", token, token + size)
    return None


def _titled(sentence: Sentence, token: int, run: list[str]) -> Bearer | None:
    """A surname with a title behind it: 王总, 李老师."""
    for size in (3, 2):
        if len(run) >= size and "".join(run[1:size]) in sentence.grammar.titles:
            return Bearer("name", token, token + size, _owns(sentence.texts, token + size - sentence.first))
    return None


def _honoured(sentence: Sentence, token: int, end: int) -> Bearer | None:
    """A Japanese name with a title behind it: 田中さん."""
    texts, first = sentence.texts, sentence.first
    for size in range(1, _LONGEST + 1):
        if token + size >= end or "ぁ" <= texts[token + size - 1 - first] <= "ゖ":
            return None
        for title in _HONOURS:
            stop = token + size + len(title)
            if stop <= end and "".join(texts[token + size - first : stop - first]) == title:
                return Bearer("name", token, stop, _owns(texts, stop - first))
    return None


def _is_topic(texts: list[str], at: int) -> bool:
    """Whether a particle makes the one letter before it a noun of its own (弟は)."""
    return at < len(texts) and texts[at] in "はがのもを"


def _is_owned(sentence: Sentence, at: int) -> bool:
    """Whether a pronoun right before one letter says whose kin it is, and no word begins there (我舅, 我姐)."""
    texts, grammar = sentence.texts, sentence.grammar
    before = texts[at - 1] if at else ""
    whose = before in grammar.first_person or before in grammar.third_person or before in grammar.second_person
    return whose and not (at + 1 < len(texts) and is_word(texts[at] + texts[at + 1]))


_KIN = frozenset("姐哥妈爸弟妹爹娘爷奶舅姑姨叔嫂婶伯公婆妻儿女孙侄媳老夫丈岳")
"""Letters with which a noun for somebody's kin begins."""


def _owns(texts: list[str], at: int) -> bool:
    """Whether what follows belongs to whoever is named before."""
    if texts[at : at + 1] in (["她"], ["他"]) and texts[at + 1 : at + 2] and texts[at + 1] in _KIN:
        return True  # 小邵她姐
    return texts[at : at + 1] in (["的"], ["の"], ["家"]) or texts[at : at + 2] in (["那", "个"], ["那", "位"])

"""Places: a value that is only what something is near to, or the first half of a longer name."""

from __future__ import annotations

from functools import lru_cache

from memtxn.core.admission.han_words import is_word
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.showing import Spoken
from memtxn.core.admission.word_set import word_set

_NEAR = word_set("near nearby opposite outside")
_NEAR_TO = (
    ("close", "to"),
    ("far", "from"),
    ("next", "to"),
    *((side, "of") for side in ("north", "south", "east", "west")),
)
_NEAR_UNSPACED = ("附近", "旁边", "对面", "周边", "隔壁")
_ASKED = word_set("""
    near nearby landmark opposite neighbour neighbor neighbours next beside reference closest view 附 旁 周 邻
""")
"""Words of attributes that ask for what something is near to."""
_PLACES = word_set("""
    city town place location address venue workplace office home lives live residence school campus site street
    area district village country base based meets meeting located where stop station
""")
"""Words of attributes that ask where something is."""

_WHOLE = ("大学", "学院", "中学", "小学", "医院", "银行", "公司", "集团", "公园", "广场")
_LONGER = ("附属", "附中", "附小", "附设", "出版社", "大厦", "校友会", "基金会")
_GROUNDS = frozenset("湾路街巷桥寺屯庄坡岭沟坪埠")
"""Letters with which the name of a smaller place goes on behind that of a greater one (长沙湾, 南京路)."""
_NAMED = word_set("university college school bank hospital museum institute church court")
_GOES_ON = word_set(
    "hospital press station library museum airport school stadium arena theatre theater hotel bridge"
)
"""Last words of a name, and words by which another one goes on behind them."""


def is_only_near(showing: Spoken, attribute: tuple[str, ...]) -> bool:
    """Whether the attribute asks for a place, and the value is only near to it ("near Leeds", 西湖附近)."""
    if not _may_be_place(attribute):
        return False
    sentence = showing.sentence
    texts, first, last = sentence.texts, showing.first - sentence.first, showing.last - sentence.first
    if is_unspaced(texts[first]):
        apart = not last < len(texts) or sentence.clauses.gaps[last]
        return not apart and "".join(texts[last : last + 2]) in _NEAR_UNSPACED
    while first and texts[first - 1] in sentence.grammar.articles:
        first -= 1
    if not first or texts[first][0].isdecimal():
        return False
    return texts[first - 1] in _NEAR or tuple(texts[max(0, first - 2) : first]) in _NEAR_TO


@lru_cache(maxsize=4096)
def _may_be_place(attribute: tuple[str, ...]) -> bool:
    """Whether an attribute asks where something is, and not what it is near to."""
    if not _ASKED.isdisjoint(attribute):
        return False
    return not _PLACES.isdisjoint(attribute) or any(word in "".join(attribute) for word in ("地", "城市", "位置"))


def _is_place(showing: Spoken, texts: list[str], last: int) -> bool:
    """Whether the letter behind a value makes another place of it, and no other word begins there (南京路过)."""
    if showing.last - showing.first < _CITY:
        return False
    return not is_word("".join(texts[last : last + 2]))


_CITY = 2
"""Letters from which on a Chinese value may be the name of a place."""


def longer_name(showing: Spoken) -> tuple[int, int] | None:
    """The longer name of which the value is the first half (南京大学附属中学), as tokens."""
    sentence = showing.sentence
    texts, last = sentence.texts, showing.last - sentence.first
    if showing.match is not None or len(showing.ranges) > 1 or not 0 < last < len(texts):
        return None
    unspaced = is_unspaced(texts[last])
    if not unspaced and texts[last] not in _GOES_ON:
        return None
    if sentence.clauses.gaps[last] or sentence.clause(showing.last - 1) != sentence.clause(showing.last):
        return None
    if unspaced:
        if texts[last] in _GROUNDS and _is_place(showing, texts, last):
            return showing.first, showing.last + 1
        if not "".join(texts[max(0, last - 2) : last]).endswith(_WHOLE):
            return None
        behind = "".join(texts[last : last + 3])
        return (showing.first, showing.last + 2) if behind.startswith(_LONGER) else None
    both = texts[last - 1] in _NAMED and showing.last in sentence.capitals
    return (showing.first, showing.last + 1) if both else None

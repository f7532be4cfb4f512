"""Chinese words: whether a stretch of Chinese text is whole words, or cuts one in two.

Chinese is written without spaces, so a value may stand literally in a text that does not say it: 研究生 in
研究生命科学 (research | life science), 大学 in 大学生. The text around the value is read twice, as well as can
be, once with a boundary forced at the ends of the value: when that reads worse, the value cuts a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources

import msgspec

REACH = 24
"""How many characters beside an end of the value are looked at."""

_LONGEST = 5
_NO_HAN, _FIRST_HAN = " ", "\u3400"
_WORD, _RARE, _MADE, _LONE, _NAME = 10, 11, 13, 16, 7
"""What a piece of a reading costs: a common word, another, one made up of a word, a character that is no word by
itself; and each further character of the value, when that may be a name of more than two."""

_FREE = frozenset(
    "的了过地得吗呢吧啊呀嘛么哦啦是有在和与跟同或及而但却也都还又再就才只很太最更挺好不没别把被让给对向从到往为于"
    "以由用按比像将要会能可想应该我你您他她它咱们这那哪谁几每各某个之其此等后前里上下内外时说叫去来吃喝买卖看听做住坐"
    "找问选订租换带送一二两三四五六七八九十百千万年月日天号点家打开学拿爱教养穿骑喝"
)
"""Characters that are words by themselves wherever they stand."""

_CLASSES = frozenset(
    "店汁酱馆院厅厂站港桥路街巷湖河江岛寺庙塔校班员师式版率症病炎癌药汤粥饼糕糖茶酒油粉壳盒杯碗盆锅机器"
    "柜架椅桌灯笔票券卡证费税险裤裙鞋帽袜楼馅奖赛队"
)
"""Last characters that make another thing of the word before them: 奶茶, 奶茶店."""

_SUFFIXES = {"色": "红黄蓝绿黑白灰紫橙粉棕青褐", **dict.fromkeys("性生士人子", "男女")}
"""Last characters after which these say no other thing: 红色 is 红."""

_TAKES_OBJECT = frozenset("喝吃养买卖爱学看听做订住去到在有是用戴穿骑弹画写煮炒种修租喂抽送带找坐乘开打戒")
"""Verbs that are words beside their object, though the list may have the two as one: 喝茶."""


class _Words(msgspec.Struct, frozen=True):
    """All words; the common ones; and those places that are the same place without their last character."""

    known: frozenset[str]
    common: frozenset[str]
    places: frozenset[str]


class _Window(msgspec.Struct, frozen=True):
    """Some Chinese characters, where the value begins and ends in them, be it outside, and what may be read.

    ``pieces[stop]`` are the pieces that end there: where each begins, and what it costs.
    """

    text: str
    first: int
    last: int
    pieces: list[list[tuple[int, int]]]


def is_word(text: str) -> bool:
    """Whether a simplified text is a word of two to five characters that the list has."""
    return text in _words().known


def splits_word(texts: Sequence[str], first: int, last: int, cuts: Sequence[int] = b"") -> tuple[int, int] | None:
    """The longer word in whose middle tokens first … last-1 begin or end, as a span of tokens; None without one.

    The tokens are simplified, one for each Chinese character. ``cuts[i]`` is 1 where something stands between
    tokens i-1 and i, over which no word goes. What says the same as the value and has a suffix (北京市 for 北京,
    红色 for 红) is no longer word, nor is a kind of it (有限公司 for 公司). Looks at `REACH` tokens beside an end
    of the value, whose length costs nothing.
    """
    bounds = [at for at in (first, last) if first < last and _is_spanned(texts, at, cuts)]
    if len(bounds) == 2 and last - first > REACH:
        return _cut(texts, (first, last), bounds[:1], cuts) or _cut(texts, (first, last), bounds[1:], cuts)
    return _cut(texts, (first, last), bounds, cuts) if bounds else None


def _cut(
    texts: Sequence[str], value: tuple[int, int], bounds: Sequence[int], cuts: Sequence[int]
) -> tuple[int, int] | None:
    """The word that a boundary cuts, when the text around reads worse with all these boundaries in it."""
    begin, end = _around(texts, value, bounds, cuts)
    text = "".join(token if len(token) == 1 else _NO_HAN for token in texts[begin:end])
    window = _window(text, value[0] - begin, value[1] - begin)
    inner = [bound - begin for bound in bounds if begin < bound < end]
    walls = [at - begin for at in range(begin + 1, end) if cuts[at]] if cuts else []
    cost, pieces = _reading(window, walls)
    if cost >= _reading(window, inner + walls)[0]:
        return None
    for piece in pieces:
        if _crosses(piece, inner) and not _says_same(window, piece) and not _is_kind(window, piece):
            return begin + piece[0], begin + piece[1]
    return None


def _around(
    texts: Sequence[str], value: tuple[int, int], bounds: Sequence[int], cuts: Sequence[int]
) -> tuple[int, int]:
    """The tokens to read: from the boundaries, and the value's other end, to where no word goes on."""
    first, last = value
    begin = max(first, bounds[0] - REACH)
    if begin == first:
        while begin > max(0, first - REACH) and _is_spanned(texts, begin, cuts):
            begin -= 1
    end = min(last, bounds[-1] + REACH)
    if end == last:
        while end < min(len(texts), last + REACH) and _is_spanned(texts, end, cuts):
            end += 1
    return begin, end


def _is_spanned(texts: Sequence[str], bound: int, cuts: Sequence[int]) -> bool:
    """Whether a word that is in the list, or made up, may stand over a boundary."""
    if not 0 < bound < len(texts) or (cuts and cuts[bound]):
        return False
    if texts[bound - 1] < _FIRST_HAN or texts[bound] < _FIRST_HAN:
        return False
    before = "".join(texts[max(0, bound - _LONGEST + 1) : bound])[1 - _LONGEST :]
    text = before + "".join(texts[bound : bound + _LONGEST - 1])[: _LONGEST - 1]
    known, size, middle = _words().known, len(text), len(before)
    for start in range(middle):
        for stop in range(middle + 1, min(size, start + _LONGEST) + 1):
            if text[start:stop] in known or (text[stop - 1] in _CLASSES and _cost(text[start:stop]) == _MADE):
                return True
    return False


def _window(text: str, first: int, last: int) -> _Window:
    pieces: list[list[tuple[int, int]]] = [[]]
    for stop in range(1, len(text) + 1):
        costs = [(start, _cost(text[start:stop])) for start in range(max(0, stop - _LONGEST), stop)]
        pieces.append([(start, cost) for start, cost in costs if cost <= _MADE or start == stop - 1])
    begin, end = max(first, 0), min(last, len(text))
    if end - begin <= _LONGEST:  # the value may be a name that no list has
        pieces[end].append((begin, _MADE + _NAME * max(0, end - begin - 2)))
    return _Window(text, first, last, pieces)


def _crosses(piece: tuple[int, int], bounds: Sequence[int]) -> bool:
    return any(piece[0] < bound < piece[1] for bound in bounds)


def _reading(window: _Window, bounds: Sequence[int]) -> tuple[int, list[tuple[int, int]]]:
    """The cheapest way to read a window in pieces none of which crosses a boundary: its cost, its pieces."""
    costs, starts = [0], [0]
    for stop, ending in enumerate(window.pieces[1:], 1):
        allowed = [one for one in ending if not _crosses((one[0], stop), bounds)] if bounds else ending
        cost, start = min([(costs[start] + cost, start) for start, cost in allowed])
        costs.append(cost)
        starts.append(start)
    pieces, stop = [], len(window.text)
    while stop:
        pieces.append((starts[stop], stop))
        stop = starts[stop]
    return costs[-1], pieces[::-1]


def _cost(piece: str) -> int:
    if len(piece) == 1:
        return _WORD if piece in _FREE else _LONE
    words = _words()
    if piece in words.known:
        return _WORD if piece in words.common else _RARE
    if piece[-1] in _CLASSES and len(piece) > 2 and (_is_street(piece) or _is_made(piece)):
        return _MADE
    return _LONE * len(piece)


def _is_made(piece: str) -> bool:
    """Whether it is a word and a class, and not the end of one word and another: 种类型 is 种 and 类型."""
    known = _words().known
    return (piece[:-1] in known and piece[-2:] not in known) or (len(piece) > 3 and _is_street(piece[:-1]))


def _is_street(piece: str) -> bool:
    return piece[-1] in "路街" and piece[-2] in "东西南北中" and piece[:-2] in _words().known


def _says_same(window: _Window, piece: tuple[int, int]) -> bool:
    """Whether a piece that goes on after the value says what it says without the rest."""
    start, stop = piece
    if not max(window.first, start) < window.last == stop - 1:
        return False
    word = window.text[start:stop]
    return start >= window.first and (word in _words().places or word[:-1] in _SUFFIXES.get(word[-1], ""))


def _is_kind(window: _Window, piece: tuple[int, int]) -> bool:
    """Whether a piece that begins before the value is two words, and the value has the second, the main one."""
    start, stop = piece
    if not start < window.first < stop <= window.last:
        return False
    before, rest = window.text[start : window.first], window.text[window.first : stop]
    if len(rest) == 1:
        return before in _TAKES_OBJECT
    return is_word(before) and is_word(rest)


@cache
def _words() -> _Words:
    data = resources.files("memtxn.core.admission") / "data" / "han_words.txt"
    _, _, listed = data.read_text(encoding="utf-8").partition("\n\n")
    common, _, rest = listed.partition("\n# others\n")
    others, _, same = rest.partition("\n# places\n")
    often, places = common.split(), same.split()
    return _Words(frozenset(often + others.split() + places), frozenset(often), frozenset(places))

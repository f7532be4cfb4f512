"""Texts from bytes: each byte is a piece of what people write, so that to change a byte is to change a word."""

from __future__ import annotations

_SPACES = (
    " ", " ", " ", ", ", ". ", "\n", "; ", ": ", "? ", "! ", " - ", "/", "", "。", "，", "、", "...", '"',
    " '", "(",
)  # fmt: skip
_MARKS = (
    ")", "[", "]", "「", "」", "“", "”", "«", "»", "=", "|", ">", "@", "#", "%", "$", "€", "&", "_", "*",
)  # fmt: skip
_ODD = (
    "\u200d", "\u200b", "\u202e", "\u0301", "\ufeff", "\u00ad", "ﬁ", "İ", "ß", "ﷺ", "½", "①", "２", "ａ",
    "а", "👨‍👩‍👧", "🇩🇪", "\U000e0041", "क्ष", "ก็", "한", "が", "\ud7b0", "﷽", "\x00", "\x1c",
    "\u2028", "\u0085", "ǆ", "ŉ",
)  # fmt: skip
_NUMBERS = (
    "7", "1,500", "1.500", "0.5", "-3", "5 mg", "30 km", "two", "a dozen", "half", "half a", "三", "两百",
    "一万", "5-7", "2 or 3", "about 30", "at most 40", "+49 170", "10%", "€1,500.50", "1e9", "007", "第三",
    "kg", "hours", "to",
)  # fmt: skip
_TIMES = (
    "tomorrow", "next Friday", "at 4pm", "19:30", "half past six", "2026-05-03", "05/03/2026", "May",
    "in two weeks", "下周一", "下午三点", "明天", "from 3 to 5", "mañana", "um acht Uhr", "à midi", "来週",
    "Q3", "the 3rd", "noon",
)  # fmt: skip
_WORDS = (
    "zebra", "Rome", "Ann", "Bob", "my brother", "she", "I", "we", "the client", "room B", "lives in", "is",
    "are", "will", "eats", "meat", "and", "or", "but", "that", "which", "because", "then", "of", "for",
    "it", "do", "马", "我", "他", "的", "是", "在", "北京", "喜欢", "吃", "肉", "和", "私", "は", "です",
    "vivo en", "Ich", "nicht", "je", "pas", "meeting", "time", "wait",
)  # fmt: skip
_CUES = (
    "not", "does not", "no", "never", "without", "refuse", "no longer", "if", "unless", "maybe", "I think",
    "whether", "says", "he said that", "the website said", "used to", "former", "which I cancelled", "only",
    "at most", "except", "want to", "let us", "in the novel", "yeah right", "about", "no wait", "make that",
    "I mean", "not only", "no doubt", "don't", "can't", "不", "没有", "别", "拒绝", "如果", "除非", "可能",
    "我猜", "吗", "哪儿", "听说", "以前", "卖了", "只", "除了", "想", "打算", "差点", "小说里", "才怪",
    "约", "左右", "不到", "不对", "改成", "不但", "非要", "作废", "ya no", "quizás", "dice que", "si",
    "excepto", "quiero", "unos", "perdón", "peut-être", "n'est", "plus", "sauf", "vielleicht", "kein",
    "falls", "außer", "ない", "かもしれない", "もし", "だけ", "たい", "non", "não", "нет", "δεν", "ไม่",
    "안",
)  # fmt: skip
PIECES = (*_SPACES, *_MARKS, *_ODD, *_NUMBERS, *_TIMES, *_WORDS, *_CUES)
"""What a byte stands for: signs, oddities, numbers, times, words, and cues of each family. 0xff ends a field."""


def said(data: bytes) -> str:
    """The text that these bytes stand for. A word is parted from the next."""
    parts = [PIECES[byte % len(PIECES)] for byte in data]
    return "".join(f"{part} " if part[-1:].isascii() and part[-1:].isalnum() else part for part in parts)

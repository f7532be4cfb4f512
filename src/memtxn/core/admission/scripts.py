"""Classes of characters that the gate treats apart. Data; each says where it comes from."""

from __future__ import annotations

import re
import unicodedata

HIDDEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)
"""What no reader sees: Default_Ignorable_Code_Point of DerivedCoreProperties.txt (zero-width characters, bidi
controls, variation selectors, tags, fillers), the interlinear annotation marks and the blank braille cell."""

CONTROLS = "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"
"""Control characters (category Cc) that are no white space. As unseen as HIDDEN."""

OTHER_NUMBERS = "²³¹⁰-⁹₀-₉¼-¾⅐-⅟↉①-⒛⓪-⓿❶-➓㈠-㈩㉈-㉏㉑-㉟㊀-㊉㊱-㊿"
"""Numbers that are no digits (category No). They belong to what they touch: 10² and m² are one token each."""

OWN_FORM = OTHER_NUMBERS + "㋀-㋋㍘-㍰㏠-㏾" + "ªº№℠™"
"""Those, months, hours and days in one character, and some signs keep their own form: NFKC would make them
part of the word or number they touch. 10² is not 102, 1½ not 11⁄2, and № not the word "no"."""

QUIET = "\t\n\x0b\x0c\r -~À-ÖØ-Þà-öø-ÿА-яЁёא-תء-غف-يऄ-हก-ะ、。ぁ-ゖァ-ヺー㐀-䶿一-鿿가-힣"
"""Characters whose folded form is their lower case, one to one, unless a combining mark follows. They are
skipped at the speed of a pattern search; leaving one out costs time only (a test holds the property)."""

MEANINGFUL_MARKS = "%‰#@&§"
"""Punctuation by its category, but it carries meaning like a symbol: 5 is not 5 %, and C not C#."""

_DASHES = "\u058a\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d"
_SINGLE_QUOTES = "´‘’‚‛ʹʻʼʽ′‵´"
_DOUBLE_QUOTES = "“”„‟″‶«»〝〞〟"

ONE_FORM = (
    {ord(dash): "-" for dash in _DASHES}
    | {ord(quote): "'" for quote in _SINGLE_QUOTES}
    | {ord(quote): '"' for quote in _DOUBLE_QUOTES}
)
"""One form of dashes and of quotation marks (a translation table)."""

_UNSPACED_BLOCKS = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1100, 0x11FF),  # Hangul jamo
    (0x1780, 0x17FF),  # Khmer
    (0x1950, 0x19DF),  # Tai Le, New Tai Lue
    (0x1A20, 0x1AAF),  # Tai Tham
    (0x3005, 0x3007),  # Han repetition marks and zero
    (0x3021, 0x303C),  # Han numerals
    (0x3041, 0x30FF),  # Hiragana, Katakana
    (0x31F0, 0x31FF),  # small Katakana
    (0xA960, 0xA97F),  # Hangul jamo
    (0xA9E0, 0xA9FF),  # Myanmar
    (0xAA60, 0xAADF),  # Myanmar, Tai Viet
    (0xD7B0, 0xD7FF),  # Hangul jamo
)
_WHOLE_UNSPACED = "㐀-䶿一-鿿가-힣豈-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003fffd"


def _letters() -> str:
    points = (chr(point) for first, last in _UNSPACED_BLOCKS for point in range(first, last + 1))
    return "".join(letter for letter in points if unicodedata.category(letter).startswith(("L", "Nl")))


UNSPACED = re.compile(f"[{_letters()}{_WHOLE_UNSPACED}]")
"""One letter of a script that writes words without spaces (Han, Kana, Thai …) or, like Hangul, hangs
particles on them: about the line-breaking classes ID, H2, H3 and SA of UAX #14. They match in contiguous runs
only, so that no answer depends on a segmenter's taste."""


_FIRST_UNSPACED = "\u2e80"
"""Han, Kana and Hangul begin here."""


def is_unspaced(word: str) -> bool:
    """Whether a word begins with a letter of Han, Kana or Hangul. Cheaper than the pattern above."""
    return word >= _FIRST_UNSPACED

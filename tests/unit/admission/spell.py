"""Numbers from 0 to a million in words, as six languages write them: what the readers are tested against."""

from __future__ import annotations


def _words(text: str) -> list[str]:
    return text.split()


_EN = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen"
)
_EN_TENS = _words("twenty thirty forty fifty sixty seventy eighty ninety")
_ES = _words(
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis"
    " diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis"
    " veintisiete veintiocho veintinueve"
)
_ES_TENS = _words("treinta cuarenta cincuenta sesenta setenta ochenta noventa")
_ES_HUNDREDS = _words(
    "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
)
_FR = _words(
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept"
    " dix-huit dix-neuf"
)
_FR_TENS = _words("vingt trente quarante cinquante soixante")
_DE = _words(
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn"
    " siebzehn achtzehn neunzehn"
)
_DE_TENS = _words("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")
_HAN = "零一二三四五六七八九"


def spell(number: int, language: str) -> str:
    """The words of a number from 0 to 1 000 000."""
    return {"en": _en, "es": _es, "fr": _fr, "de": _de, "zh": _zh, "ja": _ja}[language](number)


def _en(number: int) -> str:
    if number < 20:
        return _EN[number]
    if number < 100:
        return _EN_TENS[number // 10 - 2] + ("-" + _EN[number % 10] if number % 10 else "")
    if number < 1000:
        rest = number % 100
        return _EN[number // 100] + " hundred" + (" and " + _en(rest) if rest else "")
    if number == 10**6:
        return "one million"
    rest = number % 1000
    joint = " and " if 0 < rest < 100 else " "
    return _en(number // 1000) + " thousand" + (joint + _en(rest) if rest else "")


def _es(number: int) -> str:
    if number < 30:
        return _ES[number]
    if number < 100:
        return _ES_TENS[number // 10 - 3] + (" y " + _ES[number % 10] if number % 10 else "")
    if number == 100:
        return "cien"
    if number < 1000:
        return _ES_HUNDREDS[number // 100 - 1] + (" " + _es(number % 100) if number % 100 else "")
    if number == 10**6:
        return "un millón"
    head = "" if number < 2000 else _es(number // 1000).removesuffix("uno") + " "
    if number >= 2000 and _es(number // 1000).endswith("uno"):
        head = _es(number // 1000).removesuffix("uno").replace("veinti", "veintiún")
        head = head.rstrip() + (" un " if not head.endswith("veintiún") else " ")
    return head + "mil" + (" " + _es(number % 1000) if number % 1000 else "")


def _fr(number: int) -> str:
    if number < 20:
        return _FR[number]
    if number < 70:
        tens, unit = _FR_TENS[number // 10 - 2], number % 10
        return tens if not unit else f"{tens} et un" if unit == 1 else f"{tens}-{_FR[unit]}"
    if number < 80:
        return "soixante et onze" if number == 71 else f"soixante-{_FR[number - 60]}"
    if number < 100:
        return "quatre-vingts" if number == 80 else f"quatre-vingt-{_FR[number - 80]}"
    if number < 1000:
        many, rest = divmod(number, 100)
        head = ("" if many == 1 else _FR[many] + " ") + ("cents" if many > 1 and not rest else "cent")
        return head + (" " + _fr(rest) if rest else "")
    if number == 10**6:
        return "un million"
    many, rest = divmod(number, 1000)
    head = "" if many == 1 else _fr(many).removesuffix("s") + " " if many % 100 in (80, 0) else _fr(many) + " "
    return head + "mille" + (" " + _fr(rest) if rest else "")


def _de(number: int, last: bool = True) -> str:
    if number == 1:
        return "eins" if last else "ein"
    if number < 20:
        return _DE[number]
    if number < 100:
        unit, tens = number % 10, _DE_TENS[number // 10 - 2]
        return (_de(unit, False) + "und" if unit else "") + tens
    if number < 1000:
        many, rest = divmod(number, 100)
        return _de(many, False) + "hundert" + (_de(rest) if rest else "")
    if number == 10**6:
        return "eine Million"
    many, rest = divmod(number, 1000)
    return _de(many, False) + "tausend" + (_de(rest) if rest else "")


def _zh(number: int) -> str:
    if number < 10:
        return _HAN[number]
    if number < 20:
        return "十" + (_HAN[number % 10] if number % 10 else "")
    text, zero = "", False
    for scale, name in ((10**6, ""), (10_000, "万"), (1000, "千"), (100, "百"), (10, "十"), (1, "")):
        many, number = divmod(number, scale)
        if many:
            head = _zh_myriads(many) if scale == 10_000 else _HAN[many]
            text += ("零" if zero and text else "") + ("一百万" if scale == 10**6 else head + name)
            zero = False
        elif text and scale < 10_000:
            zero = True
    return text


def _zh_myriads(many: int) -> str:
    return _zh(many)


def _ja(number: int) -> str:
    if number == 0:
        return "零"
    if number == 10**6:
        return "百万"
    high, low = divmod(number, 10_000)
    return (_ja_below(high) + "万" if high else "") + _ja_below(low)


def _ja_below(number: int) -> str:
    text = ""
    for scale, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        many, number = divmod(number, scale)
        if many:
            text += ("" if many == 1 and scale > 1 else _HAN[many]) + name
    return text

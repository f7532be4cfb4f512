"""The languages of a text, from its tokens."""

import pytest

from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.cues.language import languages_of
from memtxn.core.admission.cues.pack import LANGUAGES, UNDETERMINED


def guessed(text: str) -> tuple[str, ...]:
    tokens = analyse_text(text).tokens
    return languages_of(tokens.texts, tokens.runs)


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("I live in Rome", ("en",)),
        ("My sister is a nurse", ("en",)),
        ("We will be six on Friday, at seven", ("en",)),
        ("Don't call before noon", ("en",)),
        ("Vivo en Madrid con mi hermana", ("es",)),
        ("No me gusta el pescado", ("es",)),
        ("El vuelo sale a las ocho", ("es",)),
        ("J'habite à Lyon depuis mai", ("fr",)),
        ("Elle ne mange pas de viande", ("fr",)),
        ("Le train part à huit heures", ("fr",)),
        ("Ich wohne in Berlin", ("de",)),
        ("Sie isst kein Fleisch", ("de",)),
        ("Der Zug fährt um acht", ("de",)),
        ("我住在北京", ("zh",)),
        ("我不住在北京", ("zh",)),
        ("私は東京に住んでいます", ("ja",)),
        ("コーヒーが好きです", ("ja",)),
        ("我用 iPhone 拍照", ("zh", "en")),
        ("私は Python が好きです", ("ja", "en")),
        ("", ("en",)),
        ("12 + 3", ("en",)),
    ],
)
def test_the_language_of_a_short_text(text: str, languages: tuple[str, ...]) -> None:
    assert guessed(text) == languages


@pytest.mark.parametrize(
    "text",
    [
        "Dentist Friday",
        "ik eet geen vlees",
        "jag äter inte kött",
        "nem eszem húst",
        "я не ем мясо",
        "δεν τρώω κρέας",
        "אני לא אוכל בשר",
        "मैं मांस नहीं खाता",
        "저는 고기를 안 먹어요",
        "ผมไม่กินเนื้อ",
    ],
)
def test_a_text_that_nothing_tells_of_is_undetermined(text: str) -> None:
    assert UNDETERMINED in guessed(text)


def test_a_text_in_two_languages_has_both() -> None:
    assert set(guessed("My sister lives in Rome and works there. Mi hermana vive en Roma y tiene un gato.")) == {
        "en",
        "es",
    }


def test_a_few_kana_do_not_make_a_chinese_text_japanese() -> None:
    assert guessed("他在优の良品买了两包零食和三瓶水")[0] == "zh"


@pytest.mark.parametrize("text", ["no", "我", "x" * 1000, "。", "☃", "mañana", "don't " * 50])
def test_the_first_language_has_a_pack_or_is_undetermined(text: str) -> None:
    assert guessed(text)[0] in {*LANGUAGES, UNDETERMINED}

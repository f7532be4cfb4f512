"""Packs of cues: what they hold, how they are written, and what a lexicon finds with them."""

from collections import Counter
from pathlib import Path

import pytest

from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.cues.lexicon import Lexicon, lexicon
from memtxn.core.admission.cues.names import FAMILIES, WORD_LISTS
from memtxn.core.admission.cues.pack import LANGUAGES, LATIN, UNDETERMINED, Pack, built_in, load_pack
from memtxn.core.admission.cues.phrases import expand, tokens_of
from memtxn.errors import InvalidInput

ALL = (*LANGUAGES, UNDETERMINED)
UNSPACED = {"zh", "ja"}
HEADER = 'language = "en"\nname = "Clinic"\nsource = "own"\nlicence = "MIT"\n'


def phrases(pack: Pack) -> list[tuple[tuple[str, ...], str, str]]:
    """The tokens of each phrase, with its family and scope."""
    tokens = tokens_of(cue.phrase for cue in pack.cues)
    return [
        (tuple(token for word in cue.phrase.split() for token in tokens[word]), cue.family, cue.scope)
        for cue in pack.cues
    ]


def found(text: str, *languages: str, extra: tuple[Pack, ...] = ()) -> list[tuple[str, str]]:
    """What stands under each mark of a text, and its family."""
    texts = analyse_text(text).tokens.texts
    marks = lexicon(languages, extra).marks(texts, 0, len(texts))
    gap = "" if UNSPACED & set(languages) else " "
    return [(gap.join(texts[mark.first : mark.last]), mark.cue.family) for mark in marks]


def families(text: str, *languages: str) -> set[str]:
    return {family for _, family in found(text, *languages)} - {"pseudo"}


def taken_back(text: str, *languages: str) -> list[str]:
    texts = analyse_text(text).tokens.texts
    marks = lexicon(languages).corrections(texts, 0, len(texts))
    return [mark.cue.phrase for mark in marks]


# --- the packs --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ALL)
def test_a_pack_says_where_it_comes_from(language: str) -> None:
    pack = built_in(language)
    assert (pack.language, bool(pack.source), pack.licence) == (language, True, "Apache-2.0")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pack_has_every_family(language: str) -> None:
    assert {cue.family for cue in built_in(language).cues} == set(FAMILIES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pack_has_the_word_lists(language: str) -> None:
    pack = built_in(language)
    assert not set(WORD_LISTS[:19]) - pack.words.keys()
    assert all(pack.words[name] for name in ("first_person", "person_nouns", "function_words"))
    assert all(pack.attribute[name] for name in ("negative", "licenses.ended"))


@pytest.mark.parametrize("language", ALL)
def test_no_phrase_stands_twice_in_a_family_and_scope(language: str) -> None:
    assert not [phrase for phrase, count in Counter(phrases(built_in(language))).items() if count > 1]


@pytest.mark.parametrize("language", ALL)
def test_no_phrase_is_empty_or_long(language: str) -> None:
    limit = 8 if language in LATIN else 11  # words, or letters
    assert not [tokens for tokens, _, _ in phrases(built_in(language)) if not 1 <= len(tokens) <= limit]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_pseudo_cue_hides_a_cue_of_the_same_words(language: str) -> None:
    pseudo = {tokens for tokens, family, _ in phrases(built_in(language)) if family == "pseudo"}
    others = {
        tokens for tokens, family, _ in phrases(built_in(language)) if family not in {"pseudo", "correction"}
    }
    assert not pseudo & others


@pytest.mark.parametrize("language", ["zh", "ja"])
def test_a_phrase_keeps_all_its_letters(language: str) -> None:
    assert not [
        cue.phrase
        for cue, (tokens, _, _) in zip(built_in(language).cues, phrases(built_in(language)), strict=True)
        if "".join(tokens) != cue.phrase.casefold().replace(" ", "")
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_in_the_form_of_tokens(language: str) -> None:
    words = {word for words in built_in(language).words.values() for word in words}
    assert all(word == word.casefold().strip() and "/" not in word and "(" not in word for word in words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_negator_counts_as_a_word_that_turns_the_sentence(language: str) -> None:
    negators = {cue.phrase for cue in built_in(language).cues if cue.family == "negation" and not cue.lexical}
    words = built_in(language).words
    assert not negators & (words["adversatives"] | words["openers"] | words["relatives"])


# --- what a lexicon finds ---------------------------------------------------------------------


def test_the_longest_cue_wins() -> None:
    assert found("you are no longer in", "en") == [("no longer", "negation"), ("no longer", "ended")]
    assert found("他从来没有去", "zh") == [("从来没有", "negation")]


def test_what_a_pseudo_cue_covers_is_no_other_cue() -> None:
    assert found("not only Rome", "en") == [("not only", "pseudo")]
    assert found("他特别喜欢", "zh") == [("特别", "pseudo")]


def test_a_cue_after_a_pseudo_cue_counts() -> None:
    assert found("no doubt he never smokes", "en")[-1] == ("never", "negation")
    assert found("不但不吃", "zh") == [("不但", "pseudo"), ("不吃", "negation")]


def test_a_phrase_may_be_several_cues() -> None:
    scopes = {mark.cue.scope for mark in lexicon(("en",)).marks(["i", "think"], 0, 2)}
    assert scopes == {"onward", "aside"}


@pytest.mark.parametrize(
    ("language", "text", "family", "scope"),
    [
        ("en", "He said Bob lives in Rome", "report", "onward"),
        ("en", "Bob lives in Rome, he said", "report", "aside"),
        ("en", "It's a myth that the mill is haunted", "negation", "onward"),
        ("en", "That's a myth", "negation", "whole"),
        ("en", "but only on Sundays", "restriction", "own"),
        ("en", "but only on Sundays", "restriction", "aside"),
        ("en", "I hope to move", "wish", "onward"),
        ("zh", "前提是续签三年", "condition", "around"),
        ("zh", "但只在周末", "restriction", "own"),
        ("es", "Según el médico está sano", "report", "onward"),
        ("fr", "Selon le médecin il va bien", "report", "onward"),
        ("de", "sagt er", "report", "onward"),
        ("ja", "日曜を除く毎日", "exception", "own"),
    ],
)
def test_a_longer_phrase_governs_no_less_than_a_shorter_one(
    language: str, text: str, family: str, scope: str
) -> None:
    texts = analyse_text(text).tokens.texts
    marks = lexicon((language,)).marks(texts, 0, len(texts))
    assert (family, scope) in {(mark.cue.family, mark.cue.scope) for mark in marks}


def test_marks_stay_within_the_range() -> None:
    texts = ["never", "used", "to", "never"]
    marks = lexicon(("en",)).marks(texts, 1, 2)
    assert not marks
    assert [(mark.first, mark.last) for mark in lexicon(("en",)).marks(texts, 1, 3)] == [(1, 3)]


def test_a_correction_does_not_swallow_the_negator() -> None:
    assert taken_back("at three, no wait, at four", "en") == ["no wait"]
    assert ("no", "negation") in found("at three, no wait, at four", "en")


def test_what_begins_a_longer_cue_corrects_nothing() -> None:
    assert taken_back("wait until Monday", "en") == []
    assert taken_back("wait, on Monday", "en") == ["wait"]


def test_a_correction_inside_another_cue_is_one() -> None:
    assert taken_back("我觉得说错了", "zh") == ["说错了"]
    assert taken_back("can't wait", "en") == []


def test_words_of_several_languages_are_joined() -> None:
    words = lexicon(("zh", "en")).words("first_person")
    assert {"i", "我"} <= words
    assert lexicon(("en",)).words("no such list") == frozenset()


def test_a_long_ending_is_not_cut_into_its_parts() -> None:
    assert set(found("来るかもしれない", "ja")) == {("かもしれない", "hedge")}
    assert found("行かなければなりません", "ja") == [("かなければなりません", "pseudo")]


def test_letters_that_are_written_otherwise_in_simplified_chinese_are_found_in_both_forms() -> None:
    assert found("間違いない", "ja") == [("間違いない", "pseudo")]
    assert found("间违いない", "ja") == [("间违いない", "pseudo")]
    assert {"奥さん", "兄", "嫁"} <= lexicon(("ja",)).words("person_nouns")


def test_a_lexicon_is_made_once() -> None:
    assert lexicon(("en", "zh")) is lexicon(("en", "zh"))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("non mangio carne", "en"),
        ("ik eet geen vlees", "en"),
        ("jag äter inte kött", "en"),
        ("я не ем мясо", "en"),
        ("고기를 안 먹어요", "en"),
        ("sin gluten", "de"),
        ("ohne Zucker", "fr"),
    ],
)
def test_when_unsure_the_negators_of_all_languages_count(text: str, language: str) -> None:
    assert families(text, language, UNDETERMINED) == {"negation"}
    assert families(text, language) == set()


def test_when_unsure_the_likely_language_keeps_its_own_words() -> None:
    assert ("plus", "negation") not in found("deux plus deux", "fr", UNDETERMINED)
    assert found("me and my son in it", "en", UNDETERMINED) == []


# --- families ---------------------------------------------------------------------------------

SAID = [
    ("en", "She declined the post", "negation"),
    ("en", "Nobody there smokes", "negation"),
    ("en", "Unless it rains", "condition"),
    ("en", "Perhaps in spring", "hedge"),
    ("en", "We wonder whether it opens", "question"),
    ("en", "According to the paper", "report"),
    ("en", "My former school", "ended"),
    ("en", "Exclusively by bus", "restriction"),
    ("en", "All days apart from Sunday", "exception"),
    ("en", "They intend to marry", "wish"),
    ("en", "In my novel he is king", "fiction"),
    ("en", "Oh yeah right", "irony"),
    ("en", "roughly forty", "approximation"),
    ("zh", "她从不迟到地缺席会议", "negation"),
    ("zh", "他无法参加", "negation"),
    ("zh", "除非下雨", "condition"),
    ("zh", "或许在春天", "hedge"),
    ("zh", "你住在这里吗", "question"),
    ("zh", "据报道他升职了", "report"),
    ("zh", "我曾经养猫", "ended"),
    ("zh", "仅限会员", "restriction"),
    ("zh", "除了周日", "exception"),
    ("zh", "我打算结婚", "wish"),
    ("zh", "小说里他是国王", "fiction"),
    ("zh", "他会来才怪", "irony"),
    ("zh", "大约四十", "approximation"),
    ("es", "Rechazó el puesto", "negation"),
    ("es", "Vendrá a menos que llueva", "condition"),
    ("es", "Quizás en otoño", "hedge"),
    ("es", "Me pregunto si abre", "question"),
    ("es", "Según el periódico", "report"),
    ("es", "Mi antigua escuela", "ended"),
    ("es", "Únicamente en tren", "restriction"),
    ("es", "Todos excepto Luis", "exception"),
    ("es", "Quisiera un perro", "wish"),
    ("es", "En mi novela es rey", "fiction"),
    ("es", "Era broma", "irony"),
    ("es", "alrededor de cuarenta", "approximation"),
    ("fr", "Elle refuse le poste", "negation"),
    ("fr", "Il viendra à moins qu'il pleuve", "condition"),
    ("fr", "Peut-être en automne", "hedge"),
    ("fr", "Je me demande si c'est ouvert", "question"),
    ("fr", "D'après le journal", "report"),
    ("fr", "Mon ancienne école", "ended"),
    ("fr", "Uniquement en train", "restriction"),
    ("fr", "Tous sauf Luc", "exception"),
    ("fr", "Je voudrais un chien", "wish"),
    ("fr", "Dans mon roman il est roi", "fiction"),
    ("fr", "Mais je rigole", "irony"),
    ("fr", "environ quarante", "approximation"),
    ("de", "Sie verweigert die Auskunft", "negation"),
    ("de", "Falls es regnet", "condition"),
    ("de", "Vielleicht im Herbst", "hedge"),
    ("de", "Ich frage mich, ob es offen ist", "question"),
    ("de", "Laut der Zeitung", "report"),
    ("de", "Meine ehemalige Schule", "ended"),
    ("de", "Ausschließlich mit der Bahn", "restriction"),
    ("de", "Alle außer Jan", "exception"),
    ("de", "Ich möchte einen Hund", "wish"),
    ("de", "In meinem Roman ist er König", "fiction"),
    ("de", "Kleiner Scherz", "irony"),
    ("de", "ungefähr vierzig", "approximation"),
    ("ja", "肉は食べません", "negation"),
    ("ja", "雨なら行く", "condition"),
    ("ja", "来るかもしれない", "hedge"),
    ("ja", "京都にお住まいですか", "question"),
    ("ja", "新聞によると晴れ", "report"),
    ("ja", "元夫は医者だ", "ended"),
    ("ja", "電車のみ使う", "restriction"),
    ("ja", "日曜以外は開店", "exception"),
    ("ja", "犬を飼いたい", "wish"),
    ("ja", "小説の中で彼は王だ", "fiction"),
    ("ja", "王様だよ、なんちゃって", "irony"),
    ("ja", "約四十", "approximation"),
]


@pytest.mark.parametrize(("language", "text", "family"), SAID)
def test_each_family_is_found(language: str, text: str, family: str) -> None:
    assert family in families(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I ate meat, but I stopped eating it"),
        ("de", "Sie hat aufgehört zu rauchen"),
        ("fr", "J'ai arrêté de fumer"),
        ("es", "Dejé de fumar"),
        ("zh", "他后来离职了"),
        ("zh", "他现在不住北京"),
        ("ja", "会社に行かなかった"),
        ("ja", "煙草をやめた"),
    ],
)
def test_what_ends_a_thing_denies_it_in_its_own_clause(language: str, text: str) -> None:
    assert "negation" in families(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The party is in May"),
        ("en", "On May 12 we sail"),
        ("en", "No problem at all"),
        ("en", "I can't wait"),
        ("en", "Without a doubt"),
        ("en", "What kind of music is that"),
        ("en", "She moved to Oslo and works as a nurse"),
        ("en", "Dinner is for four people at seven"),
        ("en", "Nobody doesn't like it"),
        ("en", "They play nothing but jazz"),
        ("zh", "他不但会游泳"),
        ("zh", "没有人不喜欢"),
        ("zh", "话剧本周六开演"),
        ("fr", "Le pas de vis est du M6"),
        ("zh", "没问题"),
        ("zh", "非常好"),
        ("zh", "预约成功"),
        ("zh", "两只猫"),
        ("zh", "我们无论如何都来"),
        ("es", "Sin duda viene"),
        ("es", "La reunión es el miércoles a las tres"),
        ("fr", "Je travaille comme infirmière à Lyon"),
        ("de", "Ich arbeite als Krankenschwester in Köln"),
        ("ja", "妹は京都の病院で働いています"),
        ("zh", "他在上海当老师，养了两只猫"),
        ("es", "No hay problema"),
        ("fr", "Pas de problème"),
        ("fr", "Sans aucun doute"),
        ("de", "Kein Problem"),
        ("de", "Zweifellos, ohne Frage"),
        ("ja", "問題ありません"),
        ("ja", "必ず来て"),
        ("ja", "無料"),
    ],
)
def test_what_only_looks_like_a_cue_is_none(language: str, text: str) -> None:
    assert families(text, language) == set()


# --- how a pack is written --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "expanded"),
    [
        ("no", ["no"]),
        ("den(y/ied) it", ["deny it", "denied it"]),
        ("(a/) lie", ["a lie", "lie"]),
        ("(i/we) (do/did)", ["i do", "i did", "we do", "we did"]),
        ("我(猜/想)", ["我猜", "我想"]),
    ],
)
def test_an_entry_stands_for_its_alternatives(entry: str, expanded: list[str]) -> None:
    assert expand(entry) == expanded


@pytest.mark.parametrize(
    "entry", ["(a", "a)", "(a/(b)", "a)(b", "(a))", "(" + "/" * 60 + ")" + "(" + "/" * 60 + ")"]
)
def test_wrong_alternatives_are_refused(entry: str) -> None:
    with pytest.raises(InvalidInput):
        expand(entry)


def test_words_are_tokenised_at_once_and_one_by_one_alike() -> None:
    at_once = tokens_of(["d'accord 19:30 don't", "不支持 c#", "..."])
    one_by_one = tokens_of(["d'accord 19:30 don't", "不支持 c#", "...", "a|b"])
    assert {word: one_by_one[word] for word in at_once} == at_once
    assert (at_once["不支持"], at_once["..."], one_by_one["a|b"]) == (("不", "支", "持"), (), ("a", "|", "b"))


@pytest.mark.parametrize("language", ALL)
def test_the_words_of_a_pack_are_tokenised_as_a_text_is(language: str) -> None:
    words = {word for cue in built_in(language).cues for word in cue.phrase.split() if not word.endswith("'")}
    tokens = tokens_of(words)
    assert {word: list(tokens[word]) for word in words} == {
        word: analyse_text(word).tokens.texts for word in words
    }


# --- packs of a user --------------------------------------------------------------------------


def written(folder: Path, text: str, *, header: str = HEADER) -> Path:
    path = folder / "clinic.toml"
    path.write_text(header + text, encoding="utf-8")
    return path


def test_a_users_pack_extends_a_language(tmp_path: Path) -> None:
    pack = load_pack(
        written(
            tmp_path,
            """
            [[cues]]
            family = "negation"
            scope = "ahead"
            lexical = true
            phrases = ["contra(-/)indicated", "NKDA"]
            [[cues]]
            family = "pseudo"
            phrases = "no change, never smoker"
            [words]
            titles = "Schwester"
            [attribute]
            negative = ["nil_by_mouth"]
            licenses.ended = "discharged"
            """,
        )
    )
    assert found("NKDA, no change", "en", extra=(pack,)) == [("nkda", "negation"), ("no change", "pseudo")]
    assert found("NKDA, no change", "en") == [("no", "negation")]
    extended = lexicon(("en",), (pack,))
    assert {"schwester", "mr"} <= extended.words("titles")
    assert {"nil_by_mouth", "avoids"} <= extended.attribute("negative")
    assert "discharged" in extended.attribute("licenses.ended")


def test_a_users_pack_counts_for_its_language_alone(tmp_path: Path) -> None:
    cues = '[[cues]]\nfamily = "negation"\nscope = "own"\nphrases = "nowt"\n'
    pack = load_pack(written(tmp_path, cues))
    assert found("nowt", "fr", extra=(pack,)) == []
    assert found("nowt", "fr", UNDETERMINED, extra=(pack,)) == [("nowt", "negation")]


def test_a_language_that_is_never_guessed_always_counts(tmp_path: Path) -> None:
    cues = '[[cues]]\nfamily = "hedge"\nscope = "own"\nphrases = "forse"\n'
    pack = load_pack(written(tmp_path, cues, header=HEADER.replace('"en"', '"it"')))
    assert found("forse", "en", extra=(pack,)) == [("forse", "hedge")]


@pytest.mark.parametrize(
    ("phrase", "scope", "text", "own"),
    [
        ("rules out", "own", "the log rules out the firmware", 1),
        ("rules out", "ahead", "the log rules out the firmware", 1),
        ("lacks", "onward", "it lacks a cable", 1),
        ("refuse to", "whole", "they refuse to ship", 2),
        ("not ever", "whole", "we do not ever ship", 2),
    ],
)
def test_a_users_phrase_takes_no_built_in_one_away(
    tmp_path: Path, phrase: str, scope: str, text: str, own: int
) -> None:
    cues = f'[[cues]]\nfamily = "negation"\nscope = "{scope}"\nphrases = "{phrase}"\n'
    pack = load_pack(written(tmp_path, cues))
    texts = analyse_text(text).tokens.texts
    plain = lexicon(("en",)).marks(texts, 0, len(texts))
    marks = lexicon(("en",), (pack,)).marks(texts, 0, len(texts))
    assert plain
    assert {(mark.cue.family, mark.cue.scope, mark.first) for mark in plain} <= {
        (mark.cue.family, mark.cue.scope, mark.first) for mark in marks
    }
    assert len({mark.cue.scope for mark in marks}) >= own


GROUP = '[[cues]]\nfamily = "hedge"\nscope = "own"\nphrases = "maybe"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[cues", "is no TOML"),
        ('[[cues]]\nfamily = "hegde"\nscope = "own"\nphrases = "so"', "cues[0].family is 'hegde'"),
        (GROUP + GROUP.replace("own", "near"), "cues[1].scope is 'near'; it must be one of own, ahead"),
        ('[[cues]]\nfamily = "hedge"\nphrases = "so"', "cues[0].scope is ''"),
        ('[[cues]]\nfamily = "hedge"\nscope = "own"\nphrase = "so"', "unknown field `phrase`"),
        ('[[cues]]\nfamily = "hedge"\nscope = "own"\nphrases = 5', "$.cues[0].phrases"),
        ('[[cues]]\nfamily = "hedge"\nscope = "own"\nphrases = "so (and"', "cues[0].phrases: the parentheses"),
        ('[[cues]]\nfamily = "hedge"\nscope = "own"\nphrases = ["so", "..."]', "'...' (hedge) has no word"),
        ('[words]\nfirst_persons = "i"', "words is 'first_persons'"),
        ('[attribute]\nlicenses.irony = "joke"', "attribute.licenses is 'irony'"),
    ],
)
def test_a_wrong_pack_is_refused_by_name_and_place(tmp_path: Path, text: str, said: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InvalidInput) as caught:
        load_pack(path)
    assert str(path) in str(caught.value)
    assert said in str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"gone\.toml cannot be read"):
        load_pack(tmp_path / "gone.toml")
    (tmp_path / "latin.toml").write_bytes(HEADER.encode() + b"# caf\xe9")
    with pytest.raises(InvalidInput, match="is not UTF-8"):
        load_pack(tmp_path / "latin.toml")


def test_there_is_no_pack_of_an_unknown_language() -> None:
    with pytest.raises(InvalidInput, match="no pack of cues for 'xx'"):
        built_in("xx")
    assert Lexicon(("xx",)).marks(["never"], 0, 1)[0].cue.language == "en"

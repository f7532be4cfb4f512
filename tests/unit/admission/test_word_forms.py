"""Other words for a value: inflected, declared, a name, a pronoun, in other letters."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtxn.core.admission.forms.aliases import AliasForm, SpeakerForm
from memtxn.core.admission.forms.enumeration import EnumerationForm
from memtxn.core.admission.forms.form import Form, Match
from memtxn.core.admission.forms.inflection import InflectionForm
from memtxn.core.admission.forms.leaves import find_leaves
from memtxn.core.admission.forms.variants import VariantForm, in_one_form
from memtxn.core.admission.terms import Option, Terms
from memtxn.model.codec import Json, canonical
from tests.unit.admission.cases import excerpt
from tests.unit.admission.test_dates import context

CUES = frozenset({"not", "never", "only", "hope", "hopes", "refused", "refuse", "used"})
INFLECTION = InflectionForm(CUES.__contains__)
CUP = Terms(
    enum=(Option(canonical("large"), ("big", "very big", "大杯")), Option(canonical("small"), ("little",))),
    aliases=("Robert", "Bob", "bob-smith", "the boss"),
    speakers=("alice",),
)


def said(form: Form, language: str, text: str, value: Json, terms: Terms = CUP) -> list[str]:
    """The words that say the value in this form."""
    whole = excerpt(text)
    asked = msgspec.structs.replace(context(language), terms=terms)
    found = form.find(value, whole, asked)
    assert all(whole.first <= one.first < one.last <= whole.last and one.form == form.name for one in found)
    return [text[slice(*whole.analysis.span(one.first, one.last))] for one in found]


SAME_WORD = [
    ("en", "She swims daily", "swimming", "swims"),
    ("en", "two cats", "cat", "cats"),
    ("en", "he is cycling", "cycle", "cycling"),
    ("en", "she studies law", "study", "studies"),
    ("en", "We planned it", "planning", "planned"),
    ("en", "green teas, please", "green tea", "green teas"),
    ("de", "zwei Katzen", "Katze", "Katzen"),
    ("de", "die Häuser", "Haus", "Häuser"),
    ("fr", "les chats dorment", "chat", "chats"),
    ("fr", "des journaux", "journal", "journaux"),
    ("es", "los gatos", "gato", "gatos"),
    ("es", "está nadando", "nadar", "nadando"),
    ("ru", "две кошки", "кошка", "кошки"),
]


@pytest.mark.parametrize(("language", "text", "value", "words"), SAME_WORD)
def test_another_form_of_the_word(language: str, text: str, value: str, words: str) -> None:
    assert said(INFLECTION, language, text, value) == [words]


ANOTHER_WORD = [
    ("en", "the universe", "university"),
    ("en", "an organ", "organization"),
    ("en", "careless", "care"),
    ("en", "she hopes so", "hope"),
    ("en", "they refused", "refuse"),
    ("en", "cats", "cats"),  # says it as it stands: no other form
    ("en", "is it us", "ist"),
    ("en", "cats", "dog"),
    ("en", "teas that are green", "green tea"),
    ("en", "his 4s", "4"),
    ("en", "", "cat"),
    ("en", "cats", ""),
    ("zh", "猫们", "猫"),
    ("", "cats", "cat"),
    ("en", "cats " * 5, "cat cat cat cat cat"),
]


@pytest.mark.parametrize(("language", "text", "value"), ANOTHER_WORD)
def test_another_word_is_no_form_of_it(language: str, text: str, value: str) -> None:
    assert said(INFLECTION, language, text, value) == []


OPTIONS = [
    ("a big one, a very big one", "large", ["big", "big", "very big"]),
    ("要大杯", "large", ["大杯"]),
    ("要大 杯", "large", []),
    ("a little one", "large", []),
    ("a bigger one", "large", []),
    ("a big one", "huge", []),
    ("a big one", None, []),
]


@pytest.mark.parametrize(("text", "value", "words"), OPTIONS)
def test_a_synonym_of_a_declared_option(text: str, value: Json, words: list[str]) -> None:
    assert sorted(said(EnumerationForm(), "en", text, value)) == sorted(words)


ALIASES = [
    ("ask Bob about it", "Robert", ["Bob"]),
    ("ask the boss about it", "bob-smith", ["the boss"]),
    ("ask Robert", "robert", []),
    ("ask Bobby", "Robert", []),
    ("ask Bob", "Carol", []),
]


@pytest.mark.parametrize(("text", "value", "words"), ALIASES)
def test_another_name_of_the_entity(text: str, value: Json, words: list[str]) -> None:
    assert said(AliasForm(), "en", text, value) == words


SPEAKER = [
    ("en", "I own the repo", "alice", ["I"]),
    ("en", "I'll own the repo", "Alice", ["I'll"]),
    ("en", "assign it to me", "alice", ["me"]),
    ("en", "I own it", "Bob", ["I"]),  # declared: alice is this entity
    ("en", "I own it", "Carol", []),
    ("en", "my brother owns it", "alice", []),
    ("en", "we own it", "alice", []),
    ("zh", "我负责这个仓库", "alice", ["我"]),
    ("zh", "我们负责这个仓库", "alice", []),
    ("zh", "我哥负责这个仓库", "alice", []),
    ("de", "ich mache das", "alice", ["ich"]),
    ("es", "yo lo hago", "alice", ["yo"]),
    ("fr", "c'est moi", "alice", ["moi"]),
    ("fr", "j'y vais", "alice", ["j'"]),
    ("ja", "私が行きます", "alice", ["私"]),
    ("ja", "私たちが行きます", "alice", []),
]


@pytest.mark.parametrize(("language", "text", "value", "words"), SPEAKER)
def test_the_speaker_is_who_says_i(language: str, text: str, value: Json, words: list[str]) -> None:
    said_by = [
        one.split("'")[0] if language == "en" else one for one in said(SpeakerForm(), language, text, value)
    ]
    assert said_by == [one.split("'")[0] if language == "en" else one for one in words]


VARIANTS = [
    ("我住臺灣", "台湾", ["臺灣"]),
    ("我住台湾", "臺灣", ["台湾"]),
    ("我住台湾", "台湾", []),
    ("装軟體", "软件", []),
    ("deux cœurs", "coeurs", ["cœurs"]),
    ("the café", "cafe", []),
    ("臺 灣", "台湾", []),
]


@pytest.mark.parametrize(("text", "value", "words"), VARIANTS)
def test_the_same_in_other_letters(text: str, value: Json, words: list[str]) -> None:
    assert said(VariantForm(), "zh", text, value) == words


FORMS: list[Form] = [INFLECTION, EnumerationForm(), AliasForm(), SpeakerForm(), VariantForm()]


@given(st.text(), st.text() | st.none() | st.integers() | st.lists(st.text()))
def test_no_form_fails_on_any_text(text: str, value: Json) -> None:
    for form in FORMS:
        for language in ("en", "zh", "de", "xx", ""):
            said(form, language, text, value)


@given(st.text())
def test_letters_are_put_in_one_form_once(text: str) -> None:
    assert in_one_form(in_one_form(text)) == in_one_form(text)


def leaf_words(value: Json) -> list[str]:
    """The leaves that "two cats and two dogs" says in another form."""
    whole = excerpt("two cats and two dogs")

    def find(leaf: Json) -> list[Match]:
        return INFLECTION.find(leaf, whole, context("en"))

    return [whole.analysis.tokens.texts[one.first] for one in find_leaves(value, find)]


LEAVES: list[tuple[Json, list[str]]] = [
    (["cat", "dog"], ["cats", "dogs"]),
    (["dog", "cat"], ["dogs", "cats"]),
    ({"one": "cat", "more": ["dog"]}, ["dogs", "cats"]),
    (["cat", "bird"], []),
    (["cat", None], []),
    ([], []),
    ({}, []),
    ("cat", []),
    (["cat"] * 65, []),
]


@pytest.mark.parametrize(("value", "words"), LEAVES)
def test_a_list_is_said_when_each_leaf_is(value: Json, words: list[str]) -> None:
    assert leaf_words(value) == words

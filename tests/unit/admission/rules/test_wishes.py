"""Rule 7, wishes, stories and irony."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
I want to move to Bergen. | city | Bergen | wish
I moved to Bergen. | city | Bergen | ok
I hope the loft has a stove. | Flat/f/heating | stove | wish
The loft has a stove. | Flat/f/heating | stove | ok
We plan to paint the hall blue. | Room/hall/colour | blue | wish
We painted the hall blue. | Room/hall/colour | blue | ok
I am going to buy a barge. | owns | barge | wish
I bought a barge. | owns | barge | ok
Let us be clear: the hall is blue. | Room/hall/colour | blue | ok
Let us paint the hall blue. | Room/hall/colour | blue | wish
I nearly bought a barge. | owns | barge | wish/approximation_dropped
# --- said by the attribute, or asked for
I want to move to Bergen. | wants_to_move_to | Bergen | ok
I want to move to Bergen. | city | Bergen | ok | type=goal
We plan to paint the hall blue. | Room/hall/planned_colour | blue | ok
""")
def test_wishes(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
In my novel the hero lives in Bergen. | Person/hero/city | Bergen | fiction
In my novel there is a spy. He lives in Bergen. | Person/spy/city | Bergen | fiction
I wrote a novel. I live in Bergen. | city | Bergen | ok
Last night I dreamt that I owned a barge. | owns | barge | fiction
In reality I own a barge. | owns | barge | ok
The food was great. Just kidding. | Cafe/c/food | great | irony
The food was great. We will be back. | Cafe/c/food | great | ok
The bus is on time, yeah right. | Bus/b/state | on time | irony
The bus is on time, all right. | Bus/b/state | on time | ok
Yeah right, the bus is on time. | Bus/b/state | on time | irony
""")
def test_stories_and_irony(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
我想搬到大连。 | 城市 | 大连 | wish/hedge_dropped
我搬到大连了。 | 城市 | 大连 | ok
我打算买一艘船。 | 拥有 | 船 | wish
我买了一艘船。 | 拥有 | 船 | ok
老婆想看雪，我们改住木屋。 | Trip/t/住处 | 木屋 | ok
我差点买了一艘船。 | 拥有 | 船 | wish
Quiero mudarme a Bergen este verano. | ciudad | Bergen | wish
Me mudé a Bergen. | ciudad | Bergen | ok
Je voudrais vivre à Bergen. | ville | Bergen | wish
Je vis à Bergen. | ville | Bergen | ok
Ich möchte nach Bergen ziehen. | stadt | Bergen | wish
Ich wohne in Bergen. | stadt | Bergen | ok
大連に住みたいです。 | 都市 | 大連 | wish
大連に住んでいます。 | 都市 | 大連 | ok
Espero que la casa tenga estufa. | House/h/tiene | estufa | wish
La casa tiene estufa. | House/h/tiene | estufa | ok
Me gustaría vivir en Bergen. | ciudad | Bergen | wish
La maison a un poêle. | House/h/a | poêle | ok
Das Haus hat einen Ofen. | House/h/hat | Ofen | ok
Ich will nach Bergen ziehen. | stadt | Bergen | wish
Wir wollen den Flur blau streichen. | Room/flur/farbe | blau | wish
Der Flur ist blau. | Room/flur/farbe | blau | ok
家にストーブがあります。 | House/h/設備 | ストーブ | ok
希望木屋有炉子。 | Hut/木屋/设施 | 炉子 | wish
但愿木屋有炉子。 | Hut/木屋/设施 | 炉子 | wish
本来想买船，后来买了车。 | 拥有 | 船 | wish/ended_state
在小说里，英雄住在大连。 | Person/英雄/城市 | 大连 | fiction
天气真好。 | Weather/w/天气 | 真好 | ok
J'espère que la maison a un poêle. | House/h/a | poêle | wish/hedge_dropped
呵呵，真是好天气。 | Weather/w/天气 | 好天气 | irony
""")
def test_other_languages(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
Remind me to call the dentist. | called | dentist | wish
Remind me to call the dentist. | call | dentist | ok | type=goal
Remind me to call the dentist. | reminder | call the dentist | ok
Don't let me forget to pay the rent. | paid | the rent | wish/negation_dropped
She reminded me to water the fern. | watered | the fern | wish
""")
def test_reminders(row: Row) -> None:
    assert row.holds(), row.got()

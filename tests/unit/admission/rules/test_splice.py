"""Rule 5: the words of a value stand together, in one clause, and of a list all or none."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
# --- another clause
Nina plays tennis and Otto plays chess. | Person/nina/plays | Nina plays chess | spliced
Nina plays tennis and Otto plays chess. | Person/nina/plays | tennis | ok
Nina plays tennis and Otto plays chess. | Person/otto/plays | chess | ok
Our cat sleeps on the sofa, our dog sleeps in the hall. | Pet/cat/place | cat sleeps in the hall | spliced
Our cat sleeps on the sofa, our dog sleeps in the hall. | Pet/cat/place | on the sofa | ok
The tent is red but the bag is brown. | Item/tent/colour | tent is brown | spliced
The tent is red but the bag is brown. | Item/tent/colour | red | ok
The loft (which is cold) has a stove. | Room/loft/state | cold stove | spliced
The soup is spicy; the rice is mild. | Dish/soup/taste | soup is mild | spliced
The soup is spicy; the rice is mild. | Dish/soup/taste | spicy | ok
I keep bees because honey is dear. | keeps | bees dear | spliced
I keep bees because honey is dear. | keeps | bees | ok
# --- another sentence
The hall is blue. The loft is grey. | Room/hall/colour | hall is grey | spliced
The hall is blue. The loft is grey. | Room/hall/colour | blue | ok
Ferry at nine\\nTrain at ten | Trip/t/ferry | Ferry at ten | spliced
Ferry at nine\\nTrain at ten | Trip/t/ferry | Ferry at nine | ok
# --- words left out inside one phrase
We bought a red woollen scarf. | Purchase/p/item | red scarf | ok
We bought a red scarf, a hat and gloves. | Purchase/p/item | red gloves | spliced
We bought a red scarf, a hat and gloves. | Purchase/p/item | red hat | spliced
We bought a red scarf, a hat and gloves. | Purchase/p/item | red scarf | ok
# --- lists of values
We packed ropes, tents and lamps. | Trip/t/gear | ropes lamps | spliced
We packed ropes, tents and lamps. | Trip/t/gear | =["ropes", "tents", "lamps"] | ok
We packed ropes, tents and lamps. | Trip/t/gear | =["ropes", "lamps"] | spliced
We packed ropes and lamps. | Trip/t/gear | =["ropes", "lamps"] | ok
We packed ropes or lamps. | Trip/t/gear | =["ropes", "lamps"] | spliced
We packed ropes, and Otto packed lamps. | Trip/t/gear | =["ropes", "lamps"] | spliced
We packed ropes & lamps. | Trip/t/gear | =["ropes", "lamps"] | ok
# --- a list is kept whole
We visited Rome, Paris and Oslo. | Trip/t/cities | =["Rome", "Paris", "Oslo"] | ok
We visited Rome, Paris and Oslo. | Trip/t/cities | =["Rome", "Oslo"] | spliced
We visited Rome, Paris and Oslo. | Trip/t/cities | Rome, Paris and Oslo | ok
We visited Rome, Paris and Oslo. | Trip/t/cities | Rome and Oslo | spliced
We visited Rome and, briefly, Oslo. | Trip/t/cities | =["Rome", "Oslo"] | spliced
We visited Rome but not Oslo. | Trip/t/cities | =["Rome", "Oslo"] | spliced/negation_dropped
We visited Rome, not Oslo. | Trip/t/cities | =["Rome", "Oslo"] | spliced/negation_dropped
We never visited Rome, Paris or Oslo. | Trip/t/cities | =["Rome", "Paris", "Oslo"] | negation_dropped/spliced
We visited Rome in May and Oslo in June. | Trip/t/cities | =["Rome", "Oslo"] | spliced
We may visit Rome and Oslo. | Trip/t/cities | =["Rome", "Oslo"] | hedge_dropped
Did we visit Rome and Oslo? | Trip/t/cities | =["Rome", "Oslo"] | question
""")
def test_english(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
周宁学钢琴，郑文学书法。 | Person/周宁/学习 | 周宁学书法 | spliced/not_ordered_subsequence
周宁学钢琴，郑文学书法。 | Person/周宁/学习 | 钢琴 | ok
帐篷是红的，但是背包是黑的。 | Item/帐篷/颜色 | 帐篷是黑的 | spliced/not_ordered_subsequence
帐篷是红的，但是背包是黑的。 | Item/帐篷/颜色 | 红的 | ok
客厅刷成蓝色。书房刷成灰色。 | Room/客厅/颜色 | 客厅刷成灰色 | spliced/not_ordered_subsequence
客厅刷成蓝色。书房刷成灰色。 | Room/客厅/颜色 | 蓝色 | ok
Nina spielt Tennis und Otto spielt Schach. | Person/nina/spielt | Nina spielt Schach | spliced
Nina spielt Tennis und Otto spielt Schach. | Person/nina/spielt | Tennis | ok
Nina joue au tennis et Otto joue aux dames. | Person/nina/sport | Nina joue aux dames | spliced
Nina joue au tennis et Otto joue aux dames. | Person/nina/sport | tennis | ok
Nina juega al tenis y Otto juega al ajedrez. | Person/nina/juega | Nina juega al ajedrez | spliced
Nina juega al tenis y Otto juega al ajedrez. | Person/nina/juega | tenis | ok
我们去了大连、青岛和烟台。 | Trip/t/城市 | =["大连", "青岛", "烟台"] | ok
我们去了大连、青岛和烟台。 | Trip/t/城市 | =["大连", "烟台"] | spliced
我们没去大连、青岛和烟台。 | Trip/t/城市 | =["大连", "青岛", "烟台"] | negation_dropped
Visitamos Roma, París y Oslo. | Trip/t/ciudades | =["Roma", "París", "Oslo"] | ok
Visitamos Roma, París y Oslo. | Trip/t/ciudades | =["Roma", "Oslo"] | spliced
Wir waren in Rom, Paris und Oslo. | Trip/t/orte | =["Rom", "Paris", "Oslo"] | ok
Wir waren in Rom, Paris und Oslo. | Trip/t/orte | =["Rom", "Oslo"] | spliced
Nous avons vu Rome, Paris et Oslo. | Trip/t/villes | =["Rome", "Paris", "Oslo"] | ok
Nous avons vu Rome, Paris et Oslo. | Trip/t/villes | =["Rome", "Oslo"] | spliced
""")
def test_other_languages(row: Row) -> None:
    assert row.holds(), row.got()

"""Rule 6: what denies the value in its sentence is kept by it, or is what the attribute says."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
# --- a negator governs the whole list, and ends where the speaker turns
I don't eat mussels, crab or squid. | eats | mussels | negation_dropped
I don't eat mussels, crab or squid. | eats | crab | negation_dropped
I don't eat mussels, crab or squid. | eats | squid | negation_dropped
I eat mussels, crab and squid. | eats | crab | ok
I don't eat mussels, but I eat crab. | eats | crab | ok
I don't eat mussels but I eat crab. | eats | crab | ok
I eat crab, but I don't eat mussels. | eats | crab | ok
I eat crab, but I don't eat mussels. | eats | mussels | negation_dropped
I don't smoke, I drink tea. | drinks | tea | ok
I don't smoke and I drink tea. | drinks | tea | ok
I never drink coffee or tea. | drinks | tea | negation_dropped
I drink neither coffee nor tea. | drinks | tea | negation_dropped
I drink both coffee and tea. | drinks | tea | ok
Nobody in the crew eats pork. | Team/crew/eats | pork | negation_dropped
Everybody in the crew eats pork. | Team/crew/eats | pork | ok
# --- contrasts
The lamp is brass, not copper. | Item/lamp/metal | brass | ok
The lamp is brass, not copper. | Item/lamp/metal | copper | negation_dropped
The lamp is not copper. | Item/lamp/metal | copper | negation_dropped
The lamp is not copper, it's brass. | Item/lamp/metal | brass | ok
Ship it by rail, not by road. | Order/o/carriage | rail | ok
Ship it by rail, not by road. | Order/o/carriage | road | negation_dropped
Paint it green instead of white. | Order/o/colour | green | ok
Paint it green instead of white. | Order/o/colour | white | negation_dropped
Camping is not allowed on the dunes. | Park/p/allowed | Camping | negation_dropped
Camping is allowed on the dunes. | Park/p/allowed | Camping | ok
# --- what a negator denies stands behind it
An espresso, black, no sugar. | Order/o/style | black | ok
An espresso, black, no sugar. | Order/o/extras | sugar | negation_dropped
An espresso, black, no sugar. | Order/o/extras | no sugar | ok
A burger without onions, please. | Order/o/dish | burger | ok
A burger without onions, please. | Order/o/toppings | onions | negation_dropped
A burger with onions, please. | Order/o/toppings | onions | ok
# --- put between commas
We do not, under any circumstances, sail at night. | Crew/c/sails | at night | negation_dropped
We do, in all weathers, sail at night. | Crew/c/sails | at night | ok
I do not, even for money, swim with sharks. | swims_with | sharks | negation_dropped
# --- a clause that is opened and not closed
The gate code is not: 4471. | Gate/g/code | 4471 | negation_dropped
The gate code is: 4471. | Gate/g/code | 4471 | ok
# --- looks like a negator and is none
Rosa speaks not only Greek but also Dutch. | Person/rosa/speaks | Greek | ok
Rosa speaks not only Greek but also Dutch. | Person/rosa/speaks | Dutch | ok
No, this is gate seven. | Flight/f/gate | gate seven | ok
No problem, the room is on the third floor. | Booking/b/floor | third floor | ok
The shop does not open until nine. | Shop/s/opens | nine | ok
The shop does not open at nine. | Shop/s/opens | nine | negation_dropped
# --- what is thought, doubted or said to be so
I don't think that the pool is heated. | Hotel/h/pool | heated | negation_dropped
I doubt that the pool is heated. | Hotel/h/pool | heated | negation_dropped/hedge_dropped
The pool is heated. That is a lie. | Hotel/h/pool | heated | negation_dropped
The pool is heated. That is lovely. | Hotel/h/pool | heated | ok
Keep the dog away from chocolate. | Pet/dog/food | chocolate | negation_dropped
Feed the dog with chocolate. | Pet/dog/food | chocolate | ok
# --- more frames
I eat pork, roast beef and smoked salmon. | eats | smoked salmon | ok
I don't eat pork, roast beef, or salmon. | eats | salmon | negation_dropped
I don't eat pork. Beef I eat. | eats | Beef | ok
I don't eat pork or anything with cheese. | eats | cheese | negation_dropped
I don't eat pork, nor do I drink wine. | drinks | wine | negation_dropped
I don't drink wine and never have. | drinks | wine | negation_dropped
I eat everything except crab. | eats | crab | restrictor_dropped/negation_dropped
I eat all but crab. | eats | crab | restrictor_dropped/negation_dropped
I could not be happier in Oslo. | city | Oslo | ok
I can't wait to see Oslo. | to_see | Oslo | ok
There is no gate 7. | Airport/a/gate | gate 7 | negation_dropped
Neither Otto nor Lin swims. | Person/lin/hobby | swims | negation_dropped
None of us swims. | hobby | swims | negation_dropped
I hardly swim. | hobby | swim | negation_dropped
I stopped swimming. | hobby | swimming | negation_dropped/ended_state
I failed to get the visa. | has | visa | negation_dropped
I'd rather walk than swim. | hobby | swim | negation_dropped/wish
The pool, which is not heated, opens at six. | Pool/p/opens | six | ok
The pool, which is not heated, opens at six. | Pool/p/state | heated | negation_dropped
The pool (not heated) opens at six. | Pool/p/opens | six | ok
The pool (not heated) opens at six. | Pool/p/state | heated | negation_dropped
Otto, not Lin, chairs the board. | Board/b/chair | Otto | ok
Otto, not Lin, chairs the board. | Board/b/chair | Lin | negation_dropped
It is Otto who chairs the board, not Lin. | Board/b/chair | Otto | ok
It is Otto who chairs the board, not Lin. | Board/b/chair | Lin | negation_dropped
Not Otto but Lin chairs the board. | Board/b/chair | Lin | ok
Not Otto but Lin chairs the board. | Board/b/chair | Otto | negation_dropped
I do not live in Oslo but in Bergen. | city | Bergen | ok
I do not live in Oslo but in Bergen. | city | Oslo | negation_dropped
I live not in Oslo but in Bergen. | city | Bergen | ok
I live in Oslo, not Bergen. | city | Oslo | ok
Oslo is where I live. | city | Oslo | ok
Whoever says I smoke is lying. | smokes | smoke | negation_dropped/reported_speech
Do you drink wine? No. | drinks | wine | negation_dropped/question
Do you drink wine? Yes. | drinks | wine | question
Pork: no\\nBeef: yes | eats | Beef | ok
# --- the entity's own name, and the verb of the attribute
Our shop is called No Limits and opens at nine. | Shop/no-limits/opens | nine | ok
Mara refuses gifts. | Person/mara/refuses | gifts | ok
Mara refuses gifts. | Person/mara/likes | gifts | negation_dropped
# --- outside the quote
I never eat crab. | eats | crab | negation_dropped | quote=eat crab
I always eat crab. | eats | crab | ok | quote=eat crab
Under no circumstances do I lend my tools. | lends | my tools | negation_dropped | quote=I lend my tools
I don't eat crab & squid. | eats | squid | negation_dropped
I eat no crab, squid or mussels. | eats | mussels | negation_dropped
I eat no crab, no squid and no mussels. | eats | mussels | negation_dropped
I eat crab, squid but no mussels. | eats | mussels | negation_dropped
I eat crab, squid but no mussels. | eats | squid | ok
I eat no crab but squid. | eats | squid | ok
I don't eat crab; squid I love. | eats | squid | ok
I don't eat crab because squid is better. | eats | crab | negation_dropped
I don't eat crab because squid is better. | better | squid | ok
I don't eat crab while Otto eats squid. | Person/otto/eats | squid | ok
I don't eat crab, Otto eats squid. | Person/otto/eats | squid | ok
I don't eat crab like Otto does. | eats | crab | negation_dropped
I don't eat much crab. | eats | crab | negation_dropped
I don't just eat crab. | eats | crab | ok
I don't eat crab any more. | eats | crab | negation_dropped
I didn't use to eat crab. | eats | crab | negation_dropped
I haven't eaten crab yet. | eaten | crab | negation_dropped
I have yet to eat crab. | eaten | crab | negation_dropped
There's nothing like crab. | likes | crab | ok
Crab is off the menu. | Cafe/c/serves | Crab | negation_dropped
Crab is on the menu. | Cafe/c/serves | Crab | ok
We ran out of crab. | Cafe/c/has | crab | negation_dropped
The crab is sold out. | Cafe/c/has | crab | negation_dropped
I am free of debt. | has | debt | negation_dropped
I am in debt. | has | debt | ok
The plan lacks detail. | Plan/p/has | detail | negation_dropped
The plan has detail. | Plan/p/has | detail | ok
I regret that I can't come on Friday. | Meeting/m/attends | Friday | negation_dropped
I'm glad that I can come on Friday. | Meeting/m/attends | Friday | ok
It's false that the hut is heated. | Hut/hut/state | heated | negation_dropped
It's true that the hut is heated. | Hut/hut/state | heated | ok
The hut is anything but heated. | Hut/hut/state | heated | negation_dropped
The hut is far from heated. | Hut/hut/state | heated | negation_dropped
The hut is well heated. | Hut/hut/state | heated | ok
As if the hut were heated. | Hut/hut/state | heated | negation_dropped/irony/condition_dropped/wish
The hut is unheated. | Hut/hut/state | heated | not_ordered_subsequence
Is the hut not heated? | Hut/hut/state | heated | question/negation_dropped
The unheated hut has a stove. | Hut/hut/heating | stove | ok
The claim that the hut is heated is false. | Hut/hut/state | heated | negation_dropped/reported_speech
I don't eat crab (or squid). | eats | squid | negation_dropped
I don't eat crab / squid / mussels. | eats | mussels | negation_dropped
I don't eat crab, squid, mussels. | eats | mussels | negation_dropped
I don't eat pork, roast beef or smoked salmon. | eats | salmon | negation_dropped
I don't eat: crab, squid, mussels. | eats | mussels | negation_dropped
Not for sale: crab, squid | Shop/s/sells | crab | negation_dropped
I don't play golf, chess, darts. | plays | darts | negation_dropped
I can't have milk, soft cheese or whipped cream. | can_have | whipped cream | negation_dropped
I won't use: glue, tape, nails. | uses | nails | negation_dropped
No pets: dogs, cats, birds. | Flat/f/pets | cats | negation_dropped
In stock: lamps, ropes. | Shop/s/stock | ropes | ok
I don't play golf, chess is fine. | plays | chess | ok
I don't play golf, chess yes. | plays | chess | ok
I don't play golf; chess and darts are my games. | games | chess and darts | ok
I don't play golf, I play chess, darts, pool. | plays | darts | ok
I play golf, chess, darts. | plays | darts | ok
I play golf, not chess, not darts. | plays | golf | ok
I play golf, not chess, not darts. | plays | darts | negation_dropped
I play golf, not chess or darts. | plays | darts | negation_dropped
The tour is not on Monday, Tuesday, Friday. | Tour/t/days | Friday | negation_dropped
The tour is on Monday, not on Tuesday. | Tour/t/days | Monday | ok
Milk, no sugar, two biscuits. | Order/o/items | two biscuits | ok
Milk, no sugar, two biscuits. | Order/o/items | sugar | negation_dropped
No milk, sugar or biscuits. | Order/o/items | biscuits | negation_dropped
No milk, two biscuits. | Order/o/items | two biscuits | ok
Otto disapproves of the hut. | Person/otto/approves_of | the hut | negation_dropped
The door is unlocked on Monday. | Door/d/locked_on | Monday | negation_dropped
The trail is unsuitable for prams. | Trail/t/suitable_for | prams | negation_dropped
We do not - ever - sell crab. | Shop/s/sells | crab | negation_dropped
I like tea. Coffee I don't drink. | likes | tea. Coffee | negation_dropped/spliced
I like tea. Coffee I don't drink. | likes | tea Coffee | negation_dropped/spliced
""")
def test_negation(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
I don't like olives. | dislikes | olives | ok
I like olives. | dislikes | olives | negation_added
I hate olives. | dislikes | olives | ok
I hate olives. | likes | olives | negation_dropped
I don't hate olives. | likes | olives | negation_dropped
I am not allergic to walnuts. | allergic_to | walnuts | negation_dropped
I am allergic to walnuts. | allergic_to | walnuts | ok
I avoid gluten. | avoids | gluten | ok
I eat gluten. | avoids | gluten | negation_added
This trail is not suitable for prams. | Trail/t/unsuitable_for | prams | ok
This trail is suitable for prams. | Trail/t/unsuitable_for | prams | negation_added
This trail is not suitable for prams. | Trail/t/suitable_for | prams | negation_dropped
This trail is suitable for prams. | Trail/t/suitable_for | prams | ok
The kiosk doesn't take cheques. | Kiosk/k/not_accepted | cheques | ok
The kiosk takes cheques. | Kiosk/k/not_accepted | cheques | negation_added
# --- declared
I leave out mushrooms. | diet | mushrooms | ok | terms={"polarity":-1}
I eat mushrooms. | diet | mushrooms | negation_added | terms={"polarity":-1}
I eat mushrooms. | no_go | mushrooms | ok | terms={"polarity":1}
# --- aversions, said by what one cannot have
I cannot have sesame. | allergy | sesame | ok
I can have sesame. | likes | sesame | ok
I cannot have sesame. | likes | sesame | negation_dropped
I am allergic to sesame. | allergy | sesame | ok
I have no allergy to sesame. | allergy | sesame | negation_dropped
# --- aversions in other words and languages
I am not allergic to walnuts. | allergy | walnuts | negation_dropped
I have no walnut allergy. | allergies | walnut | negation_dropped
Je suis allergique aux noix. | allergy | noix | ok
Ich bin nicht gegen Nüsse allergisch. | allergy | Nüsse | negation_dropped
私はくるみアレルギーではありません。 | allergy | くるみ | negation_dropped
I am lactose intolerant. | intolerance | lactose | ok
I am not lactose intolerant. | intolerance | lactose | negation_dropped
# --- twice denied
She doesn't refuse tips. | Person/rita/refuses | tips | negation_added
I don't eat crab or squid. | does_not_eat | squid | ok
I eat crab and squid. | does_not_eat | squid | negation_added
I can't stand cilantro. | dislikes | cilantro | ok
I'm not a fan of cilantro. | dislikes | cilantro | ok
I'm a fan of cilantro. | dislikes | cilantro | negation_added
I'm not a fan of cilantro. | fan_of | cilantro | negation_dropped
The hall is not free on Monday. | Hall/h/unavailable | Monday | ok
The hall is free on Monday. | Hall/h/unavailable | Monday | negation_added
The hall is closed on Monday. | Hall/h/closed_on | Monday | ok
The hall isn't closed on Monday. | Hall/h/closed_on | Monday | negation_dropped
Breakfast is excluded. | Offer/o/excludes | Breakfast | ok
Breakfast is included. | Offer/o/excludes | Breakfast | negation_added
Breakfast is not included. | Offer/o/excludes | Breakfast | ok
The price excludes breakfast. | Offer/o/includes | breakfast | negation_dropped
The price excludes breakfast. | Offer/o/excluded | breakfast | ok
Lamps are missing. | Stock/s/missing | Lamps | ok
Lamps are missing. | Stock/s/items | Lamps | negation_dropped
Lamps aren't missing. | Stock/s/missing | Lamps | negation_added/negation_dropped
I quit smoking. | quit | smoking | ok
I quit smoking. | habits | smoking | negation_dropped/ended_state
I have no siblings. | siblings | no siblings | ok
I have no siblings. | siblings | siblings | negation_dropped
I have no siblings. | has_siblings | =false | ok
I'm not from Cork. | hometown | Cork | negation_dropped
I'm not from Cork. | not_from | Cork | ok
The kit is incompatible with rail B. | Kit/kit/incompatible_with | rail B | ok
The kit is not compatible with rail B. | Kit/kit/incompatible_with | rail B | ok
The kit is compatible with rail B. | Kit/kit/incompatible_with | rail B | negation_added
The kit is compatible with rail B. | Kit/kit/compatible_with | rail B | ok
Dogs are not welcome. | Hut/h/unwelcome | Dogs | ok
Dogs are welcome. | Hut/h/unwelcome | Dogs | negation_added
Avoid the north face. | Trail/t/avoid | the north face | ok
Avoid the north face. | Trail/t/route | the north face | negation_dropped
Take the north face. | Trail/t/avoid | the north face | negation_added
I can eat nuts. | allergy | nuts | negation_added
I eat nuts. | allergy | nuts | negation_added
Nuts are fine. | allergy | Nuts | negation_added
I'm not intolerant to nuts. | intolerances | nuts | negation_dropped
I never, not even for money, swim with sharks. | swims_with | sharks | negation_dropped
我对芒果不过敏。 | allergic_to | 芒果 | negation_dropped
我对芒果不过敏。 | allergy | 芒果 | negation_dropped
我对芒果过敏。 | 过敏 | 芒果 | ok
私はくるみアレルギーです。 | allergy | くるみ | ok
Otto is dissatisfied with the hut. | Person/otto/satisfied_with | the hut | negation_dropped
Otto is unhappy with the hut. | Person/otto/happy_with | the hut | negation_dropped
The kit is incompatible with rail B. | Kit/kit/compatible_with | rail B | negation_dropped
Soy alérgica a las nueces. | allergy | nueces | ok
我不能吃芒果。 | 过敏 | 芒果 | ok
""")
def test_attributes_that_deny(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
I never work on Fridays. | work_days | never work on Fridays | ok
I never work on Fridays. | work_days | on Fridays | negation_dropped
Coffee with no milk, please. | Order/o/coffee | no milk | ok
The hut has neither water nor power. | Hut/h/supplies | neither water nor power | ok
Do not ring the bell. | House/h/instruction | Do not ring the bell | ok
Do not ring the bell. | House/h/instruction | ring the bell | negation_dropped
Tickets are non-refundable. | Ticket/t/terms | non-refundable | ok
Delivery is not included. | Offer/o/delivery | not included | ok
Delivery is not included. | Offer/o/delivery | included | negation_dropped
Delivery is included. | Offer/o/delivery | included | ok
""")
def test_a_value_may_keep_its_negation(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
我不吃螃蟹。 | 饮食 | 螃蟹 | negation_dropped
我吃螃蟹。 | 饮食 | 螃蟹 | ok
我不吃螃蟹，但是吃龙虾。 | 饮食 | 龙虾 | ok
我从来不喝白酒。 | 饮品 | 白酒 | negation_dropped
我连咖啡都不喝。 | 饮品 | 咖啡 | negation_dropped
我每天都喝咖啡。 | 饮品 | 咖啡 | ok
他不但会滑雪，还会冲浪。 | Person/大伟/技能 | 滑雪 | ok
他不会滑雪。 | Person/大伟/技能 | 滑雪 | negation_dropped
大门密码不是：6620。 | Gate/g/密码 | 6620 | negation_dropped
大门密码是：6620。 | Gate/g/密码 | 6620 | ok
灯是铜的，不是铁的。 | Item/灯/材质 | 铁的 | negation_dropped
健身房没有泳池。 | Gym/g/设施 | 泳池 | negation_dropped
健身房有泳池。 | Gym/g/设施 | 泳池 | ok
我不喜欢榴莲。 | 不喜欢 | 榴莲 | ok
我喜欢榴莲。 | 不喜欢 | 榴莲 | negation_added
我对芒果过敏。 | allergy | 芒果 | ok
我不得不每周加班。 | 工作 | 每周加班 | ok
# --- other ways
你吃螃蟹了没？ | 饮食 | 螃蟹 | question
周末去不去大连 | 计划 | 大连 | question
我是不是该去大连 | 计划 | 大连 | question/wish/hedge_dropped
大连天气好，我住得惯。 | 感受 | 住得惯 | ok
没人吃螃蟹。 | Team/t/饮食 | 螃蟹 | negation_dropped
我不是不吃螃蟹。 | 饮食 | 螃蟹 | negation_dropped
螃蟹我不吃。 | 饮食 | 螃蟹 | negation_dropped
螃蟹我爱吃。 | 饮食 | 螃蟹 | ok
除了螃蟹我都吃。 | 饮食 | 螃蟹 | restrictor_dropped/negation_dropped
我戒了咖啡。 | 饮品 | 咖啡 | negation_dropped/ended_state
我忘了带伞。 | 带了 | 伞 | negation_dropped
别放香菜。 | Order/o/配料 | 香菜 | negation_dropped | type=preference
少放香菜。 | Order/o/配料 | 香菜 | ok | type=preference
我不太会游泳。 | 技能 | 游泳 | negation_dropped
我怎么可能吃螃蟹。 | 饮食 | 螃蟹 | question/negation_dropped/hedge_dropped
谁说我吃螃蟹了。 | 饮食 | 螃蟹 | question/negation_dropped/reported_speech
要是我吃螃蟹就好了。 | 饮食 | 螃蟹 | wish/condition_dropped
我吃螃蟹，他不吃。 | 饮食 | 螃蟹 | ok
我吃螃蟹、龙虾，不吃生蚝。 | 饮食 | 龙虾 | ok
我吃螃蟹、龙虾，不吃生蚝。 | 饮食 | 生蚝 | negation_dropped
我不吃螃蟹、龙虾和生蚝。 | 饮食 | 生蚝 | negation_dropped
我不吃螃蟹，也不吃龙虾。 | 饮食 | 龙虾 | negation_dropped
我不吃螃蟹，也吃不惯龙虾。 | 饮食 | 龙虾 | negation_dropped
我讨厌香菜。 | 讨厌 | 香菜 | ok
我不讨厌香菜。 | 讨厌 | 香菜 | negation_added/negation_dropped
我喜欢香菜。 | 讨厌 | 香菜 | negation_added
我讨厌香菜。 | 喜欢 | 香菜 | negation_dropped
我忌口香菜。 | 忌口 | 香菜 | ok
我不吃香菜。 | 忌口 | 香菜 | ok
我吃香菜。 | 忌口 | 香菜 | negation_added
我不吃香菜。 | dislikes | 香菜 | ok
我吃香菜。 | dislikes | 香菜 | negation_added
报价不含早餐。 | Offer/o/不含 | 早餐 | ok
报价包含早餐。 | Offer/o/不含 | 早餐 | negation_added
报价不含早餐。 | Offer/o/excludes | 早餐 | ok
报价不含早餐。 | Offer/o/includes | 早餐 | negation_dropped
大厅周一不开放。 | Hall/h/不开放 | 周一 | ok
大厅周一开放。 | Hall/h/不开放 | 周一 | negation_added
我没有兄弟姐妹。 | 兄弟姐妹 | 没有兄弟姐妹 | ok
我没有兄弟姐妹。 | 兄弟姐妹 | 兄弟姐妹 | negation_dropped
不加糖，少冰。 | Order/o/甜度 | 不加糖 | ok
不加糖，少冰。 | Order/o/冰量 | 少冰 | ok
不加糖，少冰。 | Order/o/配料 | 糖 | negation_dropped
禁止停车。 | Place/p/禁止 | 停车 | ok
禁止停车。 | Place/p/允许 | 停车 | negation_dropped
允许停车。 | Place/p/允许 | 停车 | ok
允许停车。 | Place/p/禁止 | 停车 | negation_added
未成年人不得入内。 | Place/p/规定 | 未成年人不得入内 | ok
非会员票价九块。 | Museum/m/非会员票价 | 九块 | ok
我不吃螃蟹，龙虾，生蚝。 | 饮食 | 生蚝 | negation_dropped
""")
def test_chinese(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
No como mejillones, cangrejo ni pulpo. | come | cangrejo | negation_dropped
Como mejillones, cangrejo y pulpo. | come | cangrejo | ok
Nunca bebo vino. | bebe | vino | negation_dropped
Bebo vino. | bebe | vino | ok
Je ne mange pas de crabe. | mange | crabe | negation_dropped
Je mange du crabe. | mange | crabe | ok
Je ne bois jamais de vin. | boit | vin | negation_dropped
Je n'aime pas les olives. | aime | les olives | negation_dropped
J'aime les olives. | aime | les olives | ok
Ich esse keine Muscheln. | isst | Muscheln | negation_dropped
Ich esse Muscheln. | isst | Muscheln | ok
Jonas trinkt nicht und raucht Pfeife. | Person/jonas/raucht | Pfeife | ok
Jonas raucht nicht Pfeife. | Person/jonas/raucht | Pfeife | negation_dropped
Die Lampe ist aus Messing, nicht aus Kupfer. | Item/lampe/metall | Messing | ok
Die Lampe ist aus Messing, nicht aus Kupfer. | Item/lampe/metall | Kupfer | negation_dropped
私は牡蠣を食べません。 | 食べ物 | 牡蠣 | negation_dropped
私は牡蠣を食べます。 | 食べ物 | 牡蠣 | ok
駐車場はありません。 | Hotel/h/設備 | 駐車場 | negation_dropped
駐車場はあります。 | Hotel/h/設備 | 駐車場 | ok
No tengo coche ni moto. | tiene | moto | negation_dropped
Tengo coche y moto. | tiene | moto | ok
Bebo vino, pero no cerveza. | bebe | cerveza | negation_dropped
No solo bebo vino, también cerveza. | bebe | vino | ok
Un café sin azúcar. | Order/o/extra | azúcar | negation_dropped
Un café con azúcar. | Order/o/extra | azúcar | ok
Nadie de la clase come cangrejo. | Team/t/come | cangrejo | negation_dropped
Jamás he comido cangrejo. | come | cangrejo | negation_dropped
Tampoco como cangrejo. | come | cangrejo | negation_dropped
La lámpara es de latón, no de cobre. | Item/lámpara/metal | latón | ok
La lámpara es de latón, no de cobre. | Item/lámpara/metal | cobre | negation_dropped
Me gustan las aceitunas. | gusta | aceitunas | ok
Je ne bois ni vin ni bière. | boit | bière | negation_dropped
Je bois du vin et de la bière. | boit | bière | ok
Je bois du vin, mais pas de bière. | boit | bière | negation_dropped
Un café sans sucre. | Order/o/extra | sucre | negation_dropped
Un café avec du sucre. | Order/o/extra | sucre | ok
Personne ne mange de crabe. | Team/t/mange | crabe | negation_dropped
J'aime pas les olives. | aime | les olives | negation_dropped
Je ne mange plus de crabe. | mange | crabe | negation_dropped/ended_state
Je mange encore du crabe. | mange | crabe | ok
Il n'y a aucun ascenseur. | Hotel/h/a | ascenseur | negation_dropped
Il y a un ascenseur. | Hotel/h/a | ascenseur | ok
La lampe est en laiton, pas en cuivre. | Item/lampe/métal | laiton | ok
La lampe est en laiton, pas en cuivre. | Item/lampe/métal | cuivre | negation_dropped
Ich trinke weder Wein noch Bier. | trinkt | Bier | negation_dropped
Ich trinke Wein und Bier. | trinkt | Bier | ok
Ich trinke Wein, aber kein Bier. | trinkt | Wein | ok
Ich trinke Wein, aber kein Bier. | trinkt | Bier | negation_dropped
Ein Kaffee ohne Zucker. | Order/o/extra | Zucker | negation_dropped
Ein Kaffee mit Zucker. | Order/o/extra | Zucker | ok
Niemand im Team isst Krabben. | Team/t/isst | Krabben | negation_dropped
Ich esse nie Krabben. | isst | Krabben | negation_dropped
Ich esse Krabben nicht. | isst | Krabben | negation_dropped
Ich mag keine Oliven. | mag | Oliven | negation_dropped
Ich mag Oliven. | mag | Oliven | ok
Ich wohne nicht mehr in Bergen. | stadt | Bergen | negation_dropped/ended_state
Nicht nur Wein, auch Bier trinke ich. | trinkt | Wein | ok
お酒は飲みません。 | 飲み物 | お酒 | negation_dropped
お酒を飲みます。 | 飲み物 | お酒 | ok
酒もタバコもやりません。 | 嗜好 | 酒 | negation_dropped
砂糖なしのコーヒーです。 | Order/o/追加 | 砂糖 | negation_dropped
砂糖入りのコーヒーです。 | Order/o/追加 | 砂糖 | ok
蟹は食べないけど、海老は食べます。 | 食べ物 | 海老 | ok
蟹は食べないけど、海老は食べます。 | 食べ物 | 蟹 | negation_dropped
ここは駐車禁止です。 | Place/p/許可 | 駐車 | negation_dropped
プールは使えません。 | Hotel/h/利用可 | プール | negation_dropped
プールは使えます。 | Hotel/h/利用可 | プール | ok
No me gustan las aceitunas. | gusta | aceitunas | negation_dropped
The station is not far. Nunca bebo vino. | bebe | vino | negation_dropped
The station is not far. Ich esse keine Krabben. | isst | Krabben | negation_dropped
# --- the next verb, the next subject
The 12 doesn't stop here any more; the 14 stops at Park Street. | Bus/14/stop | Park Street | ok
Mornings are bad for me, afternoons are fine. | available | afternoons | ok
Instead of tea I had cocoa. | drank | cocoa | ok
Ya no usamos Slack, usamos Zulip. | Team/t/tool | Slack | negation_dropped/ended_state
Wir nutzen Slack nicht mehr, wir nutzen Zulip. | Team/t/tool | Zulip | ok
# --- idioms
No sooner said than done: the fence is painted. | Fence/f/state | painted | ok
As luck would have it, the hut was open. | Hut/h/state | open | ok
In no time the hut was built in Birkdale. | Hut/h/location | Birkdale | ok
Second to none: the bakery on Mill Lane. | Bakery/b/location | Mill Lane | ok
没关系，钥匙在垫子下面。 | Key/k/location | 垫子下面 | ok
不用急，大门十点关。 | Gate/g/closes | 十点 | ok
不出所料，冠军是小林。 | Contest/c/winner | 小林 | ok
# --- a verb without a subject
Ya no usamos Slack, usamos Zulip. | Team/t/tool | Zulip | ok
Ya no vivo en Lugo, vivo en Vigo. | city | Lugo | negation_dropped
""")
def test_other_languages(row: Row) -> None:
    assert row.holds(), row.got()

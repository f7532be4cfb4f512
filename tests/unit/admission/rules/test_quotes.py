"""How much is quoted changes nothing: the whole sentence around the value is looked at, and no other one."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
# --- cropped
I have never been to Oslo. | visited | Oslo | negation_dropped | quote=been to Oslo
I have been to Oslo. | visited | Oslo | ok | quote=been to Oslo
If it snows, we sleep in the hut. | Trip/t/sleeps | the hut | condition_dropped | quote=we sleep in the hut
Does Otto keep goats? | Person/otto/keeps | goats | question | quote=Otto keep goats
My aunt and her dog live in Oslo. | city | Oslo | wrong_subject | quote=live in Oslo
It is not true that I live in Oslo. | city | Oslo | negation_dropped | quote=I live in Oslo
I live in Oslo, I guess. | city | Oslo | hedge_dropped | quote=I live in Oslo
Meet at 3, no, at 4. | Meeting/m/time | 3 | corrected_later | quote=Meet at 3
The boat cost 12,500 euros. | Boat/b/price | 12 | number_truncated/not_ordered_subsequence | quote=12
# --- over the end of a sentence
I row. I live in Oslo. | city | Oslo | ok | quote=row. I live in Oslo
I don't row. I live in Oslo. | city | Oslo | ok
I don't row. I live in Oslo. | city | Oslo | ok | quote=row. I live in Oslo
I live in Oslo. I don't row. | city | Oslo | ok
Do you row? I live in Oslo. | city | Oslo | ok
Otto rows. I live in Oslo. | city | Oslo | ok
If it snows, ring me. I live in Oslo. | city | Oslo | ok
I live in Oslo.\\nNever ring me at night. | city | Oslo | ok
I don't live in Oslo. I live in Bergen. | city | Oslo | negation_dropped
I don't live in Oslo. I live in Bergen. | city | Bergen | ok
我不划船。我住在大连。 | 城市 | 大连 | ok
我不划船。我住在大连。 | 城市 | 大连 | ok | quote=划船。我住在大连
我不住在大连。我住在青岛。 | 城市 | 大连 | negation_dropped | quote=住在大连
# --- what is no end of a sentence
I never saw Dr. Marsh at the clinic. | saw | Dr. Marsh | negation_dropped | quote=Dr. Marsh
I saw Dr. Marsh at the clinic. | saw | Dr. Marsh | ok | quote=Dr. Marsh
I never use no. 7 for the bass. | uses | 7 for the bass | negation_dropped | quote=7 for the bass
# --- said twice, once without what speaks against it
I may live in Oslo. Yes, I live in Oslo. | city | Oslo | ok
I may live in Oslo. Yes, I live in Oslo. | city | Oslo | hedge_dropped | quote=I may live in Oslo
# --- not in the source
I live in Oslo. | city | Bergen | quote_not_in_source | quote=I live in Bergen
I live in Oslo. | city | Bergen | not_ordered_subsequence
We do not sell crab. Ask Otto. | Shop/s/sells | crab | negation_dropped | quote=sell crab. Ask Otto
Ask Otto. We do not sell crab. | Shop/s/sells | crab | negation_dropped | quote=Otto. We do not sell crab
Crab? We sell crab. | Shop/s/sells | crab | ok | quote=We sell crab
Crab? We sell crab. | Shop/s/sells | Crab | question | quote=Crab?
Do we sell crab, Otto asked. | Shop/s/sells | crab | question | quote=we sell crab
We sell crab, or so I hear. | Shop/s/sells | crab | reported_speech/hedge_dropped | quote=We sell crab
We sell crab; no squid. | Shop/s/sells | crab | ok
We sell crab; no squid. | Shop/s/sells | squid | negation_dropped | quote=squid
WE DO NOT SELL CRAB | Shop/s/sells | CRAB | negation_dropped
we do NOT sell crab | Shop/s/sells | crab | negation_dropped
We do *not* sell crab. | Shop/s/sells | crab | negation_dropped
We do _not_ sell crab. | Shop/s/sells | crab | negation_dropped
We do "not" sell crab. | Shop/s/sells | crab | negation_dropped
We do not. Sell. Crab. | Shop/s/sells | Crab | ok
We do not\\nsell crab | Shop/s/sells | crab | negation_dropped
We do n o t sell crab. | Shop/s/sells | crab | ok
We do not (ever) sell crab. | Shop/s/sells | crab | negation_dropped
We never ever sell crab. | Shop/s/sells | crab | negation_dropped
- no crab\\n- squid | Shop/s/sells | crab | negation_dropped
- no crab\\n- squid | Shop/s/sells | squid | ok
1. no crab\\n2. squid | Shop/s/sells | squid | ok
For sale: crab, squid | Shop/s/sells | squid | ok
Crab: sold out. Squid: in stock. | Shop/s/in_stock | Squid | ok
# --- turns as people write them
Hey! Quick intro: I'm Ruth, a vet from Cork, and I've two cats. | name | Ruth | ok
Hey! Quick intro: I'm Ruth, a vet from Cork, and I've two cats. | hometown | Cork | ok
Hey! Quick intro: I'm Ruth, a vet from Cork, and I've two cats. | pets | two cats | ok
So we finally moved last week – the flat's on Elm Street 9, third floor. | address | Elm Street 9 | ok
Sorry for the late reply! My number is 0170 4471, ring after six. | phone | 0170 4471 | ok
Sorry for the late reply! My number is 0170 4471, ring after six. | call_time | after six | ok
Yes, that works for me, let's meet on Thursday at the dock. | Meeting/m/place | the dock | ok | type=goal
Yes, that works for me. We meet on Thursday at the dock. | Meeting/m/day | Thursday | ok
Not much new here, but I got a job at Orlo! | employer | Orlo | ok
I don't know about you, but I love squid. | likes | squid | ok
If you ask me, squid is best. My favourite is crab though. | favourite | crab | ok
Thanks for asking – no, I'm not vegan, I just hate cheese. | dislikes | cheese | ok
Thanks for asking – no, I'm not vegan, I just hate cheese. | vegan | =false | ok
My doctor put me on iron, 20 mg a day. | medication | iron | ok
As of May the team is Lin, Otto and Rita. | Team/t/members | =["Lin", "Otto", "Rita"] | ok
The wifi is called dock9 and the password is gull-44. | Wifi/w/password | gull-44 | ok
The wifi is called dock9 and the password is gull-44. | Wifi/w/name | dock9 | ok
To be honest I never liked tea, I'm a coffee person. | drinks | coffee | ok
To be honest I never liked tea, I'm a coffee person. | dislikes | tea | ok
We'd love to come! We are four, two of us are kids. | Party/p/size | four | ok
Please note: we close at five on Fridays. | Shop/s/closes_friday | five | ok
Please note that we close at five on Fridays. | Shop/s/closes_friday | five | ok
FYI, the build is green again. | Build/b/status | green | ok
FYI the deploy failed at 9:40. | Deploy/d/status | failed | ok
Good news: the visa came through! | Visa/v/status | came through | ok
Just so you know, I'm allergic to bees. | allergy | bees | ok
By the way, my birthday is May 4. | birthday | May 4 | ok
You'll find the key under the red pot. | Key/k/place | under the red pot | ok
Our budget is 900 euros, flights included. | Trip/t/budget | 900 euros | ok
The meeting has been moved to room 9 because room 4 is too small. | Meeting/m/room | room 9 | ok
I work from home except on Mondays. | work_place | from home except on Mondays | ok
We switched from Orlo to Binto in March. | Project/p/vendor | Binto | ok
My wife and I have been vegetarians since 2019. | diet | vegetarians | ok
My mother-in-law's name is Edith. | mother_in_law | Edith | ok
I've been learning Greek for two years now. | learning | Greek | ok
I'm on holiday until Monday. | status | on holiday | ok
I'm on holiday until Monday. | holiday_until | Monday | ok
大家好，我叫若兰，在大连做兽医，养了两只猫。 | 名字 | 若兰 | ok
不好意思回晚了，我的电话是4471，六点以后打。 | 电话 | 4471 | ok
不客气，我们周四在码头见。 | Meeting/m/地点 | 码头 | ok
没问题，周四可以。 | Meeting/m/日期 | 周四 | ok
没事，我住三楼。 | 楼层 | 三楼 | ok
别担心，钥匙在红花盆下面。 | Key/k/地点 | 红花盆下面 | ok
说实话，我不喜欢喝茶，我爱喝咖啡。 | 饮品 | 咖啡 | ok
说实话，我不喜欢喝茶，我爱喝咖啡。 | 不喜欢 | 茶 | ok
我跟我老婆一共四个人，带两个孩子。 | Party/p/人数 | 四个人 | ok
会议改到九号会议室，因为四号太小。 | Meeting/m/房间 | 九号会议室 | ok
从五月起，老邱负责这个项目。 | Project/p/负责人 | 老邱 | ok
我们预算九百块，含机票。 | Trip/t/预算 | 九百块 | ok
温馨提示：周五五点关门。 | Shop/s/周五关门 | 五点 | ok
我从2019年开始吃素。 | 饮食 | 吃素 | ok
我家孩子六岁，上幼儿园。 | 孩子年龄 | 六岁 | ok
医生让我每天吃20毫克铁剂。 | 用药 | 铁剂 | ok
""")
def test_quotes(row: Row) -> None:
    assert row.holds(), row.got()

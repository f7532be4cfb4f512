"""Denied twice: two negators, or a negator and a verb that denies, say that it is so."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
# --- what nobody denies
Nobody doubts that Ravi designed the bridge. | Bridge/b/designer | Ravi | ok
No one disputes that Hana founded the club. | Club/c/founder | Hana | ok
I don't deny that I owe 40 euros. | owes_eur | =40 | ok
None of us questions that Ines won the vote. | Vote/v/winner | Ines | ok
It can't be denied that the roof leaks. | Roof/r/problem | leaks | ok
Nobody believes that Ravi designed the bridge. | Bridge/b/designer | Ravi | negation_dropped
I doubt that Ravi designed the bridge. | Bridge/b/designer | Ravi | negation_dropped
Ravi denies that Hana founded the club. | Club/c/founder | Hana | negation_dropped
I won't say no to tea. | drinks | tea | ok
She never fails to water the ferns. | Person/she/waters | ferns | ok
He did not forget to lock the shed. | Person/he/locked | shed | ok
没有人怀疑这幅画是真迹。 | Painting/p/status | 真迹 | ok
谁也不否认他会弹琴。 | Person/他/skill | 弹琴 | ok
不可否认，屋顶漏水。 | Roof/r/problem | 漏水 | ok
我不否认我欠他四十块。 | owes | 四十块 | ok
我怀疑这幅画是真迹。 | Painting/p/status | 真迹 | hedge_dropped
他否认这幅画是真迹。 | Painting/p/status | 真迹 | negation_dropped
没人相信这幅画是真迹。 | Painting/p/status | 真迹 | negation_dropped/reported_speech
我不能没有咖啡。 | needs | 咖啡 | ok
无人不知镇上的钟楼。 | Town/t/landmark | 钟楼 | ok
Niemand bezweifelt, dass Ravi die Brücke gebaut hat. | Bridge/b/builder | Ravi | ok
Nadie duda que Ravi construyó el puente. | Bridge/b/builder | Ravi | ok
Personne ne nie que Ravi a construit le pont. | Bridge/b/builder | Ravi | ok
Nadie niega que Farid escribió el discurso. | Speech/s/author | Farid | ok
# --- never without
There is no cabin without a stove. | Camp/c/cabin_feature | stove | ok
I never travel without my passport. | carries | passport | ok
I don't go anywhere without my inhaler. | carries | inhaler | ok
Not a day passes without a walk. | daily | walk | ok
She can't sleep without earplugs. | Person/she/needs | earplugs | ok
No guest leaves without a gift. | Hotel/h/guests_get | gift | ok
The room comes without a stove. | Room/r/feature | stove | negation_dropped
I travel without a passport. | carries | passport | negation_dropped
I never travel with a passport. | carries | passport | negation_dropped
没有一个房间不带阳台。 | Hotel/h/room_feature | 阳台 | ok
没有一个房间带阳台。 | Hotel/h/room_feature | 阳台 | negation_dropped
Je ne voyage jamais sans mon passeport. | carries | passeport | ok
Il n'y a pas de chambre sans balcon. | Hotel/h/feature | balcon | ok
Je voyage sans passeport. | carries | passeport | negation_dropped
Je ne voyage jamais avec un passeport. | carries | passeport | negation_dropped
Nunca salgo sin mi paraguas. | carries | paraguas | ok
No hay habitación sin balcón. | Hotel/h/feature | balcón | ok
Salgo sin paraguas. | carries | paraguas | negation_dropped
Ich gehe nie ohne Schirm aus dem Haus. | carries | Schirm | ok
Ich gehe ohne Schirm aus dem Haus. | carries | Schirm | negation_dropped
Kein Zimmer ist ohne Balkon. | Hotel/h/feature | Balkon | ok
薬なしでは出かけません。 | carries | 薬 | ok
傘なしで出かけます。 | carries | 傘 | negation_dropped
朝食を食べない日はない。 | eats | 朝食 | ok
# --- 非 … 不可
我上山非带雨衣不可。 | carries | 雨衣 | ok
今晚我非去图书馆不行。 | goes_to | 图书馆 | ok
她每顿饭非吃辣椒不可。 | Person/她/eats | 辣椒 | ok
不可带宠物。 | Park/p/allowed | 宠物 | negation_dropped
上山不可不带雨衣。 | carries | 雨衣 | ok
""")
def test_doubled(row: Row) -> None:
    assert row.holds(), row.got()

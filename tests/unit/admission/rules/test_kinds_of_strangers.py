"""Kinds of sentences that authors who did not know the rules were the first to write."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
The kiln is hot at 6 am, but only during the open week. | Kiln/k/hot_at | 6 am | restrictor_dropped
We serve soup, but only to walkers. | Hut/h/serves | soup | restrictor_dropped
We serve soup but not bread. | Hut/h/serves | soup | ok
Bay 3 is for the canoes and bay 4 is for the sails. | Bay/bay-4/holds | canoes | wrong_subject
Bay 3 is for the canoes and bay 4 is for the sails. | Bay/bay-4/holds | sails | ok
Ticket 88: could not see it in Chrome, the fault shows in Opera 9. | Ticket/ticket-88/browser | Opera 9 | ok
Whoever said I keep bees must mean my aunt. | keeps | bees | negation_dropped/hedge_dropped/reported_speech
The village paper has it that Otto left. | Person/otto/status | left | reported_speech
In the pantomime I am a pirate. | occupation | pirate | fiction
My apprentice is allergic to pollen. | allergic_to | pollen | wrong_subject
Petra taught Milo to weave. | Person/petra/learned_weaving_from | Milo | wrong_subject
Petra taught Milo to weave. | Person/milo/learned_weaving_from | Petra | ok
In the village pantomime I am a pirate. | occupation | pirate | fiction
The school play is in the old barn. | Play/school-play/location | old barn | ok
We break up on 3 July, says Ana. | Person/ana/partner | Ana | reported_speech/wrong_subject/negation_dropped
School breaks up on 3 July. | School/school/term_end | 3 July | ok
The tank has fallen by 40 litres. | Tank/tank/level | 40 litres | number_truncated
The tank has fallen by 40 litres. | Tank/tank/drop | 40 litres | ok
We replaced the stove with a heat pump. | Flat/f/previous_heating | heat pump | wrong_subject
We replaced the stove with a heat pump. | Flat/f/previous_heating | stove | ok
Perhaps you missed it, so once more: the pier is Ness pier. | Trip/t/pier | Ness pier | ok
Milo borrowed the saw from Petra. | Person/milo/lent_saw_to | Petra | wrong_subject
Petra gave the saw to Milo. | Person/milo/gave_saw_to | Petra | wrong_subject
""")
def test_english(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
我表嫂在税务局上班。 | workplace | 税务局 | wrong_subject
我舅在码头看仓库。 | workplace | 码头 | wrong_subject
要能分到靠窗的位子就好了。 | seat | 靠窗的位子 | wish
这家的羊汤我喝一口就反胃。 | favourite | 羊汤 | negation_dropped
我排的是12号，哎听岔了，是21号。 | number | =12 | corrected_later
我把那艘小船转卖给渔场了。 | owns | 小船 | ended_state
小艾右耳弱，跟她说话站左边。 | Person/小艾/weak_ear | 右耳 | ok
三号拖船昨天送去检修，换了两个阀门。 | Boat/三号拖船/sent_to | 检修 | ok
咱队报名费一共两千六。 | Team/咱队/fee | =2600 | ok
包裹放哪个格？B12格，记得取。 | Parcel/default/locker | B12格 | ok
我的主治医师是邝绍文。 | attending_physician | 邝绍文 | ok
院内凭证可免费停车。 | Parking/院内/free | =true | condition_dropped
凭票入场免费。 | Fair/default/admission | 免费 | ok
阿彪的教练证是B级的。 | Person/阿彪/coach_licence | B级 | ok
我堂弟在长沙湾摆摊。 | Person/堂弟/city | 长沙 | not_ordered_subsequence
生鲜件本站概不代收。 | Station/本站/accepts | 生鲜件 | negation_dropped
我们的领队孟洁今天不上班。 | Person/孟洁/role | 领队 | ok
我就过年那几天才喝米酒。 | daily_drink | 米酒 | condition_dropped
小葛向老褚借了一把梯子。 | Person/小葛/lent_ladder_to | 老褚 | wrong_subject
窗台那盆薄荷我换成了茉莉。 | Sill/窗台/previous_plant | 茉莉 | wrong_subject
茶艺课的杯子由馆里准备。 | Class/剪纸课/cups_from | 馆里 | wrong_subject
茶艺课的杯子由馆里准备。 | Class/茶艺课/cups_from | 馆里 | ok
姊姊属狗，弟弟属牛。 | Person/弟弟/zodiac | 狗 | wrong_subject/spliced
摊位一年租金三万六。 | Stall/摊位/monthly_rent | =36000 | unit_dropped
摊位一年租金三万六。 | Stall/摊位/yearly_rent | =36000 | ok
刘老师退休后学了二胡。 | Person/刘老师/instrument | 二胡 | ok
酒席订了十六桌，烟酒另算。 | Event/酒席/tables | =16 | ok
这面鼓非得蒙牛皮不可。 | Drum/这面鼓/skin | 牛皮 | ok
谁都不能否认，小葛的绝活是顶缸。 | Person/小葛/skill | 顶缸 | ok
收件人是青禾花坊，单号我等下发你。 | Invoice/default/recipient | 青禾花坊 | ok
奶茶涨了3块。 | Tea/奶茶/price | 3块 | number_truncated
老褚顶替小葛守夜。 | Person/老褚/replaced_by | 小葛 | wrong_subject
老褚顶替小葛守夜。 | Person/小葛/replaced_by | 老褚 | ok
东仓的玉米周六出库。 | Barn/西仓/ships_on | 周六 | wrong_subject
东仓的玉米周六出库。 | Barn/东仓/ships_on | 周六 | ok
我要会弹古筝该多好。 | plays | 古筝 | wish
群里都传小葛升职了。 | Person/小葛/status | 升职 | reported_speech
隔壁车间的叉车是柴油的，我们那台还没定。 | Machine/我们那台叉车/fuel | 柴油 | wrong_subject
我们车间的叉车是柴油的。 | Machine/我们车间的叉车/fuel | 柴油 | ok
牲口“栗子”是羊只里最小的。 | Pet/栗子/kind | 羊只 | ok
任务 88 由 zhu.yan 触发。 | Job/88/triggered_by | zhu.yan | ok
进馆前不准不换鞋。 | Hall/本馆/required | 换鞋 | ok
选修课不计入学分。 | Course/选修课/excluded_from | 学分 | ok
""")
def test_chinese(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
No sé nadar, así que me quedo. | cannot_do | nadar | ok
No sé dónde vive Ana, quizá en Lugo. | Person/ana/city | Lugo | hedge_dropped
La sala no solo expone mapas, también guarda un globo. | Museum/la sala/holds | un globo | ok
Nuestro club no admite gatos. | Club/club/prohibits | gatos | ok
Il n'y a que Margot qui enseigne la flûte. | Person/margot/teaches | flûte | ok
""")
def test_others(row: Row) -> None:
    assert row.holds(), row.got()

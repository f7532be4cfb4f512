"""A clause that goes on behind a relative one is not denied with it; things that differ by a letter are two."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
The old kiln that nobody fires stands in the yard. | Kiln/old/place | yard | ok
The loom which we never use is behind the stove. | Loom/l/place | stove | ok
My aunt who does not drive lives in Turku. | Person/My aunt/city | Turku | ok
The bell that cracked hangs in the tower. | Bell/b/place | tower | ok
# --- the clause denies it itself, or the value is what the relative clause says
The kiln that nobody fires is not in the yard. | Kiln/old/place | yard | negation_dropped
The loom which we do not keep behind the stove is green. | Loom/l/place | stove | negation_dropped
My aunt, who does not drive a van, lives in Turku. | Person/My aunt/drives | van | negation_dropped
I know a potter who does not fire stoneware. | Person/potter/fires | stoneware | negation_dropped/wrong_subject
""")
def test_resumed(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
Hall A seats 80, and the stage is in Hall C. | Hall/hall-a/seats | 80 | ok
Hall B seats 80. | Hall/hall-a/seats | 80 | wrong_subject
The queue runs on redis-c with 4 cores. | Host/redis-d/cores | 4 | wrong_subject
The queue runs on redis-c with 4 cores. | Host/redis-c/cores | 4 | ok
""")
def test_another_letter(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
老马把茶馆卖给了老邓。 | Shop/茶馆/owner | 老马 | wrong_subject
老马把茶馆卖给了老邓。 | Shop/茶馆/owner | 老邓 | ok
老马把茶馆卖给了老邓。 | Shop/茶馆/former_owner | 老马 | ok
Ines sold the barge to Otto. | Boat/barge/owner | Ines | wrong_subject
Ines sold the barge to Otto. | Boat/barge/owner | Otto | ok
Ines sold the barge to Otto. | Boat/barge/previous_owner | Ines | ok
那条消息说六号码头要关，已经被港务局辟谣了。 | Dock/六号码头/计划 | 要关 | negation_dropped/wish/reported_speech
港务局说六号码头要关。 | Dock/六号码头/计划 | 要关 | reported_speech/wish
Tomo el té sin limón desde hace años. | té | sin limón | ok
Tomé el té sin limón hace años. | té | sin limón | ended_state
Como no había nadie, dejé la llave en la portería. | Key/default/lugar | portería | ok
お茶はいつも砂糖なしで飲みます。 | お茶 | 砂糖なし | ok
お茶はいつも砂糖なしで飲みます。 | お茶 | 砂糖 | negation_dropped
Guests may only park in bay D. | Rule/parking/text | only park in bay D | ok
""")
def test_sides_and_phrases(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
It is plainly untrue that the weir opens in June. | Weir/weir/opens | June | negation_dropped
It is true that the weir opens in June. | Weir/weir/opens | June | ok
末班渡船傍晚六点开，过时不候。 | Ferry/末班渡船/departs | 六点 | ok
仅限开学当天，凭票入场免费。 | Fair/default/admission | 免费 | restrictor_dropped
凭票入场免费。 | Fair/default/admission | 免费 | ok
我妹妹喜欢木偶戏。 | Person/alice的妹妹/喜欢 | 木偶戏 | ok
他妹妹喜欢木偶戏。 | Person/alice的妹妹/喜欢 | 木偶戏 | wrong_subject/subject_unbound
我媽媽在揚州教書法。 | Person/alice的妈妈/教 | 书法 | ok
""")
def test_whose_and_of_what(row: Row) -> None:
    assert row.holds(), row.got()

"""Rule 10 for the one who speaks: who says "I", and who is somebody of theirs."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
I row on Sundays. | hobby | row | ok
We row on Sundays. | hobby | row | ok
My brother rows on Sundays. | hobby | rows on Sundays | wrong_subject
My sister and I row on Sundays. | hobby | row on Sundays | ok
Bob rows on Sundays. | hobby | rows on Sundays | wrong_subject
Alice rows on Sundays. | hobby | rows on Sundays | ok
She rows on Sundays. | hobby | rows on Sundays | subject_unbound
Allergic to sesame. | allergic_to | sesame | ok
I live in Ghent and my sister lives in Cork. | city | Ghent | ok
I live in Ghent and my sister lives in Cork. | city | Cork | wrong_subject
My boss is strict but I am patient. | trait | patient | ok
My boss is strict but I am patient. | trait | strict | wrong_subject
My neighbour's dog eats fish. | eats | fish | wrong_subject
My dog eats fish. | eats | fish | wrong_subject
I feed my dog with fish. | feeds_dog | fish | ok
Mum eats fish. | eats | fish | wrong_subject
Otto's sister plays the harp. | plays | harp | wrong_subject
My friend Lou plays the harp. | plays | harp | wrong_subject
# --- what goes on speaking of somebody else
My brother came by. He plays the harp. | plays | harp | wrong_subject/subject_unbound
The weather was fine. I played the harp. | played | harp | ok
# --- who-clauses
I met a woman who collects stamps. | collects | stamps | wrong_subject
It is I who collect stamps. | collects | stamps | ok
# --- what the attribute asks of the other
My wife is called Ruth. | wife_name | Ruth | ok
My wife is called Ruth. | name | Ruth | wrong_subject
My sister works in a bank. | sister_workplace | bank | ok
My sister works in a bank. | workplace | bank | wrong_subject
# --- the speaker by a part of the name, by kind, by a principal
I row on Sundays. | Person/ivy/hobby | row | ok | speaker=customer_ivy
I row on Sundays. | Person/ivy/hobby | row | wrong_subject | speaker=customer_otto
I row on Sundays. | Person/ivy/hobby | row | ok | speaker=Ivy
I am allergic to latex. | Patient/bed-4/allergic_to | latex | ok | speaker=patient
I am allergic to latex. | Patient/bed-4/allergic_to | latex | wrong_subject | speaker=nurse
I row on Sundays. | Person/p7/hobby | row | ok | terms={"speakers":["alice"]}
I row on Sundays. | Person/default/hobby | row | ok
I row on Sundays. | User/user/hobby | row | ok
# --- told by the one who answers
You are allergic to latex. | allergic_to | latex | ok
# --- who may speak about persons
alice rows on Sundays | hobby | rows on Sundays | speaker_mismatch | channel=web
alice rows on Sundays | Boat/b/hobby | rows on Sundays | ok | channel=web
alice rows on Sundays | hobby | rows on Sundays | ok | channel=user
I'm 40 and my sister is 38. | age | 40 | ok
I'm 40 and my sister is 38. | age | 38 | wrong_subject
My sister is 38 and I'm 40. | age | 40 | ok
My sister, 38, and I, 40, row. | age | 38 | wrong_subject
My sister, who is 38, lives near me. | age | 38 | wrong_subject
My sister lives near me; she's 38. | age | 38 | wrong_subject/subject_unbound
Like my sister, I row. | hobby | row | ok
Unlike my sister, I row. | hobby | row | ok
Unlike me, my sister rows. | hobby | rows | wrong_subject
I taught my sister to row. | taught | my sister to row | ok
I'm rowing with Otto in Cork. | city | Cork | ok
Otto and I live in Cork. | city | Cork | ok
Otto's house is in Cork, mine is in Ghent. | house_city | Ghent | ok
Otto's house is in Cork, mine is in Ghent. | house_city | Cork | wrong_subject
One of my sons rows. | hobby | rows | wrong_subject
All my kids row. | hobby | row | wrong_subject
People in Cork row. | hobby | row | wrong_subject
The kids row. | hobby | row | wrong_subject
My company pays for lunch. | lunch | pays for lunch | wrong_subject
My hobby is rowing. | hobby | rowing | ok
My favourite dish is crab. | favourite_dish | crab | ok
My brother's favourite dish is crab. | favourite_dish | crab | wrong_subject
My brother's favourite dish is crab. | brother_favourite_dish | crab | ok
My son's teacher is Mr Marsh. | son_teacher | Mr Marsh | ok
My son's teacher is Mr Marsh. | teacher | Mr Marsh | wrong_subject
My teacher is Mr Marsh. | teacher | Mr Marsh | ok
My daughter Mina turned six. | daughter_age | six | ok
My daughter Mina turned six. | Person/mina/age | six | ok
My daughter Mina turned six. | age | six | wrong_subject
My parents gave me a kayak. | owns | kayak | ok
I gave my parents a kayak. | gave | kayak | ok
Rita's my sister. | sister | Rita | ok
My sister is called Rita. | sister_name | Rita | ok
My sister is called Rita. | siblings | Rita | ok
Call me Lou. | nickname | Lou | ok
Everyone calls me Lou. | nickname | Lou | ok
Everyone calls my brother Lou. | nickname | Lou | wrong_subject
It's me who rows, not Otto. | hobby | rows | ok
It's Otto who rows, not me. | hobby | rows | wrong_subject
Otto thinks I row. | hobby | row | reported_speech
As a nurse, I work nights. | job | nurse | ok
As a nurse, my wife works nights. | wife_job | nurse | ok
I have a son and a daughter. | children | a son and a daughter | ok
I have a son who rows. | hobby | rows | wrong_subject
I, alice, keep bees. | keeps | bees | ok
Alice here, I keep bees. | keeps | bees | ok
# --- a relative named by the attribute in any language
My fiancé works in a bank. | fiance_workplace | bank | ok
My fiancé works in a bank. | workplace | bank | wrong_subject
My husband is a chef. | spouse_job | chef | ok
My husband is a chef. | partner_job | chef | ok
My husband is a chef. | job | chef | wrong_subject
My mum's birthday is May 4. | mother_birthday | May 4 | ok
My mum's birthday is May 4. | birthday | May 4 | wrong_subject
My flatmate snores. | roommate_habit | snores | ok
My boss is Mr Stone. | manager | Mr Stone | ok
My dentist is Dr Marsh. | dentist | Dr Marsh | ok
My kids are six and nine. | children_ages | six and nine | ok
My kids are six and nine. | age | six | wrong_subject
My landlord is strict. | landlord_trait | strict | ok
My landlord is strict. | trait | strict | wrong_subject
My best friend is Lou. | best_friend | Lou | ok
My dog is called Bo. | dog_name | Bo | ok
My dog is called Bo. | name | Bo | wrong_subject
My cat weighs 4 kg. | weight | 4 kg | wrong_subject
My cat weighs 4 kg. | cat_weight | 4 kg | ok
My emergency contact is Otto Marsh. | emergency_contact | Otto Marsh | ok
Otto bought a barge. | owns | a barge | wrong_subject
Otto rarely eats crab. | eats | crab | wrong_subject/negation_dropped
Otto Marsh ate crab. | eats | crab | wrong_subject
Bob ate crab. | eats | crab | wrong_subject
Yesterday Otto ate crab. | eats | crab | wrong_subject
Otto cannot eat crab. | allergy | crab | wrong_subject
Otto must not eat crab. | allergy | crab | wrong_subject
For Otto: no nuts, he's allergic. | allergy | nuts | wrong_subject/subject_unbound
Ms Stone teaches Greek. | teaches | Greek | wrong_subject
A friend teaches Greek. | teaches | Greek | wrong_subject
Somebody teaches Greek. | teaches | Greek | wrong_subject
Everyone at Orlo teaches Greek. | teaches | Greek | wrong_subject
The guy next door teaches Greek. | teaches | Greek | wrong_subject
Painted the hall. | painted | the hall | ok
Loved the lake. | loved | the lake | ok
Summer visits cost nine euros. | Museum/m/price | nine euros | ok
Boats moved slowly. | Lake/l/boats | moved slowly | ok
""")
def test_english(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
我周末划船。 | 爱好 | 划船 | ok
我哥哥周末划船。 | 爱好 | 划船 | wrong_subject
我和哥哥周末划船。 | 爱好 | 划船 | ok
小宋周末划船。 | 爱好 | 划船 | wrong_subject
赵总周末划船。 | 爱好 | 划船 | wrong_subject
她周末划船。 | 爱好 | 划船 | subject_unbound
我教过的一个学生喜欢划船。 | 喜欢 | 划船 | wrong_subject
我的学生喜欢划船。 | 喜欢 | 划船 | wrong_subject
我女儿在银行上班。 | 女儿工作 | 银行 | ok
我女儿在银行上班。 | 工作 | 银行 | wrong_subject
我未婚妻在银行上班。 | fiancee_workplace | 银行 | ok
我未婚妻在银行上班。 | workplace | 银行 | wrong_subject
我在银行上班。 | workplace | 银行 | ok
我老板很严格，但是我很有耐心。 | 性格 | 很有耐心 | ok
我老板很严格，但是我很有耐心。 | 性格 | 很严格 | wrong_subject
这个小区周末停水。 | 周末 | 停水 | ok
陪我跑步的老邱喜欢划船。 | 喜欢 | 划船 | wrong_subject
我老公是厨师。 | husband_job | 厨师 | ok
我老公是厨师。 | spouse_job | 厨师 | ok
我老公是厨师。 | job | 厨师 | wrong_subject
我妈的生日是五月四号。 | birthday | 五月四号 | wrong_subject
我女朋友叫若兰。 | girlfriend_name | 若兰 | ok
我女朋友叫丽丽。 | girlfriend_name | 丽丽 | ok
我女朋友叫丽丽。 | name | 丽丽 | wrong_subject
我房东很严格。 | landlord_trait | 严格 | ok
我房东很严格。 | trait | 严格 | wrong_subject
我老板是赵总。 | manager | 赵总 | ok
我家狗叫豆豆。 | dog_name | 豆豆 | ok
我同事小宋属马。 | 生肖 | 属马 | wrong_subject
我同事小宋属马。 | Person/小宋/生肖 | 属马 | ok
我属马，我同事属羊。 | 生肖 | 属马 | ok
我属马，我同事属羊。 | 生肖 | 属羊 | wrong_subject
我和同事都属马。 | 生肖 | 属马 | ok
我们公司在大连。 | 公司城市 | 大连 | ok
我养蜜蜂。山羊我不养。 | 宠物 | 蜜蜂。山羊 | spliced/negation_dropped
""")
def test_chinese(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
Mi hermano toca el arpa. | toca | el arpa | wrong_subject
Toco el arpa. | toca | el arpa | ok
Mi esposa trabaja en un banco. | wife_workplace | banco | ok
Mi esposa trabaja en un banco. | workplace | banco | wrong_subject
Mon frère joue de la harpe. | joue | la harpe | wrong_subject
Je joue de la harpe. | joue | la harpe | ok
Ma femme travaille dans une banque. | wife_workplace | banque | ok
Ma femme travaille dans une banque. | workplace | banque | wrong_subject
Mein Bruder spielt Harfe. | spielt | Harfe | wrong_subject
Ich spiele Harfe. | spielt | Harfe | ok
Meine Frau arbeitet in einer Bank. | wife_workplace | Bank | ok
Meine Frau arbeitet in einer Bank. | workplace | Bank | wrong_subject
弟はハープを弾きます。 | 楽器 | ハープ | wrong_subject
私はハープを弾きます。 | 楽器 | ハープ | ok
Mi hermano y yo tocamos el arpa. | toca | el arpa | ok
Yo toco el arpa y mi hermano el piano. | toca | el arpa | ok
Otto joue de la harpe. | joue | la harpe | wrong_subject
Mon frère et moi jouons de la harpe. | joue | la harpe | ok
Mein Bruder und ich spielen Harfe. | spielt | Harfe | ok
Er spielt Harfe. | spielt | Harfe | subject_unbound/wrong_subject
彼はハープを弾きます。 | 楽器 | ハープ | subject_unbound/wrong_subject
田中さんはハープを弾きます。 | 楽器 | ハープ | wrong_subject
Mi madre es cocinera. | mother_job | cocinera | ok
Mi madre es cocinera. | job | cocinera | wrong_subject
Soy cocinera. | job | cocinera | ok
Mon mari est cuisinier. | husband_job | cuisinier | ok
Mon mari est cuisinier. | job | cuisinier | wrong_subject
Je suis cuisinier. | job | cuisinier | ok
Mein Chef ist streng. | boss_trait | streng | ok
Mein Chef ist streng. | trait | streng | wrong_subject
Ich bin streng. | trait | streng | ok
妻は料理人です。 | job | 料理人 | wrong_subject
私は料理人です。 | job | 料理人 | ok
母の誕生日は5月4日です。 | birthday | 5月4日 | wrong_subject
""")
def test_other_languages(row: Row) -> None:
    assert row.holds(), row.got()

"""Kin: one relation in several languages, so that an attribute ``fiancee`` names the 未婚妻 of a sentence."""

from __future__ import annotations

_RELATIONS = """
wife spouse partner 妻子 老婆 太太 爱人 内人 媳妇 妻 esposa mujer femme épouse frau ehefrau
husband spouse partner 丈夫 老公 先生 爱人 夫 esposo marido mari époux mann ehemann
fiancee fiance fiancée fiancé 未婚妻 未婚夫 prometida prometido verlobte verlobter 婚約者
girlfriend partner 女朋友 女友 对象 彼女 novia copine freundin
boyfriend partner 男朋友 男友 对象 彼氏 novio copain freund
mother mom mum mama 妈妈 妈 母亲 老妈 母 madre mamá mère maman mutter mama
father dad papa 爸爸 爸 父亲 老爸 父 padre papá père vater
parent parents 父母 爸妈 双亲 padres eltern
son child kid 儿子 孩子 宝宝 息子 hijo fils sohn
daughter child kid 女儿 孩子 宝宝 闺女 娘 hija fille tochter
child children kid kids 孩子 小孩 儿子 女儿 宝宝 子供 hijo hija hijos enfant enfants kind kinder
brother sibling 哥哥 弟弟 哥 弟 兄弟 兄 hermano frère bruder
sister sibling 姐姐 妹妹 姐 妹 姐妹 姉 hermana soeur sœur schwester
grandmother grandma 奶奶 外婆 姥姥 祖母 abuela grand-mère oma großmutter
grandfather grandpa 爷爷 外公 姥爷 祖父 abuelo grand-père opa großvater
aunt 阿姨 姑姑 姨妈 婶婶 伯母 tía tante
uncle 叔叔 舅舅 伯伯 姑父 姨父 tío oncle onkel
cousin 表哥 表姐 表弟 表妹 堂哥 堂姐 堂弟 堂妹 primo prima cousine
friend 朋友 好友 闺蜜 友達 amigo amiga ami amie freund freundin
boss manager supervisor 老板 领导 上司 经理 主管 jefe jefa chef cheffe patron vorgesetzter
colleague coworker 同事 同僚 colega collègue kollege kollegin
teacher tutor 老师 班主任 导师 先生 profesor profesora maestro professeur lehrer lehrerin
doctor physician 医生 大夫 医师 主治医生 主治医师 医者 médico doctora médecin arzt ärztin
dentist 牙医 dentista dentiste zahnarzt zahnärztin
landlord landlady 房东 大家 casero casera propriétaire vermieter vermieterin
roommate flatmate housemate 室友 舍友 compañero colocataire mitbewohner mitbewohnerin
neighbour neighbor 邻居 隣人 vecino vecina voisin voisine nachbar nachbarin
nanny babysitter 保姆 阿姨 育儿嫂 niñera nounou kindermädchen
assistant 助理 助手 asistente assistant assistentin
coach trainer instructor 教练 entrenador entraîneur
lawyer attorney solicitor 律师 abogado abogada avocat avocate anwalt anwältin
accountant bookkeeper 会计 contador comptable buchhalter
nurse 护士 护工 enfermera enfermero infirmière infirmier krankenschwester pfleger
pharmacist 药师 farmacéutico pharmacien apotheker
therapist counsellor counselor psychologist 心理医生 咨询师
driver chauffeur 司机 conductor chauffeur fahrer
guide 导游 讲解员 向导 guía guide
mentor master 师傅 师父 导师
apprentice trainee 徒弟 学徒 aprendiz apprenti lehrling azubi
student pupil 学生 学员 alumno alumna élève schüler schülerin
tenant renter lodger 租客 房客 租户 inquilino locataire mieter
customer client 客户 顾客 客人 cliente client kunde kundin
agent broker 中介 经纪人
principal headteacher headmaster headmistress head 校长 director directora directeur
captain skipper 队长 船长 机长 capitán capitaine kapitän
editor 编辑 主编
designer 设计师
engineer 工程师
photographer 摄影师
chef cook 厨师
hairdresser barber 理发师
teammate 队友
classmate 同学
deskmate 同桌
nephew 侄子 外甥 侄儿
niece 侄女 外甥女
contact 联系人 contacto ansprechpartner kontakt
host 主持人 主人 房东 anfitrión hôte gastgeber
owner 主人 业主 负责人 dueño dueña propriétaire besitzer
"""


def _table() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for line in _RELATIONS.split("\n"):
        words = line.split()
        for word in words:
            table.setdefault(word, set()).update(words)
    return {word: frozenset(words) for word, words in table.items()}


_TABLE = _table()


def named_by(words: tuple[str, ...]) -> frozenset[str]:
    """The nouns for persons that an attribute's words stand for, in any of the languages; and the words."""
    found = set(words)
    for word in words:
        found |= _TABLE.get(word, frozenset()) | _TABLE.get(word.removesuffix("s"), frozenset())
    joined = "".join(words)
    if not joined.isascii():
        found.update(noun for noun in _TABLE if len(noun) > 1 and noun in joined)
    return frozenset(found)

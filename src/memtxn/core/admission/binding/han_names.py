"""Chinese names without a title at the head of a clause: a surname and one or two letters (郝明下周去…)."""

from __future__ import annotations

from collections.abc import Sequence

from memtxn.core.admission.binding.bearer import Bearer
from memtxn.core.admission.han_words import is_word
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.word_set import word_set

AHEAD = 8
"""Letters behind a name that are read to tell it from a common word."""

_ONLY_SURNAMES = frozenset(
    "王李张刘陈赵吴周徐孙朱胡郭何罗郑梁谢宋许韩邓冯曹彭曾肖萧田董潘袁蔡蒋杜魏苏吕卢沈姜崔谭陆范汪廖韦贾邹"
    "熊孟秦邱侯尹"
    "薛闫阎郝顾龚邵覃戴莫赖庞樊殷翟颜倪俞葛聂岳祝涂祁耿卜詹靳欧闵阮裴霍翁隋鄢郗郇郜蔺邬窦奚褚滕骆缪宗邢冉"
    "瞿佟牟谌亓冼"
)
"""Surnames that are seldom a noun or an adjective: behind them any letter may be a given name."""

_GIVEN = frozenset(
    "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚英兰华慧建志国文辉力红玲桂凤洁梅琳云莲真雪荣爱妹香月莺媛瑞凡"
    "佳嘉琼勤珍贞莉"
    "娣璧璐娅琦晶妍茜秋珊莎锦黛青倩婷姣婉娴瑾颖露瑶怡婵雁蓓纨仪荷丹蓉眉君琴蕊薇菁梦岚苑筠柔竹霭凝晓欢枫芸"
    "菲寒伊亚宜可"
    "姬舒影荔枝思丽秀飞彬富顺信子仁祥胜学才发武新利清亮政谦亨奇固之翰朗伯宏言鸣朋斌梁栋维启克伦翔旭鹏泽晨"
    "辰士以建家"
    "远楚曦音奕宽琪常乔杉纯韵卓希辛绮萱柳畅舟川岳宣彪滨潇灿烨煜熙琰瑜瑛甜硕祎禹秉筱绍翊聪芷若茗菡蕴裕语越"
    "迪铭锐锋阔雯霄靖颂"
    "馨骁骏麟黎致炎德行时泰盛雄琛钧冠策腾榕风航弘义兴良海山波宁福生龙元全胤鑫淼焱森炜昊皓轩宇浩然博睿宸逸"
    "阳昕旻欣岩峰峻俊凯帆"
    "诚毅豪坤乾冬春夏忠孝礼贤达圆悦彤萌蕾蕙娇媚娥芬淑萍红燕虹霖雨桐涵梓诗紫雅姗妮玥璇珂楠柯松柏林竞恒安康"
    "健跃进喜雯惠"
)
"""Letters of which given names are often made."""

_NO_NAME = frozenset(
    "的了是在有会要去住对说和跟叫把被也都就还又只将最很太已正想每今昨上下这那我你他她它们不没属比得过着吗"
    "呢吧啊呀从到给向往"
    "为于与及或但而却再个些么几多少哪谁何什怎一二三四五六七八九十百千万两半零第号店路街桥站区县市省镇村寺"
    "庙湖园馆院厂楼"
    "室岛港江河记府氏庄牌款式型版费价钱额率期间内外前后左右里边面头儿家人者吃喝做买卖看听穿戴用开坐骑养带"
    "当教病药酒茶醋签"
)
"""Letters that end no name of this kind: they begin what follows it, or make a place or a thing of it."""

COMMON = word_set("""
    连云 单县 宿迁 滕州 周口 龙岩 曲靖 毕节 沈阳 景德 于田 汤山 文山 舒城 章丘 贺州 温哥 康桥 林芝 毛重 毛利
    安检 林荫 高管 高数
    钱数 于我 万元 易碎 易燃 牛油 夏令 盛夏 苗木 花店 段位 汤圆 左耳 单双 艾灸 古筝 桑拿 易拉 麦片 麦克 麦当
    余下 余款 莫斯 利物
""")
"""Words that begin like a name, and are not in the list of words."""

_TIMES = word_set("""
    今天 明天 后天 昨天 前天 今早 今晚 明早 明晚 昨晚 今年 明年 去年 前年 后年 每天 每周 每月 每年 每晚 每早
    这周 本周 下周 上周 这个月 本月 下个月 上个月 下月 上月 早上 上午 中午 下午 晚上 凌晨 傍晚 现在 目前 最近
    如今 平时 平常 以前 以后 之前 之后 从小 一直 已经 经常 常常 刚刚 马上 月底 月初 年底 年初 春节 国庆 中秋
    元旦
    暑假 寒假 周末 周一 周二 周三 周四 周五 周六 周日 周天 星期 礼拜 本来 原来 后来 曾经 当时 偶尔 有时 天天
    早就
    这几天 这两天 这阵子 这学期 下学期 上学期 下半年 上半年 下下周 上上周 大后天 大前天
""")
_NUMERALS = frozenset("零一二三四五六七八九十百两")

_SAID_OF_ONE = word_set("""
    喜欢 讨厌 打算 准备 属于 决定 计划 希望 需要 可能 应该 负责 擅长 担任 出生 毕业 身高 体重 年龄 电话 手机
    生日 血型
    邮箱 地址 老家 住址 工资 月薪 没有 不是 不会 不想 不吃 不喝 不去 不爱 特别 非常 从来 总是 必须 正在 快要
    答应 告诉
    习惯 认为 觉得 建议 推荐 要求 申请 报名 参加 搬到 搬去 调到 调去 升为 升任 出差 出国 上班 请假 退休 结婚
    离婚 怀孕
    感冒 过敏 通过 获得 拿到 考上 考过 工作 上学 读书 借给 借了
    欠我 欠了 欠他 欠她 养着 养了 买了 卖了 换了 订了 租了 患有
    得了 戒了
""")
"""What is said of somebody, behind a name."""

_FOLLOWERS = frozenset(
    "的是在说有对会要去住给和跟叫把被也都就还又才只将最很太真已正想常每今昨不没属比喜爱从到刚姓负当教带学"
    "管种吃喝买卖做来"
    "穿用开养打搬欠戴患讨怕需得能应骑读考骗请陪替帮约"
)
"""Letters that are a word behind a name."""


def han_name(sentence: Sentence, token: int, end: int) -> Bearer | None:
    """A surname and a given name that bear their clause; ``token`` is where it may begin."""
    at, grammar = token - sentence.first, sentence.grammar
    run = sentence.texts[at : min(at + AHEAD, end - sentence.first)]
    if len(run) < 3 or not begins_name(run, grammar.surnames) or not heads_clause(sentence, token):
        return None
    double = run[0] + run[1] in grammar.surnames
    if not double and _is_common(run, grammar.given_names):
        return None
    for size in (4, 3) if double else (3, 2):
        given, rest = run[2 if double else 1 : size], run[size:]
        if not rest or not all(map(is_unspaced, given)) or given[-1] in _NO_NAME:
            continue
        if not (_NO_NAME - _MIDDLE).isdisjoint(given):
            continue
        if _may_be_given(run[0], given, grammar.given_names, double=double) and _is_borne(given[-1], rest):
            return Bearer("name", token, token + size, rest[0] == "的")
    return None


_MIDDLE = frozenset("一正")
"""Letters that may stand within a given name, but not at its end."""


def begins_name(run: Sequence[str], surnames: frozenset[str]) -> bool:
    """Whether a surname stands at the head of these letters."""
    return run[0] in surnames or "".join(run[:2]) in surnames


def _is_common(run: Sequence[str], known: frozenset[str]) -> bool:
    """Whether a common word begins here; a famous name (李娜) is none."""
    words = ["".join(run[:size]) for size in (2, 3, 4) if is_word("".join(run[:size]))]
    if words == [run[0] + run[1]] and run[0] in _ONLY_SURNAMES and run[1] in known:
        return False
    return bool(words) or run[0] + run[1] in COMMON


def is_called(sentence: Sentence, token: int) -> bool:
    """Whether a foreign word of a Chinese clause is somebody's name: it bears what is said of persons only."""
    at = token - sentence.first
    if not heads_clause(sentence, token):
        return False
    rest = sentence.texts[at + 1 : at + 1 + 2 * AHEAD]
    if rest[:1] == ["的"]:
        return "".join(rest[1:3]) in _PERSONAL
    if rest[:1] == ["对"] and "过敏" in "".join(rest):
        return True
    while rest and (size := time_at(rest) or (1 if rest[0] in _ADVERBS else 0)):
        rest = rest[size:]
    return "".join(rest[:2]) in _PERSON_DOES or rest[:1] in _GOES


_PERSONAL = word_set("""
    生日 电话 手机 邮箱 年龄 身高 体重 血型 老家 住址 工资 月薪 妈妈 爸爸 母亲 父亲 妻子 丈夫 太太 老婆 老公
    女儿 儿子 孩子
    哥哥 姐姐 弟弟 妹妹 生肖 星座 爱好 专业 工作 职业 航班 护照
""")
"""What only a person has."""
_PERSON_DOES = word_set("""
    喜欢 讨厌 打算 决定 擅长 担任 出生 毕业 不吃 不喝 不去 不爱 出差 出国 上班 请假 退休 结婚 怀孕 感冒 住在
    住进 欠我
    养了 爱吃 爱喝 想学 在学 要学 搬到 搬去 答应 吃素 戒了 考上
""")
_GOES = (["去"], ["来"], ["住"], ["飞"], ["回"], ["属"])
_ADVERBS = frozenset("也都就还又才只要会想")


def heads_clause(sentence: Sentence, token: int) -> bool:
    """Whether a clause begins with a token, or with a time right before it (下周郝明去…)."""
    at, clause = token - sentence.first, sentence.clause(token)
    begin = sentence.clauses.starts[clause] - sentence.first
    if at - begin > AHEAD:
        return False
    texts = sentence.texts
    while begin < at and (size := time_at(texts[begin:at])):
        begin += size
    return begin == at


def time_at(texts: Sequence[str]) -> int:
    """How many letters of a time, or of an adverb of time, stand at the head of these."""
    for size in (3, 2):
        if len(texts) >= size and "".join(texts[:size]) in _TIMES:
            week = (
                size == 2
                and texts[1:2] in (["期"], ["拜"], ["周"])
                and texts[2:3]
                and texts[2] in "一二三四五六日天"
            )
            return size + 1 if week else size
    size = 0
    while size < len(texts) and (texts[size].isdecimal() or texts[size] in _NUMERALS):
        size += 1
    return size + 1 if size and texts[size : size + 1] and texts[size] in "年月日号点岁" else 0


def _may_be_given(surname: str, given: Sequence[str], known: frozenset[str], *, double: bool) -> bool:
    """Whether letters may be a given name; more is asked of them behind a surname that is a word too (白猫)."""
    joined, usual = "".join(given), _GIVEN.issuperset(given)
    if double or joined in known:
        return True
    if surname in _ONLY_SURNAMES:
        return len(given) == 1 or usual or not is_word(joined)
    return usual and (len(given) == 1 or not is_word(joined))


def _is_borne(last: str, rest: Sequence[str]) -> bool:
    """Whether what follows is said of somebody, and does not go on with the letter before as a word."""
    if time_at(rest) or "".join(rest[:2]) in _SAID_OF_ONE:
        return True
    if any(is_word(last + "".join(rest[:size])) for size in (1, 2)):
        return False
    return rest[0] in _FOLLOWERS

"""Cutting a sentence into clauses: where one begins, and what joins it to the one before."""

from __future__ import annotations

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.han_words import is_word
from memtxn.core.admission.reading.grammar import Grammar, Joint
from memtxn.core.admission.word_set import word_set

_AGAIN = 5
"""Words behind an article in which a word of the clause before counts as said again."""

_SAID = 3
"""Words that at least say something of a noun with a number, before the same noun with another one."""

_PREDICATES = frozenset(("negation", "restriction", "hedge", "ended", "wish"))
"""Cues that begin a predicate."""

_SPEECH = 8
"""Characters from which on something in quotation marks is taken for speech, not for a word."""

_NEGATED_BEFORE = frozenset(("nicht", "pas", "jamais", "rien"))
"""Negators after their verb: behind "trinkt nicht und …" a predicate begins that they do not deny."""

_UNIT = 4
"""Tokens from the number at one end of a range to the dash at most."""

_BEGUN = word_set("""
    moved switched started began went changed took bought joined became adopted migrated upgraded returned hired
""")
"""Verbs of what is done in place of what the verb before them ends."""

_LOOSE = frozenset(("yet", "still", "though", "however", "although"))
"""Words that set two clauses against each other only after a pause."""

_OWN = word_set("mine ours yours hers theirs")
"""Possessives that are subjects by themselves."""

_BY_THEN = word_set("by since until till from before after")
"""Words behind which *then* is a time."""

_ONLY_BEFORE_SUBJECT = word_set("since until till before after so as that than like")
"""Prepositions that begin a clause only when a subject follows."""


class Cutter:
    """Cuts one sentence, token by token."""

    def __init__(
        self, analysis: Analysis, first: int, last: int, texts: list[str], grammar: Grammar, marks: list[Mark]
    ) -> None:
        self.cues: set[int] = set()
        self.marked: set[int] = set()
        self.inside: set[int] = set()
        self.lexical: list[int] = []
        for mark in marks:
            self.marked.add(mark.first)
            self.inside.update(range(mark.first + 1, mark.last))
            if mark.cue.family in _PREDICATES:
                self.cues.add(mark.first)
            if mark.cue.lexical:
                self.lexical.append(mark.first)
        self.analysis, self.first, self.last, self.texts, self.grammar = analysis, first, last, texts, grammar
        self.of: list[int] = []
        self.starts = [first]
        self.joints: list[Joint] = ["start"]
        self.gaps = [analysis.tokens.gaps[first].strip()]
        self.stack: list[int] = []
        self.returns = False
        self.fresh: set[int] = set()
        self.repeated: set[int] = set()
        self.current = 0

    def open(self, token: int, joint: Joint) -> None:
        """Begin a clause; one that has no token yet only changes how it is joined."""
        if self.starts[-1] == token:
            if joint in ("but", "opener", "relative"):
                self.joints[-1] = joint
            return
        self.starts.append(token)
        self.joints.append(joint)
        self.current = len(self.starts) - 1

    def cut(self) -> None:
        """Go through the places where a clause may begin: a pause, a word that joins, a field."""
        texts, joints, pairs, of = self.texts, self.grammar.joints, self.grammar.pairs, self.of
        for at in self.places():
            of.extend([self.current] * (at - len(of)))
            token = self.first + at
            if at and self.gaps[at] and (self.gaps[at] != "/" or token not in self.inside):
                self.punctuate(token, self.gaps[at])
            if at + 1 < len(texts) and texts[at + 1] == "=":
                self.open(token, "comma")
            if token in self.inside:
                continue
            word = texts[at]
            if word in joints:
                self.join(token, joints[word])
            elif word in pairs and at + 1 < len(texts):
                joint = pairs[word].get(word + texts[at + 1])
                listed = joint == "opener" and self.gaps[at] == "、"  # 、然后: one more item
                if listed:
                    continue
                if joint in ("but", "opener") and (self.gaps[at] or not is_word("".join(texts[at + 1 : at + 3]))):
                    self.open(token, joint)
        of.extend([self.current] * (len(texts) - len(of)))

    def places(self) -> list[int]:
        """The words of the sentence that may begin a clause."""
        raw = self.analysis.tokens.gaps[self.first + 1 : self.last]
        self.gaps += ["" if gap == " " else gap.strip() or gap for gap in raw]
        breaks = self.grammar.breaks
        pairs_of = zip(self.gaps, self.texts, strict=True)
        found = [at for at, (gap, word) in enumerate(pairs_of) if gap or word in breaks]
        if "=" in self.texts:
            fields = [at - 1 for at, word in enumerate(self.texts) if word == "=" and at]
            found = sorted({*found, *fields})
        return found

    def punctuate(self, token: int, gap: str) -> None:
        """Begin a clause at a pause, if the marks in it are of that kind."""
        if gap == ",":
            self.open(token, "comma")
            return
        closing = sum(map(gap.count, ")]」』"))
        for _ in range(closing):
            if self.stack:
                self.current, self.returns = self.stack.pop(), True
        if gap[-1] in "([「『":
            self.stack.append(self.current)
            self.open(token, "bracket")
        elif any(mark in gap for mark in ":;|"):
            self.open(token, "colon")
        elif "," in gap or ("、" in gap and self.grammar.languages[0] == "ja"):
            self.open(token, "comma")
        elif (
            "--" in gap
            or "..." in gap
            or (gap.strip("\"'") == "-" and self.spaced(token) and not self.ranges(token))
            or ">" in gap
        ):
            self.open(token, "dash")
        elif '"' in gap and self.quoted(token):
            self.open(token, "comma")

    def spaced(self, token: int) -> bool:
        """Whether a dash stands apart from what it follows (in Chinese it never does)."""
        tokens = self.analysis.tokens
        return tokens.gaps[token][0] == " " or tokens.runs[token] + tokens.runs[token - 1] > 0

    def ranges(self, token: int) -> bool:
        """Whether a dash stands between the ends of a range ("3 - 5", 1小时 - 2小时)."""
        at, texts = token - self.first, self.texts
        if not texts[at].isdecimal():
            return False
        for start in range(at - 1, max(-1, at - _UNIT), -1):
            if texts[start].isdecimal():
                unit = texts[start + 1 : at]
                return texts[at + 1 : at + 1 + len(unit)] == unit
        return False

    def quoted(self, token: int) -> bool:
        """Whether a quotation of some length begins or ends here."""
        tokens, text = self.analysis.tokens, self.analysis.normal.text
        closing = text.find('"', tokens.starts[token], tokens.ends[self.last - 1] + 2)
        return closing - tokens.starts[token] > _SPEECH

    def join(self, token: int, joint: Joint) -> None:
        """A word that may begin a clause does so before a subject of its own."""
        at = token - self.first
        if joint == "but":
            if self.texts[at] not in _LOOSE or self.gaps[at] or self.starts[-1] == token:
                self.open(token, joint)
            return
        if at + 1 >= len(self.texts) or (at == 0 and joint != "opener"):
            return
        if self.texts[at] == "then" and at and self.texts[at - 1] in _BY_THEN:
            return
        if self.starts[-1] == token:
            self.open(token, joint)
            return
        if joint == "opener":
            word = self.texts[at]
            if word not in _ONLY_BEFORE_SUBJECT or self.subject(at + 1):
                self.open(token, joint)
        elif joint == "relative" or token + 1 in self.cues or self.subject(at + 1):
            self.open(token, joint)
        elif joint == "and" and self.repeats(at):
            self.repeated.add(len(self.starts))
            self.open(token, joint)
        elif joint == "and" and (self.texts[at - 1] in _NEGATED_BEFORE or self.ends_something(token)):
            self.fresh.add(len(self.starts))
            self.open(token, joint)

    def ends_something(self, token: int) -> bool:
        """Whether a verb before a token ends what it speaks of: "we stopped using it and moved …"."""
        if self.texts[token + 1 - self.first] not in _BEGUN:
            return False
        return any(self.starts[-1] <= first < token for first in self.lexical)

    def repeats(self, at: int) -> bool:
        """Whether what follows an "and" says the same of something else.

        An article, and a word of this clause again: "the blue tent sleeps four and the red tent sleeps six".
        """
        texts, grammar = self.texts, self.grammar
        follows = texts[at + 2] if at + 2 < len(texts) else ""
        if follows in grammar.prepositions and self.capital(at + 1):  # "Otto lives in Cork and Lin in Perth"
            return follows in texts[self.starts[-1] - self.first : at]
        start = self.starts[-1] - self.first
        if follows[:1].isdecimal() and texts[at + 1] in texts[start : at - _SAID]:
            return True  # "locker 14 is for skis and locker 15 …"
        if texts[at + 1] not in grammar.articles and texts[at + 1] not in grammar.possessives:
            return False
        after = set(texts[at + 2 : at + 2 + _AGAIN]) - grammar.function_words - grammar.prepositions
        return not after.isdisjoint(texts[self.starts[-1] - self.first : at])

    def subject(self, at: int) -> bool:
        """Whether the words from here look like a subject with its verb."""
        texts, grammar = self.texts, self.grammar
        word = texts[at]
        if word in grammar.subjects:
            return True
        following = texts[at + 1 : at + 5]
        if word in _OWN and following and following[0] in grammar.auxiliaries:
            return True
        if word in grammar.articles or word in grammar.possessives:
            return any(one in grammar.auxiliaries for one in following[1:])
        if not self.capital(at) or not following:
            return False
        return following[0] in grammar.auxiliaries or (
            following[0].isalpha()
            and following[0] not in grammar.joints
            and not self.capital(at + 1)
            and following[0] not in grammar.prepositions
            and following[0] != "'s"
        )

    def capital(self, at: int) -> bool:
        """Whether a word is written with a capital letter."""
        return self.analysis.is_capital(self.first + at)

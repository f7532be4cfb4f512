"""Effect: numbers that effects of records are told by. They stand in journals and never change."""

from __future__ import annotations

from enum import IntEnum


class Part(IntEnum):
    """What a recovery repairs: a kind of fold row, or what belongs to no row. The numbers stand in journals.

    SEAL: so many of the last records were sealed upon damaged rows, over a digest of what then stood. EFFECT: so
    many effects of earlier records are folded otherwise, and so many not at all. LINE: so many timelines were
    planned again.
    """

    KEY = 1
    BELIEF = 2
    STEP = 3
    END = 4
    STATE = 5
    EDGE = 6
    SOURCE = 7
    REFUSAL = 8
    DECLARATION = 9
    CONSTRAINT = 10
    CLAIM = 11
    REFILE = 12
    PENDING = 13
    SETTLED = 14
    HEAD = 15
    INDEX = 16
    SUSPECT = 17
    READ = 18
    ERASED = 20
    SEAL = 24
    EFFECT = 25
    LINE = 26


class Phase(IntEnum):
    """What a record says of a guard. The numbers stand in journals.

    It begins; the record was written under it; it ended and all of it stays, or was taken back.
    """

    BEGIN = 1
    UNDER = 2
    RELEASE = 3
    ROLLBACK = 4

"""The life of a belief: one table of moves; nothing else changes a state (P2)."""

from __future__ import annotations

from enum import StrEnum

from memtxn.model.belief import State


class Move(StrEnum):
    """What can happen to a belief.

    ``SET_ASIDE``: something must rebuild or confirm it first. What is taken back of an earlier move is a move
    too: ``REINSTATE`` lets a belief stand as it was admitted, ``RETURN`` as it was retracted.
    """

    ADMIT = "admit"
    QUARANTINE = "quarantine"
    REJECT = "reject"
    CONFIRM = "confirm"
    DENY = "deny"
    EXPIRE = "expire"
    RETRACT = "retract"
    REVOKE = "revoke"
    SET_ASIDE = "set_aside"
    REINSTATE = "reinstate"
    RETURN = "return"
    ARCHIVE = "archive"
    RESTORE = "restore"
    ERASE = "erase"


MOVES: dict[tuple[State, Move], State] = {
    (State.PROPOSED, Move.ADMIT): State.ADMITTED,
    (State.PROPOSED, Move.QUARANTINE): State.QUARANTINED,
    (State.PROPOSED, Move.REJECT): State.REJECTED,
    (State.QUARANTINED, Move.CONFIRM): State.ADMITTED,
    (State.QUARANTINED, Move.DENY): State.REJECTED,
    (State.QUARANTINED, Move.EXPIRE): State.REJECTED,
    (State.ADMITTED, Move.RETRACT): State.RETRACTED,
    (State.ADMITTED, Move.REVOKE): State.REVOKED,
    (State.RETRACTED, Move.REVOKE): State.REVOKED,
    (State.ARCHIVED, Move.REVOKE): State.REVOKED,
    (State.QUARANTINED, Move.REVOKE): State.REVOKED,
    (State.ADMITTED, Move.SET_ASIDE): State.QUARANTINED,
    (State.RETRACTED, Move.SET_ASIDE): State.QUARANTINED,
    (State.REVOKED, Move.SET_ASIDE): State.QUARANTINED,
    (State.REVOKED, Move.REINSTATE): State.ADMITTED,
    (State.RETRACTED, Move.REINSTATE): State.ADMITTED,
    (State.QUARANTINED, Move.REINSTATE): State.ADMITTED,
    (State.REVOKED, Move.RETURN): State.RETRACTED,
    (State.QUARANTINED, Move.RETURN): State.RETRACTED,
    (State.ADMITTED, Move.ARCHIVE): State.ARCHIVED,
    (State.ARCHIVED, Move.RESTORE): State.ADMITTED,
} | {(state, Move.ERASE): State.ERASED for state in State if state is not State.ERASED}


def after(state: State, move: Move) -> State | None:
    """The state after a move, or None when the move is not possible from there."""
    return MOVES.get((state, move))


def reachable(before: State, then: State) -> bool:
    """Whether one move leads from one stored state to another."""
    return any(MOVES.get((before, move)) is then for move in Move)

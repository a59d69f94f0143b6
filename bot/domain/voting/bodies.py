"""Which procedure is the right one about whom: one table, asked when a vote opens and again when it would take effect.

A player is expelled by leader and President, a member of the committee by its vote (AIJE-A02-1, AIJE-A02-3); two who
sign must not do what the committee alone may.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.domain.voting.votes import Effect


class Bond(StrEnum):
    """What somebody is to the association, whichever account the person is asked for by."""

    STRANGER = "stranger"
    """Took part in nothing here and holds nothing."""
    PLAYER = "player"
    """Has entered an event, or held something; the President too, where no arbiter title comes with it."""
    COMMITTEE = "committee"
    """Holds an arbiter title, or leads the committee (AIJE-A01-1)."""
    EXPELLED = "expelled"
    """Was expelled as a player and not readmitted (AIJE-A02-2)."""


class RightBody(StrEnum):
    """A procedure that applies in the place of the one that was asked for."""

    PLAYER_EXPULSION = "player_expulsion"
    MEMBER_EXPULSION = "member_expulsion"


_PRESENT: Final = frozenset({Bond.STRANGER, Bond.PLAYER, Bond.COMMITTEE})
_ANYBODY: Final = frozenset(Bond)

CONCERNS: Final[Mapping[Effect, frozenset[Bond]]] = MappingProxyType(
    {
        Effect.NONE: _ANYBODY,
        Effect.OPEN_ELECTION: _ANYBODY,
        Effect.ELECT_LEADER: _ANYBODY,
        Effect.EXPEL_PLAYER: frozenset({Bond.PLAYER}),
        Effect.EXPEL_MEMBER: frozenset({Bond.COMMITTEE}),
        Effect.REMOVE_FOR_ABSENCES: frozenset({Bond.COMMITTEE}),
        # What else a title asks for is told by the candidate's own account of it.
        Effect.ELECT_AJ: _PRESENT,
        Effect.APPROVE_AI: _PRESENT,
        Effect.PENALTY_BAR: _PRESENT,
        Effect.PENALTY_RATING: _PRESENT,
        Effect.RETURN_POINTS: _PRESENT,
        # The bar of an expulsion ends by the readmission alone.
        Effect.LIFT_BAR: _PRESENT,
        Effect.TITLE_PLACE: _PRESENT,
    }
)
"""Whom each effect may concern."""

_INSTEAD: Final[Mapping[tuple[Effect, Bond], RightBody]] = MappingProxyType(
    {
        (Effect.EXPEL_PLAYER, Bond.COMMITTEE): RightBody.MEMBER_EXPULSION,
        (Effect.EXPEL_MEMBER, Bond.PLAYER): RightBody.PLAYER_EXPULSION,
    }
)


def bond(*, expelled: bool, on_committee: bool, took_part: bool) -> Bond:
    """What somebody is, the strongest of what holds."""
    if expelled:
        return Bond.EXPELLED
    if on_committee:
        return Bond.COMMITTEE
    return Bond.PLAYER if took_part else Bond.STRANGER


def concerns(effect: Effect, whom: Bond) -> bool:
    """Whether such a procedure may be about such a person."""
    return whom in CONCERNS[effect]


def instead(effect: Effect, whom: Bond) -> RightBody | None:
    """The procedure that applies in its place; None where the right one does, or none at all."""
    return _INSTEAD.get((effect, whom))


def may_elect(led_since: datetime | None, petitioned_at: datetime | None, elected_at: datetime | None) -> bool:
    """Whether an election of the leader may open: nobody leads, or a petition is unanswered (AIJE-A01-2).

    It is answered by an election that came to its end, or by another leader.
    """
    if led_since is None:
        return True
    if petitioned_at is None or petitioned_at < led_since:
        return False
    return elected_at is None or elected_at < petitioned_at

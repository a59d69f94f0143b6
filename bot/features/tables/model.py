"""How a game at a table of three can end, with what influence, and what is said of cards that a judge refuses."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from bot.kernel.outages import Outage, resume
from bot.kernel.promises import Notified, OfEntrant, OfTournament
from bot.play.contests import Contest, Particulars, Score
from bot.play.draw import Stream
from bot.play.matches import Match
from bot.play.rulebook import Rulebook

# --- how a game can end ---------------------------------------------------------------------------------------------


FARTHEST = 999
"""An influence beyond it, up or down, is a slip of the keyboard."""


_LEAVING_WHILE_OTHERS_PLAY = 2


def marks(winners: Collection[int], sides: int) -> Score:
    """The score of a table: 1 for who won, or for everybody who got through an extra game."""
    return tuple(int(side in winners) for side in range(sides))


def winners(score: Sequence[int]) -> tuple[int, ...]:
    """The sides that the score marks."""
    return tuple(side for side, won in enumerate(score) if won)


def can_be(contest: Contest, score: Score, particulars: Particulars, away: Collection[int], leave: int) -> bool:
    """Whether the game can have ended so, whatever anybody's influence: one won, or as many as leave an extra game.

    Who was seated out neither won nor has influence. Fewer than `leave` may have got through where others gave up.
    """
    won, sides = winners(score), len(contest.sides)
    if len(score) != sides or not 0 < len(won) <= leave or not set(won).isdisjoint(away):
        return False
    if not particulars.influence:
        return leave_by_extra_game(contest)
    in_range = all(abs(one) <= FARTHEST for one in particulars.influence)
    return len(particulars.influence) == sides and in_range and all(particulars.influence[side] == 0 for side in away)


def leave_by_extra_game(contest: Contest) -> bool:
    """Whether the contest is an extra game for the final, whose influence counts for nothing (OTE-2.8)."""
    return contest.stage is contest.stage.PLAY_OFF


def effect_order(contest: Contest, seed: str, leave: int) -> tuple[int, ...]:
    """The sides in the order in which effects are settled that the cards of who leaves an extra game change (OTE-2.8).

    By the lot of the draw that made the table: `seed` is the draw's, in hexadecimal, and anybody can do it again. Empty
    where nobody plays on once somebody has left.
    """
    if not leave_by_extra_game(contest) or leave < _LEAVING_WHILE_OTHERS_PLAY:
        return ()
    lot = hashlib.sha256(f"{seed}\neffects\n{contest.round}.{contest.position}".encode()).digest()
    return tuple(Stream(lot).shuffle(range(len(contest.sides))))


def short_of(score: Score, particulars: Particulars, needed: int) -> int | None:
    """The winner's influence where it is below what wins; None where it is enough (OTE-2.4)."""
    if not particulars.influence:
        return None
    lowest = min(particulars.influence[side] for side in winners(score))
    return lowest if lowest < needed else None


def missing_since_long(match: Match, rulebook: Rulebook, outages: Iterable[Outage]) -> datetime | None:
    """When the arbiter, or the organisers, are asked about who is missing: they alone seat anybody out."""
    waited_for = timedelta(minutes=rulebook.matches.minutes_per_walkover_game)
    running = [clock.started_at for clock in match.clocks if clock.ended_at is None]
    if not running or match.report is not None:
        return None
    return resume(min(running), waited_for, outages)


# --- what is said ---------------------------------------------------------------------------------------------------


class CardRefused(OfEntrant):
    """To the player whose deck holds the card; `closed` where confirmation was over."""

    NOTIFIES = Notified.READER
    card: str
    reason: str
    closed: bool = False


class CardRuledOut(OfTournament):
    """To everybody; whose decks hold it stays secret."""

    NOTIFIES = Notified.NOBODY
    ASKS_BY = ("deck-form",)

    card: str
    reason: str

"""The games of a challenge in which the winner stays on, from the orders and the words on record (GO-26.6)."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.contests import Result, ResultKind, Score
from bot.domain.events.event_kinds import stays_on
from bot.domain.events.tournament import Tournament
from bot.domain.playing.matches import Match
from bot.domain.team_play.stay_on import Order, StayOn, boards, replay
from bot.services.team_play.team_boards import order_of
from bot.storage import stay_on
from bot.storage.context import Query


def orders_of(tx: Query, tournament: Tournament, match: Match) -> tuple[Order, Order] | None:
    """Who plays for either side, the first first; None while one is awaited."""
    named = [order_of(tx, tournament, match, side) for side in (0, 1)]
    first, second = ([one for seat in order or () for one in seat] for order in named)
    return (tuple(first), tuple(second)) if first and second else None


def state_of(tx: Query, tournament: Tournament, match: Match, walkover: Score) -> StayOn | None:
    """The match after all that was said, `walkover` being the games lost by absence before; None of a match that is
    over, whose result says it all, and while an order is awaited."""
    orders = None if match.contest.result is not None else orders_of(tx, tournament, match)
    return None if orders is None else replay(orders, walkover, stay_on.words(tx, match.contest.contest_id))


def given_up(tx: Query, tournament: Tournament, match: Match, result: Result, walkover: Score) -> Result:
    """The result of a side that left with its games: those that were told, and the rest, which goes to the other side
    unplayed (GO-28.4). Any other result is as it was."""
    if not stays_on(tournament.rulebook) or result.kind is not ResultKind.WITHDRAWAL:
        return result
    state, stayed = state_of(tx, tournament, match, walkover), result.score.index(max(result.score))
    while state is not None and state.winner is None:
        state = state.won_by(stayed, given=True)
    return result if state is None or state.winner != stayed else replace(result, boards=boards(state))

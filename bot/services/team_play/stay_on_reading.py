"""Reading a match in which the winner stays on as it is shown: who is at the board, who comes, what waits (GO-26.6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.events.event_kinds import stays_on
from bot.domain.ids import PersonId
from bot.domain.team_play import board_order
from bot.domain.team_play.stay_on import StayOn, Word
from bot.domain.team_play.stay_on_views import StayOnView
from bot.domain.title_match.series_record import GameClaim
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.team_play import line_up_limits
from bot.services.team_play.stay_on_games import state_of
from bot.services.team_play.team_boards import names_anew, rules_of
from bot.storage import people, series, stay_on, teams
from bot.storage.context import Query


@dataclass(frozen=True, slots=True)
class Known:
    """The match as its record gives it; `state` is None while an order is awaited, and once it is over."""

    state: StayOn | None
    words: tuple[Word, ...]
    entries: int
    claim: GameClaim | None


def is_stay_on(followed: Followed) -> bool:
    """Whether the match is told game by game between two orders."""
    return stays_on(followed.tournament.rulebook) and len(followed.match.contest.sides) == 2


def known_of(tx: Query, followed: Followed, now: datetime) -> Known:
    """What is on record of the match."""
    contest_id = followed.contest_id
    return Known(
        state=state_of(tx, followed.tournament, followed.match, followed.state(now).walkover),
        words=tuple(stay_on.words(tx, contest_id)),
        entries=stay_on.entries(tx, contest_id),
        claim=series.claim(tx, contest_id),
    )


def stay_on_view(tx: Query, followed: Followed, now: datetime) -> StayOnView | None:
    """What the card shows beyond the match's own state; None for any other match."""
    if not is_stay_on(followed):
        return None
    known, tournament = known_of(tx, followed, now), followed.tournament
    anew, given = names_anew(tournament), teams.line_ups(tx, followed.contest_id)
    named = (not anew or 0 in given, not anew or 1 in given)
    claim, games = known.claim, tournament.rulebook.games
    by = None if claim is None else matches.side_of(tx, followed.match, claim.claimed_by)
    return StayOnView(
        state=known.state,
        people=people.by_ids(tx, _people_concerned(followed, known)),
        named=named,
        named_anew=anew,
        size=rules_of(tournament).size,
        order_by=None if all(named) else line_up_limits.limit(followed),
        entries=known.entries,
        claim=claim,
        claimed_side=by,
        can_take_back=bool(known.words),
        draws=games is not None and games.draws,
        first=_begins(followed, known),
    )


def _begins(followed: Followed, known: Known) -> int | None:
    """A drawn game is played again in the same order, since it has the number of the one before."""
    if known.state is None or known.state.at_board is None or not board_order.is_given(followed.tournament.rulebook):
        return None
    return board_order.begins(followed.match.contest.first_side, known.state.number - 1)


def _people_concerned(followed: Followed, known: Known) -> list[PersonId]:
    orders = () if known.state is None else known.state.orders
    result = followed.match.contest.result
    told = () if result is None else result.boards
    return [one for order in orders for one in order] + [
        one for board in told for seat in board.players for one in seat
    ]

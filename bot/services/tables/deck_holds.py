"""A deck with a refused card keeps its player out of the next game until another one is handed in (OTE-1.7).

A game that has begun is played to its end. One that waits for its players waits for the deck too: who had come is
missing again, and says so once more with a deck that is admitted. An arbiter can have the table play without them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from bot.domain.contests import Contest
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import EntrantId
from bot.domain.playing.desk_views import DeskRow, Obstacle
from bot.domain.playing.match_state import MatchPhase
from bot.errors import UserError
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.tables.deck_checks import is_refused, is_to_correct
from bot.services.timetable import contest_subject
from bot.storage import absence_clocks, contests, decks, entrants, panels, people
from bot.storage.context import Query, Tx

_NOT_BEGUN = frozenset({MatchPhase.WAITING, MatchPhase.MISSING, MatchPhase.UNDECIDED})


class DeckKeepsOut(UserError):
    """The player sits down with another deck: a card of this one was refused."""

    player: str
    name: str


def held_sides(tx: Query, tournament: Tournament, contest: Contest) -> tuple[int, ...]:
    """The sides whose deck holds a card that was refused since, as long as the contest is not over."""
    if contest.result is not None or not decks.refusals(tx, tournament.tournament_id):
        return ()
    return tuple(side for side, one in enumerate(contest.sides) if is_refused(tx, tournament, one))


def refuse_held(tx: Query, followed: Followed, side: int, at: datetime) -> None:
    """Raises DeckKeepsOut where the game has not begun and the side's deck is not admitted any more."""
    contest, tournament = followed.match.contest, followed.tournament
    if followed.state(at).phase not in _NOT_BEGUN or side not in held_sides(tx, tournament, contest):
        return
    entrant = entrants.load(tx, contest.sides[side])
    player = None if entrant is None else people.load(tx, entrant.person_id)
    raise DeckKeepsOut(player="" if player is None else player.name, name=tournament.name)


def hold(tx: Tx, tournament: Tournament, out: Collection[EntrantId]) -> None:
    """Waits again for those who had come to a game that has not begun; every open card of theirs is drawn anew."""
    for match in contests.in_play(tx, tournament.tournament_id):
        for side in (side for side, one in enumerate(match.contest.sides) if one in out):
            followed = matches.load(tx, match.contest.contest_id)
            if followed is not None:
                _wait_again(tx, followed, side)


def show_again(tx: Tx, tournament: Tournament, about: Collection[EntrantId]) -> None:
    """Draws the cards of open games anew, once a deck is admitted that was not."""
    for match in contests.in_play(tx, tournament.tournament_id):
        if not set(about).isdisjoint(match.contest.sides):
            panels.mark_stale(tx, contest_subject(match.contest.contest_id), tx.now)


def obstacles(tx: Query, tournament: Tournament) -> Iterator[DeskRow]:
    """Players whose next game waits for another deck, in one row."""
    if phase(tournament) is not Phase.RUNNING or not decks.refusals(tx, tournament.tournament_id):
        return
    listed = (entrants.load(tx, one.entrant_id) for one in decks.of_tournament(tx, tournament.tournament_id))
    held = [one.person_id for one in listed if one is not None and is_to_correct(tx, tournament, one)]
    known = people.by_ids(tx, held)
    if held:
        players = tuple(known[one] for one in held)
        yield DeskRow(Obstacle.DECK_REFUSED, tournament.tournament_id, players, n=len(players))


def _wait_again(tx: Tx, followed: Followed, side: int) -> None:
    contest_id, match, state = followed.contest_id, followed.match, followed.state(tx.now)
    had_come = any(one.side == side for one in match.clocks) and side not in match.away
    if had_come and state.phase in {MatchPhase.WAITING, MatchPhase.MISSING}:
        absence_clocks.start(tx, contest_id, side, tx.now, state.score)
    panels.mark_stale(tx, contest_subject(contest_id), tx.now)
    matches.reschedule_own(tx, followed, tx.now)

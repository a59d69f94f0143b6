"""An event that stands still: who runs it is asked for an arbiter, or to look at what is stuck."""

from __future__ import annotations

from typing import Final

from bot.domain.events.calling import BlockReason
from bot.domain.events.tournament import Tournament
from bot.domain.ids import TournamentId
from bot.domain.playing.summons import MatterKind
from bot.domain.stillness import Rung
from bot.services import stillness
from bot.services.events import calling, event_stillness
from bot.services.stillness import Standstill, Watch
from bot.services.timetable import outages_of, tournament_subject
from bot.storage import contests, tournaments
from bot.storage.context import Query, Tx

_WANTS_ARBITER: Final = frozenset({BlockReason.NOBODY_ON_DUTY, BlockReason.ALL_CONFLICTED})


def find(tx: Tx, tournament_id: str) -> Standstill | None:
    """What stands still of the event now."""
    tournament = tournaments.load(tx, TournamentId(tournament_id))
    kind = None if tournament is None else event_stillness.suspect(tx, tournament)
    if tournament is None or kind is None:
        return None
    if kind is MatterKind.ARBITER_WANTED and not _lacks_arbiter(tx, tournament):
        return None
    still = event_stillness.state_of(tx, tournament, kind)
    return Standstill(still, tournament.guild_id, tournament.tournament_id, outages_of(tx, tournament))


def _lacks_arbiter(tx: Query, tournament: Tournament) -> bool:
    """Whether a match waits that no arbiter on duty may follow, however many matches end."""
    in_force = contests.of_tournament(tx, tournament.tournament_id)
    given = contests.assignment_times(tx, tournament.tournament_id)
    if any(calling.is_orphan(one, given) for one in in_force):
        return True
    known = calling.as_given(tx, tournament, in_force, given, tx.now)
    return any(block.reason in _WANTS_ARBITER for block in calling.plan(tx, tournament, known).blocks)


def _remind(_: Query, tournament_id: str) -> None:
    """Nobody but who runs it can act."""


def _ask(tx: Tx, tournament_id: str, found: Standstill, rung: Rung) -> None:
    stillness.call_staff(tx, tournament_subject(TournamentId(tournament_id)), found, rung)


WATCH: Final = Watch(find, _remind, _ask)

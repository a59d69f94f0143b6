"""An event that stands still: who runs it is asked for an arbiter, or to look at what is stuck."""

from __future__ import annotations

from typing import Final

from bot.domain.events.calling import BlockReason
from bot.domain.events.tournament import Tournament
from bot.domain.ids import Occasion, TournamentId
from bot.domain.playing.summons import MatterKind
from bot.domain.stillness import Rung
from bot.services import stillness
from bot.services.events import calling, event_stillness
from bot.services.stillness import Standstill, Watch
from bot.services.timetable import outages_of, tournament_subject
from bot.storage import contests, tournaments
from bot.storage.database import Work

_WANTS_ARBITER: Final = frozenset({BlockReason.NOBODY_ON_DUTY, BlockReason.ALL_CONFLICTED})


def find(work: Work, tournament_id: str, occasion: Occasion) -> Standstill | None:
    """What stands still of the event now."""
    tournament = tournaments.load(work, TournamentId(tournament_id))
    kind = None if tournament is None else event_stillness.suspect(work, tournament, occasion.now)
    if tournament is None or kind is None:
        return None
    if kind is MatterKind.ARBITER_WANTED and not _lacks_arbiter(work, occasion, tournament):
        return None
    still = event_stillness.state_of(work, occasion, tournament, kind)
    return Standstill(still, tournament.guild_id, tournament.tournament_id, outages_of(work, tournament))


def _lacks_arbiter(work: Work, occasion: Occasion, tournament: Tournament) -> bool:
    """Whether a match waits that no arbiter on duty may follow, however many matches end."""
    in_force = contests.of_tournament(work, tournament.tournament_id)
    given = contests.assignment_times(work, tournament.tournament_id)
    if any(calling.is_orphan(one, given) for one in in_force):
        return True
    known = calling.as_given(work, tournament, in_force, given, occasion.now)
    return any(block.reason in _WANTS_ARBITER for block in calling.plan(work, tournament, known).blocks)


def _remind(work: Work, occasion: Occasion, tournament_id: str) -> None:
    """Nobody but who runs it can act."""


def _ask(work: Work, occasion: Occasion, tournament_id: str, found: Standstill, rung: Rung) -> None:
    stillness.call_staff(work, occasion, tournament_subject(TournamentId(tournament_id)), found, rung)


WATCH: Final = Watch(find, _remind, _ask)

"""Coming to the lobby of an arena and leaving it: only who comes back by own act is paired (ARENA-3)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.domain.arena.arena_views import Happened, OwnArena
from bot.domain.community import Presser
from bot.domain.entering.entries import Entrant
from bot.domain.events.event_kinds import EventKind
from bot.domain.events.tournament import Tournament
from bot.domain.ids import Occasion, TournamentId
from bot.errors import UserError
from bot.services import access
from bot.services.arena import arena_course
from bot.services.arena.arena_reading import URGENT, NotAnArena, own, running, starter
from bot.services.entering.eligibility import refuse_second_place
from bot.services.event_kinds import only_for
from bot.storage import fields
from bot.storage.database import Work


class ArenaTimeIsUp(UserError):
    """The arena's time is up, and its table is frozen (ARENA-4)."""

    ended_at: datetime


@only_for(EventKind.ARENA, refusal=NotAnArena)
def ready(work: Work, occasion: Occasion, presser: Presser, tournament_id: TournamentId) -> OwnArena:
    """Lets who pressed into the lobby and pairs at once where it can; who has not told the last game is shown it first.

    Whoever was disqualified since the beginning is not let in, and is told why (AIJE-D01-2). A second press changes
    nothing. Raises ArenaTimeIsUp, and as `running` and `starter` do.
    """
    tournament, entrant = _find_starter(work, occasion, presser, tournament_id)
    refuse_late(work, tournament, presser.at)
    before = own(work, tournament, entrant, occasion.now, Happened.READY_BEFORE)
    if before.waiting:
        return before
    if before.task in URGENT:
        return replace(before, happened=Happened.GAME_FIRST)
    refuse_second_place(work, tournament, entrant.person_id)
    if before.bar is not None:
        return replace(before, happened=Happened.BARRED)
    fields.enter_lobby(work, entrant.entrant_id, occasion.now)
    if not arena_course.pair_soon(work, occasion, tournament):
        return replace(before, happened=Happened.READY, waiting=True)
    after = own(work, tournament, entrant, occasion.now, Happened.READY)
    return after if after.waiting else replace(after, happened=Happened.PAIRED)


@only_for(EventKind.ARENA, refusal=NotAnArena)
def leave(work: Work, occasion: Occasion, presser: Presser, tournament_id: TournamentId) -> OwnArena:
    """Takes who pressed out of the lobby, not out of the arena; harmless for who does not wait there."""
    tournament, entrant = _find_starter(work, occasion, presser, tournament_id)
    before = own(work, tournament, entrant, occasion.now, Happened.NOT_WAITING)
    if not before.waiting:
        return before
    fields.leave_lobby(work, [entrant.entrant_id], occasion.now)
    return replace(before, happened=Happened.LEFT, waiting=False)


def refuse_late(work: Work, tournament: Tournament, at: datetime) -> None:
    """Raises ArenaTimeIsUp after the end, by the moment of the press."""
    end = arena_course.ends_at(work, tournament)
    over = tournament.ended_at is not None or arena_course.is_frozen(work, tournament.tournament_id)
    if at > end or over:
        raise ArenaTimeIsUp(ended_at=end)


def _find_starter(
    work: Work, occasion: Occasion, presser: Presser, tournament_id: TournamentId
) -> tuple[Tournament, Entrant]:
    tournament = running(work, presser, tournament_id)
    person = access.recognise(work, occasion, presser)
    return tournament, starter(work, tournament, person)

"""Coming to the lobby of an arena and leaving it: only who comes back by own act is paired (ARENA-3)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.domain.arena.arena_views import Happened, OwnArena
from bot.domain.entering.entries import Entrant
from bot.domain.events.event_kinds import EventKind
from bot.domain.events.tournament import Tournament
from bot.domain.ids import TournamentId
from bot.errors import UserError
from bot.services import access
from bot.services.arena import arena_course
from bot.services.arena.arena_reading import URGENT, NotAnArena, own, running, starter
from bot.services.entering.eligibility import refuse_second_place
from bot.services.event_kinds import only_for
from bot.storage import fields
from bot.storage.context import ActorTx, Query


class ArenaTimeIsUp(UserError):
    """The arena's time is up, and its table is frozen (ARENA-4)."""

    ended_at: datetime


@only_for(EventKind.ARENA, refusal=NotAnArena)
def ready(tx: ActorTx, tournament_id: TournamentId) -> OwnArena:
    """Lets who pressed into the lobby and pairs at once where it can; who has not told the last game is shown it first.

    Whoever was disqualified since the beginning is not let in, and is told why (AIJE-D01-2). A second press changes
    nothing. Raises ArenaTimeIsUp, and as `running` and `starter` do.
    """
    tournament, entrant = _find_starter(tx, tournament_id)
    refuse_late(tx, tournament, tx.pressed_at)
    before = own(tx, tournament, entrant, tx.now, Happened.READY_BEFORE)
    if before.waiting:
        return before
    if before.task in URGENT:
        return replace(before, happened=Happened.GAME_FIRST)
    refuse_second_place(tx, tournament, entrant.person_id)
    if before.bar is not None:
        return replace(before, happened=Happened.BARRED)
    fields.enter_lobby(tx, entrant.entrant_id, tx.now)
    if not arena_course.pair_soon(tx, tournament):
        return replace(before, happened=Happened.READY, waiting=True)
    after = own(tx, tournament, entrant, tx.now, Happened.READY)
    return after if after.waiting else replace(after, happened=Happened.PAIRED)


@only_for(EventKind.ARENA, refusal=NotAnArena)
def leave(tx: ActorTx, tournament_id: TournamentId) -> OwnArena:
    """Takes who pressed out of the lobby, not out of the arena; harmless for who does not wait there."""
    tournament, entrant = _find_starter(tx, tournament_id)
    before = own(tx, tournament, entrant, tx.now, Happened.NOT_WAITING)
    if not before.waiting:
        return before
    fields.leave_lobby(tx, [entrant.entrant_id], tx.now)
    return replace(before, happened=Happened.LEFT, waiting=False)


def refuse_late(tx: Query, tournament: Tournament, at: datetime) -> None:
    """Raises ArenaTimeIsUp after the end, by the moment of the press."""
    end = arena_course.ends_at(tx, tournament)
    over = tournament.ended_at is not None or arena_course.is_frozen(tx, tournament.tournament_id)
    if at > end or over:
        raise ArenaTimeIsUp(ended_at=end)


def _find_starter(tx: ActorTx, tournament_id: TournamentId) -> tuple[Tournament, Entrant]:
    tournament = running(tx, tournament_id)
    person = access.recognise(tx)
    return tournament, starter(tx, tournament, person)

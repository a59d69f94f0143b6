"""What a player of an arena has to do between two games: nobody is paired without coming to the lobby (ARENA-3)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.arena.arena_views import Task
from bot.domain.events.tournament import Tournament
from bot.domain.playing.desk_views import Duty, DutyItem, Outlook, Prospect
from bot.services.arena.arena_reading import URGENT, mine
from bot.storage.context import ActorQuery


def guide(tx: ActorQuery, tournament: Tournament) -> Iterator[DutyItem | Prospect]:
    """The way to the lobby, or what is waited for; nothing while a game wants something, and after the end."""
    if tournament.first_call_at is None:
        yield Prospect(Outlook.START, tournament, tournament.start_at)
        return
    own = mine(tx, tournament.tournament_id)
    if own.over:
        return
    if own.waiting:
        yield Prospect(Outlook.NEXT_OPPONENT, tournament)
    elif own.task is Task.CALLED_SOON and own.game is not None:
        yield Prospect(Outlook.MATCH_IS_CALLED, tournament, None, own.game.opponent)
    elif own.task not in URGENT and own.bar is None:
        yield DutyItem(Duty.FIND_OPPONENT, tournament.tournament_id, tournament, own.ends_at)

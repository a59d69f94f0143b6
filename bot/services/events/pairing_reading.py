"""The rounds of a Swiss with the reason of each pairing, made again from what was known when they were paired."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.contests import Contest, Stage
from bot.domain.events.draw import Stream
from bot.domain.events.pairing_views import ReasonsView
from bot.domain.events.tournament import Tournament
from bot.domain.formats import swiss
from bot.domain.ids import GuildId, TournamentId
from bot.errors import UserError
from bot.services.event_facts import facts, facts_at
from bot.services.events.event_reading import NotDrawnYet
from bot.services.events.tournaments import find
from bot.services.sides import players
from bot.storage import tournaments
from bot.storage.context import Query
from bot.storage.tournaments import DrawPurpose


class NoReasons(UserError):
    """The event has no such round, or none that is paired by scores: a table or a bracket says who meets whom."""

    name: str


def reasons(tx: Query, guild_id: GuildId, tournament_id: TournamentId, number: int | None = None) -> ReasonsView:
    """A round with its reasons, the last one unless told which. Raises NotDrawnYet and NoReasons."""
    tournament = find(tx, guild_id, tournament_id)
    if tournament.drawn_at is None:
        raise NotDrawnYet(name=tournament.name)
    if not tournament.rulebook.traits.by_score:
        raise NoReasons(name=tournament.name)
    rounds = _rounds(tx, tournament)
    wanted = max(rounds, default=0) if number is None else number
    if wanted not in rounds:
        raise NoReasons(name=tournament.name)
    return replace(_again(tx, tournament, wanted, rounds[wanted]), rounds=max(rounds))


def _rounds(tx: Query, tournament: Tournament) -> dict[int, list[Contest]]:
    found: dict[int, list[Contest]] = {}
    known = swiss.table_facts(facts(tx, tournament), tournament.rulebook)
    for one in known.contests:
        if one.stage is Stage.MAIN:
            found.setdefault(one.round, []).append(one)
    return found


def _again(tx: Query, tournament: Tournament, number: int, made: list[Contest]) -> ReasonsView:
    made_at = max(one.created_at for one in made if one.created_at is not None)
    known = facts_at(tx, tournament, made_at, {one.contest_id for one in made})
    paired = swiss.pairing_of(known, tournament.rulebook, number, _stream(tx, tournament, number))
    recorded = [one.sides for one in sorted(made, key=lambda one: one.position)]
    same = [board.sides for board in paired.boards] == recorded
    return ReasonsView(tournament, number, paired, players(tx, tournament), same)


def _stream(tx: Query, tournament: Tournament, number: int) -> Stream | None:
    """Only the first round hangs on the draw of the field."""
    drawn = tournaments.draws_with_purpose(tx, tournament.tournament_id)
    fields = [one.record for one in drawn if one.purpose is DrawPurpose.FIELD]
    return fields[-1].stream() if number == 1 and fields else None

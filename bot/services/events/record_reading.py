"""Gathering an event's record: everything that its table follows from, and nothing else about anybody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.domain.contests import Contest
from bot.domain.entering.entries import Entrant
from bot.domain.events.records import Record, RecordedContest, RecordedDraw, WarningLine
from bot.domain.events.told_games import sums
from bot.domain.events.tournament import Tournament
from bot.domain.formats import EventFacts
from bot.domain.ids import ContestId, EntrantId, PersonId, TournamentId
from bot.domain.permissions import Act, may
from bot.errors import UserError
from bot.services import access
from bot.services.event_facts import facts
from bot.services.events.event_reading import NotDrawnYet
from bot.services.events.hooks import EVENT_HOOKS, EventHooks
from bot.services.events.tournaments import find
from bot.storage import (
    contests,
    entrants,
    forbidden_pairs,
    guesses,
    people,
    ratings,
    tournaments,
    warnings,
)
from bot.storage.context import ActorQuery, Query
from bot.storage.tournaments import BROUGHT


class RecordNotPublicYet(UserError):
    """While an event is played, its record is for the organisers alone."""

    name: str


def record_for(tx: ActorQuery, tournament_id: TournamentId) -> Record:
    """The record of a drawn event: of one that is over for everybody, of a running one for organisers.

    Raises NotFound, NotDrawnYet and RecordNotPublicYet.
    """
    tournament = find(tx, tx.guild_id, tournament_id)
    if tournament.drawn_at is None:
        raise NotDrawnYet(name=tournament.name)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if tournament.ended_at is None and not may(Act.EDIT_TOURNAMENT, access.capacities(tx, person)):
        raise RecordNotPublicYet(name=tournament.name)
    return record_of(tx, tournament, tx.pressed_at)


def record_of(tx: Query, tournament: Tournament, at: datetime | None = None) -> Record:
    """The record of a drawn event as it stands; `at` is when a running one is asked for."""
    tournament_id, known = tournament.tournament_id, facts(tx, tournament, tournament.ended_at)
    now = at or tournament.ended_at or tournament.start_at
    field = entrants.with_outcome(tx, tournament_id, "starter")
    drawn = tournaments.draws_with_purpose(tx, tournament_id)
    draws = [one for one in drawn if one.reason != BROUGHT]
    return Record(
        event_id=tournament_id,
        name=tournament.name,
        rulebook=tournament.rulebook,
        facts=replace(known, waiting=() if tournament.ended_at else known.waiting),
        contests=_with_games(tx, tournament, _contests(tx, tournament, known, len(drawn), proven=bool(draws)), now),
        names=_names(tx, field, known),
        commitment=tournament.commitment if draws else None,
        draws=tuple(RecordedDraw(one.record, one.purpose, one.drawn_at) for one in draws),
        withdrawn_at={one.entrant_id: one.withdrawn_at for one in field if one.withdrawn_at is not None},
        rated=_ratings_before(tx, tournament, field, known),
        ended_at=tournament.ended_at,
        warnings=_warnings(tx, tournament_id),
        forbidden=forbidden_pairs.of_tournament(tx, tournament_id),
        by_hand=not draws,
    )


def _warnings(tx: Query, tournament_id: TournamentId) -> tuple[WarningLine, ...]:
    in_force = (one for one in warnings.of_tournament(tx, tournament_id) if one.stands)
    return tuple(WarningLine(one.contest_id, one.entrant_id, one.offence, one.game) for one in in_force)


def _contests(
    tx: Query, tournament: Tournament, known: EventFacts, draws: int, *, proven: bool = True
) -> tuple[RecordedContest, ...]:
    """Those that stand in their order, and behind them those that were taken back; `proven` where draws are told."""
    numbers = _with_draw_numbers(tx, tournament, draws)
    in_force = dict.fromkeys(one.contest_id for one in known.contests)
    taken_back = contests.all_voided(tx, tournament.tournament_id)
    history = contests.results_history(tx, list(numbers))
    made = guesses.made_in(tx, tournament.tournament_id) if proven else []
    guessed = {one.contest_id: one for one in made}
    found: list[RecordedContest] = []
    for contest_id in (*in_force, *(one for one in numbers if one not in in_force)):
        number, contest = numbers[contest_id]
        earlier = tuple(result for result, _ in history[contest_id] if result != contest.result)
        at, why = taken_back.get(contest_id, (None, ""))
        found.append(
            RecordedContest(contest, "", number if proven else None, earlier, at, why, guess=guessed.get(contest_id))
        )
    return tuple(found)


def _with_draw_numbers(tx: Query, tournament: Tournament, draws: int) -> dict[ContestId, tuple[int, Contest]]:
    """Every contest of the event, taken back or not, with the number of the draw that it follows from."""
    return {
        one.contest_id: (number, one)
        for number in range(draws + 1)
        for one in contests.of_draw(tx, tournament.tournament_id, number)
    }


def _with_games(
    tx: Query, tournament: Tournament, found: tuple[RecordedContest, ...], at: datetime
) -> tuple[RecordedContest, ...]:
    """Matches with their games one by one; of an event that was brought in they stayed in its file."""
    hooks = tuple(EVENT_HOOKS.of(tournament.rulebook))
    if not all(one.draw for one in found):
        return found
    return tuple(one if one.voided_at is not None else _game_by_game(tx, hooks, one, at) for one in found)


def _game_by_game(tx: Query, hooks: Sequence[EventHooks], one: RecordedContest, at: datetime) -> RecordedContest:
    """The games, and which results do not follow from them: those an arbiter has ruled."""
    results = [result for _, result in one.results()]
    began = min((result.settled_at for result in results), default=at)
    games = tuple(game for hook in hooks for game in hook.games_on_record(tx, one.contest.contest_id, began))
    if not games:
        return one
    played, given = sums(games)
    ruled = tuple(one for one in results if ((*one.score, one.draws), one.walkover_games) != (played, given))
    return replace(one, games=games, ruled=ruled)


def _names(tx: Query, field: Iterable[Entrant], known: EventFacts) -> Mapping[str, str]:
    """Public names: of a team its own, and those of its members."""
    starters = {one.entrant_id: one for one in field}
    members = {member for one in known.starters for member in one.members}
    listed = people.by_ids(tx, [*members, *(one.person_id for one in starters.values())])
    named: dict[str, str] = {member: listed[member].name for member in members}
    return named | {one.entrant_id: one.team_name or listed[one.person_id].name for one in starters.values()}


def _ratings_before(
    tx: Query, tournament: Tournament, field: Iterable[Entrant], known: EventFacts
) -> Mapping[PersonId, float | None]:
    """Ratings before the event's own list came out: of players by their entrants' ids."""
    published = ratings.of_tournament(tx, tournament.tournament_id)
    before = ratings.current(tx, tournament.guild_id) if published is None else ratings.before(tx, published)
    listed = {} if before is None else {line.person_id: line.rating for line in before.rated.values()}
    persons: dict[EntrantId, PersonId] = {one.entrant_id: one.person_id for one in field}
    players = {PersonId(entrant): listed.get(person) for entrant, person in persons.items()}
    return players | {member: listed.get(member) for one in known.starters for member in one.members}

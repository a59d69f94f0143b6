"""Gathering a draw, its bracket, the table of an event, and why entrants stand where they do, in one read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.features.course import calling_verbs
from bot.features.course.facts_verbs import comes_to, facts, may_be_redrawn
from bot.features.course.model import (
    BracketView,
    Departure,
    DrawView,
    Explained,
    MatchesWithoutArbiter,
    MatchOfArbiter,
    Revealed,
    RoundView,
    StandingsView,
    WhyView,
)
from bot.features.entering import store as entering_store
from bot.features.playing import store as playing_store
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import as_entered, entry_of, find, players
from bot.features.tournaments.store import DrawPurpose
from bot.features.tournaments.tasks_model import Obstacle
from bot.kernel.context import Query
from bot.kernel.errors import NotFound, RefusedFor, Subject
from bot.kernel.ids import ContestId, EntrantId, GuildId, MemberId, PersonId, TournamentId
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.contests import Stage, StandingRow
from bot.play.course import beside_tree, bracket_of, explain, in_bracket, sources
from bot.play.deciders import going_on
from bot.play.entries import Phase, Tournament, phase
from bot.play.formats import FORMATS, groups
from bot.play.formats.protocol import EventFacts
from bot.play.rulebook import Rulebook
from bot.server import store as server_store

# --- the draw and its bracket ---------------------------------------------------------------------------------------


def bracket_view(tx: Query, tournament_id: TournamentId) -> BracketView | None:
    """The bracket of a drawn event as it stands; None before the draw, for a table alone and for an unknown id."""
    tournament = tournaments_store.load(tx, tournament_id)
    community = None if tournament is None else server_store.load(tx, tournament.guild_id)
    if tournament is None or community is None or tournament.drawn_at is None:
        return None
    of_event = facts(tx, tournament)
    known = bracket_of(of_event, tournament.rulebook)
    if known is None:
        return None
    return BracketView(
        tournament=tournament,
        community=community,
        facts=known.facts,
        people=players(tx, tournament),
        given=playing_store.assignment_times(tx, tournament_id),
        shift=known.shift,
        beside=beside_tree(of_event, tournament.rulebook),
    )


def bracket_for(
    tx: Query, guild_id: GuildId, tournament_id: TournamentId, member_id: MemberId
) -> tuple[BracketView, EntrantId | None]:
    """The bracket, and the reader's own entry in it if there is one; raises NotFound, NotDrawnYet, NoBracketYet."""
    tournament = find(tx, guild_id, tournament_id)
    view = bracket_view(tx, tournament_id)
    if view is None and tournament.drawn_at is not None:
        raise RefusedFor("error.NoBracketYet", name=tournament.name)
    if view is None:
        raise RefusedFor("error.NotDrawnYet", name=tournament.name)
    reader = people_store.of_member(tx, guild_id, member_id)
    entrant = None if reader is None else entry_of(tx, tournament_id, reader.person_id)
    return view, None if entrant is None else entrant.entrant_id


def draw_view(
    tx: Query, tournament_id: TournamentId, number: int, by: str | None, reason: str | None
) -> DrawView | None:
    """A draw as it is published; None when another draw has taken its place before it was said."""
    tournament = tournaments_store.load(tx, tournament_id)
    records = tournaments_store.draws(tx, tournament_id)
    if tournament is None or tournament.draw_number != number or len(records) < number:
        return None
    previous = tournament.commitment if number == 1 else records[number - 2].link
    person = None if by is None else people_store.load(tx, PersonId(by))
    return DrawView(tournament, bracket_view(tx, tournament_id), records[number - 1], previous, person, reason)


def later_draw(tx: Query, tournament_id: TournamentId, number: int) -> Revealed | None:
    """A draw within the running event, of a round or a lot."""
    tournament = tournaments_store.load(tx, tournament_id)
    records = tournaments_store.draws_with_purpose(tx, tournament_id)
    if tournament is None or not 1 < number <= len(records):
        return None
    drawn = records[number - 1]
    is_lot, is_late = drawn.purpose is DrawPurpose.LOT, drawn.purpose is DrawPurpose.LATE
    return Revealed(tournament, drawn.record, records[number - 2].record.link, is_lot, is_late)


def arbiter_wanted(
    tx: Query, tournament_id: TournamentId, situation: Obstacle, waiting: tuple[ContestId, ...]
) -> MatchesWithoutArbiter | None:
    """The matches that still want an arbiter in this situation, or None when it has passed."""
    tournament = tournaments_store.load(tx, tournament_id)
    if tournament is None or phase(tournament) is not Phase.RUNNING:
        return None
    if situation is Obstacle.NOBODY_ON_DUTY and calling_verbs.available(tx, tournament):
        return None
    held_up = _held_up(tx, waiting, situation)
    return MatchesWithoutArbiter(tournament, situation, tuple(match.people for match in held_up)) if held_up else None


def _held_up(tx: Query, waiting: Iterable[ContestId], situation: Obstacle) -> list[MatchOfArbiter]:
    still = (match_of_arbiter(tx, one) for one in waiting)
    return [match for match in still if match is not None and _is_held_up(match, situation)]


def match_of_arbiter(tx: Query, contest_id: ContestId) -> MatchOfArbiter | None:
    """An open match with its event and its players; None when it is settled or void."""
    match = playing_store.load(tx, contest_id)
    tournament = None if match is None else tournaments_store.load(tx, match.tournament_id)
    if match is None or tournament is None or match.voided_at is not None or match.contest.result is not None:
        return None
    return MatchOfArbiter(match.contest, tournament, _sides(tx, tournament, match.contest.sides))


def player_left(tx: Query, entrant_id: EntrantId, reason: str | None) -> Departure | None:
    """Who left, and whether a redraw can still be made."""
    entrant = entering_store.load(tx, entrant_id)
    tournament = None if entrant is None else tournaments_store.load(tx, entrant.tournament_id)
    person = None if entrant is None else people_store.load(tx, entrant.person_id)
    if tournament is None or person is None or entrant is None:
        return None
    after = comes_to(tx, tournament, entrant)
    return Departure(tournament, as_entered(person, entrant), may_be_redrawn(tx, tournament), reason, after)


def _sides(tx: Query, tournament: Tournament, sides: tuple[EntrantId, ...]) -> tuple[Person, ...]:
    people = players(tx, tournament)
    return tuple(people[side] for side in sides)


def _is_held_up(match: MatchOfArbiter, situation: Obstacle) -> bool:
    return match.contest.arbiter is None and (situation is Obstacle.LEFT_ALONE) == (match.contest.called_at is not None)


# --- the table ------------------------------------------------------------------------------------------------------


def standings_view(tx: Query, tournament_id: TournamentId) -> StandingsView | None:
    """The table of a drawn event as it stands; None before the draw and for an unknown id."""
    tournament = tournaments_store.load(tx, tournament_id)
    return None if tournament is None else _view(tx, tournament)


def standings_for(
    tx: Query, guild_id: GuildId, tournament_id: TournamentId, member_id: MemberId
) -> tuple[StandingsView, EntrantId | None]:
    """The table, and the reader's own entry if there is one; raises NotFound, and NotDrawnYet."""
    tournament = find(tx, guild_id, tournament_id)
    view = _view(tx, tournament)
    if view is None:
        raise RefusedFor("error.NotDrawnYet", name=tournament.name)
    reader = people_store.of_member(tx, guild_id, member_id)
    entrant = None if reader is None else entry_of(tx, tournament_id, reader.person_id)
    return view, None if entrant is None else entrant.entrant_id


def why(tx: Query, guild_id: GuildId, tournament_id: TournamentId, entrant_id: EntrantId) -> WhyView:
    """Every value of an entrant with its steps; raises NotFound for who does not play, NotDrawnYet before the draw."""
    tournament = find(tx, guild_id, tournament_id)
    view = _view(tx, tournament)
    if view is None:
        raise RefusedFor("error.NotDrawnYet", name=tournament.name)
    row = view.row_of(entrant_id)
    if row is None:
        raise NotFound(what=Subject.PERSON)
    explained = tuple(
        Explained(value, explain(view.facts, tournament.rulebook, entrant_id, value.name) or ()) for value in row.values
    )
    return WhyView(view, row, explained)


def round_view(tx: Query, tournament_id: TournamentId, number: int) -> RoundView | None:
    """A round of the table that is paired, or with a table that says what came before it where none is."""
    view = standings_view(tx, tournament_id)
    if view is None:
        return None
    view = _of_the_table(view)
    paired = [contest for contest in view.facts.contests if contest.round == number]
    in_order = tuple(sorted(paired, key=lambda one: (len(one.sides) == 1, one.group, one.position)))
    return RoundView(view, number, in_order, _lot_after(tx, view, number), _places_before(view, number))


def _of_the_table(view: StandingsView) -> StandingsView:
    """The table as its own rounds made it, whatever a bracket has made of the places since."""
    rulebook = view.tournament.rulebook
    own = tuple(contest for contest in view.facts.contests if not in_bracket(contest, rulebook))
    if rulebook.traits.at_tables or len(own) == len(view.facts.contests):
        return view
    known = replace(view.facts, contests=own)
    rows, tables = _rows(known, rulebook)
    return replace(view, rows=rows, groups=_group_of_each(tables), through=going_on(known, rulebook, rows))


def _group_of_each(tables: Sequence[Sequence[StandingRow]]) -> Mapping[EntrantId, int]:
    """Who stands in which table, from 1."""
    return {row.entrant_id: number for number, table in enumerate(tables, start=1) for row in table}


def _places_before(view: StandingsView, number: int) -> Mapping[EntrantId, int]:
    """The places without that round: what it has moved can then be told."""
    rulebook = view.tournament.rulebook
    if number < 2 or rulebook.traits.at_tables:
        return {}
    others = tuple(
        contest for contest in view.facts.contests if contest.round != number and not in_bracket(contest, rulebook)
    )
    rows, _ = _rows(replace(view.facts, contests=others), rulebook)
    return {row.entrant_id: row.rank_from for row in rows}


def _lot_after(tx: Query, view: StandingsView, number: int) -> int | None:
    """The draw of what follows a round, be it the next one or extra games; None where no lot paired it."""
    for drawn in reversed(tournaments_store.draws_with_purpose(tx, view.tournament.tournament_id)):
        if drawn.purpose is DrawPurpose.ROUND:
            made = playing_store.of_draw(tx, view.tournament.tournament_id, drawn.record.number)
            follows = {one.contest_id for one in made if one.stage is Stage.PLAY_OFF or one.round == number + 1}
            if any(contest.contest_id in follows for contest in view.facts.contests):
                return drawn.record.number
    return None


def _view(tx: Query, tournament: Tournament) -> StandingsView | None:
    community = server_store.load(tx, tournament.guild_id)
    if community is None or tournament.drawn_at is None:
        return None
    known, rulebook = facts(tx, tournament), tournament.rulebook
    rows, tables = _rows(known, rulebook)
    return StandingsView(
        tournament=tournament,
        community=community,
        facts=known,
        rows=rows,
        people=players(tx, tournament),
        groups=_group_of_each(tables),
        through=going_on(known, rulebook, rows),
        sources=sources(known, rulebook),
    )


def _rows(known: EventFacts, rulebook: Rulebook) -> tuple[tuple[StandingRow, ...], Sequence[Sequence[StandingRow]]]:
    """The table, and while groups are played those of the groups, one after the other in it."""
    tables = groups.tables_in_play(known, rulebook) if rulebook.traits.in_groups else ()
    rows = tuple(row for table in tables for row in table) or FORMATS[rulebook.format].standings(known, rulebook)
    return rows, tables

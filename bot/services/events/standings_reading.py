"""Gathering the table of an event, and why somebody stands where, in one read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.domain.contests import Stage
from bot.domain.events.going_on import going_on
from bot.domain.events.standings_views import Explained, RoundView, StandingsView, WhyView
from bot.domain.events.tournament import Tournament
from bot.domain.formats import FORMATS, groups
from bot.domain.formats.explaining import explain
from bot.domain.formats.point_sources import sources
from bot.domain.formats.protocol import EventFacts
from bot.domain.ids import EntrantId, GuildId, MemberId, TournamentId
from bot.domain.lengths import in_bracket
from bot.domain.rulebook import Rulebook
from bot.domain.standings import StandingRow
from bot.errors import NotFound, Subject
from bot.services.event_facts import facts
from bot.services.events.event_reading import NotDrawnYet
from bot.services.events.tournaments import find
from bot.services.sides import entry_of, players
from bot.storage import communities, contests, people, tournaments
from bot.storage.context import Query
from bot.storage.tournaments import DrawPurpose


def standings_view(tx: Query, tournament_id: TournamentId) -> StandingsView | None:
    """The table of a drawn event as it stands; None before the draw and for an unknown id."""
    tournament = tournaments.load(tx, tournament_id)
    return None if tournament is None else _view(tx, tournament)


def standings_for(
    tx: Query, guild_id: GuildId, tournament_id: TournamentId, member_id: MemberId
) -> tuple[StandingsView, EntrantId | None]:
    """The table, and the reader's own entry if there is one; raises NotFound, and NotDrawnYet."""
    tournament = find(tx, guild_id, tournament_id)
    view = _view(tx, tournament)
    if view is None:
        raise NotDrawnYet(name=tournament.name)
    reader = people.of_member(tx, guild_id, member_id)
    entrant = None if reader is None else entry_of(tx, tournament_id, reader.person_id)
    return view, None if entrant is None else entrant.entrant_id


def why(tx: Query, guild_id: GuildId, tournament_id: TournamentId, entrant_id: EntrantId) -> WhyView:
    """Every value of an entrant with its steps; raises NotFound for who does not play, NotDrawnYet before the draw."""
    tournament = find(tx, guild_id, tournament_id)
    view = _view(tx, tournament)
    if view is None:
        raise NotDrawnYet(name=tournament.name)
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
    paired = [one for one in view.facts.contests if one.round == number]
    in_order = tuple(sorted(paired, key=lambda one: (len(one.sides) == 1, one.group, one.position)))
    return RoundView(view, number, in_order, _lot_after(tx, view, number), _places_before(view, number))


def _of_the_table(view: StandingsView) -> StandingsView:
    """The table as its own rounds made it, whatever a bracket has made of the places since."""
    rulebook = view.tournament.rulebook
    own = tuple(one for one in view.facts.contests if not in_bracket(one, rulebook))
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
    others = tuple(one for one in view.facts.contests if one.round != number and not in_bracket(one, rulebook))
    rows, _ = _rows(replace(view.facts, contests=others), rulebook)
    return {row.entrant_id: row.rank_from for row in rows}


def _lot_after(tx: Query, view: StandingsView, number: int) -> int | None:
    """The draw of what follows a round, be it the next one or extra games; None where no lot paired it."""
    for drawn in reversed(tournaments.draws_with_purpose(tx, view.tournament.tournament_id)):
        if drawn.purpose is DrawPurpose.ROUND:
            made = contests.of_draw(tx, view.tournament.tournament_id, drawn.record.number)
            follows = {one.contest_id for one in made if one.stage is Stage.PLAY_OFF or one.round == number + 1}
            if any(one.contest_id in follows for one in view.facts.contests):
                return drawn.record.number
    return None


def _view(tx: Query, tournament: Tournament) -> StandingsView | None:
    community = communities.load(tx, tournament.guild_id)
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

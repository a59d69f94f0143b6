"""Reading an event for its page: which are on it, and all that is public of one, in as many looks for any size.

What is drawn is read once, and bracket, table, podium and places follow from it without another look.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.features.course.facts_verbs import facts
from bot.features.course.model import BracketView, StandingsView
from bot.features.course.verbs import parts_in_play
from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.match_times import store as match_times_store
from bot.features.pages import store
from bot.features.pages.event_model import DrawRead, DrawWhat, EventRead, FieldRead, PlayRead
from bot.features.pages.model import EventNames, ServerPages, is_shown, name_on_pages
from bot.features.playing import store as playing_store
from bot.features.playing.match_views_model import MatchPlace
from bot.features.playing.reading_verbs import ContestPlaces
from bot.features.replacing import store as replacing_store
from bot.features.rounds.ending_verbs import decisive_win
from bot.features.title_match.verbs import games_on_record
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import outages_of
from bot.features.tournaments.hooks import ENTRY_HOOKS, SERVER_HOOKS, event_strategy
from bot.features.tournaments.model import BroughtCard, CourseView, SeriesListed
from bot.features.tournaments.store import BROUGHT, DrawOnRecord, DrawPurpose
from bot.kernel.context import Query
from bot.kernel.ids import Community, ContestId, EntrantId, GuildId, PersonId, TournamentId
from bot.kernel.remembering import each_as_before
from bot.people import ratings_store as people_ratings_store
from bot.play.contests import Contest, StandingRow, podium
from bot.play.course import beside_tree, bracket_of, has_table, in_bracket, rounds_to_final, sources
from bot.play.deciders import going_on
from bot.play.entries import Entrant, Phase, Tournament, check_in_closes_at, phase
from bot.play.formats import FORMATS, groups
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.rulebook import Grade, Rulebook
from bot.play.title_games import ToldGame
from bot.server import store as server_store

# --- which events are on the pages ----------------------------------------------------------------------------------


EVERY = 1_000_000
"""Events of a server, none left out."""


def events_shown(tx: Query, pages: ServerPages) -> list[Tournament]:
    """The events that are on the pages of the server: those to come and running first, then the latest that ended."""
    decided = store.of_events(tx, pages.guild_id)
    known = tournaments_store.of_guild(tx, pages.guild_id, limit=EVERY)
    return [one for one in known if is_shown(pages, decided.get(one.tournament_id), one, tx.now)]


def series_in(tx: Query, guild_id: GuildId) -> list[SeriesListed]:
    """The series of the server, those that go on first."""
    return [one for hook in SERVER_HOOKS for one in hook.series(tx, guild_id)]


def find_shown(tx: Query, server_key: str, tournament_id: TournamentId) -> tuple[ServerPages, Tournament] | None:
    """The event with its server, by the keys of an address; None where the page may not be shown."""
    pages, tournament = store.server_of_page(tx, server_key), tournaments_store.load(tx, tournament_id)
    if pages is None or tournament is None or tournament.guild_id != pages.guild_id:
        return None
    decided = store.of_event(tx, tournament_id)
    return (pages, tournament) if is_shown(pages, decided, tournament, tx.now) else None


# --- who won --------------------------------------------------------------------------------------------------------


def winners_of(tx: Query, tournament: Tournament) -> tuple[EntrantId, ...]:
    """Who is first of an event that is over; nobody before."""
    if tournament.ended_at is None or tournament.cancelled_at is not None:
        return ()
    known = facts(tx, tournament)
    steps = _podium(tournament, known, _standings(known, tournament))
    return tuple(row.entrant_id for row in steps if row.rank_from == 1)


def _standings(known: EventFacts, tournament: Tournament) -> tuple[StandingRow, ...]:
    return FORMATS[tournament.rulebook.format].standings(known, tournament.rulebook)


def _podium(tournament: Tournament, known: EventFacts, rows: tuple[StandingRow, ...]) -> tuple[StandingRow, ...]:
    """Of an arena who came and played nothing won nothing."""
    if tournament.ended_at is None:
        return ()
    if tournament.rulebook.traits.has_lobby:
        rows = tuple(row for row in rows if row.won + row.drawn + row.lost)
    return tuple(podium(rows, of_table=has_table(tournament.rulebook), never_came=known.never_came))


# --- reading one ----------------------------------------------------------------------------------------------------


def people_beside(tx: Query, tournament: Tournament) -> list[PersonId]:
    """Who has a name on the event's page beside those who hold its places: who was replaced, or sat at a board."""
    if tournament.drawn_at is None:
        return []
    replaced = [one.left_id for one in replacing_store.of_tournament(tx, tournament.tournament_id)]
    played = playing_store.played_by(tx, tournament.tournament_id).values()
    contests = () if tournament.rulebook.teams is None else playing_store.of_tournament(tx, tournament.tournament_id)
    results = (contest.result for contest in contests)
    seated = (
        person
        for result in results
        if result is not None
        for board in result.boards
        for seat in board.players
        for person in seat
    )
    return list(dict.fromkeys((*replaced, *played, *seated)))


def read(tx: Query, pages: ServerPages, tournament: Tournament, names: EventNames) -> EventRead:
    """All that is public of the event, with whatever stands in the same rows."""
    tournament_id, community = tournament.tournament_id, _community(tx, tournament)
    series = next((one for one in series_in(tx, tournament.guild_id) if one.has(tournament_id)), None)
    play = None if tournament.drawn_at is None else _play(tx, tournament, community)
    return EventRead(
        tournament=tournament,
        server=pages,
        community=community,
        pages=store.of_event(tx, tournament_id),
        names=names,
        closes_at=check_in_closes_at(tournament, outages_of(tx, tournament)),
        field=_field(tx, tournament, () if play is None else play.facts.contests),
        play=play,
        draws=_draws(tx, tournament),
        poster=tournaments_store.load_poster(tx, tournament.poster_id),
        series=None if series is None else (series.key, name_on_pages(series.name)),
        is_paused=tournaments_store.running_pause(tx, tournament_id) is not None,
    )


def _community(tx: Query, tournament: Tournament) -> Community:
    found = server_store.load(tx, tournament.guild_id)
    if found is None:
        raise LookupError(tournament.guild_id)
    return found


def _field(tx: Query, tournament: Tournament, contests: Sequence[Contest]) -> FieldRead:
    tournament_id, is_drawn = tournament.tournament_id, tournament.drawn_at is not None
    entrants = tuple(entering_store.of_tournament(tx, tournament_id))
    rated = not is_drawn and tournament.rulebook.rating.rated
    seeded = not is_drawn and tournament.rulebook.registration.seeds_by_hand
    return FieldRead(
        entrants=entrants,
        members={} if tournament.rulebook.teams is None else entering_teams_store.of_event(tx, tournament_id),
        substitutions=tuple(replacing_store.of_tournament(tx, tournament_id)) if is_drawn else (),
        ratings=people_ratings_store.ratings(tx, tournament.guild_id) if rated else {},
        grades={} if is_drawn or tournament.rulebook.grades is None else _grades(tx, entrants),
        hand_seeds=entering_store.hand_seeds_of_tournament(tx, tournament_id) if seeded else (),
        decks=_decks(tx, tournament, contests),
    )


def _decks(
    tx: Query, tournament: Tournament, contests: Sequence[Contest]
) -> Mapping[EntrantId, tuple[BroughtCard, ...]]:
    """Those that are no secret any more."""
    hooks = ENTRY_HOOKS.of(tournament.rulebook)
    return {key: deck for hook in hooks for key, deck in hook.open_decks(tx, tournament, contests).items()}


def _grades(tx: Query, entrants: Iterable[Entrant]) -> Mapping[PersonId, Grade]:
    return people_ratings_store.grades_of_people(tx, [one.person_id for one in entrants])


# --- what is played -------------------------------------------------------------------------------------------------


def _play(tx: Query, tournament: Tournament, community: Community) -> PlayRead:
    tournament_id, rulebook = tournament.tournament_id, tournament.rulebook
    known = facts(tx, tournament, tx.now)
    given = playing_store.assignment_times(tx, tournament_id)
    is_ranked = tournament.ended_at is not None or has_table(rulebook)
    rows = _standings(known, tournament) if is_ranked else ()
    steps = _podium(tournament, known, rows)
    decisive = ((row.entrant_id, decisive_win(known, row.entrant_id)) for row in steps)
    needing = frozenset(one.contest_id for one in known.contests if in_bracket(one, rulebook))
    return PlayRead(
        facts=known,
        starters=known.by_entrant,
        bracket=_bracket(tournament, community, known, given),
        table=_table(tournament, community, known, rows),
        groups=_group_tables(known, rulebook),
        in_bracket=needing,
        places=_places(tournament_id, known, rulebook),
        to_final=_rounds_to_final(known, rulebook),
        given=given,
        agreed={} if rulebook.match_times is None else match_times_store.agreed(tx, tournament_id),
        played_by=playing_store.played_by(tx, tournament_id),
        course=_course(tx, tournament, known),
        podium=steps,
        decisive={one: contest for one, contest in decisive if contest is not None},
        games=_games(tx, known, rulebook),
    )


def _bracket(
    tournament: Tournament, community: Community, known: EventFacts, given: Mapping[ContestId, datetime]
) -> BracketView | None:
    found = bracket_of(known, tournament.rulebook)
    if found is None:
        return None
    beside = beside_tree(known, tournament.rulebook)
    return BracketView(tournament, community, found.facts, {}, given, found.shift, beside)


def _table(
    tournament: Tournament, community: Community, known: EventFacts, rows: tuple[StandingRow, ...]
) -> StandingsView | None:
    rulebook = tournament.rulebook
    if not has_table(rulebook):
        return None
    through, made_of = going_on(known, rulebook, rows), sources(known, rulebook)
    return StandingsView(tournament, community, known, rows, {}, through=through, sources=made_of)


def _group_tables(known: EventFacts, rulebook: Rulebook) -> tuple[tuple[StandingRow, ...], ...]:
    """As the groups made them, whatever a bracket has made of the places since."""
    if not rulebook.traits.in_groups:
        return ()
    own = tuple(contest for contest in known.contests if not in_bracket(contest, rulebook))
    return tuple(groups.tables_in_play(replace(known, contests=own), rulebook))


def _places(slot: TournamentId, known: EventFacts, rulebook: Rulebook) -> Mapping[ContestId, MatchPlace]:
    """As people know them from Discord: of a knock-out its size says all, of an arena a game's own number."""
    traits = rulebook.traits
    if traits.is_bracket or traits.has_lobby:
        starters = known.starters if traits.is_bracket else ()
        found = _place_of_each(slot, known.contests, starters, rulebook)
        return {one.contest_id: place for one, place in zip(known.contests, found, strict=True)}
    places = ContestPlaces(known, rulebook)
    return {contest.contest_id: places.place(contest) for contest in known.contests}


@each_as_before(most=8192)
def _place_of_each(contest: Contest, starters: tuple[Starter, ...], rulebook: Rulebook) -> MatchPlace:
    return ContestPlaces(EventFacts(starters), rulebook).place(contest)


def _rounds_to_final(known: EventFacts, rulebook: Rulebook) -> Mapping[tuple[str, int], int]:
    rounds: dict[tuple[str, int], Contest] = {(contest.stage, contest.round): contest for contest in known.contests}
    before = rounds_to_final(rounds.values(), known, rulebook)
    return {key: number for key, number in zip(rounds, before, strict=True) if number is not None}


def _course(tx: Query, tournament: Tournament, known: EventFacts) -> CourseView | None:
    """How far it is, while matches are played."""
    begun = tournament.first_call_at is not None or tournament.start_at <= tx.now
    if phase(tournament) is not Phase.RUNNING or not begun:
        return None
    traits = tournament.rulebook.traits
    parts = parts_in_play(known, tournament.rulebook) if traits.in_rounds else ()
    view = CourseView(tournament, tuple(parts), begun, known.drawn_for)
    return event_strategy(tournament).course(tx, view, known.contests) if traits.is_series else view


def _games(tx: Query, known: EventFacts, rulebook: Rulebook) -> Mapping[ContestId, tuple[ToldGame, ...]]:
    """One long match has its games one by one."""
    if not rulebook.traits.is_series:
        return {}
    return {one.contest_id: games_on_record(tx, one.contest_id, tx.now) for one in known.contests}


# --- draws ----------------------------------------------------------------------------------------------------------


def _draws(tx: Query, tournament: Tournament) -> tuple[DrawRead, ...]:
    """Every draw that was made here, with what was public before it; a list that a file brought is none."""
    drawn = tournaments_store.draws_with_purpose(tx, tournament.tournament_id)
    if not drawn or tournament.drawn_at is None:
        return ()
    links = [tournament.commitment, *(one.record.link for one in drawn)]
    rounds = playing_store.rounds_of_draws(tx, tournament.tournament_id)
    return tuple(
        DrawRead(one.record, _what(one), one.drawn_at, before, rounds.get(one.record.number, 0))
        for one, before in zip(drawn, links, strict=False)
        if one.reason != BROUGHT
    )


def _what(drawn: DrawOnRecord) -> DrawWhat:
    if drawn.purpose is DrawPurpose.FIELD:
        return DrawWhat.FIELD if drawn.record.number == 1 else DrawWhat.REDRAW
    return DrawWhat(drawn.purpose.value)

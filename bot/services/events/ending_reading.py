"""Gathering what is shown of an event that has ended, in one read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.domain.community import Person
from bot.domain.contests import Contest, Stage
from bot.domain.events.deciders import is_followed
from bot.domain.events.ending_views import Onward, PodiumPlace, PodiumView, RatingChange, RatingsView, RecordView
from bot.domain.events.event_officers import EventRole
from bot.domain.events.past_events import BroughtLine, BroughtView, RatingMoved
from bot.domain.events.standings_views import StandingsView
from bot.domain.events.tournament import Tournament, takes_entries
from bot.domain.formats import FORMATS, EventFacts
from bot.domain.formats.knockout import winner
from bot.domain.hooks import first
from bot.domain.ids import EntrantId, GuildId, PersonId, TournamentId
from bot.domain.lengths import has_table, to_final
from bot.domain.people_views import Faces
from bot.domain.regulation.qualifying_events import QualifyingEvent, seats_of
from bot.domain.standings import Sanction, StandingRow, podium
from bot.services.event_facts import facts
from bot.services.events.hooks import EVENT_HOOKS
from bot.services.events.rated_games import rated_matches
from bot.services.faces import faces_of
from bot.services.sides import players
from bot.storage import (
    arena_contests,
    bringings,
    communities,
    event_officers,
    people,
    proposals,
    ratings,
    teams,
    tournaments,
)
from bot.storage.context import Query

VALUES_SHOWN = 2


def podium_view(tx: Query, tournament_id: TournamentId) -> PodiumView | None:
    """Who won what, and the event to look forward to; None for an event that has not ended."""
    tournament = _find_ended(tx, tournament_id)
    if tournament is None:
        return None
    known, who = facts(tx, tournament), players(tx, tournament)
    rows = FORMATS[tournament.rulebook.format].standings(known, tournament.rulebook)
    if tournament.rulebook.traits.has_lobby:
        rows = tuple(row for row in rows if row.won + row.drawn + row.lost)  # Who came and played nothing won nothing.
    community = communities.load(tx, tournament.guild_id)
    steps = podium(rows, of_table=has_table(tournament.rulebook), never_came=known.never_came)
    upcoming = next((one for one in tournaments.all_unfinished(tx, tournament.guild_id) if takes_entries(one)), None)
    places = tuple(_place(tx, tournament, known, row, who[row.entrant_id]) for row in steps)
    return PodiumView(
        tournament=tournament,
        places=places,
        players=len(known.starters),
        upcoming=upcoming,
        onward=first(one.onward(tx, tournament) for one in EVENT_HOOKS.of(tournament.rulebook)),
        champion=_champion(tx, tournament, known, who),
        report_by=_reporter(tx, tournament),
        disputed=_open_disputes(tx, tournament),
        table=None if community is None else StandingsView(tournament, community, known, rows, who),
        faces=_faces(tx, places),
    )


def _open_disputes(tx: Query, tournament: Tournament) -> int:
    """Games of an arena that its end has left open: no other event ends over a dispute."""
    return (
        len(arena_contests.disputed_games(tx, tournament.tournament_id)) if tournament.rulebook.traits.has_lobby else 0
    )


def _faces(tx: Query, places: Iterable[PodiumPlace]) -> Faces:
    """Of those who stand there by themselves; a team has a shield."""
    return faces_of(tx, [one.person for one in places if not one.person.is_team])


def _place(tx: Query, tournament: Tournament, known: EventFacts, row: StandingRow, person: Person) -> PodiumPlace:
    """A step of the podium; the members of a team stand on it too, its captain first.

    What the table counted is told where it decides, and no knock-out follows it.
    """
    order = [one.person_id for one in teams.members(tx, row.entrant_id)] if person.is_team else []
    named = people.by_ids(tx, order)
    members = sorted((named[one] for one in order), key=lambda one: one.person_id != person.person_id)
    told = () if is_followed(tournament.rulebook) else row.values
    values = tuple(value for value in told if value.value is not None)[:VALUES_SHOWN]
    withheld = (row.entrant_id, Sanction.PRIZE_WITHHELD) in known.sanctions
    return PodiumPlace(row.rank_from, person, _decisive_win(known, row.entrant_id), tuple(members), values, withheld)


def _champion(tx: Query, tournament: Tournament, known: EventFacts, who: Mapping[EntrantId, Person]) -> Person | None:
    """Who holds the title after a match for it; nobody where it was won by somebody who had no place in it."""
    if seats_of(tournament.rulebook) is not QualifyingEvent.WORLD:
        return None
    won = next((winner(one) for one in known.contests if one.stage is Stage.FINAL), None)
    if won is None:
        return None
    hooks = EVENT_HOOKS.of(tournament.rulebook)
    return who[won] if any(one.crowns(tx, tournament, who[won].person_id) for one in hooks) else None


def _reporter(tx: Query, tournament: Tournament) -> Person | None:
    """The chief arbiter of the event, as long as the closing report is to come."""
    if event_officers.report_of(tx, tournament.tournament_id) is not None:
        return None
    held = event_officers.holding(tx, tournament.tournament_id)
    chief = next((one.person_id for one in held if one.role is EventRole.CHIEF), None)
    return None if chief is None else people.load(tx, chief)


def ratings_view(tx: Query, tournament_id: TournamentId) -> RatingsView | None:
    """What the event did to the ratings of those who played it; None where it published no list."""
    tournament, published = tournaments.load(tx, tournament_id), ratings.of_tournament(tx, tournament_id)
    if tournament is None or published is None:
        return None
    former = ratings.before(tx, published)
    before = former.rated if former else {}
    played = {person for match in rated_matches(tx, tournament) for person in (match.first, match.second)}
    played |= published.rated.keys() - before.keys()
    listed = [published.rated[person] for person in played if person in published.rated]
    known = people.by_ids(tx, [line.person_id for line in listed])
    changes = (
        RatingChange(known[line.person_id], _rating(before, line.person_id), line.rating)
        for line in sorted(listed, key=lambda line: (-line.rating, line.person_id))
    )
    return RatingsView(tournament, published.published_at, tournament.rulebook.rating.initial, tuple(changes))


def record_view(tx: Query, tournament_id: TournamentId) -> RecordView | None:
    """Every result of an event that has ended; None before its end."""
    tournament = _find_ended(tx, tournament_id)
    if tournament is None:
        return None
    known, rated = facts(tx, tournament), ratings_view(tx, tournament_id)
    rounds = {(one.stage, one.round): one for one in known.contests}
    before = {key: to_final(one, known, tournament.rulebook) for key, one in rounds.items()}
    in_bracket = {key: number for key, number in before.items() if number is not None}
    return RecordView(tournament, known.contests, players(tx, tournament), rated, len(known.starters), in_bracket)


def _find_ended(tx: Query, tournament_id: TournamentId) -> Tournament | None:
    tournament = tournaments.load(tx, tournament_id)
    return tournament if tournament is not None and tournament.ended_at is not None else None


def _decisive_win(known: EventFacts, entrant_id: EntrantId) -> Contest | None:
    """The final or the third-place match that the entrant won."""
    # The last final decides, where there was more than one.
    stages = {Stage.FINAL, Stage.THIRD_PLACE}
    deciding = (one for one in reversed(known.contests) if one.stage in stages and len(one.sides) > 1)
    return next((one for one in deciding if winner(one) == entrant_id), None)


def _rating(listed: Mapping[PersonId, ratings.Rated], person_id: PersonId) -> float | None:
    return listed[person_id].rating if person_id in listed else None


def brought_view(tx: Query, bringing_id: str) -> BroughtView | None:
    """The act with its events in their order of time, or None for an unknown id."""
    found = bringings.load(tx, bringing_id)
    by = None if found is None else people.load(tx, found.brought_by)
    if found is None or by is None:
        return None
    lines = []
    for event in bringings.events_of(tx, bringing_id):
        tournament = tournaments.load(tx, event.tournament_id)
        if tournament is not None:
            lines.append(_brought_line(tx, tournament))
    listed = bool(ratings.of_bringing(tx, bringing_id))
    moved, titles = _moves(tx, bringing_id), _titles_after(tx, found.guild_id, lines)
    return BroughtView(found, by, tuple(lines), listed, moved, titles, _invitations(tx, lines))


def _moves(tx: Query, bringing_id: str) -> tuple[RatingMoved, ...]:
    moves = bringings.moves_of(tx, bringing_id)
    known = people.by_ids(tx, [one for one, _, _ in moves])
    return tuple(RatingMoved(known[one], before, after) for one, before, after in moves)


def _invitations(tx: Query, lines: Iterable[BroughtLine]) -> tuple[Onward, ...]:
    """Who is invited on the strength of these events, those of each round once."""
    found = (
        first(one.onward(tx, line.tournament) for one in EVENT_HOOKS.of(line.tournament.rulebook)) for line in lines
    )
    return tuple({repr(one): one for one in found if one is not None}.values())


def _titles_after(tx: Query, guild_id: GuildId, lines: Iterable[BroughtLine]) -> tuple[tuple[Person, str], ...]:
    """The titles that are proposed since these events, and wait for a word."""
    events = {one.tournament.tournament_id for one in lines}
    waiting = [one for one in proposals.open_of_guild(tx, guild_id) if one.tournament_id in events]
    known = people.by_ids(tx, [one.person_id for one in waiting])
    return tuple((known[one.person_id], one.title.value) for one in waiting)


def _brought_line(tx: Query, tournament: Tournament) -> BroughtLine:
    """An event with who won it alone; of one that was taken back nobody."""
    if tournament.ended_at is None:
        return BroughtLine(tournament, None)
    who, known = players(tx, tournament), facts(tx, tournament)
    rows: tuple[StandingRow, ...] = tuple(FORMATS[tournament.rulebook.format].standings(known, tournament.rulebook))
    first = [row.entrant_id for row in rows if row.rank_from == row.rank_to == 1]
    return BroughtLine(tournament, who[first[0]] if first else None)

"""Reading the ranking, what everybody may know of a person, and what people have played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases.reading_verbs import bars_of_person
from bot.features.course.facts_verbs import facts
from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import rows_store as playing_rows_store
from bot.features.playing import store as playing_store
from bot.features.playing.board_model import PlayedMatch, encounters, rivals, tally
from bot.features.profile.model import (
    LINES_ON_A_PAGE,
    Career,
    EventPlayed,
    Meeting,
    PlayerPage,
    RankingLine,
    RankingPage,
    RatingAt,
    Rival,
)
from bot.features.ratings import verbs as ratings_verbs
from bot.features.registry import store as registry_store
from bot.features.tournaments import store as tournaments_store
from bot.kernel.context import Query
from bot.kernel.errors import NotFoundByName, Subject, UserError
from bot.kernel.ids import ContestId, EntrantId, GuildId, MemberId, PersonId, TournamentId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.contests import Contest, podium
from bot.play.course import has_table
from bot.play.entries import Entrant, Phase, Tournament, phase
from bot.play.formats import FORMATS
from bot.play.rating import ranking
from bot.server.verbs import faces_of

# --- what people have played ----------------------------------------------------------------------------------------


MATCHES_LOOKED_AT: Final = 1000
"""The latest of a person; what lies further back is told to be left out."""
LATEST: Final = 10
RIVALS: Final = 4


def career(tx: Query, person_id: PersonId) -> Career:
    """The person's matches, counted, with the last of them and those most met."""
    found = playing_rows_store.latest_contests(tx, person_id, MATCHES_LOOKED_AT)
    return _career(tx, person_id, found, played_in(tx, person_id, found))


def meeting_of(tx: Query, person: Person, other: Person) -> Meeting:
    """What the two have played one to one, as the first sees it."""
    found = playing_rows_store.contests_between(tx, person.person_id, other.person_id, MATCHES_LOOKED_AT)
    played = played_in(tx, person.person_id, found)
    own = [one for one in played if one.opponents == (other.person_id,)]
    events = playing_rows_store.event_names(tx, [one.contest_id for one in own[:LATEST]])
    faces = faces_of(tx, (person, other))
    return Meeting(person, other, _career(tx, person.person_id, found, own), events, faces)


def played_in(tx: Query, person_id: PersonId, found: Sequence[Contest]) -> list[PlayedMatch]:
    """What the person played in these contests, in their order."""
    sides = {side for contest in found for side in contest.sides}
    who = {one.entrant_id: one.person_id for one in entering_store.by_ids(tx, sides) if one.team_name is None}
    before = playing_store.players_noted(tx, [one.contest_id for one in found]) if found else {}
    return [one for contest in found for one in encounters(contest, person_id, {**who, **_of(contest, before)})]


def _of(contest: Contest, before: Mapping[tuple[ContestId, EntrantId], PersonId]) -> dict[EntrantId, PersonId]:
    """Who played for a side of the contest before somebody else took the place."""
    noted = ((side, before.get((contest.contest_id, side))) for side in contest.sides)
    return {side: person for side, person in noted if person is not None}


def _career(tx: Query, person_id: PersonId, found: Sequence[Contest], played: Sequence[PlayedMatch]) -> Career:
    latest, most_met = tuple(played[:LATEST]), rivals(played)[:RIVALS]
    met = {other for one in latest for other in one.opponents} | {other for other, _ in most_met}
    people = people_store.by_ids(tx, sorted(met - {person_id}))
    return Career(
        tally=tally(played),
        latest=latest,
        rivals=tuple(Rival(people[other], counted) for other, counted in most_met),
        people=people,
        is_whole=len(found) < MATCHES_LOOKED_AT,
    )


# --- the ranking and the page ---------------------------------------------------------------------------------------


EVENTS_LOOKED_AT: Final = 25
"""The latest of a person: each one's places are worked out anew."""
MOVES_LOOKED_AT: Final = 60
"""The latest changes of a rating, as many as a curve shows apart."""


class NotMet(UserError):
    """The member has never done anything here that a game would need."""

    member: MemberId


def ranking_page(tx: Query, guild_id: GuildId, page: int) -> RankingPage:
    """One page of the current list; a page beyond the last is the last, one before the first is the first."""
    lines = _lines(tx, guild_id)
    current = people_ratings_store.current(tx, guild_id)
    pages = max(1, -(-len(lines) // LINES_ON_A_PAGE))
    shown = min(max(page, 1), pages)
    some = lines[(shown - 1) * LINES_ON_A_PAGE : shown * LINES_ON_A_PAGE]
    return RankingPage(tuple(some), shown, pages, len(lines), current.published_at if current else None)


def player_page(tx: Query, guild_id: GuildId, person: Person, now: datetime) -> PlayerPage:
    """What everybody may know of the person, registered or not."""
    lines = _lines(tx, guild_id)
    entries = entries_by_event(tx, person.person_id)
    events = tuple(_events(tx, entries[:EVENTS_LOOKED_AT]))
    title, played = people_store.title_of(tx, person.person_id), career(tx, person.person_id)
    return PlayerPage(
        person=person,
        line=next((line for line in lines if line.person.person_id == person.person_id), None),
        registered=len(lines),
        title=title,
        masters=tuple(registry_store.titles_of(tx, person.person_id)) if title is None else (),
        offices=tuple(office for office, who in people_store.offices(tx, guild_id).items() if who == person.person_id),
        history=moves_of(tx, person.person_id),
        events=events,
        career=played,
        faces=faces_of(tx, (person, *(rival.person for rival in played.rivals))),
        places=podiums(events),
        all_events=len(entries) <= EVENTS_LOOKED_AT,
        bars=bars_of_person(tx, person.person_id, now),
        grade=people_ratings_store.grade_of_person(tx, person.person_id),
        warnings=playing_board_store.count_of_person(tx, person.person_id),
        points=cases_barring_verbs.views_of(tx, person.person_id),
        amendments=ratings_verbs.views_of(tx, person.person_id),
        earlier=registry_store.earlier_of(tx, person.person_id),
        world_titles=_world_titles(tx, guild_id, person.person_id),
        is_unlinked=person.discord_id is None and not people_store.is_buried(tx, person.person_id),
    )


def _world_titles(tx: Query, guild_id: GuildId, person_id: PersonId) -> tuple[str, ...]:
    """The events in which the person has won the title."""
    return tuple(
        world_title.event
        for world_title in people_store.world_titles(tx, guild_id)
        if world_title.person_id == person_id
    )


def page_of_member(tx: Query, guild_id: GuildId, member_id: MemberId, now: datetime) -> PlayerPage | None:
    """The page of a member of the server; None for somebody whom the bot has not met."""
    person = people_store.of_member(tx, guild_id, member_id)
    return None if person is None else player_page(tx, guild_id, person, now)


def page_by_name(tx: Query, guild_id: GuildId, typed: str, now: datetime) -> PlayerPage:
    """The page of who was chosen from the offered names (by id) or typed by name; raises NotFoundByName."""
    return player_page(tx, guild_id, _by_name(tx, guild_id, typed), now)


def _by_name(tx: Query, guild_id: GuildId, typed: str) -> Person:
    person = people_store.load(tx, PersonId(typed))
    if person is None or person.guild_id != guild_id:
        wanted = " ".join(typed.split()).casefold()
        person = next(
            (one for one in people_store.matching(tx, guild_id, wanted) if one.name.casefold() == wanted), None
        )
    if person is None:
        raise NotFoundByName(what=Subject.PERSON, name=typed)
    return person


def meeting(tx: Query, guild_id: GuildId, one: MemberId | str, other: MemberId | str) -> Meeting:
    """What two have played against each other, members by their account and others by id or name.

    Raises NotFoundByName and NotMet for who is not known here.
    """
    return meeting_of(tx, _somebody(tx, guild_id, one), _somebody(tx, guild_id, other))


def _somebody(tx: Query, guild_id: GuildId, who: MemberId | str) -> Person:
    if isinstance(who, str):
        return _by_name(tx, guild_id, who)
    person = people_store.of_member(tx, guild_id, who)
    if person is None:
        raise NotMet(member=who)
    return person


def names_like(tx: Query, guild_id: GuildId, typed: str) -> Sequence[Person]:
    """People whose name holds what was typed, for an autocomplete."""
    return people_store.matching(tx, guild_id, typed.strip().casefold(), limit=25)


def _lines(tx: Query, guild_id: GuildId) -> list[RankingLine]:
    current = people_ratings_store.current(tx, guild_id)
    if current is None:
        return []
    people = people_store.by_ids(tx, list(current.rated))
    rows = ranking({person: line.rating for person, line in current.rated.items()})
    return [
        RankingLine(row.place, people[row.person_id], row.rating, current.rated[row.person_id].games) for row in rows
    ]


def moves_of(tx: Query, person_id: PersonId) -> tuple[RatingAt, ...]:
    """The latest lists in which the rating moved."""
    moves = people_ratings_store.moves(tx, person_id, MOVES_LOOKED_AT)
    return tuple(RatingAt(published_at, line.rating, line.games) for published_at, line in moves)


def entries_by_event(tx: Query, person_id: PersonId) -> list[Entrant]:
    """The person's own entries and those of their teams, latest first, one of each event."""
    own = entering_store.entries_of(tx, person_id)
    own += entering_store.by_ids(tx, entering_teams_store.teams_of(tx, person_id))
    by_event: dict[TournamentId, Entrant] = {}
    for entrant in sorted(own, key=lambda one: one.registered_at, reverse=True):
        by_event.setdefault(entrant.tournament_id, entrant)
    return list(by_event.values())


def _events(tx: Query, entries: Sequence[Entrant]) -> Iterator[EventPlayed]:
    for entrant in entries:
        tournament = tournaments_store.load(tx, entrant.tournament_id)
        if tournament is None or tournament.cancelled_at is not None:
            continue
        played = place_in(tx, tournament, entrant)
        if played is not None:
            yield played


def podiums(events: Sequence[EventPlayed]) -> tuple[int, int, int]:
    """How often each step of the podium was reached."""
    reached = Counter(event.rank.rank_from for event in events if event.rank is not None and event.on_podium)
    return reached[1], reached[2], reached[3]


def place_in(tx: Query, tournament: Tournament, entrant: Entrant) -> EventPlayed | None:
    """The place of who started in an event that runs or is over; None for anybody else."""
    at, rulebook = phase(tournament), tournament.rulebook
    if at not in {Phase.OVER, Phase.RUNNING}:
        return None
    known = facts(tx, tournament)
    rows = (one for one in FORMATS[rulebook.format].standings(known, rulebook) if one.entrant_id == entrant.entrant_id)
    row = next(rows, None)
    if row is None:
        return None
    if at is Phase.RUNNING:
        return EventPlayed(tournament, None)
    steps = podium([row], of_table=has_table(rulebook), never_came=known.never_came)
    return EventPlayed(tournament, row, on_podium=bool(steps))

"""Reading the ranking and what everybody may know of a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from bot.domain.community import Person
from bot.domain.contests import Contest
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.formats import FORMATS
from bot.domain.formats.knockout import winner
from bot.domain.ids import EntrantId, GuildId, MemberId, PersonId
from bot.domain.people_views import LINES_ON_A_PAGE, EventPlayed, PlayerPage, RankingLine, RankingPage, RatingAt
from bot.domain.rating import ranking
from bot.domain.scores import rated_games, winning_side
from bot.domain.standings import StandingRow
from bot.errors import NotFoundByName, Subject
from bot.services.cases import rating_amendments, rating_penalties
from bot.services.cases.case_reading import bars_of_person
from bot.services.event_facts import facts
from bot.storage import contests, entrants, grades, opening_lists, people, ratings, titles, tournaments, warnings
from bot.storage.database import Work


def ranking_page(work: Work, guild_id: GuildId, page: int) -> RankingPage:
    """One page of the current list; a page beyond the last is the last, one before the first is the first."""
    lines = _lines(work, guild_id)
    current = ratings.current(work, guild_id)
    pages = max(1, -(-len(lines) // LINES_ON_A_PAGE))
    shown = min(max(page, 1), pages)
    some = lines[(shown - 1) * LINES_ON_A_PAGE : shown * LINES_ON_A_PAGE]
    return RankingPage(tuple(some), shown, pages, len(lines), current.published_at if current else None)


def player_page(work: Work, guild_id: GuildId, person: Person, now: datetime) -> PlayerPage:
    """What everybody may know of the person, registered or not."""
    lines = _lines(work, guild_id)
    entries = [entry.entrant_id for entry in entrants.entries_of(work, person.person_id)]
    own = [match.contest for entry in entries for match in contests.of_entrant(work, entry)]
    won, lost = _record(own, set(entries))
    title = people.title_of(work, person.person_id)
    return PlayerPage(
        person=person,
        line=next((line for line in lines if line.person.person_id == person.person_id), None),
        registered=len(lines),
        title=title,
        masters=tuple(titles.titles_of(work, person.person_id)) if title is None else (),
        offices=tuple(office for office, who in people.offices(work, guild_id).items() if who == person.person_id),
        history=_moves(work, person.person_id),
        events=tuple(_events(work, person.person_id)),
        won=won,
        lost=lost,
        bars=bars_of_person(work, person.person_id, now),
        grade=grades.of_person(work, person.person_id),
        warnings=warnings.count_of_person(work, person.person_id),
        points=rating_penalties.views_of(work, person.person_id),
        amendments=rating_amendments.views_of(work, person.person_id),
        earlier=opening_lists.earlier_of(work, person.person_id),
        world_titles=_world_titles(work, guild_id, person.person_id),
        is_unlinked=person.discord_id is None and not people.is_buried(work, person.person_id),
    )


def _world_titles(work: Work, guild_id: GuildId, person_id: PersonId) -> tuple[str, ...]:
    """The events in which the person has won the title."""
    return tuple(one.event for one in titles.world_titles(work, guild_id) if one.person_id == person_id)


def page_of_member(work: Work, guild_id: GuildId, member_id: MemberId, now: datetime) -> PlayerPage | None:
    """The page of a member of the server; None for somebody whom the bot has not met."""
    person = people.of_member(work, guild_id, member_id)
    return None if person is None else player_page(work, guild_id, person, now)


def page_by_name(work: Work, guild_id: GuildId, typed: str, now: datetime) -> PlayerPage:
    """The page of who was chosen from the offered names (by id) or typed by name; raises NotFoundByName."""
    person = people.load(work, PersonId(typed))
    if person is None or person.guild_id != guild_id:
        wanted = " ".join(typed.split()).casefold()
        person = next((one for one in people.matching(work, guild_id, wanted) if one.name.casefold() == wanted), None)
    if person is None:
        raise NotFoundByName(what=Subject.PERSON, name=typed)
    return player_page(work, guild_id, person, now)


def names_like(work: Work, guild_id: GuildId, typed: str) -> Sequence[Person]:
    """People whose name holds what was typed, for an autocomplete."""
    return people.matching(work, guild_id, typed.strip().casefold(), limit=25)


def _lines(work: Work, guild_id: GuildId) -> list[RankingLine]:
    current = ratings.current(work, guild_id)
    if current is None:
        return []
    known = people.by_ids(work, list(current.rated))
    rows = ranking({person: line.rating for person, line in current.rated.items()})
    return [
        RankingLine(row.place, known[row.person_id], row.rating, current.rated[row.person_id].games) for row in rows
    ]


def _moves(work: Work, person_id: PersonId) -> tuple[RatingAt, ...]:
    """The lists in which the person had played since the one before."""
    moves: list[RatingAt] = []
    for published_at, line in ratings.history(work, person_id):
        if not moves or line.games != moves[-1].games:
            moves.append(RatingAt(published_at, line.rating, line.games))
    return tuple(moves)


def _events(work: Work, person_id: PersonId) -> Iterator[EventPlayed]:
    for entrant in entrants.entries_of(work, person_id):
        tournament = tournaments.load(work, entrant.tournament_id)
        if tournament is None or tournament.cancelled_at is not None:
            continue
        row = _row(work, tournament, entrant)
        if row is not None:
            yield EventPlayed(tournament, row if phase(tournament) is Phase.OVER else None)


def _row(work: Work, tournament: Tournament, entrant: Entrant) -> StandingRow | None:
    if phase(tournament) not in {Phase.OVER, Phase.RUNNING}:
        return None
    rows = FORMATS[tournament.rulebook.format].standings(facts(work, tournament), tournament.rulebook)
    return next((row for row in rows if row.entrant_id == entrant.entrant_id), None)


def _record(own: Sequence[Contest], entries: set[EntrantId]) -> tuple[int, int]:
    """Matches won and lost on the overall score (AIJE-B01-5).

    A drawn match is neither, nor is one of which no game was played.
    """
    played = [one for one in own if one.result is not None and sum(rated_games(one.result)) > 0]
    winners = [winner(one) for one in played if one.result and winning_side(one.result.score) is not None]
    won = sum(one in entries for one in winners)
    return won, len(winners) - won

"""What the page of a player shows who has switched it on, read from the records; no words yet.

Everything is of events that are on the pages and show the player by name there. In any other the page would tell whose
initials they are, so that neither the event nor who was met in it is on the page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.features.pages import server_verbs, store
from bot.features.pages.model import PersonPages, ServerPages, ShownAs, is_shown, shown_as
from bot.features.playing import rows_store as playing_rows_store
from bot.features.playing.board_model import MatchTally, PlayedMatch, rivals, tally
from bot.features.profile import verbs as profile_verbs
from bot.features.profile.model import EventPlayed, RatingAt
from bot.features.registry import store as registry_store
from bot.features.registry.titles_model import MasterTitle
from bot.features.tournaments import store as tournaments_store
from bot.kernel.context import Query
from bot.kernel.ids import TournamentId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Person
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.play.rating import ranking
from bot.play.rulebook import Grade

EVENTS_TOLD: Final = 25
"""The latest of a player: each one's places are worked out anew."""
RIVALS_LOOKED_AT: Final = 40
"""Those most met, of whom the page names who chose to be named everywhere."""


@dataclass(frozen=True, slots=True)
class MatchKept:
    """A match that the player has played, with its event and when it was decided."""

    played: PlayedMatch
    tournament: Tournament
    at: datetime


@dataclass(frozen=True, slots=True)
class RivalKept:
    """Somebody whom the player has met one to one, and how those matches ended."""

    person: Person
    tally: MatchTally


@dataclass(frozen=True, slots=True)
class PlayerKept:
    """A player with all that the own page tells."""

    pages: ServerPages
    person: Person
    page: str
    masters: tuple[MasterTitle, ...]
    """Lowest first; beside an arbiter title there is none (AIJE-B01-2)."""
    arbiter: ArbiterTitle | None
    grade: Grade | None
    world_titles: tuple[str, ...]
    """The events in which the person has become champion of the world."""
    place: int | None
    """On the list in force; None of who is not on it."""
    of_places: int
    rating: float | None
    moves: tuple[RatingAt, ...]
    tally: MatchTally
    podiums: tuple[int, int, int]
    events: tuple[EventPlayed, ...]
    latest: tuple[MatchKept, ...]
    rivals: tuple[RivalKept, ...]


def player(tx: Query, server_key: str, person_key: str) -> PlayerKept | None:
    """The player behind the key; None for who has no page in that server, or is gone."""
    home, choice = server_verbs.home(tx, server_key), store.person_of_page(tx, person_key)
    person = None if choice is None else people_store.load(tx, choice.person_id)
    if home is None or choice is None or person is None or not _is_there(tx, home[0], person, choice):
        return None
    pages = home[0]
    known = tuple(_contests(tx, pages, person, choice))
    played = profile_verbs.played_in(tx, person.person_id, [contest for contest, _ in known])
    events = tuple(_events(tx, pages, person, choice))
    line, of_places = _standing(tx, person)
    arbiter = people_store.title_of(tx, person.person_id)
    masters = () if arbiter is not None else tuple(registry_store.titles_of(tx, person.person_id))
    return PlayerKept(
        pages=pages,
        person=person,
        page=person_key,
        masters=masters,
        arbiter=arbiter,
        grade=people_ratings_store.grade_of_person(tx, person.person_id),
        world_titles=tuple(_world_titles(tx, pages, person, choice)),
        place=None if line is None else line[0],
        of_places=of_places,
        rating=None if line is None else line[1],
        moves=profile_verbs.moves_of(tx, person.person_id),
        tally=tally(played),
        podiums=profile_verbs.podiums(events),
        events=events,
        latest=tuple(_latest(played, known)),
        rivals=_rivals(tx, person, played),
    )


def _is_there(tx: Query, pages: ServerPages, person: Person, choice: PersonPages) -> bool:
    """Whether the page may be shown: in the person's own server, always by name, and of nobody who is gone."""
    is_here = person.guild_id == pages.guild_id and person.discord_id is not None
    return is_here and choice.has_page and not people_store.is_buried(tx, person.person_id)


def _by_name(
    tx: Query, pages: ServerPages, person: Person, choice: PersonPages, some: Collection[TournamentId]
) -> dict[TournamentId, Tournament]:
    """Those of the events that are on the pages, and show the player by name."""
    decided = store.of_events(tx, pages.guild_id)
    return {
        key: one
        for key, one in tournaments_store.by_ids(tx, some).items()
        if one.guild_id == pages.guild_id
        and is_shown(pages, decided.get(key), one, tx.now)
        and shown_as(person, choice, pages, one) is ShownAs.NAME
    }


def _contests(
    tx: Query, pages: ServerPages, person: Person, choice: PersonPages
) -> Iterator[tuple[Contest, Tournament]]:
    """The latest matches of the player in such events, the last one first."""
    found = playing_rows_store.latest_contests(tx, person.person_id, profile_verbs.MATCHES_LOOKED_AT)
    event_of = playing_rows_store.events_of(tx, [one.contest_id for one in found])
    events = _by_name(tx, pages, person, choice, set(event_of.values()))
    for one in found:
        event = events.get(event_of[one.contest_id])
        if event is not None:
            yield one, event


def _events(tx: Query, pages: ServerPages, person: Person, choice: PersonPages) -> Iterator[EventPlayed]:
    """The latest of such events that the player has started in, with the places."""
    entries = profile_verbs.entries_by_event(tx, person.person_id)
    events = _by_name(tx, pages, person, choice, {one.tournament_id for one in entries})
    there = [one for one in entries if one.tournament_id in events]
    for entrant in there[:EVENTS_TOLD]:
        played = profile_verbs.place_in(tx, events[entrant.tournament_id], entrant)
        if played is not None:
            yield played


def _latest(played: Sequence[PlayedMatch], known: Sequence[tuple[Contest, Tournament]]) -> Iterator[MatchKept]:
    by_id = {contest.contest_id: (contest, event) for contest, event in known}
    for one in played[: profile_verbs.LATEST]:
        contest, event = by_id[one.contest_id]
        if contest.result is not None:
            yield MatchKept(one, event, contest.result.settled_at)


def _rivals(tx: Query, person: Person, played: Sequence[PlayedMatch]) -> tuple[RivalKept, ...]:
    met = [one for one in rivals(played) if one[0] != person.person_id][:RIVALS_LOOKED_AT]
    people = people_store.by_ids(tx, [other for other, _ in met])
    return tuple(RivalKept(people[other], counted) for other, counted in met)


def _standing(tx: Query, person: Person) -> tuple[tuple[int, float] | None, int]:
    """Place and rating on the list in force, and how many stand on it."""
    current = people_ratings_store.current(tx, person.guild_id)
    if current is None or person.person_id not in current.rated:
        return None, 0
    rows = ranking({one: line.rating for one, line in current.rated.items()})
    row = next(one for one in rows if one.person_id == person.person_id)
    return (row.place, row.rating), len(rows)


def _world_titles(tx: Query, pages: ServerPages, person: Person, choice: PersonPages) -> Iterator[str]:
    """Those that were put on record by hand, and those of events that are on the pages."""
    won = [one for one in people_store.world_titles(tx, pages.guild_id) if one.person_id == person.person_id]
    played = {one.tournament_id for one in won if one.tournament_id is not None}
    events = _by_name(tx, pages, person, choice, played) if played else {}
    for one in won:
        if one.tournament_id is None or one.tournament_id in events:
            yield one.event

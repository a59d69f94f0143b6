"""What the pages of a server, of its rating lists and of its series show, read from the records; no words yet."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.features.pages import store
from bot.features.pages.event_verbs import events_shown, series_in
from bot.features.pages.model import ServerPages, ShownAs, is_shown, shown_as
from bot.features.pages.public_model import LARGEST_ARCHIVE, LARGEST_LIST, WHOLE
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.hooks import SERVER_HOOKS
from bot.features.tournaments.model import SeriesListed, SeriesSheet
from bot.kernel.context import Query
from bot.kernel.ids import Community, PersonId, TournamentId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import Person
from bot.people.ratings_store import Rated, RatingList
from bot.play.entries import Phase, Tournament, phase
from bot.play.plugs import first
from bot.play.rating import ranking
from bot.play.series import CircuitRow, standings
from bot.server import store as server_store

# --- a server -------------------------------------------------------------------------------------------------------


_COMING: Final = frozenset({Phase.ANNOUNCED, Phase.CHECK_IN})
_RUNNING: Final = frozenset({Phase.DRAWING, Phase.RUNNING})


@dataclass(frozen=True, slots=True)
class SeriesKept:
    """A series with its events that are on the pages."""

    listed: SeriesListed
    events: tuple[Tournament, ...]


@dataclass(frozen=True, slots=True)
class ServerKept:
    """What runs, what comes, and a page of what is over."""

    pages: ServerPages
    community: Community
    running: tuple[Tournament, ...]
    coming: tuple[Tournament, ...]
    over: tuple[Tournament, ...]
    page: int
    of_pages: int
    series: tuple[SeriesKept, ...]
    has_ranking: bool


def server(tx: Query, server_key: str, page: int) -> ServerKept | None:
    """The server behind the key, with that page of what is over, from 1; None where its pages or that one are not."""
    found = home(tx, server_key)
    if found is None:
        return None
    pages, community = found
    shown = sorted(events_shown(tx, pages), key=lambda one: (one.start_at, one.tournament_id))
    past = sorted((one for one in shown if _over_at(one) is not None), key=_latest_first)
    of_pages = max(1, -(-len(past) // LARGEST_ARCHIVE))
    if not 1 <= page <= of_pages:
        return None
    return ServerKept(
        pages=pages,
        community=community,
        running=tuple(one for one in shown if phase(one) in _RUNNING),
        coming=tuple(one for one in shown if phase(one) in _COMING),
        over=tuple(past[(page - 1) * LARGEST_ARCHIVE : page * LARGEST_ARCHIVE]),
        page=page,
        of_pages=of_pages,
        series=tuple(_all_series(tx, pages, shown)),
        has_ranking=bool(people_ratings_store.dates(tx, pages.guild_id, 1)),
    )


def home(tx: Query, server_key: str) -> tuple[ServerPages, Community] | None:
    """What the server has decided and how it is set up; None where its pages are not on."""
    pages = store.server_of_page(tx, server_key)
    community = None if pages is None else server_store.load(tx, pages.guild_id)
    return None if pages is None or community is None else (pages, community)


def _over_at(tournament: Tournament) -> datetime | None:
    return tournament.ended_at or tournament.cancelled_at


def _latest_first(tournament: Tournament) -> tuple[float, TournamentId]:
    over_at = _over_at(tournament) or tournament.start_at
    return -over_at.timestamp(), tournament.tournament_id


# --- rating lists ---------------------------------------------------------------------------------------------------


LARGEST_CHOICE: Final = 100
"""The latest lists that have a page."""


@dataclass(frozen=True, slots=True)
class RankingKept:
    """A line of a list: whose it is, and by how much the rating moved against the list before."""

    place: int
    person: Person
    line: Rated
    moved: float | None
    """None of who is new on it."""


@dataclass(frozen=True, slots=True)
class ListKept:
    """A rating list as it was published, a page of it, and the dates of all."""

    pages: ServerPages
    rating_list: RatingList
    because_of: Tournament | None
    """The event after which it was published, where that is on the pages."""
    everybody: tuple[Person, ...]
    """All who stand on it, the first first: those of one name are told apart over the whole list."""
    lines: tuple[RankingKept, ...]
    page: int
    of_pages: int
    dates: tuple[tuple[str, datetime], ...]


def rating_list(tx: Query, server_key: str, list_key: str, page: int) -> ListKept | None:
    """The list behind the key, the one in force without a key; None for one that is not, or has no such page.

    WHOLE asks for all lines at once, of a list that takes several pages.
    """
    found = home(tx, server_key)
    dates = [] if found is None else people_ratings_store.dates(tx, found[0].guild_id, LARGEST_CHOICE)
    key = list_key or (dates[0][0] if dates else "")
    wanted = people_ratings_store.load(tx, key) if key in dict(dates) else None
    if found is None or wanted is None:
        return None
    rows = ranking({one: line.rating for one, line in wanted.rated.items()})
    of_pages = max(1, -(-len(rows) // LARGEST_LIST))
    if not (WHOLE if of_pages > 1 else 1) <= page <= of_pages:
        return None
    shown = rows if page == WHOLE else rows[(page - 1) * LARGEST_LIST : page * LARGEST_LIST]
    people = people_store.by_ids(tx, [row.person_id for row in rows])
    before = _ratings_before(tx, wanted)
    return ListKept(
        pages=found[0],
        rating_list=wanted,
        because_of=_shown_event(tx, found[0], wanted.tournament_id),
        everybody=tuple(people[row.person_id] for row in rows),
        lines=tuple(
            RankingKept(
                row.place, people[row.person_id], wanted.rated[row.person_id], _moved(before, wanted, row.person_id)
            )
            for row in shown
        ),
        page=page,
        of_pages=of_pages,
        dates=tuple(dates),
    )


def _ratings_before(tx: Query, wanted: RatingList) -> Mapping[PersonId, Rated]:
    before = people_ratings_store.before(tx, wanted)
    return {} if before is None else before.rated


def _moved(before: Mapping[PersonId, Rated], wanted: RatingList, person_id: PersonId) -> float | None:
    was = before.get(person_id)
    return None if was is None else wanted.rated[person_id].rating - was.rating


def _shown_event(tx: Query, pages: ServerPages, tournament_id: TournamentId | None) -> Tournament | None:
    tournament = None if tournament_id is None else tournaments_store.load(tx, tournament_id)
    if tournament is None:
        return None
    decided = store.of_event(tx, tournament.tournament_id)
    return tournament if is_shown(pages, decided, tournament, tx.now) else None


# --- series ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CircuitKept:
    """A series as far as its events are on the pages: its table is made of these alone."""

    pages: ServerPages
    sheet: SeriesSheet
    rows: tuple[CircuitRow, ...]
    people: tuple[Person, ...]
    """Who stands in the table, the first first."""
    is_partial: bool
    """Whether an event that counts is on no page."""
    named: frozenset[tuple[TournamentId, PersonId]]
    """Who is shown by name in which of its events: of others a line would tell that two events have the same person."""

    def is_told(self, row: CircuitRow) -> bool:
        """Whether the points may be told: with some of them hidden, the sum and the others would tell these too."""
        return all((gain.key, row.person_id) in self.named for gain in row.gains)

    @property
    def over(self) -> tuple[Tournament, ...]:
        """The events that have given their points."""
        return tuple(one for one in self.sheet.events if one.ended_at is not None)


def circuit(tx: Query, server_key: str, series_key: str) -> CircuitKept | None:
    """The series behind the key; None where the server's pages are off, or none of its events is on them."""
    found = home(tx, server_key)
    if found is None:
        return None
    known = first(hook.series_sheet(tx, found[0].guild_id, series_key) for hook in SERVER_HOOKS)
    if known is None:
        return None
    sheet = _of_shown(known, {one.tournament_id for one in events_shown(tx, found[0])})
    if not sheet.events and sheet.final is None:
        return None
    rows = standings(sheet.rules, sheet.counted)
    people = tuple(sheet.people[row.person_id] for row in rows)
    is_partial = len(sheet.events) < len(known.events)
    return CircuitKept(found[0], sheet, rows, people, is_partial, _named(tx, found[0], people, sheet.events))


def _named(
    tx: Query, pages: ServerPages, people: Sequence[Person], events: Sequence[Tournament]
) -> frozenset[tuple[TournamentId, PersonId]]:
    choices = store.of_people(tx, [one.person_id for one in people])
    return frozenset(
        (event.tournament_id, one.person_id)
        for event in events
        for one in people
        if shown_as(one, choices.get(one.person_id), pages, event) is ShownAs.NAME
    )


def _of_shown(known: SeriesSheet, shown: Collection[TournamentId]) -> SeriesSheet:
    """Nothing of the table may tell who has played in an event that is on no page, so it is counted without it."""
    final = known.final if known.final is not None and known.final.tournament_id in shown else None
    return replace(
        known,
        events=tuple(one for one in known.events if one.tournament_id in shown),
        counted=tuple(one for one in known.counted if one.key in shown),
        final=final,
    )


def _all_series(tx: Query, pages: ServerPages, shown: Sequence[Tournament]) -> Iterator[SeriesKept]:
    """Those of which an event is on the pages, those that go on first."""
    for one in series_in(tx, pages.guild_id):
        events = tuple(event for event in shown if one.has(event.tournament_id))
        if events:
            yield SeriesKept(one, tuple(event for event in events if event.tournament_id != one.final))

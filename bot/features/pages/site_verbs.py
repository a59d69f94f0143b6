"""What serving and publishing ask of the records: what there is, and what hangs on what was written.

A key names what pages hang on: `event:ID`, and of a server, by the key in its address, `server:KEY`, `archive:KEY`
(what is over), `series:KEY`, `ranking:KEY`; `player:KEY` is somebody's own page, `start` the list of servers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.features.pages import site_store, store
from bot.features.pages.event_verbs import events_shown, series_in
from bot.features.pages.model import ServerPages
from bot.features.pages.server_verbs import LARGEST_CHOICE
from bot.kernel.context import Query
from bot.kernel.ids import PersonId, TournamentId
from bot.people import ratings_store as people_ratings_store

START: Final = "start"
_WHOLE: Final = frozenset({"", "guilds", "page_servers", "page_site"})
"""Tables of which each row may be on every page; "": a statement that nobody can read."""


# --- what hangs on what ---------------------------------------------------------------------------------------------


def of_event(tournament_id: str) -> str:
    """The key of an event."""
    return f"event:{tournament_id}"


def of_server(key: str) -> str:
    """The key of what runs and comes in a server."""
    return f"server:{key}"


def of_archive(key: str) -> str:
    """The key of what is over in a server."""
    return f"archive:{key}"


def of_series(key: str) -> str:
    """The key of the series of a server."""
    return f"series:{key}"


def of_rankings(key: str) -> str:
    """The key of the rating lists of a server."""
    return f"ranking:{key}"


def of_player(key: str) -> str:
    """The key of somebody's own page."""
    return f"player:{key}"


def behind(
    tx: Query, units: Sequence[Sequence[Sequence[str]]], pages_told: Collection[str] = ()
) -> frozenset[str] | None:
    """The keys of what may have changed by these transactions, each the tables and ids of its rows; None: everything.

    What a transaction wrote hangs on the events and people that it names anywhere; on all where it names none.
    `pages_told` are keys of people's own pages that were told before: who takes one back names it no more.
    """
    found: set[str] = set()
    tables = {row[0] for unit in units for row in unit}
    if not _WHOLE.isdisjoint(tables):
        return None
    for unit in units:
        keys = _behind_ids(tx, {one for row in unit for one in row[1:]})
        if keys is None:
            return None
        found |= keys
    if "page_people" in tables and pages_told:
        found |= {of_player(one) for one in set(pages_told).difference(site_store.pages_among(tx, pages_told))}
    return frozenset(found)


def _behind_ids(tx: Query, ids: set[str]) -> set[str] | None:
    events, people = site_store.events_behind(tx, ids), site_store.people_among(tx, ids)
    if not events and not people:
        return None
    pages = {one.guild_id: one.page_id for one in store.servers_on(tx)}
    found = {START, *(of_event(one.tournament_id) for one in events)}
    for one in events:
        key = pages.get(one.guild_id)
        if key is not None:
            found |= {of_server(key), of_series(key), *([of_archive(key)] if one.is_over else [])}
    found |= {of_player(one) for one in site_store.pages_of_people_in(tx, [one.tournament_id for one in events])}
    return found | (_behind_people(tx, people, pages.values()) if people else set())


def _behind_people(tx: Query, people: Iterable[PersonId], pages: Iterable[str]) -> set[str]:
    """A person may stand on every list of a server; in events those are found by the entries."""
    kinds = (of_server, of_archive, of_series, of_rankings)
    choices = store.of_people(tx, list(people)).values()
    own = {of_player(one.page_id) for one in choices if one.page_id is not None}
    return own | {kind(key) for key in pages for kind in kinds}


# --- what there is --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ServerOnSite:
    """What of a server has pages, by the keys of their addresses."""

    key: str
    pages: ServerPages
    events: tuple[TournamentId, ...]
    rankings: tuple[str, ...]
    series: tuple[str, ...]
    players: tuple[str, ...]


def servers(tx: Query) -> Iterator[ServerOnSite]:
    """Every server whose pages are on, with what it has."""
    for one in store.servers_on(tx):
        yield ServerOnSite(
            one.page_id,
            one,
            tuple(event.tournament_id for event in events_shown(tx, one)),
            tuple(key for key, _ in people_ratings_store.dates(tx, one.guild_id, LARGEST_CHOICE)),
            tuple(series.key for series in series_in(tx, one.guild_id)),
            tuple(site_store.own_pages(tx, one.guild_id)),
        )

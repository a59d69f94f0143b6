"""The address of the pages, and what servers, events and people have decided of them."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final

from bot.features.pages.model import EventPages, PersonPages, ServerPages
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, PersonId, TournamentId
from bot.kernel.tables import Table

_SERVERS: Final = Table("page_servers", ServerPages, "guild_id")
_EVENTS: Final = Table("page_events", EventPages, "tournament_id")
_PEOPLE: Final = Table("page_people", PersonPages, "person_id")


# --- the installation -----------------------------------------------------------------------------------------------


def address(tx: Query) -> str | None:
    """Where the pages are read, without a slash at its end; None where there are none."""
    row = tx.fetch_one("SELECT address FROM page_site WHERE site = 1")
    return None if row is None else str(row["address"])


def note_address(tx: Tx, told: str | None) -> None:
    """Writes what the settings say; None: there are no pages."""
    tx.execute("DELETE FROM page_site")
    if told is not None:
        tx.execute("INSERT INTO page_site (site, address) VALUES (1, ?)", (told,))


# --- servers --------------------------------------------------------------------------------------------------------


def save_server(tx: Tx, pages: ServerPages) -> None:
    """Writes it, in place of what stood there."""
    _SERVERS.upsert(tx, pages)


def of_server(tx: Query, guild_id: GuildId) -> ServerPages | None:
    """What a server has decided; None where it never switched its pages on."""
    return _SERVERS.fetch_one(tx, "SELECT * FROM page_servers WHERE guild_id = ?", (guild_id,))


def server_of_page(tx: Query, page_id: str) -> ServerPages | None:
    """The server behind a key of an address, whose pages are on."""
    return _SERVERS.fetch_one(tx, "SELECT * FROM page_servers WHERE page_id = ? AND is_on = 1", (page_id,))


def servers_on(tx: Query) -> list[ServerPages]:
    """Every server whose pages are on, by name."""
    return _SERVERS.fetch_all(tx, "SELECT * FROM page_servers WHERE is_on = 1 ORDER BY name, page_id")


# --- events ---------------------------------------------------------------------------------------------------------


def save_event(tx: Tx, event: EventPages) -> None:
    """Writes it, in place of what stood there."""
    _EVENTS.upsert(tx, event)


def of_event(tx: Query, tournament_id: TournamentId) -> EventPages | None:
    """What was decided of an event."""
    return _EVENTS.fetch_one(tx, "SELECT * FROM page_events WHERE tournament_id = ?", (tournament_id,))


def of_events(tx: Query, guild_id: GuildId) -> dict[TournamentId, EventPages]:
    """What was decided of the events of a server, where anything was."""
    found = _EVENTS.fetch_all(
        tx,
        "SELECT p.* FROM page_events p JOIN tournaments t USING (tournament_id) WHERE t.guild_id = ?"
        " ORDER BY p.tournament_id",
        (guild_id,),
    )
    return {one.tournament_id: one for one in found}


# --- people ---------------------------------------------------------------------------------------------------------


def save_person(tx: Tx, choice: PersonPages) -> None:
    """Writes it, in place of what stood there."""
    _PEOPLE.upsert(tx, choice)


def of_person(tx: Query, person_id: PersonId) -> PersonPages | None:
    """What somebody has chosen."""
    return _PEOPLE.fetch_one(tx, "SELECT * FROM page_people WHERE person_id = ?", (person_id,))


def of_people(tx: Query, person_ids: Collection[PersonId]) -> dict[PersonId, PersonPages]:
    """What these people have chosen, where they chose anything."""
    if not person_ids:
        return {}
    found = _PEOPLE.fetch_all(
        tx,
        "SELECT * FROM page_people WHERE person_id IN (SELECT value FROM json_each(?)) ORDER BY person_id",
        (json.dumps(list(person_ids)),),
    )
    return {one.person_id: one for one in found}


def person_of_page(tx: Query, page_id: str) -> PersonPages | None:
    """Who is behind the key of a page."""
    return _PEOPLE.fetch_one(tx, "SELECT * FROM page_people WHERE page_id = ?", (page_id,))


def person_of_calendar(tx: Query, calendar: str) -> PersonPages | None:
    """Whose calendar has the address with that secret, told by its print."""
    return _PEOPLE.fetch_one(tx, "SELECT * FROM page_people WHERE calendar = ?", (calendar,))

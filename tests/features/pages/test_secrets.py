"""Nothing private is on a page: a value is planted in each column that is not public, and looked for in all objects."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.features.pages import event_cards, matches_cards, public_model, server_messages
from bot.features.pages import store as pages_store
from bot.features.pages.event_messages import public_event
from bot.features.pages.event_model import EventRead
from bot.features.pages.event_verbs import events_shown
from bot.features.pages.facts_model import FACTS, ShownTo
from bot.features.pages.public_model import (
    Public,
    PublicCalendar,
    PublicPlayer,
    PublicRanking,
    PublicSeries,
    PublicServer,
)
from bot.i18n.catalogue import LOCALES, Translator
from tests.features.pages.busy import events, fill, tables_of
from tests.features.pages.lists import give_pages, keep_lists, objects_of_lists
from tests.features.pages.shown import KEY, switch_on, texts
from tests.hall.hall import Hall

SIGN = "planted"
SHOWN = {one.column for one in FACTS if one.fields}
READ_STRICTLY = {"guilds.switches": "a set of words that its reader knows"}
"""What cannot be planted though the schema lets it, and why."""
REFUSALS = {
    "FOREIGN KEY": "it names another row",
    "CHECK": "it is one of few words",
    "the log is append-only": "the details are JSON, of which some is looked for by what it says",
    "statements are append-only": "whose they are, and of which case",
}
"""What the schema itself lets nobody plant, by the constraint that says so."""
APPENDED = {
    "log": ("actor_id", "act", "subject", "tournament_id", "why"),
    "file_statements": ("statement", "links"),
}
"""Tables whose lines nobody changes, and what is planted in a new one."""
NUMBER = 987_654_321_000
IDS_OF_DISCORD = {
    "people": ("discord_id",),
    "guilds": ("owner_id", "announcements_channel", "matches_channel", "committee_channel", "record_channel"),
    "event_posters": ("role_id",),
    "tournaments": ("scheduled_event",),
    "outbox": ("channel_id", "message_id"),
}


@pytest.fixture(scope="module")
def played() -> Iterator[Hall]:
    opened = Hall()
    switch_on(opened)
    events(opened)
    keep_lists(opened)
    yield opened
    opened.close()


@pytest.fixture
def hall(played: Hall) -> Iterator[Hall]:
    """With a row in each table; what is written in a test is gone after it."""
    played._connection.execute("SAVEPOINT before")
    assert fill(played) == [], "the schema lets no row be here: tests/features/pages/busy.py has to know how"
    give_pages(played)
    yield played
    played._connection.execute("ROLLBACK TO before")
    played._connection.execute("RELEASE before")


def objects(hall: Hall, *locales: str) -> Iterator[Public | None]:
    """All that the pages of the server are made of, in each language."""
    for locale in locales or LOCALES:
        yield from objects_of_lists(hall, Translator(locale))
    pages = hall.ask(pages_store.server_of_page, KEY)
    assert pages is not None
    for tournament in hall.ask(events_shown, pages):
        for locale in locales or LOCALES:
            voice = Translator(locale)
            yield hall.ask(public_event, KEY, tournament.tournament_id, voice)


def plant(hall: Hall) -> dict[str, str]:
    """Plants a value in each column of text that is not shown; of those that take none the reason."""
    refused: dict[str, str] = {}
    connection = hall._connection
    for table, names in APPENDED.items():
        append(connection, table, names)
    for table in tables_of(connection):
        columns = connection.execute(f'PRAGMA table_info("{table}")').fetchall()
        for name in [one[1] for one in columns if one[2] == "TEXT"]:
            column = f"{table}.{name}"
            if column not in SHOWN | READ_STRICTLY.keys() and name not in APPENDED.get(table, ()):
                reason = refusal(connection, table, name)
                if reason:
                    refused[column] = reason
    for table, names in IDS_OF_DISCORD.items():
        for name in names:
            connection.execute(f'UPDATE "{table}" SET {name} = {NUMBER} + rowid')
    return refused


def append(connection: sqlite3.Connection, table: str, names: tuple[str, ...]) -> None:
    """Adds a line like one that is there, with something planted in those columns."""
    cursor = connection.execute(f'SELECT * FROM "{table}" LIMIT 1')
    row = {column[0]: value for column, value in zip(cursor.description, cursor.fetchone(), strict=True)}
    row |= {name: f"{SIGN}_{table}_{name}" for name in names} | {"sequence": 1_000_000}
    marks = ", ".join("?" for _ in row)
    connection.execute(f'INSERT INTO "{table}" ({", ".join(row)}) VALUES ({marks})', tuple(row.values()))


def refusal(connection: sqlite3.Connection, table: str, name: str) -> str:
    """Which constraint lets nobody plant anything in the column; empty where it was planted."""
    sign = f"'{SIGN}_{table}_{name}_' || hex(randomblob(3))"
    forms = (sign, f"substr({sign} || hex(randomblob(32)), 1, 64)", f"json_object('{SIGN}', {sign})")
    reason = ""
    for form in forms:
        for where in ("", f' WHERE "{name}" IS NOT NULL'):
            connection.execute("SAVEPOINT planting")
            try:
                connection.execute(f'UPDATE "{table}" SET "{name}" = {form}{where}')
            except sqlite3.Error as error:
                connection.execute("ROLLBACK TO planting")
                reason = reason or str(error).partition(" constraint")[0]
            else:
                return ""
            finally:
                connection.execute("RELEASE planting")
    return reason


def leaks(hall: Hall, *locales: str) -> set[str]:
    """Every text with something planted in it, or with what tells who somebody is in Discord or in another event."""
    ids = {row[0] for row in hall._connection.execute("SELECT person_id FROM people")}
    found = {text for one in objects(hall, *locales) for text in texts(one)}
    return {text for text in found if SIGN in text or str(NUMBER)[:9] in text or any(one in text for one in ids)}


def test_no_planted_value_comes_out(hall: Hall) -> None:
    refused = plant(hall)
    assert set(refused.values()) <= set(REFUSALS)
    assert leaks(hall) == set()
    assert len(list(objects(hall, "it"))) > 14


def test_a_private_column_that_gets_onto_a_page_is_found(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(hall)
    told = event_cards._text

    def too_much(read: EventRead, translator: Translator) -> str:
        return f"{told(read, translator)} {read.tournament.cancel_reason or ''}"

    monkeypatch.setattr(event_cards, "_text", too_much)
    assert any("planted_tournaments_cancel_reason" in leak for leak in leaks(hall, "en-US"))


def test_a_persons_id_that_gets_onto_a_page_is_found(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        matches_cards,
        "_name",
        lambda read, _, entrant: next(o.person_id for o in read.field.entrants if o.entrant_id == entrant),
    )
    assert leaks(hall, "en-US")


def test_a_persons_id_that_gets_onto_a_rating_list_is_found(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    told = server_messages._ranking_line
    monkeypatch.setattr(
        server_messages, "_ranking_line", lambda kept, shown: replace(told(kept, shown), name=kept.person.person_id)
    )
    assert leaks(hall, "en-US")
    kinds = {type(one) for one in objects(hall, "en-US")}
    assert kinds >= {PublicServer, PublicRanking, PublicSeries, PublicPlayer, PublicCalendar}


def test_each_row_of_the_table_names_a_column_and_fields_that_are_there(hall: Hall) -> None:
    connection = hall._connection
    columns = {
        f"{table}.{one[1]}"
        for table in tables_of(connection)
        for one in connection.execute(f'PRAGMA table_info("{table}")')
    }
    assert {one.column for one in FACTS} - columns == set()
    named = {name for one in FACTS for name in one.fields}
    assert {name for name in named if not has_field(name)} == set()
    assert [one.column for one in FACTS if (one.to is ShownTo.NOBODYS) == bool(one.fields)] == []


def has_field(name: str) -> bool:
    kind, _, field = name.partition(".")
    return field in getattr(getattr(public_model, kind, None), "__dataclass_fields__", ())


def test_no_column_is_private_and_public_at_once() -> None:
    named = [one.column for one in FACTS]
    assert sorted(named) == sorted(set(named))

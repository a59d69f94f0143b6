"""Nothing private is on a page: a value is planted in each column that is not public, and looked for in all objects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.features.pages import event_cards, matches_cards, public_model, server_messages
from bot.features.pages import store as pages_store
from bot.features.pages.event_messages import public_event
from bot.features.pages.event_model import EventRead
from bot.features.pages.event_verbs import events_shown
from bot.features.pages.facts_model import FACTS, ShownTo
from bot.features.pages.matches_cards import EventOfMatches
from bot.features.pages.public_model import (
    Public,
    PublicCalendar,
    PublicEvent,
    PublicPlayer,
    PublicRanking,
    PublicRecord,
    PublicSeries,
    PublicServer,
)
from bot.features.pages.record_messages import public_record
from bot.i18n.catalogue import LOCALES, Translator
from tests.features.pages.busy import columns_of, events, fill, tables_of
from tests.features.pages.lists import give_pages, keep_lists, objects_of_lists
from tests.features.pages.planting import REFUSALS, is_planted, plant
from tests.features.pages.shown import KEY, switch_on, texts
from tests.hall.hall import Hall


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
            yield hall.ask(public_record, KEY, tournament.tournament_id, voice)


def leaks(hall: Hall, *locales: str) -> set[str]:
    """Every text with something planted in it, or with what tells who somebody is in Discord or in another event."""
    ids = {row[0] for row in hall._connection.execute("SELECT person_id FROM people")}
    found = {text for one in objects(hall, *locales) for text in texts(one)}
    return {text for text in found if is_planted(text) or any(one in text for one in ids)}


def test_no_planted_value_comes_out(hall: Hall) -> None:
    refused = plant(hall)
    assert set(refused.values()) <= set(REFUSALS)
    assert leaks(hall) == set()
    found = [one for one in objects(hall, "it") if one is not None]
    assert len(found) > 14
    assert any(isinstance(one, PublicRecord) for one in found)


def test_no_name_mentions_anybody_by_an_id_of_discord(hall: Hall) -> None:
    named = ["tournaments.name", "entrants.team_name", "people.name", "circuits.name"]
    for table, column in (one.split(".") for one in named):
        mention = f"UPDATE {table} SET {column} = {column} || ' <@123456789012345678><#12><<@1>@&34>'"
        hall._connection.execute(f"{mention} WHERE {column} IS NOT NULL")
    found = {text for one in objects(hall, "en-US") for text in texts(one)}
    assert {text for text in found if "<@" in text or "<#" in text} == set()


def test_a_private_column_that_gets_onto_a_page_is_found(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(hall)
    told = event_cards._text

    def too_much(read: EventRead, translator: Translator) -> str:
        return f"{told(read, translator)} {read.tournament.cancel_reason or ''}"

    monkeypatch.setattr(event_cards, "_text", too_much)
    assert any("planted_tournaments_cancel_reason" in leak for leak in leaks(hall, "en-US"))


def test_a_persons_id_that_gets_onto_a_page_is_found(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    behind = dict(hall._connection.execute("SELECT entrant_id, person_id FROM entrants").fetchall())
    anew = getattr(matches_cards._matches, "__wrapped__")  # noqa: B009 - no type tells of it
    monkeypatch.setattr(EventOfMatches, "name_of", lambda _event, _contest, entrant: behind[entrant])
    monkeypatch.setattr(matches_cards, "_matches", lambda _slot, *given: anew(*given))
    assert leaks(hall, "en-US")


def test_a_persons_id_that_gets_onto_a_rating_list_is_found(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    told = server_messages._ranking_line
    monkeypatch.setattr(
        server_messages,
        "_ranking_line",
        lambda kept, shown, **more: replace(told(kept, shown, **more), name=kept.person.person_id),
    )
    assert leaks(hall, "en-US")
    kinds = {type(one) for one in objects(hall, "en-US")}
    assert kinds >= {PublicEvent, PublicRecord, PublicServer, PublicRanking, PublicSeries, PublicPlayer, PublicCalendar}


def test_each_row_of_the_table_names_a_column_and_fields_that_are_there() -> None:
    columns = {f"{table}.{one[1]}" for table in tables_of() for one in columns_of(table)}
    assert {one.column for one in FACTS} - columns == set()
    named = {name for one in FACTS for name in one.fields}
    assert {name for name in named if not has_field(name)} == set()
    assert [one.column for one in FACTS if (one.to is ShownTo.NOBODYS) == bool(one.fields)] == []


def test_each_moment_that_is_told_is_in_the_table() -> None:
    named = {name for one in FACTS for name in one.fields}
    kinds = [one for one in vars(public_model).values() if isinstance(one, type) and issubclass(one, Public)]
    moments = {
        f"{kind.__name__}.{name}"
        for kind in kinds
        for name, one in getattr(kind, "__dataclass_fields__", {}).items()
        if "datetime" in str(one.type)
    }
    assert len(moments) > 15
    assert moments - named == set()


def has_field(name: str) -> bool:
    kind, _, field = name.partition(".")
    return field in getattr(getattr(public_model, kind, None), "__dataclass_fields__", ())


def test_no_column_is_private_and_public_at_once() -> None:
    named = [one.column for one in FACTS]
    assert sorted(named) == sorted(set(named))

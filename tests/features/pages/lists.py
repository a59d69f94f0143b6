"""All objects of a server's pages beside its events: lists, series, players, calendars, of whatever is on record."""

from __future__ import annotations

from collections.abc import Iterator

from bot.features.pages import store as pages_store
from bot.features.pages.calendar_messages import own_calendar, player_calendar, series_calendar, server_calendar
from bot.features.pages.model import PersonPages, ShownAs, calendar_print
from bot.features.pages.player_messages import public_player
from bot.features.pages.public_model import Public
from bot.features.pages.server_messages import public_ranking, public_series, public_server
from bot.i18n.catalogue import Translator
from bot.kernel.ids import PersonId
from bot.people import store as people_store
from bot.people.store import WorldTitle
from tests.features.pages.shown import KEY
from tests.hall import squads
from tests.hall.hall import GUILD, Hall

SECRET_OF = "the secret of {}"


def keep_lists(hall: Hall) -> None:
    """Somebody has a rating that moved, somebody a title, somebody won the world's championship."""
    for step in (0, 30):
        squads.publish(hall, **{f"P{number}": 2000.0 + step + number for number in range(2, 9)})
    hall.arbiter(3)
    won = WorldTitle(hall.person(2).person_id, "A championship", hall.now)
    hall.do(lambda tx: people_store.crown(tx, GUILD, won, hall.now, hall.person(1).person_id))


def give_pages(hall: Hall) -> None:
    """Everybody who is in Discord switches on a page and a calendar."""
    for key in _keys(hall, "SELECT person_id FROM people WHERE discord_id IS NOT NULL"):
        secret = calendar_print(SECRET_OF.format(key))
        choice = PersonPages(PersonId(key), hall.now, ShownAs.NAME, f"pageof{key[::-1]}", secret)
        hall.do(lambda tx, choice=choice: pages_store.save_person(tx, choice))  # type: ignore[misc]


def objects_of_lists(hall: Hall, translator: Translator) -> Iterator[Public | None]:
    """The server, its lists, series, players and calendars, in one language."""
    yield hall.ask(public_server, KEY, 1, translator)
    yield hall.ask(server_calendar, KEY, translator)
    for key in _keys(hall, "SELECT list_id FROM rating_lists"):
        yield hall.ask(public_ranking, KEY, key, 1, translator)
    for key in _keys(hall, "SELECT circuit_id FROM circuits"):
        yield hall.ask(public_series, KEY, key, translator)
        yield hall.ask(series_calendar, KEY, key, translator)
    for key in _keys(hall, "SELECT page_id FROM page_people WHERE page_id IS NOT NULL"):
        yield hall.ask(public_player, KEY, key, translator)
    for key in _keys(hall, "SELECT person_id FROM people"):
        person = hall.ask(people_store.load, PersonId(key))
        assert person is not None
        yield hall.ask(player_calendar, SECRET_OF.format(key), translator)
        yield hall.ask(own_calendar, person, translator)


def _keys(hall: Hall, sql: str) -> list[str]:
    return [row[0] for row in hall._connection.execute(f"{sql} ORDER BY 1")]

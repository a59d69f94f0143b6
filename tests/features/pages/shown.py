"""What tests of pages do again and again: pages that are on, events as their pages show them, all text of an object."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

from bot.features.pages import store as pages_store
from bot.features.pages.event_messages import public_event
from bot.features.pages.model import ServerPages
from bot.features.pages.public_model import PublicEvent
from bot.features.tournaments import store as tournaments_store
from bot.i18n.catalogue import Translator
from bot.play.entries import Tournament
from tests.hall.hall import GUILD, Hall

KEY = "serverkey"
ENGLISH = Translator("en-US")


def switch_on(hall: Hall, **chosen: bool) -> ServerPages:
    """The owner switches the pages of the hall's server on."""
    pages = ServerPages(GUILD, KEY, "The Hall", True, hall.now, hall.person(1).person_id, **chosen)
    hall.do(lambda tx: pages_store.save_server(tx, pages))
    return pages


def told(hall: Hall, tournament: Tournament) -> Tournament:
    """The announcement of the event is delivered."""
    announced = replace(hall.load(tournament), announced_at=hall.now)
    hall.do(lambda tx: tournaments_store.save(tx, announced))
    return announced


def page_or_none(hall: Hall, tournament: Tournament, translator: Translator = ENGLISH) -> PublicEvent | None:
    """The event as its page shows it now."""
    return hall.ask(public_event, KEY, tournament.tournament_id, translator)


def page(hall: Hall, tournament: Tournament, translator: Translator = ENGLISH) -> PublicEvent:
    """As `page_or_none`, of an event that has a page."""
    found = page_or_none(hall, tournament, translator)
    assert found is not None
    return found


def texts(value: object) -> Iterator[str]:
    """Every text in an object, however deep."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for one in fields(value):
            yield from texts(getattr(value, one.name))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from texts(one)

"""What tests of a server's pages do again and again: people choose, events are played."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.features.pages import store as pages_store
from bot.features.pages.model import EventPages, PersonPages, ServerPages, ShownAs, calendar_print
from bot.features.pages.public_model import PublicAppointment, PublicCalendar
from bot.features.tournaments import store as tournaments_store
from bot.kernel.ids import TournamentId
from bot.play.contests import Contest, Score
from bot.play.entries import Tournament
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset
from tests.features.pages.shown import KEY, told
from tests.hall.hall import GUILD, Hall

SECRET: Final = "a secret that nobody guesses"
DAY: Final = timedelta(days=1)
TWO: Final = replace(preset("round-robin"), minimum_entrants=2)
"""A round robin that two may play."""


def switch_on(hall: Hall, *, is_on: bool = True) -> ServerPages:
    """The owner switches the pages of the hall's server on, or off again."""
    before = hall.ask(pages_store.of_server, GUILD)
    pages = ServerPages(GUILD, KEY, "The Hall", is_on, hall.now, hall.person(1).person_id)
    if before is not None:
        pages = replace(before, is_on=is_on)
    hall.do(lambda tx: pages_store.save_server(tx, pages))
    return pages


def choose(
    hall: Hall, number: int, shown_as: ShownAs | None = ShownAs.NAME, *, page: bool = False, secret: str | None = None
) -> None:
    """A member chooses as what they are shown, and whether they have a page and a calendar."""
    choice = PersonPages(
        hall.person(number).person_id,
        hall.now,
        shown_as,
        page_of(number) if page else None,
        None if secret is None else calendar_print(secret),
    )
    hall.do(lambda tx: pages_store.save_person(tx, choice))


def page_of(number: int) -> str:
    """The key of the member's page."""
    return f"page{number}"


def decide(hall: Hall, event: Tournament, *, is_shown: bool) -> None:
    """Who runs the event decides whether it is on the web."""
    chosen = EventPages(event.tournament_id, is_shown, hall.person(1).person_id, hall.now)
    hall.do(lambda tx: pages_store.save_event(tx, chosen))


def announce(hall: Hall, name: str = "Cup", rulebook: Rulebook | None = None) -> Tournament:
    """An event whose announcement is delivered."""
    return told(hall, hall.announce(rulebook or TWO, name))


def play(hall: Hall, *numbers: int, name: str = "Cup", rulebook: Rulebook | None = None) -> Tournament:
    """An event from its announcement to its end, a day long, in which earlier numbers win."""
    event = hall.begin(announce(hall, name, rulebook), *numbers)
    order = {hall.person(number).person_id: at for at, number in enumerate(numbers)}

    def score(one: Contest) -> Score:
        first, second = (order[person] for person in hall.people_of(event, one))
        return (one.target, 0) if first < second else (0, one.target)

    played = hall.play_out(event, score)
    hall.now += DAY
    return played


def many(hall: Hall, count: int, name: str = "Cup", *, off_at: datetime | None = None) -> list[Tournament]:
    """So many announced events, a day apart, called off from that moment on or to come."""
    first = announce(hall, f"{name} 0")
    found = []
    for number in range(1, count + 1):
        one = replace(
            first,
            tournament_id=TournamentId(f"{name.lower()}{number:08}"),
            name=f"{name} {number}",
            start_at=first.start_at + number * DAY,
            cancelled_at=None if off_at is None else off_at + number * DAY,
            cancel_reason=None if off_at is None else "No hall",
        )
        hall.do(tournaments_store.add, one, b"s" * 32)
        found.append(one)
    decide(hall, first, is_shown=False)
    return found


def titles(calendar: PublicCalendar | None) -> list[str]:
    """What stands in a calendar."""
    assert calendar is not None
    return [one.title for one in calendar.appointments]


def appointment(calendar: PublicCalendar | None, title: str) -> PublicAppointment:
    """The one of that title."""
    assert calendar is not None
    (found,) = [one for one in calendar.appointments if one.title == title]
    return found

"""What tests of registration and check-in ask again and again."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import list_verbs as entering_list_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import AccountHeld, Bar, BarReason, Registered
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.kernel.ids import Actor, BarId
from bot.play.entries import Tournament
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset
from tests.hall.hall import GUILD, Hall

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)


def with_seats(capacity: int, account: str | None = "Jeek Online") -> Rulebook:
    """The Open with so many seats."""
    rules = preset("aije-open")
    return replace(rules, registration=replace(rules.registration, capacity=capacity, account=account))


def register(hall: Hall, tournament: Tournament, number: int, account: str | None = None) -> Registered | AccountHeld:
    """Member `number` registers, with an account of the own unless told."""
    name = account or f"account{number}"
    return hall.act(hall.actor(number), entering_verbs.register, tournament.tournament_id, name)


def entered(hall: Hall, tournament: Tournament, number: int) -> Registered:
    """As `register`, where nothing stands in the way."""
    entry = register(hall, tournament, number)
    assert isinstance(entry, Registered)
    return entry


def confirm(hall: Hall, tournament: Tournament, *numbers: int) -> None:
    """The members confirm."""
    for number in numbers:
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)


def at(hall: Hall, moment: datetime, number: int) -> Actor:
    """Member `number` as they press at that moment, whenever the bot gets to it."""
    return replace(hall.actor(number), at=moment)


def names(hall: Hall, tournament: Tournament) -> tuple[list[str], list[str]]:
    """Who has a seat and who waits, by name."""
    first = hall.ask(entering_list_verbs.player_list, GUILD, tournament.tournament_id, 0)
    pages = [
        hall.ask(entering_list_verbs.player_list, GUILD, tournament.tournament_id, page) for page in range(first.pages)
    ]
    everyone = [one.person.name for page in pages for one in page.shown]
    assert len(everyone) == first.seated + first.waiting
    return everyone[: first.seated], everyone[first.seated :]


def with_outcome(hall: Hall, tournament: Tournament, outcome: str) -> list[str]:
    """Whose place ended so at the close, by name."""
    some = hall.ask(entering_store.with_outcome, tournament.tournament_id, outcome)
    return [one.person.name for one in hall.ask(tournaments_facts_verbs.listed_people, some)]


def bar(
    hall: Hall,
    number: int,
    reason: BarReason = BarReason.UNJUSTIFIED_ABSENCE,
    explanation: str | None = None,
    until: datetime | None = None,
) -> Bar:
    """A bar against the member from now on."""
    by = hall.person(99).person_id if reason is BarReason.DISQUALIFIED else None
    person = hall.person(number).person_id
    made = Bar(BarId(f"bar{number}"), GUILD, person, reason, explanation, hall.now, until, barred_by=by)
    hall.do(lambda tx: entering_bars_store.add(tx, made))
    return made

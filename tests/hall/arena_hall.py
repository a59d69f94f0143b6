"""An arena in the hall: its players tell, agree and come back, and time passes step by step."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeVar

from bot import wiring
from bot.features.arena import verbs as arena_verbs
from bot.features.arena.model import OwnArena
from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.playing import store as playing_store
from bot.features.tournaments.facts_verbs import person_of
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.ids import ChannelId, EntrantId, MessageId
from bot.kernel.promises import Delivery
from bot.people import store as people_store
from bot.play.contests import Contest, Result
from bot.play.entries import Tournament
from bot.play.format_rules import ArenaRules
from bot.play.formats.arena import ArenaOutcome
from bot.play.matches import Report
from bot.rulebooks.library import preset
from tests.hall.hall import Hall

T = TypeVar("T")

ARENA = replace(preset("arena"), arena=replace(preset("arena").arena or ArenaRules(), late_entry_within=timedelta(0)))
"""The preset, to which nobody comes late."""
SECOND = timedelta(seconds=1)


def found(value: T | None) -> T:
    """The value, which has to be there."""
    assert value is not None
    return value


def deliver(hall: Hall) -> None:
    """Says everything that was promised."""
    for promise in hall.ask(outbox.waiting, 1000):
        where = Delivery(promise.outbox_id, ChannelId(7), MessageId(hash(promise.outbox_id) % 10**9), hall.now)
        hall.do(wiring.note_delivery, where)


def begin(hall: Hall, *numbers: int) -> Tournament:
    tournament = hall.begin(hall.announce(ARENA), *numbers)
    later(hall, seconds=0)
    return tournament


def later(hall: Hall, **length: float) -> None:
    """Time passes, and every step on the way is taken."""
    end = hall.now + timedelta(**length)
    deliver(hall)
    while (due := hall.ask(kernel_time_store.earliest_deadline)) is not None and due <= end:
        hall.now = max(hall.now, due)
        for one in hall.ask(kernel_time_store.due_deadlines, hall.now, 100):
            hall.do(wiring.take, one)
        deliver(hall)
    hall.now = end


def time_is_up_at(hall: Hall, tournament: Tournament) -> datetime:
    """The end of an arena of one hour."""
    return found(hall.load(tournament).first_call_at) + timedelta(hours=1)


def report_of(hall: Hall, contest: Contest) -> Report:
    return found(found(hall.ask(playing_store.load, contest.contest_id)).report)


def result_of(hall: Hall, contest: Contest) -> Result:
    return found(found(hall.ask(playing_store.load, contest.contest_id)).contest.result)


def number(hall: Hall, tournament: Tournament, side: EntrantId) -> int:
    person = found(hall.ask(people_store.load, hall.ask(person_of, tournament)[side]))
    return int(found(person.discord_id))


def sides(hall: Hall, tournament: Tournament, contest: Contest) -> tuple[int, int]:
    first, second = contest.sides
    return number(hall, tournament, first), number(hall, tournament, second)


def tell(hall: Hall, who: int, contest: Contest, outcome: ArenaOutcome, moves: str = "") -> OwnArena:
    return hall.act(hall.actor(who), arena_verbs.tell, contest.contest_id, outcome, moves)


def agree(hall: Hall, who: int, contest: Contest) -> OwnArena:
    report = report_of(hall, contest)
    return hall.act(hall.actor(who), arena_verbs.agree, contest.contest_id, report.report_id)


def ready(hall: Hall, who: int, tournament: Tournament) -> OwnArena:
    return hall.act(hall.actor(who), arena_verbs.ready, tournament.tournament_id)


def win(hall: Hall, tournament: Tournament, contest: Contest) -> tuple[int, int]:
    """The first side wins, and both say so."""
    first, second = sides(hall, tournament, contest)
    tell(hall, first, contest, ArenaOutcome.WON)
    agree(hall, second, contest)
    return first, second


def points(hall: Hall, tournament: Tournament) -> dict[int, float]:
    view = found(hall.ask(course_reading_verbs.standings_view, tournament.tournament_id))
    return {number(hall, tournament, row.entrant_id): float(row.values[0].value or 0) for row in view.rows}

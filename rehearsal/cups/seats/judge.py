"""The judge of a match for a seat: the matches of all four events, the ratings, and what is told of seats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rehearsal.checks import confirming, matches, rating, seen, settings
from rehearsal.cups.checks import record, rounds
from rehearsal.cups.cup import Trial
from rehearsal.cups.seats import checks
from rehearsal.cups.seats.diary import SeatCup
from rehearsal.cups.seats.facts import seats_on_record
from rehearsal.cups.seats.standing import standings
from rehearsal.diary import EventDiary
from rehearsal.facts import Event
from rehearsal.hearing import Hearing
from rehearsal.regulation import Regulation, find, read
from rehearsal.tables import calls_spent
from rehearsal.tables import matches as of_matches
from rehearsal.verdict import Table, Verdict, but, judge_all

_OF_REGISTRATION: Final = (confirming.window, confirming.starters, confirming.reminders, confirming.announcements)


@dataclass(frozen=True, slots=True)
class Part(Hearing):
    """Some of the events, held to the numbers of one file: those of the association are alike in what is looked at."""

    some: frozenset[str] = frozenset()
    numbers: Regulation | None = None

    @property
    def rules(self) -> Regulation:
        """The numbers of the file."""
        return self.numbers or self.play.rules

    def events_held(self) -> list[tuple[EventDiary, Event]]:
        """The events of this part."""
        return [one for one in Hearing.events_held(self) if one[1].event_id in self.some]


def judge(cup: SeatCup, hearing: Hearing) -> Verdict:
    """Every check with what it found."""
    every = frozenset({cup.opened, cup.league, *cup.matches.values()})
    entered = _part(hearing, frozenset({cup.opened, cup.league}))
    whole = _part(hearing, every)
    last = Trial(_part(hearing, frozenset({cup.event.event_id})), cup)
    found = [*judge_all(checks.CHECKS, hearing, cup), *judge_all(settings.CHECKS, whole)]
    found += judge_all((row for row in confirming.CHECKS if row[2] in _OF_REGISTRATION), entered)
    for area in (matches, rating, seen):
        found += judge_all(but(area.CHECKS, {rating.podium}), whole)
    found += judge_all((*rounds.DRAWS, *record.CHECKS), last)
    return Verdict(tuple(found), tuple(_tables(whole, cup)))


def _part(hearing: Hearing, some: frozenset[str]) -> Part:
    return Part(hearing.play, hearing.facts, hearing.faults, some, read(find("aije-open")))


def _tables(hearing: Hearing, cup: SeatCup) -> Iterator[Table]:
    """Both standings, the seats, the matches, the calls."""
    try:
        league, opened = standings(cup)
    except (LookupError, ValueError):
        return
    ranked = [
        (place, *map(hearing.name, pair)) for place, pair in enumerate(zip(league, opened, strict=False), start=1)
    ]
    yield "Standings, by the judge's count", ("Place", "League", "Open"), tuple(ranked)
    seats = sorted(seats_on_record(hearing.play.stage.path))
    yield "Seats", ("Event", "Held by"), tuple((event, hearing.name(member)) for event, member in seats)
    yield of_matches(hearing)
    yield calls_spent(hearing)

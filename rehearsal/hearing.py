"""What is before the judge: people's memory, what was seen, the facts of the file, and the regulation's numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from rehearsal.diary import EventDiary
from rehearsal.facts import Barring, Case, Claim, Entry, Event, Facts, Pairing
from rehearsal.play import Play
from rehearsal.regulation import Regulation

SOON: Final = timedelta(seconds=10)
"""How late a step may take effect: three seconds of grace for clicks in flight, and some for the delivery."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """All that the judge may look at. Of the bot there is only its file and its messages."""

    play: Play
    facts: Facts
    faults: tuple[str, ...]
    """What the stage found broken: limits, errors in the log, and an act that could not go on."""

    @property
    def rules(self) -> Regulation:
        """The numbers of the rulebook's file."""
        return self.play.rules

    def events_held(self) -> list[tuple[EventDiary, Event]]:
        """The events that were played, each as people remember it and as it stands on record."""
        by_id = {event.event_id: event for event in self.facts.events}
        return [(one, by_id[one.event_id]) for one in self.play.diary.events if one.confirmed]

    def name(self, member: int | None) -> str:
        """The member's name."""
        return self.play.narrator.names.get(member or 0, f"somebody ({member})")

    def person_name(self, person_id: str) -> str:
        """The name behind a person's id."""
        member = self.member(person_id)
        return self.facts.people.get(person_id, "") if member is None else self.name(member)

    def member(self, person_id: str) -> int | None:
        """The Discord id of a person who entered an event."""
        return next((entry.member for entry in self.facts.entries if entry.person_id == person_id), None)

    def names(self, members: Iterable[int | None]) -> str:
        """Names, in order."""
        return ", ".join(sorted(map(self.name, members))) or "nobody"

    def entries(self, event: Event) -> dict[str, Entry]:
        """The entries of an event by entrant."""
        return self.facts.of(event.event_id)

    def pairings(self, event: Event) -> list[Pairing]:
        """The contests of an event."""
        return [pairing for pairing in self.facts.pairings if pairing.event_id == event.event_id]

    def claims(self, one: Pairing) -> list[Claim]:
        """The reports of a contest, in their order."""
        return [claim for claim in self.facts.claims if claim.contest_id == one.contest_id]

    def cases(self, event: Event) -> dict[int | None, Case]:
        """The cases of an event by member."""
        return {self.member(case.person_id): case for case in self.facts.cases if case.event_id == event.event_id}

    def bars(self) -> dict[int | None, Barring]:
        """Bars by member."""
        return {self.member(bar.person_id): bar for bar in self.facts.bars}


def on_time(what: str, at: datetime | None, due: datetime, grace: timedelta = SOON) -> Iterable[str]:
    """Complains where a step was taken before it was due, or much later."""
    if at is None:
        yield f"{what}: never, although due at {due:%H:%M:%S}"
    elif not due <= at <= due + grace:
        yield f"{what}: at {at:%d %b %H:%M:%S} instead of {due:%d %b %H:%M:%S}"


Finder = Callable[[Hearing], Iterable[str]]
CheckRow = tuple[str, str, Finder]


def same(what: str, found: Iterable[object], wanted: Iterable[object]) -> Iterable[str]:
    """Complains about what is too much and what is missing."""
    have, want = set(found), set(wanted)
    if have - want:
        yield f"{what}: too many: {', '.join(sorted(map(str, have - want)))}"
    if want - have:
        yield f"{what}: missing: {', '.join(sorted(map(str, want - have)))}"

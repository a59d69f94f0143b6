"""What is before the judge of a bad evening, by the questions that its checks ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from rehearsal import rows
from rehearsal.bad_evening.diary import MORE_TIME, BadEvening
from rehearsal.diary import Played
from rehearsal.facts import Drawn, Event, Pairing
from rehearsal.hearing import Hearing
from rehearsal.posts import Post


@dataclass(frozen=True)
class Trial:
    """See the module."""

    hearing: Hearing
    evening: BadEvening

    @cached_property
    def file(self) -> rows.Rows:
        """Rows of the database file."""
        return rows.read(self.evening.play.stage.path, rows.BAD_EVENING)

    @property
    def event(self) -> Event:
        """The cup as it stands on record."""
        ((_, event),) = self.hearing.events_held()
        return event

    @property
    def closes_at(self) -> datetime:
        """When check-in has to close, which silence has moved."""
        return self.event.start_at + MORE_TIME

    @cached_property
    def entrants(self) -> dict[int, str]:
        """Each place that plays, by who holds it or held it; of who has no Discord by none of its numbers."""
        starters = self.hearing.entries(self.event).items()
        found = {entry.member or 0: one for one, entry in starters if entry.outcome == "starter"}
        left, comes_in = self.evening.left, self.evening.comes_in
        return found if left is None else {**found, left.id: found[comes_in.id]}

    @cached_property
    def draws(self) -> list[Drawn]:
        """The event's draws in their order."""
        return [one for one in self.hearing.facts.draws if one.event_id == self.event.event_id]

    @property
    def pairings(self) -> list[Pairing]:
        """The contests that are in force."""
        return self.hearing.pairings(self.event)

    @property
    def first_round(self) -> list[Pairing]:
        """Its contests that are in force, byes too."""
        lowest = min(one.round for one in self.pairings)
        return [one for one in self.pairings if one.round == lowest]

    def played_by(self, member: int) -> Iterator[tuple[Pairing, Played]]:
        """The matches of somebody, in their order, as they stand on record and as they are remembered."""
        matches = self.evening.event.matches
        for one in self.pairings:
            if one.contest_id in matches and member in matches[one.contest_id].players:
                yield one, matches[one.contest_id]

    def reached(self, members: Iterable[int]) -> set[int]:
        """Whom Discord can notify for them: of who has no Discord the organiser."""
        absent = self.evening.grandfather.id
        return {self.evening.play.stage.organiser.id if one == absent else one for one in members}

    def posts(self, place: str, verb: str = "") -> list[Post]:
        """What was posted there, with this button where one is given."""
        found = self.hearing.play.witness.posts_of(place)
        return [one for one in found if not verb or one.has(verb)]

    def away(self, since: datetime, until: datetime) -> timedelta:
        """How much of that time the bot was dead, by the memory of who killed it."""
        killed, back = self.evening.killed_at, self.evening.back_at
        assert killed is not None
        assert back is not None
        return max(timedelta(), min(until, back) - max(since, killed))

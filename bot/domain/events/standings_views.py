"""What people look at of standings: facts gathered, without text and without Discord."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.domain.community import Community, Person
from bot.domain.contests import Contest
from bot.domain.events.tournament import Tournament
from bot.domain.formats.point_sources import NONE, Sources
from bot.domain.formats.protocol import EventFacts
from bot.domain.ids import EntrantId
from bot.domain.standings import StandingRow, TieBreakValue
from bot.domain.tie_breaks import Parts


@dataclass(frozen=True, slots=True)
class StandingsView:
    """The table of an event that is drawn, best first."""

    tournament: Tournament
    community: Community
    facts: EventFacts
    rows: tuple[StandingRow, ...]
    people: Mapping[EntrantId, Person]
    groups: Mapping[EntrantId, int] = field(default_factory=dict)
    """Who plays in which group while groups are played: the rows are then those of one group after the other."""
    through: frozenset[EntrantId] = frozenset()
    """Who goes on to the knock-out as the table stands; empty where none follows."""
    sources: Mapping[EntrantId, Sources] = field(default_factory=dict)
    """What the points are made of beside wins, draws and losses."""

    def person(self, entrant_id: EntrantId) -> Person:
        """Who is behind the entrant."""
        return self.people[entrant_id]

    def sources_of(self, entrant_id: EntrantId) -> Sources:
        """What the entrant's points are made of beside wins, draws and losses."""
        return self.sources.get(entrant_id, NONE)

    def row_of(self, entrant_id: EntrantId) -> StandingRow | None:
        """The entrant's line, or None for a stranger to the event."""
        return next((row for row in self.rows if row.entrant_id == entrant_id), None)


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round that is paired: its contests in order, byes last, and the table that it was paired from."""

    table: StandingsView
    number: int
    contests: tuple[Contest, ...]
    lot: int | None = None
    """The number of the draw that paired the round after it, where each round has one of its own."""
    before: Mapping[EntrantId, int] = field(default_factory=dict)
    """The places that everybody would have without the round; empty for the first one."""


@dataclass(frozen=True, slots=True)
class Explained:
    """One value of an entrant with the steps that make it; no steps where the entry does not apply."""

    value: TieBreakValue
    parts: Parts


@dataclass(frozen=True, slots=True)
class WhyView:
    """Why an entrant stands where it stands."""

    table: StandingsView
    row: StandingRow
    explained: tuple[Explained, ...]

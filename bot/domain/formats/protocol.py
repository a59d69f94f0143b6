"""What every format promises: facts in, decisions out, no I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.domain.contest_points import took_part
from bot.domain.contests import Contest, NewContest, Result, Stage
from bot.domain.events.draw import Stream
from bot.domain.grades import Grade
from bot.domain.ids import ContestId, EntrantId, PersonId
from bot.domain.rating import as_published
from bot.domain.rulebook import Rulebook
from bot.domain.standings import Sanction, StandingRow
from bot.domain.title_match.title_game import NO_CHOICES, ColourChoices

Strength = tuple[bool, int, bool, float]
"""As `Starter.strength` sorts."""
Seeding = tuple[bool, int, Strength]
"""As `Starter.seeding` sorts."""


@dataclass(frozen=True, slots=True)
class Starter:
    """An entrant of the draw that stands, with the rating of the published list."""

    entrant_id: EntrantId
    rating: float | None
    withdrawn: bool = False
    """Left after the draw. A knock-out pairs whoever left as before, and the services settle it as a walkover; formats
    that pair anew each round pair them no more (GO-28.3)."""
    club: str | None = None
    """Of a kind that the rulebook may keep apart."""
    enters_in: int = 1
    """The first round that the entrant takes part in."""
    absent_in: frozenset[int] = frozenset()
    """Rounds that the entrant announced to miss."""
    members: tuple[PersonId, ...] = ()
    """Of a team, in the order of the boards."""
    warnings: int = 0
    """Warnings of the whole event (GO-24)."""
    holder: bool = False
    """Holds the title that is played for (AIJE-D03-1)."""
    choices: ColourChoices = NO_CHOICES
    """Of the holder of a title, before the start (AIJE-D03-2)."""
    grade: Grade | None = None
    """With which the entrant was drawn, where grades order the field (GO-25.3)."""
    seed: int | None = None
    """The place that organisers gave by hand before the draw, from 1."""

    def misses(self, number: int) -> bool:
        """Whether the entrant takes no part in that round by an announcement, or since it came later."""
        return number in self.absent_in or number < self.enters_in

    @property
    def strength(self) -> Strength:
        """Sorts the strongest first: by grade where there are any, then by rating as lists publish it."""
        rating = 0.0 if self.rating is None else -float(as_published(self.rating))
        return self.grade is None, -(self.grade.strength if self.grade else 0), self.rating is None, rating

    @property
    def seeding(self) -> Seeding:
        """Sorts as the field is seeded: by hand first, the others behind them the strongest first."""
        return *self.by_hand, self.strength

    @property
    def by_hand(self) -> tuple[bool, int]:
        """Sorts those whom organisers have seeded by hand, and leaves the others level behind them."""
        return self.seed is None, self.seed or 0


@dataclass(frozen=True, slots=True)
class Waiting:
    """Who is in the lobby of an arena since when."""

    entrant_id: EntrantId
    since: datetime


@dataclass(frozen=True, slots=True)
class EventFacts:
    """What an event's pairings and table derive from: everyone who was drawn, and the contests that stand.

    A contest that was voided is no fact any more and is left out; the format then decides its place anew.
    """

    starters: tuple[Starter, ...]
    contests: tuple[Contest, ...] = ()
    annulled: frozenset[tuple[ContestId, EntrantId]] = frozenset()
    """Results that were found fraudulent later, for the side that has lost them; what was played since stands."""
    forbidden: frozenset[frozenset[EntrantId]] = frozenset()
    """Pairs that are never to meet."""
    lot: tuple[EntrantId, ...] = ()
    """The order by lot of the entrants, the first best; empty until it was drawn."""
    waiting: tuple[Waiting, ...] = ()
    """The lobby of an arena, who has waited longest first."""
    sanctions: tuple[tuple[EntrantId, Sanction], ...] = ()
    """What verdicts have done to the final order, once the event is over (GO-23.6)."""
    began_at: datetime | None = None
    now: datetime | None = None
    """The moment that is asked about; only an arena looks at it."""

    @property
    def by_entrant(self) -> Mapping[EntrantId, Starter]:
        """What is known of each entrant, by its id."""
        return {one.entrant_id: one for one in self.starters}

    @property
    def gone(self) -> frozenset[EntrantId]:
        """Who has left after the draw."""
        return frozenset(one.entrant_id for one in self.starters if one.withdrawn)

    @property
    def never_came(self) -> frozenset[EntrantId]:
        """Who was to play, and left or stayed away each time: a place on the podium is won at the board."""
        met = {side for one in self.contests if one.result is not None and not one.is_bye for side in one.sides}
        return frozenset(one for one in met | self.gone if not took_part(one, self.contests))

    def of(self, *stages: Stage) -> tuple[Contest, ...]:
        """The contests of those stages."""
        return tuple(contest for contest in self.contests if contest.stage in stages)

    def starter(self, entrant_id: EntrantId) -> Starter:
        """The entrant's own facts. Raises KeyError for a stranger."""
        for one in self.starters:
            if one.entrant_id == entrant_id:
                return one
        raise KeyError(entrant_id)


class Format(Protocol):
    """One format; a module with these functions is one."""

    def needs_draw(self, facts: EventFacts, rulebook: Rulebook) -> bool:
        """Whether the contests that come next hang on a lot: `advance` then wants a stream of a new draw."""
        ...

    def advance(self, facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> tuple[NewContest, ...]:
        """The contests that can be decided now and are not on record yet: the first ones too, or none.

        The stream is the draw's randomness. Raises ValueError when it is needed and missing, or when there are too few
        starters.
        """
        ...

    def standings(self, facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
        """The table, best first; empty before the draw."""
        ...

    def is_over(self, facts: EventFacts, rulebook: Rulebook) -> bool:
        """Whether nothing is left to play."""
        ...

    def reopened_by(
        self, facts: EventFacts, rulebook: Rulebook, contest: Contest, correction: Result
    ) -> tuple[Contest, ...]:
        """The contests that the corrected result would void. Pairings once made stand, but for those of a bracket."""
        ...

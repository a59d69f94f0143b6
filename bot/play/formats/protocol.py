"""What every format promises: facts in, decisions out, no I/O; and what several formats share.

That is the opening draw of a knock-out (AIJE-D01-4), and what a corrected result leaves of an event that follows from
its first contests and their results alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Protocol

from bot.kernel.ids import ContestId, EntrantId, PersonId
from bot.play.contests import Contest, NewContest, Result, Sanction, Stage, StandingRow
from bot.play.draw import Stream
from bot.play.points import took_part
from bot.play.rating import as_published
from bot.play.rulebook import Grade, Rulebook
from bot.play.title_games import NO_CHOICES, ColourChoices

# --- what a format promises -----------------------------------------------------------------------------------------


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
class WaitingInLobby:
    """Who is in the lobby of an arena since when."""

    entrant_id: EntrantId
    since: datetime


@dataclass(frozen=True)
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
    waiting: tuple[WaitingInLobby, ...] = ()
    """The lobby of an arena, who has waited longest first."""
    sanctions: tuple[tuple[EntrantId, Sanction], ...] = ()
    """What verdicts have done to the final order, once the event is over (GO-23.6)."""
    began_at: datetime | None = None
    now: datetime | None = None
    """The moment that is asked about; only an arena looks at it."""

    @cached_property
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
        met = {
            side
            for contest in self.contests
            if contest.result is not None and not contest.is_bye
            for side in contest.sides
        }
        return frozenset(one for one in met | self.gone if not took_part(one, self.contests))

    @cached_property
    def drawn_for(self) -> int:
        """For how many the bracket was drawn: who came late has taken the side of a bye, and made it no larger."""
        field = len(self.starters)
        is_full = field.bit_count() == 1 and any(one.stage is Stage.PRELIMINARY for one in self.contests)
        return field - 1 if is_full else field

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


# --- the opening draw of a knock-out --------------------------------------------------------------------------------


FEWEST_STARTERS = 2
BY_RATING, BY_LOT, BY_SEED = "rating", "lot", "seed"


@dataclass(frozen=True, slots=True)
class FirstPlace:
    """A place of the first round as drawn: a pair, or one side with the reason of its bye."""

    sides: tuple[EntrantId, ...]
    bye_reason: str | None = None


def opening(starters: Sequence[Starter], stream: Stream, *, byes_by_rating: bool = True) -> tuple[FirstPlace, ...]:
    """The first round from top to bottom (AIJE-D01-4); the order of the starters means nothing.

    With p the largest power of two below n: n-p pairs, and 2p-n byes for the highest rated, rated before unrated, equal
    ratings at the cut by lot. Three shuffles, each over its items by entrant id: the lots, the pairs, the places.
    Raises ValueError with fewer than two starters.
    """
    if len(starters) < FEWEST_STARTERS:
        raise ValueError("a knock-out needs two starters")
    half = 1 << ((len(starters) - 1).bit_length() - 1)
    lots = stream.shuffle(sorted(starters, key=_by_id))
    byes = _byes(lots, 2 * half - len(starters), by_rating=byes_by_rating)
    free = {bye.sides[0] for bye in byes}
    drawn = stream.shuffle(sorted(starter.entrant_id for starter in starters if starter.entrant_id not in free))
    pairs = [FirstPlace((one, other)) for one, other in zip(drawn[::2], drawn[1::2], strict=True)]
    return tuple(stream.shuffle([*byes, *pairs]))


def by_seeding(starters: Sequence[Starter], stream: Stream, *, by_strength: bool = True) -> tuple[EntrantId, ...]:
    """The starters as they are seeded: by hand first, then the highest rated, the unrated last, equal ones by lot.

    Where strength says nothing, all whom nobody has seeded by hand follow by lot.
    """
    lots = stream.shuffle(sorted(starters, key=_by_id))
    ranked = sorted(lots, key=_seeding if by_strength else _by_hand)
    return tuple(starter.entrant_id for starter in ranked)


def seeded_opening(seeds: Sequence[EntrantId]) -> tuple[FirstPlace, ...]:
    """The first round from top to bottom, seeded: 1 meets the last, and the best two can meet in the final only.

    Byes of a field that is no power of two go to the best. Raises ValueError with fewer than two entrants.
    """
    if len(seeds) < FEWEST_STARTERS:
        raise ValueError("a knock-out needs two starters")
    order = [0]
    while len(order) < len(seeds):
        order = [seed for upper in order for seed in (upper, 2 * len(order) - 1 - upper)]
    return tuple(_seeded_place(seeds, *pair) for pair in zip(order[::2], order[1::2], strict=True))


def _seeded_place(seeds: Sequence[EntrantId], upper: int, lower: int) -> FirstPlace:
    if lower < len(seeds):
        return FirstPlace((seeds[upper], seeds[lower]))
    return FirstPlace((seeds[upper],), BY_SEED)


def _by_id(starter: Starter) -> EntrantId:
    return starter.entrant_id


def _seeding(starter: Starter) -> Seeding:
    return starter.seeding


def _by_hand(starter: Starter) -> tuple[bool, int]:
    return starter.by_hand


def _strength(starter: Starter) -> Strength:
    return starter.strength


def _byes(lots: Sequence[Starter], count: int, *, by_rating: bool) -> list[FirstPlace]:
    """The byes by entrant id. By lot are those whose rating is also that of the first who got none."""
    if not by_rating:
        return [FirstPlace((starter.entrant_id,), BY_LOT) for starter in sorted(lots[:count], key=_by_id)]
    ranked = sorted(lots, key=_strength)
    at_the_cut = _strength(ranked[count])
    return [
        FirstPlace((starter.entrant_id,), BY_LOT if _strength(starter) == at_the_cut else BY_RATING)
        for starter in sorted(ranked[:count], key=_by_id)
    ]


# --- what a corrected result leaves ---------------------------------------------------------------------------------


_Advance = Callable[[EventFacts], tuple[NewContest, ...]]


def contests_undone(
    facts: EventFacts, first: tuple[Contest, ...], contest: Contest, correction: Result, advance: _Advance
) -> tuple[Contest, ...]:
    """The contests on record that would not have come about with the correction, in their order on record.

    `first` are those that were drawn; everything else is followed from them, step by step.
    """
    mended = [replace(one, result=correction) if one == contest else one for one in facts.contests]
    drawn = _ids(first)
    known = [one for one in mended if one.contest_id in drawn]
    waiting = {_key(one): one for one in mended if one.contest_id not in drawn}
    while added := _take(waiting, advance(replace(facts, contests=tuple(known)))):
        known += added
    kept = _ids(known)
    return tuple(one for one in facts.contests if one.contest_id not in kept)


def _ids(contests: Iterable[Contest]) -> frozenset[ContestId]:
    return frozenset(contest.contest_id for contest in contests)


def _take(waiting: dict[tuple[object, ...], Contest], due: Iterable[NewContest]) -> list[Contest]:
    """Those that are due and on record; they wait no longer."""
    return [waiting.pop(_key(new)) for new in due if _key(new) in waiting]


def _key(contest: Contest | NewContest) -> tuple[object, ...]:
    return contest.stage, contest.group, contest.round, contest.position, contest.sides

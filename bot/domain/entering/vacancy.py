"""Where a seat can be given by hand: one rule for the League, the Candidates and the match for the title.

Places belong to the standings first (AIJE-D02-1, AIJE-D03-1, AIJE-D04-1). What is left over is given by hand or by the
committee's vote, and never more of it than the event has places.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.domain.entering.qualification import PLACES_FOR_THE_TITLE, Qualification
from bot.domain.ids import PersonId
from bot.domain.regulation.qualifying_events import QualifyingEvent

PLACES: Final[Mapping[QualifyingEvent, int]] = MappingProxyType(
    {
        QualifyingEvent.LEAGUE: 6,
        # Five, and a sixth where the second match for a seat counts too.
        QualifyingEvent.CANDIDATES: 6,
        QualifyingEvent.WORLD: PLACES_FOR_THE_TITLE,
    }
)


class Stage(StrEnum):
    """What has become of the invitations to an event."""

    NONE = "none"
    """No standings have ever said who is invited."""
    WAITS = "waits"
    STANDS = "stands"
    PLAYED = "played"
    """The event that they were for is over; new standings come first."""
    LEFT = "left"
    """Organisers have left everything as it is."""


class Way(StrEnum):
    """How a vacant place is given."""

    HAND = "hand"
    STANDINGS = "standings"
    """By hand, and only to whom it belongs by the standings."""
    VOTE = "vote"
    """By the committee's vote alone."""
    CONFIRMATION = "confirmation"
    """Not at all until organisers have decided on the invitations."""


@dataclass(frozen=True, slots=True)
class Vacancy:
    """The places of an event: who has one, to whom another belongs, and how the rest is given."""

    way: Way
    places: int
    """Without those that matches for a seat are still to give."""
    held: frozenset[PersonId]
    entitled: frozenset[PersonId] = frozenset()
    """To whom a place belongs without a seat so far."""

    def is_open_to(self, selves: Collection[PersonId], *, by_vote: bool = False) -> bool:
        """Whether somebody, under whichever account, can be given a place."""
        if self.way is Way.CONFIRMATION or len(self.held) >= self.places:
            return False
        if not self.entitled.isdisjoint(selves):
            return True
        is_given = self.way is Way.HAND or (by_vote and self.way is Way.VOTE)
        return is_given and self.has_room

    @property
    def has_room(self) -> bool:
        """Whether a place is left that belongs to nobody."""
        return len(self.held | self.entitled) < self.places


def vacancy(
    event: QualifyingEvent,
    stage: Stage,
    held: Collection[PersonId],
    now: Qualification | None = None,
    by_right: Qualification | None = None,
    champion: PersonId | None = None,
    *,
    committee: bool = False,
) -> Vacancy:
    """The places of the event.

    `held` are the seats that are held, `now` what follows from the invitations and `by_right` what follows from them
    where nobody has said no; neither where there are none. `champion` holds the title. With a `committee`, a place for
    the title that is nobody's by right is the committee's to give (AIJE-D03-1).
    """
    has = frozenset(held) if now is None else frozenset((*held, *now.holders(event)))
    whole = PLACES[event]
    rest = _way_of_the_rest(event, committee=committee)
    match stage:
        case Stage.WAITS:
            return Vacancy(Way.CONFIRMATION, whole, has)
        case Stage.NONE:
            first = {champion} if event is QualifyingEvent.WORLD and champion is not None else set[PersonId]()
            return Vacancy(rest, whole, has, frozenset(first - has))
        case Stage.STANDS if event is not QualifyingEvent.CANDIDATES:
            return Vacancy(rest, whole - _still_played_for(event, now), has)
        case _ if event is QualifyingEvent.WORLD:
            return Vacancy(Way.VOTE, whole, has)
        case _:
            owed = () if by_right is None else _owed_seats(event, by_right, left=stage is Stage.LEFT)
            return Vacancy(Way.STANDINGS, whole, has, frozenset(owed) - has)


def _way_of_the_rest(event: QualifyingEvent, *, committee: bool) -> Way:
    """How a place is given that is nobody's by the standings."""
    return Way.VOTE if committee and event is QualifyingEvent.WORLD else Way.HAND


def _still_played_for(event: QualifyingEvent, now: Qualification | None) -> int:
    """How many places matches are still to give."""
    matches = () if now is None or event is not QualifyingEvent.LEAGUE else now.matches
    return sum(bool(match.sides) and match.winner is None for match in matches)


def _owed_seats(event: QualifyingEvent, by_right: Qualification, *, left: bool) -> Collection[PersonId]:
    """To whom places belong by the standings; where invitations were left, no match will say which side has one."""
    matches = by_right.matches if left else ()
    counting = (match for match in matches if event in by_right.counts_for(match) and match.winner is None)
    return {*by_right.holders(event), *(side for match in counting for side in match.sides)}

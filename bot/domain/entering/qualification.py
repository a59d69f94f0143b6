"""Who is invited to the Candidates, the next League and the match for the title, and what is played for seats.

Everything follows from earlier standings, the last League's, the last Open's and the Candidates', and from who is world
champion (AIJE-D02-1, AIJE-D02-2, AIJE-D03-1, AIJE-D04-1). A seat match is played once and counts for both events.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.domain.ids import PersonId
from bot.domain.regulation.qualifying_events import QualifyingEvent

SURE_OF_LEAGUE: Final = 3
"""The first three of the League keep their seat."""
CHAMPION_WITHIN: Final = 4
"""With the champion among so many first of the League, the second seat match counts for the Candidates too."""


PLACES_FOR_THE_TITLE: Final = 2
"""The champion's and the challenger's (AIJE-D03-1)."""


class Asked(StrEnum):
    """What a person is asked to say yes or no to."""

    LEAGUE = "league"
    CANDIDATES = "candidates"
    MATCH = "match"
    """To play for a seat."""
    WORLD = "world"
    """To play for the title."""


ASKED_FOR: Final = {
    QualifyingEvent.LEAGUE: Asked.LEAGUE,
    QualifyingEvent.CANDIDATES: Asked.CANDIDATES,
    QualifyingEvent.WORLD: Asked.WORLD,
}
"""The question by which a seat of an event is offered."""


class Source(StrEnum):
    """Where a seat comes from."""

    LEAGUE = "league"
    OPEN = "open"
    SEAT_MATCH = "seat_match"
    CHAMPION = "champion"
    CANDIDATES = "candidates"
    WORD = "word"
    """Staff named the person, with a reason that everybody reads."""


@dataclass(frozen=True, slots=True, order=True)
class Invitation:
    """One question to one person."""

    asked: Asked
    person_id: PersonId


@dataclass(frozen=True, slots=True)
class Earlier:
    """What everything follows from; the standings hold the registered alone, best first (AIJE-B03-1)."""

    league: tuple[PersonId, ...]
    open: tuple[PersonId, ...]
    champion: PersonId | None = None

    @property
    def champion_is_near(self) -> bool:
        """Whether the world champion is among the League's first four (AIJE-D02-1)."""
        return self.champion is not None and self.champion in self.league[:CHAMPION_WITHIN]


@dataclass(frozen=True, slots=True)
class SeatMatch:
    """A best of 5 for a seat: 1 is League 4th v Open 3rd, 2 is League 5th v Open 2nd. None: nobody took it."""

    number: int
    league_side: PersonId | None
    open_side: PersonId | None
    won_by: PersonId | None = None

    @property
    def sides(self) -> tuple[PersonId, ...]:
        """Who plays, the League's side first."""
        return tuple(side for side in (self.league_side, self.open_side) if side is not None)

    @property
    def winner(self) -> PersonId | None:
        """Who has the seat: the winner, or whoever is alone in it because the other standings have nobody left."""
        return self.sides[0] if self.won_by is None and len(self.sides) == 1 else self.won_by

    @property
    def league_place(self) -> int:
        """The place of the League that plays in it."""
        return SURE_OF_LEAGUE + self.number

    @property
    def open_place(self) -> int:
        """The place of the Open that plays in it."""
        return 4 - self.number


@dataclass(frozen=True, slots=True)
class Seat:
    """A sure seat, and where it comes from."""

    event: QualifyingEvent
    person_id: PersonId
    source: Source


@dataclass(frozen=True, slots=True)
class Qualification:
    """Who has which seat, and what is played for the others."""

    seats: tuple[Seat, ...]
    matches: tuple[SeatMatch, ...]
    second_counts_twice: bool
    """Whether the second seat match counts for the Candidates too; the first always does."""

    def holders(self, event: QualifyingEvent) -> tuple[PersonId, ...]:
        """Who has a sure seat in the event."""
        return tuple(seat.person_id for seat in self.seats if seat.event is event)

    def counts_for(self, match: SeatMatch) -> tuple[QualifyingEvent, ...]:
        """The events in which the match gives a seat."""
        twice = match.number == 1 or self.second_counts_twice
        return (QualifyingEvent.LEAGUE, QualifyingEvent.CANDIDATES) if twice else (QualifyingEvent.LEAGUE,)

    def without(self, played: Collection[QualifyingEvent]) -> Qualification:
        """The same once these events have been played; with the League there is no match for a seat any more."""
        seats = tuple(seat for seat in self.seats if seat.event not in played)
        return replace(self, seats=seats, matches=() if QualifyingEvent.LEAGUE in played else self.matches)

    def invitations(self) -> tuple[Invitation, ...]:
        """Everyone who has to be asked: for a seat that follows from standings, and for a match still to be played."""
        unasked = {Source.SEAT_MATCH, Source.WORD}
        seats = [Invitation(ASKED_FOR[seat.event], seat.person_id) for seat in self.seats if seat.source not in unasked]
        games = [Invitation(Asked.MATCH, side) for one in self.matches if one.winner is None for side in one.sides]
        return (*seats, *games)


def qualify(
    earlier: Earlier, fixed: Sequence[SeatMatch] = (), declined: Collection[Invitation] = frozenset()
) -> Qualification:
    """The seats and the matches for them; `fixed` are matches that are arranged or played, whose players stay.

    In the League a declined or doubly held place passes to the next in the same standings. A sure seat goes before a
    match for one. In the Candidates the champion's place and a declined one stay empty.
    """
    league_seats = tuple(_sure_of_league(earlier, fixed, declined))
    taken = {seat.person_id for seat in league_seats}
    matches = tuple(_matches(earlier, fixed, declined, taken))
    won = [_seat_of(match, declined, taken) for match in matches]
    league = (*league_seats, *(seat for seat in won if seat is not None))
    second = earlier.champion_is_near
    return Qualification((*league, *_candidates(earlier, matches, declined, second=second)), matches, second)


def for_the_title(
    champion: PersonId | None,
    candidates: Sequence[PersonId],
    named: Sequence[PersonId] = (),
    declined: Collection[Invitation] = frozenset(),
) -> Qualification:
    """Who plays for the title: the champion and the first of the Candidates (AIJE-D02-2, AIJE-D03-1).

    A place that is declined or vacant goes to the next of the Candidates. Once nobody is left staff names somebody, who
    keeps the place; before them all the champion has the right to one.
    """
    in_order = [(one, Source.WORD) for one in named]
    in_order += [] if champion is None else [(champion, Source.CHAMPION)]
    in_order += [(one, Source.CANDIDATES) for one in candidates]
    seats: dict[PersonId, Seat] = {}
    for person, source in in_order:
        if source is Source.WORD or Invitation(Asked.WORLD, person) not in declined:
            seats.setdefault(person, Seat(QualifyingEvent.WORLD, person, source))
    return Qualification(tuple(seats.values())[:PLACES_FOR_THE_TITLE], (), second_counts_twice=False)


def _sure_of_league(earlier: Earlier, fixed: Iterable[SeatMatch], declined: Collection[Invitation]) -> Iterator[Seat]:
    """League 1st to 3rd and Open 1st. Who is to play a match that is arranged, or has won one, is not moved up."""
    busy = {side for match in fixed for side in (match.sides if match.winner is None else (match.winner,))}
    busy |= {one.person_id for one in declined if one.asked is Asked.LEAGUE}
    first = _next(earlier.league, SURE_OF_LEAGUE, busy)
    yield from (Seat(QualifyingEvent.LEAGUE, person, Source.LEAGUE) for person in first)
    for person in _next(earlier.open, 1, busy | set(first)):
        yield Seat(QualifyingEvent.LEAGUE, person, Source.OPEN)


def _matches(
    earlier: Earlier, fixed: Iterable[SeatMatch], declined: Collection[Invitation], taken: Collection[PersonId]
) -> Iterator[SeatMatch]:
    """Both matches: as they are arranged, or between the next of both standings."""
    arranged = {match.number: match for match in fixed}
    out = {one.person_id for one in declined if one.asked is not Asked.CANDIDATES}
    out |= set(taken) | {side for match in arranged.values() for side in match.sides}
    free = [number for number in (1, 2) if number not in arranged]
    from_league = _next(earlier.league, len(free), out)
    from_open = _next(earlier.open, len(free), out | set(from_league))
    sides_of_league = dict(zip(free, from_league, strict=False))
    sides_of_open = dict(zip(reversed(free), from_open, strict=False))
    for number in (1, 2):
        yield arranged.get(number) or SeatMatch(number, sides_of_league.get(number), sides_of_open.get(number))


def _seat_of(match: SeatMatch, declined: Collection[Invitation], taken: Collection[PersonId]) -> Seat | None:
    """The League's seat by a match: the winner's, and the other's where the winner declines it afterwards."""
    if match.winner is None:
        return None
    in_turn = (match.winner, *(side for side in match.sides if side != match.winner))
    able = (one for one in in_turn if Invitation(Asked.LEAGUE, one) not in declined and one not in taken)
    holder = next(able, None)
    return None if holder is None else Seat(QualifyingEvent.LEAGUE, holder, Source.SEAT_MATCH)


def _candidates(
    earlier: Earlier, matches: Iterable[SeatMatch], declined: Collection[Invitation], *, second: bool
) -> Iterator[Seat]:
    """Each way to the candidates' event in turn; without the champion and who declined, and nobody twice."""
    seated: set[PersonId] = set()
    for person, source in _ways_to_the_candidates(earlier, matches, second=second):
        stays_out = person == earlier.champion or Invitation(Asked.CANDIDATES, person) in declined
        if not stays_out and person not in seated:
            seated.add(person)
            yield Seat(QualifyingEvent.CANDIDATES, person, source)


def _ways_to_the_candidates(
    earlier: Earlier, matches: Iterable[SeatMatch], *, second: bool
) -> Iterator[tuple[PersonId, Source]]:
    """League 1st to 3rd, Open 1st, the winners of the matches that count."""
    first = earlier.league[:SURE_OF_LEAGUE]
    yield from ((person, Source.LEAGUE) for person in first)
    yield from ((person, Source.OPEN) for person in _next(earlier.open, 1, set(first)))
    for match in matches:
        if match.winner is not None and (match.number == 1 or second):
            yield match.winner, Source.SEAT_MATCH


def _next(standings: Iterable[PersonId], number: int, out: Collection[PersonId]) -> tuple[PersonId, ...]:
    """The first so many who are not out."""
    return tuple(person for person in standings if person not in out)[:number]


def settle(match: SeatMatch, winner: PersonId) -> SeatMatch:
    """The match with its winner; raises ValueError for somebody who does not play it."""
    if winner not in match.sides:
        raise ValueError("the winner of a seat match is one of its sides")
    return replace(match, won_by=winner)

"""Who is invited to the Candidates, the next League and the match for the title, and what is played for seats.

Everything follows from earlier standings, the last League's, the last Open's and the Candidates', and from who is
world champion (AIJE-D02-1, AIJE-D02-2, AIJE-D03-1, AIJE-D04-1). A seat match is played once and counts for both
events. Places belong to the standings first. What is left over is given by hand or by the committee's vote, and never
more of it than the event has places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar, Final

from bot.features.entering.model import ByHand
from bot.features.signing.model import Signed, Wish
from bot.kernel.ids import GuildId, PersonId, TournamentId
from bot.kernel.promises import Commas, Message, Notified, OfPerson
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.rulebook import ASKED_FOR, Asked, QualifyingEvent

# --- who is invited -------------------------------------------------------------------------------------------------


SURE_OF_LEAGUE: Final = 3
"""The first three of the League keep their seat."""
CHAMPION_WITHIN: Final = 4
"""With the champion among so many first of the League, the second seat match counts for the Candidates too."""


PLACES_FOR_THE_TITLE: Final = 2
"""The champion's and the challenger's (AIJE-D03-1)."""


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
        games = [
            Invitation(Asked.MATCH, side) for match in self.matches if match.winner is None for side in match.sides
        ]
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
    in_order += [(candidate, Source.CANDIDATES) for candidate in candidates]
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


# --- a round of invitations -----------------------------------------------------------------------------------------


ANSWER_WITHIN = timedelta(days=7)
"""The regulation names no time; who has said nothing by then leaves the place to the next."""
REOPEN_FOR = timedelta(hours=1)
"""How long an answer is still taken after an outage that reached into its last moment."""


class InvitationRound(StrEnum):
    """What a round of invitations follows from, and so for which events it asks."""

    __said_as__ = "round_of"

    LEAGUE = "league"
    """A League and an Open: for the next League and the Candidates."""
    TITLE = "title"
    """The Candidates: for the match for the title."""

    @property
    def events(self) -> tuple[QualifyingEvent, ...]:
        """The events whose seats it fills."""
        league = (QualifyingEvent.LEAGUE, QualifyingEvent.CANDIDATES)
        return league if self is InvitationRound.LEAGUE else (QualifyingEvent.WORLD,)

    @classmethod
    def filling(cls, event: QualifyingEvent) -> InvitationRound:
        """The kind of round that fills the seats of an event."""
        return cls.TITLE if event is QualifyingEvent.WORLD else cls.LEAGUE


class Answer(StrEnum):
    """What became of an invitation."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    SILENT = "silent"
    """Nothing was said in time."""
    SHUT_OUT = "shut_out"
    """The person is barred, and may not play."""


class PassedOver(StrEnum):
    """What is said of somebody who is barred, and of the place."""

    SHUT_OUT = "shut_out"
    BACK = "back"
    """The bar is gone, and the person is asked again."""
    GONE = "gone"
    """The bar is gone, and the place is somebody else's by now."""


@dataclass(frozen=True, slots=True)
class SeatRound:
    """The invitations that follow from a League and an Open, or from the Candidates."""

    round_id: str
    guild_id: GuildId
    round_of: InvitationRound
    sources: tuple[TournamentId, ...]
    """The League and the Open, or the Candidates alone."""
    champion: PersonId | None
    proposed_at: datetime
    confirmed_at: datetime | None = None
    confirmed_by: PersonId | None = None
    filled_at: datetime | None = None
    played: frozenset[QualifyingEvent] = frozenset()
    """Events that have been played since: nobody is asked about them any more."""
    closed_at: datetime | None = None

    @property
    def stands(self) -> bool:
        """Whether the invited are being asked, and hold what they have."""
        return self.confirmed_at is not None and self.closed_at is None


@dataclass(frozen=True, slots=True)
class Question:
    """An invitation on record. The time to answer runs from the delivered message; `answer_by` is None before."""

    invitation: Invitation
    made_at: datetime
    answer_by: datetime | None = None
    answer: Answer | None = None

    @property
    def is_open(self) -> bool:
        """Whether an answer is still wanted."""
        return self.answer is None


@dataclass(frozen=True, slots=True)
class SeatsView:
    """All that is known of a round."""

    round: SeatRound
    sources: tuple[Tournament, ...]
    qualification: Qualification
    questions: Mapping[Invitation, Question]
    arranged: Mapping[int, Tournament]
    """The events in which the seat matches are played, by the match's number."""
    people: Mapping[PersonId, Person]
    barred: frozenset[PersonId] = frozenset()
    """Who may not play as things stand, in a round that organisers have still to confirm."""

    def wanted_of(self, person_id: PersonId) -> tuple[Question, ...]:
        """What the person has still to answer, and still may."""
        asked = set(self.qualification.invitations())
        own = [Invitation(one, person_id) for one in Asked]
        found = (self.questions[one] for one in own if one in asked and one in self.questions)
        return tuple(one for one in found if one.is_open) if self.round.stands else ()

    def may_arrange(self, match: SeatMatch) -> bool:
        """Whether the match can be given its moment: both have agreed to play, and it has none yet."""
        agreed = all(self.answer_of(Asked.MATCH, side) is Answer.ACCEPTED for side in match.sides)
        both = len(match.sides) == 2
        return both and self.round.stands and match.winner is None and match.number not in self.arranged and agreed

    def answer_of(self, asked: Asked, person_id: PersonId) -> Answer | None:
        """What the person answered to the invitation."""
        question = self.questions.get(Invitation(asked, person_id))
        return None if question is None else question.answer

    def is_filled(self) -> bool:
        """Whether nobody is left to be asked and no match left to be played."""
        waiting = any(self.questions[invitation].is_open for invitation in self.qualification.invitations())
        matches = self.qualification.matches
        played = all(match.winner is not None or not match.sides for match in matches)
        return not waiting and played and not self.vacant

    @property
    def left_empty(self) -> tuple[PersonId, ...]:
        """Who does not take a place in the Candidates, which then stays empty (AIJE-D02-1)."""
        if self.round.round_of is not InvitationRound.LEAGUE or QualifyingEvent.CANDIDATES in self.round.played:
            return ()
        held = set(self.qualification.holders(QualifyingEvent.CANDIDATES))
        asked = (question for question in self.questions.values() if question.invitation.asked is Asked.CANDIDATES)
        out = (one.invitation.person_id for one in asked if one.answer not in {None, Answer.ACCEPTED})
        return tuple(one for one in out if one not in held)

    @property
    def vacant(self) -> int:
        """Places in the match for the title that nobody is left for, so that staff names somebody (AIJE-D03-1)."""
        if self.round.round_of is not InvitationRound.TITLE or QualifyingEvent.WORLD in self.round.played:
            return 0
        return PLACES_FOR_THE_TITLE - len(self.qualification.seats)


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Somebody with a seat, and for which event."""

    event: QualifyingEvent
    person: Person


@dataclass(frozen=True, slots=True)
class LostSeats:
    """Who has no seat any more after a correction; `listed` are those who stand on the list of such an event."""

    lost: tuple[SeatHolder, ...]
    listed: tuple[tuple[Person, Tournament], ...] = ()


# --- seats given by hand --------------------------------------------------------------------------------------------


PLACES: Final[Mapping[QualifyingEvent, int]] = MappingProxyType(
    {
        QualifyingEvent.LEAGUE: 6,
        # Five, and a sixth where the second match for a seat counts too.
        QualifyingEvent.CANDIDATES: 6,
        QualifyingEvent.WORLD: PLACES_FOR_THE_TITLE,
    }
)


class InvitationStage(StrEnum):
    """What has become of the invitations to an event."""

    __said_as__ = "stage"

    NONE = "none"
    """No standings have ever said who is invited."""
    WAITS = "waits"
    STANDS = "stands"
    PLAYED = "played"
    """The event that they were for is over; new standings come first."""
    LEFT = "left"
    """Organisers have left everything as it is."""


class VacancyWay(StrEnum):
    """How a vacant place is given."""

    __said_as__ = "way"

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

    way: VacancyWay
    places: int
    """Without those that matches for a seat are still to give."""
    held: frozenset[PersonId]
    entitled: frozenset[PersonId] = frozenset()
    """To whom a place belongs without a seat so far."""

    def is_open_to(self, same_person_ids: Collection[PersonId], *, by_vote: bool = False) -> bool:
        """Whether somebody, under whichever account, can be given a place."""
        if self.way is VacancyWay.CONFIRMATION or len(self.held) >= self.places:
            return False
        if not self.entitled.isdisjoint(same_person_ids):
            return True
        is_given = self.way is VacancyWay.HAND or (by_vote and self.way is VacancyWay.VOTE)
        return is_given and self.has_room

    @property
    def has_room(self) -> bool:
        """Whether a place is left that belongs to nobody."""
        return len(self.held | self.entitled) < self.places


def vacancy(
    event: QualifyingEvent,
    stage: InvitationStage,
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
        case InvitationStage.WAITS:
            return Vacancy(VacancyWay.CONFIRMATION, whole, has)
        case InvitationStage.NONE:
            first = {champion} if event is QualifyingEvent.WORLD and champion is not None else set[PersonId]()
            return Vacancy(rest, whole, has, frozenset(first - has))
        case InvitationStage.STANDS if event is not QualifyingEvent.CANDIDATES:
            return Vacancy(rest, whole - _still_played_for(event, now), has)
        case _ if event is QualifyingEvent.WORLD:
            return Vacancy(VacancyWay.VOTE, whole, has)
        case _:
            owed = () if by_right is None else _owed_seats(event, by_right, left=stage is InvitationStage.LEFT)
            return Vacancy(VacancyWay.STANDINGS, whole, has, frozenset(owed) - has)


def _way_of_the_rest(event: QualifyingEvent, *, committee: bool) -> VacancyWay:
    """How a place is given that is nobody's by the standings."""
    return VacancyWay.VOTE if committee and event is QualifyingEvent.WORLD else VacancyWay.HAND


def _still_played_for(event: QualifyingEvent, now: Qualification | None) -> int:
    """How many places matches are still to give."""
    matches = () if now is None or event is not QualifyingEvent.LEAGUE else now.matches
    return sum(bool(match.sides) and match.winner is None for match in matches)


def _owed_seats(event: QualifyingEvent, by_right: Qualification, *, left: bool) -> Collection[PersonId]:
    """To whom places belong by the standings; where invitations were left, no match will say which side has one."""
    matches = by_right.matches if left else ()
    counting = (match for match in matches if event in by_right.counts_for(match) and match.winner is None)
    return {*by_right.holders(event), *(side for match in counting for side in match.sides)}


# --- what is said ---------------------------------------------------------------------------------------------------


class OfSeats(Message):
    """About a round of invitations."""

    round_id: str


class SeatsProposed(OfSeats):
    """To the committee; becomes its panel."""

    NOTIFIES = Notified.NOBODY


class SeatsOffered(OfSeats):
    """Who is asked; the delivery starts the clock."""

    NOTIFIES = Notified.ASKED
    asked: Commas[Invitation]


class SeatsFilled(OfSeats):
    """Every seat has its player."""

    NOTIFIES = Notified.NOBODY


@dataclass(frozen=True, slots=True)
class LostSeat:
    """A seat that a correction took."""

    event: QualifyingEvent
    person_id: PersonId


class SeatsLost(OfSeats):
    """Who has no seat after a correction."""

    NOTIFIES = Notified.CONCERNED
    lost: Commas[LostSeat]


class SeatPassedOver(OfSeats):
    """Somebody is or was barred, and what became of the place."""

    NOTIFIES = Notified.CONCERNED
    what: PassedOver
    asked: Asked
    person: PersonId


class SeatVacant(OfSeats):
    """To the committee: nobody is left for so many places, after so many were asked."""

    NOTIFIES = Notified.STAFF
    vacant: int
    after: int


class SeatStaysEmpty(OfSeats):
    """To the committee: a place in the Candidates that somebody does not take passes on to nobody (AIJE-D02-1)."""

    NOTIFIES = Notified.STAFF
    person: PersonId


class SeatByHand(OfPerson):
    """An organiser gave or took a seat."""

    NOTIFIES = Notified.CONCERNED
    event: QualifyingEvent
    why: str
    given: ByHand


# --- wishes of who plays for a seat ---------------------------------------------------------------------------------


class SeatDeed(StrEnum):
    """What is to be done with the seat."""

    GIVE = "give"
    TAKE = "take"


@dataclass(frozen=True, slots=True)
class SeatWished(Wish):
    """That the person gets a seat in the event, or loses it, and why."""

    kind: ClassVar[Signed] = Signed.SEAT

    deed: str
    person_id: PersonId
    event: str
    reason: str


@dataclass(frozen=True, slots=True)
class SeatTold:
    """The same for its card."""

    deed: SeatDeed
    person: Person
    event: QualifyingEvent
    reason: str

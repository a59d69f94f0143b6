"""A round of invitations: proposed after an event, confirmed by organisers, answered by the invited."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.domain.community import Person
from bot.domain.entering.bars import Bar
from bot.domain.entering.qualification import PLACES_FOR_THE_TITLE, Asked, Invitation, Qualification, SeatMatch
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.regulation.qualifying_events import QualifyingEvent

ANSWER_WITHIN = timedelta(days=7)
"""The regulation names no time; who has said nothing by then leaves the place to the next."""
REOPEN_FOR = timedelta(hours=1)
"""How long an answer is still taken after an outage that reached into its last moment."""


class RoundOf(StrEnum):
    """What a round of invitations follows from, and so for which events it asks."""

    LEAGUE = "league"
    """A League and an Open: for the next League and the Candidates."""
    TITLE = "title"
    """The Candidates: for the match for the title."""

    @property
    def events(self) -> tuple[QualifyingEvent, ...]:
        """The events whose seats it fills."""
        league = (QualifyingEvent.LEAGUE, QualifyingEvent.CANDIDATES)
        return league if self is RoundOf.LEAGUE else (QualifyingEvent.WORLD,)

    @classmethod
    def filling(cls, event: QualifyingEvent) -> RoundOf:
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
    round_of: RoundOf
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
        waiting = any(self.questions[one].is_open for one in self.qualification.invitations())
        matches = self.qualification.matches
        played = all(match.winner is not None or not match.sides for match in matches)
        return not waiting and played and not self.vacant

    @property
    def left_empty(self) -> tuple[PersonId, ...]:
        """Who does not take a place in the Candidates, which then stays empty (AIJE-D02-1)."""
        if self.round.round_of is not RoundOf.LEAGUE or QualifyingEvent.CANDIDATES in self.round.played:
            return ()
        held = set(self.qualification.holders(QualifyingEvent.CANDIDATES))
        asked = (one for one in self.questions.values() if one.invitation.asked is Asked.CANDIDATES)
        out = (one.invitation.person_id for one in asked if one.answer not in {None, Answer.ACCEPTED})
        return tuple(one for one in out if one not in held)

    @property
    def vacant(self) -> int:
        """Places in the match for the title that nobody is left for, so that staff names somebody (AIJE-D03-1)."""
        if self.round.round_of is not RoundOf.TITLE or QualifyingEvent.WORLD in self.round.played:
            return 0
        return PLACES_FOR_THE_TITLE - len(self.qualification.seats)


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody with a seat, and for which event."""

    event: QualifyingEvent
    person: Person


@dataclass(frozen=True, slots=True)
class PassedOverView:
    """Somebody who was passed over or is asked again, and the bars in force, which everybody reads."""

    what: PassedOver
    person: Person
    asked: Asked
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class LostSeats:
    """Who has no seat any more after a correction; `listed` are those who stand on the list of such an event."""

    lost: tuple[Holder, ...]
    listed: tuple[tuple[Person, Tournament], ...] = ()

"""What is said of an event from its announcement to its record, of the call of a match, and to its staff."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from bot.features.tournaments.summons_model import ALSO_ANSWERED_BY, SETTLED_BY, MatterRef
from bot.features.tournaments.tasks_model import Obstacle
from bot.kernel.ids import ContestId, EntrantId, FileId, PersonId, TournamentId
from bot.kernel.promises import Colons, Commas, Message, Notified, OfContest, OfEntrant, OfGuild, OfTournament
from bot.play.deciders import BRACKET, Decider, Tie

# --- the event ------------------------------------------------------------------------------------------------------


class TournamentAnnounced(OfTournament):
    """An event is on; this message becomes its panel, and calls the role that was chosen, if any was."""

    NOTIFIES = Notified.FOLLOWERS

    @property
    def has_to_call(self) -> bool:
        """A role is the organiser's choice."""
        return False


class EventTomorrow(OfTournament):
    """It begins in a day: the role that was chosen hears that one can still register."""

    NOTIFIES = Notified.FOLLOWERS
    ASKS_BY = ("register",)


class TournamentChanged(OfTournament):
    """It has another name or start; where the start moved, who is on the list is named."""

    NOTIFIES = Notified.PLAYERS
    moved: bool
    entrants: tuple[EntrantId, ...] = ()

    @property
    def has_to_call(self) -> bool:
        """An event without entrants moves nobody."""
        return bool(self.entrants)


class TournamentCancelled(OfTournament):
    """It is called off; whoever would play is named."""

    NOTIFIES = Notified.PLAYERS
    entrants: tuple[EntrantId, ...] = ()

    @property
    def has_to_call(self) -> bool:
        """An event without entrants is missed by nobody."""
        return bool(self.entrants)


class TournamentReopened(OfTournament):
    """What was off as too few were there is on again, at another start; who is on the list is named."""

    NOTIFIES = Notified.PLAYERS
    by: PersonId
    entrants: tuple[EntrantId, ...] = ()

    @property
    def has_to_call(self) -> bool:
        """An event without entrants is on for nobody yet."""
        return bool(self.entrants)


class RulebookApproved(OfGuild):
    """A changed file of an official event may be played as one from now on."""

    NOTIFIES = Notified.NOBODY
    settings_print: str


class RulebookWaits(Message):
    """To the committee: a changed file of an official event waits for somebody's approval."""

    NOTIFIES = Notified.STAFF
    ASKS_BY = ("rulebook-waits",)
    name: str


class StartChangeAsked(OfTournament):
    """Another start is asked for of an official event; those registered are named and asked to agree."""

    NOTIFIES = Notified.PLAYERS
    ASKS_BY = ("start-agree",)
    start_at: datetime
    entrants: tuple[EntrantId, ...] = ()


class StartStays(OfTournament):
    """An officer has left the start as it was."""

    NOTIFIES = Notified.NOBODY
    by: PersonId


class ScheduledEvent(OfTournament):
    """No message: creates, moves or deletes Discord's own event."""

    NOTIFIES = Notified.NOBODY
    IN_CALENDAR = True


class RoundRobinOffered(OfTournament):
    """To the committee: with so few players a round robin is better."""

    NOTIFIES = Notified.NOBODY
    STANDS_WITH_MATCHES = True


class RoundRobinTaken(OfTournament):
    """It is a round robin if few start."""

    NOTIFIES = Notified.NOBODY


class CommitmentRecorded(OfTournament):
    """To the record, before anybody enters: the end of the chain by which the event will be drawn."""

    NOTIFIES = Notified.NOBODY


class Drawn(OfTournament):
    """The draw is made; who had it repeated, and why."""

    NOTIFIES = Notified.NOBODY
    draw: int
    by: PersonId | None = None
    reason: str | None = None


class RecordDraw(OfTournament):
    """The same for the record, with the proof."""

    NOTIFIES = Notified.NOBODY
    draw: int
    by: PersonId | None = None
    reason: str | None = None


class LinkRevealed(OfTournament):
    """To the record: the link of a round's or a lot's draw."""

    NOTIFIES = Notified.NOBODY
    draw: int


class PairForbidden(OfTournament):
    """To the record: two are not to meet, or may again."""

    NOTIFIES = Notified.NOBODY
    first: EntrantId
    second: EntrantId


class PlayerLeft(OfEntrant):
    """Somebody left after the close; the reason where staff took them out."""

    NOTIFIES = Notified.NOBODY
    STANDS_WITH_MATCHES = True
    reason: str | None = None


class RulesDrafted(OfTournament):
    """To the organisers: the chief arbiter's draft of the event's own rules."""

    NOTIFIES = Notified.NOBODY
    number: int


class RulesDecided(OfTournament):
    """The draft was approved or declined."""

    NOTIFIES = Notified.CONCERNED
    number: int

    @property
    def has_to_call(self) -> bool:
        """Its author is called where the committee reads; everybody finds the rules."""
        return False


class RoundPaired(OfTournament):
    """To the chief arbiter: a round with the reasons of its pairs."""

    NOTIFIES = Notified.ARBITERS
    round: int


class RoundOver(OfTournament):
    """A round has come to its end."""

    NOTIFIES = Notified.NOBODY
    draw: int
    round: int
    of: str = BRACKET


@dataclass(frozen=True, slots=True)
class LevelEntrants:
    """Who was level when the message was promised: a result of the play-off must not change what it tells."""

    group: int
    first: int
    last: int
    entrants: Commas[EntrantId]

    @classmethod
    def of(cls, tie: Tie) -> LevelEntrants:
        """As the tie is at the moment."""
        return cls(tie.group, tie.first, tie.last, tie.entrants)

    @property
    def tie(self) -> Tie:
        """The tie as it was."""
        return Tie(self.first, self.last, self.entrants, self.group)


class DeciderPaired(OfTournament):
    """Contests decide something after the regular rounds."""

    NOTIFIES = Notified.NOBODY
    decides: Decider
    contests: tuple[ContestId, ...]
    level: tuple[Colons[LevelEntrants], ...]


class LotDrawn(OfTournament):
    """A lot was drawn: among those who were level, or to name who of two is paired on."""

    NOTIFIES = Notified.NOBODY
    draw: int
    level: tuple[Colons[LevelEntrants], ...] | None = None
    contest: ContestId | None = None
    chosen: EntrantId | None = None


class ContestVoided(OfContest):
    """A contest was taken out of the event."""

    NOTIFIES = Notified.PLAYERS


class Podium(OfTournament):
    """The event is over: the first three, and what comes next."""

    NOTIFIES = Notified.NOBODY


class RatingsPublished(OfTournament):
    """The new list of ratings."""

    NOTIFIES = Notified.NOBODY


class RatingsWithdrawn(OfTournament):
    """An event that was called off goes on: the list of then holds no more."""

    NOTIFIES = Notified.NOBODY


class EventsBrought(Message):
    """Past events were brought in together."""

    NOTIFIES = Notified.NOBODY
    bringing_id: str


class PastEventsAgreed(Message):
    """To who sent past events that were agreed to and could not come in by themselves: how to go on."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("record-agreed",)
    signature_id: str


class EventsTakenBack(Message):
    """Past events that were brought in together are taken back."""

    NOTIFIES = Notified.NOBODY
    bringing_id: str


class RecordResults(OfTournament):
    """The whole event, to the record."""

    NOTIFIES = Notified.NOBODY


class RatingsCorrected(Message):
    """The list was put right after a verdict, or after a result was corrected."""

    NOTIFIES = Notified.NOBODY
    corrected: FileId | ContestId
    list: str


class OfCeremony(Message):
    """A message about a ceremony."""

    ceremony_id: str


class CeremonyStated(OfCeremony):
    """It is to be held, or called off."""

    NOTIFIES = Notified.NOBODY


class CeremonyReminder(OfCeremony):
    """It is about to begin."""

    NOTIFIES = Notified.PLAYERS


class Reprimanded(OfCeremony):
    """Who was absent without good reason."""

    NOTIFIES = Notified.CONCERNED
    person: PersonId


class OfEventProposal(Message):
    """About an event that waits for the President."""

    proposal_id: str


class EventProposed(OfEventProposal):
    """To the committee; becomes its panel."""

    NOTIFIES = Notified.STAFF


class ProposalWaits(OfEventProposal):
    """By letter to the President: it still waits."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("event-approve",)


class DraftWaits(Message):
    """By letter to its author: the preview of an event that was not confirmed."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("draft",)
    draft_id: str


class EventDecided(OfEventProposal):
    """To the arbiter who proposed it."""

    NOTIFIES = Notified.READER


# --- matches and staff ----------------------------------------------------------------------------------------------


class MatchCalled(OfContest):
    """The match may be played; this message becomes its card, and its delivery starts the walkover clock."""

    NOTIFIES = Notified.PLAYERS


class MatchLetter(OfContest):
    """The same by letter, to who asked to be reminded."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("here",)


class StaffCalled(Message):
    """To who runs the event: what needs a human; `to_role` calls the organisers' role besides those who are named."""

    NOTIFIES = Notified.STAFF
    STANDS_WITH_MATCHES = True
    ASKS_BY = tuple(sorted({*SETTLED_BY.values(), *chain.from_iterable(ALSO_ANSWERED_BY.values())}))
    call_id: str
    tournament_id: TournamentId | None = None
    matters: tuple[MatterRef, ...] = ()
    to_role: bool = False


class StaffWritten(Message):
    """The same call by letter, where Discord pings nobody else for it."""

    NOTIFIES = Notified.READER
    ASKS_BY = StaffCalled.ASKS_BY
    call_id: str


class ArbiterWanted(OfTournament):
    """To the committee: which matches wait, why, and how often anybody had gone on duty by then."""

    NOTIFIES = Notified.NOBODY
    STANDS_WITH_MATCHES = True
    situation: Obstacle
    waiting: tuple[ContestId, ...]
    spell: int


class MatchHandedOver(OfContest):
    """To the arbiter who follows the match from now on."""

    NOTIFIES = Notified.ARBITERS
    STANDS_WITH_MATCHES = True

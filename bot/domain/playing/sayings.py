"""What is said of a match from its call to its settled score, and of its arbiters."""

from __future__ import annotations

from datetime import datetime

from bot.domain.events.event_officers import EventRole
from bot.domain.ids import ContestId, PersonId, TournamentId
from bot.domain.playing.desk_views import Obstacle
from bot.domain.playing.match_views import Told
from bot.domain.playing.summons import SETTLED_BY, MatterRef
from bot.domain.sayings import Notified, OfContest, OfTournament, Saying


class MatchCalled(OfContest):
    """The match may be played; this message becomes its card, and its delivery starts the walkover clock."""

    NOTIFIES = Notified.PLAYERS


class MatchLetter(OfContest):
    """The same by letter, to who asked to be reminded."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("here",)


class ConfirmReminder(OfContest):
    """Whoever has to answer a report is named."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("agree",)


class MatchNote(OfContest):
    """What its arbiter did from another channel, and to which side."""

    NOTIFIES = Notified.PLAYERS
    what: Told
    side: int

    @property
    def has_to_call(self) -> bool:
        """What only notes what the players did asks nothing of them."""
        return self.what not in {Told.SEEN, Told.TALLIED}


class DisputeEscalated(OfContest):
    """To the committee: nobody has decided the dispute in time."""

    NOTIFIES = Notified.STAFF
    STANDS_WITH_MATCHES = True


class BothAbsent(OfContest):
    """Neither side came to the match."""

    NOTIFIES = Notified.PLAYERS


class ResultWanted(OfContest):
    """Both are there, the usual time is over, and nobody has reported: both players are asked."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("match",)


class StaffSilent(OfContest):
    """Nobody who runs the event has decided the match for a day: its players read what they can do by themselves."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("call-arbiter",)


class LotOffered(OfContest):
    """Both sides would end a match that needs a winner: both are asked whether the lot shall decide."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("accept-lot",)


class StaffCalled(Saying):
    """To who runs the event: what needs a human; `to_role` calls the organisers' role besides those who are named."""

    NOTIFIES = Notified.STAFF
    STANDS_WITH_MATCHES = True
    ASKS_BY = tuple(sorted(set(SETTLED_BY.values())))
    call_id: str
    tournament_id: TournamentId | None = None
    matters: tuple[MatterRef, ...] = ()
    to_role: bool = False


class StaffWritten(Saying):
    """The same call by letter, where Discord pings nobody else for it."""

    NOTIFIES = Notified.READER
    ASKS_BY = StaffCalled.ASKS_BY
    call_id: str


class ResultCorrected(OfContest):
    """What the result was before."""

    NOTIFIES = Notified.PLAYERS
    before: str


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


class ChiefNamed(OfTournament):
    """To the record: the chief arbiter, or a deputy."""

    NOTIFIES = Notified.CONCERNED
    person: PersonId
    role: EventRole


class ArbiterRelieved(OfTournament):
    """To the committee: an arbiter was relieved of a duty."""

    NOTIFIES = Notified.CONCERNED
    person: PersonId


class PassedUp(OfContest):
    """To the chief arbiter: what the match's arbiter asks."""

    NOTIFIES = Notified.ARBITERS
    by: PersonId
    question: str


class ReportWanted(OfTournament):
    """To the chief arbiter, once the event is over."""

    NOTIFIES = Notified.ARBITERS


class ClosingReportFiled(OfTournament):
    """To the public record: the chief arbiter's closing report."""

    NOTIFIES = Notified.NOBODY
    STORED_AS = "closing_report"


class OfPause(OfContest):
    """About one pause of an adjourned game."""

    pause: int


class Adjourned(OfPause):
    """The game is interrupted until a stated moment."""

    NOTIFIES = Notified.PLAYERS


class AdjournmentReminder(OfPause):
    """An adjourned game goes on soon."""

    NOTIFIES = Notified.PLAYERS


class AdjournmentOver(OfPause):
    """An adjourned game goes on now."""

    NOTIFIES = Notified.PLAYERS


class OfNote(OfContest):
    """About a note of the time used."""

    entry: int


class TimesNoted(OfNote):
    """Both sides are asked to confirm it."""

    NOTIFIES = Notified.PLAYERS


class ClocksSet(OfNote):
    """A clock failed, and the note sets them."""

    NOTIFIES = Notified.PLAYERS


class TimesDoubted(OfContest):
    """To the arbiter: who finds the note wrong."""

    NOTIFIES = Notified.ARBITERS
    by: PersonId


class OfEventPause(OfTournament):
    """About the pause of an event that began at the moment."""

    paused_at: datetime


class EventPaused(OfEventPause):
    """Staff have stopped its clocks for a time."""

    NOTIFIES = Notified.NOBODY


class EventResumed(OfEventPause):
    """They run again."""

    NOTIFIES = Notified.NOBODY

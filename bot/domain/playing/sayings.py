"""What is said of a match from its call to its settled score, and of its arbiters."""

from __future__ import annotations

from datetime import datetime

from bot.domain.events.event_officers import EventRole
from bot.domain.ids import ContestId, PersonId, TournamentId
from bot.domain.playing.desk_views import Obstacle
from bot.domain.playing.match_views import Told
from bot.domain.playing.summons import SETTLED_BY, MatterRef
from bot.domain.sayings import OfContest, OfTournament, Saying


class MatchCalled(OfContest):
    """The match may be played; this message becomes its card, and its delivery starts the walkover clock."""


class MatchLetter(OfContest):
    """The same by letter, to who asked to be reminded."""

    ASKS_BY = ("here",)


class ConfirmReminder(OfContest):
    """Whoever has to answer a report is named."""

    ASKS_BY = ("agree",)


class MatchNote(OfContest):
    """What its arbiter did from another channel, and to which side."""

    what: Told
    side: int


class DisputeEscalated(OfContest):
    """To the committee: nobody has decided the dispute in time."""


class BothAbsent(OfContest):
    """Neither side came to the match."""


class ResultWanted(OfContest):
    """Both are there, the usual time is over, and nobody has reported: both players are asked."""

    ASKS_BY = ("match",)


class StaffSilent(OfContest):
    """Nobody who runs the event has decided the match for a day: its players read what they can do by themselves."""

    ASKS_BY = ("call-arbiter",)


class LotOffered(OfContest):
    """Both sides would end a match that needs a winner: both are asked whether the lot shall decide."""

    ASKS_BY = ("accept-lot",)


class StaffCalled(Saying):
    """To who runs the event: what needs a human; `to_role` calls the organisers' role besides those who are named."""

    ASKS_BY = tuple(sorted(set(SETTLED_BY.values())))
    call_id: str
    tournament_id: TournamentId | None = None
    matters: tuple[MatterRef, ...] = ()
    to_role: bool = False


class StaffWritten(Saying):
    """The same call by letter, where Discord pings nobody else for it."""

    ASKS_BY = StaffCalled.ASKS_BY
    call_id: str


class ResultCorrected(OfContest):
    """What the result was before."""

    before: str


class ArbiterWanted(OfTournament):
    """To the committee: which matches wait, why, and how often anybody had gone on duty by then."""

    situation: Obstacle
    waiting: tuple[ContestId, ...]
    spell: int


class MatchHandedOver(OfContest):
    """To the arbiter who follows the match from now on."""


class ChiefNamed(OfTournament):
    """To the record: the chief arbiter, or a deputy."""

    person: PersonId
    role: EventRole


class ArbiterRelieved(OfTournament):
    """To the committee: an arbiter was relieved of a duty."""

    person: PersonId


class PassedUp(OfContest):
    """To the chief arbiter: what the match's arbiter asks."""

    by: PersonId
    question: str


class ReportWanted(OfTournament):
    """To the chief arbiter, once the event is over."""


class ClosingReportFiled(OfTournament):
    """To the public record: the chief arbiter's closing report."""

    STORED_AS = "closing_report"


class OfPause(OfContest):
    """About one pause of an adjourned game."""

    pause: int


class Adjourned(OfPause):
    """The game is interrupted until a stated moment."""


class AdjournmentReminder(OfPause):
    """An adjourned game goes on soon."""


class AdjournmentOver(OfPause):
    """An adjourned game goes on now."""


class OfNote(OfContest):
    """About a note of the time used."""

    entry: int


class TimesNoted(OfNote):
    """Both sides are asked to confirm it."""


class ClocksSet(OfNote):
    """A clock failed, and the note sets them."""


class TimesDoubted(OfContest):
    """To the arbiter: who finds the note wrong."""

    by: PersonId


class OfEventPause(OfTournament):
    """About the pause of an event that began at the moment."""

    paused_at: datetime


class EventPaused(OfEventPause):
    """Staff have stopped its clocks for a time."""


class EventResumed(OfEventPause):
    """They run again."""

"""Steps that come by themselves in a match, its rulings, its endings without staff, and what is said of it.

By themselves games are lost by absence, reports are recalled and stand, disputes rise. A ruling on a position or a
game that cannot go on has its effect in the event (GO-17, GO-20); a score that an arbiter or the organisers gave can
be appealed against by a player (GO-16.4). Where nobody plays and no staff decide, both lose the match, or the lot
says who goes on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.features.playing.board_model import adjourning_steps
from bot.features.playing.match_views_model import ArbiterAct
from bot.features.tournaments.arbiters_model import EventRole
from bot.kernel.ids import ContestId, PersonId, TournamentId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Due, Outage, Step, extend, first_running, resume
from bot.kernel.promises import Notified, OfContest, OfTournament
from bot.play.contests import Contest, Stage
from bot.play.course import in_bracket
from bot.play.entries import Tournament
from bot.play.matches import (
    Ending,
    Match,
    Report,
    ReportAnswer,
    both_have_lost,
    next_game_lost_at,
    side_lost_by_absence,
)
from bot.play.rulebook import BoardRuling, DisciplineRules, EndlessRepetition, Rulebook, discipline_of

# --- rulings on a game ----------------------------------------------------------------------------------------------


class BoardCause(StrEnum):
    """What happened at the board."""

    DISTURBED = "disturbed"
    """Stones were moved, and the players do not agree where they lay (GO-17.5)."""
    ON_PURPOSE = "on_purpose"
    """One of the players moved them on purpose (GO-17.5)."""
    BROKEN_OFF = "broken_off"
    """Something outside the two players ended the game (GO-17.6)."""
    BROKEN_OFF_BY = "broken_off_by"
    """A player ended it without intent, and it cannot be resumed (GO-17.6)."""
    REPETITION = "repetition"
    """The position would come back without end (GO-20)."""


class BoardOutcome(StrEnum):
    """What a ruling comes to for the match."""

    FAIR_POINT = "fair_point"
    AS_IT_IS = "as_it_is"
    PLAYED_AGAIN = "played_again"
    DRAWN = "drawn"
    NO_RESULT = "no_result"
    BOTH_LOST = "both_lost"
    SIDE_LOST = "side_lost"


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """A cause, what is ruled for it, and what that comes to; `side` is who loses, where one does."""

    cause: BoardCause
    ruling: BoardRuling | None
    outcome: BoardOutcome
    side: int | None = None


_RULED = {
    BoardRuling.FAIR_POINT: BoardOutcome.FAIR_POINT,
    BoardRuling.AS_IT_IS: BoardOutcome.AS_IT_IS,
    BoardRuling.DRAW: BoardOutcome.DRAWN,
    BoardRuling.REPLAY: BoardOutcome.PLAYED_AGAIN,
    BoardRuling.BOTH_LOSE: BoardOutcome.BOTH_LOST,
}
_REPEATED = {
    EndlessRepetition.NO_RESULT: BoardOutcome.NO_RESULT,
    EndlessRepetition.DRAW: BoardOutcome.DRAWN,
    EndlessRepetition.EXTRA_GAME: BoardOutcome.PLAYED_AGAIN,
}
NOBODY_COMES_AFTER = frozenset({Stage.FINAL, Stage.THIRD_PLACE, Stage.PLACEMENT, Stage.PLAY_OFF})
"""Matches of which nobody goes on to another one."""


def choices(contest: Contest, rulebook: Rulebook) -> tuple[BoardChoice, ...]:
    """All that can be ruled for the game under way, each once; none where the rulebook says nothing of it.

    A draw and a replay are one ruling where a drawn game is played again.
    """
    rules = discipline_of(rulebook)
    ruled = [
        BoardChoice(cause, ruling, _comes_to(_RULED[ruling], contest, rulebook))
        for cause, rulings in (
            (BoardCause.DISTURBED, rules.when_disturbed),
            (BoardCause.BROKEN_OFF, rules.when_broken_off),
        )
        for ruling in rulings
        if ruling is not BoardRuling.BOTH_LOSE or both_can_lose(contest)
    ]
    blamed = [
        BoardChoice(cause, None, BoardOutcome.SIDE_LOST, side)
        for cause in _blaming(rules)
        for side in range(len(contest.sides))
    ]
    repeated = rules.endless_repetition
    endless = (
        []
        if repeated is None
        else [BoardChoice(BoardCause.REPETITION, None, _comes_to(_REPEATED[repeated], contest, rulebook))]
    )
    each_once = {(one.cause, one.outcome, one.side): one for one in (*ruled, *blamed, *endless)}
    return tuple(each_once.values())


def both_can_lose(contest: Contest) -> bool:
    """Whether a ruling can have both lose: in a match of one game, but for one that only separates two ranks."""
    return contest.best_of == 1 and contest.stage not in {Stage.PLACEMENT, Stage.PLAY_OFF}


def needs_lot(contest: Contest, rulebook: Rulebook) -> bool:
    """Whether somebody has to be paired as the winner although both lost (GO-17.5); after the final nobody is."""
    if in_bracket(contest, rulebook):
        return contest.stage not in NOBODY_COMES_AFTER
    return rulebook.traits.by_score


def _comes_to(outcome: BoardOutcome, contest: Contest, rulebook: Rulebook) -> BoardOutcome:
    """A game that nobody won is played again where the match needs a winner, or has more games than this one."""
    if outcome is BoardOutcome.DRAWN and not (contest.drawable and contest.best_of == 1):
        return BoardOutcome.PLAYED_AGAIN
    if outcome is BoardOutcome.NO_RESULT and (in_bracket(contest, rulebook) or contest.best_of > 1):
        return BoardOutcome.PLAYED_AGAIN
    return outcome


def _blaming(rules: DisciplineRules) -> tuple[BoardCause, ...]:
    causes = ((BoardCause.ON_PURPOSE, rules.when_disturbed), (BoardCause.BROKEN_OFF_BY, rules.when_broken_off))
    return tuple(cause for cause, rulings in causes if rulings)


# --- what is said ---------------------------------------------------------------------------------------------------


class ConfirmReminder(OfContest):
    """Whoever has to answer a report is named."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("agree",)


class MatchNote(OfContest):
    """What its arbiter did from another channel, and to which side."""

    NOTIFIES = Notified.PLAYERS
    what: ArbiterAct
    side: int

    @property
    def has_to_call(self) -> bool:
        """What only notes what the players did asks nothing of them."""
        return self.what not in {ArbiterAct.SEEN, ArbiterAct.TALLIED}


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


class WaitIsOver(OfContest):
    """The other match has ended, and the clocks of this one begin with the message."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("here",)


class StaffSilent(OfContest):
    """Nobody who runs the event has decided the match for a day: its players read what they can do by themselves."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("call-arbiter",)


class LotOffered(OfContest):
    """Both sides would end a match that needs a winner: both are asked whether the lot shall decide."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("accept-lot",)


class ResultCorrected(OfContest):
    """What the result was before."""

    NOTIFIES = Notified.PLAYERS
    before: str


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


# --- endings without staff ------------------------------------------------------------------------------------------


_WON_AT_TABLES: Final = frozenset({Stage.FINAL, Stage.PLAY_OFF})


def ending_of(contest: Contest, rulebook: Rulebook) -> Ending | None:
    """How the match can end without a result; None where only staff can end it.

    After a double walkover the opponent goes on alone, and in a table each side has lost. A final needs a winner, so
    there it is the lot; so do the final of tables and the extra games before it (OTE-2.8). A match for a title is left
    to the offices, an arena to its clock.
    """
    traits = rulebook.traits
    if traits.is_series or traits.has_lobby:
        return None
    if traits.at_tables:
        return Ending.LOT if contest.stage in _WON_AT_TABLES else Ending.WITHOUT_RESULT
    needs_winner = contest.stage is Stage.FINAL and in_bracket(contest, rulebook)
    return Ending.LOT if needs_winner else Ending.WITHOUT_RESULT


def asked_to_agree(match: Match, missing: Collection[int], *, at_table: bool) -> tuple[int, ...]:
    """The sides that all have to agree, and among whom the lot is drawn.

    At a table these are the sides that came, as long as they are two: who stays away keeps nobody there.
    """
    there = tuple(side for side in range(len(match.contest.sides)) if side not in match.away)
    came = tuple(side for side in there if side not in missing)
    return came if at_table and len(came) > 1 else there


# --- steps by themselves --------------------------------------------------------------------------------------------


TO_SAY_WHY = timedelta(minutes=5)
"""How long a report stays open at least, once the other side has begun to write what it sees differently."""


def due_steps(match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> tuple[Due, ...]:
    """The steps of the match that lie ahead, and those whose moment has passed untaken; at most one of each kind.

    A match that does not go on has none. Where no clock decides, none is lost by absence.
    """
    if not goes_on(match):
        return ()
    known = tuple(outages)
    if rulebook.traits.at_tables:
        return tuple(_answers(match.report, rulebook, known))
    stated = adjourning_steps(match, rulebook.adjournment, match.adjourned)
    pauses = (Due(one.kind, first_running(one.at, known)) for one in stated)
    both = _both_lost(match, rulebook, known)
    return *_losses(match, now, rulebook, known), *both, *_answers(match.report, rulebook, known), *pauses


def goes_on(match: Match) -> bool:
    """Whether the match is under way: called, and the call read, not at rest, neither settled nor voided."""
    waits = match.contest.called_at is None or match.suspended_at is not None
    return not waits and match.contest.result is None and match.voided_at is None


def stands_at(report: Report, rulebook: Rulebook, outages: Iterable[Outage]) -> datetime:
    """Until when the other side can answer a report before it stands.

    It is open longer after a reminder that came late, while a dispute is written, and by the bot's own absence.
    """
    known, rules = tuple(outages), rulebook.matches
    windows = (
        (report.reported_at, rules.confirm_within),
        (report.reminded_at, rules.confirm_within - rules.remind_confirm_after),
        (report.doubted_at, TO_SAY_WHY),
    )
    return max(
        extend(began, began + lasts, known, rulebook.outage.reopen_for) for began, lasts in windows if began is not None
    )


def _losses(match: Match, now: datetime, rulebook: Rulebook, outages: tuple[Outage, ...]) -> Iterator[Due]:
    """The next lost game, with its grace for clicks in flight (AIJE-D01-5.4)."""
    rules, target = rulebook.matches, match.contest.target
    running = [clock for clock in match.clocks if clock.ended_at is None]
    # A loss within the last seconds is still to come: a press that was made before it may be on its way.
    heard = now - CLICKS_IN_FLIGHT
    nobody_came = bool(running) and both_have_lost(match, heard, rules, outages)
    if nobody_came or side_lost_by_absence(match, heard, rules, outages) is not None:
        yield Due(Step.LOSE_GAME, now)
        return
    moments = (next_game_lost_at(clock, heard, rules, target, outages) for clock in running)
    ahead = [moment for moment in moments if moment is not None]
    yield from (Due(Step.LOSE_GAME, moment + CLICKS_IN_FLIGHT) for moment in sorted(ahead)[:1])


def both_lose_at(match: Match, rulebook: Rulebook, outages: Iterable[Outage]) -> datetime | None:
    """When both lose a match to which neither came; None where that is left to staff, or a match needs a winner."""
    known, after = tuple(outages), rulebook.matches.double_absence_after
    ended = [clock.ended_at for clock in match.clocks if clock.ended_at is not None]
    waits = len(ended) < len(match.clocks) or not ended or match.report is not None
    if waits or after is None or ending_of(match.contest, rulebook) is not Ending.WITHOUT_RESULT:
        return None
    stopped = max(ended)
    return resume(stopped, after, known) if both_have_lost(match, stopped, rulebook.matches, known) else None


def _both_lost(match: Match, rulebook: Rulebook, outages: tuple[Outage, ...]) -> Iterator[Due]:
    at = both_lose_at(match, rulebook, outages)
    if at is not None:
        yield Due(Step.LOSE_BOTH, at + CLICKS_IN_FLIGHT)


def _answers(report: Report | None, rulebook: Rulebook, outages: tuple[Outage, ...]) -> Iterator[Due]:
    if report is None:
        return
    rules = rulebook.matches
    if report.answer is ReportAnswer.DISPUTED:
        if report.escalated_at is None and report.answered_at is not None:
            yield Due(Step.ESCALATE_DISPUTE, first_running(report.answered_at + rules.escalate_dispute_after, outages))
        return
    if report.reminded_at is None:
        yield Due(Step.REMIND_CONFIRM, first_running(report.reported_at + rules.remind_confirm_after, outages))
    yield Due(Step.LET_STAND, stands_at(report, rulebook, outages) + CLICKS_IN_FLIGHT)


# --- scores given by staff ------------------------------------------------------------------------------------------


APPEAL_RULING_WITHIN: Final = timedelta(hours=24)
"""How long a player may appeal against a ruling; a community's shorter term for appeals holds instead."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A score by somebody's word who does not play in the match."""

    contest_id: ContestId
    tournament_id: TournamentId
    players: tuple[PersonId, ...]
    """In the order of the sides."""
    by: PersonId
    reason: str | None
    at: datetime
    stands: bool
    """False once the score was corrected, or the match taken out of the event."""


def is_just_over(tournament: Tournament, at: datetime) -> bool:
    """Whether the event is a match for a title, or an arena, that ended a short while ago.

    The one ends with its last game and the other with its time, so that a slip there could never be corrected
    otherwise; it can for as long as a ruling may be appealed against.
    """
    ended_at = tournament.ended_at
    return tournament.rulebook.traits.ends_by_itself and ended_at is not None and at <= ended_at + APPEAL_RULING_WITHIN

"""Ending a match that staff do not decide: both sides agree, and both lose it, or the lot says who goes on."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.domain.contests import Result, ResultKind
from bot.domain.ids import ContestId
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import Agreed
from bot.domain.playing.matches import ReportAnswer
from bot.domain.playing.sayings import LotOffered, StaffSilent
from bot.domain.playing.without_result import Ending, asked_to_agree, ending_of
from bot.errors import AlreadyDone, NotYours, UserError
from bot.services import access
from bot.services.playing import double_losses, matches
from bot.services.playing.followed import Followed
from bot.services.playing.match_reading import view_of
from bot.services.speaking import tell_match
from bot.storage import ending_wishes, outbox
from bot.storage.context import ActorTx, Query, Tx


class StaffAreAskedFirst(UserError):
    """Who runs the event has a day to decide the match before its players can end it."""


class OnlyStaffCanEnd(UserError):
    """The match cannot end without a result: it has to be decided by who runs the event."""


class LotNotOffered(UserError):
    """The lot decides only after both sides would end the match without a result."""


class AnswerTheReport(UserError):
    """A score is told: it is confirmed or disputed, and the match does not end otherwise."""


def agree(tx: ActorTx, contest_id: ContestId, ending: Ending) -> Agreed:
    """Notes that a side agrees to the ending; once all have, the match ends so.

    Raises StaffAreAskedFirst before who runs the event was silent for a day, AnswerTheReport while a score waits for
    its answer, OnlyStaffCanEnd, LotNotOffered and AlreadyDone.
    """
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    side = matches.side_of(tx, followed.match, person.person_id)
    if side is None:
        raise NotYours
    if side in followed.match.away:
        raise matches.SeatedOut
    matches.require_captain(tx, followed.match, person)
    _refuse(tx, followed, ending)
    if not ending_wishes.add(tx, contest_id, ending, side, person.person_id, tx.now):
        raise AlreadyDone
    matches.record(tx, followed, "agree_to_end", person.person_id, ending=ending.value)
    if not _all_agree(tx, followed, ending):
        return Agreed(view_of(tx, contest_id, tx.now), side, ending, ended=False)
    return _conclude(tx, followed, side, ending)


def is_open(tx: Query, followed: Followed) -> bool:
    """Whether its players may end it: who runs the event was silent for a day since the match was called."""
    called_at = followed.match.contest.called_at
    told = outbox.all_promises(tx, StaffSilent, followed.contest_id)
    return called_at is not None and any(one.promised_at >= called_at for one in told)


def _refuse(tx: Query, followed: Followed, ending: Ending) -> None:
    possible = ending_of(followed.match.contest, followed.tournament.rulebook)
    if possible is None:
        raise OnlyStaffCanEnd
    if not is_open(tx, followed):
        raise StaffAreAskedFirst
    if followed.state(tx.now).phase is MatchPhase.REPORTED:
        raise AnswerTheReport
    if ending is Ending.LOT and not (possible is ending and _all_agree(tx, followed, Ending.WITHOUT_RESULT)):
        raise LotNotOffered


def _all_agree(tx: Query, followed: Followed, ending: Ending) -> bool:
    return ending_wishes.sides(tx, followed.contest_id, ending).issuperset(_sides_asked(followed, tx.now))


def _sides_asked(followed: Followed, now: datetime) -> tuple[int, ...]:
    missing = [one.side for one in followed.state(now).missing]
    return asked_to_agree(followed.match, missing, at_table=followed.at_table)


def _conclude(tx: Tx, followed: Followed, side: int, ending: Ending) -> Agreed:
    contest_id = followed.contest_id
    if (
        ending is Ending.WITHOUT_RESULT
        and ending_of(followed.match.contest, followed.tournament.rulebook) is Ending.LOT
    ):
        tell_match(tx, followed.tournament, LotOffered(contest_id))
        return Agreed(view_of(tx, contest_id, tx.now), side, ending, ended=False, to_lot=True)
    sides, asked = followed.match.contest.sides, _sides_asked(followed, tx.now)
    if ending is Ending.LOT:
        nothing = (0,) * len(sides)
        paired = double_losses.lot(tx, followed, [sides[one] for one in asked])
        result = Result(nothing, nothing, ResultKind.DOUBLE_WALKOVER, tx.now, paired_as_winner=paired)
    else:
        result = double_losses.without_result(tx, followed)
    absent = tuple(one for one in range(len(sides)) if one not in asked)
    result = replace(result, kind=_kind_of(followed, tx), absent=absent)
    matches.settle_as(tx, followed, result, ReportAnswer.OVERRULED, None, None)
    return Agreed(view_of(tx, contest_id, tx.now), side, ending, ended=True)


def _kind_of(followed: Followed, tx: Query) -> ResultKind:
    """Sides that came lose at the board: who was there is asked for no reason of an absence (AIJE-D01-5.3)."""
    state, there = followed.state(tx.now), len(followed.match.contest.sides) - len(followed.match.away)
    nobody_came = followed.at_table and len(state.missing) == there
    stayed_away = state.phase is MatchPhase.UNDECIDED or nobody_came
    return ResultKind.DOUBLE_WALKOVER if stayed_away else ResultKind.BOTH_LOST

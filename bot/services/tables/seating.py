"""Playing without somebody who is missing: the arbiter's word alone seats a player out of a table, and back."""

from __future__ import annotations

from bot.domain.contests import NOTHING_MORE, ResultKind
from bot.domain.events.event_kinds import EventKind
from bot.domain.ids import ContestId, PersonId
from bot.domain.permissions import Act
from bot.domain.playing.match_views import MatchView
from bot.domain.playing.matches import ReportAnswer
from bot.domain.tables.table_state import marks
from bot.errors import NotNow
from bot.services import access
from bot.services.event_kinds import only_for
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.playing.match_reading import view_of
from bot.services.playing.matches import refuse_suspended
from bot.services.tables import table_results
from bot.services.timetable import contest_subject
from bot.services.wishes import repeatable
from bot.storage import absence_clocks, table_absences
from bot.storage.context import ActorTx, Tx


@only_for(EventKind.TABLES)
@repeatable
def seat_out(tx: ActorTx, contest_id: ContestId, side: int) -> MatchView:
    """The arbiter has a table play without a player who is missing, and who has lost by that.

    Where one player is left, the game is that player's; an extra game, of as many as there are seats. NotNow for who is
    there, or while a report waits.
    """
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    matches.require(tx, person, Act.STOP_MATCH, followed.match)
    refuse_suspended(followed)
    missing = {one.side for one in followed.state(tx.now).missing}
    left = [one for one in range(len(followed.match.contest.sides)) if one not in (*followed.match.away, side)]
    if not followed.at_table or followed.match.report is not None or side not in missing or set(left) <= missing:
        raise NotNow
    _out(tx, followed, side, person.person_id)
    if len(left) <= table_results.leave(tx, followed):
        _give_to(tx, followed, left, person.person_id)
    return view_of(tx, contest_id, tx.now)


def _out(tx: Tx, followed: Followed, side: int, by: PersonId) -> None:
    table_absences.add(tx, followed.contest_id, side, by, tx.now)
    absence_clocks.end(tx, followed.contest_id, side, tx.now)
    tx.touch(contest_subject(followed.contest_id))
    matches.record(tx, followed, "seat_out", by, side=str(side))
    matches.reschedule_own(tx, followed)


def take_back(tx: Tx, followed: Followed, side: int, by: PersonId) -> None:
    """The table plays with the player after all, as long as nobody has reported."""
    if followed.match.report is not None:
        raise NotNow
    table_absences.remove(tx, followed.contest_id, side)
    matches.record(tx, followed, "here", by, side=str(side))
    matches.reschedule_own(tx, followed)


def _give_to(tx: Tx, followed: Followed, winners: list[int], by: PersonId) -> None:
    """Settles a game of a table at which nobody is left who could play against them."""
    known = matches.load(tx, followed.contest_id) or followed
    score = marks(winners, len(known.match.contest.sides))
    result = matches.result_of(known, score, NOTHING_MORE, score, ResultKind.WALKOVER, tx.now)
    matches.settle_as(tx, known, result, ReportAnswer.OVERRULED, by, None)

"""Who leaves an event while a game at a table is open: the others play on, and who is left alone has won.

In an extra game for the final so has everybody, once no more are left than there are seats (OTE-2.8).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.domain.contests import Result, ResultKind
from bot.domain.events.tournament import Tournament
from bot.domain.formats.tables import extra_game_seats
from bot.domain.ids import EntrantId
from bot.domain.playing.matches import Match
from bot.domain.tables.table_state import leave_by_extra_game, marks
from bot.services import event_log
from bot.services.event_facts import facts
from bot.services.timetable import contest_subject
from bot.storage import absence_clocks, contests, deadlines, table_absences
from bot.storage.context import Query, Tx

LEFT = "left"


def settle(tx: Tx, tournament: Tournament, match: Match, left: Collection[EntrantId]) -> bool:
    """Seats out who left, and gives the game to whom nobody is left to play; False where nothing changed."""
    contest_id, sides = match.contest.contest_id, match.contest.sides
    newly = [side for side, entrant in enumerate(sides) if entrant in left and side not in match.away]
    gone = sorted({*match.away, *newly})
    stay = sorted(set(range(len(sides))).difference(gone))
    if newly:
        _seat_out(tx, tournament, match, newly)
    if len(stay) > _seats(tx, tournament, match):
        return bool(newly)
    score, nothing = marks(stay, len(sides)), (0,) * len(sides)
    kind = ResultKind.WITHDRAWAL if stay else ResultKind.DOUBLE_WALKOVER
    result = Result(score, score if stay else nothing, kind, tx.now, absent=tuple(gone))
    contests.settle(tx, tx.new_id(), contest_id, result, None, LEFT)
    for side in stay:
        absence_clocks.end(tx, contest_id, side, tx.now)
    deadlines.rewrite(tx, contest_subject(contest_id), ())
    return True


def _seat_out(tx: Tx, tournament: Tournament, match: Match, sides: Iterable[int]) -> None:
    contest_id = match.contest.contest_id
    for side in sides:
        table_absences.add(tx, contest_id, side, None, tx.now)
        absence_clocks.end(tx, contest_id, side, tx.now)
    tx.touch(contest_subject(contest_id))
    event_log.record(tx, tournament, "settle_by_withdrawal", why=LEFT, contest_id=contest_id)


def _seats(tx: Query, tournament: Tournament, match: Match) -> int:
    """How many the game can mark as winners."""
    if not leave_by_extra_game(match.contest):
        return 1
    return max(1, extra_game_seats(facts(tx, tournament), tournament.rulebook, match.contest))

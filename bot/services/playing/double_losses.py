"""Matches that both sides lose, at the board or by staying away: a lot where somebody has to be paired (GO-17.5)."""

from __future__ import annotations

from collections.abc import Collection

from bot.domain.contests import NOTHING_MORE, Result, ResultKind
from bot.domain.ids import EntrantId
from bot.domain.playing.board_rulings import needs_lot
from bot.domain.playing.lateness import has_late_limit
from bot.services.events.deciding import tell_lot_between_two
from bot.services.events.links import reveal_later
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.storage.context import Tx
from bot.storage.tournaments import DrawPurpose


def paired_as_winner(tx: Tx, followed: Followed) -> int | None:
    """The side that a lot pairs as the winner, where the pairing needs one; it earns nothing else (GO-17.5)."""
    return lot(tx, followed) if needs_lot(followed.match.contest, followed.tournament.rulebook) else None


def lot(tx: Tx, followed: Followed, among: Collection[EntrantId] | None = None) -> int:
    """The side that a lot by the event's fair draw pairs as the winner, which everybody is told.

    It is drawn of all sides, or `among` those who came to the table.
    """
    contest, tournament = followed.match.contest, followed.tournament
    between = contest.sides if among is None else among
    record = reveal_later(tx, tournament, DrawPurpose.LOT, among=between)
    first, *_ = record.stream().shuffle(sorted(between))
    tell_lot_between_two(tx, tournament, contest.contest_id, record.number, first)
    return contest.sides.index(first)


def by_absence(tx: Tx, followed: Followed) -> Result:
    """The result of a match to which nobody came: the games that absence has cost each side."""
    state, kind = followed.state(tx.now), ResultKind.DOUBLE_WALKOVER
    if has_late_limit(followed.tournament.rulebook) and not followed.at_table:
        # Both have lost as by a ruling: no game is anybody's, and pairing alone may need one of them (GO-17.5, GO-22).
        return without_result(tx, followed)
    return matches.result_of(followed, state.score, NOTHING_MORE, state.walkover, kind, tx.now)


def without_result(tx: Tx, followed: Followed) -> Result:
    """The result of a match that both lose, and of which no game is anybody's; pairing may need a winner (GO-17.5)."""
    nothing = (0,) * len(followed.match.contest.sides)
    by_lot = has_late_limit(followed.tournament.rulebook) and not followed.at_table
    paired = paired_as_winner(tx, followed) if by_lot else None
    return Result(nothing, nothing, ResultKind.DOUBLE_WALKOVER, tx.now, paired_as_winner=paired)

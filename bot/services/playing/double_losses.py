"""Matches that both sides lose, at the board or by staying away: a lot where somebody has to be paired (GO-17.5)."""

from __future__ import annotations

from bot.domain.ids import Occasion
from bot.domain.playing.board_rulings import needs_lot
from bot.services.events.deciding import tell_lot_between_two
from bot.services.events.links import reveal_later
from bot.services.playing.followed import Followed
from bot.storage.database import Work
from bot.storage.tournaments import DrawPurpose


def paired_as_winner(work: Work, occasion: Occasion, followed: Followed) -> int | None:
    """The side that a lot pairs as the winner, where the pairing needs one; it earns nothing else (GO-17.5)."""
    contest, tournament = followed.match.contest, followed.tournament
    if not needs_lot(contest, tournament.rulebook):
        return None
    record = reveal_later(work, occasion, tournament, DrawPurpose.LOT, among=contest.sides)
    first, *_ = record.stream().shuffle(sorted(contest.sides))
    tell_lot_between_two(work, occasion, tournament, contest.contest_id, record.number, first)
    return contest.sides.index(first)

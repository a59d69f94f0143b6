"""What an arbiter asks about a game of Jeek, and who may be told how it would end."""

from __future__ import annotations

from bot.domain.casual.jeek_notation import read_moves, read_squares
from bot.domain.casual.jeek_review import best_play, review
from bot.domain.casual.jeek_views import Checked
from bot.domain.permissions import Act, may
from bot.errors import UserError
from bot.services import access
from bot.services.casual import jeek
from bot.storage import people
from bot.storage.context import ActorQuery


class NothingToCheck(UserError):
    """Neither moves nor squares were given."""


def check(tx: ActorQuery, moves: str, squares: str) -> Checked:
    """Plays the moves by the rules (AIJE-C01-1, AIJE-C01-2), from the empty board or from the squares given.

    Everybody learns what is legal. Who wins with best play is for arbiters who do not play just now: to players it
    would be help from a program, which AIJE-A02-1 counts as unsporting. Raises SquaresUnread and NothingToCheck.
    """
    if not moves.strip() and not squares.strip():
        raise NothingToCheck
    before = read_squares(squares) if squares.strip() else 0
    found = review(read_moves(moves) if moves.strip() else (), before)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    playing = person is not None and jeek.is_playing(tx, person)
    told = may(Act.SOLVE_JEEK, access.capacities(tx, person)) and not playing
    return Checked(found, best_play(found.position) if told else None, playing)

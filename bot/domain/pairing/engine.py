"""A round of a Swiss: from players to boards, with the reason for each."""

from __future__ import annotations

from bot.domain.pairing import lookahead, matching
from bot.domain.pairing.colours import higher_has_first
from bot.domain.pairing.costs import PairingState, Place
from bot.domain.pairing.lookahead import Choice
from bot.domain.pairing.model import Board, ByeReason, ColourReason, Float, PairingReason, PairingTask, RoundPairing


def pair(task: PairingTask) -> RoundPairing:
    """The best boards by the criteria of `bot.domain.pairing`; the same task gives the same boards.

    Everyone is on one board. Only forbidden pairs can give more than one bye.
    """
    state = PairingState(task)
    choice = _choice(state, task.rounds_left)
    order = sorted(choice.edges, key=lambda edge: _board_order(state, edge))
    boards = [_board(state, *edge, looked_ahead=choice.looked_ahead) for edge in order]
    seated = {at for edge in choice.edges for at in edge}
    left = [_left_over(state, at) for at in range(state.players) if at not in seated]
    return RoundPairing((*boards, *left))


def _choice(state: PairingState, rounds_left: int) -> Choice:
    if not state.players:
        return Choice(())
    found = lookahead.choose(state, rounds_left)
    if found is not None:
        return found
    return Choice(matching.best(state, strict=False) or matching.most(state))


def _board_order(state: PairingState, edge: tuple[int, int]) -> tuple[bool, int, int, int]:
    """The bye last, then the higher score, the sum of both, the higher ranked."""
    one, other = edge
    if other == state.players:
        return True, 0, 0, one
    higher, lower = state.places[one], state.places[other]
    return False, -higher.score, -lower.score, higher.number


def _board(state: PairingState, one: int, other: int, *, looked_ahead: bool) -> Board:
    higher = state.places[one]
    if other == state.players:
        reason = ByeReason.AGAIN if higher.player.byes else ByeReason.LOWEST
        return _bye(higher, reason, looked_ahead=looked_ahead)
    lower = state.places[other]
    has_first, colours = _colours(state, higher, lower)
    first, second = (higher, lower) if has_first else (lower, higher)
    coloured = state.task.colours
    return Board(
        (first.player.entrant_id, second.player.entrant_id),
        PairingReason(
            (first.player.points, second.player.points),
            (first.number + 1, second.number + 1),
            (_float(first, second), _float(second, first)),
            colours,
            (first.wish.text, second.wish.text) if coloured else (),
            (first.wish.side < 0, second.wish.side > 0) if coloured else (),
            rematch=other in state.met[one],
            same_club=higher.player.club is not None and higher.player.club == lower.player.club,
            looked_ahead=looked_ahead,
        ),
    )


def _colours(state: PairingState, higher: Place, lower: Place) -> tuple[bool, ColourReason]:
    if not state.task.colours:
        return True, ColourReason.NO_COLOURS
    return higher_has_first(
        higher.player.colours,
        lower.player.colours,
        number=higher.number + 1,
        first_has_first=state.task.first_has_first,
    )


def _float(side: Place, other: Place) -> Float:
    if side.score == other.score:
        return Float.NONE
    return Float.DOWN if side.score > other.score else Float.UP


def _bye(place: Place, reason: ByeReason, *, looked_ahead: bool = False) -> Board:
    return Board(
        (place.player.entrant_id,),
        PairingReason(
            (place.player.points,),
            (place.number + 1,),
            (Float.DOWN,),
            ColourReason.NO_COLOURS,
            bye=reason,
            looked_ahead=looked_ahead,
        ),
    )


def _left_over(state: PairingState, at: int) -> Board:
    return _bye(state.places[at], ByeReason.NOBODY_LEFT)

"""A round of a Swiss: from players to boards, with the reason for each."""

from __future__ import annotations

from bot.domain.pairing import lookahead, matching
from bot.domain.pairing.colours import higher_has_first
from bot.domain.pairing.costs import Place, Standing
from bot.domain.pairing.lookahead import Choice
from bot.domain.pairing.model import Board, ByeReason, ColourReason, Float, PairingReason, PairingTask, RoundPairing


def pair(task: PairingTask) -> RoundPairing:
    """The best boards by the criteria of `bot.domain.pairing`; the same task gives the same boards.

    Everyone is on one board. Only forbidden pairs can give more than one bye.
    """
    standing = Standing(task)
    choice = _choice(standing, task.rounds_left)
    order = sorted(choice.edges, key=lambda edge: _board_order(standing, edge))
    boards = [_board(standing, *edge, looked_ahead=choice.looked_ahead) for edge in order]
    seated = {at for edge in choice.edges for at in edge}
    left = [_left_over(standing, at) for at in range(standing.players) if at not in seated]
    return RoundPairing((*boards, *left))


def _choice(standing: Standing, rounds_left: int) -> Choice:
    if not standing.players:
        return Choice(())
    found = lookahead.choose(standing, rounds_left)
    if found is not None:
        return found
    return Choice(matching.best(standing, strict=False) or matching.most(standing))


def _board_order(standing: Standing, edge: tuple[int, int]) -> tuple[bool, int, int, int]:
    """The bye last, then the higher score, the sum of both, the higher ranked."""
    one, other = edge
    if other == standing.players:
        return True, 0, 0, one
    higher, lower = standing.places[one], standing.places[other]
    return False, -higher.score, -lower.score, higher.number


def _board(standing: Standing, one: int, other: int, *, looked_ahead: bool) -> Board:
    higher = standing.places[one]
    if other == standing.players:
        reason = ByeReason.AGAIN if higher.player.had_bye else ByeReason.LOWEST
        return _bye(higher, reason, looked_ahead=looked_ahead)
    lower = standing.places[other]
    has_first, colours = _colours(standing, higher, lower)
    first, second = (higher, lower) if has_first else (lower, higher)
    coloured = standing.task.colours
    return Board(
        (first.player.entrant_id, second.player.entrant_id),
        PairingReason(
            (first.player.points, second.player.points),
            (first.number + 1, second.number + 1),
            (_float(first, second), _float(second, first)),
            colours,
            (first.wish.text, second.wish.text) if coloured else (),
            (first.wish.side < 0, second.wish.side > 0) if coloured else (),
            rematch=other in standing.met[one],
            same_club=higher.player.club is not None and higher.player.club == lower.player.club,
            looked_ahead=looked_ahead,
        ),
    )


def _colours(standing: Standing, higher: Place, lower: Place) -> tuple[bool, ColourReason]:
    if not standing.task.colours:
        return True, ColourReason.NO_COLOURS
    return higher_has_first(
        higher.player.colours,
        lower.player.colours,
        number=higher.number + 1,
        first_has_first=standing.task.first_has_first,
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


def _left_over(standing: Standing, at: int) -> Board:
    return _bye(standing.places[at], ByeReason.NOBODY_LEFT)

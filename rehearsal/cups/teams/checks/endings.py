"""Single boards: who came late to the own one, counts that captains told, boards that an arbiter gave to nobody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rehearsal.cups.teams import scenes
from rehearsal.cups.teams.checks.boards import is_turned, title
from rehearsal.cups.teams.trial import Rows, TeamField

_KINDS: Final = {"--": "both_lost", "//": "no_result"}


def late(field: TeamField) -> Iterator[str]:
    """A late player has lost so many games of the own board as full times went by, and no mate any (AIJE-D01-5.4)."""
    for one, stood in field.matches_played():
        found = field.cup.scenes.late.get(one.contest_id)
        if found is None:
            continue
        side = 1 - found.side if is_turned(field, one) else found.side
        for game, board in zip(field.rules_of(one).games, stood.of_the_match, strict=True):
            lost = scenes.lost_on(field.cup, one.contest_id, board.number, game.times)
            if board.given[1 - side] != lost or board.given[side]:
                yield f"{title(field, one)}, board {board.number}: {board.given} given instead of {lost}"


def counts(field: TeamField) -> Iterator[str]:
    """What a captain counted stands with its board, won by who has more than the compensated half (GO-9)."""
    half = 180.5 + field.cup.teams.compensation
    for one, stood in field.matches_played():
        told = field.cup.scenes.counted.get(one.contest_id, {})
        for board in stood.of_the_match if told else ():
            begins, number = (board.number - 1) % 2, told.get(board.number)
            if board.count != number:
                yield f"{title(field, one)}, board {board.number}: {board.count} counted instead of {number}"
            elif number is not None and bool(board.score[begins]) != (number > half):
                yield f"{title(field, one)}, board {board.number}: {number} is won by the wrong side"


def nobodys(field: TeamField) -> Iterator[str]:
    """A board that both lose, or that has no result, gives nothing to either side (GO-17.5, GO-20)."""
    for one, stood in field.matches_played():
        told = field.cup.scenes.ended.get(one.contest_id, {})
        for board in stood.of_the_match:
            kind = _KINDS.get(told.get(board.number, ""), "played")
            if board.kind != kind or (kind != "played" and any((*board.score, board.draws))):
                yield f"{title(field, one)}, board {board.number}: {board.kind} {board.score} instead of {kind}"


def matches_played(field: TeamField) -> Iterator[str]:
    """All of it was played, where there was room for it."""
    rules, found = field.cup.teams, field.cup.scenes
    if not field.has_room or rules.bracket or rules.stays_on:
        return
    if not rules.named_anew and not found.late:
        yield "nobody was late on a board of the own"
    if rules.counted and not found.counted:
        yield "no captain told a count"
    if rules.endings and not found.ended:
        yield "no board was ruled nobody's"
    if scenes.has_games_aside(field.cup) and found.aside is None:
        yield "no match ended otherwise in games than in what its boards are worth"


CHECKS: Final[Rows] = (
    ("AIJE-D01-5.4, GO-22", "A late player pays on the own board alone", late),
    ("GO-9, GO-11", "Counts that captains tell make the boards", counts),
    ("GO-17.5, GO-20", "Boards that nobody wins give nothing", nobodys),
    ("the rehearsal", "What can happen on single boards was played", matches_played),
)

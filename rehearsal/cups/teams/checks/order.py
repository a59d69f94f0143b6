"""Who begins, or has the first colour: told on the card of each match, for every board (GO-10, OLY-2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rehearsal.colours import COLOURS
from rehearsal.cups.teams.trial import Rows, TeamField
from rehearsal.facts import Pairing

_LINE: Final = re.compile(r"^(?:▶️ [^\d\n]*)?(\d+)[.:] (.*)$", re.MULTILINE)
_BEGINS: Final = "🎲"
"""Before the team that begins, where no colour says it."""


def who_begins(field: TeamField) -> Iterator[str]:
    """The side that is named first begins on odd boards, the other on even ones, and the card says so during the match.

    Where the winner stays on, so it goes from game to game; where everyone meets everyone, from pair to pair.
    """
    if not field.cup.teams.colours:
        return
    for one, stood in field.matches_played():
        if stood.kind != "played" or not stood.boards or one.contest_id not in field.cup.event.matches:
            continue
        told, names = _order_told(field, one), [field.team(side) for side in one.sides]
        for board in stood.of_the_match:
            wanted = _begins(field, board.number)
            if sum(board.given) and field.cup.teams.stays_on:
                continue
            if told.get(board.number, {wanted}) != {wanted} or (board.number not in told and not sum(board.given)):
                yield f"{' – '.join(names)}, board {board.number}: the card does not say that {names[wanted]} begins"


def _begins(field: TeamField, number: int) -> int:
    """The side; where everyone meets everyone, by both places, so that each player begins half of the own games."""
    teams = field.cup.teams
    if teams.encounter != "everyone":
        return (number - 1) % 2
    shift, own = divmod(number - 1, teams.size)
    return (own + (own + shift) % teams.size) % 2


def _order_told(field: TeamField, one: Pairing) -> dict[int, set[int]]:
    """By board which side begins, as any sight of the card told it."""
    called, found = field.cup.event.matches[one.contest_id].called, dict[int, set[int]]()
    names, colour = [f"**{field.team(side)}**" for side in one.sides], f"({_who_begins(field)})"
    for sight in field.hearing.play.witness.sights:
        if called is None or sight.post.message_id != called.message_id:
            continue
        for number, line in _LINE.findall(sight.post.text):
            begins = line.partition(_BEGINS)[2]
            said = {side for side, name in enumerate(names) if name in begins}
            if colour in line:
                said.add(int(line.index(colour) > line.index(" – ")))
            if said:
                found.setdefault(int(number), set()).update(said)
    return found


def _who_begins(field: TeamField) -> str:
    """What players call the colour that begins."""
    return COLOURS[field.language][int(field.cup.teams.black_begins)]


CHECKS: Final[Rows] = (("GO-10, OLY-2", "The card says who begins on every board", who_begins),)

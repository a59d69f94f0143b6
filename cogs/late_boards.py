"""One late player of a team: the captain or the arbiter says so, or that the player has come (GO-22)."""

from __future__ import annotations

import re

from bot.domain.ids import ContestId
from bot.rendering.layout import Card
from bot.rendering.team_play import late_boards
from bot.services.team_play import board_absences
from cogs.audience import Audience
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import MATCH
from cogs.takes import matching


def _parse(text: str) -> tuple[int, int, bool]:
    side, board, waits = text.split(".")
    return int(side), int(board), waits == "1"


SEAT = matching(re.compile(r"[01]\.[0-9]{1,3}\.[01]"), _parse)
"""A side, a board, and whether its player is waited for or has come."""


@on_press("board-late", MATCH, Audience.PLAYERS)
async def page(press: Press, contest_id: ContestId) -> Card:
    """Offers the boards of which who pressed may speak."""
    view, sides = await press.do(board_absences.page, contest_id)
    return late_boards.page(view, sides, press.voice)


@on_press("board-late-who", MATCH, Audience.PLAYERS, public=True)
async def who(press: Press, contest_id: ContestId) -> Card:
    """Notes it, and tells everybody, so that who is waited for is called by name."""
    side, board, waits = await press.read_choice(SEAT)
    verb = board_absences.wait_for if waits else board_absences.come
    noted = await press.do(verb, contest_id, side, board)
    return late_boards.board_notice(noted.view, noted.side, noted.board, press.server_voice)

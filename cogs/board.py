"""Rulings on a game that cannot go on as it was, and on colours taken the wrong way round (GO-17, GO-20)."""

from __future__ import annotations

from bot.domain.ids import ContestId
from bot.domain.permissions import Act
from bot.domain.playing.board_rulings import BoardOutcome
from bot.domain.playing.match_views import Told
from bot.rendering.layout import Card
from bot.rendering.playing import board_cards
from bot.services.playing import board_rulings
from cogs.forms import WHY, Text
from cogs.press import Press
from cogs.refereeing import tell
from cogs.routing import on_press
from cogs.subjects import MARKED, MATCH, NUMBER

LONGEST_COUNT = 4
"""Digits of a number of moves."""


@on_press("board-page", MATCH, Act.RULE_RESULT)
async def board_page(press: Press, contest_id: ContestId) -> Card:
    """Shows what can be ruled, to who decides it."""
    view, offered = await press.do(board_rulings.page, contest_id)
    return board_cards.page(view, offered, press.voice)


@on_press("board", MATCH, Act.RULE_RESULT)
async def board(press: Press, contest_id: ContestId) -> None:
    """Asks for the reason of the ruling that was chosen."""
    number = await press.read_choice(NUMBER)
    await press.open_form(f"board-why:{contest_id}.{number}", "board.button", WHY)


@on_press("board-why", MARKED, Act.RULE_RESULT)
async def board_why(press: Press, contest_id: ContestId, number: int) -> None:
    """Rules, and tells the players."""
    why = press.text("why")
    view, choice = await press.do(board_rulings.decide, contest_id, number, why)
    goes_on = choice.outcome is BoardOutcome.SIDE_LOST and view.contest.result is None
    what = Told.TALLIED if goes_on else board_cards.TOLD.get(choice.outcome, Told.RULED)
    await tell(press, view, what, reason=why)


@on_press("colours", MATCH, Act.RULE_RESULT)
async def colours(press: Press, contest_id: ContestId) -> None:
    """Asks how many moves were played with the wrong colours."""
    moves = Text("moves", "board.moves_played", limit=LONGEST_COUNT)
    await press.open_form(f"colours-moves:{contest_id}", "board.colours", moves)


@on_press("colours-moves", MATCH, Act.RULE_RESULT)
async def colours_moves(press: Press, contest_id: ContestId) -> None:
    """Says whether the colours are put right."""
    typed = press.text("moves").strip()
    if not (typed.isdecimal() and len(typed) <= LONGEST_COUNT):
        raise board_rulings.NoNumberOfMoves
    view, right = await press.do(board_rulings.wrong_colours, contest_id, int(typed))
    await tell(press, view, Told.COLOURS_RIGHT if right else Told.COLOURS_STAND)

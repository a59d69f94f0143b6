"""Rulings on a game that cannot go on as it was, and on colours taken the wrong way round (GO-17, GO-20)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.domain.ids import ContestId
from bot.domain.playing.board_rulings import BoardOutcome
from bot.domain.playing.match_views import Told
from bot.errors import Outdated
from bot.rendering.playing import board_cards
from bot.services.playing import board_rulings
from cogs.answering import Interaction, answer, presser_of, voice_of
from cogs.refereeing import tell
from cogs.routing import Form, chosen, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("board-page")
async def board_page(interaction: Interaction, subject: str) -> None:
    """Shows what can be ruled, to who decides it."""
    presser = presser_of(interaction)
    view, offered = await interaction.client.house.do(board_rulings.page, presser, ContestId(subject))
    await answer(interaction, board_cards.page(view, offered, voice_of(interaction)))


@on_press("board")
async def board(interaction: Interaction, subject: str) -> None:
    """Asks for the reason of the ruling that was chosen."""
    voice = voice_of(interaction)
    form = Form(f"board-why:{subject}.{''.join(chosen(interaction))}", voice.say("board.button"))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await interaction.response.send_modal(form)


@on_press("board-why")
async def board_why(interaction: Interaction, subject: str) -> None:
    """Rules, and tells the players."""
    contest_id, _, number = subject.partition(".")
    if not number.isdecimal():
        raise Outdated
    presser, why = presser_of(interaction), text_of(interaction, "why")
    view, choice = await interaction.client.house.do(
        board_rulings.decide, presser, ContestId(contest_id), int(number), why
    )
    goes_on = choice.outcome is BoardOutcome.SIDE_LOST and view.contest.result is None
    what = Told.TALLIED if goes_on else board_cards.TOLD.get(choice.outcome, Told.RULED)
    await tell(interaction, view, what, reason=why)


@on_press("colours")
async def colours(interaction: Interaction, subject: str) -> None:
    """Asks how many moves were played with the wrong colours."""
    voice = voice_of(interaction)
    form = Form(f"colours-moves:{subject}", voice.say("board.colours"))
    form.ask("moves", voice.say("board.moves_played"), limit=4)
    await interaction.response.send_modal(form)


@on_press("colours-moves")
async def colours_moves(interaction: Interaction, subject: str) -> None:
    """Says whether the colours are put right."""
    typed = text_of(interaction, "moves").strip()
    if not typed.isdecimal():
        raise board_rulings.NoNumberOfMoves
    presser = presser_of(interaction)
    view, right = await interaction.client.house.do(
        board_rulings.wrong_colours, presser, ContestId(subject), int(typed)
    )
    await tell(interaction, view, Told.COLOURS_RIGHT if right else Told.COLOURS_STAND)


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""

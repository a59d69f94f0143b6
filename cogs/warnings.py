"""Warnings in a match: chosen from the rulebook's catalogue, confirmed where one loses a game, taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.domain.ids import ContestId
from bot.domain.playing.match_views import Told
from bot.domain.playing.warning_views import WarningChoice
from bot.domain.playing.warnings import Price
from bot.errors import Outdated
from bot.rendering.playing import warning_cards
from bot.services.playing import warnings
from cogs.answering import Interaction, answer, presser_of, voice_of
from cogs.refereeing import tell
from cogs.routing import Form, chosen, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot


async def show_warnings(interaction: Interaction, contest_id: ContestId, seat: tuple[int, int] | None = None) -> None:
    """Shows the arbiter what can be given to whom, and what can be taken back."""
    shown = await interaction.client.house.do(warnings.page, presser_of(interaction), contest_id, seat)
    await answer(interaction, warning_cards.page(shown, voice_of(interaction)))


@on_press("warn-page")
async def warn_page(interaction: Interaction, subject: str) -> None:
    """Opens the page of warnings from the arbiter's desk."""
    await show_warnings(interaction, ContestId(subject))


@on_press("warn-whose")
async def warn_whose(interaction: Interaction, subject: str) -> None:
    """Takes the board of a match of teams, and offers what its player can have done."""
    contest_id, _, side = subject.partition(".")
    board = "".join(chosen(interaction))
    if side not in {"0", "1"} or not board.isdecimal():
        raise Outdated
    await show_warnings(interaction, ContestId(contest_id), (int(side), int(board)))


@on_press("warn")
async def warn(interaction: Interaction, subject: str) -> None:
    """Takes the offence that was chosen; what loses the game is asked once more."""
    contest_id, choice = _read(f"{subject}.{''.join(chosen(interaction))}.0")
    found = await interaction.client.house.do(warnings.preview, presser_of(interaction), contest_id, choice)
    if found.choice.loses:
        await answer(interaction, warning_cards.sure(found, voice_of(interaction)))
        return
    seat = warning_cards.seat_of(choice.side, choice.board)
    await _ask_note(interaction, f"{contest_id}.{seat}.{choice.number}.{choice.price.value}.0")


@on_press("warn-sure")
async def warn_sure(interaction: Interaction, subject: str) -> None:
    """The arbiter means it: the game is to be lost."""
    await _ask_note(interaction, subject)


@on_press("warn-why")
async def warn_why(interaction: Interaction, subject: str) -> None:
    """Gives the warning, with all that it leads to."""
    contest_id, choice = _read(subject)
    note, presser = text_of(interaction, "why"), presser_of(interaction)
    view = await interaction.client.house.do(warnings.warn, presser, contest_id, choice, note)
    await tell(interaction, view, Told.WARNED, choice.side)


@on_press("unwarn")
async def unwarn(interaction: Interaction, subject: str) -> None:
    """Asks why the warning is taken back."""
    voice = voice_of(interaction)
    form = Form(f"unwarn-why:{''.join(chosen(interaction))}", voice.say("warnings.take_back"))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await interaction.response.send_modal(form)


@on_press("unwarn-why")
async def unwarn_why(interaction: Interaction, subject: str) -> None:
    """Takes the warning back; the players are told."""
    why = text_of(interaction, "why")
    view = await interaction.client.house.do(warnings.take_back, presser_of(interaction), subject, why)
    await tell(interaction, view, Told.WARNING_TAKEN_BACK, warnings.side_of(view, subject), reason=why)


async def _ask_note(interaction: Interaction, subject: str) -> None:
    voice = voice_of(interaction)
    form = Form(f"warn-why:{subject}", voice.say("warnings.form"))
    form.ask("why", voice.say("warnings.form_note"), long=True, limit=500, required=False)
    await interaction.response.send_modal(form)


def _read(subject: str) -> tuple[ContestId, WarningChoice]:
    """The match, and what was chosen in it."""
    match subject.split("."):
        case [contest_id, seat, number, price, loses] if (
            seat.replace("_", "").isdecimal() and number.isdecimal() and price in set(Price) and loses in {"0", "1"}
        ):
            side, _, board = seat.partition("_")
            lost = loses == "1"
            return ContestId(contest_id), WarningChoice(int(side), int(number), Price(price), lost, int(board or 0))
        case _:
            raise Outdated


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""

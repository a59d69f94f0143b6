"""The organiser's desk, under `/tournament desk` and behind the buttons that lead to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.domain.ids import EntrantId, TournamentId
from bot.rendering.entering import claim_cards
from bot.rendering.layout import Card
from bot.rendering.playing import desk_cards
from bot.services.entering import claims, registration
from bot.services.playing import desk as desk_service
from cogs.answering import Interaction, answer, presser_of, update, voice_of
from cogs.routing import Form, on_press

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("desk")
async def desk(interaction: Interaction, subject: str) -> None:
    """Shows what holds up the next step of the tournament, to the presser alone."""
    await answer(interaction, await _desk(interaction, subject))


@on_press("desk-again")
async def look_again(interaction: Interaction, subject: str) -> None:
    """Looks again, in the same message."""
    await update(interaction, await _desk(interaction, subject))


@on_press("call")
async def call(interaction: Interaction, subject: str) -> None:
    """Takes the event as far as it goes, and shows the desk as it is then."""
    view = await interaction.client.house.do(desk_service.call_again, presser_of(interaction), TournamentId(subject))
    await answer(interaction, desk_cards.desk(view, voice_of(interaction)))


@on_press("desk-remove")
async def ask_why(interaction: Interaction, subject: str) -> None:
    """Asks why somebody is to leave the list; the person will read it."""
    found = await interaction.client.house.ask(registration.removable, presser_of(interaction), EntrantId(subject))
    voice = voice_of(interaction)
    form = Form(f"remove:{found.entrant.entrant_id}", voice.say("registration.remove_title"))
    form.ask("reason", voice.say("registration.remove_reason"), long=True, limit=300)
    await interaction.response.send_modal(form)


@on_press("claim")
async def show_claim(interaction: Interaction, subject: str) -> None:
    """Shows who names whose account, to those who may decide it."""
    found = await interaction.client.house.ask(claims.decidable, presser_of(interaction), subject)
    await answer(interaction, claim_cards.claimed(found, voice_of(interaction)))


async def _desk(interaction: Interaction, subject: str) -> Card:
    view = await interaction.client.house.ask(desk_service.desk_view, presser_of(interaction), TournamentId(subject))
    return desk_cards.desk(view, voice_of(interaction))


async def setup(bot: TournamentBot) -> None:
    """Nothing is to be added: the presses above are found by their names, the command belongs to `/tournament`."""
    del bot

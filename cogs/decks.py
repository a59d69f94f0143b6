"""Handing in a deck as text or as a file, looking at it, and a judge's refusal of a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import EntrantId, TournamentId
from bot.domain.tables.decks import decoded
from bot.rendering.tables import deck_cards
from bot.services.tables import decks
from bot.services.tables.decks import LARGEST_LIST, UnreadableDeckFile
from cogs.answering import Interaction, acknowledge, answer, presser_of, voice_of
from cogs.choosing import all_tournaments, open_tournaments, players, tournament_meant
from cogs.routing import Form, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot

LONGEST_TYPED = 4000
"""What Discord lets a form's text hold; longer lists come as a file."""


@on_press("deck-form")
async def form(interaction: Interaction, subject: str) -> None:
    """Opens the form for a list, once it is clear that one can be handed in."""
    await _ask(interaction, TournamentId(subject))


@on_press("deck-list")
async def typed(interaction: Interaction, subject: str) -> None:
    """Takes the list that was typed."""
    await _submit(interaction, TournamentId(subject), text_of(interaction, "list"))


async def _ask(interaction: Interaction, tournament_id: TournamentId) -> None:
    tournament = await interaction.client.house.ask(decks.asked, presser_of(interaction), tournament_id)
    voice = voice_of(interaction)
    asked = Form(f"deck-list:{tournament.tournament_id}", voice.say("decks.form_title"))
    asked.ask(
        "list", voice.say("decks.form_list"), description=voice.say("decks.form_how"), long=True, limit=LONGEST_TYPED
    )
    await interaction.response.send_modal(asked)


async def _submit(interaction: Interaction, tournament_id: TournamentId, text: str) -> None:
    done = await interaction.client.house.do(decks.submit, presser_of(interaction), tournament_id, text)
    await answer(interaction, deck_cards.submitted(done, voice_of(interaction)))


async def _read(file: discord.Attachment) -> str:
    """The text of the file; raises UnreadableDeckFile."""
    if file.size > LARGEST_LIST:
        raise UnreadableDeckFile
    text = decoded(await file.read())
    if text is None:
        raise UnreadableDeckFile
    return text


@app_commands.guild_only()
class Decks(commands.GroupCog, group_name="deck", group_description="commands.deck"):
    """Decks of an event that asks for them."""

    @app_commands.command(name="submit", description="commands.deck_submit")
    @app_commands.describe(tournament="commands.option_tournament", file="commands.deck_file")
    @app_commands.autocomplete(tournament=open_tournaments)
    async def submit(self, interaction: Interaction, tournament: str, file: discord.Attachment | None = None) -> None:
        """Takes a list from the file, or opens a form for it."""
        tournament_id = await tournament_meant(interaction, tournament)
        if file is None:
            await _ask(interaction, tournament_id)
            return
        await interaction.client.house.ask(decks.asked, presser_of(interaction), tournament_id)
        await acknowledge(interaction)
        await _submit(interaction, tournament_id, await _read(file))

    @app_commands.command(name="show", description="commands.deck_show")
    @app_commands.describe(tournament="commands.option_tournament", player="commands.deck_player")
    @app_commands.autocomplete(tournament=all_tournaments, player=players)
    async def show(self, interaction: Interaction, tournament: str, player: str | None = None) -> None:
        """Shows the own deck, or another's to who may see it."""
        tournament_id, presser = await tournament_meant(interaction, tournament), presser_of(interaction)
        meant = EntrantId(player) if player else None
        view = await interaction.client.house.ask(decks.shown, presser, tournament_id, meant)
        await answer(interaction, deck_cards.shown(view, voice_of(interaction)))

    @app_commands.command(name="refuse", description="commands.deck_refuse")
    @app_commands.describe(
        tournament="commands.option_tournament", card="commands.deck_card", reason="commands.deck_reason"
    )
    @app_commands.autocomplete(tournament=open_tournaments)
    async def refuse(self, interaction: Interaction, tournament: str, card: str, reason: str) -> None:
        """A judge refuses a card for the whole event, with a reason."""
        tournament_id, presser = await tournament_meant(interaction, tournament), presser_of(interaction)
        done = await interaction.client.house.do(decks.refuse_card, presser, tournament_id, card, reason)
        await answer(interaction, deck_cards.refused(done, voice_of(interaction)))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Decks())

"""Handing in a deck as text or as a file, looking at it, and a judge's refusal of a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.file_bounds import FileKind
from bot.domain.ids import TournamentId
from bot.domain.permissions import Act
from bot.domain.tables.decks import decoded
from bot.rendering.tables import deck_cards
from bot.services.tables import decks
from bot.services.tables.decks import UnreadableDeckFile
from cogs.audience import Audience
from cogs.choosing import AnyEvent, OpenEvent, Player
from cogs.press import Press, by_command
from cogs.routing import Form, on_press
from cogs.subjects import EVENT

if TYPE_CHECKING:
    from bot.app import TournamentBot

LONGEST_TYPED = 4000
"""What Discord lets a form's text hold; longer lists come as a file."""


@on_press("deck-form", EVENT, Audience.PLAYERS)
async def form(press: Press, tournament_id: TournamentId) -> None:
    """Opens the form for a list, once it is clear that one can be handed in."""
    await _ask(press, tournament_id)


@on_press("deck-list", EVENT, Audience.PLAYERS)
async def typed(press: Press, tournament_id: TournamentId) -> None:
    """Takes the list that was typed."""
    await _submit(press, tournament_id, press.text("list"))


async def _ask(press: Press, tournament_id: TournamentId) -> None:
    tournament = await press.ask(decks.asked, tournament_id)
    voice = press.voice
    asked = Form(f"deck-list:{tournament.tournament_id}", voice.say("decks.form_title"))
    asked.ask(
        "list", voice.say("decks.form_list"), description=voice.say("decks.form_how"), long=True, limit=LONGEST_TYPED
    )
    await press.form(asked)


async def _submit(press: Press, tournament_id: TournamentId, text: str) -> None:
    done = await press.do(decks.submit, tournament_id, text)
    await press.answer(deck_cards.submitted(done, press.voice))


async def _read(press: Press, file: discord.Attachment) -> str:
    """The text of the file; raises UnreadableDeckFile."""
    text = decoded(await press.fetch(FileKind.DECK, file))
    if text is None:
        raise UnreadableDeckFile
    return text


@app_commands.guild_only()
class Decks(commands.GroupCog, group_name="deck", group_description="commands.deck"):
    """Decks of an event that asks for them."""

    @app_commands.command(name="submit", description="commands.deck_submit")
    @app_commands.describe(tournament="commands.option_tournament", file="commands.deck_file")
    @by_command(Audience.EVERYBODY)
    async def submit(self, press: Press, tournament: OpenEvent, file: discord.Attachment | None = None) -> None:
        """Takes a list from the file, or opens a form for it."""
        if file is None:
            await _ask(press, tournament)
            return
        await press.ask(decks.asked, tournament)
        await press.acknowledge()
        await _submit(press, tournament, await _read(press, file))

    @app_commands.command(name="show", description="commands.deck_show")
    @app_commands.describe(tournament="commands.option_tournament", player="commands.deck_player")
    @by_command(Audience.ADDRESSED)
    async def show(self, press: Press, tournament: AnyEvent, player: Player | None = None) -> None:
        """Shows the own deck, or another's to who may see it."""
        view = await press.ask(decks.shown, tournament, player)
        await press.answer(deck_cards.shown(view, press.voice))

    @app_commands.command(name="refuse", description="commands.deck_refuse")
    @app_commands.describe(
        tournament="commands.option_tournament", card="commands.deck_card", reason="commands.deck_reason"
    )
    @by_command(Act.JUDGE_DECKS)
    async def refuse(self, press: Press, tournament: OpenEvent, card: str, reason: str) -> None:
        """A judge refuses a card for the whole event, with a reason."""
        done = await press.do(decks.refuse_card, tournament, card, reason)
        await press.answer(deck_cards.refused(done, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Decks())

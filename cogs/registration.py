"""Entering, leaving, confirming, and the list of players."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import GuildId, MemberId, TournamentId
from bot.domain.views import AccountHeld, Registered
from bot.i18n import Voice
from bot.rendering import entries
from bot.rendering.layout import Card
from bot.services import check_in, reading, registration
from bot.services.timetable import tournament_subject
from cogs.answering import Interaction, answer, presser_of, voice_of
from cogs.choosing import open_tournaments
from cogs.crowds import press, press_verb
from cogs.routing import Form, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("register")
async def register(interaction: Interaction, subject: str) -> None:
    """Asks for the account where the rulebook wants one, else enters at once."""
    tournament_id = TournamentId(subject)
    site = await interaction.client.house.ask(registration.asked_account, presser_of(interaction), tournament_id)
    if site is None:
        await _register(interaction, tournament_id, None)
        return
    voice = voice_of(interaction)
    form = Form(f"account:{tournament_id}", voice.say("registration.form_title"))
    form.ask(
        "account",
        voice.say("registration.form_account", site=site),
        description=voice.say("registration.form_why"),
        limit=64,
    )
    await interaction.response.send_modal(form)


@on_press("account")
async def account(interaction: Interaction, subject: str) -> None:
    """Takes the account that was typed, and enters."""
    await _register(interaction, TournamentId(subject), text_of(interaction, "account"))


@on_press("withdraw")
async def withdraw(interaction: Interaction, subject: str) -> None:
    """Leaves the list."""
    tournament_id, presser = TournamentId(subject), presser_of(interaction)
    panel = tournament_subject(tournament_id)
    await press_verb(interaction, panel, entries.withdrawn, registration.withdraw, presser, tournament_id)


@on_press("check-in")
async def confirm(interaction: Interaction, subject: str) -> None:
    """Confirms."""
    tournament_id, presser = TournamentId(subject), presser_of(interaction)
    panel = tournament_subject(tournament_id)
    await press_verb(interaction, panel, entries.checked_in, check_in.check_in, presser, tournament_id)


@on_press("players")
async def players(interaction: Interaction, subject: str) -> None:
    """Shows who is on the list."""
    listed = await interaction.client.house.ask(
        reading.player_list, GuildId(interaction.guild_id or 0), TournamentId(subject)
    )
    await answer(interaction, entries.player_list(listed, voice_of(interaction)))


async def _register(interaction: Interaction, tournament_id: TournamentId, name: str | None) -> None:
    panel, presser = tournament_subject(tournament_id), presser_of(interaction)
    await press_verb(interaction, panel, _told, registration.register, presser, tournament_id, name)


def _told(entry: Registered | AccountHeld, voice: Voice) -> Card:
    return entries.registered(entry, voice) if isinstance(entry, Registered) else entries.account_held(entry, voice)


class Registration(commands.Cog):
    """The same by command, and staff's entries for others."""

    @app_commands.command(name="register", description="commands.register")
    @app_commands.describe(tournament="commands.option_tournament", account="commands.register_account")
    @app_commands.autocomplete(tournament=open_tournaments)
    @app_commands.guild_only()
    async def register_command(self, interaction: Interaction, tournament: str, account: str | None = None) -> None:
        """Enters the person who typed."""
        if account is None:
            await register(interaction, tournament)
        else:
            await _register(interaction, TournamentId(tournament), account)

    @app_commands.command(name="withdraw", description="commands.withdraw")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=open_tournaments)
    @app_commands.guild_only()
    async def withdraw_command(self, interaction: Interaction, tournament: str) -> None:
        """Takes the person who typed off the list."""
        await withdraw(interaction, tournament)

    @app_commands.command(name="enter", description="commands.enter")
    @app_commands.describe(
        tournament="commands.option_tournament",
        member="commands.enter_member",
        name="commands.enter_name",
        account="commands.register_account",
    )
    @app_commands.autocomplete(tournament=open_tournaments)
    @app_commands.guild_only()
    async def enter(
        self,
        interaction: Interaction,
        tournament: str,
        member: discord.Member | None = None,
        name: str | None = None,
        account: str | None = None,
    ) -> None:
        """Enters somebody else: a member, or a person who is not in the server."""
        known = (MemberId(member.id), member.display_name) if member else None
        act = partial(_enter, interaction, TournamentId(tournament), known, name or "", account)
        await press(interaction, tournament_subject(TournamentId(tournament)), act)


async def _enter(
    interaction: Interaction,
    tournament_id: TournamentId,
    member: tuple[MemberId, str] | None,
    name: str,
    account: str | None,
) -> Card:
    entry = await interaction.client.house.do(
        registration.enter_other, presser_of(interaction), tournament_id, member, name, account
    )
    return _told(entry, voice_of(interaction))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Registration())

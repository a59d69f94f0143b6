"""Entering, leaving, confirming, and the list of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.events.views import AccountHeld, Registered
from bot.domain.ids import EntrantId, GuildId, MemberId, TournamentId
from bot.i18n import Voice
from bot.rendering.entering import entries
from bot.rendering.layout import Card
from bot.services import reading
from bot.services.entering import check_in, registration
from bot.services.team_play import teams
from bot.services.timetable import tournament_subject
from cogs.answering import Interaction, answer, presser_of, update, voice_of
from cogs.choosing import open_tournaments, tournament_meant
from cogs.choosing import players as players_on_the_list
from cogs.crowds import press_verb
from cogs.draw import asked_to_leave
from cogs.routing import Form, on_press, text_of
from cogs.teams import ask_for_team

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("register")
async def register(interaction: Interaction, subject: str) -> None:
    """Asks for the account where the rulebook wants one, else enters at once."""
    tournament_id = TournamentId(subject)
    if await interaction.client.house.ask(teams.is_for_teams, presser_of(interaction), tournament_id):
        await ask_for_team(interaction, tournament_id)
        return
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
    """Leaves the list, or, after the close, is first told what that costs."""
    tournament_id, presser = TournamentId(subject), presser_of(interaction)
    if await asked_to_leave(interaction, tournament_id):
        return
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
    await answer(interaction, await _player_list(interaction, TournamentId(subject), 0))


@on_press("players-page")
async def turn_page(interaction: Interaction, subject: str) -> None:
    """Turns the page of the list that was opened."""
    tournament_id, _, page = subject.partition("/")
    number = int(page) if page.isdecimal() else 0
    await update(interaction, await _player_list(interaction, TournamentId(tournament_id), number))


@on_press("remove")
async def remove(interaction: Interaction, subject: str) -> None:
    """Takes the entry off the list, for the reason that was typed."""
    presser, reason = presser_of(interaction), text_of(interaction, "reason")
    done = await interaction.client.house.do(registration.remove, presser, EntrantId(subject), reason)
    await answer(interaction, entries.removed(done, voice_of(interaction)))


async def _player_list(interaction: Interaction, tournament_id: TournamentId, page: int) -> Card:
    guild_id = GuildId(interaction.guild_id or 0)
    listed = await interaction.client.house.ask(reading.player_list, guild_id, tournament_id)
    return entries.player_list(listed, page, voice_of(interaction))


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
        tournament_id = await tournament_meant(interaction, tournament)
        if account is None:
            await register(interaction, tournament_id)
        else:
            await _register(interaction, tournament_id, account)

    @app_commands.command(name="withdraw", description="commands.withdraw")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=open_tournaments)
    @app_commands.guild_only()
    async def withdraw_command(self, interaction: Interaction, tournament: str) -> None:
        """Takes the person who typed off the list."""
        await withdraw(interaction, await tournament_meant(interaction, tournament))

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
        tournament_id = await tournament_meant(interaction, tournament)
        known = (MemberId(member.id), member.display_name) if member else None
        panel, presser = tournament_subject(tournament_id), presser_of(interaction)
        given = (presser, tournament_id, known, name or "", account)
        await press_verb(interaction, panel, _told, registration.enter_other, *given)

    @app_commands.command(name="remove", description="commands.remove")
    @app_commands.describe(tournament="commands.option_tournament", player="commands.remove_player")
    @app_commands.autocomplete(tournament=open_tournaments, player=players_on_the_list)
    @app_commands.guild_only()
    async def remove_command(self, interaction: Interaction, tournament: str, player: str) -> None:
        """Asks staff why somebody is to leave the list; the person will read it."""
        await tournament_meant(interaction, tournament)
        found = await interaction.client.house.ask(registration.removable, presser_of(interaction), EntrantId(player))
        voice = voice_of(interaction)
        form = Form(f"remove:{found.entrant.entrant_id}", voice.say("registration.remove_title"))
        form.ask("reason", voice.say("registration.remove_reason"), long=True, limit=300)
        await interaction.response.send_modal(form)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Registration())

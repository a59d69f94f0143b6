"""Entering, leaving, confirming, and the list of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.events.views import AccountHeld, NameAsked, Registered
from bot.domain.ids import EntrantId, MemberId, PersonId, TournamentId
from bot.domain.permissions import Act
from bot.i18n import Voice
from bot.rendering.entering import entries
from bot.rendering.layout import Card
from bot.services import reading
from bot.services.entering import check_in, registration
from bot.services.team_play import teams
from bot.services.timetable import tournament_subject
from cogs.audience import Audience
from cogs.choosing import OpenEvent, Player
from cogs.crowds import live_verb
from cogs.draw import asked_to_leave
from cogs.press import Press, by_command
from cogs.routing import Form, on_press
from cogs.subjects import ENTRANT, EVENT, PAGE, PERSON, pair
from cogs.teams import ask_for_team

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("register", EVENT, Audience.EVERYBODY)
async def register(press: Press, tournament_id: TournamentId) -> None:
    """Asks for the account where the rulebook wants one, else enters at once."""
    if await press.ask(teams.is_for_teams, tournament_id):
        await ask_for_team(press, tournament_id)
        return
    site = await press.ask(registration.asked_account, tournament_id)
    if site is None:
        await _register(press, tournament_id, None)
        return
    voice = press.voice
    form = Form(f"account:{tournament_id}", voice.say("registration.form_title"))
    form.ask(
        "account",
        voice.say("registration.form_account", site=site),
        description=voice.say("registration.form_why"),
        limit=64,
    )
    await press.form(form)


@on_press("account", EVENT, Audience.EVERYBODY)
async def account(press: Press, tournament_id: TournamentId) -> None:
    """Takes the account that was typed, and enters."""
    await _register(press, tournament_id, press.text("account"))


@on_press("withdraw", EVENT, Audience.EVERYBODY)
async def withdraw(press: Press, tournament_id: TournamentId) -> None:
    """Leaves the list, or, after the close, is first told what that costs."""
    if await asked_to_leave(press, tournament_id):
        return
    panel = tournament_subject(tournament_id)
    await live_verb(press, panel, entries.withdrawn, registration.withdraw, tournament_id)


@on_press("check-in", EVENT, Audience.PLAYERS)
async def confirm(press: Press, tournament_id: TournamentId) -> None:
    """Confirms."""
    panel = tournament_subject(tournament_id)
    await live_verb(press, panel, entries.checked_in, check_in.check_in, tournament_id)


@on_press("players", EVENT, Audience.EVERYBODY)
async def players(press: Press, tournament_id: TournamentId) -> None:
    """Shows who is on the list."""
    await press.answer(await _player_list(press, tournament_id, 0))


@on_press("players-page", pair(EVENT, PAGE, "/"), Audience.EVERYBODY)
async def turn_page(press: Press, meant: tuple[TournamentId, int]) -> None:
    """Turns the page of the list that was opened."""
    tournament_id, page = meant
    await press.update(await _player_list(press, tournament_id, page))


@on_press("remove", ENTRANT, Act.TAKE_OUT_PLAYER)
async def remove(press: Press, entrant_id: EntrantId) -> None:
    """Takes the entry off the list, for the reason that was typed."""
    reason = press.text("reason")
    done = await press.do(registration.remove, entrant_id, reason)
    await press.answer(entries.removed(done, press.voice))


@on_press("enter-is", pair(EVENT, PERSON), Act.ENTER_OTHER_PERSON)
async def enter_known(press: Press, meant: tuple[TournamentId, PersonId]) -> None:
    """Enters the one whom a typed name meant."""
    await live_verb(press, tournament_subject(meant[0]), _told, registration.enter_known, *meant)


async def _player_list(press: Press, tournament_id: TournamentId, page: int) -> Card:
    listed = await press.look(reading.player_list, tournament_id, page)
    return entries.player_list(listed, press.voice)


async def _register(press: Press, tournament_id: TournamentId, name: str | None) -> None:
    panel = tournament_subject(tournament_id)
    await live_verb(press, panel, _told, registration.register, tournament_id, name)


def _told(entry: Registered | AccountHeld | NameAsked, voice: Voice) -> Card:
    if isinstance(entry, NameAsked):
        return entries.name_asked(entry, voice)
    return entries.registered(entry, voice) if isinstance(entry, Registered) else entries.account_held(entry, voice)


class Registration(commands.Cog):
    """The same by command, and staff's entries for others."""

    @app_commands.command(name="register", description="commands.register")
    @app_commands.describe(tournament="commands.option_tournament", account="commands.register_account")
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def register_command(self, press: Press, tournament: OpenEvent, account: str | None = None) -> None:
        """Enters the person who typed."""
        if account is None:
            await register(press, tournament)
        else:
            await _register(press, tournament, account)

    @app_commands.command(name="withdraw", description="commands.withdraw")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def withdraw_command(self, press: Press, tournament: OpenEvent) -> None:
        """Takes the person who typed off the list."""
        await withdraw(press, tournament)

    @app_commands.command(name="enter", description="commands.enter")
    @app_commands.describe(
        tournament="commands.option_tournament",
        member="commands.enter_member",
        name="commands.enter_name",
        account="commands.register_account",
        new="commands.enter_new",
    )
    @app_commands.guild_only()
    @by_command(Act.ENTER_OTHER_PERSON)
    async def enter(
        self,
        press: Press,
        tournament: OpenEvent,
        member: discord.Member | None = None,
        name: str | None = None,
        account: str | None = None,
        new: bool = False,
    ) -> None:
        """Enters somebody else: a member, or a person who is not in the server."""
        known = (MemberId(member.id), member.display_name) if member else None
        panel, given = tournament_subject(tournament), (known, name or "", account)
        await live_verb(press, panel, _told, registration.enter_other, tournament, *given, is_new=new)

    @app_commands.command(name="remove", description="commands.remove")
    @app_commands.describe(tournament="commands.option_tournament", player="commands.remove_player")
    @app_commands.guild_only()
    @by_command(Act.TAKE_OUT_PLAYER)
    async def remove_command(self, press: Press, tournament: OpenEvent, player: Player) -> None:
        """Asks staff why somebody is to leave the list; the person will read it."""
        found = await press.ask(registration.removable, player)
        voice = press.voice
        form = Form(f"remove:{found.entrant.entrant_id}", voice.say("registration.remove_title"))
        form.ask("reason", voice.say("registration.remove_reason"), long=True, limit=300)
        await press.form(form)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Registration())

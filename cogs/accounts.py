"""Accounts on game sites: one's own, those that staff puts right, and second claims that staff decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.community import Person
from bot.domain.entering.claims import Account
from bot.domain.events.views import AccountHeld
from bot.domain.ids import MemberId
from bot.i18n import Voice
from bot.rendering.entering import claim_cards, entries
from bot.rendering.layout import Card
from bot.services.entering import accounts, claims
from cogs.answering import Interaction, answer, presser_of, server_voice, update, voice_of
from cogs.choosing import sites
from cogs.routing import Form, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("account-name")
async def ask_name(interaction: Interaction, site: str) -> None:
    """Asks for the account's name."""
    voice = voice_of(interaction)
    form = Form(f"account-named:{site}", voice.say("claims.form_title"))
    form.ask("account", voice.say("registration.form_account", site=site), limit=64)
    await interaction.response.send_modal(form)


@on_press("account-named")
async def take_name(interaction: Interaction, site: str) -> None:
    """Notes the account that was typed."""
    named = await interaction.client.house.do(
        accounts.change_own, presser_of(interaction), site, text_of(interaction, "account")
    )
    await answer(interaction, _told(named, None, voice_of(interaction)))


@on_press("claim-grant")
async def grant(interaction: Interaction, subject: str) -> None:
    """Asks whether the account is to move; a reason may be left out."""
    await _ask_reason(interaction, subject, "granted", required=False)


@on_press("claim-refuse")
async def refuse(interaction: Interaction, subject: str) -> None:
    """Asks why the account stays where it is."""
    await _ask_reason(interaction, subject, "refused", required=True)


@on_press("claim-granted")
async def granted(interaction: Interaction, subject: str) -> None:
    """Moves the account."""
    await _decide(interaction, subject, granted=True)


@on_press("claim-refused")
async def refused(interaction: Interaction, subject: str) -> None:
    """Leaves the account where it is."""
    await _decide(interaction, subject, granted=False)


async def _ask_reason(interaction: Interaction, subject: str, answered: str, *, required: bool) -> None:
    await interaction.client.house.ask(claims.decidable, presser_of(interaction), subject)
    voice = voice_of(interaction)
    form = Form(f"claim-{answered}:{subject}", voice.say(f"claims.form_{answered}"))
    form.ask(
        "reason",
        voice.say("claims.form_reason"),
        description=voice.say("claims.form_reason_why"),
        long=True,
        limit=claims.REASON_LIMIT,
        required=required,
    )
    await interaction.response.send_modal(form)


async def _decide(interaction: Interaction, subject: str, *, granted: bool) -> None:
    found = await interaction.client.house.do(
        claims.decide, presser_of(interaction), subject, text_of(interaction, "reason"), granted=granted
    )
    # The card stands in a channel, so that it speaks the server's language and not that of whoever decided.
    await update(interaction, claim_cards.decided(found, server_voice(interaction)))


def _told(named: Account | AccountHeld, person: Person | None, voice: Voice) -> Card:
    if isinstance(named, AccountHeld):
        return entries.account_held(named, voice)
    return claim_cards.named_account(named, person, voice)


class Accounts(commands.Cog):
    """`/account`: one's own accounts, or for staff somebody else's."""

    @app_commands.command(name="account", description="commands.account")
    @app_commands.describe(name="commands.account_name", site="commands.account_site", member="commands.account_member")
    @app_commands.autocomplete(site=sites)
    @app_commands.guild_only()
    async def account(
        self,
        interaction: Interaction,
        name: str | None = None,
        site: str | None = None,
        member: discord.Member | None = None,
    ) -> None:
        """Shows the accounts of who typed, or notes another name."""
        presser, voice = presser_of(interaction), voice_of(interaction)
        house = interaction.client.house
        if name is None:
            held = await house.ask(accounts.of, presser, MemberId(member.id) if member else presser.member_id)
            await answer(interaction, claim_cards.accounts(held, voice))
        elif member is None or member.id == presser.member_id:
            named = await house.do(accounts.change_own, presser, site, name)
            await answer(interaction, _told(named, None, voice))
        else:
            person, noted = await house.do(accounts.change_other, presser, MemberId(member.id), site, name)
            await answer(interaction, _told(noted, person, voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Accounts())

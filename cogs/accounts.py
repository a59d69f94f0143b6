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
from bot.domain.permissions import Act
from bot.i18n import Voice
from bot.rendering.entering import claim_cards, entries
from bot.rendering.layout import Card
from bot.services.entering import accounts, claims
from cogs.audience import Audience
from cogs.choosing import sites
from cogs.press import Press, by_command
from cogs.routing import Form, on_press
from cogs.subjects import CLAIM, OTHER_WORDS

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("account-name", OTHER_WORDS, Audience.EVERYBODY)
async def ask_name(press: Press, site: str) -> None:
    """Asks for the account's name."""
    voice = press.voice
    form = Form(f"account-named:{site}", voice.say("claims.form_title"))
    form.ask("account", voice.say("registration.form_account", site=site), limit=64)
    await press.form(form)


@on_press("account-named", OTHER_WORDS, Audience.EVERYBODY)
async def take_name(press: Press, site: str) -> None:
    """Notes the account that was typed."""
    named = await press.do(accounts.change_own, site, press.text("account"))
    await press.answer(_told(named, None, press.voice))


@on_press("claim-grant", CLAIM, Act.DECIDE_ACCOUNT_CLAIM)
async def grant(press: Press, claim_id: str) -> None:
    """Asks whether the account is to move; a reason may be left out."""
    await _ask_reason(press, claim_id, "granted", required=False)


@on_press("claim-refuse", CLAIM, Act.DECIDE_ACCOUNT_CLAIM)
async def refuse(press: Press, claim_id: str) -> None:
    """Asks why the account stays where it is."""
    await _ask_reason(press, claim_id, "refused", required=True)


@on_press("claim-granted", CLAIM, Act.DECIDE_ACCOUNT_CLAIM)
async def granted(press: Press, claim_id: str) -> None:
    """Moves the account."""
    await _decide(press, claim_id, granted=True)


@on_press("claim-refused", CLAIM, Act.DECIDE_ACCOUNT_CLAIM)
async def refused(press: Press, claim_id: str) -> None:
    """Leaves the account where it is."""
    await _decide(press, claim_id, granted=False)


async def _ask_reason(press: Press, claim_id: str, answered: str, *, required: bool) -> None:
    await press.ask(claims.decidable, claim_id)
    voice = press.voice
    form = Form(f"claim-{answered}:{claim_id}", voice.say(f"claims.form_{answered}"))
    form.ask(
        "reason",
        voice.say("claims.form_reason"),
        description=voice.say("claims.form_reason_why"),
        long=True,
        limit=claims.REASON_LIMIT,
        required=required,
    )
    await press.form(form)


async def _decide(press: Press, claim_id: str, *, granted: bool) -> None:
    found = await press.do(claims.decide, claim_id, press.text("reason"), granted=granted)
    # The card stands in a channel, so that it speaks the server's language and not that of whoever decided.
    await press.update(claim_cards.decided(found, press.server_voice))


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
    @by_command(Audience.EVERYBODY)
    async def account(
        self,
        press: Press,
        name: str | None = None,
        site: str | None = None,
        member: discord.Member | None = None,
    ) -> None:
        """Shows the accounts of who typed, or notes another name."""
        presser, voice = press.presser, press.voice
        if name is None:
            held = await press.ask(accounts.of, MemberId(member.id) if member else presser.member_id)
            await press.answer(claim_cards.accounts(held, voice))
        elif member is None or member.id == presser.member_id:
            named = await press.do(accounts.change_own, site, name)
            await press.answer(_told(named, None, voice))
        else:
            person, noted = await press.do(accounts.change_other, MemberId(member.id), site, name)
            await press.answer(_told(noted, person, voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Accounts())

"""The two offices, and suggestions to the leader."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import MemberId
from bot.domain.permissions import Act, Office
from bot.rendering.registry import office_cards
from bot.rendering.voting import suggestion_cards
from bot.services.registry import offices
from bot.services.registry.officers import BotHoldsNoOffice
from bot.services.voting import suggestions
from cogs.audience import Audience
from cogs.press import Press, by_command
from cogs.roles import show_roles
from cogs.routing import Form, on_press
from cogs.subjects import NOTHING, SUGGESTION, one_of

if TYPE_CHECKING:
    from bot.app import TournamentBot

OFFICES = [
    app_commands.Choice(name="commands.office_president", value=Office.PRESIDENT.value),
    app_commands.Choice(name="commands.office_leader", value=Office.LEADER.value),
]


OFFICE = one_of(Office)
TITLE = "title"
"""The own arbiter title, which is laid down as an office is."""


@on_press("offices-show", NOTHING, Audience.EVERYBODY)
async def show_offices(press: Press, _: None) -> None:
    """Shows who holds what, and what waits for a vacant office."""

    shown = await press.look(offices.show, press.at)
    await press.answer(office_cards.committee(shown, press.voice))


@on_press("suggest", NOTHING, Audience.EVERYBODY)
async def suggested(press: Press, _: None) -> None:
    """Takes the suggestion that was written."""

    text = press.text("suggestion")
    view = await press.do(suggestions.suggest, text)
    await press.answer(suggestion_cards.made(view, press.voice))


@on_press("suggestion", SUGGESTION, Audience.EVERYBODY)
async def show(press: Press, suggestion_id: str) -> None:
    """Shows one suggestion of the list."""
    view = await press.look(suggestions.view, suggestion_id)
    await press.answer(suggestion_cards.card(view, press.voice))


@on_press("suggestion-approve", SUGGESTION, Act.ANSWER_SUGGESTION)
async def approve(press: Press, suggestion_id: str) -> None:
    """The leader approves."""
    view = await press.do(suggestions.decide, suggestion_id, "", approved=True)
    await press.update(suggestion_cards.card(view, press.voice))


@on_press("suggestion-decline", SUGGESTION, Act.ANSWER_SUGGESTION)
async def ask_why(press: Press, suggestion_id: str) -> None:
    """Asks the leader for the reason."""
    await press.ask(suggestions.decidable, suggestion_id)
    voice = press.voice
    form = Form(f"suggestion-declined:{suggestion_id}", voice.say("suggestions.decline_title"))
    form.ask("reason", voice.say("suggestions.decline_reason"), long=True, limit=suggestions.REASON_LIMIT)
    await press.form(form)


@on_press("suggestion-declined", SUGGESTION, Act.ANSWER_SUGGESTION)
async def decline(press: Press, suggestion_id: str) -> None:
    """The leader declines for the reason that was written."""
    reason = press.text("reason")
    view = await press.do(suggestions.decide, suggestion_id, reason, approved=False)
    await press.update(suggestion_cards.card(view, press.voice))


@app_commands.guild_only()
class Offices(commands.GroupCog, group_name="office", group_description="commands.office"):
    """Who holds which office, resignations, stand-ins, and the roles that mirror them."""

    @app_commands.command(name="show", description="commands.office_show")
    @by_command(Audience.EVERYBODY)
    async def show_command(self, press: Press) -> None:
        """Shows who holds what, and what waits for a vacant office."""
        shown = await press.look(offices.show, press.at)
        await press.answer(office_cards.committee(shown, press.voice))

    @app_commands.command(name="resign", description="commands.office_resign")
    @app_commands.describe(office="commands.office_which", reason="commands.office_reason")
    @app_commands.choices(office=[*OFFICES, app_commands.Choice(name="commands.office_title", value=TITLE)])
    @by_command(Audience.ADDRESSED)
    async def resign(self, press: Press, office: str, reason: str) -> None:
        """Ends the own time in an office, or lays the own arbiter title down."""
        if office == TITLE:
            shown = await press.do(offices.lay_down, reason)
        else:
            shown = await press.do(offices.resign, await press.meant(OFFICE, office), reason)
        await press.answer(office_cards.committee(shown, press.voice))

    @app_commands.command(name="stand-in", description="commands.office_stand_in")
    @app_commands.describe(
        office="commands.office_which",
        member="commands.office_member",
        days="commands.office_days",
        reason="commands.office_reason",
    )
    @app_commands.choices(office=OFFICES)
    @by_command(Audience.ADDRESSED)
    async def stand_in(
        self,
        press: Press,
        office: str,
        member: discord.Member,
        days: app_commands.Range[int, 1, 90],
        reason: str,
    ) -> None:
        """Has somebody act for the holder for some days."""
        if member.bot:
            raise BotHoldsNoOffice
        who = MemberId(member.id), member.display_name
        shown = await press.do(offices.name_stand_in, await press.meant(OFFICE, office), who, days, reason)
        await press.answer(office_cards.committee(shown, press.voice))

    @app_commands.command(name="back", description="commands.office_back")
    @app_commands.describe(office="commands.office_which")
    @app_commands.choices(office=OFFICES)
    @by_command(Audience.ADDRESSED)
    async def back(self, press: Press, office: str) -> None:
        """Ends a stand-in before its time."""
        shown = await press.do(offices.end_stand_in, await press.meant(OFFICE, office))
        await press.answer(office_cards.committee(shown, press.voice))

    @app_commands.command(name="roles", description="commands.office_roles")
    @by_command(Act.SET_UP)
    async def roles(self, press: Press) -> None:
        """Shows which roles mirror offices and titles, and lets them be chosen."""
        await show_roles(press)


class Suggestions(commands.Cog):
    """`/suggest` and `/suggestions`."""

    @app_commands.command(name="suggest", description="commands.suggest")
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def suggest(self, press: Press) -> None:
        """Opens the form for a suggestion."""
        voice = press.voice
        form = Form("suggest:", voice.say("suggestions.form_title"))
        form.ask(
            "suggestion",
            voice.say("suggestions.form_text"),
            description=voice.say("suggestions.form_why"),
            long=True,
            limit=suggestions.TEXT_LIMIT,
        )
        await press.form(form)

    @app_commands.command(name="suggestions", description="commands.suggestions")
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def suggestions(self, press: Press) -> None:
        """Shows all suggestions, those that wait first."""
        views = await press.look(suggestions.listing)
        await press.answer(suggestion_cards.listing(views, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cogs."""
    await bot.add_cog(Offices())
    await bot.add_cog(Suggestions())

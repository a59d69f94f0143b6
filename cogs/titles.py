"""Titles: who holds and lacks what, exams, proposals, champions, and where people play for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import MemberId
from bot.domain.permissions import Act, ArbiterTitle
from bot.domain.registry.title_views import ProposalView
from bot.i18n.territories import countries_like
from bot.rendering.layout import Card
from bot.rendering.registry import title_cards
from bot.rendering.text import plain
from bot.services.registry import exams, title_reading, titles
from cogs.audience import Audience
from cogs.crowds import live
from cogs.press import Choices, Press, by_command, suggests
from cogs.routing import Form, on_press
from cogs.subjects import NOTHING, TITLE_PROPOSAL

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("title-confirm", TITLE_PROPOSAL, Act.DECIDE_TITLE)
async def confirm(press: Press, proposal_id: str) -> None:
    """Carries the proposal out, or asks the candidate where master titles would go."""
    await _decide(press, proposal_id, confirm=True)


@on_press("title-decline", TITLE_PROPOSAL, Act.DECIDE_TITLE)
async def decline(press: Press, proposal_id: str) -> None:
    """Leaves everything as it is."""
    await _decide(press, proposal_id, confirm=False)


@on_press("title-take", TITLE_PROPOSAL, Audience.ADDRESSED)
async def take(press: Press, proposal_id: str) -> None:
    """The candidate takes the arbiter title."""
    await press.do(titles.answer_offer, proposal_id, take=True)
    await press.say("titles.taken")


@on_press("title-keep", TITLE_PROPOSAL, Audience.ADDRESSED)
async def keep(press: Press, proposal_id: str) -> None:
    """The candidate keeps the master titles."""
    await press.do(titles.answer_offer, proposal_id, take=False)
    await press.say("titles.kept")


@on_press("title-proposal", TITLE_PROPOSAL, Act.DECIDE_TITLE)
async def show_proposal(press: Press, proposal_id: str) -> None:
    """Shows one proposal of the list."""
    await press.answer(title_cards.proposal(await _view(press, proposal_id), press.voice))


@on_press("title-offer", TITLE_PROPOSAL, Audience.ADDRESSED)
async def show_offer(press: Press, proposal_id: str) -> None:
    """Shows the offer of an arbiter title to its candidate once more."""
    await press.answer(title_cards.offered(await _view(press, proposal_id), press.voice))


@on_press("country-form", NOTHING, Audience.EVERYBODY)
async def ask_country(press: Press, _: None) -> None:
    """Asks where the presser plays for."""
    voice = press.voice
    form = Form(f"country-given:{_}", voice.say("now.press_name_country"))
    form.ask("country", voice.say("titles.country_label"), limit=60)
    await press.form(form)


@on_press("country-given", NOTHING, Audience.EVERYBODY)
async def take_country(press: Press, _: None) -> None:
    """Takes the country by its name in the presser's language, or by its code."""

    typed = _code(press, press.text("country"))
    code = await press.do(exams.declare_country, typed)
    await press.answer(title_cards.country(code, press.voice))


async def _decide(press: Press, proposal_id: str, *, confirm: bool) -> None:
    async def act() -> Card:
        await press.do(titles.decide, proposal_id, confirm=confirm)
        return title_cards.decided(await _view(press, proposal_id), press.voice)

    await live(press, titles.proposal_subject(proposal_id), act)


async def _view(press: Press, proposal_id: str) -> ProposalView:
    return await press.ask(title_reading.proposal_at_desk, proposal_id)


@suggests(Audience.EVERYBODY)
async def countries(press: Press, typed: str) -> Choices:
    """Countries by a part of their name, in the person's language."""
    found = countries_like(typed, press.voice.locale)[:25]
    return [app_commands.Choice(name=plain(name, 100), value=code) for code, name in found]


@app_commands.guild_only()
class Exams(commands.GroupCog, group_name="exam", group_description="commands.exam"):
    """Exams for arbiter titles."""

    @app_commands.command(name="record", description="commands.exam_record")
    @app_commands.describe(member="commands.exam_member", title="commands.exam_title", passed="commands.exam_passed")
    @by_command(Act.RECORD_EXAM)
    async def record(self, press: Press, member: discord.Member, title: Literal["ANP", "AN"], passed: bool) -> None:
        """Puts an exam on record."""
        taken = await press.do(exams.record_exam, MemberId(member.id), ArbiterTitle(title), passed=passed)
        await press.answer(title_cards.exam(taken, press.voice))


class Titles(commands.Cog):
    """`/titles`, `/proposals`, `/champion`, `/country`."""

    @app_commands.command(name="titles", description="commands.titles")
    @app_commands.describe(member="commands.titles_member")
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def titles(self, press: Press, member: discord.Member | None = None) -> None:
        """Shows what a member holds, meets and lacks; without an argument, the own."""
        presser, voice = press.presser, press.voice
        member_id = presser.member_id if member is None else MemberId(member.id)
        view = await press.look(title_reading.page_of_member, member_id, presser.at)
        await press.answer(title_cards.stranger(voice) if view is None else title_cards.page(view, voice))

    @app_commands.command(name="proposals", description="commands.proposals")
    @app_commands.guild_only()
    @by_command(Act.DECIDE_TITLE)
    async def proposals(self, press: Press) -> None:
        """Shows the proposals that wait for a decision."""
        views = await press.ask(title_reading.waiting)
        await press.answer(title_cards.waiting(views, press.voice))

    @app_commands.command(name="champion", description="commands.champion")
    @app_commands.describe(member="commands.champion_member", event="commands.champion_event")
    @app_commands.guild_only()
    @by_command(Act.NAME_CHAMPION)
    async def champion(self, press: Press, member: discord.Member, event: app_commands.Range[str, 1, 80]) -> None:
        """Records who won a world championship."""
        person = MemberId(member.id), member.display_name
        await press.do(exams.crown, person, event)
        await press.say("titles.champion_recorded")

    @app_commands.command(name="country", description="commands.country")
    @app_commands.describe(country="commands.country_country")
    @app_commands.autocomplete(country=countries)
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def country(self, press: Press, country: str) -> None:
        """Takes where the person plays for."""
        code = await press.do(exams.declare_country, _code(press, country))
        await press.answer(title_cards.country(code, press.voice))


def _code(press: Press, typed: str) -> str:
    """The country that was chosen, or typed by its name; what fits none is left as it is."""
    found = countries_like(typed, press.voice.locale)
    return found[0][0] if found and typed.strip() else typed


async def setup(bot: TournamentBot) -> None:
    """Adds the cogs."""
    await bot.add_cog(Titles())
    await bot.add_cog(Exams())

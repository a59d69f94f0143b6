"""Titles: who holds and lacks what, exams, proposals, champions, and where people play for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import MemberId
from bot.domain.permissions import ArbiterTitle
from bot.domain.registry.title_views import ProposalView
from bot.i18n.territories import countries_like
from bot.rendering.layout import Card
from bot.rendering.registry import title_cards
from bot.rendering.text import plain
from bot.services.registry import exams, title_reading, titles
from cogs.answering import Interaction, answer, presser_of, say, voice_of
from cogs.crowds import press
from cogs.routing import Form, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("title-confirm")
async def confirm(interaction: Interaction, subject: str) -> None:
    """Carries the proposal out, or asks the candidate where master titles would go."""
    await _decide(interaction, subject, confirm=True)


@on_press("title-decline")
async def decline(interaction: Interaction, subject: str) -> None:
    """Leaves everything as it is."""
    await _decide(interaction, subject, confirm=False)


@on_press("title-take")
async def take(interaction: Interaction, subject: str) -> None:
    """The candidate takes the arbiter title."""
    await interaction.client.house.do(titles.answer_offer, presser_of(interaction), subject, take=True)
    await say(interaction, "titles.taken")


@on_press("title-keep")
async def keep(interaction: Interaction, subject: str) -> None:
    """The candidate keeps the master titles."""
    await interaction.client.house.do(titles.answer_offer, presser_of(interaction), subject, take=False)
    await say(interaction, "titles.kept")


@on_press("title-proposal")
async def show_proposal(interaction: Interaction, subject: str) -> None:
    """Shows one proposal of the list."""
    await answer(interaction, title_cards.proposal(await _view(interaction, subject), voice_of(interaction)))


@on_press("title-offer")
async def show_offer(interaction: Interaction, subject: str) -> None:
    """Shows the offer of an arbiter title to its candidate once more."""
    await answer(interaction, title_cards.offered(await _view(interaction, subject), voice_of(interaction)))


@on_press("country-form")
async def ask_country(interaction: Interaction, subject: str) -> None:
    """Asks where the presser plays for."""
    voice = voice_of(interaction)
    form = Form(f"country-given:{subject}", voice.say("now.press_name_country"))
    form.ask("country", voice.say("titles.country_label"), limit=60)
    await interaction.response.send_modal(form)


@on_press("country-given")
async def take_country(interaction: Interaction, subject: str) -> None:
    """Takes the country by its name in the presser's language, or by its code."""
    del subject
    typed = _code(interaction, text_of(interaction, "country"))
    code = await interaction.client.house.do(exams.declare_country, presser_of(interaction), typed)
    await answer(interaction, title_cards.country(code, voice_of(interaction)))


async def _decide(interaction: Interaction, subject: str, *, confirm: bool) -> None:
    async def act() -> Card:
        await interaction.client.house.do(titles.decide, presser_of(interaction), subject, confirm=confirm)
        return title_cards.decided(await _view(interaction, subject), voice_of(interaction))

    await press(interaction, titles.proposal_subject(subject), act)


async def _view(interaction: Interaction, subject: str) -> ProposalView:
    return await interaction.client.house.ask(title_reading.proposal_at_desk, presser_of(interaction), subject)


async def countries(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Countries by a part of their name, in the person's language."""
    found = countries_like(typed, voice_of(interaction).locale)[:25]
    return [app_commands.Choice(name=plain(name, 100), value=code) for code, name in found]


@app_commands.guild_only()
class Exams(commands.GroupCog, group_name="exam", group_description="commands.exam"):
    """Exams for arbiter titles."""

    @app_commands.command(name="record", description="commands.exam_record")
    @app_commands.describe(member="commands.exam_member", title="commands.exam_title", passed="commands.exam_passed")
    async def record(
        self, interaction: Interaction, member: discord.Member, title: Literal["ANP", "AN"], passed: bool
    ) -> None:
        """Puts an exam on record."""
        taken = await interaction.client.house.do(
            exams.record_exam, presser_of(interaction), MemberId(member.id), ArbiterTitle(title), passed=passed
        )
        await answer(interaction, title_cards.exam(taken, voice_of(interaction)))


class Titles(commands.Cog):
    """`/titles`, `/proposals`, `/champion`, `/country`."""

    @app_commands.command(name="titles", description="commands.titles")
    @app_commands.describe(member="commands.titles_member")
    @app_commands.guild_only()
    async def titles(self, interaction: Interaction, member: discord.Member | None = None) -> None:
        """Shows what a member holds, meets and lacks; without an argument, the own."""
        presser, voice = presser_of(interaction), voice_of(interaction)
        member_id = presser.member_id if member is None else MemberId(member.id)
        view = await interaction.client.house.ask(title_reading.page_of_member, presser.guild_id, member_id, presser.at)
        await answer(interaction, title_cards.stranger(voice) if view is None else title_cards.page(view, voice))

    @app_commands.command(name="proposals", description="commands.proposals")
    @app_commands.guild_only()
    async def proposals(self, interaction: Interaction) -> None:
        """Shows the proposals that wait for a decision."""
        views = await interaction.client.house.ask(title_reading.waiting, presser_of(interaction))
        await answer(interaction, title_cards.waiting(views, voice_of(interaction)))

    @app_commands.command(name="champion", description="commands.champion")
    @app_commands.describe(member="commands.champion_member", event="commands.champion_event")
    @app_commands.guild_only()
    async def champion(
        self, interaction: Interaction, member: discord.Member, event: app_commands.Range[str, 1, 80]
    ) -> None:
        """Records who won a world championship."""
        person = MemberId(member.id), member.display_name
        await interaction.client.house.do(exams.crown, presser_of(interaction), person, event)
        await say(interaction, "titles.champion_recorded")

    @app_commands.command(name="country", description="commands.country")
    @app_commands.describe(country="commands.country_country")
    @app_commands.autocomplete(country=countries)
    @app_commands.guild_only()
    async def country(self, interaction: Interaction, country: str) -> None:
        """Takes where the person plays for."""
        code = await interaction.client.house.do(
            exams.declare_country, presser_of(interaction), _code(interaction, country)
        )
        await answer(interaction, title_cards.country(code, voice_of(interaction)))


def _code(interaction: Interaction, typed: str) -> str:
    """The country that was chosen, or typed by its name; what fits none is left as it is."""
    found = countries_like(typed, voice_of(interaction).locale)
    return found[0][0] if found and typed.strip() else typed


async def setup(bot: TournamentBot) -> None:
    """Adds the cogs."""
    await bot.add_cog(Titles())
    await bot.add_cog(Exams())

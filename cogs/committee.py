"""The committee: attendance and reasons for absences, removals, readmission, and the server's own procedures."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import GuildId, MemberId, PersonId, VoteId
from bot.errors import Outdated
from bot.rendering.voting import attendance_cards, procedure_cards, vote_cards
from bot.rulebooks.errors import RulebookRefused
from bot.services.cases import expelling
from bot.services.events.rulebooks import refuse_large
from bot.services.voting import attendance, vote_desk, vote_reading
from cogs.answering import Interaction, acknowledge, answer, presser_of, say, server_voice, update, voice_of
from cogs.routing import Form, on_press, text_of
from cogs.votes import kinds

if TYPE_CHECKING:
    from bot.app import TournamentBot

REASON_LIMIT = 300


@on_press("vote-excuse")
async def ask_reason(interaction: Interaction, subject: str) -> None:
    """Asks why a vote was missed."""
    await interaction.client.house.do(attendance.excusable, presser_of(interaction), VoteId(subject))
    await _ask_why(interaction, f"vote-excused:{subject}", "votes.form_excuse")


@on_press("vote-excused")
async def take_reason(interaction: Interaction, subject: str) -> None:
    """Puts the reason before the leader (AIJE-A02-6)."""
    why = text_of(interaction, "why")
    await interaction.client.house.do(attendance.excuse, presser_of(interaction), VoteId(subject), why)
    await answer(interaction, attendance_cards.kept(voice_of(interaction)))


@on_press("excuse-show")
async def show_reason(interaction: Interaction, subject: str) -> None:
    """Leads the leader from the list of things to do to a reason that waits."""
    vote_id, _, person_id = subject.partition(".")
    view = await interaction.client.house.ask(vote_reading.excuse_view, VoteId(vote_id), PersonId(person_id))
    if view is None:
        raise Outdated
    await answer(interaction, attendance_cards.excuse(view, voice_of(interaction)))


@on_press("excuse-accept")
async def accept(interaction: Interaction, subject: str) -> None:
    """The absence is justified."""
    await _answer_excuse(interaction, subject, accepted=True)


@on_press("excuse-decline")
async def decline(interaction: Interaction, subject: str) -> None:
    """The absence counts."""
    await _answer_excuse(interaction, subject, accepted=False)


async def _answer_excuse(interaction: Interaction, subject: str, *, accepted: bool) -> None:
    vote_id, _, person_id = subject.partition(".")
    house, ids = interaction.client.house, (VoteId(vote_id), PersonId(person_id))
    await house.do(attendance.answer, presser_of(interaction), *ids, accepted=accepted)
    view = await house.ask(vote_reading.excuse_view, *ids)
    if view is None:
        raise Outdated
    await update(interaction, attendance_cards.excuse(view, server_voice(interaction)))


@on_press("vote-remove")
async def ask_removal(interaction: Interaction, subject: str) -> None:
    """Asks what the President is to read of the proposed removal."""
    await _ask_why(interaction, f"vote-removal:{subject}", "votes.form_removal")


@on_press("vote-removal")
async def propose_removal(interaction: Interaction, subject: str) -> None:
    """Puts the removal before leader and President (AIJE-A02-6)."""
    why, house = text_of(interaction, "why"), interaction.client.house
    vote = await house.do(vote_desk.propose_removal, presser_of(interaction), PersonId(subject), why)
    view = await house.ask(vote_reading.view, vote.vote_id, interaction.created_at)
    if view is None:
        raise Outdated
    await answer(interaction, vote_cards.opened(view, voice_of(interaction)))


async def _ask_why(interaction: Interaction, custom_id: str, title: str) -> None:
    voice = voice_of(interaction)
    form = Form(custom_id, voice.say(title))
    form.ask("why", voice.say("votes.form_why"), long=True, limit=REASON_LIMIT)
    await interaction.response.send_modal(form)


class Committee(commands.GroupCog, group_name="committee", group_description="commands.committee"):
    """What the committee keeps an account of."""

    @app_commands.command(name="attendance", description="commands.committee_attendance")
    @app_commands.guild_only()
    async def attendance(self, interaction: Interaction) -> None:
        """Shows who voted, who was excused, and who missed votes without justification."""
        found = await interaction.client.house.ask(attendance.sheet, presser_of(interaction))
        await answer(interaction, attendance_cards.sheet(found, voice_of(interaction)))

    @app_commands.command(name="readmit", description="commands.committee_readmit")
    @app_commands.describe(member="commands.committee_member", reason="commands.committee_reason")
    @app_commands.guild_only()
    async def readmit(self, interaction: Interaction, member: discord.Member, reason: str) -> None:
        """Lets an expelled player come back, a year later at the earliest."""
        who = (MemberId(member.id), member.display_name)
        await interaction.client.house.do(expelling.readmit, presser_of(interaction), who, reason)
        await say(interaction, "votes.readmitted", person=member.mention)

    @app_commands.command(name="procedure", description="commands.committee_procedure")
    @app_commands.describe(kind="commands.vote_kind")
    @app_commands.autocomplete(kind=kinds)
    @app_commands.guild_only()
    async def procedure(self, interaction: Interaction, kind: str) -> None:
        """Shows a kind of procedure, with its file to copy and change."""
        guild_id = GuildId(interaction.guild_id or 0)
        found, text = await interaction.client.house.ask(vote_desk.file_of, guild_id, kind)
        await answer(interaction, procedure_cards.shown(found, text, voice_of(interaction)))

    @app_commands.command(name="upload", description="commands.committee_upload")
    @app_commands.describe(file="commands.committee_file")
    @app_commands.guild_only()
    async def upload(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Takes a kind of procedure that the association wrote itself; else lists what to put right."""
        house, presser, voice = interaction.client.house, presser_of(interaction), voice_of(interaction)
        await house.ask(vote_desk.refuse_others, presser)
        await acknowledge(interaction)
        try:
            refuse_large(file.size, file.filename)
            kind = await asyncio.to_thread(vote_desk.read_file, await file.read(), file.filename)
        except RulebookRefused as refusal:
            await answer(interaction, procedure_cards.refused(refusal.file, refusal.problems, voice))
            return
        replaced = await house.do(vote_desk.keep_kind, presser, kind)
        await answer(interaction, procedure_cards.kept(kind, voice, replaced=replaced))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Committee())

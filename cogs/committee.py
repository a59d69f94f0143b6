"""The committee: attendance and reasons for absences, removals, readmission, and the server's own procedures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.apart.readings import PROCEDURE
from bot.domain.ids import MemberId, PersonId, VoteId
from bot.domain.permissions import Act
from bot.rendering.voting import attendance_cards, procedure_cards, vote_cards
from bot.rulebooks.errors import RulebookRefused
from bot.services.cases import expelling
from bot.services.voting import attendance, vote_desk, vote_reading
from cogs.audience import Audience
from cogs.press import Press, by_command
from cogs.routing import Form, on_press
from cogs.subjects import EXCUSE, PERSON, VOTE, Excuse
from cogs.votes import kinds

if TYPE_CHECKING:
    from bot.app import TournamentBot

REASON_LIMIT = 300


@on_press("vote-excuse", VOTE, Audience.ADDRESSED)
async def ask_reason(press: Press, vote_id: VoteId) -> None:
    """Asks why a vote was missed."""
    await press.do(attendance.excusable, vote_id)
    await _ask_why(press, f"vote-excused:{vote_id}", "votes.form_excuse")


@on_press("vote-excused", VOTE, Audience.ADDRESSED)
async def take_reason(press: Press, vote_id: VoteId) -> None:
    """Puts the reason before the leader (AIJE-A02-6)."""
    why = press.text("why")
    await press.do(attendance.excuse, vote_id, why)
    await press.answer(attendance_cards.kept(press.voice))


@on_press("excuse-show", EXCUSE, Audience.ADDRESSED)
async def show_reason(press: Press, meant: Excuse) -> None:
    """Leads the leader from the list of things to do to a reason that waits."""
    vote_id, person_id = meant
    view = await press.ask(vote_reading.excuse_for, vote_id, person_id)
    await press.answer(attendance_cards.excuse(view, press.voice))


@on_press("excuse-accept", EXCUSE, Audience.ADDRESSED)
async def accept(press: Press, meant: Excuse) -> None:
    """The absence is justified."""
    await _answer_excuse(press, meant, accepted=True)


@on_press("excuse-decline", EXCUSE, Audience.ADDRESSED)
async def decline(press: Press, meant: Excuse) -> None:
    """The absence counts."""
    await _answer_excuse(press, meant, accepted=False)


async def _answer_excuse(press: Press, meant: Excuse, *, accepted: bool) -> None:
    vote_id, person_id = meant
    await press.do(attendance.answer, vote_id, person_id, accepted=accepted)
    view = await press.ask(vote_reading.excuse_for, vote_id, person_id)
    await press.update(attendance_cards.excuse(view, press.server_voice))


@on_press("vote-remove", PERSON, Audience.ADDRESSED)
async def ask_removal(press: Press, person_id: PersonId) -> None:
    """Asks what the President is to read of the proposed removal."""
    await _ask_why(press, f"vote-removal:{person_id}", "votes.form_removal")


@on_press("vote-removal", PERSON, Audience.ADDRESSED)
async def propose_removal(press: Press, person_id: PersonId) -> None:
    """Puts the removal before leader and President (AIJE-A02-6)."""
    why = press.text("why")
    vote = await press.do(vote_desk.propose_removal, person_id, why)
    view = await press.look(vote_reading.of_server, vote.vote_id, press.at)
    await press.answer(vote_cards.opened(view, press.voice))


async def _ask_why(press: Press, custom_id: str, title: str) -> None:
    voice = press.voice
    form = Form(custom_id, voice.say(title))
    form.ask("why", voice.say("votes.form_why"), long=True, limit=REASON_LIMIT)
    await press.form(form)


class Committee(commands.GroupCog, group_name="committee", group_description="commands.committee"):
    """What the committee keeps an account of."""

    @app_commands.command(name="attendance", description="commands.committee_attendance")
    @app_commands.guild_only()
    @by_command(Audience.ADDRESSED)
    async def attendance(self, press: Press) -> None:
        """Shows who voted, who was excused, and who missed votes without justification."""
        found = await press.ask(attendance.sheet)
        await press.answer(attendance_cards.sheet(found, press.voice))

    @app_commands.command(name="readmit", description="commands.committee_readmit")
    @app_commands.describe(member="commands.committee_member", reason="commands.committee_reason")
    @app_commands.guild_only()
    @by_command(Act.LIFT_BAR)
    async def readmit(self, press: Press, member: discord.Member, reason: str) -> None:
        """Lets an expelled player come back, a year later at the earliest."""
        who = (MemberId(member.id), member.display_name)
        await press.do(expelling.readmit, who, reason)
        await press.say("votes.readmitted", person=member.mention)

    @app_commands.command(name="procedure", description="commands.committee_procedure")
    @app_commands.describe(kind="commands.vote_kind")
    @app_commands.autocomplete(kind=kinds)
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def procedure(self, press: Press, kind: str) -> None:
        """Shows a kind of procedure, with its file to copy and change."""
        found, text = await press.look(vote_desk.file_of, kind)
        await press.answer(procedure_cards.shown(found, text, press.voice))

    @app_commands.command(name="upload", description="commands.committee_upload")
    @app_commands.describe(file="commands.committee_file")
    @app_commands.guild_only()
    @by_command(Audience.ADDRESSED)
    async def upload(self, press: Press, file: discord.Attachment) -> None:
        """Takes a kind of procedure that the association wrote itself; else lists what to put right."""
        voice = press.voice
        await press.ask(vote_desk.refuse_others)
        await press.acknowledge()
        try:
            kind = await press.read(PROCEDURE, file)
        except RulebookRefused as refusal:
            await press.answer(procedure_cards.refused(refusal.file, refusal.problems, voice))
            return
        replaced = await press.do(vote_desk.keep_kind, kind)
        await press.answer(procedure_cards.kept(kind, voice, replaced=replaced))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Committee())

"""The committee: attendance and reasons for absences, removals, readmission, and the server's own procedures."""

from __future__ import annotations

import discord

from bot.apart.readings import PROCEDURE
from bot.domain.ids import PersonId, VoteId
from bot.domain.permissions import Act
from bot.rendering.layout import Card
from bot.rendering.voting import attendance_cards, procedure_cards, vote_cards
from bot.rulebooks.errors import RulebookRefused
from bot.services.cases import expelling
from bot.services.voting import attendance, vote_desk, vote_reading
from cogs.audience import Audience
from cogs.commands import command
from cogs.forms import Text
from cogs.options import Member
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import EXCUSE, PERSON, VOTE
from cogs.votes import Kind

WHY = Text("why", "votes.form_why", long=True, limit=300)


@on_press("vote-excuse", VOTE, Audience.ADDRESSED)
async def ask_reason(press: Press, vote_id: VoteId) -> None:
    """Asks why a vote was missed."""
    await press.do(attendance.excusable, vote_id)
    await press.open_form(f"vote-excused:{vote_id}", "votes.form_excuse", WHY)


@on_press("vote-excused", VOTE, Audience.ADDRESSED)
async def take_reason(press: Press, vote_id: VoteId) -> Card:
    """Puts the reason before the leader (AIJE-A02-6)."""
    await press.do(attendance.excuse, vote_id, press.text("why"))
    return attendance_cards.excuse_receipt(press.voice)


@on_press("excuse-show", EXCUSE, Audience.ADDRESSED)
async def show_reason(press: Press, vote_id: VoteId, person_id: PersonId) -> Card:
    """Leads the leader from the list of things to do to a reason that waits."""
    return attendance_cards.excuse(await press.ask(vote_reading.excuse_for, vote_id, person_id), press.voice)


@on_press("excuse-accept", EXCUSE, Audience.ADDRESSED, update=True)
async def accept(press: Press, vote_id: VoteId, person_id: PersonId) -> Card:
    """Accepts a reason for having missed a vote."""
    return await _answer_excuse(press, vote_id, person_id, accepted=True)


@on_press("excuse-decline", EXCUSE, Audience.ADDRESSED, update=True)
async def decline(press: Press, vote_id: VoteId, person_id: PersonId) -> Card:
    """Declines a reason for having missed a vote."""
    return await _answer_excuse(press, vote_id, person_id, accepted=False)


async def _answer_excuse(press: Press, vote_id: VoteId, person_id: PersonId, *, accepted: bool) -> Card:
    await press.do(attendance.answer, vote_id, person_id, accepted=accepted)
    view = await press.ask(vote_reading.excuse_for, vote_id, person_id)
    return attendance_cards.excuse(view, press.server_voice)


@on_press("vote-remove", PERSON, Audience.ADDRESSED)
async def ask_removal(press: Press, person_id: PersonId) -> None:
    """Asks what the President is to read of the proposed removal."""
    await press.open_form(f"vote-removal:{person_id}", "votes.form_removal", WHY)


@on_press("vote-removal", PERSON, Audience.ADDRESSED)
async def propose_removal(press: Press, person_id: PersonId) -> Card:
    """Puts the removal before leader and President (AIJE-A02-6)."""
    vote = await press.do(vote_desk.propose_removal, person_id, press.text("why"))
    view = await press.look(vote_reading.of_server, vote.vote_id, press.at)
    return vote_cards.opening_receipt(view, press.voice)


@command("committee attendance", Audience.ADDRESSED)
async def show_attendance(press: Press) -> Card:
    """Shows who voted, who was excused, and who missed votes without justification."""
    return attendance_cards.sheet(await press.ask(attendance.sheet), press.voice)


@command("committee readmit", Act.LIFT_BAR)
async def readmit(press: Press, member: Member, reason: str) -> None:
    """Lets an expelled player come back, a year later at the earliest."""
    await press.do(expelling.readmit, member, reason)
    await press.say("votes.readmitted", person=f"<@{member.member_id}>")


@command("committee procedure", Audience.EVERYBODY)
async def procedure(press: Press, kind: Kind) -> Card:
    """Shows a kind of procedure, with its file to copy and change."""
    found, text = await press.look(vote_desk.file_of, kind)
    return procedure_cards.procedure_card(found, text, press.voice)


@command("committee upload", Audience.ADDRESSED)
async def upload(press: Press, file: discord.Attachment) -> Card:
    """Takes a kind of procedure that the association wrote itself; else lists what to put right."""
    await press.ask(vote_desk.refuse_others)
    await press.acknowledge()
    try:
        kind = await press.read(PROCEDURE, file)
    except RulebookRefused as refusal:
        return procedure_cards.refusal(refusal.file, refusal.problems, press.voice)
    replaced = await press.do(vote_desk.keep_kind, kind)
    return procedure_cards.receipt(kind, press.voice, replaced=replaced)

"""Grades of Go: declared in a form or by `/grade declare`, confirmed or refused by a press (GO-25.3)."""

from __future__ import annotations

from bot.domain.ids import TournamentId
from bot.rendering.layout import Card
from bot.rendering.registry import grade_cards
from bot.services.known_people import one_meant
from bot.services.registry import grades
from cogs.audience import Audience
from cogs.choosing import KnownPerson, OpenEvent
from cogs.commands import command
from cogs.forms import Text
from cogs.options import Member
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import EVENT, GRADE


@on_press("grade", EVENT, Audience.EVERYBODY)
async def grade(press: Press, tournament_id: TournamentId) -> None:
    """Asks for the grade."""
    asked = Text("grade", "grades.which", "grades.hint", limit=12)
    await press.open_form(f"grade-said:{tournament_id}", "grades.declare", asked)


@on_press("grade-said", EVENT, Audience.EVERYBODY)
async def grade_said(press: Press, tournament_id: TournamentId) -> Card:
    """Takes the grade that was typed; it counts once it is confirmed."""
    return grade_cards.declaration_receipt(
        await press.do(grades.declare, tournament_id, press.text("grade")), press.voice
    )


@on_press("grade-show", GRADE, Audience.ADDRESSED)
async def show(press: Press, grade_id: str) -> Card:
    """Shows a grade to who may decide on it."""
    return grade_cards.waiting(await press.ask(grades.at_desk, grade_id), press.voice)


@on_press("grade-confirm", GRADE, Audience.ADDRESSED, update=True)
async def grade_confirm(press: Press, grade_id: str) -> Card:
    """Has the grade count."""
    return grade_cards.waiting(await press.do(grades.decide, grade_id, confirm=True), press.panel_voice)


@on_press("grade-refuse", GRADE, Audience.ADDRESSED, update=True)
async def grade_refuse(press: Press, grade_id: str) -> Card:
    """Refuses the grade."""
    return grade_cards.waiting(await press.do(grades.decide, grade_id, confirm=False), press.panel_voice)


@command("grade declare", Audience.EVERYBODY)
async def declare(
    press: Press,
    tournament: OpenEvent,
    grade: str,
    member: Member | None = None,
    person: KnownPerson | None = None,
) -> Card:
    """Declares the own grade, or by staff another's."""
    who = one_meant(member, person) if member or person else None
    return grade_cards.declaration_receipt(await press.do(grades.declare, tournament, grade, who), press.voice)

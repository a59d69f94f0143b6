"""The two offices, and suggestions to the leader."""

from __future__ import annotations

from typing import Annotated

from discord import app_commands

from bot.domain.permissions import Act, Office
from bot.rendering.layout import Card
from bot.rendering.registry import office_cards
from bot.rendering.voting import suggestion_cards
from bot.services.registry import offices
from bot.services.voting import suggestions
from cogs.audience import Audience
from cogs.commands import command
from cogs.forms import Text
from cogs.options import Member, OneOf
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import NOTHING, SUGGESTION

_OFFICES = {
    Office.PRESIDENT.value: ("commands.office_president", Office.PRESIDENT),
    Office.LEADER.value: ("commands.office_leader", Office.LEADER),
}
AnOffice = Annotated[Office, OneOf(_OFFICES)]
OfficeOrTitle = Annotated[Office | None, OneOf[Office | None]({**_OFFICES, "title": ("commands.office_title", None)})]
"""An office, or the own arbiter title, which is laid down as an office is."""


@command("office show", Audience.EVERYBODY)
@on_press("offices-show", NOTHING, Audience.EVERYBODY)
async def show_offices(press: Press) -> Card:
    """Shows who holds what, and what waits for a vacant office."""
    return office_cards.committee(await press.look(offices.show, press.at), press.voice)


@command("office resign", Audience.ADDRESSED)
async def resign(press: Press, office: OfficeOrTitle, reason: str) -> Card:
    """Ends the own time in an office, or lays the own arbiter title down."""
    if office is None:
        return office_cards.committee(await press.do(offices.lay_down, reason), press.voice)
    return office_cards.committee(await press.do(offices.resign, office, reason), press.voice)


@command("office stand-in", Audience.ADDRESSED)
async def stand_in(
    press: Press, office: AnOffice, member: Member, days: app_commands.Range[int, 1, 90], reason: str
) -> Card:
    """Has somebody act for the holder for some days."""
    shown = await press.do(offices.name_stand_in, office, member, days, reason)
    return office_cards.committee(shown, press.voice)


@command("office back", Audience.ADDRESSED)
async def back(press: Press, office: AnOffice) -> Card:
    """Ends a stand-in before its time."""
    return office_cards.committee(await press.do(offices.end_stand_in, office), press.voice)


@command("committee suggest", Audience.EVERYBODY)
async def ask_suggestion(press: Press) -> None:
    """Opens the form for a suggestion."""
    limit = suggestions.TEXT_LIMIT
    text = Text("suggestion", "suggestions.form_text", "suggestions.form_why", long=True, limit=limit)
    await press.open_form("suggest:", "suggestions.form_title", text)


@on_press("suggest", NOTHING, Audience.EVERYBODY)
async def suggest(press: Press) -> Card:
    """Takes the suggestion that was written."""
    return suggestion_cards.receipt(await press.do(suggestions.suggest, press.text("suggestion")), press.voice)


@command("committee suggestions", Audience.EVERYBODY)
async def list_suggestions(press: Press) -> Card:
    """Shows all suggestions, those that wait first."""
    return suggestion_cards.listing(await press.look(suggestions.listing), press.voice)


@on_press("suggestion", SUGGESTION, Audience.EVERYBODY)
async def show(press: Press, suggestion_id: str) -> Card:
    """Shows one suggestion of the list."""
    return suggestion_cards.card(await press.look(suggestions.view, suggestion_id), press.voice)


@on_press("suggestion-approve", SUGGESTION, Act.ANSWER_SUGGESTION, update=True)
async def approve(press: Press, suggestion_id: str) -> Card:
    """Approves a suggestion, for the leader."""
    view = await press.do(suggestions.decide, suggestion_id, "", approved=True)
    return suggestion_cards.card(view, press.panel_voice)


@on_press("suggestion-decline", SUGGESTION, Act.ANSWER_SUGGESTION)
async def ask_why(press: Press, suggestion_id: str) -> None:
    """Asks the leader for the reason."""
    await press.ask(suggestions.decidable, suggestion_id)
    reason = Text("reason", "suggestions.decline_reason", long=True, limit=suggestions.REASON_LIMIT)
    await press.open_form(f"suggestion-declined:{suggestion_id}", "suggestions.decline_title", reason)


@on_press("suggestion-declined", SUGGESTION, Act.ANSWER_SUGGESTION, update=True)
async def decline(press: Press, suggestion_id: str) -> Card:
    """The leader declines for the reason that was written."""
    view = await press.do(suggestions.decide, suggestion_id, press.text("reason"), approved=False)
    return suggestion_cards.card(view, press.panel_voice)

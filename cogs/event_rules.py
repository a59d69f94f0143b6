"""The event's own rules: the chief's draft, and the organisers' word on it (GO-30)."""

from __future__ import annotations

from bot.domain.ids import TournamentId
from bot.domain.permissions import Act
from bot.rendering.events import event_rules_cards
from bot.rendering.layout import Card
from bot.services.events import event_rules
from cogs.forms import WHY, Text
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import EVENT, NUMBER
from cogs.takes import pair

DRAFTED = pair(EVENT, NUMBER)
"""An event, and the number of the draft that the card showed."""


async def ask_for_draft(press: Press, tournament_id: TournamentId) -> None:
    """Opens the form for the draft, filled with the last one."""
    _, last = await press.ask(event_rules.may_draft, tournament_id)
    known, limit = None if last is None else last.rules, event_rules.RULES_LIMIT
    text = Text("rules", "event_rules.text", "event_rules.hint", long=True, limit=limit, default=known)
    await press.open_form(f"rules-draft:{tournament_id}", "event_rules.title", text)


@on_press("rules-draft", EVENT, Act.DRAFT_EVENT_RULES)
async def rules_draft(press: Press, tournament_id: TournamentId) -> Card:
    """Takes the draft; the organisers are asked."""
    await press.do(event_rules.draft, tournament_id, press.text("rules"))
    return event_rules_cards.request_receipt(press.voice)


@on_press("rules-approve", DRAFTED, Act.APPROVE_EVENT_RULES, update=True)
async def rules_approve(press: Press, tournament_id: TournamentId, number: int) -> Card:
    """Approves the draft."""
    view = await press.do(event_rules.decide, tournament_id, number)
    return event_rules_cards.draft(view, press.voice)


@on_press("rules-approve-now", DRAFTED, Act.APPROVE_EVENT_RULES)
async def rules_approve_called(press: Press, tournament_id: TournamentId, number: int) -> Card:
    """Approves it from a call, which stays as it is."""
    return await rules_approve(press, tournament_id, number)


@on_press("rules-decline", DRAFTED, Act.APPROVE_EVENT_RULES)
async def rules_decline(press: Press, tournament_id: TournamentId, number: int) -> None:
    """Asks why the draft is declined."""
    await press.do(event_rules.deciding, tournament_id)
    await press.open_form(f"rules-declined:{tournament_id}.{number}", "event_rules.decline", WHY)


@on_press("rules-declined", DRAFTED, Act.APPROVE_EVENT_RULES)
async def rules_declined(press: Press, tournament_id: TournamentId, number: int) -> Card:
    """Declines the draft, with the reason."""
    view = await press.do(event_rules.decide, tournament_id, number, press.text("why"))
    return event_rules_cards.draft(view, press.voice)

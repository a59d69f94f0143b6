"""The event's own rules: the chief's draft, and the organisers' word on it (GO-30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.domain.ids import TournamentId
from bot.domain.permissions import Act
from bot.rendering.events import event_rules_cards
from bot.services.events import event_rules
from cogs.press import Press
from cogs.routing import Form, on_press
from cogs.subjects import EVENT, NUMBER, pair

if TYPE_CHECKING:
    from bot.app import TournamentBot


DRAFTED = pair(EVENT, NUMBER)
"""An event, and the number of the draft that the card showed."""
Drafted = tuple[TournamentId, int]


async def ask_for_draft(press: Press, tournament_id: TournamentId) -> None:
    """Opens the form for the draft, filled with the last one."""
    _, last = await press.ask(event_rules.may_draft, tournament_id)
    voice = press.voice
    form = Form(f"rules-draft:{tournament_id}", voice.say("event_rules.title"))
    hint, known = voice.say("event_rules.hint"), None if last is None else last.rules
    form.ask(
        "rules",
        voice.say("event_rules.text"),
        description=hint,
        long=True,
        limit=event_rules.RULES_LIMIT,
        default=known,
    )
    await press.form(form)


async def show_rules(press: Press, tournament_id: TournamentId) -> None:
    """Shows the rules that count beside the rulebook."""
    view = await press.look(event_rules.view, tournament_id)
    await press.answer(event_rules_cards.in_force(view, press.voice))


@on_press("rules-draft", EVENT, Act.DRAFT_EVENT_RULES)
async def rules_draft(press: Press, tournament_id: TournamentId) -> None:
    """Takes the draft; the organisers are asked."""
    text = press.text("rules")
    await press.do(event_rules.draft, tournament_id, text)
    await press.answer(event_rules_cards.sent(press.voice))


@on_press("rules-approve", DRAFTED, Act.EDIT_TOURNAMENT)
async def rules_approve(press: Press, meant: Drafted) -> None:
    """Approves the draft."""
    tournament_id, number = meant
    view = await press.do(event_rules.decide, tournament_id, number)
    await press.update(event_rules_cards.drafted(view, press.voice))


@on_press("rules-decline", DRAFTED, Act.EDIT_TOURNAMENT)
async def rules_decline(press: Press, meant: Drafted) -> None:
    """Asks why the draft is declined."""
    tournament_id, number = meant
    await press.do(event_rules.deciding, tournament_id)
    voice = press.voice
    form = Form(f"rules-declined:{tournament_id}.{number}", voice.say("event_rules.decline"))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await press.form(form)


@on_press("rules-declined", DRAFTED, Act.EDIT_TOURNAMENT)
async def rules_declined(press: Press, meant: Drafted) -> None:
    """Declines the draft, with the reason."""
    tournament_id, number = meant
    why = press.text("why")
    view = await press.do(event_rules.decide, tournament_id, number, why)
    await press.answer(event_rules_cards.drafted(view, press.voice))


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""

"""The event's own rules: the chief's draft, and the organisers' word on it (GO-30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.domain.ids import GuildId, TournamentId
from bot.errors import Outdated
from bot.rendering.events import event_rules_cards
from bot.services.events import event_rules
from cogs.answering import Interaction, answer, presser_of, update, voice_of
from cogs.routing import Form, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot


async def ask_for_draft(interaction: Interaction, tournament_id: TournamentId) -> None:
    """Opens the form for the draft, filled with the last one."""
    _, last = await interaction.client.house.ask(event_rules.may_draft, presser_of(interaction), tournament_id)
    voice = voice_of(interaction)
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
    await interaction.response.send_modal(form)


async def show_rules(interaction: Interaction, tournament_id: TournamentId) -> None:
    """Shows the rules that count beside the rulebook."""
    guild_id = GuildId(interaction.guild_id or 0)
    view = await interaction.client.house.ask(event_rules.view, guild_id, tournament_id)
    await answer(interaction, event_rules_cards.in_force(view, voice_of(interaction)))


@on_press("rules-draft")
async def rules_draft(interaction: Interaction, subject: str) -> None:
    """Takes the draft; the organisers are asked."""
    presser, text = presser_of(interaction), text_of(interaction, "rules")
    await interaction.client.house.do(event_rules.draft, presser, TournamentId(subject), text)
    await answer(interaction, event_rules_cards.sent(voice_of(interaction)))


@on_press("rules-approve")
async def rules_approve(interaction: Interaction, subject: str) -> None:
    """Approves the draft."""
    tournament_id, number = _two(subject)
    view = await interaction.client.house.do(event_rules.decide, presser_of(interaction), tournament_id, number)
    await update(interaction, event_rules_cards.drafted(view, voice_of(interaction)))


@on_press("rules-decline")
async def rules_decline(interaction: Interaction, subject: str) -> None:
    """Asks why the draft is declined."""
    tournament_id, _ = _two(subject)
    await interaction.client.house.do(event_rules.deciding, presser_of(interaction), tournament_id)
    voice = voice_of(interaction)
    form = Form(f"rules-declined:{subject}", voice.say("event_rules.decline"))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await interaction.response.send_modal(form)


@on_press("rules-declined")
async def rules_declined(interaction: Interaction, subject: str) -> None:
    """Declines the draft, with the reason."""
    tournament_id, number = _two(subject)
    presser, why = presser_of(interaction), text_of(interaction, "why")
    view = await interaction.client.house.do(event_rules.decide, presser, tournament_id, number, why)
    await answer(interaction, event_rules_cards.drafted(view, voice_of(interaction)))


def _two(subject: str) -> tuple[TournamentId, int]:
    tournament_id, _, number = subject.partition(".")
    if not number.isdecimal():
        raise Outdated
    return TournamentId(tournament_id), int(number)


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""

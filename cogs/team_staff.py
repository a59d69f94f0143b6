"""Staff write a team down for people who cannot: entering it, changing it, and its captain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.domain.ids import EntrantId, MemberId, TournamentId
from bot.rendering.team_play import team_cards
from bot.services.team_play import team_staff, teams
from cogs.answering import Interaction, answer, presser_of, voice_of
from cogs.routing import on_press, text_of
from cogs.team_forms import named_in_form, picked_members, team_form

if TYPE_CHECKING:
    from bot.app import TournamentBot

_NOBODY = "0"
"""Stands for a captain who is not in the server, and so is the first name of the form."""


async def ask_to_enter(interaction: Interaction, tournament_id: TournamentId, captain: discord.Member | None) -> None:
    """Opens the form of a new team."""
    known = None if captain is None else (MemberId(captain.id), captain.display_name)
    asked = await interaction.client.house.do(team_staff.begin, presser_of(interaction), tournament_id, known)
    custom_id = f"team-staff-new:{tournament_id}.{_NOBODY if captain is None else captain.id}"
    await interaction.response.send_modal(team_form(asked, voice_of(interaction), custom_id))


async def ask_to_change(interaction: Interaction, entrant_id: EntrantId) -> None:
    """Opens the form of a team that is on the list."""
    asked = await interaction.client.house.ask(team_staff.form_of, presser_of(interaction), entrant_id)
    await interaction.response.send_modal(team_form(asked, voice_of(interaction), f"team-staff-form:{entrant_id}"))


@on_press("team-staff-new")
async def enter(interaction: Interaction, subject: str) -> None:
    """Puts the team on the list."""
    tournament_id, _, captain = subject.partition(".")
    # The captain became known when the form was opened, so the name is on record.
    known = None if captain == _NOBODY else (MemberId(int(captain)), "")
    named = await named_in_form(interaction, TournamentId(tournament_id))
    given = (presser_of(interaction), TournamentId(tournament_id), known, text_of(interaction, "name"), named)
    view = await interaction.client.house.do(team_staff.enter, *given)
    await answer(interaction, team_cards.by_staff(view, voice_of(interaction)))


@on_press("team-staff-edit")
async def edit(interaction: Interaction, subject: str) -> None:
    """Opens the form again."""
    await ask_to_change(interaction, EntrantId(subject))


@on_press("team-staff-form")
async def change(interaction: Interaction, subject: str) -> None:
    """Writes the team anew."""
    house, presser = interaction.client.house, presser_of(interaction)
    before = await house.ask(teams.of_entrant, presser, EntrantId(subject))
    named = await named_in_form(interaction, before.tournament.tournament_id)
    view = await house.do(team_staff.change, presser, EntrantId(subject), text_of(interaction, "name"), named)
    await answer(interaction, team_cards.by_staff(view, voice_of(interaction)))


@on_press("team-staff-add")
async def add(interaction: Interaction, subject: str) -> None:
    """Puts the chosen members of the server into the team."""
    picked, presser = picked_members(interaction), presser_of(interaction)
    view = await interaction.client.house.do(team_staff.add_members, presser, EntrantId(subject), picked)
    await answer(interaction, team_cards.by_staff(view, voice_of(interaction)))


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses, and `/team` has the commands."""

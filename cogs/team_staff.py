"""Staff write a team down for people who cannot: entering it, changing it, and its captain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.domain.ids import EntrantId, MemberId, PersonId, TournamentId
from bot.domain.permissions import Act
from bot.rendering.team_play import team_cards
from bot.services.team_play import team_staff, teams
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import ENTRANT, EVENT, PERSON, SNOWFLAKE, pair
from cogs.team_forms import named_in_form, team_form

if TYPE_CHECKING:
    from bot.app import TournamentBot

_NOBODY = 0
"""Stands for a captain who is not in the server, and so is the first name of the form."""


async def ask_to_enter(press: Press, tournament_id: TournamentId, captain: discord.Member | None) -> None:
    """Opens the form of a new team."""
    known = None if captain is None else (MemberId(captain.id), captain.display_name)
    asked = await press.do(team_staff.begin, tournament_id, known)
    custom_id = f"team-staff-new:{tournament_id}.{_NOBODY if captain is None else captain.id}"
    await press.form(team_form(asked, press.voice, custom_id))


async def ask_to_change(press: Press, entrant_id: EntrantId) -> None:
    """Opens the form of a team that is on the list."""
    asked = await press.ask(team_staff.form_of, entrant_id)
    await press.form(team_form(asked, press.voice, f"team-staff-form:{entrant_id}"))


@on_press("team-staff-new", pair(EVENT, SNOWFLAKE), Act.ENTER_OTHER_PERSON)
async def enter(press: Press, meant: tuple[TournamentId, int]) -> None:
    """Puts the team on the list."""
    tournament_id, captain = meant
    # The captain became known when the form was opened, so the name is on record.
    known = None if captain == _NOBODY else (MemberId(captain), "")
    named = await named_in_form(press, tournament_id)
    view = await press.do(team_staff.enter, tournament_id, known, press.text("name"), named)
    await press.answer(team_cards.by_staff(view, press.voice))


@on_press("team-staff-edit", ENTRANT, Act.ENTER_OTHER_PERSON)
async def edit(press: Press, entrant_id: EntrantId) -> None:
    """Opens the form again."""
    await ask_to_change(press, entrant_id)


@on_press("team-staff-form", ENTRANT, Act.ENTER_OTHER_PERSON)
async def change(press: Press, entrant_id: EntrantId) -> None:
    """Writes the team anew."""
    before = await press.ask(teams.of_entrant, entrant_id)
    named = await named_in_form(press, before.tournament.tournament_id)
    view = await press.do(team_staff.change, entrant_id, press.text("name"), named)
    await press.answer(team_cards.by_staff(view, press.voice))


@on_press("team-leads", pair(ENTRANT, PERSON), Act.ENTER_OTHER_PERSON)
async def leads(press: Press, meant: tuple[EntrantId, PersonId]) -> None:
    """Takes the one whom the captain's name means."""
    await press.update(team_cards.by_staff(await press.do(team_staff.say_who_leads, *meant), press.voice))


@on_press("team-leads-new", ENTRANT, Act.ENTER_OTHER_PERSON)
async def leads_new(press: Press, entrant_id: EntrantId) -> None:
    """Takes it that nobody is meant who is known."""
    await press.update(team_cards.by_staff(await press.do(team_staff.say_who_leads, entrant_id, None), press.voice))


@on_press("team-staff-add", ENTRANT, Act.ENTER_OTHER_PERSON)
async def add(press: Press, entrant_id: EntrantId) -> None:
    """Puts the chosen members of the server into the team."""
    picked = press.members()
    view = await press.do(team_staff.add_members, entrant_id, picked)
    await press.answer(team_cards.by_staff(view, press.voice))


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses, and `/team` has the commands."""

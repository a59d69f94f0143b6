"""Staff write a team down for people who cannot: entering it, changing it, and its captain."""

from __future__ import annotations

from bot.domain.ids import EntrantId, MemberId, PersonId, TournamentId
from bot.domain.permissions import Act
from bot.rendering.layout import Card
from bot.rendering.team_play import team_cards
from bot.services.team_play import team_entries, team_staff
from cogs.choosing import OpenEvent, Player
from cogs.commands import command
from cogs.options import Member
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import ENTRANT, EVENT, PERSON, SNOWFLAKE
from cogs.takes import pair
from cogs.team_forms import named_in_form, open_team_form

_NOBODY = 0
"""Stands for a captain who is not in the server, and so is the first name of the form."""


@command("team enter", Act.ENTER_OTHER_PERSON)
async def ask_to_enter(press: Press, tournament: OpenEvent, captain: Member | None = None) -> None:
    """Opens a new team's form for staff, who write it down for people who cannot."""
    asked = await press.do(team_staff.begin, tournament, captain)
    leads = _NOBODY if captain is None else captain.member_id
    await open_team_form(press, asked, f"team-staff-new:{tournament}.{leads}")


@on_press("team-staff-new", pair(EVENT, SNOWFLAKE), Act.ENTER_OTHER_PERSON)
async def enter(press: Press, tournament_id: TournamentId, captain: int) -> Card:
    """Puts the team on the list."""
    # The captain became known when the form was opened, so the name is on record.
    known = None if captain == _NOBODY else (MemberId(captain), "")
    named = await named_in_form(press, tournament_id)
    view = await press.do(team_staff.enter, tournament_id, known, press.text("name"), named)
    return team_cards.by_staff(view, press.voice)


@command("team change", Act.ENTER_OTHER_PERSON)
async def rewrite(press: Press, tournament: OpenEvent, team: Player) -> None:
    """Opens the form of any team for staff."""
    await edit(press, team)


@on_press("team-staff-edit", ENTRANT, Act.ENTER_OTHER_PERSON)
async def edit(press: Press, entrant_id: EntrantId) -> None:
    """Opens the form again."""
    asked = await press.ask(team_staff.form_of, entrant_id)
    await open_team_form(press, asked, f"team-staff-form:{entrant_id}")


@on_press("team-staff-form", ENTRANT, Act.ENTER_OTHER_PERSON)
async def change(press: Press, entrant_id: EntrantId) -> Card:
    """Writes the team anew."""
    before = await press.ask(team_entries.of_entrant, entrant_id)
    named = await named_in_form(press, before.tournament.tournament_id)
    view = await press.do(team_staff.change, entrant_id, press.text("name"), named)
    return team_cards.by_staff(view, press.voice)


@on_press("team-leads", pair(ENTRANT, PERSON), Act.ENTER_OTHER_PERSON, update=True)
async def leads(press: Press, entrant_id: EntrantId, person_id: PersonId) -> Card:
    """Takes the one whom the captain's name means."""
    return team_cards.by_staff(await press.do(team_staff.say_who_leads, entrant_id, person_id), press.voice)


@on_press("team-leads-new", ENTRANT, Act.ENTER_OTHER_PERSON, update=True)
async def leads_new(press: Press, entrant_id: EntrantId) -> Card:
    """Takes it that nobody is meant who is known."""
    return team_cards.by_staff(await press.do(team_staff.say_who_leads, entrant_id, None), press.voice)


@on_press("team-staff-add", ENTRANT, Act.ENTER_OTHER_PERSON)
async def add(press: Press, entrant_id: EntrantId) -> Card:
    """Puts the chosen members of the server into the team."""
    return team_cards.by_staff(await press.do(team_staff.add_members, entrant_id, press.members()), press.voice)


@command("team captain", Act.TAKE_OUT_PLAYER, public=True)
async def captain(press: Press, tournament: OpenEvent, team: Player, captain: Member) -> Card:
    """Gives a team another captain, in public."""
    return team_cards.captain_changed(await press.do(team_staff.hand_over, team, captain), press.server_voice)

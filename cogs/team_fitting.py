"""Mending a team that does not fit the ranking or a bar any more, until registration closes (AIJE-D05-1)."""

from __future__ import annotations

from bot.domain.ids import EntrantId, PersonId, TournamentId
from bot.rendering.layout import Card
from bot.rendering.team_play import team_cards
from bot.services.team_play import fitness, team_entries
from cogs.audience import Audience
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import ENTRANT, EVENT, PERSON
from cogs.takes import pair


@on_press("team-fit", EVENT, Audience.PLAYERS)
async def look(press: Press, tournament_id: TournamentId) -> Card:
    """Shows the own team with what does not fit; its captain finds the presses there."""
    view = await press.ask(team_entries.own, tournament_id)
    return team_cards.team_card(view, press.voice, own=view.captain.discord_id == press.member_id)


@on_press("team-lead", pair(ENTRANT, PERSON), Audience.PLAYERS)
async def pass_lead(press: Press, entrant_id: EntrantId, person_id: PersonId) -> Card:
    """Lets the highest rated lead the team."""
    view = await press.do(fitness.pass_lead, entrant_id, person_id)
    return team_cards.team_card(view, press.voice, own=False)


@on_press("team-release", pair(ENTRANT, PERSON), Audience.PLAYERS)
async def release(press: Press, entrant_id: EntrantId, person_id: PersonId) -> Card:
    """Lets a member go with whom the team could not play."""
    return team_cards.receipt(await press.do(fitness.release, entrant_id, person_id), press.voice)

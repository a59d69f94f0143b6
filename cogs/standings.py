"""The standings of an event, and why somebody stands where."""

from __future__ import annotations

from bot.domain.ids import TournamentId
from bot.rendering.events import round_cards, standings_cards
from bot.rendering.layout import Card
from bot.services.events import rounds, standings_reading
from cogs.audience import Audience
from cogs.choosing import AnyEvent, Player
from cogs.commands import command
from cogs.pages import with_pages
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import ENTRANT, EVENT


@command("standings show", Audience.EVERYBODY)
@on_press("standings", EVENT, Audience.EVERYBODY)
@with_pages("standings-page", Audience.EVERYBODY, EVENT)
async def standings(press: Press, tournament: AnyEvent, page: int) -> Card:
    """Shows the table as it stands."""
    view, reader = await press.look(standings_reading.standings_for, tournament, press.member_id)
    card = standings_cards.standings(view, reader, page, press.voice)
    return round_cards.with_round_button(card, await press.ask(rounds.coming_for, tournament), press.voice)


@command("standings why", Audience.EVERYBODY)
async def why(press: Press, tournament: AnyEvent, player: Player) -> Card:
    """Explains every value of a player, round by round."""
    view = await press.look(standings_reading.why, tournament, player)
    return standings_cards.explanation(view, press.voice)


@on_press("standings-why", EVENT, Audience.EVERYBODY)
async def why_chosen(press: Press, tournament_id: TournamentId) -> Card:
    """Explains the place of whoever was chosen."""
    return await why(press, tournament_id, await press.read_choice(ENTRANT))

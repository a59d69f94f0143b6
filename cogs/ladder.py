"""A ladder as its players run it: whom one can challenge, and the challenge."""

from __future__ import annotations

from bot.features.ladder import cards as ladder_cards
from bot.features.ladder import verbs as ladder_verbs
from bot.kernel.ids import TournamentId
from bot.layout.cards import Card
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import ENTRANT, EVENT, Audience


@on_press("challenge", EVENT, Audience.PLAYERS)
async def challenge(request: Request, tournament_id: TournamentId) -> Card:
    """Shows whom the presser can challenge."""
    return ladder_cards.choose(await request.ask(ladder_verbs.choose, tournament_id), request.translator)


@on_press("challenge-one", EVENT, Audience.PLAYERS, update=True)
async def challenge_one(request: Request, tournament_id: TournamentId) -> Card:
    """Challenges whoever was chosen."""
    made = await request.do(ladder_verbs.challenge, tournament_id, await request.read_choice(ENTRANT))
    return ladder_cards.challenge_made(made, request.translator)

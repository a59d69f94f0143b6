"""`/jeek`: casual games on sixteen buttons, and an arbiter's questions about a game."""

from __future__ import annotations

from typing import Annotated

import discord

from bot.features.jeek import cards as jeek_cards
from bot.features.jeek import verbs as jeek_verbs
from bot.features.jeek.model import COUNT, USUAL, JeekColour
from bot.features.tournaments.facts_verbs import jeek_subject
from bot.kernel.errors import Outdated, Refused
from bot.kernel.ids import JeekId, MemberId
from bot.layout.cards import Card
from cogs.commands import OneOf, command
from cogs.request import Request
from cogs.routing import live_verb, on_press
from cogs.subjects import JEEK_GAME, NUMBER, Audience, pair, triple

ColourOrLot = Annotated[
    JeekColour | None,
    OneOf[JeekColour | None](
        {
            "lot": ("commands.jeek_lot", None),
            JeekColour.WHITE.value: ("commands.jeek_white", JeekColour.WHITE),
            JeekColour.BLACK.value: ("commands.jeek_black", JeekColour.BLACK),
        }
    ),
]


@on_press("jeek-accept", JEEK_GAME, Audience.ADDRESSED, live=jeek_subject, public=True)
async def accept(request: Request, game_id: JeekId) -> Card:
    """Begins the game on the message that was pressed, and calls both players to it."""
    return jeek_cards.beginning(await request.do(jeek_verbs.accept, game_id, *request.place), request.server_translator)


@on_press("jeek-decline", JEEK_GAME, Audience.ADDRESSED, update=True)
async def decline(request: Request, game_id: JeekId) -> Card:
    """Ends a challenge without a game."""
    return jeek_cards.closed_challenge(await request.do(jeek_verbs.decline, game_id), request.server_translator)


@on_press("jeek-square", pair(JEEK_GAME, NUMBER), Audience.ADDRESSED)
async def choose(request: Request, game_id: JeekId, index: int) -> None:
    """Marks a square, or takes the mark away."""
    if index >= COUNT:
        raise Outdated
    await live_verb(request, jeek_subject(game_id), jeek_cards.too_late, jeek_verbs.choose, game_id, index)


@on_press("jeek-clear", JEEK_GAME, Audience.ADDRESSED)
async def clear(request: Request, game_id: JeekId) -> None:
    """Takes every mark away."""
    await live_verb(request, jeek_subject(game_id), jeek_cards.too_late, jeek_verbs.clear, game_id)


@on_press("jeek-place", JEEK_GAME, Audience.ADDRESSED)
async def place(request: Request, game_id: JeekId) -> None:
    """Plays the marked squares."""
    await live_verb(request, jeek_subject(game_id), jeek_cards.too_late, jeek_verbs.place, game_id)


@on_press("jeek-pause", triple(JEEK_GAME, NUMBER, NUMBER), Audience.ADDRESSED)
async def pause(request: Request, game_id: JeekId, mark: int, at_once: int) -> None:
    """Takes a pause, or both at once."""
    panel = jeek_subject(game_id)
    await live_verb(request, panel, jeek_cards.too_late, jeek_verbs.pause, game_id, mark, at_once)


@on_press("jeek-ready", JEEK_GAME, Audience.ADDRESSED)
async def ready(request: Request, game_id: JeekId) -> None:
    """Notes who would play on before the pause is over."""
    await live_verb(request, jeek_subject(game_id), jeek_cards.too_late, jeek_verbs.ready, game_id)


@on_press("jeek-resign", JEEK_GAME, Audience.ADDRESSED)
async def resign(request: Request, game_id: JeekId) -> Card:
    """Asks once more."""
    _, colour = await request.ask(jeek_verbs.at_board, game_id)
    return jeek_cards.ask_resign(await request.ask(jeek_verbs.load, game_id), colour, request.translator)


@on_press("jeek-resign-yes", JEEK_GAME, Audience.ADDRESSED, update=True)
async def resign_yes(request: Request, game_id: JeekId) -> Card:
    """Gives the game to the opponent."""
    return jeek_cards.resignation(await request.do(jeek_verbs.resign, game_id), request.translator)


@on_press("jeek-rematch", JEEK_GAME, Audience.ADDRESSED, public=True)
async def rematch(request: Request, game_id: JeekId) -> Card:
    """Challenges the opponent of the game that is over, with colours changed."""
    return jeek_cards.challenge(await request.do(jeek_verbs.rematch, game_id), request.server_translator)


@on_press("jeek-find", JEEK_GAME, Audience.EVERYBODY)
async def find(request: Request, game_id: JeekId) -> Card:
    """Leads a player from the list of things to do to the board."""
    where = await request.ask(jeek_verbs.where, game_id)
    url = f"https://discord.com/channels/{where.guild_id}/{where.channel_id}/{where.message_id}"
    return jeek_cards.board_here(url, request.translator)


@command("jeek play", Audience.EVERYBODY, public=True)
async def play(
    request: Request, member: discord.Member, clock: str | None = None, colour: ColourOrLot | None = None
) -> Card:
    """Challenges a member in front of everybody."""
    if not request.sees_channel:
        raise Refused("error.BoardOutOfSight")
    opponent = jeek_verbs.Opponent(MemberId(member.id), member.display_name, member.bot)
    view = await request.do(jeek_verbs.challenge, opponent, clock or str(USUAL), colour)
    return jeek_cards.challenge(view, request.server_translator)


@command("jeek check", Audience.EVERYBODY)
async def check(request: Request, moves: str | None = None, squares: str | None = None) -> Card:
    """Says to the asker alone whether each move was legal, and who wins."""
    return jeek_cards.check_result(await request.ask(jeek_verbs.check, moves or "", squares or ""), request.translator)

"""`/jeek`: casual games on sixteen buttons, and an arbiter's questions about a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.casual.jeek import COUNT, Colour
from bot.domain.casual.jeek_clock import USUAL
from bot.domain.ids import JeekId, MemberId
from bot.errors import Outdated
from bot.rendering.casual import jeek_cards, jeek_check_cards
from bot.rendering.layout import Card
from bot.services.casual import jeek, jeek_challenges, jeek_checking, jeek_pausing
from cogs.audience import Audience
from cogs.crowds import live, live_verb
from cogs.press import Press, by_command
from cogs.routing import on_press
from cogs.subjects import JEEK_GAME, NUMBER, among, pair, triple

if TYPE_CHECKING:
    from bot.app import TournamentBot

BY_LOT = "lot"


@on_press("jeek-accept", JEEK_GAME, Audience.ADDRESSED)
async def accept(press: Press, game_id: JeekId) -> None:
    """Begins the game on the message that was pressed, and calls both players to it."""

    async def begin() -> Card:
        view = await press.do(jeek_challenges.accept, game_id, *press.place)
        return jeek_cards.begun(view, press.server_voice)

    await live(press, jeek.jeek_subject(game_id), begin, private=False)


@on_press("jeek-decline", JEEK_GAME, Audience.ADDRESSED)
async def decline(press: Press, game_id: JeekId) -> None:
    """Ends a challenge without a game."""
    view = await press.do(jeek_challenges.decline, game_id)
    await press.update(jeek_cards.closed(view, press.server_voice))


@on_press("jeek-square", pair(JEEK_GAME, NUMBER), Audience.ADDRESSED)
async def choose(press: Press, meant: tuple[JeekId, int]) -> None:
    """Marks a square, or takes the mark away."""
    game_id, index = meant
    if index >= COUNT:
        raise Outdated
    panel, told = jeek.jeek_subject(game_id), jeek_cards.too_late
    await live_verb(press, panel, told, jeek.choose, game_id, index)


@on_press("jeek-clear", JEEK_GAME, Audience.ADDRESSED)
async def clear(press: Press, game_id: JeekId) -> None:
    """Takes every mark away."""
    await live_verb(press, jeek.jeek_subject(game_id), jeek_cards.too_late, jeek.clear, game_id)


@on_press("jeek-place", JEEK_GAME, Audience.ADDRESSED)
async def place(press: Press, game_id: JeekId) -> None:
    """Plays the marked squares."""
    await live_verb(press, jeek.jeek_subject(game_id), jeek_cards.too_late, jeek.place, game_id)


@on_press("jeek-pause", triple(JEEK_GAME, NUMBER, NUMBER), Audience.ADDRESSED)
async def pause(press: Press, meant: tuple[JeekId, int, int]) -> None:
    """Takes a pause, or both at once."""
    game_id, mark, at_once = meant
    panel, told = jeek.jeek_subject(game_id), jeek_cards.too_late
    await live_verb(press, panel, told, jeek_pausing.pause, game_id, mark, at_once)


@on_press("jeek-ready", JEEK_GAME, Audience.ADDRESSED)
async def ready(press: Press, game_id: JeekId) -> None:
    """Notes who would play on before the pause is over."""
    await live_verb(press, jeek.jeek_subject(game_id), jeek_cards.too_late, jeek_pausing.ready, game_id)


@on_press("jeek-resign", JEEK_GAME, Audience.ADDRESSED)
async def resign(press: Press, game_id: JeekId) -> None:
    """Asks once more."""
    _, colour = await press.ask(jeek.at_board, game_id)
    view = await press.ask(jeek.load, game_id)
    await press.answer(jeek_cards.ask_resign(view, colour, press.voice))


@on_press("jeek-resign-yes", JEEK_GAME, Audience.ADDRESSED)
async def resign_yes(press: Press, game_id: JeekId) -> None:
    """Gives the game to the opponent."""
    view = await press.do(jeek.resign, game_id)
    await press.update(jeek_cards.resigned(view, press.voice))


@on_press("jeek-rematch", JEEK_GAME, Audience.ADDRESSED)
async def rematch(press: Press, game_id: JeekId) -> None:
    """Challenges the opponent of the game that is over, with colours changed."""
    view = await press.do(jeek_challenges.rematch, game_id)
    await press.answer(jeek_cards.challenge(view, press.server_voice), private=False)


@on_press("jeek-find", JEEK_GAME, Audience.EVERYBODY)
async def find(press: Press, game_id: JeekId) -> None:
    """Leads a player from the list of things to do to the board."""
    where = await press.ask(jeek.where, game_id)
    url = f"https://discord.com/channels/{where.guild_id}/{where.channel_id}/{where.message_id}"
    await press.answer(jeek_cards.board_here(url, press.voice))


class Jeek(commands.GroupCog, group_name="jeek", group_description="commands.jeek"):
    """Playing Jeek, and checking a game of it."""

    @app_commands.command(name="play", description="commands.jeek_play")
    @app_commands.describe(member="commands.jeek_member", clock="commands.jeek_clock", colour="commands.jeek_colour")
    @app_commands.choices(
        colour=[
            app_commands.Choice(name="commands.jeek_lot", value=BY_LOT),
            app_commands.Choice(name="commands.jeek_white", value=Colour.WHITE.value),
            app_commands.Choice(name="commands.jeek_black", value=Colour.BLACK.value),
        ]
    )
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def play(
        self, press: Press, member: discord.Member, clock: str | None = None, colour: str | None = None
    ) -> None:
        """Challenges a member in front of everybody."""
        if not press.sees_channel:
            raise jeek_challenges.BoardOutOfSight
        opponent = jeek_challenges.Opponent(MemberId(member.id), member.display_name, member.bot)
        wished = await press.meant(among({BY_LOT: None} | {one.value: one for one in Colour}), colour or BY_LOT)
        written = clock or str(USUAL)
        view = await press.do(jeek_challenges.challenge, opponent, written, wished)
        await press.answer(jeek_cards.challenge(view, press.server_voice), private=False)

    @app_commands.command(name="check", description="commands.jeek_check")
    @app_commands.describe(moves="commands.jeek_moves", squares="commands.jeek_squares")
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def check(self, press: Press, moves: str | None = None, squares: str | None = None) -> None:
        """Says to the asker alone whether each move was legal, and who wins."""
        found = await press.ask(jeek_checking.check, moves or "", squares or "")
        await press.answer(jeek_check_cards.checked(found, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Jeek())

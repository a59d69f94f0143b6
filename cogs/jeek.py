"""`/jeek`: casual games on sixteen buttons, and an arbiter's questions about a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import ChannelId, JeekId, MemberId, MessageId
from bot.domain.jeek import COUNT, Colour
from bot.domain.jeek_clock import USUAL
from bot.errors import NotFound, Outdated, Subject
from bot.rendering.casual import jeek_cards, jeek_check_cards
from bot.rendering.layout import Card
from bot.services import panels
from bot.services.casual import jeek, jeek_challenges, jeek_checking, jeek_pausing
from cogs.answering import Interaction, answer, presser_of, server_voice, update, voice_of
from cogs.crowds import press, press_verb
from cogs.routing import on_press

if TYPE_CHECKING:
    from bot.app import TournamentBot

BY_LOT = "lot"


@on_press("jeek-accept")
async def accept(interaction: Interaction, subject: str) -> None:
    """Begins the game on the message that was pressed, and calls both players to it."""
    game_id = JeekId(subject)

    async def begin() -> Card:
        where = ChannelId(interaction.channel_id or 0), MessageId(interaction.message.id if interaction.message else 0)
        view = await interaction.client.house.do(jeek_challenges.accept, presser_of(interaction), game_id, *where)
        return jeek_cards.begun(view, server_voice(interaction))

    await press(interaction, jeek.jeek_subject(game_id), begin, private=False)


@on_press("jeek-decline")
async def decline(interaction: Interaction, subject: str) -> None:
    """Ends a challenge without a game."""
    view = await interaction.client.house.do(jeek_challenges.decline, presser_of(interaction), JeekId(subject))
    await update(interaction, jeek_cards.closed(view, server_voice(interaction)))


@on_press("jeek-square")
async def choose(interaction: Interaction, subject: str) -> None:
    """Marks a square, or takes the mark away."""
    key, _, index = subject.partition(".")
    if not index.isdecimal() or int(index) >= COUNT:
        raise Outdated
    game_id, presser = JeekId(key), presser_of(interaction)
    panel, told = jeek.jeek_subject(game_id), jeek_cards.too_late
    await press_verb(interaction, panel, told, jeek.choose, presser, game_id, int(index))


@on_press("jeek-clear")
async def clear(interaction: Interaction, subject: str) -> None:
    """Takes every mark away."""
    game_id, presser = JeekId(subject), presser_of(interaction)
    await press_verb(interaction, jeek.jeek_subject(game_id), jeek_cards.too_late, jeek.clear, presser, game_id)


@on_press("jeek-place")
async def place(interaction: Interaction, subject: str) -> None:
    """Plays the marked squares."""
    game_id, presser = JeekId(subject), presser_of(interaction)
    await press_verb(interaction, jeek.jeek_subject(game_id), jeek_cards.too_late, jeek.place, presser, game_id)


@on_press("jeek-pause")
async def pause(interaction: Interaction, subject: str) -> None:
    """Takes a pause, or both at once."""
    match subject.split("."):
        case [key, mark, at_once] if mark.isdecimal() and at_once.isdecimal():
            pass
        case _:
            raise Outdated
    game_id, presser = JeekId(key), presser_of(interaction)
    panel, told = jeek.jeek_subject(game_id), jeek_cards.too_late
    await press_verb(interaction, panel, told, jeek_pausing.pause, presser, game_id, int(mark), int(at_once))


@on_press("jeek-ready")
async def ready(interaction: Interaction, subject: str) -> None:
    """Notes who would play on before the pause is over."""
    game_id, presser = JeekId(subject), presser_of(interaction)
    await press_verb(interaction, jeek.jeek_subject(game_id), jeek_cards.too_late, jeek_pausing.ready, presser, game_id)


@on_press("jeek-resign")
async def resign(interaction: Interaction, subject: str) -> None:
    """Asks once more."""
    presser, house = presser_of(interaction), interaction.client.house
    _, colour = await house.ask(jeek.at_board, presser, JeekId(subject))
    view = await house.ask(jeek.load, presser, JeekId(subject))
    await answer(interaction, jeek_cards.ask_resign(view, colour, voice_of(interaction)))


@on_press("jeek-resign-yes")
async def resign_yes(interaction: Interaction, subject: str) -> None:
    """Gives the game to the opponent."""
    view = await interaction.client.house.do(jeek.resign, presser_of(interaction), JeekId(subject))
    await update(interaction, jeek_cards.resigned(view, voice_of(interaction)))


@on_press("jeek-rematch")
async def rematch(interaction: Interaction, subject: str) -> None:
    """Challenges the opponent of the game that is over, with colours changed."""
    view = await interaction.client.house.do(jeek_challenges.rematch, presser_of(interaction), JeekId(subject))
    await answer(interaction, jeek_cards.challenge(view, server_voice(interaction)), private=False)


@on_press("jeek-find")
async def find(interaction: Interaction, subject: str) -> None:
    """Leads a player from the list of things to do to the board."""
    house, game_id = interaction.client.house, JeekId(subject)
    await house.ask(jeek.at_board, presser_of(interaction), game_id)
    where = await house.ask(panels.where, jeek.jeek_subject(game_id))
    if where is None:
        raise NotFound(what=Subject.MESSAGE)
    url = f"https://discord.com/channels/{where.guild_id}/{where.channel_id}/{where.message_id}"
    await answer(interaction, jeek_cards.board_here(url, voice_of(interaction)))


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
    async def play(
        self, interaction: Interaction, member: discord.Member, clock: str | None = None, colour: str | None = None
    ) -> None:
        """Challenges a member in front of everybody."""
        if not interaction.app_permissions.view_channel:
            raise jeek_challenges.BoardOutOfSight
        opponent = jeek_challenges.Opponent(MemberId(member.id), member.display_name, member.bot)
        wished = Colour(colour) if colour and colour != BY_LOT else None
        presser, written = presser_of(interaction), clock or str(USUAL)
        view = await interaction.client.house.do(jeek_challenges.challenge, presser, opponent, written, wished)
        await answer(interaction, jeek_cards.challenge(view, server_voice(interaction)), private=False)

    @app_commands.command(name="check", description="commands.jeek_check")
    @app_commands.describe(moves="commands.jeek_moves", squares="commands.jeek_squares")
    @app_commands.guild_only()
    async def check(self, interaction: Interaction, moves: str | None = None, squares: str | None = None) -> None:
        """Says to the asker alone whether each move was legal, and who wins."""
        house, presser = interaction.client.house, presser_of(interaction)
        found = await house.ask(jeek_checking.check, presser, moves or "", squares or "")
        await answer(interaction, jeek_check_cards.checked(found, voice_of(interaction)))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Jeek())

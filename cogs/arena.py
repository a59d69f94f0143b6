"""An arena as its players run it: the lobby, the own game, and what is told of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from discord.ext import commands

from bot.domain.arena.arena_scoring import Outcome
from bot.domain.arena.arena_views import OwnArena
from bot.domain.ids import ContestId, TournamentId
from bot.rendering.arena import arena_cards
from bot.services import panels
from bot.services.arena import arena_games, arena_lobby, arena_reading
from bot.services.timetable import arena_subject
from cogs.answering import Interaction, answer, presser_of, update, voice_of
from cogs.crowds import press_verb
from cogs.routing import Form, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot
    from bot.house import Verb


@on_press("arena-ready")
async def ready(interaction: Interaction, subject: str) -> None:
    """Lets the presser into the lobby."""
    await _at_the_door(interaction, TournamentId(subject), arena_lobby.ready)


@on_press("arena-leave")
async def leave(interaction: Interaction, subject: str) -> None:
    """Takes the presser out of the lobby."""
    await _at_the_door(interaction, TournamentId(subject), arena_lobby.leave)


@on_press("arena-mine")
async def mine(interaction: Interaction, subject: str) -> None:
    """Shows the presser's own game to the presser alone."""
    found = await interaction.client.house.ask(arena_reading.mine, presser_of(interaction), TournamentId(subject))
    await _show(interaction, found)


@on_press("arena-won")
async def won(interaction: Interaction, subject: str) -> None:
    """Takes a win."""
    await _tell(interaction, ContestId(subject), Outcome.WON)


@on_press("arena-lost")
async def lost(interaction: Interaction, subject: str) -> None:
    """Takes a loss."""
    await _tell(interaction, ContestId(subject), Outcome.LOST)


@on_press("arena-drawn")
async def drawn(interaction: Interaction, subject: str) -> None:
    """Asks of a draw how many moves it had (ARENA-6, ARENA-7)."""
    voice = voice_of(interaction)
    form = Form(f"arena-moves:{subject}", voice.say("arena.form_draw"))
    form.ask("moves", voice.say("arena.form_moves"), description=voice.say("arena.form_why"), limit=4)
    await interaction.response.send_modal(form)


@on_press("arena-moves")
async def moves(interaction: Interaction, subject: str) -> None:
    """Takes a draw with its moves."""
    await _tell(interaction, ContestId(subject), Outcome.DRAWN, text_of(interaction, "moves"))


@on_press("arena-agree")
async def agree(interaction: Interaction, subject: str) -> None:
    """Confirms what the opponent told."""
    contest_id, _, report_id = subject.partition(".")
    presser = presser_of(interaction)
    await _show(
        interaction, await interaction.client.house.do(arena_games.agree, presser, ContestId(contest_id), report_id)
    )


@on_press("arena-absent")
async def absent(interaction: Interaction, subject: str) -> None:
    """Asks the opponent for the first move (ARENA-5)."""
    presser = presser_of(interaction)
    await _show(interaction, await interaction.client.house.do(arena_games.call_opponent, presser, ContestId(subject)))


async def _tell(interaction: Interaction, contest_id: ContestId, outcome: Outcome, typed: str = "") -> None:
    presser = presser_of(interaction)
    await _show(interaction, await interaction.client.house.do(arena_games.tell, presser, contest_id, outcome, typed))


async def _at_the_door(interaction: Interaction, tournament_id: TournamentId, verb: Verb[..., OwnArena]) -> None:
    """A press on the lobby itself is answered with its new state; one on the own card with the own card."""
    panel, presser = arena_subject(tournament_id), presser_of(interaction)
    if not _on_own_card(interaction):
        await press_verb(interaction, panel, arena_cards.own, verb, presser, tournament_id)
        return
    await _show(interaction, await interaction.client.house.do(verb, presser, tournament_id))
    await interaction.client.house.do(panels.mark_stale, panel)


async def _show(interaction: Interaction, found: OwnArena) -> None:
    """The presser's own card: in place of the one that was pressed, or as a new one that nobody else sees."""
    show = partial(update if _on_own_card(interaction) else answer, interaction)
    await show(arena_cards.own(found, voice_of(interaction)))


def _on_own_card(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


class Arena(commands.Cog):
    """Holds no command: an arena is played on its cards."""


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Arena())

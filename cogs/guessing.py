"""Saying odd or even for the first colour (GO-10)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.domain.ids import ContestId
from bot.domain.playing.guessing import Parity
from bot.errors import Outdated
from bot.rendering.layout import Card
from bot.rendering.playing import guess_words
from bot.services.playing import guessing
from bot.services.timetable import contest_subject
from cogs.answering import Interaction, presser_of, server_voice
from cogs.crowds import press
from cogs.routing import on_press

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("guess")
async def guess(interaction: Interaction, subject: str) -> None:
    """Takes the guess, and tells both who begins."""
    contest_id, _, said = subject.partition(".")
    if said not in set(Parity):
        raise Outdated
    act = partial(_guess, interaction, ContestId(contest_id), Parity(said))
    await press(interaction, contest_subject(ContestId(contest_id)), act, private=False)


async def _guess(interaction: Interaction, contest_id: ContestId, said: Parity) -> Card:
    view = await interaction.client.house.do(guessing.guess, presser_of(interaction), contest_id, said)
    return guess_words.made(view, server_voice(interaction))


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""

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
from cogs.audience import Audience
from cogs.crowds import live
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import MATCH, one_of, pair

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("guess", pair(MATCH, one_of(Parity)), Audience.EVERYBODY)
async def guess(press: Press, meant: tuple[ContestId, Parity]) -> None:
    """Takes the guess, and tells both who begins."""
    contest_id, said = meant
    if said not in set(Parity):
        raise Outdated
    act = partial(_guess, press, contest_id, Parity(said))
    await live(press, contest_subject(contest_id), act, private=False)


async def _guess(press: Press, contest_id: ContestId, said: Parity) -> Card:
    view = await press.do(guessing.guess, contest_id, said)
    return guess_words.made(view, press.server_voice)


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""

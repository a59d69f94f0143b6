"""Saying odd or even for the first colour, and checking the number that was hidden (GO-10)."""

from __future__ import annotations

from bot.domain.events.guessing import Parity
from bot.domain.ids import ContestId
from bot.rendering.layout import Card
from bot.rendering.playing import guess_words
from bot.services.playing import guessing
from bot.services.timetable import contest_subject
from cogs.audience import Audience
from cogs.crowds import LiveAnswer, of_match
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import MATCH
from cogs.takes import one_of, pair


@on_press("guess", pair(MATCH, one_of(Parity)), Audience.EVERYBODY, live=contest_subject, public=True)
async def guess(press: Press, contest_id: ContestId, said: Parity) -> LiveAnswer:
    """Takes the guess, and tells both who begins."""
    view = await press.do(guessing.guess, contest_id, said)
    return of_match(view, guess_words.outcome(view, press.server_voice))


@on_press("guess-verify", MATCH, Audience.EVERYBODY)
async def verify(press: Press, contest_id: ContestId) -> Card:
    """Shows what fixes the hidden number, and afterwards what it follows from."""
    return guess_words.proof(await press.look(guessing.proof, contest_id), press.voice)

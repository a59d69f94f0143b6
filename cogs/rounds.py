"""Rounds of a Swiss that are still to be paired: `/round`."""

from __future__ import annotations

from bot.rendering.events import pairing_words, round_cards
from bot.rendering.layout import Card
from bot.services.events import pairing_reading, rounds
from cogs.audience import Audience
from cogs.choosing import AnyEvent, OpenEvent
from cogs.commands import command
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import EVENT


@command("round miss", Audience.PLAYERS)
@on_press("round-miss", EVENT, Audience.PLAYERS)
async def miss(press: Press, tournament: OpenEvent) -> Card:
    """Announces that the presser misses the round to come."""
    return round_cards.absence_receipt(await press.do(rounds.miss, tournament), press.voice)


@command("round play", Audience.PLAYERS)
@on_press("round-play", EVENT, Audience.PLAYERS)
async def play(press: Press, tournament: OpenEvent) -> Card:
    """Takes back that the presser misses the round."""
    return round_cards.absence_receipt(await press.do(rounds.play_after_all, tournament), press.voice)


@command("round pairing", Audience.EVERYBODY)
async def pairing(press: Press, tournament: AnyEvent, number: int | None = None) -> Card:
    """Shows a round of a Swiss with the reason of each board."""
    return pairing_words.reasons(await press.look(pairing_reading.reasons, tournament, number), press.voice)

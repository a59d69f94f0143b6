"""Rehearsing a rulebook: invented members play by it beside the bot, and the organiser reads what came of it."""

from __future__ import annotations

import discord
from discord.app_commands import Range

from bot.apart.errors import PlayersOutOfBounds
from bot.apart.readings import RULEBOOK
from bot.apart.rehearsals import CutOff
from bot.domain.permissions import Act
from bot.domain.regulation.rehearsals import FEWEST_PLAYERS, MOST_PLAYERS, Rehearsed, Wish
from bot.domain.rulebook import Rulebook
from bot.errors import UserError
from bot.rendering.layout import Card
from bot.rendering.regulation import rehearsal_cards, rulebook_cards
from bot.rulebooks.errors import RulebookRefused
from bot.services.events import rehearsals, rulebooks
from cogs import cups
from cogs.audience import Audience
from cogs.choosing import AnyRulebook
from cogs.commands import command
from cogs.games import Language
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import WORD


class OneRulebook(UserError):
    """A rulebook is chosen, or a file is attached: one of the two."""


@command("rehearse", Act.MANAGE_RULEBOOKS)
async def rehearse(
    press: Press,
    rulebook: AnyRulebook | None = None,
    file: discord.Attachment | None = None,
    language: Language | None = None,
    players: Range[int, FEWEST_PLAYERS, MOST_PLAYERS] | None = None,
) -> Card | None:
    """Plays the rulebook with invented members, and answers with what came of it and the page that tells it."""
    _refuse_unclear(rulebook, file, players)
    await press.acknowledge()
    press.rehearsals.refuse_now()
    try:
        found = await _find(press, rulebook, file)
    except RulebookRefused as refusal:
        return rulebook_cards.refusal(refusal.file, refusal.problems, press.voice)
    wish = rehearsals.wish_for(found, language or press.server_voice.locale, players)
    await press.rehearsals.refuse(wish)
    await press.do(rehearsals.begin, found.title_in(press.voice.locale))
    came = await _play(press, wish)
    if came is not None:
        await _answer(press, rehearsal_cards.summary(found, came, None if file else found.name, press.voice))
    return None


def _refuse_unclear(rulebook: str | None, file: discord.Attachment | None, players: int | None) -> None:
    """Raises a UserError for what cannot be meant; the desk's form knows no bounds, as Discord's options do."""
    if (rulebook is None) == (file is None):
        raise OneRulebook
    if players is not None and not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise PlayersOutOfBounds(least=FEWEST_PLAYERS, most=MOST_PLAYERS)


async def _find(press: Press, rulebook: str | None, file: discord.Attachment | None) -> Rulebook:
    if file is not None:
        read = await press.read(RULEBOOK, file)
        await press.look(rulebooks.refuse_unknown_games, read.rulebook, file.filename)
        return read.rulebook
    return await press.look(rulebooks.find, rulebook or "")


async def _play(press: Press, wish: Wish) -> Rehearsed | None:
    """How it ended; None where the bot ends, which whoever asked is told when it is back."""
    try:
        return await press.rehearsals.play(wish)
    except CutOff:
        return None
    except Exception:
        await press.do(rehearsals.end)
        raise


async def _answer(press: Press, card: Card) -> None:
    """Answers; where Discord does not take it, whoever asked is written to."""
    try:
        await press.answer(card)
    except Exception:
        await press.do(rehearsals.lose)
        raise
    await press.do(rehearsals.end)


@on_press("rehearsed", WORD, Audience.ADDRESSED)
async def lead_on(press: Press, name: str) -> None:
    """Opens the form of a new event with the rulebook chosen that was rehearsed."""
    await cups.begin_by(press, name)

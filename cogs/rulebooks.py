"""Reading a rulebook, taking it away as a file, and bringing a changed one back."""

from __future__ import annotations

from functools import partial

import discord

from bot.apart.readings import RULEBOOK
from bot.domain.permissions import Act
from bot.rendering.game_names import with_titles
from bot.rendering.layout import Card
from bot.rendering.regulation import rulebook_cards
from bot.rendering.regulation.changes import difference
from bot.rendering.regulation.rulebook_problems import explanation
from bot.rulebooks.errors import RulebookRefused
from bot.rulebooks.library import to_toml
from bot.services.events import rulebooks
from bot.services.playing import games
from cogs.audience import Audience
from cogs.choosing import AnyRulebook, OwnRulebook
from cogs.commands import command
from cogs.press import Press


@command("rulebook show", Audience.EVERYBODY)
async def show(press: Press, rulebook: AnyRulebook) -> None:
    """Shows the rules in the reader's language, and the file."""
    voice = press.voice
    found = await press.look(rulebooks.find, rulebook)
    shown = with_titles(found, await press.look(games.available, voice.locale))
    for card in rulebook_cards.rule_sheet(shown, to_toml(found), voice):
        await press.answer(card)


@command("rulebook copy", Act.MANAGE_RULEBOOKS)
async def copy(press: Press, rulebook: AnyRulebook) -> Card:
    """Gives the file to change, each setting explained."""
    found = await press.ask(rulebooks.to_copy, rulebook)
    voice = press.voice
    return rulebook_cards.copy(found, to_toml(found, partial(explanation, voice=voice)), voice)


@command("rulebook upload", Act.MANAGE_RULEBOOKS)
async def upload(press: Press, file: discord.Attachment) -> Card:
    """Takes a changed file, if an event can be run by it; else lists what to put right."""
    await press.acknowledge()
    try:
        read = await press.read(RULEBOOK, file)
        await press.look(rulebooks.refuse_unknown_games, read, file.filename)
    except RulebookRefused as refusal:
        return rulebook_cards.refusal(refusal.file, refusal.problems, press.voice)
    kept = await press.do(rulebooks.keep, read)
    changes = [one for one in difference(kept.before, kept.rulebook) if kept.replaced or one.key != "name"]
    return rulebook_cards.receipt(kept.rulebook, changes, kept.before.name, kept.replaced, press.voice)


@command("rulebook remove", Act.MANAGE_RULEBOOKS)
async def remove(press: Press, rulebook: OwnRulebook) -> Card:
    """Drops one of the server's own, and hands its file over."""
    gone = await press.do(rulebooks.remove, rulebook)
    return rulebook_cards.removal(gone, to_toml(gone), press.voice)

"""How a game is played: read by anybody, in the reader's language; organisers bring their own rules as a text file."""

from __future__ import annotations

from typing import Annotated

import discord

from bot.apart.readings import SHEET
from bot.domain.game_sheets import GameId
from bot.domain.permissions import Act
from bot.i18n import Voice
from bot.rendering.layout import Card
from bot.rendering.playing import game_cards
from bot.rulebooks.errors import SheetRefused
from bot.services.playing import games
from cogs.audience import Audience
from cogs.commands import command
from cogs.options import OneOf, Option, Pairs, as_typed, suggests
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import WORD

LANGUAGES = {
    "en-US": "commands.game_in_english",
    "pt-BR": "commands.game_in_portuguese",
    "es-ES": "commands.game_in_spanish",
    "it": "commands.game_in_italian",
}
Language = Annotated[str, OneOf({locale: (name, locale) for locale, name in LANGUAGES.items()})]


@suggests(Audience.EVERYBODY)
async def game_names(press: Press) -> Pairs:
    """The games by their titles in the reader's language."""
    return [(one.title, one.game_id) for one in await press.look(games.available, press.voice.locale)]


Game = Annotated[str, Option(as_typed, game_names)]


@on_press("game", WORD, Audience.EVERYBODY)
async def show_rules(press: Press, game_id: str) -> Card:
    """Shows the presser alone the rules of the game, in their language; a menu sends the game as what was chosen."""
    known = GameId(game_id or await press.read_choice(WORD))
    return game_cards.sheet_card(await press.look(games.find_sheet, known, press.voice.locale), press.voice)


@command("game show", Audience.EVERYBODY)
async def show(press: Press, name: Game, language: Language | None = None) -> Card:
    """Shows how a game is played."""
    game_id = await press.look(games.find_meant, name)
    return game_cards.sheet_card(
        await press.look(games.find_sheet, game_id, language or press.voice.locale), press.voice
    )


@command("game list", Audience.EVERYBODY)
async def list_all(press: Press) -> Card:
    """Lists every game that can be looked up."""
    return game_cards.game_list(await press.look(games.available, press.voice.locale), press.voice)


@command("game copy", Audience.EVERYBODY)
async def copy(press: Press, name: Game, language: Language | None = None) -> Card:
    """Gives a sheet as a file to change."""
    game_id = await press.look(games.find_meant, name)
    found = await press.look(games.find_sheet, game_id, language or press.voice.locale)
    data = games.as_file(game_cards.in_words(found), game_cards.headings(Voice(found.language)))
    return game_cards.copy(found, data, press.voice)


@command("game add", Act.MANAGE_GAME_SHEETS)
async def add(press: Press, file: discord.Attachment, language: Language | None = None) -> Card:
    """Takes a community's own sheet, or lists what to put right in it."""
    await press.acknowledge()
    try:
        draft = await press.read(SHEET, file, game_cards.known_headings())
    except SheetRefused as refusal:
        return game_cards.refusal(refusal.file, refusal.problems, press.voice)
    kept = await press.do(games.keep, draft, language)
    return game_cards.receipt(kept.sheet, kept.replaced, kept.overrides, press.voice)


@command("game remove", Act.MANAGE_GAME_SHEETS)
async def remove(press: Press, name: Game) -> Card:
    """Drops the server's own sheets of a game, and hands their files over."""
    gone = await press.do(games.remove, name)
    files = [games.as_file(one, game_cards.headings(Voice(one.language))) for one in gone.sheets]
    return game_cards.removal(gone.sheets, gone.is_bundled, files, press.voice)

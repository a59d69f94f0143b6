"""The games that a server can look up: those that come with the bot, and its own, which stand before them (OLY-7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.domain.community import Person
from bot.domain.game_sheets import NAMELESS_COLOURS, Draft, GameId, GameName, GameSheet, Section
from bot.domain.ids import GuildId
from bot.domain.permissions import Act
from bot.domain.rulebook import Rulebook
from bot.errors import NotFound, NotFoundByName, NotSetUp, Subject, UserError
from bot.rulebooks.game_files import (
    bundled_games,
    by_title,
    game,
    id_of,
    languages,
    own_sheet,
    sheet,
    to_text,
)
from bot.services import access
from bot.storage import communities, game_sheets
from bot.storage.context import ActorTx, Query
from bot.storage.game_sheets import KeptSheet

MOST_OF_ITS_OWN: Final = 60
"""Sheets, each language counted."""


class BundledSheetStays(UserError):
    """The sheet comes with the bot: it is not removed, only one of the server's own can stand in its place."""

    name: str


class TooManyGameSheets(UserError):
    """The server keeps as many sheets of its own as it may."""

    limit: int


@dataclass(frozen=True, slots=True)
class TakenSheet:
    """A sheet that was taken."""

    sheet: GameSheet
    replaced: bool
    """Whether the server had one of that game in that language."""
    overrides: bool
    """Whether it stands in place of one that comes with the bot."""


@dataclass(frozen=True, slots=True)
class RemovedSheets:
    """The sheets of one game that were dropped; `is_bundled` when the bot's own is shown again."""

    sheets: tuple[GameSheet, ...]
    is_bundled: bool


def sheet_of(tx: Query, guild_id: GuildId, game_id: GameId, language: str) -> GameSheet | None:
    """The rules of the game as this server plays it, or None for a game that nobody has told.

    The server's own come first, in the reader's language if there is one, else in the server's, else in any; the bot's
    own are in every language.
    """
    own = {one.language: one for one in game_sheets.every(tx, guild_id) if one.game_id == game_id}
    if own:
        community = communities.load(tx, guild_id)
        wished = (language, community.language if community else language)
        return _open(next((own[one] for one in wished if one in own), min(own.values(), key=_by_language)))
    return sheet(game_id, language) if game_id in bundled_games() else None


def titles(tx: Query, guild_id: GuildId, game_id: GameId) -> dict[str, str]:
    """What readers of each language know the game as; empty for one that nobody has told."""
    known = languages(game_id) if game_id in bundled_games() else ()
    own = tuple(one.language for one in game_sheets.every(tx, guild_id) if one.game_id == game_id)
    found = {one: sheet_of(tx, guild_id, game_id, one) for one in (*known, *own)}
    return {language: one.title for language, one in found.items() if one is not None}


def find_sheet(tx: Query, guild_id: GuildId, game_id: GameId, language: str) -> GameSheet:
    """The sheet of a game as `sheet_of` chooses it; raises NotFound."""
    found = sheet_of(tx, guild_id, game_id, language)
    if found is None:
        raise NotFound(what=Subject.GAME)
    return found


def colours_of(rulebook: Rulebook) -> tuple[str, str]:
    """The names of the colours in what the rulebook has played: who begins, and the other."""
    sheets = () if rulebook.games is None else rulebook.games.sheets
    for game_id in sheets:
        if game_id in bundled_games() and len(found := game(GameId(game_id)).colours) == 2:
            return found[0], found[1]
    return NAMELESS_COLOURS


def available(tx: Query, guild_id: GuildId, language: str) -> list[GameName]:
    """Every game with the title that it has for a reader of the language, in alphabetical order."""
    own = {one.game_id for one in game_sheets.every(tx, guild_id)}
    found = [find_sheet(tx, guild_id, game_id, language) for game_id in {*bundled_games(), *own}]
    names = [GameName(one.game.game_id, one.title, one.is_own) for one in found]
    return sorted(names, key=lambda one: (one.title.casefold(), one.game_id))


def find_meant(tx: Query, guild_id: GuildId, typed: str) -> GameId:
    """The game that was chosen from the suggestions, or typed by a title in any language; raises NotFoundByName."""
    own = game_sheets.every(tx, guild_id)
    titles = {**by_title(), **{one.title.casefold(): one.game_id for one in own}}
    known = {*bundled_games(), *(one.game_id for one in own)}
    for game_id in (GameId(typed), titles.get(typed.strip().casefold()), id_of(typed)):
        if game_id in known:
            return game_id
    raise NotFoundByName(what=Subject.GAME, name=typed)


def as_file(draft: Draft | GameSheet, headings: Mapping[Section, str]) -> bytes:
    """The sheet as a file that can be changed and brought back."""
    return to_text(draft, headings).encode()


def keep(tx: ActorTx, draft: Draft, language: str | None) -> TakenSheet:
    """Takes a sheet under its title, in a language (the server's unless told); a bundled game's title overrides it.

    Raises TooManyGameSheets.
    """
    person, spoken = _manager(tx)
    own = game_sheets.every(tx, tx.guild_id)
    titles = {one.title.casefold(): one.game_id for one in own}
    game_id = titles.get(draft.title.casefold()) or id_of(draft.title)
    kept = KeptSheet(game_id, language or spoken, draft.title, to_text(draft))
    replaced = any((one.game_id, one.language) == (game_id, kept.language) for one in own)
    if not replaced and len(own) >= MOST_OF_ITS_OWN:
        raise TooManyGameSheets(limit=MOST_OF_ITS_OWN)
    game_sheets.save(tx, tx.guild_id, kept, tx.now, person.person_id)
    tx.log(
        person.guild_id,
        "keep_game_sheet",
        f"game:{game_id}",
        actor=person.person_id,
        details={"language": kept.language},
    )
    return TakenSheet(_open(kept), replaced, game_id in bundled_games())


def remove(tx: ActorTx, typed: str) -> RemovedSheets:
    """Drops the server's own sheets of a game, in all languages, and answers them.

    Raises NotFoundByName, and BundledSheetStays for a game that the server has not told itself.
    """
    person, _ = _manager(tx)
    game_id = find_meant(tx, tx.guild_id, typed)
    own = [_open(one) for one in game_sheets.every(tx, tx.guild_id) if one.game_id == game_id]
    if not own:
        raise BundledSheetStays(name=sheet(game_id, tx.actor.language).title)
    game_sheets.remove(tx, tx.guild_id, game_id)
    tx.log(person.guild_id, "remove_game_sheet", f"game:{game_id}", actor=person.person_id, details={})
    return RemovedSheets(tuple(own), game_id in bundled_games())


def _open(kept: KeptSheet) -> GameSheet:
    return own_sheet(kept.game_id, kept.language, kept.sheet)


def _by_language(kept: KeptSheet) -> str:
    return kept.language


def _manager(tx: ActorTx) -> tuple[Person, str]:
    """Who manages the sheets, and the server's language."""
    community = communities.load(tx, tx.guild_id)
    if community is None:
        raise NotSetUp
    person = access.recognise(tx)
    access.require(tx, person, Act.MANAGE_GAME_SHEETS)
    return person, community.language

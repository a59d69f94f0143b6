"""The rulebooks and games that a server has: the presets, bundled sheets and its own, and rehearsals of a rulebook.

A server's own game sheets stand before those that come with the bot (OLY-7). One rehearsal of a server runs at a
time, and none is lost without a word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import astuple, dataclass, replace
from datetime import timedelta
from functools import cache
from itertools import count
from typing import Final

from bot.features.tournaments import draft_store, facts_verbs, official_verbs
from bot.features.tournaments.draft_store import KeptSheet
from bot.features.tournaments.model import RehearsalWish, differences, settings_print
from bot.i18n.names import checked_name, sound
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotFound, NotFoundByName, NotSetUp, Refused, RefusedFor, Subject
from bot.kernel.ids import GuildId, TournamentId
from bot.kernel.outbox import RehearsalCutOff
from bot.people.model import Person
from bot.play.adjusting import Offered, Shelf
from bot.play.format_checks import unknown_games
from bot.play.game_sheets import NAMELESS_COLOURS, GameDraft, GameId, GameName, GameSheet, Section
from bot.play.rulebook import SEAT_MATCH, Rulebook
from bot.play.rulebook_checks import NAME_LENGTH
from bot.rulebooks.game_files import bundled_games, by_title, game, id_of, languages, own_sheet, sheet, to_text
from bot.rulebooks.library import (
    ORDINARY,
    RulebookRefused,
    canonical,
    fingerprint,
    from_canonical,
    names,
    preset,
    to_toml,
)
from bot.server import bounds_verbs
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act
from bot.server.speaking_verbs import tell_member

# --- rulebooks ------------------------------------------------------------------------------------------------------


_COPY: Final = "-copy"
_NO_LETTERS: Final = "preset"
"""What a name of other letters than Latin ones is called where only those can stand."""


@dataclass(frozen=True, slots=True)
class KeptRulebook:
    """A rulebook that was taken. `before` is what it is compared with: its last version, or the nearest preset."""

    rulebook: Rulebook
    before: Rulebook
    replaced: bool


def own(tx: Query, guild_id: GuildId) -> tuple[Offered, ...]:
    """What the server saved or uploaded, the latest first."""
    return tuple(Offered(from_canonical(text), Shelf.OWN) for text in draft_store.every_rulebook(tx, guild_id))


def available(tx: Query, guild_id: GuildId) -> tuple[Offered, ...]:
    """All that `find` knows: the server's own, then ordinary presets in their order, then those of regulations."""
    mine = own(tx, guild_id)
    taken = {one.name for one in mine}
    return (*mine, *(one for one in _presets() if one.name not in taken))


def to_announce(tx: Query, guild_id: GuildId) -> tuple[Offered, ...]:
    """As `available`, without the match for a seat, which is arranged and never announced by hand (AIJE-D04-1)."""
    return tuple(one for one in available(tx, guild_id) if one.name != SEAT_MATCH)


@cache
def _presets() -> tuple[Offered, ...]:
    ordinary = (Offered(preset(name), Shelf.ORDINARY) for name in ORDINARY)
    others = (Offered(preset(name), Shelf.REGULATION) for name in names() if name not in ORDINARY)
    return (*ordinary, *others)


def find(tx: Query, guild_id: GuildId, name: str) -> Rulebook:
    """The rulebook by its name; raises NotFoundByName.

    A server may have had a file of its own before a preset of that name came; it stays the server's.
    """
    text = draft_store.load_rulebook(tx, guild_id, name)
    if text is not None:
        return from_canonical(text)
    if name not in names():
        raise NotFoundByName(what=Subject.RULEBOOK, name=name)
    return preset(name)


def to_copy(tx: ActorQuery, name: str) -> Rulebook:
    """The rulebook to begin with; one that comes with the bot gets a name of its own, since presets stay."""
    server_verbs.refuse_without(tx, Act.MANAGE_RULEBOOKS)
    found = find(tx, tx.guild_id, name)
    if found.name not in names():
        return found
    return replace(found, name=found.name[: NAME_LENGTH - len(_COPY)] + _COPY)


def refuse_unknown_games(tx: Query, guild_id: GuildId, rulebook: Rulebook, file: str) -> None:
    """Raises RulebookRefused where the file names a game that neither the bot nor the server has a sheet of (OLY-7)."""
    known = sorted({*bundled_games(), *(kept.game_id for kept in draft_store.every_game_sheet(tx, guild_id))})
    strangers = unknown_games(rulebook, known)
    if strangers:
        raise RulebookRefused(file, strangers)


def keep(tx: ActorTx, rulebook: Rulebook) -> KeptRulebook:
    """Takes a validated rulebook under its name, for events to come; those that exist keep the rules they began with.

    Raises PresetStays for the name of a preset, and ServerFull.
    """
    person = _manager(tx)
    last = draft_store.load_rulebook(tx, tx.guild_id, rulebook.name)
    if last is None and rulebook.name in names():
        raise RefusedFor("error.PresetStays", name=rulebook.name)
    if last is None:
        bounds_verbs.take_room(tx, tx.guild_id, Bounded.RULEBOOKS)
    before = _nearest_preset(rulebook) if last is None else from_canonical(last)
    text, digest = canonical(rulebook), fingerprint(rulebook)
    draft_store.save_rulebook(tx, tx.guild_id, rulebook.name, text, digest, tx.now, person.person_id)
    told = {"hash": digest, "settings": settings_print(rulebook)}
    tx.log(person.guild_id, "keep_rulebook", f"rulebook:{rulebook.name}", actor=person.person_id, details=told)
    official_verbs.follow(tx, tx.guild_id, rulebook)
    return KeptRulebook(rulebook, before, last is not None)


def remove(tx: ActorTx, name: str) -> Rulebook:
    """Drops one of the server's own rulebooks and answers it; events that run by it go on. Raises PresetStays."""
    person = _manager(tx)
    if name in names() and draft_store.load_rulebook(tx, tx.guild_id, name) is None:
        raise RefusedFor("error.PresetStays", name=name)
    removed = find(tx, tx.guild_id, name)
    draft_store.remove_rulebook(tx, tx.guild_id, name)
    draft_store.forget_waiting_rulebook(tx, tx.guild_id, name)
    tx.log(
        person.guild_id,
        "remove_rulebook",
        f"rulebook:{name}",
        actor=person.person_id,
        details={"hash": fingerprint(removed)},
    )
    return removed


def save_event(tx: ActorTx, tournament_id: TournamentId, name: str) -> Rulebook:
    """Saves the rules of an event of the server under the name; raises PresetNameTaken."""
    found = facts_verbs.find(tx, tx.guild_id, tournament_id)
    return save_as(tx, found.rulebook, name)


def rename(tx: ActorTx, old: str, name: str) -> Rulebook:
    """Gives one of the server's own rulebooks another name; raises PresetNameTaken, and PresetStays for a preset."""
    before = remove(tx, old)
    return save_as(tx, before, name)


def save_as(tx: ActorTx, rules: Rulebook, name: str) -> Rulebook:
    """Keeps the rules as one of the server's own: its name is a proper one, so it is the same in all languages."""
    title = checked_name(name)
    taken = {one.name: one.rulebook for one in available(tx, tx.guild_id)}
    slug = _slug(title, taken.keys() | set(names()))
    if slug in taken or any(sound(title) in _titles(one) for one in taken.values()):
        raise RefusedFor("error.PresetNameTaken", name=title)
    own = replace(rules, name=slug, title=title, titles=None, summaries=None)
    return keep(tx, own).rulebook


def _titles(rulebook: Rulebook) -> set[str]:
    """What readers of any language call it, as it sounds."""
    told = () if rulebook.titles is None else astuple(rulebook.titles)
    return {sound(one) for one in (rulebook.title, *told)}


def _slug(title: str, taken: set[str]) -> str:
    """The short word for the title; where it has no Latin letter or digit, a numbered one that is free."""
    slug = re.sub(r"[^a-z0-9]+", "-", sound(title))[:NAME_LENGTH].strip("-")
    if slug:
        return slug
    return next(free for number in count(1) if (free := f"{_NO_LETTERS}-{number}") not in taken)


def _manager(tx: ActorTx) -> Person:
    if server_store.load(tx, tx.guild_id) is None:
        raise NotSetUp
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.MANAGE_RULEBOOKS)
    return person


def _nearest_preset(rulebook: Rulebook) -> Rulebook:
    """The preset of its format that differs in the fewest settings: what it was in all likelihood copied from."""
    return min(map(preset, names()), key=lambda one: (one.format != rulebook.format, len(differences(rulebook, one))))


# --- games ----------------------------------------------------------------------------------------------------------


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
    own = {one.language: one for one in draft_store.every_game_sheet(tx, guild_id) if one.game_id == game_id}
    if own:
        community = server_store.load(tx, guild_id)
        wished = (language, community.language if community else language)
        return _open(next((own[one] for one in wished if one in own), min(own.values(), key=_by_language)))
    return sheet(game_id, language) if game_id in bundled_games() else None


def titles(tx: Query, guild_id: GuildId, game_id: GameId) -> dict[str, str]:
    """What readers of each language know the game as; empty for one that nobody has told."""
    known = languages(game_id) if game_id in bundled_games() else ()
    own = tuple(one.language for one in draft_store.every_game_sheet(tx, guild_id) if one.game_id == game_id)
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


def available_games(tx: Query, guild_id: GuildId, language: str) -> list[GameName]:
    """Every game with the title that it has for a reader of the language, in alphabetical order."""
    own = {one.game_id for one in draft_store.every_game_sheet(tx, guild_id)}
    found = [find_sheet(tx, guild_id, game_id, language) for game_id in {*bundled_games(), *own}]
    names = [GameName(one.game.game_id, one.title, one.is_own) for one in found]
    return sorted(names, key=lambda name: (name.title.casefold(), name.game_id))


def find_meant(tx: Query, guild_id: GuildId, typed: str) -> GameId:
    """The game that was chosen from the suggestions, or typed by a title in any language; raises NotFoundByName."""
    own = draft_store.every_game_sheet(tx, guild_id)
    titles = {**by_title(), **{one.title.casefold(): one.game_id for one in own}}
    known = {*bundled_games(), *(one.game_id for one in own)}
    for game_id in (GameId(typed), titles.get(typed.strip().casefold()), id_of(typed)):
        if game_id in known:
            return game_id
    raise NotFoundByName(what=Subject.GAME, name=typed)


def as_file(draft: GameDraft | GameSheet, headings: Mapping[Section, str]) -> bytes:
    """The sheet as a file that can be changed and brought back."""
    return to_text(draft, headings).encode()


def keep_sheet(tx: ActorTx, draft: GameDraft, language: str | None) -> TakenSheet:
    """Takes a sheet under its title, in a language (the server's unless told); a bundled game's title overrides it.

    Raises ServerFull.
    """
    person, spoken = _sheet_manager(tx)
    own = draft_store.every_game_sheet(tx, tx.guild_id)
    titles = {one.title.casefold(): one.game_id for one in own}
    game_id = titles.get(draft.title.casefold()) or id_of(draft.title)
    kept = KeptSheet(game_id, language or spoken, draft.title, to_text(draft))
    replaced = any((one.game_id, one.language) == (game_id, kept.language) for one in own)
    if not replaced:
        bounds_verbs.take_room(tx, tx.guild_id, Bounded.GAME_SHEETS)
    draft_store.save_game_sheet(tx, tx.guild_id, kept, tx.now, person.person_id)
    tx.log(
        person.guild_id,
        "keep_game_sheet",
        f"game:{game_id}",
        actor=person.person_id,
        details={"language": kept.language},
    )
    return TakenSheet(_open(kept), replaced, game_id in bundled_games())


def remove_sheets(tx: ActorTx, typed: str) -> RemovedSheets:
    """Drops the server's own sheets of a game, in all languages, and answers them.

    Raises NotFoundByName, and BundledSheetStays for a game that the server has not told itself.
    """
    person, _ = _sheet_manager(tx)
    game_id = find_meant(tx, tx.guild_id, typed)
    own = [_open(one) for one in draft_store.every_game_sheet(tx, tx.guild_id) if one.game_id == game_id]
    if not own:
        raise RefusedFor("error.BundledSheetStays", name=sheet(game_id, tx.actor.language).title)
    draft_store.remove_game_sheet(tx, tx.guild_id, game_id)
    tx.log(person.guild_id, "remove_game_sheet", f"game:{game_id}", actor=person.person_id, details={})
    return RemovedSheets(tuple(own), game_id in bundled_games())


def _open(kept: KeptSheet) -> GameSheet:
    return own_sheet(kept.game_id, kept.language, kept.sheet)


def _by_language(kept: KeptSheet) -> str:
    return kept.language


def _sheet_manager(tx: ActorTx) -> tuple[Person, str]:
    """Who manages the sheets, and the server's language."""
    community = server_store.load(tx, tx.guild_id)
    if community is None:
        raise NotSetUp
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.MANAGE_GAME_SHEETS)
    return person, community.language


# --- rehearsals -----------------------------------------------------------------------------------------------------


LONGEST: Final = timedelta(minutes=15)
"""After so long Discord takes no answer any more."""
_ITS_OWN: Final = "-played"


def begin(tx: ActorTx, rulebook: str) -> None:
    """Notes that one is under way; raises StillRehearsing where one is, and as any act of organisers."""
    if server_store.load(tx, tx.guild_id) is None:
        raise NotSetUp
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.MANAGE_RULEBOOKS)
    before = draft_store.load_rehearsal(tx, tx.guild_id)
    if before is not None and tx.now - before.began_at < LONGEST:
        raise Refused("error.StillRehearsing")
    draft_store.save_rehearsal(tx, draft_store.CreationUnderWay(tx.guild_id, person.person_id, rulebook, tx.now))


def end(tx: ActorTx) -> None:
    """It was answered."""
    draft_store.remove_rehearsal(tx, tx.guild_id)


def lose(tx: ActorTx) -> None:
    """Its answer did not get through: whoever asked for it is written to."""
    _tell(tx, tx.guild_id)


def tell_cut_off(tx: Tx) -> None:
    """What was under way when the bot was stopped plays no more: whoever asked for it is written to."""
    for guild_id in draft_store.every_rehearsal(tx):
        _tell(tx, guild_id)


def _tell(tx: Tx, guild_id: GuildId) -> None:
    begun = draft_store.load_rehearsal(tx, guild_id)
    if begun is not None:
        draft_store.remove_rehearsal(tx, guild_id)
        tell_member(tx, guild_id, begun.person_id, RehearsalCutOff(guild_id, begun.rulebook))


def wish_for(rulebook: Rulebook, language: str, players: int | None) -> RehearsalWish:
    """What is to be played: a preset by its name, any other with its file, under a name that no preset has."""
    if rulebook.name in names() and canonical(rulebook) == canonical(preset(rulebook.name)):
        return RehearsalWish(rulebook.name, None, language, players)
    played = _without_own_games(rulebook)
    if played.name in names():
        played = replace(played, name=played.name[: NAME_LENGTH - len(_ITS_OWN)] + _ITS_OWN)
    return RehearsalWish(played.name, to_toml(played).encode(), language, players)


def _without_own_games(rulebook: Rulebook) -> Rulebook:
    """The pretended server has none of this one's game sheets, which are shown and change nothing that is played."""
    if rulebook.games is None or not unknown_games(rulebook, bundled_games()):
        return rulebook
    return replace(rulebook, games=replace(rulebook.games, sheets=()))

"""The rulebooks that a server can run an event by: the presets, and its own."""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass, replace
from functools import cache
from itertools import count
from typing import Final

from bot.domain.community import Person
from bot.domain.ids import GuildId, TournamentId
from bot.domain.likeness import sound
from bot.domain.permissions import Act
from bot.domain.regulation.offered import Offered, Shelf
from bot.domain.regulation.official_rules import differences
from bot.domain.regulation.qualifying_events import SEAT_MATCH
from bot.domain.regulation.rulebook_checks import NAME_LENGTH
from bot.domain.regulation.table_checks import unknown_games
from bot.domain.rulebook import Rulebook
from bot.domain.typed_text import checked_name
from bot.errors import NotFoundByName, NotSetUp, Subject, UserError
from bot.rulebooks.errors import RulebookRefused
from bot.rulebooks.game_files import bundled_games
from bot.rulebooks.library import ORDINARY, canonical, fingerprint, from_canonical, names, preset
from bot.rulebooks.official_files import settings_print
from bot.services import access
from bot.services.events import rulebook_waits, tournaments
from bot.storage import communities, game_sheets, rulebooks
from bot.storage import rulebook_waits as waits
from bot.storage.context import ActorQuery, ActorTx, Query

MOST_OF_ITS_OWN: Final = 50
_COPY: Final = "-copy"
_NO_LETTERS: Final = "preset"
"""What a name of other letters than Latin ones is called where only those can stand."""


class PresetStays(UserError):
    """A rulebook that comes with the bot is neither overwritten nor removed."""

    name: str


class TooManyRulebooks(UserError):
    """The server keeps as many rulebooks of its own as it may."""

    limit: int


class PresetNameTaken(UserError):
    """Another rulebook of the server, or one that comes with the bot, is called so already."""

    name: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A rulebook that was taken. `before` is what it is compared with: its last version, or the nearest preset."""

    rulebook: Rulebook
    before: Rulebook
    replaced: bool


def own(tx: Query, guild_id: GuildId) -> tuple[Offered, ...]:
    """What the server saved or uploaded, the latest first."""
    return tuple(Offered(from_canonical(text), Shelf.OWN) for text in rulebooks.every(tx, guild_id))


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
    text = rulebooks.load(tx, guild_id, name)
    if text is not None:
        return from_canonical(text)
    if name not in names():
        raise NotFoundByName(what=Subject.RULEBOOK, name=name)
    return preset(name)


def to_copy(tx: ActorQuery, name: str) -> Rulebook:
    """The rulebook to begin with; one that comes with the bot gets a name of its own, since presets stay."""
    access.refuse_without(tx, Act.MANAGE_RULEBOOKS)
    found = find(tx, tx.guild_id, name)
    if found.name not in names():
        return found
    return replace(found, name=found.name[: NAME_LENGTH - len(_COPY)] + _COPY)


def refuse_unknown_games(tx: Query, guild_id: GuildId, rulebook: Rulebook, file: str) -> None:
    """Raises RulebookRefused where the file names a game that neither the bot nor the server has a sheet of (OLY-7)."""
    known = sorted({*bundled_games(), *(kept.game_id for kept in game_sheets.every(tx, guild_id))})
    strangers = unknown_games(rulebook, known)
    if strangers:
        raise RulebookRefused(file, strangers)


def keep(tx: ActorTx, rulebook: Rulebook) -> Kept:
    """Takes a validated rulebook under its name, for events to come; those that exist keep the rules they began with.

    Raises PresetStays for the name of a preset, and TooManyRulebooks.
    """
    person = _manager(tx)
    last = rulebooks.load(tx, tx.guild_id, rulebook.name)
    if last is None and rulebook.name in names():
        raise PresetStays(name=rulebook.name)
    if last is None and len(rulebooks.names(tx, tx.guild_id)) >= MOST_OF_ITS_OWN:
        raise TooManyRulebooks(limit=MOST_OF_ITS_OWN)
    before = _nearest_preset(rulebook) if last is None else from_canonical(last)
    text, digest = canonical(rulebook), fingerprint(rulebook)
    rulebooks.save(tx, tx.guild_id, rulebook.name, text, digest, tx.now, person.person_id)
    told = {"hash": digest, "settings": settings_print(rulebook)}
    tx.log(person.guild_id, "keep_rulebook", f"rulebook:{rulebook.name}", actor=person.person_id, details=told)
    rulebook_waits.follow(tx, tx.guild_id, rulebook)
    return Kept(rulebook, before, last is not None)


def remove(tx: ActorTx, name: str) -> Rulebook:
    """Drops one of the server's own rulebooks and answers it; events that run by it go on. Raises PresetStays."""
    person = _manager(tx)
    if name in names() and rulebooks.load(tx, tx.guild_id, name) is None:
        raise PresetStays(name=name)
    removed = find(tx, tx.guild_id, name)
    rulebooks.remove(tx, tx.guild_id, name)
    waits.forget(tx, tx.guild_id, name)
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
    found = tournaments.find(tx, tx.guild_id, tournament_id)
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
        raise PresetNameTaken(name=title)
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
    if communities.load(tx, tx.guild_id) is None:
        raise NotSetUp
    person = access.recognise(tx)
    access.require(tx, person, Act.MANAGE_RULEBOOKS)
    return person


def _nearest_preset(rulebook: Rulebook) -> Rulebook:
    """The preset of its format that differs in the fewest settings: what it was in all likelihood copied from."""
    return min(map(preset, names()), key=lambda one: (one.format != rulebook.format, len(differences(rulebook, one))))

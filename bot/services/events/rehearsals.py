"""Rehearsals that organisers ask for: one of a server at a time, and none is lost without a word."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.domain.ids import GuildId
from bot.domain.own_sayings import RehearsalCutOff
from bot.domain.permissions import Act
from bot.domain.regulation.rehearsals import Wish
from bot.domain.regulation.rulebook_checks import NAME_LENGTH
from bot.domain.regulation.table_checks import unknown_games
from bot.domain.rulebook import Rulebook
from bot.errors import NotSetUp, UserError
from bot.rulebooks.game_files import bundled_games
from bot.rulebooks.library import canonical, names, preset, to_toml
from bot.services import access
from bot.services.speaking import tell_member
from bot.storage import communities, rehearsals
from bot.storage.context import ActorTx, Tx

LONGEST: Final = timedelta(minutes=15)
"""After so long Discord takes no answer any more."""
_ITS_OWN: Final = "-played"


class StillRehearsing(UserError):
    """The server's rehearsal before this one is under way."""


def begin(tx: ActorTx, rulebook: str) -> None:
    """Notes that one is under way; raises StillRehearsing where one is, and as any act of organisers."""
    if communities.load(tx, tx.guild_id) is None:
        raise NotSetUp
    person = access.recognise(tx)
    access.require(tx, person, Act.MANAGE_RULEBOOKS)
    before = rehearsals.load(tx, tx.guild_id)
    if before is not None and tx.now - before.began_at < LONGEST:
        raise StillRehearsing
    rehearsals.save(tx, rehearsals.UnderWay(tx.guild_id, person.person_id, rulebook, tx.now))


def end(tx: ActorTx) -> None:
    """It was answered."""
    rehearsals.remove(tx, tx.guild_id)


def lose(tx: ActorTx) -> None:
    """Its answer did not get through: whoever asked for it is written to."""
    _tell(tx, tx.guild_id)


def tell_cut_off(tx: Tx) -> None:
    """What was under way when the bot was stopped plays no more: whoever asked for it is written to."""
    for guild_id in rehearsals.every(tx):
        _tell(tx, guild_id)


def _tell(tx: Tx, guild_id: GuildId) -> None:
    begun = rehearsals.load(tx, guild_id)
    if begun is not None:
        rehearsals.remove(tx, guild_id)
        tell_member(tx, guild_id, begun.person_id, RehearsalCutOff(guild_id, begun.rulebook))


def wish_for(rulebook: Rulebook, language: str, players: int | None) -> Wish:
    """What is to be played: a preset by its name, any other with its file, under a name that no preset has."""
    if rulebook.name in names() and canonical(rulebook) == canonical(preset(rulebook.name)):
        return Wish(rulebook.name, None, language, players)
    played = _without_own_games(rulebook)
    if played.name in names():
        played = replace(played, name=played.name[: NAME_LENGTH - len(_ITS_OWN)] + _ITS_OWN)
    return Wish(played.name, to_toml(played).encode(), language, players)


def _without_own_games(rulebook: Rulebook) -> Rulebook:
    """The pretended server has none of this one's game sheets, which are shown and change nothing that is played."""
    if rulebook.games is None or not unknown_games(rulebook, bundled_games()):
        return rulebook
    return replace(rulebook, games=replace(rulebook.games, sheets=()))

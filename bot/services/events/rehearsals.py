"""Rehearsals that organisers ask for: one of a server at a time, and none is lost without a word."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.domain.community import Presser
from bot.domain.ids import GuildId, Occasion
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
from bot.storage.database import Work

LONGEST: Final = timedelta(minutes=15)
"""After so long Discord takes no answer any more."""
_ITS_OWN: Final = "-played"


class StillRehearsing(UserError):
    """The server's rehearsal before this one is under way."""


def begin(work: Work, occasion: Occasion, presser: Presser, rulebook: str) -> None:
    """Notes that one is under way; raises StillRehearsing where one is, and as any act of organisers."""
    if communities.load(work, presser.guild_id) is None:
        raise NotSetUp
    person = access.recognise(work, occasion, presser)
    access.require(work, presser, person, Act.MANAGE_RULEBOOKS)
    before = rehearsals.load(work, presser.guild_id)
    if before is not None and occasion.now - before.began_at < LONGEST:
        raise StillRehearsing
    rehearsals.save(work, rehearsals.UnderWay(presser.guild_id, person.person_id, rulebook, occasion.now))


def end(work: Work, occasion: Occasion, presser: Presser) -> None:
    """It was answered."""
    del occasion
    rehearsals.remove(work, presser.guild_id)


def lose(work: Work, occasion: Occasion, presser: Presser) -> None:
    """Its answer did not get through: whoever asked for it is written to."""
    _tell(work, occasion, presser.guild_id)


def tell_cut_off(work: Work, occasion: Occasion) -> None:
    """What was under way when the bot was stopped plays no more: whoever asked for it is written to."""
    for guild_id in rehearsals.every(work):
        _tell(work, occasion, guild_id)


def _tell(work: Work, occasion: Occasion, guild_id: GuildId) -> None:
    begun = rehearsals.load(work, guild_id)
    if begun is not None:
        rehearsals.remove(work, guild_id)
        tell_member(work, occasion, guild_id, begun.person_id, RehearsalCutOff(guild_id, begun.rulebook))


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

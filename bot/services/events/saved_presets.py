"""A server's own presets, saved from what an organiser has before them: under a name, and without any file."""

from __future__ import annotations

import re
from dataclasses import astuple, replace
from itertools import count
from typing import Final

from bot.domain.community import Presser
from bot.domain.ids import Occasion, TournamentId
from bot.domain.likeness import sound
from bot.domain.permissions import Act
from bot.domain.regulation.rulebook_checks import NAME_LENGTH
from bot.domain.rulebook import Rulebook
from bot.domain.typed_text import checked_name
from bot.errors import Outdated, UserError
from bot.rulebooks.library import from_canonical, names
from bot.services import access
from bot.services.events import drafts, rulebooks, tournaments
from bot.storage.database import Work

_NO_LETTERS: Final = "preset"
"""What a name of other letters than Latin ones is called where only those can stand."""


class PresetNameTaken(UserError):
    """Another rulebook of the server, or one that comes with the bot, is called so already."""

    name: str


def to_save(work: Work, presser: Presser, draft_id: str) -> Rulebook:
    """The rules of the draft, for whoever may save them; raises NotAllowed, and Outdated where the draft is gone."""
    access.refuse_without(work, presser, Act.MANAGE_RULEBOOKS)
    draft = drafts.find(work, presser, draft_id)
    if draft.rulebook is None:
        raise Outdated
    return from_canonical(draft.rulebook)


def save_draft(work: Work, occasion: Occasion, presser: Presser, draft_id: str, name: str) -> Rulebook:
    """Saves the rules of the draft under the name; raises PresetNameTaken, Outdated where the draft is gone."""
    return _save(work, occasion, presser, to_save(work, presser, draft_id), name)


def save_event(work: Work, occasion: Occasion, presser: Presser, tournament_id: TournamentId, name: str) -> Rulebook:
    """Saves the rules of an event of the server under the name; raises PresetNameTaken."""
    found = tournaments.find(work, presser.guild_id, tournament_id)
    return _save(work, occasion, presser, found.rulebook, name)


def rename(work: Work, occasion: Occasion, presser: Presser, old: str, name: str) -> Rulebook:
    """Gives one of the server's own rulebooks another name; raises PresetNameTaken, and PresetStays for a preset."""
    before = rulebooks.remove(work, occasion, presser, old)
    return _save(work, occasion, presser, before, name)


def _save(work: Work, occasion: Occasion, presser: Presser, rules: Rulebook, name: str) -> Rulebook:
    """Keeps the rules as one of the server's own: its name is a proper one, so it is the same in all languages."""
    title = checked_name(name)
    taken = {one.name: one.rulebook for one in rulebooks.available(work, presser.guild_id)}
    slug = _slug(title, taken.keys() | set(names()))
    if slug in taken or any(sound(title) in _titles(one) for one in taken.values()):
        raise PresetNameTaken(name=title)
    own = replace(rules, name=slug, title=title, titles=None, summaries=None)
    return rulebooks.keep(work, occasion, presser, own).rulebook


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

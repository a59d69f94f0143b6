"""The games of a rulebook under their titles in the reader's language; a rule sheet is made of what this gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.domain.game_sheets import GameName
from bot.domain.rulebook import Rulebook


def with_titles(rulebook: Rulebook, games: Iterable[GameName]) -> Rulebook:
    """The rulebook with the titles of its games in place of their names in the file, for showing alone (OLY-7)."""
    titles = {str(one.game_id): one.title for one in games}
    shown, dispute = rulebook.games, rulebook.dispute
    if shown is not None:
        shown = replace(shown, sheets=_titles(shown.sheets, titles))
    if dispute is not None:
        scenes = (_titles(some, titles) for some in (dispute.scene_1, dispute.scene_2))
        first, second = scenes
        dispute = replace(dispute, scene_1=first, scene_2=second)
    return replace(rulebook, games=shown, dispute=dispute)


def speakable_name(name: str) -> str:
    """A game's title as it is; of a game that nobody has titled, its name in the file with spaces."""
    return name.replace("-", " ") if name.islower() else name


def _titles(names: Iterable[str], titles: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(titles.get(name, name) for name in names)

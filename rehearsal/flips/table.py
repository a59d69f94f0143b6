"""The table: each setting of each preset is set otherwise once, and each optional table is taken out or put in.

What changes how an event is played is flipped alone. The settings of the house (times, reminders, who may enter) are
flipped a few at once, as far as the checks let them stand together: where one of these files fails, each of its
settings is played alone, so that the verdict names one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from bot.play.format_checks import RulebookProblem, write_setting
from bot.play.rulebook import Rulebook, settings
from bot.rulebooks.library import names, preset, problems
from bot.rulebooks.model import RULES
from rehearsal.beyond import what_is_beyond
from rehearsal.flips.values import change, others
from rehearsal.outcomes.settings import as_the_regulation_says
from rehearsal.regulation import tables_of

WORDS: Final = frozenset({"name", "title", "titles", "summaries", "version", "cites"})
"""Texts, by which nothing is played."""
TOGETHER: Final = 12
"""Settings of the house that are flipped in one file."""
PARTS: Final = 10
"""Of which one is played in each run of the tests."""
_HOUSE: Final = frozenset(
    {"check_in", "matches", "absence", "rating", "outage", "clock", "adjournment", "threads", "discipline", "grades"}
)
_TABLES_OF_THE_HOUSE: Final = frozenset({"threads", "entry", "grades", "discipline", "adjournment", "clock"})
_ALSO_OF_THE_HOUSE: Final = frozenset(
    {
        "minimum_entrants",
        "registration.account",
        "registration.capacity",
        "registration.refuse_barred",
        "registration.refuse_qualified_for",
        "registration.seeds_by_hand",
        "games.sheets",
        "games.colours",
        "knockout.final_best_of",
        "knockout.third_place_best_of",
        *(f"scoring.{name}" for name in ("win", "draw", "loss", "bye", "absence")),
        "ranking.unplayed",
        "ranking.play_off_best_of",
        "round_robin.drawn_order",
        "swiss.drawn_first_round",
        "swiss.keep_clubs_apart",
        "swiss.late_entry_until",
        "games.draws",
        "teams.board_win",
        "teams.board_draw",
        "teams.substitutes",
        "teams.top_ranked",
        "teams.most_top_ranked",
        "teams.unrated_off_board_one",
        "teams.level_match",
    }
)
_ALONE: Final = frozenset({"rating.rated"})


@dataclass(frozen=True, slots=True)
class Flip:
    """One setting of a preset set otherwise, or an optional table taken out or put in."""

    preset: str
    key: str
    how: str
    was: str
    now: str
    value: object
    rulebook: Rulebook
    problems: tuple[RulebookProblem, ...] = ()
    """Why the checks refuse it; empty where they do not."""

    @property
    def is_of_the_house(self) -> bool:
        """Whether it may be flipped with others."""
        table, inside, _ = self.key.partition(".")
        known = self.key in _ALSO_OF_THE_HOUSE or (table in _HOUSE if inside else table in _TABLES_OF_THE_HOUSE)
        return known and self.key not in _ALONE

    def __str__(self) -> str:
        """As the table prints it."""
        return f"{self.preset}: {self.key} = {self.now}, not {self.was} ({self.how})"


@dataclass(frozen=True, slots=True)
class File:
    """A file of the table: a preset with one flip, or with several of the house."""

    flips: tuple[Flip, ...]

    @property
    def name(self) -> str:
        """What it is called in the table."""
        return f"{self.flips[0].preset} {'+'.join(one.key for one in self.flips)}"

    @property
    def rulebook(self) -> Rulebook:
        """All of its flips, one after the other."""
        return together(self.flips)


def own(name: str) -> Rulebook:
    """The preset under a name of its own, so that its file may be played as a community's.

    Seats are given for events of the association's names: where the format lets anybody enter, this file does.
    """
    found = preset(name)
    invited = found.registration.invited_only and found.traits.is_series
    registration = replace(found.registration, invited_only=invited)
    return replace(found, name=f"own-{name}"[:32], registration=registration)


@cache
def flips_of(name: str) -> tuple[Flip, ...]:
    """Every flip of the preset, in the order of the settings."""
    return (*_settings_of(name), *_tables_of(name))


def flips() -> tuple[Flip, ...]:
    """Every flip, preset by preset."""
    return tuple(one for name in names() for one in flips_of(name))


@cache
def files() -> tuple[File, ...]:
    """What is played or refused: flips that the checks refuse and those that stand alone, each a file of its own."""
    return tuple(file for name in names() for file in _files_of(list(flips_of(name))))


def together(chosen: tuple[Flip, ...]) -> Rulebook:
    """The preset with all of them."""
    found = chosen[0].rulebook
    for one in chosen[1:]:
        found = change(found, one.key, one.value)
    return found


def _files_of(own_flips: list[Flip]) -> Iterator[File]:
    house: list[Flip] = []
    for one in own_flips:
        if one.problems or not one.is_of_the_house or _is_beyond(one.rulebook):
            yield File((one,))
        else:
            house.append(one)
    while house:
        chosen = [house.pop(0)]
        for one in tuple(house):
            if len(chosen) < TOGETHER and _go_together((*chosen, one)):
                chosen.append(one)
                house.remove(one)
        yield File(tuple(chosen))


def _is_beyond(rulebook: Rulebook) -> bool:
    return what_is_beyond(as_the_regulation_says(tables_of(rulebook))) is not None


def _go_together(chosen: tuple[Flip, ...]) -> bool:
    rulebook = together(chosen)
    return not problems(rulebook) and not _is_beyond(rulebook)


def _settings_of(name: str) -> Iterator[Flip]:
    rulebook = own(name)
    for key, value in settings(rulebook).items():
        if key.partition(".")[0] in WORDS:
            continue
        tried = [
            Flip(name, key, how, write_setting(value), write_setting(other), other, flipped, problems(flipped))
            for how, other in others(rulebook, key)
            for flipped in (change(rulebook, key, other),)
        ]
        sound = [one for one in tried if not one.problems] or tried
        if sound:
            yield sound[_turn(f"{name} {key}") % len(sound)]


def _tables_of(name: str) -> Iterator[Flip]:
    """Optional tables: those that stand in the preset taken out, the others put in with their defaults."""
    rulebook = own(name)
    for table, kind in RULES.items():
        if table in WORDS:
            continue
        there = getattr(rulebook, table) is not None
        inside: Any = None if there else _defaults(kind)
        if there or inside is not None:
            how, was, now = ("left out", "there", "none") if there else ("put in", "none", "there")
            flipped = replace(rulebook, **{table: inside})
            yield Flip(name, table, how, was, now, inside, flipped, problems(flipped))


def _defaults(kind: type) -> object:
    """The table with nothing in it; None where something has to stand in it."""
    try:
        return kind()
    except TypeError:
        return None


def _turn(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)


def part_of(number: int) -> tuple[File, ...]:
    """One of the parts in which the table is played, by turns: what is refused, judged and dear is in each."""
    return files()[number % PARTS :: PARTS]

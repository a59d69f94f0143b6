"""What the judge has to know of a cup, read from the rulebook with its defaults."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from rehearsal import regulation
from rehearsal.beyond import is_open, what_is_beyond

_READ: Final = ("scoring", "games", "ranking", "round_robin", "swiss", "knockout", "threads")
TABLES: Final = frozenset({"swiss", "round_robin", "groups"})


@dataclass(frozen=True, slots=True)
class TableNumbers:
    """What the file says of tables of three."""

    active: tuple[int, int, int]
    """Victory points of the winner, of the second, and of those who share that place."""
    inactive: tuple[int, int, int]
    to_win: int
    to_leave: int
    """The influence with which an extra game is left."""


@dataclass(frozen=True, slots=True)
class DeckNumbers:
    """What the file says of decks."""

    fewest: int
    prefixes: frozenset[str]
    refused: frozenset[str]


@dataclass(frozen=True, slots=True)
class CupRules:
    """The numbers of the file."""

    format: str
    best_of: int
    """Of a match before any bracket."""
    win: Fraction
    draw: Fraction
    loss: Fraction
    bye: Fraction
    by_games: bool
    play_all: bool
    level: str
    times: int
    void_below_half: bool
    rounds: int | None
    out_after: int | None
    """Losses that put out of a Swiss."""
    cut: int | None
    lives: int
    arena: tuple[int, int, int] | None
    """Wins after which games count double, and the moves of a short and of a long draw."""
    fewest: int
    capacity: int | None
    invited: bool = False
    """Whether only holders of a seat may enter."""
    groups: tuple[int, int] | None = None
    """The most in a group, and how many go on from each."""
    tables: TableNumbers | None = None
    deck: DeckNumbers | None = None
    swiss_above: int | None = None
    """In a larger field a Swiss is played instead of a round robin."""
    threads: str | None = None
    """Who reads the thread of a match; None where matches have none."""
    open_for: timedelta = timedelta(hours=1)
    """How long it stays open once the result stands."""
    has_times: bool = False
    """Whether the two sides of a match agree on its time."""

    def in_a_field_of(self, starters: int) -> CupRules:
        """The rules as they are in a field of that size."""
        is_swiss = self.swiss_above is not None and starters > self.swiss_above
        return replace(self, format="swiss") if is_swiss and self.format == "round_robin" else self

    @property
    def has_table(self) -> bool:
        """Whether there are rounds of a table."""
        return self.format in TABLES

    @property
    def has_points(self) -> bool:
        """Whether points are counted."""
        return self.has_table or self.arena is not None


def what_cannot_be_rehearsed(path: Path) -> str | None:
    """What the rulebook asks for that the rehearsal cannot play or judge yet, or None."""
    return what_is_beyond(regulation.tables(path))


def is_cup(path: Path) -> bool:
    """Whether the rulebook is played as a cup, and not as the Open, whose people are asked why they stayed away."""
    return not is_open(regulation.tables(path))


def read(path: Path) -> CupRules:
    """The numbers of the file."""
    return _read(regulation.tables(path))


def _read(rules: dict[str, Any]) -> CupRules:
    scoring, games, ranking, robin, swiss, knockout, threads = (regulation.table(rules, name) for name in _READ)
    return CupRules(
        format=rules["format"],
        best_of=regulation.best_of(rules),
        win=Fraction(scoring["win"]),
        draw=Fraction(scoring["draw"]),
        loss=Fraction(scoring["loss"]),
        bye=Fraction(scoring["bye"]),
        by_games=scoring["by_games"],
        play_all=games["play_all"],
        level=ranking["level"],
        times=robin["times"],
        void_below_half=robin["void_below_half"],
        rounds=_number(swiss["rounds"]),
        out_after=_number(swiss["out_after"]),
        cut=rules["cut"]["players"] if "cut" in rules else None,
        lives=knockout["lives"],
        arena=_arena(rules),
        fewest=rules["minimum_entrants"],
        capacity=_number(rules["registration"]["capacity"]),
        invited=rules["registration"]["invited_only"],
        groups=(rules["groups"]["size"], rules["groups"]["advance"]) if "groups" in rules else None,
        tables=_tables(rules),
        deck=_deck(rules),
        swiss_above=_number(robin["swiss_above"]),
        threads=threads["read_by"] if "threads" in rules else None,
        open_for=regulation.duration(threads["open_for"]),
        has_times="match_times" in rules,
    )


def _arena(rules: dict[str, Any]) -> tuple[int, int, int] | None:
    """The numbers of an arena; None where the event is none."""
    if rules["format"] != "arena":
        return None
    return tuple(rules["arena"][name] for name in ("doubles_after", "short_draw", "long_draw"))


def _tables(rules: dict[str, Any]) -> TableNumbers | None:
    told = rules.get("tables")
    if told is None:
        return None
    active, inactive = (tuple(told[name]) for name in ("active_points", "inactive_points"))
    return TableNumbers(active, inactive, told["influence_to_win"], told["extra_game_influence"])


def _deck(rules: dict[str, Any]) -> DeckNumbers | None:
    told = rules.get("deck")
    if told is None:
        return None
    refused = frozenset(told["refused_cards"]) | frozenset(told["degenerate_cards"])
    return DeckNumbers(told["fewest_cards"], frozenset(told["refused_prefixes"]), refused)


def _number(written: int | str) -> int | None:
    return None if isinstance(written, str) else written

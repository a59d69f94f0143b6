"""What is wrong inside one table of a format: numbers out of bounds, and settings that contradict each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta

from bot.domain.durations import write_duration
from bot.domain.regulation.bounds import (
    above,
    not_above_zero,
    not_in_quarters,
    not_odd,
    out_of_bounds,
    said_beside,
    write_setting,
)
from bot.domain.regulation.format_checks import asks, differs
from bot.domain.regulation.format_rules import TimeSystem
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.domain.rulebook import Rulebook, settings
from bot.domain.tie_breaks.boards import MOST_BOARDS
from bot.domain.tie_breaks.unplayed import UNPLAYED

LONGEST_MATCH = 23
"""Best of 23 ends in one of 24 scores, which is what one menu holds."""
LONGEST_DRAWABLE = 12
"""With draws, best of 12 ends in one of 91 results, each of which has to be found in a menu."""
MOST_GAMES = 144
"""Of a contest of teams, where everyone meets everyone."""
MOST_SHEETS = 20
MOST_TIE_BREAKS = 12
GAME_NAME_LENGTH = 40
OLDEST_YEAR = 13

MOST_ROUNDS = 30
"""Rounds of a Swiss."""
_BOUNDS = {
    "games.best_of": (1, MOST_GAMES),
    "games.compensation": (0, 100),
    "scoring.win": (0, 100),
    "scoring.draw": (0, 100),
    "scoring.loss": (0, 100),
    "scoring.bye": (0, 100),
    "scoring.absence": (0, 100),
    "ranking.decisive_places": (0, 64),
    "ranking.play_off_best_of": (1, LONGEST_MATCH),
    "knockout.lives": (1, 3),
    "round_robin.times": (1, 10),
    "round_robin.swiss_above": (2, 1024),
    "swiss.rounds": (1, MOST_ROUNDS),
    "swiss.late_entry_until": (0, 30),
    "swiss.out_after": (1, 10),
    "groups.size": (2, 24),
    "groups.advance": (1, 23),
    "cut.players": (2, 256),
    "title_match.best_of": (1, LONGEST_MATCH),
    "title_match.pauses_each": (0, 10),
    "tables.seats": (3, 3),
    "tables.influence_to_win": (1, 1000),
    "tables.extra_game_influence": (1, 1000),
    "tables.active_points": (0, 100),
    "tables.inactive_points": (0, 100),
    "teams.size": (2, MOST_BOARDS),
    "teams.substitutes": (0, MOST_BOARDS),
    "teams.board_games": (1, LONGEST_MATCH),
    "teams.board_win": (0, 100),
    "teams.board_draw": (0, 100),
    "teams.top_ranked": (1, 1000),
    "teams.most_top_ranked": (0, MOST_BOARDS),
    "dispute.youngest_year": (0, OLDEST_YEAR),
    "dispute.oldest_year": (0, OLDEST_YEAR),
    "dispute.starters": (1, 50),
    "dispute.reserves": (0, 50),
    "dispute.table_games": (0, 10),
    "dispute.giant_players": (0, 10),
    "dispute.giant_games": (0, 10),
    "dispute.living_players": (0, 20),
    "dispute.living_games": (0, 10),
    "dispute.table_points": (0, 100),
    "dispute.giant_points": (0, 100),
    "dispute.living_points": (0, 100),
    "deck.fewest_cards": (1, 1000),
    "clock.periods": (0, 100),
    "clock.block_moves": (0, 1000),
}
_ODD = ("ranking.play_off_best_of", "title_match.best_of")
_ABOVE_ZERO = (
    "scoring.win",
    "teams.board_win",
    "teams.line_up_within",
    "title_match.pause_lasts",
)
_QUARTERS = (
    *(f"scoring.{name}" for name in ("win", "draw", "loss", "bye", "absence")),
    *(f"dispute.{name}_points" for name in ("table", "giant", "living")),
    "teams.board_win",
    "teams.board_draw",
    "games.compensation",
)
_NOT_MORE = (
    ("scoring.draw", "scoring.win"),
    ("scoring.loss", "scoring.draw"),
    ("scoring.bye", "scoring.win"),
    ("scoring.absence", "scoring.win"),
    ("teams.board_draw", "teams.board_win"),
    ("teams.most_top_ranked", "teams.size"),
    ("swiss.late_entry_until", "swiss.rounds"),
    ("arena.short_draw", "arena.long_draw"),
    ("tables.extra_game_influence", "tables.influence_to_win"),
    ("dispute.youngest_year", "dispute.oldest_year"),
)
_GAME_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)


def table_problems(rulebook: Rulebook) -> Iterator[Problem]:
    """Numbers out of bounds in every table that only some formats have, and words that stand for nothing."""
    values = settings(rulebook)
    beside = said_beside(rulebook)
    bounds = {key: one for key, one in beside.items() if one is not None}
    yield from out_of_bounds(values, {**_BOUNDS, **bounds})
    yield from not_odd(values, _ODD)
    yield from not_above_zero(values, (*_ABOVE_ZERO, *(key for key in beside if key not in bounds)))
    yield from not_in_quarters(values, _QUARTERS)
    for key, other in _NOT_MORE:
        yield from above(values, key, other)
    yield from _told_in_one(rulebook)
    yield from _names(rulebook)


def unknown_games(rulebook: Rulebook, known: Sequence[str]) -> tuple[Problem, ...]:
    """The games of the rulebook that have no sheet; which ones have one, a server knows for itself (OLY-7)."""
    named = () if rulebook.games is None else rulebook.games.sheets
    options = tuple(known)
    return tuple(
        Problem("games.sheets", ProblemCode.NOT_AN_OPTION, given=name, options=options)
        for name in named
        if name not in options
    )


def _told_in_one(rulebook: Rulebook) -> Iterator[Problem]:
    """Matches whose score is chosen among more results than anybody would look through."""
    games = rulebook.games
    if games is None or rulebook.teams is not None or rulebook.title_match is not None:
        return
    longest = LONGEST_DRAWABLE if games.draws else LONGEST_MATCH
    if longest < games.best_of <= MOST_GAMES:
        yield Problem("games.best_of", ProblemCode.TOO_HIGH, given=str(games.best_of), limit=str(longest))


def _names(rulebook: Rulebook) -> Iterator[Problem]:
    """Words that stand for something: the games, and the version of the rules for unplayed games."""
    games, ranking = rulebook.games, rulebook.ranking
    if games is not None:
        yield from sheet_problems("games.sheets", games.sheets)
    if ranking is not None and ranking.unplayed not in UNPLAYED:
        yield Problem("ranking.unplayed", ProblemCode.NOT_AN_OPTION, given=ranking.unplayed, options=tuple(UNPLAYED))
    if ranking is not None and len(ranking.order) > MOST_TIE_BREAKS:
        yield too_many("ranking.order", len(ranking.order), MOST_TIE_BREAKS)


def sheet_problems(key: str, names: tuple[str, ...]) -> Iterator[Problem]:
    """Names of games that are none, or more than anybody would look through."""
    if len(names) > MOST_SHEETS:
        yield too_many(key, len(names), MOST_SHEETS)
    for name in names:
        if len(name) > GAME_NAME_LENGTH or _GAME_NAME.fullmatch(name) is None:
            yield Problem(key, ProblemCode.NOT_A_SLUG, given=name, limit=str(GAME_NAME_LENGTH))


def too_many(key: str, entries: int, most: int) -> Problem:
    """That the list at the key is too long."""
    return Problem(key, ProblemCode.TOO_MANY, given=str(entries), limit=str(most))


def clock_problems(rulebook: Rulebook) -> Iterator[Problem]:
    """A time system has its own numbers and no other's (GO-12), and the clock tells the time that [rating] tells."""
    rules = rulebook.clock
    if rules is None:
        return
    if rules.base != timedelta(minutes=rulebook.rating.base_minutes):
        given, minutes = write_duration(rules.base), f"{rulebook.rating.base_minutes:g} min"
        yield differs("clock.base", given, "rating.base_minutes", minutes)
    if rules.increment != timedelta(seconds=rulebook.rating.increment_seconds):
        given, seconds = write_duration(rules.increment), f"{rulebook.rating.increment_seconds} s"
        yield differs("clock.increment", given, "rating.increment_seconds", seconds)
    wanted: dict[str, tuple[bool, tuple[TimeSystem, ...]]] = {
        "clock.periods": (rules.periods > 0, (TimeSystem.PERIODS,)),
        "clock.block_moves": (rules.block_moves > 0, (TimeSystem.BLOCKS,)),
        "clock.period_lasts": (rules.period_lasts > timedelta(0), (TimeSystem.PERIODS, TimeSystem.BLOCKS)),
    }
    values = settings(rulebook)
    for key, (is_set, systems) in wanted.items():
        if is_set and rules.system not in systems:
            yield asks(key, write_setting(values[key]), "clock.system", *systems)
        elif not is_set and rules.system in systems:
            yield Problem(key, ProblemCode.NOT_ABOVE_ZERO, given=write_setting(values[key]))
    if rules.system is TimeSystem.SUDDEN_DEATH:
        yield from not_above_zero(values, ("clock.base",))

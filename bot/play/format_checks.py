"""What can be wrong with a rulebook's tables by their format, each fault with its key and values and without text.

Checked are bounds of numbers, contradictions inside a table, tables that a format needs, and those that say nothing
in it; each fault has what stands there and what is possible. A rulebook that contradicts itself is refused before an
event is created with it. Faults of a file's shape (a missing key, a word where a number belongs) are found by
`bot.rulebooks`, those of its sense by the checks that `bot/rulebooks/library.py` joins; an organiser reads one list
of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

from bot.kernel.outages import write_duration
from bot.play.format_rules import LEAST_AND_MOST, SWISS, BracketPart, GamesRules, Level, Seeding, TimeSystem, ToldAtEnd
from bot.play.ranking import NAMES, TIE_BREAKS
from bot.play.rulebook import OF_SOME_FORMATS, KnockoutRules, Rulebook, Setting, settings
from bot.play.tie_breaks import IN_ORDER, MOST_BOARDS, UNPLAYED

# --- faults ---------------------------------------------------------------------------------------------------------


class ProblemCode(StrEnum):
    """What is wrong; each has its sentence in the catalogues, which says how to put it right."""

    TOO_LARGE = "too_large"
    NOT_UTF8 = "not_utf8"
    SYNTAX = "syntax"
    MISSING = "missing"
    UNKNOWN_KEY = "unknown_key"
    EXPECTED_INTEGER = "expected_integer"
    EXPECTED_NUMBER = "expected_number"
    EXPECTED_BOOLEAN = "expected_boolean"
    EXPECTED_TEXT = "expected_text"
    EXPECTED_LIST = "expected_list"
    EXPECTED_TABLE = "expected_table"
    EXPECTED_DURATION = "expected_duration"
    EXPECTED_MEASURE = "expected_measure"
    NOT_AN_OPTION = "not_an_option"
    TOO_LOW = "too_low"
    TOO_HIGH = "too_high"
    NOT_ABOVE_ZERO = "not_above_zero"
    TOO_LONG = "too_long"
    TOO_MANY = "too_many"
    EMPTY = "empty"
    NOT_ONE_LINE = "not_one_line"
    NOT_A_SLUG = "not_a_slug"
    NOT_A_ROLE = "not_a_role"
    NOT_ODD = "not_odd"
    NOT_THE_SAME = "not_the_same"
    STANDS_TWICE = "stands_twice"
    NOT_SHORTER = "not_shorter"
    NOT_LONGEST_FIRST = "not_longest_first"
    BELOW_MINIMUM = "below_minimum"
    NOT_BY_INVITATION = "not_by_invitation"
    OFFICIAL_NOT_RATED = "official_not_rated"
    NOT_CLASSICAL = "not_classical"
    TABLE_MISSING = "table_missing"
    NOT_IN_FORMAT = "not_in_format"
    ASKS_FOR_OTHER = "asks_for_other"
    DIFFERS = "differs"
    NEEDS_A_VALUE = "needs_a_value"
    ABOVE_OTHER = "above_other"
    NOT_BELOW = "not_below"
    NOT_IN_QUARTERS = "not_in_quarters"
    NOT_THE_SUM = "not_the_sum"
    WRONG_LENGTH = "wrong_length"
    NOT_HIGHEST_FIRST = "not_highest_first"
    EMPTY_LIST = "empty_list"
    NO_CARD = "no_card"
    NOT_THE_LAST = "not_the_last"
    TEAMS_IN_TIME = "teams_in_time"


@dataclass(frozen=True, slots=True)
class RulebookProblem:
    """One fault of a rulebook: where, what, and the values that its sentence speaks of, as a file writes them."""

    key: str
    """The dotted path, `"check_in.opens_before"`; empty for the file as a whole."""
    code: ProblemCode
    given: str = ""
    limit: str = ""
    """The bound that was passed, or the value that had to be kept to."""
    other: str = ""
    """The other key, where two disagree."""
    options: tuple[str, ...] = ()
    """What would have done: the options, or the known key that looks most like the unknown one."""
    line: int = 0
    column: int = 0
    """Counted from 1; 0 where the place is not known."""


# --- bounds of numbers ----------------------------------------------------------------------------------------------


Settings = Mapping[str, Setting]
"""By dotted key, as `bot.play.rulebook.settings` gives them; a table that is not there has none."""


def write_setting(value: Setting) -> str:
    """A value as a file writes it, but for quotation marks."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case timedelta():
            return write_duration(value)
        case tuple():
            return ", ".join(map(write_setting, value))
        case float():
            return f"{value:g}"
        case _:
            return str(value)


def said_beside(rulebook: Rulebook) -> Mapping[str, tuple[int, int] | None]:
    """The bounds that stand beside the settings of its tables, by dotted key; None where it only has to be above 0."""
    tables = {field.name: getattr(rulebook, field.name) for field in fields(rulebook)}
    return {
        f"{name}.{setting.name}": setting.metadata[LEAST_AND_MOST]
        for name, table in tables.items()
        if is_dataclass(table)
        for setting in fields(table)
        if LEAST_AND_MOST in setting.metadata
    }


def out_of_bounds(values: Settings, bounds: Mapping[str, tuple[int, int]]) -> Iterator[RulebookProblem]:
    """Numbers below the least or above the most, both of which are possible; every entry of a list is looked at."""
    for key, (lowest, highest) in bounds.items():
        for number in _numbers(values.get(key)):
            if number < lowest:
                yield RulebookProblem(key, ProblemCode.TOO_LOW, given=write_setting(number), limit=str(lowest))
            elif number > highest:
                yield RulebookProblem(key, ProblemCode.TOO_HIGH, given=write_setting(number), limit=str(highest))


def not_odd(values: Settings, keys: Iterable[str]) -> Iterator[RulebookProblem]:
    """Lengths that can end level; what is below zero is told by its bounds."""
    for key in keys:
        number = values.get(key)
        if isinstance(number, int) and number > 0 and number % 2 == 0:
            yield RulebookProblem(key, ProblemCode.NOT_ODD, given=write_setting(number))


def not_above_zero(values: Settings, keys: Iterable[str]) -> Iterator[RulebookProblem]:
    """Times that are no time, and numbers that are nothing."""
    for key in keys:
        value = values.get(key)
        match value:
            case timedelta() if value <= timedelta(0):
                yield RulebookProblem(key, ProblemCode.NOT_ABOVE_ZERO, given=write_setting(value))
            case int() | float() if value == 0:
                yield RulebookProblem(key, ProblemCode.NOT_ABOVE_ZERO, given=write_setting(value))
            case _:
                pass


def not_in_quarters(values: Settings, keys: Iterable[str]) -> Iterator[RulebookProblem]:
    """Points that do not add up exactly: anything but wholes, halves and quarters."""
    for key in keys:
        number = values.get(key)
        if isinstance(number, int | float) and number * 4 % 1:
            yield RulebookProblem(key, ProblemCode.NOT_IN_QUARTERS, given=write_setting(number))


def above(values: Settings, key: str, other: str) -> Iterator[RulebookProblem]:
    """The first number where it passes the second; nothing where one of them is not set."""
    number, most = values.get(key), values.get(other)
    if isinstance(number, int | float) and isinstance(most, int | float) and number > most:
        yield RulebookProblem(
            key, ProblemCode.ABOVE_OTHER, given=write_setting(number), limit=write_setting(most), other=other
        )


def _numbers(value: Setting) -> tuple[int | float, ...]:
    entries = value if isinstance(value, tuple) else (value,)
    return tuple(entry for entry in entries if isinstance(entry, int | float) and not isinstance(entry, bool))


# --- what a format needs of its tables ------------------------------------------------------------------------------


_ONE_GAME: Final = frozenset({ToldAtEnd.RESULT, ToldAtEnd.RESULT_WITH_MOVES, ToldAtEnd.COUNT, ToldAtEnd.INFLUENCE})
_TEAM_WORDS: Final = (IN_ORDER, "board_points", "ratings_sum")
_DISPUTE_WORDS: Final = ("living_points", "giant_points")
_ORDER: Final = "ranking.order"


def has_bracket(rulebook: Rulebook) -> bool:
    """Whether a knock-out is played, at once or in the end."""
    return rulebook.traits.bracket is not BracketPart.BY_CUT or rulebook.cut is not None


def format_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """What keeps the tables of a rulebook from going together."""
    yield from _tables(rulebook)
    yield from _games(rulebook)
    yield from _report(rulebook)
    yield from _order(rulebook)
    yield from _ties(rulebook)
    yield from _bracket(rulebook)
    yield from _cut(rulebook)
    yield from _seeds(rulebook)
    yield from _field(rulebook)


def asks(key: str, given: str, other: str, *options: str) -> RulebookProblem:
    """That the value at one key wants another value at the other key."""
    return RulebookProblem(key, ProblemCode.ASKS_FOR_OTHER, given=given, other=other, options=options)


def differs(key: str, given: str, other: str, limit: str) -> RulebookProblem:
    """That two keys tell one thing differently."""
    return RulebookProblem(key, ProblemCode.DIFFERS, given=given, limit=limit, other=other)


def _says_nothing(key: str, given: str, rulebook: Rulebook) -> RulebookProblem:
    return RulebookProblem(key, ProblemCode.NOT_IN_FORMAT, given=given, limit=rulebook.format)


def _no_table(name: str, asked_by: str) -> RulebookProblem:
    return RulebookProblem(name, ProblemCode.TABLE_MISSING, given=asked_by)


def _tables(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    for name in OF_SOME_FORMATS:
        yield from _table(name, rulebook)
    if rulebook.teams is not None and rulebook.games is None and "games" not in rulebook.traits.needs:
        yield _no_table("games", "[teams]")
    if not has_bracket(rulebook) and rulebook.knockout != KnockoutRules():
        yield _says_nothing("knockout", "[knockout]", rulebook)
    yield from _swiss_of_many(rulebook)


def _table(name: str, rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """A table that the format needs and the file lacks, or one that says nothing in it."""
    needed, allowed = rulebook.traits.needs, rulebook.traits.may_have
    has = getattr(rulebook, name) is not None
    if name in needed and not has:
        yield _no_table(name, f"format = {rulebook.format}")
    elif has and name not in needed and name not in allowed:
        yield _says_nothing(name, f"[{name}]", rulebook)


def _swiss_of_many(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """A round robin of many is a Swiss, where the file says of how many and how that one is played (AIJE-D05-3)."""
    rules = rulebook.round_robin
    if rules is not None and rulebook.traits.in_groups and rules.swiss_above is not None:
        yield _says_nothing("round_robin.swiss_above", write_setting(rules.swiss_above), rulebook)
    elif rulebook.traits.is_round_robin and rules is not None:
        if rules.swiss_above is not None and rulebook.swiss is None:
            yield _no_table("swiss", f"round_robin.swiss_above = {rules.swiss_above}")
        if rules.swiss_above is None and rulebook.swiss is not None:
            yield _says_nothing("swiss", "[swiss]", rulebook)
        yield from _bye_of_many(rulebook)


def _bye_of_many(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """In a round robin all rest in turn, so that a bye may be worth nothing; in a Swiss one player loses by it."""
    rules, scoring = rulebook.round_robin, rulebook.scoring
    if rules is not None and rules.swiss_above is not None and scoring is not None and not scoring.bye:
        given = write_setting(rules.swiss_above)
        yield asks(
            "round_robin.swiss_above", given, "scoring.bye", write_setting(scoring.win), write_setting(scoring.draw)
        )


def _games(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """The number of games of a contest, wherever it stands."""
    games = rulebook.games
    if games is None:
        return
    if games.best_of > 0 and games.best_of % 2 == 0 and not games.play_all and not games.draws:
        yield RulebookProblem("games.best_of", ProblemCode.NOT_ODD, given=write_setting(games.best_of))
    for key, number in _told_elsewhere(rulebook):
        if games.best_of != number:
            yield differs("games.best_of", write_setting(games.best_of), key, write_setting(number))


def _told_elsewhere(rulebook: Rulebook) -> Iterator[tuple[str, int]]:
    """The other keys that tell of how many games a contest is, with what they say."""
    if rulebook.title_match is not None:
        yield "title_match.best_of", rulebook.title_match.best_of
    if rulebook.traits.is_bracket and rulebook.teams is None:
        yield "knockout.best_of", rulebook.knockout.best_of
    if rulebook.dispute is not None:
        rules = rulebook.dispute
        yield "dispute", rules.table_games + rules.giant_games + rules.living_games


def _report(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """A kind of report that does not fit what is played (GO-9, OTE-2.3, ARENA-6, AIJE-D05-3)."""
    games = rulebook.games
    if games is None:
        return
    report = games.report
    yield from _kind_of_report(rulebook, report)
    if report in _ONE_GAME and games.best_of > 1:
        yield asks("games.report", report, "games.best_of", "1")
    yield from _compensation(games)
    yield from _guessing(rulebook, games)
    if report is ToldAtEnd.RESULT_WITH_MOVES and not games.draws:
        yield asks("games.report", report, "games.draws", "true")
    if rulebook.rating.rated and report is ToldAtEnd.INFLUENCE:
        yield asks("games.report", report, "rating.rated", "false")


def _kind_of_report(rulebook: Rulebook, report: ToldAtEnd) -> Iterator[RulebookProblem]:
    """A format knows its reports, and boards are told by teams, as teams tell nothing else."""
    known, teams = rulebook.traits.reports, rulebook.teams is not None
    if report not in known:
        yield RulebookProblem("games.report", ProblemCode.NOT_AN_OPTION, given=report, options=tuple(map(str, known)))
    elif teams and report is not ToldAtEnd.BOARDS:
        yield RulebookProblem("games.report", ProblemCode.NOT_AN_OPTION, given=report, options=(ToldAtEnd.BOARDS,))
    elif not teams and report is ToldAtEnd.BOARDS:
        yield _no_table("teams", f"games.report = {report}")


def _compensation(games: GamesRules) -> Iterator[RulebookProblem]:
    """Compensation belongs to counted games, and without it a count can be level."""
    if games.report is ToldAtEnd.COUNT and not games.compensation and not games.draws:
        yield asks("games.compensation", "0", "games.draws", "true")
    if games.compensation and games.report not in {ToldAtEnd.COUNT, ToldAtEnd.BOARDS}:
        yield asks(
            "games.compensation", write_setting(games.compensation), "games.report", ToldAtEnd.COUNT, ToldAtEnd.BOARDS
        )


def _guessing(rulebook: Rulebook, games: GamesRules) -> Iterator[RulebookProblem]:
    """Guessing is for single games between two whose colours nobody else gives (GO-10)."""
    if not games.guessing:
        return
    if games.colours:
        yield asks("games.guessing", "true", "games.colours", "false")
    if games.best_of > 1:
        yield asks("games.guessing", "true", "games.best_of", "1")
    if rulebook.teams is not None or not rulebook.traits.has_matches:
        yield _says_nothing("games.guessing", "true", rulebook)


def _order(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Tie-breaks that nobody knows, that say nothing here, or that look at a table which is not there."""
    if rulebook.ranking is None:
        return
    order = rulebook.ranking.order
    if not order:
        yield RulebookProblem(_ORDER, ProblemCode.EMPTY_LIST)
    for place, name in enumerate(order):
        if name in order[:place]:
            yield RulebookProblem(_ORDER, ProblemCode.STANDS_TWICE, given=name)
        else:
            yield from _tie_break(name, rulebook)


def _tie_break(name: str, rulebook: Rulebook) -> Iterator[RulebookProblem]:
    if name not in NAMES:
        options = tuple(one for one in sorted(NAMES) if _fits(one, rulebook))
        yield RulebookProblem(_ORDER, ProblemCode.NOT_AN_OPTION, given=name, options=options)
    elif not _fits(name, rulebook):
        yield _says_nothing(_ORDER, name, rulebook)
    elif (table := _looks_at(name)) is not None and getattr(rulebook, table) is None:
        yield _no_table(table, f"{_ORDER} = {name}")


def _fits(name: str, rulebook: Rulebook) -> bool:
    fits = None if name == IN_ORDER else TIE_BREAKS[name].fits
    rules = rulebook.round_robin
    may_be_swiss = rulebook.traits.is_round_robin and rules is not None and rules.swiss_above is not None
    return fits is None or fits(rulebook.traits) or (may_be_swiss and fits(SWISS))


def _looks_at(name: str) -> str | None:
    """The table that a tie-break needs."""
    if name == "warnings":
        return "discipline"
    if name in _DISPUTE_WORDS:
        return "dispute"
    return "teams" if name in _TEAM_WORDS or name.startswith("board_") else None


def _ties(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Places that may not be shared want a way to separate them (GO-27.1, GO-27.3)."""
    rules = rulebook.ranking
    if rules is None:
        return
    if rules.decisive_places > 0 and rules.level is Level.SHARED:
        given = write_setting(rules.decisive_places)
        yield asks("ranking.decisive_places", given, "ranking.level", Level.LOT, Level.PLAY_OFF)
    if not rulebook.traits.in_rounds and rules.level is not Level.SHARED:
        yield _says_nothing("ranking.level", rules.level, rulebook)


def _bracket(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """A lower bracket finds the third place by itself, and seeding says who has the byes (GO-26.1)."""
    rules = rulebook.knockout
    if not has_bracket(rulebook):
        return
    if rules.lives > 1 and rules.third_place_match:
        yield asks("knockout.third_place_match", "true", "knockout.lives", "1")
    if rules.lives > 1 and rules.placement_matches:
        yield asks("knockout.placement_matches", "true", "knockout.lives", "1")
    if rules.seeding is Seeding.SEEDED and not rules.byes_by_rating:
        yield asks("knockout.byes_by_rating", "false", "knockout.seeding", Seeding.DRAWN)
    if not rulebook.traits.is_bracket:
        yield from _after_a_table(rules)


def _after_a_table(rules: KnockoutRules) -> Iterator[RulebookProblem]:
    """A knock-out that follows a table is seeded by it, and played with one life for the first places."""
    alone = ("format", "knockout")
    if rules.lives > 1:
        yield asks("knockout.lives", write_setting(rules.lives), *alone)
    if rules.placement_matches:
        yield asks("knockout.placement_matches", "true", *alone)
    if rules.seeding is not Seeding.SEEDED:
        yield asks("knockout.seeding", rules.seeding, *alone)


def _seeds(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Seeds say something where a bracket is filled, groups are dealt, or the first round is paired by them."""
    traits = rulebook.traits
    if rulebook.registration.seeds_by_hand and not (traits.is_bracket or traits.in_groups or traits.by_score):
        yield _says_nothing("registration.seeds_by_hand", "true", rulebook)


def _cut(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Where a knock-out follows, the number of rounds before it stands in the file."""
    if rulebook.cut is not None and rulebook.swiss is not None and rulebook.swiss.rounds is None:
        yield RulebookProblem("swiss.rounds", ProblemCode.NEEDS_A_VALUE, given="none", other="cut")
    if rulebook.groups is not None and rulebook.groups.advance >= rulebook.groups.size:
        given, limit = write_setting(rulebook.groups.advance), write_setting(rulebook.groups.size)
        yield RulebookProblem("groups.advance", ProblemCode.NOT_BELOW, given=given, limit=limit, other="groups.size")


def _field(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """What the number of seats leaves possible."""
    values, seats = settings(rulebook), rulebook.registration.capacity
    yield from above(values, "cut.players", "registration.capacity")
    yield from above(values, "ranking.decisive_places", "registration.capacity")
    rounds = None if rulebook.swiss is None else rulebook.swiss.rounds
    if rounds is not None and seats is not None and rounds >= seats:
        key = "registration.capacity"
        yield RulebookProblem(
            "swiss.rounds", ProblemCode.NOT_BELOW, given=write_setting(rounds), limit=write_setting(seats), other=key
        )
    if rulebook.traits.is_series:
        for key, number in (("minimum_entrants", rulebook.minimum_entrants), ("registration.capacity", seats)):
            if number != 2:
                yield differs(key, write_setting(number), "format", "2")


# --- what is wrong inside one table ---------------------------------------------------------------------------------


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


def table_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
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


def unknown_games(rulebook: Rulebook, known: Sequence[str]) -> tuple[RulebookProblem, ...]:
    """The games of the rulebook that have no sheet; which ones have one, a server knows for itself (OLY-7)."""
    named = () if rulebook.games is None else rulebook.games.sheets
    options = tuple(known)
    return tuple(
        RulebookProblem("games.sheets", ProblemCode.NOT_AN_OPTION, given=name, options=options)
        for name in named
        if name not in options
    )


def _told_in_one(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Matches whose score is chosen among more results than anybody would look through."""
    games = rulebook.games
    if games is None or rulebook.teams is not None or rulebook.title_match is not None:
        return
    longest = LONGEST_DRAWABLE if games.draws else LONGEST_MATCH
    if longest < games.best_of <= MOST_GAMES:
        yield RulebookProblem("games.best_of", ProblemCode.TOO_HIGH, given=str(games.best_of), limit=str(longest))


def _names(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Words that stand for something: the games, and the version of the rules for unplayed games."""
    games, ranking = rulebook.games, rulebook.ranking
    if games is not None:
        yield from sheet_problems("games.sheets", games.sheets)
    if ranking is not None and ranking.unplayed not in UNPLAYED:
        yield RulebookProblem(
            "ranking.unplayed", ProblemCode.NOT_AN_OPTION, given=ranking.unplayed, options=tuple(UNPLAYED)
        )
    if ranking is not None and len(ranking.order) > MOST_TIE_BREAKS:
        yield too_many("ranking.order", len(ranking.order), MOST_TIE_BREAKS)


def sheet_problems(key: str, names: tuple[str, ...]) -> Iterator[RulebookProblem]:
    """Names of games that are none, or more than anybody would look through."""
    if len(names) > MOST_SHEETS:
        yield too_many(key, len(names), MOST_SHEETS)
    for name in names:
        if len(name) > GAME_NAME_LENGTH or _GAME_NAME.fullmatch(name) is None:
            yield RulebookProblem(key, ProblemCode.NOT_A_SLUG, given=name, limit=str(GAME_NAME_LENGTH))


def too_many(key: str, entries: int, most: int) -> RulebookProblem:
    """That the list at the key is too long."""
    return RulebookProblem(key, ProblemCode.TOO_MANY, given=str(entries), limit=str(most))


def clock_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
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
            yield RulebookProblem(key, ProblemCode.NOT_ABOVE_ZERO, given=write_setting(values[key]))
    if rules.system is TimeSystem.SUDDEN_DEATH:
        yield from not_above_zero(values, ("clock.base",))

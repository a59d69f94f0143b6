"""What is wrong inside one table of a format: numbers out of bounds, and settings that contradict each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import pairwise

from bot.domain.durations import write_duration
from bot.domain.regulation.bounds import (
    above,
    not_above_zero,
    not_in_quarters,
    not_odd,
    out_of_bounds,
    shown,
)
from bot.domain.regulation.format_checks import asks, differs
from bot.domain.regulation.format_rules import DisputeRules, Encounter, TableRules, TimeSystem
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
MOST_CARDS = 100
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
    "arena.doubles_after": (1, 100),
    "arena.short_draw": (0, 500),
    "arena.long_draw": (0, 500),
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
    "arena.lasts",
    "arena.first_move_within",
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
_CARD = re.compile(r"[A-Za-z]{0,8}[0-9]{1,4}", re.ASCII)
_PREFIX = re.compile(r"[A-Za-z]{1,8}", re.ASCII)
_CATEGORY_LENGTH = 20


def table_problems(rulebook: Rulebook) -> Iterator[Problem]:
    """The faults of every table that only some formats have, table by table."""
    values = settings(rulebook)
    yield from out_of_bounds(values, _BOUNDS)
    yield from not_odd(values, _ODD)
    yield from not_above_zero(values, _ABOVE_ZERO)
    yield from not_in_quarters(values, _QUARTERS)
    for key, other in _NOT_MORE:
        yield from above(values, key, other)
    yield from _told_in_one(rulebook)
    yield from _names(rulebook)
    yield from _arena(rulebook)
    yield from _tables_of_three(rulebook)
    yield from _teams(rulebook)
    yield from _dispute(rulebook)
    yield from _deck(rulebook)
    yield from _clock(rulebook)


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
        yield from _sheets("games.sheets", games.sheets)
    if ranking is not None and ranking.unplayed not in UNPLAYED:
        yield Problem("ranking.unplayed", ProblemCode.NOT_AN_OPTION, given=ranking.unplayed, options=tuple(UNPLAYED))
    if ranking is not None and len(ranking.order) > MOST_TIE_BREAKS:
        yield _too_many("ranking.order", len(ranking.order), MOST_TIE_BREAKS)


def _sheets(key: str, names: tuple[str, ...]) -> Iterator[Problem]:
    if len(names) > MOST_SHEETS:
        yield _too_many(key, len(names), MOST_SHEETS)
    for name in names:
        if len(name) > GAME_NAME_LENGTH or _GAME_NAME.fullmatch(name) is None:
            yield Problem(key, ProblemCode.NOT_A_SLUG, given=name, limit=str(GAME_NAME_LENGTH))


def _too_many(key: str, entries: int, most: int) -> Problem:
    return Problem(key, ProblemCode.TOO_MANY, given=str(entries), limit=str(most))


def _arena(rulebook: Rulebook) -> Iterator[Problem]:
    rules = rulebook.arena
    if rules is not None and rules.first_move_within >= rules.lasts:
        yield Problem(
            "arena.first_move_within",
            ProblemCode.NOT_SHORTER,
            given=write_duration(rules.first_move_within),
            limit=write_duration(rules.lasts),
            other="arena.lasts",
        )
    if rules is not None and rules.late_entry_within > rules.lasts:
        yield Problem(
            "arena.late_entry_within",
            ProblemCode.ABOVE_OTHER,
            given=write_duration(rules.late_entry_within),
            limit=write_duration(rules.lasts),
            other="arena.lasts",
        )
    if rules is not None and rulebook.scoring is not None and rulebook.scoring.by_games:
        yield Problem("scoring.by_games", ProblemCode.NOT_IN_FORMAT, given="true", limit=rulebook.format)


def _tables_of_three(rulebook: Rulebook) -> Iterator[Problem]:
    """Points for the first, the second and tied second, the most for the first (OTE-2.3)."""
    rules = rulebook.tables
    if rules is None:
        return
    places = len(TableRules().active_points)
    for key, points in (("active_points", rules.active_points), ("inactive_points", rules.inactive_points)):
        if len(points) != places:
            key_length = f"tables.{key}"
            yield Problem(key_length, ProblemCode.WRONG_LENGTH, given=str(len(points)), limit=str(places))
        elif any(later > earlier for earlier, later in pairwise(points)):
            yield Problem(f"tables.{key}", ProblemCode.NOT_HIGHEST_FIRST, given=shown(points))


def _teams(rulebook: Rulebook) -> Iterator[Problem]:
    """Who plays: a dispute is a matter of teams, and it names the same number of them (OLY-1, OLY-2)."""
    rules, dispute = rulebook.teams, rulebook.dispute
    if rules is None:
        if dispute is not None:
            yield Problem("teams", ProblemCode.TABLE_MISSING, given="[dispute]")
        return
    if rules.encounter is Encounter.DISPUTE and dispute is None:
        yield Problem("dispute", ProblemCode.TABLE_MISSING, given=f"teams.encounter = {rules.encounter}")
    if dispute is None:
        return
    if rules.encounter is not Encounter.DISPUTE:
        yield Problem("teams.encounter", ProblemCode.NOT_AN_OPTION, given=rules.encounter, options=(Encounter.DISPUTE,))
    if rules.size != dispute.starters:
        yield differs("teams.size", shown(rules.size), "dispute.starters", shown(dispute.starters))
    if rules.substitutes != dispute.reserves:
        yield differs("teams.substitutes", shown(rules.substitutes), "dispute.reserves", shown(dispute.reserves))


def _dispute(rulebook: Rulebook) -> Iterator[Problem]:
    """Everybody plays in one game (OLY-2), and a scene names the game of every board (OLY-7)."""
    rules = rulebook.dispute
    if rules is None:
        return
    playing = rules.table_games + rules.giant_players + rules.living_players
    if rules.starters != playing:
        yield Problem("dispute.starters", ProblemCode.NOT_THE_SUM, given=shown(rules.starters), limit=shown(playing))
    yield from _category(rules.category)
    for part in ("giant", "living"):
        players, games = getattr(rules, f"{part}_players"), getattr(rules, f"{part}_games")
        if games and not players:
            yield Problem(f"dispute.{part}_players", ProblemCode.TOO_LOW, given="0", limit="1")
    if rules.scene_2 and not rules.scene_1:
        yield Problem("dispute.scene_1", ProblemCode.WRONG_LENGTH, given="0", limit=shown(_boards(rules)))
    for key, names in (("dispute.scene_1", rules.scene_1), ("dispute.scene_2", rules.scene_2)):
        yield from _scene(key, names, rulebook)


def _category(category: str) -> Iterator[Problem]:
    if not category.strip():
        yield Problem("dispute.category", ProblemCode.EMPTY)
    elif len(category) > _CATEGORY_LENGTH or not category.isprintable():
        yield Problem("dispute.category", ProblemCode.TOO_LONG, given=category, limit=str(_CATEGORY_LENGTH))


def _boards(rules: DisputeRules) -> int:
    return rules.table_games + bool(rules.giant_games) + bool(rules.living_games)


def _scene(key: str, names: tuple[str, ...], rulebook: Rulebook) -> Iterator[Problem]:
    yield from _sheets(key, names)
    boards = _boards(rulebook.dispute or DisputeRules())
    if names and len(names) != boards:
        yield Problem(key, ProblemCode.WRONG_LENGTH, given=str(len(names)), limit=str(boards))
    known = () if rulebook.games is None else rulebook.games.sheets
    for name in names:
        if name not in known:
            yield Problem(key, ProblemCode.NOT_AN_OPTION, given=name, options=known)


def _deck(rulebook: Rulebook) -> Iterator[Problem]:
    """Cards go by collector number, and a card is refused for one reason (OTE-1.3, OTE-1.5)."""
    rules = rulebook.deck
    if rules is None:
        return
    lists = (
        ("deck.refused_prefixes", rules.refused_prefixes, _PREFIX),
        ("deck.refused_cards", rules.refused_cards, _CARD),
        ("deck.degenerate_cards", rules.degenerate_cards, _CARD),
    )
    met: set[str] = set()
    for key, entries, kind in lists:
        if len(entries) > MOST_CARDS:
            yield _too_many(key, len(entries), MOST_CARDS)
        for entry in entries:
            if kind.fullmatch(entry) is None:
                yield Problem(key, ProblemCode.NO_CARD, given=entry)
            elif entry.upper() in met:
                yield Problem(key, ProblemCode.STANDS_TWICE, given=entry)
            met.add(entry.upper())


def _clock(rulebook: Rulebook) -> Iterator[Problem]:
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
            yield asks(key, shown(values[key]), "clock.system", *systems)
        elif not is_set and rules.system in systems:
            yield Problem(key, ProblemCode.NOT_ABOVE_ZERO, given=shown(values[key]))
    if rules.system is TimeSystem.SUDDEN_DEATH:
        yield from not_above_zero(values, ("clock.base",))

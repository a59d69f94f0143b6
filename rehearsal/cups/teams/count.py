"""The judge's own count of an event of teams: boards, points, and the order of the table by the regulation's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from itertools import groupby
from typing import Final

from rehearsal.cups.rules import CupRules
from rehearsal.cups.teams.facts import Board, Stood, TeamFacts
from rehearsal.cups.teams.rules import GIANT, LIVING, Game, TeamRules
from rehearsal.facts import Pairing

_NOBODYS: Final = frozenset({"double_walkover", "both_lost", "no_result"})
_NOTHING: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class Met:
    """A match from one side."""

    round: int
    opponent: str
    points: Fraction
    own: Fraction
    """What the boards are worth."""
    their: Fraction
    games: Fraction
    lost: bool
    won: bool
    boards: tuple[Board, ...]
    side: int


@dataclass(slots=True)
class Line:
    """A team's matches in order, and what byes gave it."""

    met: list[Met] = field(default_factory=list)
    byes: Fraction = _NOTHING
    ratings: Fraction = _NOTHING

    @property
    def points(self) -> Fraction:
        """Of the table."""
        return sum((one.points for one in self.met), self.byes)


def board_worth(board: Board, side: int, rules: TeamRules) -> Fraction:
    """AIJE-D05-3, GO-27.2: who has more of the games has the board. OLY-2: each game its points, a drawn one split."""
    own, their = board.score[side], board.score[1 - side]
    if rules.is_dispute:
        return rules.games[board.number - 1].worth * (own + Fraction(board.draws, 2))
    if rules.counts_games:
        return rules.board_win * own + rules.board_draw * board.draws
    if own == their:
        return rules.board_draw if own or board.draws else _NOTHING
    return rules.board_win if own > their else _NOTHING


def totals(stood: Stood, rules: TeamRules) -> tuple[Fraction, Fraction]:
    """What a match is worth in boards; one that nobody played counts its score as boards, a dispute as all of it."""
    if not stood.boards and rules.is_dispute and max(stood.score) == sum(one.times for one in rules.games):
        whole = _worth_of(rules.games)
        return (whole, _NOTHING) if stood.score[0] else (_NOTHING, whole)
    if not stood.boards:
        drawn = rules.board_draw * stood.draws
        return rules.board_win * stood.score[0] + drawn, rules.board_win * stood.score[1] + drawn
    first, second = (sum((board_worth(one, side, rules) for one in stood.of_the_match), _NOTHING) for side in (0, 1))
    return first, second


def lines(
    pairings: Iterable[Pairing],
    starters: Iterable[str],
    facts: TeamFacts,
    cup: CupRules,
    rules: TeamRules,
    at: datetime,
) -> dict[str, Line]:
    """Everybody's matches as they stood at the moment."""
    found = {one: Line() for one in starters}
    for one in _without_waiting_byes(pairings, facts, at):
        if not found.keys() >= set(one.sides):
            continue
        if len(one.sides) == 1:
            found[one.sides[0]].byes += _NOTHING if one.bye_reason == "rest" else cup.bye
            continue
        stood = _result_at(one, facts, at)
        if stood is not None:
            for side, key in enumerate(one.sides):
                found[key].met.append(_meeting(one, stood, side, cup, rules))
    return found


def _without_waiting_byes(pairings: Iterable[Pairing], facts: TeamFacts, at: datetime) -> list[Pairing]:
    """What was paired by the moment, round by round; a bye counts once its round is over."""
    known = [one for one in sorted(pairings, key=lambda one: one.round) if one.created_at <= at]
    running = {one.round for one in known if len(one.sides) > 1 and _result_at(one, facts, at) is None}
    return [one for one in known if len(one.sides) > 1 or one.round not in running]


def _result_at(one: Pairing, facts: TeamFacts, at: datetime) -> Stood | None:
    return next((two for two in facts.results.get(one.contest_id, ()) if two.at(at)), None)


def _meeting(one: Pairing, stood: Stood, side: int, cup: CupRules, rules: TeamRules) -> Met:
    both = totals(stood, rules)
    own, their = both[side], both[1 - side]
    nobody = stood.kind in _NOBODYS
    given = sum(stood.walkover) >= sum(stood.score) + stood.draws > 0
    worth = cup.win if own > their else cup.draw if own == their else _NOTHING if given else cup.loss
    return Met(
        one.round,
        one.sides[1 - side],
        _NOTHING if nobody else worth,
        own,
        their,
        games(stood, side, rules),
        lost=stood.kind != "no_result" and (nobody or own < their),
        won=not nobody and own > their,
        boards=stood.of_the_match,
        side=side,
    )


def games(stood: Stood, side: int, rules: TeamRules) -> Fraction:
    """Games won, drawn ones as halves."""
    if not stood.boards:
        return rules.board_games * (stood.score[side] + Fraction(stood.draws, 2))
    return sum((one.score[side] + Fraction(one.draws, 2) for one in stood.of_the_match), _NOTHING)


Value = Callable[[Mapping[str, Line], str, frozenset[str]], Fraction | None]


def _encounter(value: Callable[[Met], Fraction]) -> Value:
    """AIJE-D05-4: among those who are level, where all of them have met."""

    def among(table: Mapping[str, Line], key: str, level: frozenset[str]) -> Fraction | None:
        for one in level:
            if not level <= {one, *(met.opponent for met in table[one].met)}:
                return None
        return sum((value(one) for one in table[key].met if one.opponent in level), _NOTHING)

    return among


def _each(value: Callable[[Met], Fraction]) -> Value:
    return lambda table, key, _: sum((value(one) for one in table[key].met), _NOTHING)


def _longest_run(table: Mapping[str, Line], key: str, _: frozenset[str]) -> Fraction:
    """AIJE-D05-4: the most rounds in a row without losing."""
    runs = [len(list(some)) for lost, some in groupby(one.lost for one in table[key].met) if not lost]
    return Fraction(max(runs, default=0))


def _worth_of(played: Iterable[Game]) -> Fraction:
    return sum((one.times * one.worth for one in played), _NOTHING)


def _modality(name: str, rules: TeamRules) -> Value:
    """OLY-5; a dispute that nobody played is won in each kind of game."""

    def value(one: Met) -> Fraction:
        if not one.boards:
            return _worth_of(game for game in rules.games if game.modality == name) if one.won else _NOTHING
        return sum((board_worth(two, one.side, rules) for two in one.boards if two.modality == name), _NOTHING)

    return _each(value)


def _on_board(number: int, rules: TeamRules) -> Value:
    """GO-27.2; a match that nobody played is won on every board."""

    def value(one: Met) -> Fraction:
        if not one.boards:
            return rules.board_win if one.won else _NOTHING
        return sum((board_worth(two, one.side, rules) for two in one.boards if two.number == number), _NOTHING)

    return _each(value)


def _values(name: str, rules: TeamRules) -> list[tuple[Value, bool]]:
    """What an entry of the chain counts, and whether it is applied anew inside what it has separated.

    Empty for an entry that the judge does not count.
    """
    one: dict[str, tuple[Value, bool]] = {
        "points": (lambda table, key, _: table[key].points, False),
        "direct_encounter": (_encounter(lambda met: met.points), True),
        "games_won_in_encounter": (_encounter(lambda met: met.games), True),
        "longest_unbeaten_run": (_longest_run, False),
        "ratings_sum": (lambda table, key, _: table[key].ratings, False),
        "board_points": (_each(lambda met: met.own), False),
        "balance": (_each(lambda met: met.own - met.their), False),
        "living_points": (_modality(LIVING, rules), False),
        "giant_points": (_modality(GIANT, rules), False),
        "wins": (_each(lambda met: Fraction(met.won)), False),
        "games_won": (_each(lambda met: met.games), False),
    }
    if name == "boards_in_order":
        return [(_on_board(number, rules), False) for number in range(1, rules.size + 1)]
    return [one[name]] if name in one else []


def order(table: Mapping[str, Line], rules: TeamRules) -> list[frozenset[str]]:
    """Those who share a place, the first of the table first; up to the first entry that the judge does not count."""
    groups = [frozenset(table)]
    for name in rules.order:
        values = _values(name, rules)
        if not values:
            break
        for value, anew in values:
            groups = [part for level in groups for part in _split(table, level, value, anew=anew)]
    return groups


def counts_all(rules: TeamRules) -> bool:
    """Whether the judge counts every entry of the chain."""
    return all(_values(name, rules) for name in rules.order)


def _split(table: Mapping[str, Line], level: frozenset[str], value: Value, *, anew: bool) -> list[frozenset[str]]:
    if len(level) < 2:
        return [level]
    found = {one: value(table, one, level) for one in level}
    if any(one is None for one in found.values()):
        return [level]
    kinds = sorted({one for one in found.values() if one is not None}, reverse=True)
    parts = [frozenset(key for key, one in found.items() if one == kind) for kind in kinds]
    if not anew or len(parts) == 1:
        return parts
    return [two for part in parts for two in _split(table, part, value, anew=anew)]


def rate(
    before: Mapping[str, float], boards: Sequence[tuple[str, str, float, float]], initial: float, k: float
) -> dict[str, float]:
    """AIJE-B02-2, board by board: (person, person, points of either side in played games, drawn ones as halves)."""
    now = dict(before)
    for one, other, won, lost in boards:
        a, b = now.get(one, initial), now.get(other, initial)
        own, their = 10 ** (a / 400), 10 ** (b / 400)
        change = k * (won - (won + lost) * own / (own + their))
        now[one], now[other] = a + change, b - change
    return now


def write_points(value: Fraction) -> str:
    """Points of a team as its card writes them."""
    if value.denominator == 2:
        return f"{int(value) or ''}½"
    return f"{float(value):g}"

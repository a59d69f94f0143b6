"""The judge's own count of a cup, from pairings and scores alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from fractions import Fraction
from typing import Final

from rehearsal.cups.rules import CupRules
from rehearsal.facts import Entry, Outcome, Pairing

_BRACKET: Final = frozenset({"preliminary", "semifinal", "final", "third_place", "lower", "placement"})
_NOBODYS: Final = frozenset({"double_walkover", "both_lost", "no_result"})
_NEVER: Final = datetime.max.replace(tzinfo=UTC)
_ABSENCES: Final = frozenset({"walkover", "double_walkover", "withdrawal"})


def rounds_of(rules: CupRules, starters: int) -> int:
    """How many rounds the table has at most: as many as a knock-out of the field would have, where a Swiss names no
    number, and no more than there are opponents. Where losses put out, that is a knock-out of as many lives (GO-26.4).
    """
    if rules.format in {"round_robin", "groups"}:
        largest = max(group_sizes(rules, starters))
        return rules.times * (largest - 1 + largest % 2)
    halvings = 0
    while 2**halvings < starters:
        halvings += 1
    if rules.out_after is not None:
        return rules.rounds or rules.out_after * max(1, halvings) + rules.out_after - 1
    return min(rules.rounds or halvings, max(1, starters - 1 + starters % 2))


def group_sizes(rules: CupRules, starters: int) -> list[int]:
    """How many play in each group, the largest first: as few groups as hold everybody, and none of one."""
    if rules.groups is None:
        return [starters]
    number = 1
    while number * rules.groups[0] < starters and (number + 1) * 2 <= starters:
        number += 1
    return sorted((starters // number + (one < starters % number) for one in range(number)), reverse=True)


def table_of(pairings: Iterable[Pairing], rules: CupRules, starters: int) -> list[Pairing]:
    """The contests that give points."""
    if not rules.has_table:
        return []
    last, stage = rounds_of(rules, starters), "main" if rules.groups is None else "group"
    return [one for one in pairings if one.stage == stage and one.round <= last]


def bracket_of(pairings: Iterable[Pairing], rules: CupRules, starters: int) -> list[Pairing]:
    """The contests in which somebody loses a life."""
    if rules.arena is not None:
        return []
    last = rounds_of(rules, starters) if rules.has_table else -1
    return [one for one in pairings if one.stage in _BRACKET or (one.stage == "main" and one.round > last)]


def worth(one: Pairing, rules: CupRules) -> dict[str, Fraction]:
    """What a contest is worth to each of its sides; nothing while it is open."""
    if len(one.sides) == 1:
        games = one.best_of if rules.play_all else one.best_of // 2 + 1
        each = rules.bye * games if rules.by_games else rules.bye
        return {one.sides[0]: Fraction(0) if one.bye_reason == "rest" else each}
    if one.outcome is None or one.outcome.kind in _NOBODYS:
        return dict.fromkeys(one.sides, Fraction(0))
    first, second = one.outcome.score
    pairs = ((one.sides[0], first, second), (one.sides[1], second, first))
    return {side: _points(own, their, one.outcome, rules) for side, own, their in pairs}


def _points(own: int, their: int, outcome: Outcome, rules: CupRules) -> Fraction:
    if rules.by_games:
        return rules.win * own + rules.loss * their + rules.draw * outcome.draws
    if own == their:
        return rules.draw
    unplayed = sum(outcome.walkover) >= own + their
    return rules.win if own > their else Fraction(0) if unplayed else rules.loss


def points(
    pairings: Iterable[Pairing], rules: CupRules, entries: dict[str, Entry], at: datetime
) -> dict[str, Fraction]:
    """The points of each starter by entrant, from what was settled by the moment."""
    starters = _starters(entries)
    if rules.arena is not None:
        played = [as_of(one, at) for one in pairings]
        return {side: arena_points(played, side, rules) for side in starters}
    whole = table_of(pairings, rules, len(starters))
    table = [as_of(one, at) for one in whole if one.created_at <= at]
    void = find_void(table, rules, entries, at, group_of(whole))
    found = dict.fromkeys(starters, Fraction(0))
    for one in _without_waiting_byes(table):
        if void.isdisjoint(one.sides):
            for side, gained in worth(one, rules).items():
                found[side] += gained
    return found


def _without_waiting_byes(table: list[Pairing]) -> list[Pairing]:
    """A bye is worth its points once its round is over, as everybody else's game of it."""
    running = {one.round for one in table if len(one.sides) > 1 and one.outcome is None}
    return [one for one in table if len(one.sides) > 1 or one.round not in running]


def _starters(entries: dict[str, Entry]) -> list[str]:
    return [key for key, entry in entries.items() if entry.outcome == "starter"]


def arena_points(pairings: Iterable[Pairing], side: str, rules: CupRules) -> Fraction:
    """Game by game: after so many wins in a row all count double, short draws nothing, of a series the long ones."""
    doubles_after, short, long = rules.arena or (0, 0, 0)
    found, wins, series = Fraction(0), 0, False
    for at, outcome in _games_of(side, pairings):
        own, their = outcome.score[at], outcome.score[1 - at]
        factor = 2 if wins >= doubles_after else 1
        if own > their:
            found, wins, series = found + rules.win * factor, wins + 1, False
        elif own == their and outcome.draws:
            is_long = (outcome.moves or 0) > (long if series else short)
            found, wins, series = found + rules.draw * factor * is_long, 0, True
        else:
            found, wins = found + rules.loss * factor, 0
    return found


def _games_of(side: str, pairings: Iterable[Pairing]) -> Iterator[tuple[int, Outcome]]:
    """The settled games of the player in their order, each with where the player sat."""
    mine = (one for one in pairings if side in one.sides)
    for one in sorted(mine, key=lambda one: one.position):
        if one.outcome is not None:
            yield one.sides.index(side), one.outcome


def as_of(one: Pairing, at: datetime) -> Pairing:
    """The match as it stood at the moment."""
    if one.outcome is None or one.outcome.settled_at <= at:
        return one
    return Pairing(**{name: getattr(one, name) for name in one.__slots__ if name != "outcome"}, outcome=None)


def find_void(
    table: Iterable[Pairing], rules: CupRules, entries: dict[str, Entry], at: datetime, groups: dict[str, int]
) -> set[str]:
    """Who left a round robin before half of all its games, so that all results are void (GO-28.2)."""
    if not rules.void_below_half or rules.format == "swiss":
        return set()
    played = Counter(side for one in table if one.outcome and not is_unplayed(one) for side in one.sides)
    starters = _starters(entries)
    fields = Counter(_group(key, rules, groups) for key in starters)
    left = [key for key in starters if (entries[key].withdrawn_at or _NEVER) <= at]
    return {key for key in left if 2 * played[key] < rules.times * (fields[_group(key, rules, groups)] - 1)}


def _group(side: str, rules: CupRules, groups: dict[str, int]) -> int:
    """0 where all play in one."""
    return 0 if rules.groups is None else groups.get(side, 0)


def is_unplayed(one: Pairing) -> bool:
    """Whether the match was decided without a game of it being played."""
    if one.outcome is None or one.outcome.kind not in _ABSENCES:
        return False
    return sum(one.outcome.walkover) >= sum(one.outcome.score) + one.outcome.draws


def group_of(table: Iterable[Pairing]) -> dict[str, int]:
    """Everybody's group: 0 where all play in one."""
    return {side: one.group for one in table for side in one.sides}


def losses(bracket: Iterable[Pairing]) -> Counter[str]:
    """Matches that each side lost; the one for third place takes no life."""
    found: Counter[str] = Counter()
    for one in bracket:
        if one.outcome is not None and len(one.sides) == 2 and one.stage not in {"third_place", "placement"}:
            found.update(_losers(one))
    return found


def _losers(one: Pairing) -> Iterator[str]:
    assert one.outcome is not None
    if one.outcome.kind in _NOBODYS and one.outcome.sent_on is None:
        yield from one.sides
    elif one.outcome.winner is not None:
        yield from (side for at, side in enumerate(one.sides) if at != one.outcome.winner)


def write_points(number: Fraction) -> str:
    """A number of points as people write it: 2½, -½."""
    if number < 0:
        return f"-{write_points(-number)}"
    whole, rest = divmod(number, 1)
    return f"{whole or ''}½" if rest == Fraction(1, 2) else str(round(float(number), 2)).removesuffix(".0")

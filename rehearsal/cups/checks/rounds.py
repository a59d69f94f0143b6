"""Who meets whom: rounds, byes, rematches, lives, who left."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Final

from rehearsal.cups.count import bracket_of, group_of, group_sizes, is_unplayed, losses, rounds_of, table_of
from rehearsal.cups.cup import Trial
from rehearsal.facts import Drawn, Entry, Pairing
from rehearsal.hearing import same
from rehearsal.recount import drawn_again

Finder = Callable[[Trial], Iterable[str]]
_ANEW: Final = frozenset({"swiss", "arena"})
"""Formats that pair anew, and so without whoever has left."""
_LONG_WAIT: Final = timedelta(minutes=3)
"""In the lobby of an arena."""
Rows = tuple[tuple[str, str, Finder], ...]


class Field:
    """The event's starters and contests as they stand in the file."""

    def __init__(self, trial: Trial) -> None:
        self.hearing, self._points = trial.hearing, trial.cup.points
        _, self.event = trial.hearing.events_held()[0]
        self.entries: dict[str, Entry] = trial.hearing.entries(self.event)
        self.starters = [key for key, one in self.entries.items() if one.outcome == "starter"]
        self.rules = trial.cup.rules.in_a_field_of(len(self.starters))
        self.pairings: list[Pairing] = trial.hearing.pairings(self.event)
        self.table = table_of(self.pairings, self.rules, len(self.starters))
        self.bracket = bracket_of(self.pairings, self.rules, len(self.starters))
        self.rounds = rounds_of(self.rules, len(self.starters))
        self.groups = group_of(self.table)

    def points(self, at: datetime) -> dict[str, Fraction]:
        """The points of each starter at the moment, counted by the judge."""
        return self._points(self, at)

    def name(self, side: str) -> str:
        """The name behind an entry."""
        return self.hearing.name(self.entries[side].member)

    def names(self, sides: Iterable[str]) -> str:
        """The names behind entries."""
        return " – ".join(map(self.name, sides))

    def stays(self, side: str) -> bool:
        """Whether the starter played to the end."""
        return self.entries[side].withdrawn_at is None

    def pairings_of(self, number: int) -> list[Pairing]:
        """A round of the table."""
        return [one for one in self.table if one.round == number]

    def mates(self, side: str) -> list[str]:
        """Everybody of the same group, the side too."""
        return [one for one in self.starters if self.groups.get(one, 0) == self.groups.get(side, 0)]

    def has_round(self, side: str, number: int) -> bool:
        """Whether the side's group has that round: a smaller one is through earlier."""
        size = len(self.mates(side))
        return self.rules.groups is None or number <= self.rules.times * (size - 1 + size % 2)


def once_a_round(trial: Trial) -> Iterator[str]:
    """In every round of the table everyone who is still there has one contest or one bye, and nobody has two."""
    field = Field(trial)
    for number in range(1, field.rounds + 1) if field.rules.has_table else ():
        here = Counter(side for one in field.pairings_of(number) for side in one.sides)
        yield from (f"round {number}: {field.name(side)} {times} times" for side, times in here.items() if times > 1)
        for side in field.starters:
            if not here[side] and field.has_round(side, number) and not _gone_before(field, side, number):
                yield f"round {number}: {field.name(side)} has no contest"


def _gone_before(field: Field, side: str, number: int) -> bool:
    """Whether the starter left before the round was paired; a group goes on by itself."""
    left, group = field.entries[side].withdrawn_at, field.groups.get(side, 0)
    begun = min((one.created_at for one in field.pairings_of(number) if one.group == group), default=None)
    return left is not None and (begun is None or left <= begun)


def no_rematch(trial: Trial) -> Iterator[str]:
    """In a Swiss nobody meets the same opponent twice: there are fewer rounds than opponents.

    Who never came has met nobody (FIDE C.04.1, 2).
    """
    field = Field(trial)
    if field.rules.format != "swiss":
        return
    met = Counter(frozenset(one.sides) for one in field.table if len(one.sides) == 2 and not is_unplayed(one))
    yield from (f"{field.names(sorted(pair))} meet {times} times" for pair, times in met.items() if times > 1)


def byes(trial: Trial) -> Iterator[str]:
    """In a Swiss at most one bye each and one in a round, in a round robin one rest each time around.

    Where all results of who left are void, whoever would have met them rests too (GO-28.2).
    """
    field = Field(trial)
    left = sum(not field.stays(side) for side in field.starters)
    limit = 1 if field.rules.format == "swiss" else field.rules.times * (1 + left * field.rules.void_below_half)
    rests = [one for one in field.table if len(one.sides) == 1]
    each = Counter(one.sides[0] for one in rests)
    yield from (f"{field.name(side)} has {times} byes" for side, times in each.items() if times > limit)
    if field.rules.format == "swiss":
        for number, times in Counter(one.round for one in rests).items():
            if times > 1:
                yield f"round {number} has {times} byes"


def everybody(trial: Trial) -> Iterator[str]:
    """In a round robin everybody meets everybody so often as the rulebook says, and in groups nobody of another."""
    field = Field(trial)
    if field.rules.format == "swiss":
        return
    met = Counter(frozenset(one.sides) for one in field.table if len(one.sides) == 2)
    for pair in combinations(field.starters, 2) if field.table else ():
        wanted = field.rules.times if pair[1] in field.mates(pair[0]) else 0
        if all(map(field.stays, pair)) and met[frozenset(pair)] != wanted:
            yield f"{field.names(pair)} meet {met[frozenset(pair)]} times instead of {wanted}"
        if met[frozenset(pair)] > wanted:
            yield f"{field.names(pair)} meet too often"


def groups(trial: Trial) -> Iterator[str]:
    """Everybody plays in one group, there are as few as hold all, and they differ by one at most."""
    field = Field(trial)
    if field.rules.groups is None:
        return
    for side in field.starters:
        shown = {one.group for one in field.table if side in one.sides}
        if len(shown) != 1:
            yield f"{field.name(side)} plays in {len(shown)} groups"
    sizes = sorted(Counter(field.groups.values()).values(), reverse=True)
    wanted = group_sizes(field.rules, len(field.starters))
    if sizes != wanted:
        yield f"the groups are of {sizes} instead of {wanted}"


def departures(trial: Trial) -> Iterator[str]:
    """Who left is paired no more, is left in no match that goes on, and lost nothing before leaving by it."""
    field = Field(trial)
    remembered, _ = trial.hearing.events_held()[0]
    quitters = [key for key in field.starters if not field.stays(key)]
    yield from same("who left", map(field.name, quitters), map(trial.hearing.name, remembered.quit))
    for side in quitters:
        left = field.entries[side].withdrawn_at
        assert left is not None
        for one in field.pairings:
            if side in one.sides and len(one.sides) == 2 and one.created_at > left and field.rules.format in _ANEW:
                yield f"{field.name(side)} is paired in round {one.round} after leaving"
            if side not in one.sides or len(one.sides) < 2 or _was_told(trial, one, left):
                continue
            if one.outcome is None or one.outcome.settled_at > left:
                best = None if one.outcome is None else max(one.outcome.score)
                if best is None or (one.outcome and one.outcome.score[one.sides.index(side)] == best > 0):
                    yield f"{field.names(one.sides)}: whoever stayed did not win against who left"


def _was_told(trial: Trial, one: Pairing, at: datetime) -> bool:
    """Whether a report of it waited for its answer at the moment: what was played before is left to its players."""
    claims = [claim for claim in trial.hearing.facts.claims if claim.contest_id == one.contest_id]
    return any(claim.reported_at <= at and (claim.answered_at or at) >= at for claim in claims)


def other_opponents(trial: Trial) -> Iterator[str]:
    """In an arena nobody plays two games at once, nor meets the same opponent twice running without a long wait."""
    field = Field(trial)
    for side in field.starters if field.rules.arena is not None else ():
        mine = sorted((one for one in field.pairings if side in one.sides), key=lambda one: one.position)
        for before, after in pairwise(mine):
            through = _through_with(trial, field, before, side)
            if set(before.sides) == set(after.sides) and _at_once(trial, field, before, after):
                yield f"{field.names(after.sides)} meet twice running"
            if through is None or through > after.created_at:
                yield f"{field.name(side)} plays two games at once"


def _at_once(trial: Trial, field: Field, before: Pairing, after: Pairing) -> bool:
    """Whether neither of the two can have waited long for somebody else."""
    free = [_through_with(trial, field, before, side) or after.created_at for side in before.sides]
    return after.created_at - min(free) < _LONG_WAIT


def _through_with(trial: Trial, field: Field, one: Pairing, side: str) -> datetime | None:
    """When the player was through with the game: it was settled, or told by that player, or is disputed."""
    person = field.entries[side].person_id
    told = [claim for claim in trial.hearing.facts.claims if claim.contest_id == one.contest_id]
    ended = [claim.reported_at for claim in told if claim.person_id == person]
    if one.contest_id in trial.cup.in_arena.disputed:
        ended += [claim.reported_at for claim in told]
    return min([*ended, *([one.outcome.settled_at] if one.outcome else [])], default=None)


def lives(trial: Trial) -> Iterator[str]:
    """In a bracket everyone but the winner loses as many matches as there are lives, and the winner fewer."""
    field = Field(trial)
    if not field.bracket:
        return
    lost = losses(field.bracket)
    playing = {side for one in field.bracket for side in one.sides}
    winners = [side for side in playing if lost[side] < field.rules.lives and field.stays(side)]
    if len(winners) != 1:
        yield f"{len(winners)} have a life left: {field.names(sorted(winners)) or 'nobody'}"
    for side in sorted(playing):
        if lost[side] > field.rules.lives:
            yield f"{field.name(side)} lost {lost[side]} matches with {field.rules.lives} lives"
    missing = [] if field.rules.has_table else [side for side in field.starters if side not in playing]
    yield from (f"{field.name(side)} never appears in the bracket" for side in missing)


def cut(trial: Trial) -> Iterator[str]:
    """The bracket holds as many as the rulebook says, and nobody who stayed has more points than one who goes on."""
    field = Field(trial)
    if field.rules.cut is None and field.rules.groups is None:
        return
    tables = [field.starters] if field.rules.groups is None else _by_group(field)
    going = {side for one in field.bracket for side in one.sides}
    stayed = [side for side in field.starters if field.stays(side)]
    wanted = min(field.rules.cut or 0, len(stayed))
    if field.rules.cut is None and field.rules.groups is not None:
        wanted = sum(min(field.rules.groups[1], len(set(stayed) & set(one))) for one in tables)
    if len(going) != wanted:
        yield f"{len(going)} go on instead of {wanted}"
    began = min((one.created_at for one in field.bracket), default=field.event.start_at)
    own = field.points(began)
    for table in tables:
        least = min((own[side] for side in table if side in going), default=None)
        for side in table:
            if side in stayed and side not in going and least is not None and own[side] > least:
                yield f"{field.name(side)} stays behind with {own[side]} points, and {least} go on"


def _by_group(field: Field) -> list[list[str]]:
    return [field.mates(side) for side in {field.groups[side]: side for side in field.groups}.values()]


def apart(trial: Trial) -> Iterator[str]:
    """With two of each group in the bracket, two of the same group can meet in its final alone."""
    field = Field(trial)
    if field.rules.groups is None or field.rules.groups[1] > 2 or field.rules.cut is not None:
        return
    for one in field.bracket:
        before_the_end = one.stage not in {"final", "third_place"}
        if before_the_end and len(one.sides) == 2 and len({field.groups[side] for side in one.sides}) == 1:
            yield f"{field.names(one.sides)} come from one group and meet before the final"


def links(trial: Trial) -> Iterator[str]:
    """Each link leads to the one before it, the first to the commitment; the seed follows from what is public."""
    field = Field(trial)
    draws = sorted((one for one in trial.hearing.facts.draws if one.event_id == field.event.event_id), key=_number)
    if not draws:
        yield "there is no draw"
    before = field.event.commitment
    for one in draws:
        public = {
            "event": one.event_id,
            "number": one.number,
            "previous": before,
            "link": one.link,
            "entrants": json.loads(one.entrants),
            "salt": one.salt,
        }
        try:
            found = drawn_again(public)[:2]
        except SystemExit as refused:
            yield f"draw {one.number}: {refused}"
            continue
        if found != (one.list_hash, one.seed):
            yield f"draw {one.number}: hash or seed differ from what the script computes"
        before = one.link
    if trial.cup.verified is None or not trial.cup.verified.posts:
        yield "nobody could verify the draw"


def _number(one: Drawn) -> int:
    return one.number


DRAWS: Final[Rows] = (("GO-28.1", "Every draw can be run again from what is public", links),)
CHECKS: Final[Rows] = (
    ("GO-26.3", "Everyone plays once a round", once_a_round),
    ("GO-26.3", "Nobody meets the same opponent twice in a Swiss", no_rematch),
    ("GO-26.3", "Nobody has a bye too many", byes),
    ("GO-26.2", "Everybody meets everybody in a round robin", everybody),
    ("GO-26.2", "Everybody plays in one group, and groups are alike", groups),
    ("GO-28.4", "Who left is paired no more, and loses what was still to play", departures),
    ("ARENA-3", "Nobody in an arena plays two at once, or the same one twice running", other_opponents),
    ("GO-26.1", "A bracket takes every life but the winner's", lives),
    ("GO-26.4", "Those who go on are the first of the table", cut),
    ("GO-26.4", "Two of one group meet again in the final at the earliest", apart),
    *DRAWS,
)

"""Who meets whom: rounds, byes, rematches, lives, who left."""

from __future__ import annotations

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

    def has_bracket(self, at: datetime) -> bool:
        """Whether a bracket was begun by the moment."""
        return any(one.created_at <= at for one in self.bracket)

    def member(self, side: str) -> int:
        """The Discord id behind an entry."""
        return self.entries[side].member or 0

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
            if not here[side] and _has_to_play(field, side, number):
                yield f"round {number}: {field.name(side)} has no contest"


def put_out(trial: Trial) -> Iterator[str]:
    """Who has lost so often as puts out of the Swiss plays no more, but for one where the others are odd (GO-26.4)."""
    field = Field(trial)
    limit = field.rules.out_after if field.rules.format == "swiss" else None
    for number in range(1, field.rounds + 1) if limit is not None else ():
        there = {side for one in field.pairings_of(number) for side in one.sides}
        out = _lost_before(field, number, limit or 0) & there
        if len(out) > (len(there) - len(out)) % 2:
            yield f"round {number}: {field.names(sorted(out))} play, who are out"


def _lost_before(field: Field, number: int, limit: int) -> set[str]:
    """Who had lost so many matches of the table before the round."""
    lost = losses(one for one in field.table if one.round < number)
    return {side for side, times in lost.items() if times >= limit}


def _has_to_play(field: Field, side: str, number: int) -> bool:
    here = field.has_round(side, number) and not _gone_before(field, side, number)
    return here and not _out_before(field, side, number)


def _out_before(field: Field, side: str, number: int) -> bool:
    """Whether so many losses put the starter out of the Swiss, or the last but one is out, and it is over (GO-26.4)."""
    limit = field.rules.out_after if field.rules.format == "swiss" else None
    if limit is None:
        return False
    lost = losses(one for one in field.table if one.round < number)
    alive = [one for one in field.starters if lost[one] < limit and not _gone_before(field, one, number)]
    return lost[side] >= limit or len(alive) < 2


def _gone_before(field: Field, side: str, number: int) -> bool:
    """Whether the starter left before the round was paired; a group goes on by itself."""
    left, group = field.entries[side].withdrawn_at, field.groups.get(side, 0)
    begun = min((one.created_at for one in field.pairings_of(number) if one.group == group), default=None)
    return left is not None and (begun is None or left <= begun)


def no_rematch(trial: Trial) -> Iterator[str]:
    """In a Swiss no pair meets twice: there are no more rounds than opponents.

    Who never came has met nobody (FIDE C.04.1, 2). Where losses put out, or many left, the few who stay meet again.
    """
    field = Field(trial)
    stayed = sum(map(field.stays, field.starters))
    few = field.rounds > stayed - 1 + stayed % 2
    if field.rules.format != "swiss" or field.rules.out_after is not None or few:
        return
    met = Counter(frozenset(one.sides) for one in field.table if len(one.sides) == 2 and not is_unplayed(one))
    yield from (f"{field.names(sorted(pair))} meet {times} times" for pair, times in met.items() if times > 1)


def byes(trial: Trial) -> Iterator[str]:
    """In a Swiss at most one bye each and one in a round, in a round robin one rest each time around."""
    field = Field(trial)
    limit = _rests_allowed(field)
    rests = [one for one in field.table if len(one.sides) == 1]
    each = Counter(one.sides[0] for one in rests)
    yield from (f"{field.name(side)} has {times} byes" for side, times in each.items() if times > limit)
    if field.rules.format == "swiss":
        in_rounds = Counter(one.round for one in rests)
        yield from (f"round {number} has {times} byes" for number, times in in_rounds.items() if times > 1)


def _rests_allowed(field: Field) -> int:
    """Where all results of who left are void, whoever would have met them rests too (GO-28.2)."""
    if field.rules.format == "swiss":
        return 1
    left = sum(not field.stays(side) for side in field.starters)
    return field.rules.times * (1 + left * field.rules.void_below_half)


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
            if side in one.sides and len(one.sides) > 1:
                yield from _after_leaving(trial, field, one, side, left)


def _after_leaving(trial: Trial, field: Field, one: Pairing, side: str, left: datetime) -> Iterator[str]:
    if one.created_at > left and field.rules.format in _ANEW:
        yield f"{field.name(side)} is paired in round {one.round} after leaving"
    if not _was_told(trial, one, left) and not _is_lost_by_leaving(one, side, left):
        yield f"{field.names(one.sides)}: whoever stayed did not win against who left"


def _is_lost_by_leaving(one: Pairing, side: str, left: datetime) -> bool:
    """Whether nothing was won by leaving; what had ended before stands."""
    if one.outcome is None:
        return False
    own = one.outcome.score[one.sides.index(side)]
    return one.outcome.settled_at <= left or not own == max(one.outcome.score) > 0


def _was_told(trial: Trial, one: Pairing, at: datetime) -> bool:
    """Whether a report of it waited for its answer at the moment: what was played before is left to its players."""
    return any(claim.reported_at <= at <= (claim.answered_at or at) for claim in trial.hearing.claims(one))


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
    disputed = one.contest_id in trial.cup.in_arena.disputed
    claims = trial.hearing.claims(one)
    ended = [claim.reported_at for claim in claims if disputed or claim.person_id == person]
    return min([*ended, *([one.outcome.settled_at] if one.outcome else [])], default=None)


def lives(trial: Trial) -> Iterator[str]:
    """In a bracket everyone but the winner loses as many matches as there are lives, and the winner fewer."""
    field = Field(trial)
    if not field.bracket:
        return
    lost = losses(field.bracket)
    playing = {side for one in field.bracket for side in one.sides}
    yield from _not_one_alive(field, sorted(playing), lost)
    yield from _lost_too_often(field, lost)
    missing = [] if field.rules.has_table else [side for side in field.starters if side not in playing]
    yield from (f"{field.name(side)} never appears in the bracket" for side in missing)


def _not_one_alive(field: Field, playing: list[str], lost: Counter[str]) -> Iterator[str]:
    alive = [side for side in playing if lost[side] < field.rules.lives and field.stays(side)]
    if len(alive) != 1:
        yield f"{len(alive)} have a life left: {field.names(alive) or 'nobody'}"


def _lost_too_often(field: Field, lost: Counter[str]) -> Iterator[str]:
    for side, times in sorted(lost.items()):
        if times > field.rules.lives:
            yield f"{field.name(side)} lost {times} matches with {field.rules.lives} lives"


def cut(trial: Trial) -> Iterator[str]:
    """The bracket holds as many as the rulebook says, and nobody who stayed has more points than one who goes on."""
    field = Field(trial)
    if field.rules.cut is None and field.rules.groups is None:
        return
    going = {side for one in field.bracket for side in one.sides}
    wanted = _go_on(field)
    if len(going) != wanted:
        yield f"{len(going)} go on instead of {wanted}"
    own = field.points(min((one.created_at for one in field.bracket), default=field.event.start_at))
    for table in _by_group(field):
        yield from _left_behind(field, table, going, own)


def _go_on(field: Field) -> int:
    """How many go on: as many as the cut has places, or so many of each group; who left goes nowhere."""
    stayed = set(filter(field.stays, field.starters))
    if field.rules.cut is not None or field.rules.groups is None:
        return min(field.rules.cut or 0, len(stayed))
    _, each = field.rules.groups
    return sum(min(each, len(stayed.intersection(table))) for table in _by_group(field))


def _left_behind(field: Field, table: list[str], going: set[str], own: dict[str, Fraction]) -> Iterator[str]:
    through = [own[side] for side in table if side in going]
    for side in table if through else ():
        if field.stays(side) and side not in going and own[side] > min(through):
            yield f"{field.name(side)} stays behind with {own[side]} points, and {min(through)} go on"


def _by_group(field: Field) -> list[list[str]]:
    """Everybody of each group; of one where all play in it."""
    if field.rules.groups is None:
        return [field.starters]
    return [field.mates(side) for side in {field.groups[side]: side for side in field.groups}.values()]


def apart(trial: Trial) -> Iterator[str]:
    """With two of each group in the bracket, two of the same group can meet in its final alone.

    Where somebody left, so that one group sends fewer, the others' places are those of the seeding.
    """
    field = Field(trial)
    if field.rules.groups is None or field.rules.groups[1] > 2 or field.rules.cut is not None:
        return
    if not _send_the_same(field):
        return
    for one in field.bracket:
        before_the_end = one.stage not in {"final", "third_place"}
        if before_the_end and len(one.sides) == 2 and len({field.groups[side] for side in one.sides}) == 1:
            yield f"{field.names(one.sides)} come from one group and meet before the final"


def _send_the_same(field: Field) -> bool:
    """Whether each group has as many in the bracket as any other."""
    sent = Counter(field.groups[side] for side in {side for one in field.bracket for side in one.sides})
    return len(set(sent.values())) <= 1


def links(trial: Trial) -> Iterator[str]:
    """Each link leads to the one before it, the first to the commitment; the seed follows from what is public."""
    field = Field(trial)
    draws = sorted((one for one in trial.hearing.facts.draws if one.event_id == field.event.event_id), key=_number)
    if not draws:
        yield "there is no draw"
    before = field.event.commitment
    for one in draws:
        try:
            found = drawn_again(one.public(before))[:2]
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
    ("GO-26.4", "Who is out of a Swiss plays no more", put_out),
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

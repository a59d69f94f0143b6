"""What of a record contradicts itself or its rulebook, each fault with its place in the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from bot.domain import berger
from bot.domain.contests import Contest, Stage
from bot.domain.events.records import Record, RecordedContest
from bot.domain.ids import EntrantId
from bot.record.belonging import belonging_faults, spot, unplaced_faults
from bot.record.boards import board_faults, staying_faults
from bot.record.counts import count_faults
from bot.record.errors import Fault, FaultCode
from bot.record.formats import format_of
from bot.record.formats.protocol import BRACKET
from bot.record.game_by_game import game_faults
from bot.record.grouping import rounds_of_groups
from bot.record.guesses import guess_faults
from bot.record.moments import moments_out_of_order
from bot.record.scoring import score_faults, words_of
from bot.record.separating import separating_faults

_TWO: Final = 2


def faults_of(record: Record) -> Iterator[Fault]:
    """Every fault, contest by contest."""
    in_force = [one for one in record.contests if one.voided_at is None]
    starters = {one.entrant_id: one for one in record.facts.starters}
    members = {person for starter in record.facts.starters for person in starter.members}
    yield from _places(in_force, record)
    for one in record.contests:
        yield from board_faults(one, record)
        yield from separating_faults(one, record, starters)
        yield from staying_faults(one, record)
        yield from game_faults(one, record)
        yield from count_faults(one, record)
        yield from guess_faults(one, record, starters)
        yield from _sides(one, record)
        yield from _draw_faults(one, record)
        yield from _without_group(one, record)
        for place, result in one.results():
            yield from score_faults(one.contest, result, place, record, members)
    if not record.by_hand:
        yield from _numbers(in_force, record)
    yield from belonging_faults(in_force, record)
    yield from unplaced_faults(in_force, record)
    yield from _meetings(in_force, record)
    yield from _mentions(record)
    yield from moments_out_of_order(record)


def _without_group(one: RecordedContest, record: Record) -> Iterator[Fault]:
    """Before the knock-out begins everything is played in a group."""
    contest, entrants = one.contest, len(record.facts.starters)
    if not record.rulebook.traits.in_groups or contest.stage is not Stage.MAIN or entrants < _TWO:
        return
    if contest.round <= rounds_of_groups(record.rulebook, entrants):
        yield Fault(one.place, FaultCode.NO_GROUP, " – ".join(map(record.name_of, contest.sides)))


def _draw_faults(one: RecordedContest, record: Record) -> Iterator[Fault]:
    """A contest names the draw that it follows from; without draws in the file its number says nothing."""
    if record.draws and one.draw is not None and not 1 <= one.draw <= len(record.draws):
        yield Fault(f"{one.place}.draw", FaultCode.UNKNOWN_DRAW, str(one.draw), str(len(record.draws)))


def follows_berger(record: Record) -> bool:
    """Whether the contests of every pool stand at the places that its Berger table has for them."""
    in_force = [one for one in record.contests if one.voided_at is None]
    return next(_numbers(in_force, record), None) is None


def _numbers(in_force: list[RecordedContest], record: Record) -> Iterator[Fault]:
    """In a pool every entrant has one number of its Berger table, and its places show which."""
    sizes = format_of(record.rulebook).pools(record)
    known = _Seating()
    for one in in_force:
        contest = one.contest
        size = sizes.get((contest.stage, contest.group), 0)
        if size < _TWO:
            continue
        game = _game_at(contest, size)
        if game is None:
            yield Fault(one.place, FaultCode.IMPOSSIBLE_PLACE, spot(contest))
        elif len(game) < len(contest.sides) or not known.agree(contest, game):
            yield Fault(f"{one.place}.sides", FaultCode.IMPOSSIBLE_PLACE, spot(contest))


def _game_at(contest: Contest, size: int) -> tuple[int, ...] | None:
    """The numbers that meet at the contest's place, in the order of its sides; None where the table has no such."""
    cycle, number = divmod(contest.round - 1, berger.length(size))
    games = berger.round_of(number + 1, size)
    if contest.round < 1 or contest.position >= len(games):
        return None
    game = games[contest.position]
    return game[::-1] if cycle % 2 else game


@dataclass(frozen=True, slots=True)
class _Seating:
    """The numbers that the contests of a record show, group by group."""

    holders: dict[tuple[int, int], EntrantId] = field(default_factory=dict)
    numbers: dict[tuple[int, EntrantId], int] = field(default_factory=dict)

    def agree(self, contest: Contest, game: tuple[int, ...]) -> bool:
        """Whether the sides have the numbers of the game, or may have them; of a match with one side gone, always."""
        if len(game) != len(contest.sides):
            return True
        for seat, side in zip(game, contest.sides, strict=True):
            if self.holders.setdefault((contest.group, seat), side) != side:
                return False
            if self.numbers.setdefault((contest.group, side), seat) != seat:
                return False
        return True


def _places(in_force: list[RecordedContest], record: Record) -> Iterator[Fault]:
    """No two contests at one place, under one id, or with one entrant in one round; each at a place that exists."""
    played = format_of(record.rulebook)
    ids: dict[str, str] = {}
    places: dict[tuple[str, int, int, int], str] = {}
    rounds: dict[tuple[str, int, int, EntrantId], str] = {}
    for one in in_force:
        contest = one.contest
        where = (_kind(contest), contest.group, contest.round, contest.position)
        if where in places:
            yield Fault(one.place, FaultCode.SAME_PLACE, spot(contest), places[where])
        elif contest.contest_id in ids:
            yield Fault(one.place, FaultCode.CONTEST_TWICE, contest.contest_id, ids[contest.contest_id])
        places.setdefault(where, one.place)
        ids.setdefault(contest.contest_id, one.place)
        if record.rulebook.traits.in_rounds:
            yield from _twice_in_round(one, record, rounds)
        if not played.has_place(contest, record):
            yield Fault(one.place, FaultCode.IMPOSSIBLE_PLACE, spot(contest))


def _twice_in_round(
    one: RecordedContest, record: Record, rounds: dict[tuple[str, int, int, EntrantId], str]
) -> Iterator[Fault]:
    for side in dict.fromkeys(one.contest.sides):
        taken = (_kind(one.contest), one.contest.group, one.contest.round, side)
        if taken in rounds:
            yield Fault(one.place, FaultCode.TWICE_IN_ROUND, record.name_of(side), rounds[taken])
        rounds.setdefault(taken, one.place)


def _kind(contest: Contest) -> str:
    """What shares its places: the stages of a bracket do."""
    return "bracket" if contest.stage in BRACKET else contest.stage.value


def _meetings(in_force: list[RecordedContest], record: Record) -> Iterator[Fault]:
    """No pair meets more often than the format lets it."""
    allowed = format_of(record.rulebook).meetings(record)
    if allowed is None:
        return
    met: dict[frozenset[EntrantId], list[str]] = {}
    for one in in_force:
        if one.contest.stage not in allowed.stages or len(one.contest.sides) < _TWO:
            continue
        before = met.setdefault(frozenset(one.contest.sides), [])
        if len(before) >= allowed.times:
            yield Fault(one.place, FaultCode.MET_TWICE, " – ".join(map(record.name_of, one.contest.sides)), before[-1])
        before.append(one.place)


def _sides(one: RecordedContest, record: Record) -> Iterator[Fault]:
    sides, due = one.contest.sides, format_of(record.rulebook).sides
    if len(set(sides)) < len(sides):
        yield Fault(f"{one.place}.sides", FaultCode.AGAINST_ITSELF, record.name_of(sides[0]))
    if len(sides) < due.fewest or (due.most is not None and len(sides) > due.most):
        yield Fault(f"{one.place}.sides", FaultCode.SIDES, str(len(sides)), str(due.most or due.fewest))
    if len(sides) == 1 and one.contest.result is not None:
        yield Fault(f"{one.place}.score", FaultCode.IMPOSSIBLE_SCORE, words_of(one.contest.result), "bye")


def _mentions(record: Record) -> Iterator[Fault]:
    """Annulments and warnings speak of contests on record and of who was in them."""
    known = {one.contest.contest_id: one.contest for one in record.contests}
    for contest_id, entrant in sorted(record.facts.annulled):
        if contest_id not in known:
            yield Fault("annulled", FaultCode.UNKNOWN_CONTEST, contest_id)
        elif entrant not in known[contest_id].sides:
            yield Fault("annulled", FaultCode.UNKNOWN_ENTRANT, record.name_of(entrant), contest_id)
    for at, warned in enumerate(record.warnings):
        if warned.contest_id not in known:
            yield Fault(f"warnings[{at}].contest", FaultCode.UNKNOWN_CONTEST, warned.contest_id)

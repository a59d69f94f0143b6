"""What of a record contradicts itself or its rulebook, each fault with its place in the file."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from bot.domain import berger
from bot.domain.contests import Contest, Result, ResultKind, Stage
from bot.domain.crosstable import is_round_robin
from bot.domain.events.records import Record, RecordedContest
from bot.domain.formats.groups import dealt
from bot.domain.formats.knockout import first_round, last_round
from bot.domain.ids import EntrantId, PersonId
from bot.domain.regulation.format_rules import GroupRules
from bot.domain.rulebook import FormatName
from bot.domain.scores import can_end, possible_results, told, winning_side, words
from bot.record.belonging import BRACKET, belonging_faults, spot
from bot.record.boards import board_faults
from bot.record.counts import count_faults
from bot.record.errors import Fault, FaultCode
from bot.record.game_by_game import game_faults
from bot.record.grouping import rounds_of_groups
from bot.record.guesses import guess_faults
from bot.record.moments import moments_out_of_order
from bot.record.separating import separating_faults
from bot.record.staying import staying_faults

POOLS: Final = frozenset({Stage.MAIN, Stage.GROUP})
"""Stages in which a Berger table may say who meets when."""
TWO: Final = 2
_MOST_SHOWN: Final = 6
_OF_ONE_ROUND: Final = frozenset({FormatName.ARENA, FormatName.TITLE_MATCH})
_GIVEN: Final = frozenset({ResultKind.WALKOVER, ResultKind.WITHDRAWAL})
_NOBODY_WON: Final = frozenset({ResultKind.DOUBLE_WALKOVER, ResultKind.BOTH_LOST, ResultKind.NO_RESULT})


def faults_of(record: Record) -> Iterator[Fault]:
    """Every fault, contest by contest."""
    standing = [one for one in record.contests if one.voided_at is None]
    starters = {one.entrant_id: one for one in record.facts.starters}
    members = {person for starter in record.facts.starters for person in starter.members}
    yield from _places(standing, record)
    for one in record.contests:
        yield from board_faults(one, record)
        yield from separating_faults(one, record, starters)
        yield from staying_faults(one, record)
        yield from game_faults(one, record)
        yield from count_faults(one, record)
        yield from guess_faults(one, record, starters)
        yield from _sides(one, record)
        yield from _drawn(one, record)
        yield from _without_group(one, record)
        for place, result in one.results():
            yield from _scores(one.contest, result, place, record, members)
    if not record.by_hand:
        yield from _numbers(standing, record)
    yield from belonging_faults(standing, record)
    yield from _meetings(standing, record)
    yield from _mentions(record)
    yield from moments_out_of_order(record)


def _without_group(one: RecordedContest, record: Record) -> Iterator[Fault]:
    """Before the knock-out begins everything is played in a group."""
    contest, entrants = one.contest, len(record.facts.starters)
    if record.rulebook.format is not FormatName.GROUPS or contest.stage is not Stage.MAIN or entrants < TWO:
        return
    if contest.round <= rounds_of_groups(record.rulebook, entrants):
        yield Fault(one.place, FaultCode.NO_GROUP, " – ".join(map(record.name_of, contest.sides)))


def _drawn(one: RecordedContest, record: Record) -> Iterator[Fault]:
    """A contest names the draw that it follows from; without draws in the file its number says nothing."""
    if record.draws and one.draw is not None and not 1 <= one.draw <= len(record.draws):
        yield Fault(f"{one.place}.draw", FaultCode.UNKNOWN_DRAW, str(one.draw), str(len(record.draws)))


def follows_berger(record: Record) -> bool:
    """Whether the contests of every pool stand at the places that its Berger table has for them."""
    standing = [one for one in record.contests if one.voided_at is None]
    return next(_numbers(standing, record), None) is None


def _numbers(standing: list[RecordedContest], record: Record) -> Iterator[Fault]:
    """In a pool every entrant has one number of its Berger table, and its places show which."""
    sizes = _pools(record)
    numbers: dict[tuple[int, int], EntrantId] = {}
    holders: dict[tuple[int, EntrantId], int] = {}
    for one in standing:
        contest = one.contest
        size = sizes.get((contest.stage, contest.group), 0)
        if size < TWO:
            continue
        cycle, number = divmod(contest.round - 1, berger.length(size))
        games = berger.round_of(number + 1, size)
        if contest.round < 1 or contest.position >= len(games):
            yield Fault(one.place, FaultCode.IMPOSSIBLE_PLACE, spot(contest))
            continue
        game = games[contest.position]
        if len(game) < len(contest.sides):
            yield Fault(f"{one.place}.sides", FaultCode.IMPOSSIBLE_PLACE, spot(contest))
        if len(game) != len(contest.sides):
            continue
        for seat, side in zip(game[::-1] if cycle % 2 else game, contest.sides, strict=True):
            same = numbers.setdefault((contest.group, seat), side) == side
            if not same or holders.setdefault((contest.group, side), seat) != seat:
                yield Fault(f"{one.place}.sides", FaultCode.IMPOSSIBLE_PLACE, spot(contest))
                break


def _pools(record: Record) -> dict[tuple[Stage, int], int]:
    """How many entrants each Berger table of the event has."""
    rulebook, field = record.rulebook, [one.entrant_id for one in record.facts.starters]
    if rulebook.format is FormatName.GROUPS and len(field) >= TWO:
        sizes = dealt(field, (rulebook.groups or GroupRules()).size)
        return {(Stage.GROUP, group): len(members) for group, members in enumerate(sizes, start=1)}
    if rulebook.format is FormatName.ROUND_ROBIN and is_round_robin(record.facts, rulebook):
        return {(Stage.MAIN, 0): len(field)}
    return {}


def _places(standing: list[RecordedContest], record: Record) -> Iterator[Fault]:
    """No two contests at one place, under one id, or with one entrant in one round."""
    ids: dict[str, str] = {}
    places: dict[tuple[str, int, int, int], str] = {}
    rounds: dict[tuple[str, int, int, EntrantId], str] = {}
    for one in standing:
        contest = one.contest
        kind = "bracket" if contest.stage in BRACKET else str(contest.stage)
        where = (kind, contest.group, contest.round, contest.position)
        if where in places:
            yield Fault(one.place, FaultCode.SAME_PLACE, spot(contest), places[where])
        elif contest.contest_id in ids:
            yield Fault(one.place, FaultCode.CONTEST_TWICE, contest.contest_id, ids[contest.contest_id])
        places.setdefault(where, one.place)
        ids.setdefault(contest.contest_id, one.place)
        for side in dict.fromkeys(contest.sides) if record.rulebook.format is not FormatName.ARENA else ():
            taken = (kind, contest.group, contest.round, side)
            if taken in rounds:
                yield Fault(one.place, FaultCode.TWICE_IN_ROUND, record.name_of(side), rounds[taken])
            rounds.setdefault(taken, one.place)
        yield from _place(one, record)


def _meetings(standing: list[RecordedContest], record: Record) -> Iterator[Fault]:
    """No pair meets more often than the format lets it; a Swiss, an arena and several lives let it."""
    rulebook = record.rulebook
    times = rulebook.round_robin.times if rulebook.round_robin is not None else 1
    in_table = times if is_round_robin(record.facts, rulebook) else None
    often = {FormatName.ROUND_ROBIN: in_table, FormatName.GROUPS: times, FormatName.TITLE_MATCH: 1}.get(rulebook.format)
    met: dict[frozenset[EntrantId], list[str]] = {}
    pools = POOLS if rulebook.format is not FormatName.TITLE_MATCH else BRACKET
    for one in standing if often is not None else ():
        if one.contest.stage not in pools or len(one.contest.sides) < TWO:
            continue
        before = met.setdefault(frozenset(one.contest.sides), [])
        if len(before) >= (often or 1):
            yield Fault(one.place, FaultCode.MET_TWICE, " – ".join(map(record.name_of, one.contest.sides)), before[-1])
        before.append(one.place)


def _place(one: RecordedContest, record: Record) -> Iterator[Fault]:
    """The round and the place exist in the format."""
    contest, field, rulebook = one.contest, len(record.facts.starters), record.rulebook
    if rulebook.format in _OF_ONE_ROUND and contest.round != 1:
        yield Fault(one.place, FaultCode.IMPOSSIBLE_PLACE, spot(contest))
    one_life = rulebook.format is FormatName.KNOCKOUT and rulebook.knockout.lives == 1
    if not one_life or contest.stage not in BRACKET or not field:
        return
    rounds = range(first_round(field), last_round(field) + 1)
    if contest.round not in rounds or contest.position >= 1 << (last_round(field) - contest.round):
        yield Fault(one.place, FaultCode.IMPOSSIBLE_PLACE, spot(contest))


def _sides(one: RecordedContest, record: Record) -> Iterator[Fault]:
    sides, name = one.contest.sides, record.rulebook.format
    if len(set(sides)) < len(sides):
        yield Fault(f"{one.place}.sides", FaultCode.AGAINST_ITSELF, record.name_of(sides[0]))
    most = None if name is FormatName.TABLES else TWO
    fewest = TWO if name in {FormatName.ARENA, FormatName.TITLE_MATCH} else 1
    if len(sides) < fewest or (most is not None and len(sides) > most):
        yield Fault(f"{one.place}.sides", FaultCode.SIDES, str(len(sides)), str(most or fewest))
    if len(sides) == 1 and one.contest.result is not None:
        yield Fault(f"{one.place}.score", FaultCode.IMPOSSIBLE_SCORE, words_of(one.contest.result), "bye")


def _scores(
    contest: Contest, result: Result, place: str, record: Record, members: Collection[PersonId]
) -> Iterator[Fault]:
    """A score that can have ended the contest, with the numbers that belong to it."""
    sides = len(contest.sides)
    if sides == 1:
        return
    counts = {"score": result.score, "walkover_games": result.walkover_games, "influence": result.influence}
    wrong = [key for key, value in counts.items() if len(value) != sides and (value or key != "influence")]
    yield from (Fault(f"{place}.{key}", FaultCode.WRONG_COUNT, str(len(counts[key])), str(sides)) for key in wrong)
    seats = {"absent": result.absent, "paired_as_winner": (result.paired_as_winner or 0,)}
    wrong += [key for key, numbers in seats.items() if any(number >= sides for number in numbers)]
    yield from (
        Fault(f"{place}.{key}", FaultCode.IMPOSSIBLE_SIDE, str(max(seats[key])), str(sides - 1))
        for key in wrong
        if key in seats
    )
    if wrong:
        return
    if sides == TWO and result.kind in _NOBODY_WON and winning_side(result.score) is not None:
        yield Fault(f"{place}.kind", FaultCode.KIND_CONTRADICTS, result.kind)
    if sides == TWO and not result.boards and _unlike_its_kind(result):
        yield Fault(f"{place}.kind", FaultCode.KIND_AND_WALKOVERS, result.kind, "-".join(map(str, result.score)))
    if not _is_possible(contest, result, record):
        wanted = _wanted(contest) if sides == TWO and not result.boards else ""
        yield Fault(f"{place}.score", FaultCode.IMPOSSIBLE_SCORE, words_of(result), wanted)
    yield from _strangers(result, place, record, members)


def _strangers(result: Result, place: str, record: Record, members: Collection[PersonId]) -> Iterator[Fault]:
    """Who sat at a board and is in no team, where the file says who is."""
    for number, board in enumerate(result.boards):
        strangers = [one for seat in board.players for one in seat if members and one not in members]
        yield from (
            Fault(f"{place}.boards[{number}].players", FaultCode.UNKNOWN_ENTRANT, record.name_of(one))
            for one in strangers
        )


def _unlike_its_kind(result: Result) -> bool:
    """Whether games that nobody played are missing from what absence has decided, or are all there is of a match."""
    if result.kind in _GIVEN:
        return not any(result.walkover_games)
    all_given = any(result.score) and result.score == result.walkover_games and not result.draws
    return result.kind is ResultKind.PLAYED and all_given


def _is_possible(contest: Contest, result: Result, record: Record) -> bool:
    if any(given > won for given, won in zip(result.walkover_games, result.score, strict=True)):
        return False
    if len(contest.sides) > TWO:
        return all(one in {0, 1} for one in result.score) and (
            any(result.score) or result.kind is not ResultKind.PLAYED
        )
    teams = record.rulebook.teams is not None or record.rulebook.dispute is not None or bool(result.boards)
    if result.kind is ResultKind.DOUBLE_WALKOVER and not teams:
        # Each game that nobody came to play is lost by both, so that it stands in both numbers.
        return result.score == result.walkover_games and max(result.score) <= contest.best_of and not result.draws
    if teams:
        return True
    if result.kind is ResultKind.PLAYED and record.rulebook.format is not FormatName.TABLES:
        score = told(result, drawable=contest.drawable)
        return (contest.drawable or not result.draws) and can_end(contest.length, score, result.walkover_games)
    return sum(result.score) + result.draws <= contest.best_of


def _wanted(contest: Contest) -> str:
    found = [words(score) for score in possible_results(contest.length)]
    return ", ".join(found[:_MOST_SHOWN]) + (" …" if len(found) > _MOST_SHOWN else "")


def words_of(result: Result) -> str:
    """The score as everybody writes it."""
    if len(result.score) != TWO:
        return "–".join(map(str, result.score))
    return words(told(result, drawable=bool(result.draws)))


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

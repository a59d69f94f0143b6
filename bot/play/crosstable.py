"""Who met whom, and what it gave: the table that pairings and tie-breaks are read from.

Everyone has a line with an encounter for each round: contests with their points, byes, absences, forfeits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, Result, Stage
from bot.play.format_rules import ScoringRules
from bot.play.points import (
    NOTHING,
    Outcome,
    board_total,
    encounter_points,
    exact,
    games_in_score,
    is_given,
    outcomes,
    result_of,
    total,
)
from bot.play.rulebook import Rulebook

if TYPE_CHECKING:
    from bot.play.formats.protocol import EventFacts, Starter


class Unplayed(StrEnum):
    """Why a round was not played at the board."""

    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    BYE = "bye"
    """Given by the pairing, or the rest of an odd round robin."""
    ABSENCE = "absence"
    """Asked for, before a late entry, or since the entrant has left."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """One round of one entrant. All numbers but the round are exact fractions."""

    contest_id: ContestId | None
    """None for a round without a contest."""
    round: int
    stage: Stage
    opponent: EntrantId | None
    """None in a bye, an absence, and at a table of three, where there is more than one."""
    points: Fraction
    against: Fraction
    """The opponent's points."""
    games: Fraction
    """Games won, drawn ones as halves; of teams, over all boards."""
    games_against: Fraction
    first: bool | None
    """Whether the entrant had the first colour; None where nothing was played or the rulebook gives no colours."""
    unplayed: Unplayed | None
    outcome: Outcome = Outcome.NONE
    given: Fraction = NOTHING
    """Games of `games` that nobody played."""
    given_against: Fraction = NOTHING
    boards: Fraction = NOTHING
    """What the boards are worth to the team; 0 where there are none."""
    boards_against: Fraction = NOTHING
    annulled: bool = False
    """The result was found fraudulent later: it counts for nothing here, and stands for the opponent (GO-23.1)."""

    @property
    def was_played(self) -> bool:
        """Whether there was an opponent and something was played."""
        return self.unplayed is None and self.opponent is not None


@dataclass(frozen=True, slots=True)
class TableLine:
    """One entrant's rounds, in order."""

    starter: Starter
    encounters: tuple[Encounter, ...]
    points: Fraction
    void: bool = False
    """All results are void: the entrant comes after all others, and nothing is played or drawn for the place."""


Crosstable = Mapping[EntrantId, TableLine]


def table_contests(facts: EventFacts, rulebook: Rulebook) -> tuple[Contest, ...]:
    """The contests that make the table: groups where the format has groups, otherwise the rounds before any bracket."""
    stage = Stage.GROUP if rulebook.traits.in_groups else Stage.MAIN
    return tuple(contest for contest in facts.contests if contest.stage is stage)


def crosstable(
    facts: EventFacts, rulebook: Rulebook, contests: Iterable[Contest] | None = None, *, byes_at_once: bool = False
) -> Crosstable:
    """A line for each starter, in their order, from the decided ones of `contests` (by default `table_contests`).

    A round without a contest is an absence in a Swiss, where a bye and an absence count once the round is over;
    `byes_at_once` is for reports, whose points are those of all that stands there. Who left a round robin early has an
    empty line where the rulebook voids it, and the others have not met that entrant (GO-28.2).
    """
    known = sorted(table_contests(facts, rulebook) if contests is None else contests, key=_in_order)
    void = voided_entrants(facts, rulebook, known)
    rounds: dict[EntrantId, list[Encounter]] = defaultdict(list)
    by_rounds = _is_paired_by_rounds(facts, rulebook)
    running = _rounds_running(known) if by_rounds and not byes_at_once else frozenset()
    for contest in _counting(known, running):
        if void.isdisjoint(contest.sides):
            for side, encounter in _encounters(contest, rulebook, facts.annulled):
                rounds[side].append(encounter)
    if by_rounds:
        _add_absences(facts, rulebook, _of_rounds_over(known, running), void, rounds)
    return {starter.entrant_id: _line(starter, rounds[starter.entrant_id], void) for starter in facts.starters}


def _is_paired_by_rounds(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether each round is paired by what the rounds before gave."""
    return rulebook.traits.by_score or (rulebook.traits.all_play_all and not is_round_robin(facts, rulebook))


def is_round_robin(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether everybody meets everybody: not in a Swiss, nor in a field too large for a round robin (AIJE-D05-3)."""
    if rulebook.traits.in_groups:
        return True
    limit = None if rulebook.round_robin is None else rulebook.round_robin.swiss_above
    return rulebook.traits.all_play_all and (limit is None or len(facts.starters) <= limit)


def voided_entrants(facts: EventFacts, rulebook: Rulebook, contests: Iterable[Contest]) -> frozenset[EntrantId]:
    """Who left before half of the games of the round robin were played, where this voids all results (GO-28.2).

    Half is of all the games that the table has for that entrant, paired by now or not. Of 9 rounds 4 are too few and 5
    stand; of 8, 4 stand. A match that is still open although its side has left has a report that waits for its answer:
    until then it counts as played, so that nothing is void too early.
    """
    left, rules = facts.gone, rulebook.round_robin
    if not left or rules is None or not rules.void_below_half or not is_round_robin(facts, rulebook):
        return frozenset()
    played, groups = defaultdict[EntrantId, int](int), defaultdict[int, set[EntrantId]](set)
    group_of: dict[EntrantId, int] = {}
    for contest in contests:
        groups[contest.group].update(contest.sides)
        for side in left.intersection(contest.sides):
            group_of[side] = contest.group
            played[side] += _counts_as_played(contest)
    sizes = _sizes(facts, rulebook, groups)
    games = {side: (sizes[group] - 1) * rules.times for side, group in group_of.items()}
    return frozenset(side for side in left if 2 * played[side] < games.get(side, 1))


def _counts_as_played(contest: Contest) -> bool:
    return not contest.is_bye and (contest.result is None or not is_given(contest.result))


def _sizes(facts: EventFacts, rulebook: Rulebook, groups: Mapping[int, Collection[EntrantId]]) -> Mapping[int, int]:
    """How many the whole table holds, whoever of them was paired by now.

    One table has every starter in it; of several each shows all its members in its first round, a rest included.
    """
    if not rulebook.traits.in_groups or len(groups) == 1:
        return dict.fromkeys(groups, len(facts.starters))
    return {group: len(members) for group, members in groups.items()}


def _in_order(contest: Contest) -> tuple[int, ContestId]:
    return contest.round, contest.contest_id


def _rounds_running(contests: Iterable[Contest]) -> frozenset[int]:
    """The rounds in which somebody plays still: a bye of theirs counts once they are over."""
    return frozenset(contest.round for contest in contests if not contest.is_bye and contest.result is None)


def _counting(contests: Iterable[Contest], running: Collection[int]) -> Iterable[Contest]:
    """What is decided, and the byes of rounds that are over."""
    return (
        contest
        for contest in contests
        if (contest.round not in running if contest.is_bye else contest.result is not None)
    )


def _of_rounds_over(contests: Iterable[Contest], running: Collection[int]) -> list[Contest]:
    return [contest for contest in contests if contest.round not in running]


def _games(result: Result, side: int, rulebook: Rulebook) -> Fraction:
    """Games won by one side, drawn ones as halves; over all boards of a team."""
    if result.boards:
        return exact(sum(board.score[side] + board.draws / 2 for board in result.boards))
    return exact(games_in_score(rulebook) * (result.score[side] + result.draws / 2))


def _games_given(result: Result, side: int, rulebook: Rulebook) -> Fraction:
    if result.boards:
        return exact(sum(board.walkover_games[side] for board in result.boards))
    return exact(games_in_score(rulebook) * result.walkover_games[side])


def _encounters(
    contest: Contest, rulebook: Rulebook, annulled: Collection[tuple[ContestId, EntrantId]]
) -> Iterable[tuple[EntrantId, Encounter]]:
    points, ended = encounter_points(contest, rulebook), outcomes(contest, rulebook)
    if len(contest.sides) == 1:
        yield contest.sides[0], _without_opponent(contest.contest_id, contest.round, contest.stage, points[0])
        return
    one_encounter = _encounter if len(contest.sides) == 2 else _encounter_at_table
    for side, entrant_id in enumerate(contest.sides):
        encounter = one_encounter(contest, side, points, ended[side], rulebook)
        yield entrant_id, _without_result(encounter) if (contest.contest_id, entrant_id) in annulled else encounter


def _encounter(
    contest: Contest, side: int, points: tuple[Fraction, ...], outcome: Outcome, rulebook: Rulebook
) -> Encounter:
    result, other = result_of(contest), 1 - side
    given = is_given(result)
    teams = rulebook.teams is not None or rulebook.dispute is not None
    colours = rulebook.games is not None and rulebook.games.colours and not given
    return Encounter(
        contest.contest_id,
        contest.round,
        contest.stage,
        contest.sides[other],
        points[side],
        points[other],
        _games(result, side, rulebook),
        _games(result, other, rulebook),
        side == 0 if colours else None,
        _forfeit(result, side) if given else None,
        outcome,
        _games_given(result, side, rulebook),
        _games_given(result, other, rulebook),
        board_total(result, side, rulebook) if teams else NOTHING,
        board_total(result, other, rulebook) if teams else NOTHING,
    )


def _encounter_at_table(
    contest: Contest, side: int, points: tuple[Fraction, ...], outcome: Outcome, rulebook: Rulebook
) -> Encounter:
    """A game of more than two: there is no one opponent."""
    result = result_of(contest)
    games, given = _games(result, side, rulebook), _games_given(result, side, rulebook)
    return Encounter(
        contest.contest_id,
        contest.round,
        contest.stage,
        None,
        points[side],
        NOTHING,
        games,
        NOTHING,
        None,
        _forfeit(result, side) if is_given(result) else None,
        outcome,
        given,
    )


def _forfeit(result: Result, side: int) -> Unplayed:
    return Unplayed.FORFEIT_WIN if result.score[side] > min(result.score) else Unplayed.FORFEIT_LOSS


def _without_result(encounter: Encounter) -> Encounter:
    """The encounter of a side that has lost its result: all that it had from it is gone, its opponent's share stays."""
    return replace(
        encounter,
        points=NOTHING,
        games=NOTHING,
        given=NOTHING,
        boards=NOTHING,
        outcome=Outcome.NONE,
        annulled=True,
    )


def _without_opponent(
    contest_id: ContestId | None, number: int, stage: Stage, points: Fraction, kind: Unplayed = Unplayed.BYE
) -> Encounter:
    return Encounter(contest_id, number, stage, None, points, NOTHING, NOTHING, NOTHING, None, kind)


def _add_absences(
    facts: EventFacts,
    rulebook: Rulebook,
    contests: Sequence[Contest],
    void: Collection[EntrantId],
    rounds: dict[EntrantId, list[Encounter]],
) -> None:
    """Adds an encounter for each round that was paired without the entrant, and puts all rounds in order."""
    asked_for = exact((rulebook.scoring or ScoringRules()).absence)
    present: dict[int, set[EntrantId]] = defaultdict(set)
    for contest in contests:
        present[contest.round].update(contest.sides)
    for starter in facts.starters:
        missed = [number for number in present if starter.entrant_id not in present[number]]
        if starter.entrant_id in void or not missed:
            continue
        for number in missed:
            points = asked_for if starter.misses(number) else NOTHING
            absence = _without_opponent(None, number, Stage.MAIN, points, Unplayed.ABSENCE)
            rounds[starter.entrant_id].append(absence)
        rounds[starter.entrant_id].sort(key=_round_of)


def _round_of(encounter: Encounter) -> int:
    return encounter.round


def _line(starter: Starter, encounters: Sequence[Encounter], void: Collection[EntrantId]) -> TableLine:
    points = total(encounter.points for encounter in encounters)
    return TableLine(starter, tuple(encounters), points, starter.entrant_id in void)

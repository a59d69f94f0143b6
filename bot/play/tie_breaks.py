"""Tie-breaks: functions from the crosstable to the parts that make a value.

Unplayed rounds count by named versions of chapter C.07 of FIDE's handbook. `fide-c07-2024` is what article 16 said
until March 2026: an opponent's score counts each round at the points given, but an absence after which nothing was
played any more counts as a draw; that goes for the rounds since a withdrawal. An own round without an opponent at the
board (bye, absence, forfeit) is one against a virtual opponent who has the entrant's own points. A cut takes absences
and forfeit losses first, the lowest of them before any other round.

`fide-c07-2026` limits the virtual opponent: of a forfeit, to the score of the opponent who had been paired; otherwise
to a draw in each round. `plain` lets unplayed rounds count with their points alone. In a round robin nobody is
virtual under either: everyone is met, a forfeit stands for a game, and a rest adds nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from math import floor
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import BoardResult, Contest
from bot.play.crosstable import Crosstable, Encounter, TableLine, Unplayed
from bot.play.format_rules import FormatTraits, ScoringRules, TeamRules
from bot.play.points import HALF, NOTHING, Outcome, board_points, exact, games, outcomes, total
from bot.play.rating import SCALE, as_published
from bot.play.rulebook import Rulebook

if TYPE_CHECKING:
    from bot.play.formats.protocol import EventFacts


# --- what a tie-break is --------------------------------------------------------------------------------------------


class StepReason(StrEnum):
    """What a part is, and so whether it counts; the sentence for each is in the catalogues."""

    __said_as__ = "why"

    COUNTED = "counted"
    VIRTUAL_OPPONENT = "virtual_opponent"
    """A round without an opponent at the board, counted as the version of C.07 says."""
    OWN_POINTS = "own_points"
    ROUNDS = "rounds"
    """The number of rounds, taken off."""
    DIVIDED = "divided"
    """All before it is divided by this number."""
    PERCENTAGE = "percentage"
    """What the share of points is worth in rating points, by FIDE's table."""
    CUT_LOWEST = "cut_lowest"
    CUT_HIGHEST = "cut_highest"
    NOT_PLAYED = "not_played"
    ANNULLED = "annulled"
    LOST = "lost"
    """A lost encounter adds nothing, or ends the run."""
    UNRATED = "unrated"
    SHORTER_RUN = "shorter_run"
    """A round of an unbeaten run that is not the longest."""


class TieBreakStep(NamedTuple):
    """One step of a value: what the round against the opponent adds, and why it does or does not."""

    round: int | None
    opponent: EntrantId | None
    adds: Fraction
    why: StepReason = StepReason.COUNTED

    @property
    def counts(self) -> bool:
        """Whether the step changes the value."""
        return self.why in COUNTING


COUNTING = frozenset(
    {
        StepReason.COUNTED,
        StepReason.VIRTUAL_OPPONENT,
        StepReason.OWN_POINTS,
        StepReason.ROUNDS,
        StepReason.DIVIDED,
        StepReason.PERCENTAGE,
        StepReason.UNRATED,
    }
)
Parts = tuple[TieBreakStep, ...]
Tied = frozenset[EntrantId]


@dataclass(frozen=True, slots=True)
class UnplayedRules:
    """How unplayed rounds enter tie-breaks by one named version of the rules."""

    as_opponent: Callable[[TableLine, Fraction], Fraction]
    """An entrant's score as its opponents count it; the second argument is what a draw is worth."""
    virtual: Callable[[Scene, TableLine, Encounter], Fraction | None]
    """The score of the virtual opponent of an unplayed round; None where such a round adds nothing."""
    cuts_chosen_absences_first: bool
    """Whether a cut takes rounds that the entrant chose to miss or forfeited before any other."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that tie-breaks look at, put together once for a table."""

    facts: EventFacts
    rulebook: Rulebook
    table: Crosstable
    contests: Mapping[ContestId, Contest]
    play_offs: tuple[Contest, ...]
    """The decided play-offs, in order."""
    rounds: int
    """The rounds that have begun to count."""
    everyone_meets: bool
    """A round robin, where a forfeit is a game like another and no opponent is virtual."""
    unplayed: UnplayedRules
    as_opponent: Mapping[EntrantId, Fraction]
    """Everyone's score as opponents count it."""

    def has_met(self, encounter: Encounter) -> bool:
        """Whether the opponent of the round counts as such: at the board, or by forfeit in a round robin."""
        return encounter.opponent is not None and (encounter.unplayed is None or self.everyone_meets)


Reckon = Callable[[Scene, EntrantId, Tied], Parts | None]
"""The parts of an entrant's value among those still level, or None where the entry does not apply to them."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """An entry of the registry."""

    reckon: Reckon
    cites: tuple[str, ...] = ()
    higher_is_better: bool = True
    fits: Callable[[FormatTraits], bool] | None = None
    """Whether it says something in a format; None for all."""
    among_tied: bool = False
    """The value hangs on who is level, and is reckoned anew inside what it has separated."""


def value_of(parts: Sequence[TieBreakStep] | None) -> Fraction | None:
    """The value that the parts come to, step by step; None where the entry does not apply."""
    if parts is None:
        return None
    value, addends = NOTHING, list[Fraction]()
    for part in parts:
        if part.why is StepReason.DIVIDED:
            value, addends = total((value, *addends)) / part.adds, []
        elif part.why in COUNTING:
            addends.append(part.adds)
    return total((value, *addends))


# --- from ratings ---------------------------------------------------------------------------------------------------


RATING_DIFFERENCE: Final = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)
"""FIDE's table: rating points for a share of 50, 51, … 100 per cent; below half the same with a minus."""
HALF_IN_HUNDREDTHS: Final = 50


@cache
def exact_rating(rating: float) -> Fraction:
    """The rating as lists publish it, as a fraction."""
    return Fraction(as_published(rating))


def rating_difference(share: Fraction) -> int:
    """What a share of the points, from 0 to 1, is worth in rating points; taken to the next hundredth, halves up."""
    hundredths = floor(share * 100 + HALF)
    beyond = hundredths - HALF_IN_HUNDREDTHS
    return RATING_DIFFERENCE[beyond] if beyond >= 0 else -RATING_DIFFERENCE[-beyond]


def _games(encounter: Encounter) -> tuple[Fraction, Fraction]:
    """Games really played, won and lost, halves for drawn ones."""
    if not encounter.given and not encounter.given_against:
        return encounter.games, encounter.games_against
    return encounter.games - encounter.given, encounter.games_against - encounter.given_against


def performance_arena(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts | None:
    """(Sum of the opponents' ratings + 400 (wins - losses)) / games, over games that were played (ARENA-2).

    Drawn games count as games; a forfeit without a first move is none. Who has no rating is counted with the one that
    the rulebook starts from. Nothing without a game.
    """
    parts, games = [], NOTHING
    for encounter, opponent in _opponents(scene, entrant_id):
        won, lost = _games(encounter)
        if encounter.annulled or not encounter.was_played or not (won or lost):
            parts.append(TieBreakStep(encounter.round, opponent, NOTHING, _why_not(encounter)))
            continue
        listed = scene.table[opponent].starter.rating
        rating = exact_rating(scene.rulebook.rating.initial if listed is None else listed)
        adds = (won + lost) * rating + SCALE * (won - lost)
        parts.append(
            TieBreakStep(encounter.round, opponent, adds, StepReason.UNRATED if listed is None else StepReason.COUNTED)
        )
        games += won + lost
    return (*parts, TieBreakStep(None, None, games, StepReason.DIVIDED)) if games else None


def average_rating_of_opponents(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts | None:
    """The mean rating of the rated opponents met at the board; nothing without any."""
    parts = _rated_opponents(scene, entrant_id)
    met = sum(part.why is StepReason.COUNTED for part in parts)
    return (*parts, TieBreakStep(None, None, Fraction(met), StepReason.DIVIDED)) if met else None


def performance_fide(scene: Scene, entrant_id: EntrantId, tied: Tied) -> Parts | None:
    """The opponents' mean rating and what the share of games won against them is worth by FIDE's table.

    To the next whole number, halves up. Unrated opponents are left out. Nothing without a rated one.
    """
    average = average_rating_of_opponents(scene, entrant_id, tied)
    if average is None:
        return None
    faced = zip(average, _opponents(scene, entrant_id), strict=False)
    games = [_games(encounter) for part, (encounter, _) in faced if part.why is StepReason.COUNTED]
    won, lost = total(won for won, _ in games), total(lost for _, lost in games)
    mean = total(part.adds for part in average if part.why is StepReason.COUNTED) / len(games)
    worth = rating_difference(won / (won + lost))
    rounding = floor(mean + worth + HALF) - mean - worth
    return *average, TieBreakStep(None, None, worth + rounding, StepReason.PERCENTAGE)


def ratings_sum(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
    """The rating of the list, a team's total; who has none adds 0 (AIJE-D05-4)."""
    rating = scene.table[entrant_id].starter.rating
    return (TieBreakStep(None, None, NOTHING if rating is None else exact_rating(rating)),)


def _opponents(scene: Scene, entrant_id: EntrantId) -> Iterator[tuple[Encounter, EntrantId]]:
    for encounter in scene.table[entrant_id].encounters:
        if encounter.opponent is not None:
            yield encounter, encounter.opponent


def _why_not(encounter: Encounter) -> StepReason:
    return StepReason.ANNULLED if encounter.annulled else StepReason.NOT_PLAYED


def _rated_opponents(scene: Scene, entrant_id: EntrantId) -> Parts:
    parts = []
    for encounter, opponent in _opponents(scene, entrant_id):
        rating = scene.table[opponent].starter.rating
        if encounter.annulled or not encounter.was_played or not any(_games(encounter)):
            parts.append(TieBreakStep(encounter.round, opponent, NOTHING, _why_not(encounter)))
        elif rating is None:
            parts.append(TieBreakStep(encounter.round, opponent, NOTHING, StepReason.UNRATED))
        else:
            parts.append(TieBreakStep(encounter.round, opponent, exact_rating(rating)))
    return tuple(parts)


# --- from what level entrants did against each other ----------------------------------------------------------------


def among_tied(adds: Callable[[Encounter], Fraction]) -> Reckon:
    """The sum over the encounters among those who are level, forfeits included (AIJE-D04-2, AIJE-D05-4).

    It applies when all of them have met each other; who never met skips it.
    """

    def reckon(scene: Scene, entrant_id: EntrantId, tied: Tied) -> Parts | None:
        if len(tied) < 2 or not all(_met_all(scene, one, tied) for one in tied):
            return None
        return tuple(
            TieBreakStep(
                one.round, one.opponent, adds(one), StepReason.ANNULLED if one.annulled else StepReason.COUNTED
            )
            for one in _among(scene, entrant_id, tied)
        )

    return reckon


def _among(scene: Scene, entrant_id: EntrantId, tied: Tied) -> Iterator[Encounter]:
    return (encounter for encounter in scene.table[entrant_id].encounters if encounter.opponent in tied)


def _met_all(scene: Scene, entrant_id: EntrantId, tied: Tied) -> bool:
    encounters = scene.table[entrant_id].encounters
    if len(tied) - 1 > len(encounters):
        return False
    return len({encounter.opponent for encounter in encounters if encounter.opponent in tied}) == len(tied) - 1


def play_off(scene: Scene, entrant_id: EntrantId, tied: Tied) -> Parts | None:
    """Play-off matches won against those who are level (GO-27.3).

    Counts what all pairs have played equally often, so that half a round of play-offs separates nobody; nothing before
    that. Two who have both left need not have met.
    """
    played = defaultdict[Tied, list[Contest]](list)
    for one in scene.play_offs:
        if tied.issuperset(one.sides):
            played[frozenset(one.sides)].append(one)
    if not played or not played.keys() >= {*able_pairs(tied, scene.facts.gone)}:
        return None
    fewest = min(map(len, played.values()))
    own = [contest for pair, contests in played.items() if entrant_id in pair for contest in contests[:fewest]]
    return tuple(_play_off_part(scene, one, entrant_id) for one in sorted(own, key=_in_order))


def able_pairs(tied: Iterable[EntrantId], gone: Collection[EntrantId]) -> Iterator[Tied]:
    """The pairs of those who are level that can still meet: all but two who have both left."""
    return (frozenset(pair) for pair in combinations(tied, 2) if not all(one in gone for one in pair))


def _is_sent_on(contest: Contest, entrant_id: EntrantId) -> bool:
    """Whether the boards of two teams were level, and something else has separated them."""
    sent_on = None if contest.result is None else contest.result.paired_as_winner
    return sent_on is not None and contest.sides[sent_on] == entrant_id


def _in_order(contest: Contest) -> tuple[int, int, str]:
    return contest.round, contest.position, contest.contest_id


def _play_off_part(scene: Scene, contest: Contest, entrant_id: EntrantId) -> TieBreakStep:
    opponent = next((side for side in contest.sides if side != entrant_id), None)
    ended = outcomes(contest, scene.rulebook)[contest.sides.index(entrant_id)]
    if (contest.contest_id, entrant_id) in scene.facts.annulled:
        return TieBreakStep(contest.round, opponent, NOTHING, StepReason.ANNULLED)
    won = ended is Outcome.WON or _is_sent_on(contest, entrant_id)
    return TieBreakStep(contest.round, opponent, Fraction(won), StepReason.COUNTED if won else StepReason.LOST)


# --- from own rounds alone ------------------------------------------------------------------------------------------


ONE = Fraction(1)


def per_round(adds: Callable[[Encounter], Fraction]) -> Reckon:
    """The sum over all rounds of what each adds by itself."""

    def reckon(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
        return tuple(
            TieBreakStep(
                encounter.round,
                encounter.opponent,
                adds(encounter),
                StepReason.ANNULLED if encounter.annulled else StepReason.COUNTED,
            )
            for encounter in scene.table[entrant_id].encounters
        )

    return reckon


def points_of(encounter: Encounter) -> Fraction:
    """The points that the table gives."""
    return encounter.points


def win_of(encounter: Encounter) -> Fraction:
    """One for each contest won, by forfeit too; a bye is none."""
    return ONE if encounter.outcome is Outcome.WON else NOTHING


def games_of(encounter: Encounter) -> Fraction:
    """Games won, drawn ones as halves."""
    return encounter.games


def forfeit_of(encounter: Encounter) -> Fraction:
    """One for each contest lost by not being there."""
    return ONE if encounter.unplayed is Unplayed.FORFEIT_LOSS else NOTHING


def progressive(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
    """The sum of the entrant's running totals after each round."""
    parts, total = [], NOTHING
    for encounter in scene.table[entrant_id].encounters:
        total += encounter.points
        parts.append(TieBreakStep(encounter.round, encounter.opponent, total))
    return tuple(parts)


def longest_unbeaten_run(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
    """The most rounds in a row without losing: W L W L W has 1, W W L L W has 2 (AIJE-D05-4).

    Rounds that the entrant had nobody to meet in neither count nor break the run; annulled results likewise.
    """
    runs: list[list[Encounter]] = [[]]
    for encounter in scene.table[entrant_id].encounters:
        if encounter.outcome is Outcome.LOST:
            runs.append([])
        elif _stands(encounter):
            runs[-1].append(encounter)
    longest = {one.contest_id for one in max(runs, key=len)}
    return tuple(_run_part(encounter, longest) for encounter in scene.table[entrant_id].encounters)


def _stands(encounter: Encounter) -> bool:
    return encounter.opponent is not None and not encounter.annulled


def _run_part(encounter: Encounter, longest: Collection[ContestId | None]) -> TieBreakStep:
    part = TieBreakStep(encounter.round, encounter.opponent, NOTHING)
    if encounter.outcome is Outcome.LOST:
        return part._replace(why=StepReason.LOST)
    if not _stands(encounter):
        return part._replace(why=StepReason.ANNULLED if encounter.annulled else StepReason.NOT_PLAYED)
    return part._replace(adds=ONE) if encounter.contest_id in longest else part._replace(why=StepReason.SHORTER_RUN)


def warnings(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
    """Warnings of the whole event; fewer are better (GO-24, GO-27.1)."""
    return (TieBreakStep(None, None, Fraction(scene.table[entrant_id].starter.warnings)),)


def lot(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts | None:
    """The place in the order by lot, 1 the best; nothing before it was drawn (GO-27.1)."""
    if entrant_id not in scene.facts.lot:
        return None
    return (TieBreakStep(None, None, Fraction(scene.facts.lot.index(entrant_id) + 1)),)


# --- of teams, from boards ------------------------------------------------------------------------------------------


MOST_BOARDS = 12
"""Boards that the registry has an entry for."""
IN_ORDER = "boards_in_order"
"""Stands for the points on board 1, on board 2 and so on, as many as a team has (GO-27.2)."""

Chosen = Callable[[BoardResult], bool]
WhenGiven = Callable[[Rulebook], Fraction]
"""What the chosen boards give to who won them all unplayed."""


def worth_of(encounter: Encounter) -> Fraction:
    """What the boards of one contest gave."""
    return encounter.boards


def balance_of(encounter: Encounter) -> Fraction:
    """For less against: what the boards gave, or the games where there are no boards (OLY-5)."""
    if encounter.boards or encounter.boards_against:
        return encounter.boards - encounter.boards_against
    return encounter.games - encounter.games_against


def on_board(number: int) -> Reckon:
    """The points on one board over all contests; a team that nobody came to meet has won it (GO-27.2)."""
    return _over(lambda board: board.board == number, _of_a_board)


def in_modality(modality: str) -> Reckon:
    """The points in one kind of game over all disputes; a school that nobody came to meet has them all (OLY-5)."""
    return _over(lambda board: board.modality == modality, partial(_of_a_kind, modality))


def names_in_order(size: int) -> tuple[str, ...]:
    """The entries that `boards_in_order` stands for in teams of that size."""
    return tuple(f"board_{number}_points" for number in range(1, min(size, MOST_BOARDS) + 1))


def _of_a_board(rulebook: Rulebook) -> Fraction:
    return exact((rulebook.teams or TeamRules()).board_win)


def _of_a_kind(modality: str, rulebook: Rulebook) -> Fraction:
    played = () if rulebook.dispute is None else games(rulebook.dispute)
    return sum((one.points * one.times for one in played if one.modality == modality), NOTHING)


def _over(chosen: Chosen, given: WhenGiven) -> Reckon:
    def reckon(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
        return tuple(
            TieBreakStep(
                encounter.round,
                encounter.opponent,
                _chosen_points(scene, entrant_id, encounter, chosen, given),
                StepReason.ANNULLED if encounter.annulled else StepReason.COUNTED,
            )
            for encounter in scene.table[entrant_id].encounters
        )

    return reckon


def _chosen_points(scene: Scene, entrant_id: EntrantId, one: Encounter, chosen: Chosen, given: WhenGiven) -> Fraction:
    """What the chosen boards gave; of a forfeit without boards, what all of them would have given."""
    if one.contest_id is None or one.annulled:
        return NOTHING
    contest = scene.contests[one.contest_id]
    if contest.result is None or not contest.result.boards:
        return given(scene.rulebook) if one.unplayed is Unplayed.FORFEIT_WIN else NOTHING
    side = contest.sides.index(entrant_id)
    points = (board_points(board, side, scene.rulebook) for board in contest.result.boards if chosen(board))
    return sum(points, NOTHING)


# --- unplayed rounds ------------------------------------------------------------------------------------------------


CHOSEN = frozenset({Unplayed.ABSENCE, Unplayed.FORFEIT_LOSS})


def draw_points(rulebook: Rulebook) -> Fraction:
    """What a drawn contest is worth."""
    return exact((rulebook.scoring or ScoringRules()).draw)


def _points_given(line: TableLine, _: Fraction) -> Fraction:
    return line.points


def _absences_at_the_end_drawn(line: TableLine, draw: Fraction) -> Fraction:
    score = line.points
    for encounter in reversed(line.encounters):
        if encounter.unplayed not in CHOSEN:
            break
        if encounter.unplayed is Unplayed.ABSENCE:
            score += draw - encounter.points
    return score


def _nobody(_scene: Scene, _line: TableLine, _encounter: Encounter) -> None:
    return None


def _own_points(scene: Scene, line: TableLine, _: Encounter) -> Fraction | None:
    return None if scene.everyone_meets else line.points


def _own_points_limited(scene: Scene, line: TableLine, encounter: Encounter) -> Fraction | None:
    if scene.everyone_meets:
        return None
    if encounter.opponent is not None:
        return min(line.points, scene.as_opponent[encounter.opponent])
    return min(line.points, scene.rounds * draw_points(scene.rulebook))


UNPLAYED: Final[Mapping[str, UnplayedRules]] = MappingProxyType(
    {
        "fide-c07-2024": UnplayedRules(_absences_at_the_end_drawn, _own_points, cuts_chosen_absences_first=True),
        "fide-c07-2026": UnplayedRules(
            _absences_at_the_end_drawn, _own_points_limited, cuts_chosen_absences_first=True
        ),
        "plain": UnplayedRules(_points_given, _nobody, cuts_chosen_absences_first=False),
    }
)
"""The versions that a rulebook's `ranking.unplayed` may name."""


# --- from the points of opponents -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Faced:
    """A round with the score of its opponent, virtual ones included; None where the round adds nothing."""

    encounter: Encounter
    score: Fraction | None
    why: StepReason

    def part(self) -> TieBreakStep:
        return TieBreakStep(self.encounter.round, self.encounter.opponent, self.score or NOTHING, self.why)


def _opponents_faced(scene: Scene, entrant_id: EntrantId) -> Iterator[_Faced]:
    line = scene.table[entrant_id]
    for encounter in line.encounters:
        if encounter.opponent is not None and scene.has_met(encounter):
            yield _Faced(encounter, scene.as_opponent[encounter.opponent], StepReason.COUNTED)
        else:
            score = scene.unplayed.virtual(scene, line, encounter)
            yield _Faced(encounter, score, StepReason.NOT_PLAYED if score is None else StepReason.VIRTUAL_OPPONENT)


def buchholz(lowest: int = 0, highest: int = 0) -> Reckon:
    """The sum of the opponents' scores but for the so many lowest and highest, after FIDE's C.07."""

    def reckon(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
        faced = list(_opponents_faced(scene, entrant_id))
        cut = _cut(scene, faced, lowest, highest) if lowest or highest else {}
        return tuple(
            one.part()._replace(why=cut[place]) if place in cut else one.part() for place, one in enumerate(faced)
        )

    return reckon


def _cut(scene: Scene, faced: list[_Faced], lowest: int, highest: int) -> dict[int, StepReason]:
    """Which rounds are left out; the lowest are taken first, so that few rounds leave nothing twice."""

    def chosen_first(place: int) -> tuple[bool, Fraction]:
        chosen = scene.unplayed.cuts_chosen_absences_first and not scene.everyone_meets
        return not (chosen and faced[place].encounter.unplayed in CHOSEN), faced[place].score or NOTHING

    counted = [place for place, one in enumerate(faced) if one.score is not None]
    low = sorted(counted, key=chosen_first)[:lowest]
    left = sorted((place for place in counted if place not in low), key=lambda place: faced[place].score or NOTHING)
    high = left[len(left) - highest :] if highest <= len(left) else left
    return dict.fromkeys(low, StepReason.CUT_LOWEST) | dict.fromkeys(high, StepReason.CUT_HIGHEST)


def opponents_scores(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
    """The sum of the points of everyone paired with, forfeits included, as they stand in the table (GO-27.1S)."""
    return tuple(
        TieBreakStep(encounter.round, encounter.opponent, scene.table[encounter.opponent].points)
        if encounter.opponent is not None
        else TieBreakStep(encounter.round, None, NOTHING, StepReason.NOT_PLAYED)
        for encounter in scene.table[entrant_id].encounters
    )


def total_score(scene: Scene, entrant_id: EntrantId, tied: Tied) -> Parts:
    """Own points + (average of the opponents' points - rounds): 8 + (5.6 - 5) is 8.6 (GO-27.1S).

    Without any opponent the bracket is left out.
    """
    own = TieBreakStep(None, None, scene.table[entrant_id].points, StepReason.OWN_POINTS)
    faced = opponents_scores(scene, entrant_id, tied)
    met = sum(part.opponent is not None for part in faced)
    if not met:
        return *faced, own
    average = TieBreakStep(None, None, Fraction(met), StepReason.DIVIDED)
    return *faced, average, TieBreakStep(None, None, Fraction(-scene.rounds), StepReason.ROUNDS), own


def sonneborn_berger(scene: Scene, entrant_id: EntrantId, _: Tied) -> Parts:
    """The points of those beaten and half of those drawn with (GO-27.1).

    A round against a virtual opponent counts for the share of a win that it gave.
    """
    win = exact((scene.rulebook.scoring or ScoringRules()).win)
    return tuple(_berger_part(one, win) for one in _opponents_faced(scene, entrant_id))


def _berger_part(faced: _Faced, win: Fraction) -> TieBreakStep:
    encounter = faced.encounter
    if faced.score is None or encounter.annulled:
        return faced.part()._replace(adds=NOTHING, why=StepReason.ANNULLED if encounter.annulled else faced.why)
    if faced.why is StepReason.VIRTUAL_OPPONENT:
        share = min(Fraction(1), encounter.points / win) if win else NOTHING
        return faced.part()._replace(adds=faced.score * share)
    match encounter.outcome:
        case Outcome.WON:
            return faced.part()
        case Outcome.DRAWN:
            return faced.part()._replace(adds=faced.score * HALF)
        case _:
            return faced.part()._replace(adds=NOTHING, why=StepReason.LOST)

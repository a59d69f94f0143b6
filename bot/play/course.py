"""How matches run within an event: lengths and brackets, level matches of teams, and what a table's points are made of.

The rulebook's `[teams] level_match` names in order what separates level teams; the last one always decides: a game
more on board 1, or a lot. The team that goes on has won nothing but the place: a drawn match stays drawn (GO-27.2,
GO-27.3, AIJE-D05-4).

Points = wins · win + draws · draw + losses · loss + byes · bye + missed rounds · absence, where lost walkovers give
nothing for a loss. In an arena the doubled games add as much again, and some draws give nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from bot.kernel.ids import EntrantId
from bot.play import ranking
from bot.play.contests import (
    BRACKET_STAGES,
    EXTRA,
    BoardResult,
    Contest,
    Length,
    NewContest,
    Result,
    ResultKind,
    Stage,
    winning_side,
)
from bot.play.crosstable import TableLine, Unplayed, crosstable, is_round_robin
from bot.play.format_checks import has_bracket
from bot.play.format_rules import BracketPart, LevelMatch, ScoringRules, TableOrder, TeamEncounter, TeamRules
from bot.play.formats import arena, cut, groups, knockout, swiss
from bot.play.formats.arena import SCORING, ArenaOutcome, ArenaTally, Streak, game_points, rules_of
from bot.play.formats.protocol import EventFacts
from bot.play.formats.tables import explain_total
from bot.play.points import HALF, NOTHING, board_points, board_total, games_of_boards, length_of_teams, stays_on
from bot.play.ranking import TIE_BREAKS
from bot.play.rulebook import FormatName, Rulebook
from bot.play.tie_breaks import Parts

# --- brackets and lengths -------------------------------------------------------------------------------------------


_BESIDE = frozenset({Stage.LOWER, Stage.PLACEMENT, Stage.PLAY_OFF})
"""What is played beside the one bracket that is drawn as such."""


def _beside(rulebook: Rulebook) -> frozenset[Stage]:
    """Of more lives than one the finals between brackets as well."""
    return _BESIDE | {Stage.FINAL} if rulebook.knockout.lives > 1 else _BESIDE


RoundKey = tuple[Stage, int, int]


def round_of(contest: Contest) -> RoundKey:
    """Which round a contest is of; the groups of one round are played together."""
    return contest.stage, contest.round, 0 if contest.stage is Stage.GROUP else contest.group


def rounds_in_play(contests: Sequence[Contest], rulebook: Rulebook) -> frozenset[RoundKey]:
    """The rounds that are not over: a match is open, or of a bracket one before it, from which more may come."""
    open_ = [one for one in contests if not one.is_bye and one.result is None]
    first = min((one.round for one in open_ if in_bracket(one, rulebook)), default=None)
    tree = [] if first is None else [one for one in contests if one.round >= first and in_bracket(one, rulebook)]
    return frozenset(round_of(one) for one in (*open_, *tree))


def in_bracket(contest: Contest | NewContest, rulebook: Rulebook) -> bool:
    """Whether the contest needs a winner: every one of a knock-out, and of others those of the bracket that follows.

    A Swiss numbers its bracket on from its rounds, so that a Swiss with a cut has to say how many rounds it has.
    """
    traits = rulebook.traits
    if traits.is_bracket or contest.stage in BRACKET_STAGES:
        return not traits.at_tables
    if contest.stage is not Stage.MAIN:
        return False
    if traits.bracket is BracketPart.FOLLOWS:
        # Their own rounds are of another stage, and a knock-out follows whether the file says of how many or not.
        return True
    if rulebook.cut is None:
        return False
    rounds = None if rulebook.swiss is None else rulebook.swiss.rounds
    return not traits.by_score or (rounds is not None and contest.round > rounds)


def table_rounds(facts: EventFacts, rulebook: Rulebook) -> int:
    """The last round before the bracket that follows: a bracket is numbered on from there."""
    return (groups.last_round if rulebook.traits.in_groups else swiss.rounds)(facts, rulebook)


def bracket_of(facts: EventFacts, rulebook: Rulebook) -> cut.Bracket | None:
    """The bracket as a knock-out of its own, alone in the world; None where there is none, or none yet."""
    if rulebook.traits.is_bracket:
        beside = _beside(rulebook)
        main = tuple(contest for contest in facts.contests if contest.stage not in beside)
        return cut.Bracket(replace(facts, contests=main), 0)
    if rulebook.cut is None and rulebook.traits.bracket is not BracketPart.FOLLOWS:
        return None
    found = cut.bracket(facts, rulebook, (), table_rounds(facts, rulebook))
    return found if found.facts.contests else None


def to_final(contest: Contest, facts: EventFacts, rulebook: Rulebook) -> int | None:
    """How many rounds before the final a contest of the one bracket is played; None outside of it, and beside it.

    With more lives than one there is no one bracket.
    """
    return rounds_to_final((contest,), facts, rulebook)[0]


def rounds_to_final(contests: Iterable[Contest], facts: EventFacts, rulebook: Rulebook) -> list[int | None]:
    """As `to_final`, of each of the contests."""
    some = [one if _is_of_tree(one, rulebook) else None for one in contests]
    bracket = bracket_of(facts, rulebook) if any(some) else None
    if bracket is None:
        return [None] * len(some)
    last = knockout.last_round(max(2, bracket.facts.drawn_for))
    return [None if one is None else last - bracket.own(one).round for one in some]


def _is_of_tree(contest: Contest, rulebook: Rulebook) -> bool:
    is_beside = contest.stage in _BESIDE or contest.stage is Stage.THIRD_PLACE
    return not is_beside and rulebook.knockout.lives <= 1 and in_bracket(contest, rulebook)


def beside_tree(facts: EventFacts, rulebook: Rulebook) -> tuple[Contest, ...]:
    """What a knock-out has beside its one tree: lower brackets and finals between brackets, matches for places."""
    if not rulebook.traits.is_bracket:
        return ()
    return facts.of(*_beside(rulebook))


def has_table(rulebook: Rulebook) -> bool:
    """Whether the event has a table to read; a knock-out of one life and a match for a title have none."""
    if rulebook.traits.table is TableOrder.REACHED:
        return rulebook.knockout.lives > 1 or rulebook.knockout.placement_matches
    return rulebook.traits.table is not TableOrder.NONE


def length_of(new: NewContest, rulebook: Rulebook) -> Length:
    """The contest's length: in a bracket somebody wins, elsewhere the rulebook's games say what there can be.

    A match of teams has all its boards in a bracket too: what separates level teams stands beside them.
    """
    games = rulebook.games
    if rulebook.teams is not None:
        return length_of_teams(rulebook, new.stage)
    if games is None or in_bracket(new, rulebook):
        return Length(new.best_of)
    return Length(new.best_of, games.play_all, games.draws)


def games_in_a_row(length: Length, stage: Stage, rulebook: Rulebook) -> int | None:
    """How many games follow each other where all are played; the boards of teams are side by side. Else None."""
    if not length.play_all:
        return None
    return length.best_of if rulebook.teams is None else max(games_of_boards(rulebook, stage))


def match_lengths(rulebook: Rulebook) -> tuple[Length, ...]:
    """Every length that a match of the event can have, the shortest first."""
    rules, lengths = rulebook.knockout, set(_outside_bracket(rulebook))
    if rulebook.teams is not None:
        return tuple(lengths) or (length_of_teams(rulebook, Stage.MAIN),)
    if has_bracket(rulebook):
        lengths |= {Length(rules.best_of), Length(rules.final_best_of)}
        if rules.third_place_match:
            lengths.add(Length(rules.third_place_best_of))
    return tuple(sorted(lengths, key=lambda length: (length.best_of, length.play_all)))


def _outside_bracket(rulebook: Rulebook) -> Iterator[Length]:
    games, title = rulebook.games, rulebook.title_match
    if rulebook.traits.is_series and title is not None:
        yield Length(title.best_of)
    elif games is not None and not rulebook.traits.is_bracket:
        yield Length(games.best_of, games.play_all, games.draws)


# --- level matches of teams -----------------------------------------------------------------------------------------


SIDES = (0, 1)
Ratings = tuple[Fraction, ...]
"""The total rating of either side; empty where nobody has looked."""
_NOBODY_WINS = frozenset({ResultKind.DOUBLE_WALKOVER, ResultKind.BOTH_LOST, ResultKind.NO_RESULT})


@dataclass(frozen=True, slots=True)
class Separation:
    """Which side goes on and what says so; `side` is None while that has still to be played or drawn."""

    side: int | None
    by: LevelMatch | None = None
    """None where the boards say it themselves."""
    board: int = 0
    """By the boards in order, the first that was not level."""


def has_to_be_won(contest: Contest | NewContest, rulebook: Rulebook) -> bool:
    """Whether somebody goes on from the contest, or is separated by it, and it is one of teams with boards."""
    teams = rulebook.teams is not None and not stays_on(rulebook)
    return teams and len(contest.sides) == len(SIDES) and in_bracket(contest, rulebook)


def extra_game_is_possible(rulebook: Rulebook) -> bool:
    """Whether level teams may come to one game more."""
    return LevelMatch.EXTRA_GAME in (rulebook.teams or TeamRules()).level_match


def separation(result: Result, rulebook: Rulebook, ratings: Ratings = ()) -> Separation:
    """Who goes on after the result of a match that has to be won, and by what.

    What is on record as drawn by lot decides where the lot is due, and nowhere before it. Ratings that are not given
    separate nobody.
    """
    if result.kind in _NOBODY_WINS:
        return Separation(None)
    if not result.boards:
        return _without_boards(result)
    higher = _higher((board_total(result, 0, rulebook), board_total(result, 1, rulebook)))
    if higher is not None:
        return Separation(higher)
    for way in (rulebook.teams or TeamRules()).level_match:
        found = _by(way, result, rulebook, ratings)
        if found is not None:
            return found
    return Separation(result.paired_as_winner, LevelMatch.LOT)


def _without_boards(result: Result) -> Separation:
    """By the score; who stayed goes on against who left, whatever was given before (GO-28.4)."""
    won, left = winning_side(result.score), result.kind is ResultKind.WITHDRAWAL
    if left and result.paired_as_winner is not None:
        return Separation(result.paired_as_winner)
    return Separation(won) if won is not None else Separation(result.paired_as_winner, LevelMatch.LOT)


def with_winner(result: Result, rulebook: Rulebook, ratings: Ratings = ()) -> Result:
    """The result with whom it sends on, where its score alone does not say that; a lot or a game may still be due.

    Where both have lost, the lot between them says it, and no way of separating does (GO-17.5).
    """
    if result.kind in _NOBODY_WINS:
        return result
    found = separation(result, rulebook, ratings)
    needed = found.side is not None and found.side != winning_side(result.score)
    return replace(result, paired_as_winner=found.side if needed else None)


def points_by_place(result: Result, side: int, rulebook: Rulebook) -> tuple[Fraction, ...]:
    """What each place of the line-up gave, board 1 first; where everyone meets everyone, all games of the player."""
    told = [board for board in result.boards if board.modality != EXTRA]
    if (rulebook.teams or TeamRules()).encounter is not TeamEncounter.EVERYONE:
        return tuple(board_points(board, side, rulebook) for board in sorted(told, key=lambda one: one.board))
    found: dict[object, Fraction] = defaultdict(Fraction)
    for board in sorted(told, key=lambda one: one.board):
        found[board.players[side]] += board_points(board, side, rulebook)
    return tuple(found.values())


def _by(way: LevelMatch, result: Result, rulebook: Rulebook, ratings: Ratings) -> Separation | None:
    """What one way says; None where it separates nobody."""
    match way:
        case LevelMatch.LOT:
            return Separation(result.paired_as_winner, way)
        case LevelMatch.EXTRA_GAME:
            return Separation(_extra_winner(result), way)
        case LevelMatch.BOARDS_IN_ORDER:
            return _in_order(result, rulebook)
        case LevelMatch.RATINGS_SUM:
            side = _higher((ratings[0], ratings[1])) if ratings else None
        case _:
            side = _higher((_VALUES[way](result, 0, rulebook), _VALUES[way](result, 1, rulebook)))
    return None if side is None else Separation(side, way)


def _extra_winner(result: Result) -> int | None:
    return next((winning_side(board.score) for board in result.boards if board.modality == EXTRA), None)


def _in_order(result: Result, rulebook: Rulebook) -> Separation | None:
    places = zip(*(points_by_place(result, side, rulebook) for side in SIDES), strict=False)
    for number, values in enumerate(places, start=1):
        side = _higher(values)
        if side is not None:
            return Separation(side, LevelMatch.BOARDS_IN_ORDER, number)
    return None


def _games_won(result: Result, side: int, _: Rulebook) -> Fraction:
    told = (board for board in result.boards if board.modality != EXTRA)
    return sum((board.score[side] + HALF * board.draws for board in told), NOTHING)


def _berlin(result: Result, side: int, rulebook: Rulebook) -> Fraction:
    points = points_by_place(result, side, rulebook)
    return sum(((len(points) - at) * one for at, one in enumerate(points)), NOTHING)


def _in_modality(modality: str) -> Callable[[Result, int, Rulebook], Fraction]:
    def points(result: Result, side: int, rulebook: Rulebook) -> Fraction:
        told: Sequence[BoardResult] = [board for board in result.boards if board.modality == modality]
        return sum((board_points(board, side, rulebook) for board in told), NOTHING)

    return points


_VALUES = {
    LevelMatch.GAMES_WON: _games_won,
    LevelMatch.BERLIN: _berlin,
    LevelMatch.LIVING_POINTS: _in_modality("living"),
    LevelMatch.GIANT_POINTS: _in_modality("giant"),
}


def _higher(values: Sequence[Fraction]) -> int | None:
    first, second = values
    return None if first == second else int(second > first)


# --- what points are made of ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sources:
    """What one entrant has beside games that were played and gave what the rulebook says."""

    byes: int = 0
    """Rounds without an opponent that gave points."""
    absences: int = 0
    """Rounds missed that gave points."""
    forfeits_won: int = 0
    forfeits_lost: int = 0
    doubled: Fraction = NOTHING
    """Points on top, of games that counted double (ARENA-1)."""
    idle_draws: int = 0
    """Draws that gave nothing (ARENA-6, ARENA-7)."""


NONE = Sources()


def worth(rulebook: Rulebook) -> ScoringRules | None:
    """What wins, draws and the rest give; None where no points are counted, and at tables of three."""
    if rulebook.traits.at_tables:
        return None
    return (rulebook.scoring or SCORING) if rulebook.traits.has_lobby else rulebook.scoring


def sources(facts: EventFacts, rulebook: Rulebook) -> Mapping[EntrantId, Sources]:
    """Of everyone whose results count; of nobody where no points are counted, and at tables of three."""
    if worth(rulebook) is None:
        return {}
    if not rulebook.traits.has_lobby:
        return {entrant: _of(line) for entrant, line in crosstable(facts, rulebook).items() if not line.void}
    tallies = arena.tallies(facts, rulebook)
    table = arena.table(facts, rulebook)
    return {entrant: _of(line, tallies[entrant], rulebook) for entrant, line in table.items()}


def _of(line: TableLine, tally: ArenaTally | None = None, rulebook: Rulebook | None = None) -> Sources:
    gave = [encounter.unplayed for encounter in line.encounters if encounter.points]
    unplayed = [encounter.unplayed for encounter in line.encounters if not encounter.annulled]
    doubled, idle = (NOTHING, 0) if tally is None or rulebook is None else _of_arena(tally, rulebook)
    return Sources(
        byes=gave.count(Unplayed.BYE),
        absences=gave.count(Unplayed.ABSENCE),
        forfeits_won=unplayed.count(Unplayed.FORFEIT_WIN),
        forfeits_lost=unplayed.count(Unplayed.FORFEIT_LOSS),
        doubled=doubled,
        idle_draws=idle,
    )


def _of_arena(tally: ArenaTally, rulebook: Rulebook) -> tuple[Fraction, int]:
    """What the flame added, and how many draws gave nothing."""
    rules, scoring = rules_of(rulebook), rulebook.scoring or SCORING
    idle = [
        bool(scoring.draw) and gave == NOTHING and game.outcome is ArenaOutcome.DRAWN
        for game, gave in zip(tally.games, tally.each, strict=True)
    ]
    # A draw with moves enough after a win is worth its plain points whoever plays it.
    plain = [game_points(game, Streak(), rules, scoring) for game in tally.games]
    counted = zip(tally.each, plain, idle, strict=True)
    return sum((gave - single for gave, single, nothing in counted if not nothing), NOTHING), sum(idle)


def explain(facts: EventFacts, rulebook: Rulebook, entrant_id: EntrantId, name: str) -> Parts | None:
    """The steps of one value, from the contests that count in its table: an arena's, a group's, a Swiss's rounds.

    None where the entry does not apply to the entrant, and for what no tie-break counts, as in a bracket. Raises
    KeyError for a stranger.
    """
    if rulebook.traits.at_tables:
        return explain_total(facts, rulebook, entrant_id, name)
    if name not in TIE_BREAKS:
        return None
    match rulebook.format:
        case FormatName.ARENA:
            return ranking.explain(facts, rulebook, entrant_id, name, arena.table(facts, rulebook))
        case FormatName.GROUPS:
            pool = next((one for one in groups.pools_of(facts, rulebook) if entrant_id in one.order), None)
            if pool is None:
                raise KeyError(entrant_id)
            own = pool.facts(facts)
            return ranking.explain(own, rulebook, entrant_id, name, contests=pool.matches(own))
        case FormatName.SWISS | FormatName.ROUND_ROBIN if not is_round_robin(facts, rulebook):
            return ranking.explain(swiss.table_facts(facts, rulebook), rulebook, entrant_id, name)
        case _:
            return ranking.explain(facts, rulebook, entrant_id, name)

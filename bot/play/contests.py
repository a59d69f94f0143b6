"""A contest between sides: what can happen in it, which scores are possible, and the table that follows.

A contest has 1 to 4 sides: one side alone is a bye (it goes on without play). Scores are games won, in the order of
the sides. Everything here is a fact or a pure function of facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Final

from bot.kernel.ids import ContestId, EntrantId, PersonId

# --- contests and results -------------------------------------------------------------------------------------------


Score = tuple[int, ...]
"""Games won by each side, in the order of the contest's sides.

Where it is told, as in a report, and games can be drawn, the drawn ones stand after them: (1, 1, 2).
"""


@dataclass(frozen=True, slots=True)
class Length:
    """How long a contest is: so many games at most, or exactly where all are played; whether one can be drawn."""

    best_of: int
    play_all: bool = False
    drawable: bool = False

    @property
    def target(self) -> int:
        """Games that win the contest, 3 of 5; all of them where every game is played."""
        return self.best_of if self.play_all else self.best_of // 2 + 1


class Stage(StrEnum):
    """Where in the event a contest stands."""

    PRELIMINARY = "preliminary"
    MAIN = "main"
    SEMIFINAL = "semifinal"
    FINAL = "final"
    THIRD_PLACE = "third_place"
    GROUP = "group"
    """A round robin in groups, before a knock-out."""
    LOWER = "lower"
    """The bracket of those who have lost, where there is more than one life."""
    PLACEMENT = "placement"
    """For a place below the third."""
    PLAY_OFF = "play_off"
    """Between entrants whom no tie-break separates."""


EXTRA: Final = "extra"
"""The modality of a game more that separates two level teams: it is a board of its own, and worth nothing."""


class ResultKind(StrEnum):
    """How a contest came to its score."""

    PLAYED = "played"
    WALKOVER = "walkover"
    DOUBLE_WALKOVER = "double_walkover"
    WITHDRAWAL = "withdrawal"
    NO_RESULT = "no_result"
    """Ended without a result, as by endless repetition (GO-20)."""
    BOTH_LOST = "both_lost"
    """Played, and lost by both sides by ruling (GO-17.5)."""


GIVEN: Final = frozenset({ResultKind.WALKOVER, ResultKind.DOUBLE_WALKOVER, ResultKind.WITHDRAWAL})
"""How a match ended that was not played to its end."""


@dataclass(frozen=True, slots=True)
class BoardResult:
    """One board of a team contest, or one game of a dispute between schools."""

    board: int
    """From 1."""
    players: tuple[tuple[PersonId, ...], ...]
    """Who sat there, side by side; more than one where a group plays together, nobody where the place was empty."""
    score: Score
    """Games won by each side."""
    draws: int = 0
    walkover_games: Score = (0, 0)
    weight: float = 1.0
    """What each of its games is worth."""
    modality: str = ""
    """`table`, `giant` or `living` in a dispute (OLY-2); `extra` for a game more that separates level teams."""
    kind: ResultKind = ResultKind.PLAYED
    """`BOTH_LOST` or `NO_RESULT` where nobody has won and nothing was drawn (GO-17.5, GO-20); a board that is given
    tells it by its `walkover_games`."""
    count: float | None = None
    """Of a counted game, the number of the side that began, in stones (GO-9)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Particulars:
    """What a format tells of a contest beyond the games won; empty where the score says it all."""

    moves: int | None = None
    """Of a drawn game, where the rulebook asks for it (ARENA-6)."""
    influence: tuple[int, ...] = ()
    """At a table of three, everyone's influence at the end (OTE-2.3)."""
    boards: tuple[BoardResult, ...] = ()
    count: float | None = None
    """Of a counted game, the number of the first colour's side, in stones (GO-9)."""
    absent: tuple[int, ...] = ()
    """At a table of three, the sides that stayed away: they have lost, and nobody was behind them."""


NOTHING_MORE: Final = Particulars()
"""The score says it all."""


@dataclass(frozen=True, slots=True)
class Result(Particulars):
    """A settled score. `walkover_games` are those of `score` that nobody played: they stand, and are not rated."""

    score: Score
    """Games won; in a contest of teams boards won, or games where members' points are added up; 1 for the winner of a
    table of three."""
    walkover_games: Score
    kind: ResultKind
    settled_at: datetime
    draws: int = 0
    """Games that nobody won; each is half a game for either side."""
    reported_at: datetime | None = None
    """When it was first told; None where that is when it was settled."""
    paired_as_winner: int | None = None
    """The side that goes on where the score does not say it, and for nothing else: chosen by lot where both lost
    (GO-17.5), or by what separates level teams (GO-27.2)."""

    @property
    def particulars(self) -> Particulars:
        """What was told beyond the score."""
        return Particulars(
            moves=self.moves, influence=self.influence, boards=self.boards, count=self.count, absent=self.absent
        )

    @property
    def told_at(self) -> datetime:
        """When the result was first told."""
        return self.reported_at or self.settled_at


@dataclass(frozen=True, slots=True)
class NewContest:
    """A pairing that a format decided: `round` 0 is a preliminary round, `position` counts from 0 at the top.

    `(stage, group, round, position)` is unique in an event, but for the stages of one bracket (preliminary, main,
    semifinal, final), which share their places. One side is a bye, with its reason in `bye_reason`.
    """

    stage: Stage
    round: int
    position: int
    sides: tuple[EntrantId, ...]
    best_of: int
    bye_reason: str | None = None
    """`"rating"` (highest rated, AIJE-D01-4), `"lot"` (equal or unrated at the cut, or no rule), `"vacant"`,
    `"seed"` (the best of a table, before a bracket), `"pairing"` (nobody was left to meet) or `"rest"` (an odd round
    robin)."""
    group: int = 0
    """Of a group stage, from 1; the lives lost in a lower bracket; the first place played for in a placement match."""


BRACKET_STAGES: Final = frozenset(
    {Stage.PRELIMINARY, Stage.SEMIFINAL, Stage.FINAL, Stage.THIRD_PLACE, Stage.LOWER, Stage.PLACEMENT, Stage.PLAY_OFF}
)
"""Stages in which a contest needs a winner; the main rounds do so in a knock-out alone."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A pairing on record, with what is known of it."""

    contest_id: ContestId
    stage: Stage
    round: int
    position: int
    sides: tuple[EntrantId, ...]
    best_of: int
    bye_reason: str | None
    arbiter: PersonId | None
    called_at: datetime | None
    """When the call was delivered to the players; the walkover clock starts here (AIJE-D01-5.4)."""
    result: Result | None
    group: int = 0
    created_at: datetime | None = None
    play_all: bool = False
    """Every game is played, whoever has won before (AIJE-D02-2)."""
    drawable: bool = False
    """Whether a game of it can be drawn."""
    first_side: int = 0
    """The side with the first colour in a single game: the first one, unless a guess has said otherwise (GO-10)."""

    @property
    def is_bye(self) -> bool:
        """Whether one side is alone in it and goes on without play."""
        return len(self.sides) == 1

    @property
    def length(self) -> Length:
        """How many games the contest has at most."""
        return Length(self.best_of, self.play_all, self.drawable)

    @property
    def target(self) -> int:
        """Games that win the contest: 3 of 5, 5 of 9; all of them where every game is played."""
        return self.length.target


def sides_of(contests: Iterable[Contest | NewContest]) -> frozenset[EntrantId]:
    """Everybody who is in one of the contests."""
    return frozenset(side for contest in contests for side in contest.sides)


def last_round_of(contests: Iterable[Contest]) -> int:
    """The highest number of a round among the contests; 0 where there are none."""
    return max((contest.round for contest in contests), default=0)


# --- possible scores ------------------------------------------------------------------------------------------------


LOVE: Score = (0, 0)
"""Nobody has won a game."""
MOST_TOLD = 3
"""Numbers of a told score: games of both sides, and the drawn ones."""


def possible_scores(best_of: int, walkover_games: Score = LOVE) -> tuple[Score, ...]:
    """Every score that can end the match, from the best for side 0 to the best for side 1.

    `walkover_games` were given to each side by the other's absence and stand in the score (AIJE-D01-5.4, AIJE-D01-6),
    so that nothing below them can be reported.
    """
    target = best_of // 2 + 1
    own, other = walkover_games
    wins = [(target, lost) for lost in range(other, target)]
    losses = [(won, target) for won in reversed(range(own, target))]
    return (*wins, *losses)


def possible_results(length: Length, floor: Score = LOVE) -> tuple[Score, ...]:
    """Every score that the contest can have ended with, as it is told; drawn games stand third where there can be any.

    From the best for side 0 to the best for side 1; `floor` as in `possible_scores`.
    """
    if not length.drawable and not length.play_all:
        return possible_scores(length.best_of, floor)
    games = range(length.best_of + 1)
    told = [
        (own, other, drawn)
        for own in games[floor[0] :]
        for other in games[floor[1] : length.best_of - own + 1]
        for drawn in _drawn_at_the_end(length, own, other)
    ]
    told.sort(key=lambda one: (one[1] - one[0], one[1]))
    return tuple(one if length.drawable else one[:2] for one in told)


def can_end(length: Length, score: Score, floor: Score = LOVE) -> bool:
    """Whether a told score is one of `possible_results`, without listing them all."""
    (own, other), drawn = split(score)
    if min(own, other, drawn) < 0 or own < floor[0] or other < floor[1] or len(score) != 2 + length.drawable:
        return False
    if not length.drawable and not length.play_all:
        return max(own, other) == length.target > min(own, other)
    return drawn in _drawn_at_the_end(length, own, other)


def _drawn_at_the_end(length: Length, own: int, other: int) -> list[int]:
    """How many drawn games there can be beside so many won ones when the contest is over."""
    rest, needed = length.best_of - own - other, length.best_of - 2 * max(own, other)
    numbers = sorted({rest, needed + 1, needed + 2}) if length.drawable else [0]
    return [drawn for drawn in numbers if 0 <= drawn <= rest and _ends(length, own, other, drawn)]


def _ends(length: Length, own: int, other: int, drawn: int) -> bool:
    """Whether the contest is over with these games, and was not over before the last of them."""
    games, lead = own + other + drawn, max(own, other)
    if length.play_all or games == length.best_of:
        return games == length.best_of and (length.play_all or 2 * lead + drawn <= length.best_of + 2)
    return games < length.best_of and length.best_of < 2 * lead + drawn <= length.best_of + 2


def told_score(result: Result, *, drawable: bool = True) -> Score:
    """The score of a result as it is told."""
    return (*result.score, result.draws) if drawable and len(result.score) == len(LOVE) else result.score


def words(score: Score) -> str:
    """A told score as everybody writes it: "3–1", and of drawn games "½–½", or "2–2 (½×2)" where there were more."""
    if len(score) > MOST_TOLD or len(score) < len(LOVE):
        return "–".join(map(str, score))
    (own, other), drawn = split(score)
    if len(score) == len(LOVE) or not drawn:
        return f"{own}–{other}"
    sides = "–".join(_halves(2 * won + drawn) for won in (own, other))
    return sides if (own, other, drawn) == (0, 0, 1) else f"{sides} (½×{drawn})"


def result_words(result: Result) -> str:
    """As `words`, of a result: at a table of three each seat has a number of its own, and none of them are draws."""
    if len(result.score) > len(LOVE):
        return "–".join(map(str, result.score))
    return words(without_unwon(told_score(result), result.particulars.boards))


def without_unwon(score: Score, boards: Sequence[BoardResult]) -> Score:
    """A told score of teams without the boards that nobody won, which are no halves of anything (GO-17.5, GO-20)."""
    counted = [board for board in boards if board.modality != EXTRA]
    played = [one for one in counted if one.kind is ResultKind.PLAYED]
    if len(score) <= len(LOVE) or len(played) == len(counted):
        return score
    level = _level_boards(played) if score[:2] == _boards_won(counted) else sum(one.draws for one in played)
    return (*score[:2], level)


def _boards_won(boards: Sequence[BoardResult]) -> Score:
    return tuple(sum(board.score[side] > board.score[1 - side] for board in boards) for side in (0, 1))


def _level_boards(boards: Sequence[BoardResult]) -> int:
    return sum(board.score[0] == board.score[1] for board in boards)


def _halves(number: int) -> str:
    whole = "" if number == 1 else str(number // 2)
    return whole + "½" * (number % 2)


def split(score: Score) -> tuple[Score, int]:
    """The games won, and the drawn ones, of a score as it is told."""
    return score[:2], sum(score[2:])


def winning_side(score: Score) -> int | None:
    """The side with more games won, or None when the best are level."""
    best = max(score)
    return score.index(best) if score.count(best) == 1 else None


def running_scores(length: Length, walkover_games: Score = LOVE, so_far: Score = LOVE) -> tuple[Score, ...]:
    """Every score of a match still going on, no side below its walkover games or the score so far; lowest first."""
    target = length.target
    own, other = (max(pair) for pair in zip(walkover_games, so_far, strict=True))
    games = length.best_of
    return tuple((won, lost) for won in range(own, target) for lost in range(other, target) if won + lost < games)


def rated_games(result: Result | BoardResult) -> tuple[float, ...]:
    """The games that were played, and so count for the rating (AIJE-B02-2, AIJE-D01-6); a drawn one is half a game."""
    half = result.draws / 2
    return tuple(won - given + half for won, given in zip(result.score, result.walkover_games, strict=True))


def match_winner(score: Score, best_of: int) -> int | None:
    """The side that won the match on the overall score, or None while nobody has (AIJE-B01-5).

    Where all games are played to the end, both sides may have passed the target; the higher number of games wins.
    """
    target = best_of // 2 + 1
    best = max(score)
    return score.index(best) if best >= target and score.count(best) == 1 else None


def influence_words(particulars: Particulars) -> str:
    """Everybody's influence in the order of the sides, for the log and for errors: "16 · 3 · -2"."""
    return " · ".join(map(str, particulars.influence))


# --- the table and the podium ---------------------------------------------------------------------------------------


PODIUM_PLACES = 3


class Sanction(StrEnum):
    """What a verdict does to somebody's place in the final order (GO-23.6)."""

    LOWERED = "lowered"
    PRIZE_WITHHELD = "prize_withheld"


@dataclass(frozen=True, slots=True)
class TieBreakValue:
    """What an entrant has by one entry of the tie-break registry; None where the entry does not apply."""

    name: str
    value: Fraction | None


@dataclass(frozen=True, slots=True)
class StandingRow:
    """The best and the worst place that an entrant can still take; in a finished event, the shared place (5 to 8)."""

    rank_from: int
    rank_to: int
    entrant_id: EntrantId
    reached: Stage
    """The furthest stage that the entrant played in, or has a place in."""
    round: int
    values: tuple[TieBreakValue, ...] = ()
    """In the order of the rulebook's chain, the points first; empty where a bracket alone decides."""
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    void: bool = False
    """All results of the entrant are void (GO-28.2): the place is behind all others and is not fought for."""

    @property
    def is_shared(self) -> bool:
        """Whether the row stands for more than one place."""
        return self.rank_from != self.rank_to


def podium(
    rows: Sequence[StandingRow], *, of_table: bool = False, never_came: Collection[EntrantId] = ()
) -> tuple[StandingRow, ...]:
    """The rows of places 1, 2 and 3 of a finished event, best first; in a table a place may be shared, the first too.

    Up to three entrants; without a third-place match both semifinal losers share the third step. A place that nobody
    won is missing, that of an entrant who never came is too, and who can still come first is on no step yet.
    """
    on_it = (row for row in rows if row.rank_from <= PODIUM_PLACES and row.entrant_id not in never_came)
    return tuple(row for row in on_it if of_table or row.rank_from > 1 or not row.is_shared)


def move_down(rows: Sequence[StandingRow], down: Sequence[EntrantId]) -> tuple[StandingRow, ...]:
    """The final order with each of them a place lower, once for each time that they are named (GO-23.6).

    Who shares a place comes behind the others on it; who does not, behind all who share the next one. The order of the
    verdicts is all the same, and who is put lower is not raised again because another is. Whoever was last stays so.
    """
    times = Counter(down)
    order = [list(row) for _, row in groupby(rows, key=lambda row: row.rank_from)]
    for place in reversed(order.copy()):
        for nth in range(1, 1 + max(times[row.entrant_id] for row in place)):
            _lower(order, [row.entrant_id for row in place if times[row.entrant_id] >= nth], times)
    return tuple(row for place in order for row in place)


def _lower(order: list[list[StandingRow]], lowered: Sequence[EntrantId], times: Counter[EntrantId]) -> None:
    """Puts who stands together one place lower: behind the others of their place, or else past the next one."""
    at = next(at for at, place in enumerate(order) if _split(place, lowered)[1])
    stay, fall = _split(order[at], lowered)
    order[at : at + 1] = [stay, fall] if stay else [fall]
    if stay and fall[0].is_shared:
        last = fall[0].rank_to - len(fall)
        order[at] = [replace(row, rank_to=last) for row in stay]
        order[at + 1] = [replace(row, rank_from=last + 1) for row in fall]
    else:
        _put_past(order, at + bool(stay), times)


def _split(place: Sequence[StandingRow], lowered: Sequence[EntrantId]) -> tuple[list[StandingRow], list[StandingRow]]:
    """Who stays on the place, and who does not."""
    stay = [row for row in place if row.entrant_id not in lowered]
    return stay, [row for row in place if row.entrant_id in lowered]


def _put_past(order: list[list[StandingRow]], at: int, times: Counter[EntrantId]) -> None:
    """Puts a place behind the next one of whom nobody is put lower, those between with it."""
    unmoved = (nr for nr in range(at + 1, len(order)) if not any(times[row.entrant_id] for row in order[nr]))
    passing = next(unmoved, at)
    first = order[at][0].rank_from
    for nr, place in enumerate([order[passing], *order[at:passing]], at):
        last = first + place[0].rank_to - place[0].rank_from
        order[nr] = [replace(row, rank_from=first, rank_to=last) for row in place]
        first = last + 1


# --- scores in columns ----------------------------------------------------------------------------------------------


def score_text(score: Score) -> str:
    """`(3, 1)` as "3-1"."""
    return "-".join(map(str, score))


def read_score(text: str) -> Score:
    """The inverse of `score_text`."""
    return tuple(map(int, text.split("-")))

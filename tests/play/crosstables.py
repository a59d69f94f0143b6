"""Tables for the tests: contests written down in a line, and rulebooks with the tables that they need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import BoardResult, Contest, Result, ResultKind, Stage, StandingRow
from bot.play.format_rules import GamesRules, Level, RankingRules, RoundRobinRules, ScoringRules, TeamRules
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.ranking import rank
from bot.play.rulebook import FormatName, Rulebook
from bot.rulebooks.library import preset

OPEN = preset("aije-open")
NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
WIN, DRAW, LOSS = (1, 0), (0, 0), (0, 1)


def rulebook(*order: str, format: FormatName = FormatName.ROUND_ROBIN, **tables: object) -> Rulebook:
    """A rulebook with single games that can be drawn, colours, 1 for a win, and that chain of tie-breaks."""
    games = GamesRules(best_of=1, play_all=True, draws=True, colours=True)
    base = replace(
        OPEN, format=format, games=games, scoring=ScoringRules(), ranking=RankingRules(order=order or ("points",))
    )
    return replace(base, **tables)  # type: ignore[arg-type]


def go(*order: str, level: Level = Level.SHARED, decisive: int = 0, times: int = 1) -> Rulebook:
    """Go: 2 for a win, 1 for a draw (GO-27.1)."""
    return rulebook(
        scoring=ScoringRules(2, 1, 0, 2, 0),
        ranking=RankingRules(order, level, decisive),
        round_robin=RoundRobinRules(times=times, void_below_half=True),
    )


def go_teams(size: int = 3, **of_ranking: object) -> Rulebook:
    """Teams of Go: board points as in the single events, 2 for the match (GO-27.2)."""
    order = ("points", "board_points", "boards_in_order")
    return rulebook(
        scoring=ScoringRules(2, 1, 0, 2, 0),
        teams=TeamRules(size=size, board_win=2, board_draw=1),
        ranking=RankingRules(order, **of_ranking),  # type: ignore[arg-type]
    )


def aije_teams() -> Rulebook:
    """Teams of Jeek: 4 games a board, a level board gives none (AIJE-D05-3, AIJE-D05-4)."""
    order = ("points", "direct_encounter", "games_won_in_encounter", "longest_unbeaten_run", "ratings_sum")
    return rulebook(
        *order,
        scoring=ScoringRules(3, 1, 0, 3, 0),
        teams=TeamRules(size=3, board_games=4, board_win=1, board_draw=0),
    )


def challengers() -> Rulebook:
    """Candidates: five games a pair, all played; ties on the first place by a match of five (AIJE-D02-2)."""
    return rulebook(
        games=GamesRules(best_of=5, play_all=True),
        scoring=ScoringRules(by_games=True),
        ranking=RankingRules(("points", "direct_encounter"), Level.PLAY_OFF, decisive_places=1, play_off_best_of=5),
        round_robin=RoundRobinRules(drawn_order=True),
    )


def match(
    number: int,
    sides: str,
    score: tuple[int, int] = DRAW,
    kind: ResultKind = ResultKind.PLAYED,
    *,
    draws: int | None = None,
    boards: tuple[BoardResult, ...] = (),
    stage: Stage = Stage.MAIN,
    best_of: int = 1,
) -> Contest:
    """A decided contest: `match(1, "AB", WIN)`; a score of 0-0 played is a draw; a walkover's games nobody played."""
    given = score if kind is ResultKind.WALKOVER else (0, 0)
    drawn = int(kind is ResultKind.PLAYED and score == DRAW) if draws is None else draws
    result = Result(score, given, kind, NOON, draws=drawn, boards=boards)
    name = ContestId(f"{stage}-{number:02}-{sides}")
    entrants = tuple(EntrantId(side) for side in sides)
    return Contest(name, stage, number, 0, entrants, best_of, None, None, None, result)


def exactly(*numbers: float) -> tuple[Fraction, ...]:
    """The numbers as the fractions that they are."""
    return tuple(Fraction(number) for number in numbers)


def bye(number: int, side: str, reason: str = "pairing") -> Contest:
    return Contest(
        ContestId(f"{number:02}-{side}"), Stage.MAIN, number, 0, (EntrantId(side),), 1, reason, None, None, None
    )


def boards(*scores: tuple[int, int] | tuple[int, int, int]) -> tuple[BoardResult, ...]:
    """Boards from 1: games won by each side, and drawn ones."""
    return tuple(
        BoardResult(number, ((), ()), (score[0], score[1]), score[2] if len(score) > 2 else 0)
        for number, score in enumerate(scores, start=1)
    )


def event(names: str, *contests: Contest, **of_starters: Mapping[str, object]) -> EventFacts:
    """Entrants named by a letter; `event("AB", …, A={"rating": 1500.0})`."""
    starters = tuple(
        replace(Starter(EntrantId(name), None), **of_starters.get(name, {}))  # type: ignore[arg-type]
        for name in names
    )
    return EventFacts(starters, contests)


def order(facts: EventFacts, rules: Rulebook) -> str:
    """The table as letters, best first, level ones in brackets: `"A(BC)D"`."""
    return spelt(rank(facts, rules))


def spelt(rows: tuple[StandingRow, ...]) -> str:
    text, open_until = "", 0
    for place, row in enumerate(rows, start=1):
        text += "(" if row.is_shared and row.rank_from == place else ""
        text += row.entrant_id
        open_until = row.rank_to
        text += ")" if row.is_shared and open_until == place else ""
    return text


def values(facts: EventFacts, rules: Rulebook, name: str) -> dict[str, Fraction | None]:
    """What everyone has by one entry of the chain."""
    return {row.entrant_id: {one.name: one.value for one in row.values}[name] for row in rank(facts, rules)}

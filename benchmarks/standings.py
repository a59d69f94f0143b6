"""What a table costs: who stands where by five tie-breaks, and why.

Run with `python -m benchmarks.standings`. The results are made up, each round by chance among neighbours of the table's
order by entry; what a table costs does not hang on who won.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from benchmarks.presses.measure import table
from benchmarks.sizes import is_smallest
from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, Result, ResultKind, Stage
from bot.play.crosstable import crosstable
from bot.play.draw import Stream
from bot.play.format_rules import GamesRules, RankingRules, ScoringRules, SwissRules
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.ranking import explain, rank
from bot.play.rulebook import FormatName, Rulebook
from bot.rulebooks.library import preset

CHAIN: Final = ("points", "direct_encounter", "buchholz_cut_1", "buchholz", "sonneborn_berger", "performance_fide")
"""The points and five tie-breaks."""
SIZES: Final = ((64, 6), (256, 8), (1_024, 10), (4_096, 12))
"""Players and rounds."""
SMALLEST: Final = ((8, 3),)
TIMES: Final = 5
NOON: Final = datetime(2026, 5, 2, 12, tzinfo=UTC)
SCORES: Final = ((1, 0), (0, 1), (0, 0))


def rulebook() -> Rulebook:
    """A Swiss of single games that can be drawn."""
    return replace(
        preset("aije-open"),
        format=FormatName.SWISS,
        games=GamesRules(best_of=1, draws=True, colours=True),
        scoring=ScoringRules(),
        swiss=SwissRules(),
        ranking=RankingRules(CHAIN),
    )


def event(players: int, rounds: int) -> EventFacts:
    """That many rated players who have played all rounds, but for one forfeit a round."""
    stream = Stream(players.to_bytes(32, "big"))
    ids = [EntrantId(f"e{number:05}") for number in range(players)]
    starters = tuple(Starter(one, 1200.0 + stream.below(1200)) for one in ids)
    return EventFacts(starters, tuple(contest for number in range(rounds) for contest in _round(number, ids, stream)))


def _round(number: int, ids: list[EntrantId], stream: Stream) -> Iterator[Contest]:
    order = stream.shuffle(ids)
    for board, (first, second) in enumerate(zip(order[::2], order[1::2], strict=True)):
        score = SCORES[stream.below(len(SCORES))]
        kind = ResultKind.WALKOVER if board == 0 and score != (0, 0) else ResultKind.PLAYED
        given = score if kind is ResultKind.WALKOVER else (0, 0)
        result = Result(score, given, kind, NOON, draws=int(score == (0, 0)))
        name = ContestId(f"{number:02}-{board:04}")
        yield Contest(name, Stage.MAIN, number + 1, board, (first, second), 1, None, None, None, result)


def seconds(facts: EventFacts, rules: Rulebook) -> tuple[float, float, float]:
    """Processor time, the best of a few runs each: the crosstable, the whole table with it, one value explained."""
    entrant = facts.starters[0].entrant_id
    verbs = (
        lambda: crosstable(facts, rules),
        lambda: rank(facts, rules),
        lambda: explain(facts, rules, entrant, "buchholz"),
    )
    found = []
    for verb in verbs:
        runs = []
        for _ in range(TIMES):
            began = time.process_time()
            verb()
            runs.append(time.process_time() - began)
        found.append(min(runs))
    return found[0], found[1], found[2]


def report(sizes: Sequence[tuple[int, int]] = SIZES) -> str:
    """The table, measured now."""
    rules, rows = rulebook(), []
    for players, rounds in sizes:
        alone, whole, why = seconds(event(players, rounds), rules)
        rows.append((f"{players:,}", rounds, f"{alone * 1000:.0f}", f"{whole * 1000:.0f}", f"{why * 1000:.0f}"))
    return table(("players", "rounds", "crosstable ms", "table by five tie-breaks ms", "one value explained ms"), rows)


if __name__ == "__main__":
    print(report(SMALLEST) if is_smallest(sys.argv) else report())

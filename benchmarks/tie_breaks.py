"""Tie-breaks held against an outside program: gacrux, a checker of FIDE's tie-breaks.

Run with `python -m benchmarks.tie_breaks [EVENTS]` after `pip install gacrux==1.11.65`. Random Swiss events with byes,
absences, forfeits, double forfeits and withdrawals are written as FIDE's report file, counted by both, and compared
player by player. The program goes by the date in the file: until March 2026 article 16 of C.07 read otherwise.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.presses.measure import table
from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, Result, ResultKind, Stage
from bot.play.format_rules import GamesRules, RankingRules, ScoringRules
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.ranking import rank
from bot.play.rulebook import FormatName, Rulebook
from bot.rulebooks.library import preset

EVENTS: Final = 100
VERSIONS: Final = (("fide-c07-2024", "2026/01/10"), ("fide-c07-2026", "2026/06/10"))
"""Each with a day on which it was in force."""
THEIR_NAMES: Final = {
    "points": "PTS",
    "buchholz": "BH",
    "buchholz_cut_1": "BH/C1",
    "buchholz_cut_2": "BH/C2",
    "median_buchholz": "BH/M1",
    "sonneborn_berger": "SB",
    "progressive": "PS",
    "performance_fide": "TPR",
    "average_rating_of_opponents": "ARO",
}
NEAR: Final = 0.011
"""They print two decimals."""
NOON: Final = datetime(2026, 5, 2, 12, tzinfo=UTC)
ABSENT, FORFEIT, DOUBLE, LEAVES = 0.06, 0.05, 0.07, 0.03
ENDS: Final = {(1, 0): "10", (0, 1): "01", (0, 0): "=="}


@dataclass
class Written:
    """An event as facts and as the lines of a report."""

    ratings: dict[EntrantId, int]
    contests: list[Contest] = field(default_factory=list)
    rows: dict[EntrantId, list[str]] = field(default_factory=dict)
    gone: set[EntrantId] = field(default_factory=set)

    @property
    def facts(self) -> EventFacts:
        """What Arbiter counts from."""
        starters = (Starter(one, float(rating), one in self.gone) for one, rating in self.ratings.items())
        return EventFacts(tuple(starters), tuple(self.contests))

    def report(self, day: str) -> str:
        """What they count from: FIDE's report file, version 16."""
        rounds = max(map(len, self.rows.values()))
        lines = ["012 Random", f"042 {day}", f"052 {day}", "092 Individual: Swiss-System", f"XXR {rounds}"]
        for one, cells in self.rows.items():
            points = sum("1+U".count(cell[-1]) + "=".count(cell[-1]) / 2 for cell in cells)
            head = f"001 {int(one):4d} m    {one:<33} {self.ratings[one]:4d} ITA {'':>11} {'':>10} {points:4.1f}    1"
            lines.append(head.ljust(89) + "".join(cells))
        return "\n".join(lines) + "\n"


def write_event(seed: int) -> Written | None:
    """A random event without rematches, or None where its pairing came to a dead end."""
    chance = random.Random(seed)
    ids = [EntrantId(f"{number:04d}") for number in range(1, chance.randint(7, 25))]
    event = Written({one: chance.randint(1200, 2500) for one in ids}, rows={one: [] for one in ids})
    met: set[frozenset[EntrantId]] = set()
    had_bye: set[EntrantId] = set()
    for number in range(1, chance.randint(3, min(7, len(ids) - 2)) + 1):
        present = [one for one in ids if one not in event.gone and chance.random() > ABSENT]
        pairs = _pair(present, met, had_bye, chance)
        if pairs is None:
            return None
        for board, pair in enumerate(pairs):
            _play(event, number, board, pair, chance)
            met.add(frozenset(pair))
            had_bye.update(pair if len(pair) == 1 else ())
        for one in ids:
            event.rows[one] += [] if len(event.rows[one]) == number else ["  0000 - Z"]
        event.gone.update(one for one in ids if chance.random() < LEAVES)
    return event


def _pair(
    present: list[EntrantId], met: set[frozenset[EntrantId]], had_bye: set[EntrantId], chance: random.Random
) -> list[tuple[EntrantId, ...]] | None:
    for _ in range(200):
        left = chance.sample(present, len(present))
        byes = [(next(one for one in left if one not in had_bye),)] if len(left) % 2 and set(left) - had_bye else []
        if len(left) % 2 != len(byes):
            return None
        pairs: list[tuple[EntrantId, ...]] = [*byes]
        left = [one for one in left if (one,) not in byes]
        while left:
            one = left.pop()
            other = next((other for other in left if frozenset((one, other)) not in met), None)
            if other is None:
                break
            left.remove(other)
            pairs.append((one, other))
        else:
            return pairs
    return None


def _play(event: Written, number: int, board: int, pair: tuple[EntrantId, ...], chance: random.Random) -> None:
    contest = Contest(ContestId(f"{number:02}-{board:02}"), Stage.MAIN, number, board, pair, 1, None, None, None, None)
    if len(pair) == 1:
        event.contests.append(replace(contest, bye_reason="pairing"))
        event.rows[pair[0]].append("  0000 - U")
        return
    result, ends = _result(chance)
    event.contests.append(replace(contest, result=result))
    for own, other, colour, end in zip(pair, pair[::-1], "wb", ends, strict=True):
        event.rows[own].append(f"  {other} {colour} {end}")


def _result(chance: random.Random) -> tuple[Result, str]:
    thrown = chance.random()
    if thrown < FORFEIT:
        return Result((1, 0), (1, 0), ResultKind.WALKOVER, NOON), "+-"
    if thrown < DOUBLE:
        return Result((0, 0), (0, 0), ResultKind.DOUBLE_WALKOVER, NOON), "--"
    score = chance.choice(list(ENDS))
    return Result(score, (0, 0), ResultKind.PLAYED, NOON, draws=int(score == (0, 0))), ENDS[score]


def rulebook(version: str) -> Rulebook:
    """A Swiss of single games with every entry that both count."""
    return replace(
        preset("aije-open"),
        format=FormatName.SWISS,
        games=GamesRules(best_of=1, draws=True, colours=True),
        scoring=ScoringRules(),
        ranking=RankingRules(tuple(THEIR_NAMES), unplayed=version),
    )


def theirs(event: Written, day: str) -> dict[str, dict[str, float]]:
    """Everybody's values by gacrux, under our names."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "event.trf"
        path.write_text(event.report(day), encoding="ascii")
        call = [sys.executable, "-m", "gacrux.tiebreakchecker", "-i", str(path), "-o", "-", "-f", "TRF", "-s", "-dT"]
        told = subprocess.run([*call, "-t", *THEIR_NAMES.values()], capture_output=True, text=True, check=True).stdout
    head, *lines = (line.split("\t") for line in told.strip().splitlines())
    rows = [dict(zip(head, line, strict=True)) for line in lines]
    return {
        f"{int(row['StartNo']):04d}": {ours: float(row[name]) for ours, name in THEIR_NAMES.items()} for row in rows
    }


def differences(event: Written, version: str, day: str) -> Iterator[tuple[str, bool]]:
    """Each value of each player by its name, and whether the two differ; a mean rating is printed whole."""
    found = theirs(event, day)
    for row in rank(event.facts, rulebook(version)):
        for one in row.values:
            own = float(one.value or 0)
            shown = int(own + 0.5) if one.name == "average_rating_of_opponents" else own
            yield one.name, abs(shown - found[row.entrant_id][one.name]) > NEAR


def report(events: int = EVENTS) -> str:
    """How many values were compared, and how many differ."""
    rows = []
    for version, day in VERSIONS:
        compared, differ = Counter[str](), Counter[str]()
        drawn = (event for event in map(write_event, range(10 * events)) if event is not None)
        for event, _ in zip(drawn, range(events), strict=False):
            for name, other in differences(event, version, day):
                compared[name] += 1
                differ[name] += other
        rows.append((version, events, f"{compared['points']:,}", f"{compared.total():,}", differ.total()))
    return table(("version", "events", "players", "values compared", "differ"), rows)


if __name__ == "__main__":
    print(report(*map(int, sys.argv[1:2])))

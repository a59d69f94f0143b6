"""An event run with `pair` and a text editor: the next round, its results as short lines, and so on to the end."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.play.contests import Contest, NewContest
from bot.record.reading import read_record
from bot.record.replaying import NextRound, next_round, replay

PLAY_OFF = {"order": ["points"], "level": "play_off", "decisive_places": 2}
RULEBOOKS: list[dict[str, object]] = [
    {"format": "knockout", "knockout": {"third_place_match": True}},
    {"format": "knockout", "knockout": {"seeding": "seeded"}},
    {"format": "knockout", "knockout": {"lives": 2}},
    {"format": "round_robin", "round_robin": {"times": 2}},
    {"format": "round_robin", "ranking": PLAY_OFF},
    {"format": "round_robin", "ranking": {**PLAY_OFF, "level": "lot"}},
    {"format": "swiss"},
    {"format": "swiss", "ranking": PLAY_OFF},
    {"format": "swiss", "swiss": {"out_after": 2}},
    {"format": "swiss", "swiss": {"rounds": 3}, "cut": {"players": 4}},
    {"format": "tables"},
    {"format": "swiss", "swiss": {"rounds": 3}, "cut": {"players": 4}, "knockout": {"best_of": 3, "final_best_of": 5}},
    {"preset": "aije-open"},
    {"preset": "double-elimination"},
    {"preset": "go-swiss"},
]
MOST_ROUNDS = 40


def spot(contest: Contest | NewContest) -> tuple[object, ...]:
    """Where in the event it is, and between whom."""
    return contest.stage, contest.group, contest.round, frozenset(contest.sides)


class Notebook:
    """The file, the next round of it, and where `pair` said that each contest stands."""

    def __init__(self, rulebook: dict[str, object], entrants: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.lines: list[list[str]] = []
        self.spots: Counter[tuple[object, ...]] = Counter()
        self.told: dict[str, object] = {
            "rulebook": rulebook,
            "entrants": [f"p{number}" for number in range(entrants)],
            "results": self.lines,
        }

    def next(self) -> NextRound:
        record = read_record(json.dumps(self.told), "cup.json")
        assert replay(record).agrees
        assert Counter(spot(one.contest) for one in record.contests) == self.spots
        return next_round(record)

    def play(self, contest: NewContest) -> None:
        """Writes down who won, and all games that it takes."""
        self.spots[spot(contest)] += 1
        games = [0] * len(contest.sides)
        games[self.chance.randrange(len(games))] = contest.best_of // 2 + 1
        self.lines.append([*contest.sides, "-".join(map(str, games)) if len(games) > 1 else "bye"])


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=str)
@given(entrants=st.integers(4, 11), seed=st.integers(0, 2**32))
@settings(max_examples=settings().max_examples // 5)
def test_an_event_of_short_lines_alone_comes_to_its_end(rulebook: dict[str, object], entrants: int, seed: int) -> None:
    notebook = Notebook(rulebook, entrants, seed)
    for _ in range(MOST_ROUNDS):
        due = notebook.next()
        if due.is_over:
            return
        if due.lot:
            notebook.told["lot"] = list(due.lot)
        for one in due.pairings:
            notebook.play(one.contest)
    raise AssertionError(notebook.lines)

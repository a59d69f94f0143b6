"""The records of random events, each counted again from its file by a count that is not the engine's (`recount.py`)."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from bot.kernel.ids import TournamentId
from bot.play.records import Record
from bot.play.rulebook import FormatName
from bot.play.series import CircuitRules, SeriesLevel, Shared
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.series import ToldEvent, replay_series, write_series
from bot.record.writing import write_record
from tests.record.playing import REPLACED, RULEBOOKS, played
from tests.record.recount import miscounted
from tests.record.recount_series import miscounted_series

EVENTS = 100 if os.environ.get("LONG") else 3
"""Of each format: a hundred with LONG=1, as in `make long`, otherwise the first of them."""
ALWAYS = {"tables": (98,), "four_games": (11,)}
"""Besides the first tenth, what only the hundred once showed: a table of two that somebody left has no influence, and a
direct encounter looks anew at those whom it leaves level."""
PLAYERS = {"title_match": (2, 2), "groups": (4, 11), "swiss_cut": (5, 12)}
LADDER = {"format": "ladder", "ladder": {"reach": 3, "lasts": "2 h"}}
SCORING = {
    "swiss": {"win": 3, "draw": 1, "loss": 0, "bye": 3},
    "round_robin": {"win": 2, "draw": 1.5, "loss": 1, "bye": 2},
    "groups": {"win": 3, "draw": 1, "loss": 0, "bye": 3},
}
"""Every second event of these counts otherwise than by 1 and ½."""
IN_SERIES = ("knockout", "two_lives", "round_robin", "swiss", "groups", "replaced")
NAMES = [*RULEBOOKS, "ladder", "games_of_a_title_match"]
OF_POINTS = {"round_robin", "swiss", "groups", "arena", "tables"}
WITH_POINTS = [name for name, tables in RULEBOOKS.items() if tables["format"] in OF_POINTS]
File = dict[str, Any]


def ladder(seed: int) -> File:
    """Challenges at random, within reach of the places that they lead to."""
    chance = Random(seed)
    names = [f"e{at}" for at in range(chance.randint(3, 9))]
    entrants = [{"id": name, "rating": 2400 - 10 * at} for at, name in enumerate(names)]
    order, contests = list(names), []
    for _ in range(chance.randint(1, 20)):
        below = chance.randrange(1, len(order))
        above = chance.randrange(max(0, below - 3), below)
        sides, won = [order[below], order[above]], chance.random() < 0.5
        contests.append({"sides": sides, "score": "1-0" if won else "0-1"})
        if won:
            order.insert(above, order.pop(below))
    event = {"began_at": "2026-05-01T18:00:00Z", "now": "2026-05-01T20:01:00Z"}
    return {"rulebook": LADDER, "event": event, "entrants": entrants, "contests": contests}


def title_match(seed: int) -> File:
    """A match told game by game, some games annulled and played again."""
    chance, sides = Random(seed), ["Ana", "Bia"]
    best_of = chance.choice([3, 5, 7])
    games: list[File] = []
    won = [0, 0]
    while max(won) <= best_of // 2:
        number = sum(won) + 1
        first = sides[number == best_of or (number - 1) % 2]
        if chance.random() < 0.2:
            games.append({"game": number, "first": first, "how": "annulled"})
        winner = chance.randrange(2)
        won[winner] += 1
        how = chance.choice(["board", "resigned", "time", "rule"])
        games.append({"game": number, "first": first, "winner": sides[winner], "how": how})
    holder = {"id": "Ana", "holder": True, "choices": {"first": "first", "last": "second"}}
    return {
        "rulebook": {"format": "title_match", "title_match": {"best_of": best_of}},
        "entrants": [holder, "Bia"],
        "contests": [{"sides": sides, "score": f"{won[0]}-{won[1]}", "games": games}],
    }


BY_HAND = {"ladder": ladder, "games_of_a_title_match": title_match}


def record_of(name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> File:
    """What the bot exports of the event."""
    if name in BY_HAND:
        return exported(read_record(json.dumps(BY_HAND[name](seed)), f"{name}.json"))
    if seed % 2 and name in SCORING:
        monkeypatch.setitem(RULEBOOKS, name, {**RULEBOOKS[name], "scoring": SCORING[name]})
    fewest, most = PLAYERS.get(name, (3, 12))
    return exported(played(name, Random(seed).randint(fewest, most), seed).record())


def exported(record: Record) -> File:
    file: File = json.loads(write_record(record))
    return file


def series(seed: int) -> File:
    """Events of some formats by rules at random, with who is behind each entrant out of twelve people."""
    chance = Random(seed)
    events = []
    for at in range(chance.randint(1, 5)):
        name, number = chance.choice(IN_SERIES), chance.randint(4, 9)
        record = played(name, number, chance.randrange(10**6), event_id=TournamentId(f"cup{at}")).record()
        people = chance.sample(range(12), number)
        starters = [str(one.entrant_id) for one in record.facts.starters]
        who = {one: f"P{number}" for one, number in zip(starters, people, strict=True)}
        events.append(ToldEvent(record, who | {held.person_id: f"Q{held.person_id}" for held in record.former}))
    file: File = json.loads(write_series("Season", _rules(chance), events))
    return file


def _rules(chance: Random) -> CircuitRules:
    places = sorted((chance.randint(0, 30) for _ in range(chance.randint(1, 9))), reverse=True)
    return CircuitRules(
        name="Season",
        places=tuple(places),
        played=chance.randint(0, places[-1]),
        shared=chance.choice([*Shared]),
        withdrawn=chance.random() < 0.5,
        best=chance.randint(0, 3),
        formats=(),
        unrated=True,
        level=tuple(chance.sample([*SeriesLevel], chance.randint(0, len(SeriesLevel)))),
        finalists=0,
    )


def test_every_format_is_counted() -> None:
    formats = {FormatName(str(one["format"])) for one in RULEBOOKS.values()} | {FormatName.LADDER}
    assert formats == {*FormatName}


@pytest.mark.parametrize("name", NAMES)
def test_another_count_of_the_file_comes_to_the_same_points_and_places(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in {*range(EVENTS), *ALWAYS.get(name, ())}:
        file = record_of(name, seed, monkeypatch)
        assert miscounted(file) == [], (name, seed)
        assert replay(read_record(json.dumps(file), f"{name}.json")).agrees, (name, seed)


def test_another_count_of_a_series_comes_to_the_same_points_and_places() -> None:
    for seed in range(EVENTS):
        file = series(seed)
        assert miscounted_series(file) == [], seed
        assert replay_series(json.dumps(file), "season.json").agrees, seed


def exchange_two_lines(file: File) -> None:
    """The first and the last exchanged, the champion with them."""
    rows = file["standings"]
    rows[0]["entrant"], rows[-1]["entrant"] = rows[-1]["entrant"], rows[0]["entrant"]
    file["champion"] = rows[0]["entrant"]


def drop_a_result(file: File) -> None:
    file["contests"].remove(a_won_one(file))


def turn_a_result_round(file: File) -> None:
    sides = a_won_one(file)["sides"]
    sides.append(sides.pop(0))


def count_a_result_twice(file: File) -> None:
    """At the ladder, where the same win twice moves nobody, it is told once more for the other side."""
    again = deepcopy(a_won_one(file))
    if file["rulebook"]["format"] == "ladder":
        again["sides"].reverse()
    file["contests"].append(again)


def leave_a_line_out(file: File) -> None:
    file["standings"].pop()


def a_won_one(file: File) -> File:
    """The first match with a winner, at the ladder the last in which a challenger won."""
    told: list[File] = file["contests"]
    if file["rulebook"]["format"] == "ladder":
        return next(one for one in reversed(told) if one["score"] == "1-0")
    return next(one for one in told if "score" in one and is_won(one["score"]))


def is_won(score: str | list[int]) -> bool:
    if isinstance(score, list):
        return True
    first, second = score.partition("=")[0].replace("½", ".5").split("-")
    return float(first) != float(second)


FAULTS: list[Callable[[File], None]] = [
    exchange_two_lines,
    drop_a_result,
    turn_a_result_round,
    count_a_result_twice,
    leave_a_line_out,
]


@pytest.mark.plants
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", NAMES)
def test_a_fault_in_the_file_is_noticed_by_the_count(
    name: str, fault: Callable[[File], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = record_of(name, 4, monkeypatch)
    fault(file)
    assert miscounted(file)


def one_point_more(row: File) -> None:
    key = "tournament_score" if "tournament_score" in row["values"] else "points"
    row["values"][key] = f"{int(float(row['values'][key].partition('/')[0])) + 1}"


@pytest.mark.plants
@pytest.mark.parametrize("name", WITH_POINTS)
def test_a_point_too_many_is_noticed_by_the_count(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The leader has it, so that nobody changes places."""
    file = record_of(name, 4, monkeypatch)
    one_point_more(file["standings"][0])
    assert any("points" in one for one in miscounted(file))


@pytest.mark.plants
@pytest.mark.parametrize("name", ["teams", "teams_sum", "teams_cup", "teams_one_more"])
def test_a_board_given_to_the_other_team_is_noticed_by_the_count(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The score of the match stays as it was."""
    file = record_of(name, 4, monkeypatch)
    for one in file["contests"]:
        for board in one.get("boards", ()):
            board["score"] = "0-9" if one["sides"][0] == file["champion"] else board["score"]
            board["score"] = "9-0" if one["sides"][-1] == file["champion"] else board["score"]
    assert miscounted(file)


def one_match_less(file: File) -> None:
    """Who left has one match less, which is then the successor's."""
    _a_former_holder(file)["played"].pop()


def one_who_never_left(file: File) -> None:
    for entrant in file["entrants"]:
        entrant.pop("former", None)


def a_moment_too_early(file: File) -> None:
    _a_former_holder(file)["left_at"] = file["event"]["began_at"]


def _a_former_holder(file: File) -> File:
    return next(held for one in file["entrants"] for held in one.get("former", ()) if held.get("played"))


@pytest.mark.plants
@pytest.mark.parametrize("fault", [one_match_less, one_who_never_left, a_moment_too_early])
@pytest.mark.parametrize("name", sorted(REPLACED))
def test_a_match_told_of_the_wrong_holder_of_a_place_is_noticed_by_the_count(
    name: str, fault: Callable[[File], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = record_of(name, 4, monkeypatch)
    assert miscounted(file) == []
    fault(file)
    assert miscounted(file)


@pytest.mark.plants
def test_points_of_a_series_that_a_former_holder_does_not_get_are_noticed_by_the_count() -> None:
    file = next(found for found in map(series, range(50)) if any(one["who"][0] == "Q" for one in found["standings"]))
    assert miscounted_series(file) == []
    one_who_never_left(
        next(one["record"] for one in file["events"] if any(who[0] == "Q" for who in one["people"].values()))
    )
    assert miscounted_series(file)


def a_place_higher(line: File) -> None:
    line["rank_from"] += 1


def a_doubled_gain(line: File) -> None:
    event = next(iter(line["gave"]))
    line["gave"][event] = "99"


def all_of_it_dropped(line: File) -> None:
    line["dropped"] = [*line["gave"]]


def other_points(line: File) -> None:
    line["points"] = "99"


@pytest.mark.plants
@pytest.mark.parametrize("fault", [a_place_higher, a_doubled_gain, all_of_it_dropped, other_points])
def test_a_fault_in_a_line_of_a_series_is_noticed_by_the_count(fault: Callable[[File], None]) -> None:
    file = series(4)
    fault(file["standings"][0])
    assert miscounted_series(file)


@pytest.mark.plants
@pytest.mark.parametrize("fault", [exchange_two_lines, drop_a_result, turn_a_result_round])
def test_a_fault_in_an_event_of_a_series_is_noticed_by_the_count(fault: Callable[[File], None]) -> None:
    file = series(4)
    fault(file["events"][0]["record"])
    assert miscounted_series(file)

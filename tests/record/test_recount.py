"""The records of random events, each counted again from its file by a count that is not the engine's (`recount.py`)."""

from __future__ import annotations

import json
import os
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from bot.domain.events.records import Record
from bot.domain.rulebook import FormatName
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from tests.record.playing import RULEBOOKS, played
from tests.record.recount import miscounted

EVENTS = 100 if os.environ.get("LONG") else 10
"""Of each format: a hundred with LONG=1, as in `make long`, otherwise the first tenth of them."""
PLAYERS = {"title_match": (2, 2), "groups": (4, 11), "swiss_cut": (5, 12)}
LADDER = {"format": "ladder", "ladder": {"reach": 3, "lasts": "2 h"}}
SCORING = {
    "swiss": {"win": 3, "draw": 1, "loss": 0, "bye": 3},
    "round_robin": {"win": 2, "draw": 1.5, "loss": 1, "bye": 2},
    "groups": {"win": 3, "draw": 1, "loss": 0, "bye": 3},
}
"""Every second event of these counts otherwise than by 1 and ½."""
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


def record_of(name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> File:
    """What the bot exports of the event."""
    if name == "ladder":
        return exported(read_record(json.dumps(ladder(seed)), "ladder.json"))
    if seed % 2 and name in SCORING:
        monkeypatch.setitem(RULEBOOKS, name, {**RULEBOOKS[name], "scoring": SCORING[name]})
    fewest, most = PLAYERS.get(name, (3, 12))
    return exported(played(name, Random(seed).randint(fewest, most), seed).record())


def exported(record: Record) -> File:
    file: File = json.loads(write_record(record))
    return file


def test_every_format_is_counted() -> None:
    formats = {FormatName(str(one["format"])) for one in RULEBOOKS.values()} | {FormatName.LADDER}
    assert formats == {*FormatName}


@pytest.mark.parametrize("name", [*RULEBOOKS, "ladder"])
def test_another_count_of_the_file_comes_to_the_same_points_and_places(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(EVENTS):
        file = record_of(name, seed, monkeypatch)
        assert miscounted(file) == [], (name, seed)
        assert replay(read_record(json.dumps(file), f"{name}.json")).agrees, (name, seed)


@pytest.mark.plants
@pytest.mark.parametrize("name", [*RULEBOOKS, "ladder"])
def test_a_table_that_does_not_follow_is_noticed_by_the_count(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first and the last exchanged, the champion with them."""
    file = deepcopy(record_of(name, 4, monkeypatch))
    rows = file["standings"]
    rows[0]["entrant"], rows[-1]["entrant"] = rows[-1]["entrant"], rows[0]["entrant"]
    file["champion"] = rows[0]["entrant"]
    assert miscounted(file)

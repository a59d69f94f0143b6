"""The record as a file: it can be worked out again, and holds the facts of the database and nothing else."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any, Final

from bot.record.errors import RecordRefused
from bot.record.reading import read_record
from bot.record.replaying import ReplayVerdict, replay
from rehearsal.cups.checks.rounds import Rows
from rehearsal.cups.cup import Trial
from rehearsal.facts import Event, Pairing
from rehearsal.hearing import Hearing, same


def files_of(trial: Trial) -> dict[str, bytes]:
    """What was handed over, by what it is: "json", "standings", "games", "trf"."""
    answer = trial.cup.exported
    if answer is None:
        return {}
    found = [one for post in answer.posts for one in post.pictures]
    return {_kind(one.name): _bytes(trial, one.url) for one in found}


def _kind(name: str) -> str:
    """Tables for spreadsheets are told apart by the last word of their names, the others by how these end."""
    stem, _, ending = name.rpartition(".")
    return stem.rpartition("-")[2] if ending == "csv" else ending


def _bytes(trial: Trial, url: str) -> bytes:
    return trial.hearing.play.stage.picture(url)


def agrees(trial: Trial) -> Iterator[str]:
    """A replay of the file comes to the table, the pairings, the draws and the ratings that the file claims."""
    data = files_of(trial).get("json")
    if data is None:
        yield "nobody was handed a record"
        return
    try:
        found = replay(read_record(data, "record"))
    except RecordRefused as refused:
        yield f"the record is refused: {refused.faults[:3]}"
        return
    for one in found.checks:
        if one.verdict is ReplayVerdict.DIFFERS:
            yield f"{one.part}: {one.difference}"


def holds_the_facts(trial: Trial) -> Iterator[str]:
    """The file has every contest that stands with its sides and its score, everybody who started, and no other."""
    told = json.loads(files_of(trial).get("json", b"{}"))
    _, event = trial.hearing.events_held()[-1]
    yield from same("contests", _told_contests(told), _contests(trial.hearing, event))
    starters = {key for key, one in trial.hearing.entries(event).items() if one.outcome == "starter"}
    yield from same("entrants", (one["id"] for one in told.get("entrants", ())), starters)


def _told_contests(told: dict[str, Any]) -> set[tuple[object, ...]]:
    return {
        (one["id"], tuple(one["sides"]), one["stage"], one["round"], _score(one.get("score")))
        for one in told.get("contests", ())
    }


def _score(told: str | list[int] | None) -> tuple[int, ...] | None:
    """The games of each side and the drawn ones: "2-1", "1-1=2", "½-½" for one drawn game, [1, 0, 0] at a table."""
    if told is None:
        return None
    if isinstance(told, list):
        return (*told, 0)
    won, _, drawn = ("0-0=1" if told == "½-½" else told).partition("=")
    return (*map(int, won.split("-")), int(drawn or 0))


def _contests(hearing: Hearing, event: Event) -> set[tuple[object, ...]]:
    return {(one.contest_id, one.sides, one.stage, one.round, _standing(one)) for one in hearing.pairings(event)}


def _standing(one: Pairing) -> tuple[int, ...] | None:
    return None if one.outcome is None else (*one.outcome.score, one.outcome.draws)


def spreadsheet(trial: Trial) -> Iterator[str]:
    """The table for spreadsheets has everybody who started, by name."""
    data = files_of(trial).get("standings", b"").decode("utf-8-sig")
    _, event = trial.hearing.events_held()[-1]
    entries = trial.hearing.entries(event).values()
    names = {trial.hearing.name(one.member) for one in entries if one.outcome == "starter"}
    found = {cell for row in csv.reader(io.StringIO(data)) for cell in row} & names
    yield from same("in the table", found, names)


CHECKS: Final[Rows] = (
    ("the record", "The record can be worked out again, and agrees", agrees),
    ("the record", "The record holds the facts, and all of them", holds_the_facts),
    ("the record", "The table for spreadsheets names everybody", spreadsheet),
)

"""The facts as they stand in the database file after the rehearsal, read with plain SQL and no code of the bot."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Final, TypeVar
from zoneinfo import ZoneInfo

from rehearsal.rows import moment, open_readonly, perhaps

Made = TypeVar("Made")


PLAY_OFF: Final = "play_off"
"""The stage of a contest that separates who is level."""


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament."""

    event_id: str
    name: str
    start_at: datetime
    opened_at: datetime | None
    closed_at: datetime | None
    drawn_at: datetime | None
    ended_at: datetime | None
    commitment: str
    scheduled_event: int | None


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody's place in an event; `member` is the Discord id."""

    entrant_id: str
    event_id: str
    person_id: str
    member: int | None
    confirmed_at: datetime | None
    withdrawn_at: datetime | None
    outcome: str | None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw on record."""

    event_id: str
    number: int
    link: str
    entrants: str
    list_hash: str
    salt: str
    seed: str
    purpose: str
    """"field", "round" or "lot"."""

    def public(self, previous: str) -> dict[str, object]:
        """What anybody needs who draws it again; `previous` is the link or commitment that was known before."""
        return {
            "event": self.event_id,
            "number": self.number,
            "previous": previous,
            "link": self.link,
            "entrants": json.loads(self.entrants),
            "salt": self.salt,
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """A score that stands; games by walkover are part of it."""

    score: tuple[int, ...]
    walkover: tuple[int, ...]
    kind: str
    settled_at: datetime
    settled_by: str | None
    draws: int = 0
    moves: int | None = None
    """Of a drawn game, where they are told."""
    influence: tuple[int, ...] = ()
    """Of a game at a table of three."""
    absent: tuple[int, ...] = ()
    """Sides that were seated out of it."""
    sent_on: int | None = None
    """The side that goes on although the score does not say so."""

    @property
    def winner(self) -> int | None:
        """The side that goes on, or has won; None where nobody has."""
        if self.sent_on is not None:
            return self.sent_on
        best = max(self.score)
        return self.score.index(best) if self.score.count(best) == 1 else None


@dataclass(frozen=True, slots=True)
class Pairing:
    """A contest; `sides` are entrant ids, one alone is a bye."""

    contest_id: str
    event_id: str
    stage: str
    round: int
    position: int
    best_of: int
    bye_reason: str | None
    sides: tuple[str, ...]
    arbiter: str | None
    assigned_at: datetime | None
    called_at: datetime | None
    outcome: Outcome | None
    group: int
    play_all: bool
    created_at: datetime

    @property
    def target(self) -> int:
        """Games that an absence can cost: those that win the contest, or all of them where all are played."""
        return self.best_of if self.play_all else self.best_of // 2 + 1


@dataclass(frozen=True, slots=True)
class Claim:
    """A report of a score, and what became of it."""

    contest_id: str
    person_id: str
    score: tuple[int, ...]
    reported_at: datetime
    reminded_at: datetime | None
    answer: str | None
    answered_at: datetime | None


@dataclass(frozen=True, slots=True)
class Case:
    """A no-show's case."""

    event_id: str
    person_id: str
    reason: str
    event_at: datetime
    noticed_at: datetime | None
    justified_at: datetime | None
    verdict: str | None


@dataclass(frozen=True, slots=True)
class Barring:
    """A bar on record."""

    person_id: str
    reason: str
    since: datetime
    lifted_at: datetime | None
    lifted_by: str | None


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that the judge recomputes from. Ratings are lists in the order of publication."""

    events: tuple[Event, ...]
    entries: tuple[Entry, ...]
    draws: tuple[Drawn, ...]
    pairings: tuple[Pairing, ...]
    claims: tuple[Claim, ...]
    cases: tuple[Case, ...]
    bars: tuple[Barring, ...]
    ratings: tuple[tuple[str, dict[str, tuple[float, int]]], ...]
    """Per event's id, or per list's where no event led to it: each person's rating and number of games."""
    tasks: tuple[tuple[str, datetime, datetime | None], ...]
    match_context: tuple[tuple[str, datetime, str | None], ...]
    """The log's word on who follows which contest since when, in its order."""
    unsaid: tuple[tuple[str, str, str], ...]
    """Messages that were promised and not delivered: kind, state, refusal."""
    voided: tuple[tuple[str, int, datetime], ...]
    """Contests that count for nobody: each with its number and since when."""
    people: dict[str, str]
    """Everybody's name by person, of those too who are known by name alone."""

    def person(self, member: int) -> str | None:
        """The person behind a Discord id."""
        return next((entry.person_id for entry in self.entries if entry.member == member), None)

    def of(self, event_id: str) -> dict[str, Entry]:
        """The entries of an event by entrant id."""
        return {entry.entrant_id: entry for entry in self.entries if entry.event_id == event_id}


def stage_of(path: Path, contest_id: str) -> str:
    """Which part of its event a contest belongs to, as it stands on record while the event is played."""
    with open_readonly(path) as connection:
        (stage,) = connection.execute("SELECT stage FROM contests WHERE contest_id = ?", (contest_id,)).fetchone()
    return str(stage)


def read(path: Path) -> Facts:
    """The facts of the file."""
    with open_readonly(path) as connection:
        return _Reader(connection).facts()


def zone(path: Path) -> tzinfo:
    """The clock of the pretended server; UTC before it has one."""
    with open_readonly(path) as connection:
        found = connection.execute("SELECT time_zone FROM guilds ORDER BY guild_id").fetchone()
    return ZoneInfo(str(found[0])) if found else UTC


class _Reader:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def facts(self) -> Facts:
        return Facts(
            events=self._all("SELECT * FROM tournaments ORDER BY created_at, tournament_id", _event),
            entries=self._all(
                "SELECT * FROM entrants JOIN people USING (person_id) ORDER BY tournament_id, number", _entry
            ),
            draws=self._all("SELECT * FROM draws ORDER BY tournament_id, number", _draw_of),
            pairings=self._pairings(),
            claims=self._all("SELECT * FROM reports ORDER BY reported_at, report_id", _claim),
            cases=self._all("SELECT * FROM absence_cases ORDER BY opened_at, person_id", _case),
            bars=self._all("SELECT * FROM bars ORDER BY since, person_id", _barring),
            ratings=self._ratings(),
            tasks=self._all(
                "SELECT * FROM duty ORDER BY since, person_id",
                lambda row: (row["person_id"], moment(row["since"]), perhaps(row["until"])),
            ),
            match_context=self._all(
                "SELECT * FROM log WHERE act IN ('call_match', 'hand_over_match') ORDER BY sequence",
                lambda row: (
                    row["subject"].partition(":")[2],
                    moment(row["at"]),
                    json.loads(row["details"]).get("arbiter"),
                ),
            ),
            unsaid=self._unsaid(),
            voided=self._void_contests(),
            people={row["person_id"]: row["name"] for row in self._connection.execute("SELECT * FROM people")},
        )

    def _all(self, sql: str, make: Callable[[sqlite3.Row], Made]) -> tuple[Made, ...]:
        return tuple(make(row) for row in self._connection.execute(sql))

    def _pairings(self) -> tuple[Pairing, ...]:
        sides: dict[str, list[str]] = {}
        for row in self._connection.execute(
            "SELECT contest_id, entrant_id FROM contest_sides ORDER BY contest_id, side"
        ):
            sides.setdefault(row["contest_id"], []).append(row["entrant_id"])
        outcomes = {
            row["contest_id"]: _outcome(row)
            for row in self._connection.execute("SELECT * FROM results WHERE superseded_at IS NULL")
        }
        return self._all(
            "SELECT * FROM contests WHERE voided_at IS NULL ORDER BY tournament_id, round, stage, position",
            lambda row: _pairing(row, tuple(sides.get(row["contest_id"], ())), outcomes.get(row["contest_id"])),
        )

    def _unsaid(self) -> tuple[tuple[str, str, str], ...]:
        return self._all(
            "SELECT * FROM outbox WHERE state <> 'delivered' AND refusal IS NOT 'moot' ORDER BY sequence",
            lambda row: (row["kind"], row["state"], row["refusal"] or ""),
        )

    def _void_contests(self) -> tuple[tuple[str, int, datetime], ...]:
        return self._all(
            "SELECT * FROM contests WHERE voided_at IS NOT NULL ORDER BY voided_at, contest_id",
            lambda row: (row["contest_id"], row["position"], moment(row["voided_at"])),
        )

    def _ratings(self) -> tuple[tuple[str, dict[str, tuple[float, int]]], ...]:
        lists: dict[str, dict[str, tuple[float, int]]] = {}
        for row in self._connection.execute(
            "SELECT list_id, tournament_id, person_id, rating, games FROM rating_lists"
            " LEFT JOIN ratings USING (list_id) ORDER BY published_at, list_id, person_id"
        ):
            listed = lists.setdefault(row["tournament_id"] or row["list_id"], {})
            if row["person_id"] is not None:
                listed[row["person_id"]] = (row["rating"], row["games"])
        return tuple(lists.items())


def _score(text: str) -> tuple[int, ...]:
    return tuple(int(games) for games in text.split("-"))


def _event(row: sqlite3.Row) -> Event:
    return Event(
        event_id=row["tournament_id"],
        name=row["name"],
        start_at=moment(row["start_at"]),
        opened_at=perhaps(row["check_in_opened_at"]),
        closed_at=perhaps(row["check_in_closed_at"]),
        drawn_at=perhaps(row["drawn_at"]),
        ended_at=perhaps(row["ended_at"]),
        commitment=row["commitment"],
        scheduled_event=row["scheduled_event"],
    )


def _entry(row: sqlite3.Row) -> Entry:
    return Entry(
        entrant_id=row["entrant_id"],
        event_id=row["tournament_id"],
        person_id=row["person_id"],
        member=row["discord_id"],
        confirmed_at=perhaps(row["checked_in_at"]),
        withdrawn_at=perhaps(row["withdrawn_at"]),
        outcome=row["outcome"],
    )


def _draw_of(row: sqlite3.Row) -> Drawn:
    return Drawn(
        event_id=row["tournament_id"],
        number=row["number"],
        link=row["link"],
        entrants=row["entrants_list"],
        list_hash=row["list_hash"],
        salt=row["salt"],
        seed=row["seed"],
        purpose=row["purpose"],
    )


def _pairing(row: sqlite3.Row, sides: tuple[str, ...], outcome: Outcome | None) -> Pairing:
    return Pairing(
        contest_id=row["contest_id"],
        event_id=row["tournament_id"],
        stage=row["stage"],
        round=row["round"],
        position=row["position"],
        best_of=row["best_of"],
        bye_reason=row["bye_reason"],
        sides=sides,
        arbiter=row["arbiter_id"],
        assigned_at=perhaps(row["assigned_at"]),
        called_at=perhaps(row["called_at"]),
        outcome=outcome,
        group=row["group_number"],
        play_all=bool(row["play_all"]),
        created_at=moment(row["created_at"]),
    )


def _outcome(row: sqlite3.Row) -> Outcome:
    told = json.loads(row["particulars"])
    return Outcome(
        score=_score(row["score"]),
        walkover=_score(row["walkover_games"]),
        kind=row["kind"],
        settled_at=moment(row["settled_at"]),
        settled_by=row["settled_by"],
        draws=row["draws"],
        moves=told.get("moves"),
        influence=tuple(told.get("influence", ())),
        absent=tuple(told.get("absent", ())),
        sent_on=row["paired_as_winner"],
    )


def _claim(row: sqlite3.Row) -> Claim:
    return Claim(
        contest_id=row["contest_id"],
        person_id=row["person_id"],
        score=_score(row["score"]),
        reported_at=moment(row["reported_at"]),
        reminded_at=perhaps(row["reminded_at"]),
        answer=row["answer"],
        answered_at=perhaps(row["answered_at"]),
    )


def _case(row: sqlite3.Row) -> Case:
    return Case(
        event_id=row["tournament_id"],
        person_id=row["person_id"],
        reason=row["reason"],
        event_at=moment(row["event_at"]),
        noticed_at=perhaps(row["noticed_at"]),
        justified_at=perhaps(row["justified_at"]),
        verdict=row["verdict"],
    )


def _barring(row: sqlite3.Row) -> Barring:
    return Barring(
        person_id=row["person_id"],
        reason=row["reason"],
        since=moment(row["since"]),
        lifted_at=perhaps(row["lifted_at"]),
        lifted_by=row["lifted_by"],
    )

"""A store full of other servers: their people, events, contests, votes, messages and log, straight into its file.

Nothing of it is anybody's business in the server that is measured. The rows are what the bot writes itself, as far as
an index can tell them apart; rulebooks are real only of events that go on or have open cases, since no others are read.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.features.voting.procedures_model import preset, to_toml

FIRST_SERVER: Final = 1_000_000
"""The numbers of the other servers begin here."""
DAY: Final = 86_400_000
ACTS: Final = ("register", "check_in", "settle_match", "call_match", "leave", "withdraw", "name_account", "undo")
LINES_OF_A_SUBJECT: Final = 5
OF_A_DRAWN_EVENT: Final = "commitment secret check_in_closed_at drawn_at ended_at"
COMMANDS: Final = json.dumps({f"command-{number}": 10**18 + number for number in range(30)})


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything is in the store; `going_on` of the servers have an event and a vote that are open."""

    servers: int
    accounts: int
    lines: int
    messages: int
    going_on: int
    contests: int = 0
    """Of events that are over, with their results."""


FULL: Final = Size(
    servers=10_000, accounts=800_000, lines=1_000_000, messages=200_000, going_on=1_000, contests=1_000_000
)
SMALLEST: Final = Size(servers=20, accounts=100, lines=300, messages=100, going_on=5, contests=100)


def write(path: Path, size: Size, rulebook: str, at: int) -> None:
    """Adds the neighbours to the file, as they were up to the moment (milliseconds); `rulebook` is that of events."""
    connection = sqlite3.connect(path)
    connection.executescript("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000")
    with connection:
        for name, columns, rows in _tables(size, rulebook, at):
            marks = ", ".join("?" * len(columns.split()))
            sql = f"INSERT INTO {name} ({', '.join(columns.split())}) VALUES ({marks})"
            connection.executemany(sql, rows)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def _tables(size: Size, rulebook: str, at: int) -> Iterator[tuple[str, str, Iterator[tuple[object, ...]]]]:
    """Each table with its columns and rows."""
    servers, long_ago = range(size.servers), at - 300 * DAY
    yield (
        "guilds",
        "guild_id owner_id language time_zone announcements_channel matches_channel committee_channel set_up_at",
        ((FIRST_SERVER + one, 5, "en-US", "UTC", 1, 2, 3, long_ago) for one in servers),
    )
    told = ((FIRST_SERVER + one, "told", COMMANDS, long_ago) for one in servers)
    yield "told_commands", "scope digest ids told_at", told
    yield "people", "person_id guild_id discord_id name known_since", _people(size, at)
    yield "accounts", "guild_id site account_key account_name person_id held_from", _accounts(size, at)
    yield (
        "tournaments",
        f"tournament_id guild_id name rulebook rulebook_hash start_at created_at created_by {OF_A_DRAWN_EVENT}",
        _events(size, rulebook, at),
    )
    yield "entrants", "entrant_id tournament_id number person_id registered_at entered_by outcome", _entrants(size, at)
    columns = "contest_id tournament_id draw_number stage round position best_of created_at"
    yield "contests", columns, _contests(size, at)
    yield "contest_sides", "contest_id side entrant_id", _sides(size)
    yield "results", "result_id contest_id score walkover_games kind settled_at", _results(size, at)
    yield "absence_cases", "case_id tournament_id person_id reason opened_at event_at", _cases(size, at)
    yield "votes", "vote_id guild_id kind rules question opened_at closes_at secret", _votes(size, at)
    yield (
        "outbox",
        "outbox_id guild_id target kind subject details promised_at state channel_id message_id delivered_at",
        _messages(size, at),
    )
    yield "log", "at guild_id actor_id act subject tournament_id why details", _lines(size, at)


def _people(size: Size, at: int) -> Iterator[tuple[object, ...]]:
    for one in range(size.accounts):
        yield _person(one), _home(one, size), 10**9 + one, f"Player {one}", at - one % 300 * DAY


def _accounts(size: Size, at: int) -> Iterator[tuple[object, ...]]:
    for one in range(size.accounts):
        yield _home(one, size), "jeek", f"name{one}", f"Name{one}", _person(one), at - one % 300 * DAY


def _cases(size: Size, at: int) -> Iterator[tuple[object, ...]]:
    for one in range(size.going_on):
        yield f"c{one:011}", _event(one, 0), _person(one), "not_confirmed", at, at


def _votes(size: Size, at: int) -> Iterator[tuple[object, ...]]:
    rules = to_toml(preset("petition"))
    for one in range(size.going_on):
        yield f"v{one:011}", FIRST_SERVER + one, "petition", rules, "Why?", at, at + 9 * DAY, bytes(32)


def _messages(size: Size, at: int) -> Iterator[tuple[object, ...]]:
    said = ("place:matches", "match_called")
    for one in range(size.messages):
        about = _event(one % size.servers, 0)
        yield f"o{one:011}", _home(one, size), *said, about, "{}", at - DAY, "delivered", 2, one, at - DAY


def _person(one: int) -> str:
    return f"p{one:011}"


def _home(one: int, size: Size) -> int:
    return FIRST_SERVER + one % size.servers


def _event(server: int, number: int) -> str:
    return f"t{server:08}{number:03}"


def _events(size: Size, rulebook: str, at: int) -> Iterator[tuple[object, ...]]:
    """Of each server one event that is over and one to come; the latter only where something goes on."""
    for one in range(size.servers):
        here, by, over = FIRST_SERVER + one, _person(one), at - 100 * DAY
        proof = ("commitment", bytes(32))
        rules = rulebook if one < size.going_on else "{}"
        yield _event(one, 0), here, "Open", rules, "hash", over, over, by, *proof, over, over, over + DAY
        if one < size.going_on:
            yield _event(one, 1), here, "Open", rulebook, "hash", at + 9 * DAY, at, by, *proof, None, None, None


def _entrants(size: Size, at: int) -> Iterator[tuple[object, ...]]:
    """Everybody played in the event of the own server that is over."""
    for one in range(size.accounts):
        who = _person(one)
        yield f"e{one:011}", _event(one % size.servers, 0), one // size.servers + 1, who, at, who, "starter"


def _contests(size: Size, at: int) -> Iterator[tuple[object, ...]]:
    for one in range(size.contests):
        event, position = _event(one % size.servers, 0), one // size.servers
        yield f"k{one:011}", event, 1, "main", 1, position, 3, at - 100 * DAY


def _sides(size: Size) -> Iterator[tuple[object, ...]]:
    """Everybody against the next one of their event's list, again and again."""
    players = size.accounts // size.servers
    for one in range(size.contests):
        server, place = one % size.servers, one // size.servers
        for side in (0, 1):
            yield f"k{one:011}", side, f"e{server + size.servers * ((place + side) % players):011}"


def _results(size: Size, at: int) -> Iterator[tuple[object, ...]]:
    for one in range(size.contests):
        yield f"r{one:011}", f"k{one:011}", "2-0", "0-0", "played", at - 99 * DAY


def _lines(size: Size, at: int) -> Iterator[tuple[object, ...]]:
    for one in range(size.lines):
        who, act, server = one % size.accounts, ACTS[one % len(ACTS)], one % size.servers
        details = {"entrant": f"e{who:011}", "person": _person(who)}
        if one % LINES_OF_A_SUBJECT == 0:
            details["other"] = _person((who + 1) % size.accounts)
        why = f"bar:{who}" if act == "withdraw" else None
        subject, event = f"contest:k{one // LINES_OF_A_SUBJECT:011}", _event(server, 0)
        yield at - 100 * DAY + one, FIRST_SERVER + server, _person(who), act, subject, event, why, json.dumps(details)

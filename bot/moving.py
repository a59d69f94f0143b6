"""`python -m bot move SOURCE TARGET`: the whole store from a file to a server of PostgreSQL, or back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.app import MIGRATIONS
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.tournaments import store as tournaments_store
from bot.kernel.addresses import Address, NotAnAddress, Place, read
from bot.kernel.context import OpenDatabase, Query, Work
from bot.kernel.database import open_to_read
from bot.kernel.faults import StorageError
from bot.kernel.ids import TournamentId
from bot.kernel.migrations import check_version
from bot.kernel.moving import Table, carry, compare, file_written, nothing, read_from, rows, tables_of, written_to
from bot.record.errors import RecordRefused
from bot.record.replaying import replay
from bot.record.writing import write_record

CANNOT: Final = 2


class ReplaysOtherwise(StorageError):
    """An event's record does not say on the target what it says on the source."""

    remedy = "Nothing was left in the target. Report it with these words, and go on with the source as it is."

    def __init__(self, event: str) -> None:
        super().__init__(f"the record of event {event} came out otherwise")


def add_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Two places, each the path of a file or an address that begins with postgresql://."""
    del name
    parser.add_argument("source", help="a file, or postgresql://…")
    parser.add_argument("target", help="the other; it must be new")


def run(arguments: argparse.Namespace) -> int:
    """Moves and says what was moved; answers 2 with the reason where nothing was."""
    try:
        source, target = read(arguments.source), read(arguments.target)
        counts, events = move(source, target)
    except NotAnAddress as wrong:
        sys.stderr.write(f"One of the two addresses {wrong}.\n")
        return CANNOT
    except StorageError as error:
        sys.stderr.write(f"{error}.\n{error.remedy}\n")
        return CANNOT
    sys.stdout.write(
        f"{target} holds what {source} held: {sum(counts.values()):,} rows of {len(counts)} tables, each compared,"
        f" and {events} records that say the same.\nSet ARBITER_DATABASE to the new place before you start the bot.\n"
    )
    return 0


def move(source: Place, target: Place) -> tuple[dict[str, int], int]:
    """Has the target hold what the source does; answers the rows by table and how many records were compared.

    Raises StorageError; then the target holds nothing of it. No bot may use either.
    """
    tables = tables_of(MIGRATIONS)
    with ExitStack() as held:
        origin, go_on = held.enter_context(read_from(source, MIGRATIONS))
        fresh, stay = held.enter_context(written_to(target, MIGRATIONS, tables))

        def go_on_both() -> None:
            go_on()
            stay()

        counts = carry(origin, fresh, tables, go_on_both)
        compare(origin, fresh, tables, go_on_both)
        events = next(table for table in tables if table.name == "tournaments")
        return counts, _compare_records(origin, fresh, events, go_on_both)


def back_up(source: Address, file: Path) -> None:
    """Writes a checked copy of a server's database into a new file, as it stands at one moment, beside a running bot.

    Raises StorageError; then there is no file.
    """
    tables = tables_of(MIGRATIONS)
    with ExitStack() as held:
        origin = held.enter_context(closing(open_to_read(source)))
        check_version(origin, MIGRATIONS)
        origin.execute("BEGIN")
        fresh, _ = held.enter_context(file_written(file, MIGRATIONS))
        carry(origin, fresh, tables, nothing)
        compare(origin, fresh, tables, nothing)


def _compare_records(source: OpenDatabase, target: OpenDatabase, events: Table, go_on: Callable[[], object]) -> int:
    """Writes the record of each event from both and works it out again. Raises ReplaysOtherwise."""
    now, many = datetime.now(UTC), 0
    here, there = (Query(Work(one, set()), now) for one in (source, target))
    for key, *_ in [row for some in rows(source, events) for row in some]:
        told = [_record(tx, TournamentId(key), now) for tx in (here, there)]
        if told[0] != told[1]:
            raise ReplaysOtherwise(key)
        many += told[0] is not None
        go_on()
    return many


def _record(tx: Query, key: TournamentId, at: datetime) -> tuple[str, str] | None:
    """What the file says and whether it follows; None of an event that has no record yet."""
    tournament = tournaments_store.load(tx, key)
    if tournament is None or tournament.drawn_at is None:
        return None
    try:
        record = past_events_drafts_verbs.record_of(tx, tournament, at)
        return write_record(record), str(replay(record))
    except RecordRefused as refused:
        return "", str(refused.faults)

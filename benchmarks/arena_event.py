"""An arena of 500 players for an hour through the database.

Run with `python -m benchmarks.arena_event [PLAYERS [MINUTES] | --smallest]`.

Everything that members press goes through the services, each press a durable transaction of its own on a real SQLite
file; time is simulated. Players come to the lobby, play two to six minutes, tell, agree, are silent or dispute, do not
make their first move, rest, and leave; messages of the channel go out one a second, and the lobby is drawn anew at most
every three seconds. Measured is what each step costs the one thread that writes, and how long players wait.
"""

from __future__ import annotations

import heapq
import random
import statistics
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.arena_evening import Evening, TimedHall, hear
from benchmarks.presses.contenders import DATABASES
from benchmarks.presses.measure import percentile, table
from benchmarks.sizes import is_smallest
from bot import wiring
from bot.features.arena import plugs as arena_plugs
from bot.features.tournaments.facts_verbs import person_of
from bot.kernel import outbox
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Tx
from bot.kernel.ids import ChannelId, MessageId
from bot.kernel.promises import Delivery
from bot.people import store as people_store
from bot.play.format_rules import ArenaRules
from bot.rulebooks.library import preset

PLAYERS: Final = 500
MINUTES: Final = 60
SMALLEST: Final = (8, 6)
"""Players and minutes of a trial."""
SEED: Final = 7
BETWEEN_MESSAGES: Final = timedelta(seconds=1)
BETWEEN_EDITS: Final = timedelta(seconds=3)
FIRST_MEMBER: Final = 2


def prepare_evening(path: Path, players: int, minutes: int, seed: int = SEED) -> Evening:
    """Everybody has registered and confirmed, the field is drawn, and the arena is about to open."""
    hall = TimedHall(path)
    rulebook = replace(
        preset("arena"), arena=replace(preset("arena").arena or ArenaRules(), lasts=timedelta(minutes=minutes))
    )
    tournament = hall.announce(rulebook)
    with hall.note_as("the start"):
        tournament = hall.begin(tournament, *range(FIRST_MEMBER, FIRST_MEMBER + players))
    evening = Evening(hall, tournament, random.Random(seed))
    with hall.note_as("preparing"):
        who = hall.ask(person_of, tournament)
        members = hall.ask(people_store.by_ids, list(who.values()))
    evening.numbers = {entrant: int(members[one].discord_id or 0) for entrant, one in who.items()}
    evening.came_at = dict.fromkeys(evening.numbers.values(), hall.now)
    return evening


def play(evening: Evening) -> None:
    """Plays the whole evening, moment by moment, until nothing is due any more."""
    hall, closes = evening.hall, evening.hall.now + timedelta(hours=6)
    while (moment := _next_moment(evening)) is not None and moment < closes:
        hall.now = max(hall.now, moment)
        _take_steps(evening)
        while evening.queue and evening.queue[0][0] <= hall.now:
            heapq.heappop(evening.queue)[2]()
        _say_one(evening)
        _edit_lobby(evening)


def _next_moment(evening: Evening) -> datetime | None:
    """The next press, step, message or edit."""
    hall = evening.hall
    with hall.note_as("looking"):
        due, waiting, stale = (
            hall.ask(kernel_time_store.earliest_deadline),
            hall.ask(outbox.waiting, 1),
            hall.ask(kernel_panel_store.stale),
        )
    moments = [due, evening.queue[0][0] if evening.queue else None]
    moments.append(evening.next_message_at or hall.now if waiting else None)
    moments.append(evening.next_edit_at or hall.now if stale else None)
    return min((one for one in moments if one is not None), default=None)


def _take_steps(evening: Evening) -> None:
    hall = evening.hall
    with hall.note_as("looking"):
        due = hall.ask(kernel_time_store.due_deadlines, hall.now, 100)
    for one in due:
        with hall.note_as(f"step: {one.kind.replace('_', ' ')}"):
            hall.do(wiring.take, one)


def _say_one(evening: Evening) -> None:
    """Keeps the oldest promise, as the channel's pace allows."""
    hall = evening.hall
    if evening.next_message_at is not None and hall.now < evening.next_message_at:
        return
    with hall.note_as("looking"):
        waiting = hall.ask(outbox.waiting, 1)
    for promise in waiting:
        compose = arena_plugs.NOTICES.get(type(promise.message))
        if compose is not None:
            with hall.note_as(f"message: {promise.name.replace('_', ' ')}"):
                hall.ask(compose, promise)
        where = Delivery(promise.outbox_id, ChannelId(7), MessageId(len(evening.messages) + evening.seen), hall.now)
        with hall.note_as("message delivered"):
            hall.do(wiring.note_delivery, where)
        evening.next_message_at = hall.now + BETWEEN_MESSAGES
        evening.messages[int((hall.now - evening.tournament.start_at).total_seconds() // 60)] += 1
        hear(evening, promise)


def _edit_lobby(evening: Evening) -> None:
    hall = evening.hall
    if evening.next_edit_at is not None and hall.now < evening.next_edit_at:
        return
    with hall.note_as("looking"):
        stale = hall.ask(kernel_panel_store.stale)
    for one in stale:
        if one.panel.startswith("arena:"):
            with hall.note_as("lobby drawn"):
                hall.ask(arena_plugs.panel, one.panel.removeprefix("arena:"), hall.now)
            evening.next_edit_at = hall.now + BETWEEN_EDITS
            evening.edits += 1
        with hall.note_as("looking"):
            hall.do(_true_again, one)


def _true_again(tx: Tx, waiting: kernel_panel_store.Waiting) -> None:
    panel = kernel_panel_store.load(tx, waiting.panel)
    if panel is not None:
        kernel_panel_store.mark_true(tx, panel.panel, panel.stale_at or tx.now, tx.now)


def costs(of: dict[str, list[float]]) -> list[tuple[str, ...]]:
    """Each kind with how often, median, 95th percentile and longest, the dearest first."""
    kinds = sorted((one for one in of if one not in {"looking", "preparing"}), key=lambda one: -max(of[one]))
    return [(one, f"{len(of[one]):,}", *_in_ms(of[one])) for one in kinds]


def _in_ms(seconds: Sequence[float]) -> tuple[str, str, str]:
    ms = [1000 * one for one in seconds]
    return f"{statistics.median(ms):.1f}", f"{percentile(ms, 0.95):.1f}", f"{max(ms):.1f}"


def _three(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.1f}, {percentile(values, 0.95):.1f}, {max(values):.1f}"


def report(evening: Evening, players: int, minutes: int) -> str:
    """What was found, as two tables."""
    hall = evening.hall
    ended = hall.load(evening.tournament).ended_at is not None
    per_minute = [evening.messages[minute] for minute in range(minutes)]
    writes = [one for name, some in hall.writes.items() if name not in {"preparing", "the start"} for one in some]
    found = (
        ("games begun", f"{evening.games:,}"),
        ("wait until paired, s: median, 95 %, worst", _three(evening.waits)),
        ("wait until called by a message, s: median, 95 %, worst", _three(evening.told)),
        ("repeats of the last opponent", evening.repeats_of_the_last),
        ("repeats of any opponent", sum(times - 1 for times in evening.met.values())),
        ("a transaction, ms: median, 95 %, worst", ", ".join(_in_ms(writes))),
        ("transactions above 50 ms", sum(one > 0.05 for one in writes)),
        ("share of the hour in which the writer works", f"{100 * sum(writes) / (60 * minutes):.2f} %"),
        ("messages a minute: median, most", f"{statistics.median(per_minute):.0f}, {max(per_minute)}"),
        ("edits of the lobby a minute", f"{evening.edits / minutes:.1f}"),
        ("ended by itself", "yes" if ended else "no"),
    )
    titles = ("times", "median ms", "95 % ms", "worst ms")
    return "\n\n".join(
        (
            table((f"{players} players, {minutes} minutes", "found"), found),
            table(("transaction", *titles), costs(hall.writes)),
            table(("read", *titles), costs(hall.reads)),
            f"Refused: {dict(evening.refusals)}",
        )
    )


def main() -> int:
    """Plays it and prints the tables."""
    numbers = SMALLEST if is_smallest(sys.argv) else tuple(int(one) for one in sys.argv[1:])
    players, minutes = (*numbers, *(PLAYERS, MINUTES)[len(numbers) :])
    DATABASES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=DATABASES) as folder:
        evening = prepare_evening(Path(folder) / "arena.db", players, minutes)
        play(evening)
        print(report(evening, players, minutes))
        evening.hall.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""After an evening: is anything missing, was anything said or made twice, was anybody charged who could not press?"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from wire.chaos.absences import SLACK_S, Bar
from wire.chaos.evening import LATE_AFTER_S, WINDOW_S, Evening
from wire.chaos.town import Town, refusal, words
from wire.shapes import controls_of, records, text
from wire.shapes import record as part

TOLERANCE_S: Final = 5.0
"""What the harness may see later than the bot."""
REDRAWN_WITHIN_S: Final = 300.0
"""After trouble a live message may be left as it is for four minutes."""
SHORTEST_S: Final = 60.0
"""Of a window, summed: what was lost beyond this opens it anew."""
OUT_OF_REACH: Final = frozenset({Bar.CONNECTION, Bar.UNAVAILABLE, Bar.REMOVED})
"""Where the bot lives and could decide something that nobody can answer to."""
_BY_TIME: Final = (
    "SELECT 'check-in closed' AS what, at FROM log WHERE act = 'close_check_in' AND actor_id IS NULL"
    " UNION ALL SELECT 'check-in opened', check_in_opened_at FROM tournaments WHERE check_in_opened_at IS NOT NULL"
    " UNION ALL SELECT 'a score stood', answered_at FROM reports WHERE answer = 'stood'"
    " UNION ALL SELECT 'games were lost', settled_at FROM results WHERE kind = 'walkover' AND settled_by IS NULL"
    " UNION ALL SELECT 'a bar fell', since FROM bars WHERE barred_by IS NULL ORDER BY at, what"
)
EVER: Final = float("inf")
REPLAY_LIMIT_S: Final = 60.0
MOST_PRESSES: Final = 5
"""Who gets no answer presses again: the verdict itself has kept the harness from hearing the bot."""
_TRACE: Final = re.compile(r"now:(?!panel)([^ ]+)")


def breaches(evening: Evening) -> Iterator[str]:
    """Every breach, each a sentence."""
    town = evening.town
    yield from town.breaches
    yield from _missing(evening)
    yield from twice_said(town)
    yield from twice_made(town)
    yield from _left_unsaid(town)
    yield from _charge(evening)
    yield from town.watched.unlike_absences()
    yield from steps_out_of_reach(town)
    yield from _broken(town)


def _missing(evening: Evening) -> Iterator[str]:
    for effect in evening.ledger.accepted:
        if not evening.town.holds(effect.sql, *effect.values):
            yield f"{effect.told}: accepted, and gone at the end"


def twice_said(town: Town) -> Iterator[str]:
    """Messages that carry one promise, and promises that say one thing."""
    ids = Counter(trace(controls_of(message)) for message in town.server.world.posted)
    for outbox_id, times in ids.items():
        if outbox_id and times > 1:
            kind = town.rows("SELECT kind, attempts, state FROM outbox WHERE outbox_id = ?", outbox_id)
            yield f"said {times} times: {outbox_id} {kind}"
    promised = town.rows(
        "SELECT kind, subject, target, details, count(*) FROM outbox WHERE state <> 'parked'"
        " AND kind NOT IN ('mirror_roles', 'scheduled_event', 'clock_wrong') GROUP BY kind, subject, target, details"
        " HAVING count(*) > 1"
    )
    yield from (f"promised {row[-1]} times: {row[:-1]}" for row in promised)
    told = len(town.rows("SELECT 1 FROM outbox WHERE kind = 'clock_wrong'"))
    if told > town.tally.mishaps.get("clock stepped", 0):
        yield f"promised {told} times that the clock is wrong, more often than it was"


def trace(parts: Iterable[str]) -> str:
    """The promise that a message with these buttons carries; empty for another message."""
    return next((match[1] for match in map(_TRACE.match, parts) if match), "")


def twice_made(town: Town) -> Iterator[str]:
    """Channels, roles, threads and scheduled events of one name."""
    made = Counter((event, text(part(payload, "role") or payload, "name")) for event, payload in town.server.world.made)
    for (event, name), times in made.items():
        if times > 1:
            yield f"made {times} times: {event} {name}"


def _left_unsaid(town: Town) -> Iterator[str]:
    sql = "SELECT kind, state, refusal, attempts FROM outbox WHERE state <> 'delivered' AND refusal IS NOT 'moot'"
    yield from (f"promised and not said: {row}" for row in town.rows(sql))
    lagging = "SELECT panel FROM panels WHERE stale_at < ? ORDER BY panel"
    for (panel,) in town.rows(lagging, int((town.hours.discord() - REDRAWN_WITHIN_S) * 1000)):
        yield f"changed, and not redrawn for {REDRAWN_WITHIN_S:.0f} s: {panel}"
    standing = {text(message, "id") for message in town.server.world.posted}
    for kind, message_id in town.rows("SELECT kind, message_id FROM outbox WHERE message_id IS NOT NULL"):
        if str(message_id) not in standing:
            yield f"marked as said, and nowhere to be read: {kind}"


def _charge(evening: Evening) -> Iterator[str]:
    plan, town = evening.plan, evening.town
    names = {one.id: one.person.name for one in plan.diligent}
    absent = "SELECT discord_id, reason FROM absence_cases JOIN people USING (person_id)"
    for member, reason in town.rows(absent):
        if member in names:
            yield f"{names[int(member)]} did all that was asked, and is charged with an absence: {reason}"
    lost = (
        "SELECT contest_id, side, discord_id, walkover_games, kind, score FROM results"
        " JOIN contest_sides USING (contest_id) JOIN entrants USING (entrant_id) JOIN people USING (person_id)"
        " WHERE superseded_at IS NULL"
    )
    for contest_id, side, member, games, kind, score in town.rows(lost):
        given = [int(one) for one in str(games).split("-")]
        against = given[1 - int(side or 0)] if len(given) == 2 else 0
        if member in names and against:
            yield f"{names[int(member)]} came in time, and lost {against} games by absence: {kind} {score} {contest_id}"
        if member not in names and against:
            yield from _walked_over(evening, str(contest_id), against)
    for (reason,) in town.rows("SELECT cancel_reason FROM tournaments WHERE cancelled_at IS NOT NULL"):
        yield f"the Open was called off: {reason}"


def _walked_over(evening: Evening, contest_id: str, games: int) -> Iterator[str]:
    called = evening.plan.called_at.get(contest_id)
    if called is None or contest_id not in evening.plan.settled_at:
        return
    town, settled = evening.town, evening.plan.settled_at[contest_id]
    pressable = town.pressable(called, settled)
    if pressable < games * LATE_AFTER_S - TOLERANCE_S:
        kept_out = town.absences.within(called, settled, town.hours.monotonic())
        yield (
            f"{games} games lost by absence in {pressable:.0f} s in which anybody could press,"
            f" {called:.0f} to {settled:.0f} ({kept_out})"
        )


def steps_out_of_reach(town: Town) -> Iterator[str]:
    """What time has decided while no press of the server could come in; a moment may pass until the bot knows that."""
    lost = [one for one in town.absences.barred if one.bar in OUT_OF_REACH]
    for what, moment in town.rows(_BY_TIME):
        at = town.watched.own_time(moment)
        for one in lost:
            if one.since + SLACK_S < at < (one.until or EVER) - 1:
                lasted = f"{one.bar}, {one.since:.0f} to {one.until or at:.0f}"
                yield f"{what} by itself at {at:.0f}, while no press could come in ({lasted})"


def window(evening: Evening) -> Iterator[str]:
    """Whether the time to confirm was as long as promised, or opened anew."""
    town, plan = evening.town, evening.plan
    lost = WINDOW_S - town.pressable(plan.opened_at, plan.closed_at)
    if plan.sleeper is not None and lost > SHORTEST_S + TOLERANCE_S and plan.closed_at - plan.opened_at <= WINDOW_S:
        yield f"{lost:.0f} s of the time to confirm were lost, and it was not opened anew"


def _broken(town: Town) -> Iterator[str]:
    yield from (f"the database: {row[0]}" for row in town.rows("PRAGMA integrity_check(3)") if row[0] != "ok")
    yield from (f"the database: a reference of {row[0]} leads nowhere" for row in town.rows("PRAGMA foreign_key_check"))


async def record(evening: Evening, folder: Path) -> list[str]:
    """Whether the event's record leaves, and `python -m bot replay` finds the same."""
    owner, town = evening.owner, evening.town
    tournament = str(town.rows("SELECT tournament_id FROM tournaments")[0][0])
    answer = None
    for _ in range(MOST_PRESSES):
        answer = answer or await owner.slash("tournament export", tournament=tournament)
    if answer is None or refusal(answer) is not None:
        return [f"the record is not handed over: {answer and refusal(answer)}"]
    files = [one for message in answer.shown for one in records(message["attachments"])]
    wanted = next((one for one in files if text(one, "filename").endswith(".json")), None)
    if wanted is None:
        return [f"no record among {[text(one, 'filename') for one in files]}: {list(map(words, answer.shown))}"]
    file = folder / "record.json"
    file.write_bytes(town.server.world.files[text(wanted, "id")].data)
    command = (sys.executable, "-m", "bot", "replay", str(file))
    done = subprocess.run(command, capture_output=True, text=True, timeout=REPLAY_LIMIT_S, check=False)
    return [] if done.returncode == 0 else [f"the record does not replay: {(done.stdout + done.stderr)[-400:]}"]

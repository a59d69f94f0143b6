"""A thread for each match, where the rulebook wants one: where the card stands, who is let in, when it closes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

from rehearsal import rows, simcord_seam
from rehearsal.checks.seen import PRIVATE, most_calls
from rehearsal.cups.checks.rounds import Rows
from rehearsal.cups.cup import Trial
from rehearsal.facts import Pairing
from rehearsal.hearing import same

LATE: Final = timedelta(minutes=10)
"""How much later a thread may close: the bot sleeps through a part of the evening."""


def of_its_own(trial: Trial) -> Iterator[str]:
    """Every match that was called has its card in one thread, which no other has, and none stands in the channel.

    A match whose sides agree on its time has a thread before its call, and so it has where no call ever comes.
    """
    kept = _read(trial)
    threads = {one["contest_id"]: one["thread_id"] for one in kept["threads"]}
    called = {one.contest_id for one in _calls_to_play(trial)}
    early = {one.contest_id for one in _pairs(trial)} - called if trial.cup.rules.has_times else set()
    yield from same("matches with a thread", set(threads) - early, called)
    if len(set(threads.values())) < len(threads):
        yield "two matches share a thread"
    own = {one.contest_id for one in _pairs(trial)}
    for card in kept["cards"]:
        if card["subject"] in own and threads.get(card["subject"]) != card["channel_id"]:
            yield f"the card of {card['subject']} stands elsewhere"


def of_its_people(trial: Trial) -> Iterator[str]:
    """Into a private thread its two sides and whoever decides are let, and nobody else."""
    kept, stage = _read(trial), trial.hearing.play.stage
    if trial.cup.rules.threads != PRIVATE:
        return
    ids = {one["person_id"]: one["discord_id"] for one in kept["people"]}
    threads = {one["contest_id"]: one["thread_id"] for one in kept["threads"]}
    for one in _calls_to_play(trial):
        thread_id = threads.get(one.contest_id)
        if thread_id is None:
            continue
        sides = {entry.member for key, entry in _entries(trial).items() if key in one.sides}
        decides = ids[one.arbiter] if one.arbiter else stage.organiser.id
        wanted = {*sides, decides} - {None}
        inside = simcord_seam.thread_members(stage.env, thread_id)
        yield from same(f"in the thread of {one.contest_id}", inside, wanted)


def closings(trial: Trial) -> Iterator[str]:
    """A thread is open until the result has stood for the rulebook's time, and closed soon after."""
    now, kept = trial.hearing.play.stage.now, _read(trial)
    closed = {one["contest_id"]: rows.perhaps(one["closed_at"]) for one in kept["threads"]}
    for one in _calls_to_play(trial):
        if one.outcome is None:
            continue
        due, at = one.outcome.settled_at + trial.cup.rules.open_for, closed.get(one.contest_id)
        # A ruling can be appealed against from the card for a day.
        if at is None and one.outcome.settled_by is None and due + LATE < now:
            yield f"the thread of {one.contest_id} is still open"
        if at is not None and not due <= at:
            yield f"the thread of {one.contest_id} closed at {at:%H:%M:%S} instead of {due:%H:%M:%S}"


def few_calls(trial: Trial) -> Iterator[str]:
    """Beside what every event may take a thread is made and closed, and into a private one three are let."""
    remembered, event = trial.hearing.events_held()[-1]
    made = remembered.last_call - remembered.first_call
    if made > most_calls(trial.hearing, event):
        matches = sum(len(one.sides) == 2 for one in trial.hearing.pairings(event))
        yield f"{event.name}: {made} REST calls for {matches} matches"


def _calls_to_play(trial: Trial) -> list[Pairing]:
    return [one for one in _pairs(trial) if one.called_at is not None]


def _pairs(trial: Trial) -> list[Pairing]:
    _, event = trial.hearing.events_held()[-1]
    return [one for one in trial.hearing.pairings(event) if len(one.sides) > 1]


def _entries(trial: Trial) -> Any:
    _, event = trial.hearing.events_held()[-1]
    return trial.hearing.entries(event)


def _read(trial: Trial) -> Any:
    return rows.read(trial.hearing.play.stage.path, rows.THREADS)


CHECKS: Final[Rows] = (
    ("threads", "Each match stands in a thread of its own", of_its_own),
    ("threads", "A private thread lets in its match's people alone", of_its_people),
    ("threads", "A thread closes once its result has stood", closings),
    ("threads", "Threads take few calls", few_calls),
)

"""What one press costs in a big event that is far advanced: `python -m benchmarks.big_events [PLAYERS | --smallest]`.

A Swiss of ten rounds in its eighth, and a knock-out in its first round, of 1,024 players each, through the services on
a real SQLite file. Results of earlier rounds are written directly; what is measured are the presses of members, with
their commits, in the processor's time.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.arena_evening import TimedHall
from benchmarks.presses.contenders import DATABASES
from benchmarks.presses.measure import table
from benchmarks.sizes import players_of
from bot import wiring
from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.course import verbs as course_verbs
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import store as playing_store
from bot.features.tournaments.facts_verbs import person_of
from bot.features.tournaments.promises_model import ScheduledEvent
from bot.kernel import outbox
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ChannelId, ContestId, EntrantId, MessageId, OutboxId
from bot.kernel.promises import Delivery
from bot.people import store as people_store
from bot.play.contests import Contest, Result, ResultKind
from bot.play.entries import Tournament
from bot.play.format_rules import SwissRules
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset

PLAYERS: Final = 1024
FEWEST: Final = 16
MATCHES: Final = 12
ROUNDS: Final = 10
LAST: Final = 8


def rulebooks() -> Iterator[tuple[str, Rulebook, int]]:
    """Each with the round whose matches are pressed."""
    swiss, knockout = preset("go-swiss"), preset("aije-open")
    open_to_all = replace(swiss.registration, account=None, capacity=None)
    by_themselves = replace(swiss.matches, matches_per_arbiter=0)
    rules = replace(swiss.swiss or SwissRules(), rounds=ROUNDS)
    yield "Swiss", replace(swiss, registration=open_to_all, matches=by_themselves, swiss=rules), LAST
    yield (
        "knock-out",
        replace(
            knockout, registration=replace(knockout.registration, account=None, capacity=None), matches=by_themselves
        ),
        1,
    )


def advance_to_round(hall: TimedHall, rulebook: Rulebook, players: int, last: int) -> Tournament:
    """The event with that round paired and called, and nobody there yet."""
    tournament = hall.begin(hall.announce(rulebook), *range(2, 2 + players))
    for number in range(1, last):
        waiting = [one for one in hall.open_contests(tournament) if one.round == number]
        hall.now += timedelta(minutes=1)
        hall.do(settle_all, waiting)
        hall.do(course_verbs.proceed, tournament.tournament_id)
    _deliver(hall)
    return hall.load(tournament)


def settle_all(tx: Tx, some: list[Contest]) -> None:
    """Of three matches the first is won by the second side, the others by the first."""
    for at, one in enumerate(some):
        score = (one.target, 0) if at % 3 else (0, one.target)
        result = Result(score, (0, 0), ResultKind.PLAYED, tx.now)
        playing_store.settle(tx, tx.new_id(), one.contest_id, result, None, None)


def _deliver(hall: TimedHall) -> None:
    while waiting := hall.ask(outbox.waiting, 500):
        for promise in waiting:
            if isinstance(promise.message, ScheduledEvent):
                hall.do(_keep_promise, promise.outbox_id)
            else:
                where = Delivery(promise.outbox_id, ChannelId(7), MessageId(hash(promise.outbox_id) % 10**9), hall.now)
                hall.do(wiring.note_delivery, where)


def _keep_promise(tx: Tx, outbox_id: OutboxId) -> None:
    outbox.mark_kept(tx, outbox_id, tx.now)


def measure_evening(hall: TimedHall, tournament: Tournament) -> None:
    """A dozen matches are played; another event is open for check-ins meanwhile."""
    numbers = _numbers(hall, tournament)
    waiting = [one for one in hall.open_contests(tournament) if one.called_at is not None][:MATCHES]
    for one in waiting:
        hall.now += timedelta(seconds=20)
        _play(hall, one, [numbers[side] for side in one.sides])
    key, actor = tournament.tournament_id, hall.actor(5)
    for _ in range(3):
        with hall.note_as("the standings"):
            hall.ask(course_reading_verbs.standings_for, actor.guild_id, key, actor.member_id)
        with hall.note_as("the desk"):
            hall.ask_as(hall.actor(1), desk_verbs.desk_view, key)
        with hall.note_as("what do I do now?"):
            hall.ask_as(actor, guidance_verbs.tasks)
    other = hall.announce(name="Another")
    hall.enter(other, *range(2, 22))
    hall.now = other.start_at - timedelta(minutes=5)
    for who in range(2, 22):
        with hall.note_as("press: check in"):
            hall.act(hall.actor(who), entering_check_in_verbs.check_in, other.tournament_id)


def _numbers(hall: TimedHall, tournament: Tournament) -> dict[EntrantId, int]:
    who = hall.ask(person_of, tournament)
    known = hall.ask(people_store.by_ids, list(who.values()))
    return {entrant: int(known[one].discord_id or 0) for entrant, one in who.items()}


def _play(hall: TimedHall, contest: Contest, players: list[int]) -> None:
    for who in players:
        with hall.note_as("press: I am here"):
            hall.act(hall.actor(who), playing_presence_verbs.here, contest.contest_id)
    with hall.note_as("press: report"):
        hall.act(hall.actor(players[0]), playing_reporting_verbs.report, contest.contest_id, _score(contest))
    with hall.note_as("a match's card"):
        hall.ask(playing_reading_verbs.view_of, contest.contest_id, hall.now)
    with hall.note_as("preparing"):
        report_id = hall.ask(_open_report, contest.contest_id)
    with hall.note_as("press: agree, and the result is settled"):
        hall.act(hall.actor(players[1]), playing_reporting_verbs.confirm, contest.contest_id, report_id)


def _score(contest: Contest) -> tuple[int, ...]:
    return (contest.target, 0, 0) if contest.drawable else (contest.target, 0)


def _open_report(tx: Query, contest_id: ContestId) -> str:
    found = playing_reports_store.open_report(tx, contest_id)
    if found is None:
        raise LookupError(contest_id)
    return found.report_id


def report(name: str, hall: TimedHall) -> list[tuple[str, str, str, str]]:
    """Each kind with its median and worst, in milliseconds."""
    of = {**hall.writes, **hall.reads}
    kinds = [one for one in of if one != "preparing"]
    return [(name, one, _ms(statistics.median(of[one])), _ms(max(of[one]))) for one in kinds]


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f}"


def main() -> int:
    """Plays both and prints one table."""
    players = players_of(sys.argv, PLAYERS, FEWEST)
    DATABASES.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, rulebook, last in rulebooks():
        with TemporaryDirectory(dir=DATABASES) as folder:
            hall = TimedHall(Path(folder) / "big.db")
            measure_evening(hall, advance_to_round(hall, rulebook, players, last))
            rows += report(f"{name}, {players:,} players", hall)
            hall.close()
    print(table(("event", "step", "median ms", "worst ms"), rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())

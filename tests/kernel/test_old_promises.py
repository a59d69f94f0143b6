"""Messages that were said long ago go in small slices, and what something still points to stays."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot import wiring
from bot.features.erasure import verbs as erasure_verbs
from bot.features.tournaments.facts_verbs import save
from bot.features.tournaments.promises_model import MatchCalled, RoundOver, TournamentAnnounced
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Tx
from bot.kernel.ids import ChannelId, MessageId, OutboxId, Place
from bot.kernel.promises import Delivery
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.server.speaking_verbs import promise
from tests.hall.hall import GUILD, Hall

LONG: timedelta = outbox.KEPT_FOR + timedelta(days=1)


def said(hall: Hall) -> None:
    """Has all that was promised said now, each in a message of its own."""

    def say_all(tx: Tx) -> None:
        for number, promised in enumerate(outbox.waiting(tx, 10_000)):
            stands = Delivery(promised.outbox_id, ChannelId(9), MessageId(1000 + number), hall.now)
            outbox.mark_delivered(tx, stands)

    hall.do(say_all)


def call(hall: Hall, *called: Contest) -> None:
    """Promises the call of each of the matches."""
    for one in called:
        hall.do(promise, GUILD, Place.MATCHES, MatchCalled(one.contest_id))


def left(hall: Hall) -> list[OutboxId]:
    """What is still on record, after as many slices as there are."""
    hall.do(erasure_verbs.forget_what_is_over)
    for _ in range(100):
        due = [
            one
            for one in hall.ask(kernel_time_store.due_deadlines, hall.now + timedelta(hours=1), 500)
            if one.subject.startswith("said:")
        ]
        for one in due:
            hall.do(wiring.take, one)
    return hall.ask(
        lambda tx: [row["outbox_id"] for row in tx.fetch_all("SELECT outbox_id FROM outbox ORDER BY sequence")]
    )


def played(hall: Hall, name: str = "Open") -> Tournament:
    """An event that is over, and of which all was said."""
    over = hall.play_out(hall.begin(hall.announce(name=name), 2, 3, 4, 5))
    assert over.ended_at is not None
    said(hall)
    return over


def test_what_was_said_of_an_event_goes_two_months_after_its_end(hall: Hall) -> None:
    over = played(hall)
    many = len(left(hall))
    assert many > 5
    hall.now += outbox.KEPT_FOR - timedelta(hours=2)
    assert len(left(hall)) == many
    hall.now += timedelta(days=1)
    assert hall.promised(TournamentAnnounced, over.tournament_id)
    left(hall)
    assert hall.promised(TournamentAnnounced, over.tournament_id) == []


def test_what_was_said_of_an_event_that_goes_on_stays_however_old(hall: Hall) -> None:
    running = hall.begin(hall.announce(), 2, 3, 4, 5)
    first, *_ = hall.open_contests(running)
    call(hall, first)
    said(hall)
    hall.now += LONG
    left(hall)
    assert hall.promised(TournamentAnnounced, running.tournament_id)
    assert hall.promised(MatchCalled, first.contest_id)


def test_what_was_said_of_a_match_goes_with_its_result_though_the_event_goes_on(hall: Hall) -> None:
    running = hall.begin(hall.announce(), 2, 3, 4, 5)
    first, second = hall.open_contests(running)
    call(hall, first, second)
    hall.settle(first, (first.target, 0))
    said(hall)
    hall.now += LONG
    left(hall)
    assert hall.promised(MatchCalled, first.contest_id) == []
    assert hall.promised(MatchCalled, second.contest_id)


@pytest.mark.parametrize("state", ["pending", "sending", "parked"])
def test_what_was_not_said_stays(hall: Hall, state: str) -> None:
    played(hall)
    hall.do(lambda tx: tx.execute("UPDATE outbox SET state = ?", (state,)))
    hall.now += LONG
    before = hall.ask(lambda tx: tx.fetch_one("SELECT count(*) AS n FROM outbox"))
    assert before is not None
    assert len(left(hall)) == before["n"]


def test_what_was_said_late_stays_as_long_as_what_was_said_at_once(hall: Hall) -> None:
    over = hall.play_out(hall.begin(hall.announce(), 2, 3, 4, 5))
    hall.now += LONG
    said(hall)
    left(hall)
    assert hall.promised(TournamentAnnounced, over.tournament_id)


def test_a_message_that_is_a_panel_or_of_which_it_is_in_doubt_whether_it_was_said_stays(hall: Hall) -> None:
    over = played(hall)
    (announced,) = hall.promised(TournamentAnnounced, over.tournament_id)
    doubted = hall.promised(RoundOver, over.tournament_id)[0]
    hall.do(
        lambda tx: tx.execute(
            "INSERT INTO panels (panel, guild_id, channel_id, message_id, posted_at, edited_at)"
            " SELECT 'kept', guild_id, channel_id, message_id, 0, 0 FROM outbox WHERE outbox_id = ?",
            (announced.outbox_id,),
        )
    )
    hall.do(lambda tx: outbox.begin_attempt(tx, doubted.outbox_id, "", tx.now))
    hall.now += LONG
    assert set(left(hall)) == {announced.outbox_id, doubted.outbox_id}


def test_the_notice_of_an_absence_stays_while_the_case_is_open(hall: Hall) -> None:
    over = played(hall)
    who = hall.person(2).person_id
    hall.do(
        lambda tx: tx.execute(
            "INSERT INTO absence_cases (case_id, tournament_id, person_id, reason, opened_at, event_at)"
            " VALUES ('case', ?, ?, 'not_confirmed', 0, 0)",
            (over.tournament_id, who),
        )
    )
    hall.now += LONG
    left(hall)
    assert hall.promised(TournamentAnnounced, over.tournament_id)
    hall.do(lambda tx: tx.execute("UPDATE absence_cases SET closed_at = 1, close_reason = 'lapsed'"))
    left(hall)
    assert hall.promised(TournamentAnnounced, over.tournament_id) == []


def test_a_slice_looks_at_so_many_and_the_rest_follows_by_itself(hall: Hall) -> None:
    over = played(hall)
    (one,) = hall.promised(TournamentAnnounced, over.tournament_id)
    hall.do(
        lambda tx: tx.execute_many(
            "INSERT INTO outbox (outbox_id, guild_id, target, kind, subject, details, promised_at, state, delivered_at)"
            " SELECT ?, guild_id, target, kind, subject, details, promised_at, state, delivered_at FROM outbox"
            " WHERE outbox_id = ?",
            [(f"old{number}", one.outbox_id) for number in range(2 * outbox.AT_ONCE)],
        )
    )
    hall.now += LONG
    count = "SELECT count(*) AS n FROM outbox"
    before = hall.ask(lambda tx: tx.fetch_one(count))
    hall.do(erasure_verbs.forget_what_is_over)
    after = hall.ask(lambda tx: tx.fetch_one(count))
    assert before is not None
    assert after is not None
    assert before["n"] - after["n"] == outbox.AT_ONCE
    (due,) = [
        one
        for one in hall.ask(kernel_time_store.due_deadlines, hall.now + outbox.PAUSE, 9)
        if one.subject.startswith("said:")
    ]
    assert due.subject == f"said:{outbox.AT_ONCE}"
    assert left(hall) == []


def test_a_look_ends_at_the_first_young_one(hall: Hall) -> None:
    played(hall)
    hall.now += LONG
    young = hall.announce(name="Young")
    said(hall)
    assert hall.do(lambda tx: outbox.remove_said(tx, 0, 5, hall.now - outbox.KEPT_FOR)) == 5
    left(hall)
    assert hall.promised(TournamentAnnounced, young.tournament_id)


def test_a_press_on_a_message_of_which_nothing_is_left_has_nothing_to_note(hall: Hall) -> None:
    over = played(hall)
    (announced,) = hall.promised(TournamentAnnounced, over.tournament_id)
    hall.now += LONG
    left(hall)
    assert hall.ask(wiring.is_noted, announced.outbox_id)
    assert hall.ask(wiring.guild_of, announced.outbox_id) is None
    hall.do(wiring.proven, GUILD, Delivery(announced.outbox_id, ChannelId(9), MessageId(8), hall.now))
    assert hall.promised(TournamentAnnounced, over.tournament_id) == []


def test_an_event_that_ends_much_later_lets_its_messages_go_then(hall: Hall) -> None:
    running = hall.begin(hall.announce(), 2, 3, 4, 5)
    said(hall)
    hall.now += LONG
    left(hall)
    over = hall.play_out(running)
    said(hall)
    left(hall)
    assert hall.promised(TournamentAnnounced, over.tournament_id)
    hall.now += LONG
    hall.do(lambda tx: save(tx, hall.load(over)))
    assert left(hall) == []

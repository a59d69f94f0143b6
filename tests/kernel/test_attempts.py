"""What is in doubt stands in one short table: each row goes with its doubt, and none outlives its promise."""

from __future__ import annotations

from datetime import timedelta

from bot.features.cases.model import AbsenceLetter
from bot.kernel import outbox
from bot.kernel.ids import CaseId, ChannelId, MemberId, MessageId, OutboxId
from bot.kernel.promises import Delivery, ToMember
from tests.hall.hall import GUILD, Hall

STRANGER = MemberId(77)
CHANNEL = "1456074443980800050"


def letter(hall: Hall) -> OutboxId:
    """A promise to a stranger whose first attempt ended without an answer."""
    said = AbsenceLetter(CaseId("case"), "1/5/6")
    made = hall.do(lambda tx: tx.enqueue(GUILD, ToMember(STRANGER), said))
    hall.do(lambda tx: outbox.begin_attempt(tx, made, CHANNEL, tx.now))
    hall.do(lambda tx: outbox.end_attempt(tx, made, tx.now))
    return made


def test_the_doubt_begins_with_the_first_attempt_and_ends_with_the_last(hall: Hall) -> None:
    made, first = letter(hall), hall.now
    hall.now += timedelta(minutes=5)
    hall.do(lambda tx: outbox.begin_attempt(tx, made, CHANNEL, tx.now))
    assert hall.ask(outbox.of, made) == outbox.Attempt(CHANNEL, first, None)
    hall.now += timedelta(minutes=1)
    hall.do(lambda tx: outbox.end_all(tx, tx.now))
    assert hall.ask(outbox.of, made) == outbox.Attempt(CHANNEL, first, hall.now)


def test_a_delivery_ends_the_doubt(hall: Hall) -> None:
    made = letter(hall)
    stands = Delivery(made, ChannelId(int(CHANNEL)), MessageId(9), hall.now)
    assert hall.do(lambda tx: outbox.mark_delivered(tx, stands))
    assert hall.ask(outbox.of, made) is None


def test_of_who_was_let_go_no_doubt_is_left_behind(hall: Hall) -> None:
    made = letter(hall)
    hall.do(lambda tx: outbox.park(tx, made, "history"))
    assert hall.do(lambda tx: outbox.forget_letters(tx, STRANGER)) == 1
    assert hall.ask(outbox.of, made) is None

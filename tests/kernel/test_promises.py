"""What was promised is found by its kind and its subject."""

from __future__ import annotations

from bot.features.tournaments.promises_model import RoundOver
from bot.kernel.ids import Place, TournamentId
from bot.kernel.promises import Message
from tests.hall.hall import GUILD, Hall

CUP = TournamentId("cup")


def say(hall: Hall, message: Message) -> None:
    hall.do(lambda tx: tx.enqueue(GUILD, Place.ANNOUNCEMENTS, message))


def test_a_row_that_does_not_say_what_its_kind_has_to_say_holds_up_nobody_who_asks(hall: Hall) -> None:
    told = [RoundOver(CUP, 1, number, "table") for number in (1, 2, 3)]
    for message in told:
        say(hall, message)
    hall.do(lambda tx: tx.execute("UPDATE outbox SET details = '{}' WHERE sequence = 2"))
    assert [one.message for one in hall.promised(RoundOver, CUP)] == [told[0], told[2]]

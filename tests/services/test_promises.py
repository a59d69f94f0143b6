"""What was promised is found by its kind and its subject."""

from __future__ import annotations

from datetime import timedelta

from bot.domain.community import Place
from bot.domain.events.sayings import RoundOver
from bot.domain.ids import TournamentId
from bot.domain.outages import Outage
from bot.domain.own_sayings import OutageTold
from bot.domain.sayings import Saying
from bot.services.speaking import forget_shorter, promise
from bot.storage import outbox
from tests.services.hall import GUILD, Hall

CUP = TournamentId("cup")


def say(hall: Hall, saying: Saying) -> None:
    hall.do(lambda work, now: promise(work, now, GUILD, Place.ANNOUNCEMENTS, saying))


def forget(hall: Hall, outage: Outage) -> None:
    hall.do(lambda work, _: forget_shorter(work, OutageTold, CUP, outage))


def test_a_row_that_does_not_say_what_its_kind_has_to_say_holds_up_nobody_who_asks(hall: Hall) -> None:
    told = [RoundOver(CUP, 1, number, "table") for number in (1, 2, 3)]
    for saying in told:
        say(hall, saying)
    hall.do(lambda work, _: work.execute("UPDATE outbox SET details = '{}' WHERE sequence = 2"))
    assert [one.saying for one in hall.promised(RoundOver, CUP)] == [told[0], told[2]]


def test_what_waits_to_be_said_of_the_same_outage_is_overtaken_by_what_is_longer(hall: Hall) -> None:
    began = hall.now
    for minutes, since in ((1, began), (2, began), (2, began - timedelta(hours=1))):
        outage = Outage(since, began + timedelta(minutes=minutes))
        forget(hall, outage)
        say(hall, OutageTold(CUP, down_from=outage.down_from, up_at=outage.up_at))
    waiting = [one.saying for one in hall.ask(outbox.undelivered_promises, OutageTold, CUP)]
    assert [(one.down_from, one.up_at - began) for one in waiting] == [
        (began, timedelta(minutes=2)),
        (began - timedelta(hours=1), timedelta(minutes=2)),
    ]

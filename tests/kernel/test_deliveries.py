"""What hangs on a delivery hangs on its proof as well: a press on the message."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import pytest

from bot import wiring
from bot.features.cases import store as cases_store
from bot.features.cases.model import AbsenceNotice
from bot.kernel import outbox
from bot.kernel.context import Query
from bot.kernel.ids import ChannelId, GuildId, MessageId, OutboxId, Place
from bot.kernel.promises import KINDS, Delivery, Message, Promise, name_of
from bot.server.speaking_verbs import DELIVERY_HOOKS
from tests.hall.court import miss
from tests.hall.hall import GUILD, Hall
from tests.kernel.sayings_of_before import ROWS


def prove(hall: Hall, promised: OutboxId, at: datetime, guild_id: GuildId | None = GUILD) -> None:
    stands = Delivery(promised, ChannelId(5), MessageId(6), at)
    hall.do(wiring.proven, guild_id, stands)


@pytest.mark.parametrize("state", ["pending", "sending", "parked"])
@pytest.mark.rule("AIJE-D01-5.3")
def test_the_72_hours_run_from_a_notice_that_a_press_has_proven(hall: Hall, state: str) -> None:
    event = miss(hall, 2)
    (promised,) = hall.promised(AbsenceNotice, event.tournament_id)
    hall.do(lambda tx: tx.execute("UPDATE outbox SET state = ? WHERE outbox_id = ?", (state, promised.outbox_id)))
    said_at = hall.now - timedelta(seconds=30)
    prove(hall, promised.outbox_id, said_at)
    (case,) = hall.ask(cases_store.open_of_tournament, event.tournament_id)
    assert case.noticed_at == said_at
    assert hall.ask(outbox.is_delivered, promised.outbox_id)
    prove(hall, promised.outbox_id, hall.now)
    (case,) = hall.ask(cases_store.open_of_tournament, event.tournament_id)
    assert case.noticed_at == said_at


def test_a_message_of_another_server_proves_nothing(hall: Hall) -> None:
    event = miss(hall, 2)
    (promised,) = hall.promised(AbsenceNotice, event.tournament_id)
    prove(hall, promised.outbox_id, hall.now, GuildId(99))
    assert not hall.ask(outbox.is_delivered, promised.outbox_id)


FOLLOWED: Final = dict.fromkeys((*wiring._FOLLOWS, *(kind for one in DELIVERY_HOOKS for kind in one.follows())))


@pytest.mark.parametrize("kind", FOLLOWED)
def test_whatever_follows_a_delivery_follows_its_proof(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, kind: type[Message]
) -> None:
    match_context: list[Delivery] = []

    def follow(_: Query, ___: Promise[Message], delivery: Delivery) -> None:
        match_context.append(delivery)

    monkeypatch.setattr(wiring, "_following", lambda given: [follow] if given is kind else [])
    row = next(one for one in ROWS if one.name == name_of(kind))
    promised = hall.do(lambda tx: tx.enqueue(GUILD, Place.ANNOUNCEMENTS, KINDS.read(row.kept)))
    prove(hall, promised, hall.now)
    assert [one.outbox_id for one in match_context] == [promised]

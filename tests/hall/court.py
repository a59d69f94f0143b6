"""What tests of cases and bars do again and again: deliver notices, take due steps, look at cases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta

from bot import wiring
from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import justifying_verbs as cases_justifying_verbs
from bot.features.cases import store as cases_store
from bot.features.cases.model import AbsenceCase, AbsenceNotice
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering.model import Bar, BarReason
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Tx
from bot.kernel.ids import BarId, ChannelId, MessageId, PersonId
from bot.kernel.promises import Delivery, K, Message, Promise, says
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Office, Someone
from bot.play.entries import Tournament
from bot.play.rulebook import Rulebook
from bot.server import verbs as server_verbs
from tests.hall.hall import GUILD, Hall

LEADER, PRESIDENT, ARBITER = 90, 91, 92


def open_court(hall: Hall) -> None:
    """Names a leader, a President and an arbiter, who may bar players."""
    hall.arbiter(ARBITER, ArbiterTitle.AJ)
    for office, number in ((Office.LEADER, LEADER), (Office.PRESIDENT, PRESIDENT)):
        person = hall.person(number).person_id
        hall.do(give_office, office, person)


def give_office(tx: Tx, office: Office, person: PersonId) -> None:
    people_store.give_office(tx, GUILD, office, person, tx.now, person)


def bar_by_verdict(hall: Hall, by: int, who: Someone, reason: str, until: datetime | None = None) -> Bar:
    """Bars somebody from all events, as a case that was decided does."""

    def act(tx: Tx) -> Bar:
        accused, judge = server_verbs.somebody(tx, GUILD, who), hall.actor(by)
        bar = Bar(
            BarId(tx.new_id()),
            GUILD,
            accused.person_id,
            BarReason.DISQUALIFIED,
            reason,
            tx.now,
            until,
            barred_by=server_verbs.recognise(tx.acting_as(judge)).person_id,
        )
        cases_barring_verbs.impose(tx, bar)
        cases_barring_verbs.tell(tx, GUILD, [bar])
        return bar

    return hall.do(act)


def miss(hall: Hall, *numbers: int, rulebook: Rulebook | None = None) -> Tournament:
    """An event whose members registered and did not confirm; time stands three seconds after the close."""
    tournament = hall.announce(rulebook)
    hall.enter(tournament, *numbers)
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    return hall.load(tournament)


def waiting(hall: Hall, kind: type[K]) -> list[Promise[K]]:
    """What is promised and not yet said, of that kind."""
    return [promise for promise in hall.ask(outbox.waiting, 1000) if says(promise, kind)]


def deliver(hall: Hall, kind: type[Message]) -> int:
    """Has Discord take all such messages now; answers how many."""
    found = waiting(hall, kind)
    for promise in found:
        hall.do(
            wiring.note_delivery, Delivery(promise.outbox_id, ChannelId(5), MessageId(hall_message(hall)), hall.now)
        )
    return len(found)


def hall_message(hall: Hall) -> int:
    return int(hall.now.timestamp())


def let_pass(hall: Hall, length: timedelta) -> None:
    """Lets time pass, taking every step of cases and notices at its moment."""
    until = hall.now + length
    for moment in _moments(hall, until):
        hall.now = max(hall.now, moment)
        for due in hall.ask(kernel_time_store.due_deadlines, hall.now, 1000):
            if due.subject.startswith(("case:", "absences:")):
                hall.do(wiring.take, due)
        with suppress(LookupError):
            deliver(hall, AbsenceNotice)
    hall.now = until


def _moments(hall: Hall, until: datetime) -> Iterator[datetime]:
    """The moments at which a step of a case falls due, as far as they are known when asked."""
    while found := [
        due.due_at
        for due in hall.ask(kernel_time_store.due_deadlines, until, 1000)
        if due.subject.startswith(("case:", "absences:"))
    ]:
        yield min(found)


def case_of(hall: Hall, tournament: Tournament, number: int) -> AbsenceCase:
    """The member's case."""
    case = hall.ask(cases_store.of_person, tournament.tournament_id, hall.person(number).person_id)
    assert case is not None
    return case


def justify(hall: Hall, tournament: Tournament, number: int, text: str = "ill", at: datetime | None = None) -> None:
    """The member justifies, by a press at that moment or now."""
    before, hall.now = hall.now, at or hall.now
    case = case_of(hall, tournament, number)
    hall.act(hall.actor(number), cases_justifying_verbs.justify, case.case_id, text)
    hall.now = max(before, hall.now)


def bars_of(hall: Hall, number: int) -> list[Bar]:
    """The bars that hold against the member now."""
    return hall.ask(entering_bars_store.of_people, [hall.person(number).person_id], hall.now)

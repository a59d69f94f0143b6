"""Stated ceremonies: announced, recalled, attended, and absence without good reason reprimanded in public."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot import wiring
from bot.features.rounds import ending_verbs as rounds_ending_verbs
from bot.features.rounds.model import Attendance, CeremonyView
from bot.features.tournaments.promises_model import CeremonyReminder, CeremonyStated, Reprimanded
from bot.i18n.moments import MomentInThePast
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import AlreadyDone, NotAllowed, NotFound, NotNow, NotYours
from bot.kernel.ids import PersonId
from bot.play.entries import Tournament
from tests.hall.go import go_rules
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

ORGANISER, ARBITER, STRANGER, ANA, BIA = 1, 50, 60, 2, 3


class Opening:
    """The opening ceremony of an event of Go, in five hours."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        hall.arbiter(ARBITER)
        self.tournament: Tournament = hall.announce(go_rules())
        hall.enter(self.tournament, ANA, BIA)
        self.held_at: datetime = hall.now + timedelta(hours=5)
        self.ceremony_id = self.state(ORGANISER, self.held_at).ceremony.ceremony_id

    def state(self, by: int, held_at: datetime) -> CeremonyView:
        tournament_id = self.tournament.tournament_id
        return self.hall.act(self.hall.actor(by), rounds_ending_verbs.state, tournament_id, "Opening", held_at)

    @property
    def view(self) -> CeremonyView:
        return self.hall.ask(rounds_ending_verbs.view, GUILD, self.ceremony_id)

    def person(self, number: int) -> PersonId:
        return self.hall.person(number).person_id

    def here(self, number: int) -> None:
        self.hall.act(self.hall.actor(number), rounds_ending_verbs.here, self.ceremony_id)

    def note(self, number: int, attendance: Attendance, by: int = ARBITER) -> None:
        self.hall.act(self.hall.actor(by), rounds_ending_verbs.note, self.ceremony_id, self.person(number), attendance)

    def reprimand(self, number: int, by: int = ORGANISER) -> None:
        actor = self.hall.actor(by)
        self.hall.act(actor, rounds_ending_verbs.reprimand, self.ceremony_id, self.person(number), "it was stated")

    def take_steps(self) -> None:
        for due in self.hall.ask(kernel_time_store.due_deadlines, self.hall.now, 100):
            if due.subject.startswith("ceremony:"):
                self.hall.do(wiring.take, due)


@pytest.fixture
def opening(hall: Hall) -> Opening:
    return Opening(hall)


@pytest.mark.rule("GO-23.6")
def test_a_stated_ceremony_is_announced_and_recalled_an_hour_before_once(opening: Opening) -> None:
    hall, key = opening.hall, opening.ceremony_id
    assert len(hall.promised(CeremonyStated, key)) == 1
    hall.now = opening.held_at - timedelta(minutes=61)
    opening.take_steps()
    assert hall.promised(CeremonyReminder, key) == []
    hall.now = opening.held_at - timedelta(hours=1)
    opening.take_steps()
    opening.take_steps()
    assert len(hall.promised(CeremonyReminder, key)) == 1


@pytest.mark.rule("GO-23.6")
def test_a_player_says_to_be_there_around_the_ceremony_and_once(opening: Opening) -> None:
    with pytest.raises(NotNow):
        opening.here(ANA)
    opening.hall.now = opening.held_at - timedelta(minutes=30)
    opening.here(ANA)
    with pytest.raises(AlreadyDone):
        opening.here(ANA)
    with pytest.raises(NotYours):
        opening.here(STRANGER)
    opening.hall.now = opening.held_at + timedelta(hours=2, seconds=1)
    with pytest.raises(NotNow):
        opening.here(BIA)
    assert [one.name for one in opening.view.absent] == ["P3"]


@pytest.mark.rule("GO-23.6")
def test_an_arbiter_notes_who_was_there_and_who_is_excused(opening: Opening) -> None:
    with pytest.raises(NotNow):
        opening.note(ANA, Attendance.PRESENT)
    opening.note(BIA, Attendance.EXCUSED)
    opening.hall.now = opening.held_at
    opening.note(ANA, Attendance.PRESENT)
    opening.note(BIA, Attendance.PRESENT)
    with pytest.raises(AlreadyDone):
        opening.note(BIA, Attendance.EXCUSED)
    with pytest.raises(NotAllowed):
        opening.note(ANA, Attendance.EXCUSED, by=STRANGER)
    with pytest.raises(NotFound):
        opening.note(STRANGER, Attendance.PRESENT)
    assert opening.view.absent == ()


@pytest.mark.rule("GO-23.6")
def test_absence_without_good_reason_is_reprimanded_in_public_once(opening: Opening) -> None:
    with pytest.raises(NotNow):
        opening.reprimand(ANA)
    opening.note(BIA, Attendance.EXCUSED)
    opening.hall.now = opening.held_at + timedelta(hours=1)
    with pytest.raises(NotFound):
        opening.reprimand(BIA)
    with pytest.raises(NotAllowed):
        opening.reprimand(ANA, by=ARBITER)
    opening.reprimand(ANA)
    with pytest.raises(AlreadyDone):
        opening.reprimand(ANA)
    told = opening.hall.promised(Reprimanded, opening.ceremony_id)
    assert [one.message.person for one in told] == [opening.person(ANA)] * 2
    assert opening.view.to_reprimand == ()


def test_a_ceremony_that_is_called_off_reminds_nobody(opening: Opening) -> None:
    hall = opening.hall
    hall.act(hall.actor(ORGANISER), rounds_ending_verbs.call_off, opening.ceremony_id)
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(ORGANISER), rounds_ending_verbs.call_off, opening.ceremony_id)
    hall.now = opening.held_at
    opening.take_steps()
    assert hall.promised(CeremonyReminder, opening.ceremony_id) == []
    with pytest.raises(NotNow):
        opening.here(ANA)


def test_who_states_what_and_when_is_checked(opening: Opening, hall: Hall) -> None:
    with pytest.raises(NotAllowed):
        opening.state(ANA, opening.held_at)
    with pytest.raises(MomentInThePast):
        opening.state(ORGANISER, hall.now)
    opening.tournament = hall.announce(name="Open 2")
    with refuses("error.NoCeremonies"):
        opening.state(ORGANISER, opening.held_at)

"""An act of staff can be taken back by who did it, as long as nothing later hangs on it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.cases import appeals_verbs as cases_appeals_verbs
from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases.model import BarLifted, Barred
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import Bar, EnteredByStaff
from bot.features.tournaments.recusal_verbs import OpponentsCase, OpponentsCaseAlone
from bot.features.undoing import verbs as undoing_verbs
from bot.features.undoing.verbs import SomethingHangs
from bot.features.voting import record_verbs as voting_record_verbs
from bot.features.voting.bodies_model import Suggested
from bot.i18n.catalogue import Translator
from bot.kernel.errors import NotYours
from bot.kernel.ids import MemberId, TournamentId
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Office
from bot.server.model import Hanging, UndoLine
from bot.wiring import ALL
from tests.foul_play import stakes
from tests.hall.court import bar_by_verdict
from tests.hall.hall import GUILD, Hall

LEADER, PLAYER = 20, 2


@pytest.fixture(autouse=True)
def led(hall: Hall) -> None:
    """A leader with a title, who may bar and lift."""
    key = hall.arbiter(LEADER, ArbiterTitle.AJ).person_id
    hall.do(lambda tx: people_store.give_office(tx, GUILD, Office.LEADER, key, hall.now, key))
    hall.now += timedelta(minutes=1)


def bar(hall: Hall) -> Bar:
    return bar_by_verdict(hall, LEADER, (MemberId(PLAYER), "P2"), "Threats")


def latest(hall: Hall, number: int = LEADER) -> UndoLine:
    hall.now += timedelta(minutes=1)
    return hall.ask_as(hall.actor(number), undoing_verbs.mine)[0]


def take_back(hall: Hall, number: int = LEADER) -> None:
    hall.act(hall.actor(number), undoing_verbs.undo, latest(hall, number).sequence)


def holding(hall: Hall) -> list[Bar]:
    return hall.ask(entering_eligibility_verbs.bars_of, hall.person(PLAYER).person_id, hall.now)


def test_a_bar_that_was_a_slip_is_lifted_in_public(hall: Hall) -> None:
    made = bar(hall)
    take_back(hall)
    assert holding(hall) == []
    assert len(hall.promised(BarLifted, made.bar_id)) == 3


def test_an_act_is_taken_back_once(hall: Hall) -> None:
    bar(hall)
    key = latest(hall).sequence
    hall.act(hall.actor(LEADER), undoing_verbs.undo, key)
    with pytest.raises(SomethingHangs):
        hall.act(hall.actor(LEADER), undoing_verbs.undo, key)


def test_only_who_did_it_takes_it_back(hall: Hall) -> None:
    bar(hall)
    hall.arbiter(21, ArbiterTitle.AI)
    with pytest.raises(NotYours):
        hall.act(hall.actor(21), undoing_verbs.undo, latest(hall).sequence)


def test_a_bar_against_which_somebody_appealed_stays_until_that_is_decided(hall: Hall) -> None:
    made = bar(hall)
    hall.act(hall.actor(PLAYER), cases_appeals_verbs.appeal, f"bar-{made.bar_id}", "It was not me.")
    assert latest(hall).hangs is Hanging.APPEAL
    with pytest.raises(SomethingHangs):
        take_back(hall)
    assert len(holding(hall)) == 1


def test_a_lifted_bar_holds_again_and_the_old_one_stays_on_record(hall: Hall) -> None:
    made = bar(hall)
    hall.now += timedelta(minutes=1)
    hall.act(hall.actor(LEADER), cases_barring_verbs.lift, made.bar_id, "Enough")
    take_back(hall)
    (again,) = holding(hall)
    assert again.bar_id != made.bar_id
    assert again.explanation == "Threats"
    assert len(hall.promised(Barred, again.bar_id)) == 3


def test_a_lifted_bar_stays_lifted_once_the_player_has_entered(hall: Hall) -> None:
    made = bar(hall)
    hall.now += timedelta(minutes=1)
    hall.act(hall.actor(LEADER), cases_barring_verbs.lift, made.bar_id, "Enough")
    hall.enter(hall.announce(), PLAYER)
    assert latest(hall).hangs is Hanging.ENTRY


def test_who_was_taken_off_the_list_is_on_it_again_until_the_close(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, PLAYER)
    entry = hall.ask(entering_store.of_person, tournament.tournament_id, hall.person(PLAYER).person_id)
    assert entry is not None
    hall.act(hall.actor(1), entering_verbs.remove, entry.entrant_id, "A slip")
    take_back(hall, 1)
    again = hall.ask(entering_store.load, entry.entrant_id)
    assert again is not None
    assert again.withdrawn_at is None
    (letter,) = hall.promised(EnteredByStaff, TournamentId(entry.entrant_id))
    said = hall.ask(ALL[EnteredByStaff], letter)
    assert said is not None
    assert "Your place in **Open** is back" in said(Translator("en-US")).paragraphs[0]
    hall.act(hall.actor(1), entering_verbs.remove, entry.entrant_id, "Really")
    hall.now = tournament.start_at
    assert latest(hall, 1).hangs is Hanging.CLOSED


def test_an_answered_suggestion_waits_again(hall: Hall) -> None:
    key = hall.act(hall.actor(30), voting_record_verbs.suggest, "A cup").suggestion.suggestion_id
    hall.act(hall.actor(LEADER), voting_record_verbs.decide, key, "No", approved=False)
    take_back(hall)
    assert hall.ask(voting_record_verbs.view, GUILD, key).suggestion.approved is None
    assert len(hall.promised(Suggested, key)) == 2


def test_after_a_week_nothing_is_offered(hall: Hall) -> None:
    bar(hall)
    hall.now += timedelta(days=7, minutes=1)
    assert hall.ask_as(hall.actor(LEADER), undoing_verbs.mine) == ()


@pytest.mark.rule("AIJE-D01-2")
def test_an_officer_who_plays_takes_no_lifted_bar_back_to_be_rid_of_a_rival(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, LEADER, PLAYER)
    hall.now += timedelta(minutes=1)
    made = bar(hall)
    hall.act(hall.actor(LEADER), cases_barring_verbs.lift_and_restore, made.bar_id, "There were none")
    hall.now += timedelta(minutes=1)
    stakes.confirming(hall, tournament)
    with pytest.raises((OpponentsCase, OpponentsCaseAlone)):
        take_back(hall)
    assert stakes.entry(hall, tournament, PLAYER).withdrawn_at is None

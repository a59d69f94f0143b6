"""Tried by a President whose friends do what the President may not: bring, approve, sign, take back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.opening import who_verbs as opening_who_verbs
from bot.features.opening.model import Trouble
from bot.features.past_events.model import BroughtEvents
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import SignatureView
from bot.features.tournaments import proposal_verbs as tournaments_proposal_verbs
from bot.features.tournaments.model import Claim
from bot.features.tournaments.official_verbs import OwnRulebook
from bot.features.tournaments.recusal_verbs import OwnCase
from bot.features.undoing import verbs as undoing_verbs
from bot.kernel.errors import NotAllowed
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.lists_model import LineMeans
from bot.people.model import ArbiterTitle, Office
from bot.server import store as server_store
from bot.server.model import StandIn
from tests.features.opening.test_founding import HEADINGS, known, meant, waiting
from tests.features.past_events.test_past_events import final
from tests.foul_play.test_calling_it_official import AN, approve, claim, court, created_from, draft, kept, quicker
from tests.foul_play.test_invented_events import JULY, LEADER, association, organiser, press, rating_of, send
from tests.foul_play.test_lists_about_oneself import PRESIDENT, about, make_president, one_person, troubles
from tests.hall.court import PRESIDENT as COURT_PRESIDENT
from tests.hall.hall import GUILD, Hall
from tests.hall.moving_in import ORGANISER, OWNER, actor, confirm
from tests.hall.moving_in import send as send_list
from tests.refusals import refuses

__all__ = ["court", "known"]
FRIEND, SENIOR = 81, 40


def stand_in(hall: Hall, office: Office, number: int, holder: int) -> None:
    person, by = hall.person(number).person_id, hall.person(holder).person_id
    until = hall.now + timedelta(days=9)
    hall.do(lambda tx: server_store.name(tx, StandIn("s" * 12, GUILD, office, person, hall.now, until, by, "away")))


# --- lists ------------------------------------------------------------------------------------------------------------


def test_what_was_declined_about_the_sender_is_brought_by_no_friend_who_organises(hall: Hall) -> None:
    make_president(hall)
    confirm(hall, about(hall, PRESIDENT, PRESIDENT, rating="2900"), PRESIDENT)
    (asked,) = waiting(hall)
    hall.act(actor(hall, OWNER), signing_verbs.decline, asked.signature_id, "It is not true")
    assert troubles(hall, about(hall, PRESIDENT, ORGANISER, rating="2900"), ORGANISER) == [Trouble.DECIDED_HERE]
    hall.now += timedelta(days=31)
    assert troubles(hall, about(hall, PRESIDENT, ORGANISER, rating="2100"), ORGANISER) == []


def test_a_second_account_of_the_senders_gets_no_rating_by_the_list_either(hall: Hall) -> None:
    make_president(hall)
    both = hall.person(PRESIDENT).person_id, hall.person(30).person_id
    hall.do(lambda tx: one_person(tx, *both))
    confirm(hall, about(hall, 30, PRESIDENT, rating="2900"), PRESIDENT)
    assert hall.ask(people_ratings_store.ratings, GUILD) == {}
    assert len(waiting(hall)) == 1


def test_a_friend_whom_the_very_list_makes_an_arbiter_of_old_is_not_the_first_to_sign(hall: Hall) -> None:
    make_president(hall)
    hall.arbiter(SENIOR)
    hall.now += timedelta(days=30)
    me, friend = hall.person(PRESIDENT), hall.person(FRIEND)
    text = f"{HEADINGS};arbiter since\n{me.name};;2900;;;;;;;;\n{friend.name};;;;AI;;;;;;2015-01-01\n"
    draft_id = send_list(hall, text, PRESIDENT)
    meant(hall, draft_id, PRESIDENT, me.person_id)
    hall.act(actor(hall, PRESIDENT), opening_who_verbs.say_who, draft_id, LineMeans(3, friend.person_id))
    confirm(hall, draft_id, PRESIDENT)
    (asked,) = waiting(hall)
    assert hall.ask(people_store.title_of, friend.person_id) is ArbiterTitle.AI
    with refuses("error.NotTheSigner"):
        hall.act(actor(hall, FRIEND), signing_verbs.sign, asked.signature_id)
    hall.act(actor(hall, SENIOR), signing_verbs.sign, asked.signature_id)


# --- files ------------------------------------------------------------------------------------------------------------


def test_a_president_takes_back_no_file_by_which_the_own_rating_fell(hall: Hall) -> None:
    association(hall)
    for day, names in enumerate((("P2", "Stranger"), ("Xavier", "P2"))):
        file = final(f"Open of day {day}", JULY + timedelta(days=day), *names)
        asked = send(hall, file, 2)
        assert isinstance(asked, SignatureView)
        hall.act(hall.actor(LEADER), signing_verbs.sign, asked.signature.signature_id)
        assert isinstance(press(hall, file, 2), BroughtEvents)
        hall.now += timedelta(minutes=1)
    fallen = rating_of(hall, 2)
    line = hall.ask_as(organiser(hall, 2), undoing_verbs.mine)[0].sequence
    with pytest.raises(OwnCase):
        hall.act(organiser(hall, 2), undoing_verbs.undo, line)
    assert rating_of(hall, 2) == fallen


# --- approvals --------------------------------------------------------------------------------------------------------


def test_a_stand_in_approves_no_copy_of_the_presidents_file(court: Hall) -> None:
    kept(court, quicker(), by=COURT_PRESIDENT)
    kept(court, replace(quicker(), name="friends-open"), by=AN)
    stand_in(court, Office.PRESIDENT, 33, COURT_PRESIDENT)
    with pytest.raises(OwnRulebook):
        approve(court, 33, "friends-open")


def test_a_stand_in_approves_no_rules_with_the_presidents_own_event(court: Hall) -> None:
    court.arbiter(COURT_PRESIDENT, ArbiterTitle.AN)
    own = draft(court, COURT_PRESIDENT, quicker())
    proposed = court.act(court.actor(COURT_PRESIDENT), tournaments_proposal_verbs.propose, own)
    stand_in(court, Office.PRESIDENT, 33, COURT_PRESIDENT)
    court.act(court.actor(33), tournaments_proposal_verbs.approve, proposed.proposal_id)
    assert not created_from(court, proposed).rulebook.official


@pytest.mark.rule("AIJE-B01-AN")
def test_an_arbiter_who_laid_the_title_down_has_no_event_approved(court: Hall) -> None:
    proposed = court.act(court.actor(AN), tournaments_proposal_verbs.propose, draft(court, AN, quicker()))
    arbiter = court.person(AN).person_id
    court.do(lambda tx: people_store.end_title(tx, arbiter, tx.now))
    with pytest.raises(NotAllowed):
        court.act(court.actor(COURT_PRESIDENT), tournaments_proposal_verbs.approve, proposed.proposal_id)
    assert claim(court, quicker()) is Claim.WAITS


def test_an_arbiter_approves_no_rules_saved_by_who_held_the_title_then(court: Hall) -> None:
    kept(court, quicker(), by=AN)
    arbiter = court.person(AN).person_id
    court.do(lambda tx: people_store.end_title(tx, arbiter, tx.now))
    with pytest.raises(NotAllowed):
        approve(court, COURT_PRESIDENT)

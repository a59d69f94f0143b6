"""Invited people without Discord: an organiser says what they answered, and nobody else does (AIJE-D04-1)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.entering import store as entering_store
from bot.features.guidance import verbs as guidance_verbs
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.seats import cards as seats_cards
from bot.features.seats import reading_verbs as seats_reading_verbs
from bot.features.seats import store as seats_store
from bot.features.seats import verbs as seats_verbs
from bot.features.seats.model import Answer, SeatsView
from bot.features.tournaments.recusal_verbs import OwnCase
from bot.features.tournaments.tasks_model import Task
from bot.i18n.catalogue import Translator
from bot.kernel.errors import NotAllowed, NotFound, Outdated
from bot.kernel.ids import MemberId, PersonId
from bot.people.model import ArbiterTitle
from bot.play.rulebook import Asked, QualifyingEvent
from tests.features.seats.test_past_seats import DAY, MARCH, a_league, an_open, holders, proposed
from tests.hall.arrivals import brought_together
from tests.hall.hall import GUILD, Hall
from tests.hall.moving_in import person

MEMBER = 7


def invited(hall: Hall) -> SeatsView:
    """A League and an Open of people whom nobody of Discord is, whose invitations have gone out."""
    brought_together(hall, a_league("League", MARCH), an_open("Open", MARCH + DAY, "O1", "O2", "O3", "O4"))
    hall.act(hall.actor(1), seats_verbs.confirm, proposed(hall).round.round_id)
    return now(hall)


def now(hall: Hall) -> SeatsView:
    found = hall.ask(seats_store.round_in_force, GUILD)
    assert found is not None
    return hall.ask(seats_reading_verbs.view, found)


def called(view: SeatsView, name: str) -> PersonId:
    return next(one for one, person in view.people.items() if person.name == name)


def say(hall: Hall, name: str, asked: Asked, *, accept: bool, by: int = 1) -> None:
    say_of(hall, called(now(hall), name), asked, accept=accept, by=by)


def say_of(hall: Hall, who: PersonId, asked: Asked, *, accept: bool, by: int = 1) -> None:
    hall.act(hall.actor(by), seats_by_hand_verbs.answer, now(hall).round.round_id, asked, who, accept=accept)


@pytest.mark.rule("AIJE-D04-1")
def test_an_organiser_says_for_both_that_they_play_and_the_match_can_be_arranged(hall: Hall) -> None:
    invited(hall)
    say(hall, "L4", Asked.MATCH, accept=True)
    say(hall, "O3", Asked.MATCH, accept=True)
    event = hall.act(hall.actor(1), seats_verbs.arrange, 1, hall.now + timedelta(hours=2))
    entries = hall.ask(entering_store.of_tournament, event.tournament_id)
    assert {one.person_id for one in entries} == {called(now(hall), "L4"), called(now(hall), "O3")}


@pytest.mark.rule("AIJE-D04-1")
def test_a_place_declined_for_somebody_passes_on_as_if_they_had_said_so(hall: Hall) -> None:
    invited(hall)
    say(hall, "L2", Asked.LEAGUE, accept=True)
    say(hall, "L2", Asked.LEAGUE, accept=False)
    assert holders(now(hall), QualifyingEvent.LEAGUE) == ["L1", "L3", "L4", "O1"]


def test_nobody_but_an_organiser_is_offered_it_or_may(hall: Hall) -> None:
    view = invited(hall)
    assert hall.ask_as(hall.actor(2), seats_by_hand_verbs.answerable, view.round.round_id) == ()
    with pytest.raises(NotAllowed):
        say(hall, "L1", Asked.LEAGUE, accept=False, by=2)
    with pytest.raises(NotFound):
        say_of(hall, PersonId("nobody"), Asked.LEAGUE, accept=False)


def test_who_has_discord_meanwhile_answers_alone(hall: Hall) -> None:
    view = invited(hall)
    first = called(view, "L1")
    hall.act(hall.actor(1), cases_links_verbs.link, first, (MemberId(MEMBER), "P7"), "We have met")
    with pytest.raises(Outdated):
        say_of(hall, first, Asked.LEAGUE, accept=False)
    left = hall.ask_as(hall.actor(1), seats_by_hand_verbs.answerable, view.round.round_id)
    assert first not in {one.invitation.person_id for one in left}
    hall.act(hall.actor(MEMBER), seats_verbs.answer, view.round.round_id, Asked.LEAGUE, accept=True)


def test_an_organiser_takes_no_place_by_declining_for_who_stands_before(hall: Hall) -> None:
    invited(hall)
    hall.arbiter(9, ArbiterTitle.AN)
    hall.act(hall.actor(9), cases_links_verbs.link, person(hall, "L6"), (MemberId(1), "P1"), "We have met")
    say(hall, "L4", Asked.MATCH, accept=True)
    with pytest.raises(OwnCase):
        say(hall, "L4", Asked.MATCH, accept=False)
    assert now(hall).answer_of(Asked.MATCH, called(now(hall), "L4")) is Answer.ACCEPTED


def test_the_desk_names_whose_answer_is_missing_and_the_card_has_room_for_all_in_turn(hall: Hall) -> None:
    view = invited(hall)
    waiting = hall.ask_as(hall.actor(1), guidance_verbs.tasks).tasks
    assert Task.ANSWER_FOR_OTHER in {one.task for one in waiting}
    questions = hall.ask_as(hall.actor(1), seats_by_hand_verbs.answerable, view.round.round_id)
    card = seats_cards.answers(view, None, questions, Translator("en-US"))
    assert len(card.lines) == seats_cards.MOST_LINES < 2 * len(questions)
    asked = seats_cards.invitations(view, list(view.questions), Translator("en-US"))
    assert "have no Discord" in asked.paragraphs[-1]
    assert "O3" in asked.paragraphs[-1]

"""Tried by a President who brings the own rating in under another name, or in a file that changes afterwards."""

from __future__ import annotations

import pytest

from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.cases.links_verbs import GainsByLink
from bot.features.past_events import bringing_verbs as past_events_bringing_verbs
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.past_events import verbs as past_events_verbs
from bot.features.past_events.model import BroughtEvents, KeptFile, NamesAsked, PastFile, RatingsTaken
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import SignatureView
from bot.kernel.errors import NotAllowed, UserError
from bot.kernel.ids import MemberId, PersonId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import Office
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from tests.features.opening.test_founding import known, row
from tests.features.past_events.test_past_events import final
from tests.foul_play.test_invented_events import (
    FRIEND,
    JULY,
    LEADER,
    PRESIDENT,
    association,
    organiser,
    press,
    rating_of,
    send,
    with_ratings,
    won_by,
)
from tests.hall.hall import GUILD, Hall
from tests.hall.moving_in import ORGANISER, OWNER, confirm, person
from tests.hall.moving_in import send as send_list
from tests.refusals import refuses

__all__ = ["known"]


SENDER = 10


def link(hall: Hall, whom: PersonId, number: int, by: int) -> None:
    member = (MemberId(number), f"P{number}")
    hall.act(organiser(hall, by), cases_links_verbs.link, whom, member, "They say so")


def rating_under_any_name(hall: Hall, number: int) -> float | None:
    found = hall.ask(people_store.of_member, GUILD, MemberId(number))
    assert found is not None
    return hall.ask(people_ratings_store.ratings, GUILD).get(found.person_id)


# --- a row, or a player of a file, who turns out to be the sender -----------------------------------------------------


def test_a_president_is_not_linked_by_a_friend_to_a_stranger_of_the_own_list(hall: Hall) -> None:
    association(hall)
    hall.person(FRIEND)
    confirm(hall, send_list(hall, row("Ana Souza", rating="2900"), PRESIDENT), PRESIDENT)
    with pytest.raises(GainsByLink):
        link(hall, person(hall, "Ana Souza"), PRESIDENT, by=FRIEND)
    assert rating_under_any_name(hall, PRESIDENT) is None


def test_a_president_is_not_linked_by_a_friend_to_a_stranger_of_the_own_file(hall: Hall) -> None:
    association(hall)
    hall.person(FRIEND)
    assert isinstance(send(hall, final("Open of July", JULY, "Ana Souza", "Stranger"), PRESIDENT), BroughtEvents)
    with pytest.raises(GainsByLink):
        link(hall, person(hall, "Ana Souza"), PRESIDENT, by=FRIEND)
    assert rating_under_any_name(hall, PRESIDENT) is None


def test_a_president_claims_no_name_of_the_own_list_that_a_friend_grants(hall: Hall) -> None:
    association(hall)
    hall.person(FRIEND)
    confirm(hall, send_list(hall, row("Ana Souza", rating="2900"), PRESIDENT), PRESIDENT)
    asked = hall.act(hall.actor(PRESIDENT), cases_links_verbs.claim, person(hall, "Ana Souza"))
    with pytest.raises(GainsByLink):
        hall.act(organiser(hall, FRIEND), cases_links_verbs.decide, asked.claim.claim_id, "They say so", granted=True)
    assert rating_under_any_name(hall, PRESIDENT) is None


def test_where_nobody_could_sign_nobody_links_either(hall: Hall) -> None:
    hall.person(FRIEND)
    hall.person(ORGANISER)
    confirm(hall, send_list(hall, row("Ana Souza", rating="2900"), OWNER), OWNER)
    with refuses("error.GainsByLinkAlone"):
        link(hall, person(hall, "Ana Souza"), OWNER, by=FRIEND)


def test_the_leader_links_the_president_to_a_stranger_of_the_own_list(hall: Hall) -> None:
    association(hall)
    confirm(hall, send_list(hall, row("Ana Souza", rating="2100"), PRESIDENT), PRESIDENT)
    hall.act(
        hall.actor(LEADER), cases_links_verbs.link, person(hall, "Ana Souza"), (MemberId(PRESIDENT), "P2"), "It is so"
    )
    assert rating_under_any_name(hall, PRESIDENT) == 2100


def test_a_friend_links_who_has_no_say_as_before(hall: Hall) -> None:
    association(hall)
    hall.person(FRIEND)
    hall.person(30)
    confirm(hall, send_list(hall, row("Ana Souza", rating="2100"), PRESIDENT), PRESIDENT)
    link(hall, person(hall, "Ana Souza"), 30, by=FRIEND)
    assert rating_under_any_name(hall, 30) == 2100


# --- between the agreement and the press ------------------------------------------------------------------------------


def agreed(hall: Hall, file: PastFile) -> None:
    """The leader has signed the President's file."""
    asked = send(hall, file, PRESIDENT)
    assert isinstance(asked, SignatureView)
    hall.act(hall.actor(LEADER), signing_verbs.sign, asked.signature.signature_id)


def names_mean(hall: Hall, asked: NamesAsked, number: int, whom: PersonId) -> None:
    """Says of each name that is asked about that it means that person, where they can be meant."""
    while asked.left:
        assert not asked.same
        name = asked.alike[0]
        meant = whom if whom in [one.person_id for one in name.alike] else None
        asked = hall.act(organiser(hall, number), past_events_bringing_verbs.say_who, name.name_id, meant)


def test_a_name_does_not_mean_the_sender_once_the_files_are_agreed_to(hall: Hall) -> None:
    association(hall)
    me, twin = hall.person(SENDER).person_id, hall.do(server_verbs.newcomer, GUILD, "PlO").person_id
    file = final("Open of July", JULY, "PIO", "Stranger")
    hall.act(
        organiser(hall, SENDER), past_events_drafts_verbs.keep, [KeptFile(file.filename, b"{}")], RatingsTaken.COUNTED
    )
    names_mean(hall, hall.act(organiser(hall, SENDER), past_events_verbs.look_through, [file]), SENDER, twin)
    asked = press(hall, file, SENDER)
    assert isinstance(asked, SignatureView)
    hall.act(hall.actor(PRESIDENT), signing_verbs.sign, asked.signature.signature_id)
    names_mean(hall, hall.act(organiser(hall, SENDER), past_events_bringing_verbs.ask_again), SENDER, me)
    assert isinstance(press(hall, file, SENDER), SignatureView)
    assert rating_of(hall, SENDER) is None


def test_published_ratings_come_no_more_by_who_is_president_no_more(hall: Hall) -> None:
    association(hall)
    asked = send(hall, with_ratings(hall), PRESIDENT, RatingsTaken.PUBLISHED)
    assert isinstance(asked, SignatureView)
    hall.act(hall.actor(LEADER), signing_verbs.sign, asked.signature.signature_id)
    holder = hall.person(PRESIDENT).person_id
    hall.do(lambda tx: server_store.leave(tx, GUILD, Office.PRESIDENT, holder, hall.now))
    with pytest.raises(NotAllowed):
        press(hall, with_ratings(hall), PRESIDENT)


def test_an_agreement_is_used_up_by_the_press(hall: Hall) -> None:
    association(hall)
    file = won_by(hall, PRESIDENT)
    agreed(hall, file)
    assert isinstance(press(hall, file, PRESIDENT), BroughtEvents)
    with pytest.raises(UserError):
        press(hall, file, PRESIDENT)


def test_a_way_of_counting_that_was_not_agreed_to_is_asked_for_anew(hall: Hall) -> None:
    association(hall)
    file = won_by(hall, PRESIDENT)
    agreed(hall, file)
    hall.act(organiser(hall, PRESIDENT), past_events_drafts_verbs.choose, RatingsTaken.PUBLISHED)
    with pytest.raises(UserError):
        press(hall, file, PRESIDENT)
    hall.act(organiser(hall, PRESIDENT), past_events_drafts_verbs.choose, RatingsTaken.LEFT)
    assert isinstance(press(hall, file, PRESIDENT), SignatureView)

"""Who plays for the seats of an event gives and takes none alone: a second person signs, or everybody can object."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from bot import wiring
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering.eligibility_verbs import Disqualified
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.seats.model import SeatByHand
from bot.features.seats.reading_verbs import NoPlaceVacant
from bot.features.signing import store as signing_store
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import (
    EVENT_WAITS_FOR,
    IN_PUBLIC_FOR,
    SignatureEnded,
    SignatureView,
    SignatureWanted,
    WishOutcome,
)
from bot.features.tournaments.recusal_verbs import OwnCase
from bot.i18n.catalogue import Translator
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import AlreadyDone, NotAllowed, UserError
from bot.kernel.ids import MemberId
from bot.kernel.outages import CLICKS_IN_FLIGHT
from bot.people import account_store as people_account_store
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import Office, SamePerson
from bot.people.ratings_store import RatingList
from bot.play.rulebook import QualifyingEvent
from bot.wiring import ALL
from tests.hall.court import bar_by_verdict
from tests.hall.hall import GUILD, Hall
from tests.hall.registered import register
from tests.refusals import refuses

LEAGUE, CANDIDATES, WORLD = QualifyingEvent.LEAGUE, QualifyingEvent.CANDIDATES, QualifyingEvent.WORLD
OWNER, PLAYER, FRIEND, RIVAL, ARBITER = 1, 2, 3, 4, 5
"""The owner, an organiser who plays, whom they want to seat, another who plays, and an arbiter who does not."""


def hold_seat(hall: Hall, number: int, event: QualifyingEvent = LEAGUE) -> None:
    """The member has a seat, as where another organiser gave it."""
    register(hall, number)
    person = hall.person(number).person_id
    hall.do(lambda tx: entering_bars_store.give_seat(tx, GUILD, event, person, tx.now, person))


def wish(
    hall: Hall, verb=seats_by_hand_verbs.give, event: QualifyingEvent = LEAGUE, about: int = FRIEND, by: int = PLAYER
) -> SignatureView:
    """An organiser who plays wants it."""
    asked = hall.act(hall.actor(by, organiser=True), verb, (MemberId(about), f"P{about}"), event, "A good player")
    assert isinstance(asked, SignatureView)
    return asked


def sign(hall: Hall, by: int, asked: SignatureView) -> WishOutcome | None:
    return hall.act(hall.actor(by), signing_verbs.sign, asked.signature.signature_id).signature.outcome


def has_seat(hall: Hall, number: int, event: QualifyingEvent = LEAGUE) -> bool:
    return hall.ask(entering_bars_store.has_seat, GUILD, event, hall.person(number).person_id)


def pass_time(hall: Hall, time: timedelta) -> None:
    hall.now += time
    for deadline in hall.ask(kernel_time_store.due_deadlines, hall.now, 50):
        if deadline.subject.startswith("signature:"):
            hall.do(wiring.take, deadline)


def outcome(hall: Hall, asked: SignatureView) -> WishOutcome | None:
    found = hall.ask(signing_store.load, asked.signature.signature_id)
    assert found is not None
    return found.outcome


@pytest.fixture
def club(hall: Hall) -> Hall:
    """An organiser who has seats, a rival beside them, an arbiter who plays nowhere, and a friend to be seated."""
    register(hall, FRIEND)
    for event in (LEAGUE, CANDIDATES):
        for number in (PLAYER, RIVAL):
            hold_seat(hall, number, event)
    hall.arbiter(ARBITER)
    return hall


@pytest.mark.rule("AIJE-D04-1")
@pytest.mark.parametrize("event", [LEAGUE, CANDIDATES])
def test_a_sole_organiser_who_plays_seats_somebody_with_an_arbiters_signature(
    club: Hall, event: QualifyingEvent
) -> None:
    asked = wish(club, event=event)
    assert [one.person_id for one in asked.signers] == [club.person(ARBITER).person_id]
    assert not has_seat(club, FRIEND, event)
    assert club.promised(SeatByHand, club.person(FRIEND).person_id) == []
    assert sign(club, ARBITER, asked) is WishOutcome.SIGNED
    assert has_seat(club, FRIEND, event)
    assert len(club.promised(SeatByHand, club.person(FRIEND).person_id)) == 1


def test_the_wish_tells_everybody_who_would_get_which_seat_and_why(club: Hall) -> None:
    asked = wish(club)
    (said,) = club.promised(SignatureWanted, asked.signature.signature_id)
    composed = club.ask(ALL[SignatureWanted], said)
    assert composed is not None
    text = "\n".join(composed(Translator("en-US")).paragraphs)
    assert "Champions League" in text
    assert "A good player" in text
    assert f"<@{FRIEND}>" in text


def test_a_seat_is_taken_with_a_signature_and_the_own_one_without(club: Hall) -> None:
    asked = wish(club, seats_by_hand_verbs.take, about=RIVAL)
    assert has_seat(club, RIVAL)
    sign(club, ARBITER, asked)
    assert not has_seat(club, RIVAL)
    own = club.act(
        club.actor(PLAYER, organiser=True), seats_by_hand_verbs.take, (MemberId(PLAYER), "P"), LEAGUE, "I am away"
    )
    assert not isinstance(own, SignatureView)
    assert not has_seat(club, PLAYER)


def test_without_an_arbiter_the_owner_signs(hall: Hall) -> None:
    register(hall, FRIEND)
    hold_seat(hall, PLAYER)
    asked = wish(hall)
    sign(hall, OWNER, asked)
    assert has_seat(hall, FRIEND)


def test_neither_who_asked_nor_the_seated_nor_who_plays_beside_them_signs(club: Hall) -> None:
    club.arbiter(FRIEND)
    club.arbiter(RIVAL)
    asked = wish(club)
    with refuses("error.OwnWish"):
        sign(club, PLAYER, asked)
    for number in (FRIEND, RIVAL, OWNER):
        with refuses("error.NotTheSigner"):
            sign(club, number, asked)
    assert not has_seat(club, FRIEND)


def test_a_second_account_of_the_asker_does_not_sign(club: Hall) -> None:
    second = club.arbiter(6).person_id
    link = SamePerson("link", GUILD, club.person(PLAYER).person_id, second, "One voice", club.now, second)
    club.do(lambda tx: people_account_store.add_same_person(tx, link))
    with refuses("error.OwnWish"):
        sign(club, 6, wish(club))


def test_a_signer_who_has_come_to_play_for_the_seats_does_not_sign(club: Hall) -> None:
    asked = wish(club)
    hold_seat(club, ARBITER)
    with refuses("error.PlaysForSeats"):
        sign(club, ARBITER, asked)
    assert outcome(club, asked) is None


def bar_the_friend(hall: Hall) -> None:
    bar_by_verdict(hall, ARBITER, (MemberId(FRIEND), "P"), "Cheated", None)


def fill(hall: Hall) -> None:
    for number in range(60, 64):
        hold_seat(hall, number)


def strike_off_the_list(hall: Hall, number: int = FRIEND) -> None:
    current, gone = hall.ask(people_ratings_store.current, GUILD), hall.person(number).person_id
    assert current is not None
    left = {one: line for one, line in current.rated.items() if one != gone}
    hall.do(lambda tx: people_ratings_store.publish(tx, RatingList(tx.new_id(), GUILD, None, tx.now, left)))


def give_it_meanwhile(hall: Hall) -> None:
    hold_seat(hall, FRIEND)


@pytest.mark.rule("AIJE-B03-1", "AIJE-D01-2", "AIJE-D04-1")
@pytest.mark.parametrize(
    ("meanwhile", "refusal"),
    [
        (bar_the_friend, Disqualified),
        (fill, NoPlaceVacant),
        (strike_off_the_list, "error.SeatForRegistered"),
        (give_it_meanwhile, AlreadyDone),
    ],
)
def test_what_refuses_the_seat_by_now_refuses_the_signature(
    club: Hall, meanwhile: Callable[[Hall], None], refusal: str | type[UserError]
) -> None:
    asked = wish(club)
    club.now += timedelta(minutes=1)
    meanwhile(club)
    with refuses(refusal):
        sign(club, ARBITER, asked)
    assert outcome(club, asked) is None


@pytest.mark.rule("AIJE-B03-1")
def test_what_would_be_refused_is_refused_at_once_and_waits_for_nobody(club: Hall) -> None:
    with refuses("error.SeatForRegistered"):
        wish(club, about=9)
    with pytest.raises(OwnCase):
        wish(club, event=CANDIDATES, about=PLAYER)
    with refuses("error.NoSeatToTake"):
        wish(club, seats_by_hand_verbs.take)
    assert club.ask(signing_store.open_of_guild, GUILD) == []


def test_a_wish_is_asked_for_once(club: Hall) -> None:
    wish(club)
    with refuses("error.AskedForBefore"):
        wish(club)


def test_a_member_who_plays_and_organises_nothing_asks_for_no_seat(club: Hall) -> None:
    with pytest.raises(NotAllowed):
        club.act(club.actor(RIVAL), seats_by_hand_verbs.give, (MemberId(FRIEND), "P"), LEAGUE, "A good player")


def test_without_a_signature_it_lapses_after_a_day_and_says_so(club: Hall) -> None:
    asked = wish(club)
    pass_time(club, EVENT_WAITS_FOR + CLICKS_IN_FLIGHT)
    assert outcome(club, asked) is WishOutcome.LAPSED
    assert not has_seat(club, FRIEND)
    assert club.promised(SignatureEnded, asked.signature.signature_id)


def test_who_could_sign_refuses_with_a_reason_and_nothing_changes(club: Hall) -> None:
    asked = wish(club)
    club.act(club.actor(ARBITER), signing_verbs.decline, asked.signature.signature_id, "Not now")
    assert outcome(club, asked) is WishOutcome.DECLINED
    assert not has_seat(club, FRIEND)


# --- nobody is left who could sign --------------------------------------------------------------------------------


@pytest.fixture
def alone(hall: Hall) -> SignatureView:
    """The owner runs everything alone and plays."""
    register(hall, FRIEND, RIVAL)
    hold_seat(hall, OWNER)
    return wish(hall, by=OWNER)


def test_where_nobody_is_left_the_seat_is_given_after_seven_public_days(hall: Hall, alone: SignatureView) -> None:
    assert alone.signature.in_public
    pass_time(hall, IN_PUBLIC_FOR)
    assert not has_seat(hall, FRIEND)
    pass_time(hall, CLICKS_IN_FLIGHT)
    assert outcome(hall, alone) is WishOutcome.UNOPPOSED
    assert has_seat(hall, FRIEND)


def test_one_objection_ends_it(hall: Hall, alone: SignatureView) -> None:
    hall.act(hall.actor(RIVAL), signing_verbs.object_to, alone.signature.signature_id, "I was better")
    pass_time(hall, IN_PUBLIC_FOR + CLICKS_IN_FLIGHT)
    assert outcome(hall, alone) is WishOutcome.OBJECTED
    assert not has_seat(hall, FRIEND)


@pytest.mark.rule("AIJE-B03-1")
def test_nothing_is_given_after_the_public_days_where_it_holds_no_more(hall: Hall, alone: SignatureView) -> None:
    hall.now += timedelta(days=1)
    strike_off_the_list(hall)
    pass_time(hall, IN_PUBLIC_FOR)
    assert outcome(hall, alone) is WishOutcome.VOID
    assert not has_seat(hall, FRIEND)


# --- the match for the title ----------------------------------------------------------------------------------------


def name(hall: Hall, office: Office) -> None:
    officer = hall.person(ARBITER).person_id
    hall.do(lambda tx: people_store.give_office(tx, GUILD, office, officer, tx.now, officer))


@pytest.mark.rule("AIJE-D03-1")
def test_before_any_candidates_the_committees_vote_gives_the_places_for_the_title(hall: Hall) -> None:
    register(hall, FRIEND)
    name(hall, Office.LEADER)
    hall.arbiter(ARBITER)
    with refuses("error.PlacesByVote"):
        hall.act(hall.actor(OWNER), seats_by_hand_verbs.give, (MemberId(FRIEND), "P"), WORLD, "A good player")


@pytest.mark.rule("AIJE-D03-1")
def test_in_an_association_that_has_nobody_to_vote_a_place_for_the_title_waits_too(hall: Hall) -> None:
    register(hall, FRIEND)
    name(hall, Office.PRESIDENT)
    wish(hall, event=WORLD, by=OWNER)
    assert not has_seat(hall, FRIEND, WORLD)
    pass_time(hall, IN_PUBLIC_FOR + CLICKS_IN_FLIGHT)
    assert has_seat(hall, FRIEND, WORLD)

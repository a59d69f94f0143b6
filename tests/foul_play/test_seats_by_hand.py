"""Tried by who gives seats: friends seated in League, Candidates and the match for the title, past the standings."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.entering import bars_store as entering_bars_store
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.seats import store as seats_store
from bot.features.seats import verbs as seats_verbs
from bot.features.seats.model import PLACES
from bot.features.seats.reading_verbs import NoPlaceVacant
from bot.features.signing.model import SignatureView
from bot.features.tournaments.recusal_verbs import StandsInForThem
from bot.features.voting import desk_verbs as voting_desk_verbs
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import VoteMatter
from bot.features.voting.model import IN_FAVOUR
from bot.kernel.errors import AlreadyDone
from bot.kernel.ids import ChannelId, MemberId, PersonId, VoteId
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.model import Office, Person, SamePerson
from bot.play.rulebook import Asked, QualifyingEvent
from bot.server import store as server_store
from bot.server.model import StandIn
from tests.features.seats.test_seats import Season, number_of
from tests.features.seats.test_title_seats import CHAMPION, FIELD, STRANGER, Challenge, crown
from tests.hall.hall import GUILD, Hall
from tests.hall.registered import register
from tests.refusals import refuses

LEAGUE, CANDIDATES, WORLD = QualifyingEvent.LEAGUE, QualifyingEvent.CANDIDATES, QualifyingEvent.WORLD
PRESIDENT, LEADER, FRIEND = 40, 41, 42


def give(hall: Hall, number: int, event: QualifyingEvent = WORLD, by: int = 1) -> Person | SignatureView:
    member = (MemberId(number), f"P{number}")
    return hall.act(hall.actor(by, organiser=True), seats_by_hand_verbs.give, member, event, "A good player")


def holders(hall: Hall, event: QualifyingEvent) -> set[PersonId]:
    return set(hall.ask(entering_bars_store.seats, GUILD, event))


def hold(hall: Hall, number: int, office: Office) -> PersonId:
    person = hall.person(number).person_id
    hall.do(lambda tx: people_store.give_office(tx, GUILD, office, person, tx.now, person))
    return person


def associate(hall: Hall) -> None:
    """A President and a leader, with the channels in which offices are said."""
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    here = ChannelId(3)
    channels = replace(community, announcements=here, record=here, committee=here)
    hall.do(lambda tx: server_store.save(tx, channels))
    hold(hall, PRESIDENT, Office.PRESIDENT)
    hold(hall, LEADER, Office.LEADER)


# --- a World proposal that is left ------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-D03-1")
@pytest.mark.parametrize("wait", [timedelta(0), timedelta(days=30)])
def test_two_friends_are_not_seated_after_the_invitations_to_the_title_were_left(hall: Hall, wait: timedelta) -> None:
    challenge = Challenge(hall)
    hall.act(hall.actor(1), seats_verbs.discard, challenge.round_id)
    hall.now += wait
    register(hall, STRANGER, FRIEND)
    for friend in (STRANGER, FRIEND, CHAMPION, FIELD[0]):
        with refuses("error.SeatForRegistered" if friend == CHAMPION else "error.PlacesByVote"):
            give(hall, friend)
    assert holders(hall, WORLD) == set()


@pytest.mark.rule("AIJE-D03-1")
def test_after_they_were_left_the_committees_vote_gives_both_places_and_no_third(hall: Hall) -> None:
    challenge = Challenge(hall)
    hall.act(hall.actor(1), seats_verbs.discard, challenge.round_id)
    associate(hall)
    committee = (LEADER, 50, 51)
    for number in committee:
        hall.arbiter(number)
    for number in FIELD[:2]:
        opened = hall.act(
            hall.actor(LEADER),
            voting_desk_verbs.ask,
            "title-place",
            VoteMatter("First two"),
            hall.person(number).person_id,
        )
        assert not isinstance(opened, str)
        _all_in_favour(hall, opened.vote_id, committee)
    assert holders(hall, WORLD) == {hall.person(one).person_id for one in FIELD[:2]}
    with pytest.raises(NoPlaceVacant):
        hall.act(
            hall.actor(LEADER),
            voting_desk_verbs.ask,
            "title-place",
            VoteMatter("A third"),
            hall.person(FIELD[2]).person_id,
        )


def _all_in_favour(hall: Hall, vote_id: VoteId, committee: tuple[int, ...]) -> None:
    for number in committee:
        hall.act(hall.actor(number), voting_verbs.cast, vote_id, IN_FAVOUR)


@pytest.mark.parametrize("number", [CHAMPION, FIELD[0]])
def test_who_would_play_for_the_title_does_not_leave_its_invitations(hall: Hall, number: int) -> None:
    challenge = Challenge(hall)
    with refuses("error.PlaysForSeats"):
        hall.act(hall.actor(number, organiser=True), seats_verbs.discard, challenge.round_id)


@pytest.mark.rule("AIJE-D03-1")
def test_once_the_match_is_played_nobody_gives_its_places_before_new_candidates(hall: Hall) -> None:
    challenge = Challenge(hall)
    challenge.confirm()
    hall.do(lambda tx: seats_store.note_played(tx, challenge.round_id, WORLD, tx.now))
    hall.do(lambda tx: seats_store.end_all(tx, GUILD, WORLD, tx.now))
    with refuses("error.PlacesByVote"):
        give(hall, FIELD[3])


@pytest.mark.rule("AIJE-D03-1")
def test_a_champion_on_record_keeps_one_of_the_two_places_of_a_first_match(hall: Hall) -> None:
    crown(hall)
    register(hall, CHAMPION, STRANGER, FRIEND)
    give(hall, STRANGER)
    with pytest.raises(NoPlaceVacant):
        give(hall, FRIEND)
    give(hall, CHAMPION)


# --- seats that are held, or nobody's --------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-D04-1")
def test_no_seat_of_the_league_is_given_beside_those_who_have_them(hall: Hall) -> None:
    season = Season(hall)
    register(hall, FRIEND)
    with refuses("error.InvitationsWait"):
        give(hall, FRIEND, LEAGUE)
    season.confirm()
    with pytest.raises(NoPlaceVacant):
        give(hall, FRIEND, LEAGUE)
    assert hall.person(FRIEND).person_id not in season.held(LEAGUE)


@pytest.mark.rule("AIJE-D02-1")
def test_the_candidates_are_filled_in_no_other_way_and_a_slip_is_put_right(hall: Hall) -> None:
    season = Season(hall)
    season.confirm()
    register(hall, FRIEND)
    first = season.league[0]
    season.answer(first, Asked.CANDIDATES, accept=False)
    assert first not in season.held(CANDIDATES)
    hall.now += timedelta(minutes=1)
    with refuses("error.SeatsByStandings"):
        give(hall, FRIEND, CANDIDATES)
    give(hall, number_of(hall, first), CANDIDATES)
    assert first in season.held(CANDIDATES)


@pytest.mark.rule("AIJE-D04-1")
@pytest.mark.parametrize("event", [LEAGUE, CANDIDATES])
def test_invitations_that_were_left_leave_the_places_with_whom_the_standings_name(
    hall: Hall, event: QualifyingEvent
) -> None:
    season = Season(hall)
    hall.act(hall.actor(1), seats_verbs.discard, season.round_id)
    register(hall, FRIEND)
    with refuses("error.SeatsByStandings"):
        give(hall, FRIEND, event)
    give(hall, number_of(hall, season.league[0]), event)


@pytest.mark.rule("AIJE-B03-1")
@pytest.mark.parametrize("event", list(QualifyingEvent))
def test_nobody_is_seated_who_was_never_registered(hall: Hall, event: QualifyingEvent) -> None:
    with refuses("error.SeatForRegistered"):
        give(hall, FRIEND, event)
    register(hall, FRIEND)
    give(hall, FRIEND, event)


@pytest.mark.parametrize("event", list(QualifyingEvent))
def test_a_first_event_has_no_more_seats_than_places(hall: Hall, event: QualifyingEvent) -> None:
    several = range(60, 61 + PLACES[event])
    register(hall, *several)
    for number in several[:-1]:
        give(hall, number, event)
    with pytest.raises(NoPlaceVacant):
        give(hall, several[-1], event)


def test_the_second_account_of_a_holder_is_given_no_second_seat(hall: Hall) -> None:
    first, second = hall.person(FRIEND).person_id, hall.person(FRIEND + 1).person_id
    register(hall, FRIEND, FRIEND + 1)
    give(hall, FRIEND, LEAGUE)
    link = SamePerson("link", GUILD, first, second, "One voice", hall.now, first)
    hall.do(lambda tx: people_account_store.add_same_person(tx, link))
    with pytest.raises(AlreadyDone):
        give(hall, FRIEND + 1, LEAGUE)


@pytest.mark.rule("AIJE-D04-1")
def test_seats_by_hand_end_when_the_standings_are_known(hall: Hall) -> None:
    register(hall, FRIEND)
    give(hall, FRIEND, CANDIDATES)
    season = Season(hall)
    assert hall.person(FRIEND).person_id in season.held(CANDIDATES)
    season.confirm()
    assert hall.person(FRIEND).person_id not in season.held(CANDIDATES)


# --- who gives them --------------------------------------------------------------------------------------------------


def test_a_champion_who_organises_chooses_no_opponent(hall: Hall) -> None:
    register(hall, CHAMPION, STRANGER)
    give(hall, CHAMPION)
    give(hall, STRANGER, by=CHAMPION)
    assert holders(hall, WORLD) == {hall.person(CHAMPION).person_id}


@pytest.mark.parametrize("event", [LEAGUE, CANDIDATES])
def test_who_plays_beside_them_gives_and_takes_no_seat(hall: Hall, event: QualifyingEvent) -> None:
    season = Season(hall)
    season.confirm()
    first, second = (number_of(hall, one) for one in season.league[:2])
    register(hall, FRIEND)
    before, cheat = holders(hall, event), hall.actor(first, organiser=True)
    with refuses(NoPlaceVacant, "error.SeatsByStandings"):
        give(hall, FRIEND, event, by=first)
    waits = hall.act(cheat, seats_by_hand_verbs.take, (MemberId(second), f"P{second}"), event, "Out of form")
    assert isinstance(waits, SignatureView)
    assert holders(hall, event) == before


def test_a_stand_in_gives_no_seat_to_whom_they_stand_in_for(hall: Hall) -> None:
    president = hold(hall, PRESIDENT, Office.PRESIDENT)
    register(hall, PRESIDENT)
    friend = hall.person(FRIEND).person_id
    lent = StandIn("s", GUILD, Office.PRESIDENT, friend, hall.now, hall.now + timedelta(days=5), president, "Away")
    hall.do(lambda tx: server_store.name(tx, lent))
    with pytest.raises(StandsInForThem):
        give(hall, PRESIDENT, LEAGUE, by=FRIEND)

"""Who plays for the title: the champion, the winner of the Candidates, and who takes the place of one of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.course.facts_verbs import facts
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.eligibility_verbs import Disqualified, NotInvited
from bot.features.entering.model import ShutOutAtClose
from bot.features.erasure import verbs as erasure_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.rounds import ending_verbs as rounds_ending_verbs
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.seats import reading_verbs as seats_reading_verbs
from bot.features.seats import store as seats_store
from bot.features.seats import verbs as seats_verbs
from bot.features.seats.model import (
    Answer,
    Invitation,
    InvitationRound,
    PassedOver,
    SeatByHand,
    SeatPassedOver,
    SeatsOffered,
    SeatsView,
    SeatVacant,
)
from bot.features.title_match import holder_verbs as title_match_holder_verbs
from bot.features.title_match.model import ColoursAsked, TitleNotGiven
from bot.features.tournaments.facts_verbs import person_of
from bot.features.tournaments.tasks_model import Task
from bot.i18n.catalogue import Translator
from bot.kernel import outbox
from bot.kernel.errors import NotAllowed, Outdated
from bot.kernel.ids import MemberId, PersonId, Place
from bot.kernel.promises import ToMember, ToPlace
from bot.people import store as people_store
from bot.people.model import ArbiterTitle
from bot.people.store import WorldTitle
from bot.play.entries import Tournament
from bot.play.formats import FORMATS
from bot.play.rulebook import Asked, QualifyingEvent
from bot.rulebooks.library import preset
from bot.wiring import ALL
from tests.features.guidance.test_open_duties import task
from tests.hall.court import bar_by_verdict
from tests.hall.hall import GUILD, Hall
from tests.hall.registered import register
from tests.hall.title_matches import WORLD
from tests.refusals import refuses

CHAMPION, FIELD, STRANGER = 2, range(3, 7), 8
TITLE = QualifyingEvent.WORLD


def crown(hall: Hall, number: int = CHAMPION) -> PersonId:
    person = hall.person(number).person_id
    title = WorldTitle(person, "2025", hall.now)
    hall.do(lambda tx: people_store.crown(tx, GUILD, title, tx.now, person))
    return person


class Challenge:
    """Candidates that were played, in the order of their table, and the invitations that follow."""

    def __init__(self, hall: Hall, champion: int | None = CHAMPION) -> None:
        self.hall = hall
        if champion is not None:
            crown(hall, champion)
        rules = preset("aije-candidates")
        rules = replace(
            rules,
            matches=replace(rules.matches, matches_per_arbiter=0),
            registration=replace(rules.registration, invited_only=False, account=None),
        )
        played = hall.begin(hall.announce_of_before(rules, "Candidates"), *FIELD)
        behind = hall.ask(person_of, played)
        number = {hall.person(one).person_id: one for one in FIELD}
        played = hall.play_out(
            played,
            lambda contest: (5, 0) if number[behind[contest.sides[0]]] < number[behind[contest.sides[1]]] else (0, 5),
        )
        rows = FORMATS[played.rulebook.format].standings(hall.ask(facts, played), played.rulebook)
        self.candidates = [number[behind[row.entrant_id]] for row in rows]
        proposed = hall.ask(seats_store.proposed_round, GUILD, InvitationRound.TITLE)
        assert proposed is not None
        self.round_id, self.played = proposed.round_id, played

    def confirm(self) -> None:
        self.hall.act(self.hall.actor(1), seats_verbs.confirm, self.round_id)

    def answer(self, number: int, *, accept: bool = True) -> None:
        self.hall.act(self.hall.actor(number), seats_verbs.answer, self.round_id, Asked.WORLD, accept=accept)

    def view(self) -> SeatsView:
        found = self.hall.ask(seats_reading_verbs.by_id, self.round_id)
        assert found is not None
        return found

    def held(self) -> set[int]:
        holders = self.hall.ask(entering_bars_store.seats, GUILD, TITLE)
        return {one for one in (CHAMPION, *FIELD, STRANGER) if self.hall.person(one).person_id in holders}


@pytest.fixture
def challenge(hall: Hall) -> Challenge:
    found = Challenge(hall)
    found.confirm()
    return found


def enter(hall: Hall, tournament: Tournament, number: int) -> None:
    hall.act(hall.actor(number), entering_verbs.register, tournament.tournament_id, f"account{number}")


def give(hall: Hall, number: int, by: int = 1):
    member = (MemberId(number), f"P{number}")
    register(hall, number)
    return hall.act(hall.actor(by), seats_by_hand_verbs.give, member, TITLE, "Nobody else is left.")


def bar(hall: Hall, number: int, until=None):
    hall.arbiter(20, ArbiterTitle.AJ)
    member = (MemberId(number), f"P{number}")
    return bar_by_verdict(hall, 20, member, "Harassed the arbiter.", until)


def lift(hall: Hall, found) -> None:
    hall.do(lambda tx: cases_barring_verbs.end(tx, found, None, "It was a mistake."))


def passed_over(challenge: Challenge) -> list[str]:
    told = challenge.hall.promised(SeatPassedOver, challenge.round_id)
    return [one.message.what for one in told if one.target == ToPlace(Place.ANNOUNCEMENTS)]


@pytest.mark.rule("AIJE-D02-2", "AIJE-D03-1")
def test_the_winner_of_the_candidates_and_the_champion_have_the_two_places(challenge: Challenge) -> None:
    assert challenge.candidates[0] == FIELD[0]
    assert challenge.held() == {CHAMPION, FIELD[0]}


@pytest.mark.rule("AIJE-D03-1")
def test_nobody_else_may_enter_the_match_for_the_title_and_a_place_is_no_ones_by_coming_first(
    hall: Hall, challenge: Challenge
) -> None:
    event = hall.announce_of_before(WORLD, "World")
    for stranger in (STRANGER, FIELD[1]):
        with pytest.raises(NotInvited):
            enter(hall, event, stranger)
        member = (MemberId(stranger), f"P{stranger}")
        with pytest.raises(NotInvited):
            hall.act(hall.actor(1), entering_verbs.enter_other, event.tournament_id, member, "", f"account{stranger}")
    for player in (CHAMPION, FIELD[0]):
        enter(hall, event, player)
    assert len(hall.ask(entering_store.of_tournament, event.tournament_id)) == 2


@pytest.mark.rule("AIJE-D03-1")
@pytest.mark.parametrize("decliner", [CHAMPION, FIELD[0]])
def test_a_declined_place_goes_to_the_next_of_the_candidates(challenge: Challenge, decliner: int) -> None:
    challenge.answer(decliner, accept=False)
    assert challenge.held() == {CHAMPION, FIELD[0], FIELD[1]} - {decliner}
    (*_, offered) = challenge.hall.promised(SeatsOffered, challenge.round_id)
    assert offered.message.asked == (Invitation(Asked.WORLD, challenge.hall.person(FIELD[1]).person_id),)


@pytest.mark.rule("AIJE-D03-1")
def test_without_a_champion_the_first_two_of_the_candidates_play(hall: Hall) -> None:
    challenge = Challenge(hall, champion=None)
    challenge.confirm()
    assert challenge.held() == {FIELD[0], FIELD[1]}


@pytest.mark.rule("AIJE-D03-1")
def test_staff_names_somebody_only_for_a_place_that_nobody_is_left_for(hall: Hall, challenge: Challenge) -> None:
    with pytest.raises(NotAllowed):
        give(hall, STRANGER, by=STRANGER)
    with pytest.raises(seats_reading_verbs.NoPlaceVacant):
        give(hall, STRANGER)
    for one in FIELD:
        challenge.answer(one, accept=False)
    assert challenge.held() == {CHAMPION}
    assert len(hall.promised(SeatVacant, challenge.round_id)) == 1
    assert task(hall, 1, Task.NAME_FOR_TITLE)
    person = give(hall, STRANGER)
    assert challenge.held() == {CHAMPION, STRANGER}
    (told,) = hall.promised(SeatByHand, person.person_id)
    assert told.message.why == "Nobody else is left."
    challenge.answer(CHAMPION, accept=False)
    assert challenge.held() == {STRANGER}


@pytest.mark.rule("AIJE-D02-2")
def test_who_was_named_before_the_candidates_were_over_does_not_keep_their_winner_out(hall: Hall) -> None:
    give(hall, STRANGER)
    challenge = Challenge(hall)
    with refuses("error.InvitationsWait"):
        give(hall, FIELD[3])
    challenge.confirm()
    assert challenge.held() == {CHAMPION, FIELD[0]}


@pytest.mark.rule("AIJE-D03-1")
def test_a_champion_who_does_not_play_is_not_told_of_as_a_player(hall: Hall, challenge: Challenge) -> None:
    challenge.answer(CHAMPION, accept=False)
    event = hall.announce_of_before(WORLD, "World")
    member = (MemberId(CHAMPION), "P2")
    with refuses("error.ChampionOutside"):
        hall.act(hall.actor(1), title_match_holder_verbs.name_champion, event.tournament_id, member)
    hall.do(entering_check_in_verbs.open_check_in, event)
    assert hall.promised(ColoursAsked, event.tournament_id) == []


@pytest.mark.rule("AIJE-D03-1")
def test_a_champion_who_declines_after_being_named_is_told_of_no_more(hall: Hall, challenge: Challenge) -> None:
    event = hall.announce_of_before(WORLD, "World")
    hall.do(entering_check_in_verbs.open_check_in, event)
    assert len(hall.promised(ColoursAsked, event.tournament_id)) == 1
    challenge.answer(CHAMPION, accept=False)
    shown = hall.ask(title_match_holder_verbs.holder_view, event.tournament_id)
    assert shown is not None
    assert not shown.has_place


def old_event(hall: Hall) -> Tournament:
    """An event announced when its rulebook let anybody in, with two strangers on its list who have confirmed."""
    event = hall.announce_of_before(replace(WORLD, registration=replace(WORLD.registration, invited_only=False)), "Old")

    def as_before(tx) -> None:
        for number in (STRANGER, STRANGER + 1):
            person = people_of(tx, number)
            entry = entering_verbs.admit(tx, event, person, tx.now, person)
            entering_store.check_in(tx, entry.entrant.entrant_id, tx.now)

    def people_of(tx, number):
        return known[number]

    known = {number: hall.person(number) for number in (STRANGER, STRANGER + 1)}
    hall.do(as_before)
    return event


@pytest.mark.rule("AIJE-D03-1")
def test_an_event_announced_before_that_rule_takes_in_and_lets_start_no_stranger(
    hall: Hall, challenge: Challenge
) -> None:
    event = old_event(hall)
    with pytest.raises(NotInvited):
        enter(hall, event, FIELD[1])
    for player in (CHAMPION, FIELD[0]):
        enter(hall, event, player)
    hall.now = event.start_at - timedelta(minutes=1)
    for player in (CHAMPION, FIELD[0]):
        hall.act(hall.actor(player), entering_check_in_verbs.check_in, event.tournament_id)
    hall.now = event.start_at + timedelta(seconds=3)
    closing = hall.do(entering_check_in_verbs.close, hall.load(event))
    started = {one.person_id for one in closing.starters}
    assert started == {hall.person(one).person_id for one in (CHAMPION, FIELD[0])}
    assert closing.absent == ()
    strangers = [promise for promise in hall.ask(outbox.waiting, 200) if isinstance(promise.message, ShutOutAtClose)]
    assert {one.target for one in strangers} == {ToMember(MemberId(one)) for one in (STRANGER, STRANGER + 1)}
    letter = hall.ask(ALL[ShutOutAtClose], strangers[0])
    assert letter is not None
    assert "have no seat" in str(letter(Translator("en-US")))


@pytest.mark.rule("AIJE-D03-1")
def test_a_stranger_who_wins_an_event_drawn_before_that_rule_is_not_crowned(hall: Hall, monkeypatch) -> None:
    champion = crown(hall)
    event = old_event(hall)
    monkeypatch.setattr(entering_check_in_verbs, "seats_of", lambda _: None)
    hall.now = event.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(event))
    hall.do(rounds_drawing_verbs.draw_when_closed, event.tournament_id)
    (contest,) = hall.open_contests(event)
    hall.settle(contest, (10, 0))
    ended = hall.load(event)
    assert ended.ended_at is not None
    assert hall.ask(title_match_holder_verbs.reigning, GUILD) == champion
    told = hall.promised(TitleNotGiven, event.tournament_id)
    assert {one.target for one in told} == {
        ToPlace(one) for one in (Place.ANNOUNCEMENTS, Place.RECORD, Place.COMMITTEE)
    }
    podium = hall.ask(rounds_ending_verbs.podium_view, event.tournament_id)
    assert podium is not None
    assert podium.champion is None


@pytest.mark.rule("AIJE-D01-2", "AIJE-D03-1")
def test_who_is_barred_is_passed_over_in_public_and_the_next_is_asked(hall: Hall) -> None:
    challenge = Challenge(hall)
    bar(hall, FIELD[0])
    challenge.confirm()
    assert challenge.held() == {CHAMPION, FIELD[1]}
    assert passed_over(challenge) == [PassedOver.SHUT_OUT]
    assert challenge.view().answer_of(Asked.WORLD, hall.person(FIELD[0]).person_id) is Answer.SHUT_OUT
    with pytest.raises(Outdated):
        challenge.answer(FIELD[0])


@pytest.mark.rule("AIJE-D01-2", "AIJE-D03-1")
def test_a_bar_after_the_yes_frees_the_place_and_lifted_in_time_gives_it_back(hall: Hall, challenge: Challenge) -> None:
    challenge.answer(FIELD[0])
    found = bar(hall, FIELD[0])
    assert challenge.held() == {CHAMPION, FIELD[1]}
    lift(hall, found)
    assert challenge.held() == {CHAMPION, FIELD[0]}
    assert passed_over(challenge) == [PassedOver.SHUT_OUT, PassedOver.BACK]
    challenge.answer(FIELD[0])
    assert challenge.view().answer_of(Asked.WORLD, hall.person(FIELD[0]).person_id) is Answer.ACCEPTED


@pytest.mark.rule("AIJE-D01-2", "AIJE-D03-1")
def test_a_place_that_somebody_has_accepted_meanwhile_is_not_taken_away_again(hall: Hall, challenge: Challenge) -> None:
    found = bar(hall, FIELD[0])
    challenge.answer(FIELD[1])
    lift(hall, found)
    assert challenge.held() == {CHAMPION, FIELD[1]}
    assert passed_over(challenge) == [PassedOver.SHUT_OUT, PassedOver.GONE]
    # Should the place fall vacant again, it is theirs before anybody else's.
    challenge.answer(FIELD[1], accept=False)
    assert challenge.held() == {CHAMPION, FIELD[0]}


def test_who_is_barred_is_given_no_seat_by_hand(hall: Hall) -> None:
    bar(hall, STRANGER)
    with pytest.raises(Disqualified):
        give(hall, STRANGER)


@pytest.mark.rule("AIJE-D03-1")
def test_registering_is_a_yes(hall: Hall, challenge: Challenge) -> None:
    event = hall.announce_of_before(WORLD, "World")
    enter(hall, event, FIELD[0])
    found = bar(hall, CHAMPION)
    challenge.answer(FIELD[1])
    lift(hall, found)
    assert challenge.held() == {FIELD[0], FIELD[1]}


@pytest.mark.rule("AIJE-D03-1", "AIJE-D04-1")
@pytest.mark.parametrize("answered", [True, False])
def test_the_place_of_a_challenger_who_erases_everything_passes_on_at_once(
    challenge: Challenge, answered: bool
) -> None:
    first, following = challenge.candidates[:2]
    challenge.answer(CHAMPION)
    if answered:
        challenge.answer(first)
    challenge.hall.act(challenge.hall.actor(first), erasure_verbs.erase)
    assert challenge.held() == {CHAMPION, following}
    challenge.answer(following)
    assert challenge.view().vacant == 0

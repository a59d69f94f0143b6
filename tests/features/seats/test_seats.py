"""From the end of a League and an Open to the seats of the next events, in the services."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import chain

import pytest

from bot import wiring
from bot.features.course.facts_verbs import facts
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.eligibility_verbs import NotInvited, QualifiedElsewhere
from bot.features.entering.model import CheckInOpened
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.seats import cards as seats_cards
from bot.features.seats import reading_verbs as seats_reading_verbs
from bot.features.seats import store as seats_store
from bot.features.seats import verbs as seats_verbs
from bot.features.seats.model import (
    ANSWER_WITHIN,
    Answer,
    Invitation,
    SeatPassedOver,
    SeatsFilled,
    SeatsOffered,
    SeatStaysEmpty,
    SeatsView,
)
from bot.features.tournaments.facts_verbs import person_of
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import AlreadyDone, NotAllowed, NotYours, Outdated
from bot.kernel.ids import ChannelId, MemberId, MessageId, PersonId, Place
from bot.kernel.outages import Step
from bot.kernel.promises import Delivery, ToPlace
from bot.layout.cards import Button
from bot.layout.sentences import sentence
from bot.people import store as people_store
from bot.people.model import ArbiterTitle
from bot.people.store import WorldTitle
from bot.play.entries import Tournament
from bot.play.formats import FORMATS
from bot.play.rulebook import Asked, QualifyingEvent
from bot.rulebooks.library import preset
from bot.server import verbs as server_verbs
from bot.wiring import ALL
from tests.hall.court import bar_by_verdict
from tests.hall.hall import GUILD, Hall
from tests.hall.registered import register
from tests.refusals import refuses

LEAGUE, CANDIDATES = QualifyingEvent.LEAGUE, QualifyingEvent.CANDIDATES
IN_LEAGUE, IN_OPEN = range(2, 8), range(8, 14)


def order(hall: Hall, tournament: Tournament) -> list[PersonId]:
    rows = FORMATS[tournament.rulebook.format].standings(hall.ask(facts, tournament), tournament.rulebook)
    who = hall.ask(person_of, tournament)
    return [who[row.entrant_id] for row in rows]


def without_arbiters(name: str):
    rules = preset(name)
    rules = replace(rules, matches=replace(rules.matches, matches_per_arbiter=0))
    return replace(rules, registration=replace(rules.registration, invited_only=False, account=None))


def number_of(hall: Hall, person: PersonId) -> int:
    return next(number for number in chain(IN_LEAGUE, IN_OPEN) if hall.person(number).person_id == person)


class Season:
    """A League and an Open that were played, the proposal, and who is who by their places."""

    def __init__(self, hall: Hall, champion: int | None = None) -> None:
        self.hall = hall
        opened = self.play("aije-open", IN_OPEN)
        league = self.play("aije-champions-league", IN_LEAGUE, champion)
        self.league, self.open = order(hall, league), order(hall, opened)
        proposed = hall.ask(seats_store.proposed_round, GUILD)
        assert proposed is not None
        self.round_id = proposed.round_id

    def play(self, name: str, who: range, champion: int | None = None) -> Tournament:
        """Earlier numbers win; the champion is crowned before the last match, by the League's place."""
        hall = self.hall
        rules = without_arbiters(name)
        rules = replace(rules, registration=replace(rules.registration, refuse_qualified_for=None))
        tournament = hall.begin(hall.announce_of_before(rules, name), *who)
        if champion is not None:
            person = hall.person(who[champion - 1]).person_id
            hall.do(lambda tx: people_store.crown(tx, GUILD, WorldTitle(person, "2025", hall.now), hall.now, person))
        behind = hall.ask(person_of, tournament)

        def score(contest):
            first, second = (number_of(hall, behind[side]) for side in contest.sides)
            every = contest.best_of if contest.length.play_all else contest.target
            return (every, 0) if first < second else (0, every)

        return hall.play_out(tournament, score)

    def view(self) -> SeatsView:
        found = self.hall.ask(seats_reading_verbs.by_id, self.round_id)
        assert found is not None
        return found

    def actor(self, person: PersonId):
        return self.hall.actor(number_of(self.hall, person))

    def confirm(self) -> None:
        self.hall.act(self.hall.actor(1), seats_verbs.confirm, self.round_id)

    def answer(self, person: PersonId, asked: Asked, *, accept: bool = True) -> None:
        self.hall.act(self.actor(person), seats_verbs.answer, self.round_id, asked, accept=accept)

    def held(self, event: QualifyingEvent) -> set[PersonId]:
        return set(self.hall.ask(entering_bars_store.seats, GUILD, event))

    def play_seat_match(self, number: int, *, league_wins: bool) -> None:
        hall, match = self.hall, self.view().qualification.matches[number - 1]
        for side in match.sides:
            self.answer(side, Asked.MATCH)
        event = hall.act(hall.actor(1), seats_verbs.arrange, number, hall.now + timedelta(hours=2))
        hall.now = event.start_at + timedelta(seconds=3)
        hall.arbiter(20 + number)
        hall.do(entering_check_in_verbs.close, hall.load(event))
        hall.do(rounds_drawing_verbs.draw_when_closed, event.tournament_id)
        behind = hall.ask(person_of, event)
        hall.play_out(
            hall.load(event),
            lambda contest: (3, 1) if (behind[contest.sides[0]] == match.league_side) is league_wins else (1, 3),
        )


@pytest.mark.rule("AIJE-D02-1", "AIJE-D04-1")
def test_the_end_of_the_league_proposes_and_a_confirmation_gives_the_sure_seats(hall: Hall):
    season = Season(hall)
    assert season.held(LEAGUE) == set()
    season.confirm()
    first = {*season.league[:3], season.open[0]}
    assert season.held(LEAGUE) == season.held(CANDIDATES) == first
    matches = season.view().qualification.matches
    assert [match.sides for match in matches] == [
        (season.league[3], season.open[2]),
        (season.league[4], season.open[1]),
    ]
    (told,) = hall.promised(SeatsOffered, season.round_id)
    assert told.target == ToPlace(Place.ANNOUNCEMENTS)


def test_an_open_alone_proposes_nothing(hall: Hall):
    season = Season.__new__(Season)
    season.hall = hall
    season.play("aije-open", IN_OPEN)
    assert hall.ask(seats_store.proposed_round, GUILD) is None


def test_only_organisers_confirm_and_only_once(hall: Hall):
    season = Season(hall)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(2), seats_verbs.confirm, season.round_id)
    season.confirm()
    with pytest.raises(AlreadyDone):
        season.confirm()


@pytest.mark.rule("AIJE-D01-2")
def test_who_has_a_sure_seat_stays_out_of_the_open_and_who_has_still_a_match_to_play_does_not(hall: Hall):
    season = Season(hall)
    season.confirm()
    opened = hall.announce(without_arbiters("aije-open"), "Next")
    with pytest.raises(QualifiedElsewhere) as refused:
        hall.act(season.actor(season.league[0]), entering_verbs.register, opened.tournament_id)
    assert refused.value.event == preset("aije-champions-league").wording
    said = {locale: sentence(refused.value, Translator(locale)) for locale in LOCALES}
    assert "Liga dos Campeões" in said["pt-BR"]
    assert "Champions League" in said["en-US"]
    hall.act(season.actor(season.league[3]), entering_verbs.register, opened.tournament_id)


@pytest.mark.rule("AIJE-D04-1")
def test_a_declined_seat_of_the_league_passes_on_and_the_next_is_asked(hall: Hall):
    season = Season(hall)
    season.confirm()
    season.answer(season.league[1], Asked.LEAGUE, accept=False)
    assert season.held(LEAGUE) == {season.league[0], season.league[2], season.league[3], season.open[0]}
    assert season.league[1] in season.held(CANDIDATES)
    again = hall.promised(SeatsOffered, season.round_id)[-1]
    assert Invitation(Asked.LEAGUE, season.league[3]) in again.message.asked


@pytest.mark.rule("AIJE-D02-1")
def test_a_seat_match_won_gives_the_seat_in_both_events(hall: Hall):
    season = Season(hall)
    season.confirm()
    season.play_seat_match(1, league_wins=False)
    assert season.open[2] in season.held(LEAGUE) & season.held(CANDIDATES)
    assert season.league[3] not in season.held(LEAGUE) | season.held(CANDIDATES)


@pytest.mark.rule("AIJE-D02-1")
@pytest.mark.parametrize(("champion", "league_wins", "players"), [(2, True, 5), (4, False, 6), (4, True, 5)])
def test_five_or_six_play_the_candidates(hall: Hall, champion: int, league_wins: bool, players: int):
    season = Season(hall, champion)
    season.confirm()
    season.play_seat_match(1, league_wins=league_wins)
    season.play_seat_match(2, league_wins=True)
    assert len(season.held(CANDIDATES)) == players
    assert season.league[champion - 1] not in season.held(CANDIDATES)
    assert len(season.held(LEAGUE)) == 6


@pytest.mark.rule("AIJE-D02-1", "AIJE-D04-1")
def test_only_who_holds_a_seat_registers_for_the_candidates(hall: Hall):
    season = Season(hall)
    season.confirm()
    event = hall.announce(
        replace(preset("aije-candidates"), registration=replace(preset("aije-candidates").registration, account=None)),
        "Candidates",
    )
    hall.act(season.actor(season.league[0]), entering_verbs.register, event.tournament_id)
    with pytest.raises(NotInvited) as refused:
        hall.act(season.actor(season.league[3]), entering_verbs.register, event.tournament_id)
    assert refused.value.event == "Candidates"


def test_an_invitation_is_answered_by_the_invited_alone_and_a_yes_may_become_a_no(hall: Hall):
    season = Season(hall)
    season.confirm()
    with pytest.raises(NotYours):
        season.answer(season.open[5], Asked.LEAGUE)
    season.answer(season.league[0], Asked.LEAGUE)
    with pytest.raises(AlreadyDone):
        season.answer(season.league[0], Asked.LEAGUE)
    season.answer(season.league[0], Asked.LEAGUE, accept=False)
    assert season.league[0] not in season.held(LEAGUE)
    with pytest.raises(Outdated):
        season.answer(season.league[0], Asked.LEAGUE)


def test_no_time_runs_before_the_message_stands_and_silence_then_passes_the_place_on(hall: Hall):
    season = Season(hall)
    season.confirm()
    subject = seats_reading_verbs.seats_subject(season.round_id)
    assert hall.ask(kernel_time_store.deadlines_of_subject, subject) == {}
    (told,) = hall.promised(SeatsOffered, season.round_id)
    hall.do(wiring.note_delivery, Delivery(told.outbox_id, ChannelId(5), MessageId(6), hall.now))
    due = hall.ask(kernel_time_store.deadlines_of_subject, subject)[Step.END_INVITATION]
    for person in season.league[:2]:
        season.answer(person, Asked.LEAGUE)
    hall.now += ANSWER_WITHIN - timedelta(seconds=1)
    hall.do(seats_verbs.expire, season.round_id, Step.END_INVITATION)
    assert season.league[2] in season.held(LEAGUE)
    hall.now = due
    hall.do(seats_verbs.expire, season.round_id, Step.END_INVITATION)
    assert season.view().answer_of(Asked.LEAGUE, season.league[2]) is Answer.SILENT
    assert season.held(LEAGUE) >= set(season.league[:2])
    assert season.league[2] not in season.held(LEAGUE)


@pytest.mark.rule("AIJE-D01-2")
def test_seats_last_until_the_event_has_been_played(hall: Hall):
    season = Season(hall)
    season.confirm()
    season.play("aije-champions-league", IN_LEAGUE)
    assert season.held(LEAGUE) == set()
    assert season.held(CANDIDATES)
    again = hall.ask(seats_store.proposed_round, GUILD)
    assert again is not None
    assert again.round_id != season.round_id


def test_a_new_round_takes_the_place_of_the_old_one(hall: Hall):
    season = Season(hall)
    season.confirm()
    season.play("aije-open", IN_OPEN)
    again = hall.ask(seats_store.proposed_round, GUILD)
    assert again is not None
    hall.act(hall.actor(1), seats_verbs.confirm, again.round_id)
    seat_round = hall.ask(seats_store.round_in_force, GUILD)
    assert seat_round is not None
    assert seat_round.round_id == again.round_id
    assert season.held(LEAGUE) == hall.ask(seats_store.of_round, again.round_id, LEAGUE)
    with pytest.raises(Outdated):
        season.answer(season.league[0], Asked.LEAGUE)


def test_the_confirmed_players_of_a_seat_match_are_not_asked_to_confirm(hall: Hall):
    season = Season(hall)
    season.confirm()
    for side in season.view().qualification.matches[0].sides:
        season.answer(side, Asked.MATCH)
    event = hall.act(hall.actor(1), seats_verbs.arrange, 1, hall.now + timedelta(hours=2))
    hall.now = event.start_at - timedelta(minutes=30)
    hall.do(entering_check_in_verbs.open_check_in, hall.load(event))
    (promise,) = hall.promised(CheckInOpened, event.tournament_id)
    said = hall.ask(ALL[type(promise.message)], promise)
    assert said is not None
    card = said(Translator("en-US"))
    assert "checked in" in card.paragraphs[0]
    (row,) = card.controls
    assert isinstance(row, tuple)
    assert [press.custom_id for press in row if isinstance(press, Button)] == [f"withdraw:{event.tournament_id}"]


def test_a_seat_match_waits_for_both_and_is_arranged_once(hall: Hall):
    season = Season(hall)
    season.confirm()
    begin = hall.now + timedelta(hours=2)
    season.answer(season.league[3], Asked.MATCH)
    with refuses("error.SeatMatchWaits"):
        hall.act(hall.actor(1), seats_verbs.arrange, 1, begin)
    season.answer(season.open[2], Asked.MATCH)
    event = hall.act(hall.actor(1), seats_verbs.arrange, 1, begin)
    title = preset("aije-seat-match").title_in(hall.ask(server_verbs.community, GUILD).language)
    assert event.name == f"{title} {begin.year}-1", "nobody's name stays in it, whatever its players choose"
    with refuses("error.SeatMatchWaits"):
        hall.act(hall.actor(1), seats_verbs.arrange, 1, begin)


def test_seats_are_given_and_taken_by_hand_too(hall: Hall):
    named = hall.actor(9).member_id, "P9"
    register(hall, 9)
    hall.act(hall.actor(1), seats_by_hand_verbs.give, named, LEAGUE, "The first League")
    assert hall.ask(entering_bars_store.has_seat, GUILD, LEAGUE, hall.person(9).person_id)
    hall.act(hall.actor(1), seats_by_hand_verbs.take, named, LEAGUE, "A slip")
    with refuses("error.NoSeatToTake"):
        hall.act(hall.actor(1), seats_by_hand_verbs.take, named, LEAGUE, "A slip")


def test_it_is_said_once_that_every_seat_has_its_player(hall: Hall):
    season = Season(hall)
    season.confirm()
    season.play_seat_match(1, league_wins=True)
    season.play_seat_match(2, league_wins=True)
    for invitation in season.view().qualification.invitations():
        season.answer(invitation.person_id, invitation.asked)
    assert len(hall.promised(SeatsFilled, season.round_id)) == 1
    # A yes becomes a no: once the next has accepted, all seats have their players again, and it is said again.
    season.answer(season.league[0], Asked.LEAGUE, accept=False)
    for invitation in season.view().qualification.invitations():
        if season.view().questions[invitation].is_open:
            season.answer(invitation.person_id, invitation.asked)
    assert len(hall.promised(SeatsFilled, season.round_id)) == 2


def disqualify(season: Season, person: PersonId) -> None:
    hall = season.hall
    hall.now += timedelta(seconds=1)
    hall.arbiter(20, ArbiterTitle.AJ)
    number = number_of(hall, person)
    bar_by_verdict(hall, 20, (MemberId(number), f"P{number}"), "fixed a game")


@pytest.mark.rule("AIJE-D01-2", "AIJE-D04-1", "AIJE-D02-1")
def test_a_barred_first_of_the_league_is_marked_passed_over_and_gives_way_to_the_next(hall: Hall) -> None:
    season = Season(hall)
    first, fourth = season.league[0], season.league[3]
    disqualify(season, first)
    proposed = hall.ask(seats_reading_verbs.proposal, season.round_id, hall.now)
    assert proposed is not None
    assert proposed.barred == {first}
    assert str(seats_cards.proposal(proposed, Translator("en-US"))).count("barred") == 2
    season.confirm()
    for event in (LEAGUE, CANDIDATES):
        assert first not in season.held(event)
    assert fourth in season.held(LEAGUE)
    assert season.view().answer_of(Asked.LEAGUE, first) is Answer.SHUT_OUT
    asked = hall.promised(SeatsOffered, season.round_id)[-1].message.asked
    assert first not in {one.person_id for one in asked}
    assert {one.message.what for one in hall.promised(SeatPassedOver, season.round_id)} == {"shut_out"}


@pytest.mark.rule("AIJE-D02-1")
def test_a_seat_match_that_nobody_is_left_for_is_told_so_and_not_as_agreed(hall: Hall) -> None:
    season = Season(hall)
    season.confirm()
    while sides := season.view().qualification.matches[0].sides:
        disqualify(season, sides[0])
    said = str(seats_cards.overview([season.view()], [], None, Translator("en-US")))
    assert "No one in the standings is left to play it" in said
    assert "Both agreed" not in said


@pytest.mark.rule("AIJE-D02-1")
def test_a_seat_match_is_told_as_agreed_once_both_have_and_no_sooner(hall: Hall) -> None:
    season = Season(hall)
    season.confirm()
    one, other = season.view().qualification.matches[0].sides
    for side, said in ((one, "Waiting for both"), (other, "Both agreed")):
        season.answer(side, Asked.MATCH)
        assert said in str(seats_cards.overview([season.view()], [], None, Translator("en-US")))


@pytest.mark.rule("AIJE-D02-1")
@pytest.mark.parametrize("how", ["declined", "barred"])
def test_a_place_in_the_candidates_that_is_not_taken_stays_empty_and_the_committee_decides(
    hall: Hall, how: str
) -> None:
    season = Season(hall)
    season.confirm()
    before, out = season.held(CANDIDATES), season.league[0]
    if how == "declined":
        season.answer(out, Asked.CANDIDATES, accept=False)
    else:
        disqualify(season, out)
    assert season.held(CANDIDATES) == before - {out}
    (told,) = hall.promised(SeatStaysEmpty, season.round_id)
    assert told.target == ToPlace(Place.COMMITTEE)
    for language in LOCALES:
        shown = hall.ask(ALL[SeatStaysEmpty], told)
        assert shown is not None
        assert f"<@{number_of(hall, out)}>" in shown(Translator(language)).paragraphs[0]
        assert f"**{len(before) - 1}**" in shown(Translator(language)).paragraphs[1]
    season.answer(season.league[1], Asked.LEAGUE, accept=False)
    assert len(hall.promised(SeatStaysEmpty, season.round_id)) == 1


@pytest.mark.rule("AIJE-D02-1")
def test_the_message_of_a_bar_says_of_the_candidates_that_the_place_stays_empty(hall: Hall) -> None:
    season = Season(hall)
    season.confirm()
    disqualify(season, season.league[0])
    said = {}
    for told in hall.promised(SeatPassedOver, season.round_id):
        composed = hall.ask(ALL[SeatPassedOver], told)
        assert composed is not None
        said[told.message.asked] = composed(Translator("en-US")).paragraphs[-1]
    assert "stays empty" in said[Asked.CANDIDATES]
    assert "stays empty" not in said[Asked.LEAGUE]

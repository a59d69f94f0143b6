"""Every way on which somebody could be charged, or barred, for an absence that was none."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import justifying_verbs as cases_justifying_verbs
from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.cases import store as cases_store
from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.cases.misconduct_verbs import MisconductReport
from bot.features.cases.model import AbsenceNotice, BarLifted, FileLetter
from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.entering import accounts_verbs as entering_accounts_verbs
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import Bar, BarReason
from bot.features.teams.errors_model import MemberBarred
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import VoteMatter
from bot.features.voting.model import IN_FAVOUR, Ground
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Tx
from bot.kernel.ids import BarId, ChannelId, MemberId, PersonId
from bot.kernel.outages import Outage
from bot.people.model import Penalty
from bot.play.contests import ResultKind
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from bot.server import store as server_store
from tests.features.entering.test_claims import claim, decide
from tests.hall import squads
from tests.hall.chamber import PROOF
from tests.hall.court import (
    ARBITER,
    LEADER,
    PRESIDENT,
    bar_by_verdict,
    bars_of,
    case_of,
    deliver,
    justify,
    let_pass,
    miss,
    open_court,
    waiting,
)
from tests.hall.desk_of_entries import MINUTE, SECOND, at, confirm, names, register, with_outcome, with_seats
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

OPEN, CANDIDATES, LEAGUE = "aije-open", "aije-candidates", "aije-champions-league"
HOURS_72 = timedelta(hours=72)


@pytest.fixture
def hall(hall: Hall) -> Hall:
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    hall.do(lambda tx: server_store.save(tx, replace(community, committee=ChannelId(3))))
    open_court(hall)
    return hall


def close(hall: Hall, event: Tournament, after: timedelta = 3 * SECOND) -> Tournament:
    hall.now = event.start_at + after
    hall.do(entering_check_in_verbs.close, hall.load(event))
    return hall.load(event)


def charged(hall: Hall, event: Tournament) -> list[str]:
    """Who has a case of the event, by name."""
    known = hall.ask(cases_store.of_tournament, event.tournament_id)
    everybody = {hall.person(number).person_id: f"P{number}" for number in range(2, 10)}
    return [everybody[case.person_id] for case in known]


def suspend(hall: Hall, number: int, length: timedelta | None = None) -> BarId:
    until = None if length is None else hall.now + length
    member = (MemberId(number), f"P{number}")
    return bar_by_verdict(hall, ARBITER, member, "because", until).bar_id


# --- nobody is absent who was not let in --------------------------------------------------------------------------


def won_a_seat_in_the_league(tx: Tx, person: PersonId) -> None:
    entering_bars_store.give_seat(tx, GUILD, LEAGUE, person, tx.now, person)


def lost_the_own_seat(tx: Tx, person: PersonId) -> None:
    entering_bars_store.take_seat_back(tx, GUILD, CANDIDATES, person, tx.now)


@pytest.mark.rule("AIJE-D01-2", "AIJE-D01-5.3")
@pytest.mark.parametrize(
    ("kind", "happened", "error"),
    [
        (OPEN, won_a_seat_in_the_league, entering_eligibility_verbs.QualifiedElsewhere),
        (CANDIDATES, lost_the_own_seat, entering_eligibility_verbs.NotInvited),
    ],
)
def test_who_may_not_confirm_any_more_is_no_no_show(
    hall: Hall, kind: str, happened: Callable[[Tx, PersonId], None], error: type[Exception]
) -> None:
    event, person = hall.announce(preset(kind)), hall.person(2).person_id
    if kind == CANDIDATES:
        hall.do(lambda tx: entering_bars_store.give_seat(tx, GUILD, CANDIDATES, person, hall.now, person))
    register(hall, event, 2)
    hall.do(happened, person)
    hall.now = event.start_at - MINUTE
    with pytest.raises(error):
        confirm(hall, event, 2)
    event = close(hall, event)
    assert (charged(hall, event), with_outcome(hall, event, "absent")) == ([], [])


@pytest.mark.rule("AIJE-D01-5.3")
def test_whoever_was_given_an_account_of_somebody_barred_plays(hall: Hall) -> None:
    event = hall.announce()
    claim_id = claim(hall, event, claimant=3, holder=2)
    register(hall, event, 3)
    suspend(hall, 2)
    decide(hall, claim_id, granted=True)
    assert hall.ask(entering_accounts_verbs.view, GUILD, claim_id, hall.now).holder_is_barred
    hall.now = event.start_at - MINUTE
    confirm(hall, event, 3)
    assert charged(hall, close(hall, event)) == []


@pytest.mark.rule("AIJE-D01-5.3")
def test_whoever_is_one_with_somebody_barred_is_no_no_show(hall: Hall) -> None:
    event = hall.announce()
    register(hall, event, 3)
    suspend(hall, 2)
    both = (MemberId(2), "P2"), (MemberId(3), "P3")
    hall.act(hall.actor(LEADER), cases_links_verbs.record, both, "The same phone number")
    with pytest.raises(entering_eligibility_verbs.Disqualified):
        register(hall, event, 3)
    assert charged(hall, close(hall, event)) == []


@pytest.mark.rule("AIJE-D05-1", "AIJE-D01-5.3")
def test_a_captain_is_no_no_show_where_a_barred_member_keeps_the_team_from_confirming(hall: Hall) -> None:
    event = hall.announce(squads.JEEK)
    squads.publish(hall, P2=2000, P4=1900)
    for captain in (2, 4):
        squads.jeek_team(hall, event, captain, f"Team {captain}")
    team = hall.ask(entering_store.of_person, event.tournament_id, hall.person(2).person_id)
    assert team is not None
    member = next(
        one for one in hall.ask(entering_teams_store.members, team.entrant_id) if one.person_id != team.person_id
    )
    barred = Bar(BarId("b"), GUILD, member.person_id, BarReason.UNJUSTIFIED_ABSENCE, None, hall.now)
    hall.do(cases_barring_verbs.impose, barred)
    hall.now = event.start_at - MINUTE
    with pytest.raises(MemberBarred):
        confirm(hall, event, 2)
    assert charged(hall, close(hall, event)) == ["P4"]


@pytest.mark.rule("AIJE-D01-5")
def test_who_confirmed_before_a_seat_elsewhere_came_plays(hall: Hall) -> None:
    event = hall.announce()
    register(hall, event, 2)
    hall.now = event.start_at - MINUTE
    confirm(hall, event, 2)
    hall.do(won_a_seat_in_the_league, hall.person(2).person_id)
    assert with_outcome(hall, close(hall, event), "starter") == ["P2"]


# --- a bar that falls while an event begins -----------------------------------------------------------------------


def test_a_bar_between_the_close_and_its_step_takes_nobody_out_who_had_confirmed(hall: Hall) -> None:
    event = hall.announce()
    for number in (2, 3):
        register(hall, event, number)
    hall.now = event.start_at - MINUTE
    confirm(hall, event, 2)
    hall.now = event.start_at + SECOND
    for number in (2, 3):
        suspend(hall, number)
    event = close(hall, event)
    entry = hall.ask(entering_store.of_person, event.tournament_id, hall.person(2).person_id)
    assert entry is not None
    assert (with_outcome(hall, event, "starter"), entry.withdrawn_at, charged(hall, event)) == (["P2"], None, ["P3"])


@pytest.mark.parametrize(("left", "kept"), [(timedelta(), True), (SECOND, False), (None, False)])
def test_a_bar_that_is_over_before_check_in_opens_costs_no_place(
    hall: Hall, left: timedelta | None, kept: bool
) -> None:
    event = hall.announce()
    register(hall, event, 2)
    opens_in = event.start_at - 30 * MINUTE - hall.now
    suspend(hall, 2, None if left is None else opens_in + left)
    hall.now = event.start_at - MINUTE
    entry = hall.ask(entering_store.of_person, event.tournament_id, hall.person(2).person_id)
    assert entry is not None
    assert (entry.withdrawn_at is None) is kept
    if kept:
        confirm(hall, event, 2)
    assert charged(hall, close(hall, event)) == []


@pytest.mark.rule("AIJE-B03-2", "AIJE-D01-5.3")
def test_a_case_that_ends_in_a_bar_while_another_check_in_is_open_makes_no_second_case(hall: Hall) -> None:
    miss(hall, 2)
    deliver(hall, AbsenceNotice)
    hall.now += HOURS_72 - 40 * MINUTE
    event = hall.announce()
    hall.enter(event, 2, 3)
    let_pass(hall, 41 * MINUTE)
    assert len(bars_of(hall, 2)) == 1
    hall.now = event.start_at - MINUTE
    confirm(hall, event, 3)
    event = close(hall, event)
    assert charged(hall, event) == []


@pytest.mark.rule("AIJE-B03-2")
def test_a_bar_that_falls_while_its_player_plays_elsewhere_leaves_that_event_alone(hall: Hall) -> None:
    miss(hall, 2)
    deliver(hall, AbsenceNotice)
    hall.now += HOURS_72 - 70 * MINUTE
    event = hall.begin(hall.announce(), 2, 3, 4, 5)
    let_pass(hall, 30 * MINUTE)
    assert len(bars_of(hall, 2)) == 1
    event = hall.play_out(event)
    assert (event.ended_at is not None, charged(hall, event)) == (True, [])


# --- what is no fault of the player -------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-D01-5")
def test_an_outage_over_the_whole_check_in_lets_everybody_confirm_afterwards(hall: Hall) -> None:
    event = hall.announce()
    hall.enter(event, 2)
    back = event.start_at + timedelta(hours=2)
    hall.do(lambda tx: kernel_time_store.add_outage(tx, Outage(event.start_at - timedelta(hours=1), back)))
    hall.act(at(hall, back + 30 * MINUTE, 2), entering_check_in_verbs.check_in, event.tournament_id)
    event = close(hall, event, timedelta(hours=2, minutes=30) + 3 * SECOND)
    assert (with_outcome(hall, event, "starter"), charged(hall, event)) == (["P2"], [])


@pytest.mark.rule("AIJE-D01-5.3")
def test_who_moved_up_from_the_wait_list_while_check_in_was_open_is_no_no_show(hall: Hall) -> None:
    event = hall.announce(with_seats(2))
    hall.enter(event, 2, 3, 4)
    hall.now = event.start_at - MINUTE
    confirm(hall, event, 2)
    hall.act(hall.actor(3), entering_verbs.withdraw, event.tournament_id)
    event = close(hall, event)
    assert (charged(hall, event), with_outcome(hall, event, "left_over")) == ([], ["P4"])


@pytest.mark.rule("AIJE-D01-5", "AIJE-D01-5.3")
@pytest.mark.parametrize(
    ("opens_in", "moved_by", "refused"),
    [
        (MINUTE, -MINUTE, False),
        (MINUTE, -MINUTE - SECOND, True),
        (-20 * MINUTE, MINUTE, False),
        (-20 * MINUTE, -SECOND, True),
    ],
)
def test_no_start_is_moved_so_close_that_those_on_the_list_cannot_confirm(
    hall: Hall, opens_in: timedelta, moved_by: timedelta, refused: bool
) -> None:
    event = hall.announce()
    hall.enter(event, 2)
    hall.now = event.start_at - 30 * MINUTE - opens_in
    with refuses("error.MovedTooClose") if refused else nullcontext():
        hall.do(tournaments_verbs.change, hall.person(1), event, None, event.start_at + moved_by)
    assert (hall.load(event).start_at == event.start_at) is refused


@pytest.mark.rule("AIJE-D01-5.3")
def test_an_event_called_off_before_its_close_charges_nobody(hall: Hall) -> None:
    event = hall.announce()
    hall.enter(event, 2, 3)
    hall.now = event.start_at - MINUTE
    hall.act(hall.actor(1), course_ending_verbs.cancel, event.tournament_id, "no arbiters")
    assert charged(hall, event) == []


def test_a_semifinalist_of_an_event_called_off_is_not_charged_for_the_place_not_played(hall: Hall) -> None:
    event = hall.begin(hall.announce(), 2, 3, 4, 5)
    hall.settle(hall.open_contests(event)[0], (3, 0), (3, 0), ResultKind.WALKOVER)
    hall.act(hall.actor(1), course_ending_verbs.cancel, event.tournament_id, "the site is down")
    let_pass(hall, timedelta(days=10))
    assert charged(hall, event) == []


# --- two absences, and a bar lifted and put again -----------------------------------------------------------------


@pytest.mark.rule("AIJE-B03-2", "AIJE-D01-2")
def test_two_absences_bar_twice_and_lifting_one_bar_leaves_the_other(hall: Hall) -> None:
    for _ in range(2):
        miss(hall, 2)
        deliver(hall, AbsenceNotice)
    let_pass(hall, HOURS_72 + timedelta(hours=2))
    first, second = bars_of(hall, 2)
    hall.act(hall.actor(LEADER), cases_barring_verbs.lift, first.bar_id, "forgiven")
    assert bars_of(hall, 2) == [second]


@pytest.mark.rule("AIJE-B03-2")
def test_a_justified_absence_keeps_the_bar_of_another_one(hall: Hall) -> None:
    one, other = miss(hall, 2), miss(hall, 2)
    deliver(hall, AbsenceNotice)
    justify(hall, one, 2)
    let_pass(hall, HOURS_72 + timedelta(hours=2))
    assert [bar.case_id for bar in bars_of(hall, 2)] == [case_of(hall, other, 2).case_id]


def test_a_lifted_bar_does_not_come_again_by_itself(hall: Hall) -> None:
    event = hall.begin(hall.announce(), 2, 3, 4)
    (opening,) = hall.open_contests(event)
    hall.settle(opening, (3, 0), (3, 0), ResultKind.WALKOVER)
    let_pass(hall, HOURS_72 + timedelta(hours=1))
    absent = next(number for number in (2, 3, 4) if bars_of(hall, number))
    hall.act(hall.actor(LEADER), cases_barring_verbs.lift, bars_of(hall, absent)[0].bar_id, "forgiven")
    hall.play_out(event)
    let_pass(hall, timedelta(days=9))
    assert bars_of(hall, absent) == []


@pytest.mark.rule("AIJE-D01-5.3")
def test_a_bar_for_a_time_from_an_absence_is_over_for_the_check_in_after_it(hall: Hall) -> None:
    rules = preset(OPEN)
    miss(hall, 2, rulebook=replace(rules, absence=replace(rules.absence, bar_lasts=timedelta(days=1))))
    deliver(hall, AbsenceNotice)
    let_pass(hall, HOURS_72 + 4 * SECOND)
    hall.now += timedelta(days=1)
    event = hall.begin(hall.announce(), 2, 3)
    assert waiting(hall, BarLifted) == []
    assert sorted(with_outcome(hall, event, "starter")) == ["P2", "P3"]


# --- what is no absence, and what a wrong bar had taken -----------------------------------------------------------


@pytest.mark.rule("AIJE-D01-2", "AIJE-D01-5.3")
@pytest.mark.parametrize("expelled", [False, True])
def test_who_was_taken_out_before_the_first_match_did_not_stay_away(hall: Hall, expelled: bool) -> None:
    event = hall.begin(hall.announce(), 2, 3, 4, 5)
    if expelled:
        person = hall.person(2)
        matter = VoteMatter("harm", person.person_id, ground=Ground.CONDUCT, proof=PROOF)
        vote = hall.act(hall.actor(LEADER), voting_verbs.open_matter, "player-expulsion", matter)
        for number in (LEADER, PRESIDENT):
            hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, IN_FAVOUR)
    else:
        said = MisconductReport(hall.person(2).person_id, Ground.CONDUCT, "seen", tournament_id=event.tournament_id)
        file = hall.act(hall.actor(3), cases_misconduct_verbs.report, said)
        deliver(hall, FileLetter)
        hall.act(hall.actor(2), cases_misconduct_verbs.reply, file.file_id, "no")
        hall.act(hall.actor(LEADER), cases_verdict_verbs.decide, file.file_id, Penalty.DISQUALIFIED, "proved")
    hall.play_out(event)
    assert hall.ask(cases_store.of_tournament, event.tournament_id) == []


@pytest.mark.rule("AIJE-D01-5.3")
@pytest.mark.parametrize("how", ["corrected", "reopened"])
def test_a_bar_that_was_wrong_gives_the_places_back_that_it_took(hall: Hall, how: str) -> None:
    event = hall.begin(hall.announce(), 2, 3, 4)
    (opening,) = hall.open_contests(event)
    absent_person = hall.people_of(event, opening)[1]
    absent = next(number for number in (2, 3, 4) if hall.person(number).person_id == absent_person)
    next_event = hall.act(hall.actor(1), tournaments_verbs.create, "Next", preset(OPEN), hall.now + timedelta(days=30))
    register(hall, next_event, absent)
    hall.settle(opening, (3, 0), (3, 0), ResultKind.WALKOVER)
    let_pass(hall, HOURS_72 + timedelta(hours=1))
    assert names(hall, next_event) == ([], [])
    if how == "corrected":
        hall.settle(opening, (3, 1))
    else:
        case = case_of(hall, event, absent)
        hall.act(hall.actor(LEADER), cases_justifying_verbs.reopen, case.case_id, "the clinic wrote")
    assert names(hall, next_event) == ([f"P{absent}"], [])

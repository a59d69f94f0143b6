"""Staff's word that two people are one: who may give it, what it does, and that one act undoes it."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from bot.features.cases import appeals_verbs as cases_appeals_verbs
from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.cases import reading_verbs as cases_reading_verbs
from bot.features.cases.model import Barred, SamePersonRecorded, SamePersonUndone
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.erasure import verbs as erasure_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.teams.errors_model import MemberBarred
from bot.features.tournaments.recusal_verbs import OpponentsCase, OwnCase
from bot.features.tournaments.tasks_model import Obstacle, Task
from bot.features.undoing import verbs as undoing_verbs
from bot.features.voting import electorate_verbs as voting_electorate_verbs
from bot.features.voting import procedures_model as voting_procedures_model
from bot.features.voting import store as voting_store
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.model import AGAINST, IN_FAVOUR, ElectorReason, Ground, VoteCount, tally
from bot.kernel.errors import AlreadyDone, Missing, NotAllowed, NotFound, NotYours
from bot.kernel.ids import BarId, MemberId, VoteId
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.model import PlaceState, SamePerson
from bot.server.model import Hanging
from tests.hall import squads
from tests.hall.chamber import COMMITTEE, open_chamber, start
from tests.hall.court import ARBITER, LEADER, PRESIDENT, bar_by_verdict, waiting
from tests.hall.desk_of_entries import MINUTE, confirm, names, register
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

MALLORY, SOCK, ANA = 2, 3, 4


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_chamber(hall)
    return hall


def member(number: int) -> tuple[MemberId, str]:
    return MemberId(number), f"P{number}"


def link(hall: Hall, one: int = MALLORY, other: int = SOCK, by: int = LEADER) -> SamePerson:
    hall.now += MINUTE
    both = member(one), member(other)
    return hall.act(hall.actor(by), cases_links_verbs.record, both, "Both wrote the same word to me")


def disqualify(hall: Hall, number: int) -> str:
    return bar_by_verdict(hall, LEADER, member(number), "Threats").bar_id


def apart(hall: Hall, made: SamePerson, by: int = PRESIDENT) -> None:
    hall.now += MINUTE
    hall.act(hall.actor(by), cases_links_verbs.undo, made.link_id, "They met in person")


def barred(hall: Hall, number: int) -> bool:
    return bool(hall.ask(entering_eligibility_verbs.bars_of, hall.person(number).person_id, hall.now))


# --- who gives it, and who hears of it --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "may"), [(LEADER, True), (PRESIDENT, True), (ARBITER, True), (COMMITTEE[1], False), (1, False)]
)
def test_who_may_bar_may_say_that_two_are_one(hall: Hall, number: int, may: bool) -> None:
    if not may:
        with pytest.raises(NotAllowed):
            link(hall, by=number)
    else:
        link(hall, by=number)
    assert hall.ask(people_store.are_one, hall.person(MALLORY).person_id, hall.person(SOCK).person_id) is may


@pytest.mark.parametrize(("number", "may"), [(LEADER, True), (PRESIDENT, True), (ARBITER, False), (SOCK, False)])
def test_leader_and_president_undo_it(hall: Hall, number: int, may: bool) -> None:
    made = link(hall)
    if may:
        apart(hall, made, number)
    else:
        with pytest.raises(NotAllowed):
            apart(hall, made, number)
    assert (hall.ask(people_account_store.same_persons_of_guild, GUILD) == []) is may


def test_both_and_the_public_are_told_with_the_reason(hall: Hall) -> None:
    made = link(hall)
    told = waiting(hall, SamePersonRecorded)
    assert len({repr(one.target) for one in told if one.subject == made.link_id}) == 4
    apart(hall, made)
    assert len(waiting(hall, SamePersonUndone)) == 4


def test_it_needs_a_reason_and_two_people_who_are_not_one_yet(hall: Hall) -> None:
    with pytest.raises(Missing):
        hall.act(hall.actor(LEADER), cases_links_verbs.record, (member(MALLORY), member(SOCK)), " ")
    with refuses("error.OnePersonNamedTwice"):
        link(hall, MALLORY, MALLORY)
    link(hall)
    link(hall, SOCK, ANA)
    with pytest.raises(cases_links_verbs.AlreadyOnePerson):
        link(hall, ANA, MALLORY)


def test_nobody_says_it_of_themselves_or_of_an_opponent(hall: Hall) -> None:
    with pytest.raises(OwnCase):
        link(hall, LEADER, SOCK, by=LEADER)
    hall.begin(hall.announce(), ARBITER, ANA)
    with pytest.raises(OpponentsCase):
        link(hall, ANA, SOCK, by=ARBITER)


def test_another_servers_word_is_not_found(hall: Hall) -> None:
    with pytest.raises(NotFound):
        hall.act(hall.actor(LEADER), cases_links_verbs.undo, "nothing", "Because")


# --- bars -------------------------------------------------------------------------------------------------------


def test_a_bar_that_holds_reaches_the_other_and_leaves_with_the_word(hall: Hall) -> None:
    event = hall.announce()
    register(hall, event, SOCK)
    disqualify(hall, MALLORY)
    made = link(hall)
    assert (barred(hall, SOCK), names(hall, event)) == (True, ([], []))
    letters = [one for one in waiting(hall, Barred) if repr(one.target).endswith(f"={SOCK})")]
    assert len(letters) == 1
    apart(hall, made)
    assert (barred(hall, SOCK), barred(hall, MALLORY), names(hall, event)) == (False, True, (["P3"], []))


def test_a_bar_that_comes_later_takes_the_place_of_the_other_with_a_letter(hall: Hall) -> None:
    event = hall.announce()
    link(hall)
    register(hall, event, SOCK)
    disqualify(hall, MALLORY)
    assert names(hall, event) == ([], [])
    told = {repr(one.target) for one in waiting(hall, Barred)}
    assert {f"ToMember(member_id={one})" for one in (MALLORY, SOCK)} <= told
    assert [
        one.bar.person_id for one in hall.ask(cases_reading_verbs.bars_of_person, hall.person(SOCK).person_id, hall.now)
    ]


def test_who_is_one_with_a_third_over_a_second_is_barred_with_them(hall: Hall) -> None:
    link(hall)
    middle = link(hall, SOCK, ANA)
    disqualify(hall, MALLORY)
    assert barred(hall, ANA)
    apart(hall, middle)
    assert not barred(hall, ANA)


def test_whoever_returns_under_the_same_discord_account_is_still_one_with_the_other(hall: Hall) -> None:
    link(hall)
    disqualify(hall, MALLORY)
    hall.act(hall.actor(SOCK), erasure_verbs.erase)
    assert barred(hall, SOCK)


def test_an_erasure_does_not_open_a_second_place(hall: Hall) -> None:
    event = hall.announce()
    link(hall)
    register(hall, event, MALLORY)
    hall.act(hall.actor(SOCK), erasure_verbs.erase)
    with pytest.raises(entering_eligibility_verbs.PlaysAlready):
        register(hall, event, SOCK)


# --- one place --------------------------------------------------------------------------------------------------


def test_of_two_places_on_an_open_list_the_earlier_one_stays(hall: Hall) -> None:
    event = hall.announce()
    for number in (MALLORY, ANA, SOCK):
        register(hall, event, number)
    made = link(hall)
    assert names(hall, event) == (["P2", "P4"], [])
    assert hall.ask(cases_links_verbs.same_person_view, made).places == ("Open",)
    with pytest.raises(entering_eligibility_verbs.PlaysAlready):
        register(hall, event, SOCK)
    apart(hall, made)
    assert names(hall, event) == (["P2", "P4", "P3"], [])


def test_who_is_one_with_a_player_does_not_enter_beside_them(hall: Hall) -> None:
    event = hall.announce()
    link(hall)
    register(hall, event, MALLORY)
    with pytest.raises(entering_eligibility_verbs.PlaysAlready):
        register(hall, event, SOCK)
    hall.act(hall.actor(MALLORY), entering_verbs.withdraw, event.tournament_id)
    register(hall, event, SOCK)
    assert names(hall, event) == (["P3"], [])


def test_in_a_running_event_both_play_on_until_somebody_decides(hall: Hall) -> None:
    event = hall.begin(hall.announce(), MALLORY, SOCK, ANA)
    made = link(hall)
    assert hall.ask(entering_store.still_playing, event.tournament_id) == 3
    assert hall.ask(cases_links_verbs.same_person_view, made).both_play_in == ("Open",)
    rows = hall.ask_as(hall.actor(1), desk_verbs.desk_view, event.tournament_id).rows
    assert [one.name for row in rows if row.obstacle is Obstacle.SAME_PERSON for one in row.people] == ["P2", "P3"]


def test_a_team_is_not_taken_off_but_does_not_confirm_with_one_person_twice(hall: Hall) -> None:
    event = squads.ranked_cup(hall)
    squads.jeek_team(hall, event, 2, "First")
    squads.jeek_team(hall, event, 5, "Second")
    link(hall, 2, 5)
    assert len(names(hall, event)[0]) == 2
    hall.now = event.start_at - MINUTE
    confirm(hall, event, 2)
    with pytest.raises((entering_eligibility_verbs.PlaysAlready, MemberBarred)):
        confirm(hall, event, 5)


def test_a_sure_seat_elsewhere_keeps_both_accounts_out(hall: Hall) -> None:
    link(hall)
    own = hall.person(MALLORY).person_id
    hall.do(lambda tx: entering_bars_store.give_seat(tx, GUILD, "aije-champions-league", own, hall.now, own))
    with pytest.raises(entering_eligibility_verbs.QualifiedElsewhere):
        register(hall, hall.announce(), SOCK)


# --- one voice --------------------------------------------------------------------------------------------------


def test_two_of_the_committee_who_are_one_have_one_vote(hall: Hall) -> None:
    link(hall, COMMITTEE[1], COMMITTEE[2])
    vote = start(hall, "absence-penalty", ANA)
    assert [one.why for one in vote.recused] == [ElectorReason.SAME_PERSON]
    assert len(vote.electors) == len(COMMITTEE) - 1


def test_in_a_running_vote_the_voice_that_was_heard_first_counts(hall: Hall) -> None:
    vote = start(hall, "absence-penalty", ANA)
    for number, choice in ((COMMITTEE[2], IN_FAVOUR), (COMMITTEE[1], AGAINST)):
        hall.now += MINUTE
        hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, choice)
    made = link(hall, COMMITTEE[1], COMMITTEE[2])
    count = counted(hall, vote.vote_id)
    assert (count.entitled, count.in_favour, count.against) == (len(COMMITTEE) - 1, 1, 0)
    with refuses("error.Recused"):
        hall.act(hall.actor(COMMITTEE[1]), voting_verbs.cast, vote.vote_id, IN_FAVOUR)
    apart(hall, made)
    assert counted(hall, vote.vote_id).against == 1


def test_the_minutes_keep_who_had_no_second_voice(hall: Hall) -> None:
    vote = start(hall, "absence-penalty", ANA)
    hall.act(hall.actor(COMMITTEE[1]), voting_verbs.cast, vote.vote_id, IN_FAVOUR)
    made = link(hall, COMMITTEE[1], COMMITTEE[2])
    for number in (COMMITTEE[0], COMMITTEE[3]):
        hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, IN_FAVOUR)
    closed = hall.ask(voting_store.load, vote.vote_id)
    assert closed is not None
    assert closed.closed_at is not None
    assert [one.why for one in closed.recused] == [ElectorReason.SAME_PERSON]
    apart(hall, made)
    assert counted(hall, vote.vote_id).entitled == len(COMMITTEE) - 1


def test_who_turns_out_to_be_one_with_the_person_concerned_has_no_vote_about_them(hall: Hall) -> None:
    vote = start(hall, "member-expulsion", COMMITTEE[0])
    link(hall, COMMITTEE[0], COMMITTEE[1])
    with refuses("error.Recused"):
        hall.act(hall.actor(COMMITTEE[1]), voting_verbs.cast, vote.vote_id, AGAINST)


def test_leader_and_president_who_are_one_do_not_approve_twice(hall: Hall) -> None:
    approval = voting_procedures_model.preset("player-expulsion")
    link(hall, LEADER, PRESIDENT, by=ARBITER)
    electors, _ = hall.ask(voting_electorate_verbs.freeze, GUILD, approval, hall.person(ANA).person_id, (), hall.now)
    assert len(electors) == 2
    own = {hall.person(one).person_id for one in (LEADER, PRESIDENT)}
    assert len(own & {one.person_id for one in electors}) == 1


def counted(hall: Hall, vote_id: VoteId) -> VoteCount:
    vote = hall.ask(voting_store.load, vote_id)
    assert vote is not None
    return tally(hall.ask(voting_electorate_verbs.with_struck, vote, hall.now), hall.ask(voting_store.ballots, vote_id))


# --- recusal ----------------------------------------------------------------------------------------------------


def test_nobody_decides_about_the_own_other_account(hall: Hall) -> None:
    link(hall, ARBITER, SOCK, by=LEADER)
    with pytest.raises(OwnCase):
        hall.act(hall.actor(ARBITER), partial(cases_barring_verbs.bar_player, rule="A02-1"), member(SOCK), "Because")
    with refuses("error.ReportsOneself"):
        hall.act(hall.actor(ARBITER), cases_misconduct_verbs.about, member(SOCK), Ground.CONDUCT)


def test_an_officer_who_is_one_with_somebody_barred_does_not_lift_the_bar(hall: Hall) -> None:
    bar_id = disqualify(hall, SOCK)
    link(hall, PRESIDENT, SOCK)
    with pytest.raises(OwnCase):
        hall.act(hall.actor(PRESIDENT), cases_barring_verbs.lift, BarId(bar_id), "A favour")


def test_an_officer_expelled_and_back_is_one_with_who_was_expelled(hall: Hall) -> None:
    """A former self is the same person both ways, not only seen from the new one."""
    disqualify(hall, SOCK)
    old = hall.person(SOCK).person_id
    hall.act(hall.actor(SOCK), erasure_verbs.erase)
    new = hall.person(SOCK).person_id
    assert hall.ask(people_store.same_person_ids, old) == [old, new]
    assert hall.ask(people_store.same_person_ids, new) == [new, old]


@pytest.mark.rule("AIJE-A02-5")
def test_who_was_expelled_from_the_committee_does_not_return_to_it_by_an_erasure(hall: Hall) -> None:
    vote, own = start(hall, "absence-penalty", ANA), hall.person(COMMITTEE[1]).person_id
    hall.do(lambda tx: entering_bars_store.exclude(tx, GUILD, own, vote.vote_id, hall.now))
    hall.act(hall.actor(COMMITTEE[1]), erasure_verbs.erase)
    assert hall.ask(entering_bars_store.is_excluded, hall.person(COMMITTEE[1]).person_id)


# --- the way back -----------------------------------------------------------------------------------------------


def test_either_may_appeal_once_and_who_recorded_it_does_not_decide(hall: Hall) -> None:
    event = hall.announce()
    register(hall, event, SOCK)
    disqualify(hall, MALLORY)
    made = link(hall)
    tasks = hall.ask_as(hall.actor(SOCK), guidance_verbs.tasks).tasks
    assert [one.called for one in tasks if one.task is Task.APPEAL] == ["link"]
    appeal = hall.act(hall.actor(SOCK), cases_appeals_verbs.appeal, f"same-{made.link_id}", "I am not him")
    with refuses("error.AppealedBefore"):
        hall.act(hall.actor(MALLORY), cases_appeals_verbs.appeal, f"same-{made.link_id}", "Nor am I her")
    with refuses("error.DecidedBefore"):
        hall.act(hall.actor(LEADER), cases_appeals_verbs.decide, appeal.appeal_id, "No", granted=False)
    hall.act(
        hall.actor(PRESIDENT),
        cases_appeals_verbs.decide,
        appeal.appeal_id,
        "She showed me her passport",
        granted=True,
    )
    assert (barred(hall, SOCK), names(hall, event)) == (False, (["P3"], []))
    assert hall.ask(people_account_store.same_persons_of_guild, GUILD) == []


def test_the_bar_itself_is_appealed_by_whom_it_fell_on(hall: Hall) -> None:
    """A wrong word that two are one must not use up the one appeal of who was barred."""
    bar_id = disqualify(hall, MALLORY)
    link(hall)
    with pytest.raises(NotYours):
        hall.act(hall.actor(SOCK), cases_appeals_verbs.appeal, f"bar-{bar_id}", "Not me")
    hall.act(hall.actor(MALLORY), cases_appeals_verbs.appeal, f"bar-{bar_id}", "Not so")


def test_who_recorded_it_takes_it_back_by_undo_unless_somebody_appealed(hall: Hall) -> None:
    event = hall.announce()
    for number in (MALLORY, SOCK):
        register(hall, event, number)
    link(hall)
    line = hall.ask_as(hall.actor(LEADER), undoing_verbs.mine)[0]
    undone = hall.act(hall.actor(LEADER), undoing_verbs.undo, line.sequence)
    assert [(one.event, one.state) for one in undone.places] == [("Open", PlaceState.BACK)]
    again = link(hall)
    hall.act(hall.actor(SOCK), cases_appeals_verbs.appeal, f"same-{again.link_id}", "I am not him")
    assert hall.ask_as(hall.actor(LEADER), undoing_verbs.mine)[0].hangs is Hanging.APPEAL


def test_undoing_it_twice_is_refused(hall: Hall) -> None:
    made = link(hall)
    apart(hall, made)
    with pytest.raises(AlreadyDone):
        apart(hall, made)


def test_places_whose_event_has_closed_its_check_in_do_not_come_back(hall: Hall) -> None:
    event = hall.announce()
    for number in (MALLORY, SOCK, ANA):
        register(hall, event, number)
    made = link(hall)
    hall.now = event.start_at - MINUTE
    confirm(hall, event, MALLORY, ANA)
    hall.now = event.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(event))
    back = hall.act(hall.actor(PRESIDENT), cases_links_verbs.undo, made.link_id, "They met").back
    assert [one.state for one in back] == [PlaceState.CLOSED]

"""Votes at their edges: nobody left to vote, matters settled meanwhile, voters and candidates who go."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.cases import appeals_verbs as cases_appeals_verbs
from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import justifying_verbs as cases_justifying_verbs
from bot.features.cases import verbs as cases_verbs
from bot.features.cases.model import AbsenceNotice, Barred, CaseEnd, VerdictKind
from bot.features.entering import bars_store as entering_bars_store
from bot.features.registry import store as registry_store
from bot.features.registry import titles_verbs as registry_titles_verbs
from bot.features.registry.titles_model import ChangeKind, TitleProposal
from bot.features.voting import bodies_model as voting_bodies_model
from bot.features.voting import closing_verbs as voting_closing_verbs
from bot.features.voting import desk_verbs as voting_desk_verbs
from bot.features.voting import store as voting_store
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import VoteExtended
from bot.features.voting.model import IN_FAVOUR, NULL, Vote
from bot.features.voting.procedures_model import preset
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Tx
from bot.kernel.errors import Outdated
from bot.kernel.ids import PersonId
from bot.kernel.outages import Step
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Office
from tests.hall.chamber import COMMITTEE, election, open_chamber, publish, rating_of, start
from tests.hall.court import ARBITER, LEADER, PRESIDENT, bars_of, case_of, deliver, justify, let_pass, miss, waiting
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

THREE_DAYS = timedelta(hours=72, seconds=4)


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_chamber(hall)
    return hall


def unjustified(hall: Hall, number: int) -> str:
    """An absence that came to its bar: the case."""
    event = miss(hall, number)
    deliver(hall, AbsenceNotice)
    let_pass(hall, THREE_DAYS)
    return case_of(hall, event, number).case_id


def loaded(hall: Hall, vote: Vote) -> Vote:
    found = hall.ask(voting_store.load, vote.vote_id)
    assert found is not None
    return found


def all_vote(hall: Hall, vote: Vote, choice: str = IN_FAVOUR, voters: tuple[int, ...] = COMMITTEE) -> Vote:
    for number in voters:
        hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, choice)
    return loaded(hall, vote)


def close(hall: Hall, vote: Vote) -> Vote:
    hall.now = max(hall.now, loaded(hall, vote).closes_at + timedelta(seconds=3))
    hall.do(voting_closing_verbs.take, vote.vote_id, Step.CLOSE_VOTE)
    return loaded(hall, vote)


def in_vain(hall: Hall, vote: Vote) -> bool:
    view = hall.ask(voting_desk_verbs.view, vote.vote_id, hall.now)
    assert view is not None
    return view.in_vain


# --- the matter is settled before the vote closes -----------------------------------------------------------------


def reopened_and_accepted(hall: Hall, case_id: str) -> None:
    hall.act(hall.actor(LEADER), cases_justifying_verbs.reopen, case_id, "the clinic wrote")  # type: ignore[arg-type]


def forgiven(hall: Hall, case_id: str) -> None:
    (bar,) = bars_of(hall, 2)
    assert bar.case_id == case_id
    hall.act(hall.actor(PRESIDENT), cases_barring_verbs.lift, bar.bar_id, "served enough")


def appealed(hall: Hall, case_id: str) -> None:
    (bar,) = bars_of(hall, 2)
    assert bar.case_id == case_id
    made = hall.act(hall.actor(2), cases_appeals_verbs.appeal, f"bar-{bar.bar_id}", "I was there")
    hall.act(hall.actor(PRESIDENT), cases_appeals_verbs.decide, made.appeal_id, "he was", granted=True)


@pytest.mark.rule("AIJE-D01-5.3", "AIJE-D01-2")
@pytest.mark.parametrize("happened", [reopened_and_accepted, forgiven, appealed])
@pytest.mark.parametrize("refers", [True, False])
def test_nobody_is_barred_by_a_vote_on_an_absence_that_was_forgiven_meanwhile(hall: Hall, happened, refers) -> None:
    case_id = unjustified(hall, 2)
    vote = start(hall, "absence-penalty", 2, case_id if refers else None)
    happened(hall, case_id)
    assert all_vote(hall, vote).outcome == "passed"
    assert (bars_of(hall, 2), in_vain(hall, vote)) == ([], True)


@pytest.mark.rule("AIJE-D01-5.3")
def test_no_points_are_taken_for_an_absence_that_was_accepted_meanwhile(hall: Hall) -> None:
    publish(hall, {2: 2100.0})
    event = miss(hall, 2)
    deliver(hall, AbsenceNotice)
    justify(hall, event, 2)
    case_id = case_of(hall, event, 2).case_id
    hall.act(hall.actor(ARBITER), cases_justifying_verbs.review, case_id, VerdictKind.DECLINED, "no proof")
    vote = start(hall, "rating-penalty", 2, case_id)
    hall.act(hall.actor(LEADER), cases_justifying_verbs.reopen, case_id, "a proof came")
    hall.act(hall.actor(ARBITER), cases_justifying_verbs.review, case_id, VerdictKind.ACCEPTED)
    all_vote(hall, vote)
    assert (rating_of(hall, 2), in_vain(hall, vote), case_of(hall, event, 2).close_reason) == (
        2100.0,
        True,
        CaseEnd.ACCEPTED,
    )


@pytest.mark.rule("AIJE-D01-5.3")
def test_an_absence_whose_bar_was_served_to_its_end_brings_no_second_one(hall: Hall) -> None:
    case_id = unjustified(hall, 2)
    first = hall.act(
        hall.actor(LEADER),
        voting_verbs.open_vote,
        "absence-penalty",
        "A month is enough",
        hall.person(2).person_id,
        case_id,
        lasts=timedelta(days=30),
    )
    all_vote(hall, first)
    hall.now += timedelta(days=30)
    assert bars_of(hall, 2) == []
    told = len(waiting(hall, Barred))
    second = all_vote(hall, start(hall, "absence-penalty", 2, case_id))
    assert (bars_of(hall, 2), in_vain(hall, second), len(waiting(hall, Barred))) == ([], True, told)


@pytest.mark.rule("AIJE-D01-5.3", "GO-16.4")
def test_after_a_granted_appeal_no_penalty_is_put_to_the_vote_again(hall: Hall) -> None:
    case_id = unjustified(hall, 2)
    appealed(hall, case_id)
    with refuses("error.NoUnjustifiedAbsence"):
        hall.ask_as(hall.actor(LEADER), cases_verbs.options, case_id)  # type: ignore[arg-type]


@pytest.mark.rule("AIJE-A02-1")
def test_the_same_is_not_put_to_two_votes_at_a_time(hall: Hall) -> None:
    publish(hall, {2: 2000, 3: 2000})
    first = start(hall, "player-expulsion", 2)
    with refuses("error.VoteRunsAlready"):
        start(hall, "player-expulsion", 2)
    start(hall, "player-expulsion", 3)
    hall.act(hall.actor(LEADER), voting_verbs.cancel, first.vote_id, "a slip")
    start(hall, "player-expulsion", 2)


@pytest.mark.rule("AIJE-A02-2")
def test_who_was_expelled_is_not_expelled_a_second_time(hall: Hall) -> None:
    publish(hall, {2: 2000, 3: 2000})
    open_kinds = [start(hall, "player-expulsion", 2), start(hall, "player-expulsion", 3)]
    person = hall.person(2).person_id
    hall.do(lambda tx: tx.execute("UPDATE votes SET subject_id = ?", (person,)))
    for vote in open_kinds:
        all_vote(hall, vote, voters=(LEADER, PRESIDENT))
    assert in_vain(hall, open_kinds[1])
    assert len(hall.ask(entering_bars_store.of_people, [person], hall.now)) == 1
    assert hall.ask(entering_bars_store.is_excluded, person) is False


# --- nobody is left -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-A02-3", "AIJE-A02-4")
def test_a_vote_in_which_everybody_is_recused_lapses_at_its_close_and_calls_nobody_for_ever(hall: Hall) -> None:
    vote = start(hall, "absence-penalty", 2)
    for number in COMMITTEE:
        hall.act(hall.actor(number), voting_verbs.recuse, vote.vote_id)
    ended = close(hall, vote)
    assert (ended.outcome, ended.extensions, hall.promised(VoteExtended, vote.vote_id)) == ("no_quorum", 0, [])
    assert bars_of(hall, 2) == []


@pytest.mark.rule("AIJE-A02-3", "AIJE-A02-4")
def test_null_ballots_of_everybody_do_not_bring_the_close_nearer(hall: Hall) -> None:
    vote = start(hall, "absence-penalty", 2)
    now = all_vote(hall, vote, NULL)
    assert (now.closed_at, now.closes_at, now.extensions) == (None, vote.closes_at, 0)
    later = close(hall, vote)
    assert (later.closed_at, later.extensions) == (None, 1)
    due = hall.ask(kernel_time_store.deadlines_of_subject, f"vote:{vote.vote_id}")
    assert due[Step.CLOSE_VOTE] == hall.now + vote.kind.extend_by + timedelta(seconds=3)
    all_vote(hall, vote, IN_FAVOUR, COMMITTEE[:3])
    assert close(hall, vote).outcome == "passed"


@pytest.mark.rule("AIJE-A02-4")
def test_a_voter_expelled_while_a_vote_runs_is_struck_with_the_ballot(hall: Hall) -> None:
    vote = start(hall, "absence-penalty", 2)
    all_vote(hall, vote, IN_FAVOUR, COMMITTEE[:3])
    all_vote(hall, start(hall, "member-expulsion", COMMITTEE[0]), voters=COMMITTEE[1:])
    assert close(hall, vote).extensions == 1
    view = hall.ask(voting_desk_verbs.view, vote.vote_id, hall.now)
    assert view is not None
    # The card keeps the number of those who voted, and so says nothing of who is struck.
    assert (view.cast, view.asked, view.entitled) == (3, 4, 3)
    assert all_vote(hall, vote, IN_FAVOUR, COMMITTEE[3:]).outcome == "passed"


# --- an election --------------------------------------------------------------------------------------------------


def lose_title(tx: Tx, person: PersonId) -> None:
    people_store.end_title(tx, person, tx.now)


@pytest.mark.rule("AIJE-A01-2", "AIJE-A02-5")
def test_whoever_left_the_committee_while_it_voted_is_not_elected_its_leader(hall: Hall) -> None:
    vote = election(hall)
    gone, other = (hall.person(number).person_id for number in COMMITTEE[:2])
    all_vote(hall, vote, gone, COMMITTEE[1:3])
    all_vote(hall, vote, other, COMMITTEE[:1])
    all_vote_of = COMMITTEE[3]
    hall.do(lose_title, gone)
    hall.act(hall.actor(all_vote_of), voting_verbs.cast, vote.vote_id, other)
    ended = close(hall, vote)
    assert (ended.elected, hall.ask(people_store.offices, GUILD)[Office.LEADER]) == (other, other)


@pytest.mark.rule("AIJE-A01-2")
def test_an_election_without_candidates_lapses(hall: Hall) -> None:
    vote = election(hall)
    for number in COMMITTEE:
        hall.do(lose_title, hall.person(number).person_id)
    assert close(hall, vote).outcome == "no_quorum"


@pytest.mark.rule("AIJE-A01-2")
def test_a_petition_that_succeeds_while_an_election_runs_opens_no_second_one(hall: Hall) -> None:
    petition = hall.act(hall.actor(ARBITER), voting_verbs.open_vote, "petition", "Time for a new leader")
    running = election(hall)
    for number in COMMITTEE[:3]:
        hall.act(hall.actor(number), voting_verbs.cast, petition.vote_id, IN_FAVOUR)
    assert (loaded(hall, petition).outcome, in_vain(hall, petition)) == ("passed", True)
    assert [one.vote_id for one in hall.ask(voting_store.all_open, GUILD)] == [running.vote_id]


@pytest.mark.rule("AIJE-A01-1", "AIJE-A02-5")
def test_a_leader_expelled_from_the_committee_leads_it_no_longer(hall: Hall) -> None:
    hall.arbiter(LEADER)
    about = hall.person(LEADER).person_id
    assert hall.ask(people_store.offices, GUILD)[Office.LEADER] == about
    vote = hall.act(hall.actor(PRESIDENT), voting_verbs.open_vote, "member-expulsion", "harmed a member", about)
    all_vote(hall, vote)
    assert Office.LEADER not in hall.ask(people_store.offices, GUILD)


# --- two accounts -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-A02-1")
def test_nobody_signs_twice_where_leader_and_president_are_one(hall: Hall) -> None:
    publish(hall, {2: 2000})
    person = hall.person(LEADER).person_id
    hall.do(lambda tx: people_store.give_office(tx, GUILD, Office.PRESIDENT, person, tx.now, person))
    vote = start(hall, "player-expulsion", 2)
    assert [elector.person_id for elector in vote.electors] == [person, hall.person(ARBITER).person_id]
    assert all_vote(hall, vote, voters=(LEADER,)).closed_at is None


# --- titles -------------------------------------------------------------------------------------------------------


def about_title(hall: Hall, kind: str, number: int) -> Vote:
    """A vote whose other requirements were looked at before."""
    matter = voting_bodies_model.VoteMatter("Why we do it", hall.person(number).person_id)
    return hall.do(voting_closing_verbs.begin, GUILD, preset(kind), matter, hall.person(LEADER).person_id)


@pytest.mark.rule("AIJE-B01-AJ", "AIJE-A02-6")
def test_who_lost_the_title_while_the_committee_voted_is_not_elected_jeek_arbiter(hall: Hall) -> None:
    vote = about_title(hall, "arbiter-election", COMMITTEE[1])
    hall.do(lose_title, hall.person(COMMITTEE[1]).person_id)
    all_vote(hall, vote, IN_FAVOUR, (COMMITTEE[0], *COMMITTEE[2:]))
    assert in_vain(hall, vote)
    assert hall.ask(people_store.title_of, hall.person(COMMITTEE[1]).person_id) is None


@pytest.mark.rule("AIJE-B01-AI", "AIJE-A02-2")
def test_who_was_expelled_while_the_officers_approved_takes_no_title(hall: Hall) -> None:
    publish(hall, {2: 2000})
    person = hall.person(2).person_id
    vote = about_title(hall, "ai-approval", 2)
    all_vote(hall, start(hall, "player-expulsion", 2), voters=(LEADER, PRESIDENT))
    all_vote(hall, vote, voters=(LEADER, PRESIDENT))
    assert (in_vain(hall, vote), hall.ask(people_store.title_of, person)) == (True, None)


@pytest.mark.rule("AIJE-A02-5")
def test_a_proposed_title_lapses_with_the_expulsion_from_the_committee(hall: Hall) -> None:
    person = hall.person(COMMITTEE[1]).person_id
    waiting = TitleProposal("p1", GUILD, person, ChangeKind.GRANT, ArbiterTitle.AI, None, hall.now)
    hall.do(lambda tx: registry_store.add_proposal(tx, waiting))
    vote = start(hall, "member-expulsion", COMMITTEE[1])
    all_vote(hall, vote, IN_FAVOUR, (COMMITTEE[0], *COMMITTEE[2:]))
    assert loaded(hall, vote).outcome == "passed"
    with pytest.raises(Outdated):
        hall.act(hall.actor(LEADER), registry_titles_verbs.decide, "p1", confirm=True)
    later = TitleProposal("p2", GUILD, person, ChangeKind.GRANT, ArbiterTitle.ANP, None, hall.now)
    hall.do(lambda tx: registry_store.add_proposal(tx, later))
    with refuses("error.NeverAgain"):
        hall.act(hall.actor(LEADER), registry_titles_verbs.decide, "p2", confirm=True)

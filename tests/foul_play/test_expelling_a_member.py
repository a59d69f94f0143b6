"""The vote on expelling a member of the committee, tried by those who would lead it and vote in it too (AIJE-A02-3)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.voting import closing_verbs as voting_closing_verbs
from bot.features.voting import electorate_verbs as voting_electorate_verbs
from bot.features.voting import store as voting_store
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import VoteMatter, VoteMinutes
from bot.features.voting.closing_verbs import begin
from bot.features.voting.model import (
    AGAINST,
    IN_FAVOUR,
    NULL,
    ElectorReason,
    Ground,
    Vote,
    VoteOutcome,
    entitled_electors,
)
from bot.features.voting.procedures_model import preset
from bot.kernel.errors import NotAllowed
from bot.kernel.ids import MemberId, PersonId
from bot.kernel.outages import Step
from bot.people import store as people_store
from bot.people.model import Office
from tests.hall.chamber import COMMITTEE, open_chamber, publish, start
from tests.hall.court import LEADER, PRESIDENT
from tests.hall.desk_of_entries import MINUTE
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

ANA = 4
A, B, C, D = COMMITTEE
"""D is the member concerned."""
E = 96


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_chamber(hall)
    hall.arbiter(E)
    return hall


def own(hall: Hall, number: int) -> PersonId:
    return hall.person(number).person_id


def cast(hall: Hall, vote: Vote, number: int, choice: str = IN_FAVOUR) -> Vote:
    hall.now += MINUTE
    return hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, choice).vote


def counted(hall: Hall, vote: Vote) -> Vote:
    found = hall.ask(voting_store.load, vote.vote_id)
    assert found is not None
    return hall.ask(voting_electorate_verbs.with_struck, found, hall.now)


def run_out(hall: Hall, vote: Vote) -> Vote:
    hall.now = max(hall.now, counted(hall, vote).closes_at) + timedelta(seconds=3)
    hall.do(voting_closing_verbs.take, vote.vote_id, Step.CLOSE_VOTE)
    return counted(hall, vote)


def lead(hall: Hall, number: int) -> None:
    hall.now += MINUTE
    person, by = own(hall, number), own(hall, PRESIDENT)
    hall.do(lambda tx: people_store.give_office(tx, GUILD, Office.LEADER, person, tx.now, by))


def stand_in(hall: Hall, number: int, *, by: int = LEADER, office: Office = Office.LEADER) -> None:
    hall.now += MINUTE
    hall.act(hall.actor(by), registry_officers_verbs.name_stand_in, office, (MemberId(number), f"P{number}"), 5, "Away")


def end_stand_in(hall: Hall, by: int) -> None:
    hall.now += MINUTE
    hall.act(hall.actor(by), registry_officers_verbs.end_stand_in, Office.LEADER)


def are_one(hall: Hall, one: int, other: int) -> None:
    hall.now += MINUTE
    both = (MemberId(one), f"P{one}"), (MemberId(other), f"P{other}")
    hall.act(hall.actor(PRESIDENT), cases_links_verbs.record, both, "They write alike")


def voting(hall: Hall, vote: Vote) -> set[int]:
    able = entitled_electors(counted(hall, vote))
    return {number for number in (*COMMITTEE, E) if own(hall, number) in able}


@pytest.mark.rule("AIJE-A02-3")
def test_who_becomes_leader_while_the_vote_runs_votes_no_more_and_the_ballot_counts_no_more(hall: Hall) -> None:
    vote = start(hall, "member-expulsion", D)
    cast(hall, vote, A)
    lead(hall, A)
    assert voting(hall, vote) == {B, C, E}
    with refuses("error.Recused"):
        cast(hall, vote, A, AGAINST)
    for number in (B, C, E):
        cast(hall, vote, number, AGAINST)
    ended = counted(hall, vote)
    assert (ended.outcome, ended.cancelled_by) == (VoteOutcome.REJECTED, None)
    assert (own(hall, A), ElectorReason.LEADER) in [(one.person_id, one.why) for one in ended.recused]


@pytest.mark.rule("AIJE-A02-3")
def test_who_led_for_an_hour_while_the_vote_ran_does_not_get_the_vote_back(hall: Hall) -> None:
    vote = start(hall, "member-expulsion", D)
    lead(hall, A)
    lead(hall, LEADER)
    assert voting(hall, vote) == {B, C, E}


@pytest.mark.rule("AIJE-A02-3")
def test_the_new_leaders_second_account_does_not_vote_either(hall: Hall) -> None:
    vote = start(hall, "member-expulsion", D)
    hall.now += MINUTE
    hall.act(
        hall.actor(PRESIDENT),
        cases_links_verbs.record,
        ((MemberId(A), "P92"), (MemberId(B), "P93")),
        "They write alike",
    )
    lead(hall, A)
    assert voting(hall, vote) == {C, E}


@pytest.mark.rule("AIJE-A02-3")
def test_a_stand_in_opens_the_vote_in_the_leaders_place_and_has_none(hall: Hall) -> None:
    stand_in(hall, A)
    vote = hall.act(hall.actor(A), voting_verbs.open_vote, "member-expulsion", "Why", own(hall, D))
    assert voting(hall, vote) == {B, C, E}
    end_stand_in(hall, A)
    assert voting(hall, vote) == {B, C, E}
    with refuses("error.Recused"):
        cast(hall, vote, A)


@pytest.mark.rule("AIJE-A02-3")
def test_a_leader_silences_nobody_by_naming_them_stand_in(hall: Hall) -> None:
    vote = start(hall, "member-expulsion", D)
    with refuses("error.VotesInExpulsion"):
        stand_in(hall, A)
    stand_in(hall, ANA)
    assert voting(hall, vote) == {A, B, C, E}


@pytest.mark.rule("AIJE-A02-3")
def test_who_was_named_stand_in_before_the_vote_opens_lays_it_down_and_votes(hall: Hall) -> None:
    stand_in(hall, A)
    vote = start(hall, "member-expulsion", D)
    with refuses("error.Recused"):
        cast(hall, vote, A)
    end_stand_in(hall, A)
    assert voting(hall, vote) == {A, B, C, E}


@pytest.mark.rule("AIJE-A02-3")
def test_a_leader_who_is_an_arbiter_votes_in_every_other_procedure(hall: Hall) -> None:
    lead(hall, A)
    vote = hall.do(begin, GUILD, preset("arbiter-election"), VoteMatter("AJ?", own(hall, B)), own(hall, PRESIDENT))
    assert A in voting(hall, vote)


@pytest.mark.rule("AIJE-A02-4")
def test_a_leader_does_not_call_it_off_when_it_goes_against_their_friend(hall: Hall) -> None:
    vote = start(hall, "member-expulsion", D)
    with refuses("error.StillBeforeClose"):
        hall.act(hall.actor(LEADER), voting_verbs.cancel, vote.vote_id, "It is settled")
    for number in (A, B, C):
        cast(hall, vote, number)
    with refuses("error.StillBeforeClose"):
        hall.act(hall.actor(LEADER), voting_verbs.cancel, vote.vote_id, "It is settled")
    assert run_out(hall, vote).outcome is VoteOutcome.PASSED


@pytest.mark.rule("AIJE-A02-4")
def test_it_is_not_called_off_either_once_a_postponed_vote_has_its_quorum(hall: Hall) -> None:
    vote = start(hall, "member-expulsion", D)
    cast(hall, vote, A)
    run_out(hall, vote)
    for number in (B, C):
        cast(hall, vote, number)
    for end in (voting_verbs.cancel, lambda *given: voting_verbs.close_below_quorum(*given[:-1])):
        with refuses("error.QuorumIsMet"):
            hall.act(hall.actor(LEADER), end, vote.vote_id, "It is settled")
    assert run_out(hall, vote).outcome is VoteOutcome.PASSED


@pytest.mark.rule("AIJE-A02-4")
def test_after_a_close_without_quorum_the_leader_calls_it_off_in_public_and_says_why(hall: Hall) -> None:
    vote = start(hall, "member-expulsion", D)
    cast(hall, vote, A)
    run_out(hall, vote)
    ended = hall.act(hall.actor(LEADER), voting_verbs.cancel, vote.vote_id, "Too few care")
    assert (ended.outcome, ended.cancel_reason) == (VoteOutcome.CANCELLED, "Too few care")
    assert len(hall.promised(VoteMinutes, vote.vote_id)) == 2


@pytest.mark.rule("AIJE-A02-4")
def test_so_it_is_where_all_have_voted_and_too_many_are_null(hall: Hall) -> None:
    vote = start(hall, "member-expulsion", D)
    for number in (A, B, C, E):
        cast(hall, vote, number, NULL)
    ended = hall.act(hall.actor(LEADER), voting_verbs.cancel, vote.vote_id, "All null")
    assert ended.outcome is VoteOutcome.CANCELLED


@pytest.mark.rule("AIJE-A02-4")
def test_no_other_vote_with_a_quorum_is_called_off_before_its_close(hall: Hall) -> None:
    vote = hall.do(begin, GUILD, preset("arbiter-election"), VoteMatter("AJ?", own(hall, B)), own(hall, PRESIDENT))
    cast(hall, vote, A)
    with refuses("error.StillBeforeClose"):
        hall.act(hall.actor(LEADER), voting_verbs.cancel, vote.vote_id, "A slip")


# --- the second signature -----------------------------------------------------------------------------------------


def signing(hall: Hall, vote: Vote) -> set[int]:
    return {one for one in (LEADER, PRESIDENT, *COMMITTEE, E) if own(hall, one) in entitled_electors(vote)}


@pytest.mark.rule("AIJE-A02-1")
@pytest.mark.parametrize("office", Office)
def test_a_stand_in_is_no_second_signature_beside_whom_they_stand_in_for(hall: Hall, office: Office) -> None:
    publish(hall, {ANA: 2000})
    lead(hall, PRESIDENT)
    stand_in(hall, A, by=PRESIDENT, office=office)
    vote = hall.act(hall.actor(PRESIDENT), voting_verbs.open_matter, "player-expulsion", _matter(hall))
    assert signing(hall, vote) == {PRESIDENT, B}


@pytest.mark.rule("AIJE-A02-1")
def test_nor_is_the_stand_ins_second_account(hall: Hall) -> None:
    publish(hall, {ANA: 2000})
    hall.now += MINUTE
    hall.act(
        hall.actor(PRESIDENT),
        cases_links_verbs.record,
        ((MemberId(B), "P93"), (MemberId(99), "P99")),
        "They write alike",
    )
    lead(hall, PRESIDENT)
    stand_in(hall, 99, by=PRESIDENT)
    vote = hall.act(hall.actor(PRESIDENT), voting_verbs.open_matter, "player-expulsion", _matter(hall))
    assert signing(hall, vote) == {PRESIDENT, A}


@pytest.mark.rule("AIJE-A02-1")
def test_a_stand_in_of_both_offices_expels_nobody_alone(hall: Hall) -> None:
    publish(hall, {ANA: 2000})
    for office in Office:
        stand_in(hall, A, by=PRESIDENT, office=office)
    vote = hall.act(hall.actor(A), voting_verbs.open_matter, "player-expulsion", _matter(hall))
    with refuses("error.NotEntitled"):
        cast(hall, vote, A)
    assert signing(hall, vote) == {LEADER, PRESIDENT}


def _matter(hall: Hall) -> VoteMatter:
    return VoteMatter("Why", own(hall, ANA), ground=Ground.CONDUCT, proof=("https://proof.test/1",))


def test_who_only_voted_may_not_call_it_off(hall: Hall) -> None:
    vote = start(hall, "member-expulsion", D)
    cast(hall, vote, A)
    run_out(hall, vote)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(A), voting_verbs.cancel, vote.vote_id, "No")

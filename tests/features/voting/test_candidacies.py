"""Declining to stand in an election, and what becomes of the ballots (AIJE-A01-2)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.features.voting import closing_verbs as voting_closing_verbs
from bot.features.voting import store as voting_store
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import CandidateStoodDown, LeaderElected, VoteMatter
from bot.features.voting.closing_verbs import begin
from bot.features.voting.model import NULL, Measure, Vote, VoteOutcome
from bot.features.voting.procedures_model import preset
from bot.kernel.ids import PersonId
from bot.people import store as people_store
from bot.people.model import Office
from tests.hall.chamber import COMMITTEE, election, open_chamber
from tests.hall.court import PRESIDENT
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

ANA, BIA, CAIO, DAVI = COMMITTEE


@pytest.fixture
def chamber(hall: Hall) -> Hall:
    open_chamber(hall)
    return hall


def person(hall: Hall, number: int) -> PersonId:
    return hall.person(number).person_id


def choose(hall: Hall, vote: Vote, whom: int, *voters: int) -> None:
    for number in voters:
        hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, person(hall, whom))


def now(hall: Hall, vote: Vote) -> Vote:
    found = hall.ask(voting_store.load, vote.vote_id)
    assert found is not None
    return found


def settle(hall: Hall, vote: Vote) -> Vote:
    hall.now = vote.closes_at
    hall.do(voting_closing_verbs.settle, now(hall, vote))
    return now(hall, vote)


@pytest.mark.rule("AIJE-A01-2")
def test_who_declines_is_no_candidate_and_ballots_for_them_count_as_null(chamber: Hall) -> None:
    vote = election(chamber)
    choose(chamber, vote, BIA, ANA, CAIO)
    chamber.act(chamber.actor(BIA), voting_verbs.stand_down, vote.vote_id)
    assert person(chamber, BIA) not in now(chamber, vote).candidates
    assert [one.choice for one in chamber.ask(voting_store.ballots, vote.vote_id)] == [NULL, NULL]
    assert len(chamber.promised(CandidateStoodDown, vote.vote_id)) == 1


@pytest.mark.rule("AIJE-A01-2")
def test_the_vote_stays_open_so_that_their_voters_choose_anew(chamber: Hall) -> None:
    vote = election(chamber)
    choose(chamber, vote, BIA, ANA, CAIO)
    chamber.act(chamber.actor(BIA), voting_verbs.stand_down, vote.vote_id)
    choose(chamber, vote, DAVI, BIA, DAVI)
    assert now(chamber, vote).closed_at is None
    choose(chamber, vote, CAIO, ANA, CAIO)
    choose(chamber, vote, CAIO, BIA)
    closed = settle(chamber, vote)
    assert (closed.outcome, closed.elected) == (VoteOutcome.PASSED, person(chamber, CAIO))


def test_only_who_stands_declines_and_the_last_one_cannot(chamber: Hall) -> None:
    vote = election(chamber)
    with refuses("error.NoCandidate"):
        chamber.act(chamber.actor(PRESIDENT), voting_verbs.stand_down, vote.vote_id)
    for number in (BIA, CAIO, DAVI):
        chamber.act(chamber.actor(number), voting_verbs.stand_down, vote.vote_id)
    with refuses("error.NoCandidate"):
        chamber.act(chamber.actor(BIA), voting_verbs.stand_down, vote.vote_id)
    with refuses("error.LastCandidate"):
        chamber.act(chamber.actor(ANA), voting_verbs.stand_down, vote.vote_id)


def test_after_the_close_nobody_declines(chamber: Hall) -> None:
    vote = election(chamber)
    choose(chamber, vote, BIA, *COMMITTEE)
    with refuses("error.VoteClosed"):
        chamber.act(chamber.actor(CAIO), voting_verbs.stand_down, vote.vote_id)


@pytest.mark.rule("AIJE-A01-2")
def test_everybody_hears_who_leads_even_when_it_is_the_same(chamber: Hall) -> None:
    vote = election(chamber)
    choose(chamber, vote, BIA, *COMMITTEE)
    assert chamber.ask(people_store.offices, GUILD)[Office.LEADER] == person(chamber, BIA)
    again = election(chamber)
    choose(chamber, again, BIA, *COMMITTEE)
    for one in (vote, again):
        assert len(chamber.promised(LeaderElected, one.vote_id)) == 1


@pytest.mark.rule("AIJE-A01-2")
def test_who_was_for_the_one_who_declined_can_choose_anew_although_all_have_voted_below_the_quorum(
    chamber: Hall,
) -> None:
    kind = replace(preset("leader-election"), quorum=Measure(Fraction(1, 2), strict=True))
    vote = chamber.do(begin, GUILD, kind, VoteMatter("Who leads?"), person(chamber, PRESIDENT))
    choose(chamber, vote, BIA, ANA)
    choose(chamber, vote, CAIO, BIA)
    for number in (CAIO, DAVI):
        chamber.act(chamber.actor(number), voting_verbs.cast, vote.vote_id, NULL)
    assert now(chamber, vote).asked_from is not None
    chamber.act(chamber.actor(BIA), voting_verbs.stand_down, vote.vote_id)
    for number in (CAIO, DAVI):
        choose(chamber, vote, DAVI, number)
    assert now(chamber, vote).closed_at is None
    choose(chamber, vote, CAIO, ANA)
    assert settle(chamber, vote).outcome is not VoteOutcome.NO_QUORUM

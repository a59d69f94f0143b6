"""Approvals that were open when leader and President became one: somebody else signs second (AIJE-A02-1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.undoing import verbs as undoing_verbs
from bot.features.voting import electorate_verbs as voting_electorate_verbs
from bot.features.voting import store as voting_store
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import VoteReminder
from bot.features.voting.model import IN_FAVOUR, Vote, VoteOutcome, entitled_electors, tally
from bot.kernel.ids import ChannelId, MemberId, VoteId
from bot.people.model import Office, SamePerson
from bot.server import store as server_store
from bot.server.setup_model import NamedOfficers
from tests.hall.chamber import COMMITTEE, open_chamber, publish, start
from tests.hall.court import ARBITER, LEADER, PRESIDENT, waiting
from tests.hall.desk_of_entries import MINUTE
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

ANA = 4


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_chamber(hall)
    return hall


def link(hall: Hall, one: int, other: int, by: int) -> SamePerson:
    hall.now += MINUTE
    both = (MemberId(one), f"P{one}"), (MemberId(other), f"P{other}")
    return hall.act(hall.actor(by), cases_links_verbs.record, both, "Both wrote the same word to me")


def an_expulsion(hall: Hall) -> Vote:
    publish(hall, {ANA: 2000})
    return start(hall, "player-expulsion", ANA)


def take_back(hall: Hall, made: SamePerson) -> None:
    by = hall.person(ARBITER).person_id
    hall.do(lambda tx: cases_links_verbs.end(tx, made, by, "A mistake"))


def signing(hall: Hall, vote_id: VoteId) -> set[int]:
    """By number, who signs now and has a voice in it."""
    stored = hall.ask(voting_store.load, vote_id)
    assert stored is not None
    vote = hall.ask(voting_electorate_verbs.with_struck, stored, hall.now)
    struck = {one.person_id for one in vote.electors if one.struck_at is not None}
    able = set(entitled_electors(vote)) - struck
    return {number for number in (LEADER, PRESIDENT, *COMMITTEE) if hall.person(number).person_id in able}


@pytest.mark.rule("AIJE-A02-1")
def test_running_approvals_get_a_second_signature_when_staff_finds_leader_and_president_to_be_one(hall: Hall) -> None:
    vote = an_expulsion(hall)
    hall.act(hall.actor(PRESIDENT), voting_verbs.cast, vote.vote_id, IN_FAVOUR)
    made = link(hall, LEADER, PRESIDENT, by=ARBITER)
    (second,) = signing(hall, vote.vote_id) - {PRESIDENT}
    assert second != LEADER
    with refuses("error.Recused"):
        hall.act(hall.actor(LEADER), voting_verbs.cast, vote.vote_id, IN_FAVOUR)
    assert waiting(hall, VoteReminder)
    cast = hall.act(hall.actor(second), voting_verbs.cast, vote.vote_id, IN_FAVOUR)
    assert cast.vote.outcome is VoteOutcome.PASSED
    take_back(hall, made)
    closed = hall.ask(voting_store.load, vote.vote_id)
    assert closed is not None
    assert {one.person_id for one in closed.recused} == {hall.person(LEADER).person_id}
    assert tally(closed, hall.ask(voting_store.ballots, vote.vote_id)).in_favour == 2


@pytest.mark.rule("AIJE-A02-1")
def test_the_word_undone_gives_both_their_signatures_back_and_asks_nobody_else(hall: Hall) -> None:
    vote = an_expulsion(hall)
    made = link(hall, LEADER, PRESIDENT, by=ARBITER)
    (second,) = signing(hall, vote.vote_id) - {LEADER, PRESIDENT}
    hall.act(hall.actor(second), voting_verbs.cast, vote.vote_id, IN_FAVOUR)
    take_back(hall, made)
    assert signing(hall, vote.vote_id) == {LEADER, PRESIDENT}
    told = [hall.act(hall.actor(one), voting_verbs.cast, vote.vote_id, IN_FAVOUR) for one in (LEADER, PRESIDENT)]
    assert told[-1].vote.outcome is VoteOutcome.PASSED


@pytest.mark.rule("AIJE-A02-1")
def test_who_signs_anew_after_an_appointment_was_taken_back_is_called(hall: Hall) -> None:
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    hall.do(lambda tx: server_store.save(tx, replace(community, announcements=ChannelId(5), record=ChannelId(6))))
    vote, owner = an_expulsion(hall), replace(hall.actor(1), is_owner=True)
    hall.act(hall.actor(PRESIDENT), registry_officers_verbs.resign, Office.PRESIDENT, "Enough")
    hall.act(owner, registry_officers_verbs.name, NamedOfficers(offices={Office.PRESIDENT: (MemberId(LEADER), "P")}))
    hall.now += MINUTE
    left = frozenset({MemberId(LEADER)})
    hall.act(
        owner, registry_officers_verbs.name, NamedOfficers(offices={Office.PRESIDENT: (MemberId(60), "P60")}, gone=left)
    )
    calls = len(hall.promised(VoteReminder, vote.vote_id))
    hall.now += MINUTE
    owner = replace(owner, at=hall.now)
    hall.act(owner, undoing_verbs.undo, hall.ask_as(owner, undoing_verbs.mine)[0].sequence)
    assert len(hall.promised(VoteReminder, vote.vote_id)) == calls + 1
    assert len(signing(hall, vote.vote_id)) == 2


@pytest.mark.rule("AIJE-A02-1")
def test_running_approvals_get_a_second_signature_when_one_comes_to_hold_both_offices(hall: Hall) -> None:
    vote = an_expulsion(hall)
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    hall.do(lambda tx: server_store.save(tx, replace(community, announcements=ChannelId(5), record=ChannelId(6))))
    hall.act(hall.actor(PRESIDENT), registry_officers_verbs.resign, Office.PRESIDENT, "Enough")
    both = NamedOfficers(offices={Office.PRESIDENT: (MemberId(LEADER), "P")})
    hall.act(replace(hall.actor(1), is_owner=True), registry_officers_verbs.name, both)
    signers = signing(hall, vote.vote_id)
    assert len(signers) == 2
    assert LEADER in signers
    assert PRESIDENT not in signers
    told = [hall.act(hall.actor(one), voting_verbs.cast, vote.vote_id, IN_FAVOUR) for one in signers]
    assert told[-1].vote.outcome is VoteOutcome.PASSED


@pytest.mark.rule("AIJE-A02-1")
def test_who_signs_in_their_place_may_stand_aside_and_the_next_signs(hall: Hall) -> None:
    vote = an_expulsion(hall)
    link(hall, LEADER, PRESIDENT, by=ARBITER)
    first = signing(hall, vote.vote_id)
    (second,) = first - {LEADER, PRESIDENT}
    hall.act(hall.actor(second), voting_verbs.recuse, vote.vote_id)
    then = signing(hall, vote.vote_id)
    assert len(then) == 2
    assert second not in then
    assert then & first == first - {second}

"""Stuffing or blocking a vote, tried as somebody would who wants its outcome."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.erasure import verbs as erasure_verbs
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.undoing import verbs as undoing_verbs
from bot.features.voting import closing_verbs as voting_closing_verbs
from bot.features.voting import desk_verbs as voting_desk_verbs
from bot.features.voting import procedures_model as voting_procedures_model
from bot.features.voting import store as voting_store
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import CandidateStoodDown
from bot.features.voting.model import (
    AGAINST,
    IN_FAVOUR,
    Base,
    ElectorateRule,
    ElectorReason,
    Measure,
    ProcedureKind,
    Vote,
    VoteEffect,
    VoteOutcome,
)
from bot.kernel.errors import Outdated
from bot.kernel.ids import MemberId, PersonId
from bot.kernel.outages import Step
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Capacity, Office, SamePerson
from bot.rulebooks.library import RulebookRefused
from tests.hall.chamber import COMMITTEE, election, open_chamber, publish, start
from tests.hall.court import LEADER, PRESIDENT, bar_by_verdict, bars_of, waiting
from tests.hall.desk_of_entries import MINUTE
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

ANA = 4
A, B, C, D = COMMITTEE


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_chamber(hall)
    return hall


def own(hall: Hall, number: int) -> PersonId:
    return hall.person(number).person_id


def cast(hall: Hall, vote: Vote, number: int, choice: str = IN_FAVOUR) -> Vote:
    hall.now += MINUTE
    return hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, choice).vote


def petition(hall: Hall, by: int) -> Vote:
    return hall.act(hall.actor(by), voting_verbs.open_vote, "petition", "Another leader")


def loaded(hall: Hall, vote: Vote) -> Vote:
    found = hall.ask(voting_store.load, vote.vote_id)
    assert found is not None
    return found


def run_out(hall: Hall, vote: Vote) -> Vote:
    hall.now = max(hall.now, loaded(hall, vote).closes_at) + timedelta(seconds=3)
    hall.do(voting_closing_verbs.take, vote.vote_id, Step.CLOSE_VOTE)
    return loaded(hall, vote)


def link(hall: Hall, one: int, other: int, by: int) -> SamePerson:
    hall.now += MINUTE
    both = (MemberId(one), f"P{one}"), (MemberId(other), f"P{other}")
    return hall.act(hall.actor(by), cases_links_verbs.record, both, "They write alike")


# --- petitions ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-A01-2")
def test_a_recusal_makes_no_petition_easier(hall: Hall) -> None:
    asked = petition(hall, A)
    with pytest.raises(Outdated):
        hall.act(hall.actor(D), voting_verbs.recuse, asked.vote_id)
    cast(hall, asked, A)
    assert cast(hall, asked, B).outcome is None


@pytest.mark.rule("AIJE-A01-2")
def test_who_wants_no_petition_does_not_keep_it_back_by_opening_and_cancelling_one(hall: Hall) -> None:
    first = petition(hall, A)
    second = petition(hall, B)
    with refuses("error.VoteRunsAlready"):
        petition(hall, B)
    for number in (B, C):
        cast(hall, second, number)
    hall.act(hall.actor(A), voting_verbs.cancel, first.vote_id, "Not now")
    assert cast(hall, second, D).outcome is VoteOutcome.PASSED


@pytest.mark.rule("AIJE-A01-2")
def test_signatures_against_one_leader_do_not_count_against_the_next(hall: Hall) -> None:
    asked = petition(hall, A)
    for number in (A, B):
        cast(hall, asked, number)
    new, by = own(hall, D), own(hall, PRESIDENT)
    hall.do(lambda tx: people_store.give_office(tx, GUILD, Office.LEADER, new, tx.now, by))
    assert cast(hall, asked, C).outcome is VoteOutcome.PASSED
    assert [one for one in hall.ask(voting_store.all_open, GUILD) if one.kind.effect is VoteEffect.ELECT_LEADER] == []


# --- elections ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-A01-2")
def test_nobody_closes_an_election_over_those_whose_candidate_declined(hall: Hall) -> None:
    vote = election(hall)
    for number, candidate in ((A, C), (B, C), (C, D)):
        cast(hall, vote, number, own(hall, candidate))
    hall.act(hall.actor(C), voting_verbs.stand_down, vote.vote_id)
    assert hall.act(hall.actor(D), voting_verbs.recuse, vote.vote_id).outcome is None
    for number in (A, B):
        cast(hall, vote, number, own(hall, B))
    assert run_out(hall, vote).elected == own(hall, B)


@pytest.mark.rule("AIJE-A01-2")
def test_a_decoy_who_declines_in_the_last_second_leaves_a_day_to_choose_anew(hall: Hall) -> None:
    vote = election(hall)
    for number, candidate in ((A, C), (B, C), (D, D)):
        cast(hall, vote, number, own(hall, candidate))
    hall.now = vote.closes_at
    hall.act(hall.actor(C), voting_verbs.stand_down, vote.vote_id)
    hall.now += timedelta(seconds=3)
    hall.do(voting_closing_verbs.take, vote.vote_id, Step.CLOSE_VOTE)
    assert loaded(hall, vote).outcome is None
    hall.now = vote.closes_at + vote.kind.reopen_for - 3 * MINUTE
    for number in (A, B):
        cast(hall, vote, number, own(hall, B))
    assert run_out(hall, vote).elected == own(hall, B)


@pytest.mark.rule("AIJE-A01-2")
def test_nor_does_one_who_lets_the_title_go_in_the_last_second(hall: Hall) -> None:
    vote = election(hall)
    for number, candidate in ((A, C), (B, C), (D, D)):
        cast(hall, vote, number, own(hall, candidate))
    hall.now = vote.closes_at
    hall.act(hall.actor(C), erasure_verbs.erase)
    assert run_out(hall, vote).outcome is None
    assert waiting(hall, CandidateStoodDown)
    for number in (A, B):
        cast(hall, vote, number, own(hall, B))
    assert run_out(hall, vote).elected == own(hall, B)


# --- whose voice counts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("named", [(B, C), (B, ANA)])
def test_who_votes_takes_no_voice_from_others_by_saying_that_they_are_one(hall: Hall, named: tuple[int, int]) -> None:
    vote = start(hall, "absence-penalty", ANA)
    for number in (B, C):
        cast(hall, vote, number, AGAINST)
    with refuses("error.VotesBesideThem"):
        link(hall, *named, by=A)
    for number in (A, D):
        vote = cast(hall, vote, number)
    assert vote.outcome is VoteOutcome.REJECTED
    link(hall, *named, by=A)


def test_nor_gives_one_by_taking_the_own_word_back(hall: Hall) -> None:
    leader, by = own(hall, LEADER), own(hall, PRESIDENT)
    hall.do(lambda tx: people_store.give_title(tx, leader, ArbiterTitle.AN, tx.now, by))
    link(hall, B, C, by=LEADER)
    (said,) = hall.ask_as(hall.actor(LEADER), undoing_verbs.mine)
    vote = start(hall, "absence-penalty", ANA)
    with refuses("error.VotesBesideThem"):
        hall.act(hall.actor(LEADER), undoing_verbs.undo, said.sequence)
    hall.do(voting_closing_verbs.call_off, vote, leader, "Not now")
    hall.act(hall.actor(LEADER), undoing_verbs.undo, said.sequence)


def test_nor_does_whom_the_vote_is_about(hall: Hall) -> None:
    vote = start(hall, "member-expulsion", A)
    cast(hall, vote, B)
    with refuses("error.VotesBesideThem"):
        link(hall, B, C, by=A)
    made = link(hall, B, C, by=LEADER)
    assert made.recorded_by == own(hall, LEADER)


@pytest.mark.parametrize("number", [A, LEADER, PRESIDENT, 1, 50, 77])
def test_nobody_votes_who_is_no_elector_whatever_else_they_are(hall: Hall, number: int) -> None:
    vote = start(hall, "member-expulsion", A)
    hall.act(
        hall.actor(LEADER),
        registry_officers_verbs.name_stand_in,
        Office.LEADER,
        (MemberId(50), "P50"),
        5,
        "A holiday",
    )
    with refuses("error.NotEntitled", "error.Recused"):
        cast(hall, vote, number)


def test_who_is_erased_and_comes_back_does_not_vote_twice(hall: Hall) -> None:
    vote = start(hall, "absence-penalty", ANA)
    cast(hall, vote, A)
    hall.act(hall.actor(A), erasure_verbs.erase)
    hall.arbiter(A)
    with refuses("error.NotEntitled"):
        cast(hall, vote, A)


@pytest.mark.rule("AIJE-D01-5.3")
def test_a_penalty_of_no_length_pardons_nobody_by_the_way(hall: Hall) -> None:
    with refuses("error.PenaltyLengthUnread"):
        hall.act(
            hall.actor(LEADER),
            voting_verbs.open_vote,
            "absence-penalty",
            "A bar for 0 d",
            own(hall, ANA),
            lasts=timedelta(0),
        )


# --- the server's own procedures ----------------------------------------------------------------------------------

WEAKER = {
    "strangers": ("member-expulsion", {"electorate": ElectorateRule.REPRESENTATIVES}),
    "half of two signatures": ("player-expulsion", {"threshold": Measure(Fraction(1, 2))}),
    "one vote": ("member-expulsion", {"threshold": Measure(Fraction(0))}),
    "exactly 51 %": ("member-expulsion", {"threshold": Measure(Fraction(51, 100))}),
    "no quorum": ("member-expulsion", {"quorum": None}),
    "less quorum": ("absence-penalty", {"quorum": Measure(Fraction(1, 10))}),
    "of the ballots cast": ("absence-penalty", {"base": Base.CAST}),
    "the own case": ("member-expulsion", {"recuse_subject": False}),
    "anybody opens": ("leader-election", {"runs_by": (Capacity.ARBITER,)}),
    "a minute": ("leader-election", {"lasts": timedelta(minutes=1), "reminders": ()}),
    "nobody has time to choose anew": ("leader-election", {"reopen_for": timedelta(seconds=1)}),
    "a candidate without a vote": ("leader-election", {"recuse_subject": True}),
    "a smaller committee": ("petition", {"recuse_subject": True}),
    "few signatures": ("petition", {"threshold": Measure(Fraction(1, 100))}),
}


def kind_of(name: str, changes: dict[str, object]) -> ProcedureKind:
    return replace(voting_procedures_model.preset(name), name="our-way", **changes)  # type: ignore[arg-type]


@pytest.mark.rule("AIJE-A02-1", "AIJE-A02-3", "AIJE-A02-5", "AIJE-A01-2")
@pytest.mark.parametrize(("name", "changes"), WEAKER.values(), ids=WEAKER)
def test_no_officer_writes_a_procedure_that_asks_for_less_than_the_rules(
    hall: Hall, name: str, changes: dict[str, object]
) -> None:
    kind = kind_of(name, changes)
    with pytest.raises(RulebookRefused):
        voting_procedures_model.read(voting_procedures_model.to_toml(kind), "ours.toml")
    # One that was kept before this was looked at opens nothing either.
    hall.act(hall.actor(LEADER), voting_desk_verbs.keep_kind, kind)
    publish(hall, {ANA: 2000})
    subject = None if name in {"petition", "leader-election"} else own(hall, ANA)
    with refuses("error.ProcedureAsksLess"):
        hall.act(hall.actor(LEADER), voting_verbs.open_vote, "our-way", "Quick", subject)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("member-expulsion", {"threshold": Measure(Fraction(2, 3)), "lasts": timedelta(days=3)}),
        ("absence-penalty", {"quorum": Measure(Fraction(9, 10)), "base": Base.ELECTORATE}),
        ("absence-penalty", {"effect": VoteEffect.NONE, "quorum": None}),
    ],
)
def test_a_procedure_may_ask_for_more_and_a_question_for_what_it_likes(name: str, changes: dict[str, object]) -> None:
    kind = kind_of(name, changes)
    assert voting_procedures_model.read(voting_procedures_model.to_toml(kind), "ours.toml") == kind


@pytest.mark.rule("AIJE-D01-2")
def test_a_bar_is_lifted_by_an_officer_and_by_nobody_who_would_sign_second(hall: Hall) -> None:
    bar_by_verdict(hall, PRESIDENT, (MemberId(LEADER), "P90"), "Threats")
    vote = hall.act(hall.actor(PRESIDENT), voting_verbs.open_vote, "lift-bar", "Enough?", own(hall, LEADER))
    assert [one.why for one in vote.electors] == [ElectorReason.PRESIDENT]
    with refuses("error.NotEntitled"):
        cast(hall, vote, A)
    assert cast(hall, vote, PRESIDENT).outcome is VoteOutcome.PASSED
    assert bars_of(hall, LEADER) == []

"""Quorum and threshold at their edges, counted in whole ballots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.voting import procedures_model as voting_procedures_model
from bot.features.voting.model import (
    AGAINST,
    IN_FAVOUR,
    NULL,
    OF_THE_ASSOCIATION,
    Ballot,
    Elector,
    ElectorReason,
    Measure,
    Recusal,
    Vote,
    VoteCount,
    VoteOutcome,
    certain,
    entitled_electors,
    has_quorum,
    in_favour,
    outcome,
    signatories,
    tally,
)
from bot.kernel.ids import GuildId, PersonId, VoteId
from bot.people.model import Capacity

OPENED = datetime(2026, 3, 1, tzinfo=UTC)


def people(number: int) -> tuple[PersonId, ...]:
    return tuple(PersonId(f"p{one:03}") for one in range(number))


def vote(kind: str, number: int, recused: tuple[PersonId, ...] = ()) -> Vote:
    rules = voting_procedures_model.preset(kind)
    return Vote(
        vote_id=VoteId("v"),
        guild_id=GuildId(1),
        kind=rules,
        question="?",
        subject=None,
        reference=None,
        candidates=(),
        electors=tuple(Elector(one, ElectorReason.ARBITER) for one in people(number)),
        recused=tuple(Recusal(one, ElectorReason.DECLARED) for one in recused),
        opened_at=OPENED,
        opened_by=None,
        closes_at=OPENED + rules.lasts,
        secret=bytes(32),
    )


def ballots(yes: int, no: int, null: int) -> list[Ballot]:
    choices = [IN_FAVOUR] * yes + [AGAINST] * no + [NULL] * null
    return [Ballot(one, choice, OPENED) for one, choice in zip(people(len(choices)), choices, strict=True)]


def decided(kind: str, number: int, yes: int, no: int = 0, null: int = 0) -> VoteOutcome:
    asked = vote(kind, number)
    return outcome(asked, tally(asked, ballots(yes, no, null)))


def splits(number: int) -> Iterator[tuple[int, int, int]]:
    """Every way in which that many people vote yes, no, null or not at all."""
    for yes in range(number + 1):
        for no in range(number - yes + 1):
            for null in range(number - yes - no + 1):
                yield yes, no, null


def by_hand(kind: str, number: int, yes: int, no: int, null: int) -> str:
    """What the rule says, in whole numbers and without a word of the code under test."""
    said = yes + no
    match kind:
        case "member-expulsion":
            return "no_quorum" if said * 10 < number * 7 else "passed" if yes * 100 > said * 51 else "rejected"
        case "arbiter-election":
            return "no_quorum" if said * 10 < number * 7 else "passed" if yes * 100 >= said * 51 else "rejected"
        case "absence-penalty":
            return "no_quorum" if said * 10 < number * 7 else "passed" if yes > no else "rejected"
        case _:
            return "passed" if yes > no else "rejected"


@pytest.mark.rule("AIJE-A02-3", "AIJE-A02-5", "AIJE-B01-AJ", "AIJE-D01-5.3", "OLY-6")
@pytest.mark.parametrize("kind", ["member-expulsion", "arbiter-election", "absence-penalty", "open-question"])
@pytest.mark.parametrize("number", range(1, 16))
def test_every_combination_of_ballots_comes_to_what_the_rule_says(kind: str, number: int) -> None:
    asked = vote(kind, number)
    wrong = [
        split
        for split in splits(number)
        if outcome(asked, tally(asked, ballots(*split))).value != by_hand(kind, number, *split)
    ]
    assert wrong == []


@pytest.mark.rule("AIJE-A02-5")
@pytest.mark.parametrize(
    ("yes", "said", "passes"), [(25, 49, True), (26, 51, False), (51, 100, False), (52, 100, True), (1, 1, True)]
)
def test_more_than_51_percent_is_exact(yes: int, said: int, passes: bool) -> None:
    assert (decided("member-expulsion", said, yes, said - yes) is VoteOutcome.PASSED) is passes


@pytest.mark.rule("AIJE-B01-AJ")
@pytest.mark.parametrize(("yes", "said", "passes"), [(51, 100, True), (50, 100, False), (26, 51, False), (1, 2, False)])
def test_at_least_51_percent_elects_an_arbiter(yes: int, said: int, passes: bool) -> None:
    assert (decided("arbiter-election", said, yes, said - yes) is VoteOutcome.PASSED) is passes


@pytest.mark.rule("AIJE-A01-2")
@pytest.mark.parametrize(
    ("signed", "committee", "opens"), [(2, 4, False), (3, 4, True), (51, 100, True), (50, 100, False), (1, 1, True)]
)
def test_a_petition_takes_51_percent_of_the_whole_committee(signed: int, committee: int, opens: bool) -> None:
    asked = vote("petition", committee)
    count = tally(asked, ballots(signed, 0, 0))
    assert (certain(asked, count), outcome(asked, count) is VoteOutcome.PASSED) == (opens, opens)


@pytest.mark.rule("AIJE-A02-3")
@pytest.mark.parametrize(
    ("said", "committee", "reached"), [(7, 10, True), (8, 11, True), (7, 11, False), (0, 1, False)]
)
def test_a_quorum_of_70_percent_is_exact(said: int, committee: int, reached: bool) -> None:
    asked = vote("member-expulsion", committee)
    assert has_quorum(asked, tally(asked, ballots(said, 0, 0))) is reached


@pytest.mark.rule("AIJE-A02-3")
def test_null_ballots_do_not_make_a_quorum() -> None:
    assert decided("member-expulsion", 10, 6, 0, 4) is VoteOutcome.NO_QUORUM
    assert decided("member-expulsion", 10, 7, 0, 3) is VoteOutcome.PASSED


@pytest.mark.rule("AIJE-A02-1", "AIJE-B01-AI")
@pytest.mark.parametrize("kind", ["player-expulsion", "ai-approval", "absence-removal"])
def test_both_approve_and_one_refusal_is_a_veto(kind: str) -> None:
    asked = vote(kind, 2)
    assert decided(kind, 2, 2) is VoteOutcome.PASSED
    assert decided(kind, 2, 1, 1) is VoteOutcome.REJECTED
    assert decided(kind, 2, 0, 1) is VoteOutcome.REJECTED
    assert certain(asked, tally(asked, ballots(0, 1, 0)))
    assert decided(kind, 2, 1) is VoteOutcome.NO_QUORUM


@pytest.mark.rule("AIJE-D01-2")
def test_one_approval_lifts_a_bar_and_one_refusal_does_not_keep_it() -> None:
    assert decided("lift-bar", 2, 1) is VoteOutcome.PASSED
    assert decided("lift-bar", 2, 0, 1) is VoteOutcome.NO_QUORUM
    assert decided("lift-bar", 2, 0, 2) is VoteOutcome.REJECTED


@pytest.mark.rule("AIJE-A02-4")
def test_who_lost_the_office_is_struck_with_the_ballot_and_the_quorum_shrinks() -> None:
    asked = vote("member-expulsion", 10)
    struck = replace(asked, electors=(replace(asked.electors[0], struck_at=OPENED), *asked.electors[1:]))
    assert tally(struck, ballots(7, 0, 0)) == VoteCount(9, 6, 0, 0)


@pytest.mark.rule("AIJE-A02-1")
def test_of_two_approvals_one_that_lost_the_office_is_missing_and_nobody_decides_alone() -> None:
    asked = vote("player-expulsion", 2)
    struck = replace(asked, electors=(replace(asked.electors[0], struck_at=OPENED), asked.electors[1]))
    assert outcome(struck, tally(struck, ballots(2, 0, 0))) is VoteOutcome.NO_QUORUM


OFFICES = {Capacity.LEADER: PersonId("leader"), Capacity.PRESIDENT: PersonId("president")}
BOTH = {Capacity.LEADER: PersonId("leader"), Capacity.PRESIDENT: PersonId("leader")}
SERVING = [PersonId("leader"), PersonId("old"), PersonId("young")]


@pytest.mark.rule("AIJE-A02-1")
@pytest.mark.parametrize(
    ("offices", "concerned", "signing"),
    [
        (OFFICES, "", ["leader", "president"]),
        (BOTH, "", ["leader", "old"]),
        (BOTH, "old", ["leader", "young"]),
        (OFFICES, "leader", ["president", "old"]),
        (OFFICES, "president", ["leader", "old"]),
        (BOTH, "leader", ["old", "young"]),
    ],
)
def test_nobody_signs_twice_or_in_a_case_of_their_own(
    offices: dict[Capacity, PersonId], concerned: str, signing: list[str]
) -> None:
    found = signatories(offices, SERVING, {PersonId(concerned)})
    assert [elector.person_id for elector in found] == signing


@pytest.mark.parametrize(("strict", "least"), [(False, 51), (True, 52)])
def test_the_least_number_that_is_enough(strict: bool, least: int) -> None:
    assert Measure(Fraction(51, 100), strict).least(100) == least


def test_of_nothing_nothing_is_enough() -> None:
    assert not Measure(Fraction(0)).is_met(0, 0)


def test_the_catalogues_know_the_kinds_that_come_with_the_bot() -> None:
    assert frozenset(voting_procedures_model.names()) == OF_THE_ASSOCIATION


CHOICES = st.sampled_from([IN_FAVOUR, AGAINST, NULL])


@given(st.lists(st.tuples(st.integers(0, 8), CHOICES), max_size=40), st.randoms(use_true_random=False))
def test_the_order_of_ballots_and_changes_of_mind_never_matter(pressed: list[tuple[int, str]], dice: object) -> None:
    asked, voters = vote("member-expulsion", 9), people(9)
    last = {voters[one]: choice for one, choice in pressed}
    final = [Ballot(one, choice, OPENED) for one, choice in last.items()]
    count = tally(asked, final)
    assert count == tally(asked, sorted(final, key=lambda one: (one.choice, one.person_id)))
    assert (count.in_favour, count.cast) == (list(last.values()).count(IN_FAVOUR), len(last))


@given(st.integers(1, 12), st.data())
def test_a_recused_ballot_never_counts(number: int, data: st.DataObject) -> None:
    voters = people(number)
    out = data.draw(st.sets(st.sampled_from(voters)))
    asked = vote("member-expulsion", number, tuple(sorted(out)))
    every = [Ballot(one, data.draw(CHOICES), OPENED) for one in voters]
    assert tally(asked, every) == tally(asked, [one for one in every if one.person_id not in out])
    assert set(entitled_electors(asked)).isdisjoint(out)


@given(st.integers(1, 100), st.integers(0, 100), st.integers(0, 100))
def test_one_more_in_favour_never_loses_a_vote(number: int, yes: int, no: int) -> None:
    yes, no = min(yes, number), min(no, number - min(yes, number))
    asked = vote("open-question", number)
    if in_favour(asked, tally(asked, ballots(yes, no, 0))) and yes + no < number:
        assert in_favour(asked, tally(asked, ballots(yes + 1, no, 0)))

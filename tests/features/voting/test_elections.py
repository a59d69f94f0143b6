"""Elections among candidates: majority, the second ballot, and the lot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.voting.model import NULL, Ballot, Vote, VoteOutcome, decide, lots, tally
from bot.kernel.ids import PersonId
from tests.features.voting.test_votes import OPENED, people, vote

A, B, C, D = (PersonId(one) for one in "abcd")


def election(ballot: int = 1, candidates: tuple[PersonId, ...] = (A, B, C, D)) -> Vote:
    return replace(vote("leader-election", 12), candidates=candidates, ballot=ballot)


def held(asked: Vote, votes: str) -> tuple[VoteOutcome, PersonId | None, tuple[PersonId, ...]]:
    cast = [
        Ballot(one, NULL if word == "0" else word, OPENED) for one, word in zip(people(len(votes)), votes, strict=True)
    ]
    found = decide(asked, tally(asked, cast))
    return found.outcome, found.elected, found.run_off


@pytest.mark.rule("AIJE-A01-2")
def test_more_than_half_of_the_ballots_not_null_elects() -> None:
    assert held(election(), "aaabb0") == (VoteOutcome.PASSED, A, ())


@pytest.mark.rule("AIJE-A01-2")
def test_half_is_not_enough_and_the_first_two_meet_again() -> None:
    assert held(election(), "aaabbc") == (VoteOutcome.RUN_OFF, None, (A, B))


@pytest.mark.rule("AIJE-A01-2")
def test_in_the_second_ballot_whoever_has_more_is_elected() -> None:
    assert held(election(2, (A, B)), "aab0000") == (VoteOutcome.PASSED, A, ())


@pytest.mark.rule("AIJE-A01-2")
def test_a_lot_decides_who_is_elected_where_the_second_ballot_is_level() -> None:
    asked = election(2, (A, B))
    order = lots(asked.secret, asked, asked.candidates)
    assert held(asked, "aabb") == (VoteOutcome.PASSED, order[0], ())


@pytest.mark.rule("AIJE-A01-2")
def test_a_lot_decides_who_comes_second_where_two_are_level_for_it() -> None:
    asked = election()
    found = decide(
        asked, tally(asked, [Ballot(one, word, OPENED) for one, word in zip(people(6), "aaabbc", strict=True)])
    )
    assert found.lot == ()
    level = decide(
        asked, tally(asked, [Ballot(one, word, OPENED) for one, word in zip(people(4), "aabc", strict=True)])
    )
    assert level.run_off[0] == A
    assert level.run_off[1] == next(one for one in level.lot if one in {B, C})


@pytest.mark.rule("AIJE-A01-2")
def test_the_lot_is_the_same_for_the_same_secret_and_differs_with_it() -> None:
    asked = election()
    again = {lots(bytes([n]) * 32, asked, asked.candidates) for n in range(20)}
    assert lots(asked.secret, asked, asked.candidates) == lots(asked.secret, asked, tuple(reversed(asked.candidates)))
    assert len(again) > 5


@pytest.mark.rule("AIJE-A01-2")
@pytest.mark.parametrize("votes", ["", "000"])
def test_an_election_in_which_nobody_said_anything_elects_nobody(votes: str) -> None:
    assert held(election(), votes)[0] is VoteOutcome.NO_QUORUM


@pytest.mark.rule("AIJE-A01-2")
def test_a_single_candidate_needs_one_ballot() -> None:
    assert held(election(1, (A,)), "a0") == (VoteOutcome.PASSED, A, ())

"""Deciding the match from which the own next opponent comes, while the own match is still on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.tournaments.recusal_verbs import AloneInEvent, MeetsNext
from bot.kernel.ids import MemberId
from bot.play.contests import Contest
from bot.play.entries import Tournament
from tests.foul_play import stakes
from tests.foul_play.organising import ALONE, CUP, cup
from tests.hall.board import assigned, deliver_calls
from tests.hall.hall import Hall

SECOND = 20
"""Another organiser, who plays too."""
Decide = Callable[[Hall, Contest, int], object]


def rule(hall: Hall, contest: Contest, by: int) -> object:
    return hall.act(
        hall.actor(by, organiser=True),
        playing_ruling_verbs.rule,
        contest.contest_id,
        (contest.target, 0),
        "He was better",
    )


def stop(hall: Hall, contest: Contest, by: int) -> object:
    return hall.act(
        hall.actor(by, organiser=True), playing_ruling_verbs.suspend, contest.contest_id, "They are too fast"
    )


def annul(hall: Hall, contest: Contest, by: int) -> object:
    return hall.act(hall.actor(by, organiser=True), playing_ruling_verbs.annul_match, contest.contest_id, "Once more")


def friend_follows(hall: Hall, contest: Contest, by: int) -> object:
    hall.arbiter(stakes.ARBITER)
    actor = hall.actor(by, organiser=True)
    return hall.act(actor, playing_arbiters_verbs.assign, contest.contest_id, MemberId(stakes.ARBITER))


WAYS: dict[str, Decide] = {"rule": rule, "stop": stop, "annul": annul, "a friend follows it": friend_follows}


def semi_finals(hall: Hall, *, plays: int) -> tuple[Tournament, Contest]:
    """A cup with both semi-finals on, and the one in which the member does not play."""
    if plays != ALONE:
        hall.announce(CUP, "Another")
    tournament = cup(hall, 2, 3, 4) if plays == ALONE else hall.begin(hall.announce(CUP, "Friday"), plays, 2, 3, 4)
    deliver_calls(hall)
    return tournament, stakes.match_without(hall, tournament, plays)


@pytest.mark.parametrize("name", WAYS)
def test_who_is_in_one_semi_final_decides_nothing_of_the_other(hall: Hall, name: str) -> None:
    _, other = semi_finals(hall, plays=SECOND)
    with pytest.raises(MeetsNext):
        WAYS[name](hall, other, SECOND)


@pytest.mark.parametrize("name", ["rule", "stop", "annul"])
def test_the_only_organiser_does_it_in_public_with_a_reason(hall: Hall, name: str) -> None:
    _, other = semi_finals(hall, plays=ALONE)
    with pytest.raises(AloneInEvent):
        WAYS[name](hall, other, ALONE)


def test_the_other_semi_final_that_is_over_is_not_corrected_either(hall: Hall) -> None:
    _, other = semi_finals(hall, plays=SECOND)
    hall.settle(other, (other.target, 0))
    with pytest.raises(MeetsNext):
        hall.act(
            hall.actor(SECOND, organiser=True),
            playing_correcting_verbs.correct,
            other.contest_id,
            (0, other.target),
            0,
            "The other one is easier",
        )
    hall.act(
        hall.actor(ALONE),
        playing_correcting_verbs.correct,
        other.contest_id,
        (0, other.target),
        0,
        "The picture shows it",
    )


def test_who_has_lost_the_semi_final_decides_the_other_unless_a_third_place_is_played_for(hall: Hall) -> None:
    tournament, other = semi_finals(hall, plays=SECOND)
    stakes.lose(hall, tournament, stakes.match_of(hall, tournament, SECOND), SECOND)
    if tournament.rulebook.knockout.third_place_match:
        with pytest.raises(MeetsNext):
            rule(hall, other, SECOND)
    else:
        rule(hall, other, SECOND)


def test_a_quarter_final_of_the_other_half_is_nobodys_stake_yet(hall: Hall) -> None:
    hall.announce(CUP, "Another")
    tournament = hall.begin(hall.announce(CUP, "Friday"), SECOND, 2, 3, 4, 5, 6, 7, 8)
    hall.now = hall.now.replace(second=30)
    deliver_calls(hall)
    own = stakes.match_of(hall, tournament, SECOND)
    others = [one for one in hall.open_contests(tournament) if one.contest_id != own.contest_id]
    neighbour = next(one for one in others if one.position == own.position ^ 1)
    far = next(one for one in others if one != neighbour)
    with pytest.raises(MeetsNext):
        rule(hall, neighbour, SECOND)
    rule(hall, far, SECOND)


@pytest.mark.rule("AIJE-D01-6")
def test_an_arbiter_who_plays_still_follows_and_records_the_match_that_the_rule_gives_them(hall: Hall) -> None:
    hall.arbiter(stakes.PLAYING_ARBITER)
    hall.act(hall.actor(stakes.PLAYING_ARBITER), playing_arbiters_verbs.go_on)
    tournament = hall.begin(hall.announce(), stakes.PLAYING_ARBITER, 2, 3, 4)
    deliver_calls(hall)
    other = stakes.match_without(hall, tournament, stakes.PLAYING_ARBITER)
    assert assigned(hall, other)
    assert stakes.arbiter_of(hall, other) == hall.person(stakes.PLAYING_ARBITER).person_id
    hall.act(hall.actor(stakes.PLAYING_ARBITER), playing_ruling_verbs.rule, other.contest_id, (other.target, 0), None)

"""Invitations from earlier standings, and the matches for seats (AIJE-D02-1, AIJE-D04-1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.seats.model import Earlier, Invitation, Qualification, SeatMatch, Source, qualify, settle
from bot.kernel.ids import PersonId
from bot.play.rulebook import Asked, QualifyingEvent
from bot.rulebooks.library import preset

LEAGUE, CANDIDATES = QualifyingEvent.LEAGUE, QualifyingEvent.CANDIDATES


def people(letter: str, *numbers: int) -> tuple[PersonId, ...]:
    return tuple(PersonId(f"{letter}{number}") for number in numbers)


L, O = people("L", *range(1, 7)), people("O", *range(1, 9))  # noqa: E741


def earlier(champion: str | None = None) -> Earlier:
    return Earlier(L, O, None if champion is None else PersonId(champion))


def no(asked: Asked, *who: str) -> frozenset[Invitation]:
    return frozenset(Invitation(asked, PersonId(one)) for one in who)


def sides(found: Qualification) -> list[tuple[PersonId, ...]]:
    return [match.sides for match in found.matches]


def played(before: Earlier, *winners: str) -> Qualification:
    matches = qualify(before).matches
    return qualify(before, [settle(one, PersonId(won)) for one, won in zip(matches, winners, strict=True)])


@pytest.mark.rule("AIJE-D04-1")
def test_the_first_three_of_the_league_and_the_first_of_the_open_have_seats_and_two_matches_are_played():
    found = qualify(earlier())
    assert found.holders(LEAGUE) == ("L1", "L2", "L3", "O1")
    assert sides(found) == [("L4", "O3"), ("L5", "O2")]
    assert [(one.league_place, one.open_place) for one in found.matches] == [(4, 3), (5, 2)]


@pytest.mark.rule("AIJE-D04-1")
def test_six_play_the_league_once_both_matches_are_won():
    assert played(earlier(), "O3", "L5").holders(LEAGUE) == ("L1", "L2", "L3", "O1", "O3", "L5")


EXAMPLES = [
    pytest.param(None, ("L4", "O2"), ("L1", "L2", "L3", "O1", "L4"), 20, id="no champion among them"),
    pytest.param("L2", ("L4", "L5"), ("L1", "L3", "O1", "L4", "L5"), 20, id="champion 2nd"),
    pytest.param("L4", ("O3", "O2"), ("L1", "L2", "L3", "O1", "O3", "O2"), 25, id="champion 4th loses"),
    pytest.param("L4", ("L4", "O2"), ("L1", "L2", "L3", "O1", "O2"), 20, id="champion 4th wins"),
    pytest.param("L5", ("L4", "L5"), ("L1", "L2", "L3", "O1", "L4"), 20, id="champion 5th"),
    pytest.param("X", ("O3", "O2"), ("L1", "L2", "L3", "O1", "O3"), 20, id="champion elsewhere"),
]


@pytest.mark.rule("AIJE-D02-1", "AIJE-D02-2")
@pytest.mark.parametrize(("champion", "winners", "candidates", "games"), EXAMPLES)
def test_the_candidates_are_those_whom_the_standings_and_the_matches_say(champion, winners, candidates, games):
    found = played(earlier(champion), *winners)
    assert found.holders(CANDIDATES) == candidates
    rules = preset("aije-candidates").games
    assert rules is not None
    assert rules.best_of * (len(candidates) - 1) == games


@pytest.mark.rule("AIJE-D02-1")
@pytest.mark.parametrize(("champion", "counts"), [("L4", True), ("L1", True), ("L5", False), (None, False)])
def test_the_second_match_counts_for_the_candidates_only_with_the_champion_among_the_leagues_first_four(
    champion, counts
):
    found = qualify(earlier(champion))
    first, second = found.matches
    assert found.counts_for(first) == (LEAGUE, CANDIDATES)
    assert (CANDIDATES in found.counts_for(second)) is counts


@pytest.mark.rule("AIJE-D04-1")
def test_a_declined_seat_passes_to_the_next_of_the_league_and_the_matches_move_down():
    found = qualify(earlier(), declined=no(Asked.LEAGUE, "L2"))
    assert found.holders(LEAGUE) == ("L1", "L3", "L4", "O1")
    assert sides(found) == [("L5", "O3"), ("L6", "O2")]
    assert "L2" in found.holders(CANDIDATES)


@pytest.mark.rule("AIJE-D04-1")
def test_who_declines_a_match_is_followed_by_the_next_of_the_same_standings():
    assert sides(qualify(earlier(), declined=no(Asked.MATCH, "O2", "L5"))) == [("L4", "O4"), ("L6", "O3")]


@pytest.mark.rule("AIJE-D04-1", "AIJE-D02-1")
def test_a_doubly_held_place_passes_to_the_next_of_the_open():
    found = qualify(Earlier(L, people("L", 2) + O))
    assert found.holders(LEAGUE) == ("L1", "L2", "L3", "O1")
    assert found.holders(CANDIDATES) == ("L1", "L2", "L3", "O1")


@pytest.mark.rule("AIJE-D04-1")
def test_a_sure_seat_goes_before_a_match_for_one():
    found = qualify(Earlier(L, people("L", 4) + O))
    assert found.holders(LEAGUE) == ("L1", "L2", "L3", "L4")
    assert sides(found) == [("L5", "O2"), ("L6", "O1")]


@pytest.mark.rule("AIJE-D02-1")
def test_nobody_takes_the_place_of_who_declines_the_candidates_or_is_champion():
    found = qualify(earlier("L1"), declined=no(Asked.CANDIDATES, "L2"))
    assert found.holders(CANDIDATES) == ("L3", "O1")
    assert found.holders(LEAGUE) == ("L1", "L2", "L3", "O1")


@pytest.mark.rule("AIJE-D04-1")
def test_a_match_that_is_arranged_keeps_its_players_whatever_is_declined_later():
    first = SeatMatch(1, PersonId("L4"), PersonId("O3"))
    found = qualify(earlier(), [first], no(Asked.LEAGUE, "L1"))
    assert found.holders(LEAGUE) == ("L2", "L3", "L5", "O1")
    assert sides(found) == [("L4", "O3"), ("L6", "O2")]


@pytest.mark.rule("AIJE-D04-1")
def test_a_winner_who_declines_afterwards_leaves_the_seat_to_the_other():
    first = SeatMatch(1, PersonId("L4"), PersonId("O3"), PersonId("O3"))
    found = qualify(earlier(), [first], no(Asked.LEAGUE, "O3"))
    assert "L4" in found.holders(LEAGUE)
    assert "O3" in found.holders(CANDIDATES)


@pytest.mark.rule("AIJE-D04-1")
def test_who_lost_a_match_and_moved_up_since_gets_no_second_seat_when_its_winner_declines():
    first = SeatMatch(1, PersonId("L4"), PersonId("O3"), PersonId("O3"))
    found = qualify(earlier(), [first], no(Asked.LEAGUE, "L1", "O3"))
    assert found.holders(LEAGUE) == ("L2", "L3", "L4", "O1")


def test_who_is_alone_in_a_match_has_the_seat_unplayed():
    found = qualify(Earlier(L, people("O", 1, 2)))
    assert found.matches[0].winner == "L4"
    assert "L4" in found.holders(LEAGUE)


def test_everybody_is_asked_about_seats_of_standings_and_open_matches_alone():
    asked = qualify(earlier("L2")).invitations()
    assert {one.person_id for one in asked if one.asked is Asked.LEAGUE} == {"L1", "L2", "L3", "O1"}
    assert {one.person_id for one in asked if one.asked is Asked.CANDIDATES} == {"L1", "L3", "O1"}
    assert {one.person_id for one in asked if one.asked is Asked.MATCH} == {"L4", "L5", "O2", "O3"}
    later = played(earlier(), "O3", "L5")
    assert all(one.asked is not Asked.MATCH for one in later.invitations())
    assert {seat.source for seat in later.seats} == {Source.LEAGUE, Source.OPEN, Source.SEAT_MATCH}


def test_only_a_side_can_win_a_seat_match():
    with pytest.raises(ValueError, match="sides"):
        settle(SeatMatch(1, PersonId("L4"), PersonId("O3")), PersonId("L5"))


ORDERS = st.permutations([PersonId(letter) for letter in "abcdefghij"])
ASKED = st.frozensets(
    st.builds(Invitation, st.sampled_from(Asked), st.sampled_from([PersonId(letter) for letter in "abcdefghij"]))
)


@given(ORDERS, ORDERS, st.sampled_from([None, *map(PersonId, "abcdef")]), ASKED, st.integers(0, 6), st.integers(0, 10))
@pytest.mark.rule("AIJE-D02-1", "AIJE-D04-1")
def test_nobody_has_two_seats_in_one_event_and_who_declined_has_none(
    league, opened, champion, declined, in_league, in_open
):
    before = Earlier(tuple(league[:in_league]), tuple(opened[:in_open]), champion)
    found = qualify(before, declined=declined)
    for event, asked in ((LEAGUE, Asked.LEAGUE), (CANDIDATES, Asked.CANDIDATES)):
        holders = found.holders(event)
        assert len(set(holders)) == len(holders) <= 6
        assert not any(Invitation(asked, person) in declined for person in holders)
    assert champion not in found.holders(CANDIDATES)
    both = [side for match in found.matches if match.winner is None for side in match.sides]
    assert len(set(both)) == len(both)
    assert not set(both) & set(found.holders(LEAGUE))

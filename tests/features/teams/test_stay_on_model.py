"""The challenge match in which the winner stays on."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import ContestId, PersonId
from bot.play.contests import BoardResult, ResultKind
from bot.play.teams import (
    ReportWord,
    StayOn,
    WordKind,
    begin,
    boards,
    first_fault,
    given_games,
    replay,
    result_of,
    words_hanging_on,
)


def play_games(first: tuple[PersonId, ...], second: tuple[PersonId, ...], winners: tuple[int, ...]) -> StayOn:
    """The match after games won by these sides, in order; raises as `begin` and `won_by`."""
    match = begin(first, second)
    for side in winners:
        match = match.won_by(side)
    return match


ABC, XYZ = tuple(map(PersonId, "abc")), tuple(map(PersonId, "xyz"))
NOW = datetime(2026, 3, 1, tzinfo=UTC)


def word(place: int, kind: WordKind, side: int | None = None, person: str | None = None) -> ReportWord:
    who = None if person is None else PersonId(person)
    return ReportWord(ContestId("c"), place, place, kind, side, who, None, NOW, PersonId("j"))


def course(*winners: int) -> list[ReportWord]:
    return [word(place, WordKind.WON, side) for place, side in enumerate(winners, start=1)]


@pytest.mark.rule("GO-26.6")
def test_the_winner_stays_and_meets_the_next_until_one_side_is_out() -> None:
    match = play_games(ABC, XYZ, (0, 0, 1, 1))
    assert [one.players for one in match.games] == [("a", "x"), ("a", "y"), ("a", "z"), ("b", "z")]
    assert match.at_board == ("c", "z")
    assert match.stays == 1
    assert match.score == (2, 2)
    over = match.won_by(0)
    assert (over.winner, over.at_board, over.score, over.stays) == (0, None, (3, 2), None)
    with pytest.raises(ValueError, match="nobody"):
        over.won_by(0)
    with pytest.raises(ValueError, match="nobody"):
        over.after_draw()


@pytest.mark.rule("GO-26.6")
@given(st.integers(1, 6), st.integers(1, 6), st.lists(st.integers(0, 1), min_size=11, max_size=11))
def test_somebody_goes_out_in_every_game_so_it_ends_before_all_are_out(
    first: int, second: int, winners: list[int]
) -> None:
    match = begin(tuple(map(PersonId, "abcdef"[:first])), tuple(map(PersonId, "uvwxyz"[:second])))
    for side in winners:
        if match.winner is not None:
            break
        match = match.won_by(side)
    assert match.winner is not None
    assert len(match.games) == sum(match.out) < first + second
    assert match.out[1 - match.winner] == len(match.orders[1 - match.winner])
    assert match.out[match.winner] < len(match.orders[match.winner])


@pytest.mark.parametrize(("first", "second"), [((), ("x",)), (("a", "a"), ("x",)), (("a",), ("a",))])
def test_an_order_without_anybody_or_with_somebody_twice_is_refused(
    first: tuple[str, ...], second: tuple[str, ...]
) -> None:
    with pytest.raises(ValueError, match="nobody twice"):
        begin(tuple(map(PersonId, first)), tuple(map(PersonId, second)))


@pytest.mark.rule("GO-26.6")
def test_a_drawn_game_puts_nobody_out_and_is_played_again() -> None:
    words = [word(1, WordKind.DRAWN), word(2, WordKind.DRAWN)]
    match = replay((ABC, XYZ), (0, 0), words)
    assert (match.score, match.draws, match.number, match.at_board) == ((0, 0), 2, 1, ("a", "x"))
    assert match.won_by(1).draws == 0


@pytest.mark.rule("GO-26.6")
@pytest.mark.parametrize(
    ("words", "at_board", "score"),
    [
        ([word(1, WordKind.LEFT, 0, "a")], ("b", "x"), (0, 1)),
        ([word(1, WordKind.LEFT, 0, "b")], ("a", "x"), (0, 0)),
        ([word(1, WordKind.LEFT, 0, "b"), word(2, WordKind.WON, 1)], ("c", "x"), (0, 2)),
        ([word(1, WordKind.LEFT, 0, "b"), word(2, WordKind.LEFT, 0, "a")], ("c", "x"), (0, 2)),
        (
            [word(1, WordKind.LEFT, 1, "y"), word(2, WordKind.LEFT, 0, "b"), word(3, WordKind.WON, 1)],
            ("c", "x"),
            (0, 2),
        ),
    ],
)
def test_who_has_left_loses_unplayed_when_the_turn_comes(
    words: list[ReportWord], at_board: tuple[str, str], score: tuple[int, int]
) -> None:
    match = replay((ABC, XYZ), (0, 0), words)
    assert (match.at_board, match.score) == (at_board, score)
    assert given_games(match) == tuple(sum(one.given and one.winner == side for one in match.games) for side in (0, 1))


def test_of_two_who_have_left_and_meet_who_left_first_is_out_first() -> None:
    words = [word(1, WordKind.LEFT, 1, "y"), word(2, WordKind.LEFT, 0, "b"), word(3, WordKind.WON, 0)]
    match = replay((ABC, XYZ), (0, 0), words)
    assert match.at_board == ("a", "z")
    words = [word(1, WordKind.LEFT, 1, "x"), word(2, WordKind.LEFT, 0, "a")]
    assert replay((ABC, XYZ), (0, 0), words).score == (1, 1)


@pytest.mark.rule("AIJE-D01-5.4", "GO-26.6")
def test_games_lost_by_absence_come_first_and_end_no_match_twice() -> None:
    assert replay((ABC, XYZ), (1, 0), course(1)).at_board == ("b", "y")
    over = replay((ABC, XYZ), (3, 3), [])
    assert (over.winner, result_of(over, NOW).kind) == (0, ResultKind.WALKOVER)


@pytest.mark.rule("GO-26.6")
@given(st.lists(st.integers(0, 1), min_size=2, max_size=5), st.data())
def test_a_game_put_right_gives_what_a_match_gives_in_which_the_right_was_told(
    winners: list[int], data: st.DataObject
) -> None:
    before = [side for at, side in enumerate(winners) if max(winners[:at].count(0), winners[:at].count(1)) < 3]
    number = data.draw(st.integers(1, len(before)))
    words = course(*before)
    later = words_hanging_on(words, number)
    right = word(number, WordKind.WON, 1 - before[number - 1])
    kept = [one for one in words if one not in later and one.place != number]
    assert len(later) == len(before) - number
    straight = replay((ABC, XYZ), (0, 0), course(*before[: number - 1], 1 - before[number - 1]))
    assert replay((ABC, XYZ), (0, 0), [*kept, right]).games == straight.games


def told(*winners: int) -> list[BoardResult]:
    return list(boards(play_games(ABC, XYZ, winners)))


@pytest.mark.rule("GO-26.6")
def test_the_games_of_a_match_that_was_played_have_no_fault() -> None:
    assert first_fault(told(0, 1, 0, 0), 3) is None


@pytest.mark.rule("GO-26.6")
@pytest.mark.parametrize(
    ("games", "at"),
    [
        (told(0, 0), 2),
        ([*told(0, 0, 0), told(0)[0]], 3),
        ([told(0)[0], told(1, 1)[1], *told(0, 0)], 1),
        ([*told(0, 0)[:1], told(0)[0]], 1),
        ([BoardResult(1, ((ABC[0],), (XYZ[0],)), (1, 1))], 0),
        ([BoardResult(1, (ABC[:2], XYZ[:1]), (1, 0))], 0),
    ],
)
def test_a_course_in_which_the_winner_did_not_stay_is_found_at_its_game(games: list[BoardResult], at: int) -> None:
    assert first_fault(games, 3) == at


def test_a_match_is_over_when_a_side_is_out_and_not_before() -> None:
    with pytest.raises(ValueError, match="somebody left"):
        result_of(StayOn((ABC, XYZ)), NOW)
    result = result_of(play_games(ABC, XYZ, (1, 1, 1)), NOW)
    assert (result.score, result.walkover_games, result.kind) == ((0, 3), (0, 0), ResultKind.PLAYED)

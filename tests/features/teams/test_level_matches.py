"""Level teams where somebody has to win: what separates them, in the rulebook's order, and always to an end."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import ContestId, EntrantId, PersonId
from bot.play.contests import EXTRA, BoardResult, Contest, Result, ResultKind, Score, Stage
from bot.play.course import Separation, has_to_be_won, separation, with_winner
from bot.play.deciders import lost_by_leaving
from bot.play.format_rules import DisputeRules, GamesRules, LevelMatch, TeamEncounter, TeamRules
from bot.play.formats.knockout import winner
from bot.play.points import board_total, outcomes, whole_score
from bot.play.rulebook import FormatName, KnockoutRules, Rulebook
from bot.rulebooks.library import preset

NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
WIN, DRAW, LOSS = (1, 0, 0), (0, 0, 1), (0, 1, 0)
Told = tuple[int, int, int]
WAYS = tuple(LevelMatch)
OF_BOARDS = (LevelMatch.GAMES_WON, LevelMatch.BOARDS_IN_ORDER, LevelMatch.BERLIN)


def rules(
    *ways: LevelMatch, encounter: TeamEncounter = TeamEncounter.BOARDS, size: int = 4, games: int = 1
) -> Rulebook:
    """A knock-out of teams."""
    teams = TeamRules(size, 0, encounter, board_games=games, board_win=1, board_draw=0.5, level_match=ways)
    return replace(preset("aije-open"), teams=teams, games=GamesRules(size, play_all=True, draws=True))


def board(number: int, told: Told, modality: str = "", weight: float = 1.0) -> BoardResult:
    seats = tuple((PersonId(f"{side}{number}"),) for side in "ab")
    return BoardResult(number, seats, told[:2], told[2], (0, 0), weight, modality)


def result(*told: Told, extra: Told | None = None) -> Result:
    boards = [board(number, one) for number, one in enumerate(told, start=1)]
    if extra is not None:
        boards.append(board(len(boards) + 1, extra, EXTRA))
    played = [one for one in boards if one.modality != EXTRA]
    won = tuple(sum(one.score[side] > one.score[1 - side] for one in played) for side in (0, 1))
    return Result(won, (0, 0), ResultKind.PLAYED, NOON, len(played) - sum(won), boards=tuple(boards))


def final(of: Result) -> Contest:
    sides = EntrantId("a"), EntrantId("b")
    return Contest(ContestId("c"), Stage.FINAL, 1, 0, sides, 4, None, None, NOON, of, play_all=True, drawable=True)


@pytest.mark.rule("GO-27.2")
@pytest.mark.parametrize(
    ("told", "way", "found"),
    [
        ((WIN, WIN, LOSS, DRAW), LevelMatch.LOT, Separation(0)),
        ((DRAW, LOSS, WIN, DRAW), LevelMatch.BOARDS_IN_ORDER, Separation(1, LevelMatch.BOARDS_IN_ORDER, 2)),
        ((WIN, LOSS, LOSS, WIN), LevelMatch.BOARDS_IN_ORDER, Separation(0, LevelMatch.BOARDS_IN_ORDER, 1)),
        ((LOSS, WIN, WIN, LOSS), LevelMatch.BERLIN, Separation(None, LevelMatch.LOT)),
        ((LOSS, WIN, LOSS, WIN), LevelMatch.BERLIN, Separation(1, LevelMatch.BERLIN)),
        ((WIN, WIN, LOSS, LOSS), LevelMatch.BERLIN, Separation(0, LevelMatch.BERLIN)),
    ],
)
def test_the_boards_say_it_or_the_way_that_the_rulebook_names(
    told: tuple[Told, ...], way: LevelMatch, found: Separation
) -> None:
    assert separation(result(*told), rules(way, LevelMatch.LOT)) == found


@pytest.mark.rule("AIJE-D05-4")
@pytest.mark.parametrize(
    ("told", "ratings", "found"),
    [
        (((4, 0, 0), (1, 3, 0)), (), Separation(0, LevelMatch.GAMES_WON)),
        (((3, 1, 0), (1, 3, 0)), (Fraction(2000), Fraction(2001)), Separation(1, LevelMatch.RATINGS_SUM)),
        (((3, 1, 0), (1, 3, 0)), (Fraction(2000), Fraction(2000)), Separation(None, LevelMatch.LOT)),
    ],
)
def test_games_won_come_before_ratings_and_equal_ratings_before_the_lot(
    told: tuple[Told, ...], ratings: tuple[Fraction, ...], found: Separation
) -> None:
    of_jeek = rules(LevelMatch.GAMES_WON, LevelMatch.RATINGS_SUM, LevelMatch.LOT, size=2, games=4)
    assert separation(result(*told), of_jeek, ratings) == found


@pytest.mark.rule("GO-27.3")
def test_a_game_more_is_due_until_it_is_told_and_adds_no_point() -> None:
    asked = rules(LevelMatch.EXTRA_GAME)
    assert separation(result(DRAW, DRAW, WIN, LOSS), asked) == Separation(None, LevelMatch.EXTRA_GAME)
    played = result(DRAW, DRAW, WIN, LOSS, extra=LOSS)
    assert separation(played, asked) == Separation(1, LevelMatch.EXTRA_GAME)
    assert [board_total(played, side, asked) for side in (0, 1)] == [2, 2]
    assert winner(final(with_winner(played, asked))) == "b"


@pytest.mark.rule("OLY-2", "OLY-5")
def test_a_dispute_is_won_by_its_points_and_a_level_one_by_the_living_game() -> None:
    school = replace(
        preset("olympiad-school"),
        format=FormatName.KNOCKOUT,
        knockout=KnockoutRules(best_of=7, final_best_of=7),
        dispute=DisputeRules(),
    )
    games = (board(1, WIN, "table"), board(2, WIN, "table"), board(3, WIN, "table"), board(4, (1, 1, 0), "giant"))
    lost = board(5, (0, 2, 0), "living", 2.0)
    level = board(5, (0, 1, 1), "living", 2.0)
    by_points = Result((4, 3), (0, 0), ResultKind.PLAYED, NOON, boards=(*games, lost))
    assert separation(by_points, school) == Separation(1)
    assert winner(final(with_winner(by_points, school))) == "b"
    drawn = (board(1, WIN, "table"), board(2, DRAW, "table"), board(3, WIN, "table"), games[3], level)
    assert separation(Result((3, 2), (0, 0), ResultKind.PLAYED, NOON, 2, boards=drawn), school) == Separation(
        1, LevelMatch.LIVING_POINTS
    )


@pytest.mark.rule("GO-25.1")
def test_where_everyone_meets_everyone_the_players_of_a_place_are_compared() -> None:
    asked = rules(LevelMatch.BOARDS_IN_ORDER, LevelMatch.LOT, encounter=TeamEncounter.EVERYONE, size=2)
    seats = (("a1", "b1"), ("a2", "b2"), ("a1", "b2"), ("a2", "b1"))
    told = (DRAW, WIN, LOSS, DRAW)
    boards = tuple(
        BoardResult(number, ((PersonId(one),), (PersonId(other),)), score[:2], score[2])
        for number, ((one, other), score) in enumerate(zip(seats, told, strict=True), start=1)
    )
    level = Result((1, 1), (0, 0), ResultKind.PLAYED, NOON, 2, boards=boards)
    assert separation(level, asked) == Separation(1, LevelMatch.BOARDS_IN_ORDER, 1)


told_boards = st.lists(st.sampled_from((WIN, DRAW, LOSS)), min_size=2, max_size=9)
chains = st.lists(st.sampled_from(OF_BOARDS), unique=True).map(lambda some: (*some, LevelMatch.LOT))


@pytest.mark.rule("GO-26.1", "GO-27.2")
@given(told_boards, chains, st.integers(0, 1))
def test_with_a_lot_at_the_end_somebody_always_goes_on_and_never_against_the_boards(
    told: list[Told], ways: tuple[LevelMatch, ...], lot: int
) -> None:
    asked = rules(*ways, size=len(told))
    settled = with_winner(replace(result(*told), paired_as_winner=lot), asked)
    goes_on = winner(final(settled))
    points = [board_total(settled, side, asked) for side in (0, 1)]
    assert goes_on in {"a", "b"}
    if points[0] != points[1]:
        assert goes_on == ("a" if points[0] > points[1] else "b")
    assert outcomes(final(settled), asked).count("drawn") == (2 if points[0] == points[1] else 0)


@pytest.mark.rule("GO-27.2")
@given(told_boards, chains)
def test_the_other_way_round_the_other_team_goes_on(told: list[Told], ways: tuple[LevelMatch, ...]) -> None:
    asked = rules(*ways, size=len(told))
    mirrored = [(second, first, drawn) for first, second, drawn in told]
    one, other = separation(result(*told), asked), separation(result(*mirrored), asked)
    assert one.by == other.by
    assert (one.side is None) == (other.side is None)
    assert one.side is None or other.side == 1 - one.side


@pytest.mark.rule("GO-28.4")
@given(st.integers(0, 4), st.integers(0, 4))
def test_who_stayed_goes_on_whatever_was_given_before(own: int, other: int) -> None:
    match, gone = final(result(WIN)), {EntrantId("a")}
    so_far: Score = (own, min(other, 4 - own))
    left = lost_by_leaving(replace(match, result=None), gone, so_far, so_far, NOON)
    assert left is not None
    assert winner(replace(match, result=left)) == "b"


def test_only_teams_with_boards_in_a_bracket_have_to_be_separated() -> None:
    match = final(result(DRAW))
    assert has_to_be_won(match, rules(LevelMatch.LOT))
    assert not has_to_be_won(match, preset("aije-open"))
    assert not has_to_be_won(match, rules(LevelMatch.LOT, encounter=TeamEncounter.STAY_ON))
    assert not has_to_be_won(replace(match, stage=Stage.MAIN), preset("go-teams"))


@pytest.mark.rule("GO-25.1")
@pytest.mark.parametrize(
    ("encounter", "games", "whole"),
    [
        (TeamEncounter.BOARDS, 3, 4),
        (TeamEncounter.SUM, 3, 12),
        (TeamEncounter.EVERYONE, 3, 16),
        (TeamEncounter.STAY_ON, 1, 7),
    ],
)
def test_how_much_is_told_of_a_whole_match(encounter: TeamEncounter, games: int, whole: int) -> None:
    assert whole_score(rules(LevelMatch.LOT, encounter=encounter, games=games)) == whole

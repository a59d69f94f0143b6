"""Who counts as never having played: nobody who sat at a board, whatever the score came to."""

from datetime import UTC, datetime

import pytest

from bot.kernel.ids import ContestId, EntrantId, PersonId
from bot.play.contests import BoardResult, Contest, Result, ResultKind, Score, Stage
from bot.play.deciders import has_appeared, never_played, was_there

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
ANA, BEA = EntrantId("ana"), EntrantId("bea")
NOBODY: Score = (0, 0)
FOR_ANA, FOR_BEA, PLAYED = ("+-", "-+", "2-2")
BOARDS = {FOR_ANA: ((4, 0), (4, 0)), FOR_BEA: ((0, 4), (0, 4)), PLAYED: ((2, 2), NOBODY), "4-0": ((4, 0), NOBODY)}


def result(score: Score, walkover: Score, kind: ResultKind, *boards: str, goes_on: int | None = None) -> Result:
    told = tuple(
        BoardResult(number, ((PersonId(f"a{number}"),), (PersonId(f"b{number}"),)), games, walkover_games=given)
        for number, (games, given) in enumerate((BOARDS[board] for board in boards), start=1)
    )
    return Result(score, walkover, kind, NOON, boards=told, paired_as_winner=goes_on)


def met(settled: Result, *, play_all: bool = False) -> Contest:
    return Contest(ContestId("m"), Stage.MAIN, 1, 0, (ANA, BEA), 3, None, None, NOON, settled, play_all=play_all)


def absent(settled: Result, *, play_all: bool = False) -> set[EntrantId]:
    return set(never_played([met(settled, play_all=play_all)], third_place_to_come=False))


@pytest.mark.rule("AIJE-D01-5.3")
@pytest.mark.parametrize(
    ("settled", "missing"),
    [
        (result((2, 0), (2, 0), ResultKind.WALKOVER), {BEA}),
        (result(NOBODY, NOBODY, ResultKind.DOUBLE_WALKOVER), {ANA, BEA}),
        (result((1, 0), (1, 0), ResultKind.DOUBLE_WALKOVER), {ANA, BEA}),
        (result((2, 0), (2, 0), ResultKind.WITHDRAWAL), {BEA}),
        (result((2, 1), (2, 0), ResultKind.PLAYED), set()),
    ],
)
def test_who_lost_by_walkover_alone_was_absent(settled, missing):
    assert absent(settled) == missing


@pytest.mark.rule("AIJE-B03-1", "AIJE-D01-5.3")
@pytest.mark.parametrize("later", [ResultKind.WITHDRAWAL, ResultKind.WALKOVER, ResultKind.DOUBLE_WALKOVER])
def test_who_came_and_won_because_the_other_did_not_is_no_absentee_whatever_comes_later(later):
    came = met(result((2, 0), (2, 0), ResultKind.WALKOVER))
    lost = met(result(NOBODY if later is ResultKind.DOUBLE_WALKOVER else (0, 2), (0, 2), later))
    came_later = {BEA} if later is ResultKind.WALKOVER else set()
    assert set(never_played([came, lost], third_place_to_come=False)) == {BEA} - came_later
    assert has_appeared([came], ANA)
    assert not has_appeared([met(result((2, 0), (2, 0), ResultKind.WITHDRAWAL))], ANA)


@pytest.mark.rule("AIJE-B03-1")
@pytest.mark.parametrize("kind", [ResultKind.WITHDRAWAL, ResultKind.WALKOVER])
def test_whoever_is_given_a_match_competed_and_whoever_gave_it_away_did_not(kind):
    given = met(result((2, 0), (2, 0), kind))
    assert (was_there(given, 0), was_there(given, 1)) == (True, False)


@pytest.mark.rule("AIJE-D01-5.3", "GO-17.5", "GO-20")
@pytest.mark.parametrize("kind", [ResultKind.NO_RESULT, ResultKind.BOTH_LOST])
def test_a_game_that_both_lost_or_that_ended_without_a_result_was_played(kind):
    assert absent(result(NOBODY, NOBODY, kind)) == set()


@pytest.mark.rule("AIJE-D01-5.3", "AIJE-D05-3")
@pytest.mark.parametrize(
    ("settled", "missing"),
    [
        (result((2, 0), (2, 0), ResultKind.PLAYED, FOR_ANA, FOR_ANA, PLAYED), set()),
        (result((1, 1), (1, 1), ResultKind.PLAYED, FOR_ANA, FOR_BEA, PLAYED), set()),
        (result((1, 1), (1, 1), ResultKind.PLAYED, FOR_ANA, FOR_BEA), set()),
        (result((2, 1), (2, 1), ResultKind.PLAYED, FOR_ANA, FOR_ANA, FOR_BEA), set()),
        (result((3, 0), (2, 0), ResultKind.PLAYED, FOR_ANA, FOR_ANA, "4-0"), set()),
        (result((3, 0), (3, 0), ResultKind.WALKOVER, FOR_ANA, FOR_ANA, FOR_ANA), {BEA}),
        (result((3, 0), (3, 0), ResultKind.WALKOVER), {BEA}),
    ],
)
def test_a_team_was_absent_only_when_nobody_sat_down_for_it(settled, missing):
    assert absent(settled, play_all=True) == missing


@pytest.mark.rule("AIJE-D01-5.3", "GO-28.4")
def test_of_a_match_that_the_other_side_left_nobody_who_stayed_is_charged():
    left_by_bea = result((1, 2), (1, 2), ResultKind.WITHDRAWAL, goes_on=0)
    assert absent(left_by_bea, play_all=True) == {BEA}

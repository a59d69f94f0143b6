"""What somebody has played against whom, from contests written by hand."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.features.playing.board_model import MatchTally, PlayedMatch, PlayedOutcome, encounters, rivals, tally
from bot.kernel.ids import ContestId, EntrantId, PersonId
from bot.play.contests import BoardResult, Contest, Result, ResultKind, Stage

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ANA, BIA, CAIO = PersonId("ana"), PersonId("bia"), PersonId("caio")
WHO: Mapping[EntrantId, PersonId] = {EntrantId(f"of-{one}"): one for one in (ANA, BIA, CAIO)}
ID = ContestId("c")


def contest(*people: PersonId, **result: Any) -> Contest:
    """A contest between the people, and its result where one is given."""
    told = {"walkover_games": (0, 0), "kind": ResultKind.PLAYED, "settled_at": NOW, **result}
    settled = Result(**told) if "score" in result else None
    sides = tuple(EntrantId(f"of-{one}") for one in people)
    return Contest(ID, Stage.MAIN, 1, 0, sides, 5, None, None, None, settled, drawable=bool(result.get("draws")))


def seen(found: Contest, by: PersonId = ANA) -> list[PlayedMatch]:
    return list(encounters(found, by, WHO))


@pytest.mark.rule("AIJE-B01-5")
@pytest.mark.parametrize(
    ("score", "draws", "outcome", "told"),
    [
        ((3, 2), 0, PlayedOutcome.WON, (3, 2)),
        ((0, 3), 0, PlayedOutcome.LOST, (0, 3)),
        ((1, 1), 1, PlayedOutcome.DRAWN, (1, 1, 1)),
    ],
)
def test_a_match_is_what_its_overall_score_says(
    score: tuple[int, int], draws: int, outcome: PlayedOutcome, told: tuple[int, ...]
) -> None:
    found = contest(ANA, BIA, score=score, draws=draws)
    assert seen(found) == [PlayedMatch(ID, outcome, (BIA,), told)]


def test_each_side_sees_its_own_games_first() -> None:
    found = contest(ANA, BIA, score=(3, 1))
    assert [one.score for one in seen(found, BIA)] == [(1, 3)]
    assert [one.outcome for one in seen(found, BIA)] == [PlayedOutcome.LOST]


def test_who_did_not_play_in_it_has_met_nobody() -> None:
    assert seen(contest(BIA, CAIO, score=(3, 1))) == []


@pytest.mark.parametrize(
    "nothing",
    [
        contest(ANA, BIA),
        contest(ANA),
        contest(ANA, BIA, score=(3, 0), walkover_games=(3, 0), kind=ResultKind.WALKOVER),
        contest(ANA, BIA, score=(0, 0), kind=ResultKind.NO_RESULT),
    ],
)
def test_what_nobody_played_is_no_match(nothing: Contest) -> None:
    assert seen(nothing) == []


@pytest.mark.rule("GO-17.5")
def test_a_match_that_both_lost_is_lost_to_both_whoever_goes_on() -> None:
    found = contest(ANA, BIA, score=(0, 0), kind=ResultKind.BOTH_LOST, paired_as_winner=0)
    assert [seen(found, one)[0].outcome for one in (ANA, BIA)] == [PlayedOutcome.LOST, PlayedOutcome.LOST]


def test_a_match_of_teams_is_each_ones_own_board() -> None:
    boards = (
        BoardResult(1, ((ANA,), (BIA,)), (0, 1)),
        BoardResult(2, ((CAIO,), ()), (1, 0), walkover_games=(1, 0)),
    )
    found = contest(ANA, BIA, score=(1, 1), boards=boards)
    assert seen(found) == [PlayedMatch(ID, PlayedOutcome.LOST, (BIA,), (0, 1))]
    assert seen(found, CAIO) == []


def test_a_match_of_teams_without_boards_is_nobodys_own() -> None:
    found = contest(ANA, BIA, score=(2, 1))
    assert list(encounters(found, ANA, {EntrantId("of-ana"): ANA})) == []


def test_at_a_table_all_who_came_were_met_and_who_stayed_away_was_not() -> None:
    found = contest(ANA, BIA, CAIO, score=(1, 0, 0), walkover_games=(0, 0, 0), absent=(2,))
    assert seen(found) == [PlayedMatch(ID, PlayedOutcome.WON, (BIA,), ())]
    assert [one.outcome for one in seen(found, BIA)] == [PlayedOutcome.LOST]
    assert seen(found, CAIO) == []


def test_the_most_met_come_first_and_a_table_of_three_makes_no_rival() -> None:
    won, lost = (PlayedMatch(ID, one, (BIA,), ()) for one in (PlayedOutcome.WON, PlayedOutcome.LOST))
    some = [
        PlayedMatch(ID, PlayedOutcome.DRAWN, (CAIO,), ()),
        won,
        lost,
        PlayedMatch(ID, PlayedOutcome.WON, (BIA, CAIO), ()),
    ]
    assert rivals(some) == [(BIA, MatchTally(1, 0, 1)), (CAIO, MatchTally(0, 1, 0))]
    assert tally(some) == MatchTally(2, 1, 1)

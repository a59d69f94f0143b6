"""What can be ruled for a game that cannot go on, and what it comes to in each kind of match."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.features.playing.model import BoardCause, BoardChoice, BoardOutcome, choices, needs_lot
from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, Result, ResultKind, Stage
from bot.play.format_rules import GamesRules
from bot.play.formats.knockout import loser, winner
from bot.play.rulebook import DisciplineRules, EndlessRepetition, FormatName, Rulebook
from bot.rulebooks.library import preset
from tests.hall.go import GO, go_rules

ANA, BIA = EntrantId("ana"), EntrantId("bia")
NOW = datetime(2026, 3, 1, 18, tzinfo=UTC)
TABLE: Rulebook = replace(go_rules(), format=FormatName.SWISS, games=GamesRules(best_of=1, draws=True))


def contest(stage: Stage = Stage.MAIN, *, best_of: int = 1, drawable: bool = False) -> Contest:
    return Contest(ContestId("c"), stage, 1, 0, (ANA, BIA), best_of, None, None, None, None, drawable=drawable)


def outcomes(found: tuple[BoardChoice, ...], cause: BoardCause) -> list[BoardOutcome]:
    return [one.outcome for one in found if one.cause is cause]


@pytest.mark.rule("GO-17.5")
def test_a_disturbed_position_has_five_rulings_and_who_did_it_on_purpose_loses() -> None:
    found = choices(contest(drawable=True), TABLE)
    assert outcomes(found, BoardCause.DISTURBED) == [
        BoardOutcome.FAIR_POINT,
        BoardOutcome.AS_IT_IS,
        BoardOutcome.DRAWN,
        BoardOutcome.PLAYED_AGAIN,
        BoardOutcome.BOTH_LOST,
    ]
    blamed = [one for one in found if one.cause is BoardCause.ON_PURPOSE]
    assert [(one.outcome, one.side) for one in blamed] == [(BoardOutcome.SIDE_LOST, 0), (BoardOutcome.SIDE_LOST, 1)]


@pytest.mark.rule("GO-17.6")
def test_a_game_broken_off_from_outside_is_drawn_replayed_or_lost_by_both() -> None:
    found = choices(contest(drawable=True), TABLE)
    broken = outcomes(found, BoardCause.BROKEN_OFF)
    assert broken == [BoardOutcome.DRAWN, BoardOutcome.PLAYED_AGAIN, BoardOutcome.BOTH_LOST]
    assert outcomes(found, BoardCause.BROKEN_OFF_BY) == [BoardOutcome.SIDE_LOST] * 2


@pytest.mark.rule("GO-17.5", "GO-20")
@pytest.mark.parametrize(
    ("means", "in_a_table", "in_a_knockout"),
    [
        (EndlessRepetition.NO_RESULT, BoardOutcome.NO_RESULT, BoardOutcome.PLAYED_AGAIN),
        (EndlessRepetition.DRAW, BoardOutcome.DRAWN, BoardOutcome.PLAYED_AGAIN),
        (EndlessRepetition.EXTRA_GAME, BoardOutcome.PLAYED_AGAIN, BoardOutcome.PLAYED_AGAIN),
    ],
)
def test_endless_repetition_is_what_the_event_has_stated_and_a_knockout_plays_again(
    means: EndlessRepetition, in_a_table: BoardOutcome, in_a_knockout: BoardOutcome
) -> None:
    rules = replace(GO, endless_repetition=means)
    table, bracket = replace(TABLE, discipline=rules), replace(go_rules(), discipline=rules)
    assert outcomes(choices(contest(drawable=True), table), BoardCause.REPETITION) == [in_a_table]
    assert outcomes(choices(contest(), bracket), BoardCause.REPETITION) == [in_a_knockout]


@pytest.mark.rule("GO-17.5")
def test_in_a_knockout_a_draw_is_played_again() -> None:
    found = choices(contest(), go_rules())
    assert BoardOutcome.DRAWN not in outcomes(found, BoardCause.DISTURBED)
    assert outcomes(found, BoardCause.DISTURBED).count(BoardOutcome.PLAYED_AGAIN) == 1


@pytest.mark.rule("GO-17.5", "GO-17.6", "GO-20")
@pytest.mark.parametrize("means", list(EndlessRepetition))
@pytest.mark.parametrize("best_of", [1, 3])
@pytest.mark.parametrize("rulebook", [TABLE, go_rules(), go_rules(3)])
def test_no_menu_of_rulings_offers_the_same_twice(rulebook: Rulebook, best_of: int, means: EndlessRepetition) -> None:
    assert rulebook.discipline is not None
    stated = replace(rulebook, discipline=replace(rulebook.discipline, endless_repetition=means))
    for drawable in (False, True):
        said = [
            (one.cause, one.outcome, one.side) for one in choices(contest(best_of=best_of, drawable=drawable), stated)
        ]
        assert len(said) == len(set(said))


def test_both_lose_a_match_of_one_game_alone() -> None:
    assert BoardOutcome.BOTH_LOST not in outcomes(choices(contest(best_of=3), go_rules(3)), BoardCause.DISTURBED)
    assert BoardOutcome.BOTH_LOST not in outcomes(choices(contest(Stage.PLAY_OFF), TABLE), BoardCause.DISTURBED)


def test_a_rulebook_that_says_nothing_of_it_offers_nothing() -> None:
    assert choices(contest(), preset("aije-open")) == ()
    assert choices(contest(), replace(go_rules(), discipline=DisciplineRules())) == ()


@pytest.mark.rule("GO-17.5")
@pytest.mark.parametrize(
    ("stage", "rulebook", "lot"),
    [
        (Stage.MAIN, go_rules(), True),
        (Stage.SEMIFINAL, go_rules(), True),
        (Stage.FINAL, go_rules(), False),
        (Stage.THIRD_PLACE, go_rules(), False),
        (Stage.MAIN, TABLE, True),
        (Stage.MAIN, replace(TABLE, format=FormatName.ROUND_ROBIN), False),
    ],
)
def test_a_lot_is_drawn_where_pairing_needs_a_winner_and_nowhere_else(
    stage: Stage, rulebook: Rulebook, lot: bool
) -> None:
    assert needs_lot(contest(stage), rulebook) is lot


@pytest.mark.rule("GO-17.5")
@pytest.mark.parametrize(("paired", "goes_on", "other"), [(0, ANA, BIA), (1, BIA, ANA), (None, None, None)])
def test_in_a_bracket_the_lot_says_who_goes_on_after_both_lost(
    paired: int | None, goes_on: EntrantId | None, other: EntrantId | None
) -> None:
    result = Result((0, 0), (0, 0), ResultKind.BOTH_LOST, NOW, paired_as_winner=paired)
    lost = replace(contest(), result=result)
    assert (winner(lost), loser(lost)) == (goes_on, other)

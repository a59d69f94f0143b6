"""Late for the start where lateness comes off the clock: what the card and the desk know of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import words_cards as playing_words_cards
from bot.i18n.catalogue import Translator
from bot.kernel.errors import NotNow
from bot.people.cards import mention
from bot.play.contests import ResultKind
from bot.play.matches import MatchPhase
from tests.hall.board import ARBITER, Board, first_match
from tests.hall.go import go_rules
from tests.hall.hall import Hall


@pytest.fixture
def board(hall: Hall) -> Board:
    """A match of Go, called a moment ago, in which nobody is there yet."""
    return first_match(hall, rulebook=go_rules())


def off_clock(board: Board) -> list[timedelta]:
    return [found.off_clock for found in board.view.late if found]


@pytest.mark.rule("GO-22")
def test_twice_the_lateness_of_each_player_comes_off_the_own_clock(board: Board) -> None:
    board.wait(minutes=1)
    board.here(0)
    board.wait(minutes=6)
    board.here(1)
    board.wait(minutes=10)
    assert off_clock(board) == [timedelta(minutes=2), timedelta(minutes=14)]


@pytest.mark.rule("GO-22")
def test_at_the_limit_the_game_is_lost(board: Board) -> None:
    board.here(0)
    board.wait(minutes=14, seconds=59)
    assert board.view.state.phase is MatchPhase.MISSING
    board.wait(seconds=5)
    result = board.view.contest.result
    assert result is not None
    assert (result.score, result.kind) == ((1, 0), ResultKind.WALKOVER)


@pytest.mark.rule("GO-22")
@pytest.mark.parametrize("language", ["en-US", "pt-BR", "es-ES", "it"])
def test_of_two_who_never_came_nothing_says_that_they_came_late(board: Board, language: str) -> None:
    board.wait(minutes=15, seconds=3)
    assert board.view.state.phase is MatchPhase.UNDECIDED
    translator, names = Translator(language), [mention(one) for one in board.view.players]
    said = playing_words_cards.late(board.view, translator)
    assert said.splitlines() == [translator.say("matches.late_never", name=name) for name in names]


@pytest.mark.rule("GO-22")
def test_who_is_late_back_pays_with_the_clock_that_runs_and_loses_nothing_by_a_limit(board: Board) -> None:
    board.here(0, 1)
    hall, actor = board.hall, board.hall.actor(ARBITER)
    with pytest.raises(NotNow):
        hall.act(actor, playing_presence_verbs.wait_for, board.contest_id, 0)
    hall.act(actor, playing_ruling_verbs.suspend, board.contest_id, "adjourned")
    board.wait(hours=12)
    hall.act(hall.actor(ARBITER), playing_ruling_verbs.resume, board.contest_id)
    board.wait(hours=1)
    assert board.view.contest.result is None
    assert off_clock(board) == [timedelta(), timedelta()]


@pytest.mark.rule("GO-22")
def test_only_lateness_for_the_start_comes_off_the_clock(hall: Hall) -> None:
    board = first_match(hall, rulebook=go_rules(3))
    board.here(0, 1)
    board.wait(minutes=1)
    hall.act(hall.actor(ARBITER), playing_presence_verbs.wait_for, board.contest_id, 1)
    board.wait(minutes=5)
    assert off_clock(board) == [timedelta(), timedelta()]


@pytest.mark.rule("GO-22")
def test_an_event_without_a_limit_takes_nothing_off_a_clock(hall: Hall) -> None:
    rules = go_rules()
    assert rules.discipline is not None
    plain = replace(rules, discipline=replace(rules.discipline, late_limit=None))
    board = first_match(hall, rulebook=plain)
    board.wait(minutes=5)
    assert off_clock(board) == []

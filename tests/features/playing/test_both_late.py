"""Both late past the limit: the same double loss by whichever route, with a lot where somebody has to be paired."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.playing import board_store as playing_board_store
from bot.features.playing import cards as playing_cards
from bot.features.playing import note_cards as playing_note_cards
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import verbs as playing_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.teams.model import NamedMember
from bot.i18n.catalogue import Translator
from bot.kernel.errors import NotNow
from bot.play.contests import LOVE, Contest, Result, ResultKind, Stage
from bot.play.entries import Tournament
from bot.play.format_rules import LevelMatch
from bot.play.formats.knockout import winner
from bot.play.matches import MatchPhase
from bot.play.points import encounter_points
from tests.hall.board import ARBITER, Board, first_match
from tests.hall.go import go_rules
from tests.hall.hall import GUILD, Hall
from tests.hall.squads import GO, begin, bracket, found, play, replays, result_of, save

Played = tuple[Tournament, Contest]

RULES = replace(go_rules(), official=False, rating=replace(go_rules().rating, rated=False, base_minutes=0.0))


@pytest.fixture
def away(hall: Hall) -> Board:
    """A match of a knock-out of Go to which neither side has come at the limit."""
    board = first_match(hall, players=4, rulebook=RULES)
    board.wait(minutes=16)
    return board


@pytest.mark.rule("GO-22")
def test_nobody_is_ticked_as_present_who_never_came(away: Board) -> None:
    assert away.view.state.phase is MatchPhase.UNDECIDED
    for language in ("en-US", "pt-BR", "es-ES", "it"):
        assert "✅" not in playing_cards.players(away.view, Translator(language))


@pytest.mark.rule("GO-22", "GO-17.5")
def test_both_late_is_lost_by_both_as_by_a_ruling_and_a_lot_pairs_one_of_them(away: Board) -> None:
    away.hall.act(away.hall.actor(ARBITER), playing_ruling_verbs.double_walkover, away.contest_id)
    result = away.view.contest.result
    assert result is not None
    assert (result.score, result.walkover_games, result.kind) == ((0, 0), (0, 0), ResultKind.DOUBLE_WALKOVER)
    assert winner(away.view.contest) == away.view.contest.sides[result.paired_as_winner or 0]
    checked = away.hall.ask(rounds_drawing_verbs.verify_draws, GUILD, away.tournament.tournament_id)
    assert [check.problems for check in checked.checks] == [(), ()]


@pytest.mark.rule("GO-22", "GO-17.5")
def test_a_final_has_two_players_though_nobody_came_to_a_semi_final(away: Board) -> None:
    away.hall.act(away.hall.actor(ARBITER), playing_ruling_verbs.double_walkover, away.contest_id)
    away.hall.play_out_until(away.tournament, Stage.FINAL)
    (final,) = [one for one in away.hall.open_contests(away.tournament) if one.stage is Stage.FINAL]
    assert len(final.sides) == 2
    replays(away.hall, away.tournament)


@pytest.mark.rule("GO-22")
def test_before_the_limit_nobody_has_lost_and_each_may_still_come(hall: Hall) -> None:
    board = first_match(hall, players=4, rulebook=RULES)
    board.wait(minutes=10)
    with pytest.raises(NotNow):
        hall.act(hall.actor(ARBITER), playing_ruling_verbs.double_walkover, board.contest_id)
    board.here(0)
    board.wait(minutes=6)
    result = board.view.contest.result
    assert result is not None
    assert result.kind is ResultKind.WALKOVER


@pytest.mark.rule("GO-22", "GO-17.5")
def test_staying_away_and_a_ruling_come_to_the_same_but_for_what_they_are_called(away: Board) -> None:
    away.hall.act(away.hall.actor(ARBITER), playing_ruling_verbs.double_walkover, away.contest_id)
    stayed = away.view.contest.result
    assert stayed is not None
    assert stayed.paired_as_winner in {0, 1}
    ruled = Result(LOVE, LOVE, ResultKind.BOTH_LOST, stayed.settled_at, paired_as_winner=stayed.paired_as_winner)
    assert replace(stayed, kind=ResultKind.BOTH_LOST) == ruled
    for kind in (ResultKind.BOTH_LOST, ResultKind.DOUBLE_WALKOVER):
        one = replace(away.view.contest, result=replace(stayed, kind=kind))
        assert winner(one) == one.sides[stayed.paired_as_winner or 0]
        assert not any(encounter_points(one, away.tournament.rulebook))


@pytest.mark.rule("AIJE-D01-5.4")
@pytest.mark.parametrize("language", ["en-US", "pt-BR", "es-ES", "it"])
def test_where_no_lot_pairs_anybody_the_arbiter_is_told_who_would_go_on_without_a_game(
    away: Board, language: str
) -> None:
    translator = Translator(language)
    without_lot = replace(RULES, discipline=None, matches=replace(RULES.matches, minutes_per_walkover_game=2))
    silent = replace(away.view, tournament=replace(away.view.tournament, rulebook=without_lot))
    assert len(playing_note_cards.both_absent(silent, translator).paragraphs) == 3
    assert len(playing_note_cards.both_absent(away.view, translator).paragraphs) == 2


@pytest.fixture
def empty_match(hall: Hall) -> Played:
    """A semi-final of four Go teams to which neither has come, its call delivered."""
    cup = hall.announce(replace(bracket(LevelMatch.LOT, rulebook=GO), discipline=GO.discipline), "Teams")
    captains = (2, 3, 4, 5)
    for captain in captains:
        mates = [NamedMember(f"T{captain}.{one}") for one in (2, 3, 4)]
        save(hall, cup, captain, f"Team {captain}", NamedMember(f"P{captain}"), *mates)
    cup = begin(hall, cup, *captains)
    contest = hall.open_contests(cup)[0]
    hall.do(
        lambda tx: [
            playing_board_store.start_absence_clock(tx, contest.contest_id, one, hall.now, LOVE) for one in (0, 1)
        ]
    )
    return cup, contest


@pytest.mark.rule("GO-22", "GO-17.5")
def test_two_whole_teams_that_are_late_lose_all_their_boards_and_a_lot_pairs_one(
    hall: Hall, empty_match: Played
) -> None:
    cup, contest = empty_match
    hall.now += timedelta(minutes=14)
    with pytest.raises(NotNow):
        hall.act(hall.actor(1), playing_ruling_verbs.double_walkover, contest.contest_id)
    hall.now += timedelta(minutes=2)
    hall.do(lambda tx: playing_presence_verbs.lose_game(tx, found(playing_verbs.load(tx, contest.contest_id))))
    assert hall.ask(playing_reading_verbs.view_of, contest.contest_id, hall.now).state.phase is MatchPhase.UNDECIDED
    hall.act(hall.actor(1), playing_ruling_verbs.double_walkover, contest.contest_id)
    result = result_of(hall, cup, contest)
    assert (result.score, result.walkover_games, result.kind) == (LOVE, LOVE, ResultKind.DOUBLE_WALKOVER)
    assert result.paired_as_winner in {0, 1}
    (other,) = [one for one in hall.open_contests(cup) if one.contest_id != contest.contest_id]
    play(hall, cup, other, "1-0", "1-0", "1-0", "1-0")
    (final,) = [one for one in hall.open_contests(cup) if one.stage is Stage.FINAL]
    assert set(final.sides) == {contest.sides[result.paired_as_winner or 0], other.sides[0]}
    settled = replace(contest, result=result)
    assert not any(encounter_points(settled, cup.rulebook))
    replays(hall, cup)

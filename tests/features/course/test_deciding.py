"""What decides an event is told to everybody when it is paired or drawn: why, between whom, what comes after."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.course import verbs as course_verbs
from bot.features.course.facts_verbs import facts
from bot.features.playing.model import BoardCause, BoardOutcome
from bot.features.tournaments.promises_model import DeciderPaired, Drawn, LotDrawn, RoundOver
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.promises import Message
from bot.play.contests import Contest, Score, Stage
from bot.play.deciders import Decider, ties
from bot.play.entries import Tournament
from bot.play.format_rules import CutRules, GroupRules, Level, RankingRules
from bot.play.rulebook import Rulebook
from bot.wiring import ALL
from tests.features.playing.test_board_rulings import at_the_board, rule
from tests.features.rounds.test_formats import CUT, GROUPS, LIVES, PLACES, ROUND_ROBIN
from tests.hall.hall import Hall

LEVEL = replace(ROUND_ROBIN, ranking=RankingRules(("points", "direct_encounter"), Level.PLAY_OFF, decisive_places=1))


def told(hall: Hall, tournament: Tournament, kind: type[Message], locale: str = "en-US") -> list[str]:
    """Every message of the kind, as it reads now."""
    found = [hall.ask(ALL[kind], one) for one in hall.promised(kind, tournament.tournament_id)]
    return ["\n".join(one(Translator(locale)).paragraphs) for one in found if one is not None]


def decides(hall: Hall, tournament: Tournament) -> list[str]:
    return [one.message.decides for one in hall.promised(DeciderPaired, tournament.tournament_id)]


def until(hall: Hall, tournament: Tournament, stage: Stage, score: Score | None = None) -> list[Contest]:
    """Plays until contests of the stage are paired; they are answered."""
    while not [one for one in hall.open_contests(tournament) if one.stage is stage]:
        contest = hall.open_contests(tournament)[0]
        hall.settle(contest, score or (contest.target, 0))
    return [one for one in hall.open_contests(tournament) if one.stage is stage]


def in_a_circle(hall: Hall, rules: Rulebook, players: int = 3) -> Tournament:
    """Of three who all begin one game, each wins the one that he begins, so that all are level."""
    tournament = hall.begin(hall.announce(rules), *range(2, 2 + players))
    while waiting := [one for one in hall.open_contests(tournament) if one.stage is Stage.MAIN]:
        hall.settle(waiting[0], (1, 0))
    return hall.load(tournament)


@pytest.mark.rule("GO-27.3")
def test_a_play_off_says_who_is_level_on_what_and_what_comes_after(hall: Hall) -> None:
    tournament = in_a_circle(hall, LEVEL)
    (said,) = told(hall, tournament, DeciderPaired)
    for part in ("a play-off", "First place can't be shared", "Place 1–3", "Points **1**", "<@2>", "<@3>", "<@4>"):
        assert part in said
    assert "Then comes the podium" in said


@pytest.mark.rule("GO-27.3")
def test_a_play_off_that_leaves_them_level_is_told_to_go_on(hall: Hall) -> None:
    tournament = in_a_circle(hall, LEVEL)
    first = hall.open_contests(tournament)[0]
    hall.settle(first, (1, 0))
    assert "goes on" in told(hall, tournament, DeciderPaired)[-1]


def test_who_was_level_is_told_as_it_was_when_the_play_off_was_paired(hall: Hall) -> None:
    tournament = hall.play_out(in_a_circle(hall, LEVEL), lambda one: (1, 0) if one.sides[0] < one.sides[1] else (0, 1))
    assert "Place 1–3" in told(hall, tournament, DeciderPaired)[0]


@pytest.mark.rule("GO-27.1")
def test_a_lot_between_players_who_are_level_is_told_to_everybody_with_its_order_and_its_proof(hall: Hall) -> None:
    rules = replace(LEVEL, ranking=RankingRules(("points",), Level.LOT, decisive_places=2))
    tournament = in_a_circle(hall, rules)
    known = hall.ask(facts, tournament)
    (said,) = told(hall, tournament, LotDrawn)
    assert "the first 2 places can't be shared" in said
    assert said.index("**1.**") < said.index("**2.**") < said.index("**3.**")
    assert "this is draw 2" in said
    assert "Verify the draw" in said
    assert len(known.lot) == 3


def test_after_a_table_the_knock_out_is_told_with_its_pairs(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(CUT), *range(2, 10))
    until(hall, tournament, Stage.SEMIFINAL)
    assert decides(hall, tournament) == ["bracket"]
    (said,) = told(hall, tournament, DeciderPaired)
    assert "The first 4 of the standings go on" in said
    assert said.count(" – ") == 2


def test_play_offs_of_groups_name_the_group(hall: Hall) -> None:
    rules = replace(GROUPS, groups=GroupRules(3, 2), ranking=RankingRules(("points",), Level.PLAY_OFF))
    tournament = hall.begin(hall.announce(rules), *range(2, 8))
    while waiting := [one for one in hall.open_contests(tournament) if one.stage is Stage.GROUP]:
        hall.settle(waiting[0], (1, 0))
    said = told(hall, tournament, DeciderPaired)
    assert any("Group " in one and "Then the knock-out begins" in one for one in said)


@pytest.mark.rule("GO-26.1")
def test_the_final_of_two_lives_says_how_many_each_has_left_and_is_told_again_when_it_is_played_again(
    hall: Hall,
) -> None:
    tournament = hall.begin(hall.announce(LIVES), *range(2, 6))
    (final,) = until(hall, tournament, Stage.FINAL)
    assert decides(hall, tournament) == ["final"]
    assert "1 life left, losses: 1" in told(hall, tournament, DeciderPaired)[0]
    hall.settle(final, (final.target, 0))
    assert decides(hall, tournament) == ["final", "final_again"]
    again = told(hall, tournament, DeciderPaired)[1]
    assert "once more" in again
    assert again.count("1 life left, losses: 1") == 2
    assert "the winner wins the tournament" in again


@pytest.mark.rule("GO-26.1")
def test_matches_for_places_say_for_which_places(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(PLACES), *range(2, 10))
    until(hall, tournament, Stage.PLACEMENT)
    (said,) = told(hall, tournament, DeciderPaired)
    assert "For places 5 to 8" in said


@pytest.mark.rule("GO-17.5")
def test_a_lot_between_two_who_both_lost_is_told_to_everybody(hall: Hall) -> None:
    board = at_the_board(hall)
    rule(board, BoardCause.DISTURBED, BoardOutcome.BOTH_LOST)
    (said,) = told(hall, board.tournament, LotDrawn)
    assert "both lost their match by ruling" in said
    assert "this is draw 2" in said


def test_nothing_is_told_twice_however_often_the_event_goes_on(hall: Hall) -> None:
    tournament = in_a_circle(hall, LEVEL)
    before = len(hall.promised(DeciderPaired, tournament.tournament_id))
    hall.do(course_verbs.proceed, tournament.tournament_id)
    assert len(hall.promised(DeciderPaired, tournament.tournament_id)) == before == 1


def test_a_plain_round_has_no_decider(hall: Hall) -> None:
    tournament = hall.play_out(hall.begin(hall.announce(replace(CUT, cut=None)), *range(2, 8)))
    assert decides(hall, tournament) == []


def test_the_places_that_go_on_may_not_be_shared_either(hall: Hall) -> None:
    rules = replace(LEVEL, ranking=RankingRules(("points",), Level.PLAY_OFF), cut=CutRules(2))
    tournament = in_a_circle(hall, replace(LEVEL, ranking=RankingRules(("points",))))
    assert ties(hall.ask(facts, tournament), rules)[0].last == 3


@pytest.mark.parametrize("locale", LOCALES)
def test_every_decider_is_told_in_every_language(hall: Hall, locale: str) -> None:
    for rules, stage in ((LEVEL, Stage.PLAY_OFF), (CUT, Stage.SEMIFINAL), (LIVES, Stage.FINAL)):
        tournament = hall.begin(hall.announce(rules), *range(2, 7)) if rules is not LEVEL else in_a_circle(hall, LEVEL)
        if rules is not LEVEL:
            until(hall, tournament, stage)
        assert all(told(hall, tournament, DeciderPaired, locale))
    assert set(Decider)


@pytest.mark.parametrize(("per_arbiter", "waits"), [(0, False), (1, True)])
def test_nobody_is_told_to_wait_for_an_arbiter_where_the_event_assigns_none(
    hall: Hall, per_arbiter: int, waits: bool
) -> None:
    for rules in (PLACES, ROUND_ROBIN):
        held = replace(rules, matches=replace(rules.matches, matches_per_arbiter=per_arbiter))
        tournament = hall.begin(hall.announce(held), 2, 3, 4)
        (said,) = told(hall, tournament, Drawn)
        assert ("when an arbiter is free" in said) is waits


@pytest.mark.parametrize("rules", [CUT, GROUPS])
def test_after_the_last_round_of_a_table_the_next_one_is_called_as_in_the_bracket(hall: Hall, rules: Rulebook) -> None:
    tournament = hall.begin(hall.announce(rules), *range(2, 8))
    until(hall, tournament, Stage.SEMIFINAL)
    said = told(hall, tournament, RoundOver)[-1]
    assert "**Semi-finals**" in said
    assert "Round 4" not in said

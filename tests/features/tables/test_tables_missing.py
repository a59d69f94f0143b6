"""Who is missing at a table, who left it, and who decides: nobody waits for ever, and nobody decides from outside."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing.model import BothAbsent
from bot.features.playing.verbs import load
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.rounds import ending_verbs as rounds_ending_verbs
from bot.features.tables import verbs as tables_verbs
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.summons_model import MatterKind
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import RefusedFor
from bot.kernel.outages import Step
from bot.play.contests import Contest, ResultKind, Stage
from tests.features.tables.test_tables import LANGUAGES
from tests.hall.calls import card, kinds
from tests.hall.edge import ORGANISER, Edge, found, three
from tests.hall.hall import Hall
from tests.hall.outages import wake_up
from tests.refusals import refuses

MINUTES = timedelta(minutes=15)
IN_FLIGHT = timedelta(seconds=3)


@pytest.fixture
def edge(hall: Hall) -> Edge:
    return Edge(hall, 11)


def due(edge: Edge, table: Contest):
    subject = contest_subject(table.contest_id)
    return [
        one.due_at
        for one in edge.hall.ask(kernel_time_store.due_deadlines, edge.hall.now + timedelta(days=9), 100)
        if one.kind == Step.LOSE_GAME and one.subject == subject
    ]


def ask(edge: Edge, table: Contest) -> None:
    edge.hall.do(playing_presence_verbs.take, table.contest_id, Step.LOSE_GAME)


def asked(edge: Edge, table: Contest):
    return edge.hall.promised(BothAbsent, table.contest_id)


def out(edge: Edge, table: Contest, side: int) -> None:
    edge.hall.act(edge.hall.actor(ORGANISER), tables_verbs.seat_out, table.contest_id, side)


def leave(edge: Edge, table: Contest, side: int) -> None:
    edge.hall.act(edge.actor(table, side), rounds_drawing_verbs.leave, edge.tournament.tournament_id)


def test_organisers_are_asked_once_about_who_is_missing_at_a_table_that_nobody_follows(edge: Edge):
    table = three(edge)
    edge.call(table)
    edge.here(table, 0, 1)
    assert due(edge, table) == [edge.hall.now + MINUTES + IN_FLIGHT]
    edge.hall.now += MINUTES + IN_FLIGHT
    ask(edge, table)
    ask(edge, table)
    assert kinds(edge.hall) == [[MatterKind.TABLE_MISSING]]
    for language in LANGUAGES:
        (line,) = card(edge.hall, locale=language).lines
        assert f"<@{edge.member(table, 2)}>" in line.text
        assert line.press is not None
        assert line.press.custom_id == f"referee:{table.contest_id}"
    edge.hall.act(edge.hall.actor(ORGANISER), playing_presence_verbs.mark_present, table.contest_id, 2)
    assert not edge.hall.ask(
        tournaments_summons_verbs.is_waiting, MatterKind.TABLE_MISSING, f"contest:{table.contest_id}"
    )
    assert due(edge, table) == []


def test_nobody_is_asked_about_a_table_that_is_complete_or_whose_bot_was_away_meanwhile(edge: Edge):
    table = three(edge)
    edge.call(table)
    called_at = edge.hall.now
    edge.hall.do(playing_outage_verbs.note_alive)
    edge.hall.now += timedelta(minutes=10)
    edge.hall.do(wake_up)
    edge.here(table, 0, 1)
    assert due(edge, table) == [called_at + timedelta(minutes=10) + MINUTES + IN_FLIGHT]
    edge.here(table, 2)
    assert due(edge, table) == []


def test_who_was_seated_out_has_no_say_in_how_the_game_ended(edge: Edge):
    table = three(edge)
    edge.call(table)
    edge.here(table, 0, 1)
    out(edge, table, 2)
    with refuses("error.SeatedOut"):
        edge.report(table, 2, [0], 16, 3, 0)
    edge.report(table, 0, [0], 16, 3, 0)
    with refuses("error.SeatedOut"):
        edge.confirm(table, 2)
    report_id = found(edge.view(table).match.report).report_id
    with refuses("error.SeatedOut"):
        edge.hall.act(edge.actor(table, 2), playing_reporting_verbs.dispute, table.contest_id, report_id, "I was there")
    edge.confirm(table, 1)
    assert edge.result(table).absent == (2,)


def final_of(edge: Edge) -> Contest:
    while (table := edge.open()[0]).stage is not Stage.FINAL:
        edge.play(table)
    return table


@pytest.mark.rule("OTE-2.10", "GO-28.4")
def test_a_finalist_who_left_is_third_even_where_the_second_has_less_than_no_influence(hall: Hall):
    edge = Edge(hall, 11)
    final = final_of(edge)
    edge.seat(final)
    leave(edge, final, 0)
    edge.report(final, 1, [1], 0, 16, -3)
    edge.confirm(final, 2)
    edge.play_out()
    view = found(hall.ask(course_reading_verbs.standings_view, edge.tournament.tournament_id))
    assert [row.entrant_id for row in view.rows[:3]] == [final.sides[1], final.sides[2], final.sides[0]]
    assert [row.rank_from for row in view.rows[:3]] == [1, 2, 3]


@pytest.mark.rule("OTE-2.8", "OTE-2.10")
def test_a_final_that_all_but_one_leave_is_won_by_who_stays_and_one_that_all_leave_by_nobody(hall: Hall):
    edge = Edge(hall, 11)
    final = final_of(edge)
    edge.seat(final)
    leave(edge, final, 0)
    leave(edge, final, 2)
    assert (edge.result(final).kind, edge.result(final).score) == (ResultKind.WITHDRAWAL, (0, 1, 0))
    edge.play_out()
    assert edge.tournament.ended_at is not None


def extra_game(hall: Hall) -> tuple[Edge, Contest]:
    """Three who are level for two seats of the final, called and there."""
    edge = Edge(hall, 12)
    while not any(one.stage is Stage.PLAY_OFF for one in edge.open()):
        table = edge.open()[0]
        edge.play(table, 0, (16, 4, 4, 4)[: len(table.sides)])
    return edge, next(one for one in edge.open() if one.stage is Stage.PLAY_OFF)


def finalists(edge: Edge) -> set[str]:
    return {side for one in edge.contests() if one.stage is Stage.FINAL for side in one.sides}


@pytest.mark.rule("OTE-2.8", "GO-28.4")
def test_of_three_who_play_for_two_seats_one_leaves_and_the_others_are_in_the_final(hall: Hall):
    edge, game = extra_game(hall)
    edge.seat(game)
    leave(edge, game, 1)
    assert edge.result(game).score == (1, 0, 1)
    assert finalists(edge) >= {game.sides[0], game.sides[2]}
    assert edge.play_out().ended_at is not None


@pytest.mark.rule("OTE-2.8")
def test_of_three_who_play_for_two_seats_one_does_not_come_and_the_others_are_in_the_final(hall: Hall):
    edge, game = extra_game(hall)
    edge.call(game)
    edge.here(game, 0, 2)
    out(edge, game, 1)
    assert edge.result(game).score == (1, 0, 1)
    assert finalists(edge) >= {game.sides[0], game.sides[2]}


@pytest.mark.rule("OTE-2.8", "GO-28.4")
def test_who_leaves_once_the_extra_game_gave_a_seat_leaves_the_others_to_play_the_final(hall: Hall):
    edge, game = extra_game(hall)
    leave(edge, game, 0)
    leave(edge, game, 1)
    (final,) = [one for one in edge.open() if one.stage is Stage.FINAL]
    assert found(hall.ask(load, final.contest_id)).match.away == (final.sides.index(game.sides[1]),)


@pytest.mark.parametrize("players", [4, 5, 7])
def test_a_small_event_from_which_all_but_one_leave_ends_with_a_podium(hall: Hall, players: int):
    edge = Edge(hall, players)
    edge.play(edge.open()[0])
    left = set()
    for number in range(3, 2 + players):
        with suppress(RefusedFor):
            hall.act(hall.actor(number), rounds_drawing_verbs.leave, edge.tournament.tournament_id)
            left.add(f"P{number}")
    assert hall.load(edge.tournament).ended_at is not None
    (champion,) = found(hall.ask(rounds_ending_verbs.podium_view, edge.tournament.tournament_id)).on(1)
    assert champion.person.name not in left


def test_an_event_that_everybody_leaves_comes_to_its_end(hall: Hall):
    edge = Edge(hall, 7)
    for number in range(2, 9):
        with suppress(RefusedFor):
            hall.act(hall.actor(number), rounds_drawing_verbs.leave, edge.tournament.tournament_id)
    assert hall.load(edge.tournament).ended_at is not None

"""An event at tables of three: its rounds, the call to the final, extra games, corrections, the podium."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.cases import store as cases_store
from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.playing import arbiter_cards as playing_arbiter_cards
from bot.features.playing import cards as playing_cards
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing.match_views_model import TableView
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.rounds import ending_cards as rounds_ending_cards
from bot.features.rounds import ending_verbs as rounds_ending_verbs
from bot.features.rounds import standings_cards as rounds_standings_cards
from bot.features.rounds.messages import NOTICES
from bot.features.tables import verbs as tables_verbs
from bot.features.tables.model import effect_order, marks
from bot.features.tournaments.promises_model import RoundOver
from bot.i18n.catalogue import Translator
from bot.people.cards import mention
from bot.play.contests import Particulars, Stage
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from tests.hall.edge import EDGE, GUILD, Edge, found, three
from tests.hall.hall import Hall
from tests.refusals import refuses

LANGUAGES = ("en-US", "pt-BR", "es-ES", "it")


@pytest.fixture
def edge(hall: Hall) -> Edge:
    return Edge(hall, 11)


@pytest.mark.rule("OTE-2.2", "OTE-2.8", "OTE-2.9", "OTE-2.10")
@pytest.mark.parametrize("players", [3, 4, 5, 7, 8, 11, 17])
def test_an_event_is_played_to_its_podium(hall: Hall, players: int):
    edge = Edge(hall, players)
    tournament = edge.play_out()
    assert tournament.ended_at is not None
    finals = [one for one in edge.contests() if one.stage is Stage.FINAL]
    assert (players, len(finals)) == (players, 1)
    view = found(hall.ask(rounds_ending_verbs.podium_view, tournament.tournament_id))
    assert view.on(1)
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id).holds
    record = found(hall.ask(rounds_ending_verbs.record_view, tournament.tournament_id))
    for language in LANGUAGES:
        assert "**16**" in "\n".join(rounds_ending_cards.record(record, Translator(language)).paragraphs)
        assert rounds_ending_cards.podium(view, Translator(language)).paragraphs
    assert hall.ask(cases_store.of_tournament, tournament.tournament_id) == []


def test_each_round_is_told_once_and_says_who_sits_where_next(edge: Edge):
    edge.play_out()
    told = edge.hall.promised(RoundOver, edge.tournament.tournament_id)
    rounds = [one.message.round for one in told if one.message.of == "table"]
    last = max(one.round for one in edge.contests() if one.stage is Stage.FINAL)
    assert rounds == list(range(1, last))
    for promise in told:
        composed = found(edge.hall.ask(NOTICES[RoundOver], promise))
        for language in LANGUAGES:
            assert composed(Translator(language)).paragraphs


@pytest.mark.rule("GO-28.1", "OTE-2.1")
def test_a_round_that_a_lot_paired_says_which_draw_it_was_and_how_to_check_it(edge: Edge):
    edge.play_out()
    first = edge.hall.promised(RoundOver, edge.tournament.tournament_id)[0]
    said = "\n".join(found(edge.hall.ask(NOTICES[RoundOver], first))(Translator("en-US")).paragraphs)
    assert "draw 2 of this event" in said
    assert "Verify the draw" in said


@pytest.mark.rule("OTE-2.8")
def test_an_extra_game_marks_all_who_get_through(hall: Hall):
    edge = Edge(hall, 12)
    while not any(one.stage is Stage.PLAY_OFF for one in edge.open()):
        table = edge.open()[0]
        edge.play(table, 0, (16, 4, 4, 4)[: len(table.sides)])
    game = next(one for one in edge.open() if one.stage is Stage.PLAY_OFF)
    rules = found(edge.view(game).part(TableView))
    edge.seat(game)
    assert (len(game.sides), rules.leave, rules.influence_to_win) == (3, 2, 8)
    with refuses("error.NotEnoughGotThrough"):
        edge.report(game, 0, [0])
    edge.report(game, 0, [0, 2])
    edge.confirm(game, 1)
    assert edge.result(game).score == (1, 0, 1)
    (final,) = [one for one in edge.open() if one.stage is Stage.FINAL]
    assert set(final.sides) >= {game.sides[0], game.sides[2]}
    assert edge.play_out().ended_at is not None
    said = [one.message.of for one in edge.hall.promised(RoundOver, edge.tournament.tournament_id)]
    assert said.count("extra") == 1


@pytest.mark.rule("OTE-2.8")
def test_an_extra_game_that_goes_on_tells_the_order_of_effects_by_lot_and_always_the_same(hall: Hall):
    edge = Edge(hall, 12)
    while not any(one.stage is Stage.PLAY_OFF for one in edge.open()):
        table = edge.open()[0]
        assert found(edge.view(table).part(TableView)).effects == ()
        edge.play(table, 0, (16, 4, 4, 4)[: len(table.sides)])
    game = next(one for one in edge.open() if one.stage is Stage.PLAY_OFF)
    edge.seat(game)
    view = edge.view(game)
    order = found(view.part(TableView)).effects
    assert sorted(order) == [0, 1, 2]
    assert found(edge.view(game).part(TableView)).effects == order
    for language in LANGUAGES:
        said = playing_cards.situation(view, Translator(language))
        assert " → ".join(mention(view.players[side]) for side in order) in said


@pytest.mark.rule("OTE-2.8")
def test_the_order_of_effects_hangs_on_the_draw_and_the_table_alone(hall: Hall):
    edge = Edge(hall, 3)
    game = replace(edge.open()[0], stage=Stage.PLAY_OFF)
    orders = {effect_order(game, f"{seed:064x}", 2) for seed in range(60)}
    assert len(orders) == 6
    assert effect_order(game, "0", 1) == ()
    assert effect_order(replace(game, stage=Stage.MAIN), "0", 2) == ()


def test_a_correction_that_changes_who_goes_on_takes_back_the_next_tables(edge: Edge):
    first = three(edge)
    while waiting := [one for one in edge.open() if one.round == 1]:
        edge.play(waiting[0])
    score, told = marks([1], 3), Particulars(influence=(5, 16, 3))
    organiser = edge.hall.actor(1)
    seen = edge.hall.ask_as(organiser, playing_correcting_verbs.preview_correction, first.contest_id, score, told)
    assert seen.reopened
    for language in LANGUAGES:
        assert playing_arbiter_cards.correction(seen, Translator(language)).controls
    edge.hall.act(
        organiser,
        playing_correcting_verbs.correct,
        first.contest_id,
        score,
        len(seen.reopened),
        "It was the other one",
        told,
    )
    assert edge.result(first).influence == (5, 16, 3)
    assert edge.play_out().ended_at is not None


def test_corrected_influence_alone_takes_nothing_back(edge: Edge):
    first = three(edge)
    while waiting := [one for one in edge.open() if one.round == 1]:
        edge.play(waiting[0])
    score, told = marks([0], 3), Particulars(influence=(16, 7, 3))
    seen = edge.hall.ask_as(
        edge.hall.actor(1), playing_correcting_verbs.preview_correction, first.contest_id, score, told
    )
    assert seen.reopened == ()


def test_a_table_of_two_scores_for_its_winner_alone(hall: Hall):
    edge = Edge(hall, 5)
    table = next(one for one in edge.open() if len(one.sides) == 2)
    edge.seat(table)
    edge.report(table, 0, [0], 16, 9)
    edge.confirm(table, 1)
    view = found(hall.ask(course_reading_verbs.standings_view, edge.tournament.tournament_id))
    points = {row.entrant_id: int(found(row.values[1].value)) for row in view.rows}
    assert [points[side] for side in table.sides] == [8, 0]
    assert rounds_standings_cards.standings(view, None, 0, Translator("it")).paragraphs


def test_nothing_of_a_table_is_rated_even_where_the_event_is(hall: Hall):
    rated = replace(EDGE, rating=replace(EDGE.rating, rated=True))
    edge = Edge(hall, 5, rated)
    tournament = edge.play_out()
    assert hall.ask(rounds_ending_verbs.ratings_view, tournament.tournament_id) is None


@pytest.mark.rule("OTE-2.3")
def test_every_total_is_explained_round_by_round(edge: Edge):
    tournament = edge.play_out()
    view = found(edge.hall.ask(course_reading_verbs.standings_view, tournament.tournament_id))
    assert len(view.rows) == 11
    for row in view.rows:
        why = edge.hall.ask(course_reading_verbs.why, GUILD, tournament.tournament_id, row.entrant_id)
        assert why.explained
        for one in why.explained:
            assert one.parts
            assert sum(part.adds for part in one.parts) == one.value.value


def test_the_record_of_tables_replays_with_who_stayed_away_and_an_extra_game(hall: Hall):
    edge = Edge(hall, 12)
    table = edge.open()[0]
    edge.call(table)
    edge.here(table, 0, 1)
    edge.hall.act(edge.hall.actor(1), tables_verbs.seat_out, table.contest_id, 2)
    edge.report(table, 0, [0], 16, -4, 0)
    edge.confirm(table, 1)
    while waiting := edge.open():
        edge.play(waiting[0], 0, (16, 4, 4, 4)[: len(waiting[0].sides)])
    tournament = hall.load(edge.tournament)
    assert tournament.ended_at is not None
    kept = hall.ask_as(hall.actor(1), past_events_drafts_verbs.record_for, tournament.tournament_id)
    again = replay(read_record(write_record(kept), "edge.json"))
    assert again.difference is None
    assert any(one.result is not None and one.result.absent == (2,) for one in kept.facts.contests)


@pytest.mark.rule("OTE-2.3")
def test_who_stayed_away_is_nobodys_second(hall: Hall):
    edge = Edge(hall, 4)
    (table,) = edge.open()
    edge.call(table)
    edge.here(table, 0, 1, 2)
    edge.hall.act(edge.hall.actor(1), tables_verbs.seat_out, table.contest_id, 3)
    edge.report(table, 0, [0], 16, -3, -3, 0)
    edge.confirm(table, 1)
    view = found(hall.ask(course_reading_verbs.standings_view, edge.tournament.tournament_id))
    points = {row.entrant_id: int(found(row.values[1].value)) for row in view.rows}
    assert [points[side] for side in table.sides] == [8, 2, 2, 0]

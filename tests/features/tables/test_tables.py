"""A game at a table of three from its call to its result, and the event around it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.playing import arbiter_cards as playing_arbiter_cards
from bot.features.playing import cards as playing_cards
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tables import verbs as tables_verbs
from bot.features.tables.verbs import NoInfluence, TooLittleInfluence, read_influence
from bot.i18n.catalogue import Translator
from bot.kernel.errors import AlreadyDone, Missing, NotAllowed, NotNow, Outdated
from bot.kernel.outages import Step
from bot.play.contests import Particulars, ResultKind
from bot.play.deciders import never_played
from bot.play.matches import MatchPhase
from tests.hall.edge import GUILD, Edge, found, four, three
from tests.hall.hall import Hall
from tests.refusals import refuses

STRANGER = 99
LANGUAGES = ("en-US", "pt-BR", "es-ES", "it")


@pytest.fixture
def edge(hall: Hall) -> Edge:
    return Edge(hall, 11)


@pytest.mark.rule("OTE-2.4", "OTE-2.5")
def test_eleven_begin_at_tables_of_three_and_four(edge: Edge):
    assert sorted(len(one.sides) for one in edge.open()) == [3, 4, 4]


@pytest.mark.rule("OTE-2.3")
def test_one_tells_and_one_other_confirms(edge: Edge):
    table = three(edge)
    edge.seat(table)
    edge.report(table, 0, [1], 3, 16, -2)
    assert edge.view(table).state.phase is MatchPhase.REPORTED
    edge.confirm(table, 2)
    result = edge.result(table)
    assert (result.score, result.influence, result.kind) == ((0, 1, 0), (3, 16, -2), ResultKind.PLAYED)
    assert result.reported_at is not None


def test_two_who_tell_the_same_have_confirmed_it(edge: Edge):
    table = three(edge)
    edge.seat(table)
    edge.report(table, 0, [1], 3, 16, -2)
    assert edge.report(table, 1, [1], 3, 16, -2).settled


def test_the_same_winner_with_other_influence_is_a_dispute(edge: Edge):
    table = three(edge)
    edge.seat(table)
    edge.report(table, 0, [1], 3, 16, -2)
    assert edge.report(table, 1, [1], 4, 16, -2).disputed
    with pytest.raises(AlreadyDone):
        edge.report(table, 0, [1], 3, 16, -2)
    with refuses("error.DisputeIsOpen"):
        edge.report(table, 2, [1], 3, 16, -2)
    assert edge.report(table, 0, [1], 4, 16, -2).settled
    assert edge.result(table).influence == (4, 16, -2)


@pytest.mark.rule("OTE-2.4")
def test_a_winner_below_the_influence_that_wins_is_for_the_arbiter(edge: Edge):
    table = three(edge)
    edge.seat(table)
    with pytest.raises(TooLittleInfluence) as caught:
        edge.report(table, 0, [1], 3, 15, -2)
    assert (caught.value.told, caught.value.needed) == (15, 16)
    edge.rule(table, [1], 3, 15, -2)
    assert edge.result(table).influence == (3, 15, -2)


@pytest.mark.parametrize(
    ("won", "influence"),
    [((0, 1), (16, 16, 3)), ((), (1, 2, 3)), ((0,), (16, 3)), ((0,), (1600, 3, 3)), ((0,), ())],
)
def test_a_table_cannot_end_without_one_winner_and_everybodys_influence(edge: Edge, won, influence):
    table = three(edge)
    edge.seat(table)
    with refuses("error.ImpossibleScore"):
        edge.report(table, 0, won, *influence)


def test_strangers_have_no_say_and_reporters_do_not_confirm(edge: Edge):
    table = three(edge)
    edge.seat(table)
    edge.report(table, 0, [0], 16, 3, 3)
    with refuses("error.OwnReport"):
        edge.confirm(table, 0)
    with pytest.raises(NotAllowed):
        edge.hall.act(
            edge.hall.actor(STRANGER), playing_reporting_verbs.report, table.contest_id, (1, 0, 0), Particulars()
        )
    with pytest.raises(Outdated):
        edge.hall.act(edge.actor(table, 1), playing_reporting_verbs.confirm, table.contest_id, "another")


def test_a_dispute_waits_for_the_arbiter_who_may_overrule_it_with_a_reason(edge: Edge):
    table = three(edge)
    edge.seat(table)
    edge.report(table, 0, [0], 16, 3, 3)
    report = found(edge.view(table).match.report)
    edge.hall.act(edge.actor(table, 2), playing_reporting_verbs.dispute, table.contest_id, report.report_id, "I had 17")
    with refuses("error.DisputeIsOpen"):
        edge.confirm(table, 1)
    with pytest.raises(Missing):
        edge.rule(table, [2], 10, 3, 17)
    edge.rule(table, [2], 10, 3, 17, why="The cards on the table show it")
    assert edge.result(table).score == (0, 0, 1)
    for language in LANGUAGES:
        said = "\n".join(playing_cards.card(edge.view(table), Translator(language)).paragraphs)
        assert "**17**" in said
        assert "The cards on the table show it" in said


def test_a_report_that_nobody_answers_stands(edge: Edge):
    table = three(edge)
    edge.seat(table)
    edge.report(table, 0, [0], 16, 3, 3)
    edge.hall.now += timedelta(minutes=11)
    edge.hall.do(playing_presence_verbs.take, table.contest_id, Step.LET_STAND)
    assert edge.result(table).influence == (16, 3, 3)


def test_no_clock_takes_a_game_at_a_table(edge: Edge):
    table = four(edge)
    edge.call(table)
    edge.hall.now += timedelta(hours=2)
    edge.hall.do(playing_presence_verbs.take, table.contest_id, Step.LOSE_GAME)
    edge.here(table, 3)
    assert {one.side for one in edge.view(table).state.missing} == {0, 1, 2}


def test_who_stays_away_is_seated_out_and_nobody_is_second_behind_nothing(edge: Edge):
    table = four(edge)
    edge.call(table)
    edge.here(table, 0, 1, 2)
    with refuses("error.StillMissing"):
        edge.report(table, 0, [0], 16, -3, -4, 0)
    edge.hall.act(edge.hall.actor(1), tables_verbs.seat_out, table.contest_id, 3)
    with refuses("error.SeatedOut"):
        edge.here(table, 3)
    with refuses("error.ImpossibleScore"):
        edge.report(table, 0, [3], 0, 0, 0, 16)
    with refuses("error.ImpossibleScore"):
        edge.rule(table, [3], 0, 0, 0, 0)
    edge.report(table, 0, [0], 16, -3, -4, 0)
    edge.confirm(table, 1)
    assert edge.result(table).absent == (3,)
    view = found(edge.hall.ask(course_reading_verbs.standings_view, edge.tournament.tournament_id))
    points = {row.entrant_id: int(found(row.values[1].value)) for row in view.rows}
    assert [points[side] for side in table.sides] == [8, 4, 0, 0]


def test_only_who_is_missing_is_seated_out_and_only_by_who_decides(edge: Edge):
    table = three(edge)
    edge.call(table)
    edge.here(table, 0)
    with pytest.raises(NotNow):
        edge.hall.act(edge.hall.actor(1), tables_verbs.seat_out, table.contest_id, 0)
    with pytest.raises(NotAllowed):
        edge.hall.act(edge.hall.actor(STRANGER), tables_verbs.seat_out, table.contest_id, 1)


def test_the_arbiter_takes_it_back_when_the_player_comes(edge: Edge):
    table = three(edge)
    edge.call(table)
    edge.here(table, 0, 1)
    edge.hall.act(edge.hall.actor(1), tables_verbs.seat_out, table.contest_id, 2)
    edge.hall.act(edge.hall.actor(1), playing_presence_verbs.mark_present, table.contest_id, 2)
    edge.report(table, 2, [2], 3, 3, 16)
    assert edge.view(table).match.away == ()


def test_who_alone_came_has_won_without_a_game(edge: Edge):
    table = three(edge)
    edge.call(table)
    edge.here(table, 1)
    edge.hall.act(edge.hall.actor(1), tables_verbs.seat_out, table.contest_id, 0)
    edge.hall.act(edge.hall.actor(1), tables_verbs.seat_out, table.contest_id, 2)
    result = edge.result(table)
    assert (result.score, result.kind, result.absent) == ((0, 1, 0), ResultKind.WALKOVER, (0, 2))


def test_a_table_to_which_nobody_came_is_lost_by_all(edge: Edge):
    table = three(edge)
    edge.call(table)
    edge.hall.act(edge.hall.actor(1), playing_ruling_verbs.double_walkover, table.contest_id)
    assert (edge.result(table).score, edge.result(table).kind) == ((0, 0, 0), ResultKind.DOUBLE_WALKOVER)


def test_with_one_there_it_is_no_double_walkover_however_long_the_wait(edge: Edge):
    table = four(edge)
    edge.call(table)
    edge.here(table, 3)
    edge.hall.now += timedelta(hours=3)
    with pytest.raises(NotNow):
        edge.hall.act(edge.hall.actor(1), playing_ruling_verbs.double_walkover, table.contest_id)


def test_who_leaves_a_table_of_three_leaves_two_who_play_on(edge: Edge):
    table = three(edge)
    edge.seat(table)
    edge.hall.act(edge.actor(table, 2), rounds_drawing_verbs.leave, edge.tournament.tournament_id)
    view = edge.view(table)
    assert (view.match.away, view.state.phase) == ((2,), MatchPhase.PLAYING)
    edge.report(table, 1, [1], 5, 16, 0)
    edge.confirm(table, 0)
    assert edge.result(table).absent == (2,)


def test_a_table_stops_and_goes_on_and_is_called_again(edge: Edge):
    table, organiser = four(edge), edge.hall.actor(1)
    edge.call(table)
    edge.here(table, 0, 2)
    edge.hall.act(organiser, playing_ruling_verbs.suspend, table.contest_id, "power cut")
    edge.hall.now += timedelta(minutes=5)
    edge.hall.act(organiser, playing_ruling_verbs.resume, table.contest_id)
    assert {one.side for one in edge.view(table).state.missing} == {1, 3}
    edge.hall.act(organiser, tables_verbs.seat_out, table.contest_id, 1)
    edge.hall.act(organiser, playing_ruling_verbs.annul_match, table.contest_id, "wrong decks")
    assert edge.view(table).match.away == ()
    assert edge.view(table).state.phase is MatchPhase.WAITING


def test_every_player_of_a_table_knows_what_to_do(edge: Edge):
    table = four(edge)
    edge.call(table)
    edge.here(table, 0)
    for side in range(4):
        assert edge.hall.ask_as(edge.actor(table, side), guidance_verbs.tasks).tasks or side == 0
    assert [
        one.contest_id
        for one in edge.hall.ask(playing_reading_verbs.mine, GUILD, edge.actor(table, 3).member_id, edge.hall.now)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_of_a_table_in_every_phase(edge: Edge, language: str):
    table, translator = four(edge), Translator(language)

    def looked_at() -> str:
        view = edge.view(table)
        playing_arbiter_cards.desk(view, translator)
        return "\n".join(
            (*playing_cards.card(view, translator).paragraphs, *playing_cards.details(view, translator).paragraphs)
        )

    said = [looked_at()]
    edge.call(table)
    said.append(looked_at())
    edge.here(table, 0, 1, 2, 3)
    said.append(looked_at())
    edge.report(table, 0, [0], 16, 3, 2, -1)
    said.append(looked_at())
    edge.confirm(table, 3)
    said.append(looked_at())
    assert len(set(said)) == 5
    assert "**-1**" in said[-1]


@pytest.mark.parametrize(("typed", "number"), [("16", 16), (" -2 ", -2), ("\u22122", -2), ("+3", 3), ("0", 0)])
def test_influence_is_read_with_any_sign(typed: str, number: int):
    assert read_influence(typed, "Ana") == number


@pytest.mark.parametrize("typed", ["", "16!", "1 6", "9999", "dezesseis", "3.5"])
def test_what_is_no_whole_number_is_refused(typed: str):
    with pytest.raises(NoInfluence):
        read_influence(typed, "Ana")


def test_who_never_came_to_a_table_has_not_played(edge: Edge):
    table = four(edge)
    edge.call(table)
    edge.here(table, 0, 1, 2)
    edge.hall.act(edge.hall.actor(1), tables_verbs.seat_out, table.contest_id, 3)
    edge.report(table, 0, [0], 16, 3, 2, 0)
    edge.confirm(table, 1)
    settled = next(one for one in edge.contests() if one.contest_id == table.contest_id)
    assert set(never_played([settled], third_place_to_come=False)) == {table.sides[3]}

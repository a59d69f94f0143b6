"""A table that no staff decide: all who came end the game together, and where it needs a winner the lot names one."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from bot import wiring
from bot.features.cases import store as cases_store
from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.past_events.drafts_verbs import record_of
from bot.features.playing import cards as playing_cards
from bot.features.playing import note_cards as playing_note_cards
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing.model import LotOffered, StaffSilent
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tables import verbs as tables_verbs
from bot.features.tournaments.promises_model import LotDrawn
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import AlreadyDone
from bot.kernel.promises import Message, Promise
from bot.play.contests import Contest, ResultKind, Stage
from bot.play.matches import Ending
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from bot.wiring import ALL
from tests.hall.edge import GUILD, ORGANISER, Edge, found, three
from tests.hall.hall import Hall
from tests.hall.squads import replays
from tests.refusals import refuses


def wait(edge: Edge, **length: float) -> None:
    until = edge.hall.now + timedelta(**length)
    while due := edge.hall.ask(kernel_time_store.due_deadlines, until, 1):
        edge.hall.now = max(edge.hall.now, due[0].due_at)
        edge.hall.do(wiring.take, due[0])
    edge.hall.now = until


def agree(edge: Edge, table: Contest, *sides: int, ending: Ending = Ending.WITHOUT_RESULT) -> None:
    for side in sides:
        edge.hall.act(edge.actor(table, side), playing_presence_verbs.agree, table.contest_id, ending)


def of_stage(edge: Edge, stage: Stage, influence: tuple[int, ...] | None = None) -> Contest:
    while not any(one.stage is stage for one in edge.open()):
        table = edge.open()[0]
        edge.play(table, 0, None if influence is None else influence[: len(table.sides)])
    return next(one for one in edge.open() if one.stage is stage)


def is_open(edge: Edge, table: Contest) -> bool:
    return any(one.contest_id == table.contest_id for one in edge.open())


def said(edge: Edge, promised: Promise[Message], locale: str) -> str:
    composed = found(edge.hall.ask(ALL[type(promised.message)], promised))
    return "\n".join(composed(Translator(locale)).paragraphs)


@pytest.mark.rule("OTE-2.10")
def test_a_final_that_nobody_decides_goes_to_the_lot_once_the_whole_table_accepts_it(hall: Hall) -> None:
    edge = Edge(hall, 11)
    final = of_stage(edge, Stage.FINAL)
    edge.seat(final)
    for other in [one for one in edge.open() if one.contest_id != final.contest_id]:
        edge.play(other)
    with refuses("error.StaffAreAskedFirst"):
        agree(edge, final, 0)
    wait(edge, days=3)
    (silent,) = hall.promised(StaffSilent, final.contest_id)
    for locale in LOCALES:
        assert "{" not in said(edge, silent, locale)
    with refuses("error.LotNotOffered"):
        agree(edge, final, 0, ending=Ending.LOT)
    agree(edge, final, 0, 1)
    assert hall.promised(LotOffered, final.contest_id) == []
    agree(edge, final, 2)
    assert len(hall.promised(LotOffered, final.contest_id)) == 1
    agree(edge, final, 2, 0, ending=Ending.LOT)
    with pytest.raises(AlreadyDone):
        agree(edge, final, 0, ending=Ending.LOT)
    assert is_open(edge, final)
    agree(edge, final, 1, ending=Ending.LOT)
    result = edge.result(final)
    assert (result.kind, result.score, result.absent) == (ResultKind.BOTH_LOST, (0, 0, 0), ())
    winner = final.sides[found(result.paired_as_winner)]
    view = found(hall.ask(course_reading_verbs.standings_view, edge.tournament.tournament_id))
    assert [row.rank_from for row in view.rows[:3]] == [1, 2, 2]
    assert view.rows[0].entrant_id == winner
    assert hall.load(edge.tournament).ended_at is not None
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, edge.tournament.tournament_id).holds
    replays(hall, edge.tournament)
    told = json.loads(write_record(hall.ask(record_of, hall.load(edge.tournament))))
    (by_lot,) = [one for one in told["contests"] if one.get("paired_as_winner") is not None]
    by_lot["paired_as_winner"] = (by_lot["paired_as_winner"] + 1) % 3
    assert replay(read_record(json.dumps(told).encode(), "cup.json")).difference is not None, (
        "another than the lot says"
    )


@pytest.mark.rule("OTE-2.10")
def test_who_stays_away_from_a_final_keeps_nobody_there_and_has_no_part_in_the_lot(hall: Hall) -> None:
    edge = Edge(hall, 11)
    final = of_stage(edge, Stage.FINAL)
    edge.call(final)
    edge.here(final, 0, 2)
    wait(edge, days=3)
    agree(edge, final, 0, 2)
    agree(edge, final, 0, 2, ending=Ending.LOT)
    result = edge.result(final)
    assert result.absent == (1,)
    assert result.paired_as_winner in {0, 2}
    (told,) = [one for one in hall.promised(LotDrawn, edge.tournament.tournament_id) if one.message.contest]
    for locale in LOCALES:
        text = said(edge, told, locale)
        assert "{" not in text
    for other in edge.open():
        edge.play(other)
    replays(hall, edge.tournament)


def test_one_player_alone_at_a_final_cannot_take_it_by_a_lot_of_one(hall: Hall) -> None:
    edge = Edge(hall, 11)
    final = of_stage(edge, Stage.FINAL)
    edge.call(final)
    edge.here(final, 0)
    wait(edge, days=3)
    agree(edge, final, 0)
    with refuses("error.LotNotOffered"):
        agree(edge, final, 0, ending=Ending.LOT)
    assert is_open(edge, final)


def test_a_table_of_a_round_is_won_by_nobody_once_all_who_came_agree_and_the_event_goes_on(hall: Hall) -> None:
    edge = Edge(hall, 11)
    table = three(edge)
    edge.call(table)
    edge.here(table, 0, 1)
    wait(edge, days=3)
    agree(edge, table, 0)
    assert is_open(edge, table)
    agree(edge, table, 1)
    result = edge.result(table)
    assert (result.kind, result.score, result.absent) == (ResultKind.BOTH_LOST, (0, 0, 0), (2,))
    for locale in LOCALES:
        assert playing_cards.card(edge.view(table), Translator(locale)).paragraphs
    assert edge.play_out().ended_at is not None
    replays(hall, edge.tournament)


def test_a_table_to_which_nobody_came_and_that_all_end_is_an_absence_of_all(hall: Hall) -> None:
    edge = Edge(hall, 11)
    table = three(edge)
    edge.call(table)
    wait(edge, days=3)
    agree(edge, table, 0, 1, 2)
    assert edge.result(table).kind is ResultKind.DOUBLE_WALKOVER
    assert hall.ask(cases_store.of_tournament, edge.tournament.tournament_id) == []


def test_who_was_seated_out_has_no_word_in_it(hall: Hall) -> None:
    edge = Edge(hall, 11)
    table = three(edge)
    edge.call(table)
    edge.here(table, 0, 1)
    hall.act(hall.actor(ORGANISER), tables_verbs.seat_out, table.contest_id, 2)
    wait(edge, days=5)
    with refuses("error.SeatedOut"):
        agree(edge, table, 2)


@pytest.mark.rule("OTE-2.8")
def test_an_extra_game_that_nobody_decides_gives_a_seat_by_lot_and_the_others_play_for_the_rest(hall: Hall) -> None:
    edge = Edge(hall, 12)
    game = of_stage(edge, Stage.PLAY_OFF, (16, 4, 4, 4))
    edge.seat(game)
    for other in [one for one in edge.open() if one.contest_id != game.contest_id]:
        edge.play(other)
    wait(edge, days=3)
    agree(edge, game, 0, 1, 2)
    agree(edge, game, 0, 1, 2, ending=Ending.LOT)
    named = game.sides[found(edge.result(game).paired_as_winner)]
    (again,) = [one for one in edge.open() if one.stage is Stage.PLAY_OFF]
    assert named not in again.sides
    assert len(again.sides) == 2
    final = of_stage(edge, Stage.FINAL)
    assert named in final.sides
    assert edge.play_out().ended_at is not None
    replays(hall, edge.tournament)


@pytest.mark.parametrize("locale", LOCALES)
def test_what_a_table_reads_names_all_of_it_and_speaks_of_no_two(hall: Hall, locale: str) -> None:
    edge = Edge(hall, 11)
    final = of_stage(edge, Stage.FINAL)
    edge.seat(final)
    wait(edge, days=3)
    translator, texts = Translator(locale), []
    for side in range(3):
        taken = hall.act(edge.actor(final, side), playing_presence_verbs.agree, final.contest_id, Ending.WITHOUT_RESULT)
        texts.append("\n".join(playing_note_cards.agreement(taken, translator).paragraphs))
    (offered,) = hall.promised(LotOffered, final.contest_id)
    told = said(edge, offered, locale)
    assert all(f"<@{edge.member(final, side)}>" in told for side in range(3))
    taken = hall.act(edge.actor(final, 0), playing_presence_verbs.agree, final.contest_id, Ending.LOT)
    texts.append("\n".join(playing_note_cards.agreement(taken, translator).paragraphs))
    assert all("{" not in one for one in (*texts, told))

"""The draw at the close, its proof, and the redraw before the first call."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot import wiring
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.promises_model import Drawn, RecordDraw
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Tx
from bot.kernel.errors import Missing, NotAllowed
from bot.kernel.ids import PersonId
from bot.kernel.outages import Step
from bot.people import ratings_store as people_ratings_store
from bot.people.ratings_store import Rated, RatingList
from bot.play.contests import ResultKind, Stage
from bot.play.draw import DRAWS_OF_A_FIELD, DrawProblem
from bot.play.entries import Phase, Tournament, phase
from bot.play.rulebook import DrawSalt
from bot.rulebooks.library import preset
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

OPEN = preset("aije-open")
SCRIPT = Path(__file__).parents[3] / "docs" / "verify_draw.py"


def players(number: int) -> range:
    return range(2, 2 + number)


def rate(hall: Hall, given: dict[int, float]) -> None:
    """Publishes a list with these ratings, by the members' numbers."""
    people = {hall.person(number).person_id: rating for number, rating in given.items()}
    rated = {person: Rated(person, rating, 5) for person, rating in people.items()}
    hall.do(lambda tx: people_ratings_store.publish(tx, RatingList("l", GUILD, None, hall.now, rated)))


def byes(hall: Hall, tournament: Tournament) -> dict[PersonId, str | None]:
    standing = hall.ask(playing_store.of_tournament, tournament.tournament_id)
    return {hall.people_of(tournament, one)[0]: one.bye_reason for one in standing if one.bye_reason}


@pytest.mark.rule("AIJE-D01-4")
@pytest.mark.parametrize(("starters", "matches", "passing"), [(2, 1, 0), (3, 1, 1), (5, 1, 3), (13, 5, 3), (16, 8, 0)])
def test_the_draw_comes_at_the_close_with_its_preliminary_matches_and_byes(
    hall: Hall, starters: int, matches: int, passing: int
) -> None:
    tournament = hall.begin(hall.announce(), *players(starters))
    standing = hall.ask(playing_store.of_tournament, tournament.tournament_id)
    first = [one for one in standing if one.round == standing[0].round]
    assert sum(len(one.sides) == 2 for one in first) == matches
    assert sum(len(one.sides) == 1 for one in first) == passing
    assert phase(tournament) is Phase.RUNNING


@pytest.mark.rule("AIJE-D01-4")
def test_the_highest_rated_pass_and_the_unrated_play(hall: Hall) -> None:
    rate(hall, {2: 1900.0, 3: 2100.0, 4: 2000.0})
    tournament = hall.begin(hall.announce(), *players(5))
    passing = byes(hall, tournament)
    assert passing == {hall.person(number).person_id: "rating" for number in (2, 3, 4)}


@pytest.mark.rule("AIJE-D01-4")
def test_equal_ratings_at_the_cut_pass_by_lot(hall: Hall) -> None:
    rate(hall, {2: 2100.0, 3: 2000.0, 4: 2000.0})
    passing = byes(hall, hall.begin(hall.announce(), *players(6)))
    assert len(passing) == 2
    assert passing.pop(hall.person(2).person_id) == "rating"
    assert list(passing.values()) == ["lot"]


def test_a_restart_between_the_close_and_the_draw_loses_nothing(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 2, 3, 4)
    hall.now = tournament.start_at
    for number in (2, 3, 4):
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    assert phase(hall.load(tournament)) is Phase.DRAWING
    hall.now += timedelta(minutes=5)
    take_due(hall)
    assert phase(hall.load(tournament)) is Phase.RUNNING


def take_due(hall: Hall) -> None:
    """What the runner does when it wakes."""
    for deadline in hall.ask(kernel_time_store.due_deadlines, hall.now, 10):
        hall.do(wiring.take, deadline)


@pytest.mark.rule("AIJE-D01-4")
def test_a_step_that_runs_twice_draws_once(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *players(5))
    hall.do(rounds_drawing_verbs.draw_when_closed, tournament.tournament_id)
    assert len(hall.ask(tournaments_store.draws, tournament.tournament_id)) == 1
    assert len(hall.promised(Drawn, tournament.tournament_id)) == 1
    assert len(hall.promised(RecordDraw, tournament.tournament_id)) == 1


def test_a_draw_before_the_start_calls_nothing_until_the_start(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *players(4))
    due = hall.ask(kernel_time_store.deadlines_of_subject, f"tournament:{tournament.tournament_id}")
    assert due == {Step.START: tournament.start_at}


@pytest.mark.rule("AIJE-D01-4")
@pytest.mark.parametrize("starters", [3, 5, 13, 16])
def test_the_proof_agrees_with_the_bracket_also_after_the_event(hall: Hall, starters: int) -> None:
    tournament = hall.begin(hall.announce(), *players(starters))
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id).holds
    hall.play_out(tournament)
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id).holds


def test_the_commitment_was_public_before_the_draw_and_is_what_its_link_leads_to(hall: Hall) -> None:
    tournament = hall.announce()
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id).checks == ()
    drawn = hall.begin(tournament, *players(4))
    (check,) = hall.ask(rounds_drawing_verbs.verify_draws, GUILD, drawn.tournament_id).checks
    assert check.previous == tournament.commitment
    assert check.record.host_could_steer


@pytest.mark.parametrize(
    ("tampering", "problem"),
    [
        ("UPDATE draws SET seed = replace(seed, substr(seed, 1, 1), 'x')", DrawProblem.SEED_DIFFERS),
        ("UPDATE draws SET link = commitment_of", DrawProblem.LINK_DOES_NOT_FOLLOW),
        (
            "UPDATE draws SET entrants_list = replace(entrants_list, 'null', '\"9999.000000\"')",
            DrawProblem.LIST_HASH_DIFFERS,
        ),
    ],
)
def test_a_record_that_was_tampered_with_is_caught(hall: Hall, tampering: str, problem: DrawProblem) -> None:
    tournament = hall.begin(hall.announce(), *players(5))
    sql = tampering.replace(
        "commitment_of", "(SELECT commitment FROM tournaments t WHERE t.tournament_id = draws.tournament_id)"
    )
    hall.do(lambda tx: tx.execute(sql))
    checked = hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id)
    assert not checked.holds
    assert problem in checked.checks[0].problems


def test_a_bracket_that_was_tampered_with_is_caught(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *players(4))

    def swap(tx: Tx) -> None:
        first, second = playing_store.of_tournament(tx, tournament.tournament_id)[:2]
        tx.execute("DELETE FROM contest_sides WHERE side = 0")
        for contest, side in ((first, second.sides[0]), (second, first.sides[0])):
            tx.execute(
                "INSERT INTO contest_sides (contest_id, side, entrant_id) VALUES (?, 0, ?)", (contest.contest_id, side)
            )

    hall.do(swap)
    checked = hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id)
    assert not checked.checks[0].same_bracket
    assert not checked.holds


def test_the_script_of_the_docs_gives_the_same_bracket(hall: Hall, tmp_path: Path) -> None:
    tournament = hall.begin(hall.announce(), *players(5))
    exported = hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id).exported
    assert exported is not None
    file = tmp_path / "draw.json"
    file.write_text(exported, encoding="utf-8")
    told = subprocess.run([sys.executable, SCRIPT, file], capture_output=True, text=True, check=True).stdout
    names = {one["id"]: one["name"] for one in json.loads(exported)["entrants"]}
    standing = hall.ask(playing_store.of_tournament, tournament.tournament_id)
    first = [" - ".join(names[side] for side in one.sides) for one in standing if one.stage is Stage.PRELIMINARY]
    assert told.splitlines()[2:] == first


def test_rules_that_want_a_beacon_are_refused_where_there_is_none(hall: Hall) -> None:
    with refuses("error.NoBeacon"):
        hall.announce(replace(OPEN, draw=replace(OPEN.draw, salt=DrawSalt.BEACON)))


@pytest.mark.rule("GO-28.1")
def test_who_leaves_before_the_first_call_is_left_out_of_the_next_draw(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *players(5))
    left = hall.act(hall.actor(3), rounds_drawing_verbs.leave, tournament.tournament_id)
    assert left.may_redraw
    after = hall.act(hall.actor(1), rounds_drawing_verbs.redraw, tournament.tournament_id, "P3 had to go")
    standing = hall.ask(playing_store.of_tournament, tournament.tournament_id)
    playing = {person for one in standing for person in hall.people_of(after, one)}
    assert playing == {hall.person(number).person_id for number in (2, 4, 5, 6)}
    assert [one.stage for one in standing] == [Stage.SEMIFINAL] * 2


@pytest.mark.rule("GO-28.1")
def test_both_draws_stay_on_record_each_with_its_own_link(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *players(5))
    hall.act(hall.actor(1), rounds_drawing_verbs.redraw, tournament.tournament_id, "a friend was forgotten")
    checked = hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id)
    first, second = checked.checks
    assert checked.holds
    assert second.previous == first.record.link
    assert [one.message.reason for one in hall.promised(Drawn, tournament.tournament_id)] == [
        None,
        "a friend was forgotten",
    ]


@pytest.mark.rule("GO-28.1")
def test_after_the_first_call_the_draw_stands(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *players(4))
    hall.arbiter(9)
    hall.act(hall.actor(9), playing_arbiters_verbs.go_on)
    with refuses("error.TooLateToRedraw"):
        hall.act(hall.actor(1), rounds_drawing_verbs.redraw, tournament.tournament_id, "too late")


def test_a_redraw_is_for_organisers_and_wants_a_reason(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *players(4))
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(2), rounds_drawing_verbs.redraw, tournament.tournament_id, "please")
    with pytest.raises(Missing):
        hall.act(hall.actor(1), rounds_drawing_verbs.redraw, tournament.tournament_id, "   ")


def test_with_one_player_left_there_is_nothing_to_draw(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3)
    hall.act(hall.actor(2), rounds_drawing_verbs.leave, tournament.tournament_id)
    assert hall.load(tournament).ended_at is not None


@pytest.mark.rule("GO-28.1")
def test_where_too_few_are_left_for_another_draw_nobody_waits_for_one(hall: Hall) -> None:
    rules = replace(OPEN, minimum_entrants=4)
    tournament = hall.begin(hall.announce(rules), *players(4))
    left = hall.act(hall.actor(2), rounds_drawing_verbs.leave, tournament.tournament_id)
    assert not left.may_redraw
    standing = hall.ask(playing_store.of_tournament, tournament.tournament_id)
    assert [one.result.kind for one in standing if one.result is not None] == [ResultKind.WITHDRAWAL]
    with refuses("error.TooFewToRedraw"):
        hall.act(hall.actor(1), rounds_drawing_verbs.redraw, tournament.tournament_id, "three are left")


def test_a_field_is_drawn_so_often_that_links_are_left_for_its_rounds(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *players(4))
    for number in range(2, DRAWS_OF_A_FIELD + 1):
        hall.act(hall.actor(1), rounds_drawing_verbs.redraw, tournament.tournament_id, f"draw {number}")
    with refuses("error.TooLateToRedraw"):
        hall.act(hall.actor(1), rounds_drawing_verbs.redraw, tournament.tournament_id, "once more")

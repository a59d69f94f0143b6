"""The record of an event as the bot ran it: it replays, and shows nothing to whom it does not belong yet."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.kernel.ids import PersonId
from bot.people import ratings_store as people_ratings_store
from bot.play.contests import Contest, Result, ResultKind, possible_results, split
from bot.play.entries import Tournament
from bot.play.records import Record
from bot.play.rulebook import Rulebook
from bot.record.reading import read_record
from bot.record.replaying import Replay, ReplayedPart, ReplayVerdict, replay
from bot.record.writing import export_record, file_stem, write_record
from bot.rulebooks.library import preset
from tests.hall.board import ARBITER, first_match
from tests.hall.hall import GUILD, Hall, go_on
from tests.record.playing import rulebook
from tests.refusals import refuses

OPEN = preset("aije-open")


def played(hall: Hall, rules: Rulebook, players: int, seed: int = 1) -> Tournament:
    """The event to its end, with any results."""
    tournament, luck = hall.begin(hall.announce(rules), *range(2, 2 + players)), Random(seed)
    while waiting := hall.open_contests(tournament):
        settle(hall, waiting[0], *split(luck.choice(possible_results(waiting[0].length))))
    return hall.load(tournament)


def settle(hall: Hall, contest: Contest, score: tuple[int, ...], draws: int) -> None:
    hall.now = hall.now.replace(microsecond=0, minute=(hall.now.minute + 1) % 60)
    result = Result(score, (0, 0), ResultKind.PLAYED, hall.now, draws=draws)

    def settled(tx) -> None:
        playing_store.settle(tx, tx.new_id(), contest.contest_id, result, None, None)
        go_on(tx, contest.contest_id)

    hall.do(settled)


def record(hall: Hall, tournament: Tournament) -> Record:
    return hall.ask_as(hall.actor(1), past_events_drafts_verbs.record_for, tournament.tournament_id)


def replayed(hall: Hall, tournament: Tournament) -> Replay:
    return replay(read_record(write_record(record(hall, tournament)), "cup.json"))


@pytest.mark.rule("AIJE-D01-3", "AIJE-D01-4")
def test_the_record_of_an_open_agrees_with_draw_bracket_table_and_champion(hall: Hall) -> None:
    found = replayed(hall, hall.play_out(hall.begin(hall.announce(), *range(2, 9))))
    assert found.difference is None
    assert {check.part for check in found.checks if check.verdict is ReplayVerdict.AGREES} == set(ReplayedPart)


@pytest.mark.parametrize("name", ["swiss", "swiss_cut", "round_robin", "groups"])
def test_the_record_of_every_table_gives_the_same_standings(hall: Hall, name: str) -> None:
    tournament = played(hall, rulebook(name), 6)
    view = hall.ask(course_reading_verbs.standings_view, tournament.tournament_id)
    found = replayed(hall, tournament)
    assert view is not None
    assert found.difference is None
    assert found.derived.standings == view.rows


@pytest.mark.rule("AIJE-B02-2")
def test_the_ratings_of_a_replay_are_the_published_ones(hall: Hall) -> None:
    hall.play_out(hall.begin(hall.announce(), 2, 3, 4, 5))
    tournament = hall.play_out(hall.begin(hall.announce(name="Second"), 2, 3, 4, 6))
    found = replayed(hall, tournament)
    listed = sorted(hall.ask(people_ratings_store.ratings, GUILD).values())
    played_now = sorted(line.after for line in found.derived.ratings)
    assert len(played_now) == 4
    assert set(played_now) < set(listed)
    assert sum(line.before is None for line in found.derived.ratings) == 1


@pytest.mark.rule("GO-28.1")
def test_a_redraw_and_who_left_are_replayed_as_they_happened(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *range(2, 8))
    hall.act(hall.actor(3), rounds_drawing_verbs.leave, tournament.tournament_id)
    hall.now = hall.now.replace(second=30)
    hall.act(hall.actor(1), rounds_drawing_verbs.redraw, tournament.tournament_id, "P3 had to go")
    found = replayed(hall, hall.play_out(tournament))
    assert found.difference is None
    assert [one.purpose for one in found.record.draws] == ["field", "field"]
    assert any(one.voided_at is not None for one in found.record.contests)


def test_a_corrected_result_keeps_the_earlier_one_and_the_matches_that_it_took_back(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *range(2, 10))
    first = hall.open_contests(tournament)[:2]
    for contest in first:
        hall.settle(contest, (3, 0))
    hall.now = hall.now.replace(second=40)
    hall.act(hall.actor(1), playing_correcting_verbs.correct, first[0].contest_id, (0, 3), 1, "a slip")
    found = replayed(hall, hall.play_out(tournament))
    assert found.difference is None
    assert [one.earlier[0].score for one in found.record.contests if one.earlier] == [(3, 0)]


def test_a_running_event_is_for_its_organisers_alone(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4)
    with refuses("error.RecordNotPublicYet"):
        hall.ask_as(hall.actor(2), past_events_drafts_verbs.record_for, tournament.tournament_id)
    assert record(hall, tournament).ended_at is None


def test_everybody_may_have_the_record_of_an_event_that_is_over(hall: Hall) -> None:
    tournament = hall.play_out(hall.begin(hall.announce(), 2, 3))
    assert (
        hall.ask_as(hall.actor(3), past_events_drafts_verbs.record_for, tournament.tournament_id).ended_at is not None
    )


def test_before_the_draw_there_is_no_record(hall: Hall) -> None:
    tournament = hall.announce()
    with refuses("error.NotDrawnYet"):
        record(hall, tournament)


def test_the_files_hold_public_names_and_no_id_of_discord_or_of_a_person(hall: Hall) -> None:
    tournament = hall.play_out(hall.begin(hall.announce(), *range(1000002, 1000005)))
    files = dict(export_record(record(hall, tournament)).files)
    text = b"".join(files.values()).decode()
    persons: list[PersonId] = [hall.person(number).person_id for number in range(1000002, 1000005)]
    assert "P1000002" in text
    assert not any(person in text for person in persons)
    assert '"1000002"' not in text.replace('"P1000002"', "")


def test_files_are_named_after_the_event(hall: Hall) -> None:
    tournament = played(hall, rulebook("swiss"), 4)
    found = export_record(record(hall, tournament))
    assert [name for name, _ in found.files] == ["open.json", "open-standings.csv", "open-games.csv", "open.trf"]
    assert found.difference is None


@pytest.mark.parametrize(("name", "stem"), [("Taça do Zé #3", "taca-do-ze-3"), ("杯", "event"), ("../x", "x")])
def test_any_name_makes_a_file_name(name: str, stem: str) -> None:
    assert file_stem(name) == stem


@pytest.mark.rule("AIJE-D01-5.4")
@pytest.mark.parametrize("name", ["aije-open", "aije-champions-league", "double-elimination", "go-round-robin"])
def test_a_match_to_which_nobody_came_stands_in_the_record_as_lost_by_both(hall: Hall, name: str) -> None:
    rules = preset(name)
    rules = replace(rules, registration=replace(rules.registration, invited_only=False))
    rules = replace(rules, matches=replace(rules.matches, matches_per_arbiter=1, double_absence_after=None))
    board = first_match(hall, players=4, rulebook=rules)
    board.wait(hours=3)
    hall.act(hall.actor(ARBITER), playing_ruling_verbs.double_walkover, board.contest_id)
    found = replayed(hall, board.tournament)
    assert found.difference is None
    results = [one.contest.result for one in found.record.contests if one.contest.result is not None]
    assert [result.kind for result in results if result.kind is ResultKind.DOUBLE_WALKOVER] != []

"""Records of events of teams, at tables of three and of arenas as the services ran them: each agrees with itself."""

from __future__ import annotations

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.play.entries import Tournament
from bot.record.reading import read_record
from bot.record.replaying import Replay, ReplayedPart, ReplayVerdict, replay
from bot.record.writing import write_record
from tests.hall import arena_hall
from tests.hall.edge import Edge
from tests.hall.hall import Hall
from tests.hall.squads import JEEK, begin, call, jeek_team, play, publish


def replayed(hall: Hall, tournament: Tournament) -> Replay:
    """The event's file, read and worked out again; its table is the one that the bot shows."""
    record = hall.ask_as(hall.actor(1), past_events_drafts_verbs.record_for, tournament.tournament_id)
    found = replay(read_record(write_record(record), "cup.json"))
    view = hall.ask(course_reading_verbs.standings_view, tournament.tournament_id)
    assert view is not None
    assert found.derived.standings == view.rows
    return found


def verdicts(found: Replay) -> dict[ReplayedPart, ReplayVerdict]:
    return {check.part: check.verdict for check in found.checks}


def test_a_cup_of_teams_agrees_board_by_board(hall: Hall) -> None:
    publish(hall, P2=2200, P3=2190, P4=2180)
    cup = hall.announce(JEEK, "Times")
    for captain, name in ((2, "Azul"), (3, "Verde"), (4, "Roxo")):
        jeek_team(hall, cup, captain, name)
    cup = begin(hall, cup, 2, 3, 4)
    while waiting := hall.open_contests(cup):
        call(hall, waiting[0])
        play(hall, cup, waiting[0], "3-1", "2-2", "0-4")
    found = replayed(hall, cup)
    assert found.difference is None
    assert verdicts(found)[ReplayedPart.PAIRINGS] is verdicts(found)[ReplayedPart.RATINGS] is ReplayVerdict.AGREES
    assert {found.record.name_of(row.entrant_id) for row in found.derived.standings} == {"Azul", "Verde", "Roxo"}


def test_an_event_at_tables_of_three_agrees(hall: Hall) -> None:
    found = replayed(hall, Edge(hall, 11).play_out())
    assert found.difference is None
    assert verdicts(found)[ReplayedPart.PAIRINGS] is verdicts(found)[ReplayedPart.DRAWS] is ReplayVerdict.AGREES


def test_an_arena_agrees_with_its_frozen_table(hall: Hall) -> None:
    tournament = arena_hall.begin(hall, 2, 3, 4, 5)
    for contest in hall.open_contests(tournament):
        arena_hall.win(hall, tournament, contest)
    arena_hall.later(hall, hours=2)
    found = replayed(hall, tournament)
    assert found.difference is None
    assert found.derived.is_over
    assert verdicts(found)[ReplayedPart.PAIRINGS] is ReplayVerdict.NOT_CLAIMED

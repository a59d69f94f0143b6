"""Invitations after past events came in: the last League and Open of before, and what was played for seats since."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest

from bot.features.past_events.model import PastFile
from bot.features.registry import exams_verbs as registry_exams_verbs
from bot.features.seats import reading_verbs as seats_reading_verbs
from bot.features.seats import store as seats_store
from bot.features.seats import verbs as seats_verbs
from bot.features.seats.model import InvitationRound, SeatMatch, SeatsView
from bot.features.undoing import verbs as undoing_verbs
from bot.people import store as people_store
from bot.play.rulebook import QualifyingEvent
from bot.record.reading import read_record
from tests.hall.arrivals import as_file, brought_together
from tests.hall.court import PRESIDENT, open_court
from tests.hall.hall import GUILD, Hall

MARCH = datetime(2025, 3, 1, 20, tzinfo=UTC)
DAY = timedelta(days=1)
LEAGUE = ("L1", "L2", "L3", "L4", "L5", "L6")


def past(name: str, preset: str, day: datetime, entrants: list[str], results: list[list[str]]) -> PastFile:
    file = {
        "rulebook": {"preset": preset},
        "event": {"name": name, "ended_at": day.isoformat()},
        "entrants": entrants,
        "results": results,
    }
    return as_file(read_record(json.dumps(file), f"{name}.json"), f"{name}.json")


def a_league(name: str, day: datetime, order: tuple[str, ...] = LEAGUE) -> PastFile:
    """Whoever stands before has won 4-1."""
    pairs = [[one, other, "4-1"] for at, one in enumerate(order) for other in order[at + 1 :]]
    return past(name, "aije-champions-league", day, list(order), pairs)


def an_open(name: str, day: datetime, first: str, second: str, third: str, fourth: str) -> PastFile:
    file = {
        "rulebook": {"preset": "aije-open"},
        "event": {"name": name, "ended_at": day.isoformat()},
        "entrants": [first, second, third, fourth],
        "contests": [
            {"sides": [first, third], "stage": "semifinal", "round": 1, "position": 0, "score": "3-0"},
            {"sides": [second, fourth], "stage": "semifinal", "round": 1, "position": 1, "score": "3-1"},
            {"sides": [third, fourth], "stage": "third_place", "round": 2, "position": 0, "score": "5-2"},
            {"sides": [first, second], "stage": "final", "round": 2, "position": 0, "score": "5-4"},
        ],
    }
    return as_file(read_record(json.dumps(file), f"{name}.json"), f"{name}.json")


def proposed(hall: Hall, kind: InvitationRound = InvitationRound.LEAGUE) -> SeatsView:
    found = hall.ask(seats_store.proposed_round, GUILD, kind)
    assert found is not None
    return hall.ask(seats_reading_verbs.view, found)


def holders(view: SeatsView, event: QualifyingEvent) -> list[str]:
    return [view.people[one].name for one in view.qualification.holders(event)]


def sides(view: SeatsView, match: SeatMatch) -> list[str]:
    return [view.people[one].name for one in match.sides]


@pytest.mark.rule("AIJE-D02-1", "AIJE-D04-1")
def test_the_last_league_and_open_of_before_invite_and_their_matches_are_to_be_played(hall: Hall) -> None:
    brought_together(hall, an_open("Open", MARCH + DAY, "O1", "O2", "O3", "O4"), a_league("League", MARCH))
    view = proposed(hall)
    assert holders(view, QualifyingEvent.LEAGUE) == ["L1", "L2", "L3", "O1"]
    assert holders(view, QualifyingEvent.CANDIDATES) == ["L1", "L2", "L3", "O1"]
    assert [sides(view, one) for one in view.qualification.matches] == [["L4", "O3"], ["L5", "O2"]]


@pytest.mark.rule("AIJE-D02-1", "AIJE-D04-1")
def test_a_new_open_after_them_gives_the_right_invitations(hall: Hall) -> None:
    brought_together(hall, a_league("League", MARCH), an_open("Open", MARCH + DAY, "O1", "O2", "O3", "O4"))
    event = hall.play_out(hall.begin(hall.announce(), 2, 3, 4, 5))
    view = proposed(hall)
    assert event.tournament_id in view.round.sources
    assert holders(view, QualifyingEvent.LEAGUE)[:3] == ["L1", "L2", "L3"]
    winner = holders(view, QualifyingEvent.LEAGUE)[3]
    assert winner in {"P2", "P3", "P4", "P5"}
    first, second = (sides(view, one) for one in view.qualification.matches)
    assert (first[0], second[0]) == ("L4", "L5")
    assert {first[1], second[1], winner} <= {"P2", "P3", "P4", "P5"}
    assert len({first[1], second[1], winner}) == 3


@pytest.mark.rule("AIJE-D02-1")
def test_a_match_for_a_seat_that_came_along_has_given_its_seat(hall: Hall) -> None:
    played = past("Seat", "aije-seat-match", MARCH + 2 * DAY, ["O3", "L4"], [["O3", "L4", "3-1"]])
    brought_together(hall, a_league("League", MARCH), an_open("Open", MARCH + DAY, "O1", "O2", "O3", "O4"), played)
    view = proposed(hall)
    first, second = view.qualification.matches
    assert first.winner is not None
    assert view.people[first.winner].name == "O3"
    assert second.winner is None
    assert "O3" in holders(view, QualifyingEvent.LEAGUE)


def test_what_was_invited_to_an_event_that_is_over_is_not_proposed_again(hall: Hall) -> None:
    files = [
        a_league("Old League", MARCH - 300 * DAY, tuple(reversed(LEAGUE))),
        an_open("Old Open", MARCH - 200 * DAY, "X1", "X2", "X3", "X4"),
        a_league("League", MARCH),
        an_open("Open", MARCH + DAY, "O1", "O2", "O3", "O4"),
        past(
            "Candidates",
            "aije-candidates",
            MARCH + 2 * DAY,
            ["L1", "L2", "L3", "O1"],
            [[one, other, "4-1"] for one, other in combinations(["L1", "L2", "L3", "O1"], 2)],
        ),
    ]
    brought_together(hall, *files)
    view = proposed(hall)
    assert holders(view, QualifyingEvent.LEAGUE) == ["L1", "L2", "L3", "O1"]
    assert holders(view, QualifyingEvent.CANDIDATES) == []
    title = proposed(hall, InvitationRound.TITLE)
    assert holders(title, QualifyingEvent.WORLD)[0] == "L1"


def test_taken_back_the_proposal_lapses_and_once_confirmed_nothing_is_taken_back(hall: Hall) -> None:
    files = (a_league("League", MARCH), an_open("Open", MARCH + DAY, "O1", "O2", "O3", "O4"))
    brought_together(hall, *files)
    hall.act(hall.actor(1), undoing_verbs.undo, hall.ask_as(hall.actor(1), undoing_verbs.mine)[0].sequence)
    assert hall.ask(seats_store.proposed_round, GUILD) is None
    brought_together(hall, *files)
    hall.act(hall.actor(1), seats_verbs.confirm, proposed(hall).round.round_id)
    line = hall.ask_as(hall.actor(1), undoing_verbs.mine)[0]
    assert line.hangs is not None
    assert {name for _, name in hall.ask(people_store.names, GUILD)} >= set(LEAGUE)


@pytest.mark.rule("AIJE-D02-1")
def test_the_champion_who_is_named_afterwards_counts_in_what_is_proposed(hall: Hall) -> None:
    brought_together(hall, a_league("League", MARCH), an_open("Open", MARCH + DAY, "O1", "O2", "O3", "O4"))
    assert not proposed(hall).qualification.second_counts_twice
    open_court(hall)
    (champion,) = [one for one, name in hall.ask(people_store.names, GUILD) if name == "L2"]
    hall.act(hall.actor(PRESIDENT), registry_exams_verbs.crown, champion, "World Championship 2024")
    view = proposed(hall)
    assert view.qualification.second_counts_twice
    assert holders(view, QualifyingEvent.CANDIDATES) == ["L1", "L3", "O1"]

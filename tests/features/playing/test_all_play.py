"""Whoever organises an event and plays in it alone is told on the desk what to do before a match is disputed."""

from __future__ import annotations

from bot.features.desk import verbs as desk_verbs
from bot.features.tournaments.tasks_model import Obstacle
from bot.play.entries import Tournament
from tests.hall.hall import Hall


def warned(hall: Hall, event: Tournament) -> bool:
    rows = hall.ask_as(hall.actor(1), desk_verbs.desk_view, event.tournament_id).rows
    return Obstacle.ALL_PLAY in {one.obstacle for one in rows}


def test_who_organises_and_plays_alone_is_told(hall: Hall) -> None:
    event = hall.announce()
    hall.enter(event, 2, 3)
    assert not warned(hall, event)
    hall.enter(event, 1)
    assert warned(hall, event)


def test_an_arbiter_who_does_not_play_suffices(hall: Hall) -> None:
    event = hall.announce()
    hall.enter(event, 1, 2)
    hall.arbiter(9)
    assert not warned(hall, event)
    hall.enter(event, 9)
    assert warned(hall, event)

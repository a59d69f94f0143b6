"""A page of the list of players: what it shows, and that it reads no more than it shows."""

from __future__ import annotations

import sqlite3

import pytest

from bot.features.entering import list_verbs as entering_list_verbs
from bot.features.entering import store as entering_store
from bot.features.entering.model import PLAYERS_ON_A_PAGE
from bot.play.entries import Entrant
from tests.hall.desk_of_entries import entered, names, register, with_seats
from tests.hall.hall import GUILD, Hall


@pytest.fixture
def crowded(hall: Hall):
    """An event with 60 seats for which 90 registered, the third of whom left."""
    tournament = hall.announce(with_seats(60))
    for number in range(1, 91):
        register(hall, tournament, number)
    third = hall.ask(entering_store.on_list, tournament.tournament_id, 2, 1)[0]
    hall.do(lambda tx: entering_store.withdraw(tx, third.entrant_id, tx.now))
    return tournament


def test_who_waits_follows_who_has_a_seat_over_all_pages(hall: Hall, crowded) -> None:
    seated, waiting = names(hall, crowded)
    assert (len(seated), len(waiting)) == (60, 29)


@pytest.mark.parametrize(("asked", "shown"), [(-1, 0), (0, 0), (2, 2), (3, 2), (10**9, 2)])
def test_a_page_that_is_not_there_is_the_nearest_one(hall: Hall, crowded, asked: int, shown: int) -> None:
    assert hall.ask(entering_list_verbs.player_list, GUILD, crowded.tournament_id, asked).page == shown


def test_a_page_costs_a_page(hall: Hall, crowded, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[sqlite3.Row] = []
    table = entering_store._ENTRANTS
    build = table.read

    def count(row: sqlite3.Row) -> Entrant:
        made.append(row)
        return build(row)

    monkeypatch.setattr(table, "read", count)
    assert len(hall.ask(entering_list_verbs.player_list, GUILD, crowded.tournament_id, 1).shown) == PLAYERS_ON_A_PAGE
    assert len(made) == PLAYERS_ON_A_PAGE


def test_suggestions_are_the_first_of_that_name_in_the_order_of_registration(hall: Hall) -> None:
    tournament = hall.announce()
    for number in range(1, 31):
        entered(hall, tournament, number)
    everyone, _ = names(hall, tournament)
    found = hall.ask(entering_list_verbs.players_named, GUILD, tournament.tournament_id, everyone[4].upper(), 25)
    assert found[0].person.name == everyone[4]
    found = hall.ask(entering_list_verbs.players_named, GUILD, tournament.tournament_id, "", 25)
    assert [one.person.name for one in found] == everyone[:25]

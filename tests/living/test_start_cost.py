"""A start after an outage costs the same, however many other servers have events with nothing due."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.erasure import verbs as erasure_verbs
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import store as playing_store
from bot.features.setup import verbs as setup_verbs
from bot.features.tournaments import rulebook_verbs as tournaments_rulebook_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import tournament_subject
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query, Tx, Work, to_ms
from bot.kernel.outages import Step
from bot.living.creation import cut_off
from tests.hall.hall import GUILD, Hall
from tests.hall.outages import wake_up

SHORT, LONG = timedelta(seconds=20), timedelta(minutes=20)
START = (
    cut_off,
    playing_outage_verbs.settle_earlier,
    playing_reporting_verbs.show_open,
    erasure_verbs.forget_what_is_over,
    tournaments_rulebook_verbs.tell_cut_off,
    setup_verbs.switch_on_missing,
)
"""What the bot does with the store at each start, once every community was read."""


def a_server_plays(hall: Hall) -> None:
    """The own server has an event in which matches are called, and one whose confirmation is open."""
    hall.begin(hall.announce(), *range(2, 8))
    ahead = hall.announce(name="Ahead")
    hall.now = ahead.start_at - timedelta(minutes=20)
    hall.do(entering_check_in_verbs.open_check_in, hall.load(ahead))


def add_idle_servers(hall: Hall, many: int, calm: str) -> None:
    """So many other servers, each with an event that is a week ahead, or under way with nothing to play."""
    model = hall.announce(name="Model")

    def write(tx: Tx) -> None:
        for number in range(many):
            _add_server(tx, 1000 + number, str(model.tournament_id), tx.now, calm)

    hall.do(write)


def _add_server(tx: Tx, guild_id: int, model: str, now: datetime, calm: str) -> None:
    person, event = f"p{guild_id}", f"t{guild_id}"
    begun = to_ms(now) if calm == "under way" else None
    start = now + timedelta(days=7 if begun is None else -1)
    tx.execute(
        # It has what its event brings, as the own server has.
        "INSERT INTO guilds (guild_id, owner_id, language, time_zone, switches)"
        " SELECT ?, 5, 'en-US', 'UTC', switches FROM guilds WHERE guild_id = ?",
        (guild_id, GUILD),
    )
    tx.execute(
        "INSERT INTO people (person_id, guild_id, discord_id, name, known_since) VALUES (?, ?, ?, 'Owner', 0)",
        (person, guild_id, guild_id),
    )
    tx.execute(
        "INSERT INTO tournaments (tournament_id, guild_id, name, rulebook, rulebook_hash, start_at, created_at,"
        " created_by, commitment, secret, check_in_opened_at, check_in_closed_at, drawn_at, first_call_at)"
        " SELECT ?1, ?2, 'Idle', rulebook, rulebook_hash, ?3, ?4, ?5, commitment, secret, ?6, ?6, ?6, ?6"
        " FROM tournaments WHERE tournament_id = ?7",
        (event, guild_id, to_ms(start), to_ms(now - timedelta(days=9)), person, begun, model),
    )
    if begun is None:
        due = ((Step.OPEN_CHECK_IN, start - timedelta(hours=1)), (Step.CLOSE_CHECK_IN, start))
        kernel_time_store.rewrite_deadlines(tx, f"tournament:{event}", due)


def start_after(hall: Hall, away: timedelta, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The bot was away so long; answers how often each statement of its start was run."""
    hall.do(playing_outage_verbs.note_alive)
    hall.now += away
    statements = Counter[str]()
    with monkeypatch.context() as patch:
        for name in ("execute", "execute_many", "fetch_one", "fetch_all"):
            patch.setattr(Work, name, _counting(getattr(Work, name), statements))
        for step in START:
            hall.do(step)
    return statements


def _counting(run: Any, statements: Counter[str]) -> Any:
    def counted(tx: Query, sql: str, params: Any = ()) -> Any:
        statements[sql] += 1
        return run(tx, sql, params)

    return counted


@pytest.mark.parametrize(("calm", "away"), [("ahead", SHORT), ("ahead", LONG), ("under way", SHORT)])
def test_a_start_reads_nothing_of_servers_without_anything_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, calm: str, away: timedelta
) -> None:
    spent = []
    for many in (0, 200):
        hall = Hall(tmp_path / f"{many}.db")
        a_server_plays(hall)
        add_idle_servers(hall, many, calm)
        spent.append(start_after(hall, away, monkeypatch))
        hall.close()
    alone, among_others = spent
    assert among_others == alone


def test_an_event_whose_confirmation_should_have_opened_meanwhile_has_its_time_back(hall: Hall) -> None:
    tournament = hall.announce()
    opens_at = hall.ask(kernel_time_store.deadlines_of_subject, tournament_subject(tournament.tournament_id))[
        Step.OPEN_CHECK_IN
    ]
    closes_at = hall.ask(kernel_time_store.deadlines_of_subject, tournament_subject(tournament.tournament_id))[
        Step.CLOSE_CHECK_IN
    ]
    hall.now = opens_at - timedelta(minutes=1)
    hall.do(playing_outage_verbs.note_alive)
    hall.now = opens_at + timedelta(minutes=30)
    (outage,) = hall.do(wake_up)
    reached = hall.ask(tournaments_store.reached_by, outage, GUILD)
    assert [one.tournament_id for one in reached] == [tournament.tournament_id]
    due = hall.ask(kernel_time_store.deadlines_of_subject, tournament_subject(tournament.tournament_id))
    assert due[Step.CLOSE_CHECK_IN] > closes_at


def test_an_event_with_a_match_in_play_is_found_among_others(hall: Hall) -> None:
    played = hall.begin(hall.announce(), *range(2, 6))
    ahead = hall.announce(name="Ahead")
    hall.do(lambda tx: playing_store.assign(tx, hall.open_contests(played)[0].contest_id, None, tx.now))
    ids = [played.tournament_id, ahead.tournament_id]
    assert hall.ask(playing_store.events_in_play, ids) == {played.tournament_id}

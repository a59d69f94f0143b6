"""What was played in an event that is called off counts: it is rated, and registers who really played (AIJE-D01-6)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.playing import rows_store as playing_rows_store
from bot.features.registry import store as registry_store
from bot.features.registry import titles_verbs as registry_titles_verbs
from bot.features.registry.titles_model import MasterTitle
from bot.features.rounds import ending_verbs as rounds_ending_verbs
from bot.features.tournaments.promises_model import RatingsPublished, RatingsWithdrawn
from bot.features.undoing import events_verbs as undoing_events_verbs
from bot.features.undoing import verbs as undoing_verbs
from bot.kernel import log
from bot.kernel.context import Tx
from bot.kernel.ids import PersonId
from bot.people import ratings_store as people_ratings_store
from bot.play.contests import ResultKind
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from bot.server.model import Hanging
from tests.hall.hall import GUILD, Hall, unofficial
from tests.hall.registered import register
from tests.rules.written import fixed

OPEN = preset("aije-open")


def call_off(hall: Hall, event: Tournament) -> Tournament:
    hall.now += timedelta(minutes=1)
    hall.act(hall.actor(1), course_ending_verbs.cancel, event.tournament_id, "no power")
    return hall.load(event)


def begun(hall: Hall) -> tuple[Tournament, PersonId, PersonId]:
    """An Open of four of whom two have played, 3-1, and two have not; with the winner and the loser."""
    event = hall.begin(hall.announce_of_before(OPEN), 2, 3, 4, 5)
    contest = hall.open_contests(event)[0]
    hall.settle(contest, (3, 1))
    winner, loser = hall.people_of(event, contest)
    return hall.load(event), winner, loser


def last_call_off(hall: Hall, event: Tournament) -> log.Entry:
    lines = hall.ask(log.of_tournament, event.tournament_id)
    return next(one for one in reversed(lines) if one.act == "cancel_tournament")


def _titled(tx: Tx, person: PersonId) -> None:
    registry_store.give_title(tx, person, MasterTitle.IM, tx.now - timedelta(days=9), person)


def rated(hall: Hall) -> dict[PersonId, tuple[float, int]]:
    """The rating and the games of everybody on the latest list."""
    found = hall.ask(people_ratings_store.current, GUILD)
    return {} if found is None else {one: (line.rating, line.games) for one, line in found.rated.items()}


@pytest.mark.rule("AIJE-D01-6", "AIJE-B03-1", "AIJE-B02-2")
def test_whoever_played_in_an_open_that_is_called_off_is_rated_and_registered_and_no_one_else(hall: Hall) -> None:
    event, winner, loser = begun(hall)
    call_off(hall, event)
    assert fixed("AIJE-D01-6", "called_off") == {"rated": True, "registers": "who played"}
    assert rated(hall) == {winner: (2016.0, 4), loser: (1984.0, 4)}
    view = hall.ask(rounds_ending_verbs.ratings_view, event.tournament_id)
    assert view is not None
    assert [one.person.person_id for one in view.changes] == [winner, loser]
    assert len(hall.promised(RatingsPublished, event.tournament_id)) == 1


@pytest.mark.rule("AIJE-D01-6", "AIJE-B03-1")
def test_who_won_by_walkover_alone_is_registered_and_the_absent_player_is_not(hall: Hall) -> None:
    event = hall.begin(hall.announce_of_before(OPEN), 2, 3, 4, 5)
    contest = hall.open_contests(event)[0]
    came, _ = hall.people_of(event, contest)
    hall.settle(contest, (3, 0), (3, 0), ResultKind.WALKOVER)
    call_off(hall, event)
    assert rated(hall) == {came: (2000.0, 0)}


@pytest.mark.rule("AIJE-D01-6")
def test_an_event_called_off_before_a_game_or_that_is_not_rated_publishes_nothing(hall: Hall) -> None:
    call_off(hall, hall.announce_of_before(OPEN, "not drawn"))
    call_off(hall, hall.begin(hall.announce_of_before(OPEN, "no game"), 2, 3, 4, 5))
    cup = hall.begin(hall.announce(unofficial(preset("cup")), "cup"), 2, 3, 4, 5)
    hall.settle(hall.open_contests(cup)[0], (1, 0))
    call_off(hall, cup)
    assert rated(hall) == {}


@pytest.mark.rule("AIJE-D01-6", "AIJE-B01-5")
def test_a_match_won_there_stays_won_for_titles_and_stands_in_the_history(hall: Hall) -> None:
    event, winner, loser = begun(hall)
    hall.do(_titled, loser)
    before = hall.ask(playing_rows_store.latest_contests, winner, 5)
    call_off(hall, event)
    assert hall.ask(playing_rows_store.latest_contests, winner, 5) == before != []
    record = hall.ask(registry_titles_verbs.player_records, GUILD, [winner], hall.now)[winner]
    assert [one.person_id for one in record.masters_beaten] == [loser]
    assert record.victories == ()


@pytest.mark.rule("AIJE-D01-6")
def test_an_event_that_goes_on_after_all_withdraws_the_list_and_its_end_counts_each_game_once(hall: Hall) -> None:
    register(hall, 2, 3, 4, 5)
    event, *_ = begun(hall)
    call_off(hall, event)
    assert rated(hall) != dict.fromkeys(rated(hall), (2000.0, 0))
    hall.act(hall.actor(1), undoing_verbs.undo, last_call_off(hall, event).sequence)
    assert rated(hall) == dict.fromkeys((hall.person(n).person_id for n in (2, 3, 4, 5)), (2000.0, 0))
    assert len(hall.promised(RatingsWithdrawn, event.tournament_id)) == 1
    hall.play_out(hall.load(event))
    found = hall.ask(people_ratings_store.of_tournament, event.tournament_id)
    assert found is not None
    assert sum(line.rating for line in found.rated.values()) == pytest.approx(8000)
    assert min(line.games for line in found.rated.values()) > 0


@pytest.mark.rule("AIJE-D01-6")
def test_where_a_later_list_builds_on_it_the_event_stays_called_off(hall: Hall) -> None:
    event, *_ = begun(hall)
    call_off(hall, event)
    hall.play_out(hall.begin(hall.announce_of_before(OPEN, "the next"), 2, 3))
    entry = last_call_off(hall, event)
    assert hall.ask_as(hall.actor(1), undoing_events_verbs.hangs, entry) is Hanging.BUILT_ON

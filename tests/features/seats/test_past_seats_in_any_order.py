"""Seats and invitations are the same in whatever order past events come in, and end with what was played since."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from bot.features.entering import bars_store as entering_bars_store
from bot.features.past_events.model import PastFile
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.seats import store as seats_store
from bot.features.seats import verbs as seats_verbs
from bot.features.seats.model import InvitationRound, SeatsLost
from bot.features.undoing import verbs as undoing_verbs
from bot.kernel.ids import MemberId, PersonId
from bot.people import store as people_store
from bot.play.rulebook import QualifyingEvent
from tests.features.seats.test_past_seats import (
    DAY,
    LEAGUE,
    MARCH,
    a_league,
    an_open,
    holders,
    past,
    proposed,
    sides,
)
from tests.hall.arrivals import brought_together
from tests.hall.hall import GUILD, Hall
from tests.hall.registered import register

CANDIDATES = ("L1", "L2", "L3", "O1")


def candidates(name: str = "Candidates", day: int = 3) -> PastFile:
    pairs = [[one, other, "4-1"] for one, other in combinations(CANDIDATES, 2)]
    return past(name, "aije-candidates", MARCH + day * DAY, list(CANDIDATES), pairs)


def seat_match() -> PastFile:
    return past("Seat", "aije-seat-match", MARCH + 2 * DAY, ["O3", "L4"], [["O3", "L4", "3-1"]])


def world() -> PastFile:
    return past("World", "aije-world", MARCH + 4 * DAY, ["L1", "L2"], [["L1", "L2", "10-1"]])


def last_year() -> tuple[PastFile, PastFile]:
    return a_league("League", MARCH), an_open("Open", MARCH + DAY, "O1", "O2", "O3", "O4")


def person(hall: Hall, name: str) -> PersonId:
    return next(one for one, known in hall.ask(people_store.names, GUILD) if known == name)


def seated(hall: Hall, event: QualifyingEvent) -> set[str]:
    known = hall.ask(people_store.by_ids, hall.ask(entering_bars_store.seats, GUILD, event))
    return {one.name for one in known.values()}


def undo(hall: Hall) -> None:
    hall.act(hall.actor(1), undoing_verbs.undo, hall.ask_as(hall.actor(1), undoing_verbs.mine)[0].sequence)


def what_follows(hall: Hall) -> object:
    """All that the proposals say."""
    league, title = proposed(hall), proposed(hall, InvitationRound.TITLE)
    events = (QualifyingEvent.LEAGUE, QualifyingEvent.CANDIDATES)
    matches = [sides(league, one) for one in league.qualification.matches]
    return [*(holders(league, one) for one in events), *matches, holders(title, QualifyingEvent.WORLD)]


WANTED = [["L1", "L2", "L3", "O1", "O3"], [], ["L4", "O3"], ["L5", "O2"], ["L1", "L2"]]


@pytest.mark.rule("AIJE-D02-1", "AIJE-D04-1")
@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_one_file_after_the_other_gives_the_invitations_of_all_together(hall: Hall, order: tuple[int, ...]) -> None:
    files = (*last_year(), seat_match(), candidates())
    for at in order:
        brought_together(hall, files[at])
    assert what_follows(hall) == WANTED


@pytest.mark.rule("AIJE-D02-1", "AIJE-D04-1")
def test_older_events_that_come_last_change_nothing(hall: Hall) -> None:
    brought_together(hall, *last_year(), seat_match(), candidates())
    brought_together(
        hall,
        a_league("Old League", MARCH - 300 * DAY, tuple(reversed(LEAGUE))),
        an_open("Old Open", MARCH - 200 * DAY, "X1", "X2", "X3", "X4"),
        candidates("Old Candidates", -100),
    )
    assert what_follows(hall) == WANTED


@pytest.mark.rule("AIJE-D01-2", "AIJE-D02-1")
@pytest.mark.parametrize("at_once", [True, False])
def test_the_seats_of_a_round_end_with_the_candidates_that_come_in_later(hall: Hall, at_once: bool) -> None:
    for files in (last_year(),) if at_once else [(one,) for one in last_year()]:
        brought_together(hall, *files)
    hall.act(hall.actor(1), seats_verbs.confirm, proposed(hall).round.round_id)
    assert seated(hall, QualifyingEvent.CANDIDATES) == set(CANDIDATES)
    brought_together(hall, candidates())
    assert seated(hall, QualifyingEvent.CANDIDATES) == set()
    assert seated(hall, QualifyingEvent.LEAGUE) == {"L1", "L2", "L3", "O1"}
    assert holders(proposed(hall, InvitationRound.TITLE), QualifyingEvent.WORLD)[0] == "L1"
    undo(hall)
    assert seated(hall, QualifyingEvent.CANDIDATES) == set(CANDIDATES)
    assert hall.ask(seats_store.proposed_round, GUILD, InvitationRound.TITLE) is None


@pytest.mark.rule("AIJE-D02-1")
def test_a_match_for_a_seat_that_comes_in_after_the_invitations_gives_its_seat_and_takes_it_along(hall: Hall) -> None:
    brought_together(hall, *last_year())
    found = hall.act(hall.actor(1), seats_verbs.confirm, proposed(hall).round.round_id)
    brought_together(hall, seat_match())
    assert "O3" in seated(hall, QualifyingEvent.LEAGUE)
    assert hall.promised(SeatsLost, found.round.round_id) == []
    undo(hall)
    assert "O3" not in seated(hall, QualifyingEvent.LEAGUE)
    assert len(hall.promised(SeatsLost, found.round.round_id)) == 2


@pytest.mark.rule("AIJE-D01-2")
def test_a_new_league_ends_the_seats_in_it_and_a_new_open_then_invites_rightly(hall: Hall) -> None:
    brought_together(hall, *last_year())
    hall.act(hall.actor(1), seats_verbs.confirm, proposed(hall).round.round_id)
    order = ("L1", "L2", "O1", "L3", "O3", "O2")
    brought_together(hall, a_league("New League", MARCH + 100 * DAY, order))
    assert seated(hall, QualifyingEvent.LEAGUE) == set()
    event = hall.play_out(hall.begin(hall.announce(), 2, 3, 4, 5))
    view = proposed(hall)
    assert event.tournament_id in view.round.sources
    assert holders(view, QualifyingEvent.LEAGUE)[:3] == ["L1", "L2", "O1"]
    assert {sides(view, one)[0] for one in view.qualification.matches} == {"L3", "O3"}


@pytest.mark.rule("AIJE-D01-2")
def test_a_seat_by_hand_ends_with_the_event_that_it_was_for_and_not_with_an_older_one(hall: Hall) -> None:
    brought_together(hall, a_league("Old League", MARCH))
    hall.now = MARCH + 50 * DAY
    given = (person(hall, "L6"), QualifyingEvent.LEAGUE, "The first League")
    hall.act(hall.actor(1), seats_by_hand_verbs.give, *given)
    hall.now = MARCH + 200 * DAY
    brought_together(hall, a_league("Older League", MARCH - 300 * DAY))
    assert seated(hall, QualifyingEvent.LEAGUE) == {"L6"}
    brought_together(hall, a_league("League", MARCH + 100 * DAY))
    assert seated(hall, QualifyingEvent.LEAGUE) == set()
    undo(hall)
    assert seated(hall, QualifyingEvent.LEAGUE) == {"L6"}


@pytest.mark.rule("AIJE-D04-1")
def test_a_seat_by_hand_does_not_come_back_where_all_places_are_taken_meanwhile(hall: Hall) -> None:
    others = range(60, 66)
    brought_together(hall, a_league("Old League", MARCH))
    hall.now = MARCH + 50 * DAY
    register(hall, *others)
    hall.act(hall.actor(1), seats_by_hand_verbs.give, person(hall, "L6"), QualifyingEvent.LEAGUE, "The first League")
    hall.now = MARCH + 200 * DAY
    brought_together(hall, a_league("League", MARCH + 100 * DAY))
    for number in others:
        named = (MemberId(number), f"P{number}")
        hall.act(hall.actor(1), seats_by_hand_verbs.give, named, QualifyingEvent.LEAGUE, "The next League")
    undo(hall)
    assert seated(hall, QualifyingEvent.LEAGUE) == {f"P{number}" for number in others}


@pytest.mark.rule("AIJE-D03-1")
@pytest.mark.parametrize("confirmed", [True, False])
def test_nobody_is_invited_to_a_match_for_the_title_that_was_played(hall: Hall, confirmed: bool) -> None:
    brought_together(hall, *last_year(), candidates())
    title = proposed(hall, InvitationRound.TITLE).round.round_id
    if confirmed:
        hall.act(hall.actor(1), seats_verbs.confirm, title)
    before = seated(hall, QualifyingEvent.WORLD)
    brought_together(hall, world())
    assert hall.ask(seats_store.proposed_round, GUILD, InvitationRound.TITLE) is None
    assert seated(hall, QualifyingEvent.WORLD) == set()
    undo(hall)
    assert seated(hall, QualifyingEvent.WORLD) == before
    assert (hall.ask(seats_store.proposed_round, GUILD, InvitationRound.TITLE) is None) == confirmed

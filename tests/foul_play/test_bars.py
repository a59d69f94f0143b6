"""Escaping a bar or the case of an absence, tried as somebody would who wants to play on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.domain.cases.absence import AbsenceCase, AbsenceReason, VerdictKind
from bot.domain.contests import Contest, Score
from bot.domain.entering.qualification import seats_of
from bot.domain.events.tournament import Tournament
from bot.domain.ids import MemberId, Occasion, PersonId
from bot.domain.permissions import Office
from bot.rulebooks.library import preset
from bot.services import erasure
from bot.services.cases import bars, justifications
from bot.services.entering import check_in
from bot.services.entering.eligibility import bars_of as bars_of_person
from bot.services.events import drawing, leaving
from bot.services.recusal import StandsInForThem
from bot.services.registry import offices
from bot.storage import bars as bars_storage
from bot.storage import cases, entrants
from bot.storage.database import Work
from tests.services.chamber import open_chamber
from tests.services.court import ARBITER, LEADER, PRESIDENT, bars_of, case_of, justify, let_pass, miss
from tests.services.desk_of_entries import MINUTE
from tests.services.hall import GUILD, Hall

ANA, BOB = 4, 5
FIELD = range(20, 26)
LEAVER = FIELD[0]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    opened = Hall(tmp_path / "hall.db")
    open_chamber(opened)
    yield opened
    opened.close()


def member(number: int) -> tuple[MemberId, str]:
    return MemberId(number), f"P{number}"


# --- one's own delegate -------------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-D01-2")
def test_a_barred_leader_is_not_freed_by_the_own_stand_in(hall: Hall) -> None:
    bar = hall.do(bars.bar_player, hall.presser(PRESIDENT), member(LEADER), "Threats")
    hall.do(offices.name_stand_in, hall.presser(LEADER), Office.LEADER, member(BOB), 1, "A holiday")
    with pytest.raises(StandsInForThem):
        hall.do(bars.lift, hall.presser(BOB), bar.bar_id, "A favour")
    assert bars_of(hall, LEADER)
    other = hall.do(bars.bar_player, hall.presser(PRESIDENT), member(ANA), "Threats")
    hall.do(bars.lift, hall.presser(BOB), other.bar_id, "Served")
    hall.now += timedelta(days=1)
    hall.do(bars.lift, hall.presser(PRESIDENT), bar.bar_id, "Served")


@pytest.mark.rule("AIJE-D01-5.3")
def test_nor_is_the_leaders_absence_justified_by_it(hall: Hall) -> None:
    event = miss(hall, LEADER)
    let_pass(hall, timedelta(hours=1))
    justify(hall, event, LEADER)
    hall.do(offices.name_stand_in, hall.presser(LEADER), Office.LEADER, member(BOB), 3, "A holiday")
    case_id = case_of(hall, event, LEADER).case_id
    with pytest.raises(StandsInForThem):
        hall.do(justifications.review, hall.presser(BOB), case_id, VerdictKind.ACCEPTED)
    hall.do(justifications.review, hall.presser(ARBITER), case_id, VerdictKind.DECLINED, "No")
    assert bars_of(hall, LEADER)


# --- leaving between the close and the first match ----------------------------------------------------------------


def closed(hall: Hall, rulebook: str) -> Tournament:
    """An event whose field has confirmed; nothing is drawn yet."""
    rules = preset(rulebook)
    event, seats = hall.announce(rules), seats_of(rules)
    for number in FIELD if seats else ():
        hall.do(seat, seats or "", hall.person(number).person_id)
    hall.enter(event, *FIELD)
    hall.now = event.start_at - MINUTE
    for number in FIELD:
        hall.do(check_in.check_in, hall.presser(number), event.tournament_id)
    hall.now = event.start_at + timedelta(seconds=3)
    hall.do(check_in.close, hall.load(event))
    return hall.load(event)


def seat(work: Work, occasion: Occasion, event: str, person: PersonId) -> None:
    bars_storage.give_seat(work, GUILD, event, person, occasion.now, person)


def play_out(hall: Hall, event: Tournament) -> Tournament:
    """To the end, whoever registered earlier winning, so that nobody is level."""
    order = {one.entrant_id: one.number for one in hall.ask(entrants.of_tournament, event.tournament_id)}

    def earlier(contest: Contest) -> Score:
        return (contest.target, 0) if order[contest.sides[0]] < order[contest.sides[1]] else (0, contest.target)

    return hall.play_out(hall.load(event), earlier)


def case_after(hall: Hall, event: Tournament) -> AbsenceCase | None:
    assert play_out(hall, event).ended_at is not None
    return hall.ask(cases.of_person, event.tournament_id, hall.person(LEAVER).person_id)


@pytest.mark.rule("AIJE-D01-5.2", "AIJE-D01-5.3", "AIJE-B03-2")
@pytest.mark.parametrize("rulebook", ["aije-open", "aije-candidates"])
def test_who_confirms_and_leaves_before_the_draw_has_not_played(hall: Hall, rulebook: str) -> None:
    event = closed(hall, rulebook)
    left_at = hall.now
    hall.do(leaving.leave, hall.presser(LEAVER), event.tournament_id)
    hall.do(drawing.draw_when_closed, event.tournament_id)
    case = case_after(hall, event)
    assert case is not None
    assert (case.reason, case.event_at) == (AbsenceReason.CONFIRMED_NEVER_PLAYED, left_at)


@pytest.mark.rule("AIJE-D01-5.3", "GO-28.1")
@pytest.mark.parametrize("erases", [False, True])
def test_a_friends_redraw_makes_nobody_present_who_left(hall: Hall, *, erases: bool) -> None:
    event = closed(hall, "aije-open")
    hall.do(drawing.draw_when_closed, event.tournament_id)
    gone = hall.person(LEAVER).person_id
    told = hall.ask(leaving.leavable, hall.presser(LEAVER), event.tournament_id)
    assert told is not None
    assert (told.counts_as_absent, told.may_redraw) == (True, True)
    if erases:
        hall.do(erasure.erase, hall.presser(LEAVER))
    else:
        hall.do(leaving.leave, hall.presser(LEAVER), event.tournament_id)
    hall.do(drawing.redraw, hall.presser(1), event.tournament_id, "Somebody left")
    play_out(hall, event)
    assert hall.ask(cases.of_person, event.tournament_id, gone) is not None
    let_pass(hall, timedelta(hours=80))
    assert hall.ask(bars_of_person, hall.person(LEAVER).person_id, hall.now)


@pytest.mark.rule("AIJE-D01-5.3")
def test_who_was_taken_out_before_a_match_has_not_stayed_away(hall: Hall) -> None:
    event = closed(hall, "aije-open")
    person = hall.person(LEAVER).person_id
    hall.do(leaving.leave, hall.presser(1), event.tournament_id, person, "Entered twice")
    hall.do(drawing.draw_when_closed, event.tournament_id)
    assert case_after(hall, event) is None


def test_where_staying_away_costs_nothing_nobody_is_asked_why(hall: Hall) -> None:
    event = hall.announce(preset("go-round-robin"))
    hall.enter(event, *FIELD)
    hall.now = event.start_at - MINUTE
    for number in FIELD:
        hall.do(check_in.check_in, hall.presser(number), event.tournament_id)
    hall.now = event.start_at + timedelta(seconds=3)
    hall.do(check_in.close, hall.load(event))
    hall.do(leaving.leave, hall.presser(LEAVER), event.tournament_id)
    hall.do(drawing.draw_when_closed, event.tournament_id)
    assert case_after(hall, event) is None

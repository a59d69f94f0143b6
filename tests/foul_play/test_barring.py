"""Barring somebody without the right to it, and ending a bar by a way around the officers (AIJE-D01-2, AIJE-B01-AJ)."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from bot.features.cases import appeals_verbs as cases_appeals_verbs
from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.cases.model import Barred
from bot.features.entering.eligibility_verbs import Disqualified
from bot.features.entering.eligibility_verbs import bars_of as bars_of_person
from bot.features.entering.model import Bar
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.undoing import verbs as undoing_verbs
from bot.kernel.context import Tx
from bot.kernel.errors import NotAllowed, UserError
from bot.kernel.ids import ContestId, MemberId, PersonId, TournamentId
from bot.people.model import ArbiterTitle
from bot.play.entries import Tournament
from tests.foul_play import stakes
from tests.hall.court import ARBITER, LEADER, PRESIDENT, bar_by_verdict, bars_of, open_court, waiting
from tests.hall.desk_of_entries import MINUTE
from tests.hall.hall import Hall

LOWER = 60
"""Who holds a lower title."""
ANA = 2
BESIDE = ("error.OpponentsCase", "error.OpponentsCaseAlone")


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_court(hall)
    hall.arbiter(LOWER, ArbiterTitle.ANP)
    return hall


def bar(hall: Hall, by: int, *, rule: str | None = None, event: TournamentId | None = None, who: int = ANA) -> Bar:
    hall.now += MINUTE
    verb = partial(cases_barring_verbs.bar_player, rule=rule, event=event)
    found: Bar = hall.act(hall.actor(by), verb, (MemberId(who), f"P{who}"), "Insulted everybody")
    return found


def refusal(hall: Hall, by: int, **given: object) -> str:
    with pytest.raises(UserError) as refused:
        bar(hall, by, **given)  # type: ignore[arg-type]
    return refused.value.key


def referee(tx: Tx, contest_id: ContestId, person_id: PersonId) -> None:
    tx.execute("UPDATE contests SET arbiter_id = ? WHERE contest_id = ?", (person_id, contest_id))


def own_event(hall: Hall, by: int) -> Tournament:
    """An Open of six in which the arbiter has a match."""
    tournament = hall.begin(hall.announce(), *range(2, 8))
    hall.do(referee, hall.open_contests(tournament)[0].contest_id, hall.person(by).person_id)
    return tournament


# --- who bars -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-D01-2")
@pytest.mark.parametrize("officer", [LEADER, PRESIDENT])
def test_an_officer_bars_nobody_unheard(hall: Hall, officer: int) -> None:
    event = hall.announce().tournament_id
    for given in ({}, {"rule": "AIJE-A02-1"}, {"event": event}):
        assert refusal(hall, officer, **given) == "error.HeardFirst"
    assert bars_of(hall, ANA) == []


@pytest.mark.rule("AIJE-B01-AJ")
def test_a_rule_of_blanks_is_no_rule(hall: Hall) -> None:
    assert refusal(hall, ARBITER, rule=" \n ") == "error.RuleMissing"
    assert refusal(hall, ARBITER, rule="x" * 121) == "error.RuleTooLong"
    assert bar(hall, ARBITER, rule=" AIJE-A02-1\n").rule == "AIJE-A02-1"


@pytest.mark.rule("AIJE-D01-2")
def test_an_arbiter_disqualifies_from_the_own_event_and_from_no_other(hall: Hall) -> None:
    event, other = own_event(hall, LOWER), hall.announce()
    for given in ({}, {"event": other.tournament_id}, {"rule": "AIJE-A02-1"}):
        assert refusal(hall, LOWER, **given) == "error.BarTakesMore"
    made = bar(hall, LOWER, event=event.tournament_id)
    assert len({repr(one.target) for one in waiting(hall, Barred)}) == 3
    assert stakes.entry(hall, event, ANA).withdrawn_at is not None
    hall.enter(other, ANA)
    assert (made.tournament_id, hall.ask(bars_of_person, hall.person(ANA).person_id, hall.now)) == (
        event.tournament_id,
        [],
    )


@pytest.mark.rule("AIJE-D01-2")
def test_who_is_disqualified_from_an_event_to_come_loses_the_place_and_comes_back_by_an_officer_alone(
    hall: Hall,
) -> None:
    event = hall.announce()
    stakes.confirming(hall, event, *range(2, 6))
    hall.act(hall.actor(LOWER), playing_arbiters_verbs.go_on)
    made = bar(hall, LOWER, event=event.tournament_id)
    with pytest.raises(Disqualified):
        hall.enter(event, ANA)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(LOWER), cases_barring_verbs.lift_and_restore, made.bar_id, "Enough")
    hall.act(hall.actor(LEADER), cases_barring_verbs.lift_and_restore, made.bar_id, "It was another player")
    assert stakes.entry(hall, event, ANA).withdrawn_at is None


@pytest.mark.rule("AIJE-D01-2")
def test_nobody_becomes_an_events_arbiter_by_a_press_before_it_begins(hall: Hall) -> None:
    event = hall.announce()
    hall.enter(event, ANA)
    hall.act(hall.actor(LOWER), playing_arbiters_verbs.go_on)
    assert refusal(hall, LOWER, event=event.tournament_id) == "error.BarTakesMore"


def test_an_arbiter_who_is_on_the_list_disqualifies_nobody_from_it(hall: Hall) -> None:
    event = hall.announce()
    stakes.confirming(hall, event, LOWER, *range(2, 6))
    hall.act(hall.actor(LOWER), playing_arbiters_verbs.go_on)
    assert refusal(hall, LOWER, event=event.tournament_id) in BESIDE


@pytest.mark.rule("AIJE-D01-2")
def test_a_disqualification_from_one_event_is_appealed_against_once(hall: Hall) -> None:
    made = bar(hall, LOWER, event=own_event(hall, LOWER).tournament_id)
    appeal = hall.act(hall.actor(ANA), cases_appeals_verbs.appeal, f"bar-{made.bar_id}", "It was my brother")
    with pytest.raises(UserError):
        hall.act(hall.actor(ANA), cases_appeals_verbs.appeal, f"bar-{made.bar_id}", "Again")
    hall.act(hall.actor(PRESIDENT), cases_appeals_verbs.decide, appeal.appeal_id, "So it was", granted=True)
    assert bars_of(hall, ANA) == []


# --- who ends a bar -----------------------------------------------------------------------------------------------


def take_back(hall: Hall, by: int) -> None:
    hall.now += MINUTE
    line = hall.ask_as(hall.actor(by), undoing_verbs.mine)[0]
    hall.act(hall.actor(by), undoing_verbs.undo, line.sequence)


@pytest.mark.rule("AIJE-D01-2")
@pytest.mark.parametrize("by", [ARBITER, LOWER])
def test_who_imposed_a_bar_does_not_lift_it_by_undo(hall: Hall, by: int) -> None:
    bar(hall, by, rule="AIJE-A02-1", event=None if by == ARBITER else own_event(hall, by).tournament_id)
    with pytest.raises(NotAllowed):
        take_back(hall, by)
    assert len(bars_of(hall, ANA)) == 1


@pytest.mark.rule("AIJE-D01-2")
def test_nobody_frees_a_friend_by_saying_that_two_are_one_and_taking_it_back(hall: Hall) -> None:
    """The second account is barred by the link; the arbiter who made it does not end that."""
    bar_by_verdict(hall, PRESIDENT, (MemberId(ANA), "P2"), "Threats")
    hall.now += MINUTE
    both = (MemberId(ANA), "P2"), (MemberId(3), "P3")
    hall.act(hall.actor(ARBITER), cases_links_verbs.record, both, "They write alike")
    with pytest.raises(NotAllowed):
        take_back(hall, ARBITER)
    assert hall.ask(bars_of_person, hall.person(3).person_id, hall.now)


def test_where_no_bar_reaches_further_a_slip_of_the_link_is_taken_back(hall: Hall) -> None:
    hall.now += MINUTE
    both = (MemberId(ANA), "P2"), (MemberId(3), "P3")
    hall.act(hall.actor(ARBITER), cases_links_verbs.record, both, "They write alike")
    take_back(hall, ARBITER)


@pytest.mark.rule("AIJE-D01-2")
def test_waiting_a_week_opens_no_way_either(hall: Hall) -> None:
    made = bar(hall, ARBITER, rule="AIJE-A02-1")
    hall.now += timedelta(days=8)
    assert hall.ask_as(hall.actor(ARBITER), undoing_verbs.mine) == ()
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(ARBITER), cases_barring_verbs.lift, made.bar_id, "Enough")

"""Bars: who may impose and lift them, what they close, and whom they hold."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from bot.features.cases import appeals_verbs as cases_appeals_verbs
from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import cards as cases_cards
from bot.features.cases import reading_verbs as cases_reading_verbs
from bot.features.cases.model import Barred, BarView
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering.model import Bar, BarReason
from bot.features.tournaments.recusal_verbs import OwnCase
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.errors import AlreadyDone, Missing, NotAllowed
from bot.kernel.ids import BarId, MemberId
from bot.layout.cards import Card
from bot.layout.sentences import moment
from tests.hall.court import ARBITER, LEADER, PRESIDENT, bar_by_verdict, bars_of, open_court, waiting
from tests.hall.hall import GUILD, Hall


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_court(hall)
    return hall


def disqualify(hall: Hall, number: int, by: int = ARBITER, reason: str = "fixed a game") -> Bar:
    member = (MemberId(number), f"P{number}")
    bar: Bar = hall.act(hall.actor(by), partial(cases_barring_verbs.bar_player, rule="A02-1"), member, reason)
    return bar


@pytest.mark.rule("AIJE-D01-2")
def test_a_disqualification_has_a_reason_that_player_public_and_record_are_told(hall: Hall) -> None:
    with pytest.raises(Missing):
        disqualify(hall, 2, reason="  ")
    bar = disqualify(hall, 2)
    assert bar.explanation == "fixed a game"
    assert len({repr(promise.target) for promise in waiting(hall, Barred)}) == 3


@pytest.mark.rule("AIJE-D01-2")
@pytest.mark.parametrize(
    ("number", "may"), [(LEADER, True), (PRESIDENT, True), (ARBITER, False), (1, False), (2, False)]
)
def test_only_leader_and_president_lift_a_bar(hall: Hall, number: int, may: bool) -> None:
    bar = disqualify(hall, 3)
    if may:
        hall.act(hall.actor(number), cases_barring_verbs.lift, bar.bar_id, "forgiven")
    else:
        with pytest.raises(NotAllowed):
            hall.act(hall.actor(number), cases_barring_verbs.lift, bar.bar_id, "forgiven")
    assert bool(bars_of(hall, 3)) is not may


def test_a_bar_is_lifted_once(hall: Hall) -> None:
    bar = disqualify(hall, 2)
    hall.act(hall.actor(LEADER), cases_barring_verbs.lift, bar.bar_id, "forgiven")
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(PRESIDENT), cases_barring_verbs.lift, bar.bar_id, "forgiven")


def test_nobody_bars_or_lifts_in_a_case_of_his_own(hall: Hall) -> None:
    with pytest.raises(OwnCase):
        disqualify(hall, ARBITER)
    bar = disqualify(hall, LEADER)
    with pytest.raises(OwnCase):
        hall.act(hall.actor(LEADER), cases_barring_verbs.lift, bar.bar_id, "me")
    hall.act(hall.actor(PRESIDENT), cases_barring_verbs.lift, bar.bar_id, "forgiven")


def test_a_second_click_does_not_disqualify_twice(hall: Hall) -> None:
    disqualify(hall, 2)
    with pytest.raises(cases_barring_verbs.AlreadyBarred):
        disqualify(hall, 2)


@pytest.mark.rule("AIJE-D01-2")
def test_the_barred_lose_their_place_on_open_lists_and_cannot_come_back_until_it_is_lifted(hall: Hall) -> None:
    event = hall.announce()
    hall.enter(event, 2, 3)
    bar = disqualify(hall, 2)
    entry = hall.ask(entering_store.of_person, event.tournament_id, hall.person(2).person_id)
    assert entry is not None
    assert entry.withdrawn_at == hall.now
    with pytest.raises(entering_eligibility_verbs.Disqualified):
        hall.enter(event, 2)
    hall.act(hall.actor(LEADER), cases_barring_verbs.lift, bar.bar_id, "forgiven")
    hall.enter(event, 2)


def test_a_bar_for_a_time_ends_by_itself(hall: Hall) -> None:
    until = hall.now + timedelta(days=7)
    bar_by_verdict(hall, ARBITER, (MemberId(2), "P2"), "spam", until)
    assert len(bars_of(hall, 2)) == 1
    hall.now = until
    assert (bars_of(hall, 2), hall.ask(cases_reading_verbs.bar_list, GUILD, hall.now).bars) == ([], ())


def test_the_list_says_who_can_lift(hall: Hall) -> None:
    disqualify(hall, 2)
    listed = hall.ask(cases_reading_verbs.bar_list, GUILD, hall.now)
    assert [person.name for person in listed.lifters] == [f"P{LEADER}", f"P{PRESIDENT}"]
    assert [view.person.name for view in listed.bars] == ["P2"]


# --- what is said -------------------------------------------------------------------------------------------------


def said(card: Card) -> str:
    return "\n".join(card.paragraphs)


def view_of(hall: Hall, bar: Bar) -> BarView:
    (view,) = hall.ask(cases_reading_verbs.bar_views, [bar.bar_id])
    return view


@pytest.mark.parametrize("locale", LOCALES)
def test_the_barred_are_told_of_the_places_they_lost_and_until_when_they_can_appeal(hall: Hall, locale: str) -> None:
    event = hall.announce(name="Spring Cup")
    hall.enter(event, 2)
    view = view_of(hall, disqualify(hall, 2))
    assert view.appeal_by is not None
    letter = said(cases_cards.barred_letter(view, Translator(locale)))
    assert "Spring Cup" in letter
    assert moment(view.appeal_by) in letter
    hall.act(hall.actor(2), cases_appeals_verbs.appeal, f"bar-{view.bar.bar_id}", "not me")
    assert view_of(hall, view.bar).appeal_by is None


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("by", [LEADER, None])
def test_who_is_still_barred_for_something_else_is_not_told_to_be_welcome(
    hall: Hall, locale: str, own: bool, by: int | None
) -> None:
    bar = disqualify(hall, 2)
    until = hall.now + timedelta(days=9)
    other = Bar(BarId("other"), GUILD, bar.person_id, BarReason.UNJUSTIFIED_ABSENCE, None, hall.now, until)
    hall.do(cases_barring_verbs.impose, other)
    officer = None if by is None else hall.person(by).person_id
    hall.do(cases_barring_verbs.end, bar, officer, "forgiven")
    translator, view = Translator(locale), view_of(hall, bar)
    with_other = said(cases_cards.lifting(view, translator, own=own))
    alone = said(cases_cards.lifting(replace(view, still=None), translator, own=own))
    assert with_other != alone
    assert moment(until) in with_other
    assert said(cases_cards.told_lifted(view, translator)) != said(
        cases_cards.told_lifted(replace(view, still=None), translator)
    )
    hall.do(cases_barring_verbs.end, other, officer, "forgiven too")
    assert view_of(hall, other).still is None


@pytest.mark.rule("AIJE-B03-2")
def test_the_judge_is_told_where_somebody_plays_on(hall: Hall) -> None:
    running = hall.begin(hall.announce(), 2, 3)
    later = hall.announce(name="Later")
    hall.enter(later, 2)
    view = hall.ask(cases_reading_verbs.bar_view, disqualify(hall, 2))
    assert (view.plays_on, view.places) == ((running.name,), ("Later",))
    assert running.name in cases_cards.told_barred(view, Translator("pt-BR")).paragraphs[1]
    assert (
        cases_cards.told_barred(
            hall.ask(cases_reading_verbs.bar_view, disqualify(hall, 4)), Translator("it")
        ).paragraphs[1:]
        == ()
    )

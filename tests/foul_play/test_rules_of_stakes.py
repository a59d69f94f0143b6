"""Acts of which the table of stakes says that a rule of their own keeps people out: each rule is seen to do so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any, Final

import pytest

from bot.features.by_name import verbs as by_name_verbs
from bot.features.cases import committee_verbs as cases_committee_verbs
from bot.features.registry import grades_verbs as registry_grades_verbs
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.registry import roles_verbs as registry_roles_verbs
from bot.features.registry.officers_verbs import PresidentStays
from bot.features.signing.model import SignatureView
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments.promises_model import MatchCalled
from bot.kernel.errors import Refused, UserError
from bot.kernel.ids import MemberId, RoleId
from bot.people import store as people_store
from bot.people.model import Office
from bot.server.model import ROWS, Act
from bot.server.setup_model import NamedOfficers
from tests.features.by_name.test_by_name import ANA, deliver, joe_against
from tests.features.opening.test_founding import known, rating_of
from tests.features.seats.test_title_seats import CHAMPION, STRANGER
from tests.foul_play import test_invented_events as invented
from tests.foul_play import test_lists_about_oneself as lists
from tests.foul_play import test_seats_by_hand as seats
from tests.foul_play import test_who_reads_cases as reading
from tests.hall.chamber import open_chamber
from tests.hall.court import PRESIDENT, open_court
from tests.hall.hall import GUILD, Hall
from tests.hall.moving_in import ORGANISER, OWNER, confirm
from tests.hall.registered import register

__all__ = ["known"]
Kept = Callable[[Hall], bool]
"""Has somebody with a stake try the act, and says whether they were kept out."""


def refused(kind: type[UserError], tried: Callable[[], object]) -> bool:
    try:
        tried()
    except kind:
        return True
    return False


def changes_how_the_own_case_is_heard(hall: Hall) -> bool:
    open_chamber(hall)
    reading.report(hall, reading.OWNER)
    return refused(cases_committee_verbs.HasOpenCase, lambda: reading.terms(hall, reading.OWNER))


def moves_the_role_that_reads_the_own_case(hall: Hall) -> bool:
    open_chamber(hall)
    reading.report(hall, reading.OWNER)
    owner = replace(hall.actor(reading.OWNER), is_owner=True)
    return refused(
        cases_committee_verbs.HasOpenCase,
        lambda: hall.act(owner, registry_roles_verbs.choose, Office.LEADER, RoleId(7)),
    )


def takes_the_office_of_another(hall: Hall) -> bool:
    seats.associate(hall)
    mine = NamedOfficers(offices={Office.PRESIDENT: (MemberId(OWNER), f"P{OWNER}")})
    owner = replace(hall.actor(OWNER), is_owner=True)
    return refused(PresidentStays, lambda: hall.act(owner, registry_officers_verbs.name, mine))


def seats_the_own_opponent(hall: Hall) -> bool:
    register(hall, CHAMPION, STRANGER)
    seats.give(hall, CHAMPION)
    return isinstance(seats.give(hall, STRANGER, by=CHAMPION), SignatureView)


def brings_an_event_that_they_won(hall: Hall) -> bool:
    invented.association(hall)
    asked = invented.send(hall, invented.won_by(hall, invented.ORGANISER))
    return isinstance(asked, SignatureView) and invented.rating_of(hall, invented.ORGANISER) is None


def changes_the_numbers_of_the_list(hall: Hall) -> bool:
    open_court(hall)
    before = hall.ask(tournaments_facts_verbs.present, GUILD)
    hall.act(hall.actor(PRESIDENT), registry_grades_verbs.change, 64, None)
    return hall.ask(tournaments_facts_verbs.present, GUILD) == before


def brings_a_rating_of_the_own(hall: Hall) -> bool:
    confirm(hall, lists.about(hall, ORGANISER, ORGANISER, rating="2900"), ORGANISER)
    return rating_of(hall, hall.person(ORGANISER).person_id) is None


def brings_a_title_of_the_own(hall: Hall) -> bool:
    lists.make_president(hall)
    confirm(hall, lists.about(hall, lists.PRESIDENT, lists.PRESIDENT, arbiter="AI"), lists.PRESIDENT)
    return hall.ask(people_store.title_of, hall.person(lists.PRESIDENT).person_id) is None


def answers_for_the_own_opponent(hall: Hall) -> bool:
    _, joe, *_ = joe_against(hall, ANA)
    deliver(hall, MatchCalled)
    return refused(Refused, lambda: hall.act(hall.actor(ANA, organiser=True), by_name_verbs.come, joe, ""))


TRIED: Final[dict[Act, Kept]] = {
    Act.SET_UP_HEARINGS: changes_how_the_own_case_is_heard,
    Act.MIRROR_OFFICES: moves_the_role_that_reads_the_own_case,
    Act.NAME_OFFICERS: takes_the_office_of_another,
    Act.GIVE_SEATS: seats_the_own_opponent,
    Act.BRING_PAST_EVENTS: brings_an_event_that_they_won,
    Act.SET_RATING_TERMS: changes_the_numbers_of_the_list,
    Act.BRING_OPENING_LIST: brings_a_rating_of_the_own,
    Act.BRING_TITLES_AND_BARS: brings_a_title_of_the_own,
    Act.ANSWER_BY_NAME: answers_for_the_own_opponent,
}


class Asked:
    """The rule that a row names, which is noted as asked."""

    def __init__(self, rule: Callable[..., Any]) -> None:
        self.rule, self.times = rule, 0

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.times += 1
        return self.rule(*args, **kwargs)


def watched(act: Act, monkeypatch: pytest.MonkeyPatch) -> Asked:
    module, _, name = ROWS[act].rule.partition(":")
    home = import_module(module)
    asked = Asked(getattr(home, name))
    monkeypatch.setattr(home, name, asked)
    return asked


def test_every_act_with_a_rule_of_its_own_is_tried_here() -> None:
    assert {act for act, row in ROWS.items() if row.rule} == TRIED.keys()


@pytest.mark.parametrize("act", TRIED)
def test_the_rule_that_the_table_names_keeps_out_who_has_the_stake(
    hall: Hall, act: Act, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = watched(act, monkeypatch)
    assert TRIED[act](hall)
    assert asked.times


@pytest.mark.plants
def test_a_rule_that_asks_nothing_any_more_is_found(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases_committee_verbs, "refuse_concerned", lambda *_: None)
    assert not changes_how_the_own_case_is_heard(hall)

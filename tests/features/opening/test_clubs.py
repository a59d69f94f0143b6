"""The club of an opening list, in events that keep members of one club apart."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import rounds_verbs as course_rounds_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import Registered
from bot.features.opening import who_verbs as opening_who_verbs
from bot.features.opening.store import OpeningList
from bot.kernel.ids import MemberId
from bot.people.lists_model import AllSame
from bot.play.format_rules import SwissRules
from bot.play.rulebook import KnockoutRules, Rulebook
from tests.features.rounds.test_formats import SWISS
from tests.hall.hall import Hall
from tests.hall.moving_in import DISCORD, ORGANISER, OWNER, actor, bring, confirm, digest, look, person, send


@pytest.fixture(autouse=True)
def known(hall: Hall) -> None:
    hall.person(ORGANISER)
    hall.person(OWNER)


TOGETHER = replace(
    SWISS,
    knockout=KnockoutRules(),
    registration=replace(SWISS.registration, account=None),
    swiss=SwissRules(rounds=3),
)
APART = replace(TOGETHER, swiss=SwissRules(rounds=3, keep_clubs_apart=True))


def club_in(hall: Hall, rulebook: Rulebook, name: str) -> str | None:
    event = hall.announce(rulebook)
    hall.act(actor(hall, ORGANISER), entering_verbs.enter_known, event.tournament_id, person(hall, name))
    entry = hall.ask(entering_store.of_person, event.tournament_id, person(hall, name))
    assert entry is not None
    return entry.club


@pytest.mark.rule("GO-26.3")
def test_the_club_of_the_list_is_the_club_of_an_entry_where_clubs_are_kept_apart(hall: Hall) -> None:
    bring(hall, "name;club\nAna;Azul\nBruno;AZUL\nClara;\n", ORGANISER)
    event = hall.announce(APART)
    for name in ("Ana", "Bruno", "Clara"):
        hall.act(actor(hall, ORGANISER), entering_verbs.enter_known, event.tournament_id, person(hall, name))
    entered = hall.ask(entering_store.of_tournament, event.tournament_id)
    assert [one.club for one in entered] == ["Azul", "Azul", None]
    assert club_in(hall, TOGETHER, "Ana") is None


@pytest.mark.rule("GO-26.3")
def test_a_later_word_than_the_list_is_the_club_until_another_list_comes(hall: Hall) -> None:
    bring(hall, "name;club\nAna;Azul\n", ORGANISER)
    event = hall.announce(APART)
    ana = hall.act(actor(hall, ORGANISER), entering_verbs.enter_known, event.tournament_id, person(hall, "Ana"))
    assert isinstance(ana, Registered)
    hall.act(actor(hall, ORGANISER), course_rounds_verbs.say_club, event.tournament_id, "Verde", ana.entrant.entrant_id)
    assert club_in(hall, APART, "Ana") == "Verde"
    hall.now += timedelta(minutes=1)
    draft = send(hall, "name;club\nAna;Branco\n", ORGANISER)
    hall.act(actor(hall, ORGANISER), opening_who_verbs.say_who, draft, AllSame(digest(look(hall, draft, ORGANISER))))
    assert isinstance(confirm(hall, draft, ORGANISER), OpeningList)
    assert club_in(hall, APART, "Ana") == "Branco"


def test_who_said_that_it_is_no_club_has_none_after_coming_back(hall: Hall) -> None:
    bring(hall, f"name;club;discord\nAna;Azul;{DISCORD + 2}\n", ORGANISER)
    event = hall.announce(APART)
    ana = replace(hall.actor(2), member_id=MemberId(DISCORD + 2))
    entry = hall.act(ana, entering_verbs.register, event.tournament_id, "ana_99")
    assert isinstance(entry, Registered)
    assert (entry.club_asked, entry.entrant.club) == (True, "Azul")
    hall.act(ana, course_rounds_verbs.say_club, event.tournament_id, "")
    hall.act(ana, entering_verbs.withdraw, event.tournament_id)
    again = hall.act(ana, entering_verbs.register, event.tournament_id, "ana_99")
    assert isinstance(again, Registered)
    assert again.entrant.club is None

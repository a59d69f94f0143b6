"""What waits for a second signature, or waited, tells no more of who asked to be forgotten."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import timedelta

import pytest

from bot.features.entering import bars_store as entering_bars_store
from bot.features.erasure import verbs as erasure_verbs
from bot.features.opening.model import OpeningLine
from bot.features.opening.plans_model import OwnRow
from bot.features.own_events import store as own_events_store
from bot.features.own_events import verbs as own_events_verbs
from bot.features.own_events.model import OwnAct
from bot.features.past_events.model import PastEventsWished
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.signing import cards as signing_cards
from bot.features.signing import store as signing_store
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import LIST_WAITS_FOR, Signature, SignatureView
from bot.i18n.catalogue import Translator
from bot.kernel.ids import Actor, MemberId, PersonId
from bot.play.rulebook import QualifyingEvent
from bot.rulebooks.library import preset
from bot.server.model import Act
from tests.hall.hall import GUILD, Hall
from tests.hall.registered import register

OWNER, ANA, BIA = 1, 2, 3
"""The owner sends the files; Ana asks to be forgotten."""


def rows(hall: Hall) -> str:
    """All that the wishes hold, as text."""
    found = hall.ask(lambda tx: tx.fetch_all("SELECT wish, reason FROM signatures"))
    return " ".join(f"{row['wish']} {row['reason']}" for row in found)


def wish_with(hall: Hall, name: str) -> Signature:
    """Past events that wait and would give a newcomer of that name a rating."""
    moved = ((PersonId("aaaaaaaaaaaa"), name, None, 1987.0), (hall.person(BIA).person_id, "", 2000.0, 1990.0))
    wish = PastEventsWished("print", "counted", (("Open of July", True),), moved)
    return hall.act(hall.actor(OWNER), signing_verbs.ask, hall.person(OWNER), wish, lapses=LIST_WAITS_FOR)


def text_of(hall: Hall, asked: Signature) -> str:
    view = hall.ask(signing_verbs.view, asked.signature_id, hall.now)
    assert view is not None
    return "\n".join(signing_cards.card(view, Translator("en-US")).paragraphs)


@pytest.mark.parametrize("name", ["P2", "p 2", "Р2"])
def test_the_name_of_a_newcomer_who_is_erased_leaves_the_past_events_that_wait(hall: Hall, name: str) -> None:
    hall.person(ANA)
    asked = wish_with(hall, name)
    assert name in text_of(hall, asked)
    hall.act(hall.actor(ANA), erasure_verbs.erase)
    assert f'"{name}"' not in rows(hall)
    told = text_of(hall, asked)
    assert name not in told
    assert "1987" in told, "what would move is told all the same"


def test_the_name_goes_from_what_is_over_too_and_others_stay(hall: Hall) -> None:
    hall.person(ANA)
    asked = wish_with(hall, "P2")
    hall.act(hall.actor(OWNER), signing_verbs.withdraw, asked.signature_id)
    other = wish_with(hall, "Carla")
    hall.act(hall.actor(ANA), erasure_verbs.erase)
    assert '"P2"' not in rows(hall)
    assert "Carla" in text_of(hall, other)


def test_the_words_of_who_objected_go_and_the_objection_stays(hall: Hall) -> None:
    asked = wish_with(hall, "Carla")
    assert asked.in_public
    hall.person(ANA)
    hall.act(hall.actor(ANA), signing_verbs.object_to, asked.signature_id, "My cousin Rui won it")
    hall.act(hall.actor(ANA), erasure_verbs.erase)
    assert "Rui" not in rows(hall)
    ended = hall.ask(signing_store.load, asked.signature_id)
    assert ended is not None
    assert ended.reason is not None
    lines = hall.ask(lambda tx: tx.fetch_all("SELECT why FROM log WHERE act = 'object_to_wish'"))
    assert [row["why"] for row in lines] == [None]


def test_the_words_of_who_asked_go(hall: Hall) -> None:
    register(hall, ANA, BIA)
    person = hall.person(ANA).person_id
    league = QualifyingEvent.LEAGUE
    hall.do(lambda tx: entering_bars_store.give_seat(tx, GUILD, league, person, tx.now, person))
    cheat: Actor = hall.actor(ANA, organiser=True)
    asked = hall.act(cheat, seats_by_hand_verbs.give, (MemberId(BIA), "P3"), league, "As my friend Rui says")
    assert isinstance(asked, SignatureView)
    hall.act(hall.actor(ANA), erasure_verbs.erase)
    assert "Rui" not in rows(hall)
    assert text_of(hall, asked.signature)


def test_a_row_of_a_list_about_its_sender_tells_no_more_who_that_was(hall: Hall) -> None:
    sender = hall.person(ANA)
    line = OpeningLine(2, "P2", rating=2100.0, club="Rui", accounts=(("jeek", "ana99"),))
    wish = OwnRow(json.dumps(asdict(line)), "list.csv", "hash", 0)
    asked = hall.act(hall.actor(ANA), signing_verbs.ask, sender, wish, lapses=LIST_WAITS_FOR)
    hall.act(hall.actor(ANA), erasure_verbs.erase)
    assert not any(told in rows(hall) for told in ("P2", "Rui", "ana99"))
    assert "2,100" in text_of(hall, asked)


def test_what_nobody_has_picked_a_reason_for_is_let_go_after_a_month(hall: Hall) -> None:
    cup = hall.announce(preset("cup"))
    wish = ("", "tournament.pause", "{}")
    kept: OwnAct = hall.act(hall.actor(OWNER), own_events_verbs.keep, cup.tournament_id, Act.PAUSE_TOURNAMENT, wish)
    hall.now += timedelta(days=30) - timedelta(hours=1)
    hall.do(erasure_verbs.forget_what_is_over)
    assert hall.ask(own_events_store.load, kept.act_id) is not None
    hall.now += timedelta(hours=2)
    hall.do(erasure_verbs.forget_what_is_over)
    assert hall.ask(own_events_store.load, kept.act_id) is None

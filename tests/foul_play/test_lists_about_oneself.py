"""Tried by who wants a rating, a title or an office out of an opening list: late, alone, under another name."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering.bars_store import Expulsion
from bot.features.entering.model import Bar, BarReason
from bot.features.opening import planning_verbs as opening_planning_verbs
from bot.features.opening import verbs as opening_verbs
from bot.features.opening.model import Column, Trouble
from bot.features.signing import verbs as signing_verbs
from bot.kernel.context import Tx
from bot.kernel.errors import Outdated
from bot.kernel.ids import BarId, MemberId
from bot.people import store as people_store
from bot.people.model import FOUNDING_OPEN_FOR, Office
from bot.people.store import WorldTitle
from bot.server import store as server_store
from bot.server.model import StandIn
from tests.features.opening.test_founding import known, meant, rating_of, row, waiting
from tests.hall import title_matches
from tests.hall.chamber import open_chamber, start
from tests.hall.hall import GUILD, Hall
from tests.hall.moving_in import DISCORD, ORGANISER, OWNER, actor, confirm, known_as, look, send
from tests.refusals import refuses

__all__ = ["known"]
PRESIDENT = 5


def make_president(hall: Hall) -> None:
    holder = hall.person(PRESIDENT).person_id
    hall.do(lambda tx: people_store.give_office(tx, GUILD, Office.PRESIDENT, holder, hall.now, holder))


def troubles(hall: Hall, draft: str, number: int = OWNER) -> list[Trouble]:
    return [one.trouble for one in look(hall, draft, number).faults]


def about(hall: Hall, number: int, by: int, **cells: str) -> str:
    """A list about a member, sent in by another."""
    who = hall.person(number)
    draft = send(hall, row(who.name, **cells), by)
    meant(hall, draft, by, who.person_id)
    return draft


def test_a_president_imports_no_title_for_himself_after_a_match_was_played_here(hall: Hall) -> None:
    make_president(hall)
    tournament, contest = title_matches.begun(hall)
    for _ in range(10):
        title_matches.won(hall, contest, title_matches.CHAMPION)
    del tournament
    crown = f"World of mine ({hall.now.date()})"
    draft = about(hall, PRESIDENT, PRESIDENT, crown=crown)
    assert Trouble.DECIDED_HERE in troubles(hall, draft, PRESIDENT)


def test_a_title_of_the_time_before_the_first_match_here_can_still_be_told(hall: Hall) -> None:
    champion = hall.person(20).person_id
    match = title_matches.announced(hall)
    won = WorldTitle(champion, "World", hall.now, match.tournament_id)
    hall.do(lambda tx: people_store.crown(tx, GUILD, won, hall.now, champion))
    assert troubles(hall, send(hall, row("Ana", crown="World of before (2020-12-12)"))) == []


def test_a_president_makes_no_friend_an_arbiter_once_the_founding_is_over(hall: Hall) -> None:
    make_president(hall)
    hall.act(actor(hall, OWNER), opening_verbs.finish)
    hall.now += FOUNDING_OPEN_FOR
    draft = about(hall, 7, PRESIDENT, arbiter="AI", rating="2800", country="Brasil")
    assert look(hall, draft, PRESIDENT).left_out == (Column.RATING, Column.ARBITER_TITLE)
    confirm(hall, draft, PRESIDENT)
    assert hall.ask(people_store.title_of, hall.person(7).person_id) is None
    assert rating_of(hall, hall.person(7).person_id) is None


def test_an_organiser_gives_himself_no_seed_during_check_in(hall: Hall) -> None:
    confirm(hall, about(hall, ORGANISER, ORGANISER, rating="2900"), ORGANISER)
    assert rating_of(hall, hall.person(ORGANISER).person_id) is None


def test_a_friend_who_organises_too_is_no_second_signature(hall: Hall) -> None:
    draft = about(hall, ORGANISER, ORGANISER, rating="2900")
    friend = replace(hall.actor(8), is_organiser=True)
    hall.person(8)
    seen = hall.ask_as(friend, opening_planning_verbs.preview, draft).seen
    hall.act(friend, opening_verbs.confirm, draft, seen)
    assert rating_of(hall, hall.person(ORGANISER).person_id) is None
    assert len(waiting(hall)) == 1


def test_a_second_account_of_the_senders_confirms_nothing_about_the_sender(hall: Hall) -> None:
    first, second = hall.person(ORGANISER).person_id, hall.person(OWNER).person_id
    draft = about(hall, ORGANISER, ORGANISER, rating="2900")
    hall.do(lambda tx: one_person(tx, first, second))
    confirm(hall, draft, OWNER)
    assert rating_of(hall, first) is None


def one_person(tx: Tx, one: str, other: str) -> None:
    first, second = sorted((one, other))
    tx.execute(
        "INSERT INTO same_persons (link_id, guild_id, first_id, second_id, reason, recorded_by, recorded_at)"
        " VALUES (?, ?, ?, ?, 'seen', ?, 0)",
        (tx.new_id(), GUILD, first, second, first),
    )


def test_a_stand_in_confirms_nothing_about_whom_they_stand_in_for(hall: Hall) -> None:
    make_president(hall)
    holder, other = hall.person(PRESIDENT).person_id, hall.person(6).person_id
    until = hall.now + timedelta(days=9)
    acting = StandIn("a" * 12, GUILD, Office.PRESIDENT, other, hall.now, until, holder, "away")
    hall.do(lambda tx: server_store.name(tx, acting))
    confirm(hall, about(hall, PRESIDENT, PRESIDENT, rating="2900"), 6)
    assert rating_of(hall, holder) is None
    (asked,) = waiting(hall)
    with refuses("error.NotTheSigner"):
        hall.act(actor(hall, 6), signing_verbs.sign, asked.signature_id)


def test_who_was_expelled_is_not_back_with_a_rating_by_the_account(hall: Hall) -> None:
    gone = hall.person(30)
    known_as(hall, gone, DISCORD + 30)
    open_chamber(hall)
    vote = start(hall, "absence-penalty", 31)
    bar = Bar(BarId("b" * 12), GUILD, gone.person_id, BarReason.DISQUALIFIED, "x", hall.now, barred_by=gone.person_id)
    year = timedelta(days=366)
    expulsion = Expulsion(
        gone.person_id, GUILD, MemberId(DISCORD + 30), vote.vote_id, bar.bar_id, hall.now, hall.now + year
    )

    def expelled(tx: Tx) -> None:
        entering_bars_store.add(tx, bar)
        entering_bars_store.add_expulsion(tx, expulsion)
        people_store.save(tx, replace(gone, discord_id=None, name="†"))

    hall.do(expelled)
    text = f"name;discord;rating\nBack again;{DISCORD + 30};2500\n"
    assert troubles(hall, send(hall, text)) == [Trouble.EXPELLED]


def test_a_bar_that_was_lifted_here_does_not_come_back_by_a_list(hall: Hall) -> None:
    who = hall.person(31)
    bar = Bar(BarId("c" * 12), GUILD, who.person_id, BarReason.DISQUALIFIED, "x", hall.now, barred_by=who.person_id)
    hall.do(lambda tx: entering_bars_store.add(tx, bar))
    hall.do(lambda tx: entering_bars_store.lift(tx, bar.bar_id, who.person_id, "appeal", hall.now))
    text = f"name;bar reason\n{who.name};Threats\n"
    draft = send(hall, text)
    meant(hall, draft, OWNER, who.person_id)
    assert troubles(hall, draft) == [Trouble.DECIDED_HERE]


def test_a_friend_with_an_office_can_still_sign_and_everybody_reads_it(hall: Hall) -> None:
    """What is promised is no more than that: it is in public, and open to appeal."""
    make_president(hall)
    confirm(hall, about(hall, OWNER, OWNER, rating="2900"))
    (asked,) = waiting(hall)
    hall.act(actor(hall, PRESIDENT), signing_verbs.sign, asked.signature_id)
    assert rating_of(hall, hall.person(OWNER).person_id) == 2900


def test_what_lapses_after_a_week_is_not_signed_after_all(hall: Hall) -> None:
    make_president(hall)
    confirm(hall, about(hall, OWNER, OWNER, rating="2900"))
    (asked,) = waiting(hall)
    hall.now += timedelta(days=7, seconds=1)
    with pytest.raises(Outdated):
        hall.act(actor(hall, PRESIDENT), signing_verbs.sign, asked.signature_id)

"""A changed file of an official event that waits for an approval reaches those who can give it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.guidance import calls_messages as guidance_calls_messages
from bot.features.guidance import verbs as guidance_verbs
from bot.features.tournaments import official_verbs as tournaments_official_verbs
from bot.features.tournaments import rulebook_verbs as tournaments_rulebook_verbs
from bot.features.tournaments.promises_model import RulebookWaits
from bot.features.tournaments.tasks_model import Task
from bot.i18n.catalogue import Translator
from bot.kernel.ids import ChannelId, MemberId, Place
from bot.kernel.outbox import DecisionsWait
from bot.kernel.promises import ToMember, ToPlace
from bot.people.model import ArbiterTitle
from bot.rulebooks.library import names, preset
from bot.server import store as server_store
from bot.wiring import ALL
from tests.hall.court import PRESIDENT, open_court
from tests.hall.hall import GUILD, Hall

AI, AN, OTHER_AI, ORGANISER = 80, 81, 82, 1
OPEN = preset("aije-open")
NAME = "our-open"


@pytest.fixture
def court(hall: Hall) -> Hall:
    """Officers, an international and a national arbiter, and a channel of the committee."""
    open_court(hall)
    hall.arbiter(AI, ArbiterTitle.AI)
    hall.arbiter(AN, ArbiterTitle.AN)
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    hall.do(lambda tx: server_store.save(tx, replace(community, committee=ChannelId(3))))
    return hall


def save(hall: Hall, by: int = ORGANISER, minutes: int = 20, name: str = NAME) -> None:
    """An Open in which an unanswered report stands after another time, which the regulation leaves open."""
    rules = replace(OPEN, name=name, matches=replace(OPEN.matches, confirm_within=timedelta(minutes=minutes)))
    hall.act(hall.actor(by, organiser=True), tournaments_rulebook_verbs.keep, rules)


def waits_for(hall: Hall, number: int) -> list[str]:
    """Which files wait for the member's approval."""
    found = hall.ask_as(hall.actor(number), guidance_verbs.decisions)
    return [one.subject for one in found if one.task is Task.APPROVE_RULEBOOK]


@pytest.mark.rule("AIJE-B01-AI")
def test_a_file_that_waits_is_on_the_list_of_an_international_arbiter_until_it_is_approved(court: Hall) -> None:
    save(court)
    assert waits_for(court, AI) == [NAME]
    assert waits_for(court, AN) == waits_for(court, PRESIDENT) == waits_for(court, ORGANISER) == []
    court.act(court.actor(AI), tournaments_official_verbs.approve, NAME)
    assert waits_for(court, AI) == []


@pytest.mark.rule("AIJE-B01-AN")
def test_what_a_national_arbiter_saved_is_on_the_presidents_list_too(court: Hall) -> None:
    save(court, AN)
    assert waits_for(court, PRESIDENT) == waits_for(court, AI) == [NAME]


def test_who_saved_it_is_asked_for_no_approval(court: Hall) -> None:
    save(court, AI)
    assert waits_for(court, AI) == []
    court.arbiter(OTHER_AI, ArbiterTitle.AI)
    assert waits_for(court, OTHER_AI) == [NAME]


def test_the_committee_is_told_once_for_each_version_and_calls_who_can_approve(court: Hall) -> None:
    save(court)
    save(court)
    (told,) = court.promised(RulebookWaits, NAME)
    assert told.target == ToPlace(Place.COMMITTEE)
    assert [one.discord_id for one in court.ask(guidance_calls_messages.deciders, told)] == [AI]
    composed = court.ask(ALL[RulebookWaits], told)
    assert composed is not None
    assert "matches.confirm_within" in "\n".join(composed(Translator("en-US")).paragraphs)
    save(court, minutes=21)
    assert len(court.promised(RulebookWaits, NAME)) == 2


def test_what_waits_no_more_is_told_no_more(court: Hall) -> None:
    save(court)
    save(court, name="the-same-by-another-name")
    (told,) = court.promised(RulebookWaits, NAME)
    court.act(court.actor(AI), tournaments_official_verbs.approve, NAME)
    assert court.ask(ALL[RulebookWaits], told) is None
    assert waits_for(court, AI) == [], "the same settings wait under no other name"


@pytest.mark.parametrize("how", ["removed", "official as it is", "beyond any approval"])
def test_a_file_that_is_removed_or_claims_something_else_waits_no_more(court: Hall, how: str) -> None:
    save(court)
    if how == "removed":
        court.act(court.actor(ORGANISER), tournaments_rulebook_verbs.remove, NAME)
    else:
        knockout = OPEN.knockout if how == "official as it is" else replace(OPEN.knockout, best_of=1)
        court.act(court.actor(ORGANISER), tournaments_rulebook_verbs.keep, replace(OPEN, name=NAME, knockout=knockout))
    assert waits_for(court, AI) == []


@pytest.mark.parametrize("with_channel", [True, False])
def test_after_a_day_they_are_reminded_in_the_channel_or_by_letter(court: Hall, *, with_channel: bool) -> None:
    if not with_channel:
        community = court.ask(server_store.load, GUILD)
        assert community is not None
        court.do(lambda tx: server_store.save(tx, replace(community, committee=None)))
    save(court)
    court.do(lambda tx: guidance_verbs.look(tx, GUILD))
    court.now += timedelta(days=1, minutes=1)
    court.do(lambda tx: guidance_verbs.look(tx, GUILD))
    told = court.promised(DecisionsWait, str(GUILD))
    assert [one.target for one in told] == [ToPlace(Place.COMMITTEE) if with_channel else ToMember(MemberId(AI))]


@pytest.mark.parametrize("name", names())
def test_a_file_is_compared_with_the_preset_from_which_it_was_copied(court: Hall, name: str) -> None:
    rules = preset(name)
    copied = replace(rules, name="ours", official=False, clock=None, adjournment=None)
    kept = court.act(court.actor(ORGANISER, organiser=True), tournaments_rulebook_verbs.keep, copied)
    assert kept.before.name == name
    plain = replace(copied, name="plain", discipline=None, grades=None)
    assert (
        court.act(court.actor(ORGANISER, organiser=True), tournaments_rulebook_verbs.keep, plain).before.format
        is rules.format
    )

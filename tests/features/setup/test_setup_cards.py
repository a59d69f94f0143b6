"""The panel fits a message in every language, whatever is missing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.features.registry import cards as registry_cards
from bot.features.setup import cards as setup_cards
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.ids import (
    ALL,
    ChannelId,
    CommandsRefused,
    Community,
    GuildId,
    MemberId,
    PersonId,
    Place,
    RoleId,
    Switch,
)
from bot.kernel.outages import Outage, OutageView
from bot.layout.cards import Button, Card, view
from bot.people.model import ArbiterTitle, Office, Person
from bot.play.rulebook import Readers
from bot.server.bounds_model import BOUNDS, Bounded, Room
from bot.server.setup_model import Channel, Officers, Server, SetupFault, SetupPage, SetupView, findings

NOW = datetime(2026, 3, 1, 18, tzinfo=UTC)
CROWD = {
    PersonId(f"p{n}"): Person(PersonId(f"p{n}"), GuildId(1), MemberId(10**17 + n), "x", None, NOW) for n in range(60)
}
OFFICERS = Officers({}, dict.fromkeys(CROWD, ArbiterTitle.AN), CROWD)
NOTHING = Community(GuildId(1), MemberId(1), "it", "Europe/Rome")
NAMED = replace(
    NOTHING,
    announcements=ChannelId(1),
    matches=ChannelId(2),
    committee=ChannelId(3),
    record=ChannelId(4),
    organiser_role=RoleId(5),
    switches=ALL,
)
BARE = Channel(frozenset(), open_to_all=True)
HOSTILE = Server(
    {ChannelId(n): BARE for n in (1, 2, 3)},
    frozenset(),
    {RoleId(5): False},
    mentionable=frozenset(),
    clock_ahead=timedelta(minutes=-3),
)
WORST = SetupView(
    NAMED,
    Officers(),
    unsaid=7,
    late=1,
    commands_refused=CommandsRefused.FORBIDDEN,
    running=dict.fromkeys(Switch, 12),
    threads=frozenset(Readers),
    role_held=False,
    left_by_creator=("Cup",),
    scarce=tuple(Room(one, 0, BOUNDS[one]) for one in Bounded),
)
BROUGHT = {switch: tuple(f"{switch}-{n}" for n in range(12)) for switch in Switch}


def written(card: Card) -> str:
    return "\n".join(card.paragraphs)


def components(card: Card) -> int:
    return sum(1 for _ in view(card).walk_children())


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("page", SetupPage)
@pytest.mark.parametrize("shown", [WORST, SetupView(NOTHING, OFFICERS)], ids=["hostile", "empty"])
def test_every_page_fits_one_message(locale: str, page: SetupPage, shown: SetupView) -> None:
    card = setup_cards.panel(shown, HOSTILE, page, NOW, BROUGHT, Translator(locale))
    assert len(written(card)) <= 4000
    assert components(card) <= 40
    assert "{" not in written(card)


def test_the_worst_server_shows_nearly_every_fault_there_is() -> None:
    shown = {finding.fault for finding in findings(WORST, HOSTILE)}
    elsewhere = {
        SetupFault.NO_CHANNEL,
        SetupFault.NO_ROLE,
        SetupFault.ROLE_GONE,
        SetupFault.ENTRY_ROLE_GONE,
        SetupFault.COMMANDS_LATE,
    }
    assert set(SetupFault) - shown == elsewhere


@pytest.mark.parametrize("locale", LOCALES)
def test_each_fault_has_its_own_sentence(locale: str) -> None:
    told = setup_cards.health(WORST, HOSTILE, Translator(locale)).paragraphs[1].split("\n")
    assert len(set(told)) == len(findings(WORST, HOSTILE))


def test_the_clock_of_the_zone_is_shown_so_that_a_wrong_zone_is_noticed() -> None:
    card = setup_cards.panel(SetupView(NOTHING, Officers()), HOSTILE, SetupPage.TIME, NOW, BROUGHT, Translator("en-US"))
    assert "19:00" in written(card)


def test_the_present_channel_stands_in_the_menu_unless_it_is_gone() -> None:
    card = setup_cards.panel(WORST, HOSTILE, SetupPage.PLACES, NOW, BROUGHT, Translator("en-US"))
    present = {getattr(one, "custom_id", ""): getattr(one, "present", None) for one in card.controls}
    assert present["setup-channel:announcements"] == 1
    assert present[f"setup-channel:{Place.RECORD}"] is None


def test_the_page_that_is_shown_cannot_be_turned_to_and_the_next_one_stands_out() -> None:
    (*_, pages) = setup_cards.panel(WORST, HOSTILE, SetupPage.TIME, NOW, BROUGHT, Translator("en-US")).controls
    assert isinstance(pages, tuple)
    turning = [press for press in pages if isinstance(press, Button)]
    assert [press.disabled for press in turning] == [True, False, False, False, False]
    assert [press.style.name for press in turning] == ["secondary", "primary", "secondary", "secondary", "secondary"]


@pytest.mark.parametrize(
    ("refusal", "fix"),
    [
        ("403 Forbidden (error code: 50013): Missing Permissions", "permission"),
        ("403 Forbidden (error code: 50001): Missing Access", "can't see"),
        ("404 Not Found (error code: 10003): Unknown Channel", "deleted"),
        ("no channel", "/setup"),
        ("400 Bad Request @everyone", "log"),
    ],
)
def test_a_refusal_is_told_with_its_fix(refusal: str, fix: str) -> None:
    card = setup_cards.cannot_work(setup_cards.Unsaid(ChannelId(3), refusal, False), Translator("en-US"))
    assert fix in card.paragraphs[1]
    assert "@everyone" not in written(card)


def test_an_officer_is_named_with_whoever_named_them() -> None:
    one, other = list(CROWD.values())[:2]
    act = registry_cards.Appointments(((Office.PRESIDENT, one),), (), None, other)
    card = registry_cards.officers_named(act, Translator("en-US"))
    assert f"<@{one.discord_id}>" in written(card)
    assert f"<@{other.discord_id}>" in written(card)
    assert card.pings == {one.discord_id}


@pytest.mark.parametrize(("hours", "said"), [(1, "1 hour fast"), (-1, "1 hour slow")])
def test_a_wrong_clock_says_which_way_and_that_nobody_pays(hours: int, said: str) -> None:
    text = written(setup_cards.clock_wrong(timedelta(hours=hours), Translator("en-US")))
    assert said in text
    assert "doctor" in text


@pytest.mark.parametrize(
    ("until", "clocks", "said"),
    [(NOW, False, "stays open"), (None, True, "were stopped"), (None, False, "nothing changes")],
)
def test_an_outage_is_told_by_what_it_moved(until: datetime | None, clocks: bool, said: str) -> None:
    shown = OutageView("Open *1*", Outage(NOW - timedelta(hours=2), NOW), until, clocks)
    text = written(setup_cards.outage(shown, Translator("en-US")))
    assert said in text
    assert "2 hours" in text
    assert "Open \\*1\\*" in text

"""What organisers decide once, and what is found missing."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.features.entering import bars_store as entering_bars_store
from bot.features.setup import verbs as setup_verbs
from bot.i18n.catalogue import LOCALES
from bot.i18n.countries import UnknownTimeZone
from bot.kernel.errors import NotAllowed, NotSetUp
from bot.kernel.ids import Actor, ChannelId, Community, GuildId, MemberId, Place, RoleId
from bot.people import store as people_store
from bot.server import store as server_store
from bot.server.setup_model import (
    CLOCKS_MAY_DIFFER,
    IN_A_CHANNEL,
    Channel,
    Officers,
    Right,
    Server,
    SetupFault,
    SetupView,
    findings,
)
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

ELSEWHERE = GuildId(9)
CHANNELS = {place: ChannelId(100 + number) for number, place in enumerate(Place)}
ROLE = RoleId(7)


def newcomer(hall: Hall, organiser: bool = True) -> Actor:
    return replace(hall.actor(2, organiser=organiser), guild_id=ELSEWHERE)


def begin(hall: Hall) -> SetupView:
    return hall.act(newcomer(hall), setup_verbs.begin, MemberId(1), "it", "Europe/Rome")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_server_and_its_members_may_be_of_each_language_and_an_expelled_name_has_its_word_there(
    hall: Hall, locale: str
) -> None:
    begin(hall)
    assert hall.act(newcomer(hall), setup_verbs.choose_language, locale).community.language == locale
    member = hall.ask(people_store.of_member, ELSEWHERE, MemberId(2))
    assert member
    hall.do(lambda tx: people_store.save(tx, replace(member, language=locale)))
    assert hall.ask(entering_bars_store.tombstone, locale)


def test_a_server_begins_with_the_language_and_zone_that_it_seems_to_have(hall: Hall) -> None:
    community = begin(hall).community
    assert (community.language, community.time_zone, community.set_up_at) == ("it", "Europe/Rome", None)


def test_beginning_again_changes_nothing_that_was_decided(hall: Hall) -> None:
    begin(hall)
    hall.act(newcomer(hall), setup_verbs.choose_language, "pt-BR")
    assert begin(hall).community.language == "pt-BR"


def test_a_new_owner_is_noted(hall: Hall) -> None:
    begin(hall)
    view = hall.act(newcomer(hall), setup_verbs.begin, MemberId(5), "it", "UTC")
    assert view.community.owner_id == 5


def test_who_does_not_organise_changes_nothing_and_leaves_no_trace(hall: Hall) -> None:
    with pytest.raises(NotAllowed):
        hall.act(newcomer(hall, organiser=False), setup_verbs.begin, MemberId(1), "it", "UTC")
    assert hall.ask(server_store.load, ELSEWHERE) is None


def test_a_press_on_a_panel_of_a_server_that_nobody_knows_is_told_to_begin(hall: Hall) -> None:
    with pytest.raises(NotSetUp):
        hall.act(newcomer(hall), setup_verbs.choose_language, "it")


def test_an_unknown_time_zone_is_asked_back(hall: Hall) -> None:
    begin(hall)
    with pytest.raises(UnknownTimeZone):
        hall.act(newcomer(hall), setup_verbs.choose_zone, "Rom")
    assert begin(hall).community.time_zone == "Europe/Rome"


def test_a_setup_ends_when_all_four_places_have_a_channel(hall: Hall) -> None:
    begin(hall)
    hall.act(newcomer(hall), setup_verbs.name_channels, {place: CHANNELS[place] for place in list(Place)[:3]})
    with refuses("error.PlacesFirst"):
        hall.act(newcomer(hall), setup_verbs.finish)
    hall.act(newcomer(hall), setup_verbs.name_channels, {Place.RECORD: CHANNELS[Place.RECORD]})
    assert hall.act(newcomer(hall), setup_verbs.finish).community.set_up_at == hall.now


def test_finishing_twice_keeps_the_first_moment(hall: Hall) -> None:
    begin(hall)
    hall.act(newcomer(hall), setup_verbs.name_channels, CHANNELS)
    first = hall.act(newcomer(hall), setup_verbs.finish).community.set_up_at
    hall.now += timedelta(hours=1)
    assert hall.act(newcomer(hall), setup_verbs.finish).community.set_up_at == first


def test_each_decision_is_in_the_log_with_what_changed(hall: Hall) -> None:
    begin(hall)
    hall.act(newcomer(hall), setup_verbs.name_role, ROLE)
    hall.act(newcomer(hall), setup_verbs.name_role, ROLE)
    entries = hall.ask(lambda tx: tx.fetch_all("SELECT details FROM log WHERE guild_id = ?", (ELSEWHERE,)))
    assert [entry["details"] for entry in entries] == [f'{{"organiser_role": "{ROLE}"}}']


# What is found missing

WELL = Channel(frozenset(Right), open_to_all=False)
COMMUNITY = Community(
    GUILD,
    MemberId(1),
    "en-US",
    "UTC",
    announcements=CHANNELS[Place.ANNOUNCEMENTS],
    matches=CHANNELS[Place.MATCHES],
    committee=CHANNELS[Place.COMMITTEE],
    record=CHANNELS[Place.RECORD],
    organiser_role=ROLE,
)
SERVER = Server(dict.fromkeys(CHANNELS.values(), WELL), frozenset(Right), {ROLE: True})
OFFICERS_ASIDE = {SetupFault.NO_OFFICE, SetupFault.NO_ARBITER, SetupFault.NOT_FINISHED}


def faults(community: Community = COMMUNITY, server: Server = SERVER, **more: Any) -> set[SetupFault]:
    found = findings(SetupView(community, Officers(), **more), server)
    return {one.fault for one in found} - OFFICERS_ASIDE


def channel(place: Place, **changes: object) -> Server:
    return replace(SERVER, channels={**SERVER.channels, CHANNELS[place]: replace(WELL, **changes)})  # type: ignore[arg-type]


def test_a_server_in_order_has_no_findings_but_vacant_offices() -> None:
    assert faults() == set()


@pytest.mark.parametrize("right", IN_A_CHANNEL)
def test_each_right_that_a_channel_lacks_is_named(right: Right) -> None:
    server = channel(Place.RECORD, rights=frozenset(Right) - {right})
    (found,) = (
        one for one in findings(SetupView(COMMUNITY, Officers()), server) if one.fault is SetupFault.CHANNEL_RIGHTS
    )
    assert (found.place, found.channel, found.rights) == (Place.RECORD, CHANNELS[Place.RECORD], (right,))


@pytest.mark.parametrize(
    ("community", "server", "more", "fault"),
    [
        (replace(COMMUNITY, matches=None), SERVER, {}, SetupFault.NO_CHANNEL),
        (replace(COMMUNITY, matches=ChannelId(1)), SERVER, {}, SetupFault.CHANNEL_GONE),
        (COMMUNITY, channel(Place.COMMITTEE, open_to_all=True), {}, SetupFault.COMMITTEE_OPEN),
        (COMMUNITY, replace(SERVER, rights=frozenset({Right.MANAGE_EVENTS})), {}, SetupFault.SERVER_RIGHTS),
        (replace(COMMUNITY, organiser_role=None), SERVER, {}, SetupFault.NO_ROLE),
        (COMMUNITY, replace(SERVER, below_the_bot={}), {}, SetupFault.ROLE_GONE),
        (COMMUNITY, replace(SERVER, below_the_bot={ROLE: False}), {}, SetupFault.ROLE_ABOVE),
        (COMMUNITY, SERVER, {"unsaid": 1}, SetupFault.UNSAID),
        (COMMUNITY, SERVER, {"late": 1}, SetupFault.LATE),
        (COMMUNITY, replace(SERVER, clock_ahead=-CLOCKS_MAY_DIFFER * 2), {}, SetupFault.CLOCK),
    ],
    ids=lambda value: value.value if isinstance(value, SetupFault) else "",
)
def test_each_fault_is_found_by_itself(
    community: Community, server: Server, more: dict[str, int], fault: SetupFault
) -> None:
    assert faults(community, server, **more) == {fault}


def test_a_clock_that_is_five_seconds_off_is_well() -> None:
    assert faults(server=replace(SERVER, clock_ahead=CLOCKS_MAY_DIFFER)) == set()


def test_a_channel_for_announcements_may_be_open_to_all() -> None:
    assert faults(server=channel(Place.ANNOUNCEMENTS, open_to_all=True)) == set()


def test_advice_comes_after_what_keeps_the_bot_from_its_work() -> None:
    found = findings(SetupView(replace(COMMUNITY, organiser_role=None), Officers(), unsaid=1), SERVER)
    assert [one.is_advice for one in found] == sorted(one.is_advice for one in found)
    assert found[-1].fault is SetupFault.NO_ROLE

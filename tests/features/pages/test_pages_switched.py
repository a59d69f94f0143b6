"""Pages over a real file: who switches them on, which events are on them and since when, and what is on stream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final

import pytest

from bot import wiring
from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.pages import store, verbs
from bot.features.pages.model import PAST_EVENTS_AFTER, PageSetting, PagesSwitched, event_address, server_address
from bot.features.tournaments import draft_store, draft_verbs
from bot.features.tournaments.facts_verbs import tournament_view
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import NotAllowed, Outdated
from bot.kernel.ids import Actor, ChannelId, MessageId
from bot.kernel.outages import Step
from bot.kernel.panel_store import Panel
from bot.people.model import ArbiterTitle
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from bot.server import store as server_store
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

SITE: Final = "https://cups.example"
OWNER: Final = 90
ORGANISER: Final = 1
PLAYER: Final = 2
CUP: Final = preset("cup")
SCHOOL: Final = preset("olympiad-school")
SECOND: Final = timedelta(seconds=1)


@pytest.fixture
def here() -> Iterator[Hall]:
    """A hall whose installation has an address."""
    hall = Hall()
    hall.do(store.note_address, SITE)
    yield hall
    hall.close()


def owner(hall: Hall) -> Actor:
    return replace(hall.actor(OWNER), is_owner=True)


def switch_on(hall: Hall, name: str = "Friday Club") -> str:
    """The key of the server in addresses."""
    made = hall.act(owner(hall), verbs.switch_on, name)
    assert made.pages is not None
    return made.pages.page_id


def is_on_web(hall: Hall, event: Tournament) -> bool:
    return hall.ask(verbs.address_of, hall.load(event)) is not None


def acts(hall: Hall) -> list[str]:
    found = hall.ask(lambda tx: tx.fetch_all("SELECT act FROM log ORDER BY sequence"))
    return [row["act"] for row in found]


# --- the switch -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [ORGANISER, PLAYER])
def test_only_the_owner_switches_pages_on(here: Hall, number: int) -> None:
    with pytest.raises(NotAllowed):
        here.act(here.actor(number), verbs.switch_on, "Friday Club")
    assert here.ask(store.of_server, GUILD) is None
    switch_on(here)
    with pytest.raises(NotAllowed):
        here.act(here.actor(number), verbs.switch_off)
    with pytest.raises(NotAllowed):
        here.act(here.actor(number), verbs.choose, PageSetting.BARS, is_on=True)


def test_organisers_see_the_pages_and_players_do_not(here: Hall) -> None:
    assert not here.ask_as(here.actor(ORGANISER), verbs.view).may_switch
    assert here.ask_as(owner(here), verbs.view).may_switch
    with pytest.raises(NotAllowed):
        here.ask_as(here.actor(PLAYER), verbs.view)


def test_where_the_installation_has_no_address_nothing_is_switched_on(hall: Hall) -> None:
    with refuses("error.NoSite"):
        hall.act(owner(hall), verbs.switch_on, "Friday Club")
    assert not hall.ask_as(owner(hall), verbs.view).has_site


def test_pages_that_lost_their_address_can_still_be_switched_off(here: Hall) -> None:
    switch_on(here)
    here.do(store.note_address, None)
    here.act(owner(here), verbs.switch_off)
    here.do(store.note_address, SITE)
    assert not here.ask_as(owner(here), verbs.view).is_on


def test_the_name_of_a_server_mentions_nobody_on_its_pages(here: Hall) -> None:
    switch_on(here, "Friday Club <@123456789012345678>")
    assert [one.name for one in here.ask(store.servers_on)] == ["Friday Club"]
    renamed = here.act(owner(here), verbs.rename, "<@123456789012345678>")
    assert renamed.pages is not None
    assert renamed.pages.name == "?"


def test_the_switch_is_on_the_log_and_is_said_once_in_silence(here: Hall) -> None:
    switch_on(here)
    switch_on(here)
    assert acts(here).count("switch_pages_on") == 1
    (said,) = here.promised(PagesSwitched, GUILD)
    assert said.message.is_on
    here.act(owner(here), verbs.switch_off)
    here.act(owner(here), verbs.switch_off)
    assert acts(here).count("switch_pages_off") == 1
    assert len(here.promised(PagesSwitched, GUILD)) == 2
    assert here.ask(verbs.switched, said.message) is None, "what was said before is not true any more"


def test_the_latest_announcements_of_what_is_over_follow_the_switch_and_no_flood_of_them(
    here: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verbs, "OVER_REDRAWN", 1)
    for at, name in enumerate(("Old", "Last", "Coming")):
        event = here.announce(replace(CUP, minimum_entrants=2), name)
        panel = Panel(f"tournament:{event.tournament_id}", GUILD, ChannelId(5), MessageId(at), here.now, here.now, None)
        here.do(partial(kernel_panel_store.save, panel=panel))
        if name != "Coming":
            here.act(here.actor(ORGANISER), course_ending_verbs.cancel, event.tournament_id, "no hall")
        here.now += timedelta(days=1)
    here.do(lambda tx: tx.execute("UPDATE panels SET stale_at = NULL"))
    switch_on(here)
    loaded = [here.ask(kernel_panel_store.load, one.panel) for one in here.ask(kernel_panel_store.stale)]
    assert [one and one.message_id for one in loaded] == [1, 2]


def test_a_server_keeps_its_address_and_what_its_owner_chose_over_a_pause(here: Hall) -> None:
    key = switch_on(here)
    here.act(owner(here), verbs.choose, PageSetting.FINDABLE, is_on=True)
    here.act(owner(here), verbs.switch_off)
    here.now += timedelta(days=30)
    assert switch_on(here, "Saturday Club") == key
    pages = here.ask(store.of_server, GUILD)
    assert pages is not None
    assert (pages.name, pages.is_findable, pages.on_since) == ("Saturday Club", True, here.now)


@pytest.mark.parametrize("setting", PageSetting)
def test_nothing_more_is_shown_before_the_owner_says_so(here: Hall, setting: PageSetting) -> None:
    switch_on(here)
    pages = here.ask(store.of_server, GUILD)
    assert pages is not None
    assert [pages.is_findable, pages.shows_bars] == [False] * 2
    here.act(owner(here), verbs.choose, setting, is_on=True)
    here.act(owner(here), verbs.choose, setting, is_on=True)
    changed = here.ask(store.of_server, GUILD)
    assert changed is not None
    assert [changed.is_findable, changed.shows_bars].count(True) == 1
    assert acts(here).count("set_pages") == 1
    here.act(owner(here), verbs.choose, setting, is_on=False)
    assert here.ask(store.of_server, GUILD) == pages


def test_a_setting_of_pages_that_never_were_is_out_of_date(here: Hall) -> None:
    with pytest.raises(Outdated):
        here.act(owner(here), verbs.choose, PageSetting.BARS, is_on=True)
    with pytest.raises(Outdated):
        here.act(owner(here), verbs.rename, "Sunday Club")


def test_the_name_on_the_web_follows_discord_by_a_press_of_the_owner(here: Hall) -> None:
    switch_on(here)
    here.act(owner(here), verbs.rename, "  Sunday Club ")
    pages = here.ask(store.of_server, GUILD)
    assert pages is not None
    assert pages.name == "Sunday Club"
    assert acts(here).count("rename_pages") == 1


# --- events ---------------------------------------------------------------------------------------------------------


def test_an_event_made_after_the_switch_is_on_the_web_at_once(here: Hall) -> None:
    key = switch_on(here)
    event = here.announce(CUP)
    assert here.ask(verbs.address_of, event) == event_address(SITE, "en-US", key, event.tournament_id)
    shown = here.ask(tournament_view, event.tournament_id)
    assert shown is not None
    assert shown.address == f"{SITE}/en/{key}/{event.tournament_id}/"


def test_a_week_after_the_switch_the_announcements_of_before_say_where(here: Hall) -> None:
    here.announce(CUP)
    here.now += timedelta(minutes=1)
    switch_on(here)
    (due,) = here.ask(kernel_time_store.due_deadlines, here.now + PAST_EVENTS_AFTER, 100)[-1:]
    assert (due.subject, due.kind) == (f"pages:{GUILD}", Step.SHOW_PAST)
    here.now += PAST_EVENTS_AFTER
    here.do(wiring.take, due)
    here.act(owner(here), verbs.switch_off)
    switch_on(here)
    here.act(owner(here), verbs.switch_off)
    assert here.ask(kernel_time_store.deadlines_of_subject, f"pages:{GUILD}") == {}


def test_an_address_speaks_the_language_of_the_server(here: Hall) -> None:
    key = switch_on(here)
    community = here.ask(server_store.load, GUILD)
    assert community is not None
    here.do(lambda tx: server_store.save(tx, replace(community, language="pt-BR")))
    event = here.announce(CUP)
    assert here.ask(verbs.address_of, event) == f"{server_address(SITE, 'pt-BR', key)}{event.tournament_id}/"
    assert here.ask_as(owner(here), verbs.view).address == f"{SITE}/pt/{key}/"


def test_an_event_made_before_the_switch_comes_a_week_later(here: Hall) -> None:
    event = here.announce(CUP)
    here.now += timedelta(minutes=1)
    switch_on(here)
    seen = here.ask_as(here.actor(ORGANISER), verbs.event_view, event.tournament_id)
    assert seen.address is None
    assert seen.comes_at == here.now + PAST_EVENTS_AFTER
    here.now += PAST_EVENTS_AFTER - SECOND
    assert not is_on_web(here, event)
    here.now += SECOND
    assert is_on_web(here, event)


def test_a_school_event_is_off_until_chosen(here: Hall) -> None:
    switch_on(here)
    event = here.announce(SCHOOL)
    here.now += 2 * PAST_EVENTS_AFTER
    assert not is_on_web(here, event)
    here.act(here.actor(ORGANISER), verbs.show_event, event.tournament_id, is_shown=True)
    assert is_on_web(here, event)
    told = here.ask(verbs.for_entrants, here.load(event))
    assert told is not None
    assert told.unasked == "initials"


def test_switched_off_no_event_has_an_address(here: Hall) -> None:
    switch_on(here)
    event = here.announce(CUP)
    here.act(owner(here), verbs.switch_off)
    assert not is_on_web(here, event)
    with refuses("error.NoPages"):
        here.act(here.actor(ORGANISER), verbs.show_event, event.tournament_id, is_shown=True)


def test_who_runs_an_event_takes_it_off_and_puts_it_on_again(here: Hall) -> None:
    switch_on(here)
    event = here.announce(CUP)
    off = here.act(here.actor(ORGANISER), verbs.show_event, event.tournament_id, is_shown=False)
    assert off.address is None
    assert off.decided_by is not None
    here.act(here.actor(ORGANISER), verbs.show_event, event.tournament_id, is_shown=False)
    assert acts(here).count("hide_from_web") == 1
    on = here.act(here.actor(ORGANISER), verbs.show_event, event.tournament_id, is_shown=True)
    assert on.address is not None
    assert acts(here).count("show_on_web") == 1
    with pytest.raises(NotAllowed):
        here.act(here.actor(PLAYER), verbs.show_event, event.tournament_id, is_shown=False)


def test_an_event_that_follows_by_itself_is_where_the_one_before_is(here: Hall) -> None:
    switch_on(here)
    before, other = here.announce(CUP), here.announce(CUP)
    here.act(here.actor(ORGANISER), verbs.show_event, before.tournament_id, is_shown=False)
    here.do(verbs.note_repeated, other, before)
    assert not is_on_web(here, other)


# --- drafts ---------------------------------------------------------------------------------------------------------


def drafted(hall: Hall, rules: object = CUP, number: int = ORGANISER) -> str:
    assert rules in {CUP, SCHOOL}
    starts = (hall.now + timedelta(hours=2),)
    (made,) = hall.act(hall.actor(number), draft_verbs.of_new, "Friday Cup", rules, starts)
    return made.draft_id


def previewed(hall: Hall, draft_id: str) -> bool | None:
    draft = hall.ask(draft_store.load_draft, draft_id)
    assert draft is not None
    told = hall.ask(verbs.of_draft, GUILD, draft)
    return None if told is None else told.is_on


def confirmed(hall: Hall, draft_id: str) -> Tournament:
    made = hall.act(hall.actor(ORGANISER), draft_verbs.confirm, draft_id)
    assert isinstance(made, Tournament)
    return made


def test_a_preview_says_nothing_of_the_web_where_the_server_has_no_pages(here: Hall) -> None:
    assert previewed(here, drafted(here)) is None


@pytest.mark.parametrize("rules", [CUP, SCHOOL], ids=["cup", "school"])
def test_what_is_chosen_under_the_preview_holds_from_the_announcement_on(here: Hall, rules: object) -> None:
    switch_on(here)
    draft_id = drafted(here, rules)
    usual = rules is CUP
    assert previewed(here, draft_id) is usual
    here.act(here.actor(ORGANISER), verbs.choose_for_draft, draft_id, is_on=not usual)
    assert previewed(here, draft_id) is not usual
    assert is_on_web(here, confirmed(here, draft_id)) is not usual


def test_a_preview_that_nobody_changed_leaves_the_event_to_the_server(here: Hall) -> None:
    switch_on(here)
    event = confirmed(here, drafted(here))
    assert here.ask(store.of_event, event.tournament_id) is None
    assert is_on_web(here, event)


def test_the_choice_stays_when_the_form_is_filled_in_anew(here: Hall) -> None:
    switch_on(here)
    here.act(here.actor(ORGANISER), verbs.choose_for_draft, drafted(here), is_on=False)
    assert previewed(here, drafted(here)) is False


def test_a_school_is_not_on_the_web_since_the_form_said_so_of_a_cup_before(here: Hall) -> None:
    switch_on(here)
    here.act(here.actor(ORGANISER), verbs.choose_for_draft, drafted(here), is_on=True)
    assert previewed(here, drafted(here)) is True
    assert previewed(here, drafted(here, SCHOOL)) is False
    here.act(here.actor(ORGANISER), verbs.choose_for_draft, drafted(here, SCHOOL), is_on=True)
    assert previewed(here, drafted(here, SCHOOL)) is True


def test_the_choice_goes_with_an_event_that_the_president_has_to_approve(here: Hall) -> None:
    switch_on(here)
    here.arbiter(8, ArbiterTitle.AN)
    community = here.ask(server_store.load, GUILD)
    assert community is not None
    here.do(lambda tx: server_store.save(tx, replace(community, committee=ChannelId(5))))
    draft_id = drafted(here, number=8)
    here.act(here.actor(8), verbs.choose_for_draft, draft_id, is_on=False)
    proposed = here.act(here.actor(8), draft_verbs.confirm, draft_id)
    assert not isinstance(proposed, Tournament)
    found = here.ask(draft_store.load_proposal, proposed.proposal_id)
    assert found is not None
    assert found.on_web is False


# --- the stream -----------------------------------------------------------------------------------------------------


def on_stream(hall: Hall, event: Tournament) -> str | None:
    found = hall.ask(store.of_event, event.tournament_id)
    return None if found is None else found.stream_id


def test_one_match_is_on_stream_until_another_or_none_is(here: Hall) -> None:
    switch_on(here)
    event = here.begin(here.announce(CUP), 2, 3, 4, 5)
    offered = here.ask_as(here.actor(ORGANISER), verbs.streamable, event.tournament_id)
    assert offered is not None
    assert offered.present is None
    first, second = (one.contest_id for one in offered.matches)
    here.act(here.actor(ORGANISER), verbs.put_on_stream, event.tournament_id, first)
    here.act(here.actor(ORGANISER), verbs.put_on_stream, event.tournament_id, first)
    assert on_stream(here, event) == first
    here.act(here.actor(ORGANISER), verbs.put_on_stream, event.tournament_id, second)
    again = here.ask_as(here.actor(ORGANISER), verbs.streamable, event.tournament_id)
    assert again is not None
    assert again.present == second
    here.act(here.actor(ORGANISER), verbs.put_on_stream, event.tournament_id, None)
    assert on_stream(here, event) is None
    assert acts(here).count("choose_stream") == 3


def test_only_who_runs_the_event_says_what_is_on_stream(here: Hall) -> None:
    switch_on(here)
    event = here.begin(here.announce(CUP), 2, 3, 4, 5)
    (match, *_) = here.open_contests(event)
    assert here.ask_as(here.actor(PLAYER), verbs.streamable, event.tournament_id) is None
    with pytest.raises(NotAllowed):
        here.act(here.actor(PLAYER), verbs.put_on_stream, event.tournament_id, match.contest_id)


def test_a_match_of_another_event_is_not_on_this_ones_stream(here: Hall) -> None:
    switch_on(here)
    event, other = here.announce(CUP), here.begin(here.announce(CUP), 2, 3, 4, 5)
    (match, *_) = here.open_contests(other)
    with pytest.raises(Outdated):
        here.act(here.actor(ORGANISER), verbs.put_on_stream, event.tournament_id, match.contest_id)


def test_an_event_that_is_not_on_the_web_has_nothing_to_put_on_stream(here: Hall) -> None:
    event = here.begin(here.announce(CUP), 2, 3, 4, 5)
    switch_on(here)
    assert here.ask_as(here.actor(ORGANISER), verbs.streamable, event.tournament_id) is None

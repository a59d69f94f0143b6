"""A server on the web, in Discord: the owner's switch, events, choices, calendars, the stream, and whom it notifies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from bot.features.pages import store as pages_store
from bot.kernel.context import Tx
from rehearsal import simcord_seam
from rehearsal.posts import walk
from tests.discord.harness import Answer, Post, Stage, an_event, enter, rows
from tests.discord.test_ending import play_out

SITE: Final = "https://cups.example"
LANGUAGES = pytest.mark.parametrize(
    "stage_options", [{"language": one} for one in ("en-US", "pt-BR", "es-ES", "it")], indirect=True
)


async def with_site(stage: Stage) -> None:
    """As a start does where the settings name an address."""
    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(pages_store.note_address, SITE))


async def restarted(stage: Stage) -> None:
    """The bot starts anew, with the same settings."""
    await stage.restart()
    await with_site(stage)


async def on_web(stage: Stage) -> str:
    """Has the owner switch the pages on; the key of the server in addresses."""
    await with_site(stage)
    card = (await stage.owner.type("pages")).post
    asked = await stage.owner.press(card, "pages-ask-on")
    await stage.owner.press(panel(asked), "pages-on")
    await stage.advance(seconds=5)
    (row,) = rows(stage, "SELECT page_id FROM page_servers")
    return str(row["page_id"])


def panel(answer: Answer) -> Post:
    assert answer.panel is not None
    return answer.panel


def links(post: Post) -> Iterator[str]:
    """Where the buttons of a message lead on the web."""
    return (str(one["url"]) for one in walk(post.components) if one.get("url"))


# --- the switch -----------------------------------------------------------------------------------------------------


@LANGUAGES
async def test_the_owner_reads_what_it_means_before_it_is_so_and_the_server_is_told_in_silence(stage: Stage) -> None:
    await with_site(stage)
    card = (await stage.owner.type("pages")).post
    asked = await stage.owner.press(card, "pages-ask-on")
    assert rows(stage, "SELECT * FROM page_servers") == []
    back = await stage.owner.press(panel(asked), "pages")
    asked = await stage.owner.press(panel(back), "pages-ask-on")
    on = await stage.owner.press(panel(asked), "pages-on")
    assert SITE in panel(on).text
    await stage.advance(seconds=5)
    (told,) = [one for one in stage.posts_in(stage.announcements) if one.has("web-me")]
    assert told.pinged == set()
    assert SITE in told.text
    assert [one for one in links(told) if one.startswith(SITE)]


async def test_where_the_installation_has_no_address_the_answer_says_how_it_gets_one(stage: Stage) -> None:
    card = (await stage.owner.type("pages")).post
    assert "ARBITER_WEB" in card.text
    assert not card.has("pages-ask-on")


async def test_an_organiser_sees_the_pages_and_has_no_switch(stage: Stage) -> None:
    await on_web(stage)
    card = (await stage.organiser.type("pages")).post
    assert SITE in card.text
    assert not card.has("pages-ask-off")
    assert not card.has("pages-set")
    player = await stage.member("Ana").type("pages")
    assert player.is_refusal


async def test_settings_are_presses_that_say_what_they_do_and_survive_a_restart(stage: Stage) -> None:
    await on_web(stage)
    card = (await stage.owner.type("pages")).post
    await restarted(stage)
    for setting in ("findable", "bars"):
        changed = await stage.owner.press(card, f"pages-set:{setting}.1")
        assert f"pages-set:{setting}.0" in panel(changed).offered
        card = panel(changed)
    (row,) = rows(stage, "SELECT is_findable, shows_bars FROM page_servers")
    assert tuple(row) == (1, 1)


async def test_switched_off_is_asked_done_at_once_and_said(stage: Stage) -> None:
    await on_web(stage)
    event, over = [await an_event(stage, name, rulebook="cup") for name in ("Friday Cup", "Last Cup")]
    form = await stage.organiser.type("tournament cancel", tournament="Last Cup")
    await stage.organiser.fill(form, reason="The hall is flooded")
    await stage.advance(seconds=30)
    assert list(links(event))
    assert list(links(stage.again(over)))
    card = (await stage.owner.type("pages")).post
    asked = await stage.owner.press(card, "pages-ask-off")
    off = await stage.owner.press(panel(asked), "pages-off")
    assert panel(off).has("pages-ask-on")
    await stage.advance(seconds=30)
    assert [list(links(stage.again(one))) for one in (event, over)] == [[], []]
    told = stage.posts_in(stage.announcements)[-1]
    assert "not on the web" in told.text
    assert told.pinged == set()


async def test_a_server_with_another_name_is_renamed_on_the_web_by_a_press(stage: Stage) -> None:
    await on_web(stage)
    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(_called_otherwise))
    card = (await stage.owner.type("pages")).post
    renamed = await stage.owner.press(card, "pages-name")
    assert not panel(renamed).has("pages-name")


def _called_otherwise(tx: Tx) -> None:
    tx.execute("UPDATE page_servers SET name = 'Old Club'")


# --- events ---------------------------------------------------------------------------------------------------------


async def preview_of_cup(stage: Stage) -> Post:
    form = await stage.organiser.type("tournament create")
    return (await stage.organiser.fill(form, name="Friday Cup", kind=["cup"], start="tomorrow 8pm")).post


@LANGUAGES
async def test_the_preview_says_on_the_web_and_the_announcement_has_the_address(stage: Stage) -> None:
    key = await on_web(stage)
    preview = await preview_of_cup(stage)
    off = await stage.organiser.press(preview, "draft-web")
    again = await stage.organiser.press(panel(off), "draft-web")
    await stage.organiser.press(panel(again), "draft-confirm")
    await stage.advance(seconds=5)
    (event,) = [one for one in stage.posts_in(stage.announcements) if one.has("register")]
    language = stage.language.partition("-")[0]
    address = f"{SITE}/{language}/{key}/{event.subject('register')}/"
    assert list(links(event)) == [address]
    assert address in event.text
    assert event.pinged == set()


async def test_an_event_that_was_kept_off_says_nothing_of_the_web(stage: Stage) -> None:
    await on_web(stage)
    preview = await preview_of_cup(stage)
    off = await stage.organiser.press(preview, "draft-web")
    await restarted(stage)
    await stage.organiser.press(panel(off), "draft-confirm")
    await stage.advance(seconds=5)
    (event,) = [one for one in stage.posts_in(stage.announcements) if one.has("register")]
    assert list(links(event)) == []
    answer = await stage.member("Ana").press(event, "register")
    assert not answer.post.has("shown-name")


async def test_without_pages_no_preview_and_no_answer_speaks_of_the_web(stage: Stage) -> None:
    await with_site(stage)
    assert not (await preview_of_cup(stage)).has("draft-web")
    event = await an_event(stage, "Friday Cup", rulebook="cup")
    answer = await stage.member("Ana").press(event, "register")
    assert not answer.post.has("shown-name")


@LANGUAGES
async def test_who_registers_is_told_and_chooses_by_a_press(stage: Stage) -> None:
    await on_web(stage)
    event = await an_event(stage, "Friday Cup", rulebook="cup")
    ana = stage.member("Ana")
    entered = await ana.press(event, "register")
    assert SITE in entered.text
    chosen = await ana.press(entered.post, "shown-nothing")
    assert chosen.private
    assert [row["shown_as"] for row in rows(stage, "SELECT shown_as FROM page_people")] == ["nothing"]
    changed = await ana.press(chosen.post, "web-initials")
    assert panel(changed).has("web-name")
    assert [row["shown_as"] for row in rows(stage, "SELECT shown_as FROM page_people")] == ["initials"]


async def test_a_captain_who_registers_a_team_is_told_too(stage: Stage) -> None:
    await on_web(stage)
    event = await an_event(stage, "Team Cup", rulebook="teams")
    ana = stage.member("Ana")
    entered = await ana.fill(await ana.press(event, "register"), name="Knights", members="Ana\nRui\nTeo")
    assert entered.post.has("shown-initials")


async def test_who_runs_an_event_takes_it_off_from_the_desk_and_the_announcement_follows(stage: Stage) -> None:
    await on_web(stage)
    event = await an_event(stage, "Friday Cup", rulebook="cup")
    desk = (await stage.organiser.type("desk", tournament="Friday Cup")).post
    card = (await stage.organiser.press(desk, "web-event")).post
    off = await stage.organiser.press(card, "web-event-off")
    assert panel(off).has("web-event-on")
    await stage.advance(seconds=30)
    assert list(links(stage.again(event))) == []
    await stage.organiser.press(panel(off), "web-event-on")
    await stage.advance(seconds=30)
    assert list(links(stage.again(event)))
    found = await stage.organiser.type("pages", tournament="Friday Cup")
    assert found.post.has("web-event-off")


async def drawn(stage: Stage, rulebook: str = "cup") -> Post:
    """An event of four that is called; its announcement."""
    event = await an_event(stage, "Friday Cup", rulebook=rulebook)
    players = [stage.member(name) for name in ("Ana", "Bruno", "Clara", "Davi")]
    await enter(stage, event, *players)
    await stage.advance(hours=1, minutes=45)
    for one in players:
        await one.press(stage.latest("check-in"), "check-in")
    await stage.advance(minutes=20)
    return event


@LANGUAGES
async def test_announcement_draw_round_and_podium_open_the_page_of_the_event(stage: Stage) -> None:
    key = await on_web(stage)
    event = await drawn(stage)
    await play_out(stage)
    language = stage.language.partition("-")[0]
    told = [one for one in stage.posts_in(stage.announcements) if one.has("bracket")]
    assert stage.again(event) == told[0]
    assert any(picture.name.startswith("podium") for picture in told[-1].pictures)
    assert [list(links(one)) for one in told] == [[f"{SITE}/{language}/{key}/{event.subject('register')}/"]] * 4


async def test_the_rounds_of_a_table_open_the_page_too(stage: Stage) -> None:
    await on_web(stage)
    await drawn(stage, "swiss")
    await play_out(stage)
    told = [one for one in stage.posts_in(stage.announcements) if one.has("standings")]
    assert len(told) > 3
    assert [one.text for one in told if len(list(links(one))) != 1] == []


async def test_which_match_is_on_stream_is_one_press_of_the_desk(stage: Stage) -> None:
    await on_web(stage)
    await drawn(stage)
    desk = (await stage.organiser.type("desk", tournament="Friday Cup")).post
    assert len(desk.options("stream")) == 3
    (_, first, _) = desk.options("stream")
    shown = await stage.organiser.choose(desk, "stream", first)
    (row,) = rows(stage, "SELECT stream_id FROM page_events")
    assert row["stream_id"] is not None
    await stage.organiser.choose(panel(shown), "stream", "none")
    (row,) = rows(stage, "SELECT stream_id FROM page_events")
    assert row["stream_id"] is None


# --- people ---------------------------------------------------------------------------------------------------------


@LANGUAGES
async def test_me_leads_to_name_page_and_calendar_and_nothing_of_it_is_public(stage: Stage) -> None:
    await on_web(stage)
    ana = stage.member("Ana")
    before = len(stage.posts_in(stage.announcements))
    card = (await ana.press((await ana.type("me")).post, "web-me")).post
    page = await ana.press(card, "web-page-on")
    assert [one for one in links(panel(page)) if "/players/" in one]
    calendar = await ana.press(panel(page), "web-calendar")
    assert "calendar.ics" in panel(calendar).text
    own = await ana.press(panel(calendar), "web-me-again")
    assert "calendar.ics" not in panel(own).text, "the address is shown once"
    ended = await ana.press(panel(own), "web-calendar-off")
    assert not panel(ended).has("web-calendar-off")
    closed = await ana.press(panel(ended), "web-page-off")
    assert panel(closed).has("web-page-on")
    assert len(stage.posts_in(stage.announcements)) == before
    assert ana.inbox == []


async def test_a_calendar_is_a_file_where_there_is_no_web(stage: Stage) -> None:
    event = await an_event(stage, "Friday Cup", rulebook="cup")
    ana = stage.member("Ana")
    await ana.press(event, "register")
    data = (await ana.press((await ana.type("me")).post, "my-data")).post
    taken = await ana.press(data, "web-calendar-file")
    assert taken.private
    (file,) = taken.post.pictures
    assert file.name == "calendar.ics"
    assert not (await ana.type("me")).post.has("web-me")

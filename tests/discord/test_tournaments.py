"""Creating, moving and cancelling in Discord, and the announcement that stays true."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.discord.entering import tournament_id
from tests.discord.harness import Answer, Post, Stage, an_event, enter, rows

TOMORROW = "2026-01-02 19:30"


async def preview(stage: Stage, name: str = "Copa", start: str = TOMORROW) -> Answer:
    return await stage.organiser.type("tournament create", rulebook="aije-open", name=name, start=start)


async def created(stage: Stage, name: str = "Copa", start: str = TOMORROW) -> Post:
    """The announcement of an event that the organiser created by command and press."""
    await stage.organiser.press((await preview(stage, name, start)).post, "draft-confirm")
    return stage.latest("register", stage.announcements)


async def moved(stage: Stage, start: str) -> Answer:
    answer = await stage.organiser.type("tournament edit", tournament="Copa", start=start)
    return await stage.organiser.press(answer.post, "draft-confirm")


def starts(stage: Stage) -> list[int]:
    return [row["start_at"] // 1000 for row in rows(stage, "SELECT start_at FROM tournaments ORDER BY created_at")]


async def test_rulebooks_are_suggested_while_typing(stage: Stage) -> None:
    offered = await stage.organiser.suggestions("tournament create", "rulebook", "open")
    assert offered == {"Jeek Online Open · Official single elimination of Jeek, followed by arbiters": "aije-open"}
    swiss = await stage.organiser.suggestions("tournament create", "rulebook", "suíço")
    assert list(swiss.values()) == ["swiss", "swiss-cut", "go-swiss"]


async def test_a_rulebook_is_meant_by_what_people_call_it(stage: Stage) -> None:
    answer = await stage.organiser.type(
        "tournament create", rulebook="mata-mata", name="Copa", start="2026-01-02 20:00"
    )
    assert "lose one match and you are out" in answer.text
    refused = await stage.organiser.type("tournament create", rulebook="xiangqi", name="Copa", start="2026-01-02 20:00")
    assert "xiangqi" in refused.text


@pytest.mark.parametrize("locale", ["en-US", "pt-BR", "es-ES", "it"])
async def test_a_preview_shows_the_start_as_it_was_understood(stage: Stage, locale: str) -> None:
    stage.organiser.locale = locale
    answer = await preview(stage)
    assert "<t:1767382200:F>" in answer.text
    assert answer.private
    assert rows(stage, "SELECT * FROM tournaments") == []
    await stage.organiser.press(answer.post, "draft-confirm")
    assert starts(stage) == [1767382200]


async def test_not_now_creates_nothing(stage: Stage) -> None:
    dropped = await stage.organiser.press((await preview(stage)).post, "draft-drop")
    assert dropped.panel is not None
    assert dropped.panel.offered == ()
    assert (rows(stage, "SELECT * FROM tournaments"), rows(stage, "SELECT * FROM drafts")) == ([], [])


async def test_a_preview_is_confirmed_after_a_restart(stage: Stage) -> None:
    answer = await preview(stage)
    await stage.restart()
    await stage.organiser.press(answer.post, "draft-confirm")
    assert starts(stage) == [1767382200]


async def test_a_double_click_on_confirm_creates_one_event(stage: Stage) -> None:
    answer = await preview(stage)
    await stage.double_click(stage.organiser, answer.post, "draft-confirm")
    assert len(starts(stage)) == 1


async def test_the_announcement_says_what_when_by_which_rules_and_offers_all(stage: Stage) -> None:
    post = await created(stage)
    (row,) = rows(stage, "SELECT commitment FROM tournaments")
    for words in ("Copa", "Jeek Online Open", "<t:1767382200:F>", "hosted by"):
        assert words in post.text
    offered = [one.partition(":")[0] for one in post.offered]
    assert offered == ["register", "withdraw", "players", "rules", "verify", "now"]
    assert row["commitment"] not in post.text
    assert row["commitment"] in stage.posts_in(stage.record)[-1].text
    assert row["commitment"] in (await stage.member("Ana").press(post, "verify")).text


async def test_a_scheduled_event_is_made_moved_and_taken_away(stage: Stage) -> None:
    await created(stage)
    await moved(stage, "2026-01-03 20:00")
    events = [call for call in stage.calls if "scheduled-events" in call.path]
    assert [call.method for call in events if call.method != "GET"] == ["POST", "PATCH"]
    asked = await stage.organiser.type("tournament cancel", tournament="Copa")
    await stage.organiser.fill(asked, reason="no hall")
    assert [call.method for call in stage.calls if "scheduled-events" in call.path][-1] == "DELETE"


@pytest.mark.parametrize(
    ("start", "told"),
    [
        ("soon", "I don't know **soon**"),
        ("2026-02-30 19:00", "does not exist"),
        ("2025-01-02 19:30", "already over"),
        ("2031-01-02 19:30", "two years"),
        ("tomorrow friday saturday 20h", "can't read"),
        ("@everyone", "everyone** in a date"),
    ],
)
async def test_a_start_that_cannot_be_is_told_with_what_to_write(stage: Stage, start: str, told: str) -> None:
    answer = await preview(stage, start=start)
    assert told in answer.text
    assert all(post.pinged == frozenset() for post in answer.posts)
    assert rows(stage, "SELECT * FROM drafts") == []


@pytest.mark.parametrize("stage_options", [{"time_zone": "Europe/Rome"}], indirect=True)
async def test_a_local_time_that_does_not_exist_is_asked_back(stage: Stage) -> None:
    answer = await preview(stage, start="2026-03-29 02:30")
    assert all(f"2026-03-29 0{hour}\\:30" in answer.text for hour in (1, 3))
    assert rows(stage, "SELECT * FROM drafts") == []


@pytest.mark.parametrize("stage_options", [{"time_zone": "Europe/Rome"}], indirect=True)
async def test_a_local_time_that_comes_twice_is_asked_back_and_chosen(stage: Stage) -> None:
    answer = await preview(stage, start="2026-10-25 02:30")
    choices = [one for one in answer.post.offered if one.startswith("draft:")]
    assert len(choices) == 2
    shown = await stage.organiser.press(answer.post, choices[1])
    assert shown.panel is not None
    await stage.organiser.press(shown.panel, "draft-confirm")
    assert starts(stage) == [1792891800]


@pytest.mark.parametrize("stage_options", [{"time_zone": "America/Sao_Paulo"}], indirect=True)
async def test_the_start_is_read_in_the_servers_time_zone_and_the_locales_order(stage: Stage) -> None:
    stage.organiser.locale = "pt-BR"
    await created(stage, start="03/02/2026 19h30")
    assert starts(stage) == [1770157800]


async def test_a_name_that_is_too_long_is_told_with_the_limit(stage: Stage) -> None:
    assert "80" in (await preview(stage, name="x" * 81)).text


@pytest.mark.parametrize("name", ["🏆 Copa 👩‍👩‍👧", "بطولة الشطرنج", "@everyone", "**b** `c` <@1>", "*" * 80])
async def test_any_name_is_announced_and_pings_nobody(stage: Stage, name: str) -> None:
    post = await created(stage, name)
    assert post.pinged == frozenset()
    assert "@everyone" not in post.text
    assert rows(stage, "SELECT name FROM tournaments")[0]["name"] == name


async def test_moving_the_start_tells_everyone_on_the_list_and_opens_check_in_later(stage: Stage) -> None:
    post, ana = await created(stage), stage.member("Ana")
    await enter(stage, post, ana)
    await moved(stage, "2026-01-03 20:00")
    asked = stage.posts_in(stage.announcements)[-1]
    assert asked.pinged == frozenset({ana.id})
    await ana.press(asked, "start-agree")
    await stage.advance(minutes=1)
    told = stage.posts_in(stage.announcements)[-1]
    assert told.pinged == frozenset({ana.id})
    assert "<t:1767470400:F>" in told.text
    await stage.advance(minutes=2)
    assert "<t:1767470400:F>" in stage.again(post).text
    assert rows(stage, "SELECT due_at FROM deadlines WHERE kind = 'open_check_in'")[0]["due_at"] == 1767468600000


async def test_renaming_tells_nobody_by_name(stage: Stage) -> None:
    post, ana = await created(stage), stage.member("Ana")
    await enter(stage, post, ana)
    answer = await stage.organiser.type("tournament edit", tournament="Copa", name="Copa 2")
    await stage.organiser.press(answer.post, "draft-confirm")
    assert stage.posts_in(stage.announcements)[-1].pinged == frozenset()
    await stage.advance(minutes=2)
    assert "Copa 2" in stage.again(post).text


async def test_cancelling_tells_everyone_why(stage: Stage) -> None:
    post = await created(stage)
    asked = await stage.organiser.type("tournament cancel", tournament="Copa")
    await stage.organiser.fill(asked, reason="The hall is **closed** @everyone")
    told = stage.posts_in(stage.announcements)[-1]
    assert "The hall is" in told.text
    assert "@everyone" not in told.text
    await stage.advance(minutes=2)
    assert "cancelled" in stage.again(post).text
    assert not stage.again(post).has("register")


async def test_players_cannot_create_edit_or_cancel(stage: Stage) -> None:
    await created(stage)
    ana = stage.member("Ana")
    for command, options in (
        ("tournament create", {"rulebook": "aije-open", "name": "Mine", "start": TOMORROW}),
        ("tournament edit", {"tournament": "Copa", "name": "Mine"}),
        ("tournament cancel", {"tournament": "Copa"}),
    ):
        assert "You can't do this" in (await ana.type(command, **options)).text


async def test_a_rulebook_that_is_not_there_is_told(stage: Stage) -> None:
    answer = await stage.organiser.type("tournament create", rulebook="nope", name="Copa", start=TOMORROW)
    assert "nope" in answer.text


async def test_lists_and_single_events_are_shown_to_anybody(stage: Stage) -> None:
    ana = stage.member("Ana", locale="it")
    assert "`/desk` (**" in (await ana.type("events")).text
    await created(stage)
    assert "Copa" in (await ana.type("events")).text
    shown = await ana.type("events", tournament="Copa")
    assert shown.private
    assert "organizzato da" in shown.text


@pytest.mark.parametrize("locale", ["en-US", "pt-BR", "es-ES", "it"])
async def test_the_whole_rule_sheet_is_shown_in_the_readers_language(stage: Stage, locale: str) -> None:
    post = await created(stage, "*" * 80)
    answer = await stage.member("Ana", locale).press(post, "rules")
    assert "72" in answer.text


async def test_twenty_events_with_the_longest_names_fit_in_one_list(stage: Stage) -> None:
    for number in range(22):
        await an_event(stage, "*" * 78 + f"{number:02}")
    assert "and 2 more" in (await stage.member("Ana").type("events")).text


async def test_an_announcement_that_somebody_deleted_is_posted_again(stage: Stage) -> None:
    post, ana = await created(stage), stage.member("Ana")
    del stage.env.backend.messages[post.channel_id][post.message_id]
    await ana.type("register", tournament="Copa", account="Ana")
    await stage.advance(minutes=2)
    again = stage.latest("register", stage.announcements)
    assert again.message_id != post.message_id
    assert "**1** player" in again.text


async def test_a_channel_that_is_gone_is_told_to_the_committee(stage: Stage) -> None:
    stage.env.inject_error("POST", f"/channels/{stage.announcements.id}/messages", status=404, code=10003)
    answer = await preview(stage)
    await stage.organiser.press(answer.post, "draft-confirm")
    await stage.settle()
    assert tournament_id(stage)
    assert stage.posts_in(stage.committee)


async def test_a_scheduled_event_that_is_not_allowed_holds_up_nothing(stage: Stage) -> None:
    stage.env.inject_error("POST", "/guilds/*/scheduled-events", status=403, code=50013)
    post = await created(stage)
    await enter(stage, post, stage.member("Ana"))
    assert len(rows(stage, "SELECT * FROM entrants")) == 1
    assert stage.posts_in(stage.committee)


async def test_a_start_is_typed_as_people_say_it_and_suggested_meanwhile(stage: Stage) -> None:
    begun = await stage.organiser.suggestions("tournament create", "start", "fri")
    assert next(iter(begun)).startswith("Fri, Jan 2, 2026 · ")
    at_once = await stage.organiser.suggestions("tournament create", "start", "tomorrow 8pm")
    assert list(at_once.values()) == ["2026-01-02 20:00"]
    offer = await stage.organiser.type(
        "tournament create", rulebook="groups-cut", name="Friday Cup", start=next(iter(at_once.values()))
    )
    assert f"<t:{int(datetime(2026, 1, 2, 20, tzinfo=UTC).timestamp())}:F>" in offer.text
    asked = await stage.organiser.type("tournament create", rulebook="groups-cut", name="Friday Cup", start="friday 8")
    assert "8 in the morning or in the evening?" in asked.text

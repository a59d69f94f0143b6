"""The stage itself: time, restarts, languages, crowds, and that its checks can fail."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from rehearsal.posts import NothingToPress
from rehearsal.stage import Entropy
from tests.discord.conftest import letters_without_button
from tests.discord.harness import Stage, an_event, enter, rewrite, rows


async def test_a_member_registers_by_button_and_form(stage: Stage) -> None:
    ana = stage.member("Ana", locale="pt-BR")
    asked = await ana.press(await an_event(stage), "register")
    answer = await ana.fill(asked, account="Ana_99")
    assert answer.private
    assert [row["name"] for row in rows(stage, "SELECT name FROM people WHERE discord_id = ?", ana.id)] == ["Ana"]


async def test_each_member_is_answered_in_the_language_of_their_client(stage: Stage) -> None:
    post = await an_event(stage)
    said = {
        locale: (await stage.member(f"x{locale}", locale).press(post, "players")).text
        for locale in ("en-US", "pt-BR", "es-ES", "it")
    }
    assert len(set(said.values())) == 4


async def test_time_stops_at_every_deadline_on_the_way(stage: Stage) -> None:
    starts_at = stage.now + timedelta(hours=2)
    await enter(stage, await an_event(stage, starts_at=starts_at), stage.member("Ana"))
    await stage.advance(hours=3)
    opened = next(post for post in stage.posts_in(stage.announcements) if post.at > starts_at - timedelta(hours=1))
    assert opened.at - (starts_at - timedelta(minutes=30)) < timedelta(seconds=1)


async def test_what_was_pressed_before_a_restart_counts_after_it(stage: Stage) -> None:
    post = await an_event(stage)
    ana = stage.member("Ana")
    await enter(stage, post, ana)
    await stage.restart()
    assert str(ana.id) in (await ana.press(post, "players")).text


async def test_an_outage_is_time_in_which_nothing_happens(stage: Stage) -> None:
    await an_event(stage, starts_at=stage.now + timedelta(hours=2))
    before = len(stage.posts_in(stage.announcements))
    await stage.sleep_through(timedelta(minutes=95))
    assert len(stage.posts_in(stage.announcements)) == before + 2, "the outage, and the check-in that it made late"


async def test_a_crowd_presses_in_the_same_moment(stage: Stage) -> None:
    post = await an_event(stage)
    crowd = stage.crowd(20)
    asked = await stage.all_press(post, "register", crowd)
    answers = await stage.all_fill(
        post, [(member, form, {"account": member.name}) for member, form in zip(crowd, asked, strict=True)]
    )
    assert all(answer.private for answer in answers)
    assert rows(stage, "SELECT count(*) AS n FROM entrants")[0]["n"] == 20


async def test_a_double_click_is_two_presses_before_the_first_answer(stage: Stage) -> None:
    assert len(await stage.double_click(stage.member("Ana"), await an_event(stage), "players")) == 2


async def test_nobody_can_press_what_is_not_there(stage: Stage) -> None:
    with pytest.raises(NothingToPress):
        await stage.member("Ana").press(await an_event(stage), "no-such-verb")


async def test_only_what_the_bot_starts_itself_is_counted(stage: Stage) -> None:
    await an_event(stage)
    assert stage.calls
    assert not [call for call in stage.calls if "/callback" in call.path]


async def test_an_apology_of_the_bot_is_a_fault_although_nothing_is_raised(stage: Stage) -> None:
    logging.getLogger("bot.somewhere").error("it broke")
    assert any("it broke" in fault for fault in stage.faults())
    stage.complaints.records.clear()
    assert stage.faults() == []


async def test_the_moment_of_a_press_is_the_stages_own(stage: Stage) -> None:
    ana = stage.member("Ana")
    await stage.advance(days=3, hours=2)
    answer = await ana.press(await an_event(stage), "players")
    assert abs(answer.post.at - stage.now) < timedelta(seconds=1)


async def test_dice_and_ids_are_the_same_in_every_run(stage: Stage) -> None:
    def drawn(seed: int) -> list[bytes]:
        source = Entropy(seed, lambda: stage.now)
        return [source(4), source(4)]

    assert drawn(7) == drawn(7)
    assert drawn(7)[0] != drawn(7)[1]
    assert drawn(7) != drawn(8)


async def test_tasks_side_by_side_draw_the_same_whichever_comes_first(stage: Stage) -> None:
    async def one(source: Entropy) -> bytes:
        return source(8)

    async def other(source: Entropy) -> bytes:
        return source(8)

    found = []
    for order in ((one, other), (other, one)):
        source = Entropy(7, lambda: stage.now)
        drawn = [await asyncio.create_task(task(source)) for task in order]
        found.append(set(drawn))
    assert found[0] == found[1]
    assert len(found[0]) == 2


@pytest.mark.plants
@pytest.mark.parametrize(("offered", "found"), [({"justify"}, []), (set(), ["absence_letter: Tell me why."])])
def test_a_letter_that_asks_for_something_without_its_button_is_found(tmp_path, offered, found) -> None:
    with closing(sqlite3.connect(tmp_path / "sent.db")) as file, file:
        file.execute("CREATE TABLE outbox (kind, channel_id, message_id, state, target)")
        file.execute("INSERT INTO outbox VALUES ('absence_letter', 1, 2, 'delivered', 'member:3')")
        file.execute("INSERT INTO outbox VALUES ('podium', 1, 2, 'delivered', 'place:announcements')")
    post = SimpleNamespace(message_id=2, text="Tell me why.", has=offered.__contains__)
    looked_at: Any = SimpleNamespace(path=tmp_path / "sent.db", posts_in=lambda _: [post])
    assert letters_without_button(looked_at) == found


@pytest.mark.plants
@pytest.mark.parametrize("sql", ["SELECT act FROM log ORDER BY rowid", "SELECT v.vote_id FROM votes v JOIN bars b"])
async def test_a_test_asks_for_no_rows_in_words_of_sqlites_own(stage: Stage, sql: str) -> None:
    with pytest.raises(AssertionError, match="PostgreSQL does not take it"):
        rows(stage, sql)
    with pytest.raises(AssertionError, match="PostgreSQL does not take it"):
        rewrite(stage, "INSERT OR REPLACE INTO faces (person_id) VALUES ('ana')")

"""How to write an end-to-end test in five lines.

    async def test_whoever_registers_is_told_what_comes_next(stage: Stage) -> None:
        ana = stage.member("Ana", locale="pt-BR")
        form = await ana.press(await an_event(stage), "register")
        answer = await ana.fill(form, account="Ana_99")
        assert "Ana_99" in answer.text and answer.private

The fixture `stage` (conftest.py) is the real bot on SimCord with a server that is set up: `stage.organiser`, `.owner`,
`.arbiter`, `.president`, `.leader`; `stage.announcements`, `.matches`, `.committee`, `.record`. Nothing is stubbed but
time and dice. People act, and each act asserts that Discord got an answer:

    post = stage.latest("check-in")                 newest public message that offers the verb (a `Post`)
    answer = await ana.press(post, "check-in")      by verb, label or custom_id; the post is looked at anew
    answer = await ana.choose(post, "score", "3")   a menu, by value or label
    answer = await ana.fill(answer, why="ill")      the form that the answer opened
    answer = await ana.type("events", tournament=ID)
    offered = await ana.suggestions("register", "tournament")
    answer.text  .private  .panel (the pressed message, updated)  .posts  .form
    post.text  .offered  .labels  .pictures  .pinged  .options("score")       ana.inbox: direct messages

    await stage.advance(minutes=30)                 stops at every deadline; also advance_to(moment), stage.now
    await stage.restart()                           or sleep_through(timedelta(hours=1)): an outage
    await stage.all_press(post, "register", stage.crowd(200))      in the same moment; also together, double_click
    stage.calls                                     REST calls that the bot started itself
    stage.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)

At its end each test is held against Discord's limits, Discord's own description of its API, and the bot's log, where an
error fails the test. What a test provokes on purpose it takes off the list: `stage.complaints.records.clear()`. Names
that look like our keys or placeholders are declared: `stage.unusual.add("{close}")`. `rows(stage, sql)` reads the
database file. A server in another language, or one that is not set up (`"set_up": False`):
`@pytest.mark.parametrize("stage_options", [{"language": "it"}], indirect=True)`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.features.tournaments import verbs as tournaments_verbs
from bot.kernel.context import Tx
from bot.kernel.ids import Actor, GuildId, MemberId
from bot.kernel.promises import Delivery
from bot.rulebooks.library import preset
from rehearsal import simcord_seam
from rehearsal.members import Answer, Member
from rehearsal.posts import Post
from rehearsal.rows import open_readonly
from rehearsal.stage import Stage
from tests import on_postgres, portable

__all__ = ["Answer", "Member", "Post", "Stage", "an_event", "enter", "rows"]

ACCOUNT = "account"


async def an_event(
    stage: Stage, name: str = "Open 1", *, rulebook: str = "aije-open", starts_at: datetime | None = None
) -> Post:
    """The announcement of a new tournament that starts at the moment, in two hours unless told."""
    begins = starts_at or stage.now + timedelta(hours=2)
    organiser = Actor(
        GuildId(stage.guild.id),
        MemberId(stage.organiser.id),
        stage.organiser.name,
        stage.language,
        False,
        True,
        stage.now,
    )
    await simcord_seam.in_bot_scope(
        stage.env, lambda: stage.bot.units.act(organiser, tournaments_verbs.create, name, preset(rulebook), begins)
    )
    return stage.latest("register", stage.announcements)


async def enter(stage: Stage, post: Post, *members: Member) -> None:
    """Registers the members, each with an account of the same name where the rulebook asks for one."""
    for member in members:
        answer = await member.press(post, "register")
        if answer.result.modal is not None:
            await member.fill(answer, account=member.name)


def noting(stage: Stage, monkeypatch: pytest.MonkeyPatch, note: Callable[[Tx, Delivery], None]) -> None:
    """From now on the notifier notes what was delivered by this verb."""
    speech = replace(stage.bot.notifier._speech, note_delivery=note)
    monkeypatch.setattr(stage.bot.notifier, "_speech", speech)


def rows(stage: Stage, sql: str, *values: object) -> list[sqlite3.Row]:
    """What stands in the database."""
    portable.refuse_in_tests(sql)
    with open_readonly(stage.path) as connection:
        return connection.execute(sql, values).fetchall()


def rewrite(stage: Stage, *statements: str) -> None:
    """Writes into the database beside the bot."""
    for one in statements:
        portable.refuse_in_tests(one)
    if on_postgres.IS_ASKED:
        on_postgres.admin(*statements, database=on_postgres.name_of(stage.path))
        return
    with closing(sqlite3.connect(stage.path, isolation_level=None)) as connection:
        for one in statements:
            connection.execute(one)

"""What the bot says of its own state, and how it finds its voice again."""

from __future__ import annotations

import logging
from datetime import timedelta

import discord
import pytest

from bot.features.setup import verbs as setup_verbs
from bot.kernel.addresses import read
from bot.kernel.ids import GuildId
from bot.server.setup_model import Right
from cogs.health import PERMISSIONS, invite_url
from rehearsal import simcord_seam
from tests import on_postgres
from tests.discord.harness import Stage, an_event, rows


def test_the_invitation_asks_for_what_the_bot_uses_and_nothing_else() -> None:
    used = set(Right) - {Right.MENTION_EVERYONE}
    assert discord.Permissions(**{right.value: True for right in used}) == PERMISSIONS
    assert f"permissions={PERMISSIONS.value}" in invite_url(1)
    assert "applications.commands" in invite_url(1)
    assert not PERMISSIONS.administrator


async def test_a_server_in_order_is_told_that_all_is_well(stage: Stage) -> None:
    await make_private(stage)
    answer = await stage.organiser.type("doctor")
    assert answer.private
    assert "All is well" in answer.text


async def test_it_is_told_which_process_answers_and_that_no_copy_is_known(stage: Stage) -> None:
    on_postgres.want_a_file()
    told = await stage.organiser.type("doctor")
    assert "I am process `rehearsal`, running since" in told.text
    assert "I know of no copy of my data" in told.text
    stage.bot.copies.last = stage.bot.units.clock()
    assert "The last copy of my data is from <t:" in (await stage.organiser.type("doctor")).text


async def test_of_a_database_server_it_is_told_who_makes_the_copies(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage.bot, "path", read("postgresql://arbiter@localhost/arbiter"))
    told = await stage.organiser.type("doctor")
    assert "My data is on a database server. My host makes its copies there." in told.text
    assert "no copy" not in told.text


async def test_who_can_read_the_committees_channel_besides_its_members_is_named(stage: Stage) -> None:
    await make_private(stage)
    told = await stage.organiser.type("doctor")
    assert f"<@{stage.owner.id}>" in told.text
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    channel, role = guild.get_channel(stage.committee.id), guild.get_role(stage.organisers.id)
    assert isinstance(channel, discord.TextChannel)
    assert role is not None
    let_in = discord.PermissionOverwrite(view_channel=True)
    await simcord_seam.in_bot_scope(stage.env, lambda: channel.set_permissions(role, overwrite=let_in))
    told = await stage.organiser.type("doctor")
    assert f"<@&{stage.organisers.id}>" in told.text
    assert f"<@{stage.leader.id}>" not in told.text


async def test_whoever_does_not_organise_does_not_see_it(stage: Stage) -> None:
    assert "organiser" in (await stage.member("Ana").type("doctor")).text


async def test_a_missing_permission_is_named_with_its_channel(stage: Stage) -> None:
    await restrict(stage, stage.matches.id, attach_files=False, read_message_history=False)
    answer = await stage.organiser.type("doctor")
    assert f"<#{stage.matches.id}>" in answer.text
    assert "Attach Files" in answer.text
    assert "Read Message History" in answer.text
    assert "Embed Links" not in answer.text


async def test_a_deleted_channel_and_a_deleted_role_are_found(stage: Stage) -> None:
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    await simcord_seam.in_bot_scope(stage.env, lambda: guild.get_channel(stage.record.id).delete())  # type: ignore[union-attr]
    await simcord_seam.in_bot_scope(stage.env, lambda: guild.get_role(stage.organisers.id).delete())  # type: ignore[union-attr]
    answer = await stage.owner.type("doctor")
    assert "Public record" in answer.text
    assert "deleted" in answer.text
    assert "role was deleted" in answer.text


async def test_what_could_not_be_said_is_told_elsewhere_and_said_once_the_channel_is_repaired(stage: Stage) -> None:
    stage.env.inject_error("POST", f"/channels/{stage.announcements.id}/messages", status=403, code=50013)
    with pytest.raises(LookupError):
        await an_event(stage)
    told, _ = stage.posts_in(stage.committee)[-2:]
    assert f"<#{stage.announcements.id}>" in told.text
    assert "could not send a message" in told.text
    answer = await stage.organiser.press(told, "say-again")
    assert answer.private
    assert stage.latest("register", stage.announcements)
    assert rows(stage, "SELECT * FROM outbox WHERE state = 'parked'") == []


async def test_only_an_organiser_has_it_said_again(stage: Stage) -> None:
    stage.env.inject_error("POST", f"/channels/{stage.announcements.id}/messages", status=403, code=50013)
    with pytest.raises(LookupError):
        await an_event(stage)
    answer = await stage.member("Ana").press(stage.posts_in(stage.committee)[-1], "say-again")
    assert "organiser" in answer.text


async def test_the_doctor_counts_what_was_left_unsaid(stage: Stage) -> None:
    stage.env.inject_error("POST", f"/channels/{stage.announcements.id}/messages", status=403, code=50013)
    with pytest.raises(LookupError):
        await an_event(stage)
    answer = await stage.organiser.type("doctor")
    assert "could not send 1 message" in answer.text
    assert answer.post.has("say-again")


async def test_the_log_says_what_is_missing_when_the_bot_starts(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    await an_event(stage)
    await restrict(stage, stage.matches.id, embed_links=False)
    with caplog.at_level(logging.INFO, "cogs.health"):
        await stage.restart()
    assert "channel_rights matches embed_links" in caplog.text
    assert "oauth2/authorize" in caplog.text


async def test_a_start_looks_at_no_server_in_which_nothing_runs(
    stage: Stage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await restrict(stage, stage.matches.id, embed_links=False)
    looked: list[GuildId] = []
    monkeypatch.setattr(setup_verbs, "view", lambda _, guild_id, __: looked.append(guild_id))
    with caplog.at_level(logging.INFO, "cogs.health"):
        await stage.restart()
    assert looked == []
    assert "oauth2/authorize" in caplog.text


async def restrict(stage: Stage, channel_id: int, **rights: bool) -> None:
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    channel = guild.get_channel(channel_id)
    assert isinstance(channel, discord.TextChannel)
    await simcord_seam.in_bot_scope(
        stage.env, lambda: channel.set_permissions(guild.me, overwrite=discord.PermissionOverwrite(**rights))
    )


async def make_private(stage: Stage) -> None:
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    channel = guild.get_channel(stage.committee.id)
    assert isinstance(channel, discord.TextChannel)
    shut = discord.PermissionOverwrite(view_channel=False)
    await restrict(stage, stage.committee.id, view_channel=True)
    await simcord_seam.in_bot_scope(stage.env, lambda: channel.set_permissions(guild.default_role, overwrite=shut))


async def test_a_broken_channel_is_told_of_once_however_much_could_not_be_said(stage: Stage) -> None:
    stage.env.inject_error("POST", f"/channels/{stage.announcements.id}/messages", status=403, code=50013, times=3)
    for name in ("Open 1", "Open 2", "Open 3"):
        with pytest.raises(LookupError):
            await an_event(stage, name)
    assert len([post for post in stage.posts_in(stage.committee) if "could not send a message" in post.text]) == 1
    assert "3 messages" in (await stage.organiser.type("doctor")).text


async def test_the_greeting_at_an_invitation_says_where_to_begin(stage: Stage) -> None:
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    await simcord_seam.in_bot_scope(stage.env, lambda: guild.edit(system_channel=guild.get_channel(stage.matches.id)))  # type: ignore[arg-type]
    await invited(stage)
    assert "/setup" in stage.posts_in(stage.matches)[-1].text


async def test_a_server_without_a_place_for_it_is_not_greeted(stage: Stage) -> None:
    before = len(stage.everything())
    await invited(stage)
    assert len(stage.everything()) == before


async def invited(stage: Stage) -> None:
    async def join() -> None:
        stage.bot.dispatch("guild_join", stage.bot.get_guild(stage.guild.id))

    await simcord_seam.in_bot_scope(stage.env, join)


async def test_after_an_outage_everybody_reads_what_was_late_and_until_when_it_is_open(stage: Stage) -> None:
    await an_event(stage, starts_at=stage.now + timedelta(hours=1))
    await stage.advance(minutes=40)
    await stage.sleep_through(timedelta(minutes=30))
    said = [post for post in stage.posts_in(stage.announcements) if "I was offline" in post.text]
    assert len(said) == 1
    assert "30 minutes" in said[0].text
    until = int((stage.now + timedelta(minutes=20)).timestamp())
    assert f"<t:{until}:F>" in said[0].text


async def test_an_outage_long_before_an_event_is_no_news(stage: Stage) -> None:
    await an_event(stage, starts_at=stage.now + timedelta(days=3))
    await stage.sleep_through(timedelta(hours=1))
    assert not [post for post in stage.posts_in(stage.announcements) if "I was offline" in post.text]


async def test_a_server_is_there_once_discord_has_described_it_and_while_discord_has_it(stage: Stage) -> None:
    (guild,) = stage.bot.guilds
    here = GuildId(guild.id)
    is_described = stage.bot.runner.reach.servers._is_described
    assert is_described(here)
    assert not is_described(GuildId(here + 1))
    guild.unavailable = True
    assert not is_described(here)

"""What the bot makes at Discord is there once, whatever becomes of the request, the answer, or the bot itself."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import discord
import pytest

from bot.features.entering.model import CheckInOpened
from bot.kernel.ids import GuildId, Place
from rehearsal import simcord_seam
from rehearsal.members import Unanswered
from rehearsal.posts import NothingToPress
from tests.discord.harm import Harm, plant
from tests.discord.harness import Stage, an_event, rewrite, rows
from tests.discord.test_files import report, thread_posts

MESSAGES = r"/channels/\d+/messages"
EVERY_HARM = pytest.mark.parametrize("harm", Harm)
FRESH = pytest.mark.parametrize("stage_options", [{"set_up": False}], indirect=True)


async def recover(stage: Stage, harm: Harm) -> None:
    """Time passes, and where the bot died it is started again."""
    if harm.is_death:
        await stage.restart()
    await stage.advance(seconds=65)


async def promise(stage: Stage) -> None:
    """One message for the announcements, about the only event."""
    event = rows(stage, "SELECT tournament_id FROM tournaments")[0]["tournament_id"]
    guild = GuildId(stage.guild.id)

    def verb(tx):
        tx.enqueue(guild, Place.ANNOUNCEMENTS, CheckInOpened(event))

    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(verb))


async def crowd_talks(stage: Stage, times: int) -> None:
    member = stage.member("Tom")
    for number in range(times):
        await member.actor.send(stage.announcements, f"{number}")


def guild_of(stage: Stage) -> discord.Guild:
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    return guild


async def in_the_calendar(stage: Stage) -> list[str]:
    events = await simcord_seam.in_bot_scope(stage.env, guild_of(stage).fetch_scheduled_events)
    return [event.name for event in events]


def doubts(stage: Stage) -> list[str]:
    return [row["what"] for row in rows(stage, "SELECT what FROM attempts")]


@EVERY_HARM
async def test_an_announcement_and_its_calendar_entry_are_made_once(stage: Stage, harm: Harm) -> None:
    said = plant(stage, harm, "POST", MESSAGES)
    entered = plant(stage, harm, "POST", r"/guilds/\d+/scheduled-events")
    with suppress(LookupError):
        await an_event(stage)
    assert said == entered == [0]
    await recover(stage, harm)
    assert len([post for post in stage.posts_in(stage.announcements) if post.has("register")]) == 1
    assert await in_the_calendar(stage) == ["Open 1"]
    assert doubts(stage) == []


@EVERY_HARM
async def test_a_message_is_said_once_however_much_was_said_since(stage: Stage, harm: Harm) -> None:
    await an_event(stage)
    before = len([post for post in stage.posts_in(stage.announcements) if post.has("now")])
    plant(stage, harm, "POST", MESSAGES)
    await promise(stage)
    await crowd_talks(stage, 230)
    await recover(stage, harm)
    assert len([post for post in stage.posts_in(stage.announcements) if post.has("now")]) == before + 1
    assert {row["state"] for row in rows(stage, "SELECT state FROM outbox")} == {"delivered"}


async def test_trouble_that_outlasts_every_nonce_leaves_one_message(stage: Stage) -> None:
    await an_event(stage)
    before = len(stage.posts_in(stage.announcements))
    plant(stage, Harm.LOST_AFTER, "POST", MESSAGES)
    looks = plant(stage, Harm.REFUSED_BEFORE, "GET", MESSAGES, times=18)
    await promise(stage)
    await stage.advance(minutes=45)
    assert looks == [0]
    assert len(stage.posts_in(stage.announcements)) == before + 1
    assert {row["state"] for row in rows(stage, "SELECT state FROM outbox")} == {"delivered"}


async def test_a_message_in_doubt_is_looked_for_where_it_was_tried_although_the_place_has_moved(stage: Stage) -> None:
    await an_event(stage)
    before = len(stage.posts_in(stage.announcements))
    plant(stage, Harm.LOST_AFTER, "POST", MESSAGES)
    await promise(stage)
    panel = await stage.owner.type("setup")
    await stage.owner.press(panel.post, "setup-page:places")
    await stage.owner.choose(panel.post, "setup-channel:announcements", stage.matches)
    await stage.advance(minutes=1)
    assert len(stage.posts_in(stage.announcements)) == before + 1
    assert stage.posts_in(stage.matches) == []


async def hide_history(stage: Stage, hidden: bool) -> None:
    """Whether the bot may read what was said among the announcements."""
    channel = guild_of(stage).get_channel(stage.announcements.id)
    assert isinstance(channel, discord.TextChannel)
    rights = discord.PermissionOverwrite(read_message_history=False if hidden else None)
    me = guild_of(stage).me
    await simcord_seam.in_bot_scope(stage.env, lambda: channel.set_permissions(me, overwrite=rights))


@pytest.mark.parametrize("harm", [Harm.LOST_AFTER, Harm.KILLED_AFTER, Harm.KILLED_BEFORE])
async def test_where_nothing_can_be_read_staff_are_asked_before_anything_is_said_again(
    stage: Stage, harm: Harm
) -> None:
    await an_event(stage)
    before = len(stage.posts_in(stage.announcements))
    await hide_history(stage, True)
    plant(stage, harm, "POST", MESSAGES)
    await promise(stage)
    await recover(stage, harm)
    assert len(stage.posts_in(stage.announcements)) == before + harm.has_effect
    told, called_to = stage.posts_in(stage.committee)[-2:]
    assert called_to.has("say-again")
    assert "Read Message History" in told.text
    await hide_history(stage, False)
    await stage.organiser.press(told, "say-again")
    await stage.settle()
    assert len(stage.posts_in(stage.announcements)) == before + 1
    assert doubts(stage) == []


@EVERY_HARM
async def test_a_case_has_one_thread_with_one_opening(stage: Stage, harm: Harm) -> None:
    opened = plant(stage, harm, "POST", r"/channels/\d+/threads")
    ana = stage.member("Ana")
    await report(stage, stage.member("Bob"), ana)
    assert opened == [0]
    await recover(stage, harm)
    assert len(thread_posts(stage)) == 1
    threads = await simcord_seam.in_bot_scope(stage.env, guild_of(stage).active_threads)
    assert len(threads) == 1
    members = await simcord_seam.in_bot_scope(stage.env, threads[0].fetch_members)
    assert ana.id in {member.id for member in members}
    assert doubts(stage) == []


@FRESH
@EVERY_HARM
async def test_setup_makes_each_channel_and_the_role_once_however_often_it_is_pressed(stage: Stage, harm: Harm) -> None:
    panel = await stage.owner.type("setup")
    await stage.owner.press(panel.post, "setup-page:places")
    before = len(guild_of(stage).text_channels), len(guild_of(stage).roles)
    for path in (r"/guilds/\d+/roles", r"/guilds/\d+/channels"):
        plant(stage, harm, "POST", path)
        with suppress(Unanswered):
            told = await stage.owner.press(panel.post, "setup-create")
            assert harm.is_death or "Discord has trouble" in told.text
        if harm.is_death:
            await stage.restart()
        await stage.advance(seconds=25)
    await stage.owner.press((await stage.owner.type("setup")).post, "setup-page:places")
    with suppress(NothingToPress):
        await stage.owner.press(panel.post, "setup-create")
    assert (len(guild_of(stage).text_channels), len(guild_of(stage).roles)) == (before[0] + 4, before[1] + 1)
    (found,) = rows(stage, "SELECT * FROM guilds")
    assert None not in [found[f"{place}_channel"] for place in Place]
    assert doubts(stage) == []


@FRESH
async def test_a_press_right_after_trouble_waits_until_discord_has_settled(stage: Stage) -> None:
    panel = await stage.owner.type("setup")
    await stage.owner.press(panel.post, "setup-page:places")
    plant(stage, Harm.REFUSED_BEFORE, "POST", r"/guilds/\d+/roles")
    await stage.owner.press(panel.post, "setup-create")
    roles = len(guild_of(stage).roles)
    told = await stage.owner.press(panel.post, "setup-create")
    assert "Press again" in told.text
    assert len(guild_of(stage).roles) == roles


@FRESH
async def test_two_who_press_at_once_make_everything_once(stage: Stage) -> None:
    panel = await stage.owner.type("setup")
    shown = await stage.owner.press(panel.post, "setup-page:places")
    assert shown.panel is not None
    channels, roles = len(guild_of(stage).text_channels), len(guild_of(stage).roles)
    await stage.double_click(stage.owner, shown.panel, "setup-create")
    assert (len(guild_of(stage).text_channels), len(guild_of(stage).roles)) == (channels + 4, roles + 1)


@pytest.mark.parametrize("harm", [Harm.LOST_AFTER, Harm.KILLED_AFTER])
async def test_each_role_of_the_registry_is_made_once(stage: Stage, harm: Harm) -> None:
    panel = await stage.organiser.type("office roles")
    before = len(guild_of(stage).roles)
    plant(stage, harm, "POST", r"/guilds/\d+/roles")
    with suppress(Unanswered):
        await stage.organiser.press(panel.post, "office-roles-create")
    await recover(stage, harm)
    await stage.organiser.press(panel.post, "office-roles-create")
    assert len(guild_of(stage).roles) == before + 6
    assert len(rows(stage, "SELECT * FROM mirror_roles")) == 6


@pytest.mark.parametrize("harm", [Harm.LOST_AFTER, Harm.KILLED_AFTER])
async def test_an_event_that_is_renamed_while_its_entry_is_in_doubt_has_one_entry_with_the_new_name(
    stage: Stage, harm: Harm
) -> None:
    plant(stage, harm, "POST", r"/guilds/\d+/scheduled-events")
    await an_event(stage)
    event = rows(stage, "SELECT tournament_id FROM tournaments")[0]["tournament_id"]
    draft = await stage.organiser.type("tournament edit", tournament=event, name="Open of Spring")
    await stage.organiser.press(draft.post, "draft-confirm")
    await recover(stage, harm)
    assert await in_the_calendar(stage) == ["Open of Spring"]


async def test_a_message_to_a_reader_is_said_once(stage: Stage) -> None:
    ana = stage.member("Ana")
    plant(stage, Harm.LOST_AFTER, "POST", MESSAGES, times=3)
    await report(stage, stage.member("Bob"), ana)
    await stage.advance(minutes=3)
    assert len(ana.inbox) == 1
    assert len(thread_posts(stage)) == 1


async def test_what_an_older_version_left_half_said_is_looked_for_since_it_was_promised(stage: Stage) -> None:
    await an_event(stage)
    await stage.stop()
    rewrite(
        stage,
        "UPDATE outbox SET state = 'sending', message_id = NULL, delivered_at = NULL",
        "UPDATE tournaments SET scheduled_event = NULL",
    )
    await stage.sleep_through(timedelta())
    await stage.advance(minutes=1)
    assert len([post for post in stage.posts_in(stage.announcements) if post.has("register")]) == 1
    assert len(await in_the_calendar(stage)) == 1

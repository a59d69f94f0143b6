"""Whom Discord notifies when an event waits for who runs it: named in the text, allowed, and pinged."""

from __future__ import annotations

import discord
import pytest

from rehearsal import simcord_seam
from tests.discord.harness import Member, Post, Stage, an_event, enter, rows


async def a_cup(stage: Stage, players: int = 4) -> list[Member]:
    """A cup without arbiters whose matches were called a moment ago."""
    post = await an_event(stage, "Friday Cup", rulebook="cup")
    crowd = stage.crowd(players)
    await enter(stage, post, *crowd)
    await stage.advance(hours=1, minutes=45)
    for one in crowd:
        await one.press(stage.latest("check-in", stage.announcements), "check-in")
    await stage.advance(minutes=16)
    return crowd


def calls(stage: Stage) -> list[Post]:
    """The calls of who runs the event, oldest first."""
    delivered = "SELECT message_id FROM outbox WHERE kind = 'staff_called' AND state = 'delivered'"
    known = {row["message_id"] for row in rows(stage, delivered)}
    found = [*stage.posts_in(stage.committee), *stage.posts_in(stage.matches)]
    return sorted((one for one in found if one.message_id in known), key=lambda one: one.at)


async def first_call(stage: Stage) -> Post:
    """The first call, a moment after it was said."""
    for _ in range(60):
        if found := calls(stage):
            return found[0]
        await stage.advance(minutes=1)
    raise LookupError("nobody was called")


def roles_pinged(stage: Stage, post: Post) -> set[int]:
    return set(stage.env.backend.messages[post.channel_id][post.message_id].ping_role_ids)


async def refuse_role(stage: Stage) -> None:
    """Discord does not ping the organisers' role: it is not mentionable, and the bot may not mention it either."""
    guild = stage.env.backend.guilds[stage.guild.id]
    flag = discord.Permissions(mention_everyone=True, administrator=True).value
    for role in guild.roles.values():
        role.permissions &= ~flag
    await stage.restart()


async def test_where_nobody_came_who_created_the_event_is_pinged_and_then_the_role(stage: Stage) -> None:
    await a_cup(stage)
    first = await first_call(stage)
    assert first.pinged == {stage.organiser.id}
    assert f"<@{stage.organiser.id}>" in first.text
    assert roles_pinged(stage, first) == set()
    await stage.advance(minutes=12)
    last = calls(stage)[-1]
    assert f"<@&{stage.organisers.id}>" in last.text
    assert roles_pinged(stage, last) == {stage.organisers.id}
    assert len(calls(stage)) <= 3


async def test_a_press_on_the_button_is_an_answer_and_the_role_is_not_pinged(stage: Stage) -> None:
    crowd = await a_cup(stage)
    card = stage.latest("here", stage.matches)
    for member in crowd:
        if f"<@{member.id}>" in card.text:
            await member.press(card, "here")
    post = await first_call(stage)
    desk = await stage.organiser.press(post, "referee")
    await stage.organiser.press(desk.post, "both-lose")
    await stage.advance(minutes=30)
    (only,) = calls(stage)
    assert roles_pinged(stage, only) == set()
    assert "~~" in only.text


async def test_a_player_calls_the_organisers_who_are_pinged_and_the_player_reads_who(stage: Stage) -> None:
    crowd = await a_cup(stage)
    card = stage.latest("here", stage.matches)
    one, other = (member for member in crowd if f"<@{member.id}>" in card.text)
    await one.press(card, "here")
    await other.press(card, "here")
    answer = await one.press(stage.latest("call-arbiter", stage.matches), "call-arbiter")
    told = answer.posts[-1]
    assert f"<@{stage.organiser.id}>" in told.text
    assert told.pinged == set()
    await stage.advance(seconds=5)
    assert calls(stage)[-1].pinged == {stage.organiser.id}
    again = await one.press(stage.latest("call-arbiter", stage.matches), "call-arbiter")
    assert again.private
    assert "already called to this match" in again.text
    home = await stage.organiser.type("desk")
    desk = await stage.organiser.press(home.post, "desk")
    assert "a player asks for you" in desk.text


async def test_where_who_created_the_event_has_left_the_role_is_pinged_at_once(stage: Stage) -> None:
    await a_cup(stage)
    stage.guild.remove_member(stage.organiser.actor)
    first = await first_call(stage)
    assert first.pinged == set()
    assert roles_pinged(stage, first) == {stage.organisers.id}
    doctor = await stage.owner.type("doctor")
    assert "has left the server or may not organise any more" in doctor.text


async def test_where_discord_does_not_ping_the_role_who_created_the_event_gets_a_letter(stage: Stage) -> None:
    await a_cup(stage)
    await refuse_role(stage)
    await stage.advance(minutes=30)
    assert all(roles_pinged(stage, post) == set() for post in calls(stage))
    assert all(post.pinged == {stage.organiser.id} for post in calls(stage))
    (letter,) = [one for one in stage.organiser.inbox if "An event you run waits for you" in one.text]
    assert letter.has("referee")
    stage.complaints.records.clear()


async def test_the_doctor_says_that_the_role_cannot_be_pinged_and_a_press_mends_it(stage: Stage) -> None:
    await refuse_role(stage)
    answer = await stage.organiser.type("doctor")
    assert "does not ping" in answer.text
    mended = await stage.organiser.press(answer.post, "setup-role-ping")
    assert "reach everyone with" in mended.text
    assert stage.env.backend.guilds[stage.guild.id].roles[stage.organisers.id].mentionable
    assert "does not ping" not in (await stage.organiser.type("doctor")).text
    stage.complaints.records.clear()


async def test_the_doctor_says_that_nobody_with_the_role_was_met_and_a_press_gives_it(stage: Stage) -> None:
    answer = await stage.owner.type("doctor")
    assert "have not met anyone" in answer.text
    await stage.owner.press(answer.post, "setup-role-take")
    assert stage.organisers.id in simcord_seam.roles_carried(stage.env, stage.guild.id, stage.owner.id)
    assert "have not met anyone" not in (await stage.owner.type("doctor")).text


@pytest.mark.parametrize("stage_options", [{"language": "it"}], indirect=True)
async def test_the_preview_of_a_cup_says_that_the_role_cannot_be_pinged(stage: Stage) -> None:
    await refuse_role(stage)
    form = await stage.organiser.type("tournament create")
    preview = await stage.organiser.fill(form, name="Coppa", kind=["cup"], start="domani 20:00", best_of="", seats="")
    assert "🔕" in preview.text
    assert preview.post.has("setup-role-ping")
    stage.complaints.records.clear()


async def test_where_who_created_the_event_organises_no_more_the_role_is_pinged_at_once(stage: Stage) -> None:
    await a_cup(stage)
    simcord_seam.roles_carried(stage.env, stage.guild.id, stage.organiser.id).clear()
    first = await first_call(stage)
    assert not first.pinged
    assert f"<@{stage.organiser.id}>" not in first.text
    assert roles_pinged(stage, first) == {stage.organisers.id}
    doctor = await stage.owner.type("doctor")
    assert "may not organise any more" in doctor.text


async def test_who_organises_again_is_called_again(stage: Stage) -> None:
    await a_cup(stage)
    held = simcord_seam.roles_carried(stage.env, stage.guild.id, stage.organiser.id)
    held.clear()
    await first_call(stage)
    held.append(stage.organisers.id)
    await stage.advance(minutes=30)
    assert stage.organiser.id in calls(stage)[-1].pinged

"""The role that hears of an event: chosen under its preview, called three times, and never by an edit."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from rehearsal import notified, simcord_seam
from rehearsal.posts import words
from tests.discord.harness import Answer, Post, Stage, an_event, enter, rows
from tests.discord.test_conditions import give
from tests.discord.test_cups import filled, sent_in, standing
from tests.discord.test_summons import refuse_role


async def chosen(stage: Stage, preview: Post, *roles: simcord_seam.RoleHandle) -> Answer:
    """The answer to the form of the role, under a preview."""
    form = await stage.organiser.press(preview, "poster-role")
    return await stage.organiser.fill(form, role=list(roles))


async def announced(stage: Stage, role: simcord_seam.RoleHandle, start: str = "tomorrow 8pm") -> Post:
    answer = await chosen(stage, (await filled(stage, start=start)).post, role)
    assert answer.panel is not None
    assert f"I ping <@&{role.id}> with the announcement" in answer.panel.text
    await stage.organiser.press(answer.panel, "draft-confirm")
    return stage.latest("register", stage.announcements)


def calls(stage: Stage, role: simcord_seam.RoleHandle) -> list[str]:
    """The messages by which Discord notified the role, in order."""
    bodies = [body for _, body in notified.messages(stage) if role.id in notified.users_and_roles(body)[1]]
    return ["\n".join(words(body["components"])) for body in bodies]


async def test_the_announcement_pings_the_role_and_names_the_host(stage: Stage) -> None:
    role = stage.guild.create_role("Players", mentionable=True)
    post = await announced(stage, role)
    assert post.pinged_roles == {role.id}
    assert f"hosted by <@{stage.organiser.id}>" in post.text
    assert stage.organiser.id not in post.pinged


async def test_the_role_is_called_at_the_opening_a_day_before_and_as_check_in_opens(stage: Stage) -> None:
    role = stage.guild.create_role("Players", mentionable=True)
    post = await announced(stage, role, start="2026-01-05 20:00")
    await enter(stage, post, stage.member("Ana"))
    assert len(calls(stage, role)) == 1
    await stage.advance_to(stage.now + timedelta(days=5))
    opening, day_before, check_in = calls(stage, role)[:3]
    assert "hosted by" in opening
    assert "starts tomorrow" in day_before
    assert "Check-in" in check_in
    assert len(calls(stage, role)) == 3


async def test_who_hears_of_check_in_can_register_on_the_spot(stage: Stage) -> None:
    role = stage.guild.create_role("Players", mentionable=True)
    post = await announced(stage, role)
    await enter(stage, post, stage.member("Ana"))
    (row,) = rows(stage, "SELECT start_at FROM tournaments")
    await stage.advance_to(datetime.fromtimestamp(row["start_at"] / 1000, UTC) - timedelta(minutes=20))
    called = stage.latest("check-in", stage.announcements)
    assert "Check-in" in calls(stage, role)[-1]
    bob = stage.member("Bob")
    give(stage, bob, role)
    answer = await bob.press(called, "register")
    assert answer.private


async def test_a_press_on_the_panel_pings_nobody_again(stage: Stage) -> None:
    role = stage.guild.create_role("Players", mentionable=True)
    post = await announced(stage, role)
    await enter(stage, post, stage.member("Ana"), stage.member("Bob"))
    assert len(calls(stage, role)) == 1


async def test_the_role_can_be_taken_back_before_the_day_before(stage: Stage) -> None:
    role = stage.guild.create_role("Players", mentionable=True)
    await announced(stage, role, start="2026-01-05 20:00")
    told = await stage.organiser.fill(await stage.organiser.type("tournament about", tournament="Friday Cup"))
    form = await stage.organiser.press(told.post, "poster-role")
    assert standing(form)["role"] == ""
    answer = await stage.organiser.fill(form, role=[])
    assert answer.panel is not None
    await stage.organiser.press(answer.panel, "draft-confirm")
    await stage.advance_to(stage.now + timedelta(days=5))
    assert len(calls(stage, role)) == 1


async def test_a_role_that_i_cannot_ping_is_refused_with_what_helps(stage: Stage) -> None:
    role = stage.guild.create_role("Quiet", mentionable=False)
    await refuse_role(stage)
    answer = await chosen(stage, (await filled(stage)).post, role)
    assert "I can't ping Quiet" in answer.text


async def test_an_arbiter_lends_the_bots_right_to_ping_a_role_from_nobody(stage: Stage) -> None:
    quiet, loud = (stage.guild.create_role(name, mentionable=name == "Loud") for name in ("Quiet", "Loud"))
    preview = (await sent_in(stage, stage.arbiter, {})).post
    form = await stage.arbiter.press(preview, "poster-role")
    assert "I can't ping Quiet" in (await stage.arbiter.fill(form, role=[quiet])).text
    answer = await stage.arbiter.fill(await stage.arbiter.press(preview, "poster-role"), role=[loud])
    assert answer.panel is not None
    assert f"I ping <@&{loud.id}>" in answer.panel.text


async def test_the_role_that_everybody_has_is_none(stage: Stage) -> None:
    everybody = stage.guild.default_role
    answer = await chosen(stage, (await filled(stage)).post, everybody)
    assert answer.panel is not None
    assert "I ping" not in answer.panel.text


async def test_where_no_role_was_chosen_nobody_is_called(stage: Stage) -> None:
    post = await an_event(stage)
    assert not post.pinged_roles
    assert not post.pinged

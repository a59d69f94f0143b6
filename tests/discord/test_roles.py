"""Roles that mirror the registry, on Discord."""

from __future__ import annotations

from tests.discord.harness import Member, Stage, rows


def carried(stage: Stage, member: Member) -> set[str]:
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    data = stage.env.backend.guilds[stage.guild.id].members[member.id]
    return {role.name for role in guild.roles if role.id in set(data.role_ids)}


async def test_roles_are_created_without_rights_and_follow_the_offices(stage: Stage) -> None:
    panel = await stage.organiser.type("office roles")
    assert panel.private
    await stage.organiser.press(panel.post, "office-roles-create")
    assert len(rows(stage, "SELECT * FROM mirror_roles")) == 6
    names = {member.name: carried(stage, member) for member in (stage.president, stage.leader, stage.arbiter)}
    assert all(names.values()), names
    await stage.leader.type("office resign", office="leader", reason="No time")
    assert carried(stage, stage.leader) == set()


async def test_a_role_that_was_given_by_hand_goes_when_its_bearer_presses_anything(stage: Stage) -> None:
    panel = await stage.organiser.type("office roles")
    await stage.organiser.press(panel.post, "office-roles-create")
    (row,) = rows(stage, "SELECT role_id FROM mirror_roles WHERE stands_for = 'president'")
    ana = stage.member("Ana")
    stage.env.backend.guilds[stage.guild.id].members[ana.id].role_ids.append(row["role_id"])
    assert carried(stage, ana)
    refused = await ana.type("log")
    assert refused.private
    await ana.type("me")
    assert carried(stage, ana) == set()


async def test_players_choose_no_roles(stage: Stage) -> None:
    refused = await stage.member("Ana").type("office roles")
    assert refused.private
    assert not refused.post.has("office-roles-create")


async def test_a_refusal_is_told_to_the_committee_with_the_fix(stage: Stage) -> None:
    stage.env.inject_error("PUT", "/guilds/*/members/*/roles/*", status=403, code=50013)
    panel = await stage.organiser.type("office roles")
    await stage.organiser.press(panel.post, "office-roles-create")
    assert any("Server Settings" in post.text for post in stage.posts_in(stage.committee))


async def test_stopping_the_mirror_says_which_roles_are_left_and_what_to_do_with_them(stage: Stage) -> None:
    panel = await stage.organiser.type("office roles")
    await stage.organiser.press(panel.post, "office-roles-create")
    panel = await stage.organiser.type("office roles")
    refused = await stage.organiser.press(panel.post, "office-roles-stop")
    assert "the President and the leader" in refused.text
    panel = await stage.leader.type("office roles")
    told = await stage.leader.press(panel.post, "office-roles-stop")
    assert "mirror nothing any more" in told.text
    assert rows(stage, "SELECT * FROM mirror_roles") == []
    assert carried(stage, stage.leader)

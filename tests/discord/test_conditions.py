"""Who may enter: chosen under the preview, told before anybody tries, and held against who registers."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.play.rulebook import EntryRules
from bot.rulebooks.library import from_canonical
from rehearsal import simcord_seam
from tests.discord.harness import Answer, Member, Post, Stage, rows
from tests.discord.test_cups import filled, standing

Typed = str | list[str] | list[simcord_seam.RoleHandle]
EVERYBODY: dict[str, Any] = {"from": "", "below": "", "age": ["0"]}


def give(stage: Stage, member: Member, role: simcord_seam.RoleHandle) -> None:
    stage.env.backend.guilds[stage.guild.id].members[member.id].role_ids.append(role.id)


def take(stage: Stage, member: Member, role: simcord_seam.RoleHandle) -> None:
    stage.env.backend.guilds[stage.guild.id].members[member.id].role_ids.remove(role.id)


async def chosen(stage: Stage, preview: Post, **typed: Typed) -> Answer:
    """The answer to the form of who may enter, under a preview."""
    form = await stage.organiser.press(preview, "cup-who")
    return await stage.organiser.fill(form, **(EVERYBODY | typed))


async def preview_with(stage: Stage, **typed: Typed) -> Post:
    answer = await chosen(stage, (await filled(stage)).post, **typed)
    assert answer.panel is not None
    return answer.panel


async def announced(stage: Stage, **typed: Typed) -> Post:
    """The announcement of a cup with these conditions."""
    await stage.organiser.press(await preview_with(stage, **typed), "draft-confirm")
    return stage.latest("register", stage.announcements)


def players(stage: Stage) -> int:
    (row,) = rows(stage, "SELECT count(*) AS n FROM entrants WHERE withdrawn_at IS NULL")
    return int(row["n"])


async def test_conditions_are_chosen_kept_and_saved_with_the_cup(stage: Stage) -> None:
    role = stage.guild.create_role("Members")
    preview = (await filled(stage)).post
    assert "Who may enter:**" not in preview.text
    form = await stage.organiser.press(preview, "cup-who")
    assert standing(form) == {"role": "", "from": "", "below": "", "age": "0"}
    await stage.restart()
    answer = await stage.organiser.fill(
        form, role=[role], **(EVERYBODY | {"from": "1200", "below": "1600", "age": ["2592000"]})
    )
    assert answer.panel is not None
    told = f"Who may enter:** the role <@&{role.id}> · a rating of 1,200 or more and below 1,600 · a Discord account"
    assert told in answer.panel.text
    again = await stage.organiser.press(answer.panel, "cup-who")
    assert standing(again) == {"role": "", "from": "1200", "below": "1600", "age": "2592000"}
    (shown,) = again.form["components"][0]["component"]["default_values"]
    assert (int(shown["id"]), shown["type"]) == (role.id, "role")
    anew = await stage.organiser.fill(
        await stage.organiser.press(answer.panel, "cup-again"),
        name="Swiss Evening",
        kind=["swiss"],
        start="tomorrow 8pm",
        best_of="",
        seats="",
    )
    assert anew.panel is not None
    assert told in anew.panel.text
    await stage.organiser.press(anew.panel, "draft-confirm")
    (kept,) = rows(stage, "SELECT rulebook FROM tournaments")
    rules = EntryRules(str(role.id), 1200, 1600, timedelta(days=30))
    assert from_canonical(kept["rulebook"]).entry == rules
    post = stage.latest("register", stage.announcements)
    assert told in post.text
    assert post.pinged == set()


async def test_a_preset_of_the_server_keeps_the_conditions(stage: Stage) -> None:
    preview = await preview_with(stage, below="1600")
    form = await stage.organiser.press(preview, "preset-name")
    await stage.organiser.fill_text(form, "Beginners")
    (kept,) = rows(stage, "SELECT rules FROM rulebooks")
    assert from_canonical(kept["rules"]).entry == EntryRules(rating_below=1600)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"from": "1600", "below": "1600"}, "1,600 or more and below 1,600"),
        ({"from": "high"}, "**high** is not a rating"),
        ({"from": "-5"}, "is not a rating"),
        ({"below": "99999"}, "a number from 1 to 10,000"),
        ({"below": "0"}, "a number from 1 to 10,000"),
    ],
)
async def test_bounds_that_nobody_meets_are_refused_and_the_draft_stays(
    stage: Stage, typed: dict[str, str], told: str
) -> None:
    preview = (await filled(stage)).post
    refused = await chosen(stage, preview, **typed)
    assert told in refused.text
    assert "Who may enter:**" not in refused.text
    (kept,) = rows(stage, "SELECT rulebook FROM drafts")
    assert from_canonical(kept["rulebook"]).entry is None


async def test_who_lacks_the_role_is_told_so_and_enters_with_it(stage: Stage) -> None:
    role, ana = stage.guild.create_role("Members"), stage.member("Ana")
    post = await announced(stage, role=[role])
    me = await ana.type("me")
    assert f"You can't enter **Friday Cup**. It is for players with: the role <@&{role.id}>" in me.text
    refused = await ana.press(post, "register")
    assert refused.private
    assert f"the role <@&{role.id}>" in refused.text
    assert players(stage) == 0
    give(stage, ana, role)
    assert "Register" in (await ana.type("me")).post.labels
    await ana.press(post, "register")
    take(stage, ana, role)
    assert players(stage) == 1
    again = await ana.press(post, "register")
    assert "already" in again.text


async def test_a_young_account_reads_when_it_is_old_enough(stage: Stage) -> None:
    ana = stage.member("Ana")
    post = await announced(stage, age=["31536000"])
    refused = await ana.press(post, "register")
    assert "at least 365 days old" in refused.text
    assert "<t:" in refused.text
    assert players(stage) == 0


async def test_organisers_enter_knowingly_who_lacks_the_role_and_at_once_who_has_it(stage: Stage) -> None:
    role, ana, bob = stage.guild.create_role("Members"), stage.member("Ana"), stage.member("Bob")
    give(stage, bob, role)
    await announced(stage, role=[role])
    (event,) = rows(stage, "SELECT tournament_id FROM tournaments")
    entered = await stage.organiser.type("tournament enter", tournament=event["tournament_id"], member=bob)
    assert not entered.post.has("enter-despite")
    assert players(stage) == 1
    asked = await stage.organiser.type("tournament enter", tournament=event["tournament_id"], member=ana)
    assert "lacks the role" in asked.text
    assert players(stage) == 1
    await stage.restart()
    await stage.organiser.press(asked.post, "enter-despite")
    assert players(stage) == 2
    assert "without the role that the event asks for" in (await stage.organiser.type("log")).text


async def test_a_role_that_was_deleted_is_told_to_the_organisers_and_keeps_nobody_in_the_dark(stage: Stage) -> None:
    role, ana = stage.guild.create_role("Members"), stage.member("Ana")
    give(stage, ana, role)
    preview = await preview_with(stage, role=[role])
    stage.env.backend.delete_role(stage.guild.id, role.id)
    await stage.settle()
    (draft,) = rows(stage, "SELECT draft_id FROM drafts")
    shown = await stage.organiser.type("me")
    warned = await stage.organiser.press(shown.post, f"draft:{draft['draft_id']}")
    assert warned.panel is not None
    assert "no longer exists" in warned.panel.text
    again = await stage.organiser.press(warned.panel, "cup-who")
    assert again.form["components"][0]["component"].get("default_values", []) == []
    await stage.organiser.press(preview, "draft-confirm")
    refused = await ana.press(stage.latest("register", stage.announcements), "register")
    assert "players can't register" in refused.text
    assert stage.organiser.inbox == []
    (event,) = rows(stage, "SELECT tournament_id FROM tournaments")
    desk = await stage.organiser.type("desk", tournament=event["tournament_id"])
    assert "the role that the event asks for no longer exists" in desk.text
    form = await stage.organiser.press(desk.post, "desk-enter")
    assert form.result.modal is not None
    health = await stage.organiser.type("doctor")
    assert "needs a role that no longer exists here" in health.text


async def test_who_created_the_event_reads_it_once_when_the_role_is_deleted_and_comes_to_the_desk(stage: Stage) -> None:
    role, other = stage.guild.create_role("Members"), stage.guild.create_role("Others")
    await announced(stage, role=[role])
    stage.env.backend.delete_role(stage.guild.id, other.id)
    await stage.settle()
    assert stage.organiser.inbox == []
    stage.env.backend.delete_role(stage.guild.id, role.id)
    await stage.settle()
    (letter,) = stage.organiser.inbox
    assert "The role for **Friday Cup** was deleted" in letter.text
    desk = await stage.organiser.press(letter, "desk")
    assert "the role that the event asks for no longer exists" in desk.text


async def test_the_change_of_an_announced_event_offers_no_conditions_since_rules_stay_as_they_were(
    stage: Stage,
) -> None:
    preview = (await filled(stage)).post
    assert preview.has("cup-who")
    await stage.organiser.press(preview, "draft-confirm")
    (event,) = rows(stage, "SELECT tournament_id FROM tournaments")
    change = await stage.organiser.type("tournament edit", tournament=event["tournament_id"], name="Sunday Cup")
    assert change.post.has("poster")
    assert not change.post.has("cup-who")


async def test_who_has_the_role_and_too_low_a_rating_is_logged_for_the_rating_alone(stage: Stage) -> None:
    role, bob = stage.guild.create_role("Members"), stage.member("Bob")
    give(stage, bob, role)
    await announced(stage, role=[role], **{"from": "1200"})
    (event,) = rows(stage, "SELECT tournament_id FROM tournaments")
    asked = await stage.organiser.type("tournament enter", tournament=event["tournament_id"], member=bob)
    await stage.organiser.press(asked.post, "enter-despite")
    assert players(stage) == 1
    told = rows(stage, "SELECT act FROM log WHERE act LIKE 'enter_despite%'")
    assert [one["act"] for one in told] == ["enter_despite_unrated"]

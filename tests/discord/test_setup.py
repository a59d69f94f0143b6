"""Setting a server up, as its owner does it: by a panel that may be left and taken up again at any time."""

from __future__ import annotations

import io

import discord
import pytest
from PIL import Image

from bot.layout.picture_model import DARK, LIGHT
from rehearsal import simcord_seam
from tests.discord.harness import Answer, Member, Stage, rows

FRESH = pytest.mark.parametrize("stage_options", [{"set_up": False}], indirect=True)


async def begun(stage: Stage, by: Member | None = None) -> Answer:
    return await (by or stage.owner).type("setup")


async def with_channels(stage: Stage) -> Answer:
    panel = await begun(stage)
    answer = await stage.owner.press(panel.post, "setup-page:places")
    for place in ("announcements", "matches", "committee", "record"):
        answer = await stage.owner.choose(panel.post, f"setup-channel:{place}", getattr(stage, place))
    return answer


def settled(stage: Stage) -> dict[str, object]:
    return dict(rows(stage, "SELECT * FROM guilds")[0])


@FRESH
async def test_an_owner_sets_a_server_up_from_language_to_the_first_tournament(stage: Stage) -> None:
    panel = await begun(stage)
    assert panel.private
    owner = stage.owner
    await owner.choose(panel.post, "setup-language", "pt-BR")
    shown = await owner.choose(panel.post, "setup-zone", "America/Sao_Paulo")
    assert shown.panel is not None
    assert "America/Sao" in shown.panel.text
    await owner.press(panel.post, "setup-page:places")
    for place in ("announcements", "matches", "committee", "record"):
        await owner.choose(panel.post, f"setup-channel:{place}", getattr(stage, place))
    await owner.choose(panel.post, "setup-role", stage.organisers)
    await owner.press(panel.post, "setup-page:check")
    done = await owner.press(panel.post, "setup-finish")
    assert done.panel is not None
    assert done.panel.has("cup-new")
    found = settled(stage)
    assert (found["language"], found["time_zone"]) == ("pt-BR", "America/Sao_Paulo")
    assert found["matches_channel"] == stage.matches.id
    assert found["organiser_role"] == stage.organisers.id
    assert found["set_up_at"] is not None


@FRESH
async def test_the_setup_goes_on_after_a_restart_in_its_middle(stage: Stage) -> None:
    panel = await begun(stage)
    await stage.owner.choose(panel.post, "setup-zone", "Europe/Rome")
    await stage.restart()
    await stage.owner.press(panel.post, "setup-page:places")
    await stage.owner.choose(panel.post, "setup-channel:record", stage.record)
    assert (settled(stage)["time_zone"], settled(stage)["record_channel"]) == ("Europe/Rome", stage.record.id)


@FRESH
async def test_nobody_can_finish_while_a_channel_is_missing(stage: Stage) -> None:
    panel = await begun(stage)
    shown = await stage.owner.press(panel.post, "setup-page:check")
    assert shown.panel is not None
    assert not shown.panel.has("setup-finish")
    assert settled(stage)["set_up_at"] is None


@FRESH
async def test_whoever_does_not_manage_the_server_cannot_set_it_up(stage: Stage) -> None:
    answer = await begun(stage, stage.member("Ana"))
    assert answer.private
    assert "organiser" in answer.text
    assert rows(stage, "SELECT * FROM guilds") == []


@FRESH
async def test_a_time_zone_is_found_by_its_city_and_an_unknown_one_is_asked_back(stage: Stage) -> None:
    panel = await begun(stage)
    form = await stage.owner.press(panel.post, "setup-city")
    refused = await stage.owner.fill(form, city="Atlantis")
    assert "Atlantis" in refused.text
    await stage.owner.fill(await stage.owner.press(panel.post, "setup-city"), city="Roma")
    assert settled(stage)["time_zone"] == "Europe/Rome"


@FRESH
async def test_the_command_takes_a_time_zone_by_autocomplete(stage: Stage) -> None:
    offered = await stage.owner.suggestions("setup", "time_zone", "brasilia")
    assert offered == {"America/Sao_Paulo": "America/Sao_Paulo"}
    await stage.owner.type("setup", time_zone="America/Sao_Paulo")
    assert settled(stage)["time_zone"] == "America/Sao_Paulo"


async def test_typing_the_command_again_shows_what_is_set_up(stage: Stage) -> None:
    again = await begun(stage)
    assert again.post.has("setup-page")
    shown = await stage.owner.press(again.post, "setup-page:places")
    assert shown.panel is not None
    assert f"<#{stage.matches.id}>" in shown.panel.text
    moved = stage.guild.create_text_channel("arena")
    await stage.settle()
    await stage.owner.choose(again.post, "setup-channel:matches", moved)
    assert settled(stage)["matches_channel"] == moved.id
    assert settled(stage)["set_up_at"] is not None


@FRESH
async def test_the_owner_names_officers_publicly_and_on_the_record(stage: Stage) -> None:
    panel = (await with_channels(stage)).panel
    assert panel is not None
    await stage.owner.press(panel, "setup-page:officers")
    form = await stage.owner.press(panel, "setup-officers")
    named = await stage.owner.fill(
        form,
        president=[stage.president.actor],
        leader=[stage.leader.actor],
        arbiters=[stage.arbiter.actor, stage.leader.actor],
        title=["AN"],
    )
    assert named.panel is not None
    assert f"<@{stage.president.id}>" in named.panel.text
    for channel in (stage.announcements, stage.record):
        said = stage.posts_in(channel)[-1].text
        assert all(f"<@{one.id}>" in said for one in (stage.president, stage.leader, stage.arbiter, stage.owner))
    assert len(rows(stage, "SELECT * FROM log WHERE act = 'name_officer'")) == 4
    assert {"office show", "vote list"} <= set(stage.commands)


@pytest.mark.rule("AIJE-A01-2")
async def test_the_owner_replaces_a_leader_only_once_they_have_left_the_server(stage: Stage) -> None:
    panel = (await begun(stage)).post
    await stage.owner.press(panel, "setup-page:officers")
    form = await stage.owner.press(panel, "setup-officers")
    refused = await stage.owner.fill(form, leader=[stage.arbiter.actor])
    assert "petition" in refused.text
    stage.env.inject_error("GET", f"/guilds/*/members/{stage.leader.id}", status=404, code=10007)
    form = await stage.owner.press(panel, "setup-officers")
    named = await stage.owner.fill(form, leader=[stage.arbiter.actor])
    assert named.panel is not None
    assert f"<@{stage.arbiter.id}>" in named.panel.text


async def test_only_the_owner_names_officers(stage: Stage) -> None:
    panel = await begun(stage, stage.organiser)
    await stage.organiser.press(panel.post, "setup-page:officers")
    answer = await stage.organiser.press(panel.post, "setup-officers")
    assert answer.result.modal is None
    assert "owner" in answer.text


@FRESH
async def test_officers_wait_until_they_can_be_named_publicly(stage: Stage) -> None:
    panel = await begun(stage)
    await stage.owner.press(panel.post, "setup-page:officers")
    form = await stage.owner.press(panel.post, "setup-officers")
    answer = await stage.owner.fill(form, president=[stage.president.actor])
    assert "public record" in answer.text
    assert rows(stage, "SELECT * FROM offices") == []


async def test_a_bot_holds_no_office(stage: Stage) -> None:
    robot = stage.guild.add_member(stage.env.create_user("robot", bot=True))
    panel = await begun(stage)
    await stage.owner.press(panel.post, "setup-page:officers")
    form = await stage.owner.press(panel.post, "setup-officers")
    answer = await stage.owner.fill(form, president=[robot])
    assert "bot" in answer.text


async def test_arbiters_are_not_named_without_their_title(stage: Stage) -> None:
    panel = await begun(stage)
    await stage.owner.press(panel.post, "setup-page:officers")
    form = await stage.owner.press(panel.post, "setup-officers")
    before = len(rows(stage, "SELECT * FROM arbiter_titles"))
    answer = await stage.owner.fill(form, arbiters=[stage.president.actor])
    assert "title" in answer.text
    assert len(rows(stage, "SELECT * FROM arbiter_titles")) == before


@FRESH
async def test_what_is_missing_is_created_with_the_rights_of_its_use(stage: Stage) -> None:
    panel = await begun(stage)
    await stage.owner.press(panel.post, "setup-page:places")
    created = await stage.owner.press(panel.post, "setup-create")
    assert created.panel is not None
    assert not created.panel.has("setup-create")
    found = settled(stage)
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    everyone = guild.default_role
    rights = {
        place: guild.get_channel(found[f"{place}_channel"]).permissions_for(everyone)  # type: ignore[union-attr,arg-type]
        for place in ("announcements", "matches", "committee", "record")
    }
    assert not rights["committee"].view_channel
    assert rights["record"].view_channel
    assert not rights["record"].send_messages
    assert not rights["announcements"].send_messages
    assert guild.get_role(found["organiser_role"]) is not None  # type: ignore[arg-type]


@FRESH
async def test_officers_are_let_into_the_committees_private_channel(stage: Stage) -> None:
    panel = await begun(stage)
    await stage.owner.press(panel.post, "setup-page:places")
    await stage.owner.press(panel.post, "setup-create")
    await stage.owner.press(panel.post, "setup-page:officers")
    form = await stage.owner.press(panel.post, "setup-officers")
    await stage.owner.fill(form, leader=[stage.leader.actor])
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    channel = guild.get_channel(settled(stage)["committee_channel"])  # type: ignore[arg-type]
    assert isinstance(channel, discord.TextChannel)
    assert stage.leader.id in {target.id for target in channel.overwrites}


@FRESH
async def test_what_the_bot_may_not_create_is_told_with_the_rights_that_it_lacks(stage: Stage) -> None:
    stage.env.inject_error("POST", f"/guilds/{stage.guild.id}/channels", status=403, code=50013)
    panel = await begun(stage)
    await stage.owner.press(panel.post, "setup-page:places")
    answer = await stage.owner.press(panel.post, "setup-create")
    assert "Manage Channels" in answer.text
    # The role came first, and is not lost.
    assert settled(stage)["organiser_role"] is not None
    done = await stage.owner.press(panel.post, "setup-create")
    assert done.panel is not None
    assert settled(stage)["record_channel"] is not None


@FRESH
async def test_a_channel_that_was_deleted_in_the_middle_is_shown_as_gone_and_can_be_created(stage: Stage) -> None:
    panel = (await with_channels(stage)).panel
    assert panel is not None
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    await simcord_seam.in_bot_scope(stage.env, lambda: guild.get_channel(stage.record.id).delete())  # type: ignore[union-attr]
    shown = await stage.owner.press(panel, "setup-page:check")
    assert shown.panel is not None
    assert "Public record" in shown.panel.text
    await stage.owner.press(panel, "setup-page:places")
    await stage.owner.press(panel, "setup-create")
    assert settled(stage)["record_channel"] not in {None, stage.record.id}


@FRESH
async def test_the_server_speaks_the_language_that_was_chosen_at_once(stage: Stage) -> None:
    panel = (await with_channels(stage)).panel
    assert panel is not None
    await stage.owner.press(panel, "setup-page:time")
    await stage.owner.choose(panel, "setup-language", "it")
    await stage.owner.press(panel, "setup-page:officers")
    await stage.owner.fill(await stage.owner.press(panel, "setup-officers"), leader=[stage.leader.actor])
    assert "Responsabile della commissione" in stage.posts_in(stage.record)[-1].text


@FRESH
async def test_who_holds_the_organisers_role_may_organise_from_the_moment_it_is_named(stage: Stage) -> None:
    panel = await begun(stage)
    refused = await begun(stage, stage.organiser)
    assert not refused.post.has("setup-page")
    await stage.owner.press(panel.post, "setup-page:places")
    await stage.owner.choose(panel.post, "setup-role", stage.organisers)
    welcomed = await begun(stage, stage.organiser)
    assert welcomed.post.has("setup-page")


async def ground_of_a_board(stage: Stage, by: Member) -> tuple[int, ...]:
    """The colour of the corner of a picture that the member is shown."""
    (picture,) = (await by.type("game show", name="surakarta")).post.pictures
    with Image.open(io.BytesIO(stage.picture(picture.url))) as image:
        colour = image.convert("RGB").getpixel((1, 1))
    assert isinstance(colour, tuple)
    return colour


async def test_pictures_are_dark_until_an_organiser_has_them_drawn_light(stage: Stage) -> None:
    ana = stage.member("Ana")
    assert await ground_of_a_board(stage, ana) == DARK.panel
    first = await stage.organiser.press((await begun(stage, stage.organiser)).post, "setup-page:time")
    assert first.panel is not None
    shown = await stage.organiser.press(first.panel, "setup-theme:light")
    assert settled(stage)["theme"] == "light"
    assert shown.panel is not None
    assert "Pictures for dark Discord" in shown.panel.text
    assert await ground_of_a_board(stage, ana) == LIGHT.panel
    await stage.restart()
    assert await ground_of_a_board(stage, ana) == LIGHT.panel

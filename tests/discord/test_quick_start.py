"""From the invitation to a running cup in five acts of its organiser, and two of each player."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import discord
import pytest

from bot.domain.ids import GuildId, Occasion
from bot.domain.setup_views import TO_CREATE
from bot.storage import communities
from bot.storage.work import Work
from rehearsal import simcord_seam
from tests.discord.harness import Answer, Member, Post, Stage, rows
from tests.discord.test_cups import FORM
from tests.discord.test_matches import call

MANAGER = discord.Permissions(manage_guild=True)
FRESH = pytest.mark.parametrize("stage_options", [{"set_up": False}], indirect=True)
FRESH_IN_BRAZIL = pytest.mark.parametrize("stage_options", [{"set_up": False, "language": "pt-BR"}], indirect=True)


@dataclass
class Counted:
    """A member whose acts are counted: commands, presses, choices and forms sent in."""

    member: Member
    acts: int = 0

    async def type(self, command: str, **options: object) -> Answer:
        self.acts += 1
        return await self.member.type(command, **options)

    async def press(self, post: Post, button: str) -> Answer:
        self.acts += 1
        return await self.member.press(post, button)

    async def fill(self, asked: Answer, **values: str | list[str]) -> Answer:
        self.acts += 1
        return await self.member.fill(asked, **values)


def settled(stage: Stage) -> dict[str, object]:
    return dict(rows(stage, "SELECT * FROM guilds")[0])


def named_channels(stage: Stage) -> list[str]:
    found = settled(stage)
    return [place for place in ("announcements", "matches", "committee", "record") if found[f"{place}_channel"]]


async def started(stage: Stage, button: str = "quick-start") -> Post:
    """The finished panel of a server in Brazil, by Quick start."""
    panel = await stage.owner.type("setup")
    done = await stage.owner.press(panel.post, button)
    assert done.panel is not None
    return done.panel


async def cup_by_owner(stage: Stage) -> tuple[Counted, Post]:
    """The owner with the acts counted from the invitation to the confirmed cup, and its announcement."""
    owner = Counted(stage.owner)
    panel = await owner.type("setup")
    finished = (await owner.press(panel.post, "quick-start")).panel
    assert finished is not None
    form = await owner.press(finished, "cup-new")
    typed = FORM | {"name": "Copa de Sexta", "start": "amanhã 20h", "best_of": "1"}
    preview = await owner.fill(form, **typed)
    await owner.press(preview.post, "draft-confirm")
    return owner, stage.latest("register")


@FRESH_IN_BRAZIL
async def test_five_acts_lead_from_the_invitation_to_a_running_cup_and_two_or_one_of_each_player(stage: Stage) -> None:
    owner, announced = await cup_by_owner(stage)
    early = [Counted(stage.member(name)) for name in ("Ana", "Bia", "Caio")]
    for player in early:
        await player.press(announced, "register")
    (begins,) = rows(stage, "SELECT start_at FROM tournaments")
    start = datetime.fromtimestamp(begins["start_at"] / 1000, UTC)
    await stage.advance_to(start - timedelta(minutes=20))
    for player in early:
        await player.press(announced, "check-in")
    late = Counted(stage.member("Duda"))
    await late.press(announced, "register")
    await stage.advance(minutes=30)
    assert (start.hour, start.minute) == (23, 0), "20:00 in São Paulo"
    assert (owner.acts, [player.acts for player in early], late.acts) == (5, [2, 2, 2], 1)
    outcomes = rows(stage, "SELECT outcome FROM entrants")
    assert [row["outcome"] for row in outcomes] == ["starter"] * 4
    assert len(rows(stage, "SELECT * FROM contests WHERE round = 1")) == 2
    assert rows(stage, "SELECT kind FROM outbox WHERE state = 'parked'") == []


@FRESH_IN_BRAZIL
async def test_quick_start_makes_what_an_ordinary_server_needs_and_guesses_language_and_zone(stage: Stage) -> None:
    await started(stage)
    found = settled(stage)
    assert (found["language"], found["time_zone"]) == ("pt-BR", "America/Sao_Paulo")
    assert named_channels(stage) == ["announcements", "matches", "record"]
    assert found["organiser_role"] is not None
    assert found["set_up_at"] is not None


@FRESH
async def test_where_no_zone_can_be_guessed_it_is_asked_on_the_same_panel_first(stage: Stage) -> None:
    panel = (await stage.owner.type("setup")).post
    assert not panel.has("quick-start")
    assert "time zone of your people" in panel.text
    chosen = await stage.owner.choose(panel, "setup-zone", "UTC")
    assert chosen.panel is not None
    await stage.owner.press(panel, "quick-start:")
    assert settled(stage)["time_zone"] == "UTC"


@FRESH
async def test_the_owner_may_referee_at_once_and_nobody_else_is_offered_it(stage: Stage) -> None:
    manager = stage.member("Mara", roles=[stage.guild.create_role("Staff", permissions=MANAGER)])
    assert not (await manager.type("setup", time_zone="Europe/Rome")).post.has("quick-start:referee")
    panel = await stage.owner.type("setup", time_zone="Europe/Rome")
    done = await stage.owner.press(panel.post, "quick-start:referee")
    assert done.panel is not None
    assert [row["title"] for row in rows(stage, "SELECT title FROM arbiter_titles")] == ["AN"]
    assert len(rows(stage, "SELECT * FROM duty WHERE until IS NULL")) == 1
    await stage.owner.press(panel.post, "setup-page:time")
    assert len(rows(stage, "SELECT * FROM arbiter_titles")) == 1


@FRESH_IN_BRAZIL
async def test_a_second_press_makes_no_second_channel_and_a_restart_in_the_middle_loses_none(stage: Stage) -> None:
    stage.env.inject_error("POST", f"/guilds/{stage.guild.id}/channels", status=403, code=50013)
    panel = await stage.owner.type("setup")
    refused = await stage.owner.press(panel.post, "quick-start:")
    assert "cargo" in refused.text
    assert settled(stage)["set_up_at"] is None
    await stage.restart()
    await stage.double_click(stage.owner, panel.post, "quick-start:")
    assert settled(stage)["set_up_at"] is not None
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    names = [channel.name for channel in guild.text_channels]
    assert len(names) == len(set(names))


@FRESH_IN_BRAZIL
async def test_a_bot_that_may_create_no_channel_speaks_where_it_was_asked_and_says_which_right_it_lacks(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.setup.TO_CREATE", (*TO_CREATE, "a right that nobody has"))
    panel = await stage.owner.type("setup")
    done = await stage.owner.press(panel.post, "quick-start:")
    assert done.panel is not None
    assert "Gerenciar canais" in done.panel.text
    found = settled(stage)
    places = {found[f"{place}_channel"] for place in ("announcements", "matches", "record")}
    assert places == {stage.announcements.id}
    assert found["set_up_at"] is not None


@FRESH_IN_BRAZIL
async def test_two_organisers_who_start_at_once_start_one_server(stage: Stage) -> None:
    manager = stage.member("Mara", roles=[stage.guild.create_role("Staff", permissions=MANAGER)])
    first, second = await stage.owner.type("setup"), await manager.type("setup")
    await stage.owner.press(first.post, "quick-start:")
    await manager.press(second.post, "quick-start:")
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    names = [channel.name for channel in guild.text_channels]
    assert len(names) == len(set(names))


def forget_committee(work: Work, _: Occasion, guild_id: GuildId) -> None:
    """As in an ordinary server, which never had one."""
    community = communities.load(work, guild_id)
    assert community is not None
    communities.save(work, replace(community, committee=None))


async def test_without_a_committee_a_dispute_that_nobody_decides_comes_up_where_the_matches_are(stage: Stage) -> None:
    server = GuildId(stage.guild.id)
    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(forget_committee, server))
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    await duel.report(duel.first, "3-1")
    await duel.second.fill(await duel.second.press(duel.card, "dispute"), why="no")
    await stage.advance(minutes=15, seconds=5)
    assert rows(stage, "SELECT kind FROM outbox WHERE state = 'parked'") == []
    desk = await stage.organiser.press(stage.latest("referee", stage.matches), "referee")
    assert desk.private

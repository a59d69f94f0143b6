"""From the invitation to a running cup in five acts of its organiser, and two of each player."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import discord
import pytest

from bot.kernel.context import Tx
from bot.kernel.errors import RefusedAt
from bot.kernel.ids import GuildId
from bot.server import store as server_store
from bot.server.setup_model import TO_CREATE
from cogs import setup as cogs_setup
from rehearsal import simcord_seam
from rehearsal.friday.evening import NAMES, TYPED
from tests.discord.harness import Answer, Member, Post, Stage, rows
from tests.discord.test_cups import FORM
from tests.discord.test_matches import call

MANAGER = discord.Permissions(manage_guild=True)
FRESH = pytest.mark.parametrize("stage_options", [{"set_up": False}], indirect=True)
EIGHT_IN_THE_EVENING = {"en-US": 1, "pt-BR": 23, "es-ES": 19, "it": 19}
"""By the clocks of New York, São Paulo, Madrid and Rome in winter, as the hour of UTC."""
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


def zone(stage: Stage) -> tuple[object, bool]:
    found = settled(stage)
    return found["time_zone"], bool(found["zone_guessed"])


def start(stage: Stage) -> datetime:
    """When the one cup begins."""
    (begins,) = rows(stage, "SELECT start_at FROM tournaments")
    return datetime.fromtimestamp(begins["start_at"] / 1000, UTC)


async def first_cup(stage: Stage, by: Member) -> Answer:
    """The preview of the first cup of a server that was set up by Quick start alone."""
    panel = await by.type("setup")
    finished = (await by.press(panel.post, "quick-start:")).panel
    assert finished is not None
    return await by.fill(await by.press(finished, "cup-new"), **FORM)


def named_channels(stage: Stage) -> list[str]:
    found = settled(stage)
    return [place for place in ("announcements", "matches", "committee", "record") if found[f"{place}_channel"]]


async def started(stage: Stage, button: str = "quick-start") -> Post:
    """The finished panel of a server in Brazil, by Quick start."""
    panel = await stage.owner.type("setup")
    done = await stage.owner.press(panel.post, button)
    assert done.panel is not None
    return done.panel


async def cup_by_owner(stage: Stage, name: str, begins: str) -> tuple[Counted, Post]:
    """The owner with the acts counted from the invitation to the confirmed cup, and its announcement."""
    owner = Counted(stage.owner)
    panel = await owner.type("setup")
    finished = (await owner.press(panel.post, "quick-start")).panel
    assert finished is not None
    form = await owner.press(finished, "cup-new")
    typed = FORM | {"name": name, "start": begins, "best_of": "1"}
    preview = await owner.fill(form, **typed)
    await owner.press(preview.post, "draft-confirm")
    return owner, stage.latest("register")


@pytest.mark.parametrize(
    ("stage_options", "hour"),
    [({"set_up": False, "language": one}, hour) for one, hour in EIGHT_IN_THE_EVENING.items()],
    ids=EIGHT_IN_THE_EVENING,
    indirect=["stage_options"],
)
async def test_five_acts_lead_from_the_invitation_to_a_running_cup_and_two_or_one_of_each_player(
    stage: Stage, hour: int
) -> None:
    owner, announced = await cup_by_owner(stage, NAMES[stage.language], TYPED[stage.language])
    early = [Counted(stage.member(name)) for name in ("Ana", "Bia", "Caio")]
    for player in early:
        await player.press(announced, "register")
    begins = start(stage)
    await stage.advance_to(begins - timedelta(minutes=20))
    for player in early:
        await player.press(announced, "check-in")
    late = Counted(stage.member("Duda"))
    await late.press(announced, "register")
    await stage.advance(minutes=30)
    assert (begins.hour, begins.minute) == (hour, 0)
    assert not zone(stage)[1], "confirmed with the cup"
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
async def test_a_zone_that_is_only_guessed_is_told_on_the_panel_and_holds_nothing_up(stage: Stage) -> None:
    panel = (await stage.owner.type("setup")).post
    assert "I guessed the time zone" in panel.text
    await stage.owner.press(panel, "quick-start:")
    assert zone(stage) == ("America/New_York", True)
    await stage.owner.press(panel, "setup-page:time")
    shown = await stage.owner.choose(panel, "setup-zone", "UTC")
    assert shown.panel is not None
    assert "I guessed the time zone" not in shown.panel.text
    assert zone(stage) == ("UTC", False)


@FRESH
async def test_another_language_leads_to_another_guess_and_never_away_from_a_zone_that_was_chosen(stage: Stage) -> None:
    panel = (await stage.owner.type("setup")).post
    await stage.owner.choose(panel, "setup-language", "it")
    assert zone(stage) == ("Europe/Rome", True)
    await stage.owner.choose(panel, "setup-zone", "America/Sao_Paulo")
    await stage.owner.choose(panel, "setup-language", "es-ES")
    assert zone(stage) == ("America/Sao_Paulo", False)


@FRESH
async def test_the_preview_says_by_whose_clocks_it_read_and_confirming_it_confirms_them(stage: Stage) -> None:
    preview = await first_cup(stage, stage.owner)
    assert "in **New York** time" in preview.text
    assert "8:00" in preview.text
    assert zone(stage) == ("America/New_York", True)
    await stage.owner.press(preview.post, "draft-confirm")
    assert zone(stage) == ("America/New_York", False)
    assert start(stage).hour == 1, "20:00 in New York"
    again = await stage.owner.fill(await stage.owner.type("tournament create"), **FORM)
    assert "I read the start" not in again.text
    assert not again.post.has("draft-zone")


@FRESH_IN_BRAZIL
async def test_the_preview_names_the_city_with_the_letters_of_the_language(stage: Stage) -> None:
    preview = await first_cup(stage, stage.owner)
    assert "**São Paulo**" in preview.text


@FRESH
async def test_another_zone_on_the_preview_reads_what_was_typed_anew(stage: Stage) -> None:
    preview = await first_cup(stage, stage.owner)
    shown = await stage.owner.choose(preview.post, "draft-zone", "Europe/Rome")
    assert shown.panel is not None
    assert "Wrong time zone?" not in shown.panel.text
    assert zone(stage) == ("Europe/Rome", False)
    await stage.owner.press(shown.panel, "draft-confirm")
    assert start(stage).hour == 19, "20:00 in Rome"


@FRESH
async def test_a_city_that_no_menu_has_is_typed_there_and_an_unknown_one_changes_nothing(stage: Stage) -> None:
    preview = await first_cup(stage, stage.owner)
    refused = await stage.owner.fill(await stage.owner.press(preview.post, "draft-city"), city="Atlantis")
    assert "Atlantis" in refused.text
    assert zone(stage) == ("America/New_York", True)
    shown = await stage.owner.fill(await stage.owner.press(preview.post, "draft-city"), city="Auckland")
    assert shown.panel is not None
    assert zone(stage) == ("Pacific/Auckland", False)
    await stage.owner.press(shown.panel, "draft-confirm")
    assert start(stage).hour == 7, "20:00 in Auckland"


@FRESH
async def test_a_preview_that_was_replaced_chooses_no_zone(stage: Stage) -> None:
    preview = await first_cup(stage, stage.owner)
    await stage.owner.fill(await stage.owner.type("tournament create"), **FORM)
    stale = await stage.owner.choose(preview.post, "draft-zone", "Asia/Tokyo")
    assert stale.panel is None
    assert zone(stage) == ("America/New_York", True)


@FRESH
async def test_who_may_not_set_the_server_up_is_told_whom_to_ask_and_confirms_no_zone(stage: Stage) -> None:
    panel = await stage.owner.type("setup")
    await stage.owner.press(panel.post, "quick-start:")
    arbiter = stage.member("Ines")
    await stage.owner.press(panel.post, "setup-page:officers")
    named = await stage.owner.press(panel.post, "setup-officers")
    await stage.owner.fill(named, arbiters=[arbiter.actor], title=["AI"])
    preview = await arbiter.fill(await arbiter.type("tournament create"), **FORM)
    assert "Ask an organiser" in preview.text
    assert not preview.post.has("draft-zone")
    await arbiter.press(preview.post, "draft-confirm")
    assert zone(stage) == ("America/New_York", True)


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


def forget_committee(tx: Tx, guild_id: GuildId) -> None:
    """As in an ordinary server, which never had one."""
    community = server_store.load(tx, guild_id)
    assert community is not None
    server_store.save(tx, replace(community, committee=None))


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


@FRESH
async def test_a_channel_that_is_there_is_used_and_what_was_made_is_said(stage: Stage) -> None:
    stage.env.backend.edit_channel(stage.matches.id, {"name": "chess"})
    panel = await started(stage)
    assert settled(stage)["announcements_channel"] == stage.announcements.id
    assert f"I post in <#{stage.announcements.id}>, which you already had." in panel.text
    assert f"I made <#{settled(stage)['matches_channel']}>" in panel.text
    assert "I have not met anyone" not in panel.text


@FRESH
async def test_a_channel_that_not_everybody_sees_is_not_taken_for_what_is_public(stage: Stage) -> None:
    stage.env.backend.edit_channel(stage.announcements.id, {"name": "chess"})
    nobody = discord.PermissionOverwrite(view_channel=False)
    hidden = stage.guild.create_text_channel("announcements", overwrites={stage.guild.default_role: nobody})
    await started(stage)
    assert settled(stage)["announcements_channel"] != hidden.id


@FRESH
async def test_who_presses_quick_start_holds_the_organisers_role_and_reads_so(stage: Stage) -> None:
    panel = await started(stage)
    role = settled(stage)["organiser_role"]
    assert f"You now have <@&{role}>" in panel.text
    assert role in stage.roles_of(stage.owner)


@FRESH
async def test_a_role_that_discord_does_not_give_now_keeps_the_server_from_nothing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def too_soon(*_: object) -> None:
        raise RefusedAt("error.NotMadeYet", at=stage.now)

    monkeypatch.setattr(cogs_setup, "give_role", too_soon)
    panel = await started(stage)
    assert settled(stage)["set_up_at"] is not None
    assert "You now have" not in panel.text
    assert panel.has("setup-role-take")

"""Coming into an arena while it runs, as members see it; and the desk of an arena under load, with what it costs."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.tournaments import verbs as tournaments_verbs
from bot.kernel.ids import Actor, GuildId, MemberId
from bot.play.format_rules import ArenaRules
from bot.rulebooks.library import preset
from rehearsal import simcord_seam
from tests.discord.harness import Member, Post, Stage, enter, rows
from tests.discord.test_arena import begin, games, lobby, pairs, play

NEWCOMERS_FOR = timedelta(minutes=20)


async def an_open_arena(stage: Stage, *players: Member) -> Post:
    """An arena that takes newcomers for twenty minutes, at its start; its lobby is answered."""
    rules = preset("arena")
    rules = replace(rules, arena=replace(rules.arena or ArenaRules(), late_entry_within=NEWCOMERS_FOR))
    guild, name = GuildId(stage.guild.id), stage.organiser.name
    by = Actor(guild, MemberId(stage.organiser.id), name, "en-US", False, True, stage.now)
    begins = stage.now + timedelta(hours=1)
    await simcord_seam.in_bot_scope(
        stage.env, lambda: stage.bot.units.act(by, tournaments_verbs.create, "Arena", rules, begins)
    )
    post = stage.latest("register", stage.announcements)
    await enter(stage, post, *players)
    await stage.advance(minutes=51)
    for player in players:
        await player.press(post, "check-in")
    await stage.advance(minutes=9, seconds=10)
    return lobby(stage)


@pytest.mark.parametrize("stage_options", [{"language": "it"}], indirect=True)
async def test_a_newcomer_comes_through_the_door_of_the_lobby_and_plays(stage: Stage) -> None:
    panel = await an_open_arena(stage, *(stage.member(name, "it") for name in ("Ana", "Bruno", "Carla")))
    assert "premi **Entra**" in panel.text
    eva = stage.member("Eva", "it")
    told = await eva.press(panel, "register")
    assert told.private
    assert "cominci senza punti" in told.text
    await stage.advance(seconds=5)
    assert eva not in {one for pair in games(stage) for one in pair}
    await stage.restart()
    playing = await eva.press(told.post, "arena-ready")
    assert playing.panel is not None
    await stage.advance(seconds=5)
    assert eva in {one for pair in games(stage) for one in pair}
    assert "sei" in (await eva.press(lobby(stage), "register")).text.lower()
    assert len(rows(stage, "SELECT 1 FROM entrants WHERE enters_in = 2 AND outcome = 'starter'")) == 1

    await stage.advance(minutes=21)
    late = stage.member("Tardi", "it")
    assert (await late.press(panel, "register")).private
    assert not rows(stage, "SELECT 1 FROM people p JOIN entrants e USING (person_id) WHERE p.name = 'Tardi'")
    await play(stage, *games(stage)[0])
    await stage.advance(seconds=10)
    assert not stage.again(lobby(stage)).has("register")


async def test_the_desk_of_a_busy_arena_is_short_and_costs_no_call(stage: Stage) -> None:
    await begin(stage, stage.crowd(60))
    where = pairs(stage)[-1]
    playing = games(stage)
    for first, _ in playing:
        await first.press((await first.press(where, "arena-mine")).post, "arena-won")
    for _, second in playing[:12]:
        form = await second.press((await second.press(where, "arena-mine")).post, "dispute")
        await second.fill(form, why="I won")
    before = len(stage.calls)
    (arena,) = rows(stage, "SELECT tournament_id FROM tournaments")
    desk = await stage.organiser.type("desk", tournament=arena["tournament_id"])
    assert len(stage.calls) == before
    shown = desk.post.text
    assert len(shown) < 4000
    assert shown.count("<@") == 16
    assert "12" in shown
    ruled = await stage.organiser.press(desk.post, "referee")
    assert ruled.private

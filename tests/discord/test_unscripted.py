"""Events in which nobody keeps to a script: whatever is pressed, filled in and typed, the bot answers and stays true.

Each seed is another crowd. `CROWD_SEEDS=1:40 CROWD_ACTS=600` plays more of them and longer ones.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from bot.features.entering import list_verbs as entering_list_verbs
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.kernel.ids import Actor, GuildId, MemberId
from bot.play.rulebook import Rulebook
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from bot.rulebooks.library import preset
from rehearsal import simcord_seam
from tests.discord.entering import event_of
from tests.discord.harness import Member, Post, Stage, enter
from tests.discord.registered import seat_for_title
from tests.discord.test_tables import hand_in
from tests.discord.test_teams import entered
from tests.discord.unscripted import Crowd

FIRST, LAST = map(int, os.environ.get("CROWD_SEEDS", "1:1").split(":"))
ACTS = int(os.environ.get("CROWD_ACTS", "90"))
LANGUAGES = ("pt-BR", "en-US", "es-ES", "it")


async def everybody(stage: Stage, post: Post, players: list[Member]) -> None:
    await enter(stage, post, *players)


async def two(stage: Stage, post: Post, players: list[Member]) -> None:
    await seat_for_title(stage, *players[:2])
    await enter(stage, post, *players[:2])
    await stage.organiser.type("title holder", tournament="Cup", member=players[0])


async def with_decks(stage: Stage, post: Post, players: list[Member]) -> None:
    await enter(stage, post, *players)
    for player in players:
        await hand_in(stage, post, player)


async def teams(stage: Stage, post: Post, players: list[Member]) -> None:
    for captain in players[:4]:
        await entered(captain, post, f"Team {captain.name}", *(f"{captain.name}{n}; {captain.name}{n}" for n in "abc"))


async def go_teams(stage: Stage, post: Post, players: list[Member]) -> None:
    for captain in players[:4]:
        await entered(captain, post, f"Team {captain.name}", *(f"{captain.name}{n}" for n in "abcd"))


async def schools(stage: Stage, post: Post, players: list[Member]) -> None:
    for teacher in players[:4]:
        await entered(teacher, post, f"School {teacher.name}", *(f"{teacher.name}{n}; 8" for n in range(10)))


PLAYED: dict[str, Callable[[Stage, Post, list[Member]], Awaitable[None]]] = {
    "aije-open": everybody,
    "aije-champions-league": everybody,
    "aije-world": two,
    "aije-teams": teams,
    "arena": everybody,
    "double-elimination": everybody,
    "go-round-robin": everybody,
    "go-swiss": everybody,
    "go-teams": go_teams,
    "olympiad-school": schools,
    "on-the-edge": with_decks,
    "swiss-cut": everybody,
}


ALWAYS = {"aije-open", "aije-teams", "on-the-edge"}
"""In every run; the others in the long one."""


def open_to_all(name: str) -> Rulebook:
    """The preset, without asking for a seat or for more people than there are."""
    rules = preset(name)
    return replace(rules, minimum_entrants=2, registration=replace(rules.registration, invited_only=False))


async def all_records_agree(stage: Stage) -> None:
    """Every event that was drawn gives a record from which the same follows."""
    by = Actor(GuildId(stage.guild.id), MemberId(stage.organiser.id), "Otto", stage.language, False, True, stage.now)
    units = stage.bot.units
    for event in await simcord_seam.in_bot_scope(
        stage.env, lambda: units.ask(entering_list_verbs.of_guild, by.guild_id)
    ):
        if event.drawn_at is None:
            continue
        asked = partial(units.ask_as, by, past_events_drafts_verbs.record_for, event.tournament_id)
        record = await simcord_seam.in_bot_scope(stage.env, asked)
        found = replay(read_record(write_record(record), "cup.json"))
        assert found.difference is None, found.difference


@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(FIRST, LAST + 1))
@pytest.mark.parametrize(
    "name", [name if name in ALWAYS else pytest.param(name, marks=pytest.mark.long) for name in PLAYED]
)
@pytest.mark.parametrize("stage_options", [{}], indirect=True)
async def test_whatever_a_crowd_does_every_press_is_answered_and_the_record_agrees(
    stage: Stage, name: str, seed: int
) -> None:
    starts_at = stage.now + timedelta(hours=2)
    post = await event_of(stage, open_to_all(name), "Cup")
    players = [stage.member(one, LANGUAGES[seed % 4]) for one in ("Ana", "Bia", "Caio", "Davi", "Eva", "Gil")]
    await PLAYED[name](stage, post, players)
    staff = [stage.organiser, stage.arbiter, stage.leader, stage.president]
    crowd = Crowd(stage, [*players * 3, *staff], seed)
    await crowd.act(ACTS // 4)
    await stage.advance_to(max(stage.now, starts_at - timedelta(minutes=20)))
    for player in players:
        await crowd.look_what_to_do(player, wise=True)
    await stage.advance_to(max(stage.now, starts_at + timedelta(seconds=5)))
    await crowd.act(ACTS)
    await all_records_agree(stage)

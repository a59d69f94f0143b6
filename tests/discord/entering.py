"""What end-to-end tests of entering an event do again and again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

from bot.features.tournaments import verbs as tournaments_verbs
from bot.kernel.ids import Actor, GuildId, MemberId
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset
from rehearsal import simcord_seam
from tests.discord.harness import Answer, Member, Post, Stage, rows


def with_seats(capacity: int) -> Rulebook:
    """The Open with so many seats."""
    rules = preset("aije-open")
    return replace(rules, registration=replace(rules.registration, capacity=capacity))


async def event_of(stage: Stage, rulebook: Rulebook, name: str = "Open 1") -> Post:
    """The announcement of an event with these rules that starts in two hours."""
    by = stage.organiser
    actor = Actor(GuildId(stage.guild.id), MemberId(by.id), by.name, stage.language, False, True, stage.now)
    begins = stage.now + timedelta(hours=2)
    await simcord_seam.in_bot_scope(
        stage.env, lambda: stage.bot.units.act(actor, tournaments_verbs.create, name, rulebook, begins)
    )
    return stage.latest("register", stage.announcements)


async def enter_together(stage: Stage, post: Post, members: list[Member]) -> list[Answer]:
    """Everybody presses Register in the same moment, and then everybody sends in the form in the same moment."""
    asked = await stage.all_press(post, "register", members)
    return await stage.all_fill(
        post, [(member, form, {"account": member.name}) for member, form in zip(members, asked, strict=True)]
    )


async def confirm_and_start(stage: Stage, players: Iterable[Member]) -> None:
    """All confirm an event that was announced two hours before, an arbiter goes on duty, and it starts."""
    await stage.advance_to(stage.now + timedelta(hours=1, minutes=31))
    for player in players:
        await player.press(stage.latest("check-in"), "check-in")
    await stage.arbiter.type("arbiter on")
    await stage.advance(minutes=29, seconds=5)


def tournament_id(stage: Stage) -> str:
    """The only tournament there is."""
    (row,) = rows(stage, "SELECT tournament_id FROM tournaments")
    return str(row["tournament_id"])


def in_order(stage: Stage) -> list[str]:
    """Everyone on the list by name, in the order of registration."""
    found = rows(
        stage,
        "SELECT p.name FROM entrants e JOIN people p USING (person_id) WHERE e.withdrawn_at IS NULL ORDER BY e.number",
    )
    return [str(row["name"]) for row in found]

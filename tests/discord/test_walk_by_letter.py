"""The walk out of direct messages, which name no server: nobody is let in by them."""

from __future__ import annotations

from bot.kernel.ids import EntityKind
from bot.server.model import Act
from cogs.routing import VERBS
from cogs.subjects import Audience
from tests.discord.test_walk import SECRET, World, world

__all__ = ["world"]


async def test_by_letter_nobody_does_anything_in_a_server_that_they_are_no_member_of(world: World) -> None:
    before, wrong = world.dump(), []
    for verb, subject in world.custom_ids.items():
        for who in ("stranger", "owner elsewhere"):
            answers = await world.roles[who].press_letter(f"{verb}:{subject}", (world.ids[EntityKind.PERSON],))
            if not answers.refused and VERBS[verb].requires is not Audience.EVERYBODY:
                wrong.append((verb, subject, who, answers.all))
            assert SECRET not in answers.all
    assert wrong == []
    assert world.dump() == before


async def test_by_letter_a_player_has_no_right_that_they_have_not_in_the_server(world: World) -> None:
    player, wrong = world.roles["player"], []
    for verb, subject in world.custom_ids.items():
        if isinstance(VERBS[verb].requires, Act):
            here, there = await player.press(f"{verb}:{subject}"), await player.press_letter(f"{verb}:{subject}")
            if here.refused and not there.refused:
                wrong.append(verb)
    assert wrong == []

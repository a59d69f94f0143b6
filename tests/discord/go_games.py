"""A game of Go of an evening, as the tests of counts and of adjournments begin it."""

from __future__ import annotations

from tests.discord.entering import confirm_and_start
from tests.discord.harness import Member, Post, Stage, an_event, enter


async def a_game(stage: Stage, locale: str) -> tuple[Member, Member, Post]:
    """A called game of Go: Black, White, its card; both are there, and their clients speak the language."""
    post = await an_event(stage, rulebook="go-swiss")
    players = [stage.member(name, locale=locale) for name in ("Ada", "Bo", "Ciro", "Dora")]
    await enter(stage, post, *players)
    await confirm_and_start(stage, players)
    card = stage.latest("here", stage.matches)
    black, white = sorted(
        (one for one in players if f"<@{one.id}>" in card.text), key=lambda one: card.text.index(f"<@{one.id}> ·")
    )
    for player in (black, white):
        await player.press(card, "here")
    return black, white, card

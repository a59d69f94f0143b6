"""What the ten commonest verbs cost, each done by a member in front of Discord, in a plain knock-out of sixteen.

Each verb is done once before it is watched, by somebody else or in another match, so that nothing counts that only the
first press after a start does. A watched match leaves its neighbour in play, so that nothing is called by its end; the
one whose end does call the next is told apart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.discord.entering import tournament_id
from tests.discord.harness import Answer, Member, Post, Stage, an_event, enter
from tests.discord.voting import committee, opened
from tools.figures.watching import Watch

PLAYERS: Final = 16
COMMITTEE: Final = 9
"""The arbiters: one for each match of the first round, and one of whom the committee votes."""
PLAYED: Final = timedelta(minutes=6)
APART: Final = timedelta(seconds=20)
"""Between two presses, so that each stands alone and the bot has long come to rest."""
VERBS: Final = (
    "register", "leave", "check-in", "report", "confirm", "confirm-and-call", "dispute", "rule", "me", "standings",
    "ballot",
)  # fmt: skip
"""All that are watched; the sixth is a confirmation that opens the next round's match and calls it."""

Costs = dict[str, Watch]
"""By the verb's name."""


def costs() -> Costs:
    """What each verb costs now: about five seconds."""
    return asyncio.run(_play())


async def _play() -> Costs:
    with TemporaryDirectory() as folder:
        async with Stage.open(Path(folder) / "arbiter.db") as stage:
            found = await Script(stage).play()
            assert stage.faults() == []
            return {verb: found[verb] for verb in VERBS}


@dataclass(frozen=True, slots=True)
class Pair:
    """A called match: its card, and who is on it, `first` left of the score."""

    card: Post
    first: Member
    second: Member
    arbiter: Member


class Script:
    """An event in which each verb is done, and what each cost."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._costs: Costs = {}

    async def play(self) -> Costs:
        """All of it, from the announcement to a vote of the committee."""
        arbiters = await committee(self._stage, COMMITTEE)
        await self._enter(arbiters)
        pairs = await self._call_first_round(arbiters)
        await self._play(pairs)
        await self._look(pairs[1])
        await self._vote(arbiters)
        return self._costs

    async def _watch(self, verb: str, act: Callable[[], Awaitable[object]]) -> None:
        """Has the verb done while it is watched, after all that went before has come to rest."""
        await self._stage.advance(APART)
        self._costs[verb] = watch = Watch()
        with watch.over(self._stage.bot.units):
            await act()
        await self._stage.advance(APART)

    async def _enter(self, arbiters: list[Member]) -> None:
        stage = self._stage
        start = stage.now + timedelta(hours=2)
        post = await an_event(stage, starts_at=start)
        *players, last = stage.crowd(PLAYERS)
        early, late = stage.member("Early"), stage.member("Late")
        await enter(stage, post, *players, early, late)
        await self._watch("register", lambda: enter(stage, post, last))
        await early.press(post, "withdraw")
        await self._watch("leave", lambda: late.press(post, "withdraw"))
        await stage.advance_to(start - timedelta(minutes=29))
        for player in players:
            await player.press(post, "check-in")
            await stage.advance(seconds=5)
        await self._watch("check-in", lambda: last.press(post, "check-in"))
        for arbiter in arbiters:
            await arbiter.type("arbiter on")
        await stage.advance_to(start + APART)

    async def _play(self, pairs: list[Pair]) -> None:
        """Half of the first round; pairs 0 and 1 meet in the next, and so do 2 and 3, 4 and 5, 6 and 7."""
        await self._report_and_confirm(pairs[4])
        await self._report(pairs[6])
        await self._dispute(pairs[6])
        await self._rule(pairs[6], await self._desk(pairs[6]))
        await self._watch("report", lambda: self._report(pairs[0]))
        await self._watch("confirm", lambda: self._confirm(pairs[0]))
        await self._report(pairs[2])
        await self._watch("dispute", lambda: self._dispute(pairs[2]))
        desk = await self._desk(pairs[2])
        await self._watch("rule", lambda: self._rule(pairs[2], desk))
        await self._report_and_confirm(pairs[7])
        await self._report(pairs[5])
        await self._watch("confirm-and-call", lambda: self._confirm(pairs[5]))

    async def _call_first_round(self, arbiters: list[Member]) -> list[Pair]:
        """The first round by its places; everybody is there and has played."""
        stage = self._stage
        pairs = [self._pair(card, arbiters) for card in stage.posts_in(stage.matches) if card.has("here")]
        assert len(pairs) == PLAYERS // 2, "not all matches of the first round were called"
        for one in pairs:
            for player in (one.first, one.second):
                await player.press(one.card, "here")
        await stage.advance(PLAYED)
        return pairs

    def _pair(self, card: Post, arbiters: list[Member]) -> Pair:
        (arbiter,) = (one for one in arbiters if one.id in card.pinged)
        players = sorted(card.pinged - {arbiter.id}, key=lambda member_id: card.text.index(f"<@{member_id}>"))
        first, second = map(self._stage.by_id, players)
        return Pair(card, first, second, arbiter)

    async def _report_and_confirm(self, pair: Pair) -> None:
        await self._report(pair)
        await self._stage.advance(APART)
        await self._confirm(pair)
        await self._stage.advance(APART)

    async def _report(self, pair: Pair) -> None:
        await pair.first.choose(pair.card, "score", "3-1")

    async def _confirm(self, pair: Pair) -> None:
        await pair.second.press(pair.card, "agree")

    async def _dispute(self, pair: Pair) -> None:
        form = await pair.second.press(pair.card, "dispute")
        await pair.second.fill(form, why="It was 1-3.")

    async def _rule(self, pair: Pair, desk: Answer) -> None:
        form = await pair.arbiter.choose(desk.post, "rule", "1-3")
        await pair.arbiter.fill(form, why="I saw the games.")

    async def _desk(self, pair: Pair) -> Answer:
        return await pair.arbiter.press(pair.card, "referee")

    async def _look(self, in_play: Pair) -> None:
        """What two players look at who have not told their score."""
        event, one, other = tournament_id(self._stage), in_play.first, in_play.second
        await one.type("me")
        await self._watch("me", lambda: other.type("me"))
        await one.type("standings", tournament=event)
        await self._watch("standings", lambda: other.type("standings", tournament=event))

    async def _vote(self, members: list[Member]) -> None:
        accused, early, voter, *_ = members
        card = await opened(self._stage, "member-expulsion", accused)
        await early.press(card, "vote-yes")
        await self._watch("ballot", lambda: voter.press(card, "vote-yes"))

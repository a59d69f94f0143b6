"""How many REST calls the bot starts itself while a whole Open is played. Run with `python -m benchmarks.rest_calls`.

The real bot on SimCord, members who press and choose as people do, and a clock that jumps: from the announcement to the
podium. Counted is every request but answers to interactions, which Discord counts apart; the bot's start is left out.
With `threads` the same Opens are played with a thread for each match, until the last of them is closed.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.presses.contenders import DATABASES
from benchmarks.presses.measure import table
from benchmarks.sizes import is_smallest
from bot.features.tournaments import verbs as tournaments_verbs
from bot.kernel.ids import Actor, GuildId, MemberId
from bot.play.rulebook import Readers, ThreadRules
from bot.rulebooks.library import preset
from rehearsal import simcord_seam
from rehearsal.counting import by_route, goal_where_arbiters_are_awaited, started_by_the_bot
from rehearsal.members import Member
from rehearsal.posts import Post
from rehearsal.stage import Stage

SIZES: Final = ((16, 2), (64, 8), (256, 32))
"""Players and arbiters."""
WITH_THREADS: Final = SIZES[1:]
SMALLEST: Final = ((4, 1),)
BETWEEN_ENTRIES: Final = timedelta(seconds=20)
BETWEEN_CHECK_INS: Final = timedelta(seconds=4)
BETWEEN_PRESSES: Final = timedelta(seconds=1)
A_MATCH: Final = timedelta(minutes=6)


@dataclass(frozen=True, slots=True)
class Tally:
    """What one event cost: its players, arbiters and matches, the calls by route."""

    players: int
    arbiters: int
    matches: int
    routes: Counter[str]

    @property
    def calls(self) -> int:
        """All that the bot started itself."""
        return self.routes.total()

    @property
    def is_within_the_goal(self) -> bool:
        """Whether they are at most 1.25 per match plus 40."""
        return self.calls <= goal_where_arbiters_are_awaited(self.matches)


async def count_calls(players: int, arbiters: int, folder: Path, threads: ThreadRules | None = None) -> Tally:
    """An Open of that size from its announcement to its end, and to that of its threads where it has some."""
    async with Stage.open(folder / f"open{players}.db") as stage:
        referees = await stage.arbiters(arbiters)
        field = stage.crowd(players)
        before = len(stage.env.http_requests)
        announcement = await _announce(stage, timedelta(hours=3), threads)
        await _enter(stage, announcement, field)
        for referee in referees:
            await referee.type("arbiter on")
        matches = await _play_out(stage, set(referees))
        if threads is not None:
            await stage.advance(threads.open_for + A_MATCH)
        # Everybody but the winner loses once, and the semi-finals' losers play for the third place.
        assert matches == players, f"the event stopped after {matches} matches"
        return Tally(players, arbiters, matches, by_route(started_by_the_bot(stage.env.http_requests[before:])))


async def _announce(stage: Stage, ahead: timedelta, threads: ThreadRules | None) -> Post:
    by = stage.organiser
    actor = Actor(GuildId(stage.guild.id), MemberId(by.id), by.name, stage.language, False, True, stage.now)
    start = stage.now + ahead
    rules = replace(preset("aije-open"), threads=threads)
    await simcord_seam.in_bot_scope(
        stage.env, lambda: stage.bot.units.act(actor, tournaments_verbs.create, "Open", rules, start)
    )
    return stage.latest("register", stage.announcements)


async def _enter(stage: Stage, announcement: Post, field: list[Member]) -> None:
    """All register one after the other, and confirm one after the other; time stands a little after the start."""
    start = stage.now + timedelta(hours=3)
    for member in field:
        form = await member.press(announcement, "register")
        await member.fill(form, account=member.name)
        await stage.advance(BETWEEN_ENTRIES)
    await stage.advance_to(start - timedelta(minutes=25))
    for member in field:
        await member.press(announcement, "check-in")
        await stage.advance(BETWEEN_CHECK_INS)
    await stage.advance_to(start + timedelta(seconds=10))


async def _play_out(stage: Stage, referees: set[Member]) -> int:
    """Plays whatever is called until nothing is called any more; answers how many matches that were."""
    played: set[int] = set()
    while cards := _awaited_cards(stage):
        fresh = [card for card in cards if card.message_id not in played]
        if not fresh:
            raise RuntimeError(f"nothing goes on: {[card.text for card in cards]}")
        await _play(stage, fresh, referees)
        played.update(card.message_id for card in fresh)
        await stage.advance(seconds=5)
    await stage.advance(minutes=5)
    return len(played)


def _awaited_cards(stage: Stage) -> list[Post]:
    """The cards of matches whose players are waited for, wherever they stand."""
    return [post for post in stage.everything() if post.has("here") and not post.private]


async def _play(stage: Stage, cards: list[Post], referees: set[Member]) -> None:
    """Matches side by side: all come, play, the first of each reports the lowest win, the other confirms."""
    pairs = [(card, _players(stage, card, referees)) for card in cards]
    for card, pair in pairs:
        for player in pair:
            await player.press(card, "here")
            await stage.advance(BETWEEN_PRESSES)
    await stage.advance(A_MATCH)
    for card, (first, second) in pairs:
        await first.choose(card, "score", next(iter(stage.again(card).options("score"))))
        await stage.advance(BETWEEN_PRESSES)
        await second.press(card, "agree")
        await stage.advance(BETWEEN_PRESSES)


def _players(stage: Stage, card: Post, referees: set[Member]) -> tuple[Member, Member]:
    first, second = (one for one in map(stage.by_id, sorted(card.pinged)) if one not in referees)
    return first, second


def report(tallies: list[Tally]) -> str:
    """The tallies as a table, the most called routes named."""
    rows = [
        (
            one.players,
            one.arbiters,
            one.matches,
            one.calls,
            f"{goal_where_arbiters_are_awaited(one.matches):.0f}",
            f"{one.calls / one.matches:.2f}",
            "; ".join(f"{route} {times}" for route, times in one.routes.most_common(3)),
        )
        for one in tallies
    ]
    return table(("players", "arbiters", "matches", "calls", "goal", "a match", "most called"), rows)


def measure_table(sizes: Sequence[tuple[int, int]] = SIZES) -> str:
    """The table, counted now."""
    DATABASES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=DATABASES) as folder:
        return report([asyncio.run(count_calls(*size, Path(folder))) for size in sizes])


def measure_threads(sizes: Sequence[tuple[int, int]] = WITH_THREADS) -> str:
    """The same with threads that everybody reads, and with those of the players alone."""
    DATABASES.mkdir(parents=True, exist_ok=True)
    kinds = [ThreadRules(readers) for readers in Readers]
    with TemporaryDirectory(dir=DATABASES) as folder:
        found = [(kind, asyncio.run(_apart(size, kind, Path(folder)))) for kind in kinds for size in sizes]
    rows = [
        (
            kind.read_by,
            one.players,
            one.matches,
            one.calls,
            f"{one.calls / one.matches:.2f}",
            "; ".join(f"{route} {times}" for route, times in one.routes.most_common(5)),
        )
        for kind, one in found
    ]
    return table(("read by", "players", "matches", "calls", "a match", "most called"), rows)


async def _apart(size: tuple[int, int], kind: ThreadRules, folder: Path) -> Tally:
    own = folder / kind.read_by
    own.mkdir(exist_ok=True)
    return await count_calls(*size, own, kind)


if __name__ == "__main__":
    measure, whole = (measure_threads, WITH_THREADS) if "threads" in sys.argv[1:] else (measure_table, SIZES)
    print(measure(SMALLEST if is_smallest(sys.argv) else whole))

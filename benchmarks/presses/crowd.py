"""Many presses at once: are all answered, and when is the last?"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.presses.contenders import Contender, running
from benchmarks.presses.measure import Spread, no_garbage_collection, spread, table
from wire.interactions import ANSWER_LIMIT_S, Interaction

GRACE_S = 2.0


@dataclass(frozen=True, slots=True)
class Crowd:
    """How a crowd fared. `until_last` is seconds from the first frame to the last answer."""

    name: str
    pressed: int
    answered: int
    until_last: float
    waits: Spread
    peak_mib: float


async def measure(contender: Contender, count: int) -> Crowd:
    """`count` gestures, written before and then pushed back to back; who waits over 3 seconds counts as unanswered."""
    async with running(contender.program, count) as bot:
        server = bot.server
        prepared = [gesture() for gesture in await contender.gestures(server, count)]
        with no_garbage_collection():
            sent = [await server.send(one) for one in prepared]
            await asyncio.wait([asyncio.create_task(_given_up_on(one)) for one in sent])
        answered = [one for one in sent if one.answered_at is not None]
        last = max((one.answered_at or 0.0) for one in answered) if answered else float("inf")
        waits = spread([one.seconds for one in answered] or [float("inf")])
        began = sent[0].sent_at or 0.0
        return Crowd(contender.name, count, len(answered), last - began, waits, bot.memory().peak)


async def _given_up_on(interaction: Interaction) -> None:
    """Wait for the answer no longer than any could still come in time."""
    try:
        await interaction.wait_for_answer(ANSWER_LIMIT_S + GRACE_S)
    except TimeoutError:
        return


def report(crowds: Sequence[Crowd]) -> str:
    """The crowds as a table."""
    rows = [
        (
            one.name,
            f"{one.answered} of {one.pressed}",
            f"{one.until_last:.2f}",
            f"{one.waits.median:.0f}",
            f"{one.waits.p95:.0f}",
            f"{one.answered / one.until_last:.0f}",
            f"{one.peak_mib:.0f}",
        )
        for one in crowds
    ]
    return table(("gesture", "answered", "last after s", "median ms", "p95 ms", "a second", "peak MiB"), rows)

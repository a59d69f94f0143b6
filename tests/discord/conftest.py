"""The stage of the end-to-end tests, and what every one of them is held to at its end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.kernel.addresses import DatabasePlace
from bot.kernel.promises import name_of
from bot.wiring import ALL
from rehearsal.rows import open_readonly
from rehearsal.stage import Stage
from tests import empty_database, on_postgres
from tests.discord import contract


@pytest.fixture
def stage_options(request: pytest.FixtureRequest) -> dict[str, object]:
    """What `Stage.open` is given; parametrise it indirectly to change it."""
    return dict(getattr(request, "param", {}))


@pytest.fixture
async def stage(tmp_path: Path, stage_options: dict[str, object]) -> AsyncIterator[Stage]:
    """A running bot in a server that is set up; at the end nothing may have gone wrong that nobody looked at."""
    place: DatabasePlace = on_postgres.fresh() if on_postgres.IS_ASKED else tmp_path / "arbiter.db"
    if isinstance(place, Path):
        empty_database.put(place)
    async with Stage.open(place, **stage_options) as opened:  # type: ignore[arg-type]
        yield opened
        await opened.settle()
        assert opened.faults() == []
        assert contract.breaches(opened.env.http_requests) == []
        assert letters_without_button(opened) == []


def letters_without_button(stage: Stage) -> list[str]:
    """Letters that ask for something without the button for it; they are never edited, and so stand as they were."""
    with open_readonly(stage.path) as file:
        sent = file.execute(
            "SELECT kind, channel_id, message_id FROM outbox WHERE state = 'delivered' AND target LIKE 'member:%'"
        ).fetchall()
    verbs = {name_of(kind): kind.ASKS_BY for kind in ALL if kind.ASKS_BY}
    found = []
    for kind, channel_id, message_id in sent:
        posts = [post for post in stage.posts_in(channel_id) if post.message_id == message_id] if kind in verbs else []
        found += [f"{kind}: {post.text}" for post in posts if not any(map(post.has, verbs[kind]))]
    return found

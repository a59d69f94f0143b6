"""The stage of the end-to-end tests, and what every one of them is held to at its end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rehearsal.stage import Stage
from tests import empty_database
from tests.discord import contract


@pytest.fixture
def stage_options(request: pytest.FixtureRequest) -> dict[str, object]:
    """What `Stage.open` is given; parametrise it indirectly to change it."""
    return dict(getattr(request, "param", {}))


@pytest.fixture
async def stage(tmp_path: Path, stage_options: dict[str, object]) -> AsyncIterator[Stage]:
    """A running bot in a server that is set up; at the end nothing may have gone wrong that nobody looked at."""
    empty_database.put(tmp_path / "arbiter.db")
    async with Stage.open(tmp_path / "arbiter.db", **stage_options) as opened:  # type: ignore[arg-type]
        yield opened
        await opened.settle()
        assert opened.faults() == []
        assert contract.breaches(opened.env.http_requests) == []

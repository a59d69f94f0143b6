"""A hall and a pretend Discord to play events in, for the rules that only a whole event shows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.discord.conftest import stage, stage_options
from tests.hall.hall import Hall

__all__ = ["hall", "stage", "stage_options"]


@pytest.fixture
def hall() -> Iterator[Hall]:
    """A community on a database file of its own."""
    opened = Hall()
    yield opened
    opened.close()

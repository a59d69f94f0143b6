"""A hall to play events in, for the rules that only a whole event shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services.hall import Hall


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """A community on a database file of its own."""
    opened = Hall(tmp_path / "hall.db")
    yield opened
    opened.close()

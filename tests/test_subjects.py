"""What a press can name: whatever is malformed is told as outdated, and stops nothing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.kernel.errors import Outdated
from cogs.subjects import MOMENT, written_moment


def test_a_moment_is_read_as_it_was_written() -> None:
    moment = datetime(2026, 11, 23, 18, 30, 0, 250_000, UTC)
    assert MOMENT.read(str(written_moment(moment))) == (moment, ())


def test_a_forged_moment_beyond_the_calendar_is_outdated() -> None:
    with pytest.raises(Outdated):
        MOMENT.read("9" * 18)

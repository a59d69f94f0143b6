"""What the house's tests read of the house stays for all of them, and goes with the last."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests.house import reading


@pytest.fixture(scope="module", autouse=True)
def _trees_are_not_looked_through_for_garbage() -> Iterator[None]:
    """Ten million nodes that stay: each look of the collector would take seconds."""
    yield
    gc.freeze()


@pytest.fixture(scope="package", autouse=True)
def _trees_go_with_the_last_test() -> Iterator[None]:
    """A worker goes on to other tests, and needs its memory."""
    yield
    for remembering in (
        reading.words, reading.functions, reading.running_imports, reading.walked, reading.parsed,
    ):  # fmt: skip
        remembering.cache_clear()

"""Lists of which one broken row takes no other with it: a desk is never down by what a member did."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from bot.i18n import Voice
from bot.rendering.layout import Line

Row = TypeVar("Row")
Drawn = TypeVar("Drawn")
_log = logging.getLogger(__name__)


def lines(rows: Iterable[Row], draw: Callable[[Row, Voice], Line], voice: Voice) -> tuple[Line, ...]:
    """Each row as a line with its button; one that cannot be drawn is logged, and says so."""
    return tuple(_draw(row, draw, lambda: Line(voice.say("row.broken"), None), voice) for row in rows)


def texts(rows: Iterable[Row], draw: Callable[[Row, Voice], str], voice: Voice) -> list[str]:
    """As `lines`, of rows that are words alone."""
    return [_draw(row, draw, lambda: voice.say("row.broken"), voice) for row in rows]


def _draw(row: Row, draw: Callable[[Row, Voice], Drawn], instead: Callable[[], Drawn], voice: Voice) -> Drawn:
    try:
        return draw(row, voice)
    except Exception:  # noqa: BLE001 - whatever is wrong with one row, the others are needed
        _log.exception("the row %s could not be drawn", type(row).__name__)
        return instead()

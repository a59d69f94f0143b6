"""How domain values stand in columns: moments as UTC milliseconds, scores as "3-1"."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.domain.contests import Score

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def to_ms(moment: datetime) -> int:
    """Milliseconds since the epoch, rounded down."""
    return (moment - _EPOCH) // _MILLISECOND


def to_ms_or_none(moment: datetime | None) -> int | None:
    """As `to_ms`, for a fact that may not have happened."""
    return None if moment is None else to_ms(moment)


def from_ms(milliseconds: int) -> datetime:
    """The moment, aware and in UTC."""
    return _EPOCH + timedelta(milliseconds=milliseconds)


def from_ms_or_none(milliseconds: int | None) -> datetime | None:
    """As `from_ms`, for a fact that may not have happened."""
    return None if milliseconds is None else from_ms(milliseconds)


def score_text(score: Score) -> str:
    """`(3, 1)` as "3-1"."""
    return "-".join(map(str, score))


def read_score(text: str) -> Score:
    """The inverse of `score_text`."""
    return tuple(map(int, text.split("-")))

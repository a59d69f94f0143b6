"""What a judge looks at after a move: what came in, who sits where, each rating, the title."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rehearsal.hearing import Hearing
from rehearsal.moving.diary import Move

MoveFinder = Callable[[Hearing, Move], Iterable[str]]
Rows = tuple[tuple[str, str, MoveFinder], ...]

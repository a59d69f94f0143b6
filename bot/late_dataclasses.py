"""Dataclasses that are completed when the first of them is made: hundreds of them at once would delay the start."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

_COMPLETE: Final[set[type]] = set()
_ONE_AT_A_TIME: Final = threading.RLock()
"""Verbs and queries run on threads of their own: no thread may make one of a class that another is completing."""


def complete(kind: type[Any], root: type[Any], as_dataclass: Callable[[type[Any]], object]) -> None:
    """Makes dataclasses of the class and of those between it and the root, which is none itself."""
    if kind in _COMPLETE:
        return
    with _ONE_AT_A_TIME:
        for one in reversed(kind.__mro__):
            if one is not root and issubclass(one, root) and one not in _COMPLETE:
                as_dataclass(one)
                _COMPLETE.add(one)

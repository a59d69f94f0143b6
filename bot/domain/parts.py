"""What capabilities add to something that people look at: values, each found by its type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeVar

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Parts:
    """The values of those capabilities that have something to say; at most one of each type."""

    held: tuple[object, ...] = ()

    def of(self, kind: type[P]) -> P | None:
        """The value of that type; None where no capability has added one."""
        return next((one for one in self.held if isinstance(one, kind)), None)


NO_PARTS: Final = Parts()

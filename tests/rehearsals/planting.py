"""The table of a file of planted faults, which its decorator fills."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVarTuple

import pytest

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]
Seen = TypeVarTuple("Seen")


class Faults(dict[str, tuple[Plant, *Seen]], Generic[*Seen]):
    """Faults by their own names, each with the check that has to complain about it, and what is played besides."""

    def fault(self, *seen: *Seen) -> Callable[[Plant], Plant]:
        """Registers a fault."""

        def keep(plant: Plant) -> Plant:
            self[plant.__name__] = (plant, *seen)
            return plant

        return keep

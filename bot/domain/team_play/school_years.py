"""A pupil's school year as people write it: "7", "7º", "7th grade", "7º ano" (OLY-1)."""

from __future__ import annotations

import re
from typing import Final

OLDEST_YEAR: Final = 13
_ORDINAL: Final = r"(?:\.?\s?[ºª°]|\.|[oa]|st|nd|rd|th)"
_WORD: Final = r"(?:ano|série|serie|año|curso|grado|anno|classe|year|grade)"
_YEAR: Final = re.compile(rf"(?:{_WORD}\s+)?([0-9]{{1,2}})\s?{_ORDINAL}?(?:\s+{_WORD})?", re.IGNORECASE)


def read_school_year(text: str) -> int | None:
    """The year from 0 to 13, whatever ordinal or word people put beside it; None where it is no year."""
    found = _YEAR.fullmatch(text.strip())
    year = None if found is None else int(found[1])
    return year if year is not None and year <= OLDEST_YEAR else None

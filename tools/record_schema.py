"""Writes the JSON Schemas of a record and of a series into docs/, from the models that read them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from bot.record.model import schema
from bot.record.model import series_schema as schema_of_series

_DOCS: Final = Path(__file__).parents[1] / "docs"
FILE: Final = _DOCS / "record.schema.json"
SERIES: Final = _DOCS / "series.schema.json"


def text(of: Callable[[], dict[str, Any]] = schema) -> str:
    """The schema as its file holds it."""
    return json.dumps(of(), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
    SERIES.write_text(text(schema_of_series), encoding="utf-8")

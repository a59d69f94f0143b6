"""Writes docs/record.schema.json, the JSON Schema of a record, from the model that reads records."""

from __future__ import annotations

import json
from pathlib import Path

from bot.record.model import schema

FILE = Path(__file__).parents[1] / "docs" / "record.schema.json"


def text() -> str:
    """The schema as the file holds it."""
    return json.dumps(schema(), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")

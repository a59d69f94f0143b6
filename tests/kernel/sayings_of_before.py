"""Rows of the outbox as the bot wrote them when messages were words with a dictionary: name, subject and details."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, NamedTuple

from bot.kernel.promises import Kept


class Row(NamedTuple):
    """A row, with its details as the text that they were."""

    name: str
    subject: str
    details: str

    @property
    def kept(self) -> Kept:
        """As the codec takes it."""
        return Kept(self.name, self.subject, json.loads(self.details))


ROWS: Final = [
    Row(*line.split("\t")) for line in Path(__file__).with_suffix(".tsv").read_text(encoding="utf-8").splitlines()
]

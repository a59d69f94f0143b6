"""What members typed and sent in: it is shown as it is, in whichever language it was."""

from __future__ import annotations


class Typed:
    """Every text of an option, a form or a file."""

    def __init__(self) -> None:
        self.texts: set[str] = set()

    def note(self, *values: object) -> None:
        """Remembers what somebody typed or sent in."""
        for value in values:
            match value:
                case str():
                    self.texts.add(value)
                case list():
                    self.note(*value)
                case (str() as name, bytes() as data):
                    self.texts |= {name, data.decode("utf-8", "replace")}

"""The shape of a series as a file, from which its JSON Schema is made."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field, StrictInt, StrictStr

from bot.domain.circuit.rules import MOST_EVENTS
from bot.record.model import Count, Moment, Part, Text

VERSION = 1


class SeriesEvent(Part):
    """An event that counts, with its record in it or beside it."""

    id: Text = Field(description="as the event's own record has it")
    name: Text | None = None
    ended_at: Moment | None = Field(default=None, description="where the record does not say it")
    people: dict[str, Text] = Field(
        default={}, description="who is behind each entrant; whoever is left out is known by the entrant's name"
    )
    record: dict[str, Any] | None = Field(default=None, description="the event's record; else it is a file of its own")


class SeriesLine(Part):
    """A line of the standings; points are exact fractions, "49/2"."""

    who: Text
    name: Text | None = None
    rank_from: Count
    rank_to: Count
    points: StrictStr
    gave: dict[str, StrictStr] = Field(default={}, description="what each event gave, by its id")
    dropped: tuple[Text, ...] = Field(default=(), description="the events that do not count for this person")


class SeriesFile(Part):
    """A series: its rules, its events, and the standings that it claims."""

    model_config = ConfigDict(title="Arbiter series")

    arbiter_series: StrictInt = Field(default=VERSION, description="the version of this format")
    name: Text = "Series"
    rules: StrictStr = Field(description="the text of the series' own file (TOML)")
    rules_sha256: StrictStr | None = None
    events: Annotated[tuple[SeriesEvent, ...], Field(max_length=MOST_EVENTS)]
    standings: tuple[SeriesLine, ...] | None = None


def schema() -> dict[str, Any]:
    """The JSON Schema of a series, as docs/series.schema.json holds it."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **SeriesFile.model_json_schema()}

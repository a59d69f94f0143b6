"""A series as a file: written with the records of its events, read strictly, and worked out again from those alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import Final

from pydantic import ValidationError

from bot.kernel.files import BOUNDS, FileKind, refuse_object_text, without_zero
from bot.kernel.ids import PersonId
from bot.play.records import Record
from bot.play.series import CircuitRow, CircuitRules, CountedEvent, placed_in, standings, without_doubles
from bot.record import model
from bot.record.errors import FaultCode, RecordFault, RecordRefused, ValueKind, write_value
from bot.record.model import EventOnFile
from bot.record.parsing import MOST_FAULTS, refuse_keys_twice, shape_faults
from bot.record.reading import read_record
from bot.record.replaying import Difference, replay
from bot.record.writing import write_record
from bot.rulebooks.library import RulebookRefused
from bot.rulebooks.series_files import fingerprint, read, to_toml

LARGEST_WITH_RECORDS: Final = 7 * 1024 * 1024
"""What a message of Discord's carries; beyond it the records are files of their own."""


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """An event of a series with its record, and who is behind each entrant."""

    record: Record
    people: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SeriesReplay:
    """What follows from the events' records, and the first thing that the file says otherwise."""

    name: str
    rules: CircuitRules
    events: tuple[ToldEvent, ...]
    rows: tuple[CircuitRow, ...]
    names: Mapping[str, str]
    difference: Difference | None
    claimed: bool
    """Whether the file says standings at all."""

    @property
    def agrees(self) -> bool:
        """Whether nothing in the file contradicts the records."""
        return self.difference is None


def write_series(name: str, rules: CircuitRules, events: Iterable[ToldEvent], *, with_records: bool = True) -> str:
    """The file: the rules, the events with their records, and the standings that follow from these."""
    told = tuple(events)
    rows, names = _rows(rules, told), _names(told)
    file = {
        "arbiter_series": model.VERSION,
        "name": name,
        "rules": to_toml(rules),
        "rules_sha256": fingerprint(rules),
        "events": [_event(one, with_record=with_records) for one in told],
        "standings": [_line(row, names) for row in rows],
    }
    return json.dumps(file, ensure_ascii=False, indent=1) + "\n"


def _event(one: ToldEvent, *, with_record: bool) -> dict[str, object]:
    ended_at = one.record.ended_at
    told: dict[str, object] = {"id": one.record.event_id, "name": one.record.name, "people": dict(one.people)}
    if ended_at is not None:
        told["ended_at"] = ended_at.isoformat()
    if with_record:
        told["record"] = json.loads(write_record(one.record))
    return told


def _line(row: CircuitRow, names: Mapping[str, str]) -> dict[str, object]:
    return {
        "who": row.person_id,
        "name": names.get(row.person_id, row.person_id),
        "rank_from": row.rank_from,
        "rank_to": row.rank_to,
        "points": write_value(row.points),
        "gave": {gain.key: write_value(gain.points) for gain in row.gains},
        "dropped": [gain.key for gain in row.gains if not gain.counts],
    }


def replay_series(source: str | bytes, file: str, records: Iterable[Record] = ()) -> SeriesReplay:
    """Works the standings out again from the events' records: those in the file, and those given beside it.

    Raises RecordRefused with every fault of the file's shape, for an event without a record, and for a record that is
    none; FileBeyond for a file that is too large.
    """
    told = _parse(source, file)
    try:
        rules = read(told.rules, file)
    except RulebookRefused as refused:
        faults = [RecordFault("rules", FaultCode.RULEBOOK, problem=problem) for problem in refused.problems]
        raise RecordRefused(file, tuple(faults)) from None
    beside = _beside(told, records, file)
    events = tuple(_event_of(told, at, beside, file) for at in range(len(told.events)))
    rows, names = _rows(rules, events), _names(events)
    difference = next(_differences(told, rules, events, rows), None)
    return SeriesReplay(told.name, rules, events, rows, names, difference, told.standings is not None)


def _parse(source: str | bytes, file: str) -> model.SeriesFile:
    BOUNDS[FileKind.SERIES_RECORD].refuse_size(len(source))
    try:
        text = source if isinstance(source, str) else source.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordRefused(file, (RecordFault("", FaultCode.NOT_UTF8),)) from None
    text = without_zero(text)
    refuse_object_text(text, BOUNDS[FileKind.SERIES_RECORD])
    refuse_keys_twice(text, file)
    try:
        told = model.SeriesFile.model_validate_json(text)
    except ValidationError as refused:
        raise RecordRefused(file, tuple(islice(dict.fromkeys(shape_faults(refused)), MOST_FAULTS))) from None
    if told.arbiter_series != model.VERSION:
        given, wanted = str(told.arbiter_series), str(model.VERSION)
        raise RecordRefused(file, (RecordFault("arbiter_series", FaultCode.VERSION, given, wanted),))
    return told


def _beside(told: model.SeriesFile, records: Iterable[Record], file: str) -> Mapping[str, Record]:
    """The records that came as files of their own, by their events; refuses one from which nothing follows."""
    wanted = {event.id for event in told.events if event.record is None}
    found: dict[str, Record] = {}
    for record in records:
        name = str(record.event_id)
        if name not in wanted or name in found:
            raise RecordRefused(file, (RecordFault("events", FaultCode.NOT_USED, name or record.name),))
        found[name] = record
    return found


def _event_of(told: model.SeriesFile, at: int, beside: Mapping[str, Record], file: str) -> ToldEvent:
    one = told.events[at]
    if one.record is not None:
        record = read_record(json.dumps(one.record), f"{file}: events[{at}].record")
    elif one.id in beside:
        record = beside[one.id]
    else:
        raise RecordRefused(file, (RecordFault(f"events[{at}].record", FaultCode.MISSING, one.id, ValueKind.OBJECT),))
    known = {*record.facts.by_entrant, *(held.person_id for held in record.former)}
    strangers = [name for name in one.people if name not in known]
    if strangers:
        places = [(f"events[{at}].people.{name}", name) for name in strangers[:MOST_FAULTS]]
        raise RecordRefused(file, tuple(RecordFault(place, FaultCode.UNKNOWN_ENTRANT, name) for place, name in places))
    return ToldEvent(_with_own_words(record, one), one.people)


def _with_own_words(record: Record, told: model.SeriesEvent) -> Record:
    """The record with the name and the end that it leaves to the series."""
    name = told.name if told.name is not None and record.name == EventOnFile().name else record.name
    return replace(record, name=name, ended_at=record.ended_at or told.ended_at)


def _rows(rules: CircuitRules, events: Iterable[ToldEvent]) -> tuple[CircuitRow, ...]:
    return standings(rules, [_counted_event(event) for event in events if event.record.ended_at is not None])


def _counted_event(one: ToldEvent) -> CountedEvent:
    """The places of an event by its record alone."""
    record = one.record
    ended_at = record.ended_at
    if ended_at is None:
        raise ValueError(record.event_id)
    own = {starter.entrant_id: PersonId(starter.entrant_id) for starter in record.facts.starters}
    placed = placed_in(replay(record).derived.standings, record.facts, own, record.played_by)
    everybody = [*own.values(), *(held.person_id for held in record.former)]
    who = {person: PersonId(_who(one, person)) for person in everybody}
    return CountedEvent(record.event_id, ended_at, without_doubles(placed, who))


def _who(one: ToldEvent, entrant_id: str) -> str:
    return one.people.get(entrant_id) or one.record.name_of(entrant_id)


def _names(events: Iterable[ToldEvent]) -> dict[str, str]:
    """What each is called in the latest record."""
    return {
        _who(event, one): event.record.name_of(one)
        for event in events
        for one in (
            *(starter.entrant_id for starter in event.record.facts.starters),
            *(held.person_id for held in event.record.former),
        )
    }


def _differences(
    told: model.SeriesFile, rules: CircuitRules, events: Iterable[ToldEvent], rows: tuple[CircuitRow, ...]
) -> Iterator[Difference]:
    if told.rules_sha256 not in {None, fingerprint(rules)}:
        yield Difference("rules_sha256", fingerprint(rules), str(told.rules_sha256))
    for at, one in enumerate(events):
        found = replay(one.record).difference
        if found is not None:
            yield Difference(f"events[{at}].record.{found.place}", found.derived, found.recorded)
        yield from _unlike_event(f"events[{at}]", one.record, told.events[at])
    names = _names(events)
    if told.standings is not None:
        for at, (row, line) in enumerate(zip_longest(rows, told.standings)):
            yield from _unlike(f"standings[{at}]", row, line, names)


def _unlike_event(place: str, record: Record, told: model.SeriesEvent) -> Iterator[Difference]:
    if record.event_id != told.id:
        yield Difference(f"{place}.id", record.event_id, told.id)
    if told.name not in {None, record.name}:
        yield Difference(f"{place}.name", record.name, str(told.name))
    if told.ended_at not in {None, record.ended_at}:
        yield Difference(f"{place}.ended_at", str(record.ended_at), str(told.ended_at))


def _unlike(
    place: str, row: CircuitRow | None, line: model.SeriesLine | None, names: Mapping[str, str]
) -> Iterator[Difference]:
    if row is None or line is None:
        yield Difference(place, "" if row is None else row.person_id, "" if line is None else line.who)
        return
    own, recorded = _row_told(row, names), _line_told(line, names.get(row.person_id, row.person_id))
    yield from (Difference(f"{place}.{key}", own[key], recorded[key]) for key in own if own[key] != recorded[key])


def _row_told(row: CircuitRow, names: Mapping[str, str]) -> dict[str, str]:
    return {
        "who": row.person_id,
        "name": names.get(row.person_id, row.person_id),
        "rank_from": str(row.rank_from),
        "rank_to": str(row.rank_to),
        "points": str(row.points),
        "gave": json.dumps({gain.key: str(gain.points) for gain in row.gains}),
        "dropped": json.dumps([gain.key for gain in row.gains if not gain.counts]),
    }


def _line_told(line: model.SeriesLine, name: str) -> dict[str, str]:
    """The line by the same keys, with this name where it tells none."""
    return {
        "who": line.who,
        "name": name if line.name is None else line.name,
        "rank_from": str(line.rank_from),
        "rank_to": str(line.rank_to),
        "points": line.points,
        "gave": json.dumps(line.gave),
        "dropped": json.dumps(line.dropped),
    }

"""`python -m bot replay --series FILE`: the standings of a series worked out again from its events' records."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.domain.circuit.standings import CircuitRow
from bot.domain.events.records import Record
from bot.domain.file_bounds import FileBeyond
from bot.i18n import Voice
from bot.record.errors import RecordRefused
from bot.record.series import SeriesReplay, replay_series
from bot.record.tables import unused_text
from bot.record.trf_reading import read_either
from bot.rendering.events.record_words import fault_line
from bot.rendering.sentences import sentence
from bot.rendering.text import plain

AGREES, DIFFERS, UNREADABLE = 0, 1, 2


def run(file: Path, beside: Sequence[Path], *, as_json: bool) -> int:
    """Prints the standings. 0: the file agrees with the records; 1: it does not; 2: something cannot be read."""
    try:
        records = [read_either(one.read_bytes(), one.name) for one in beside]
        found = replay_series(file.read_bytes(), file.name, records)
    except RecordRefused as refused:
        sys.stderr.write(f"{refused.file} cannot be replayed:\n")
        voice = Voice("en-US")
        sys.stderr.writelines(f"  {_without_markup(fault_line(one, voice))}\n" for one in refused.faults)
        return UNREADABLE
    except FileBeyond as beyond:
        sys.stderr.write(f"{file.name}: {_without_markup(sentence(beyond, Voice('en-US')))}\n")
        return UNREADABLE
    except OSError as error:
        sys.stderr.write(f"{error.filename}: {error.strerror}\n")
        return UNREADABLE
    sys.stdout.write(
        f"{json.dumps(_as_object(found), ensure_ascii=False, indent=1)}\n" if as_json else _as_text(found, records)
    )
    return AGREES if found.agrees else DIFFERS


def _as_object(found: SeriesReplay) -> dict[str, object]:
    one = found.difference
    return {
        "verdict": "agrees" if found.agrees else "differs",
        "difference": None if one is None else {"place": one.place, "derived": one.derived, "recorded": one.recorded},
        "standings": [
            {
                "who": row.person_id,
                "name": found.names.get(row.person_id, row.person_id),
                "rank_from": row.rank_from,
                "rank_to": row.rank_to,
                "points": str(row.points),
                "gave": {gain.key: str(gain.points) for gain in row.gains},
                "dropped": [gain.key for gain in row.gains if not gain.counts],
            }
            for row in found.rows
        ],
    }


def _as_text(found: SeriesReplay, beside: Sequence[Record]) -> str:
    counting = f"the best {found.rules.best} count" if found.rules.best else "all count"
    lines = [f"{plain(found.name)}: {len(found.events)} events, {counting}", ""]
    lines += [_row_text(found, row) for row in found.rows]
    one = found.difference
    if one is not None:
        derived, recorded = one.derived or "nothing", one.recorded or "nothing"
        lines += ["", f"  at {plain(one.place)}: the records give {derived}, the file says {recorded}"]
    elif not found.claimed:
        lines += ["", "  nothing in the file to compare"]
    lines += unused_text(beside)
    told = "agrees" if found.agrees else "does not agree"
    return "\n".join([*lines, "", f"The file {told} with the records of its events."]) + "\n"


def _row_text(found: SeriesReplay, row: CircuitRow) -> str:
    place = str(row.rank_from) if row.rank_from == row.rank_to else f"{row.rank_from}-{row.rank_to}"
    gains = " + ".join(str(one.points) if one.counts else f"({one.points})" for one in row.gains)
    name = plain(found.names.get(row.person_id, row.person_id))
    return f"{place:>5}  {name:24} {row.points!s:>6}  = {gains}"


def _without_markup(text: str) -> str:
    """A sentence without what formats it on Discord."""
    return re.sub(r"\\(?=[\W_])|\*\*|`", "", text)

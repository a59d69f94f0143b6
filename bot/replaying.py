"""`python -m bot replay FILE` and `pair FILE`: an event worked out again from its record, and its next round.

`python -m bot replay --series FILE` works out the standings of a series from its events' records.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bot.features.past_events.cards import fault_line
from bot.i18n.catalogue import Translator
from bot.kernel.files import FileBeyond
from bot.layout.sentences import plain, sentence
from bot.play.contests import Stage
from bot.play.rating import as_published
from bot.play.records import Record
from bot.play.series import CircuitRow
from bot.record.errors import RecordRefused
from bot.record.formats import format_of
from bot.record.protocol import MeetingReason, Paired
from bot.record.replaying import Check, NextRound, Replay, ReplayedPart, ReplayVerdict, next_round, replay
from bot.record.series import SeriesReplay, replay_series
from bot.record.trf_reading import read_either
from bot.record.writing import table_text, unused_text, written_ratings, written_standings

AGREES, DIFFERS, UNREADABLE = 0, 1, 2


def run_series(file: Path, beside: Sequence[Path], *, as_json: bool) -> int:
    """Prints the standings. 0: the file agrees with the records; 1: it does not; 2: something cannot be read."""
    try:
        records = [read_either(one.read_bytes(), one.name) for one in beside]
        found = replay_series(file.read_bytes(), file.name, records)
    except RecordRefused as refused:
        sys.stderr.write(f"{refused.file} cannot be replayed:\n")
        translator = Translator("en-US")
        sys.stderr.writelines(f"  {_without_markup(fault_line(fault, translator))}\n" for fault in refused.faults)
        return UNREADABLE
    except FileBeyond as beyond:
        sys.stderr.write(f"{file.name}: {_without_markup(sentence(beyond, Translator('en-US')))}\n")
        return UNREADABLE
    except OSError as error:
        sys.stderr.write(f"{error.filename}: {error.strerror}\n")
        return UNREADABLE
    sys.stdout.write(
        f"{json.dumps(_series_as_object(found), ensure_ascii=False, indent=1)}\n"
        if as_json
        else _series_as_text(found, records)
    )
    return AGREES if found.agrees else DIFFERS


def _series_as_object(found: SeriesReplay) -> dict[str, object]:
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


def _series_as_text(found: SeriesReplay, beside: Sequence[Record]) -> str:
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


# --- a series -------------------------------------------------------------------------------------------------------


def _row_text(found: SeriesReplay, row: CircuitRow) -> str:
    place = str(row.rank_from) if row.rank_from == row.rank_to else f"{row.rank_from}-{row.rank_to}"
    gains = " + ".join(str(gain.points) if gain.counts else f"({gain.points})" for gain in row.gains)
    name = plain(found.names.get(row.person_id, row.person_id))
    return f"{place:>5}  {name:24} {row.points!s:>6}  = {gains}"


def _without_markup(text: str) -> str:
    """A sentence without what formats it on Discord."""
    return re.sub(r"\\(?=[\W_])|\*\*|`", "", text)


# --- an event -------------------------------------------------------------------------------------------------------


_PARTS: Mapping[ReplayedPart, str] = {
    ReplayedPart.RULEBOOK: "rulebook",
    ReplayedPart.DRAWS: "draws",
    ReplayedPart.PAIRINGS: "pairings",
    ReplayedPart.STANDINGS: "standings",
    ReplayedPart.RATINGS: "ratings",
    ReplayedPart.CHAMPION: "champion",
}
_VERDICTS: Mapping[ReplayVerdict, str] = {
    ReplayVerdict.AGREES: "agrees",
    ReplayVerdict.DIFFERS: "DIFFERS",
    ReplayVerdict.NOT_CLAIMED: "nothing in the file to compare",
}
_REASONS: Mapping[MeetingReason, str] = {
    MeetingReason.BERGER: "Berger table",
    MeetingReason.REST: "rests: the field is odd",
    MeetingReason.SCORES: "nearest scores, not met before",
    MeetingReason.SWISS_BYE: "bye: the field is odd",
    MeetingReason.LOT: "drawn by lot",
    MeetingReason.RATING_BYE: "bye: among the highest rated",
    MeetingReason.LOT_BYE: "bye: by lot",
    MeetingReason.VACANT: "bye: nobody came through the other place",
    MeetingReason.WINNERS: "the winners of the two places before",
    MeetingReason.LOSERS: "the losers of the matches before",
    MeetingReason.SEEDS: "by the table of the rounds before",
    MeetingReason.SEEDED: "by strength, the first against the last; level ones by lot",
    MeetingReason.LEVEL: "level on a place that may not be shared",
    MeetingReason.ACTIVE: "a table of active players, by lot",
    MeetingReason.INACTIVE: "a table of inactive players, by their points",
    MeetingReason.FINAL_TABLE: "the final",
    MeetingReason.WAITED: "both wait, with near points",
    MeetingReason.TITLE: "the match for the title; colours by choice or lot",
}


def add_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """The file, and how to answer."""
    parser.set_defaults(command=name)
    parser.add_argument(
        "file",
        type=Path,
        nargs="*" if name == "replay" else None,
        help="the record: JSON (docs/record.md), or FIDE's TRF16 and TRF26",
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    if name == "replay":
        parser.add_argument(
            "--series", type=Path, metavar="FILE", help="a series; records that are not in it follow as files"
        )
    if name == "pair":
        parser.add_argument("--seed", help="any words: chance is made of them (default: of the record itself)")


def run(arguments: argparse.Namespace) -> int:
    """Prints the answer. 0: the file agrees with itself; 1: something does not follow; 2: it cannot be read."""
    if arguments.command == "replay" and arguments.series is not None:
        return run_series(arguments.series, arguments.file, as_json=arguments.json)
    if arguments.command == "replay":
        if len(arguments.file) != 1:
            sys.stderr.write("replay takes one record, or --series with the series' file\n")
            return UNREADABLE
        arguments.file = arguments.file[0]
    try:
        record = _read(arguments.file)
        record = record if arguments.json else _printable(record)
        if arguments.command == "pair":
            return _pair(record, arguments.seed, as_json=arguments.json)
        return _replay(replay(record), as_json=arguments.json)
    except RecordRefused as refused:
        return _report_refusal(refused, as_json=arguments.json)
    except FileBeyond as beyond:
        sys.stderr.write(f"{arguments.file.name}: {_without_markup(sentence(beyond, Translator('en-US')))}\n")
        return UNREADABLE
    except OSError as error:
        sys.stderr.write(f"{arguments.file}: {error.strerror}\n")
        return UNREADABLE


def _read(file: Path) -> Record:
    return read_either(file.read_bytes(), file.name)


def _report_refusal(refused: RecordRefused, *, as_json: bool) -> int:
    translator = Translator("en-US")
    told = [
        {"place": fault.place, "code": str(fault.code), "text": _without_markup(fault_line(fault, translator))}
        for fault in refused.faults
    ]
    if as_json:
        sys.stdout.write(f"{_json({'verdict': 'unreadable', 'faults': told})}\n")
    else:
        sys.stderr.write(f"{refused.file} is no record that can be replayed:\n")
        sys.stderr.writelines(f"  {one['text']}\n" for one in told)
    return UNREADABLE


def _replay(found: Replay, *, as_json: bool) -> int:
    if as_json:
        sys.stdout.write(f"{_json(_as_object(found))}\n")
    else:
        sys.stdout.write(_as_text(found))
    return AGREES if found.agrees else DIFFERS


def _as_object(found: Replay) -> dict[str, object]:
    difference = found.difference
    return {
        "verdict": "agrees" if found.agrees else "differs",
        "difference": None
        if difference is None
        else {"place": difference.place, "derived": difference.derived, "recorded": difference.recorded},
        "checks": {str(check.part): str(check.verdict) for check in found.checks},
        "is_over": found.derived.is_over,
        "champion": found.derived.champion,
        "not_used": [{"place": str(one.line), "code": one.code, "text": one.text} for one in found.record.unused],
        "standings": written_standings(found.derived),
        "ratings": written_ratings(found.derived),
    }


def _as_text(found: Replay) -> str:
    record, known = found.record, found.derived
    lines = [f"{record.name}: {record.rulebook.format}, {len(record.facts.starters)} entrants", ""]
    lines += [*table_text(record, known.standings), ""]
    if known.ratings:
        lines += [
            f"  {record.name_of(line.player)}: {'new' if line.before is None else as_published(line.before)}"
            f" -> {as_published(line.after)}"
            for line in known.ratings
        ] + [""]
    if known.champion is not None:
        lines += [f"Champion: {record.name_of(known.champion)}", ""]
    if not known.is_over:
        lines += [_not_over(record), ""]
    lines += [_check_text(check) for check in found.checks]
    lines += unused_text((record,))
    lines += ["", "The file agrees with its facts." if found.agrees else "The file does not agree with its facts."]
    return "\n".join(lines) + "\n"


def _not_over(record: Record) -> str:
    """That something is still to be played, of a Swiss how many rounds."""
    if record.rulebook.traits.counts_rounds and format_of(record.rulebook).is_paired(record.facts, record.rulebook):
        last = format_of(record.rulebook).last_round_off(record.facts, record.rulebook)
        played = max((one.round for one in record.facts.of(Stage.MAIN)), default=0)
        return f"Not over: {last} rounds, {played} of them paired. The command pair gives what comes next."
    return "Not over. The command pair gives what comes next."


def _check_text(check: Check) -> str:
    line = f"  {_PARTS[check.part]:10} {_VERDICTS[check.verdict]}"
    if check.difference is None:
        return line
    one = check.difference
    derived, recorded = one.derived or "nothing", one.recorded or "nothing"
    return f"{line} at {plain(one.place)}: the facts give {derived}, the file says {recorded}"


def _pair(record: Record, seed: str | None, *, as_json: bool) -> int:
    try:
        found = next_round(record, seed)
    except ValueError as error:
        if as_json:
            sys.stdout.write(f"{_json({'refused': str(error)})}\n")
        sys.stderr.write(f"No pairing: {error}\n")
        return DIFFERS
    sys.stdout.write(f"{_json(_pairs_object(record, found))}\n" if as_json else _pairs_text(record, found))
    return AGREES


def _pairs_object(record: Record, found: NextRound) -> dict[str, object]:
    return {
        "is_over": found.is_over,
        "open_contests": found.open_contests,
        "by_lot": found.by_lot,
        "lot": list(found.lot),
        "pairings": [
            {
                "stage": str(pairing.contest.stage),
                "group": pairing.contest.group,
                "round": pairing.contest.round,
                "position": pairing.contest.position,
                "sides": list(pairing.contest.sides),
                "names": [record.name_of(side) for side in pairing.contest.sides],
                "best_of": pairing.contest.best_of,
                "bye": pairing.contest.bye_reason,
                "why": str(pairing.why),
                "details": dict(pairing.details),
            }
            for pairing in found.pairings
        ],
    }


def _pairs_text(record: Record, found: NextRound) -> str:
    if found.is_over:
        return "The event is over: nothing is left to pair.\n"
    if found.lot:
        order = ", ".join(record.name_of(one) for one in found.lot)
        return f"A lot separates who is level, the first best: {order}\n"
    if not found.pairings:
        return f"Nothing can be paired now; open contests: {found.open_contests}.\n"
    lines = [_pair_line(record, pairing) for pairing in found.pairings]
    return "\n".join(lines) + ("\n\nChance had a part in it; --seed gives another.\n" if found.by_lot else "\n")


def _pair_line(record: Record, one: Paired) -> str:
    new = one.contest
    group = f" group {new.group}" if new.group else ""
    sides = " - ".join(record.name_of(side) for side in new.sides)
    told = "; ".join(f"{key.replace('_', ' ')} {value}" for key, value in one.details.items())
    more = f" ({told})" if told else ""
    return f"{new.stage}{group} {new.round}:{new.position + 1}  {sides}: {_REASONS[one.why]}{more}"


def _printable(record: Record) -> Record:
    """The record with names that a terminal may show: they can hold anything."""
    ids = [*(starter.entrant_id for starter in record.facts.starters), *record.names, *record.rated]
    return replace(record, name=plain(record.name), names={one: plain(record.name_of(one)) for one in ids})


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)

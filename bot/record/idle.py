"""What a file by hand says and nothing follows from: a fault, since its author meant something by it.

Contests at places that the event does not have are `belonging`'s. A file with draws or with the fingerprint of its
rulebook is the bot's own: what it says beside the point, as a play-off that a ruling made needless, was true once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.domain.contests import Contest, Stage
from bot.domain.events.draw import Stream
from bot.domain.events.records import Record, RecordedContest
from bot.domain.formats import FORMATS
from bot.domain.ids import ContestId
from bot.domain.playing.count_reports import is_counted
from bot.domain.regulation.format_rules import Level, RankingRules
from bot.domain.rulebook import Rulebook
from bot.domain.standings import StandingRow
from bot.record import model
from bot.record.deriving import is_over, standings_of
from bot.record.errors import Fault, FaultCode
from bot.record.formats import format_of


def idle_faults(told: model.RecordFile, record: Record) -> Iterator[Fault]:
    """Every such thing with its place; to be asked of a record that has no other fault."""
    if record.draws or told.rulebook_sha256 is not None:
        return
    yield from _play_offs(record)
    yield from _of_other_formats(told, record)
    last = format_of(record.rulebook).last_round_off(record.facts, record.rulebook)
    yield from _no_rounds_off(told) if last is None else _rounds_off(told, last, _rounds_played(record, last))
    yield from _warnings(told)
    known = {one.contest.contest_id: one.contest for one in record.contests}
    for at, annulment in enumerate(told.annulled):
        contest = known.get(ContestId(annulment.contest))
        if contest is not None and contest.result is None:
            yield Fault(f"annulled[{at}].contest", FaultCode.NOT_USED, annulment.contest)


def _warnings(told: model.RecordFile) -> Iterator[Fault]:
    """Lines of warnings beyond the number that the entrant is said to have."""
    left = Counter({one.id: one.warnings for one in told.entrants})
    for at, line in enumerate(told.warnings):
        if left[line.entrant] < 1:
            yield Fault(f"warnings[{at}]", FaultCode.NOT_USED, line.offence)
        left[line.entrant] -= 1


def _play_offs(record: Record) -> Iterator[Fault]:
    """Games after the table that separated nobody when they were played: all was the same without them."""
    for one in record.contests:
        if one.contest.stage is not Stage.PLAY_OFF or one.contest.result is None or one.voided_at is not None:
            continue
        before = tuple(other for other in record.facts.contests if _comes_before(other, one.contest, record))
        known = _outcome(record, (*before, one.contest))
        if known is not None and _outcome(record, before) == known:
            yield Fault(f"{one.place}.stage", FaultCode.NOT_USED, Stage.PLAY_OFF)


def _comes_before(other: Contest, one: Contest, record: Record) -> bool:
    """Whether a play-off can hang on the contest: not on the final of tables, nor on what is played beside it."""
    if other.stage is Stage.PLAY_OFF:
        return other.group != one.group or (other.round, other.position) < (one.round, one.position)
    finals = [final.round for final in record.facts.contests if final.stage is Stage.FINAL]
    return not record.rulebook.traits.at_tables or not finals or other.round < min(finals)


def _outcome(
    record: Record, contests: tuple[Contest, ...]
) -> tuple[bool, tuple[StandingRow, ...], tuple[tuple[str, ...], ...]] | None:
    """The table of these contests and who meets next, by the same lots; None where they give none."""
    tried = replace(record, facts=replace(record.facts, contests=contests))
    try:
        due = FORMATS[record.rulebook.format].advance(tried.facts, tried.rulebook, Stream(bytes(32)))
        return is_over(tried), standings_of(tried), tuple((new.stage, *new.sides) for new in due)
    except (ValueError, LookupError, RuntimeError):
        return None


def _of_other_formats(told: model.RecordFile, record: Record) -> Iterator[Fault]:
    """What only some formats or rulebooks read."""
    rulebook, paired = record.rulebook, format_of(record.rulebook).is_paired(record.facts, record.rulebook)
    by_lot = rulebook.traits.opening_lot or (rulebook.ranking or RankingRules()).level is Level.LOT
    used = {
        "waiting": rulebook.traits.has_lobby,
        "lot": by_lot or paired,
        "forbidden": paired,
    }
    yield from (Fault(key, FaultCode.NOT_USED, key) for key, reads in used.items() if getattr(told, key) and not reads)
    if not rulebook.traits.is_series:
        yield from _choices(told)
    for one in record.contests:
        yield from _of_results(one, rulebook)


def _choices(told: model.RecordFile) -> Iterator[Fault]:
    for at, entrant in enumerate(told.entrants):
        if entrant.choices != model.Choices():
            yield Fault(f"entrants[{at}].choices", FaultCode.NOT_USED, "choices")


def _of_results(one: RecordedContest, rulebook: Rulebook) -> Iterator[Fault]:
    for place, result in one.results():
        idle = {
            "influence": result.influence and not rulebook.traits.at_tables,
            "absent": result.absent and not rulebook.traits.at_tables,
            "count": result.count is not None and not is_counted(rulebook, one.contest),
        }
        yield from (Fault(f"{place}.{key}", FaultCode.NOT_USED, key) for key, is_idle in idle.items() if is_idle)


def _no_rounds_off(told: model.RecordFile) -> Iterator[Fault]:
    """Rounds off where there are none to be had."""
    for where, one in enumerate(told.entrants):
        if one.enters_in > 1:
            yield Fault(f"entrants[{where}].enters_in", FaultCode.NOT_USED, str(one.enters_in))
        for at, number in enumerate(one.absent_in):
            yield Fault(f"entrants[{where}].absent_in[{at}]", FaultCode.NOT_USED, str(number))


def _rounds_off(told: model.RecordFile, last: int, played: Mapping[str, set[int]]) -> Iterator[Fault]:
    """Rounds off after the last round, and of who has played all the same."""
    for where, one in enumerate(told.entrants):
        own = played.get(one.id, set())
        if own and min(own) < one.enters_in:
            yield Fault(f"entrants[{where}].enters_in", FaultCode.NOT_USED, str(one.enters_in))
        for at, number in enumerate(one.absent_in):
            if number in own or number > last:
                yield Fault(f"entrants[{where}].absent_in[{at}]", FaultCode.NOT_USED, str(number))


def _rounds_played(record: Record, last: int) -> dict[str, set[int]]:
    """The regular rounds in which each entrant has a contest."""
    found: dict[str, set[int]] = {}
    for one in record.facts.contests:
        if one.stage is Stage.MAIN and one.round <= last:
            for side in one.sides:
                found.setdefault(side, set()).add(one.round)
    return found

"""A record file becomes a `Record`, or every fault of it with its exact place.

What a file by hand says without effect is a fault, since its author meant something by it. Contests at places that
the event does not have are found in `bot/record/checking.py`. A file with draws or with the fingerprint of its
rulebook is the bot's own: what it says beside the point, as a play-off that a ruling made needless, was true once. A
Swiss whose rulebook leaves its rounds open has at least as many as the file holds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from bot.kernel.ids import ContestId, EntrantId, PersonId, TournamentId
from bot.play.contests import Contest, Length, Stage, StandingRow
from bot.play.counts import is_counted
from bot.play.draw import Stream
from bot.play.format_checks import MOST_ROUNDS
from bot.play.format_rules import Level, RankingRules, SwissRules
from bot.play.formats import FORMATS, swiss
from bot.play.formats.protocol import EventFacts
from bot.play.records import LONG_AGO, FormerHolder, Record, RecordedContest, WarningLine
from bot.play.rulebook import Rulebook
from bot.record import model
from bot.record.checking import faults_of, guess_of, wrong_hashes
from bot.record.errors import FaultCode, RecordFault, RecordRefused
from bot.record.formats import format_of
from bot.record.objects import (
    claims_of,
    draw_of,
    facts_of,
    forbidden_pairs,
    is_round_off,
    names_of,
    place_of,
    ratings_before,
    starter_of,
    with_rounds_off,
    with_warnings,
)
from bot.record.parsing import MOST_FAULTS, left_out, name_faults, parse
from bot.record.placing import ContestDraft, Settled, in_rounds, places_of_others, with_play_offs, with_positions
from bot.record.replaying import is_over, standings_of
from bot.record.results import (
    FaultFound,
    as_told_now,
    complete,
    contest_of,
    games_of,
    read_line,
    result_of,
    ruled_of,
    winner_of,
)
from bot.record.rulebooks import read_rulebook

# --- what is said without effect ------------------------------------------------------------------------------------


def idle_faults(told: model.RecordFile, record: Record) -> Iterator[RecordFault]:
    """Every such thing with its place; to be asked of a record that has no other fault."""
    if record.draws or told.rulebook_sha256 is not None:
        return
    yield from _play_offs(record)
    yield from _of_other_formats(told, record)
    last = format_of(record.rulebook).last_round_off(record.facts, record.rulebook)
    yield from _no_rounds_off(told) if last is None else _rounds_off(told, last, _rounds_played(record, last))
    yield from _idle_warnings(told)
    known = {one.contest.contest_id: one.contest for one in record.contests}
    for at, annulment in enumerate(told.annulled):
        contest = known.get(ContestId(annulment.contest))
        if contest is not None and contest.result is None:
            yield RecordFault(f"annulled[{at}].contest", FaultCode.NOT_USED, annulment.contest)


def _idle_warnings(record: model.RecordFile) -> Iterator[RecordFault]:
    """Lines of warnings beyond the number that the entrant is said to have."""
    left = Counter({entrant.id: entrant.warnings for entrant in record.entrants})
    for at, line in enumerate(record.warnings):
        if left[line.entrant] < 1:
            yield RecordFault(f"warnings[{at}]", FaultCode.NOT_USED, line.offence)
        left[line.entrant] -= 1


def _play_offs(record: Record) -> Iterator[RecordFault]:
    """Games after the table that separated nobody when they were played: all was the same without them."""
    for contest in record.contests:
        if (
            contest.contest.stage is not Stage.PLAY_OFF
            or contest.contest.result is None
            or contest.voided_at is not None
        ):
            continue
        before = tuple(other for other in record.facts.contests if _comes_before(other, contest.contest, record))
        known = _outcome(record, (*before, contest.contest))
        if known is not None and _outcome(record, before) == known:
            yield RecordFault(f"{contest.place}.stage", FaultCode.NOT_USED, Stage.PLAY_OFF)


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


def _of_other_formats(told: model.RecordFile, record: Record) -> Iterator[RecordFault]:
    """What only some formats or rulebooks read."""
    rulebook, paired = record.rulebook, format_of(record.rulebook).is_paired(record.facts, record.rulebook)
    by_lot = rulebook.traits.opening_lot or (rulebook.ranking or RankingRules()).level is Level.LOT
    used = {
        "waiting": rulebook.traits.has_lobby,
        "lot": by_lot or paired,
        "forbidden": paired,
    }
    yield from (
        RecordFault(key, FaultCode.NOT_USED, key) for key, reads in used.items() if getattr(told, key) and not reads
    )
    if not rulebook.traits.is_series:
        yield from _choices(told)
    for contest in record.contests:
        yield from _of_results(contest, rulebook)


def _choices(record: model.RecordFile) -> Iterator[RecordFault]:
    for at, entrant in enumerate(record.entrants):
        if entrant.choices != model.Choices():
            yield RecordFault(f"entrants[{at}].choices", FaultCode.NOT_USED, "choices")


def _of_results(contest: RecordedContest, rulebook: Rulebook) -> Iterator[RecordFault]:
    for place, result in contest.results():
        idle = {
            "influence": result.influence and not rulebook.traits.at_tables,
            "absent": result.absent and not rulebook.traits.at_tables,
            "count": result.count is not None and not is_counted(rulebook, contest.contest),
        }
        yield from (RecordFault(f"{place}.{key}", FaultCode.NOT_USED, key) for key, is_idle in idle.items() if is_idle)


def _no_rounds_off(record: model.RecordFile) -> Iterator[RecordFault]:
    """Rounds off where there are none to be had."""
    for where, one in enumerate(record.entrants):
        if one.enters_in > 1:
            yield RecordFault(f"entrants[{where}].enters_in", FaultCode.NOT_USED, str(one.enters_in))
        for at, number in enumerate(one.absent_in):
            yield RecordFault(f"entrants[{where}].absent_in[{at}]", FaultCode.NOT_USED, str(number))


def _rounds_off(record: model.RecordFile, last: int, played: Mapping[str, set[int]]) -> Iterator[RecordFault]:
    """Rounds off after the last round, and of who has played all the same."""
    for where, one in enumerate(record.entrants):
        own = played.get(one.id, set())
        if own and min(own) < one.enters_in:
            yield RecordFault(f"entrants[{where}].enters_in", FaultCode.NOT_USED, str(one.enters_in))
        for at, number in enumerate(one.absent_in):
            if number in own or number > last:
                yield RecordFault(f"entrants[{where}].absent_in[{at}]", FaultCode.NOT_USED, str(number))


def _rounds_played(record: Record, last: int) -> dict[str, set[int]]:
    """The regular rounds in which each entrant has a contest."""
    found: dict[str, set[int]] = {}
    for contest in record.facts.contests:
        if contest.stage is Stage.MAIN and contest.round <= last:
            for side in contest.sides:
                found.setdefault(side, set()).add(contest.round)
    return found


# --- the number of rounds -------------------------------------------------------------------------------------------


def with_rounds(drafts: Sequence[ContestDraft], facts: EventFacts, rulebook: Rulebook, settled: Settled) -> Rulebook:
    """The rulebook with as many rounds as the drafts hold, where that is more than a knock-out would have.

    `facts` are the entrants. The fewest rounds are taken after which everything else is a play-off that is due. A
    rulebook that says its number keeps it, and what lies beyond is at fault.
    """
    if not _are_open(facts, rulebook):
        return rulebook
    usual, held = swiss.rounds(facts, rulebook), _last_round(drafts)
    if held <= usual:
        return rulebook
    if (rulebook.ranking or RankingRules()).level is Level.PLAY_OFF:
        for number in range(usual, held):
            tried = rulebook if number == usual else _of(rulebook, number)
            if _last_round(with_play_offs(drafts, facts, tried, settled)) <= number:
                return tried
    return _of(rulebook, min(held, MOST_ROUNDS))


def _are_open(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether it is a Swiss whose rulebook says no number of rounds."""
    told = (rulebook.swiss or SwissRules()).rounds
    return told is None and format_of(rulebook).is_paired(facts, rulebook) and len(facts.starters) >= swiss.FEWEST


def _last_round(drafts: Sequence[ContestDraft]) -> int:
    return max((draft.round or 0 for draft in drafts if draft.stage is Stage.MAIN), default=0)


def _of(rulebook: Rulebook, number: int) -> Rulebook:
    return replace(rulebook, swiss=replace(rulebook.swiss or SwissRules(), rounds=number))


# --- contests at their places ---------------------------------------------------------------------------------------


_FEWEST = 2
Rated = Mapping[EntrantId, float | None]


def place_drafts(
    drafts: Sequence[ContestDraft], record: model.RecordFile, rulebook: Rulebook, rated: Rated
) -> Sequence[ContestDraft]:
    """The drafts at their places; a score that nobody can read is left to those who name it."""
    played, names = format_of(rulebook), [entrant.id for entrant in record.entrants]
    drafts = played.prepared(drafts, rulebook, names)
    at_table = played.placed(drafts, rulebook, names)
    if len(names) < _FEWEST or all(draft.told.position is not None for draft in drafts):
        return at_table
    try:
        return played.decided(drafts, at_table, _entrants(record), rulebook, _settling(rulebook, rated))
    except FaultFound:
        return at_table


def rulebook_of_file(
    drafts: Sequence[ContestDraft], record: model.RecordFile, rulebook: Rulebook, rated: Rated
) -> Rulebook:
    """The rulebook with the rounds that a file by hand holds; where draws stand, the rulebook's own number counts."""
    if record.draws:
        return rulebook
    try:
        at_table = format_of(rulebook).placed(drafts, rulebook, [entrant.id for entrant in record.entrants])
        return with_rounds(at_table, _entrants(record), rulebook, _settling(rulebook, rated))
    except FaultFound:
        return rulebook


def _entrants(record: model.RecordFile) -> EventFacts:
    return EventFacts(tuple(starter_of(entrant) for entrant in record.entrants))


def _settling(rulebook: Rulebook, rated: Rated) -> Settled:
    most = format_of(rulebook).sides.most

    def settle(draft: ContestDraft) -> Contest:
        if most is not None and len(draft.sides) > most:
            raise FaultFound(RecordFault(f"{draft.place}.sides", FaultCode.SIDES, str(len(draft.sides)), str(most)))
        name = f"{draft.stage}-{draft.told.group}-{draft.round}-{draft.position}"
        contest = contest_of(draft, rulebook, name, LONG_AGO)
        return complete(contest, rulebook, rated, scored=draft.told.score is not None)

    return settle


# --- the record -----------------------------------------------------------------------------------------------------


_KEY_OF_LINE: Final = re.compile(r"(results\[(\d+)\])\.(\w+)")
_OF_SCORE: Final = frozenset({"score", "kind", "walkover_games"})


def read_record(source: str | bytes, file: str) -> Record:
    """The record of a file; `file` is its name, for the answer. Raises RecordRefused with every fault found."""
    told = parse(source, file)
    rulebook, wrong = read_rulebook(told.rulebook)
    if rulebook is None:
        raise RecordRefused(file, wrong)
    told, wrong_lines = with_rounds_off(with_warnings(told), rulebook)
    faults = _too_many(told, rulebook)
    faults = faults or [*wrong_lines, *name_faults(told), *left_out(told), *wrong_hashes(told)]
    if not faults:
        record = _build(told, rulebook, faults)
        faults += (_exact(fault, told) for fault in islice(faults_of(record), MOST_FAULTS))
        if not faults:
            faults += (_exact(fault, told) for fault in islice(idle_faults(told, record), MOST_FAULTS))
        if not faults:
            return record
    raise RecordRefused(file, tuple(faults[:MOST_FAULTS]))


def _build(record: model.RecordFile, rulebook: Rulebook, faults: list[RecordFault]) -> Record:
    drafts = _drafts(record, faults)
    rated = {EntrantId(entrant.id): entrant.rating for entrant in record.entrants}
    rulebook = rulebook_of_file(drafts, record, rulebook, rated)
    at_places = place_drafts(drafts, record, rulebook, rated)
    faults += places_of_others(at_places)
    on_record = _contests(at_places, rulebook, rated, faults)
    taken_back = _contests(_voided_drafts(record), rulebook, rated, faults)
    draws = tuple(draw_of(record, one, f"draws[{at}]", faults) for at, one in enumerate(record.draws))
    facts = facts_of(record, tuple(one.contest for one in on_record), draws)
    return Record(
        event_id=TournamentId(record.event.id),
        name=record.event.name,
        rulebook=rulebook,
        facts=facts,
        contests=(*on_record, *taken_back),
        names=names_of(record),
        commitment=record.commitment,
        draws=draws,
        withdrawn_at=_withdrawals(record),
        rated=ratings_before(record),
        ended_at=record.event.ended_at,
        warnings=_warnings(record),
        forbidden=forbidden_pairs(record),
        claims=claims_of(record, faults),
        former=_former(record),
        by_hand=any(draft.told.position is None or draft.told.round is None for draft in drafts),
    )


def _voided_drafts(record: model.RecordFile) -> tuple[ContestDraft, ...]:
    """What was taken back, where the file says: nothing is worked out for it."""
    return with_positions(in_rounds([ContestDraft(one, f"voided[{at}]", None) for at, one in enumerate(record.voided)]))


def _former(record: model.RecordFile) -> tuple[FormerHolder, ...]:
    return tuple(
        FormerHolder(EntrantId(one.id), PersonId(held.id), tuple(map(ContestId, held.played)), held.left_at)
        for one in record.entrants
        for held in one.former
    )


def _withdrawals(record: model.RecordFile) -> dict[EntrantId, datetime]:
    return {EntrantId(one.id): one.withdrawn_at for one in record.entrants if one.withdrawn_at is not None}


def _warnings(record: model.RecordFile) -> tuple[WarningLine, ...]:
    return tuple(
        WarningLine(ContestId(warning.contest), EntrantId(warning.entrant), warning.offence, warning.game)
        for warning in record.warnings
    )


def _drafts(record: model.RecordFile, faults: list[RecordFault]) -> list[ContestDraft]:
    drafts = [ContestDraft(one, f"contests[{at}]", winner_of(one)) for at, one in enumerate(record.contests)]
    for at, line in enumerate(record.results):
        if is_round_off(line):
            continue
        try:
            one = read_line(line, f"results[{at}]")
        except FaultFound as refused:
            faults.append(refused.fault)
            continue
        drafts.append(ContestDraft(one, f"results[{at}]", winner_of(one)))
    return drafts


def _contests(
    drafts: Sequence[ContestDraft],
    rulebook: Rulebook,
    rated: Mapping[EntrantId, float | None],
    faults: list[RecordFault],
) -> list[RecordedContest]:
    found: list[RecordedContest] = []
    for at, draft in enumerate(drafts):
        told, moment = draft.told, LONG_AGO + timedelta(seconds=at)
        at_place = f"{draft.stage}-{told.group}-{draft.round}-{draft.position}"
        name = f"{draft.place}" if draft.position is None else at_place
        try:
            contest = contest_of(draft, rulebook, name, moment)
            contest = complete(contest, rulebook, rated, scored=told.score is not None)
            length = Length(contest.best_of, contest.play_all, contest.drawable)
            read = (
                result_of(one, len(contest.sides), length, f"{draft.place}.earlier[{number}]", moment)
                for number, one in enumerate(told.earlier)
            )
            earlier = tuple(as_told_now(one, rulebook, contest.stage) for one in read if one is not None)
        except FaultFound as refused:
            faults.append(refused.fault)
            continue
        voided_at = told.voided_at if isinstance(told, model.Voided) else None
        why = told.why if isinstance(told, model.Voided) else ""
        ruled = ruled_of((*told.earlier, told), (*earlier, contest.result))
        games, guess = games_of(told), guess_of(told)
        found.append(RecordedContest(contest, draft.place, told.draw, earlier, voided_at, why, games, ruled, guess))
    return found


def _exact(fault: RecordFault, record: model.RecordFile) -> RecordFault:
    """The place of a fault as the file has it: a line of results has no keys, and its score stands last."""
    fault = replace(fault, place=place_of(fault, record))
    if fault.place == "annulled":
        return replace(fault, place=_annulment(fault, record))
    found = _KEY_OF_LINE.fullmatch(fault.place)
    if found is None:
        return fault
    line = record.results[int(found[2])]
    if found[3] == "round" and isinstance(line[0], int):
        return replace(fault, place=f"{found[1]}[0]")
    return replace(fault, place=f"{found[1]}[{len(line) - 1}]" if found[3] in _OF_SCORE else found[1])


def _annulment(fault: RecordFault, record: model.RecordFile) -> str:
    contest, key = (fault.given, "contest") if fault.code is FaultCode.UNKNOWN_CONTEST else (fault.wanted, "entrant")
    at = next((at for at, one in enumerate(record.annulled) if one.contest == contest), 0)
    return f"annulled[{at}].{key}"


def _too_many(record: model.RecordFile, rulebook: Rulebook) -> list[RecordFault]:
    """More entrants than are worked out in the seconds that somebody waits."""
    given, most = len(record.entrants), format_of(rulebook).most_entrants
    return [RecordFault("entrants", FaultCode.TOO_MANY, str(given), str(most))] if given > most else []

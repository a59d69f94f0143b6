"""A record file becomes a `Record`, or every fault of it with its exact place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from typing import Final

from bot.domain.contests import Length
from bot.domain.events.records import LONG_AGO, Record, RecordedContest, WarningLine
from bot.domain.ids import ContestId, EntrantId, TournamentId
from bot.domain.rulebook import Rulebook
from bot.record import model
from bot.record.arranging import place_drafts, rulebook_of_file
from bot.record.checking import faults_of
from bot.record.completeness import left_out
from bot.record.errors import Fault, FaultCode, RecordRefused
from bot.record.formats import format_of
from bot.record.game_by_game import games_of, ruled_of
from bot.record.guesses import guess_of, wrong_hashes
from bot.record.idle import idle_faults
from bot.record.naming import unknown_names
from bot.record.objects import (
    claims_of,
    draw_of,
    facts_of,
    forbidden_pairs,
    names_of,
    ratings_before,
    with_warnings,
)
from bot.record.parsing import MOST_FAULTS, parse
from bot.record.placing import Draft, in_rounds, places_of_others, with_positions
from bot.record.results import Refused, contest_of, read_line, result_of, winner_of
from bot.record.rounds_off import is_round_off, place_of, with_rounds_off
from bot.record.rulebooks import read_rulebook
from bot.record.separating import as_told_now, complete

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
    faults = faults or [*wrong_lines, *unknown_names(told), *left_out(told), *wrong_hashes(told)]
    if not faults:
        record = _build(told, rulebook, faults)
        faults += (_exact(fault, told) for fault in islice(faults_of(record), MOST_FAULTS))
        if not faults:
            faults += (_exact(fault, told) for fault in islice(idle_faults(told, record), MOST_FAULTS))
        if not faults:
            return record
    raise RecordRefused(file, tuple(faults[:MOST_FAULTS]))


def _build(told: model.RecordFile, rulebook: Rulebook, faults: list[Fault]) -> Record:
    drafts = _drafts(told, faults)
    rated = {EntrantId(one.id): one.rating for one in told.entrants}
    rulebook = rulebook_of_file(drafts, told, rulebook, rated)
    at_places = place_drafts(drafts, told, rulebook, rated)
    faults += places_of_others(at_places)
    on_record = _contests(at_places, rulebook, rated, faults)
    # What was taken back stands where the file says; nothing is worked out for it.
    voided = with_positions(in_rounds([Draft(one, f"voided[{at}]", None) for at, one in enumerate(told.voided)]))
    taken_back = _contests(voided, rulebook, rated, faults)
    draws = tuple(draw_of(told, one, f"draws[{at}]", faults) for at, one in enumerate(told.draws))
    facts = facts_of(told, tuple(one.contest for one in on_record), draws)
    return Record(
        event_id=TournamentId(told.event.id),
        name=told.event.name,
        rulebook=rulebook,
        facts=facts,
        contests=(*on_record, *taken_back),
        names=names_of(told),
        commitment=told.commitment,
        draws=draws,
        withdrawn_at={EntrantId(one.id): one.withdrawn_at for one in told.entrants if one.withdrawn_at is not None},
        rated=ratings_before(told),
        ended_at=told.event.ended_at,
        warnings=_warnings(told),
        forbidden=forbidden_pairs(told),
        claims=claims_of(told, faults),
        by_hand=any(draft.told.position is None or draft.told.round is None for draft in drafts),
    )


def _warnings(told: model.RecordFile) -> tuple[WarningLine, ...]:
    return tuple(
        WarningLine(ContestId(one.contest), EntrantId(one.entrant), one.offence, one.game) for one in told.warnings
    )


def _drafts(told: model.RecordFile, faults: list[Fault]) -> list[Draft]:
    drafts = [Draft(one, f"contests[{at}]", winner_of(one)) for at, one in enumerate(told.contests)]
    for at, line in enumerate(told.results):
        if is_round_off(line):
            continue
        try:
            one = read_line(line, f"results[{at}]")
        except Refused as refused:
            faults.append(refused.fault)
            continue
        drafts.append(Draft(one, f"results[{at}]", winner_of(one)))
    return drafts


def _contests(
    drafts: Sequence[Draft], rulebook: Rulebook, rated: Mapping[EntrantId, float | None], faults: list[Fault]
) -> list[RecordedContest]:
    found: list[RecordedContest] = []
    for at, draft in enumerate(drafts):
        told, moment = draft.told, LONG_AGO + timedelta(seconds=at)
        name = (
            f"{draft.place}" if draft.position is None else f"{draft.stage}-{told.group}-{draft.round}-{draft.position}"
        )
        try:
            contest = contest_of(draft, rulebook, name, moment)
            contest = complete(contest, rulebook, rated, scored=told.score is not None)
            length = Length(contest.best_of, contest.play_all, contest.drawable)
            read = (
                result_of(one, len(contest.sides), length, f"{draft.place}.earlier[{number}]", moment)
                for number, one in enumerate(told.earlier)
            )
            earlier = tuple(as_told_now(one, rulebook, contest.stage) for one in read if one is not None)
        except Refused as refused:
            faults.append(refused.fault)
            continue
        voided_at = told.voided_at if isinstance(told, model.Voided) else None
        why = told.why if isinstance(told, model.Voided) else ""
        ruled = ruled_of((*told.earlier, told), (*earlier, contest.result))
        found.append(
            RecordedContest(
                contest, draft.place, told.draw, earlier, voided_at, why, games_of(told), ruled, guess_of(told)
            )
        )
    return found


def _exact(fault: Fault, told: model.RecordFile) -> Fault:
    """The place of a fault as the file has it: a line of results has no keys, and its score stands last."""
    fault = replace(fault, place=place_of(fault, told))
    if fault.place == "annulled":
        return replace(fault, place=_annulment(fault, told))
    found = _KEY_OF_LINE.fullmatch(fault.place)
    if found is None:
        return fault
    line = told.results[int(found[2])]
    if found[3] == "round" and isinstance(line[0], int):
        return replace(fault, place=f"{found[1]}[0]")
    return replace(fault, place=f"{found[1]}[{len(line) - 1}]" if found[3] in _OF_SCORE else found[1])


def _annulment(fault: Fault, told: model.RecordFile) -> str:
    contest, key = (fault.given, "contest") if fault.code is FaultCode.UNKNOWN_CONTEST else (fault.wanted, "entrant")
    at = next((at for at, one in enumerate(told.annulled) if one.contest == contest), 0)
    return f"annulled[{at}].{key}"


def _too_many(told: model.RecordFile, rulebook: Rulebook) -> list[Fault]:
    """More entrants than are worked out in the seconds that somebody waits."""
    given, most = len(told.entrants), format_of(rulebook).most_entrants
    return [Fault("entrants", FaultCode.TOO_MANY, str(given), str(most))] if given > most else []

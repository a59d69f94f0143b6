"""A record file becomes a `Record`, or every fault of it with its exact place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import islice
from typing import Final

from bot.domain.contests import Contest, Length, Stage
from bot.domain.events.draw import DrawRecord, listed_entrants
from bot.domain.events.draw import canonical_entrants as canonical
from bot.domain.events.forbidden_pairs import ForbiddenPair, holding
from bot.domain.events.records import (
    FIELD,
    LONG_AGO,
    LOT,
    UNKNOWN,
    Claims,
    RatingLine,
    Record,
    RecordedContest,
    RecordedDraw,
    WarningLine,
)
from bot.domain.formats import EventFacts, Starter
from bot.domain.formats.protocol import Waiting
from bot.domain.ids import ContestId, EntrantId, PersonId, TournamentId
from bot.domain.registry.grades import read_grade
from bot.domain.rulebook import FormatName, Rulebook
from bot.domain.standings import Sanction, StandingRow, TieBreakValue
from bot.domain.title_match.title_game import ColourChoices
from bot.record import model
from bot.record.checking import faults_of
from bot.record.completeness import left_out
from bot.record.deciding import with_play_offs
from bot.record.errors import GIVEN_LENGTH, Fault, FaultCode, Kind, RecordRefused
from bot.record.following import followed
from bot.record.game_by_game import games_of, ruled_of
from bot.record.grouping import grouped, with_cut
from bot.record.guesses import guess_of, wrong_hashes
from bot.record.idle import idle_faults
from bot.record.naming import unknown_names
from bot.record.parsing import MOST_FAULTS, parsed
from bot.record.placing import Draft, placed
from bot.record.results import Refused, contest_of, read_line, result_of, winner_of
from bot.record.rounds_held import with_rounds
from bot.record.rounds_off import is_round_off, place_of, with_rounds_off
from bot.record.rulebooks import read_rulebook
from bot.record.seating import seated
from bot.record.separating import completed
from bot.record.values import read_value

_KEY_OF_LINE: Final = re.compile(r"(results\[(\d+)\])\.(\w+)")
_OF_SCORE: Final = frozenset({"score", "kind", "walkover_games"})
MOST_ENTRANTS: Final[Mapping[FormatName, int]] = {FormatName.KNOCKOUT: 16_384, FormatName.ROUND_ROBIN: 1_000}
MOST_ELSEWHERE: Final = 8_192
"""Entrants of every other format."""


_FEWEST: Final = 2
MOST_AT_A_BOARD: Final = 2


@dataclass(slots=True)
class _Faults:
    """Where reading goes on after a fault, so that its author learns of all of them."""

    found: list[Fault]

    def add(self, place: str, code: FaultCode, given: str = "", wanted: str = "") -> None:
        self.found.append(Fault(place, code, given, wanted))


def read_record(source: str | bytes, file: str) -> Record:
    """The record of a file; `file` is its name, for the answer. Raises RecordRefused with every fault found."""
    told = parsed(source, file)
    rulebook, wrong = read_rulebook(told.rulebook)
    if rulebook is None:
        raise RecordRefused(file, wrong)
    told, wrong_lines = with_rounds_off(_with_warnings(told), rulebook)
    faults = _Faults(
        _too_many(told, rulebook) or [*wrong_lines, *unknown_names(told), *left_out(told), *wrong_hashes(told)]
    )
    if not faults.found:
        record = _built(told, rulebook, faults)
        faults.found += (_exact(fault, told) for fault in islice(faults_of(record), MOST_FAULTS))
        if not faults.found:
            faults.found += (_exact(fault, told) for fault in islice(idle_faults(told, record), MOST_FAULTS))
        if not faults.found:
            return record
    raise RecordRefused(file, tuple(faults.found[:MOST_FAULTS]))


def _built(told: model.RecordFile, rulebook: Rulebook, faults: _Faults) -> Record:
    drafts, names = _drafts(told, faults), [one.id for one in told.entrants]
    rated = {EntrantId(one.id): one.rating for one in told.entrants}
    rulebook = _with_rounds(drafts, told, rulebook, rated)
    on_record = _contests(_placed(drafts, told, rulebook, rated), rulebook, rated, faults)
    voided = [Draft(one, f"voided[{at}]", None) for at, one in enumerate(told.voided)]
    taken_back = _contests(placed(voided, _without_bracket(rulebook), names), rulebook, rated, faults)
    draws = tuple(_draw(told, one, f"draws[{at}]", faults) for at, one in enumerate(told.draws))
    facts = _facts(told, tuple(one.contest for one in on_record), draws)
    return Record(
        event_id=TournamentId(told.event.id),
        name=told.event.name,
        rulebook=rulebook,
        facts=facts,
        contests=(*on_record, *taken_back),
        names=_names(told),
        commitment=told.commitment,
        draws=draws,
        withdrawn_at={EntrantId(one.id): one.withdrawn_at for one in told.entrants if one.withdrawn_at is not None},
        rated=_rated(told),
        ended_at=told.event.ended_at,
        warnings=tuple(
            WarningLine(ContestId(one.contest), EntrantId(one.entrant), one.offence, one.game) for one in told.warnings
        ),
        forbidden=_forbidden(told),
        claims=_claims(told, faults),
        by_hand=any(draft.told.position is None or draft.told.round is None for draft in drafts),
    )


def _placed(
    drafts: Sequence[Draft], told: model.RecordFile, rulebook: Rulebook, rated: Mapping[EntrantId, float | None]
) -> tuple[Draft, ...]:
    """The drafts at their places; a score that nobody can read is left to those who name it."""
    names = [one.id for one in told.entrants]
    if rulebook.format is FormatName.GROUPS:
        drafts = grouped(drafts, rulebook, names)
    if rulebook.format is FormatName.SWISS and rulebook.cut is not None and len(names) >= _FEWEST:
        drafts = with_cut(drafts, rulebook, names)
    at_table = placed(drafts, rulebook, names)
    if len(names) < _FEWEST or all(draft.told.position is not None for draft in drafts):
        return at_table
    entrants = EventFacts(tuple(_starter(one) for one in told.entrants))
    settled = _settled(rulebook, rated)
    try:
        if rulebook.format is FormatName.KNOCKOUT and rulebook.knockout.lives > 1:
            return followed(drafts, entrants, rulebook, settled)
        if rulebook.format in {FormatName.SWISS, FormatName.ROUND_ROBIN}:
            return with_play_offs(at_table, entrants, rulebook, settled)
        if rulebook.format is FormatName.TABLES and not any(_stands(draft) for draft in drafts):
            return seated(drafts, entrants, rulebook, settled)
    except Refused:
        return at_table
    return at_table


def _settled(rulebook: Rulebook, rated: Mapping[EntrantId, float | None]) -> Callable[[Draft], Contest]:
    """How a placed draft becomes a contest with its result; raises Refused for a score that is not its sides'."""

    def settled(draft: Draft) -> Contest:
        if len(draft.sides) > MOST_AT_A_BOARD and rulebook.format is not FormatName.TABLES:
            raise Refused(Fault(f"{draft.place}.sides", FaultCode.SIDES, str(len(draft.sides)), str(MOST_AT_A_BOARD)))
        name = f"{draft.stage}-{draft.told.group}-{draft.round}-{draft.position}"
        contest = contest_of(draft, rulebook, name, LONG_AGO)
        return completed(contest, rulebook, rated, scored=draft.told.score is not None)

    return settled


def _with_rounds(
    drafts: Sequence[Draft], told: model.RecordFile, rulebook: Rulebook, rated: Mapping[EntrantId, float | None]
) -> Rulebook:
    """The rulebook with the rounds that a file by hand holds; where draws stand, the rulebook's own number counts."""
    if told.draws:
        return rulebook
    entrants = EventFacts(tuple(_starter(one) for one in told.entrants))
    try:
        at_table = placed(drafts, rulebook, [one.id for one in told.entrants])
        return with_rounds(at_table, entrants, rulebook, _settled(rulebook, rated))
    except Refused:
        return rulebook


def _stands(draft: Draft) -> bool:
    """Whether the file itself says when in the event it was."""
    return draft.told.stage is not None or draft.told.round is not None


def _facts(told: model.RecordFile, contests: tuple[Contest, ...], draws: Sequence[RecordedDraw]) -> EventFacts:
    return EventFacts(
        starters=tuple(_starter(one) for one in told.entrants),
        contests=contests,
        annulled=frozenset((ContestId(one.contest), EntrantId(one.entrant)) for one in told.annulled),
        sanctions=tuple((EntrantId(one.entrant), Sanction(one.what)) for one in told.sanctions),
        forbidden=holding(_forbidden(told)),
        lot=tuple(map(EntrantId, told.lot)) or lot_of(draws),
        waiting=tuple(Waiting(EntrantId(one.entrant), one.since) for one in told.waiting),
        began_at=told.event.began_at,
        now=told.event.now,
    )


def _forbidden(told: model.RecordFile) -> tuple[ForbiddenPair, ...]:
    return tuple(
        ForbiddenPair((EntrantId(one.sides[0]), EntrantId(one.sides[1])), one.since, one.until)
        for one in told.forbidden
    )


def lot_of(draws: Sequence[RecordedDraw]) -> tuple[EntrantId, ...]:
    """The order of the last lot that was drawn over the whole field; empty without one."""
    fields = {one.record.entrants for one in draws if one.purpose == FIELD}
    lots = [one.record for one in draws if one.purpose == LOT and one.record.entrants in fields]
    if not lots:
        return ()
    return tuple(lots[-1].stream().shuffled([one.entrant_id for one in listed_entrants(lots[-1].entrants)]))


def _without_bracket(rulebook: Rulebook) -> Rulebook:
    """Voided contests stand where the file says; nothing is worked out for them."""
    return replace(rulebook, format=FormatName.SWISS)


def _drafts(told: model.RecordFile, faults: _Faults) -> list[Draft]:
    drafts = [Draft(one, f"contests[{at}]", winner_of(one)) for at, one in enumerate(told.contests)]
    for at, line in enumerate(told.results):
        if is_round_off(line):
            continue
        try:
            one = read_line(line, f"results[{at}]")
        except Refused as refused:
            faults.found.append(refused.fault)
            continue
        drafts.append(Draft(one, f"results[{at}]", winner_of(one)))
    return drafts


def _contests(
    drafts: Sequence[Draft], rulebook: Rulebook, rated: Mapping[EntrantId, float | None], faults: _Faults
) -> list[RecordedContest]:
    found: list[RecordedContest] = []
    for at, draft in enumerate(drafts):
        told, moment = draft.told, LONG_AGO + timedelta(seconds=at)
        name = (
            f"{draft.place}" if draft.position is None else f"{draft.stage}-{told.group}-{draft.round}-{draft.position}"
        )
        try:
            contest = contest_of(draft, rulebook, name, moment)
            contest = completed(contest, rulebook, rated, scored=told.score is not None)
            length = Length(contest.best_of, contest.play_all, contest.drawable)
            read = (
                result_of(one, len(contest.sides), length, f"{draft.place}.earlier[{number}]", moment)
                for number, one in enumerate(told.earlier)
            )
            earlier = tuple(one for one in read if one is not None)
        except Refused as refused:
            faults.found.append(refused.fault)
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


def _with_warnings(told: model.RecordFile) -> model.RecordFile:
    """Whose number of warnings is not told has as many as the file lists."""
    listed = Counter(one.entrant for one in told.warnings)
    counted = tuple(
        one.model_copy(update={"warnings": listed[one.id]})
        if listed[one.id] and "warnings" not in one.model_fields_set
        else one
        for one in told.entrants
    )
    return told.model_copy(update={"entrants": counted}) if listed else told


def _starter(told: model.EntrantObject) -> Starter:
    return Starter(
        EntrantId(told.id),
        told.rating,
        withdrawn=told.withdrawn or told.withdrawn_at is not None,
        club=told.club,
        grade=None if told.grade is None else read_grade(told.grade),
        enters_in=told.enters_in,
        absent_in=frozenset(told.absent_in),
        members=tuple(PersonId(one.id) for one in told.members),
        warnings=told.warnings,
        holder=told.holder,
        choices=ColourChoices(told.choices.first, told.choices.last),
    )


def _names(told: model.RecordFile) -> Mapping[str, str]:
    entrants = {one.id: one.name for one in told.entrants if one.name is not None}
    members = {one.id: one.name for team in told.entrants for one in team.members if one.name is not None}
    return members | entrants


def _rated(told: model.RecordFile) -> dict[PersonId, float | None]:
    """Ratings before the event: of the claim where there is one, since a list may have come out during it."""
    known = {PersonId(one.id): one.rating for one in told.entrants}
    known |= {PersonId(one.id): one.rating for team in told.entrants for one in team.members}
    return known | {PersonId(one.player): one.before for one in told.ratings or ()}


def _draw(told: model.RecordFile, one: model.Draw, place: str, faults: _Faults) -> RecordedDraw:
    try:
        listed = [(EntrantId(line.id), None if line.rating is None else float(line.rating)) for line in one.entrants]
        text = canonical(listed)
        listed_entrants(text)
        bytes.fromhex(one.seed)
    except (ValueError, OverflowError):
        faults.add(place, FaultCode.BAD_DRAW)
        text = "[]"
    record = DrawRecord(
        one.number,
        TournamentId(told.event.id),
        told.commitment or "",
        one.link,
        text,
        one.list_hash,
        one.salt,
        one.seed,
    )
    return RecordedDraw(record, one.purpose, one.drawn_at)


def _claims(told: model.RecordFile, faults: _Faults) -> Claims:
    standings = ratings = None
    if told.standings is not None:
        standings = tuple(_row(one, f"standings[{at}]", faults) for at, one in enumerate(told.standings))
    if told.ratings is not None:
        ratings = tuple(RatingLine(PersonId(one.player), one.before, one.after) for one in told.ratings)
    champion = None if told.champion is None else EntrantId(told.champion)
    return Claims(told.rulebook_sha256, standings, ratings, champion)


def _row(told: model.StandingLine, place: str, faults: _Faults) -> StandingRow:
    if told.reached is not None and told.round is None:
        faults.add(f"{place}.round", FaultCode.MISSING)
    values: list[TieBreakValue] = []
    for name, text in told.values.items():
        try:
            values.append(TieBreakValue(name, read_value(text)))
        except ValueError:
            faults.add(f"{place}.values.{name}", FaultCode.WRONG_KIND, str(text)[:GIVEN_LENGTH], Kind.FRACTION)
    return StandingRow(
        told.rank_from,
        told.rank_to,
        EntrantId(told.entrant),
        told.reached or Stage.MAIN,
        _known(told.round),
        tuple(values),
        _known(told.played),
        _known(told.won),
        _known(told.drawn),
        _known(told.lost),
    )


def _known(number: int | None) -> int:
    return UNKNOWN if number is None else number


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
    given, most = len(told.entrants), MOST_ENTRANTS.get(rulebook.format, MOST_ELSEWHERE)
    return [Fault("entrants", FaultCode.TOO_MANY, str(given), str(most))] if given > most else []

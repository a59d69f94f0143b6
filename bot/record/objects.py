"""The objects of a record file as the rules know them: entrants, draws, rounds off, and what the file claims.

A round off is short: [2, "Ana", "½"] is a bye of half a point that Ana asked for in round 2. Names that a reader
cannot tell apart differ by case, alphabet, an invisible letter or another way to accent.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from bot.i18n.names import looks
from bot.kernel.ids import ContestId, EntrantId, PersonId, TournamentId
from bot.play.contests import Contest, Sanction, Stage, StandingRow, TieBreakValue
from bot.play.draw import DrawRecord, listed_entrants
from bot.play.draw import canonical_entrants as canonical
from bot.play.format_rules import ScoringRules
from bot.play.formats.protocol import EventFacts, Starter, WaitingInLobby
from bot.play.records import (
    LOT,
    OF_THE_FIELD,
    UNKNOWN,
    Claims,
    ForbiddenPair,
    RatingLine,
    Record,
    RecordedDraw,
    holding,
)
from bot.play.rulebook import Rulebook, read_grade
from bot.play.title_games import ColourChoices
from bot.record import model
from bot.record.errors import GIVEN_LENGTH, FaultCode, RecordFault, ValueKind, read_value
from bot.record.formats import format_of

# --- entrants, draws and claims -------------------------------------------------------------------------------------


def with_warnings(record: model.RecordFile) -> model.RecordFile:
    """Whose number of warnings is not told has as many as the file lists."""
    listed = Counter(warning.entrant for warning in record.warnings)
    counted = tuple(
        entrant.model_copy(update={"warnings": listed[entrant.id]})
        if listed[entrant.id] and "warnings" not in entrant.model_fields_set
        else entrant
        for entrant in record.entrants
    )
    return record.model_copy(update={"entrants": counted}) if listed else record


def forbidden_pairs(record: model.RecordFile) -> tuple[ForbiddenPair, ...]:
    return tuple(
        ForbiddenPair((EntrantId(one.sides[0]), EntrantId(one.sides[1])), one.since, one.until)
        for one in record.forbidden
    )


def lot_of(draws: Sequence[RecordedDraw]) -> tuple[EntrantId, ...]:
    """The order of the last lot that was drawn over the whole field; empty without one."""
    fields = [draw.record.entrants for draw in draws if draw.purpose in OF_THE_FIELD][-1:]
    lots = [draw.record for draw in draws if draw.purpose == LOT and draw.record.entrants in fields]
    if not lots:
        return ()
    return tuple(
        lots[-1].stream().shuffle([listed_entrant.entrant_id for listed_entrant in listed_entrants(lots[-1].entrants)])
    )


def facts_of(record: model.RecordFile, contests: tuple[Contest, ...], draws: Sequence[RecordedDraw]) -> EventFacts:
    return EventFacts(
        starters=tuple(starter_of(entrant) for entrant in record.entrants),
        contests=contests,
        annulled=frozenset((ContestId(one.contest), EntrantId(one.entrant)) for one in record.annulled),
        sanctions=tuple((EntrantId(sanction.entrant), Sanction(sanction.what)) for sanction in record.sanctions),
        forbidden=holding(forbidden_pairs(record)),
        lot=tuple(map(EntrantId, record.lot)) or lot_of(draws),
        waiting=tuple(WaitingInLobby(EntrantId(one.entrant), one.since) for one in record.waiting),
        began_at=record.event.began_at,
        now=record.event.now,
    )


def starter_of(told: model.EntrantObject) -> Starter:
    return Starter(
        EntrantId(told.id),
        told.rating,
        seed=told.seed,
        withdrawn=told.withdrawn or told.withdrawn_at is not None,
        club=told.club,
        grade=None if told.grade is None else read_grade(told.grade),
        enters_in=told.enters_in,
        absent_in=frozenset(told.absent_in),
        members=tuple(PersonId(member.id) for member in told.members),
        warnings=told.warnings,
        holder=told.holder,
        choices=ColourChoices(told.choices.first, told.choices.last),
    )


def names_of(record: model.RecordFile) -> Mapping[str, str]:
    entrants = {entrant.id: entrant.name for entrant in record.entrants if entrant.name is not None}
    members = {member.id: member.name for team in record.entrants for member in team.members if member.name is not None}
    return members | entrants


def ratings_before(record: model.RecordFile) -> dict[PersonId, float | None]:
    """Ratings before the event: of the claim where there is one, since a list may have come out during it."""
    known = {PersonId(entrant.id): entrant.rating for entrant in record.entrants}
    known |= {PersonId(member.id): member.rating for team in record.entrants for member in team.members}
    return known | {PersonId(one.player): one.before for one in record.ratings or ()}


def draw_of(told: model.RecordFile, one: model.DrawOnFile, place: str, faults: list[RecordFault]) -> RecordedDraw:
    try:
        listed = [(EntrantId(line.id), None if line.rating is None else float(line.rating)) for line in one.entrants]
        text = canonical(listed, {EntrantId(line.id): line.seed for line in one.entrants if line.seed is not None})
        listed_entrants(text)
        bytes.fromhex(one.seed)
    except (ValueError, OverflowError):
        faults.append(RecordFault(place, FaultCode.BAD_DRAW))
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


def claims_of(record: model.RecordFile, faults: list[RecordFault]) -> Claims:
    standings = ratings = None
    if record.standings is not None:
        standings = tuple(_row(one, f"standings[{at}]", faults) for at, one in enumerate(record.standings))
    if record.ratings is not None:
        ratings = tuple(RatingLine(PersonId(rating.player), rating.before, rating.after) for rating in record.ratings)
    champion = None if record.champion is None else EntrantId(record.champion)
    return Claims(record.rulebook_sha256, standings, ratings, champion)


def _row(told: model.StandingLine, place: str, faults: list[RecordFault]) -> StandingRow:
    if told.reached is not None and told.round is None:
        faults.append(RecordFault(f"{place}.round", FaultCode.MISSING))
    values: list[TieBreakValue] = []
    for name, text in told.values.items():
        try:
            values.append(TieBreakValue(name, read_value(text)))
        except ValueError:
            faults.append(
                RecordFault(
                    f"{place}.values.{name}", FaultCode.WRONG_KIND, str(text)[:GIVEN_LENGTH], ValueKind.FRACTION
                )
            )
    return StandingRow(
        told.rank_from,
        told.rank_to,
        EntrantId(told.entrant),
        told.reached or Stage.MAIN,
        _number_or_unknown(told.round),
        tuple(values),
        _number_or_unknown(told.played),
        _number_or_unknown(told.won),
        _number_or_unknown(told.drawn),
        _number_or_unknown(told.lost),
    )


def _number_or_unknown(number: int | None) -> int:
    return UNKNOWN if number is None else number


# --- rounds off -----------------------------------------------------------------------------------------------------


Line = tuple[int | str, ...]
HALF: Final = frozenset({"½", "1/2", "0.5", "0,5"})
_LENGTH: Final = 3
_ASKED: Final = re.compile(r"entrants\[(\d+)\]\.absent_in\[(\d+)\]")


def is_round_off(line: Line) -> bool:
    """Whether the line is one side alone with half a point; the round in front belongs to it."""
    words = line[1:] if line and isinstance(line[0], int) else line
    return len(words) == _LENGTH - 1 and str(words[-1]).strip() in HALF


def with_rounds_off(record: model.RecordFile, rulebook: Rulebook) -> tuple[model.RecordFile, list[RecordFault]]:
    """The file with the short lines among its entrants' rounds off, and what is wrong with those lines."""
    lines = [(f"results[{at}]", line) for at, line in enumerate(record.results) if is_round_off(line)]
    if not lines:
        return record, []
    field = EventFacts(tuple(Starter(EntrantId(entrant.id), None) for entrant in record.entrants))
    asked, faults = _rounds_asked_off(lines, rulebook, paired=format_of(rulebook).is_paired(field, rulebook))
    missed = defaultdict[str, list[int]](list)
    for name, number in asked:
        missed[name].append(number)
    entrants = tuple(
        entrant.model_copy(update={"absent_in": (*entrant.absent_in, *missed[entrant.id])})
        if entrant.id in missed
        else entrant
        for entrant in record.entrants
    )
    return record.model_copy(update={"entrants": entrants}), faults


def _rounds_asked_off(
    lines: Sequence[tuple[str, Line]], rulebook: Rulebook, *, paired: bool
) -> tuple[Sequence[tuple[str, int]], list[RecordFault]]:
    """Whose round off of which round the lines tell, each once, and what is wrong with them."""
    asked: dict[tuple[str, int], str] = {}
    faults: list[RecordFault] = []
    for place, line in lines:
        fault = _fault(place, line, rulebook, paired=paired)
        if fault is None and (before := asked.setdefault(_of(line), place)) != place:
            fault = RecordFault(place, FaultCode.TWICE_IN_ROUND, str(line[1])[:GIVEN_LENGTH], before)
        faults += [] if fault is None else [fault]
    return list(asked), faults


def place_of(fault: RecordFault, record: model.RecordFile) -> str:
    """Where a round off was written: with the entrant, or in a short line."""
    found = _ASKED.fullmatch(fault.place)
    if found is None:
        return fault.place
    entrant = record.entrants[int(found[1])]
    asked = entrant.id, entrant.absent_in[int(found[2])]
    lines = (f"results[{at}]" for at, line in enumerate(record.results) if is_round_off(line) and _of(line) == asked)
    return next(lines, fault.place)


def _of(line: Line) -> tuple[str, int]:
    return str(line[1]), int(line[0])


def _fault(place: str, line: Line, rulebook: Rulebook, *, paired: bool) -> RecordFault | None:
    scoring = rulebook.scoring or ScoringRules()
    if not isinstance(line[0], int) or not 1 <= line[0] <= model.MOST_ROUNDS:
        return RecordFault(place, FaultCode.WRONG_KIND, str(list(line))[:GIVEN_LENGTH], ValueKind.LINE)
    if not paired:
        return RecordFault(place, FaultCode.NOT_USED, str(line[-1]))
    if scoring.absence != scoring.draw:
        wanted = f"rulebook.scoring.absence = {scoring.draw:g}"
        return RecordFault(f"{place}[{_LENGTH - 1}]", FaultCode.IMPOSSIBLE_SCORE, str(line[-1]), wanted)
    return None


def telling_name(record: Record, one: str) -> str:
    """The name, with the id behind it where somebody else bears one that looks the same."""
    name = record.name_of(one)
    ids = {str(starter.entrant_id) for starter in record.facts.starters} | set(record.names)
    alike = any(other != one and set(looks(record.name_of(other))) & set(looks(name)) for other in ids)
    return f"{name} ({one})" if alike and name != one else name

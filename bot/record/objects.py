"""The objects of a record file as the domain knows them: entrants, draws, and what the file claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.domain.contests import Contest, Stage
from bot.domain.events.draw import DrawRecord, listed_entrants
from bot.domain.events.draw import canonical_entrants as canonical
from bot.domain.events.forbidden_pairs import ForbiddenPair, holding
from bot.domain.events.records import FIELD, LOT, UNKNOWN, Claims, RatingLine, RecordedDraw
from bot.domain.formats import EventFacts, Starter
from bot.domain.formats.protocol import Waiting
from bot.domain.grades import read_grade
from bot.domain.ids import ContestId, EntrantId, PersonId, TournamentId
from bot.domain.standings import Sanction, StandingRow, TieBreakValue
from bot.domain.title_match.title_game import ColourChoices
from bot.record import model
from bot.record.errors import GIVEN_LENGTH, Fault, FaultCode, Kind
from bot.record.values import read_value


def with_warnings(told: model.RecordFile) -> model.RecordFile:
    """Whose number of warnings is not told has as many as the file lists."""
    listed = Counter(one.entrant for one in told.warnings)
    counted = tuple(
        one.model_copy(update={"warnings": listed[one.id]})
        if listed[one.id] and "warnings" not in one.model_fields_set
        else one
        for one in told.entrants
    )
    return told.model_copy(update={"entrants": counted}) if listed else told


def forbidden_pairs(told: model.RecordFile) -> tuple[ForbiddenPair, ...]:
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
    return tuple(lots[-1].stream().shuffle([one.entrant_id for one in listed_entrants(lots[-1].entrants)]))


def facts_of(told: model.RecordFile, contests: tuple[Contest, ...], draws: Sequence[RecordedDraw]) -> EventFacts:
    return EventFacts(
        starters=tuple(starter_of(one) for one in told.entrants),
        contests=contests,
        annulled=frozenset((ContestId(one.contest), EntrantId(one.entrant)) for one in told.annulled),
        sanctions=tuple((EntrantId(one.entrant), Sanction(one.what)) for one in told.sanctions),
        forbidden=holding(forbidden_pairs(told)),
        lot=tuple(map(EntrantId, told.lot)) or lot_of(draws),
        waiting=tuple(Waiting(EntrantId(one.entrant), one.since) for one in told.waiting),
        began_at=told.event.began_at,
        now=told.event.now,
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
        members=tuple(PersonId(one.id) for one in told.members),
        warnings=told.warnings,
        holder=told.holder,
        choices=ColourChoices(told.choices.first, told.choices.last),
    )


def names_of(told: model.RecordFile) -> Mapping[str, str]:
    entrants = {one.id: one.name for one in told.entrants if one.name is not None}
    members = {one.id: one.name for team in told.entrants for one in team.members if one.name is not None}
    return members | entrants


def ratings_before(told: model.RecordFile) -> dict[PersonId, float | None]:
    """Ratings before the event: of the claim where there is one, since a list may have come out during it."""
    known = {PersonId(one.id): one.rating for one in told.entrants}
    known |= {PersonId(one.id): one.rating for team in told.entrants for one in team.members}
    return known | {PersonId(one.player): one.before for one in told.ratings or ()}


def draw_of(told: model.RecordFile, one: model.Draw, place: str, faults: list[Fault]) -> RecordedDraw:
    try:
        listed = [(EntrantId(line.id), None if line.rating is None else float(line.rating)) for line in one.entrants]
        text = canonical(listed, {EntrantId(line.id): line.seed for line in one.entrants if line.seed is not None})
        listed_entrants(text)
        bytes.fromhex(one.seed)
    except (ValueError, OverflowError):
        faults.append(Fault(place, FaultCode.BAD_DRAW))
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


def claims_of(told: model.RecordFile, faults: list[Fault]) -> Claims:
    standings = ratings = None
    if told.standings is not None:
        standings = tuple(_row(one, f"standings[{at}]", faults) for at, one in enumerate(told.standings))
    if told.ratings is not None:
        ratings = tuple(RatingLine(PersonId(one.player), one.before, one.after) for one in told.ratings)
    champion = None if told.champion is None else EntrantId(told.champion)
    return Claims(told.rulebook_sha256, standings, ratings, champion)


def _row(told: model.StandingLine, place: str, faults: list[Fault]) -> StandingRow:
    if told.reached is not None and told.round is None:
        faults.append(Fault(f"{place}.round", FaultCode.MISSING))
    values: list[TieBreakValue] = []
    for name, text in told.values.items():
        try:
            values.append(TieBreakValue(name, read_value(text)))
        except ValueError:
            faults.append(
                Fault(f"{place}.values.{name}", FaultCode.WRONG_KIND, str(text)[:GIVEN_LENGTH], Kind.FRACTION)
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

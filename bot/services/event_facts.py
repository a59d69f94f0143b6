"""Reading an event's facts: what its format, its calls and its pictures derive from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from typing import Final

from bot.domain.contests import Contest, Result
from bot.domain.entering.entries import Entrant
from bot.domain.events.draw import listed_entrants
from bot.domain.events.forbidden_pairs import holding
from bot.domain.events.tournament import Tournament
from bot.domain.formats import EventFacts, Starter
from bot.domain.hooks import first
from bot.domain.ids import ContestId, EntrantId, PersonId
from bot.domain.outages import resume
from bot.domain.playing.warnings import of_event
from bot.domain.standings import Sanction
from bot.domain.title_match.title_game import NO_CHOICES, ColourChoices
from bot.services.events.hooks import EVENT_HOOKS
from bot.storage import (
    annulments,
    arena_contests,
    contests,
    entrants,
    fields,
    forbidden_pairs,
    outages,
    ratings,
    title_holders,
    tournaments,
    warnings,
)
from bot.storage.context import Query
from bot.storage.tournaments import Drawn, DrawPurpose

ENOUGH_OTHERS: Final = 3
"""With so many more in an arena, two who wait are not the only ones left."""


def facts(tx: Query, tournament: Tournament, now: datetime | None = None) -> EventFacts:
    """Everyone of the draw that stands, with the ratings of its published list, and the contests that stand.

    `now` is for formats that look at the clock.
    """
    tournament_id = tournament.tournament_id
    drawn, kept = tournaments.draws_with_purpose(tx, tournament_id), fields.event_rows(tx, tournament_id)
    return EventFacts(
        starters=_field(tx, tournament, drawn, kept),
        contests=tuple(contests.of_tournament(tx, tournament_id)),
        annulled=annulments.of_tournament(tx, tournament_id) if kept.annulments else frozenset(),
        lot=_lot(drawn),
        sanctions=() if tournament.ended_at is None else _sanctions(tx, tournament),
        forbidden=holding(forbidden_pairs.of_tournament(tx, tournament_id) if kept.forbidden else ()),
        waiting=fields.waiting(tx, tournament_id) if kept.waiting else (),
        began_at=began_at(tx, tournament),
        now=now,
    )


def _sanctions(tx: Query, tournament: Tournament) -> tuple[tuple[EntrantId, Sanction], ...]:
    every = (one.sanctions(tx, tournament.tournament_id) for one in EVENT_HOOKS.of(tournament.rulebook))
    return tuple(chain.from_iterable(every))


def began_at(tx: Query, tournament: Tournament) -> datetime:
    """When the event began. One that ends by its clock is counted from it, without time in which nobody could play.

    So its beginning is moved on by outages and pauses: nobody pays for them with minutes of play.
    """
    clock = first(one.clock(tournament) for one in EVENT_HOOKS.of(tournament.rulebook))
    if clock is None:
        return tournament.first_call_at or tournament.start_at
    begun, lasts = clock
    return resume(begun, lasts, outages.of_event(tx, tournament, begun)) - lasts


def facts_of(tx: Query, tournament: Tournament, entrant: Entrant, now: datetime) -> EventFacts:
    """The facts as far as one entrant's own games say them, which spares reading those of all others."""
    return EventFacts(
        starters=(Starter(entrant.entrant_id, None, withdrawn=entrant.withdrawn_at is not None),),
        contests=tuple(contests.standing_of(tx, [entrant.entrant_id])),
        annulled=annulments.of_tournament(tx, tournament.tournament_id),
        began_at=began_at(tx, tournament),
        now=now,
    )


def facts_of_lobby(tx: Query, tournament: Tournament) -> EventFacts:
    """The facts as far as the next pairs of an arena follow from them, however many games were played before.

    Of the starters those who wait, and of all others as many as tell whether anybody else is left to meet; of the
    contests those of who waits, and the latest, whose number the next one follows.
    """
    tournament_id = tournament.tournament_id
    waiting = fields.waiting(tx, tournament_id)
    names = {one.entrant_id for one in waiting}
    games = {one.contest_id: one for one in arena_contests.latest(tx, tournament_id, 1)}
    games |= {one.contest_id: one for one in contests.standing_of(tx, names)}
    return EventFacts(
        starters=_rated_starters(tx, tournament, entrants.present(tx, tournament_id, names, ENOUGH_OTHERS)),
        contests=tuple(games.values()),
        annulled=annulments.of_tournament(tx, tournament_id),
        waiting=waiting,
        began_at=began_at(tx, tournament),
        now=tx.now,
    )


def facts_of_some(tx: Query, tournament: Tournament, some: Collection[EntrantId]) -> EventFacts:
    """The facts of an arena as far as the games of these players say them, with whom they have met."""
    games = tuple(contests.standing_of(tx, some))
    met = {side for one in games for side in one.sides}
    return EventFacts(
        starters=_rated_starters(tx, tournament, entrants.by_ids(tx, met.union(some))),
        contests=games,
        annulled=annulments.of_tournament(tx, tournament.tournament_id),
        began_at=began_at(tx, tournament),
    )


def facts_at(tx: Query, tournament: Tournament, moment: datetime, later: Collection[ContestId]) -> EventFacts:
    """The facts as they were at a moment: the results that stood then, and no contest of `later` or made after it."""
    known = facts(tx, tournament, moment)
    before = [one for one in known.contests if one.contest_id not in later and _was_made_by(one, moment)]
    history = contests.results_history(tx, [one.contest_id for one in before])
    return replace(
        known,
        starters=_starters_at(tx, tournament, known, moment),
        contests=tuple(replace(one, result=_result_at(history[one.contest_id], moment)) for one in before),
        forbidden=holding(forbidden_pairs.of_tournament(tx, tournament.tournament_id), moment),
        lot=(),
    )


def _was_made_by(contest: Contest, moment: datetime) -> bool:
    return contest.created_at is not None and contest.created_at <= moment


def _starters_at(tx: Query, tournament: Tournament, known: EventFacts, moment: datetime) -> tuple[Starter, ...]:
    """Who had entered by then, with who had left and the rounds off that were announced."""
    entered = {one.entrant_id: one for one in _starters(tx, tournament)}
    left = {key for key, one in entered.items() if one.withdrew_by(moment)}
    to_come = {key for key, one in entered.items() if one.enters_in > 1 and one.registered_at > moment}
    missed = fields.absences(tx, tournament.tournament_id, moment)
    return tuple(
        replace(one, withdrawn=one.entrant_id in left, absent_in=missed.get(one.entrant_id, frozenset()))
        for one in known.starters
        if one.entrant_id not in to_come
    )


def _result_at(history: Iterable[tuple[Result, str | None]], moment: datetime) -> Result | None:
    """The last result that was settled by then."""
    settled = [result for result, _ in history if result.settled_at <= moment]
    return settled[-1] if settled else None


def person_of(tx: Query, tournament: Tournament) -> Mapping[EntrantId, PersonId]:
    """Who is behind each starter: of a team, its captain."""
    return entrants.people_behind(tx, tournament.tournament_id)


@dataclass(frozen=True, slots=True)
class _Beside:
    """What is on record of an event's starters beside the list of the draw."""

    missed: Mapping[EntrantId, frozenset[int]]
    members: Mapping[EntrantId, tuple[PersonId, ...]]
    warned: Mapping[EntrantId, int]
    champion: PersonId | None
    choices: ColourChoices
    graded: bool

    def starter(self, entrant_id: EntrantId, entrant: Entrant | None, rating: float | None) -> Starter:
        """The starter; of who was drawn and is no entrant any more, what the list says."""
        absent_in, members = self.missed.get(entrant_id, frozenset()), self.members.get(entrant_id, ())
        warned = self.warned.get(entrant_id, 0)
        if entrant is None:
            return Starter(
                entrant_id, rating, absent_in=absent_in, members=members, warnings=warned, choices=self.choices
            )
        return Starter(
            entrant_id,
            rating,
            withdrawn=entrant.withdrawn_at is not None,
            club=entrant.club,
            enters_in=entrant.enters_in,
            absent_in=absent_in,
            members=members,
            warnings=warned,
            holder=entrant.person_id == self.champion,
            choices=self.choices,
            grade=entrant.grade if self.graded else None,
        )


def _field(tx: Query, tournament: Tournament, drawn: list[Drawn], kept: fields.Kept) -> tuple[Starter, ...]:
    """The starters of the last draw of the field, in the order of its list; whoever entered later comes after them."""
    rated = _listed_ratings(drawn)
    if rated is None:
        return ()
    seeds = _listed_seeds(drawn)
    known = {entrant.entrant_id: entrant for entrant in _starters(tx, tournament)}
    beside = _beside(tx, tournament, kept)
    late = [one for one in known.values() if one.enters_in > 1 and one.entrant_id not in rated]
    rated |= {one.entrant_id: _rating_of(tx, tournament, one) for one in late}
    field = (beside.starter(one, known.get(one), rating) for one, rating in rated.items())
    return tuple(replace(one, seed=seeds[one.entrant_id]) if one.entrant_id in seeds else one for one in field)


def _beside(tx: Query, tournament: Tournament, kept: fields.Kept) -> _Beside:
    tournament_id, graded = tournament.tournament_id, tournament.rulebook.grades
    missed = fields.absences(tx, tournament_id) if kept.absences else {}
    members = fields.members(tx, tournament_id) if kept.members else {}
    warned = of_event(warnings.of_tournament(tx, tournament_id) if kept.warnings else ())
    holder = title_holders.load(tx, tournament_id) if kept.holder else None
    return _Beside(
        missed,
        members,
        warned,
        champion=None if holder is None else holder.person_id,
        choices=NO_CHOICES if holder is None else holder.choices,
        # Grades with which the entrants were drawn are facts of the event where they order the field.
        graded=graded is not None and graded.order_the_field,
    )


def _listed_ratings(drawn: Iterable[Drawn]) -> dict[EntrantId, float | None] | None:
    """Whom the last draw of the field was made over, with their ratings; None where no field was drawn."""
    fielded = [one.record.entrants for one in drawn if one.purpose is DrawPurpose.FIELD]
    if not fielded:
        return None
    listed = listed_entrants(fielded[-1])
    return {one.entrant_id: None if one.rating is None else float(one.rating) for one in listed}


def _listed_seeds(drawn: Iterable[Drawn]) -> dict[EntrantId, int]:
    """Whom organisers had seeded by hand before the last draw of the field."""
    fielded = [one.record.entrants for one in drawn if one.purpose is DrawPurpose.FIELD]
    listed = listed_entrants(fielded[-1]) if fielded else ()
    return {one.entrant_id: one.seed for one in listed if one.seed is not None}


def _rated_starters(tx: Query, tournament: Tournament, some: Iterable[Entrant]) -> tuple[Starter, ...]:
    """These entrants with the ratings of the published list; who entered late, with that of the entry."""
    rated = _listed_ratings(tournaments.draws_with_purpose(tx, tournament.tournament_id)) or {}

    def rating(one: Entrant) -> float | None:
        listed = rated.get(one.entrant_id)
        return _rating_of(tx, tournament, one) if listed is None and one.enters_in > 1 else listed

    return tuple(
        Starter(one.entrant_id, rating(one), withdrawn=one.withdrawn_at is not None, enters_in=one.enters_in)
        for one in some
    )


def _rating_of(tx: Query, tournament: Tournament, entrant: Entrant) -> float | None:
    """Of who entered late: by the list that was the latest then, whatever is published since."""
    return ratings.rating_at(tx, tournament.guild_id, entrant.person_id, entrant.registered_at)


def _lot(drawn: list[Drawn]) -> tuple[EntrantId, ...]:
    """The order by the last lot that was drawn over the field; empty before. A lot between two is not meant."""
    field = {one.record.entrants for one in drawn if one.purpose is DrawPurpose.FIELD}
    lots = [one.record for one in drawn if one.purpose is DrawPurpose.LOT and one.record.entrants in field]
    if not lots:
        return ()
    return tuple(lots[-1].stream().shuffle([one.entrant_id for one in listed_entrants(lots[-1].entrants)]))


def _starters(tx: Query, tournament: Tournament) -> list[Entrant]:
    return entrants.with_outcome(tx, tournament.tournament_id, "starter")

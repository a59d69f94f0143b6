"""Reading an event's facts, and what its draw sets in motion: links, the next match of a bracket, leaving, guesses.

One link of the chain is revealed for each draw of a field, a round or a lot. The next match of a bracket is written
from the two that lead to it, however many others the event has. Leaving a drawn event comes to another draw while
there can be one, else to what its facts say (GO-28). A guess hides stones with the call of the match (GO-10).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from typing import Final

from bot.features.course import store
from bot.features.entering import store as entering_store
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import rows_store as playing_rows_store
from bot.features.playing import store as playing_store
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.hooks import EVENT_HOOKS, event_strategy
from bot.features.tournaments.promises_model import LinkRevealed
from bot.features.tournaments.store import DrawOnRecord, DrawPurpose
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId, EntrantId, PersonId, Place
from bot.kernel.outages import resume
from bot.kernel.remembering import as_before
from bot.people import ratings_store as people_ratings_store
from bot.play import draw
from bot.play.contests import Contest, NewContest, Result, Sanction
from bot.play.counts import of_event
from bot.play.course import length_of
from bot.play.deciders import AfterLeaving, Round, after_leaving, of_bracket
from bot.play.draw import DrawRecord, Guess, ListedEntrant, is_guessed, listed_entrants, who_hides
from bot.play.entries import Entrant, EntryOutcome, Phase, Tournament, may_redraw, phase
from bot.play.formats import knockout
from bot.play.formats.knockout import end_a_round, ready_pairs, starters_of, with_next
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.records import holding
from bot.play.rulebook import Grade
from bot.play.title_games import NO_CHOICES, ColourChoices

# --- facts of an event ----------------------------------------------------------------------------------------------


ENOUGH_OTHERS: Final = 3
"""With so many more in an arena, two who wait are not the only ones left."""


def facts(tx: Query, tournament: Tournament, now: datetime | None = None) -> EventFacts:
    """Everyone of the draw that stands, with the ratings of its published list, and the contests that stand.

    `now` is for formats that look at the clock.
    """
    tournament_id = tournament.tournament_id
    drawn, kept = tournaments_store.draws_with_purpose(tx, tournament_id), store.event_rows(tx, tournament_id)
    return EventFacts(
        starters=_field(tx, tournament, drawn, kept),
        contests=tuple(playing_store.of_tournament(tx, tournament_id)),
        annulled=playing_reports_store.annulments_of_tournament(tx, tournament_id) if kept.annulments else frozenset(),
        lot=_lot(drawn),
        sanctions=() if tournament.ended_at is None else _sanctions(tx, tournament),
        forbidden=holding(store.forbidden_pairs_of_tournament(tx, tournament_id) if kept.forbidden else ()),
        waiting=store.waiting(tx, tournament_id) if kept.waiting else (),
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
    clock = event_strategy(tournament).clock(tournament)
    if clock is None:
        return tournament.first_call_at or tournament.start_at
    begun, lasts = clock
    return resume(begun, lasts, tournaments_store.outages_of_event(tx, tournament, begun)) - lasts


def facts_of(tx: Query, tournament: Tournament, entrant: Entrant, now: datetime) -> EventFacts:
    """The facts as far as one entrant's own games say them, which spares reading those of all others."""
    return EventFacts(
        starters=(Starter(entrant.entrant_id, None, withdrawn=entrant.withdrawn_at is not None),),
        contests=tuple(playing_store.standing_of(tx, [entrant.entrant_id])),
        annulled=playing_reports_store.annulments_of_tournament(tx, tournament.tournament_id),
        began_at=began_at(tx, tournament),
        now=now,
    )


def facts_of_lobby(tx: Query, tournament: Tournament) -> EventFacts:
    """The facts as far as the next pairs of an arena follow from them, however many games were played before.

    Of the starters those who wait, and of all others as many as tell whether anybody else is left to meet; of the
    contests those of who waits, and the latest, whose number the next one follows.
    """
    tournament_id = tournament.tournament_id
    waiting = store.waiting(tx, tournament_id)
    names = {one.entrant_id for one in waiting}
    games = {one.contest_id: one for one in playing_rows_store.latest(tx, tournament_id, 1)}
    games |= {one.contest_id: one for one in playing_store.standing_of(tx, names)}
    return EventFacts(
        starters=_rated_starters(tx, tournament, entering_store.present(tx, tournament_id, names, ENOUGH_OTHERS)),
        contests=tuple(games.values()),
        annulled=playing_reports_store.annulments_of_tournament(tx, tournament_id),
        waiting=waiting,
        began_at=began_at(tx, tournament),
        now=tx.now,
    )


def facts_of_some(tx: Query, tournament: Tournament, entrant_ids: Collection[EntrantId]) -> EventFacts:
    """The facts of an arena as far as the games of these players say them, with whom they have met."""
    games = tuple(playing_store.standing_of(tx, entrant_ids))
    met = {side for game in games for side in game.sides}
    return EventFacts(
        starters=_rated_starters(tx, tournament, entering_store.by_ids(tx, met.union(entrant_ids))),
        contests=games,
        annulled=playing_reports_store.annulments_of_tournament(tx, tournament.tournament_id),
        began_at=began_at(tx, tournament),
    )


def facts_at(tx: Query, tournament: Tournament, moment: datetime, later: Collection[ContestId]) -> EventFacts:
    """The facts as they were at a moment: the results that stood then, and no contest of `later` or made after it."""
    known = facts(tx, tournament, moment)
    before = [
        contest for contest in known.contests if contest.contest_id not in later and _was_made_by(contest, moment)
    ]
    history = playing_store.results_history(tx, [one.contest_id for one in before])
    return replace(
        known,
        starters=_starters_at(tx, tournament, known, moment),
        contests=tuple(replace(one, result=_result_at(history[one.contest_id], moment)) for one in before),
        forbidden=holding(store.forbidden_pairs_of_tournament(tx, tournament.tournament_id), moment),
        lot=(),
    )


def _was_made_by(contest: Contest, moment: datetime) -> bool:
    return contest.created_at is not None and contest.created_at <= moment


def _starters_at(tx: Query, tournament: Tournament, known: EventFacts, moment: datetime) -> tuple[Starter, ...]:
    """Who had entered by then, with who had left and the rounds off that were announced."""
    entered = {one.entrant_id: one for one in _starters(tx, tournament)}
    left = {key for key, one in entered.items() if one.withdrew_by(moment)}
    to_come = {key for key, one in entered.items() if one.enters_in > 1 and one.registered_at > moment}
    to_come |= _let_in_since(tx, tournament, moment)
    missed = store.absences(tx, tournament.tournament_id, moment)
    return tuple(
        replace(one, withdrawn=one.entrant_id in left, absent_in=missed.get(one.entrant_id, frozenset()))
        for one in known.starters
        if one.entrant_id not in to_come
    )


def _let_in_since(tx: Query, tournament: Tournament, moment: datetime) -> set[EntrantId]:
    """Whom later draws than those of the moment have added to the field."""
    drawn = tournaments_store.draws_with_purpose(tx, tournament.tournament_id)
    before, now = field_listed(one for one in drawn if one.drawn_at <= moment), field_listed(drawn)
    if before is None or now is None:
        return set()
    return {one.entrant_id for one in now} - {one.entrant_id for one in before}


def _result_at(history: Iterable[tuple[Result, str | None]], moment: datetime) -> Result | None:
    """The last result that was settled by then."""
    settled = [result for result, _ in history if result.settled_at <= moment]
    return settled[-1] if settled else None


@dataclass(frozen=True, slots=True)
class _Beside:
    """What is on record of an event's starters beside the list of the draw."""

    missed: Mapping[EntrantId, frozenset[int]]
    members: Mapping[EntrantId, tuple[PersonId, ...]]
    warned: Mapping[EntrantId, int]
    champion: PersonId | None
    choices: ColourChoices
    graded: bool

    def starter(
        self, entrant_id: EntrantId, entrant: Entrant | None, rating: float | None, seed: int | None
    ) -> Starter:
        """The starter; of who was drawn and is no entrant any more, what the list says."""
        absent_in, members = self.missed.get(entrant_id, frozenset()), self.members.get(entrant_id, ())
        warned = self.warned.get(entrant_id, 0)
        if entrant is None:
            return Starter(
                entrant_id,
                rating,
                seed=seed,
                absent_in=absent_in,
                members=members,
                warnings=warned,
                choices=self.choices,
            )
        return Starter(
            entrant_id,
            rating,
            seed=seed,
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


def _field(tx: Query, tournament: Tournament, drawn: list[DrawOnRecord], kept: store.FactsKept) -> tuple[Starter, ...]:
    """The starters of the last draw of the field, in the order of its list; whoever entered later comes after them."""
    listed = field_listed(drawn)
    if listed is None:
        return ()
    known, names = _starters(tx, tournament), {one.entrant_id for one in listed}
    late = [one for one in known if one.enters_in > 1 and one.entrant_id not in names]
    rated = tuple((one.entrant_id, _rating_of(tx, tournament, one)) for one in late)
    return _starters_of(tournament.tournament_id, listed, rated, tuple(known), _beside(tx, tournament, kept))


@as_before(most=64)
def _starters_of(
    listed: tuple[ListedEntrant, ...],
    late: tuple[tuple[EntrantId, float | None], ...],
    known: tuple[Entrant, ...],
    beside: _Beside,
) -> tuple[Starter, ...]:
    entrants, seeds = {one.entrant_id: one for one in known}, {one.entrant_id: one.seed for one in listed}
    rated = {one.entrant_id: None if one.rating is None else float(one.rating) for one in listed} | dict(late)
    return tuple(beside.starter(one, entrants.get(one), rating, seeds.get(one)) for one, rating in rated.items())


def _beside(tx: Query, tournament: Tournament, kept: store.FactsKept) -> _Beside:
    tournament_id, graded = tournament.tournament_id, tournament.rulebook.grades
    missed = store.absences(tx, tournament_id) if kept.absences else {}
    members = store.members(tx, tournament_id) if kept.members else {}
    warned = of_event(playing_board_store.warnings_of_tournament(tx, tournament_id) if kept.warnings else ())
    holder = store.load_title_holder(tx, tournament_id) if kept.holder else None
    return _Beside(
        missed,
        members,
        warned,
        champion=None if holder is None else holder.person_id,
        choices=NO_CHOICES if holder is None else holder.choices,
        # Grades with which the entrants were drawn are facts of the event where they order the field.
        graded=graded is not None and graded.order_the_field,
    )


def field_listed(drawn: Iterable[DrawOnRecord]) -> tuple[ListedEntrant, ...] | None:
    """The list of the field that plays, by its last draw, with who was let in late; None where none was drawn."""
    fielded = [one.record.entrants for one in drawn if one.purpose.lists_the_field]
    return listed_entrants(fielded[-1]) if fielded else None


def _listed_ratings(drawn: Iterable[DrawOnRecord]) -> dict[EntrantId, float | None] | None:
    """Whom the last draw of the field was made over, with their ratings; None where no field was drawn."""
    listed = field_listed(drawn)
    if listed is None:
        return None
    return {one.entrant_id: None if one.rating is None else float(one.rating) for one in listed}


def _rated_starters(tx: Query, tournament: Tournament, some: Iterable[Entrant]) -> tuple[Starter, ...]:
    """These entrants with the ratings of the published list; who entered late, with that of the entry."""
    rated = _listed_ratings(tournaments_store.draws_with_purpose(tx, tournament.tournament_id)) or {}

    def rating(one: Entrant) -> float | None:
        listed = rated.get(one.entrant_id)
        return _rating_of(tx, tournament, one) if listed is None and one.enters_in > 1 else listed

    return tuple(
        Starter(one.entrant_id, rating(one), withdrawn=one.withdrawn_at is not None, enters_in=one.enters_in)
        for one in some
    )


def _rating_of(tx: Query, tournament: Tournament, entrant: Entrant) -> float | None:
    """Of who entered late: by the list that was the latest then, whatever is published since."""
    return people_ratings_store.rating_at(tx, tournament.guild_id, entrant.person_id, entrant.registered_at)


def _lot(drawn: list[DrawOnRecord]) -> tuple[EntrantId, ...]:
    """The order by the last lot that was drawn over the field; empty before. A lot between two is not meant."""
    field = [one.record.entrants for one in drawn if one.purpose.lists_the_field][-1:]
    lots = [one.record for one in drawn if one.purpose is DrawPurpose.LOT and one.record.entrants in field]
    if not lots:
        return ()
    return tuple(
        lots[-1].stream().shuffle([listed_entrant.entrant_id for listed_entrant in listed_entrants(lots[-1].entrants)])
    )


def _starters(tx: Query, tournament: Tournament) -> list[Entrant]:
    entries = entering_store.of_tournament(tx, tournament.tournament_id)
    return [one for one in entries if one.outcome is EntryOutcome.STARTER]


# --- links of its chain ---------------------------------------------------------------------------------------------


def reveal(
    tx: Tx,
    tournament: Tournament,
    entrants: Iterable[tuple[EntrantId, float | None]],
    by: PersonId | None = None,
    reason: str | None = None,
    purpose: DrawPurpose = DrawPurpose.FIELD,
    seeds: Mapping[EntrantId, int] = draw.NO_SEEDS,
) -> DrawRecord:
    """Writes the event's next draw with its proof; the caller uses its stream in the same transaction.

    Raises ValueError when the chain has no link left.
    """
    tournament_id = tournament.tournament_id
    number = tournaments_store.draws_made(tx, tournament_id) + 1
    record = draw.conduct(tournaments_store.secret(tx, tournament_id), tournament_id, number, entrants, seeds=seeds)
    tournaments_store.add_draw(tx, record, tx.now, by, reason, purpose)
    return record


def reveal_later(
    tx: Tx,
    tournament: Tournament,
    purpose: DrawPurpose,
    among: Collection[EntrantId] | None = None,
) -> DrawRecord:
    """A draw within the running event: a round's or a lot, over the field that was drawn, or `among` some of it.

    It goes on the record.
    """
    field = field_listed(tournaments_store.draws_with_purpose(tx, tournament.tournament_id)) or ()
    known = [one for one in field if among is None or one.entrant_id in among]
    listed = ((one.entrant_id, None if one.rating is None else float(one.rating)) for one in known)
    seeds = {one.entrant_id: one.seed for one in known if one.seed is not None}
    record = reveal(tx, tournament, listed, purpose=purpose, seeds=seeds)
    act = "draw_round" if purpose is DrawPurpose.ROUND else "draw_lot"
    publish(tx, tournament, record, act)
    return record


def publish(tx: Tx, tournament: Tournament, record: DrawRecord, act: str) -> None:
    """Puts a draw within the running event on the log and on the public record."""
    tournament_id, number = tournament.tournament_id, record.number
    tournaments_facts_verbs.record(tx, tournament, act, number=str(number), seed=record.seed)
    tx.enqueue(tournament.guild_id, Place.RECORD, LinkRevealed(tournament_id, number))


# --- the next match of a bracket ------------------------------------------------------------------------------------


def pair_ready(tx: Tx, tournament: Tournament) -> list[Round] | None:
    """Writes what can be paired now, which may be nothing; None, and nothing written, where all facts are needed.

    Answers the rounds that are over where one has ended, else none.
    """
    taken = playing_rows_store.read(tx, tournament.tournament_id)
    pairs = ready_pairs(taken)
    if not pairs:
        return None if pairs is None else []
    known = playing_store.by_ids(tx, [one.contest_id for pair in pairs for one in pair])
    rounds = knockout.last_round(starters_of(taken))
    found = [
        knockout.next_contest(known[upper.contest_id], known[lower.contest_id], tournament.rulebook.knockout, rounds)
        for upper, lower in pairs
    ]
    if None in found:
        return None
    for new in found:
        if new is not None:
            _write(tx, tournament, new)
    return of_bracket(with_next(taken, pairs)) if end_a_round(taken, pairs) else []


def _write(tx: Tx, tournament: Tournament, new: NewContest) -> None:
    contest_id = ContestId(tx.new_id())
    length = length_of(new, tournament.rulebook)
    playing_store.add(tx, tournament.tournament_id, tournament.draw_number, contest_id, new, length, tx.now)


# --- leaving --------------------------------------------------------------------------------------------------------


def comes_to(tx: Query, tournament: Tournament, entrant: Entrant) -> AfterLeaving:
    """What it comes to that the entrant leaves, or has left; a match with a report on the table is not lost by it."""
    of_arena = tournament.rulebook.traits.has_lobby  # The format alone says what leaving it comes to.
    known = EventFacts(()) if of_arena else facts(tx, tournament)
    open_ = [
        contest.contest_id
        for contest in known.contests
        if contest.result is None and entrant.entrant_id in contest.sides
    ]
    reported = [one for one in open_ if playing_reports_store.open_report(tx, one) is not None]
    return after_leaving(known, tournament.rulebook, entrant.entrant_id, reported)


def may_be_redrawn(tx: Query, tournament: Tournament, leaving: int = 0) -> bool:
    """Whether the event can still be drawn without who left, and so many more: in time, and enough stay (GO-28.1)."""
    if phase(tournament) is Phase.DRAWING:
        return True
    starting = entering_store.with_outcome(tx, tournament.tournament_id, "starter")
    stay = sum(one.withdrawn_at is None for one in starting) - leaving
    return may_redraw(tournament) and stay >= tournament.rulebook.minimum_entrants


# --- guesses of who begins ------------------------------------------------------------------------------------------


_TWO = 2


def open_guess(tx: Tx, tournament: Tournament, contest_id: ContestId) -> None:
    """Hides a number where the rulebook has colours guessed; a match that is called again keeps its guess."""
    match = playing_store.load(tx, contest_id) if is_guessed(tournament.rulebook) else None
    if match is None or len(match.contest.sides) != _TWO:
        return
    drawn = tournaments_store.draws(tx, tournament.tournament_id)
    seed = drawn[-1].seed if drawn else tournament.commitment
    first, second = match.contest.sides
    hider, why = who_hides((_grade(tx, first), _grade(tx, second)), contest_id, seed)
    playing_board_store.open_guess(tx, Guess(contest_id, hider, why, tx.new_secret().hex(), tx.now))


def _grade(tx: Query, entrant_id: EntrantId) -> Grade | None:
    """The grade that the entrant was drawn with, else the one that counts."""
    entrant = entering_store.load(tx, entrant_id)
    if entrant is None:
        return None
    return entrant.grade or people_ratings_store.grade_of_person(tx, entrant.person_id)

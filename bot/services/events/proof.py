"""Running a draw again from its record, and holding the bracket on record against it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from bot.domain.contests import Contest, NewContest
from bot.domain.events.draw import DrawRecord, export, listed_entrants, verify
from bot.domain.events.draw_views import DrawCheck, GuessCheck, Verification
from bot.domain.events.forbidden_pairs import holding
from bot.domain.events.guessing import fault_of
from bot.domain.events.tournament import Tournament
from bot.domain.formats import FORMATS, EventFacts, Starter
from bot.domain.ids import EntrantId
from bot.domain.regulation.format_rules import Seeding
from bot.services.event_facts import facts, facts_at
from bot.services.sides import players
from bot.storage import contests, forbidden_pairs, guesses, tournaments
from bot.storage.context import Query
from bot.storage.tournaments import BROUGHT, Drawn, DrawPurpose

Pairing = tuple[str, int, int, tuple[EntrantId, ...], str | None]


def verification(tx: Query, tournament: Tournament) -> Verification:
    """Every draw of the tournament, re-run from its public record alone and held against the contests on record."""
    known = tournaments.draws_with_purpose(tx, tournament.tournament_id)
    draws = [drawn for drawn in known if drawn.reason != BROUGHT]
    links = [tournament.commitment, *(drawn.record.link for drawn in draws)]
    checks = tuple(_check(tx, tournament, drawn, link) for drawn, link in zip(draws, links, strict=False))
    fielded = [check for check, drawn in zip(checks, draws, strict=True) if drawn.purpose is DrawPurpose.FIELD]
    file = _export(tx, tournament, fielded[-1]) if fielded else None
    return Verification(tournament, checks, file, _guesses(tx, tournament, draws))


def _guesses(tx: Query, tournament: Tournament, draws: Sequence[Drawn]) -> tuple[GuessCheck, ...]:
    """Every guess that was made in a contest that stands, worked out again from its secret (GO-10)."""
    known = {one.contest_id: one for one in contests.of_tournament(tx, tournament.tournament_id)}
    made = [one for one in guesses.made_in(tx, tournament.tournament_id) if one.contest_id in known]
    who = players(tx, tournament) if made else {}
    grades = {one.entrant_id: one.grade for one in facts(tx, tournament).starters} if made else {}
    found: list[GuessCheck] = []
    for guess in made:
        contest = known[guess.contest_id]
        first, second = contest.sides
        seed = _seed_by(guess.opened_at, draws, tournament)
        fault = fault_of(guess, contest.first_side, (grades.get(first), grades.get(second)), [seed])
        found.append(GuessCheck(guess, (who[first], who[second]), fault))
    return tuple(found)


def _seed_by(moment: datetime, draws: Sequence[Drawn], tournament: Tournament) -> str:
    """The seed of the latest draw by then; before the first the commitment."""
    seeds = [one.record.seed for one in draws if one.drawn_at <= moment]
    return seeds[-1] if seeds else tournament.commitment


def _check(tx: Query, tournament: Tournament, drawn: Drawn, previous: str) -> DrawCheck:
    on_record = contests.of_draw(tx, tournament.tournament_id, drawn.record.number)
    problems = tuple(verify(drawn.record, previous))
    same = True
    if drawn.purpose is DrawPurpose.FIELD:
        same = _gives(tx, tournament, drawn, on_record)
    elif drawn.purpose is DrawPurpose.ROUND:
        same = _gives_round(tx, tournament, drawn, on_record)
    return DrawCheck(drawn.record, previous, problems, same_bracket=same)


def _gives_round(tx: Query, tournament: Tournament, drawn: Drawn, on_record: list[Contest]) -> bool:
    """Whether the record gives a later round out of what was known when it was drawn."""
    later = {contest.contest_id for contest in on_record}
    known = facts_at(tx, tournament, drawn.drawn_at, later)
    try:
        found = FORMATS[tournament.rulebook.format].advance(known, tournament.rulebook, drawn.record.stream())
    except ValueError:
        return False
    return {_pairing(new) for new in found} == {_pairing(one) for one in on_record}


def _gives(tx: Query, tournament: Tournament, drawn: Drawn, on_record: Iterable[Contest]) -> bool:
    """Whether the record gives exactly the pairings with which the event's bracket began."""
    try:
        field = EventFacts(
            _starters(tx, tournament, drawn.record),
            forbidden=holding(forbidden_pairs.of_tournament(tx, tournament.tournament_id), drawn.drawn_at),
        )
        paired = FORMATS[tournament.rulebook.format].advance(field, tournament.rulebook, drawn.record.stream())
    except ValueError:
        return False
    first = min((new.round for new in paired), default=0)
    opening = [new for new in paired if new.round == first]
    stages = {new.stage for new in opening}
    began = [contest for contest in on_record if contest.round == first and contest.stage in stages]
    return set(map(_pairing, opening)) == set(map(_pairing, began))


def _starters(tx: Query, tournament: Tournament, record: DrawRecord) -> tuple[Starter, ...]:
    """The field of the published list, with clubs, and a champion's published choices of colours (AIJE-D03-2)."""
    known = {starter.entrant_id: starter for starter in facts(tx, tournament).starters}
    return tuple(
        replace(
            known.get(one.entrant_id, Starter(one.entrant_id, None)),
            rating=None if one.rating is None else float(one.rating),
            seed=one.seed,
            withdrawn=False,
            absent_in=frozenset(),
            warnings=0,
        )
        for one in listed_entrants(record.entrants)
    )


def _pairing(contest: NewContest | Contest) -> Pairing:
    return contest.stage, contest.round, contest.position, contest.sides, contest.bye_reason


def _export(tx: Query, tournament: Tournament, check: DrawCheck) -> str | None:
    """The file for docs/verify_draw.py, which knows no order but that of the ratings."""
    if tournament.rulebook.grades is not None and tournament.rulebook.grades.order_the_field:
        return None
    names = {entrant: person.name for entrant, person in players(tx, tournament).items()}
    rules = tournament.rulebook.knockout
    seeded, by_rating = rules.seeding is Seeding.SEEDED, rules.byes_by_rating
    try:
        return export(check.record, check.previous, names, byes_by_rating=by_rating, seeded=seeded)
    except ValueError:
        return None

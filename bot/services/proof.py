"""Running a draw again from its record, and holding the bracket on record against it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.contests import Contest, NewContest
from bot.domain.draw import DrawRecord, exported, listed_entrants, verify
from bot.domain.draw_views import DrawCheck, Verification
from bot.domain.formats import FORMATS, EventFacts, Starter
from bot.domain.ids import EntrantId
from bot.domain.tournament import Tournament
from bot.storage import contests, entrants, people, tournaments
from bot.storage.database import Work

Pairing = tuple[str, int, int, tuple[EntrantId, ...], str | None]


def verification(work: Work, tournament: Tournament) -> Verification:
    """Every draw of the tournament, re-run from its public record alone and held against the contests on record."""
    records = tournaments.draws(work, tournament.tournament_id)
    links = [tournament.commitment, *(record.link for record in records)]
    checks = tuple(_check(work, tournament, record, link) for record, link in zip(records, links, strict=False))
    file = _export(work, tournament, checks[-1]) if checks else None
    return Verification(tournament, checks, file)


def _check(work: Work, tournament: Tournament, record: DrawRecord, previous: str) -> DrawCheck:
    drawn = contests.of_draw(work, tournament.tournament_id, record.number)
    problems = tuple(verify(record, previous))
    return DrawCheck(record, previous, problems, same_bracket=_gives(tournament, record, drawn))


def _gives(tournament: Tournament, record: DrawRecord, on_record: Iterable[Contest]) -> bool:
    """Whether the record gives exactly the pairings with which the event's bracket began."""
    try:
        listed = listed_entrants(record.entrants)
        starters = tuple(Starter(one.entrant_id, None if one.rating is None else float(one.rating)) for one in listed)
        advance = FORMATS[tournament.rulebook.format].advance
        drawn = advance(EventFacts(starters), tournament.rulebook, record.stream())
    except ValueError:
        return False
    first = min((new.round for new in drawn), default=0)
    began = [contest for contest in on_record if contest.round == first]
    return {_pairing(new) for new in drawn if new.round == first} == {_pairing(one) for one in began}


def _pairing(contest: NewContest | Contest) -> Pairing:
    return contest.stage, contest.round, contest.position, contest.sides, contest.bye_reason


def _export(work: Work, tournament: Tournament, check: DrawCheck) -> str | None:
    known = {one.entrant_id: one.person_id for one in entrants.of_tournament(work, tournament.tournament_id)}
    named = people.by_ids(work, list(known.values()))
    names = {entrant: named[person].name for entrant, person in known.items()}
    by_rating = tournament.rulebook.knockout.byes_by_rating
    try:
        return exported(check.record, check.previous, names, byes_by_rating=by_rating)
    except ValueError:
        return None

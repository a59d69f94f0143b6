"""The judge of a move and of the season after it: the papers that came in and what was played say all the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rehearsal.checks import drawing, matches, seen
from rehearsal.cups.checks import rounds, telling
from rehearsal.cups.cup import Trial
from rehearsal.cups.seats.facts import invitations
from rehearsal.cups.seats.judge import Part
from rehearsal.cups.teams.checks import rosters
from rehearsal.cups.teams.checks import table as team_table
from rehearsal.cups.teams.judge import of_the_field
from rehearsal.hearing import Hearing
from rehearsal.moving import papers
from rehearsal.moving.checks import arrival, ratings, seats, title
from rehearsal.moving.diary import Move
from rehearsal.moving.facts import names_by_person
from rehearsal.moving.season import LEAGUE, OPEN
from rehearsal.moving.teams import RULEBOOK as OF_TEAMS
from rehearsal.regulation import find, read
from rehearsal.tables import calls_spent
from rehearsal.tables import matches as of_matches
from rehearsal.verdict import Check, Table, Verdict, but, judge_all

_OWN: Final = (arrival, seats, ratings, title)
_OF_ROUNDS: Final = (
    *((rule, title, find) for rule, title, find in rounds.CHECKS if find is not rounds.links),
    *(row for row in telling.CHECKS if row[2] in {telling.table, telling.order}),
)
"""What is looked at in League and Candidates."""
_OF_TEAMS: Final = (
    *(row for row in rosters.CHECKS if row[2] in {rosters.whole, rosters.boards, rosters.strength, rosters.refusals}),
    *(row for row in team_table.CHECKS if row[2] is team_table.order),
)


def judge(move: Move, hearing: Hearing) -> Verdict:
    """Every check with what it found; what was played here is held to what holds of every match too."""
    own = (check for area in _OWN for check in judge_all(area.CHECKS, hearing, move))
    return Verdict((*own, *_of_events(move, hearing)), tuple(_tables(hearing, move)))


def _of_events(move: Move, hearing: Hearing) -> Iterator[Check]:
    """What the rehearsals of each kind of event look at, event by event."""
    if move.opened is not None:
        opened = _part(hearing, OPEN, move.opened.event_id)
        yield from judge_all(drawing.CHECKS, opened)
        matches_too = () if move.seats is None else move.seats.matches.values()
        knock_outs = _part(hearing, OPEN, move.opened.event_id, *matches_too)
        yield from (check for area in (matches, seen) for check in judge_all(area.CHECKS, knock_outs))
    if move.cups:
        yield from judge_all((*matches.CHECKS, *_CALLS), _part(hearing, LEAGUE, *move.cups))
    for event_id, cup in move.cups.items():
        yield from judge_all(_OF_ROUNDS, Trial(_part(hearing, LEAGUE, event_id), cup))
    if move.teams is not None:
        part = _part(hearing, OF_TEAMS, move.teams.event.event_id)
        yield from judge_all(but(matches.CHECKS, {matches.arbiters}), part)
        yield from judge_all(of_the_field(_OF_TEAMS), Trial(part, move.teams))


_CALLS: Final = tuple(row for row in seen.CHECKS if row[2] is seen.calls)


def _part(hearing: Hearing, preset: str, *events: str) -> Part:
    return Part(hearing.play, hearing.facts, hearing.faults, frozenset(events), read(find(preset)))


def _tables(hearing: Hearing, move: Move) -> Iterator[Table]:
    """The way of a seat, from who was asked to who played; each rating from the list to the end; the title."""
    if move.seats is not None:
        asked = ((hearing.name(one.member), one.asked, one.answer or "") for one in invitations(move.play.stage.path))
        yield "Invitations to League and Candidates", ("Invited", "To", "Answer"), tuple(asked)
    yield of_matches(hearing)
    yield "Ratings", ("Player", "On the list", "At the end of the season"), tuple(_ratings(hearing, move))
    games = tuple((hearing.name(member), won) for member, won in move.won.items())
    yield "The match for the title", ("Player", "Games"), games
    yield calls_spent(hearing)


def _ratings(hearing: Hearing, move: Move) -> Iterator[tuple[object, ...]]:
    """Whose rating has moved, the highest of the list first."""
    _, last = hearing.facts.ratings[-1]
    names = names_by_person(move.play.stage.path)
    for person, name in sorted(names.items(), key=lambda one: -papers.ratings()[one[1]]):
        before, after = papers.ratings()[name], last[person][0] if person in last else None
        if after is not None and abs(after - before) > _A_TENTH:
            yield papers.known_as(name), f"{before:.1f}", f"{after:.1f}"


_A_TENTH: Final = 0.05

"""What a rehearsal of teams ends with: the table, the teams, every match board by board, REST calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rehearsal.cups.checks.telling import rows
from rehearsal.cups.teams import count
from rehearsal.cups.teams.checks.record import calls_spent
from rehearsal.cups.teams.facts import Board
from rehearsal.cups.teams.trial import TeamField
from rehearsal.verdict import Table

_NOBODYS: Final = {"both_lost": "--", "no_result": "//"}
"""Boards that nobody won, as the arbiter writes them."""


def tables(field: TeamField) -> Iterator[Table]:
    """In the order in which they are read."""
    yield "The table", ("Place", "Team", "Captain", "Points, counted by the judge"), tuple(_standings(field))
    yield "REST calls that the bot started", ("Matches", "Calls", "Allowed"), (_calls(field),)
    headings = ("Round", "Team", "Points", "Team", "Boards", "By absence")
    yield "Matches", headings, tuple(_matches(field))
    yield "Teams", ("Team", "Captain", "Members, board by board", "Substitutes", "Outcome"), tuple(_teams(field))


def _calls(field: TeamField) -> tuple[object, ...]:
    made, most = calls_spent(field)
    return sum(len(one.sides) == 2 for one in field.pairings), made, f"{most:.0f}"


def _standings(field: TeamField) -> Iterator[tuple[object, ...]]:
    last = [look for look in field.cup.looks if look.after_round < 0]
    if not last:
        return
    own, by_member = field.points(last[-1].at), {field.entries[side].member: side for side in field.starters}
    for first, until, member, _ in rows(last[-1].answer.text):
        side = by_member[member]
        place = f"{first}–{until}" if until > first else str(first)
        yield place, field.team(side), field.hearing.name(member), count.write_points(own[side])


def _matches(field: TeamField) -> Iterator[tuple[object, ...]]:
    for one, stood in sorted(field.matches_played(), key=lambda two: (two[0].round, two[0].position)):
        first, second = map(field.team, one.sides)
        score = "–".join(map(count.write_points, count.totals(stood, field.cup.teams)))
        absent = "" if not sum(stood.walkover) else "all" if not stood.boards else str(sum(stood.walkover))
        yield one.round, first, score, second, " · ".join(map(_board, stood.boards)), absent


def _board(board: Board) -> str:
    if board.kind in _NOBODYS:
        return _NOBODYS[board.kind]
    if sum(board.given) and board.given == board.score:
        return "+–" if board.given[0] else "–+"
    halves = [2 * won + board.draws for won in board.score]
    return "–".join(f"{half // 2 or ''}½" if half % 2 else str(half // 2) for half in halves)


def _teams(field: TeamField) -> Iterator[tuple[object, ...]]:
    for side, entry in field.entries.items():
        members = field.teams.members.get(side, ())
        seated, others = (
            ", ".join(field.person(one.person_id) for one in members if bool(one.board) is sits)
            for sits in (True, False)
        )
        left = "left" if entry.withdrawn_at is not None else entry.outcome or ""
        yield field.team(side), field.hearing.name(entry.member), seated, others, left

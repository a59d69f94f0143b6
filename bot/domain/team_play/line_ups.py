"""Who of a team sits where, and who meets whom on the boards (AIJE-D05-2, GO-25.1).

A line-up is a tuple of seats, board 1 first; a seat is who plays there, more than one where a group plays together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.ids import PersonId
from bot.domain.regulation.format_rules import Encounter, LineUp, TeamRules
from bot.domain.team_play.teams import Member, Team

Seat = tuple[PersonId, ...]
Order = tuple[Seat, ...]
"""A line-up, board by board."""
OFF_BOARD_ONE = 2
"""The first board for who has no rating (AIJE-D05-2)."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One board of a match: its number from 1, and who sits on either side."""

    board: int
    seats: tuple[Seat, Seat]
    turn: int = 0
    """Its place in the turns by which the sides begin (GO-10)."""


class LineUpFault(StrEnum):
    """What can be wrong with a line-up that was named."""

    NOT_A_MEMBER = "not_a_member"
    SITS_TWICE = "sits_twice"
    """Nobody is in two games at once (OLY-3)."""
    TOO_MANY = "too_many"
    TOO_FEW = "too_few"
    MOVED = "moved"
    """A player of the fixed order sits on another board; only a substitute may take a place (GO-25.1)."""


@dataclass(frozen=True, slots=True)
class LineUpProblem:
    """One fault of a line-up: who, on which board, and how many the board takes."""

    fault: LineUpFault
    board: int
    person: PersonId | None = None
    given: int = 0
    limit: int = 0


def in_board_order(team: Team, rules: TeamRules) -> tuple[Member, ...]:
    """The members in the order of the boards, substitutes last, as it holds for the whole event.

    By ratings the highest sits on board 1; who has none sits where the leader put them, board 1 apart (AIJE-D05-2), and
    equal ratings keep the leader's order. Any other order is the leader's own.
    """
    chosen = sorted((one for one in team.members if one.board), key=lambda one: one.board)
    if rules.line_up is LineUp.BY_RATING:
        chosen = _by_rating(chosen, off_board_one=rules.unrated_off_board_one)
    return (*chosen, *(one for one in team.members if not one.board))


def _by_rating(chosen: Sequence[Member], *, off_board_one: bool) -> list[Member]:
    rated = [one for one in chosen if one.rating]
    rated.sort(key=lambda one: one.rating or 0, reverse=True)
    unrated = [one for one in chosen if not one.rating]
    first_free = OFF_BOARD_ONE if off_board_one and rated else 1
    return list(_on_boards(rated, unrated, first_free))


def _on_boards(rated: list[Member], unrated: list[Member], first_free: int) -> Iterator[Member]:
    """Board by board: the unrated as the leader put them, from `first_free` on, the rated on the other boards."""
    for board in range(1, len(rated) + len(unrated) + 1):
        wants = next((one for one in unrated if first_free <= board and one.board <= board), None)
        if wants is None and rated:
            yield rated.pop(0)
        else:
            yield unrated.pop(0 if wants is None else unrated.index(wants))


def standing_order(members: Sequence[Member], rules: TeamRules) -> Order:
    """The line-up of a team whose members are in order: its first, one to a board."""
    return tuple((one.person_id,) for one in members[: rules.size])


def without_out(order: Order, members: Iterable[PersonId], out: Collection[PersonId]) -> Order:
    """The order without those who are out: the next substitute takes each of their seats, or nobody; no other moves."""
    seated = {person for seat in order for person in seat}
    free = iter([one for one in members if one not in seated and one not in out])
    return tuple(
        tuple(taker for one in seat if (taker := next(free, None) if one in out else one) is not None) for seat in order
    )


def line_up_problems(
    order: Order, members: Iterable[PersonId], places: Sequence[int], fixed: Order | None = None
) -> tuple[LineUpProblem, ...]:
    """What is wrong with a named line-up: `places` says how many each board takes, `members` who can sit there.

    As many seats may stay empty as members are missing. With `fixed`, the order of the event, a board may change its
    player for a substitute alone (GO-25.1).
    """
    known = set(members)
    found: list[LineUpProblem] = []
    seated = [order[at] if at < len(order) else () for at in range(len(places))]
    empty = sum(max(0, limit - len(seat)) for limit, seat in zip(places, seated, strict=True))
    full = empty > max(0, sum(places) - len(known))
    times = Counter(person for seat in order for person in seat)
    if len(order) > len(places):
        found.append(LineUpProblem(LineUpFault.TOO_MANY, len(places), None, len(order), len(places)))
    for board, limit in enumerate(places, start=1):
        seat = seated[board - 1]
        found += _seat_problems(board, seat, limit, known, times, full=full)
        if fixed is not None:
            found += _moves(board, seat, fixed)
    return tuple(found)


def _seat_problems(
    board: int, seat: Seat, limit: int, known: set[PersonId], times: Counter[PersonId], *, full: bool
) -> Iterator[LineUpProblem]:
    for person in seat:
        if person not in known:
            yield LineUpProblem(LineUpFault.NOT_A_MEMBER, board, person)
        if times[person] > 1:
            yield LineUpProblem(LineUpFault.SITS_TWICE, board, person)
    if len(seat) > limit:
        yield LineUpProblem(LineUpFault.TOO_MANY, board, seat[limit], len(seat), limit)
    elif full and len(seat) < limit:
        yield LineUpProblem(LineUpFault.TOO_FEW, board, None, len(seat), limit)


def _moves(board: int, seat: Seat, fixed: Order) -> Iterator[LineUpProblem]:
    own = fixed[board - 1] if board <= len(fixed) else ()
    regular = {person for one in fixed for person in one}
    for person in seat:
        if person in regular and person not in own:
            yield LineUpProblem(LineUpFault.MOVED, board, person)


def pairings(first: Order, second: Order, encounter: Encounter) -> tuple[Pairing, ...]:
    """Who meets whom: board k plays board k, or everyone everyone, in rounds in which nobody plays twice.

    An empty place of the shorter line-up is a board that nobody sits on. Matches in which the winner stays on are in
    `bot.domain.team_play.stay_on`.
    """
    if encounter is not Encounter.EVERYONE:
        boards = range(max(len(first), len(second)))
        return tuple(Pairing(at + 1, (_at(first, at), _at(second, at)), turn_of(at, at, encounter)) for at in boards)
    rounds = max(len(first), len(second))
    met = [
        ((_at(first, own), _at(second, other)), turn_of(own, other, encounter))
        for shift in range(rounds)
        for own in range(rounds)
        for other in ((own + shift) % rounds,)
    ]
    return tuple(Pairing(number, seats, turn) for number, (seats, turn) in enumerate(met, start=1))


def turn_of(own: int, other: int, encounter: Encounter) -> int:
    """Which side begins where these places of the two line-ups meet, both from 0: even, the first one (GO-10).

    Where everyone meets everyone each player begins half of the own games, and neighbours begin by turns.
    """
    return own + other if encounter is Encounter.EVERYONE else own


def boards_of(rules: TeamRules) -> int:
    """The boards of one match of two full teams."""
    return rules.size * rules.size if rules.encounter is Encounter.EVERYONE else rules.size


def _at(order: Order, place: int) -> Seat:
    return order[place] if place < len(order) else ()

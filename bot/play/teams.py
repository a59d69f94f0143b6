"""Teams: what a rulebook asks of one, who sits at which board, and the challenge match in which the winner stays on.

A line-up is a tuple of seats, board 1 first; a seat is who plays there, more than one where a group plays together
(AIJE-D05-1, AIJE-D05-2, GO-25.1, OLY-1). In a challenge the winner meets the other side's next, until one side is out
(GO-26.6). It is replayed from two orders and the words said of it: a word is taken back by leaving it out, and put
right by one that takes its place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from itertools import chain
from typing import Final

from bot.kernel.ids import ContestId, PersonId
from bot.play.contests import BoardResult, Result, ResultKind, Score
from bot.play.format_rules import DisputeRules, LineUp, TeamEncounter, TeamRules

StandingOrder = tuple[PersonId, ...]
"""Who plays for a side, the first first."""
# --- challenges in which the winner stays ---------------------------------------------------------------------------


SIDES = (0, 1)


class WordKind(StrEnum):
    """What was said of the match."""

    WON = "won"
    """A game was played, and the side won it."""
    DRAWN = "drawn"
    """Nobody won: the same two play again, since somebody has to stay."""
    GIVEN = "given"
    """A game that nobody played goes to the side, as where the other's player did not come."""
    LEFT = "left"
    """A player of the side plays no more; the game at the board, or the one of the player's turn, is lost unplayed."""


@dataclass(frozen=True, slots=True)
class ReportWord:
    """One thing that was said. `side` is None of a drawn game; `place` is where it stands in the match."""

    contest_id: ContestId
    entry: int
    """From 1, in the order of being said."""
    place: int
    """From 1, in the order of the match: what puts a word right takes its place."""
    kind: WordKind
    side: int | None
    person: PersonId | None
    """Who left."""
    reason: str | None
    said_at: datetime
    said_by: PersonId


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was won: who played, and which side (0 or 1) won it; `given` where nobody played it."""

    players: tuple[PersonId, PersonId]
    winner: int
    given: bool = False
    entry: int = 0
    """The word that told it; 0 where an absence, or a player's leaving, gave it."""


@dataclass(frozen=True, slots=True)
class StayOn:
    """The match as it stands; `out` is how many of each side's order are out. Orders are named before it begins."""

    orders: tuple[StandingOrder, StandingOrder]
    out: tuple[int, int] = (0, 0)
    games: tuple[Played, ...] = ()
    left: StandingOrder = ()
    """Who plays no more, in the order of leaving."""
    draws: int = 0
    """Drawn games of the two who are at the board."""

    @property
    def at_board(self) -> tuple[PersonId, PersonId] | None:
        """Who plays now, or None when a side is out."""
        if self.winner is not None:
            return None
        return self.orders[0][self.out[0]], self.orders[1][self.out[1]]

    @property
    def winner(self) -> int | None:
        """The side that has somebody left when the other has nobody, or None while both have."""
        left = [len(order) - out for order, out in zip(self.orders, self.out, strict=True)]
        return None if all(left) else int(left[1] > 0)

    @property
    def score(self) -> Score:
        """Games won by each side, which are the players of the other that are out."""
        return self.out[1], self.out[0]

    @property
    def number(self) -> int:
        """Of the game under way, from 1; a drawn game has the number of the one that is played instead."""
        return len(self.games) + 1

    @property
    def stays(self) -> int | None:
        """The side whose player has won the game before and stays; None before the first, and when it is over."""
        return None if self.at_board is None or not self.games else self.games[-1].winner

    def to_come(self, side: int) -> StandingOrder:
        """Who of the side comes after the one at the board, without who plays no more."""
        return tuple(one for one in self.orders[side][self.out[side] + 1 :] if one not in self.left)

    def won_by(self, side: int, *, given: bool = False, entry: int = 0) -> StayOn:
        """The match after a game that the side won. Raises ValueError when it is over, or for a side that is none."""
        playing = self.at_board
        if playing is None or side not in SIDES:
            raise ValueError("nobody is at the board")
        out = (self.out[0] + (side == 1), self.out[1] + (side == 0))
        games = (*self.games, Played(playing, side, given, entry))
        return replace(self, out=out, games=games, draws=0)._without_who_left()

    def after_draw(self) -> StayOn:
        """The match after a drawn game, which is played again. Raises ValueError when it is over."""
        if self.at_board is None:
            raise ValueError("nobody is at the board")
        return replace(self, draws=self.draws + 1)

    def without(self, person: PersonId) -> StayOn:
        """The match without a player who leaves: at the board the game is lost, and otherwise the turn."""
        return replace(self, left=(*self.left, person))._without_who_left()

    def _without_who_left(self) -> StayOn:
        """Whoever has left loses unplayed when at the board; of two, who left first is out first."""
        match = self
        while (playing := match.at_board) is not None:
            gone = [side for side in SIDES if playing[side] in match.left]
            if not gone:
                break
            loser = min(gone, key=lambda side: match.left.index(playing[side]))
            out = (match.out[0] + (loser == 0), match.out[1] + (loser == 1))
            match = replace(match, out=out, games=(*match.games, Played(playing, 1 - loser, given=True)), draws=0)
        return match


def most_games(size: int) -> int:
    """The games of a match of two full teams at most: somebody is out after each, and one is left."""
    return 2 * size - 1


def begin(first: StandingOrder, second: StandingOrder) -> StayOn:
    """The match before its first game. Raises ValueError where a side names nobody, or somebody twice."""
    named = (*first, *second)
    if not first or not second or len(set(named)) < len(named):
        raise ValueError("each side names somebody, and nobody twice")
    return StayOn((first, second))


def replay(orders: tuple[StandingOrder, StandingOrder], walkover: Score, words: Iterable[ReportWord]) -> StayOn:
    """The match after all that was said, games lost by absence before the first of them counted first.

    Raises ValueError for a game that is told after the end.
    """
    match = begin(*orders)
    for side, games in enumerate(walkover):
        for _ in range(games):
            match = match if match.winner is not None else match.won_by(side, given=True)
    for word in sorted(words, key=lambda one: (one.place, one.entry)):
        match = _after(match, word)
    return match


def _after(match: StayOn, word: ReportWord) -> StayOn:
    if word.kind is WordKind.LEFT and word.person is not None:
        return match.without(word.person)
    if word.side is None:
        return match.after_draw()
    return match.won_by(word.side, given=word.kind is WordKind.GIVEN, entry=word.entry)


def words_hanging_on(words: Sequence[ReportWord], place: int) -> tuple[ReportWord, ...]:
    """The words that hang on the one at the place: all games told after it. Who has left stays away."""
    return tuple(word for word in words if word.place > place and word.kind is not WordKind.LEFT)


def boards(match: StayOn) -> tuple[BoardResult, ...]:
    """The games as the result keeps them, one after another."""
    return tuple(
        BoardResult(
            number,
            ((game.players[0],), (game.players[1],)),
            _win_of(game.winner),
            walkover_games=_win_of(game.winner) if game.given else (0, 0),
        )
        for number, game in enumerate(match.games, start=1)
    )


def given_games(match: StayOn) -> Score:
    """The games of the score that nobody played."""
    winners = [game.winner for game in match.games if game.given]
    return winners.count(0), winners.count(1)


def result_of(match: StayOn, at: datetime) -> Result:
    """The result of a match that is over. Raises ValueError while it is not."""
    if match.winner is None:
        raise ValueError("both sides have somebody left")
    given = given_games(match)
    kind = ResultKind.WALKOVER if given == match.score else ResultKind.PLAYED
    return Result(match.score, given, kind, at, boards=boards(match))


_Seats = tuple[tuple[PersonId, ...], ...]
_Stays = tuple[int, tuple[PersonId, ...]]
"""The side whose player has won the last game, and who that is where the record names anybody."""


def first_fault(told: Sequence[BoardResult], size: int) -> int | None:
    """The place in the list of the first game that cannot have been, or None.

    Whoever won the game before stays, the loser is gone, each game has one winner, and nobody plays once a side is out.
    Its length stands for a match that ended too early. Of a place that names nobody only the winners are looked at.
    """
    out, gone = [0, 0], set[PersonId]()
    stays: _Stays | None = None
    for at, game in enumerate(told):
        seats = game.players or ((), ())
        if max(out) >= size or not _is_single_game(game, seats):
            return at
        if _was_moved(stays, seats) or not gone.isdisjoint(chain(*seats)):
            return at
        winner = game.score.index(1)
        out[1 - winner] += 1
        gone.update(seats[1 - winner])
        stays = winner, seats[winner]
    return None if max(out) >= size else len(told)


def _is_single_game(game: BoardResult, seats: _Seats) -> bool:
    """Whether one a side can have played it, and one of them has won."""
    one_a_side = len(seats) == len(SIDES) and all(len(seat) <= 1 for seat in seats)
    return one_a_side and sorted(game.score) == [0, 1] and not game.draws


def _was_moved(stays: _Stays | None, seats: _Seats) -> bool:
    """Whether somebody else sits where the winner of the game before stays."""
    if stays is None:
        return False
    side, seat = stays
    return bool(seat and seats[side]) and seats[side] != seat


def _win_of(side: int) -> Score:
    return (1, 0) if side == 0 else (0, 1)


# --- teams ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoardMember:
    """One of a team. `board` counts from 1 as the leader put it; 0 is a substitute."""

    person_id: PersonId
    board: int
    rating: float | None = None
    """Of the published list; None for who stands on none, and so is not registered."""
    rank: int | None = None
    """In the published ranking, from 1; equal ratings share the better one."""
    school_year: int | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """A team with its leader, who is not among the members where somebody leads who does not play."""

    leader: PersonId
    members: tuple[BoardMember, ...]

    def member(self, person_id: PersonId) -> BoardMember | None:
        """The member, or None for a stranger to the team."""
        return next((one for one in self.members if one.person_id == person_id), None)


class TeamFault(StrEnum):
    """What can be wrong with a team."""

    __said_as__ = "fault"

    TOO_FEW = "too_few"
    """Not everybody is named yet: the only fault that time may cure."""
    TOO_MANY = "too_many"
    NAMED_TWICE = "named_twice"
    TOP_RANKED = "top_ranked"
    """Somebody of the ranking's first beside as many of them as a team may have (AIJE-D05-1)."""
    LEADER_NOT_A_MEMBER = "leader_not_a_member"
    LEADER_NOT_RATED = "leader_not_rated"
    LEADER_NOT_HIGHEST = "leader_not_highest"
    YEAR_MISSING = "year_missing"
    TOO_OLD = "too_old"
    """A pupil of an older category: the younger may play among the older, never the reverse (OLY-1)."""


@dataclass(frozen=True, slots=True)
class TeamProblem:
    """One fault: the person whom it is about, where there is one, another who makes it one, and the numbers."""

    fault: TeamFault
    person: PersonId | None = None
    other: PersonId | None = None
    given: int = 0
    limit: int = 0


def problems(team: Team, rules: TeamRules, dispute: DisputeRules | None = None) -> tuple[TeamProblem, ...]:
    """What is wrong with the team by the published ranking that its members carry; empty when nothing is."""
    found = [*_size(team, rules), *_top_ranked(team, rules)]
    if rules.leader_is_highest_rated:
        found += _leader(team)
    if dispute is not None:
        found += _years(team, dispute)
    return tuple(found)


def ranks(ratings: Mapping[PersonId, float]) -> dict[PersonId, int]:
    """Everybody's place in the ranking, from 1; equal ratings share the better place."""
    in_order = sorted(ratings.values(), reverse=True)
    return {person: in_order.index(rating) + 1 for person, rating in ratings.items()}


def _size(team: Team, rules: TeamRules) -> Iterator[TeamProblem]:
    seen: set[PersonId] = set()
    for member in team.members:
        if member.person_id in seen:
            yield TeamProblem(TeamFault.NAMED_TWICE, member.person_id)
        seen.add(member.person_id)
    most = rules.size + rules.substitutes
    if len(seen) < rules.size:
        yield TeamProblem(TeamFault.TOO_FEW, given=len(seen), limit=rules.size)
    elif len(team.members) > most:
        yield TeamProblem(TeamFault.TOO_MANY, team.members[most].person_id, given=len(team.members), limit=most)


def _top_ranked(team: Team, rules: TeamRules) -> Iterator[TeamProblem]:
    """Everybody of the first so many beyond those whom a team may have, beside the best of them (AIJE-D05-1)."""
    if rules.top_ranked is None:
        return
    first = [one for one in team.members if one.rank is not None and one.rank <= rules.top_ranked]
    first.sort(key=lambda one: (one.rank, one.person_id))
    for one in first[rules.most_top_ranked :]:
        other = first[0].person_id if first[0] is not one else None
        yield TeamProblem(TeamFault.TOP_RANKED, one.person_id, other, given=one.rank or 0, limit=rules.top_ranked)


def _leader(team: Team) -> Iterator[TeamProblem]:
    """The highest rated leads, and has a rating; of equal ones the team chooses (AIJE-D05-1)."""
    leader = team.member(team.leader)
    if leader is None:
        yield TeamProblem(TeamFault.LEADER_NOT_A_MEMBER, team.leader)
        return
    if not leader.rating:
        yield TeamProblem(TeamFault.LEADER_NOT_RATED, leader.person_id)
    best = max(team.members, key=lambda one: one.rating or 0)
    if (best.rating or 0) > (leader.rating or 0):
        yield TeamProblem(TeamFault.LEADER_NOT_HIGHEST, leader.person_id, best.person_id)


def _years(team: Team, dispute: DisputeRules) -> Iterator[TeamProblem]:
    for one in team.members:
        if one.school_year is None:
            yield TeamProblem(TeamFault.YEAR_MISSING, one.person_id)
        elif one.school_year > dispute.oldest_year:
            yield TeamProblem(TeamFault.TOO_OLD, one.person_id, given=one.school_year, limit=dispute.oldest_year)


# --- line-ups -------------------------------------------------------------------------------------------------------


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


def in_board_order(team: Team, rules: TeamRules) -> tuple[BoardMember, ...]:
    """The members in the order of the boards, substitutes last, as it holds for the whole event.

    By ratings the highest sits on board 1; who has none sits where the leader put them, board 1 apart (AIJE-D05-2), and
    equal ratings keep the leader's order. Any other order is the leader's own.
    """
    chosen = sorted((one for one in team.members if one.board), key=lambda one: one.board)
    if rules.line_up is LineUp.BY_RATING:
        chosen = _by_rating(chosen, off_board_one=rules.unrated_off_board_one)
    return (*chosen, *(one for one in team.members if not one.board))


def _by_rating(chosen: Sequence[BoardMember], *, off_board_one: bool) -> list[BoardMember]:
    rated = [one for one in chosen if one.rating]
    rated.sort(key=lambda one: one.rating or 0, reverse=True)
    unrated = [one for one in chosen if not one.rating]
    first_free = OFF_BOARD_ONE if off_board_one and rated else 1
    return list(_on_boards(rated, unrated, first_free))


def _on_boards(rated: list[BoardMember], unrated: list[BoardMember], first_free: int) -> Iterator[BoardMember]:
    """Board by board: the unrated as the leader put them, from `first_free` on, the rated on the other boards."""
    for board in range(1, len(rated) + len(unrated) + 1):
        wants = next((one for one in unrated if first_free <= board and one.board <= board), None)
        if wants is None and rated:
            yield rated.pop(0)
        else:
            yield unrated.pop(0 if wants is None else unrated.index(wants))


def standing_order(members: Sequence[BoardMember], rules: TeamRules) -> Order:
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


def pairings(first: Order, second: Order, encounter: TeamEncounter) -> tuple[Pairing, ...]:
    """Who meets whom: board k plays board k, or everyone everyone, in rounds in which nobody plays twice.

    An empty place of the shorter line-up is a board that nobody sits on. Matches in which the winner stays on are in
    `bot.play.teams`.
    """
    if encounter is not TeamEncounter.EVERYONE:
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


def turn_of(own: int, other: int, encounter: TeamEncounter) -> int:
    """Which side begins where these places of the two line-ups meet, both from 0: even, the first one (GO-10).

    Where everyone meets everyone each player begins half of the own games, and neighbours begin by turns.
    """
    return own + other if encounter is TeamEncounter.EVERYONE else own


def boards_of(rules: TeamRules) -> int:
    """The boards of one match of two full teams."""
    return rules.size * rules.size if rules.encounter is TeamEncounter.EVERYONE else rules.size


def _at(order: Order, place: int) -> Seat:
    return order[place] if place < len(order) else ()


# --- school years ---------------------------------------------------------------------------------------------------


OLDEST_YEAR: Final = 13
_ORDINAL: Final = r"(?:\.?\s?[ºª°]|\.|[oa]|st|nd|rd|th)"
_WORD: Final = r"(?:ano|série|serie|año|curso|grado|anno|classe|year|grade)"
_YEAR: Final = re.compile(rf"(?:{_WORD}\s+)?([0-9]{{1,2}})\s?{_ORDINAL}?(?:\s+{_WORD})?", re.IGNORECASE)


def read_school_year(text: str) -> int | None:
    """The year from 0 to 13, whatever ordinal or word people put beside it; None where it is no year."""
    found = _YEAR.fullmatch(text.strip())
    year = None if found is None else int(found[1])
    return year if year is not None and year <= OLDEST_YEAR else None

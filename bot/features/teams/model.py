"""Teams: lateness on boards, whether a team fits the ranking, names of members, and what is said and looked at.

A team that is away as a whole is late on all its boards at once; of a team that is there single players can be waited
for (AIJE-D01-5.4, GO-22). Where lateness has a limit the board is lost at it, and a player who comes before pays
twice the time late; where it has none, each full time costs one of the games on that board, until all of them are
lost. Whether a team fits is AIJE-D05-1. A captain writes members by names that no other of the team has. A place does
not count before it is answered, or before it is known who is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Final

from bot.i18n.names import alike, same_name
from bot.kernel.ids import EntrantId, PersonId, PlaceId
from bot.kernel.outages import Outage, overlap, resume
from bot.kernel.promises import Notified, OfContest, OfEntrant, OfTournament
from bot.people.model import Person
from bot.play.contests import BoardResult, Stage
from bot.play.course import Separation
from bot.play.entries import Entrant, Tournament
from bot.play.format_rules import LevelMatch, TeamRules
from bot.play.matches import AbsenceClock, BoardClock, LateStart, Match, games_each, has_late_limit, late_start
from bot.play.plugs import NO_PARTS, Parts
from bot.play.points import Modality, boards_at_once, counts_games, games_of_boards, whole_score
from bot.play.rulebook import Rulebook, discipline_of
from bot.play.teams import BoardMember, StayOn, Team, TeamFault, TeamProblem, problems
from bot.play.title_games import GameClaim

# --- lateness on boards ---------------------------------------------------------------------------------------------


Lost = dict[tuple[int, int], int]
"""By side and board, how many of its games are lost by lateness."""


@dataclass(frozen=True, slots=True)
class LateOnBoard:
    """A player who is, or was, waited for on a board."""

    side: int
    board: int
    found: LateStart
    waits: bool
    """Whether the player has not come yet; who has lost the board is not waited for any more."""
    loses_at: datetime
    """When the board, or the next game on it, is lost; the time in which the bot was away is not counted."""
    games: int
    """How many games of the board are lost so far."""


def has_limit(rulebook: Rulebook) -> bool:
    """Whether lateness loses a board at a limit, all boards of the match being played at one time (GO-22)."""
    return has_late_limit(rulebook) and boards_at_once(rulebook)


def price(rulebook: Rulebook) -> timedelta:
    """The time late that costs a game, or where there is a limit the board."""
    rules = discipline_of(rulebook)
    limit = rules.absence_countdown or rules.late_limit
    return limit or timedelta(minutes=rulebook.matches.minutes_per_walkover_game)


def costs_of_absence(rulebook: Rulebook, stage: Stage) -> tuple[int, ...]:
    """What each full time of a whole team's absence costs of the score: where boards are counted those that are lost
    to the last game, in a dispute a game of each board that has one left; empty where no boards are."""
    if not boards_at_once(rulebook):
        return ()
    if has_limit(rulebook):
        return (whole_score(rulebook, stage),)
    games = games_of_boards(rulebook, stage)
    each = counts_games(rulebook)
    return tuple(
        sum((game >= times) if each else (game == times) for game in games)
        for times in range(1, max(games, default=0) + 1)
    )


def with_costs(match: Match, rulebook: Rulebook) -> Match:
    """The match whose clocks know what its rulebook makes of a team's absence."""
    costs = costs_of_absence(rulebook, match.contest.stage)
    return replace(match, clocks=tuple(replace(clock, costs=costs) for clock in match.clocks))


def late_boards(match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> tuple[LateOnBoard, ...]:
    """Everybody who is or was waited for on a board, and what it has cost so far."""
    if not boards_at_once(rulebook):
        return ()
    known = tuple(outages)
    return tuple(
        _late(
            [board_clock for board_clock in match.board_clocks if (board_clock.side, board_clock.board) == seat],
            match,
            now,
            rulebook,
            known,
        )
        for seat in sorted({(clock.side, clock.board) for clock in match.board_clocks})
    )


def next_lost_at(match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> datetime | None:
    """When the next board, or game on one, is lost by somebody who is waited for there; None where nobody is."""
    return min(
        (late_board.loses_at for late_board in late_boards(match, now, rulebook, outages) if late_board.waits),
        default=None,
    )


def lost_games(match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> Lost:
    """What lateness has cost on each board, a game each as time went by where both sides are late.

    A board that both have lost by it is not among them, since the arbiter says what stands.
    """
    found: Lost = {}
    for board, (of, own, other) in _cost_of_boards(match, now, rulebook, outages).items():
        if not _is_lost_by_both(of, own, other):
            # Where both are late, whoever is so for longer loses what is left.
            lost = (own, min(other, of - own)) if own < other else (min(own, of - other), other)
            found |= {(side, board): games for side, games in enumerate(lost) if games}
    return found


def lost_by_both(match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> frozenset[int]:
    """The boards on which both sides were away until no game was left: the arbiter decides (AIJE-D01-5.4, GO-22)."""
    cost = _cost_of_boards(match, now, rulebook, outages)
    return frozenset(board for board, lost in cost.items() if _is_lost_by_both(*lost))


def is_free(match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage], rested: timedelta) -> bool:
    """Whether who is named as late now has lost nothing since the call, so that lateness counts from there.

    What would be lost before anybody was told is not: after that time it counts from the word, as it does for who is
    missing between games. `rested` is how long the match was suspended since its call.
    """
    called = match.contest.called_at
    return called is not None and now - called - overlap(called, now, tuple(outages)) - rested < price(rulebook)


def _cost_of_boards(
    match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]
) -> dict[int, tuple[int, int, int]]:
    """By board its games, and how many of them each side's own time would cost."""
    if not boards_at_once(rulebook):
        return {}
    known = tuple(outages)
    late = {
        (late_board.side, late_board.board): late_board.games for late_board in late_boards(match, now, rulebook, known)
    }
    whole = [_of_the_team(match, side, now, rulebook, known) for side in (0, 1)]
    return {
        board: (of, late.get((0, board), min(of, whole[0])), late.get((1, board), min(of, whole[1])))
        for board, of in enumerate(games_of_boards(rulebook, match.contest.stage), start=1)
    }


def _is_lost_by_both(of: int, own: int, other: int) -> bool:
    return own + other > of and 2 * min(own, other) >= of


def _late(
    clocks: Sequence[BoardClock], match: Match, now: datetime, rulebook: Rulebook, outages: tuple[Outage, ...]
) -> LateOnBoard:
    last, each = clocks[-1], price(rulebook)
    of, waited = _games_on(match, rulebook, last.board), [_time_waited(clock, now, outages) for clock in clocks]
    times = [one // each for one in waited]
    games = of * any(times) if has_limit(rulebook) else sum(times)
    games = min(of, games + _of_the_team(match, last.side, now, rulebook, outages))
    lost = games >= of
    loses_at = resume(last.started_at, (1 if lost else times[-1] + 1) * each + last.rested, outages)
    found = late_start(last.started_at, last.started_at + waited[-1], discipline_of(rulebook))
    if found is None:
        found = LateStart(waited[-1], timedelta(), lost, loses_at)
    return LateOnBoard(last.side, last.board, found, last.ended_at is None and not lost, loses_at, games)


def _time_waited(clock: BoardClock, now: datetime, outages: tuple[Outage, ...]) -> timedelta:
    there_at = now if clock.ended_at is None else min(now, clock.ended_at)
    stood_still = overlap(clock.started_at, there_at, outages) + clock.rested
    return max(there_at - clock.started_at - stood_still, timedelta())


def _games_on(match: Match, rulebook: Rulebook, board: int) -> int:
    games = games_of_boards(rulebook, match.contest.stage)
    return games[board - 1] if 0 < board <= len(games) else 1


def _of_the_team(match: Match, side: int, now: datetime, rulebook: Rulebook, outages: tuple[Outage, ...]) -> int:
    """Games that the absence of the whole team has cost on each of its boards."""
    if has_limit(rulebook):
        return 0  # Before the limit nothing is lost, and at it the match.
    target = match.contest.target
    clocks: list[AbsenceClock] = [clock for clock in with_costs(match, rulebook).clocks if clock.side == side]
    return sum(games_each(clock, now, rulebook.matches, target, outages) for clock in clocks)


# --- what is said ---------------------------------------------------------------------------------------------------


class LineUpsOpen(OfContest):
    """Both line-ups are known; the sides whose line-up was set by the limit."""

    NOTIFIES = Notified.PLAYERS
    sides: tuple[int, ...] = ()


class TeamInvites(OfEntrant):
    """To the channel: who is asked to play for the team."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("team-yes",)
    people: tuple[PersonId, ...]


class TeamInvitation(OfEntrant):
    """To a member who is asked to play for it."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("team-yes",)


class PlaceAnswered(OfEntrant):
    """To the captain: a yes or a no."""

    NOTIFIES = Notified.READER
    person: PersonId
    answer: bool


class TeamTakenOff(OfEntrant):
    """To the captain of a team that had too few at the close."""

    NOTIFIES = Notified.READER


class MemberLeft(OfEntrant):
    """To the captain: a member has left the team."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("team-edit",)
    person: PersonId


class MemberBarred(OfEntrant):
    """To the captain: who may not play, or is out already."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("team-edit", "players")

    person: PersonId
    is_out: bool = False


class MemberDropped(OfEntrant):
    """To the member who is out of the team, and by whom; nobody where a bar did it."""

    NOTIFIES = Notified.READER
    person: PersonId
    by: PersonId | None = None


class TeamsUnfit(OfTournament):
    """To the channel: teams that could not play as they are, by a new list or a bar, and how their captains mend it."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("team-fit",)
    entrants: tuple[EntrantId, ...]


class TeamUnfit(OfEntrant):
    """The same to the captain of one team, as a letter."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("team-lead", "team-release", "team-edit")


class TeamUnfitAtClose(OfEntrant):
    """To a team that does not play because it did not fit when registration closed, and to staff."""

    NOTIFIES = Notified.READER


class CaptainChanged(OfEntrant):
    """To everybody: who leads a team from now on, by the captain's press, the list at the close, or a bar."""

    NOTIFIES = Notified.CONCERNED
    before: PersonId
    at_close: bool = False
    by_bar: bool = False


class LeadVacant(OfEntrant):
    """To staff and the captain: a bar keeps the captain out of a team that plays, and nobody else of it may lead."""

    NOTIFIES = Notified.STAFF
    person: PersonId


class MemberSitsOut(OfEntrant):
    """To a member whom a bar keeps out of the matches to come, or not any more, and to the captain."""

    NOTIFIES = Notified.READER
    person: PersonId
    is_back: bool = False


# --- whether a team fits the ranking --------------------------------------------------------------------------------


BY_THE_LIST: Final = frozenset({TeamFault.TOP_RANKED, TeamFault.LEADER_NOT_RATED, TeamFault.LEADER_NOT_HIGHEST})
"""Faults that a new list brings or takes away: they count as of the close, and keep no team from checking in."""


def list_problems(team: Team, rules: TeamRules) -> tuple[TeamProblem, ...]:
    """What of the team does not fit the list that its members carry."""
    return tuple(problem for problem in problems(team, rules) if problem.fault in BY_THE_LIST)


def who_may_lead(team: Team) -> tuple[PersonId, ...]:
    """The highest rated, all of them where several are level; nobody where nobody has a rating."""
    best = max((member.rating or 0 for member in team.members), default=0)
    return tuple(member.person_id for member in team.members if best and member.rating == best)


def whom_to_release(team: Team, rules: TeamRules) -> tuple[PersonId, ...]:
    """Members of the ranking's first where the team has too many of them; never its leader."""
    first = _first(team, rules)
    if rules.top_ranked is None or len(first) <= rules.most_top_ranked:
        return ()
    return tuple(one.person_id for one in first if one.person_id != team.leader)


def mend(team: Team, rules: TeamRules) -> Team | None:
    """The team as the close lets it play; None where it cannot.

    Who is of the first beyond the allowed number stays out where enough are left, and the highest rated leads.
    """
    out = {one.person_id for one in _first(team, rules)[rules.most_top_ranked :]}
    fit = replace(team, members=tuple(member for member in team.members if member.person_id not in out))
    if out and len(fit.members) < rules.size:
        return None
    if not rules.leader_is_highest_rated or team.leader in who_may_lead(fit):
        return fit
    leaders = who_may_lead(fit)
    return replace(fit, leader=leaders[0]) if leaders else None


def _first(team: Team, rules: TeamRules) -> list[BoardMember]:
    """Members among the ranking's first so many, the best first; before them a leader who need not be the best."""
    if rules.top_ranked is None:
        return []
    first = [member for member in team.members if member.rank is not None and member.rank <= rules.top_ranked]
    stays = None if rules.leader_is_highest_rated else team.leader
    return sorted(first, key=lambda one: (one.person_id != stays, one.rank, one.person_id))


# --- names in a line-up ---------------------------------------------------------------------------------------------


_BETWEEN: Final = re.compile(r"[,;\s]+")
"""What parts names in the form, and so stands in none of them."""


@dataclass(frozen=True, slots=True)
class MeantMember:
    """Who fits a name that was typed; `is_asked`: it is only like theirs, and has to be written so."""

    fitting: tuple[PersonId, ...]
    is_asked: bool = False


def written_names(members: Sequence[Person]) -> dict[PersonId, str]:
    """How each member is written: by the name, with a number behind it where the team has it more than once."""
    plain = [_BETWEEN.sub(" ", member.name).strip() for member in members]
    found: dict[PersonId, str] = {}
    for at, one in enumerate(members):
        shared = [other for other in range(len(plain)) if same_name(plain[other], plain[at])]
        found[one.person_id] = f"{plain[at]} ({shared.index(at) + 1})" if len(shared) > 1 else plain[at]
    return found


def find_meant(typed: str, names: Mapping[PersonId, str]) -> MeantMember:
    """Whom the name means: as it is written, but for signs and accents, by its beginning; or whom it is like."""
    for fits in (str.__eq__, same_name, _begins):
        found = tuple(one for one, name in names.items() if fits(name, typed))
        if found:
            return MeantMember(found)
    return MeantMember(tuple(one for one, name in names.items() if alike(name, typed)), is_asked=True)


def _begins(name: str, typed: str) -> bool:
    return bool(typed) and name.casefold().startswith(typed.casefold())


# --- a challenge as it is shown -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StayOnView:
    """A challenge game by game, as its card shows it."""

    state: StayOn | None
    """None while an order is awaited."""
    people: Mapping[PersonId, Person]
    """Everybody of both orders, and who is in the result that stands."""
    named: tuple[bool, bool]
    """Whether each captain has named the order; of an order that holds for the event, nobody names it."""
    named_anew: bool
    size: int
    """How many play for each side."""
    order_by: datetime | None
    """Until when an order may be named; None where there is no limit, or nothing is awaited."""
    entries: int
    """Words on record, those taken back too: a press carries the number, and an older card's is refused."""
    claim: GameClaim | None
    claimed_side: int | None
    """Whose word is waiting for the other side's."""
    can_take_back: bool
    draws: bool
    """Whether a game can be drawn, and so be played again."""
    first: int | None = None
    """The side that begins the game under way; None where the two settle it at the board (GO-10)."""

    @property
    def is_open(self) -> bool:
        """Whether everybody may see both orders."""
        return self.state is not None


@dataclass(frozen=True, slots=True)
class HeldPlace:
    """One place as it is on record: of a person, or of a name that was typed."""

    place_id: PlaceId
    entrant_id: EntrantId
    person_id: PersonId | None
    typed_name: str | None
    typed_account: str | None
    school_year: int | None
    position: int
    """In the captain's order, from 1."""
    is_new: bool
    """Whoever was asked has said that the name is nobody's who is known."""
    named_at: datetime
    declined_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether somebody has still to answer."""
        return self.declined_at is None


# --- open places ----------------------------------------------------------------------------------------------------


class Awaiting(StrEnum):
    """Whose word an open place waits for."""

    CAPTAIN = "captain"
    """To say whether somebody who is known is meant."""
    MEMBER = "member"
    STAFF = "staff"
    """Who has no Discord cannot press, and staff says yes instead."""


@dataclass(frozen=True, slots=True)
class OpenPlace:
    """An open place as it is shown."""

    place: HeldPlace
    name: str
    awaiting: Awaiting
    person: Person | None = None
    rating: float | None = None
    alike: tuple[Person, ...] = ()
    """Whom the name, or its account, can mean."""


# --- what people look at --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedMember:
    """A member as the captain wrote it: the name, and what stood behind a semicolon: the account or the school year."""

    name: str
    account: str | None = None
    school_year: int | None = None


@dataclass(frozen=True, slots=True)
class TeamMember:
    """A member of a team as it is shown; board 0 is a substitute."""

    person: Person
    board: int
    rating: float | None
    school_year: int | None
    account: str | None
    is_captain: bool
    sits_out: bool = False
    """A bar keeps them from the matches that are called from now on."""


@dataclass(frozen=True, slots=True)
class TeamFit:
    """What of a team does not fit the published ranking, who could lead it and who could be released (AIJE-D05-1)."""

    problems: tuple[TeamProblem, ...] = ()
    may_lead: tuple[Person, ...] = ()
    to_release: tuple[Person, ...] = ()
    barred: tuple[Person, ...] = ()
    """Members who may not play; they are released as well."""
    can_start: bool = True
    """Whether the close lets the team play as it is, without those who are too many and led by the highest rated."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing is to be mended."""
        return not self.problems and not self.barred


@dataclass(frozen=True, slots=True)
class TeamView:
    """A team with what it still lacks."""

    tournament: Tournament
    entrant: Entrant
    captain: Person
    members: tuple[TeamMember, ...]
    check_in_opens_at: datetime
    check_in_is_open: bool
    places: tuple[OpenPlace, ...] = ()
    """What counts for nothing yet, in the captain's order."""
    closes_at: datetime | None = None
    newly: bool = False
    leader_alike: tuple[Person, ...] = ()
    """Whom the name of a captain that staff typed can mean, while nobody has said it."""
    reminded: bool = False
    """Whether the captain asked for letters about the entry."""
    fit: TeamFit = field(default_factory=TeamFit)
    parts: Parts = NO_PARTS
    """What features tell of the event."""

    @property
    def free(self) -> int:
        """Places that have to be filled before the team can confirm."""
        rules = self.tournament.rulebook.teams
        return 0 if rules is None else max(0, rules.size - len(self.members) - len(self.places))

    @property
    def room(self) -> int:
        """How many places the team has left, substitutes included."""
        rules = self.tournament.rulebook.teams
        most = 0 if rules is None else rules.size + rules.substitutes
        return max(0, most - len(self.members) - len(self.places))

    @property
    def unanswered(self) -> int:
        """How many of those who were named have to say yes before the team can confirm."""
        rules = self.tournament.rulebook.teams
        waiting = len(self.places)
        return 0 if rules is None else min(waiting, max(0, rules.size - len(self.members)))

    def awaiting(self, whom: Awaiting) -> tuple[OpenPlace, ...]:
        """The open places that wait for somebody's word."""
        return tuple(place for place in self.places if place.awaiting is whom)

    @property
    def without_account(self) -> tuple[Person, ...]:
        """Members whose account the rulebook asks for and nobody has told yet."""
        if self.tournament.rulebook.registration.account is None:
            return ()
        return tuple(member.person for member in self.members if member.account is None)

    @property
    def is_complete(self) -> bool:
        """Whether nobody is missing from the team."""
        return not self.free and not self.unanswered and not self.without_account and self.fit.is_whole


@dataclass(frozen=True, slots=True)
class TeamForm:
    """What the form of a team is filled with before the captain types, and what it asks for."""

    tournament: Tournament
    name: str
    members: tuple[NamedMember, ...]


@dataclass(frozen=True, slots=True)
class BoardView:
    """One board of a match: who sits there on either side, how many games, of which game, for what."""

    board: int
    seats: tuple[tuple[Person, ...], tuple[Person, ...]]
    games: int
    drawable: bool
    modality: Modality | None = None
    points: Fraction = Fraction(1)
    sheet: str | None = None
    places: int = 1
    """How many sit there on each side."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """What readers of each language know the game as (OLY-7)."""
    first: int | None = None
    """The side that begins there, the first game of several; None where they settle it at the board (GO-10)."""


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """What a match between teams has beside its sides: its boards, and whether line-ups were named."""

    boards: tuple[BoardView, ...]
    named_anew: bool
    """Whether each side names its line-up before the match (GO-25.1, OLY-3)."""
    may_change: bool
    """Whether a side may put in a substitute."""
    given: tuple[bool, bool]
    scene: int | None = None
    """Of a dispute with more than one set of games, from 0 (OLY-4)."""
    told: tuple[BoardResult, ...] = ()
    """The boards of the result that stands, or else of the open report."""
    level_ways: tuple[LevelMatch, ...] = ()
    """What separates level teams, in order, where somebody has to win; empty elsewhere."""
    separated: Separation | None = None
    """What separates them after those boards."""
    first_in_extra: int | None = None
    """The side that begins a game more on board 1, where one can come to be played."""
    late: tuple[LateOnBoard, ...] = ()
    """Players who are or were waited for on their own boards (GO-22)."""
    line_ups_by: datetime | None = None
    """Until when line-ups may be named; after it the registered order holds. None where none is awaited or limited."""

    @property
    def is_open(self) -> bool:
        """Whether everybody may see who sits where: both sides have named it, or it was never a secret."""
        return not self.named_anew or all(self.given)

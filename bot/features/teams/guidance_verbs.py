"""What teams ask of the people of an event, and the teams of an event that is brought in from its record.

A team is completed, an invitation answered, players named, games told. A scene of a dispute hangs on its draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.playing.match_views_model import MatchView
from bot.features.teams import store, verbs
from bot.features.teams.model import StayOnView, TeamMatch
from bot.features.tournaments.facts_verbs import outages_of, people_shown
from bot.features.tournaments.hooks import Asker, Found
from bot.features.tournaments.tasks_model import DeskRow, Obstacle, Task, TaskItem, Upcoming, UpcomingKind
from bot.kernel.context import Query, Tx
from bot.kernel.errors import UserError
from bot.kernel.ids import EntrantId, PersonId
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.contests import BoardResult, Result
from bot.play.entries import Entrant, Phase, Tournament, check_in_closes_at, phase
from bot.play.format_rules import TeamRules
from bot.play.formats.protocol import Starter
from bot.play.matches import MatchPhase
from bot.play.points import scenes
from bot.play.records import Record
from bot.play.teams import BoardMember

# --- what teams ask of people ---------------------------------------------------------------------------------------


def guide(tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant | None) -> Found:
    """Who asks the person to play, and the team that the person plays in."""
    if phase(tournament) in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        yield from _invitations(tx, asker, tournament)
    if entrant is None or entrant.team_name is None:
        return
    captain = people_store.load(tx, entrant.person_id)
    out = entering_teams_store.out_at(tx, entrant.entrant_id, asker.now)
    if asker.person is not None and asker.person.person_id in out and phase(tournament) is Phase.RUNNING:
        yield Upcoming(UpcomingKind.SITS_OUT, tournament, None, captain, called=entrant.team_name)
    elif not asker.answers_for(entrant):
        yield Upcoming(UpcomingKind.IN_TEAM, tournament, None, captain, called=entrant.team_name)


def lacking(
    tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant, closes_at: datetime
) -> TaskItem | Upcoming | None:
    """What of the team keeps it from confirming, for its captain to see to (AIJE-D05-1, GO-25, OLY-1)."""
    try:
        verbs.refuse_incomplete(tx.acting_as(asker.actor), tournament, entrant)
    except UserError:
        if asker.answers_for(entrant):
            return TaskItem(Task.COMPLETE_TEAM, tournament.tournament_id, tournament, closes_at)
        return Upcoming(UpcomingKind.CAPTAIN_COMPLETES, tournament, closes_at, people_store.load(tx, entrant.person_id))
    return None


def _invitations(tx: Query, asker: Asker, tournament: Tournament) -> Found:
    """Teams of the event that ask the person to play for them; each is answered by itself."""
    asking = [] if asker.person is None else _asking(tx, tournament, asker.person.person_id)
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament)) if asking else asker.now
    if asker.now <= closes_at:
        for one in asking:
            called = one.team_name or ""
            yield TaskItem(Task.ANSWER_TEAM, one.entrant_id, tournament, closes_at, called=called)


def of_match(asker: Asker, view: MatchView, side: int, other: Person) -> Found:
    """The line-up that the captain still owes to a match, and where the winner stays on, each game."""
    team, challenge, captain = view.part(TeamMatch), view.part(StayOnView), view.players[side]
    owed = team is not None and team.named_anew and not team.given[side] and view.contest.result is None
    if team is not None and owed and asker.is_me(captain):
        yield TaskItem(Task.NAME_LINE_UP, view.contest_id, view.tournament, team.line_ups_by, view.players[1 - side])
    if challenge is not None and view.state.phase is MatchPhase.PLAYING:
        yield from _in_challenge(asker, view, challenge, side, other)


def _in_challenge(asker: Asker, view: MatchView, challenge: StayOnView, side: int, other: Person) -> Found:
    """Where the winner stays on, the captain and who is at the board tell each game (GO-26.6)."""
    key, tournament = view.contest_id, view.tournament
    playing = None if challenge.state is None else challenge.state.at_board
    me = None if asker.person is None else asker.person.person_id
    if playing is None or not (asker.is_me(view.players[side]) or me == playing[side]):
        yield Upcoming(UpcomingKind.TEAM_PLAYS, tournament, None, other)
    elif challenge.claim is None:
        yield TaskItem(Task.REPORT, key, tournament, None, other)
    elif challenge.claimed_side == side:
        yield Upcoming(UpcomingKind.OPPONENT_ANSWERS, tournament, None, other)
    else:
        yield TaskItem(Task.CONFIRM_GAME, key, tournament, None, other)


def places_open(tx: Query, tournament: Tournament) -> Iterator[DeskRow]:
    """Teams in which a place is open: what staff says yes to, and what only those who are asked can say."""
    if phase(tournament) not in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        return
    waiting = [entering_store.load(tx, one) for one in store.teams_waiting(tx, tournament.tournament_id)]
    people = people_shown(tx, [one for one in waiting if one is not None])
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    for entrant_id, shown in people.items():
        n = sum(one.is_open for one in store.places_of_team(tx, entrant_id))
        yield DeskRow(Obstacle.TEAM_PLACES, entrant_id, (shown,), closes_at, n)


def _asking(tx: Query, tournament: Tournament, person_id: PersonId) -> list[Entrant]:
    """The teams of the event in which a place is kept open for the person."""
    teams_of = (entering_store.load(tx, place.entrant_id) for place in store.open_places_of_person(tx, person_id))
    return [one for one in teams_of if one is not None and one.tournament_id == tournament.tournament_id]


# --- who is who in a record -----------------------------------------------------------------------------------------


Persons = Mapping[str, Person]
"""People by their ids in the file."""


def persons_of(record: Record) -> tuple[str, ...]:
    """The ids of everybody who is a person in the file: entrants, or members of teams and who sat at a board for one.

    A team of which the file names nobody stands for its captain.
    """
    if record.rulebook.teams is None:
        return tuple(starter.entrant_id for starter in record.facts.starters)
    named = [one for starter in record.facts.starters for one in starter.members or (captain_of(starter),)]
    seated = [one for result in _results(record) for board in result.boards for seat in board.players for one in seat]
    return tuple(dict.fromkeys(map(str, (*named, *seated))))


def captain_of(starter: Starter) -> str:
    """The id of who leads: of a team the first of the file."""
    return starter.members[0] if starter.members else starter.entrant_id


def captains_of(record: Record) -> dict[EntrantId, str]:
    """Who leads each entrant, by ids of the file: of a team the first who leads no other, since nobody leads two here.

    A team for which nobody is left is missing. Who plays alone leads the own entry.
    """
    leading: dict[str, EntrantId] = {}
    able = {starter.entrant_id: _may_lead(record, starter) for starter in record.facts.starters}
    for entrant_id in able:
        _take(entrant_id, able, leading, set())
    return {entrant_id: person for person, entrant_id in leading.items()}


def _may_lead(record: Record, starter: Starter) -> tuple[str, ...]:
    if record.rulebook.teams is None:
        return (starter.entrant_id,)
    return tuple(starter.members) or (captain_of(starter),)


def _take(
    entrant_id: EntrantId, able: Mapping[EntrantId, Sequence[str]], leading: dict[str, EntrantId], asked: set[str]
) -> bool:
    """Finds a captain for the team, moving the captains of others on to their next members where that helps."""
    for person in sorted(able[entrant_id], key=lambda one: one in leading):
        if person in asked:
            continue
        asked.add(person)
        if person not in leading or _take(leading[person], able, leading, asked):
            leading[person] = entrant_id
            return True
    return False


def with_seats(result: Result, by_id: Persons) -> Result:
    """The result with the people who sat at its boards as they are known here."""
    return replace(result, boards=tuple(_board(board, by_id) for board in result.boards))


def _board(board: BoardResult, by_id: Persons) -> BoardResult:
    seats = tuple(_seat(seat, by_id) for seat in board.players)
    return replace(board, players=seats)


def _seat(seat: Sequence[PersonId], by_id: Persons) -> tuple[PersonId, ...]:
    return tuple(by_id[one].person_id for one in seat)


def _results(record: Record) -> tuple[Result, ...]:
    told = ((*contest.earlier, contest.contest.result) for contest in record.contests if contest.voided_at is None)
    return tuple(result for results in told for result in results if result is not None)


# --- writing teams of a record --------------------------------------------------------------------------------------


class RecordNeedsDraw(UserError):
    """Which scene a dispute played hangs on a draw that the file does not have, or not for all of them (OLY-4)."""

    name: str
    place: str


def refuse_unknown_scenes(record: Record) -> None:
    """Raises RecordNeedsDraw where one of two scenes was drawn and the file does not say by which draw."""
    if record.rulebook.dispute is None or len(scenes(record.rulebook.dispute)) <= 1:
        return
    if not record.draws:
        raise RecordNeedsDraw(name=record.name, place="draws")
    in_force = [contest for contest in record.contests if contest.voided_at is None]
    other = next((one for one in in_force if one.draw != in_force[0].draw), None)
    if other is not None:
        raise RecordNeedsDraw(name=record.name, place=f"{other.place}.draw")


def write_members(
    tx: Tx, record: Record, starter: Starter, entrant_id: EntrantId, by_id: Persons, at: datetime
) -> None:
    """Writes the members of a team in the order of the boards, substitutes after them."""
    rules = record.rulebook.teams or TeamRules()
    known = (by_id[one].person_id for one in starter.members or (captain_of(starter),))
    some = [BoardMember(one, place if place <= rules.size else 0) for place, one in enumerate(known, start=1)]
    entering_teams_store.replace_members(tx, entrant_id, some, at)

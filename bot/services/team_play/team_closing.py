"""What becomes of the teams at the close of confirmation: who cannot start, and who sits where from then on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.domain.entering.bars import keeps_out
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.grades import Grade, strongest_first
from bot.domain.ids import PersonId
from bot.domain.regulation.format_rules import LineUp, TeamRules
from bot.domain.regulation.grade_rules import GradeRules
from bot.domain.team_play.line_ups import in_board_order
from bot.domain.team_play.sayings import TeamTakenOff
from bot.domain.team_play.teams import Member, Team
from bot.services.entering.eligibility import bars_of
from bot.services.speaking import tell_member
from bot.services.team_play import fitness, rosters, team_entries
from bot.storage import grades, team_places, teams
from bot.storage.context import Query, Tx


def keeps_from_start(tx: Tx, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> bool:
    """Whether a team cannot start, which its captain is told: too few, or it does not fit the ranking (AIJE-D05-1).

    Of a team that has confirmed the members leave whom a bar has reached since. Nobody answers for those who were asked
    in vain, nor for what a new list has made of a team.
    """
    confirmed = entrant.confirmed_by(closed_at)
    if confirmed and _starts_without_barred(tx, tournament, entrant, closed_at):
        return not fitness.settle(tx, tournament, entrant, closed_at)
    if not confirmed and not fitness.fits(tx, tournament, entrant, closed_at):
        fitness.tell_off(tx, tournament, entrant)
        return True
    stays_off = confirmed or _was_left_waiting(tx, tournament, entrant)
    if stays_off:
        tell_member(tx, tournament.guild_id, entrant.person_id, TeamTakenOff(entrant.entrant_id))
    return stays_off


def _starts_without_barred(tx: Tx, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> bool:
    """Whether a confirmed team has enough without members whom a bar has reached since, and who leave it here."""
    rules = tournament.rulebook.teams or TeamRules()
    there = teams.members(tx, entrant.entrant_id)
    event, refuses = tournament.tournament_id, tournament.rulebook.registration.refuse_barred
    held = {one.person_id: bars_of(tx, one.person_id, closed_at, event) for one in there}
    barred = [one for one, some in held.items() if any(keeps_out(bar, event, refuses=refuses) for bar in some)]
    if barred and len(there) - len(barred) < rules.size:
        return False
    for person_id in barred:
        rosters.take_out(tx, tournament, entrant, person_id, at_close=True)
    return True


def _was_left_waiting(tx: Query, tournament: Tournament, entrant: Entrant) -> bool:
    """Whether a team has too few because people whom its captain asked said no, or nothing."""
    rules = tournament.rulebook.teams or TeamRules()
    there = len(teams.members(tx, entrant.entrant_id))
    return there < rules.size <= there + len(team_places.of_team(tx, entrant.entrant_id))


def seat(tx: Tx, tournament: Tournament, starters: Sequence[Entrant]) -> None:
    """Gives every member of the starting teams the board for the whole event, by what is published at the close.

    Places that nobody has taken by then are nobody's.
    """
    team_places.lapse(tx, tournament.tournament_id)
    rules = tournament.rulebook.teams or TeamRules()
    for entrant in starters:
        order = _by_grade(tx, tournament, in_board_order(_as_listed(tx, tournament, entrant), rules))
        boards = [replace(one, board=board if board <= rules.size else 0) for board, one in enumerate(order, start=1)]
        teams.replace_members(tx, entrant.entrant_id, boards, tx.now)


def _as_listed(tx: Query, tournament: Tournament, entrant: Entrant) -> Team:
    """The team by the list that held when registration closed."""
    return team_entries.load_team(tx, tournament, entrant, tournament.check_in_closed_at)


def _by_grade(tx: Query, tournament: Tournament, order: Sequence[Member]) -> tuple[Member, ...]:
    """Boards that go by strength go by grade first, where the rulebook has grades (GO-25.3); substitutes stay last."""
    rules, graded = tournament.rulebook.teams, tournament.rulebook.grades
    if rules is None or rules.line_up is not LineUp.BY_RATING or graded is None or not graded.order_the_field:
        return tuple(order)
    counted = _counted_grades(tx, graded, order)
    seats = strongest_first((one, counted.get(one.person_id), one.rating) for one in order if one.board)
    return (*seats, *(one for one in order if not one.board))


def _counted_grades(tx: Query, rules: GradeRules, order: Sequence[Member]) -> dict[PersonId, Grade]:
    known = grades.of_people(tx, [one.person_id for one in order])
    return {one: grade for one, grade in known.items() if rules.counts(grade)}

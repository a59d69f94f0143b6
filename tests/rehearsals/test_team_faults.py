"""A rehearsal of teams fails, and says why, when rosters, boards, table or messages are not what the rulebook makes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.features.entering import teams_store as entering_teams_store
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.teams import absences_verbs as teams_absences_verbs
from bot.features.teams import boards_verbs as teams_boards_verbs
from bot.features.teams import matches_verbs as teams_matches_verbs
from bot.features.teams import model as teams_model
from bot.features.teams import roster_verbs as teams_roster_verbs
from bot.features.teams import staff_verbs as teams_staff_verbs
from bot.features.teams.errors_model import PupilTooOld, TeamOverfull
from bot.features.tournaments.facts_verbs import contest_subject
from bot.kernel.errors import UserError
from bot.play import counts, points, teams
from bot.play.contests import ResultKind
from bot.play.formats import round_robin
from bot.play.ranking import TIE_BREAKS
from bot.play.rating import RatedMatch
from tests.rehearsals.conftest import CupRehearsal
from tests.rehearsals.planting import Faults, Patch, Plant

FAULTS = Faults[str, str, int | None]()
FEW = 6
"""Captains with whom most faults show: four teams start, which takes half the time."""

WHOLE = "Each team is whole, and nobody plays in two"
BOARDS = "Members sit on the boards in their order"
STRENGTH = "Who leads a team may, and the strongest are apart"
REFUSED = "What is forbidden is refused with the exact place"
SEATS = "On every board sits who was named for it"
CHALLENGE = "Whoever wins a game stays on"
CALLS = "The bot spares Discord's API"
SECRET = "A line-up is a secret until both are named"
ENDED = "Every board ended as it was played"
WORTH = "Matches are worth what their boards are"
SCENE = "Each dispute plays the scene that was drawn for it"
POINTS = "Points are what the results make of them"
CHAIN = "Teams stand in the order of the whole chain"
RATINGS = "Ratings are what the games of each board make of them"
CORRECTED = "A match that is put right keeps its first result on record"
RECORD = "Every match is in the record, in points"
AGREES = "The record can be worked out again, and agrees"
BEGINS = "The card says who begins on every board"
LATE = "A late player pays on the own board alone"
COUNTED = "Counts that captains tell make the boards"
NOBODYS = "Boards that nobody wins give nothing"
EVERYBODY = "Everybody meets everybody in a round robin"


def fault(preset: str, complaint: str, players: int | None = FEW) -> Callable[[Plant], Plant]:
    """Registers a fault with the preset that is played and the check that has to complain."""
    return FAULTS.fault(preset, complaint, players)


@fault("aije-teams", REFUSED)
def two_of_the_first_may_play_together(patch: Patch) -> None:
    patch.setattr(teams, "_top_ranked", lambda *given: ())


@fault("aije-teams", REFUSED)
def whoever_is_not_the_highest_rated_may_lead(patch: Patch) -> None:
    patch.setattr(teams, "_leader", lambda *given: ())


def _is_not_held(patch: Patch, refusal: type[UserError]) -> None:
    """Nobody is refused so, neither as a member nor as somebody who is only asked."""
    real = teams_roster_verbs._refuse_faults

    def lenient(*given: Any) -> None:
        with suppress(refusal):
            real(*given)

    patch.setattr(teams_roster_verbs, "_refuse_faults", lenient)


@fault("go-teams", REFUSED)
def a_team_may_have_a_member_too_many(patch: Patch) -> None:
    _is_not_held(patch, TeamOverfull)


@fault("olympiad-school", REFUSED)
def an_older_pupil_is_let_in(patch: Patch) -> None:
    _is_not_held(patch, PupilTooOld)


@fault("olympiad-school", REFUSED)
def a_pupil_may_sit_in_two_games(patch: Patch) -> None:
    real = teams._seat_problems

    def lenient(*given: Any, **more: Any) -> Any:
        return (one for one in real(*given, **more) if one.fault is not teams.LineUpFault.SITS_TWICE)

    patch.setattr(teams, "_seat_problems", lenient)


@fault("go-teams", REFUSED)
def members_may_change_boards(patch: Patch) -> None:
    patch.setattr(teams, "_moves", lambda *given: ())


@fault("aije-teams", REFUSED, players=None)
def what_lateness_cost_may_be_told_as_played(patch: Patch) -> None:
    patch.setattr(teams_absences_verbs, "refuse_as_played", lambda *given: None)


@fault("aije-teams", LATE, players=None)
def who_is_late_on_a_board_loses_nothing(patch: Patch) -> None:
    patch.setattr(teams_absences_verbs, "lost_games", lambda *given: {})


@fault("go-teams", COUNTED, players=None)
def counts_are_won_by_the_other_side(patch: Patch) -> None:
    real = counts.counted_board

    def turned(*given: Any) -> Any:
        found = real(*given)
        return found if found.side is None else replace(found, side=1 - found.side)

    patch.setattr(teams_absences_verbs, "counted_board", turned)


@fault("go-teams", NOBODYS, players=None)
def a_board_without_a_result_is_lost_by_both(patch: Patch) -> None:
    real = counts.read_ending
    patch.setattr(teams_absences_verbs, "read_ending", lambda text: ResultKind.BOTH_LOST if real(text) else None)


@fault("aije-teams", BOARDS)
def everybody_sits_as_written_whatever_the_ratings(patch: Patch) -> None:
    patch.setattr(teams, "_by_rating", lambda chosen, **more: list(chosen))


@fault("go-teams", SEATS)
def the_substitute_is_forgotten(patch: Patch) -> None:
    real = teams_boards_verbs.order_of

    def as_ever(tx: Any, tournament: Any, match: Any, side: int) -> Any:
        real(tx, tournament, match, side)
        return teams_boards_verbs.fixed_order(tx, tournament, match.contest.sides[side])

    patch.setattr(teams_boards_verbs, "order_of", as_ever)


@fault("olympiad-school", SECRET)
def a_line_up_is_open_as_soon_as_it_is_named(patch: Patch) -> None:
    for module in (teams_boards_verbs, teams_model):
        patch.setattr(module, "all", any, raising=False)


@fault("go-challenge", CHALLENGE)
def somebody_else_begins_a_challenge(patch: Patch) -> None:
    real = teams.boards

    def wrong(*given: Any) -> Any:
        found = real(*given)
        return (replace(found[0], players=found[-1].players), *found[1:])

    patch.setattr(teams, "boards", wrong)


@fault("olympiad-school", CALLS, players=None)
def a_line_up_is_edited_into_its_card_once_more(patch: Patch) -> None:
    real = entering_teams_store.give_line_up

    def twice(tx: Any, contest_id: Any, side: int, order: Any, by: Any, now: Any) -> None:
        real(tx, contest_id, side, order, by, now)
        tx.at(now).touch(contest_subject(contest_id))

    patch.setattr("bot.features.entering.teams_store.give_line_up", twice)


@fault("olympiad-school", SCENE)
def every_dispute_plays_the_first_scene(patch: Patch) -> None:
    patch.setattr("bot.play.points.scene_of", lambda *given: 0)


@fault("aije-teams", ENDED)
def the_boards_of_a_report_are_turned_round(patch: Patch) -> None:
    real = counts.read_board

    def turned(*given: Any, **more: Any) -> Any:
        told = real(*given, **more)
        return told if told is None or any(told.walkover) else replace(told, score=told.score[::-1])

    patch.setattr(teams_matches_verbs, "read_board", turned)


@fault("olympiad-school", WORTH)
def the_living_game_is_worth_no_more_than_a_table(patch: Patch) -> None:
    real = points.board_points
    level = lambda board, *given: real(replace(board, weight=1.0), *given)  # noqa: E731
    patch.setattr(points, "board_points", level)
    patch.setattr("bot.features.teams.match_cards.board_points", level)


@fault("olympiad-school", POINTS, players=None)
def disputes_are_won_by_games_and_not_by_points(patch: Patch) -> None:
    patch.setattr(points, "board_total", lambda result, side, rulebook: Fraction(result.score[side]))


@fault("olympiad-school", CHAIN)
def the_worse_balance_stands_first(patch: Patch) -> None:
    _upside_down(patch, "balance")


@fault("aije-teams", CHAIN)
def fewer_games_won_against_the_level_are_better(patch: Patch) -> None:
    _upside_down(patch, "games_won_in_encounter")


@fault("aije-teams", RATINGS)
def a_team_is_rated_as_its_captain(patch: Patch) -> None:
    real = points.result_of

    def of_captains(contest: Any, people: Any) -> Any:
        result = real(contest)
        if len(people) == 2 and sum(result.score) > sum(result.walkover_games):
            yield RatedMatch(*people, *result.score)

    patch.setattr("bot.features.course.ending_verbs.matches_of", of_captains)


@fault("go-teams", CORRECTED, players=8)
def a_corrected_result_is_forgotten(patch: Patch) -> None:
    real = playing_correcting_verbs.apply

    def over(tx: Any, *given: Any, **more: Any) -> Any:
        done = real(tx, *given, **more)
        tx.execute("DELETE FROM results WHERE superseded_at IS NOT NULL", ())
        return done

    patch.setattr(playing_correcting_verbs, "apply", over)


@fault("olympiad-school", RECORD)
def the_record_tells_games_instead_of_points(patch: Patch) -> None:
    patch.setattr(
        "bot.features.rounds.words_cards.score_words", lambda result, rulebook: "–".join(map(str, result.score))
    )


@fault("go-teams", EVERYBODY)
def the_table_ends_a_round_early(patch: Patch) -> None:
    real = round_robin.pool_schedule
    patch.setattr(round_robin, "pool_schedule", lambda *given: real(*given)[:-1])


@fault("go-teams", BEGINS)
def one_team_has_black_on_every_board(patch: Patch) -> None:
    patch.setattr(points, "begins", lambda first_side, *_: first_side)


@fault("aije-teams", WHOLE)
def the_last_member_is_lost_at_the_close(patch: Patch) -> None:
    patch.setattr(teams_staff_verbs, "in_board_order", lambda team, rules: teams.in_board_order(team, rules)[:-1])


def _upside_down(patch: Patch, name: str) -> None:
    entry = replace(TIE_BREAKS[name], higher_is_better=False)
    patch.setattr("bot.play.ranking.TIE_BREAKS", {**TIE_BREAKS, name: entry})


def test_there_are_twenty_faults_of_teams() -> None:
    assert len(FAULTS) > 19


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_a_rehearsal_of_teams_fails_when(name: str, cup_rehearsal: CupRehearsal, monkeypatch: Patch) -> None:
    plant, preset, complaint, players = FAULTS[name]
    plant(monkeypatch)
    _, verdict = await cup_rehearsal(preset, seed=1, players=players)
    failed = {check.title for check in verdict.checks if check.problems}
    assert complaint in failed

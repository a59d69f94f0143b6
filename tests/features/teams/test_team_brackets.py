"""Teams in brackets: whom level boards send on, what is told of it, and what a correction plays anew."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course.facts_verbs import facts
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.teams import matches_verbs as teams_matches_verbs
from bot.features.teams.errors_model import ImpossibleBoard
from bot.features.teams.model import TeamMatch
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.promises_model import LotDrawn
from bot.features.tournaments.store import DrawPurpose
from bot.kernel.errors import AlreadyDone, Outdated
from bot.play.contests import EXTRA, Contest, Stage
from bot.play.format_rules import (
    CutRules,
    GroupRules,
    Level,
    LevelMatch,
    RoundRobinRules,
    Seeding,
    SwissRules,
    TeamEncounter,
)
from bot.play.formats import FORMATS
from bot.play.formats.lives import losses
from bot.play.rulebook import FormatName, KnockoutRules, Rulebook
from bot.rulebooks.library import problems
from tests.features.teams.test_team_matches import line_up, school
from tests.hall.hall import Hall
from tests.hall.squads import (
    GO,
    JEEK,
    SCHOOLS,
    begin,
    bracket,
    call,
    captain_of,
    entered,
    play,
    play_on,
    publish,
    replays,
    result_of,
)
from tests.refusals import refuses

LEVEL = ("½-½", "½-½", "½-½", "½-½")
WON = ("1-0", "1-0", "0-1", "1-0")
LOST = ("0-1", "1-0", "0-1", "0-1")
LENGTHS = KnockoutRules(best_of=4, final_best_of=4)


@pytest.mark.rule("GO-26.1", "GO-27.2")
def test_level_boards_send_on_who_won_the_first_board_that_was_not_level(hall: Hall) -> None:
    cup = entered(hall, bracket(), 4)
    first, second = hall.open_contests(cup)
    play(hall, cup, first, "½-½", "0-1", "1-0", "½-½")
    play(hall, cup, second, *WON)
    assert result_of(hall, cup, first).paired_as_winner == 1
    assert result_of(hall, cup, second).paired_as_winner is None
    (final,) = hall.open_contests(cup)
    assert set(final.sides) == {first.sides[1], second.sides[0]}
    call(hall, final)
    play(hall, cup, final, *WON)
    assert hall.load(cup).ended_at is not None
    replays(hall, cup)


@pytest.mark.rule("GO-26.1", "GO-27.1")
def test_all_boards_drawn_leave_it_to_a_lot_that_anybody_can_run_again(hall: Hall) -> None:
    cup = entered(hall, bracket(), 4)
    first, _ = hall.open_contests(cup)
    play(hall, cup, first, *LEVEL)
    chosen = result_of(hall, cup, first).paired_as_winner
    drawn = hall.ask(tournaments_store.draws_with_purpose, cup.tournament_id)
    assert [one.purpose for one in drawn] == [DrawPurpose.FIELD, DrawPurpose.LOT]
    assert chosen == first.sides.index(drawn[1].record.stream().shuffle(sorted(first.sides))[0])
    (told,) = hall.promised(LotDrawn, cup.tournament_id)
    assert told.message.chosen == first.sides[chosen or 0]
    assert all(
        check.same_bracket and not check.problems for check in hall.ask(rounds_drawing_verbs.verification, cup).checks
    )
    cup = play_on(hall, cup, lambda _: WON)
    assert cup.ended_at is not None
    replays(hall, cup)


@pytest.mark.rule("GO-27.3")
def test_a_game_more_is_asked_for_played_and_counts_for_nothing_else(hall: Hall) -> None:
    cup = entered(hall, bracket(LevelMatch.EXTRA_GAME), 2)
    (final,) = hall.open_contests(cup)
    captain = captain_of(hall, cup, final, 0)
    for told, refusal in (
        (LEVEL, "error.ExtraGameWanted"),
        ((*WON, "1-0"), "error.NoExtraGame"),
        ((*LEVEL, "½-½"), ImpossibleBoard),
    ):
        with refuses(refusal):
            hall.act(hall.actor(captain), teams_matches_verbs.report, final.contest_id, told)
    play(hall, cup, final, *LEVEL, "0-1")
    result = result_of(hall, cup, final)
    assert (result.score, result.draws, result.paired_as_winner) == ((0, 0), 4, 1)
    assert (result.boards[-1].modality, result.boards[-1].players) == (EXTRA, result.boards[0].players)
    assert hall.ask(playing_reading_verbs.view_of, final.contest_id, hall.now).part(TeamMatch) is not None
    rows = FORMATS[FormatName.KNOCKOUT].standings(hall.ask(facts, hall.load(cup)), cup.rulebook)
    assert rows[0].entrant_id == final.sides[1]
    replays(hall, cup)


def jeek() -> Rulebook:
    """The Team Tournament of the association as a knock-out of whoever comes."""
    assert JEEK.teams is not None
    free = replace(JEEK.teams, size=4, top_ranked=None, leader_is_highest_rated=False, unrated_off_board_one=False)
    open_to_all = replace(JEEK.registration, account=None)
    assert JEEK.games is not None
    games = replace(JEEK.games, best_of=4)
    small = replace(JEEK, official=False, teams=free, games=games, registration=open_to_all)
    return bracket(LevelMatch.GAMES_WON, LevelMatch.RATINGS_SUM, LevelMatch.LOT, rulebook=small)


@pytest.mark.rule("AIJE-D05-3", "AIJE-D05-4")
@pytest.mark.parametrize(
    ("boards", "goes_on"), [(("4-0", "1-3", "2-2", "2-2"), 0), (("3-1", "1-3", "2-2", "2-2"), None)]
)
def test_level_boards_go_by_the_games_won_and_then_by_the_ratings(
    hall: Hall, boards: tuple[str, ...], goes_on: int | None
) -> None:
    publish(hall, P2=2200, P3=2300)
    cup = entered(hall, jeek(), 2)
    (final,) = hall.open_contests(cup)
    hall.act(hall.actor(1), teams_matches_verbs.rule, final.contest_id, boards, None)
    result = result_of(hall, cup, final)
    better = next(side for side in (0, 1) if captain_of(hall, cup, final, side) == 3)
    assert (result.score, result.draws) == ((1, 1), 2)
    assert result.paired_as_winner == (better if goes_on is None else goes_on)
    replays(hall, cup)


@pytest.mark.rule("GO-26.1")
@pytest.mark.parametrize("lives", [2, 3])
def test_every_team_but_the_winner_loses_its_lives_in_drawn_matches_too(hall: Hall, lives: int) -> None:
    cup = entered(hall, bracket(rules=KnockoutRules(lives=lives)), 5)
    cup = play_on(hall, cup, lambda one: ("½-½", "0-1", "1-0", "½-½") if one.position % 2 else LEVEL)
    assert cup.ended_at is not None
    known = hall.ask(facts, cup)
    champion, *others = FORMATS[FormatName.KNOCKOUT].standings(known, cup.rulebook)
    lost = losses(known.contests)
    assert {lost[row.entrant_id] for row in others} == {lives}
    assert lost[champion.entrant_id] < lives
    replays(hall, cup)


@pytest.mark.rule("GO-26.1")
def test_teams_play_for_every_place(hall: Hall) -> None:
    cup = entered(hall, bracket(rules=KnockoutRules(placement_matches=True, third_place_match=True)), 7)
    cup = play_on(hall, cup, lambda one: WON if one.position % 2 else ("½-½", "1-0", "0-1", "½-½"))
    assert cup.ended_at is not None
    rows = FORMATS[FormatName.KNOCKOUT].standings(hall.ask(facts, cup), cup.rulebook)
    assert [row.rank_from for row in rows] == [1, 2, 3, 4, 5, 6, 7]
    replays(hall, cup)


def by_name(contest: Contest) -> tuple[str, ...]:
    """Whoever has the lower id wins, so that no play-off ends in a circle."""
    return WON if contest.sides[0] < contest.sides[1] else LOST


def then_cut(format_name: FormatName, level: Level) -> Rulebook:
    """A table of teams whose first two or four go on to a knock-out."""
    assert GO.ranking is not None
    assert GO.teams is not None
    swiss = format_name is FormatName.SWISS
    whole = replace(
        GO,
        format=format_name,
        ranking=replace(GO.ranking, order=("points", "board_points"), level=level),
        round_robin=None if swiss else RoundRobinRules(),
        swiss=SwissRules(rounds=2) if swiss else None,
        groups=None if swiss else GroupRules(size=3, advance=2),
        cut=CutRules(players=4),
        knockout=replace(LENGTHS, seeding=Seeding.SEEDED),
        discipline=None,
        adjournment=None,
    )
    assert problems(whole) == ()
    return whole


@pytest.mark.rule("GO-26.3", "GO-27.1", "GO-27.3")
@pytest.mark.parametrize("format_name", [FormatName.SWISS, FormatName.GROUPS])
@pytest.mark.parametrize("level", list(Level))
def test_a_cut_of_teams_is_reached_and_won_however_level_they_are(
    hall: Hall, format_name: FormatName, level: Level
) -> None:
    cup = entered(hall, then_cut(format_name, level), 6)
    cup = play_on(hall, cup, lambda one: LEVEL if one.stage in {Stage.MAIN, Stage.GROUP} else by_name(one))
    known = hall.ask(facts, cup)
    assert cup.ended_at is not None
    assert len([one for one in known.contests if one.stage is Stage.FINAL]) == 1
    assert any(one.stage is Stage.PLAY_OFF for one in known.contests) is (level is Level.PLAY_OFF)
    replays(hall, cup)


def corrected(hall: Hall, contest: Contest, boards: tuple[str, ...], reopened: int) -> None:
    hall.act(hall.actor(1), teams_matches_verbs.correct, contest.contest_id, boards, "Wrong way round", reopened)


@pytest.mark.rule("AIJE-D01-6", "GO-26.1")
def test_right_boards_that_send_on_the_other_team_play_the_final_anew(hall: Hall) -> None:
    cup = entered(hall, bracket(), 4)
    first, second = hall.open_contests(cup)
    play(hall, cup, first, *WON)
    play(hall, cup, second, *WON)
    (final,) = hall.open_contests(cup)
    hall.now += timedelta(minutes=1)
    seen = hall.ask_as(hall.actor(1), teams_matches_verbs.preview_correction, first.contest_id, LOST)
    assert [one.contest_id for one in seen.reopened] == [final.contest_id]
    with pytest.raises(Outdated):
        corrected(hall, first, LOST, 0)
    corrected(hall, first, LOST, 1)
    (anew,) = hall.open_contests(cup)
    assert set(anew.sides) == {first.sides[1], second.sides[0]}
    with pytest.raises(AlreadyDone):
        corrected(hall, first, LOST, 0)
    with refuses("error.CorrectedByBoards"):
        hall.act(hall.actor(1), playing_correcting_verbs.correct, first.contest_id, (3, 1, 0), 0, "No boards")
    replays(hall, cup)


@pytest.mark.rule("GO-27.1")
def test_a_lot_stands_when_other_level_boards_are_put_right(hall: Hall) -> None:
    cup = entered(hall, bracket(LevelMatch.LOT), 4)
    first, _ = hall.open_contests(cup)
    play(hall, cup, first, *LEVEL)
    chosen = result_of(hall, cup, first).paired_as_winner
    corrected(hall, first, ("1-0", "0-1", "½-½", "½-½"), 0)
    assert result_of(hall, cup, first).paired_as_winner == chosen
    drawn = hall.ask(tournaments_store.draws_with_purpose, cup.tournament_id)
    assert len(drawn) == 2
    replays(hall, cup)


@pytest.mark.rule("OLY-7.1")
def test_a_captain_tells_no_draw_that_only_an_arbiter_can_rule(hall: Hall) -> None:
    cup = hall.announce(replace(SCHOOLS, minimum_entrants=2), "Olimpiada")
    names = {2: "Norte", 3: "Sul"}
    for teacher, name in names.items():
        school(hall, cup, teacher, name)
    cup = begin(hall, cup, *names)
    (contest,) = hall.open_contests(cup)
    teachers = [captain_of(hall, cup, contest, side) for side in (0, 1)]
    for teacher in teachers:
        hall.act(hall.actor(teacher), teams_matches_verbs.name_line_up, contest.contest_id, line_up(names[teacher]))
    # Board 4 is Picaria or Tic Tackle, whose sheets leave a draw to the arbiter.
    boards = ("1-0", "1-0", "0-1", "½-1½", "2-0")
    with refuses("error.BoardDrawIsRuled") as refused:
        hall.act(hall.actor(teachers[0]), teams_matches_verbs.report, contest.contest_id, boards)
    assert refused.value.number == 4
    hall.act(hall.actor(1), teams_matches_verbs.rule, contest.contest_id, boards, None)
    assert result_of(hall, cup, contest).boards[3].draws == 1


@pytest.mark.rule("OLY-2", "OLY-5", "GO-26.1")
def test_a_knock_out_of_schools_sends_on_by_points_and_a_level_dispute_by_the_living_game(hall: Hall) -> None:
    ways = (LevelMatch.LIVING_POINTS, LevelMatch.GIANT_POINTS, LevelMatch.LOT)
    cup = hall.announce(bracket(*ways, rulebook=replace(SCHOOLS, minimum_entrants=2)), "Olimpiada")
    names = {2: "Norte", 3: "Sul", 4: "Leste", 5: "Oeste"}
    for teacher, name in names.items():
        school(hall, cup, teacher, name)
    cup = begin(hall, cup, *names)
    told = {0: ("1-0", "1-0", "1-0", "1-1", "0-2"), 1: ("1-0", "1-0", "½-½", "1-1", "½-1½")}
    semis = hall.open_contests(cup)
    for contest in semis:
        for side in (0, 1):
            teacher = captain_of(hall, cup, contest, side)
            hall.act(hall.actor(teacher), teams_matches_verbs.name_line_up, contest.contest_id, line_up(names[teacher]))
        hall.act(hall.actor(1), teams_matches_verbs.rule, contest.contest_id, told[contest.position], None)
    by_points, level = sorted(semis, key=lambda one: one.position)
    assert result_of(hall, cup, by_points).score == (4, 3)
    assert [result_of(hall, cup, one).paired_as_winner for one in (by_points, level)] == [1, 1]
    (final,) = hall.open_contests(cup)
    assert set(final.sides) == {by_points.sides[1], level.sides[1]}
    replays(hall, cup)


@pytest.mark.rule("GO-25.1", "GO-26.3")
def test_teams_in_which_everyone_meets_everyone_reach_a_final_after_a_swiss(hall: Hall) -> None:
    known = then_cut(FormatName.SWISS, Level.LOT)
    assert known.teams is not None
    assert known.games is not None
    whole = replace(
        known,
        teams=replace(known.teams, size=3, substitutes=1, encounter=TeamEncounter.EVERYONE),
        games=replace(known.games, best_of=9),
        knockout=KnockoutRules(best_of=9, final_best_of=9, seeding=Seeding.SEEDED),
        cut=CutRules(players=2),
    )
    assert problems(whole) == ()
    cup = play_on(hall, entered(hall, whole, 4), lambda one: ("1-0",) * 5 + ("0-1",) * 4)
    assert cup.ended_at is not None
    (final,) = [one for one in hall.ask(facts, cup).contests if one.stage is Stage.FINAL]
    assert (final.best_of, len(result_of(hall, cup, final).boards)) == (9, 9)
    replays(hall, cup)

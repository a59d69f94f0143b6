"""What the lobby and the own card say at odd moments: called off, over in the middle of a game, nobody else left."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.arena import cards as arena_cards
from bot.features.arena import plugs as arena_plugs
from bot.features.arena import reading_verbs as arena_reading_verbs
from bot.features.arena.model import ArenaTask
from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments.facts_verbs import arena_subject
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel.ids import TournamentId
from bot.people.cards import mention
from bot.play.formats.arena import ArenaOutcome
from tests.features.arena.test_arena_late import begun, presses
from tests.hall.arena_hall import SECOND, begin, found, later, points, ready, result_of, sides, tell, win
from tests.hall.hall import Hall

ENGLISH = Translator("en-US")


def own_card(hall: Hall, who: int, tournament_id: TournamentId) -> str:
    view = hall.ask_as(hall.actor(who), arena_reading_verbs.mine, tournament_id)
    return "\n".join(arena_cards.own(view, ENGLISH).paragraphs)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_lobby_of_an_arena_that_was_called_off_has_no_buttons(hall: Hall, locale: str) -> None:
    tournament = begin(hall, 2, 3, 4)
    hall.now += timedelta(minutes=1)
    hall.act(hall.actor(1), course_ending_verbs.cancel, tournament.tournament_id, "The power is gone")
    assert arena_subject(tournament.tournament_id) in {one.panel for one in hall.ask(kernel_panel_store.stale)}
    composed = found(hall.ask(arena_plugs.panel, tournament.tournament_id, hall.now))[0]
    card = composed(Translator(locale))
    assert presses(card) == []
    assert len(card.paragraphs) == 2
    later(hall, hours=2)
    assert hall.load(tournament).ended_at is None


@pytest.mark.rule("ARENA-4")
def test_a_game_that_nobody_told_in_time_is_not_asked_for_once_the_time_is_up(hall: Hall) -> None:
    tournament = begin(hall, 2, 3, 4, 5)
    one, other = hall.open_contests(tournament)
    later(hall, minutes=59, seconds=30)
    tell(hall, sides(hall, tournament, one)[0], one, ArenaOutcome.WON)
    later(hall, seconds=40)
    assert hall.load(tournament).ended_at is None
    late = sides(hall, tournament, other)[0]
    card = own_card(hall, late, tournament.tournament_id)
    assert "no longer counts" in card
    assert "Play <@" not in card
    later(hall, minutes=5)
    assert hall.load(tournament).ended_at is not None
    assert hall.ask_as(hall.actor(late), guidance_verbs.tasks).tasks == ()


def test_the_words_behind_the_race_say_what_each_leader_has_and_had_at_half_time(hall: Hall) -> None:
    tournament = begin(hall, 2, 3, 4, 5)
    later(hall, minutes=5)
    winner, _ = win(hall, tournament, hall.open_contests(tournament)[0])
    view = found(hall.ask(course_reading_verbs.standings_view, tournament.tournament_id))
    now = replace(view, facts=replace(view.facts, now=hall.now))
    (drawn,) = arena_cards.race_pictures(now, ENGLISH)
    lines = f"lines show how points grow in {tournament.name}. Points so far: P{winner} 2; "
    assert lines in drawn.description
    (drawn,) = arena_cards.race_pictures(view, ENGLISH)
    assert f"Points at half time and at the end: P{winner} 2, then 2; " in drawn.description


def test_who_is_left_alone_is_told_so_and_the_arena_ends_in_its_time(hall: Hall) -> None:
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    first, second = win(hall, tournament, game)
    hall.act(hall.actor(second), rounds_drawing_verbs.leave, tournament.tournament_id)
    hall.now += SECOND
    ready(hall, first, tournament)
    assert "You are the only one left" in own_card(hall, first, tournament.tournament_id)
    later(hall, hours=1, minutes=1)
    assert hall.load(tournament).ended_at is not None
    assert points(hall, tournament)[first] == 2


def test_while_somebody_may_still_come_nobody_is_told_to_be_alone(hall: Hall) -> None:
    tournament = begun(hall, 2, 3)
    hall.act(hall.actor(3), rounds_drawing_verbs.leave, tournament.tournament_id)
    hall.now += SECOND
    assert ready(hall, 2, tournament).waiting
    assert "You are the only one left" not in own_card(hall, 2, tournament.tournament_id)


def test_an_arena_that_everybody_leaves_ends_in_its_time(hall: Hall) -> None:
    tournament = begin(hall, 2, 3, 4)
    (game,) = hall.open_contests(tournament)
    for who in (2, 3, 4):
        hall.act(hall.actor(who), rounds_drawing_verbs.leave, tournament.tournament_id)
    assert result_of(hall, game).score in {(1, 0), (0, 1)}
    later(hall, hours=1, minutes=1)
    assert hall.load(tournament).ended_at is not None


@pytest.mark.rule("ARENA-5")
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("task", [ArenaTask.COME, ArenaTask.OPPONENT_COMES])
def test_a_press_between_the_end_of_the_time_and_its_being_noted_is_answered(
    hall: Hall, task: ArenaTask, locale: str
) -> None:
    tournament = begin(hall, 2, 3)
    view = hall.ask_as(hall.actor(2), arena_reading_verbs.mine, tournament.tournament_id)
    assert view.game is not None
    waiting = replace(view, task=task, game=replace(view.game, lost_at=None))
    told = "\n".join(arena_cards.own(waiting, Translator(locale)).paragraphs)
    assert Translator(locale).say("arena.time_is_up", other=mention(view.game.opponent)) in told

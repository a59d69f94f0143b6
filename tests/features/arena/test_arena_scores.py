"""What is kept of an arena's points never says anything else than its results."""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import timedelta

import pytest

from bot.features.arena import reading_verbs as arena_reading_verbs
from bot.features.arena import store as arena_store
from bot.features.course.facts_verbs import facts
from bot.features.entering import store as entering_store
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import store as playing_store
from bot.features.playing.reports_store import Annulment
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Tx
from bot.kernel.errors import UserError
from bot.kernel.ids import EntrantId, FileId
from bot.kernel.outages import Outage
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.play.formats import arena
from bot.play.formats.arena import ArenaOutcome, Reached, reached_by, tallies
from tests.hall.arena_hall import begin, found, later, number, ready, sides, tell, win
from tests.hall.hall import Hall
from tests.hall.outages import wake_up


def counted(hall: Hall, tournament: Tournament) -> dict[EntrantId, Reached]:
    known = hall.ask(facts, hall.load(tournament))
    return {who: reached_by(score) for who, score in tallies(known, tournament.rulebook).items()}


def agrees(hall: Hall, tournament: Tournament) -> None:
    """The kept points, those the lobby shows, and those of the results are the same."""
    by_results = counted(hall, tournament)
    kept = hall.ask(arena_store.of_tournament, tournament.tournament_id)
    assert {who: one for who, one in kept.items() if one is not None}.items() <= by_results.items()
    assert hall.ask(arena_reading_verbs.scores, tournament) == by_results
    rows = arena.standings(hall.ask(facts, tournament), tournament.rulebook)
    top = found(hall.ask(arena_reading_verbs.lobby, tournament.tournament_id)).top
    played = [(row.rank_from, by_results[row.entrant_id].points) for row in rows if by_results[row.entrant_id].games]
    assert [(one.rank, one.points) for one in top] == played[: arena_reading_verbs.TOP]


def annul(tx: Tx, contest: Contest, side: int) -> None:
    person = found(entering_store.load(tx, contest.sides[side])).person_id
    tx.execute(
        "INSERT INTO case_files (file_id, guild_id, number, accused_id, ground, account, opened_at, reply_within,"
        " appeal_within) VALUES ('f1', 1, 1, ?, 'program_help', 'Seen', 0, 1, 1) ON CONFLICT DO NOTHING",
        (person,),
    )
    annulled = Annulment(FileId("f1"), contest.contest_id, contest.sides[side])
    playing_reports_store.add_annulment(tx, tx.new_id(), annulled, person, tx.now)


@pytest.mark.rule("ARENA-1", "ARENA-6", "ARENA-7")
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 20))])
def test_whatever_happens_the_kept_points_are_those_of_the_results(hall: Hall, seed: int) -> None:
    chance, tournament = random.Random(seed), begin(hall, *range(2, 14))
    for _ in range(40):
        hall.now += timedelta(seconds=chance.uniform(1, 60))
        with suppress(UserError):
            happen(hall, tournament, chance)
        agrees(hall, tournament)
    later(hall, hours=2)
    agrees(hall, tournament)


def happen(hall: Hall, tournament: Tournament, chance: random.Random) -> None:
    """A game is told, corrected, annulled or given up; somebody comes back, or the bot was away."""
    every = hall.ask(playing_store.of_tournament, tournament.tournament_id)
    settled = [one for one in every if one.result is not None]
    waiting = [one for one in every if one.result is None]
    match chance.randrange(10):
        case 0 if settled:
            score = chance.choice([(1, 0, 0), (0, 1, 0), (0, 0, 1)])
            game = chance.choice(settled)
            hall.act(hall.actor(1), playing_correcting_verbs.correct, game.contest_id, score, 0, "It was otherwise")
        case 1 if settled:
            hall.do(annul, chance.choice(settled), chance.randrange(2))
        case 2:
            person = found(hall.ask(entering_store.load, chance.choice(every).sides[0])).person_id
            hall.do(lambda tx: playing_reports_store.undo_annulment(tx, FileId("f1"), person, tx.now))
        case 3 if waiting and chance.random() < 0.3:
            who = number(hall, tournament, chance.choice(waiting).sides[0])
            hall.act(hall.actor(who), rounds_drawing_verbs.leave, tournament.tournament_id)
        case 4:
            hall.do(playing_outage_verbs.note_alive)
            hall.now += timedelta(minutes=2)
            hall.do(wake_up)
        case 5 if waiting:
            draw(hall, tournament, chance.choice(waiting), str(chance.randint(1, 60)))
        case _ if waiting:
            for who in win(hall, tournament, chance.choice(waiting)):
                ready(hall, who, tournament)
            later(hall, seconds=chance.uniform(1, 30))
        case _:
            pass


def draw(hall: Hall, tournament: Tournament, game: Contest, moves: str) -> None:
    for who in sides(hall, tournament, game):
        tell(hall, who, game, ArenaOutcome.DRAWN, moves)


def test_after_a_game_the_points_of_its_players_are_kept(hall: Hall) -> None:
    tournament = begin(hall, 2, 3, 4, 5)
    win(hall, tournament, hall.open_contests(tournament)[0])
    kept = hall.ask(arena_store.of_tournament, tournament.tournament_id)
    assert sorted(one.games for one in kept.values() if one is not None) == [0, 0, 1, 1]
    assert hall.ask(arena_store.to_count, tournament.tournament_id) == []


def test_what_was_told_too_late_is_not_kept_since_an_outage_may_let_it_count(hall: Hall) -> None:
    tournament = begin(hall, 2, 3)
    (game,) = hall.open_contests(tournament)
    end = hall.ask_as(hall.actor(2), arena_reading_verbs.mine, tournament.tournament_id).ends_at
    hall.now = end + timedelta(seconds=1)
    hall.act(hall.actor(2), rounds_drawing_verbs.leave, tournament.tournament_id)
    agrees(hall, tournament)
    assert hall.ask(arena_store.of_tournament, tournament.tournament_id)[game.sides[0]] is None
    hall.do(lambda tx: kernel_time_store.add_outage(tx, Outage(end - timedelta(minutes=9), end - timedelta(minutes=1))))
    agrees(hall, tournament)
    assert sum(one.points for one in counted(hall, tournament).values()) == 2

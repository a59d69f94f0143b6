"""A cup's rehearsal fails, and says why, when table, pairings or messages are not what the rulebook makes of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from bot.features.course import facts_verbs as course_facts_verbs
from bot.features.course import verbs as course_verbs
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.rounds import words_cards as rounds_words_cards
from bot.features.tournaments import store as tournaments_store
from bot.play import contests, pairing_engine
from bot.play.formats import groups, round_robin, swiss
from bot.play.points import encounter_points
from bot.record import writing
from cogs import answering
from tests.rehearsals.conftest import CupRehearsal
from tests.rehearsals.planting import Faults, Patch, Plant

FAULTS = Faults[str, str, int | None]()

POINTS = "Points are what the results make of them"
ORDER = "The table is in the order of the points"
TOLD = "Each round is told once"
RESULTS_TOLD = "The end of a round tells its results"
PODIUM = "The podium is what the results say"
REMATCH = "Nobody meets the same opponent twice in a Swiss"
BYES = "Nobody has a bye too many"
ONCE = "Everyone plays once a round"
EVERYBODY = "Everybody meets everybody in a round robin"
GONE = "Who left is paired no more, and loses what was still to play"
GROUPS = "Everybody plays in one group, and groups are alike"
TABLES = "Each group has its own table while groups are played"
APART = "Two of one group meet again in the final at the earliest"
CUT = "Those who go on are the first of the table"
WHY = "Who asks why is told why"
RUNNING = "Nobody in an arena plays two at once, or the same one twice running"
RECORD = "The record can be worked out again, and agrees"
FACTS = "The record holds the facts, and all of them"
ENDS = "The arena ends in time, and stands still while the bot is away"
LATE = "What comes after the end counts for nothing"
MOVE = "Without a first move the game is lost, and not before"
RULED = "A disputed game is ruled by a person while both play on"
DRAW = "Every draw can be run again from what is public"
SPOKEN = "Everybody is spoken to in their own language"


def fault(preset: str, complaint: str, players: int | None = None) -> Callable[[Plant], Plant]:
    """Registers a fault with the preset that is played and the check that has to complain."""
    return FAULTS.fault(preset, complaint, players)


@fault("go-swiss", POINTS)
def a_win_is_a_point_short(patch: Patch) -> None:
    patch.setattr("bot.play.crosstable.encounter_points", _halved)


@fault("aije-champions-league", POINTS)
def a_match_won_is_one_point_whatever_the_games(patch: Patch) -> None:
    patch.setattr("bot.play.points._points_by_games", lambda result, side, _: Fraction(result.score[side] > 2))


@fault("go-round-robin", POINTS)
def the_results_of_who_left_early_still_count(patch: Patch) -> None:
    patch.setattr("bot.play.crosstable.voided_entrants", lambda *given: frozenset())


@fault("arena", POINTS)
def a_run_of_wins_doubles_nothing(patch: Patch) -> None:
    patch.setattr("bot.play.formats.arena.DOUBLE", 1)


@fault("arena", RUNNING)
def nobody_remembers_whom_one_has_just_met(patch: Patch) -> None:
    patch.setattr("bot.play.formats.arena.patience", lambda *given, **more: timedelta(0))


@fault("arena", ENDS)
def the_arena_goes_on_through_an_outage(patch: Patch) -> None:
    patch.setattr(course_facts_verbs, "resume", lambda begun, lasts, _: begun + lasts)


@fault("arena", LATE)
def a_result_after_the_end_is_taken(patch: Patch) -> None:
    patch.setattr("bot.features.arena.verbs.refuse_late", lambda *given: None)


@fault("arena", MOVE)
def who_answers_too_is_lost(patch: Patch) -> None:
    patch.setattr("bot.features.playing.presence_verbs._arrive", lambda *given: None)


@fault("arena", RULED)
def who_disputes_has_to_wait(patch: Patch) -> None:
    patch.setattr("bot.features.playing.reports_store.dispute", lambda *given: True)
    patch.setattr("bot.features.playing.reporting_verbs._call_for_dispute", lambda *given: None)


@fault("go-swiss", ORDER)
def the_table_is_upside_down(patch: Patch) -> None:
    real = swiss.standings

    def turned(*given: Any) -> Any:
        rows = real(*given)
        places = [(row.rank_from, row.rank_to) for row in rows]
        return tuple(
            replace(row, rank_from=first, rank_to=last)
            for row, (first, last) in zip(reversed(rows), places, strict=True)
        )

    patch.setattr(swiss, "standings", turned)


@fault("go-swiss", WHY)
def the_reasons_give_other_points(patch: Patch) -> None:
    patch.setattr("bot.features.rounds.words_cards.exact_words", lambda value, translator: "7")


@fault("go-swiss", TOLD)
def a_round_is_never_told(patch: Patch) -> None:
    patch.setattr(course_verbs, "_tell_rounds", lambda *given: None)


@fault("go-swiss", TOLD)
def rounds_are_told_again_and_again(patch: Patch) -> None:
    patch.setattr("bot.kernel.outbox.all_promises", lambda *given: [])


@fault("go-swiss", RESULTS_TOLD)
def the_end_of_a_round_leaves_out_a_result(patch: Patch) -> None:
    told = rounds_words_cards.results
    patch.setattr("bot.features.rounds.standings_cards.results", lambda contests, *more: told(contests[1:], *more))


@fault("go-swiss", PODIUM)
def the_podium_is_upside_down(patch: Patch) -> None:
    def turned(rows: Any, **more: Any) -> Any:
        found = contests.podium(rows, **more)
        ranks = [(row.rank_from, row.rank_to) for row in found]
        return tuple(
            replace(row, rank_from=ranks[at][0], rank_to=ranks[at][1]) for at, row in enumerate(reversed(found))
        )

    patch.setattr("bot.features.rounds.ending_verbs.podium", turned)


@fault("go-swiss", REMATCH)
def neighbours_meet_whoever_they_have_met(patch: Patch) -> None:
    patch.setattr("bot.play.formats.swiss._pair", _first_round_again)


@fault("go-swiss", BYES, players=9)
def the_same_one_has_every_bye(patch: Patch) -> None:
    patch.setattr("bot.play.formats.swiss._pair", _first_round_again)


@fault("go-swiss", ONCE)
def the_last_board_is_forgotten(patch: Patch) -> None:
    real = swiss.advance
    patch.setattr(swiss, "advance", lambda *given: real(*given)[:-1])


@fault("aije-champions-league", EVERYBODY)
def the_table_ends_a_round_early(patch: Patch) -> None:
    real = round_robin.pool_schedule
    patch.setattr(round_robin, "pool_schedule", lambda *given: real(*given)[:-1])


@fault("go-swiss", GONE)
def who_left_is_paired_all_the_same(patch: Patch) -> None:
    real = course_facts_verbs._field

    def there(*given: Any) -> Any:
        return tuple(replace(one, withdrawn=False) for one in real(*given))

    patch.setattr(course_facts_verbs, "_field", there)


@fault("swiss-cut", CUT)
def the_last_of_the_table_go_on(patch: Patch) -> None:
    real = swiss._seeds
    patch.setattr(swiss, "_seeds", lambda field: tuple(reversed(real(field))))


@fault("groups-cut", GROUPS)
def groups_are_filled_one_after_the_other(patch: Patch) -> None:
    patch.setattr(groups, "dealt", lambda field, size: tuple(tuple(field[at : at + 4]) for at in range(0, 10, 4)))


@fault("groups-cut", TABLES)
def the_groups_are_shown_as_one_table(patch: Patch) -> None:
    patch.setattr(groups, "tables_in_play", lambda *given: ())


@fault("groups-cut", CUT)
def the_last_of_the_groups_go_on(patch: Patch) -> None:
    patch.setattr(groups, "_place", lambda row, _: (-row.rank_from, (True, 0.0), row.entrant_id))


@fault("groups-cut", APART)
def groups_are_seeded_one_after_the_other(patch: Patch) -> None:
    patch.setattr(groups, "cross", lambda tiers, *given: tuple(one for tier in tiers for one in tier))


@fault("go-round-robin", DRAW)
def the_seed_is_another(patch: Patch) -> None:
    real = tournaments_store.add_draw

    def other(tx: Any, record: Any, *more: Any) -> None:
        real(tx, replace(record, seed="0" * 64), *more)

    patch.setattr("bot.features.tournaments.store.add_draw", other)


@fault("go-round-robin", RECORD)
def the_record_claims_another_table(patch: Patch) -> None:
    real = writing.written_standings
    patch.setattr(writing, "written_standings", lambda known: list(reversed(real(known))))


@fault("go-round-robin", FACTS)
def the_record_forgets_a_contest(patch: Patch) -> None:
    real = past_events_drafts_verbs._contests
    patch.setattr(past_events_drafts_verbs, "_contests", lambda *given: real(*given)[:-1])


@fault("go-round-robin", SPOKEN)
def answers_are_in_the_servers_language(patch: Patch) -> None:
    patch.setattr(answering, "translator_of", answering.server_translator)


@fault("go-round-robin", SPOKEN)
def everybody_reads_the_language_of_who_pressed(patch: Patch) -> None:
    patch.setattr(answering, "server_translator", answering.translator_of)


def _halved(contest: Any, rulebook: Any) -> Any:
    return tuple(value / 2 for value in encounter_points(contest, rulebook))


_REAL_PAIRED = swiss._pair


def _first_round_again(field: Any, number: int, stream: Any) -> Any:
    """As if nobody had met: the pairing of the first round, from the standing numbers alone."""
    if number == 1:
        return _REAL_PAIRED(field, number, stream)
    task = swiss._task(field, number, field.numbered, first_has_first=True)
    fresh = tuple(
        replace(one, points=Fraction(0), met=frozenset(), colours=(), byes=0, unplayed=0) for one in task.players
    )
    return pairing_engine.pair(replace(task, players=fresh, rounds_left=1))


def test_there_are_ten_faults_and_more() -> None:
    assert len(FAULTS) > 10


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_rehearsal_fails_when(name: str, cup_rehearsal: CupRehearsal, monkeypatch: Patch) -> None:
    plant, preset, complaint, players = FAULTS[name]
    plant(monkeypatch)
    _, verdict = await cup_rehearsal(preset, players=players)
    failed = {check.title for check in verdict.checks if check.problems}
    assert complaint in failed

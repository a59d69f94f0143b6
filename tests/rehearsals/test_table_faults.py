"""The rehearsal of tables of three fails, and says why, when decks, seats, points or the final are wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.features.decks import model as decks_model
from bot.features.decks import verbs as decks_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import Reported
from bot.features.playing.reading_verbs import view_of
from bot.play import contests
from bot.play.contests import NOTHING_MORE, Stage
from bot.play.formats import tables
from bot.play.formats.tables import FinalSeats
from bot.play.matches import Counter
from bot.server import verbs as server_verbs
from rehearsal.cups.rules import read
from rehearsal.cups.tables_count import Total, finalists, sizes
from rehearsal.regulation import find
from tests.rehearsals.conftest import CupRehearsal
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()


@FAULTS.fault("Everybody sits once a round, at tables of three where the numbers let it")
def tables_are_of_four_wherever_they_can_be(patch: Patch) -> None:
    patch.setattr(tables, "sizes", lambda players, _: (4,) * (players // 4) + (players % 4,) * bool(players % 4))


@FAULTS.fault("Who has lost sits with those who have lost")
def everybody_is_drawn_together(patch: Patch) -> None:
    real = tables._tables
    patch.setattr(tables, "_tables", lambda step, *given: real(replace(step, round=1), *given))


@FAULTS.fault("The inactive sit by their points")
def the_inactive_sit_by_lot(patch: Patch) -> None:
    real = tables._tables

    def by_lot(step: Any, rulebook: Any, stream: Any) -> Any:
        level = {one: replace(total, victory_points=0, influence=0) for one, total in step.known.items()}
        return real(replace(step, known=level), rulebook, stream)

    patch.setattr(tables, "_tables", by_lot)


@FAULTS.fault("Points and influence are what the games make of them")
def who_is_second_has_nothing(patch: Patch) -> None:
    patch.setattr("bot.play.formats.tables._second_sides", lambda *given: ())


@FAULTS.fault("Points and influence are what the games make of them")
def an_extra_game_counts(patch: Patch) -> None:
    patch.setattr(
        "bot.play.formats.tables._note_seat",
        lambda player, *given: replace(player, influence=player.influence + 1),
    )


@FAULTS.fault("The final holds the unbeaten and the highest scores")
def the_lowest_scores_are_called(patch: Patch) -> None:
    real = tables._call_by_score

    def lowest(active: Any, inactive: Any, seats: int) -> FinalSeats:
        turned = [replace(one, influence=-one.influence, victory_points=-one.victory_points) for one in inactive]
        return real(active, turned, seats)

    patch.setattr(tables, "_call_by_score", lowest)


@FAULTS.fault("The final holds the unbeaten and the highest scores")
def nobody_plays_for_the_last_seats(patch: Patch) -> None:
    patch.setattr(
        tables, "_settled_if_enough", lambda state: FinalSeats((*state.through, *sorted(state.pool)[: state.seats]))
    )


@FAULTS.fault("Everybody else plays a last round beside the final")
def the_others_go_home_before_the_final(patch: Patch) -> None:
    real = tables._step

    def alone(facts: Any, rulebook: Any, number: int) -> Any:
        step = real(facts, rulebook, number)
        if any(one.stage is Stage.FINAL for one in facts.contests):
            return replace(step, free=frozenset())
        if step.final is None or not step.final.is_settled:
            return step
        return replace(step, free=frozenset(step.final.through))

    patch.setattr(tables, "_step", alone)


@FAULTS.fault("The podium is what the final says")
def the_podium_is_upside_down(patch: Patch) -> None:
    def turned(rows: Any, **more: Any) -> Any:
        found = contests.podium(rows, **more)
        ranks = [(row.rank_from, row.rank_to) for row in found]
        return tuple(
            replace(row, rank_from=ranks[at][0], rank_to=ranks[at][1]) for at, row in enumerate(reversed(found))
        )

    patch.setattr("bot.features.rounds.ending_verbs.podium", turned)


@FAULTS.fault("Of counts that differ one is taken, and a person decides")
def a_second_count_replaces_the_first(patch: Patch) -> None:
    def replaces(tx: Any, key: Any, score: Any, told: Any = NOTHING_MORE) -> Reported:
        match_context = playing_verbs.in_play(tx, tx.guild_id, key)
        person = server_verbs.recognise(tx)
        playing_reporting_verbs._replace(tx, match_context, person, Counter(score, told), tx.pressed_at)
        return Reported(view_of(tx, key, tx.now), score, settled=False)

    patch.setattr(playing_reporting_verbs, "report", replaces)


@FAULTS.fault("Every offending line of a deck is named")
def a_sample_card_passes(patch: Patch) -> None:
    patch.setattr("bot.features.decks.model._reason", lambda *given: None)


@FAULTS.fault("Every offending line of a deck is named")
def lines_are_counted_from_nought(patch: Patch) -> None:
    real = decks_model._problems
    patch.setattr(
        decks_model, "_problems", lambda *given: (replace(one, line=(one.line or 1) - 1) for one in real(*given))
    )


@FAULTS.fault("Nobody confirms without a deck")
def a_deck_may_come_later(patch: Patch) -> None:
    patch.setattr("bot.features.decks.verbs.refuse_without", lambda *given: None)


@FAULTS.fault("A judge may refuse a card, and says why to who holds it")
def nobody_is_written_to_about_a_card(patch: Patch) -> None:
    patch.setattr("bot.features.decks.verbs.tell_member", lambda *given: None)


@FAULTS.fault("Nobody sits at a table with a refused card")
def a_refused_card_keeps_nobody_from_the_table(patch: Patch) -> None:
    patch.setattr(decks_verbs, "refuse_held", lambda *given: None)


@FAULTS.fault("A deck is between its player and the judges")
def anybody_sees_any_deck(patch: Patch) -> None:
    patch.setattr("bot.features.decks.verbs._sees_decks", lambda *given: True)


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_rehearsal_of_tables_fails_when(name: str, cup_rehearsal: CupRehearsal, monkeypatch: Patch) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    _, verdict = await cup_rehearsal("on-the-edge")
    assert complaint in {check.title for check in verdict.checks if check.problems}


@pytest.mark.long
@pytest.mark.rule("OTE-2.8")
async def test_the_usual_rehearsal_has_an_extra_game(cup_rehearsal: CupRehearsal) -> None:
    cup, verdict = await cup_rehearsal("on-the-edge")
    assert [check for check in verdict.checks if check.problems] == []
    assert any(game.extra for game in cup.at_tables.games.values())
    assert cup.at_tables.rulings[0].refused_check_in


@pytest.mark.rule("OTE-2.4")
@pytest.mark.parametrize(
    ("players", "seats"),
    [(2, [2]), (4, [4]), (5, [2, 3]), (7, [4, 3]), (8, [4, 4]), (10, [4, 3, 3]), (11, [4, 4, 3]), (12, [3, 3, 3, 3])],
)
def test_the_judge_counts_seats(players: int, seats: list[int]) -> None:
    assert sizes(players) == seats


@pytest.mark.rule("OTE-2.8")
def test_the_judge_knows_who_is_level_for_the_final() -> None:
    known = {"a": Total(), "b": Total(False, 6, 4), "c": Total(False, 4, 8), "d": Total(False, 8, 0), "e": Total(False)}
    found = finalists(known, known)
    assert (found.sure, found.level, found.left) == ({"a"}, {"b", "c", "d"}, 2)
    assert finalists(known, {"a", "b", "e"}).sure == {"a", "b", "e"}


def test_the_judge_reads_the_numbers_of_tables_and_decks() -> None:
    rules = read(find("on-the-edge"))
    assert rules.tables is not None
    assert (rules.tables.active, rules.tables.to_win) == ((8, 4, 2), 16)
    assert rules.deck is not None
    assert {"66", "9"} < rules.deck.refused

"""A bad evening ends well, and the right check complains where the bot breaks what it promises on one."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.features.by_name import cards as by_name_cards
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.guidance import staff_worker as guidance_staff_worker
from bot.features.late import verbs as late_verbs
from bot.features.playing import store as playing_store
from bot.features.replacing import verbs as replacing_verbs
from bot.features.tournaments import summons_model as tournaments_summons_model
from bot.i18n.catalogue import LOCALES
from bot.kernel import time_store as kernel_time_store
from bot.kernel.ids import EntrantId
from bot.play import matches as play_matches
from rehearsal.bad_evening import director, scenes
from rehearsal.bad_evening.counted import MOST_ACTS
from rehearsal.bad_evening.diary import BadEvening, Mishap
from rehearsal.bad_evening.show import NAME
from tests.rehearsals.conftest import played_in
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()
_QUESTION = "Who sleeps is asked once before the close, with three choices"
_TIME = "Silence moves the close once, and all who are missing are told"
_QUARRELS = "The organiser is called to each quarrel, and decides it"
_BY_NAME = "Who answers for a player without Discord is asked once for each match"


@FAULTS.fault(_QUESTION)
def the_role_is_not_called_while_there_is_time(patch: Patch) -> None:
    patch.setattr(tournaments_summons_model, "SHORT", tournaments_summons_model.SHORT * 0)


@FAULTS.fault(_TIME)
def those_who_are_missing_are_not_told_of_the_time(patch: Patch) -> None:
    patch.setattr(entering_check_in_verbs, "batches", lambda *_: [])


@FAULTS.fault("Who comes late reads whom to ask")
def who_comes_late_is_sent_away(patch: Patch) -> None:
    patch.setattr(late_verbs, "_may_be_let_in", lambda *_: False)


@FAULTS.fault("Who had the bye is told and called")
def who_had_the_bye_is_not_told(patch: Patch) -> None:
    real = late_verbs._into_bye

    def silently(*given: object) -> EntrantId | None:
        real(*given)  # type: ignore[arg-type]
        return None

    patch.setattr(late_verbs, "_into_bye", silently)


@FAULTS.fault("The draw and the lot over byes can both be checked")
def the_lot_over_byes_is_not_published(patch: Patch) -> None:
    patch.setattr(late_verbs, "publish", lambda *_: None)


@FAULTS.fault("Who never comes loses by the clock alone")
def the_clock_runs_while_the_bot_is_dead(patch: Patch) -> None:
    patch.setattr(play_matches, "resume", lambda began, after, *_: began + after)


@FAULTS.fault("A killed bot goes on where it was, and says nothing twice")
def a_killed_bot_forgets_that_it_was_away(patch: Patch) -> None:
    patch.setattr(kernel_time_store, "add_outage", lambda _, ended, **__: ended)


@FAULTS.fault("Nobody loses by absence who was there")
def a_minute_of_absence_costs_a_game(patch: Patch) -> None:
    patch.setattr(play_matches, "_price", lambda _: timedelta(minutes=1))


@FAULTS.fault(_BY_NAME)
def who_answers_is_not_pinged(patch: Patch) -> None:
    patch.setattr(by_name_cards, "pings", lambda *_: frozenset())


@FAULTS.fault("Who leaves is replaced once, and what was played stays with who played it")
def who_comes_in_is_given_what_was_played(patch: Patch) -> None:
    patch.setattr(playing_store, "keep_players", lambda *_: None)


@FAULTS.fault("All read who is replaced, by whom and why")
def nobody_reads_who_is_replaced(patch: Patch) -> None:
    patch.setattr(replacing_verbs, "promise_publicly", lambda *_: None)


@FAULTS.fault(_QUARRELS)
def who_sleeps_is_called_and_the_role_is_not(patch: Patch) -> None:
    patch.setattr(tournaments_summons_model, "_to_role_at", lambda _: iter(()))


@FAULTS.fault("Everybody is pinged as often as the evening asks for")
def who_was_pinged_is_written_to_as_well(patch: Patch) -> None:
    patch.setattr(guidance_staff_worker, "pings_role", lambda *_: False)


@FAULTS.fault("No mishap costs the organiser more acts than it may")
def the_organiser_needs_the_desk_to_let_somebody_in(patch: Patch) -> None:
    real = scenes.lets_in

    async def by_the_desk(evening: BadEvening) -> None:
        before = evening.play.stage.organiser.acts
        await evening.play.stage.organiser.type("desk", tournament=evening.event.event_id)
        await real(evening)
        evening.acts[Mishap.LATE] = evening.play.stage.organiser.acts - before

    patch.setattr(director, "lets_in", by_the_desk)


@pytest.mark.parametrize("language", [LOCALES[0], *(pytest.param(one, marks=pytest.mark.long) for one in LOCALES[1:])])
async def test_a_bad_evening_ends_well_for_everybody(tmp_path: Path, language: str) -> None:
    ended = await played_in(tmp_path, NAME, seed=1, language=language)
    assert [check for check in ended.verdict.checks if check.problems] == []
    heard, acted, *_ = ended.verdict.tables
    assert {row[0]: row[3] for row in heard[2]}.keys() >= {"organiser", "late one", "players", "arbiter"}
    written = {str(row[0]) for row in heard[2] if row[3] != "0 to 0, median 0"}
    assert written == {"who leaves", "who comes in"}, "nobody else is written to who could be pinged"
    for mishap, times, acts in acted[2]:
        assert isinstance(times, int)
        assert acts == MOST_ACTS[Mishap(str(mishap))] * times, "no mishap of it has become cheaper unnoticed"


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_evening_fails_when(name: str, tmp_path: Path, monkeypatch: Patch) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    ended = await played_in(tmp_path, NAME, seed=1, language="it")
    assert complaint in {check.title for check in ended.verdict.checks if check.problems}

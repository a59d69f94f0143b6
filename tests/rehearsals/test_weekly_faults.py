"""A cup that comes back every Friday holds, and the right check complains when the bot breaks what it promises."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

import pytest

from bot.features.repeating import cards as repeating_cards
from bot.features.repeating import model as repeating_model
from bot.features.repeating import verbs as repeating_verbs
from bot.features.repeating.model import NextDate, Pattern, RepeatView
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import verbs as tournaments_verbs
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.context import Tx
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.rulebook import Rulebook
from rehearsal.weekly.show import NAME
from tests.rehearsals.conftest import played_in
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()
_HOURS = "Each evening begins at the hour of the first, whatever the clocks do"
_IN_TIME = "Each is announced so many days before, and late where the bot was away"
_ALIKE = "All have the name, the rules, the places, the text and the host of the first"
_AGAIN = "Again is a week later at the same hour, and seen before it is told"


@FAULTS.fault(_HOURS)
def a_week_is_so_many_hours_whatever_the_clocks_do(patch: Patch) -> None:
    def start(pattern: Pattern, number: int, zone: tzinfo) -> datetime:
        return pattern._wall(0, zone, 0).astimezone(UTC) + number * timedelta(days=7)

    patch.setattr(Pattern, "start", start)


@FAULTS.fault(_HOURS)
def another_date_is_skipped(patch: Patch) -> None:
    real = repeating_verbs.skip
    patch.setattr(repeating_verbs, "skip", lambda tx, repeat_id, number: real(tx, repeat_id, number + 1))


@FAULTS.fault(_IN_TIME)
def each_is_announced_a_day_early(patch: Patch) -> None:
    real = repeating_model.announced_at
    patch.setattr(repeating_verbs, "announced_at", lambda *given: real(*given) - timedelta(days=1))


@FAULTS.fault("One at a time is announced")
def the_next_is_announced_with_the_one_before(patch: Patch) -> None:
    patch.setattr(repeating_verbs, "announced_at", lambda repeat, *_: repeat.made_at)


@FAULTS.fault(_ALIKE)
def the_text_stays_with_the_first(patch: Patch) -> None:
    patch.setattr(tournaments_store, "give_event", lambda *_: None)


@FAULTS.fault(_ALIKE)
def the_places_are_forgotten(patch: Patch) -> None:
    real = tournaments_verbs.created_by

    def with_more(tx: Tx, person: Person, name: str, rules: Rulebook, start_at: datetime) -> Tournament:
        return real(tx, person, name, replace(rules, registration=replace(rules.registration, capacity=16)), start_at)

    patch.setattr(tournaments_verbs, "created_by", with_more)


@FAULTS.fault("The skipped date is struck out, and that one alone")
def the_card_shows_what_is_skipped_as_any_date(patch: Patch) -> None:
    real = repeating_cards._date

    def plainly(one: NextDate, view: RepeatView, translator: Translator) -> str:
        return real(replace(one, is_skipped=False), view, translator)

    patch.setattr(repeating_cards, "_date", plainly)


@FAULTS.fault("After the last date nothing comes by itself")
def it_never_ends(patch: Patch) -> None:
    real = repeating_verbs._bounded
    patch.setattr(repeating_verbs, "_bounded", lambda *given: replace(real(*given), last_number=None))


@FAULTS.fault(_AGAIN)
def again_is_a_day_later(patch: Patch) -> None:
    real = repeating_model.a_week_later
    patch.setattr(repeating_verbs, "a_week_later", lambda *given: real(*given) - timedelta(days=1))


@FAULTS.fault("Nobody is called to what goes by itself")
def what_the_bot_slept_over_is_left_out(patch: Patch) -> None:
    patch.setattr(repeating_verbs, "comes_too_late", lambda start_at, _, now: now > start_at - timedelta(days=5))


@pytest.mark.parametrize("language", [LOCALES[0], *(pytest.param(one, marks=pytest.mark.long) for one in LOCALES[1:])])
async def test_three_fridays_come_back_at_eight_over_the_change_of_the_clocks(tmp_path: Path, language: str) -> None:
    ended = await played_in(tmp_path, NAME, seed=1, language=language)
    assert [check for check in ended.verdict.checks if check.problems] == []
    assert [row[-1] for row in ended.verdict.tables[0][2]][:4] == [
        "Fri 20 Mar 20:00",
        "Fri 27 Mar 20:00",
        "Fri 10 Apr 20:00",
        "Sat 18 Apr 18:00",
    ]


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_fridays_fail_when(name: str, tmp_path: Path, monkeypatch: Patch) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    ended = await played_in(tmp_path, NAME, seed=1, language="it")
    assert complaint in {check.title for check in ended.verdict.checks if check.problems}

"""The rehearsal of a match for the title fails, and says why, when colours, games, pauses or the crown are wrong."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.features.title_match import verbs as title_match_verbs
from bot.play import title_games
from bot.play.title_games import Colour, ColourChoices, Series
from rehearsal.cups.title.diary import How, TitleCup, read
from rehearsal.regulation import find
from tests.rehearsals.conftest import CupRehearsal
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()

PAUSES = "Pauses end in time, are told once, and are no more than there are"
ENDS = "The first to win more than half of the games has won"


@FAULTS.fault("The two with a place play, and nobody else")
def whoever_knocks_is_let_in(patch: Patch) -> None:
    patch.setattr("bot.features.entering.eligibility_verbs.is_invited", lambda *given: True)


@FAULTS.fault("Colours alternate from the first game")
def the_champion_begins_every_game(patch: Patch) -> None:
    patch.setattr(title_games, "colours", lambda best_of, first, last=None: (first,) * best_of)
    patch.setattr("bot.play.formats.title_match.colours", title_games.colours)


@FAULTS.fault("What was chosen and what the lot gave is published at the start")
def the_choice_is_forgotten(patch: Patch) -> None:
    black = ColourChoices(Colour.SECOND, Colour.SECOND)
    patch.setattr("bot.play.formats.title_match.draw_colours", lambda *given: black)


@FAULTS.fault("The champion alone is asked for colours")
def the_question_pings_nobody(patch: Patch) -> None:
    patch.setattr("bot.features.title_match.cards.pings", lambda people: frozenset())


@FAULTS.fault("A game that counts for nothing keeps its number")
def an_annulled_game_counts(patch: Patch) -> None:
    patch.setattr(title_games.SeriesGame, "counts", property(lambda game: True))


@FAULTS.fault(ENDS)
def nine_wins_are_enough(patch: Patch) -> None:
    patch.setattr(Series, "target", property(lambda series: series.best_of // 2))


@FAULTS.fault("Arbiters annul and award games, and both are told why")
def a_winners_word_is_enough(patch: Patch) -> None:
    patch.setattr(title_match_verbs, "_is_agreed", lambda *given: True)


@FAULTS.fault(PAUSES)
def a_pause_is_a_minute_short(patch: Patch) -> None:
    real = title_games.pauses_of

    def short(rules: Any) -> Any:
        found = real(rules)
        return replace(found, lasts=found.lasts - timedelta(minutes=1))

    patch.setattr(title_games, "pauses_of", short)


@FAULTS.fault(PAUSES)
def a_pause_runs_while_the_bot_is_away(patch: Patch) -> None:
    patch.setattr(title_games, "without_outages", lambda found, _: found)


@FAULTS.fault(PAUSES)
def nobody_hears_that_play_goes_on(patch: Patch) -> None:
    patch.setattr(title_match_verbs, "end_pause", lambda *given: None)


@FAULTS.fault(PAUSES)
def there_is_always_another_pause(patch: Patch) -> None:
    patch.setattr("bot.features.title_match.verbs.refusal", lambda *given: None)
    patch.setattr(title_games, "refusal", lambda *given: None)


@FAULTS.fault("The winner holds the title from then on")
def nobody_is_crowned(patch: Patch) -> None:
    patch.setattr("bot.features.title_match.holder_verbs.crown", lambda *given: None)


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_rehearsal_of_a_title_fails_when(name: str, cup_rehearsal: CupRehearsal, monkeypatch: Patch) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    _, verdict = await cup_rehearsal("aije-world")
    assert complaint in {check.title for check in verdict.checks if check.problems}


@pytest.mark.rule("AIJE-D03-1", "AIJE-D03-2", "AIJE-D03-4", "AIJE-D03-5")
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in (2, 3))])
async def test_a_match_for_the_title_is_played_to_its_nineteenth_game(seed: int, cup_rehearsal: CupRehearsal) -> None:
    cup, verdict = await cup_rehearsal("aije-world", seed)
    assert [check for check in verdict.checks if check.problems] == []
    assert isinstance(cup, TitleCup)
    assert cup.shown[-1].number == 19
    assert {one.how for one in cup.lived} == set(How)


@pytest.mark.rule("AIJE-D03-4")
def test_the_judge_reads_the_numbers_of_a_title() -> None:
    numbers = read(find("aije-world"))
    assert (numbers.needed, numbers.pauses, numbers.pause_lasts) == (10, 2, timedelta(minutes=5))

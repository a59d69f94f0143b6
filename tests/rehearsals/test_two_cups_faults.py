"""An evening with two cups holds, and the right check complains when the bot calls somebody to two matches at once."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.features.clashes import verbs as clashes_verbs
from bot.features.clashes.plugs import Clashes
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import cards as entering_cards
from bot.features.entering import other_events_verbs as entering_other_events_verbs
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import cards as playing_cards
from bot.features.playing import note_cards as playing_note_cards
from bot.features.playing import rows_store as playing_rows_store
from bot.features.playing.model import WaitIsOver
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId
from bot.kernel.promises import Delivery, Promise
from bot.play.entries import Tournament
from rehearsal.two_cups.show import NAME
from tests.rehearsals.conftest import played_in
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()
_LATER = "The later match's clock starts when the other is over, or after the longest wait"
_CALLED = "Who is not there is called when the other match has ended"
_ASKED = "After the longest wait who runs each cup is asked"


@FAULTS.fault(_LATER)
def the_later_clock_starts_with_its_call(patch: Patch) -> None:
    patch.setattr(Clashes, "holds_back", lambda *_: None)


@FAULTS.fault(_LATER)
def nobody_waits_longer_than_ten_minutes(patch: Patch) -> None:
    patch.setattr(clashes_verbs, "waits_until", lambda called_at, _: called_at + timedelta(minutes=10))


@FAULTS.fault(_LATER)
def the_clock_starts_before_anybody_could_read_that(patch: Patch) -> None:
    def at_once(tx: Tx, promised: Promise, delivery: Delivery) -> None:  # type: ignore[type-arg]
        contest_id = promised.message.contest_id
        called = delivery.delivered_at - timedelta(minutes=2)
        playing_board_store.begin_absence_clocks(tx, contest_id, tx.now, called)

    patch.setattr(Clashes, "follows", lambda _: {WaitIsOver: at_once})


@FAULTS.fault("The earlier match's clock starts with its call")
def the_earlier_clock_stops_too(patch: Patch) -> None:
    patch.setattr(Clashes, "holds_back", lambda *given: given[-1] + timedelta(minutes=5))
    patch.setattr(clashes_verbs, "look", lambda *_: None)


@FAULTS.fault(_ASKED)
def nobody_is_asked_after_thirty_minutes(patch: Patch) -> None:
    patch.setattr(clashes_verbs, "_ask", lambda *_: None)


@FAULTS.fault(_ASKED)
def only_who_runs_the_later_cup_is_asked(patch: Patch) -> None:
    ask = clashes_verbs._ask
    patch.setattr(clashes_verbs, "_ask", lambda tx, match_context, _: ask(tx, match_context, ()))


@FAULTS.fault(_CALLED)
def nobody_is_called_when_the_other_match_has_ended(patch: Patch) -> None:
    patch.setattr(clashes_verbs, "look", lambda *_: None)


@FAULTS.fault(_CALLED)
def the_message_pings_nobody(patch: Patch) -> None:
    patch.setattr(playing_note_cards, "pings", lambda *_: frozenset())


@FAULTS.fault("The card says for what the match waits, and until when")
def the_card_does_not_say_why(patch: Patch) -> None:
    patch.setattr(playing_cards, "_why_it_waits", lambda *_: iter(()))


@FAULTS.fault("Who registers for both reads which other cup and when, and nobody else does")
def who_registers_is_not_told(patch: Patch) -> None:
    patch.setattr(entering_cards, "_also_in", lambda *_: [])


@FAULTS.fault("Who registers for both reads which other cup and when, and nobody else does")
def everybody_is_told_of_the_other_cup(patch: Patch) -> None:
    def of_entrant(tx: Query, tournament: Tournament, _: object) -> tuple[Tournament, ...]:
        hours, but = entering_other_events_verbs.hours_of(tx, tournament), tournament.tournament_id
        return tuple(entering_other_events_verbs.meeting(tx, tournament.guild_id, hours, but))

    patch.setattr(entering_other_events_verbs, "of_entrant", of_entrant)


@FAULTS.fault("The preview names the cup at the same hours")
def nothing_is_seen_ahead(patch: Patch) -> None:
    patch.setattr(desk_verbs, "FINDERS", tuple(one for one in desk_verbs.FINDERS if one is not desk_verbs._beside))


@FAULTS.fault("The desk names who plays in both")
def the_desk_names_nobody(patch: Patch) -> None:
    patch.setattr(desk_verbs, "in_both", lambda *_: ())


@FAULTS.fault("Nobody loses a game for having played in the other cup")
def another_event_is_not_looked_at(patch: Patch) -> None:
    patch.setattr(playing_rows_store, "in_play_of_people", lambda *_: list[ContestId]())


async def test_who_plays_in_two_cups_loses_no_game_for_it(tmp_path: Path) -> None:
    ended = await played_in(tmp_path, NAME, seed=1)
    assert [check for check in ended.verdict.checks if check.problems] == []
    assert len(ended.verdict.tables[0][2]) >= 3, "matches waited in each round"


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_evening_with_two_cups_fails_when(name: str, tmp_path: Path, monkeypatch: Patch) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    ended = await played_in(tmp_path, NAME, seed=1)
    problems = [problem for check in ended.verdict.checks if check.title == complaint for problem in check.problems]
    assert [one for one in problems if not one.startswith("cannot be checked")], "the check itself has to see it"

"""Another close: who runs the event is asked before it, gives more time or begins, and silence moves it once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot import wiring
from bot.features.course import ending_verbs
from bot.features.desk import cards as desk_cards
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering.model import CheckInClosed, CheckInCutShort, CheckInExtended
from bot.features.late.model import AskToComeLate
from bot.features.tournaments import summons_store
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.facts_verbs import outages_of
from bot.features.tournaments.promises_model import StaffCalled, TournamentCancelled
from bot.features.tournaments.recusal_verbs import PlaysInTheEvent
from bot.features.tournaments.summons_model import MatterKind, MatterRef, OpenMatter
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import AlreadyDone, NotAllowed, Refused, TooEarly, TooLate
from bot.kernel.outages import CLICKS_IN_FLIGHT, Outage
from bot.layout.cards import Button, Card
from bot.play.entries import TOO_FEW, Phase, Tournament, check_in_closes_at, phase
from bot.rulebooks.library import names, preset
from tests.hall.desk_of_entries import MINUTE, SECOND, at, confirm, with_outcome
from tests.hall.hall import Hall

CUP = preset("cup")
QUARTER = 15 * MINUTE
INSTANT = timedelta(milliseconds=1)
REGULATIONS = sorted(name for name in names() if not preset(name).check_in.extend_check_in)


def let_come(hall: Hall, until: datetime) -> None:
    """Takes all steps up to the moment, oldest first, and stands there."""
    while rows := hall.ask(lambda tx: kernel_time_store.due_deadlines(tx, until, 1)):
        hall.now = max(hall.now, rows[0].due_at)
        hall.do(wiring.take, rows[0])
    hall.now = max(hall.now, until)


def cup_with(hall: Hall, *numbers: int, there: tuple[int, ...] = ()) -> Tournament:
    """A cup with these on the list, of whom some have confirmed; time stands four minutes before the close."""
    tournament = hall.announce(CUP)
    hall.enter(tournament, *numbers)
    let_come(hall, tournament.start_at - 20 * MINUTE)
    confirm(hall, tournament, *there)
    let_come(hall, tournament.start_at - 4 * MINUTE)
    return hall.load(tournament)


def question(hall: Hall, tournament: Tournament) -> OpenMatter | None:
    ref = MatterRef(MatterKind.CHECK_IN_CLOSES, f"tournament:{tournament.tournament_id}")
    return hall.ask(summons_store.load, ref)


def is_asked(hall: Hall, tournament: Tournament) -> bool:
    found = question(hall, tournament)
    return found is not None and found.settled_at is None


def closes_at(hall: Hall, tournament: Tournament) -> datetime:
    loaded = hall.load(tournament)
    return check_in_closes_at(loaded, hall.ask(outages_of, loaded))


def extend(hall: Hall, tournament: Tournament, times: int = 0, by: int = 1) -> Tournament:
    return hall.act(hall.actor(by), entering_check_in_verbs.extend, tournament.tournament_id, times)


def begin(hall: Hall, tournament: Tournament) -> Tournament:
    return hall.act(hall.actor(1), entering_check_in_verbs.cut_short, tournament.tournament_id)


def call_of(hall: Hall, tournament: Tournament, locale: str = "en-US") -> Card:
    """The call as it has to look now."""
    found = question(hall, tournament)
    assert found is not None
    composed = hall.ask(lambda tx: wiring.compose(tx, f"staff-call:{found.told_by[-1]}", hall.now))
    assert composed is not None
    return composed[0](Translator(locale))


def buttons(card: Card) -> list[str]:
    return [line.press.custom_id for line in card.lines if line.press is not None]


# --- the question ---------------------------------------------------------------------------------------------------


def desk_of(hall: Hall, tournament: Tournament, who: int = 1) -> tuple[list[str], list[str]]:
    """The row of the question, and all buttons of the desk."""
    view = hall.ask_as(hall.actor(who), desk_verbs.desk_view, tournament.tournament_id)
    card = desk_cards.desk(view, Translator("en-US"))
    rows = [line.text for line in card.lines if "Check-in closes soon" in line.text]
    below = [one for row in card.controls if isinstance(row, tuple) for one in row if isinstance(one, Button)]
    return rows, [*buttons(card), *(button.custom_id for button in below)]


def test_while_the_question_before_the_close_is_open_the_desk_asks_it_too(hall: Hall) -> None:
    tournament = hall.announce(CUP)
    hall.enter(tournament, 2, 3, 4)
    key = tournament.tournament_id
    let_come(hall, tournament.start_at - 6 * MINUTE)
    assert desk_of(hall, tournament)[0] == []
    confirm(hall, tournament, 2, 3)
    let_come(hall, tournament.start_at - 5 * MINUTE)
    (row,), pressed = desk_of(hall, tournament)
    assert "1 player is missing: <@4>" in row
    assert [one for one in pressed if one.startswith("close-")] == [
        f"close-more:{key}.0",
        f"close-now:{key}",
        f"close-off:{key}",
    ]
    hall.act(hall.actor(1), entering_check_in_verbs.cut_short, key)
    assert desk_of(hall, tournament)[0] == []


def test_after_the_second_time_the_desk_offers_no_third_quarter_of_an_hour(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2, 3))
    key = tournament.tournament_id
    for times in (0, 1):
        assert f"close-more:{key}.{times}" in desk_of(hall, tournament)[1]
        extend(hall, tournament, times)
    _, pressed = desk_of(hall, tournament)
    assert [one for one in pressed if one.startswith("close-")] == [f"close-now:{key}", f"close-off:{key}"]
    confirm(hall, tournament, 4)
    assert desk_of(hall, tournament)[0] == [], "nobody is missing any more"


def test_five_minutes_before_the_close_who_runs_the_event_is_asked_once_and_reads_who_is_missing(hall: Hall) -> None:
    tournament = hall.announce(CUP)
    hall.enter(tournament, 2, 3, 4)
    let_come(hall, tournament.start_at - 20 * MINUTE)
    confirm(hall, tournament, 2, 3)
    let_come(hall, tournament.start_at - 5 * MINUTE - SECOND)
    assert not is_asked(hall, tournament)
    let_come(hall, tournament.start_at - 5 * MINUTE)
    assert is_asked(hall, tournament)
    card = call_of(hall, tournament)
    assert "<@4>" in card.lines[0].text
    assert "<@2>" not in card.lines[0].text
    key = tournament.tournament_id
    assert buttons(card) == [f"close-more:{key}.0", f"close-now:{key}", f"close-off:{key}"]
    hall.do(entering_check_in_verbs.ask_about_close, hall.load(tournament))
    let_come(hall, tournament.start_at)
    assert len(told(hall, tournament)) == 1


def told(hall: Hall, tournament: Tournament) -> list[str]:
    """The calls that named the question."""
    found = question(hall, tournament)
    assert found is not None
    return [one for one in found.told_by if hall.promised(StaffCalled, one)]


def test_where_nobody_is_missing_nobody_is_asked(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, there=(2, 3))
    assert question(hall, tournament) is None
    assert hall.load(tournament).close_asked_at is not None


def test_who_comes_once_it_was_asked_is_not_named_any_more(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2, 3))
    confirm(hall, tournament, 4)
    assert "<@4>" not in call_of(hall, tournament).lines[0].text


def test_in_a_window_of_ten_minutes_nobody_is_asked(hall: Hall) -> None:
    short = replace(CUP, check_in=replace(CUP.check_in, opens_before=10 * MINUTE, reminders_before_close=()))
    tournament = hall.announce(short)
    hall.enter(tournament, 2, 3, 4)
    let_come(hall, tournament.start_at - MINUTE)
    assert hall.load(tournament).close_asked_at is None
    assert question(hall, tournament) is None


@pytest.mark.parametrize("locale", LOCALES)
def test_of_a_long_list_ten_are_named_and_the_rest_is_counted(hall: Hall, locale: str) -> None:
    tournament = cup_with(hall, *range(2, 20), there=(2, 3))
    text = call_of(hall, tournament, locale).lines[0].text
    assert text.count("<@") == 10
    assert "6" in text


@pytest.mark.rule("AIJE-D01-5")
@pytest.mark.parametrize("name", ["aije-open", "aije-teams", "olympiad-school", "go-swiss", "on-the-edge"])
def test_a_regulation_that_takes_no_delay_asks_nobody_and_moves_nothing(hall: Hall, name: str) -> None:
    assert name in REGULATIONS
    rules = replace(CUP, check_in=preset(name).check_in)
    tournament = hall.announce(rules)
    hall.enter(tournament, 2, 3, 4)
    let_come(hall, tournament.start_at - MINUTE)
    assert question(hall, tournament) is None
    for press in (lambda: extend(hall, tournament), lambda: begin(hall, tournament)):
        with pytest.raises(Refused) as refused:
            press()
        assert refused.value.key == "error.CloseIsFixed"
    let_come(hall, tournament.start_at + 3 * SECOND)
    assert hall.load(tournament).cancel_reason == TOO_FEW


def test_every_preset_of_a_regulation_keeps_its_close_and_every_ordinary_one_may_move_it() -> None:
    ordinary = {"cup", "double-elimination", "swiss", "swiss-cut", "round-robin", "weekly-league", "groups-cut"}
    assert set(names()) - set(REGULATIONS) == ordinary | {"teams", "arena", "ladder"}
    assert {name for name in names() if name.startswith(("aije-", "go-", "olympiad"))} <= set(REGULATIONS)


# --- more time ------------------------------------------------------------------------------------------------------


def test_fifteen_minutes_more_move_the_close_for_everybody_and_name_who_gave_them(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2, 3))
    extend(hall, tournament)
    assert closes_at(hall, tournament) == tournament.start_at + QUARTER
    (told,) = hall.promised(CheckInExtended, tournament.tournament_id)
    composed = hall.ask(wiring.ALL[CheckInExtended], told)
    assert composed is not None
    card = composed(Translator("en-US"))
    assert "<@1>" in card.paragraphs[0]
    assert card.pings == {4}
    let_come(hall, tournament.start_at + 14 * MINUTE)
    assert phase(hall.load(tournament)) is Phase.CHECK_IN
    confirm(hall, tournament, 4)
    let_come(hall, tournament.start_at + QUARTER + CLICKS_IN_FLIGHT)
    assert with_outcome(hall, tournament, "starter") == ["P2", "P3", "P4"]
    assert hall.load(tournament).check_in_closed_at == tournament.start_at + QUARTER


def test_a_second_time_needs_a_second_press_and_a_third_is_refused(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2, 3))
    extend(hall, tournament)
    assert buttons(call_of(hall, tournament))[0] == f"close-more:{tournament.tournament_id}.1"
    let_come(hall, tournament.start_at + 12 * MINUTE)
    extend(hall, tournament, times=1)
    assert closes_at(hall, tournament) == tournament.start_at + 2 * QUARTER
    assert buttons(call_of(hall, tournament)) == [f"close-{way}:{tournament.tournament_id}" for way in ("now", "off")]
    with pytest.raises(Refused) as refused:
        extend(hall, tournament, times=2)
    assert refused.value.key == "error.NoMoreExtensions"


def test_two_who_press_at_once_give_the_time_once(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2, 3))
    hall.arbiter(9)
    extend(hall, tournament)
    with pytest.raises(AlreadyDone):
        extend(hall, tournament, by=9)
    assert closes_at(hall, tournament) == tournament.start_at + QUARTER


def test_a_press_at_the_close_counts(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2, 3))
    press = at(hall, tournament.start_at, 1)
    hall.now = tournament.start_at + 2 * SECOND
    organiser = replace(press, is_organiser=True)
    hall.act(organiser, entering_check_in_verbs.extend, tournament.tournament_id, 0)
    let_come(hall, tournament.start_at + 5 * SECOND)
    assert phase(hall.load(tournament)) is Phase.CHECK_IN


@pytest.mark.parametrize("drawn", [True, False])
def test_a_press_one_second_after_the_close_is_refused(hall: Hall, drawn: bool) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2, 3))
    if drawn:
        let_come(hall, tournament.start_at + 5 * SECOND)
    late = replace(at(hall, tournament.start_at + SECOND, 1), is_organiser=True)
    for press in (
        lambda: hall.act(late, entering_check_in_verbs.extend, tournament.tournament_id, 0),
        lambda: hall.act(late, entering_check_in_verbs.cut_short, tournament.tournament_id),
    ):
        with pytest.raises(TooLate):
            press()


def test_before_check_in_is_open_its_close_cannot_be_moved(hall: Hall) -> None:
    tournament = hall.announce(CUP)
    with pytest.raises(TooEarly):
        extend(hall, tournament)


def test_who_runs_nothing_gives_no_time(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2, 3))
    for verb, more in ((entering_check_in_verbs.extend, (0,)), (entering_check_in_verbs.cut_short, ())):
        press: Callable[..., Any] = verb
        with pytest.raises(NotAllowed):
            hall.act(hall.actor(4), press, tournament.tournament_id, *more)


def test_time_in_which_nobody_could_press_makes_the_longer_check_in_longer_too(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2, 3))
    extend(hall, tournament)
    down = Outage(tournament.start_at + 5 * MINUTE, tournament.start_at + 9 * MINUTE)
    hall.do(lambda tx: kernel_time_store.add_outage(tx, down))
    assert closes_at(hall, tournament) == down.up_at + QUARTER


def test_an_outage_moves_the_question_with_the_close(hall: Hall) -> None:
    tournament = hall.announce(CUP)
    hall.enter(tournament, 2, 3, 4)
    let_come(hall, tournament.start_at - 20 * MINUTE)
    confirm(hall, tournament, 2, 3)
    down = Outage(tournament.start_at - 15 * MINUTE, tournament.start_at + 5 * MINUTE)
    hall.now = down.up_at
    hall.do(lambda tx: kernel_time_store.add_outage(tx, down))
    let_come(hall, down.up_at)
    assert not is_asked(hall, tournament)
    assert closes_at(hall, tournament) == tournament.start_at + 20 * MINUTE
    let_come(hall, tournament.start_at + QUARTER - SECOND)
    assert not is_asked(hall, tournament)
    let_come(hall, tournament.start_at + QUARTER)
    assert is_asked(hall, tournament)


def test_another_start_begins_with_a_close_of_its_own(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2, 3))
    extend(hall, tournament)
    begins = tournament.start_at + timedelta(hours=3)
    hall.act(hall.actor(1), tournaments_verbs.edit, tournament.tournament_id, None, begins)
    assert closes_at(hall, tournament) == begins
    assert not is_asked(hall, tournament)
    let_come(hall, begins - 5 * MINUTE)
    assert is_asked(hall, tournament)


# --- beginning ------------------------------------------------------------------------------------------------------


def test_who_begins_with_those_there_closes_at_the_press_and_waits_for_presses_on_their_way(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, 5, there=(2, 3))
    hall.now = pressed = tournament.start_at - 3 * MINUTE
    begin(hall, tournament)
    assert not is_asked(hall, tournament)
    hall.now += SECOND
    hall.act(at(hall, pressed - SECOND, 4), entering_check_in_verbs.check_in, tournament.tournament_id)
    with pytest.raises(AskToComeLate):
        hall.act(at(hall, pressed + SECOND, 5), entering_check_in_verbs.check_in, tournament.tournament_id)
    let_come(hall, pressed + CLICKS_IN_FLIGHT)
    assert hall.load(tournament).check_in_closed_at == pressed
    assert with_outcome(hall, tournament, "starter") == ["P2", "P3", "P4"]
    (told,) = hall.promised(CheckInCutShort, tournament.tournament_id)
    composed = hall.ask(wiring.ALL[CheckInCutShort], told)
    assert composed is not None
    assert "<@1>" in composed(Translator("en-US")).paragraphs[0]


def test_with_too_few_there_nobody_begins(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2,))
    with pytest.raises(Refused) as refused:
        begin(hall, tournament)
    assert refused.value.key == "error.TooFewToBegin"
    assert hall.load(tournament).close_called_at is None


def test_two_who_begin_at_once_begin_once(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2, 3))
    begin(hall, tournament)
    with pytest.raises(AlreadyDone):
        begin(hall, tournament)
    with pytest.raises(AlreadyDone):
        extend(hall, tournament)
    assert len(hall.promised(CheckInCutShort, tournament.tournament_id)) == 1


def test_who_plays_in_it_gives_time_to_all_and_leaves_beginning_to_others(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2, 3))
    player = hall.actor(2, organiser=True)
    hall.act(player, entering_check_in_verbs.extend, tournament.tournament_id, 0)
    with pytest.raises(PlaysInTheEvent):
        hall.act(player, entering_check_in_verbs.cut_short, tournament.tournament_id)


def test_nobody_is_asked_why_they_stayed_away_from_a_close_that_came_early(hall: Hall) -> None:
    asking = replace(CUP, absence=replace(preset("aije-open").absence, bar_when_unjustified=False))
    tournament = hall.announce(asking)
    hall.enter(tournament, 2, 3, 4)
    let_come(hall, tournament.start_at - 20 * MINUTE)
    confirm(hall, tournament, 2, 3)
    let_come(hall, tournament.start_at - 4 * MINUTE)
    begin(hall, tournament)
    let_come(hall, hall.now + CLICKS_IN_FLIGHT)
    (told,) = hall.promised(CheckInClosed, tournament.tournament_id)
    composed = hall.ask(wiring.ALL[CheckInClosed], told)
    assert composed is not None
    text = composed(Translator("en-US")).paragraphs[0]
    assert "<@4>" in text
    assert "reason" not in text


# --- silence --------------------------------------------------------------------------------------------------------


def test_without_an_answer_it_closes_on_time(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2, 3))
    let_come(hall, tournament.start_at + CLICKS_IN_FLIGHT)
    assert hall.load(tournament).check_in_closed_at == tournament.start_at
    assert not is_asked(hall, tournament)


def test_with_too_few_silence_moves_the_close_once_and_tells_everybody(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2,))
    let_come(hall, tournament.start_at + CLICKS_IN_FLIGHT)
    assert phase(hall.load(tournament)) is Phase.CHECK_IN
    assert closes_at(hall, tournament) == tournament.start_at + QUARTER
    (told,) = hall.promised(CheckInExtended, tournament.tournament_id)
    composed = hall.ask(wiring.ALL[CheckInExtended], told)
    assert composed is not None
    card = composed(Translator("en-US"))
    assert card.pings == {3, 4}
    assert "it needs 2" in card.paragraphs[0]
    assert not is_asked(hall, tournament)
    let_come(hall, tournament.start_at + QUARTER + CLICKS_IN_FLIGHT)
    assert hall.load(tournament).cancel_reason == TOO_FEW
    assert hall.promised(TournamentCancelled, tournament.tournament_id)
    assert len(hall.promised(CheckInExtended, tournament.tournament_id)) == 1


def test_who_comes_in_that_time_makes_it_begin(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, there=(2,))
    let_come(hall, tournament.start_at + 10 * MINUTE)
    confirm(hall, tournament, 3)
    let_come(hall, tournament.start_at + QUARTER + CLICKS_IN_FLIGHT)
    assert hall.load(tournament).cancelled_at is None
    assert with_outcome(hall, tournament, "starter") == ["P2", "P3"]


def test_after_an_answer_it_does_not_move_by_itself(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2,))
    extend(hall, tournament)
    let_come(hall, tournament.start_at + QUARTER + CLICKS_IN_FLIGHT)
    assert hall.load(tournament).cancel_reason == TOO_FEW


def test_for_an_empty_list_it_does_not_wait(hall: Hall) -> None:
    tournament = hall.announce(CUP)
    let_come(hall, tournament.start_at + CLICKS_IN_FLIGHT)
    assert hall.load(tournament).cancel_reason == TOO_FEW


def test_of_an_event_that_is_off_nobody_reads_that_it_goes_on(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2,))
    let_come(hall, tournament.start_at + QUARTER + CLICKS_IN_FLIGHT)
    (told,) = hall.promised(CheckInClosed, tournament.tournament_id)
    composed = hall.ask(wiring.ALL[CheckInClosed], told)
    assert composed is not None
    text = composed(Translator("en-US")).paragraphs[0]
    assert "Not checked in:" in text
    assert "goes on" not in text


def test_the_question_ends_where_the_event_is_called_off(hall: Hall) -> None:
    tournament = cup_with(hall, 2, 3, 4, there=(2, 3))
    hall.act(hall.actor(1), ending_verbs.cancel, tournament.tournament_id, "No power")
    assert not is_asked(hall, tournament)
    with pytest.raises(Refused):
        extend(hall, tournament)


def test_a_press_on_any_of_its_buttons_is_an_answer() -> None:
    ref = MatterRef(MatterKind.CHECK_IN_CLOSES, "tournament:abc")
    assert all(ref.is_answered_by(one) for one in ("close-more:abc.1", "close-now:abc", "close-off:abc"))
    assert not any(ref.is_answered_by(one) for one in ("close-more:abcd.1", "close-now:other", "desk:abc"))

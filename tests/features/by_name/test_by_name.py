"""Players without Discord: who is asked for them, whose word counts, when their clock starts, and how they are told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot import wiring
from bot.features.by_name import verbs as by_name_verbs
from bot.features.by_name.model import ByNameAsked, Needs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import Registered
from bot.features.playing import cards as playing_cards
from bot.features.playing import note_cards as playing_note_cards
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import words_cards as playing_words_cards
from bot.features.playing.match_views_model import ArbiterAct, MatchView, Reported
from bot.features.playing.reading_verbs import match_view
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments import by_name_verbs as tournaments_by_name_verbs
from bot.features.tournaments import cards as tournaments_cards
from bot.features.tournaments import summons_store
from bot.features.tournaments.facts_verbs import tournament_view
from bot.features.tournaments.promises_model import MatchCalled
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel import outbox
from bot.kernel.errors import NotAllowed, NotYours
from bot.kernel.ids import ChannelId, ContestId, EntrantId, MessageId, PersonId
from bot.kernel.promises import Delivery, Message
from bot.layout.cards import Card, texts
from bot.people.cards import mention
from bot.play.contests import ResultKind
from bot.play.entries import Tournament
from bot.play.matches import MatchPhase
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset
from tests.hall.hall import Hall
from tests.refusals import refuses

ORGANISER, HELPER, ANA, BRUNO = 1, 50, 2, 3


def cup(name: str = "round-robin") -> Rulebook:
    return preset(name)


def deliver(hall: Hall, kind: type[Message]) -> int:
    """Has Discord take all of the kind that waits; answers how many."""
    waiting = [one for one in hall.ask(outbox.waiting, 1000) if isinstance(one.message, kind)]
    for number, promise in enumerate(waiting):
        message = MessageId(int(hall.now.timestamp()) * 100 + number)
        hall.do(wiring.note_delivery, Delivery(promise.outbox_id, ChannelId(7), message, hall.now))
    return len(waiting)


def by_name(hall: Hall, tournament: Tournament, name: str, by: int = ORGANISER) -> EntrantId:
    """Somebody whom a member enters by name."""
    entry = hall.act(hall.actor(by), entering_verbs.enter_other, tournament.tournament_id, None, name, name)
    assert isinstance(entry, Registered)
    return entry.entrant.entrant_id


def drawn(hall: Hall, tournament: Tournament, *members: int) -> Tournament:
    """Members and all by name confirm, and the first matches are called; nothing is read yet."""
    hall.enter(tournament, *members)
    hall.now = tournament.start_at - timedelta(minutes=20)
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    for number in members:
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)
    for one in hall.ask(entering_store.without_discord, tournament.tournament_id):
        hall.do(entering_store.check_in, one.entrant_id, hall.now)
    deliver(hall, ByNameAsked)
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    hall.do(rounds_drawing_verbs.draw_when_closed, tournament.tournament_id)
    return hall.load(tournament)


def the_match(hall: Hall, tournament: Tournament, entrant: EntrantId) -> ContestId:
    return next(one.contest_id for one in hall.open_contests(tournament) if entrant in one.sides)


def view(hall: Hall, contest_id: ContestId) -> MatchView:
    found = hall.ask(match_view, contest_id, hall.now)
    assert found is not None
    return found


def clocks(hall: Hall, contest_id: ContestId) -> dict[int, bool]:
    """By side, whether its clock still runs."""
    return {one.side: one.ended_at is None for one in view(hall, contest_id).match.clocks}


def joe_against(hall: Hall, number: int, by: int = ORGANISER) -> tuple[Tournament, EntrantId, ContestId, int]:
    """Joe, entered by a member, is called to a match with another one; and Joe's side."""
    tournament = hall.announce(replace(cup("cup"), minimum_entrants=2))
    joe = by_name(hall, tournament, "Joe", by)
    tournament = drawn(hall, tournament, number)
    contest_id = the_match(hall, tournament, joe)
    return tournament, joe, contest_id, view(hall, contest_id).contest.sides.index(joe)


# --- the clock ------------------------------------------------------------------------------------------------------


def test_the_clock_of_a_player_starts_when_who_answers_can_read_it(hall: Hall) -> None:
    _, _, contest_id, side = joe_against(hall, ANA)
    deliver(hall, MatchCalled)
    assert clocks(hall, contest_id) == {1 - side: True}
    hall.now += timedelta(minutes=7)
    deliver(hall, ByNameAsked)
    started = {one.side: one.started_at for one in view(hall, contest_id).match.clocks}
    assert started[side] == started[1 - side] + timedelta(minutes=7)


def test_a_card_that_is_read_before_the_call_starts_the_clock_with_the_call(hall: Hall) -> None:
    _, _, contest_id, side = joe_against(hall, ANA)
    deliver(hall, ByNameAsked)
    assert clocks(hall, contest_id) == {}
    hall.now += timedelta(seconds=30)
    deliver(hall, MatchCalled)
    assert clocks(hall, contest_id) == {side: True, 1 - side: True}


def test_who_is_said_to_be_here_before_the_card_is_read_loses_nothing(hall: Hall) -> None:
    _, _, contest_id, side = joe_against(hall, ANA)
    deliver(hall, MatchCalled)
    hall.act(hall.actor(ORGANISER), playing_presence_verbs.here, contest_id)
    deliver(hall, ByNameAsked)
    assert clocks(hall, contest_id)[side] is False


def test_nobody_loses_by_the_silence_of_the_only_one_who_could_press(hall: Hall) -> None:
    """A sole organiser plays against Joe: nobody is asked, and no clock runs for Joe."""
    _, joe, contest_id, side = joe_against(hall, ORGANISER)
    assert deliver(hall, ByNameAsked) == 0
    deliver(hall, MatchCalled)
    hall.now += timedelta(hours=1)
    assert side not in clocks(hall, contest_id)
    assert view(hall, contest_id).answered_by == {side: None}
    with refuses("error.AnotherAnswers"):
        hall.act(hall.actor(ORGANISER), by_name_verbs.come, joe, "")


# --- who is asked ---------------------------------------------------------------------------------------------------


def asked_for(hall: Hall, tournament: Tournament) -> list[tuple[PersonId | None, int]]:
    """Who is asked, and for how many, in each message about matches."""
    said = [one.message for one in hall.promised(ByNameAsked, tournament.tournament_id)]
    return [(one.person, len(one.entrants)) for one in said if one.contests]


def test_each_who_entered_some_is_asked_once_a_round_for_all_of_theirs(hall: Hall) -> None:
    helper = hall.arbiter(HELPER).person_id
    tournament = hall.announce(cup())
    for name in ("Joe", "Jim", "Jack"):
        by_name(hall, tournament, name)
    by_name(hall, tournament, "Jane", HELPER)
    tournament = drawn(hall, tournament, ANA, BRUNO)
    organiser = hall.person(ORGANISER).person_id
    assert sorted(asked_for(hall, tournament), key=str) == sorted([(organiser, 3), (helper, 1)], key=str)


def test_who_has_left_is_not_asked_and_who_runs_the_event_is(hall: Hall) -> None:
    helper = hall.arbiter(HELPER).person_id
    tournament = hall.announce(replace(cup("cup"), minimum_entrants=2))
    by_name(hall, tournament, "Joe", HELPER)
    hall.do(lambda tx: summons_store.note_gone(tx, helper, tx.now))
    tournament = drawn(hall, tournament, ANA)
    ((person, _),) = asked_for(hall, tournament)
    assert person is None
    (promised,) = [one for one in hall.promised(ByNameAsked, tournament.tournament_id) if one.message.contests]
    found = hall.ask(by_name_verbs.view_of, promised)
    assert found is not None
    assert [one.person_id for one in found.asked] == [hall.person(ORGANISER).person_id]


def test_who_enters_a_player_again_answers_for_them(hall: Hall) -> None:
    hall.arbiter(HELPER)
    tournament = hall.announce(cup())
    joe = by_name(hall, tournament, "Joe")
    hall.act(hall.actor(HELPER), entering_verbs.remove, joe, "A mistake")
    assert by_name(hall, tournament, "Joe", HELPER) == joe
    assert hall.ask(entering_store.entered_by, [joe])[joe] == hall.person(HELPER).person_id


# --- whose word counts ----------------------------------------------------------------------------------------------


def test_strangers_and_the_opponent_answer_for_nobody(hall: Hall) -> None:
    _, joe, contest_id, _ = joe_against(hall, ANA)
    deliver(hall, MatchCalled)
    for number in (ANA, BRUNO):
        with pytest.raises(NotAllowed):
            hall.act(hall.actor(number), by_name_verbs.come, joe, "")
    with pytest.raises(NotYours):
        hall.act(hall.actor(BRUNO), playing_presence_verbs.here, contest_id)


def test_who_is_on_discord_by_now_presses_alone(hall: Hall) -> None:
    tournament = hall.announce(cup())
    hall.enter(tournament, ANA)
    (entrant,) = hall.ask(entering_store.of_tournament, tournament.tournament_id)
    with refuses("error.AnswersThemself"):
        hall.act(hall.actor(ORGANISER), by_name_verbs.come, entrant.entrant_id, "")


def test_an_arbiter_reports_for_whom_they_entered_and_the_other_side_confirms(hall: Hall) -> None:
    hall.arbiter(HELPER)
    _, joe, contest_id, side = joe_against(hall, ANA, HELPER)
    deliver(hall, MatchCalled)
    deliver(hall, ByNameAsked)
    hall.act(hall.actor(HELPER), by_name_verbs.come, joe, "")
    hall.act(hall.actor(ANA), playing_presence_verbs.here, contest_id)
    assert not told(hall, HELPER, contest_id).settled
    report = view(hall, contest_id).match.report
    assert report is not None
    assert report.person_id == view(hall, contest_id).players[side].person_id
    with refuses("error.OwnReport"):
        hall.act(hall.actor(HELPER), playing_reporting_verbs.confirm, contest_id, report.report_id)
    hall.act(hall.actor(ANA), playing_reporting_verbs.confirm, contest_id, report.report_id)
    result = view(hall, contest_id).contest.result
    assert result is not None
    assert result.kind is ResultKind.PLAYED


def test_who_plays_against_whom_they_entered_is_not_asked_and_another_is(hall: Hall) -> None:
    hall.arbiter(HELPER)
    tournament, joe, contest_id, side = joe_against(hall, HELPER, HELPER)
    assert asked_for(hall, tournament) == [(None, 1)]
    deliver(hall, MatchCalled)
    deliver(hall, ByNameAsked)
    with refuses("error.AnotherAnswers"):
        hall.act(hall.actor(HELPER), by_name_verbs.come, joe, "")
    hall.act(hall.actor(ORGANISER), by_name_verbs.come, joe, "")
    assert clocks(hall, contest_id)[side] is False


def test_of_two_without_discord_an_organiser_settles_the_score_and_an_arbiter_only_reports_it(hall: Hall) -> None:
    hall.arbiter(HELPER)
    tournament = hall.announce(replace(cup("cup"), minimum_entrants=2))
    joe = by_name(hall, tournament, "Joe")
    jim = by_name(hall, tournament, "Jim")
    tournament = drawn(hall, tournament)
    deliver(hall, MatchCalled)
    deliver(hall, ByNameAsked)
    for one in (joe, jim):
        hall.act(hall.actor(ORGANISER), by_name_verbs.come, one, "")
    contest_id = the_match(hall, tournament, joe)
    assert not told(hall, HELPER, contest_id).settled
    report = view(hall, contest_id).match.report
    assert report is not None
    with pytest.raises(NotYours):
        hall.act(hall.actor(HELPER), playing_reporting_verbs.confirm, contest_id, report.report_id)
    assert told(hall, ORGANISER, contest_id).settled


def told(hall: Hall, number: int, contest_id: ContestId) -> Reported:
    length = view(hall, contest_id).contest.length
    score = view(hall, contest_id).state.reportable(length)[0]
    return hall.act(hall.actor(number), playing_reporting_verbs.report, contest_id, score)


def test_one_press_twice_is_one_press(hall: Hall) -> None:
    _, joe, contest_id, side = joe_against(hall, ANA)
    deliver(hall, MatchCalled)
    deliver(hall, ByNameAsked)
    for _ in range(2):
        shown = hall.act(hall.actor(ORGANISER), by_name_verbs.come, joe, "")
        assert [one.needs for one in shown.lines] == [Needs.NOTHING]
    assert clocks(hall, contest_id)[side] is False


def test_an_open_keeps_its_rules_with_players_by_name(hall: Hall) -> None:
    """The regulation lets staff enter by name; the close and the clock are as ever."""
    tournament = hall.announce(preset("aije-open"))
    joe = by_name(hall, tournament, "Joe")
    hall.enter(tournament, *range(2, 10))
    hall.now = tournament.start_at - timedelta(minutes=20)
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    (asked,) = hall.promised(ByNameAsked, tournament.tournament_id)
    assert asked.message.entrants == (joe,)
    hall.now = tournament.start_at + timedelta(seconds=1)
    with refuses("error.TooLate"):
        hall.act(hall.actor(ORGANISER), by_name_verbs.come, joe, asked.outbox_id)


# --- what is said ---------------------------------------------------------------------------------------------------


def that_ask(shown: MatchView, translator: Translator) -> Iterator[Card]:
    """Every card that asks the sides of a match to press."""
    yield playing_cards.card(shown, translator)
    yield playing_note_cards.result_wanted(shown, translator)
    yield playing_note_cards.staff_silent(shown, translator)
    yield playing_note_cards.lot_offered(shown, translator)
    yield playing_note_cards.reminder(shown, translator)
    for side in range(len(shown.players)):
        yield playing_note_cards.from_arbiter(shown, ArbiterAct.MISSING, side, None, translator)
    yield playing_note_cards.from_arbiter(shown, ArbiterAct.RESUMED, 0, None, translator)
    yield playing_note_cards.report_notice(Reported(shown, (1, 0), settled=False), translator)


def pressed_by_the_player(card: Card, name: str, who: str) -> list[str]:
    """The lines in which the player is told to press something that stands on the card."""
    labels = {one.label for row in card.controls if isinstance(row, tuple) for one in row}
    asking = [line for text in texts(card) for line in text.splitlines() if any(f"**{one}**" in line for one in labels)]
    return [line for line in (*asking, card.opening or "") if name in line and who not in line]


def cards_of_all_phases(hall: Hall, locale: str) -> Iterator[Card]:
    translator = Translator(locale)
    _, joe, contest_id, _ = joe_against(hall, ANA)
    yield from that_ask(view(hall, contest_id), translator)
    deliver(hall, MatchCalled)
    deliver(hall, ByNameAsked)
    yield from that_ask(view(hall, contest_id), translator)
    hall.act(hall.actor(ORGANISER), by_name_verbs.come, joe, "")
    hall.act(hall.actor(ANA), playing_presence_verbs.here, contest_id)
    told(hall, ANA, contest_id)
    assert view(hall, contest_id).state.phase is MatchPhase.REPORTED
    yield from that_ask(view(hall, contest_id), translator)


@pytest.mark.parametrize("locale", LOCALES)
def test_no_card_of_a_match_tells_a_player_without_discord_to_press(hall: Hall, locale: str) -> None:
    who = mention(hall.person(ORGANISER))
    wrong = [line for card in cards_of_all_phases(hall, locale) for line in pressed_by_the_player(card, "Joe", who)]
    assert wrong == []


def test_a_card_that_tells_the_player_to_press_is_found(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guard above, with the answer for others left out."""
    monkeypatch.setattr(playing_words_cards, "asked", lambda shown, side, _: mention(shown.players[side]))
    who = mention(hall.person(ORGANISER))
    assert any(pressed_by_the_player(card, "Joe", who) for card in cards_of_all_phases(hall, "en-US"))


def test_a_call_of_a_match_says_who_answers_for_each_without_discord(hall: Hall) -> None:
    tournament = hall.announce(replace(cup("cup"), minimum_entrants=2))
    joe = by_name(hall, tournament, "Joe")
    by_name(hall, tournament, "Jim")
    tournament = drawn(hall, tournament)
    said = "\n".join(texts(playing_cards.card(view(hall, the_match(hall, tournament, joe)), Translator("en-US"))))
    for name in ("Joe", "Jim"):
        assert f"{name} has no Discord. {mention(hall.person(ORGANISER))} presses for them." in said


@pytest.mark.parametrize("locale", LOCALES)
def test_no_card_of_check_in_tells_a_player_without_discord_to_press(hall: Hall, locale: str) -> None:
    tournament, translator = hall.announce(cup()), Translator(locale)
    by_name(hall, tournament, "Joe")
    hall.enter(tournament, ANA)
    found = hall.ask(tournament_view, tournament.tournament_id)
    assert found is not None
    entrants = hall.ask(entering_store.of_tournament, tournament.tournament_id)
    listed = hall.ask(tournaments_by_name_verbs.listed_with_answers, found.tournament, entrants)
    who, ana = mention(hall.person(ORGANISER)), hall.person(ANA)
    cards = (
        tournaments_cards.check_in_opened(found, listed, translator),
        tournaments_cards.check_in_reminder(found, listed, translator),
        tournaments_cards.check_in_extended(found, hall.now, listed, None, translator),
    )
    for card in cards:
        assert card.opening is not None
        assert who in card.opening.split("Joe")[0]
    assert cards[1].pings == {ana.discord_id, hall.person(ORGANISER).discord_id}

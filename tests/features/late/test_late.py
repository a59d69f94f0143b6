"""Who comes after the close: by a redraw, into a free bye, from a later round on, or not, and what is read of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest

from bot import wiring
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.late import plugs, verbs
from bot.features.late.model import AskToComeLate, LateWay, LetIn, LetInLate, NoLateByRule
from bot.features.past_events import drafts_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs
from bot.features.teams.model import NamedMember
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.promises_model import Drawn, LinkRevealed
from bot.features.tournaments.store import DrawPurpose
from bot.features.undoing import verbs as undoing_verbs
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel import time_store
from bot.kernel.errors import NotAllowed, Refused, TooLate, UserError
from bot.kernel.ids import EntrantId, MemberId
from bot.kernel.time_store import Deadline
from bot.play.contests import Contest, Score, Stage
from bot.play.entries import Tournament
from bot.play.rulebook import Lateness, Rulebook
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from bot.rulebooks.library import names, preset, problems
from tests.hall.desk_of_entries import MINUTE, confirm
from tests.hall.hall import Hall
from tests.hall.squads import save

CUP = preset("cup")
WHY = "The bus was late."
REGULATIONS = sorted(name for name in names() if name.startswith("aije-"))


def with_late(rules: Rulebook, late: Lateness) -> Rulebook:
    return replace(rules, check_in=replace(rules.check_in, late=late))


def drawn(hall: Hall, rules: Rulebook, there: int, missing: int = 1, *, called: bool = True) -> Tournament:
    """An event with so many there, members 2 and on, and so many who missed check-in after them."""
    tournament = hall.announce(rules)
    numbers = range(2, 2 + there + missing)
    hall.enter(tournament, *numbers)
    hall.now = tournament.start_at - rules.check_in.opens_before + MINUTE
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    confirm(hall, tournament, *numbers[:there])
    if called:
        hall.now = tournament.start_at + timedelta(seconds=3)
        hall.do(entering_check_in_verbs.close, hall.load(tournament))
    else:
        hall.act(hall.actor(1), entering_check_in_verbs.cut_short, tournament.tournament_id)
        hall.now += MINUTE
        hall.do(entering_check_in_verbs.close, hall.load(tournament))
    hall.do(drawing_verbs.draw_when_closed, tournament.tournament_id)
    hall.now += MINUTE
    return hall.load(tournament)


def entrant(hall: Hall, tournament: Tournament, number: int) -> EntrantId:
    found = hall.ask(entering_store.of_person, tournament.tournament_id, hall.person(number).person_id)
    assert found is not None
    return found.entrant_id


def let_in(hall: Hall, tournament: Tournament, number: int, by: int = 1) -> LetIn:
    return hall.act(hall.actor(by), verbs.let_in, entrant(hall, tournament, number), WHY)


def let_in_member(hall: Hall, tournament: Tournament, number: int, by: int = 1) -> LetIn:
    member = (MemberId(number), f"P{number}")
    return hall.act(hall.actor(by), verbs.let_in_member, tournament.tournament_id, member, WHY)


def standing(hall: Hall, tournament: Tournament) -> list[Contest]:
    return hall.ask(playing_store.of_tournament, tournament.tournament_id)


def opening(hall: Hall, tournament: Tournament) -> list[Contest]:
    contests = standing(hall, tournament)
    first = min(one.round for one in contests)
    return [one for one in contests if one.round == first and one.stage is not Stage.LOWER]


def refused(hall: Hall, tournament: Tournament, number: int) -> str:
    with pytest.raises(UserError) as found:
        let_in(hall, tournament, number)
    return found.value.key


def _the_lower_id_wins(contest: Contest) -> Score:
    first, second = contest.sides
    return (contest.target, 0) if first < second else (0, contest.target)


def played_to_the_end(hall: Hall, tournament: Tournament) -> None:
    """Plays the event, and has its record and its proof hold."""
    over = hall.play_out(tournament, _the_lower_id_wins)
    assert over.ended_at is not None
    record = hall.ask(drafts_verbs.record_of, over)
    replayed = replay(read_record(write_record(record), "late.json"))
    assert replayed.agrees, [check for check in replayed.checks if check.difference is not None]
    assert hall.ask(drawing_verbs.verification, over).holds


# --- into a free bye ------------------------------------------------------------------------------------------------


BYES = [
    pytest.param("cup", 5, id="knock-out of five"),
    pytest.param("cup", 7, id="knock-out of seven, full with one more"),
    pytest.param("cup", 13, id="knock-out of thirteen"),
    pytest.param("cup", 3, id="knock-out of three, full with one more"),
    pytest.param("double-elimination", 5, id="two lives"),
    pytest.param("double-elimination", 7, id="two lives, full with one more"),
    pytest.param("swiss", 5, id="Swiss"),
    pytest.param("swiss-cut", 9, id="Swiss with a bracket"),
    pytest.param("round-robin", 5, id="round robin"),
    pytest.param("groups-cut", 7, id="groups"),
]


@pytest.mark.parametrize(("name", "there"), BYES)
def test_a_late_player_meets_who_had_the_free_bye_and_no_other_match_changes(hall: Hall, name: str, there: int) -> None:
    tournament = drawn(hall, preset(name), there)
    before = standing(hall, tournament)
    done = let_in(hall, tournament, there + 2)
    assert done.way is LateWay.BYE
    assert done.met is not None
    late = entrant(hall, tournament, there + 2)
    after = standing(hall, tournament)
    gone = [one for one in before if one not in after]
    new = [one for one in after if one.contest_id not in {other.contest_id for other in before}]
    assert len(gone) == len(new) == 1
    assert gone[0].is_bye
    assert set(new[0].sides) == {*gone[0].sides, late}
    assert (new[0].round, new[0].position, new[0].group) == (gone[0].round, gone[0].position, gone[0].group)
    places = Counter(side for one in opening(hall, tournament) for side in one.sides)
    assert set(places.values()) == {1}
    assert len(places) == there + 1
    assert new[0].contest_id in hall.ask(playing_store.assignment_times, tournament.tournament_id)
    hall.now += MINUTE
    played_to_the_end(hall, tournament)


def test_the_lot_over_several_byes_is_a_draw_of_its_own_with_its_proof(hall: Hall) -> None:
    tournament = drawn(hall, preset("groups-cut"), 11, 2)
    let_in(hall, tournament, 13)
    draws = hall.ask(tournaments_store.draws_with_purpose, tournament.tournament_id)
    assert [one.purpose for one in draws] == [DrawPurpose.FIELD, DrawPurpose.LATE]
    assert draws[1].reason == WHY
    assert len(hall.promised(LinkRevealed, tournament.tournament_id)) == 1
    checked = hall.ask(drawing_verbs.verification, hall.load(tournament))
    assert checked.holds
    assert len(checked.checks) == 2


def test_a_match_elsewhere_than_the_lot_says_is_found_out(hall: Hall) -> None:
    tournament = drawn(hall, CUP, 5)
    let_in(hall, tournament, 7)
    late = entrant(hall, tournament, 7)
    (match,) = [one for one in standing(hall, tournament) if late in one.sides]
    hall.do(
        lambda tx: tx.execute("UPDATE contests SET position = position + 4 WHERE contest_id = ?", (match.contest_id,))
    )
    assert not hall.ask(drawing_verbs.verification, hall.load(tournament)).holds


def _byes_meet(hall: Hall, tournament: Tournament) -> bool:
    upper, lower = (one for one in opening(hall, tournament) if one.is_bye)
    return upper.position // 2 == lower.position // 2


def test_a_bye_from_which_a_match_followed_is_not_free(hall: Hall) -> None:
    """Of six players two have byes: where they meet, their match is called, and stays."""
    tournament = next(found for found in (drawn(hall, CUP, 6) for _ in count()) if _byes_meet(hall, found))
    before = standing(hall, tournament)
    assert refused(hall, tournament, 8) == "error.LateNoBye"
    assert standing(hall, tournament) == before


def test_a_full_bracket_has_no_bye_and_staff_read_what_is_possible(hall: Hall) -> None:
    tournament = drawn(hall, CUP, 4)
    assert refused(hall, tournament, 6) == "error.LateNoBye"


def test_two_late_players_take_a_bye_each_and_the_next_finds_none(hall: Hall) -> None:
    tournament = drawn(hall, preset("round-robin"), 5, 2)
    let_in(hall, tournament, 7)
    assert refused(hall, tournament, 8) == "error.LateNoBye"


def test_once_a_score_is_reported_nobody_late_comes_in(hall: Hall) -> None:
    tournament = drawn(hall, CUP, 5)
    hall.settle(hall.open_contests(tournament)[0], (2, 0))
    assert refused(hall, tournament, 7) == "error.LateAfterScore"
    assert hall.ask(verbs.way_in, hall.load(tournament), hall.now) is None


def test_a_double_press_lets_in_once(hall: Hall) -> None:
    tournament = drawn(hall, CUP, 5)
    let_in(hall, tournament, 7)
    before = standing(hall, tournament)
    assert refused(hall, tournament, 7) == "error.LatePlays"
    assert standing(hall, tournament) == before
    assert len(hall.promised(LetInLate, entrant(hall, tournament, 7))) == 1


def test_a_refusal_leaves_nothing_behind(hall: Hall) -> None:
    tournament = drawn(hall, CUP, 4)
    with pytest.raises(Refused):
        let_in_member(hall, tournament, 40)
    found = hall.ask(entering_store.of_tournament, tournament.tournament_id)
    assert [one.outcome for one in found].count(None) == 0
    assert len(found) == 5


def test_who_never_registered_comes_in_by_the_word_of_staff(hall: Hall) -> None:
    tournament = drawn(hall, CUP, 5, 0)
    done = let_in_member(hall, tournament, 40)
    assert done.way is LateWay.BYE
    played_to_the_end(hall, tournament)


def test_who_left_after_the_close_does_not_come_back_late(hall: Hall) -> None:
    tournament = drawn(hall, CUP, 5)
    hall.act(hall.actor(2), drawing_verbs.leave, tournament.tournament_id)
    assert refused(hall, tournament, 2) == "error.LateHasLeft"


def test_with_all_places_taken_nobody_late_comes_in(hall: Hall) -> None:
    rules = replace(CUP, registration=replace(CUP.registration, capacity=5))
    tournament = drawn(hall, rules, 5)
    assert refused(hall, tournament, 7) == "error.LateNoPlace"


# --- by a redraw ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cup", "double-elimination", "swiss", "round-robin", "groups-cut", "ladder"])
def test_before_the_first_call_the_field_is_drawn_again_with_the_late_one(hall: Hall, name: str) -> None:
    tournament = drawn(hall, preset(name), 6, called=name == "ladder")
    assert hall.load(tournament).first_call_at is None
    done = let_in(hall, tournament, 8)
    assert done.way is LateWay.REDRAW
    after = hall.load(tournament)
    assert after.draw_number == 2 or name == "ladder"
    field = hall.ask(entering_store.starters, tournament.tournament_id)
    assert len(field) == 7
    (told,) = hall.promised(LetInLate, entrant(hall, tournament, 8))
    again = [one.message for one in hall.promised(Drawn, tournament.tournament_id) if one.message.reason == WHY]
    assert len(again) == 1
    assert told.message.met is None
    assert hall.ask(drawing_verbs.verification, after).holds
    if name != "ladder":
        hall.now = tournament.start_at + MINUTE
        hall.do(wiring.take, _start(hall, after))
        played_to_the_end(hall, tournament)


def _start(hall: Hall, tournament: Tournament) -> Deadline:
    rows = hall.ask(lambda tx: time_store.due_deadlines(tx, tournament.start_at + MINUTE, 50))
    return next(row for row in rows if row.subject == f"tournament:{tournament.tournament_id}")


def test_the_redraw_is_once_an_event_and_the_next_one_takes_a_bye(hall: Hall) -> None:
    tournament = drawn(hall, CUP, 4, 2, called=False)
    assert let_in(hall, tournament, 6).way is LateWay.REDRAW
    hall.now += MINUTE
    assert let_in(hall, tournament, 7).way is LateWay.BYE


def test_where_only_the_first_call_closes_the_door_a_called_match_does(hall: Hall) -> None:
    tournament = drawn(hall, with_late(CUP, Lateness.FIRST_CALL), 5)
    assert refused(hall, tournament, 7) == "error.LateAfterCall"


def test_a_seed_by_hand_of_who_was_late_counts_in_the_redraw(hall: Hall) -> None:
    tournament = hall.announce(CUP)
    hall.enter(tournament, 2, 3, 4, 5, 6)
    order = [entrant(hall, tournament, number) for number in (6, 5, 4, 3, 2)]
    hall.do(entering_store.replace_hand_seeds, tournament.tournament_id, order)
    hall.now = tournament.start_at - 20 * MINUTE
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    confirm(hall, tournament, 2, 3, 4, 5)
    hall.act(hall.actor(1), entering_check_in_verbs.cut_short, tournament.tournament_id)
    hall.now += MINUTE
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    hall.do(drawing_verbs.draw_when_closed, tournament.tournament_id)
    hall.now += MINUTE
    let_in(hall, tournament, 6)
    places = {side: one.position for one in opening(hall, tournament) for side in one.sides}
    byes = {side for one in opening(hall, tournament) if one.is_bye for side in one.sides}
    assert places[order[0]] == 0
    assert set(order[:3]) == byes


def test_between_the_close_and_the_draw_the_late_one_is_simply_drawn(hall: Hall) -> None:
    tournament = hall.announce(CUP)
    hall.enter(tournament, 2, 3, 4)
    hall.now = tournament.start_at - MINUTE
    confirm(hall, tournament, 2, 3)
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    assert let_in(hall, tournament, 4).way is LateWay.DRAW
    hall.do(drawing_verbs.draw_when_closed, tournament.tournament_id)
    assert len({side for one in opening(hall, tournament) for side in one.sides}) == 3


# --- from a later round on, and formats without a way ---------------------------------------------------------------


def test_a_swiss_without_a_bye_takes_who_was_missed_from_the_second_round_on(hall: Hall) -> None:
    tournament = drawn(hall, preset("swiss"), 6)
    done = let_in(hall, tournament, 8)
    assert done.way is LateWay.ROUND
    assert done.entrant.enters_in == 2
    played_to_the_end(hall, tournament)


def test_an_arena_takes_who_was_missed_into_its_lobby(hall: Hall) -> None:
    tournament = drawn(hall, preset("arena"), 4)
    assert let_in(hall, tournament, 6).way is LateWay.ROUND


def test_a_ladder_takes_nobody_once_a_match_was_called(hall: Hall) -> None:
    tournament = drawn(hall, preset("ladder"), 4)
    called = replace(hall.load(tournament), first_call_at=hall.now)
    hall.do(tournaments_store.save, called)
    assert refused(hall, tournament, 6) == "error.LateAfterCall"


@pytest.mark.parametrize(
    ("name", "late"),
    [
        ("ladder", Lateness.FIRST_SCORE),
        ("on-the-edge", Lateness.FIRST_SCORE),
        ("arena", Lateness.FIRST_CALL),
        ("aije-world", Lateness.FIRST_CALL),
    ],
)
def test_rules_that_no_event_could_keep_are_refused(name: str, late: Lateness) -> None:
    found = [one.key for one in problems(with_late(preset(name), late))]
    assert found == ["check_in.late"]


# --- the regulations ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-D01-5")
@pytest.mark.parametrize("name", REGULATIONS)
def test_the_regulations_take_no_delay(name: str) -> None:
    assert preset(name).check_in.late is Lateness.NONE


@pytest.mark.rule("AIJE-D01-5")
def test_an_open_lets_nobody_in_late_offers_no_button_and_says_by_which_rule(hall: Hall) -> None:
    tournament = drawn(hall, preset("aije-open"), 5)
    with pytest.raises(NoLateByRule) as found:
        let_in(hall, tournament, 7)
    assert found.value.rule == "D01-5"
    assert "(D01-5)" in Translator("pt-BR").say(found.value.key, name="Open", rule=found.value.rule)
    rows = hall.ask(lambda tx: list(plugs.Late().obstacles(tx, hall.load(tournament), hall.now)))
    assert rows == []
    with pytest.raises(Refused) as late:
        hall.act(hall.actor(7), entering_verbs.register, tournament.tournament_id, "account7")
    assert late.value.key == "error.RegistrationClosed"


def test_every_ordinary_preset_takes_the_late_as_its_format_can() -> None:
    told = {name: preset(name).check_in.late for name in names()}
    assert {name for name, late in told.items() if late is Lateness.FIRST_SCORE} == {
        *("cup", "double-elimination", "swiss", "swiss-cut", "round-robin", "weekly-league", "groups-cut", "teams"),
    }
    assert told["ladder"] is Lateness.FIRST_CALL


# --- who may, and who reads what ------------------------------------------------------------------------------------


def test_a_player_who_comes_late_reads_whom_to_ask_while_that_helps(hall: Hall) -> None:
    tournament = drawn(hall, CUP, 5)
    for verb in (entering_check_in_verbs.check_in, entering_verbs.register):
        with pytest.raises(AskToComeLate) as found:
            hall.act(hall.actor(7), verb, tournament.tournament_id)
        assert found.value.name == "P1"
    hall.settle(hall.open_contests(tournament)[0], (2, 0))
    with pytest.raises(TooLate):
        hall.act(hall.actor(7), entering_check_in_verbs.check_in, tournament.tournament_id)


def test_staff_who_enter_somebody_late_read_a_sentence_of_their_own(hall: Hall) -> None:
    tournament = drawn(hall, CUP, 5)
    given = (tournament.tournament_id, (MemberId(40), "P40"), "", None)
    with pytest.raises(Refused) as found:
        hall.act(hall.actor(1), entering_verbs.enter_other, *given)
    assert found.value.key == "error.UseLate"
    hall.settle(hall.open_contests(tournament)[0], (2, 0))
    with pytest.raises(Refused) as later:
        hall.act(hall.actor(1), entering_verbs.enter_other, *given)
    assert later.value.key == "error.LateAfterScore"


def test_only_staff_let_in(hall: Hall) -> None:
    tournament = drawn(hall, CUP, 5)
    with pytest.raises(NotAllowed):
        let_in(hall, tournament, 7, by=3)
    with pytest.raises(NotAllowed):
        hall.ask_as(hall.actor(3), verbs.missed_view, tournament.tournament_id)


def test_before_the_close_staff_are_sent_to_the_door_that_is_open(hall: Hall) -> None:
    tournament = hall.announce(CUP)
    hall.enter(tournament, 2)
    assert refused(hall, tournament, 2) == "error.NotLateYet"


def test_the_desk_has_a_row_of_who_was_missed_as_long_as_they_can_come(hall: Hall) -> None:
    tournament = drawn(hall, CUP, 5, 2)
    rows = hall.ask(lambda tx: list(plugs.Late().obstacles(tx, tournament, hall.now)))
    assert [person.name for person in rows[0].people] == ["P7", "P8"]
    hall.settle(hall.open_contests(tournament)[0], (2, 0))
    assert hall.ask(lambda tx: list(plugs.Late().obstacles(tx, hall.load(tournament), hall.now))) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_all_read_who_came_late_and_why_and_the_one_with_the_bye_is_called(hall: Hall, locale: str) -> None:
    tournament = drawn(hall, CUP, 5)
    done = let_in(hall, tournament, 7)
    (told,) = hall.promised(LetInLate, entrant(hall, tournament, 7))
    composed = hall.ask(wiring.ALL[LetInLate], told)
    assert composed is not None
    card = composed(Translator(locale))
    assert done.met is not None
    assert card.pings == {done.met.discord_id}
    text = "\n".join(card.paragraphs)
    assert "<@7>" in text
    assert f"<@{done.met.discord_id}>" in text
    assert WHY in text


# --- taking it back -------------------------------------------------------------------------------------------------


def undo(hall: Hall) -> None:
    found = hall.ask_as(hall.actor(1), undoing_verbs.mine)
    (line,) = [one for one in found if one.line.act == verbs.LET_IN]
    hall.act(hall.actor(1), undoing_verbs.undo, line.sequence)


def test_taken_back_who_had_the_bye_goes_on(hall: Hall) -> None:
    tournament = drawn(hall, CUP, 5)
    done = let_in(hall, tournament, 7)
    hall.now += MINUTE
    undo(hall)
    late = entrant(hall, tournament, 7)
    (match,) = [one for one in standing(hall, tournament) if late in one.sides]
    assert match.result is not None
    won = match.sides[match.result.score.index(max(match.result.score))]
    assert done.met is not None
    assert won == entrant(hall, tournament, int(done.met.discord_id or 0))
    played_to_the_end(hall, tournament)


def test_taken_back_before_the_first_call_it_is_drawn_without_the_late_one(hall: Hall) -> None:
    tournament = drawn(hall, CUP, 5, called=False)
    let_in(hall, tournament, 7)
    hall.now += MINUTE
    undo(hall)
    late = entrant(hall, tournament, 7)
    assert all(late not in one.sides for one in standing(hall, tournament))
    assert hall.load(tournament).draw_number == 3
    assert hall.ask(drawing_verbs.verification, hall.load(tournament)).holds


def test_with_a_score_in_the_match_it_stays(hall: Hall) -> None:
    tournament = drawn(hall, CUP, 5)
    let_in(hall, tournament, 7)
    late = entrant(hall, tournament, 7)
    (match,) = [one for one in standing(hall, tournament) if late in one.sides]
    hall.settle(match, (2, 0))
    with pytest.raises(undoing_verbs.SomethingHangs):
        undo(hall)


# --- teams ----------------------------------------------------------------------------------------------------------


def test_a_team_that_missed_check_in_meets_who_had_the_bye_and_a_new_one_does_not_come(hall: Hall) -> None:
    rules = preset("teams")
    assert rules.teams is not None
    tournament = hall.announce(rules)
    for captain in (2, 3, 4, 5):
        others = tuple(NamedMember(f"Of {captain} {number}") for number in range(1, rules.teams.size))
        save(hall, tournament, captain, f"Team {captain}", NamedMember(f"P{captain}"), *others)
    hall.now = tournament.start_at - 20 * MINUTE
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    confirm(hall, tournament, 2, 3, 4)
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    hall.do(drawing_verbs.draw_when_closed, tournament.tournament_id)
    hall.now += MINUTE
    with pytest.raises(Refused) as found:
        let_in_member(hall, tournament, 40)
    assert found.value.key == "error.LateTeams"
    done = let_in(hall, tournament, 5)
    assert done.way is LateWay.BYE
    assert done.person.name == "Team 5"
    places = Counter(side for one in opening(hall, tournament) for side in one.sides)
    assert sorted(places.values()) == [1, 1, 1, 1]
    assert hall.ask(drawing_verbs.verification, hall.load(tournament)).holds

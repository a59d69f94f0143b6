"""A place that goes over: who may have it, who keeps what was played, what is refused, and how it is taken back."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course.ending_verbs import rated_matches
from bot.features.course.facts_verbs import facts
from bot.features.entering import bars_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering.model import Bar, BarReason
from bot.features.erasure import verbs as erasure_verbs
from bot.features.late import verbs as late_verbs
from bot.features.past_events import drafts_verbs
from bot.features.playing import presence_verbs
from bot.features.playing import store as playing_store
from bot.features.playing import verbs as playing_verbs
from bot.features.profile import verbs as profile_verbs
from bot.features.replacing import plugs, store, verbs
from bot.features.replacing.model import PlaceGiven, PlaceTaken, PlayerReplaced, ReplacedView
from bot.features.rounds import drawing_verbs
from bot.features.tournaments import facts_verbs
from bot.features.undoing import verbs as undoing_verbs
from bot.kernel import log
from bot.kernel.context import Query, Tx
from bot.kernel.errors import NotAllowed, UserError
from bot.kernel.ids import BarId, ContestId, EntrantId, MemberId
from bot.play.contests import Contest, Score
from bot.play.entries import Phase, Tournament, phase
from bot.play.formats import FORMATS as FORMATS_OF_PLAY
from bot.play.rulebook import Rulebook
from bot.play.series import Placed, placed_in
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from bot.rulebooks.library import names, preset, problems
from tests.hall.desk_of_entries import MINUTE, confirm
from tests.hall.hall import Hall

CUP = preset("cup")
WHY = "The train broke down."
FORMATS = ["cup", "double-elimination", "swiss", "swiss-cut", "round-robin", "groups-cut"]
FIELD = 9
"""The fewest of a Swiss with a bracket."""


def running(hall: Hall, rules: Rulebook = CUP, there: int = 4, waiting: int = 2) -> Tournament:
    """An event whose matches are called: members 2 and on play, and so many after them found no seat."""
    rules = replace(rules, registration=replace(rules.registration, capacity=there))
    tournament = hall.announce(rules)
    numbers = range(2, 2 + there + waiting)
    hall.enter(tournament, *numbers)
    hall.now = tournament.start_at - rules.check_in.opens_before + MINUTE
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    confirm(hall, tournament, *numbers)
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    hall.do(drawing_verbs.draw_when_closed, tournament.tournament_id)
    hall.now += MINUTE
    return hall.load(tournament)


def entry(hall: Hall, tournament: Tournament, number: int) -> EntrantId:
    found = hall.ask(entering_store.of_person, tournament.tournament_id, hall.person(number).person_id)
    assert found is not None
    return found.entrant_id


def exchange(hall: Hall, tournament: Tournament, left: int, came: int, by: int = 1) -> ReplacedView:
    """The one of the wait list comes in for the other."""
    place, other = entry(hall, tournament, left), entry(hall, tournament, came)
    return hall.act(hall.actor(by), verbs.replace_by_waiting, place, other, WHY)


def exchange_member(hall: Hall, tournament: Tournament, left: int, came: int, by: int = 1) -> ReplacedView:
    member = (MemberId(came), f"P{came}")
    return hall.act(hall.actor(by), verbs.replace_by, entry(hall, tournament, left), member, None, WHY)


def refusal(hall: Hall, tournament: Tournament, left: int, came: int, by: int = 1) -> str:
    with pytest.raises(UserError) as found:
        exchange(hall, tournament, left, came, by)
    return found.value.key


def holder(hall: Hall, place: EntrantId) -> str:
    found = hall.ask(entering_store.load, place)
    assert found is not None
    return found.person_id


def match_of(hall: Hall, tournament: Tournament, number: int) -> Contest:
    """The open match of the member."""
    place = entry(hall, tournament, number)
    return next(one for one in hall.open_contests(tournament) if place in one.sides and len(one.sides) > 1)


def win(hall: Hall, tournament: Tournament, number: int) -> Contest:
    """The member wins the open match."""
    contest = match_of(hall, tournament, number)
    own = contest.sides.index(entry(hall, tournament, number))
    hall.settle(contest, (contest.target, 0) if own == 0 else (0, contest.target))
    hall.now += MINUTE
    return contest


def the_lower_id_wins(contest: Contest) -> Score:
    """So that no play-off goes on for ever."""
    first, second = contest.sides
    return (contest.target, 0) if first < second else (0, contest.target)


def to_the_end(hall: Hall, tournament: Tournament) -> Tournament:
    """Plays the event out; its record and its proof hold."""
    over = hall.play_out(tournament, the_lower_id_wins)
    assert over.ended_at is not None
    record = hall.ask(drafts_verbs.record_of, over)
    replayed = replay(read_record(write_record(record), "replaced.json"))
    assert replayed.agrees, [check for check in replayed.checks if check.difference is not None]
    assert hall.ask(drawing_verbs.verification, over).holds
    return over


# --- the place and what was played ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMATS)
def test_between_matches_the_place_goes_over_and_what_was_played_stays_with_who_played(hall: Hall, name: str) -> None:
    tournament = running(hall, preset(name), FIELD)
    place = entry(hall, tournament, 2)
    contests = [one for one in hall.open_contests(tournament) if len(one.sides) > 1 and place in one.sides]
    if not contests:  # A bye in the first round: whoever meets somebody leaves instead.
        contests = [one for one in hall.open_contests(tournament) if len(one.sides) > 1]
    played = contests[0]
    place = played.sides[0]
    hall.settle(played, (played.target, 0))
    hall.now += MINUTE
    before = holder(hall, place)
    left = next(number for number in range(2, 2 + FIELD) if hall.person(number).person_id == before)
    listed = hall.ask(entering_store.starters, tournament.tournament_id)
    exchange(hall, tournament, left, 2 + FIELD)
    assert holder(hall, place) == hall.person(2 + FIELD).person_id
    assert hall.ask(entering_store.starters, tournament.tournament_id) == listed
    over = to_the_end(hall, tournament)
    rated = hall.ask(rated_matches, over)
    assert before in {rated[0].first, rated[0].second}
    assert all(before not in {one.first, one.second} for one in rated[1:] if one is not rated[0])
    newcomer = hall.person(2 + FIELD).person_id
    assert sum(newcomer in {one.first, one.second} for one in rated) == sum(
        place in one.sides and len(one.sides) > 1 and one.contest_id != played.contest_id
        for one in hall.ask(playing_store.of_tournament, over.tournament_id)
    )


def test_before_any_match_the_place_goes_over_and_the_match_is_called_anew(hall: Hall) -> None:
    tournament = running(hall)
    contest = match_of(hall, tournament, 2)
    view = exchange(hall, tournament, 2, 6)
    assert view.next_match is not None
    assert view.next_match.contest_id == contest.contest_id
    assert view.other is not None
    again = hall.ask(playing_store.load, contest.contest_id)
    assert again is not None
    assert again.contest.called_at is None
    assert again.assigned_at is not None
    to_the_end(hall, tournament)


def test_whose_career_has_the_match_is_who_played_it(hall: Hall) -> None:
    tournament = running(hall)
    win(hall, tournament, 2)
    exchange(hall, tournament, 2, 6)
    assert hall.ask(profile_verbs.career, hall.person(2).person_id).tally.won == 1
    assert hall.ask(profile_verbs.career, hall.person(6).person_id).tally.won == 0
    (latest,) = hall.ask(profile_verbs.career, hall.person(2).person_id).latest
    other = hall.ask(profile_verbs.career, latest.opponents[0])
    assert other.latest[0].opponents == (hall.person(2).person_id,)


def test_the_record_tells_both_and_rates_who_played(hall: Hall) -> None:
    tournament = running(
        hall, replace(CUP, rating=replace(CUP.rating, rated=True, base_minutes=3, increment_seconds=0))
    )
    won = win(hall, tournament, 2)
    exchange(hall, tournament, 2, 6)
    over = to_the_end(hall, tournament)
    record = hall.ask(drafts_verbs.record_of, over)
    (former,) = record.former
    assert former.played == (won.contest_id,)
    assert record.name_of(former.person_id) == "P2"
    assert record.name_of(former.entrant_id) == "P6"
    read = read_record(write_record(record), "replaced.json")
    assert read.former == record.former
    assert former.person_id in {one.player for one in replay(read).derived.ratings}


def test_why_a_place_went_over_is_let_go_with_who_left_and_with_nobody_else(hall: Hall) -> None:
    tournament = running(hall)
    place = entry(hall, tournament, 2)
    exchange(hall, tournament, 2, 6)
    (given,) = hall.ask(store.of_entrant, place)
    assert given.reason != "–"
    for other in (6, 1):
        hall.act(hall.actor(other), erasure_verbs.erase)
        assert hall.ask(store.of_entrant, place)[0].reason == given.reason, "who left still reads it on `/me`"
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert [one.reason for one in hall.ask(store.of_entrant, place)] == ["–"]


def _placed(tx: Query, tournament: Tournament) -> tuple[Placed, ...]:
    known, former = facts(tx, tournament), playing_store.played_by(tx, tournament.tournament_id)
    rows = FORMATS_OF_PLAY[tournament.rulebook.format].standings(known, tournament.rulebook)
    return placed_in(rows, known, facts_verbs.person_of(tx, tournament), former)


def test_points_of_a_series_are_shared_by_the_matches_played(hall: Hall) -> None:
    tournament = running(hall, preset("round-robin"), 4, 1)
    win(hall, tournament, 2)
    exchange(hall, tournament, 2, 6)
    over = to_the_end(hall, tournament)
    placed = {one.person_id: one for one in hall.ask(_placed, over)}
    left, came = placed[hall.person(2).person_id], placed[hall.person(6).person_id]
    assert left.share + came.share == 1
    assert left.withdrawn
    assert not came.withdrawn
    assert (left.rank_from, left.rank_to) == (came.rank_from, came.rank_to)


def test_who_came_in_can_be_replaced_too_and_each_keeps_their_matches(hall: Hall) -> None:
    tournament = running(hall, preset("round-robin"), 4)
    place = entry(hall, tournament, 2)
    win(hall, tournament, 2)
    exchange(hall, tournament, 2, 6)
    for one in hall.open_contests(tournament):
        if place not in one.sides and len(one.sides) > 1:
            hall.settle(one, (one.target, 0))
    hall.now += MINUTE
    win(hall, tournament, 6)
    exchange(hall, tournament, 6, 7)
    over = to_the_end(hall, tournament)
    given = hall.ask(store.of_tournament, over.tournament_id)
    assert [one.left_id for one in given] == [hall.person(2).person_id, hall.person(6).person_id]
    counted = Counter(person for one in hall.ask(rated_matches, over) for person in (one.first, one.second))
    assert [counted[hall.person(number).person_id] for number in (2, 6, 7)] == [1, 1, 1]


def test_before_the_draw_the_place_goes_over(hall: Hall) -> None:
    tournament = running(hall, CUP, 4)
    early = replace(hall.load(tournament), drawn_at=None)
    assert phase(early) is Phase.DRAWING
    hall.do(facts_verbs.save, early)
    hall.do(lambda tx: tx.execute("DELETE FROM contest_sides"))
    hall.do(lambda tx: tx.execute("UPDATE contests SET voided_at = 1, void_reason = 'again'"))
    place = entry(hall, tournament, 2)
    exchange(hall, tournament, 2, 6)
    assert holder(hall, place) == hall.person(6).person_id


def test_who_left_between_matches_is_replaced_and_the_place_is_in_again(hall: Hall) -> None:
    tournament = running(hall, preset("swiss"), 4)
    place = entry(hall, tournament, 2)
    win(hall, tournament, 2)
    hall.act(hall.actor(2), drawing_verbs.leave, tournament.tournament_id)
    rows = hall.ask(lambda tx: list(plugs.Replacing().obstacles(tx, hall.load(tournament), hall.now)))
    assert [one.n for one in rows] == [1]
    exchange(hall, tournament, 2, 6)
    found = hall.ask(entering_store.load, place)
    assert found is not None
    assert found.withdrawn_at is None
    assert not hall.ask(lambda tx: list(plugs.Replacing().obstacles(tx, hall.load(tournament), hall.now)))
    to_the_end(hall, tournament)


# --- who may come in ------------------------------------------------------------------------------------------------


def test_the_first_of_the_wait_list_is_offered_first(hall: Hall) -> None:
    tournament = running(hall, CUP, 4, 3)
    view = hall.ask_as(hall.actor(1), verbs.waiting_view, entry(hall, tournament, 2))
    assert [person.name for _, person in view.waiting] == ["P6", "P7", "P8"]


def test_a_member_and_a_person_without_discord_come_in_by_name(hall: Hall) -> None:
    tournament = running(hall, CUP, 4)
    exchange_member(hall, tournament, 2, 40)
    place = entry(hall, tournament, 3)
    view = hall.act(hall.actor(1), verbs.replace_by, place, None, "Grandpa Ivo", WHY)
    assert view.came.discord_id is None
    assert view.came.name == "Grandpa Ivo"
    answers = hall.ask(entering_store.entered_by, [place])
    assert answers[place] == hall.person(1).person_id
    to_the_end(hall, tournament)


def test_who_plays_or_was_replaced_does_not_come_in_under_any_account(hall: Hall) -> None:
    tournament = running(hall, CUP, 4)
    assert refusal(hall, tournament, 2, 3) == "error.SubstitutePlays"
    exchange(hall, tournament, 2, 6)
    assert refusal(hall, tournament, 3, 2) == "error.SubstitutePlayed"
    with pytest.raises(UserError) as found:
        hall.act(hall.actor(1), late_verbs.let_in, entry(hall, tournament, 2), WHY)
    assert found.value.key == "error.LateHasLeft"


def test_who_is_barred_does_not_come_in_and_is_not_offered(hall: Hall) -> None:
    rules = replace(CUP, registration=replace(CUP.registration, refuse_barred=True))
    tournament = running(hall, rules, 4)
    who = hall.person(6).person_id
    by = hall.person(1).person_id
    bar = Bar(BarId("bar"), tournament.guild_id, who, BarReason.DISQUALIFIED, "-", hall.now, barred_by=by)
    hall.do(bars_store.add, bar)
    with pytest.raises(UserError):
        exchange(hall, tournament, 2, 6)
    view = hall.ask_as(hall.actor(1), verbs.waiting_view, entry(hall, tournament, 2))
    assert [person.name for _, person in view.waiting] == ["P7"]


# --- what is refused ------------------------------------------------------------------------------------------------


def test_while_the_player_is_at_the_board_nobody_takes_the_place(hall: Hall) -> None:
    tournament = running(hall)
    contest = match_of(hall, tournament, 2)
    hall.do(lambda tx: playing_store.note_called(tx, contest.contest_id, hall.now))
    _start_clocks(hall, contest.contest_id)
    hall.act(hall.actor(2), presence_verbs.here, contest.contest_id)
    assert refusal(hall, tournament, 2, 6) == "error.ReplaceInPlay"


def test_a_match_to_which_only_the_other_came_is_called_anew(hall: Hall) -> None:
    tournament = running(hall)
    contest = match_of(hall, tournament, 2)
    other = next(side for side in contest.sides if side != entry(hall, tournament, 2))
    number = next(one for one in range(2, 6) if hall.person(one).person_id == holder(hall, other))
    hall.do(lambda tx: playing_store.note_called(tx, contest.contest_id, hall.now))
    _start_clocks(hall, contest.contest_id)
    hall.act(hall.actor(number), presence_verbs.here, contest.contest_id)
    exchange(hall, tournament, 2, 6)
    again = hall.ask(playing_store.load, contest.contest_id)
    assert again is not None
    assert again.clocks == ()
    assert again.contest.called_at is None


def _start_clocks(hall: Hall, contest_id: ContestId) -> None:
    def start(tx: Tx) -> None:
        found = playing_verbs.load(tx, contest_id)
        assert found is not None
        presence_verbs.start_clocks_of(tx, found, range(2), tx.now)

    hall.do(start)


def test_a_place_with_nothing_left_to_play_goes_to_nobody(hall: Hall) -> None:
    tournament = running(hall)
    contest = win(hall, tournament, 2)
    loser = next(side for side in contest.sides if side != entry(hall, tournament, 2))
    rules = hall.load(tournament).rulebook
    assert rules.knockout.third_place_match
    number = next(one for one in range(2, 6) if hall.person(one).person_id == holder(hall, loser))
    exchange(hall, tournament, number, 6)  # The match for the third place is to come.


def test_who_lost_in_a_cup_without_third_place_is_out_and_not_replaced(hall: Hall) -> None:
    rules = replace(CUP, knockout=replace(CUP.knockout, third_place_match=False))
    tournament = running(hall, rules)
    contest = win(hall, tournament, 2)
    loser = next(side for side in contest.sides if side != entry(hall, tournament, 2))
    number = next(one for one in range(2, 6) if hall.person(one).person_id == holder(hall, loser))
    assert refusal(hall, tournament, number, 6) == "error.ReplaceNothingLeft"


def test_who_left_and_lost_the_match_by_it_is_not_replaced(hall: Hall) -> None:
    tournament = running(hall)
    hall.act(hall.actor(2), drawing_verbs.leave, tournament.tournament_id)
    assert refusal(hall, tournament, 2, 6) == "error.ReplaceGivenUp"
    assert not hall.ask(lambda tx: list(plugs.Replacing().obstacles(tx, hall.load(tournament), hall.now)))


@pytest.mark.rule("AIJE-D01-5")
@pytest.mark.parametrize("name", [one for one in names() if one.startswith(("aije", "go-", "olympiad", "on-the"))])
def test_the_regulations_know_no_substitutes(name: str) -> None:
    rules = preset(name)
    assert not rules.registration.substitutes
    wanted = replace(rules, registration=replace(rules.registration, substitutes=True))
    if rules.official or rules.teams is not None or name in {"aije-seat-match", "on-the-edge"}:
        assert "registration.substitutes" in {one.key for one in problems(wanted)}


def test_every_ordinary_preset_lets_a_place_go_over_as_its_format_can() -> None:
    assert {name for name in names() if preset(name).registration.substitutes} == {
        *("cup", "double-elimination", "swiss", "swiss-cut", "round-robin", "groups-cut", "weekly-league", "ladder"),
    }


@pytest.mark.parametrize("name", ["arena", "teams", "on-the-edge", "aije-world", "aije-open"])
def test_where_no_place_can_go_over_the_setting_is_refused(name: str) -> None:
    rules = preset(name)
    wanted = replace(rules, registration=replace(rules.registration, substitutes=True))
    assert [one.key for one in problems(wanted)] == ["registration.substitutes"]


@pytest.mark.rule("AIJE-D01-5")
def test_in_an_open_it_is_refused_with_a_sentence(hall: Hall) -> None:
    tournament = running(hall, preset("aije-open"), 4, 1)
    assert refusal(hall, tournament, 2, 6) in {"error.ReplaceNotHere", "error.ReplaceNotByRules"}
    assert not hall.ask(lambda tx: list(plugs.Replacing().obstacles(tx, hall.load(tournament), hall.now)))


def test_rules_without_substitutes_refuse_it(hall: Hall) -> None:
    rules = replace(CUP, registration=replace(CUP.registration, substitutes=False))
    assert refusal(hall, running(hall, rules), 2, 6) == "error.ReplaceNotByRules"


def test_only_staff_replace(hall: Hall) -> None:
    tournament = running(hall)
    with pytest.raises(NotAllowed):
        exchange(hall, tournament, 2, 6, by=3)


def test_nobody_chooses_whom_they_meet(hall: Hall) -> None:
    tournament = running(hall)
    contest = match_of(hall, tournament, 2)
    other = next(side for side in contest.sides if side != entry(hall, tournament, 2))
    number = next(one for one in range(2, 6) if hall.person(one).person_id == holder(hall, other))
    place, came = entry(hall, tournament, 2), entry(hall, tournament, 6)
    with pytest.raises(UserError) as found:
        hall.act(hall.actor(number, organiser=True), verbs.replace_by_waiting, place, came, WHY)
    assert found.value.key == "error.ReplaceOpponent"


def test_a_double_press_replaces_once(hall: Hall) -> None:
    tournament = running(hall)
    place, other = entry(hall, tournament, 2), entry(hall, tournament, 6)
    hall.act(hall.actor(1), verbs.replace_by_waiting, place, other, WHY)
    with pytest.raises(UserError):
        hall.act(hall.actor(1), verbs.replace_by_waiting, place, other, WHY)
    assert len(hall.ask(store.of_tournament, tournament.tournament_id)) == 1


# --- what is told ---------------------------------------------------------------------------------------------------


def test_all_are_told_and_the_two_have_a_letter_each(hall: Hall) -> None:
    tournament = running(hall)
    exchange(hall, tournament, 2, 6)
    place = entry(hall, tournament, 6)
    assert len(hall.promised(PlayerReplaced, place)) == 2
    assert len(hall.promised(PlaceGiven, place)) == len(hall.promised(PlaceTaken, place)) == 1


# --- taking it back -------------------------------------------------------------------------------------------------


def _line(hall: Hall, tournament: Tournament) -> int:
    lines = hall.ask(log.of_tournament, tournament.tournament_id)
    return next(one.sequence for one in reversed(lines) if one.act == verbs.REPLACED)


def test_taken_back_everybody_is_where_they_were(hall: Hall) -> None:
    tournament = running(hall, preset("round-robin"), 4)
    place, waiting = entry(hall, tournament, 2), entry(hall, tournament, 6)
    win(hall, tournament, 2)
    exchange(hall, tournament, 2, 6)
    hall.act(hall.actor(1), undoing_verbs.undo, _line(hall, tournament))
    assert (entry(hall, tournament, 2), entry(hall, tournament, 6)) == (place, waiting)
    assert hall.ask(playing_store.played_by, tournament.tournament_id) == {}
    left_over = hall.ask(entering_store.with_outcome, tournament.tournament_id, "left_over")
    assert waiting in {one.entrant_id for one in left_over if one.withdrawn_at is None}
    exchange(hall, tournament, 2, 6)
    to_the_end(hall, tournament)


def test_once_who_came_in_has_a_score_it_stays(hall: Hall) -> None:
    tournament = running(hall)
    exchange(hall, tournament, 2, 6)
    win(hall, tournament, 6)
    with pytest.raises(UserError):
        hall.act(hall.actor(1), undoing_verbs.undo, _line(hall, tournament))


# --- at random ------------------------------------------------------------------------------------------------------


class NothingLeft(Exception):
    """The player is out of the bracket."""


def _exchange_unless_out(hall: Hall, tournament: Tournament, left: int, came: int) -> None:
    try:
        exchange(hall, tournament, left, came)
    except UserError as refused:
        if refused.key != "error.ReplaceNothingLeft":
            raise
        raise NothingLeft from refused


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("seed", range(2))
def test_at_any_moment_the_places_stay_as_many_and_only_who_played_is_rated(hall: Hall, name: str, seed: int) -> None:
    lot, tournament = random.Random(f"{name}{seed}"), running(hall, preset(name), FIELD, 4)
    places, played = hall.ask(entering_store.starters, tournament.tournament_id), Counter[str]()
    fresh = list(range(2 + FIELD, 6 + FIELD))
    for _ in range(200):
        now = hall.load(tournament)
        open_ = [one for one in hall.open_contests(now) if len(one.sides) > 1] if now.ended_at is None else []
        if not open_:
            break
        if fresh and lot.random() < 0.4:
            left = holder(hall, lot.choice(places))
            number = next((one for one in range(2, 6 + FIELD) if hall.person(one).person_id == left), 0)
            with suppress(NothingLeft):
                _exchange_unless_out(hall, tournament, number, fresh[0])
                fresh.pop(0)
            assert hall.ask(entering_store.starters, tournament.tournament_id) == places
            continue
        contest = lot.choice(open_)
        played.update(holder(hall, side) for side in contest.sides)
        hall.settle(contest, (contest.target, 0) if lot.random() < 0.5 else (0, contest.target))
        hall.now += MINUTE
    over = to_the_end(hall, tournament)
    rated = Counter(person for one in hall.ask(rated_matches, over) for person in {one.first, one.second})
    assert set(rated) == {one for one, n in played.items() if n}

"""A Swiss event from the first round to the table: who is paired when, and what stays as it is."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Result, ResultKind, Stage
from bot.play.crosstable import crosstable
from bot.play.format_rules import GamesRules, Level, RankingRules, ScoringRules
from bot.play.formats import swiss
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.pairing import ByeReason
from tests.play.swiss_events import (
    NOON,
    SEED,
    advanced,
    by_chance,
    byes,
    colours_of,
    decided,
    field,
    of_round,
    pairs,
    played,
    rematches,
    rounds_of,
    rulebook,
    sides_of_round,
    stronger_wins,
    won,
)

seeds = st.binary(min_size=4, max_size=4)
fields = st.integers(2, 24)


@pytest.mark.rule("GO-26.3")
def test_the_first_round_is_seeded_upper_half_against_lower():
    first = advanced(EventFacts(field(6)), rulebook(rounds=3, colours=False), None)
    assert sides_of_round(first, 1) == [("e01", "e04"), ("e02", "e05"), ("e03", "e06")]


@pytest.mark.rule("GO-26.3")
def test_the_first_round_may_be_drawn_and_the_lot_gives_the_first_colour():
    rules = rulebook(rounds=3, drawn_first_round=True)
    drawn = {tuple(sides_of_round(advanced(EventFacts(field(8)), rules, bytes([n]) * 32), 1)) for n in range(20)}
    assert len(drawn) == 20
    seeded = [sides_of_round(advanced(EventFacts(field(8)), rulebook(), bytes([n]) * 32), 1)[0] for n in range(20)]
    assert set(seeded) == {("e01", "e05"), ("e05", "e01")}


@pytest.mark.rule("GO-26.3")
@pytest.mark.parametrize("drawn", [True, False])
def test_who_enters_later_changes_nothing_when_the_first_round_is_drawn_again(drawn: bool):
    rules, some = rulebook(drawn_first_round=drawn), field(7, rated=False)
    late = Starter(EntrantId("e00"), None, enters_in=2)
    again = advanced(EventFacts((*some, late)), rules, SEED)
    assert sides_of_round(again, 1) == sides_of_round(advanced(EventFacts(some), rules, SEED), 1)


@pytest.mark.rule("GO-26.3")
def test_a_stream_is_needed_where_a_lot_decides_and_in_the_first_round_only():
    plain = rulebook(rounds=3, colours=False)
    assert not swiss.needs_draw(EventFacts(field(6)), plain)
    assert swiss.needs_draw(EventFacts(field(6, rated=False)), plain)
    assert swiss.needs_draw(EventFacts(field(6)), rulebook(rounds=3))
    assert not swiss.needs_draw(advanced(EventFacts(field(6)), rulebook(rounds=3)), rulebook(rounds=3))
    with pytest.raises(ValueError, match="stream"):
        swiss.advance(EventFacts(field(6)), rulebook(rounds=3), None)


def test_one_alone_makes_no_swiss():
    with pytest.raises(ValueError, match="two starters"):
        swiss.advance(EventFacts(field(1)), rulebook(), None)


@pytest.mark.rule("GO-26.3")
def test_a_round_is_paired_when_every_contest_of_the_round_before_is_decided():
    rules = rulebook(rounds=3)
    first = advanced(EventFacts(field(4)), rules)
    half = replace(first, contests=(replace(first.contests[0], result=won(0)), *first.contests[1:]))
    assert advanced(half, rules) == half
    assert len(advanced(decided(half, stronger_wins), rules).contests) == 4


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (16, 4), (17, 5)])
def test_without_a_number_there_are_as_many_rounds_as_in_a_knock_out(players: int, rounds: int):
    event = played(EventFacts(field(players)), rulebook())
    assert max(contest.round for contest in event.contests) == rounds
    assert swiss.is_over(event, rulebook())


@pytest.mark.rule("GO-26.3")
@given(fields, st.integers(1, 7), seeds)
def test_everyone_is_paired_once_a_round_with_one_bye_at_most_and_no_rematch_while_avoidable(
    players: int, rounds: int, seed: bytes
):
    rounds = min(rounds, max(1, players - 1))
    event = played(EventFacts(field(players)), rulebook(rounds=rounds), by_chance(seed))
    for number in range(1, rounds + 1):
        assert Counter(side for one in of_round(event, number) for side in one.sides) == Counter(
            starter.entrant_id for starter in event.starters
        )
    assert rematches(event) == 0
    assert max(byes(event).values(), default=0) <= 1


@pytest.mark.rule("GO-26.3")
@given(st.integers(12, 40), seeds)
def test_nobody_has_a_colour_three_times_in_a_row_or_thrice_more_often(players: int, seed: bytes):
    event = played(EventFacts(field(players)), rulebook(rounds=5), by_chance(seed, walkovers=True))
    top = {row.entrant_id for row in swiss.standings(event, rulebook(rounds=5)) if row.values[0].value >= 2}  # type: ignore[operator]
    for entrant, had in colours_of(event).items():
        before_last = had if entrant not in top else had[:-1]
        assert all(len(set(before_last[at : at + 3])) > 1 for at in range(len(before_last) - 2))
        assert abs(2 * sum(before_last) - len(before_last)) <= 2


@pytest.mark.rule("GO-26.3")
@given(st.integers(3, 15), seeds)
@example(3, bytes([0, 0, 0, 17]))
def test_who_won_by_forfeit_or_had_a_bye_has_no_bye_while_another_can(players: int, seed: bytes):
    rules = rulebook(rounds=4)
    for event in rounds_of(EventFacts(field(players)), rules, by_chance(seed, walkovers=True)):
        number = max(contest.round for contest in event.contests)
        before = replace(event, contests=tuple(one for one in event.contests if one.round < number))
        had = set(byes(before)) | {
            one.sides[one.result.score.index(1)]
            for one in before.contests
            if one.result is not None and one.result.kind is ResultKind.WALKOVER
        }
        for board in swiss.pairing_of(before, rules, number).byes if number > 1 else ():
            assert board.sides[0] not in had or board.reason.bye is ByeReason.AGAIN


@pytest.mark.rule("GO-26.3")
@given(st.integers(3, 6), st.integers(3, 12), seeds)
def test_with_more_rounds_than_players_byes_and_meetings_are_shared_out(players: int, rounds: int, seed: bytes):
    event = played(EventFacts(field(players)), rulebook(rounds=rounds), by_chance(seed))
    had, met = byes(event), Counter(pairs(event.contests))
    if players % 2:
        assert max(had.values()) - min(had[one.entrant_id] for one in event.starters) <= 1
    if rounds <= 9:
        assert max(met.values()) <= 1 + -(-rounds // (players - 1 + players % 2))


@pytest.mark.rule("GO-28.3")
@given(st.integers(4, 16), st.integers(0, 3), seeds)
def test_who_left_keeps_the_results_and_is_paired_no_more(players: int, gone: int, seed: bytes):
    rules = rulebook(rounds=5)
    event = EventFacts(field(players))
    for _ in range(2):
        event = decided(advanced(event, rules), by_chance(seed))
    left = event.starters[gone].entrant_id
    event = replace(event, starters=tuple(replace(one, withdrawn=one.entrant_id == left) for one in event.starters))
    before = next(row for row in swiss.standings(event, rules) if row.entrant_id == left)
    event = played(event, rules, by_chance(seed))
    assert {one.round for one in event.contests if left in one.sides} <= {1, 2}
    after = next(row for row in swiss.standings(event, rules) if row.entrant_id == left)
    assert after.values == before.values
    assert swiss.is_over(event, rules)


@pytest.mark.rule("GO-26.3")
def test_an_announced_absence_costs_one_round_and_a_late_entrant_begins_late():
    starters = list(field(7))
    starters[0] = replace(starters[0], absent_in=frozenset({2}))
    starters[6] = replace(starters[6], enters_in=3)
    event = played(EventFacts(tuple(starters)), rulebook(rounds=4))
    rounds = {
        name: sorted(one.round for one in event.contests if EntrantId(name) in one.sides) for name in ("e01", "e07")
    }
    assert rounds == {"e01": [1, 3, 4], "e07": [3, 4]}


@pytest.mark.rule("GO-26.3")
def test_an_absence_may_be_worth_points_and_then_counts_for_the_pairing():
    starters = (replace(field(1)[0], absent_in=frozenset({1})), *field(5)[1:])
    rules = replace(rulebook(rounds=3, colours=False), scoring=ScoringRules(absence=1.0))
    event = decided(advanced(EventFacts(starters), rules), stronger_wins)
    assert ("e01", "e02") in sides_of_round(advanced(event, rules), 2)


@pytest.mark.rule("GO-26.3")
@pytest.mark.parametrize(("players", "played_rounds"), [(2, 1), (3, 3), (4, 3), (5, 5), (6, 5), (12, 9)])
def test_there_are_no_more_rounds_than_opponents_and_the_bye_of_an_odd_field(players, played_rounds):
    event = played(EventFacts(field(players)), rulebook(rounds=9))
    assert max(one.round for one in event.contests) == played_rounds
    met = [frozenset(one.sides) for one in event.contests if len(one.sides) == 2]
    assert len(met) == len(set(met))


@pytest.mark.rule("GO-26.3", "GO-28.3")
@given(st.integers(5, 14), st.integers(0, 20), seeds)
def test_a_corrected_older_result_changes_no_paired_round(players: int, which: int, seed: bytes):
    rules = rulebook(rounds=4)
    event = EventFacts(field(players))
    for _ in range(3):
        event = decided(advanced(event, rules), by_chance(seed))
    older = [one for one in event.contests if one.result is not None and one.round < 3]
    chosen = older[which % len(older)]
    correction = won(1 if chosen.result == won(0) else 0)
    assert swiss.reopened_by(event, rules, chosen, correction) == ()
    corrected = replace(
        event, contests=tuple(replace(one, result=correction) if one == chosen else one for one in event.contests)
    )
    later = advanced(corrected, rules)
    assert later.contests[: len(event.contests)] == corrected.contests
    assert {one.round for one in later.contests[len(event.contests) :]} == {4}


@given(fields, seeds, st.randoms(use_true_random=False))
def test_the_order_of_the_facts_means_nothing(players: int, seed: bytes, chance: object):
    rules = rulebook(rounds=3)
    event = played(EventFacts(field(players, rated=False)), rules, by_chance(seed))
    before = replace(event, contests=tuple(one for one in event.contests if one.round < 3))
    starters, contests = list(before.starters), list(before.contests)
    chance.shuffle(starters)  # type: ignore[attr-defined]
    chance.shuffle(contests)  # type: ignore[attr-defined]
    mixed = EventFacts(tuple(starters), tuple(contests))
    assert swiss.advance(mixed, rules, None) == swiss.advance(before, rules, None)
    assert swiss.standings(mixed, rules) == swiss.standings(before, rules)


@pytest.mark.rule("GO-26.3")
def test_forbidden_pairs_and_clubs_are_read_from_the_facts():
    starters = tuple(replace(one, club=one.entrant_id[-1]) for one in field(4))
    never = frozenset({frozenset({EntrantId("e01"), EntrantId("e03")})})
    first = advanced(EventFacts(starters, forbidden=never), rulebook(rounds=2))
    assert frozenset({"e01", "e03"}) not in pairs(first.contests)
    mates = tuple(replace(one, club="x" if at % 2 == 0 else None) for at, one in enumerate(field(4)))
    apart = advanced(EventFacts(mates), rulebook(rounds=2, keep_clubs_apart=True))
    assert frozenset({"e01", "e03"}) not in pairs(apart.contests)


@pytest.mark.rule("GO-17.5")
def test_where_both_lost_the_side_that_the_lot_chose_is_paired_as_the_winner():
    rules = rulebook(rounds=3, colours=False)
    first = advanced(EventFacts(field(4)), rules)
    both = Result((0, 0), (0, 0), ResultKind.BOTH_LOST, NOON, paired_as_winner=1)
    by_lot = decided(first, lambda contest: both if contest.position == 0 else won(0))
    assert ("e02", "e03") in sides_of_round(advanced(by_lot, rules), 2)
    assert {row.entrant_id: row.values[0].value for row in swiss.standings(by_lot, rules)}[EntrantId("e03")] == 0


@pytest.mark.rule("GO-26.4")
def test_who_reaches_the_number_of_losses_is_out_and_those_who_play_on_are_even():
    rules = rulebook(rounds=9, out_after=2)
    event, number = EventFacts(field(22)), 0
    lost: Counter[EntrantId] = Counter()
    for event in rounds_of(event, rules, by_chance(b"out")):  # noqa: B020 - the event as it goes on
        number = max(one.round for one in event.contests)
        playing = {side for one in of_round(event, number) for side in one.sides}
        out = {entrant for entrant in playing if lost[entrant] >= 2}
        assert len(playing) % 2 == 0
        assert len(out) <= 1
        lost.update(_losers(event, number))
    assert swiss.is_over(event, rules)
    assert sum(lost[starter.entrant_id] < 2 for starter in event.starters) <= 1 or number == 9


def _losers(event: EventFacts, number: int) -> list[EntrantId]:
    return [
        one.sides[one.result.score.index(0)]
        for one in of_round(event, number)
        if one.result is not None and sum(one.result.score) == 1
    ]


@pytest.mark.rule("GO-26.4")
@given(fields, st.integers(1, 3), seeds)
def test_with_elimination_and_no_number_of_rounds_the_event_goes_on_until_one_is_left(
    players: int, lives: int, seed: bytes
):
    rules = replace(rulebook(out_after=lives), games=GamesRules(best_of=1))
    event = played(EventFacts(field(players)), rules, by_chance(seed))
    lost = Counter(loser for number in range(1, 20) for loser in _losers(event, number))
    assert swiss.is_over(event, rules)
    assert sum(lost[starter.entrant_id] < lives for starter in event.starters) == 1


@pytest.mark.rule("GO-26.4")
def test_of_an_odd_number_who_stay_the_best_placed_of_those_leaving_plays_one_round_more():
    rules = rulebook(rounds=5, out_after=1, colours=False)
    first = decided(advanced(EventFacts(field(6)), rules), stronger_wins)
    second = advanced(first, rules)
    assert sorted(side for one in of_round(second, 2) for side in one.sides) == ["e01", "e02", "e03", "e04"]
    third = advanced(decided(second, stronger_wins), rules)
    assert sorted(side for one in of_round(third, 3) for side in one.sides) == ["e01", "e03"]
    assert swiss.is_over(decided(third, stronger_wins), rules)


@pytest.mark.rule("GO-27.1S", "GO-27.3")
def test_level_entrants_on_a_decisive_place_play_off_after_the_last_round():
    rules = replace(rulebook(rounds=2, colours=False), ranking=RankingRules(level=Level.PLAY_OFF, decisive_places=2))
    event = decided(advanced(decided(advanced(EventFacts(field(4)), rules), stronger_wins), rules), stronger_wins)
    assert not swiss.is_over(event, rules)
    further = advanced(event, rules)
    (match,) = [one for one in further.contests if one.stage is Stage.PLAY_OFF]
    assert match.sides == ("e02", "e03")
    ended = decided(further, lambda _: won(1))
    assert swiss.is_over(ended, rules)
    assert [row.entrant_id for row in swiss.standings(ended, rules)][:3] == ["e01", "e03", "e02"]
    (first, *_) = [one for one in further.contests if "e02" in one.sides and one.round == 2]
    assert swiss.reopened_by(further, rules, first, won(first.result.score.index(0))) == (match,)  # type: ignore[union-attr]


@pytest.mark.rule("GO-27.1S")
def test_a_lot_is_drawn_when_the_rounds_are_over_and_not_before():
    rules = replace(rulebook(rounds=2, colours=False), ranking=RankingRules(level=Level.LOT, decisive_places=2))
    event = decided(advanced(EventFacts(field(4)), rules), stronger_wins)
    assert not swiss.needs_draw(event, rules)
    event = decided(advanced(event, rules), stronger_wins)
    assert swiss.needs_draw(event, rules)
    assert not swiss.is_over(event, rules)
    lot = replace(event, lot=tuple(EntrantId(name) for name in ("e03", "e02", "e01", "e04")))
    assert swiss.is_over(lot, rules)
    assert [row.entrant_id for row in swiss.standings(lot, rules)][:3] == ["e01", "e03", "e02"]


@pytest.mark.rule("GO-26.3")
def test_the_reason_of_a_paired_round_can_be_asked_later():
    rules = rulebook(rounds=3)
    event = played(EventFacts(field(9)), rules, by_chance(b"why"))
    for number in (2, 3):
        paired = swiss.pairing_of(event, rules, number)
        assert [board.sides for board in paired.boards] == sides_of_round(event, number)
    assert swiss.pairing_of(event, rules, 3).byes[0].reason.bye is ByeReason.LOWEST


def test_two_events_with_the_same_lots_are_the_same():
    rules = rulebook(drawn_first_round=True)
    assert played(EventFacts(field(15)), rules, seed=SEED) == played(EventFacts(field(15)), rules, seed=SEED)


@pytest.mark.rule("GO-26.3")
def test_an_event_on_record_keeps_the_rounds_that_it_has_played_beyond_its_opponents():
    rules = rulebook(rounds=5)
    event = played(EventFacts(field(4)), rules)
    assert max(one.round for one in event.contests) == swiss.rounds(event, rules) == 3
    more = tuple(replace(one, round=4, contest_id=ContestId(f"{one.contest_id}x")) for one in of_round(event, 3))
    before = replace(event, contests=(*event.contests, *more))
    assert swiss.rounds(before, rules) == 5
    assert all(len(line.encounters) == 4 for line in crosstable(swiss.table_facts(before, rules), rules).values())

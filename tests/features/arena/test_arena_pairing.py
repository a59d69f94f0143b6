"""Who meets whom in an arena, and how long that takes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.arena import simulate
from benchmarks.presses.measure import percentile
from bot.play.formats import arena
from bot.play.formats.arena import LONGEST_PATIENCE, next_pass_at
from bot.play.formats.protocol import EventFacts
from tests.play.arenas import ARENA, BEGAN, END, at, game, lobby, played, recorded, starters

SIX = starters(1500, 2000, 1200, 1900, 1600, 1300)
NOBODY = played(SIX)


def pairs(facts: EventFacts) -> set[frozenset[str]]:
    return {frozenset(new.sides) for new in arena.advance(facts, ARENA, None)}


def of(*texts: str) -> set[frozenset[str]]:
    return {frozenset(text) for text in texts}


@pytest.mark.rule("ARENA-3")
def test_the_first_pairing_is_by_rating():
    early = BEGAN - timedelta(minutes=3)
    assert pairs(lobby(NOBODY, BEGAN, **dict.fromkeys("abcdef", early))) == of("bd", "ae", "cf")


@pytest.mark.rule("ARENA-3")
def test_of_an_odd_lobby_who_has_waited_least_waits_on():
    now = at(1)
    assert pairs(lobby(NOBODY, now, a=at(seconds=50), b=at(seconds=40), c=at(seconds=59))) == of("ab")
    assert pairs(lobby(NOBODY, now, a=at(seconds=59), b=at(seconds=40), c=at(seconds=50))) == of("bc")


@pytest.mark.rule("ARENA-3")
def test_only_who_is_in_the_lobby_is_paired_and_who_waits_alone_waits_on():
    assert pairs(lobby(NOBODY, at(1), a=at(1))) == set()
    assert pairs(lobby(NOBODY, at(1), a=at(1), d=at(1))) == of("ad")


@pytest.mark.rule("ARENA-3")
def test_like_scores_meet():
    games = [game(0, "ab", "1-0"), game(1, "cd", "1-0"), game(2, "ef", "draw 20")]
    assert pairs(lobby(played(SIX, *games), at(10), **dict.fromkeys("abcd", at(10)))) == of("ac", "bd")


@pytest.mark.rule("ARENA-3")
def test_the_last_opponent_is_never_met_again_at_once():
    met = played(SIX, game(0, "ab", "1-0"))
    waited = lobby(met, at(4) - timedelta(seconds=1), a=at(1), b=at(1))
    assert pairs(waited) == set()
    assert pairs(lobby(met, at(30), a=at(1), b=at(1), c=at(1), d=at(1))) & of("ab") == set()


@pytest.mark.rule("ARENA-3")
def test_two_who_wait_in_vain_for_somebody_else_meet_again_after_three_minutes():
    waited = lobby(played(SIX[:3], game(0, "ab", "1-0")), at(2), a=at(1), b=at(2))
    due = next_pass_at(waited, ARENA)
    assert due == at(4)
    assert pairs(replace(waited, now=due)) == of("ab")


def test_two_who_are_alone_in_the_whole_arena_play_on():
    gone = tuple(replace(one, withdrawn=one.entrant_id not in {"a", "b"}) for one in SIX)
    assert pairs(lobby(played(gone, game(0, "ab", "1-0")), at(2), a=at(2), b=at(2))) == of("ab")


@pytest.mark.rule("ARENA-3")
def test_an_earlier_opponent_is_met_again_only_when_nobody_new_comes_for_a_while():
    met = played(SIX, game(0, "ab", "draw 20"), game(1, "ac", "draw 20"), game(2, "bd", "draw 20"))
    early = lobby(met, at(3), a=at(3), b=at(3))
    assert pairs(early) == set()
    due = next_pass_at(early, ARENA)
    assert due is not None
    assert BEGAN < due <= at(3) + LONGEST_PATIENCE
    assert pairs(replace(early, now=due)) == of("ab")


@pytest.mark.rule("ARENA-3")
def test_a_wide_gap_is_paired_once_somebody_has_waited_long_enough():
    run = [game(number, f"a{other}", "1-0") for number, other in enumerate("bcdefbcdef")]
    rich = lobby(played(starters(*[1500] * 7), *run), at(20), a=at(20), g=at(20))
    assert pairs(rich) == set()
    assert next_pass_at(rich, ARENA) == at(20) + LONGEST_PATIENCE
    assert pairs(replace(rich, now=at(20) + LONGEST_PATIENCE)) == of("ag")


def test_a_guest_with_a_new_contest_has_left_the_lobby():
    waiting = lobby(NOBODY, at(1), a=at(1), b=at(1), c=at(1), d=at(1))
    paired = arena.advance(waiting, ARENA, None)
    again = replace(waiting, contests=tuple(recorded(new, at(1)) for new in paired), now=at(2))
    assert len(paired) == 2
    assert arena.advance(again, ARENA, None) == ()


@pytest.mark.rule("ARENA-3")
def test_of_two_pairings_the_one_with_fewer_repeats_is_taken():
    met = [
        game(0, "ab", "draw 20"),
        game(1, "cd", "draw 20"),
        game(2, "ae", "draw 20"),
        game(3, "bf", "draw 20"),
        game(4, "ce", "draw 20"),
        game(5, "df", "draw 20"),
    ]
    level = played(starters(2000, 1900, 1800, 1700, 1600, 1500), *met)
    waiting = lobby(level, at(20), a=at(6), b=at(6), c=at(6), d=at(6))
    assert not pairs(waiting) & of("ab", "cd")


def test_games_are_numbered_on_and_no_two_alike():
    facts = lobby(played(SIX, game(7, "ab", "1-0")), at(20), **dict.fromkeys("abcdef", at(19)))
    assert [new.position for new in arena.advance(facts, ARENA, None)] == [8, 9, 10]


def test_who_left_the_arena_is_not_paired():
    left = tuple(replace(one, withdrawn=one.entrant_id == "a") for one in SIX)
    assert pairs(lobby(played(left), at(1), a=at(0), b=at(1), d=at(1))) == of("bd")


@pytest.mark.rule("ARENA-4")
@pytest.mark.parametrize("now", [BEGAN - timedelta(seconds=1), END, END + timedelta(minutes=1)])
def test_nobody_is_paired_before_the_beginning_or_after_the_end(now):
    facts = lobby(NOBODY, now, a=BEGAN - timedelta(minutes=1), b=BEGAN - timedelta(minutes=1))
    assert pairs(facts) == set()


def test_nobody_is_asked_for_after_the_end():
    alone = lobby(NOBODY, END - timedelta(seconds=1), a=END - timedelta(seconds=1), b=END + timedelta(minutes=1))
    assert next_pass_at(replace(alone, began_at=None), ARENA) is None
    met = lobby(played(SIX, *[game(n, "ac", "1-0") for n in range(9)]), END, a=END, b=END)
    assert next_pass_at(met, ARENA) is None


def test_nothing_in_an_arena_hangs_on_a_lot_and_one_player_is_no_arena():
    assert not arena.needs_draw(NOBODY, ARENA)
    with pytest.raises(ValueError, match="two starters"):
        arena.advance(replace(NOBODY, starters=SIX[:1]), ARENA, None)


def test_colours_are_balanced_and_alternate_where_they_are():
    first = lobby(played(SIX, game(0, "ab", "1-0"), game(1, "cd", "1-0")), at(5), a=at(5), d=at(5))
    assert [new.sides for new in arena.advance(first, ARENA, None)] == [("d", "a")]
    twice = played(SIX, game(0, "ab", "1-0"), game(1, "ca", "1-0"), game(2, "ed", "1-0"), game(3, "df", "1-0"))
    level = lobby(twice, at(9), a=at(9), d=at(9))
    assert [new.sides for new in arena.advance(level, ARENA, None)] == [("a", "d")]


# Whole arenas.


@pytest.mark.rule("ARENA-3", "ARENA-4")
@given(st.integers(0, 10_000), st.integers(3, 40))
def test_in_a_whole_arena_nobody_meets_the_last_opponent_again_at_once_or_plays_two_at_once(seed: int, players: int):
    hall = simulate(players, timedelta(minutes=12), seed)
    repeats, contests = hall.repeats_of_the_last, hall.contests
    running = [side for contest in contests if contest.result is None for side in contest.sides]
    assert repeats == 0
    assert len(running) == len(set(running))
    assert len({contest.position for contest in contests}) == len(contests)


@pytest.mark.rule("ARENA-3")
def test_in_an_arena_of_sixty_hardly_anybody_waits():
    hall = simulate(60, timedelta(minutes=30), 1)
    median, nearly_all = percentile(hall.waits, 0.5), percentile(hall.waits, 0.95)
    assert median < 2
    assert nearly_all < 20


def test_colours_differ_by_little_in_a_whole_arena():
    hall = simulate(30, timedelta(minutes=30), 2)
    first, second = (Counter(contest.sides[side] for contest in hall.contests) for side in (0, 1))
    differences = {abs(first[one.entrant_id] - second[one.entrant_id]) for one in hall.facts.starters}
    assert max(differences) <= 2

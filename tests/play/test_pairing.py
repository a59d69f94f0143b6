"""The pairing of one round: each criterion in turn, and all of them against a search through every possible round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import EntrantId
from bot.play.pairing import ByeReason, Float, PairingPlayer, PairingState, PairingTask, RoundPairing, Strength, wish
from bot.play.pairing_engine import best, best_matching, pair
from tests.play.test_pairing_colours import colours


def player(name: str, points: float = 0, met: str = "", had: str = "", **more: object) -> PairingPlayer:
    opponents = tuple(EntrantId(one) for one in met)
    return PairingPlayer(EntrantId(name), Fraction(points), opponents, colours(had), **more)  # type: ignore[arg-type]


def task(*players: PairingPlayer, **more: object) -> PairingTask:
    return PairingTask(players, **more)  # type: ignore[arg-type]


def boards(paired: RoundPairing) -> list[str]:
    """The sides of each board in order of play, `"ab"`; a bye is `"c"`."""
    return ["".join(board.sides) for board in paired.boards]


def couples(paired: RoundPairing) -> set[str]:
    """As `boards`, without the colours."""
    return {"".join(sorted(board)) for board in boards(paired)}


@pytest.mark.rule("GO-26.3")
def test_in_the_first_round_the_upper_half_meets_the_lower_and_colours_alternate():
    assert boards(pair(task(*map(player, "abcdefgh")))) == ["ae", "fb", "cg", "hd"]
    assert boards(pair(task(*map(player, "abcdefgh"), first_has_first=False))) == ["ea", "bf", "gc", "dh"]


@pytest.mark.rule("GO-26.3")
def test_equal_scores_meet():
    paired = pair(task(player("a", 1), player("b"), player("c", 1), player("d")))
    assert couples(paired) == {"ac", "bd"}


@pytest.mark.rule("GO-26.3")
def test_the_leader_meets_the_next_score_though_every_group_between_is_even():
    paired = pair(task(*(player(name, score) for name, score in zip("abcdef", (3, 2, 2, 1, 1, 0), strict=True))))
    assert couples(paired) == {"ab", "cd", "ef"}
    assert [board.reason.gap for board in paired.boards] == [1, 1, 1]


@pytest.mark.rule("GO-26.3")
def test_nobody_meets_twice_while_another_round_is_possible():
    paired = pair(task(player("a", 1, "b"), player("b", 1, "a"), player("c", 0, "d"), player("d", 0, "c")))
    assert couples(paired) == {"ac", "bd"}
    assert not any(board.reason.rematch for board in paired.boards)


@pytest.mark.rule("GO-26.3")
def test_a_rematch_that_cannot_be_avoided_is_played_and_said():
    (board,) = pair(task(player("a", 1, "b", "f"), player("b", 0, "a", "s"))).boards
    assert board.sides == ("b", "a")
    assert board.reason.rematch


@pytest.mark.rule("GO-26.3")
def test_the_bye_goes_to_the_lowest_who_had_none():
    field = [player("a", 2), player("b", 1), player("c", 1), player("d", 0), player("e", 0, byes=1)]
    assert boards(pair(task(*field)))[-1] == "d"
    (bye,) = pair(task(*field)).byes
    assert (bye.reason.bye, bye.reason.floats) == (ByeReason.LOWEST, (Float.DOWN,))


@pytest.mark.rule("GO-26.3")
def test_a_second_bye_is_given_only_when_everybody_had_one():
    field = [player(name, score, byes=1) for name, score in (("a", 2), ("b", 1), ("c", 0))]
    (bye,) = pair(task(*field)).byes
    assert (bye.sides, bye.reason.bye) == (("c",), ByeReason.AGAIN)


@pytest.mark.rule("GO-26.3")
def test_nobody_has_a_third_bye_before_all_have_had_a_second_though_a_pair_meets_again():
    field = [player("a", 4, "bc", byes=1), player("b", 2, "ac", byes=2), player("c", 0, "ab", byes=2)]
    (bye,) = pair(task(*field)).byes
    assert bye.sides == ("a",)


@pytest.mark.rule("GO-26.3")
def test_of_the_lowest_the_bye_goes_to_who_has_played_most_so_that_who_came_late_plays():
    field = [player("a", 1), player("b", 1), player("c"), player("d"), player("e", unplayed=1)]
    assert boards(pair(task(*field)))[-1] == "d"
    assert boards(pair(task(*field[:3], player("d", unplayed=2), player("e", unplayed=2))))[-1] == "c"


@pytest.mark.rule("GO-26.3")
def test_of_a_large_field_the_bye_goes_to_who_has_played_most_too():
    late = [player(f"z{at:02}", unplayed=1) for at in range(60)]
    field = [*(player(f"a{at:02}", 1) for at in range(20)), player("lost", 0, unplayed=0), *late]
    (bye,) = pair(task(*field)).byes
    assert bye.sides == ("lost",)


@pytest.mark.rule("GO-26.3")
def test_forbidden_pairs_never_meet_and_who_has_nobody_left_rests():
    never = frozenset({frozenset({EntrantId("a"), EntrantId("b")})})
    assert couples(pair(task(*map(player, "abcd"), forbidden=never))) == {"ac", "bd"}
    alone = pair(task(player("a"), player("b"), forbidden=never))
    assert [board.reason.bye for board in alone.boards] == [ByeReason.NOBODY_LEFT] * 2


@pytest.mark.rule("GO-26.3")
def test_clubs_are_kept_apart_where_the_rulebook_says_so_even_at_the_price_of_a_score():
    field = [player("a", 1, club="x"), player("b", 1, club="x"), player("c"), player("d")]
    assert couples(pair(task(*field))) == {"ab", "cd"}
    assert couples(pair(task(*field, keep_clubs_apart=True))) == {"ac", "bd"}
    (same,) = pair(task(*field[:2], keep_clubs_apart=True)).boards
    assert same.reason.same_club


@pytest.mark.rule("GO-26.3")
def test_no_gaps_of_a_round_together_outweigh_two_of_one_club():
    told = zip("abcd", (9, 8, 1, 0), "xxyy", strict=True)
    field = [player(name, score, club=club) for name, score, club in told]
    assert couples(pair(task(*field, keep_clubs_apart=True))) in ({"ac", "bd"}, {"ad", "bc"})


@pytest.mark.rule("GO-26.3")
def test_two_who_cannot_bear_the_same_colour_do_not_meet_though_their_scores_are_equal():
    field = [player("a", 2, "", "ff"), player("b", 2, "", "ff"), player("c", 1, "", "ss"), player("d", 1, "", "ss")]
    assert boards(pair(task(*field))) == ["ca", "db"]


@pytest.mark.rule("GO-26.3")
def test_in_the_last_round_the_score_of_the_leaders_outweighs_their_colours():
    field = [player("a", 2, "", "ff"), player("b", 2, "", "ff"), player("c", 1, "", "ss"), player("d", 1, "", "fs")]
    assert couples(pair(task(*field))) == {"ac", "bd"}
    leaders = [replace(one, may_break_colours=one.points == 2) for one in field]
    assert couples(pair(task(*leaders))) == {"ab", "cd"}


@pytest.mark.rule("GO-26.3")
def test_wishes_for_a_colour_are_granted_before_the_halves_are_kept():
    field = [player("a", 1, "", "f"), player("b", 1, "", "s"), player("c", 1, "", "f"), player("d", 1, "", "s")]
    assert couples(pair(task(*field))) in ({"ad", "bc"}, {"ab", "cd"})
    assert couples(pair(task(*field, colours=False))) == {"ac", "bd"}


@pytest.mark.rule("GO-26.3")
def test_nobody_floats_down_twice_in_a_row_while_somebody_else_can():
    floated = (Float.DOWN, Float.NONE)
    field = [player("a", 1), player("b", 1), player("c", 1, floats=floated), player("d"), player("e"), player("f")]
    paired = pair(task(*field))
    assert "c" not in next(board for board in boards(paired) if set(board) & set("def") and set(board) & set("abc"))


@pytest.mark.rule("GO-26.3")
def test_the_reason_of_a_board_says_scores_floats_and_colours():
    first, _ = pair(task(player("a", 2, "", "f"), player("b", 1, "", "f"), player("c"), player("d"))).boards
    assert set(first.sides) == {"a", "b"}
    assert sorted(first.reason.points) == [1, 2]
    assert set(first.reason.floats) == {Float.UP, Float.DOWN}
    assert (first.reason.wishes, sum(first.reason.denied)) == (("second", "second"), 1)


@pytest.mark.parametrize("count", [0, 1])
def test_nobody_and_one_alone_are_paired_too(count: int):
    assert boards(pair(task(*map(player, "a"[:count])))) == ["a"][:count]


Cost = tuple[Fraction | int, ...]


def cost(one: PairingPlayer, other: PairingPlayer | None, lowest: Fraction) -> Cost:
    """What a board costs down to the wishes for colours, straight from the criteria; None is the bye."""
    if other is None:
        return (one.byes, 0, 0, one.points - lowest, one.unplayed, 0, 0, 0, 0)
    mine, theirs = wish(one.colours), wish(other.colours)
    refused = mine.side == theirs.side != 0
    least = min(mine.strength, theirs.strength)
    return (
        0,
        list(one.met).count(other.entrant_id) ** 2,
        int(refused and least is Strength.ABSOLUTE and not (one.may_break_colours or other.may_break_colours)),
        0,
        0,
        int(one.club == other.club is not None),
        (one.points - other.points) ** 2,
        int(one.points != other.points),
        (3 if least >= Strength.STRONG else 1) if refused else 0,
    )


def total(costs: list[Cost]) -> Cost:
    return tuple(sum(each) for each in zip(*costs, strict=True))


def every_round(left: list[PairingPlayer | None]) -> Iterator[list[tuple[PairingPlayer, PairingPlayer | None]]]:
    if not left:
        yield []
        return
    one = left[0]
    assert one is not None
    for at in range(1, len(left)):
        for others in every_round(left[1:at] + left[at + 1 :]):
            yield [(one, left[at]), *others]


@st.composite
def situations(draw: st.DrawFn) -> PairingTask:
    """Up to eight players with any history; what was met is met by both."""
    names = "abcdefgh"[: draw(st.integers(2, 8))]
    met: dict[str, list[str]] = {name: [] for name in names}
    for one, other in draw(st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=14)):
        if one != other:
            met[one].append(other)
            met[other].append(one)
    return task(
        *(
            player(
                name,
                draw(st.integers(0, 6)) / 2,
                "".join(sorted(met[name])),
                draw(st.text("fs", max_size=3)),
                byes=draw(st.integers(0, 3)),
                unplayed=draw(st.integers(0, 4)),
                club=draw(st.sampled_from([None, "x", "y"])),
                may_break_colours=draw(st.booleans()),
            )
            for name in names
        ),
        keep_clubs_apart=True,
    )


@pytest.mark.rule("GO-26.3")
@given(situations())
def test_no_other_round_is_better_by_the_stated_criteria(asked: PairingTask):
    everyone: list[PairingPlayer | None] = [*asked.players, *([None] if len(asked.players) % 2 else [])]
    lowest = min(one.points for one in asked.players)
    least = min(total([cost(*board, lowest) for board in boards]) for boards in every_round(everyone))
    known = {one.entrant_id: one for one in asked.players}
    paired = [[*(known[side] for side in board.sides), None][:2] for board in pair(asked).boards]
    assert total([cost(one, other, lowest) for one, other in paired if one is not None]) == least
    state = PairingState(asked)
    places: list[PairingPlayer | None] = [*(place.player for place in state.places), None]
    graph = [(places[one], places[other]) for one, other in best(state, strict=False) or ()]
    assert total([cost(one, other, lowest) for one, other in graph if one is not None]) == least


@pytest.mark.rule("GO-26.3")
@pytest.mark.parametrize("seed", range(3))
def test_the_sparse_graph_of_a_large_field_gives_the_round_that_the_whole_graph_gives(seed: int):
    names = [f"p{number:03}" for number in range(101)]
    scores = [(number * 7 + seed * 13) % 9 / 2 for number in range(101)]
    history = ["fsf", "sfs", "ffs", "ssf", "fss", "sff", "fsf"]
    players = [
        PairingPlayer(
            EntrantId(name), Fraction(scores[at]), _neighbours(at, seed), colours(history[(at * 5 + seed) % 7])
        )
        for at, name in enumerate(names)
    ]
    state = PairingState(task(*players))
    whole = [(a, b) for a in range(102) for b in range(a + 1, 102) if state.is_legal(a, b)]
    sparse = best(state)
    assert sparse is not None
    assert sum(state.cost(*edge) for edge in sparse) == sum(state.cost(*edge) for edge in best_matching(state, whole))


def _neighbours(at: int, seed: int) -> frozenset[EntrantId]:
    """Opponents that have met `at`, and whom `at` has met: sums that are equal modulo the field."""
    return frozenset(EntrantId(f"p{(total - at) % 101:03}") for total in (seed, seed + 20, seed + 50))

"""Small fields with many rounds: whoever is met today must leave somebody for tomorrow."""

from __future__ import annotations

import pytest

from bot.play.formats.protocol import EventFacts
from bot.play.pairing import PairingTask
from bot.play.pairing_engine import lasts, pair
from tests.play.swiss_events import by_chance, byes, field, played, rematches, rulebook
from tests.play.test_pairing import couples, player


@pytest.mark.rule("GO-26.3")
@pytest.mark.parametrize(("players", "rounds"), [(5, 4), (6, 4), (6, 5), (7, 6), (8, 6), (8, 7), (10, 9), (12, 10)])
def test_no_event_of_a_small_field_ends_in_a_rematch_or_a_second_bye(players: int, rounds: int):
    rules = rulebook(rounds=rounds)
    for number in range(12):
        event = played(EventFacts(field(players)), rules, by_chance(number.to_bytes(4, "big")))
        assert rematches(event) == 0
        assert max(byes(event).values(), default=0) <= 1
        assert len(event.contests) == rounds * ((players + 1) // 2)


def six(met: dict[str, str], rounds_left: int) -> PairingTask:
    """Six players who are level, and whom each has met."""
    players = tuple(player(name, 1, met[name]) for name in "abcdef")
    return PairingTask(players, rounds_left, colours=False)


RING = {"a": "bf", "b": "ac", "c": "bd", "d": "ce", "e": "df", "f": "ae"}


@pytest.mark.rule("GO-26.3")
def test_a_round_that_leaves_two_triangles_for_later_is_left_out_and_that_is_said():
    """Opposite players of the ring fit best, and after them a, c, e and b, d, f would have nobody outside."""
    for_today = pair(six(RING, 1))
    assert couples(for_today) == {"ad", "be", "cf"}
    assert not any(board.reason.looked_ahead for board in for_today.boards)
    for_all = pair(six(RING, 3))
    assert couples(for_all) == {"ac", "be", "df"}
    assert all(board.reason.looked_ahead for board in for_all.boards)


@pytest.mark.parametrize(
    ("links", "rounds", "possible"),
    [
        ((0b0110, 0b0101, 0b0011, 0b0000), 1, False),
        ((0b1110, 0b1101, 0b1011, 0b0111), 3, True),
        ((0b000110, 0b000101, 0b000011, 0b110000, 0b101000, 0b011000), 1, False),
        ((0b101010, 0b010101, 0b101010, 0b010101, 0b101010, 0b010101), 3, True),
    ],
)
def test_two_triangles_cannot_be_paired_and_two_threes_can_meet_three_times(
    links: tuple[int, ...], rounds: int, possible: bool
):
    assert lasts(links, rounds) is possible

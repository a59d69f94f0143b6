"""Records of challenges in which the winner stays on: read, replayed, and refused where somebody did not stay."""

from __future__ import annotations

import json

import pytest

from bot.record.errors import FaultCode, RecordRefused
from bot.record.reading import read_record
from bot.record.replaying import replay

COURSE = (("ana", "xavi", "1-0"), ("ana", "yara", "0-1"), ("bia", "yara", "0-1"))


def record(games: tuple[tuple[str, str, str], ...] = COURSE) -> str:
    """Two teams of two; their match as three games, the last of which puts the first team out."""
    boards = [
        {"board": number, "players": [[first], [second]], "score": score}
        for number, (first, second, score) in enumerate(games, start=1)
    ]
    return json.dumps(
        {
            "rulebook": {"format": "round_robin", "teams": {"size": 2, "encounter": "stay_on"}},
            "entrants": [
                {"id": "azul", "name": "Azul", "members": ["ana", "bia"]},
                {"id": "verde", "name": "Verde", "members": ["xavi", "yara"]},
            ],
            "contests": [{"sides": ["azul", "verde"], "boards": boards}],
        }
    )


@pytest.mark.rule("GO-26.6")
def test_the_winner_of_a_challenge_follows_from_its_games() -> None:
    found = replay(read_record(record(), "challenge.json"))
    assert found.difference is None
    (contest,) = [one.contest for one in found.record.contests]
    assert contest.result is not None
    assert (contest.result.score, contest.best_of, contest.drawable) == ((1, 2), 3, False)


@pytest.mark.rule("GO-26.6")
@pytest.mark.parametrize(
    ("games", "place"),
    [
        (COURSE[:2], "boards"),
        ((*COURSE, ("bia", "yara", "1-0")), "boards[3]"),
        ((COURSE[0], ("bia", "yara", "0-1"), COURSE[2]), "boards[1]"),
        ((COURSE[0], ("ana", "xavi", "0-1"), COURSE[2]), "boards[1]"),
        (((*COURSE[0][:2], "1-1"), *COURSE[1:]), "boards[0]"),
    ],
)
def test_a_challenge_in_which_the_winner_did_not_stay_is_refused_at_its_game(
    games: tuple[tuple[str, str, str], ...], place: str
) -> None:
    with pytest.raises(RecordRefused) as refused:
        read_record(record(games), "challenge.json")
    faults = {one.place.partition(".")[2]: one.code for one in refused.value.faults}
    assert faults[place] is FaultCode.DOES_NOT_STAY

"""A round robin in the place of a Swiss with few players: offered, taken until the close, and played (GO-26.2)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import rounds_verbs as course_rounds_verbs
from bot.features.course.facts_verbs import facts
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments.promises_model import RoundRobinOffered, RoundRobinTaken
from bot.kernel.errors import AlreadyDone, NotAllowed, NotNow, TooLate
from bot.play.crosstable import is_round_robin
from bot.play.entries import Tournament
from bot.play.estimates import or_round_robin, with_few_players
from bot.play.format_rules import CutRules, RankingRules, SwissRules
from bot.play.rulebook import FormatName, Rulebook
from bot.rulebooks.library import fingerprint, preset, problems
from tests.hall.hall import GUILD, Hall

ORGANISER = 1


def go(**rules: object) -> Rulebook:
    return replace(preset("go-swiss"), swiss=SwissRules(**rules))  # type: ignore[arg-type]


def take(hall: Hall, tournament: Tournament, by: int = ORGANISER) -> Tournament:
    return hall.act(hall.actor(by), course_rounds_verbs.take, tournament.tournament_id)


@pytest.mark.rule("GO-26.2", "GO-26.3")
@pytest.mark.parametrize(
    ("rulebook", "most"),
    [
        (go(rounds=5), 9),
        (go(rounds=3), 5),
        (go(), 5),
        (go(rounds=2), None),
        (go(rounds=5, out_after=2), None),
        (go(rounds=5, late_entry_until=3), None),
        (replace(go(rounds=5), cut=CutRules(4)), None),
        (preset("go-round-robin"), None),
        (preset("aije-open"), None),
    ],
)
def test_up_to_how_many_players_a_round_robin_is_better(rulebook: Rulebook, most: int | None) -> None:
    assert with_few_players(rulebook) == most
    if most is not None:
        assert problems(or_round_robin(rulebook)) == ()


@pytest.mark.rule("GO-26.2", "GO-26.3")
@pytest.mark.parametrize(("players", "everybody"), [(5, True), (6, False)])
def test_once_taken_few_players_meet_everybody_and_more_play_the_swiss(
    hall: Hall, players: int, everybody: bool
) -> None:
    shared = replace(go(rounds=3), ranking=RankingRules(order=("points",)))
    tournament = take(hall, hall.announce(shared))
    assert tournament.rulebook_hash == fingerprint(tournament.rulebook)
    tournament = hall.begin(tournament, *range(2, 2 + players))
    assert is_round_robin(hall.ask(facts, tournament), tournament.rulebook) is everybody
    ended = hall.play_out(tournament)
    played = [one for one in hall.ask(facts, ended).contests if len(one.sides) == 2 and one.stage == "main"]
    assert len(played) == (10 if everybody else 9)
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id).holds


def test_organisers_are_asked_when_check_in_opens_with_few_on_the_list(hall: Hall) -> None:
    few, many = hall.announce(go(rounds=3), "Few"), hall.announce(go(rounds=3), "Many")
    hall.enter(few, 2, 3, 4, 5, 6)
    hall.enter(many, 2, 3, 4, 5, 6, 7)
    for tournament in (few, many):
        hall.do(entering_check_in_verbs.open_check_in, tournament)
    assert len(hall.promised(RoundRobinOffered, few.tournament_id)) == 1
    assert hall.promised(RoundRobinOffered, many.tournament_id) == []


def test_it_is_an_organisers_to_take_once_and_before_the_close(hall: Hall) -> None:
    tournament = hall.announce(go(rounds=3))
    with pytest.raises(NotAllowed):
        take(hall, tournament, by=2)
    assert take(hall, tournament).rulebook.format is FormatName.ROUND_ROBIN
    assert len(hall.promised(RoundRobinTaken, tournament.tournament_id)) == 1
    with pytest.raises(AlreadyDone):
        take(hall, tournament)
    late = hall.announce(go(rounds=3), "Late")
    hall.now = late.start_at + timedelta(minutes=1)
    with pytest.raises(TooLate):
        take(hall, late)
    assert hall.load(late).rulebook.format is FormatName.SWISS


def test_a_knock_out_has_nothing_of_the_kind(hall: Hall) -> None:
    with pytest.raises(NotNow):
        take(hall, hall.announce())

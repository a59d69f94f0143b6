"""Teams in brackets and after tables: whom level boards send on, play-offs, sums of points, withdrawals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.contests import Stage
from bot.domain.format_rules import CutRules, GroupRules, Level, LevelMatch
from bot.domain.formats import FORMATS
from bot.domain.rulebook import FormatName, KnockoutRules, Rulebook
from bot.domain.rulebook_checks import problems
from bot.domain.team_views import NamedMember
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from bot.services.event_facts import facts
from bot.services.record_reading import record_of
from tests.services.hall import Hall
from tests.services.squads import GO, begin, call, captain_of, play, save

LENGTHS = KnockoutRules(best_of=4, final_best_of=4)


def knockout(*ways: LevelMatch, **rules: object) -> Rulebook:
    """Go teams of four in a knock-out, level ones separated so."""
    assert GO.teams is not None
    whole = replace(
        GO,
        format=FormatName.KNOCKOUT,
        teams=replace(GO.teams, level_match=ways),
        knockout=replace(LENGTHS, **rules),
        **dict.fromkeys(("scoring", "ranking", "round_robin", "swiss", "discipline")),
    )
    assert problems(whole) == ()
    return whole


def entered(hall: Hall, rulebook: Rulebook, teams: int):
    tournament = hall.announce(rulebook, "Copa")
    captains = range(2, 2 + teams)
    for captain in captains:
        names = (f"P{captain}", *(f"T{captain}-{board}" for board in (2, 3, 4)))
        save(hall, tournament, captain, f"Team {captain}", *map(NamedMember, names))
    return begin(hall, tournament, *captains)


def agrees(hall: Hall, tournament) -> None:
    """The record replays to the same event."""
    done = replay(read_record(write_record(hall.ask(record_of, hall.load(tournament))), "cup.json"))
    assert done.difference is None


def sent_on(hall: Hall, tournament, contest) -> int | None:
    known = hall.ask(facts, hall.load(tournament))
    return next(one for one in known.contests if one.contest_id == contest.contest_id).result.paired_as_winner


def test_level_boards_send_on_who_won_the_first_board_that_was_not_level(hall: Hall):
    cup = entered(hall, knockout(LevelMatch.BOARDS_IN_ORDER, LevelMatch.LOT), 4)
    first, second = hall.open_contests(cup)
    play(hall, cup, first, "½-½", "0-1", "1-0", "½-½")
    play(hall, cup, second, "1-0", "1-0", "0-1", "1-0")
    assert sent_on(hall, cup, first) == 1
    (final,) = [one for one in hall.open_contests(cup) if one.stage is Stage.FINAL]
    assert set(final.sides) == {first.sides[1], second.sides[0]}
    call(hall, final)
    play(hall, cup, final, "1-0", "1-0", "0-1", "1-0")
    assert hall.load(cup).ended_at is not None
    agrees(hall, cup)

"""What a table shows adds up: wins, draws, losses and the marks beside a name come to the points."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.play.contests import Contest, Result, StandingRow
from bot.play.course import Sources, sources
from bot.play.crosstable import crosstable
from bot.play.format_rules import ScoringRules, SwissRules
from bot.play.formats import FORMATS, arena
from bot.play.formats.protocol import EventFacts
from bot.play.points import exact
from bot.play.rulebook import FormatName, Rulebook
from bot.rulebooks.library import preset
from tests.play import arenas, swiss_events
from tests.play.arenas import ARENA, game

WEIRD = ScoringRules(win=1111.11, draw=0.3, loss=0.25, bye=7.5, absence=0.125)
SWISS = swiss_events.rulebook(rounds=5)
ROBIN = preset("round-robin")


def added_up(row: StandingRow, known: Sources, rules: ScoringRules) -> Fraction:
    """As a reader does it, from what stands in the row and what each thing is worth."""
    worth = {name: exact(getattr(rules, name)) for name in ("win", "draw", "loss", "bye", "absence")}
    return (
        row.won * worth["win"]
        + (row.drawn - known.idle_draws) * worth["draw"]
        + (row.lost - known.forfeits_lost) * worth["loss"]
        + known.byes * worth["bye"]
        + known.absences * worth["absence"]
        + known.doubled
    )


def swiss_event(rules: Rulebook, seed: int) -> EventFacts:
    """Nine players of whom one misses a round and one comes late, with walkovers and draws."""
    late, absent, *rest = swiss_events.field(9)
    field = (replace(late, enters_in=2), replace(absent, absent_in=frozenset({3})), *rest)
    verdict = swiss_events.by_chance(bytes([seed] * 32), walkovers=True)
    return swiss_events.played(EventFacts(field), rules, verdict, bytes([seed] * 32))


@pytest.mark.parametrize("scoring", [ScoringRules(absence=0.5), WEIRD], ids=["usual", "weird"])
@pytest.mark.parametrize("seed", range(1, 4))
def test_the_points_of_a_swiss_add_up_from_what_its_table_shows(seed: int, scoring: ScoringRules) -> None:
    rules = replace(SWISS, scoring=scoring)
    facts = swiss_event(rules, seed)
    known = sources(facts, rules)
    rows = FORMATS[FormatName.SWISS].standings(facts, rules)
    assert {row.entrant_id: row.values[0].value for row in rows} == {
        row.entrant_id: added_up(row, known[row.entrant_id], scoring) for row in rows
    }
    everything = [known[row.entrant_id] for row in rows]
    assert sum(one.byes for one in everything) >= 1
    assert sum(one.absences for one in everything) == 2
    assert sum(one.forfeits_won for one in everything) == sum(one.forfeits_lost for one in everything) >= 1


def test_a_bye_that_gives_nothing_needs_no_mark() -> None:
    rules = replace(SWISS, scoring=ScoringRules(bye=0.0))
    assert {one.byes for one in sources(swiss_event(rules, 1), rules).values()} == {0}


def test_who_left_a_round_robin_too_early_has_no_points_to_explain() -> None:
    from tests.play import pool_events

    facts = pool_events.round_played(pool_events.drawn(pool_events.field(5), FORMATS[ROBIN.format], ROBIN), _away_loses)
    gone = facts.starters[0].entrant_id
    left = replace(facts, starters=(replace(facts.starters[0], withdrawn=True), *facts.starters[1:]))
    assert gone in sources(facts, ROBIN)
    assert gone not in sources(left, ROBIN)


def _away_loses(_: Contest) -> Result:
    return swiss_events.walkover(0)


@pytest.mark.rule("ARENA-1", "ARENA-6", "ARENA-7")
def test_the_points_of_an_arena_add_up_with_what_the_flame_gave_and_draws_that_gave_nothing() -> None:
    wins = [game(n, "ab", "1-0") for n in range(1, 5)]
    others = (
        game(5, "ab", "draw 30"), game(6, "ab", "draw 30"), game(7, "ac", "draw 5"), game(8, "cb", "0-1 forfeit"),
        game(9, "ab", "1-0"), game(10, "ba", "nobody came"),
    )  # fmt: skip
    facts = arenas.played(arenas.starters(1800, 1700, 1600), *wins, *others)
    known, scoring = sources(facts, ARENA), ARENA.scoring or arena.SCORING
    tallies = arena.tallies(facts, ARENA)
    rows = FORMATS[FormatName.ARENA].standings(facts, ARENA)
    for row in rows:
        assert added_up(row, known[row.entrant_id], scoring) == tallies[row.entrant_id].points, row.entrant_id
    first = known[facts.starters[0].entrant_id]
    assert (first.doubled > 0, first.idle_draws) == (True, 2)


def test_no_points_are_explained_where_none_are_counted() -> None:
    cup = preset("cup")
    assert sources(EventFacts(swiss_events.field(4)), cup) == {}
    edge = preset("on-the-edge")
    assert sources(EventFacts(swiss_events.field(4)), edge) == {}


def test_each_forfeit_of_a_crosstable_is_counted_once() -> None:
    rules = replace(SWISS, swiss=SwissRules(rounds=4))
    facts = swiss_event(rules, 2)
    table = crosstable(facts, rules)
    for entrant, one in sources(facts, rules).items():
        found = Counter(str(encounter.unplayed) for encounter in table[entrant].encounters)
        assert (one.forfeits_won, one.forfeits_lost) == (found["forfeit_win"], found["forfeit_loss"])

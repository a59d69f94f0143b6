"""Every value of every table is explained by steps that come to it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.kernel.ids import EntrantId
from bot.play.course import explain
from bot.play.format_rules import CutRules, GroupRules, Level, RankingRules, RoundRobinRules, SwissRules
from bot.play.formats import FORMATS
from bot.play.formats.protocol import EventFacts
from bot.play.rulebook import FormatName, Rulebook
from bot.play.tie_breaks import value_of
from tests.play.crosstables import rulebook
from tests.play.pool_events import by_chance, drawn, field, played_out

CHAIN = ("points", "direct_encounter", "buchholz_cut_1", "sonneborn_berger", "wins")
SWISS = replace(rulebook(*CHAIN, format=FormatName.SWISS), swiss=SwissRules(rounds=3))
TABLES = {
    "round_robin": rulebook(*CHAIN),
    "play_offs": rulebook(ranking=RankingRules(CHAIN[:1], Level.PLAY_OFF, 3)),
    "large": replace(rulebook(*CHAIN), round_robin=RoundRobinRules(swiss_above=4), swiss=SwissRules(rounds=3)),
    "swiss": SWISS,
    "swiss_cut": replace(SWISS, cut=CutRules(8)),
    "groups": replace(rulebook(*CHAIN, format=FormatName.GROUPS), groups=GroupRules(4, 2)),
}


def ended(rules: Rulebook, seed: int) -> EventFacts:
    played = FORMATS[rules.format]
    return played_out(drawn(field(9), played, rules, bytes([seed] * 32)), played, rules, by_chance(bytes([seed] * 32)))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", sorted(TABLES))
def test_the_steps_come_to_the_value_shown(name: str, seed: int) -> None:
    rules = TABLES[name]
    facts = ended(rules, seed)
    rows = FORMATS[rules.format].standings(facts, rules)
    shown = [(row.entrant_id, one) for row in rows for one in row.values]
    assert len(shown) >= 9
    for entrant_id, one in shown:
        assert value_of(explain(facts, rules, entrant_id, one.name)) == one.value


def test_what_no_tie_break_counts_has_no_steps_and_a_stranger_is_refused() -> None:
    facts = ended(TABLES["groups"], 1)
    assert explain(facts, TABLES["groups"], facts.starters[0].entrant_id, "influence") is None
    for name in ("groups", "swiss", "round_robin"):
        with pytest.raises(KeyError):
            explain(facts if name == "groups" else ended(TABLES[name], 1), TABLES[name], EntrantId("e99"), "points")

"""What the people of an event need by its rules is there with the event, where a server has switched nothing on."""

from __future__ import annotations

from typing import Final

import pytest

from tests.discord.harness import Stage, an_event

OFFENCES: Final = {"conduct", "case", "bar"}
"""A breach is reported, answered, and may bar somebody."""
NEEDED: Final = [
    # 23.1 cheating, 23.2 leaving, 23.6 ceremonies, 25.3 grades, 30 the chief and what he decides
    *(
        pytest.param(name, OFFENCES | {"ceremony", "chief", "grade"} | more, marks=pytest.mark.rule(*rules), id=name)
        for name, more, rules in (
            ("go-swiss", set[str](), ("GO-23.1", "GO-23.2", "GO-23.6", "GO-30")),
            ("go-round-robin", set[str](), ("GO-23.1", "GO-23.2", "GO-23.6", "GO-30")),
            ("go-teams", {"team"}, ("GO-23.1", "GO-23.2", "GO-23.6", "GO-30", "GO-25.1")),
            ("go-challenge", {"team"}, ("GO-23.1", "GO-23.2", "GO-23.6", "GO-30", "GO-26.6")),
        )
    ),
    # «casos não previstos … serão decididos pela Comissão Organizadora»
    pytest.param("olympiad-school", {"team", "vote"}, marks=pytest.mark.rule("OLY-6", "OLY-1"), id="olympiad-school"),
    pytest.param("on-the-edge", {"deck"}, marks=pytest.mark.rule("OTE-1.1", "OTE-1.7"), id="on-the-edge"),
    # D.01.2 bars, 5.3 absences and their penalties by the committee; A.02 expulsions
    pytest.param(
        "aije-open",
        OFFENCES | {"vote", "account"},
        marks=pytest.mark.rule("AIJE-D01-2", "AIJE-D01-5.3"),
        id="aije-open",
    ),
    pytest.param(
        "aije-teams", OFFENCES | {"vote", "team"}, marks=pytest.mark.rule("AIJE-D05-1", "AIJE-B03-2"), id="aije-teams"
    ),
]


@pytest.mark.parametrize("stage_options", [{"switches": ()}], indirect=True)
@pytest.mark.parametrize(("name", "words"), NEEDED)
async def test_an_event_switches_on_what_its_rules_ask_people_to_do(stage: Stage, name: str, words: set[str]) -> None:
    before = {one.split()[0] for one in stage.commands}
    assert before.isdisjoint(words)
    await an_event(stage, rulebook=name)
    assert {one.split()[0] for one in stage.commands} >= words

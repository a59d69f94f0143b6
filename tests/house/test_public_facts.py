"""docs/pages.md says of every public fact from when on it is shown, and of whom."""

from __future__ import annotations

import pytest

from bot.features.pages.facts_model import FACTS, Moment, PublicFact, ShownTo
from tests.house.reading import text as text_of
from tools import public_facts


def test_the_page_has_the_table_that_the_tool_writes() -> None:
    page = text_of("docs/pages.md")
    assert public_facts.BEGIN in page
    assert page == public_facts.put_into(page), "python -m tools.public_facts writes it"


def test_the_table_has_words_for_every_public_fact_and_for_no_other() -> None:
    assert public_facts.described() == public_facts.kinds()


@pytest.mark.plants
def test_a_fact_that_nobody_has_described_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    strange = PublicFact("ballots.choice", ("PublicEvent.name",), Moment.ENDED, ShownTo.ANYBODYS)
    monkeypatch.setattr("tools.public_facts.FACTS", (*FACTS, strange))
    assert ("ballots", Moment.ENDED, ShownTo.ANYBODYS) in public_facts.kinds() - public_facts.described()

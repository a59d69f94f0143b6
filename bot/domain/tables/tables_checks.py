"""What keeps an event at tables of three, or one of decks, from being played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from bot.domain.regulation.bounds import write_setting
from bot.domain.regulation.format_rules import TableRules
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.domain.regulation.table_checks import too_many
from bot.domain.rulebook import Rulebook

MOST_CARDS = 100
_CARD = re.compile(r"[A-Za-z]{0,8}[0-9]{1,4}", re.ASCII)
_PREFIX = re.compile(r"[A-Za-z]{1,8}", re.ASCII)


def tables_problems(rulebook: Rulebook) -> Iterator[Problem]:
    """Points for the first, the second and tied second, the most for the first (OTE-2.3)."""
    rules = rulebook.tables
    if rules is None:
        return
    places = len(TableRules().active_points)
    for key, points in (("active_points", rules.active_points), ("inactive_points", rules.inactive_points)):
        if len(points) != places:
            key_length = f"tables.{key}"
            yield Problem(key_length, ProblemCode.WRONG_LENGTH, given=str(len(points)), limit=str(places))
        elif any(later > earlier for earlier, later in pairwise(points)):
            yield Problem(f"tables.{key}", ProblemCode.NOT_HIGHEST_FIRST, given=write_setting(points))


def deck_problems(rulebook: Rulebook) -> Iterator[Problem]:
    """Cards go by collector number, and a card is refused for one reason (OTE-1.3, OTE-1.5)."""
    rules = rulebook.deck
    if rules is None:
        return
    lists = (
        ("deck.refused_prefixes", rules.refused_prefixes, _PREFIX),
        ("deck.refused_cards", rules.refused_cards, _CARD),
        ("deck.degenerate_cards", rules.degenerate_cards, _CARD),
    )
    met: set[str] = set()
    for key, entries, kind in lists:
        if len(entries) > MOST_CARDS:
            yield too_many(key, len(entries), MOST_CARDS)
        for entry in entries:
            if kind.fullmatch(entry) is None:
                yield Problem(key, ProblemCode.NO_CARD, given=entry)
            elif entry.upper() in met:
                yield Problem(key, ProblemCode.STANDS_TWICE, given=entry)
            met.add(entry.upper())

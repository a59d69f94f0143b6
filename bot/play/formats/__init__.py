"""The formats of an event, one module each, and the registry that a rulebook's format name is looked up in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.play.contests import Contest, NewContest, Result, Sanction, StandingRow, move_down
from bot.play.draw import Stream
from bot.play.formats import arena, elimination, groups, ladder, round_robin, swiss, tables, title_match
from bot.play.formats.protocol import EventFacts, Format, Starter
from bot.play.rulebook import FormatName, Rulebook


@dataclass(frozen=True, slots=True)
class _Placing:
    """A format whose final order has what verdicts did to places: whoever asks for it here reads the same (GO-23.6)."""

    played: Format

    def needs_draw(self, facts: EventFacts, rulebook: Rulebook) -> bool:
        return self.played.needs_draw(facts, rulebook)

    def advance(self, facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> tuple[NewContest, ...]:
        return self.played.advance(facts, rulebook, stream)

    def standings(self, facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
        rows = self.played.standings(facts, rulebook)
        down = [one for one, what in facts.sanctions if what is Sanction.LOWERED]
        return move_down(rows, down) if down else rows

    def is_over(self, facts: EventFacts, rulebook: Rulebook) -> bool:
        return self.played.is_over(facts, rulebook)

    def reopened_by(
        self, facts: EventFacts, rulebook: Rulebook, contest: Contest, correction: Result
    ) -> tuple[Contest, ...]:
        return self.played.reopened_by(facts, rulebook, contest, correction)


FORMATS: Final[Mapping[FormatName, Format]] = MappingProxyType(
    {
        FormatName.KNOCKOUT: _Placing(elimination),
        FormatName.ROUND_ROBIN: _Placing(round_robin),
        FormatName.SWISS: _Placing(swiss),
        FormatName.GROUPS: _Placing(groups),
        FormatName.ARENA: _Placing(arena),
        FormatName.TABLES: _Placing(tables),
        FormatName.TITLE_MATCH: _Placing(title_match),
        FormatName.LADDER: _Placing(ladder),
    }
)

__all__ = ["FORMATS", "EventFacts", "Format", "Starter"]

"""Which rounds of an event have come to their end, part by part: each is told once, but for the last one's podium."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from bot.domain.contests import Contest, Stage
from bot.domain.formats import EventFacts
from bot.domain.formats.knockout import is_decided
from bot.domain.lengths import in_bracket
from bot.domain.regulation.format_traits import Contests
from bot.domain.rulebook import Rulebook

TABLE, BRACKET, EXTRA = "table", "bracket", "extra"
"""The parts of an event whose rounds are told."""
_ROUNDS_OF_A_BRACKET = frozenset({Stage.PRELIMINARY, Stage.MAIN, Stage.SEMIFINAL, Stage.FINAL})

Round = tuple[str, int]
"""A part of the event, and the number of a round in it."""


def finished_rounds(known: EventFacts, rulebook: Rulebook) -> list[Round]:
    """The rounds that are decided, those before them too: of the table, and of the bracket all but its last."""
    match rulebook.traits.contests:
        case Contests.LOBBY:
            return []
        case Contests.TABLES:
            return _of_tables(known)
        case Contests.MATCHES | Contests.SERIES:
            return _of_matches(known, rulebook)
        case other:
            assert_never(other)


def _of_matches(known: EventFacts, rulebook: Rulebook) -> list[Round]:
    table = [one for one in known.contests if not in_bracket(one, rulebook)]
    bracket = [one for one in known.contests if in_bracket(one, rulebook) and one.stage in _ROUNDS_OF_A_BRACKET]
    beyond = max((one.round for one in table), default=0) + 1
    last = max((one.round for one in bracket), default=0)
    if rulebook.traits.is_bracket:
        # With more lives than one the finals are told as what they decide; the rounds of the unbeaten are all told.
        lives, rounds = rulebook.knockout.lives, len(known.starters).bit_length() - 1
        last = rounds if lives == 1 else rounds + 1
    return [(TABLE, one) for one in _decided(table, beyond)] + [(BRACKET, one) for one in _decided(bracket, last)]


def _of_tables(known: EventFacts) -> list[Round]:
    """Rounds of tables up to the final's, which the podium tells, and the extra games on the way to it."""
    extra = [one for one in known.contests if one.stage is Stage.PLAY_OFF]
    rounds = [one for one in known.contests if one.stage is not Stage.PLAY_OFF]
    beyond = max((one.round for one in rounds), default=0) + 1
    last = min((one.round for one in rounds if one.stage is Stage.FINAL), default=beyond)
    after = max((one.round for one in extra), default=0) + 1
    return [(TABLE, one) for one in _decided(rounds, last)] + [(EXTRA, one) for one in _decided(extra, after)]


def _decided(of_part: Iterable[Contest], last: int) -> list[int]:
    """The rounds below `last` of which, and of those before, every contest is decided."""
    known = list(of_part)
    first_open = min((one.round for one in known if not is_decided(one)), default=last)
    return sorted({one.round for one in known if len(one.sides) > 1 and one.round < min(first_open, last)})

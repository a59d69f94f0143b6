"""Which rounds of an event have come to their end, part by part: each is told once, but for the last one's podium."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.domain.contests import Contest, Stage, last_round_of
from bot.domain.formats import EventFacts
from bot.domain.formats.bracket_steps import Taken, starters_of
from bot.domain.formats.knockout import is_decided, last_round
from bot.domain.lengths import in_bracket
from bot.domain.rulebook import Rulebook

TABLE, BRACKET, EXTRA = "table", "bracket", "extra"
"""The parts of an event whose rounds are told."""
_ROUNDS_OF_A_BRACKET = frozenset({Stage.PRELIMINARY, Stage.MAIN, Stage.SEMIFINAL, Stage.FINAL})

Round = tuple[str, int]
"""A part of the event, and the number of a round in it."""


class _Seen(NamedTuple):
    """What of a contest says whether its round is over."""

    round: int
    is_decided: bool
    is_bye: bool


def finished_rounds(known: EventFacts, rulebook: Rulebook) -> list[Round]:
    """The rounds that are decided, those before them too: of the table, and of the bracket all but its last."""
    if not rulebook.traits.in_rounds:
        return []
    return _of_tables(known) if rulebook.traits.at_tables else _of_matches(known, rulebook)


def of_bracket(taken: Sequence[Taken]) -> list[Round]:
    """As `finished_rounds`, of one bracket of one life, from its places alone."""
    places = [_Seen(one.round, one.is_decided, one.is_bye) for one in taken if one.stage in _ROUNDS_OF_A_BRACKET]
    return _decided_rounds(BRACKET, places, last_round(starters_of(taken)))


def _of_matches(known: EventFacts, rulebook: Rulebook) -> list[Round]:
    table = [one for one in known.contests if not in_bracket(one, rulebook)]
    bracket = [one for one in known.of(*_ROUNDS_OF_A_BRACKET) if in_bracket(one, rulebook)]
    last = last_round_of(bracket)
    if rulebook.traits.is_bracket:
        # With more lives than one the finals are told as what they decide; the rounds of the unbeaten are all told.
        lives, rounds = rulebook.knockout.lives, len(known.starters).bit_length() - 1
        last = rounds if lives == 1 else rounds + 1
    return [
        *_decided_rounds(TABLE, _as_seen(table), last_round_of(table) + 1),
        *_decided_rounds(BRACKET, _as_seen(bracket), last),
    ]


def _of_tables(known: EventFacts) -> list[Round]:
    """Rounds of tables up to the final's, which the podium tells, and the extra games on the way to it."""
    extra = known.of(Stage.PLAY_OFF)
    rounds = [one for one in known.contests if one.stage is not Stage.PLAY_OFF]
    last = min((one.round for one in rounds if one.stage is Stage.FINAL), default=last_round_of(rounds) + 1)
    return [
        *_decided_rounds(TABLE, _as_seen(rounds), last),
        *_decided_rounds(EXTRA, _as_seen(extra), last_round_of(extra) + 1),
    ]


def _as_seen(contests: Iterable[Contest]) -> list[_Seen]:
    return [_Seen(one.round, is_decided(one), one.is_bye) for one in contests]


def _decided_rounds(part: str, contests: Sequence[_Seen], last: int) -> list[Round]:
    """The rounds of a part below `last` of which, and of those before, every contest is decided."""
    first_open = min((one.round for one in contests if not one.is_decided), default=last)
    rounds = sorted({one.round for one in contests if not one.is_bye and one.round < min(first_open, last)})
    return [(part, number) for number in rounds]

"""Rounds off in short: [2, "Ana", "½"] is a bye of half a point that Ana asked for in round 2."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from bot.domain.formats.protocol import EventFacts, Starter
from bot.domain.ids import EntrantId
from bot.domain.regulation.format_rules import ScoringRules
from bot.domain.rulebook import Rulebook
from bot.record import model
from bot.record.errors import GIVEN_LENGTH, Fault, FaultCode, Kind
from bot.record.formats import format_of

Line = tuple[int | str, ...]
HALF: Final = frozenset({"½", "1/2", "0.5", "0,5"})
_LENGTH: Final = 3
_ASKED: Final = re.compile(r"entrants\[(\d+)\]\.absent_in\[(\d+)\]")


def is_round_off(line: Line) -> bool:
    """Whether the line is one side alone with half a point; the round in front belongs to it."""
    words = line[1:] if line and isinstance(line[0], int) else line
    return len(words) == _LENGTH - 1 and str(words[-1]).strip() in HALF


def with_rounds_off(told: model.RecordFile, rulebook: Rulebook) -> tuple[model.RecordFile, list[Fault]]:
    """The file with the short lines among its entrants' rounds off, and what is wrong with those lines."""
    lines = [(f"results[{at}]", line) for at, line in enumerate(told.results) if is_round_off(line)]
    if not lines:
        return told, []
    field = EventFacts(tuple(Starter(EntrantId(one.id), None) for one in told.entrants))
    asked, faults = _rounds_asked_off(lines, rulebook, paired=format_of(rulebook).is_paired(field, rulebook))
    missed = defaultdict[str, list[int]](list)
    for name, number in asked:
        missed[name].append(number)
    entrants = tuple(
        one.model_copy(update={"absent_in": (*one.absent_in, *missed[one.id])}) if one.id in missed else one
        for one in told.entrants
    )
    return told.model_copy(update={"entrants": entrants}), faults


def _rounds_asked_off(
    lines: Sequence[tuple[str, Line]], rulebook: Rulebook, *, paired: bool
) -> tuple[Sequence[tuple[str, int]], list[Fault]]:
    """Whose round off of which round the lines tell, each once, and what is wrong with them."""
    asked: dict[tuple[str, int], str] = {}
    faults: list[Fault] = []
    for place, line in lines:
        fault = _fault(place, line, rulebook, paired=paired)
        if fault is None and (before := asked.setdefault(_of(line), place)) != place:
            fault = Fault(place, FaultCode.TWICE_IN_ROUND, str(line[1])[:GIVEN_LENGTH], before)
        faults += [] if fault is None else [fault]
    return list(asked), faults


def place_of(fault: Fault, told: model.RecordFile) -> str:
    """Where a round off was written: with the entrant, or in a short line."""
    found = _ASKED.fullmatch(fault.place)
    if found is None:
        return fault.place
    entrant = told.entrants[int(found[1])]
    asked = entrant.id, entrant.absent_in[int(found[2])]
    lines = (f"results[{at}]" for at, line in enumerate(told.results) if is_round_off(line) and _of(line) == asked)
    return next(lines, fault.place)


def _of(line: Line) -> tuple[str, int]:
    return str(line[1]), int(line[0])


def _fault(place: str, line: Line, rulebook: Rulebook, *, paired: bool) -> Fault | None:
    scoring = rulebook.scoring or ScoringRules()
    if not isinstance(line[0], int) or not 1 <= line[0] <= model.MOST_ROUNDS:
        return Fault(place, FaultCode.WRONG_KIND, str(list(line))[:GIVEN_LENGTH], Kind.LINE)
    if not paired:
        return Fault(place, FaultCode.NOT_USED, str(line[-1]))
    if scoring.absence != scoring.draw:
        wanted = f"rulebook.scoring.absence = {scoring.draw:g}"
        return Fault(f"{place}[{_LENGTH - 1}]", FaultCode.IMPOSSIBLE_SCORE, str(line[-1]), wanted)
    return None

"""What is wrong with a record, in sentences that name the place and the fix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.domain.regulation.rulebook_problems import Problem
from bot.i18n import Voice
from bot.record.errors import Fault, FaultCode
from bot.rendering.regulation.rulebook_problems import problem_line
from bot.rendering.text import plain, quote

MOST_LINES = 12
_PLACE_LENGTH = 80
_WORDS_LENGTH = 300
_OF_REPORTS = frozenset(
    {
        FaultCode.NOT_A_TRF,
        FaultCode.WRONG_POINTS,
        FaultCode.REPORT_ROUNDS,
        FaultCode.REPORT_LINE,
        FaultCode.REPORT_TEAMS,
        FaultCode.REPORT_KIND,
        FaultCode.REPORT_SCORING,
        FaultCode.REPORT_BYE,
    }
)
"""Faults whose sentences say that the place is a line."""


def fault_lines(file: str, faults: Sequence[Fault], voice: Voice) -> tuple[str, ...]:
    """A heading with the file's name, a line for each fault, and what to do next; markdown, safe to show."""
    told = [f"- {fault_line(fault, voice)}" for fault in faults[:MOST_LINES]]
    hidden = len(faults) - len(told)
    more = [voice.count("record.more_faults", hidden)] if hidden > 0 else []
    return (voice.count("record.refused", len(faults), file=quote(file)), *told, *more, voice.say("record.next"))


def fault_line(fault: Fault, voice: Voice) -> str:
    """One fault with its place."""
    if fault.code is FaultCode.RULEBOOK and fault.problem is not None:
        return problem_line(_in_the_file(fault.problem), voice)
    wanted = _kind(fault.wanted, voice) if fault.code is FaultCode.WRONG_KIND else quote(fault.wanted or " ").strip()
    return voice.say(
        f"record.fault.{fault.code}",
        place=_place(fault, voice),
        given=quote(fault.given) if fault.given else "",
        wanted=wanted,
    )


def _place(fault: Fault, voice: Voice) -> str:
    """The place in the file; of a report the line, which the sentences of reports name by themselves."""
    if fault.place.isdecimal() and fault.code not in _OF_REPORTS:
        return voice.say("record.place_line", number=fault.place)
    return code(fault.place) or voice.say("record.whole_file")


def _in_the_file(problem: Problem) -> Problem:
    """A problem of the rulebook with the keys as the record has them."""
    other = f"rulebook.{problem.other}" if problem.other else ""
    return replace(problem, key=f"rulebook.{problem.key}" if problem.key else "rulebook", other=other)


def _kind(wanted: str, voice: Voice) -> str:
    kind, _, limit = wanted.partition(":")
    return voice.say(f"record.kind.{kind}", limit=quote(limit, _WORDS_LENGTH) if limit else "")


def code(text: str) -> str:
    """As Discord shows code; a place may hold what its author typed."""
    shown = plain(text, _PLACE_LENGTH).replace("`", "'")
    return f"`{shown}`" if text else ""

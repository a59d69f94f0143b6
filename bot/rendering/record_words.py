"""What is wrong with a record, in sentences that name the place and the fix."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n import Voice
from bot.record.errors import Fault, FaultCode
from bot.rendering.rulebook_problems import problem_line
from bot.rendering.text import plain, quoted

MOST_LINES = 12
_PLACE_LENGTH = 80


def fault_lines(file: str, faults: Sequence[Fault], voice: Voice) -> tuple[str, ...]:
    """A heading with the file's name, a line for each fault, and what to do next; markdown, safe to show."""
    told = [f"- {fault_line(fault, voice)}" for fault in faults[:MOST_LINES]]
    hidden = len(faults) - len(told)
    more = [voice.count("record.more_faults", hidden)] if hidden > 0 else []
    return (voice.count("record.refused", len(faults), file=quoted(file)), *told, *more, voice.say("record.next"))


def fault_line(fault: Fault, voice: Voice) -> str:
    """One fault with its place."""
    if fault.code is FaultCode.RULEBOOK and fault.problem is not None:
        return problem_line(fault.problem, voice)
    return voice.say(
        f"record.fault.{fault.code}",
        place=code(fault.place),
        given=quoted(fault.given) if fault.given else "",
        wanted=quoted(fault.wanted) if fault.wanted else "",
    )


def code(text: str) -> str:
    """As Discord shows code; a place may hold what its author typed."""
    shown = plain(text, _PLACE_LENGTH).replace("`", "'")
    return f"`{shown}`" if text else ""

"""What is said of who came late for the start, where lateness comes off the clock (GO-22)."""

from __future__ import annotations

from datetime import timedelta

from bot.domain.playing.lateness import LateStart, base_time, left_on_clock
from bot.domain.playing.match_views import MatchView
from bot.domain.regulation.discipline_rules import discipline_of
from bot.i18n import Voice
from bot.rendering.people import mention
from bot.rendering.sentences import duration

SHOWN_FROM = timedelta(minutes=1)
"""Nobody is told of the seconds that a press takes."""


def late(view: MatchView, voice: Voice) -> str:
    """A line for each side that pays for its lateness, or did not come; empty where none does, and after the match."""
    if view.contest.result is not None:
        return ""
    missing = {one.side for one in view.state.missing}
    lines = (_line(view, side, found, side in missing, voice) for side, found in enumerate(view.late) if found)
    return "\n".join(line for line in lines if line)


def of_side(view: MatchView, side: int, voice: Voice) -> str:
    """The line of one side, said to it when it comes; empty where it pays nothing."""
    found = view.late[side] if side < len(view.late) else None
    return _line(view, side, found, False, voice) if found else ""


def _line(view: MatchView, side: int, found: LateStart, waits: bool, voice: Voice) -> str:
    name, times = mention(view.players[side]), discipline_of(view.tournament.rulebook).late_costs
    if found.lost:
        # The clock ends with the limit, whether its player has come by then or not: a press after it is refused.
        return voice.say("matches.late_never", name=name)
    if waits:
        return voice.count("matches.late_runs", times, name=name) if times else ""
    if not found.off_clock or found.late < SHOWN_FROM:
        return ""
    return voice.say(
        "matches.late_came",
        name=name,
        late=duration(found.late, voice),
        off=duration(found.off_clock, voice),
        left=duration(left_on_clock(base_time(view.tournament.rulebook), found), voice),
    )

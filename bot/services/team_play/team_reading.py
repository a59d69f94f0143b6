"""Reading a match between teams as it is shown: its boards, who is late on them, and how long line-ups are awaited."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.domain.team_play.board_lateness import late_boards
from bot.domain.team_play.team_views import TeamMatch
from bot.services.playing.followed import Followed
from bot.services.team_play import line_up_limits
from bot.services.team_play.team_boards import team_match
from bot.storage.context import Query


def team_view(tx: Query, followed: Followed, now: datetime) -> TeamMatch | None:
    """Of a match between teams its boards, and until when a line-up that is awaited may be named."""
    found = team_match(tx, followed.tournament, followed.match)
    if found is None:
        return None
    found = replace(found, late=late_boards(followed.match, now, followed.tournament.rulebook, followed.outages))
    awaited = not found.is_open and followed.match.contest.result is None
    return replace(found, line_ups_by=line_up_limits.limit(followed)) if awaited else found

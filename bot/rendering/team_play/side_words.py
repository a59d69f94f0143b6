"""Which sentence tells a thing of a match: between two players, or between teams, whose boards or games are counted."""

from __future__ import annotations

from typing import Final

from bot.domain.events.event_kinds import boards_at_once, counts_games
from bot.domain.playing.match_views import MatchView
from bot.domain.team_play.board_lateness import has_limit

_OF_BOARDS: Final = frozenset(
    {"waited_for_first", "waited_for", "how_absence", "it_cost", "come_back", "game_annulled_note", "by_absence"}
)
"""What speaks of a game that is lost or counts no more; in a match of boards it is one of a board."""
_OF_LIMIT: Final = frozenset({"waiting", "how_absence", "waited_for_first", "come_back"})
"""What speaks of lateness: where it has a limit it loses the late player's board, and a whole team's all (GO-22)."""
_OF_TEAMS: Final = frozenset(
    {
        "playing",
        "how_report",
        "wait_for_other",
        "go_and_play",
        "next_call",
        "confirmed_by_players",
        "confirmed_by_all",
        "may_appeal",
    }
)
"""What speaks of two players and of a score; of teams it is captains and boards."""


def key(view: MatchView, name: str) -> str | None:
    """The catalogue's key of the sentence where it differs from that of a match between players."""
    rulebook = view.tournament.rulebook
    if name in _OF_LIMIT and has_limit(rulebook):
        return f"teams.{name}_limit"
    boards = boards_at_once(rulebook)
    if name == "waiting":
        return "teams.waiting" if boards else "teams.waiting_games"
    if name == "by_absence":
        boards = boards and not counts_games(rulebook)
    return f"teams.{name}" if name in _OF_TEAMS or (name in _OF_BOARDS and boards) else None

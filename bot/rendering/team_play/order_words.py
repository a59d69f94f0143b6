"""Who has the first colour, or begins, on the boards of a match of teams: on its card and in a round's post (GO-10)."""

from __future__ import annotations

from bot.domain.events.event_kinds import stays_on
from bot.domain.game_sheets import NAMELESS_COLOURS
from bot.domain.playing.match_views import MatchView
from bot.domain.regulation.format_rules import LevelMatch
from bot.domain.rulebook import Rulebook
from bot.domain.team_play import board_order
from bot.domain.team_play.stay_on_views import StayOnView
from bot.domain.team_play.team_views import BoardView, TeamMatch
from bot.i18n import Voice
from bot.rendering.playing.colour_words import colour_name
from bot.rendering.text import quote


def colour(view: MatchView, one: BoardView, side: int, voice: Voice) -> str:
    """The side's colour behind who sits there, where one game is played of which the sheet names the colours."""
    if one.first is None or not _has_named(view, one):
        return ""
    return f" ({colour_name(view.colours, int(side != one.first), voice)})"


def who_begins(view: MatchView, one: BoardView, voice: Voice) -> str:
    """Behind the seats of a board, where no colour says it: which team begins, and in several games by turns."""
    if one.first is None or _has_named(view, one):
        return ""
    key = "teams.begins" if one.games == 1 else "teams.begins_first"
    return f" · {voice.say(key, team=_team(view, one.first))}"


def of_extra(view: MatchView, team: TeamMatch, voice: Voice) -> list[str]:
    """Who would begin a game more on board 1; a line, or none."""
    if team.first_in_extra is None or LevelMatch.EXTRA_GAME not in team.level_ways:
        return []
    return [f"-# {voice.say('teams.begins_extra', team=_team(view, team.first_in_extra))}"]


def at_board(view: MatchView, shown: StayOnView, side: int, voice: Voice) -> str:
    """The colour of who plays now in a challenge, behind the name."""
    if shown.first is None:
        return ""
    return f" ({colour_name(view.colours, int(side != shown.first), voice)})"


def of_round(rulebook: Rulebook, voice: Voice) -> list[str]:
    """Below the pairings of a round, whose first named team is the pairing's first; a line, or none."""
    if not board_order.is_given(rulebook):
        return []
    # Whoever begins a game with compensation has Black, since that is what White is compensated for.
    ending = "_black" if rulebook.games is not None and rulebook.games.compensation else ""
    if stays_on(rulebook):
        return [f"-# {voice.say(f'teams.round_by_games{ending}')}"]
    first, second = (", ".join(map(str, board_order.boards_begun(rulebook, side))) for side in (0, 1))
    return [f"-# {voice.say(f'teams.round_by_boards{ending}', first=first, second=second)}"]


def _has_named(view: MatchView, one: BoardView) -> bool:
    return one.games == 1 and one.modality is None and view.colours != NAMELESS_COLOURS


def _team(view: MatchView, side: int) -> str:
    return f"**{quote(view.players[side].name)}**"

"""How a board of a match of teams ended, in words, and how it is told: by its score, its count, or as won by nobody."""

from __future__ import annotations

from fractions import Fraction

from bot.domain.contests import BoardResult, ResultKind
from bot.domain.playing.go_counting import BothLost
from bot.domain.playing.match_views import MatchView
from bot.domain.team_play.board_counts import boards_are_counted, counted_board, until_settled
from bot.domain.team_play.board_endings import MARKS, endings
from bot.domain.team_play.team_views import BoardView, TeamMatch
from bot.i18n import Voice
from bot.rendering.playing.colour_words import colour_name
from bot.rendering.playing.count_words import stones
from bot.rendering.text import plain

_HALVES = 2


def score(board: BoardResult, voice: Voice) -> str:
    """ "1–0", "½–½", "both lose"; what nobody played is marked."""
    if board.kind in MARKS:
        return voice.say("teams.both_lose" if board.kind is ResultKind.BOTH_LOST else "teams.without_result")
    halves = [_HALVES * won + board.draws for won in board.score]
    text = "–".join(f"{half // _HALVES or ''}½" if half % _HALVES else str(half // _HALVES) for half in halves)
    return f"{text} ⏳" if sum(board.walkover_games) else text


def count(view: MatchView, told: BoardResult, first: int | None, voice: Voice) -> str:
    """ " · Black 185, by ¾" behind the score of a counted board; `first` is the side that began there."""
    rulebook, result = view.tournament.rulebook, view.contest.result
    if told.count is None or first is None:
        return ""
    number = f" · {colour_name(view.colours, 0, voice)} {stones(Fraction(told.count))}"
    given = until_settled(view.warnings, None if result is None else result.settled_at)
    try:
        found = counted_board(rulebook, view.contest, (told.board, first), Fraction(told.count), given)
    except BothLost:
        return number
    if not found.ended.margin:
        return number
    return f"{number}, {voice.say('teams.by_margin', margin=stones(found.ended.margin))}"


def hint(view: MatchView, one: BoardView, example: str, voice: Voice) -> str:
    """How one board is told in its own input: where it is counted, by the number of who has the first colour."""
    seat = () if one.first is None else one.seats[one.first]
    if not seat or not boards_are_counted(view.tournament.rulebook, view.contest.stage):
        return voice.say("teams.board_hint", games=one.games, example=example)
    colour = colour_name(view.colours, 0, voice)
    return voice.say("teams.count_hint", name=plain(seat[0].name, 18), colour=colour, example=example)


def hint_of_counts(view: MatchView, team: TeamMatch, voice: Voice) -> str | None:
    """The same for all boards in one input; None where they are not counted."""
    if not boards_are_counted(view.tournament.rulebook, view.contest.stage):
        return None
    return voice.count("teams.counts_hint", len(team.boards), colour=colour_name(view.colours, 0, voice))


def for_arbiters(view: MatchView, voice: Voice) -> tuple[str, ...]:
    """On the arbiter's desk: how a board is written that nobody wins; a line, or none."""
    known = endings(view.tournament.rulebook) if view.part(TeamMatch) is not None else ()
    said = {ResultKind.BOTH_LOST: "teams.both_lose", ResultKind.NO_RESULT: "teams.without_result"}
    marks = ", ".join(f"`{MARKS[kind]}` {voice.say(said[kind])}" for kind in known)
    return (f"-# {voice.say('teams.endings_hint', marks=marks)}",) if marks else ()

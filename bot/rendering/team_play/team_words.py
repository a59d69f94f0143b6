"""What the card of a match between teams says beside a match of two: its boards, its line-ups, its score in points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.contest_points import Outcome, board_points, outcomes
from bot.domain.contests import EXTRA, BoardResult, Particulars, Score
from bot.domain.game_sheets import GameId
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.domain.regulation.format_rules import LevelMatch
from bot.domain.rulebook import Rulebook
from bot.domain.score_words import points_words, untold_words
from bot.domain.team_play.board_reports import example_score, write_board
from bot.domain.team_play.team_views import BoardView, TeamMatch
from bot.i18n import Voice
from bot.rendering.game_names import speakable_name
from bot.rendering.layout import Press
from bot.rendering.people import mention
from bot.rendering.sentences import listing, moment_relative, number
from bot.rendering.team_play import board_words, late_boards, order_words
from bot.rendering.team_play.team_sheet import level_rule
from bot.rendering.text import plain, quote

BOARDS_SHOWN = 25
GAMES_IN_A_ROW = 5
_HALVES = 2
_LIVE = frozenset({MatchPhase.WAITING, MatchPhase.MISSING, MatchPhase.PLAYING})
_ROOM = 48
"""Characters of a control's hundred that told boards may have."""


def length(view: MatchView, team: TeamMatch, voice: Voice) -> str:
    """How many boards, and what they are worth in all in a dispute."""
    if view.tournament.rulebook.dispute is not None:
        return voice.say("teams.length_dispute", boards=len(team.boards), points=_number(_all_points(team), voice))
    return voice.count("teams.length", team.boards[0].games if team.boards else 1, boards=len(team.boards))


def boards(view: MatchView, team: TeamMatch, voice: Voice) -> tuple[str, ...]:
    """Who sits where and how each board ended, or which line-ups are awaited; a paragraph, or none."""
    if view.contest.result is not None and not team.told:
        return ()
    lines = [] if team.scene is None else [f"-# {voice.say('teams.scene', n=team.scene + 1)}"]
    lines += _line_up_lines(view, team, voice)
    if team.is_open or any(one.sheet for one in team.boards):
        lines += _board_lines(view, team, voice)
    if team.level_ways and view.contest.result is None:
        lines.append(f"-# {level_rule(team.level_ways, voice)}")
        lines += order_words.of_extra(view, team, voice)
    return ("\n".join(lines),) if lines else ()


def _board_lines(view: MatchView, team: TeamMatch, voice: Voice) -> list[str]:
    extra = (_extra(team, one, voice) for one in team.told if one.modality == EXTRA)
    return [*(_board(view, team, one, voice) for one in team.boards[:BOARDS_SHOWN]), *extra]


def controls(view: MatchView, team: TeamMatch, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """Naming a line-up, telling the boards, and how each game of a dispute is played."""
    presses = (*_telling(view, team, voice), *late_boards.press(view, voice))
    games = () if view.state.phase is MatchPhase.SETTLED else tuple(_sheets(team, voice))
    return tuple(row for row in (presses, games) if row)


def _telling(view: MatchView, team: TeamMatch, voice: Voice) -> Iterator[Press]:
    key, phase = view.contest_id, view.state.phase
    if phase in _LIVE and (team.may_change or (team.named_anew and not all(team.given))):
        yield Press(f"line-up:{key}", voice.say("teams.name_line_up"), emoji="📝")
    if phase is MatchPhase.PLAYING and team.is_open:
        yield Press(f"team-boards:{key}", voice.say("teams.report"), ButtonStyle.primary)
    if phase is MatchPhase.REPORTED and team.is_open:
        yield Press(f"team-boards:{key}", voice.say("teams.report_again"))


def _sheets(team: TeamMatch, voice: Voice) -> Iterator[Press]:
    """How each game of the boards is played, once for a game that several play."""
    sheets = {one.sheet: game_title(one, voice) for one in team.boards if one.sheet is not None}
    for sheet, title in list(sheets.items())[:GAMES_IN_A_ROW]:
        yield _how(GameId(sheet), title, voice)


def rulings(view: MatchView, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """The arbiter's way to the boards."""
    return ((Press(f"team-rule:{view.contest_id}", voice.say("teams.rule"), ButtonStyle.primary),),)


def score(rulebook: Rulebook, score: Score, particulars: Particulars) -> str:
    """What the boards are worth to both teams, "2–0" or "5–4"; where none was told, what so many are worth."""
    told = particulars.boards
    worth = [sum(board_points(one, side, rulebook) for one in told) for side in (0, 1)]
    return points_words(worth[0], worth[1]) if told else untold_words(score, rulebook)


def level_line(view: MatchView, voice: Voice) -> list[str]:
    """What separates the teams where their boards are level and one of them goes on; a line, or none."""
    team = view.part(TeamMatch)
    found = None if team is None else team.separated
    if found is None or found.by is None:
        return []
    way = voice.say(f"teams.way.{found.by}")
    if found.board:
        way = voice.say("teams.way_board", n=found.board)
    elif found.by is LevelMatch.EXTRA_GAME:
        way = voice.say("teams.way_extra")
    return [voice.say("teams.level_by", way=way)]


def winner(view: MatchView) -> int | None:
    """The team that won by its boards, or goes on although they are level; None where nobody does."""
    team = view.part(TeamMatch)
    if team is not None and team.separated is not None:
        return team.separated.side
    ended = outcomes(view.contest, view.tournament.rulebook)
    return ended.index(Outcome.WON) if Outcome.WON in ended else None


def board_name(one: BoardView, voice: Voice) -> str:
    """Which board it is, and of a dispute which kind of game, without who sits there."""
    if one.modality is None:
        return voice.say("standings.board", n=one.board)
    return f"{one.board}. {voice.say(f'teams.kind_{one.modality.value}')}"


def seats_plain(one: BoardView) -> str:
    """Who sits on either side, as text for a form."""
    return " – ".join(", ".join(plain(person.name, 18) for person in seat) or "…" for seat in one.seats)


def told_texts(team: TeamMatch) -> tuple[str, ...]:
    """What was told of the boards before, as the form takes it; empty where nothing was."""
    return tuple(write_board(one) for one in sorted(team.told, key=lambda one: one.board))


def may_need_extra(team: TeamMatch) -> bool:
    """Whether a game more can come to be told behind the boards."""
    return LevelMatch.EXTRA_GAME in team.level_ways


def boards_hint(view: MatchView, team: TeamMatch, voice: Voice) -> str:
    """How all boards are told in one input."""
    counts = board_words.hint_of_counts(view, team, voice)
    if counts is not None and not may_need_extra(team):
        return counts
    key = "teams.boards_hint_extra" if may_need_extra(team) else "teams.boards_hint"
    return voice.count(key, len(team.boards), example=example(team.boards[0]))


def example(one: BoardView) -> str:
    """A score that the board can end with."""
    return example_score(one.games)


def game_title(board: BoardView, voice: Voice) -> str:
    """What the game of the board is called in the reader's language; as the file names it where nobody has told it."""
    return board.titles.get(voice.locale) or speakable_name(board.sheet or "")


def _how(game_id: GameId, title: str, voice: Voice) -> Press:
    return Press(f"game:{game_id}", voice.say("teams.how", game=plain(title, 40)), emoji="📖")


def _line_up_lines(view: MatchView, team: TeamMatch, voice: Voice) -> list[str]:
    if not team.named_anew or all(team.given) or view.contest.result is not None:
        return []
    lines = [
        voice.say("teams.line_up_given" if given else "teams.line_up_awaited", team=_team(player))
        for given, player in zip(team.given, view.players, strict=True)
    ]
    until = team.line_ups_by
    limit = [] if until is None else [f"-# {voice.say('stay_on.order_by', when=moment_relative(until))}"]
    return [*lines, voice.say("teams.next_line_up"), *limit]


def _team(person: Person) -> str:
    return f"**{quote(person.name)}**"


def _board(view: MatchView, team: TeamMatch, one: BoardView, voice: Voice) -> str:
    about = "" if one.modality is None else f"{_kind(one, voice)} · "
    told = next((board for board in team.told if board.board == one.board), None)
    shown = (_seat(seat, voice) + order_words.colour(view, one, side, voice) for side, seat in enumerate(one.seats))
    seats = " – ".join(shown) if team.is_open else voice.say("teams.secret")
    if told is None:
        ended = order_words.who_begins(view, one, voice)
    else:
        ended = f" · **{board_words.score(told, voice)}**{board_words.count(view, told, one.first, voice)}"
    return f"{one.board}. {about}{seats}{ended}"


def _extra(team: TeamMatch, told: BoardResult, voice: Voice) -> str:
    """The game more that separates level teams, with who sat there."""
    seats = " – ".join(_seat(seat, voice) for seat in team.boards[0].seats) if team.boards else ""
    return f"{told.board}. {voice.say('teams.extra_game')} · {seats} · **{board_words.score(told, voice)}**"


def _kind(one: BoardView, voice: Voice) -> str:
    worth = voice.say("teams.worth", points=_number(float(one.points), voice), games=one.games)
    name = voice.say(f"teams.kind_{one.modality.value}") if one.modality is not None else ""
    sheet = "" if one.sheet is None else f": **{quote(game_title(one, voice))}**"
    return f"{name}{sheet} ({worth})"


def _seat(seat: tuple[Person, ...], voice: Voice) -> str:
    return listing([mention(person) for person in seat], voice) if seat else voice.say("teams.nobody")


def _all_points(team: TeamMatch) -> float:
    return float(sum(one.points * one.games for one in team.boards))


def _number(value: float, voice: Voice) -> str:
    half = value != int(value) and value * _HALVES == int(value * _HALVES)
    return f"{int(value) or ''}½" if half else number(value, voice)


def boards_code(boards: Sequence[BoardResult]) -> str:
    """What a control carries of told boards, "3-1_2-2_+-"; nothing where it has no room for them."""
    code = "_".join(write_board(board) for board in boards)
    return code if len(code) <= _ROOM else ""

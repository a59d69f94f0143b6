"""What the card of a match between teams says beside a match of two: boards, line-ups, late players, score in points.

Rules: lateness (AIJE-D01-5.4, GO-22), first colour on each board (GO-10). A board is told by its score, its count, or
as won by nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from discord import ButtonStyle

from bot.features.playing.match_views_model import MatchView
from bot.features.playing.words_cards import SHOWN_FROM, colour_name, stones
from bot.features.teams.cards import level_rule
from bot.features.teams.model import BoardView, LateOnBoard, StayOnView, TeamMatch, has_limit
from bot.features.tournaments.games_cards import speakable_name
from bot.i18n.catalogue import Translator
from bot.layout.cards import WARNING, Button, Card, Choice
from bot.layout.sentences import duration, listing, moment_relative, number, plain, quote
from bot.people.cards import mention, pings
from bot.people.model import Person
from bot.play import points
from bot.play.contests import EXTRA, BoardResult, Particulars, ResultKind, Score
from bot.play.counts import (
    MARKS,
    BothLost,
    boards_are_counted,
    counted_board,
    endings,
    example_score,
    until_settled,
    write_board,
)
from bot.play.format_rules import LevelMatch
from bot.play.game_sheets import NAMELESS_COLOURS, GameId
from bot.play.matches import MatchPhase, base_time, left_on_clock
from bot.play.points import (
    Outcome,
    board_points,
    boards_at_once,
    counts_games,
    outcomes,
    points_words,
    stays_on,
    untold_words,
)
from bot.play.rulebook import Rulebook

# --- late players ---------------------------------------------------------------------------------------------------


def press(view: MatchView, translator: Translator) -> tuple[Button, ...]:
    """The way to the page, on the card and on the arbiter's desk; none where the match is not of boards."""
    if view.state.phase is not MatchPhase.PLAYING or not boards_at_once(view.tournament.rulebook):
        return ()
    return (Button(f"board-late:{view.contest_id}", translator.say("teams.late_button"), emoji="⏳"),)


def page(view: MatchView, sides: Sequence[int], translator: Translator) -> Card:
    """Who is not at the board yet, or has come; of the own team, for an arbiter of both."""
    team, rulebook = view.part(TeamMatch), view.tournament.rulebook
    again = not has_limit(rulebook)
    options = (
        [] if team is None else [option for side in sides for option in _options(team, side, translator, again=again)]
    )
    choice = Choice(f"board-late-who:{view.contest_id}", translator.say("teams.late_choose"), tuple(options))
    minutes = rulebook.matches.minutes_per_walkover_game
    said = translator.count("teams.late_page_games", minutes) if again else translator.say("teams.late_page")
    return Card((said,), controls=(choice,) if options else (), colour=WARNING)


def board_notice(view: MatchView, side: int, board: int, translator: Translator) -> Card:
    """To everybody: a board waits for its player, who is called by name; or the player has come."""
    seat, late = _people_at(view, side, board), _late(view, side, board)
    name = _names(seat, translator)
    if late is None or not late.waits:
        text = translator.say("teams.late_is_there", board=board, name=name)
        more = "" if late is None else _line(view, late, name, translator)
        return Card((f"{text}\n{more}" if more else text,))
    here = Button(f"here:{view.contest_id}", translator.say("matches.here"), ButtonStyle.success, "✋")
    return Card((_line(view, late, name, translator),), controls=((here,),), colour=WARNING, pings=pings(seat))


def lines(view: MatchView, translator: Translator) -> str:
    """What single players' lateness has come to, a line each; empty once the match is over."""
    team = view.part(TeamMatch)
    if team is None or view.contest.result is not None:
        return ""
    said = (
        _line(view, late, _names(_people_at(view, late.side, late.board), translator), translator) for late in team.late
    )
    return "\n".join(line for line in said if line)


def _line(view: MatchView, late: LateOnBoard, name: str, translator: Translator) -> str:
    if late.found.lost:
        return translator.say("teams.late_lost", board=late.board, name=name)
    limit, lost = has_limit(view.tournament.rulebook), ""
    if late.games and not limit:
        lost = translator.count("teams.late_games", late.games, board=late.board, name=name)
    if late.waits:
        key = "teams.late_waits" if limit else "teams.late_waits_game"
        waits = translator.say(key, board=late.board, name=name, when=moment_relative(late.loses_at))
        return f"{waits}\n{lost}" if lost else waits
    if not limit:
        return lost
    if not late.found.off_clock or late.found.late < SHOWN_FROM:
        return ""
    return translator.say(
        "matches.late_came",
        name=name,
        late=duration(late.found.late, translator),
        off=duration(late.found.off_clock, translator),
        left=duration(left_on_clock(base_time(view.tournament.rulebook), late.found), translator),
    )


def _options(team: TeamMatch, side: int, translator: Translator, *, again: bool) -> list[tuple[str, str]]:
    known = {one.board: one for one in team.late if one.side == side}
    found = []
    for board in team.boards:
        late = known.get(board.board)
        if late is None or (again and not late.waits and not late.found.lost):
            found.append(
                (
                    f"{side}.{board.board}.1",
                    translator.say("teams.late_option", board=board.board, name=_plain(board, side)),
                )
            )
        elif late.waits or late.found.lost:
            key = "teams.late_option_here"
            found.append((f"{side}.{board.board}.0", translator.say(key, board=board.board, name=_plain(board, side))))
    return found


def _people_at(view: MatchView, side: int, board: int) -> tuple[Person, ...]:
    """Who sits at the board for the side."""
    team = view.part(TeamMatch)
    return () if team is None else next((one.seats[side] for one in team.boards if one.board == board), ())


def _late(view: MatchView, side: int, board: int) -> LateOnBoard | None:
    """What is known of the lateness of who sits there."""
    team = view.part(TeamMatch)
    known = () if team is None else team.late
    return next((one for one in known if (one.side, one.board) == (side, board)), None)


def _names(seat: Sequence[Person], translator: Translator) -> str:
    return listing([mention(one) for one in seat], translator) if seat else translator.say("teams.nobody")


def _plain(board: BoardView, side: int) -> str:
    return ", ".join(plain(person.name, 30) for person in board.seats[side]) or "…"


# --- how a board ended ----------------------------------------------------------------------------------------------


_HALVES = 2


def board_score(board: BoardResult, translator: Translator) -> str:
    """ "1–0", "½–½", "both lose"; what nobody played is marked."""
    if board.kind in MARKS:
        return translator.say("teams.both_lose" if board.kind is ResultKind.BOTH_LOST else "teams.without_result")
    halves = [_HALVES * won + board.draws for won in board.score]
    text = "–".join(f"{half // _HALVES or ''}½" if half % _HALVES else str(half // _HALVES) for half in halves)
    return f"{text} ⏳" if sum(board.walkover_games) else text


def count(view: MatchView, told: BoardResult, first: int | None, translator: Translator) -> str:
    """ " · Black 185, by ¾" behind the score of a counted board; `first` is the side that began there."""
    rulebook, result = view.tournament.rulebook, view.contest.result
    if told.count is None or first is None:
        return ""
    number = f" · {colour_name(view.colours, 0, translator)} {stones(Fraction(told.count))}"
    given = until_settled(view.warnings, None if result is None else result.settled_at)
    try:
        found = counted_board(rulebook, view.contest, (told.board, first), Fraction(told.count), given)
    except BothLost:
        return number
    if not found.ended.margin:
        return number
    return f"{number}, {translator.say('teams.by_margin', margin=stones(found.ended.margin))}"


def hint(view: MatchView, board: BoardView, example: str, translator: Translator) -> str:
    """How one board is told in its own input: where it is counted, by the number of who has the first colour."""
    seat = () if board.first is None else board.seats[board.first]
    if not seat or not boards_are_counted(view.tournament.rulebook, view.contest.stage):
        return translator.say("teams.board_hint", games=board.games, example=example)
    colour = colour_name(view.colours, 0, translator)
    return translator.say("teams.count_hint", name=plain(seat[0].name, 18), colour=colour, example=example)


def hint_of_counts(view: MatchView, team: TeamMatch, translator: Translator) -> str | None:
    """The same for all boards in one input; None where they are not counted."""
    if not boards_are_counted(view.tournament.rulebook, view.contest.stage):
        return None
    return translator.count("teams.counts_hint", len(team.boards), colour=colour_name(view.colours, 0, translator))


def for_arbiters(view: MatchView, translator: Translator) -> tuple[str, ...]:
    """On the arbiter's desk: how a board is written that nobody wins; a line, or none."""
    known = endings(view.tournament.rulebook) if view.part(TeamMatch) is not None else ()
    said = {ResultKind.BOTH_LOST: "teams.both_lose", ResultKind.NO_RESULT: "teams.without_result"}
    marks = ", ".join(f"`{MARKS[kind]}` {translator.say(said[kind])}" for kind in known)
    return (f"-# {translator.say('teams.endings_hint', marks=marks)}",) if marks else ()


# --- who begins -----------------------------------------------------------------------------------------------------


def colour(view: MatchView, board: BoardView, side: int, translator: Translator) -> str:
    """The side's colour behind who sits there, where one game is played of which the sheet names the colours."""
    if board.first is None or not _has_named(view, board):
        return ""
    return f" ({colour_name(view.colours, int(side != board.first), translator)})"


def who_begins(view: MatchView, board: BoardView, translator: Translator) -> str:
    """Behind the seats of a board, where no colour says it: which team begins, and in several games by turns."""
    if board.first is None or _has_named(view, board):
        return ""
    key = "teams.begins" if board.games == 1 else "teams.begins_first"
    return f" · {translator.say(key, team=_team_of_side(view, board.first))}"


def of_extra(view: MatchView, team: TeamMatch, translator: Translator) -> list[str]:
    """Who would begin a game more on board 1; a line, or none."""
    if team.first_in_extra is None or LevelMatch.EXTRA_GAME not in team.level_ways:
        return []
    return [f"-# {translator.say('teams.begins_extra', team=_team_of_side(view, team.first_in_extra))}"]


def at_board(view: MatchView, shown: StayOnView, side: int, translator: Translator) -> str:
    """The colour of who plays now in a challenge, behind the name."""
    if shown.first is None:
        return ""
    return f" ({colour_name(view.colours, int(side != shown.first), translator)})"


def of_round(rulebook: Rulebook, translator: Translator) -> list[str]:
    """Below the pairings of a round, whose first named team is the pairing's first; a line, or none."""
    if not points.begins_by_pairing(rulebook):
        return []
    # Whoever begins a game with compensation has Black, since that is what White is compensated for.
    ending = "_black" if rulebook.games is not None and rulebook.games.compensation else ""
    if stays_on(rulebook):
        return [f"-# {translator.say(f'teams.round_by_games{ending}')}"]
    first, second = (", ".join(map(str, points.boards_begun(rulebook, side))) for side in (0, 1))
    return [f"-# {translator.say(f'teams.round_by_boards{ending}', first=first, second=second)}"]


def _has_named(view: MatchView, board: BoardView) -> bool:
    return board.games == 1 and board.modality is None and view.colours != NAMELESS_COLOURS


def _team_of_side(view: MatchView, side: int) -> str:
    return f"**{quote(view.players[side].name)}**"


# --- the card -------------------------------------------------------------------------------------------------------


BOARDS_SHOWN = 25
GAMES_IN_A_ROW = 5
_LIVE = frozenset({MatchPhase.WAITING, MatchPhase.MISSING, MatchPhase.PLAYING})
_ROOM = 48
"""Characters of a control's hundred that told boards may have."""


def length(view: MatchView, team: TeamMatch, translator: Translator) -> str:
    """How many boards, and what they are worth in all in a dispute."""
    if view.tournament.rulebook.dispute is not None:
        return translator.say(
            "teams.length_dispute", boards=len(team.boards), points=_number(_all_points(team), translator)
        )
    return translator.count("teams.length", team.boards[0].games if team.boards else 1, boards=len(team.boards))


def boards(view: MatchView, team: TeamMatch, translator: Translator) -> tuple[str, ...]:
    """Who sits where and how each board ended, or which line-ups are awaited; a paragraph, or none."""
    if view.contest.result is not None and not team.told:
        return ()
    lines = [] if team.scene is None else [f"-# {translator.say('teams.scene', n=team.scene + 1)}"]
    lines += _line_up_lines(view, team, translator)
    if team.is_open or any(board.sheet for board in team.boards):
        lines += _board_lines(view, team, translator)
    if team.level_ways and view.contest.result is None:
        lines.append(f"-# {level_rule(team.level_ways, translator)}")
        lines += of_extra(view, team, translator)
    return ("\n".join(lines),) if lines else ()


def _board_lines(view: MatchView, team: TeamMatch, translator: Translator) -> list[str]:
    extra = (_extra(team, one, translator) for one in team.told if one.modality == EXTRA)
    return [*(_board(view, team, board, translator) for board in team.boards[:BOARDS_SHOWN]), *extra]


def controls(view: MatchView, team: TeamMatch, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """Naming a line-up, telling the boards, and how each game of a dispute is played."""
    presses = (*_telling(view, team, translator), *press(view, translator))
    games = () if view.state.phase is MatchPhase.SETTLED else tuple(_sheets(team, translator))
    return tuple(row for row in (presses, games) if row)


def _telling(view: MatchView, team: TeamMatch, translator: Translator) -> Iterator[Button]:
    key, phase = view.contest_id, view.state.phase
    if phase in _LIVE and (team.may_change or (team.named_anew and not all(team.given))):
        yield Button(f"line-up:{key}", translator.say("teams.name_line_up"), emoji="📝")
    if phase is MatchPhase.PLAYING and team.is_open:
        yield Button(f"team-boards:{key}", translator.say("teams.report"), ButtonStyle.primary)
    if phase is MatchPhase.REPORTED and team.is_open:
        yield Button(f"team-boards:{key}", translator.say("teams.report_again"))


def _sheets(team: TeamMatch, translator: Translator) -> Iterator[Button]:
    """How each game of the boards is played, once for a game that several play."""
    sheets = {board.sheet: game_title(board, translator) for board in team.boards if board.sheet is not None}
    for sheet, title in list(sheets.items())[:GAMES_IN_A_ROW]:
        yield _how(GameId(sheet), title, translator)


def rulings(view: MatchView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """The arbiter's way to the boards."""
    return ((Button(f"team-rule:{view.contest_id}", translator.say("teams.rule"), ButtonStyle.primary),),)


def score(rulebook: Rulebook, score: Score, particulars: Particulars) -> str:
    """What the boards are worth to both teams, "2–0" or "5–4"; where none was told, what so many are worth."""
    told = particulars.boards
    worth = [sum(board_points(one, side, rulebook) for one in told) for side in (0, 1)]
    return points_words(worth[0], worth[1]) if told else untold_words(score, rulebook)


def level_line(view: MatchView, translator: Translator) -> list[str]:
    """What separates the teams where their boards are level and one of them goes on; a line, or none."""
    team = view.part(TeamMatch)
    found = None if team is None else team.separated
    if found is None or found.by is None:
        return []
    way = translator.say(f"teams.way.{found.by}")
    if found.board:
        way = translator.say("teams.way_board", n=found.board)
    elif found.by is LevelMatch.EXTRA_GAME:
        way = translator.say("teams.way_extra")
    return [translator.say("teams.level_by", way=way)]


def winner(view: MatchView) -> int | None:
    """The team that won by its boards, or goes on although they are level; None where nobody does."""
    team = view.part(TeamMatch)
    if team is not None and team.separated is not None:
        return team.separated.side
    ended = outcomes(view.contest, view.tournament.rulebook)
    return ended.index(Outcome.WON) if Outcome.WON in ended else None


def board_name(board: BoardView, translator: Translator) -> str:
    """Which board it is, and of a dispute which kind of game, without who sits there."""
    if board.modality is None:
        return translator.say("standings.board", n=board.board)
    return f"{board.board}. {translator.say(f'teams.kind_{board.modality.value}')}"


def seats_plain(board: BoardView) -> str:
    """Who sits on either side, as text for a form."""
    return " – ".join(", ".join(plain(person.name, 18) for person in seat) or "…" for seat in board.seats)


def told_texts(team: TeamMatch) -> tuple[str, ...]:
    """What was told of the boards before, as the form takes it; empty where nothing was."""
    return tuple(write_board(one) for one in sorted(team.told, key=lambda one: one.board))


def may_need_extra(team: TeamMatch) -> bool:
    """Whether a game more can come to be told behind the boards."""
    return LevelMatch.EXTRA_GAME in team.level_ways


def boards_hint(view: MatchView, team: TeamMatch, translator: Translator) -> str:
    """How all boards are told in one input."""
    counts = hint_of_counts(view, team, translator)
    if counts is not None and not may_need_extra(team):
        return counts
    key = "teams.boards_hint_extra" if may_need_extra(team) else "teams.boards_hint"
    return translator.count(key, len(team.boards), example=example(team.boards[0]))


def example(board: BoardView) -> str:
    """A score that the board can end with."""
    return example_score(board.games)


def game_title(board: BoardView, translator: Translator) -> str:
    """What the game of the board is called in the reader's language; as the file names it where nobody has told it."""
    return board.titles.get(translator.locale) or speakable_name(board.sheet or "")


def _how(game_id: GameId, title: str, translator: Translator) -> Button:
    return Button(f"game:{game_id}", translator.say("teams.how", game=plain(title, 40)), emoji="📖")


def _line_up_lines(view: MatchView, team: TeamMatch, translator: Translator) -> list[str]:
    if not team.named_anew or all(team.given) or view.contest.result is not None:
        return []
    lines = [
        translator.say("teams.line_up_given" if given else "teams.line_up_awaited", team=_team(player))
        for given, player in zip(team.given, view.players, strict=True)
    ]
    until = team.line_ups_by
    limit = [] if until is None else [f"-# {translator.say('stay_on.order_by', when=moment_relative(until))}"]
    return [*lines, translator.say("teams.next_line_up"), *limit]


def _team(person: Person) -> str:
    return f"**{quote(person.name)}**"


def _board(view: MatchView, team: TeamMatch, one: BoardView, translator: Translator) -> str:
    about = "" if one.modality is None else f"{_kind(one, translator)} · "
    told = next((board for board in team.told if board.board == one.board), None)
    shown = (_seat(seat, translator) + colour(view, one, side, translator) for side, seat in enumerate(one.seats))
    seats = " – ".join(shown) if team.is_open else translator.say("teams.secret")
    if told is None:
        ended = who_begins(view, one, translator)
    else:
        ended = f" · **{board_score(told, translator)}**{count(view, told, one.first, translator)}"
    return f"{one.board}. {about}{seats}{ended}"


def _extra(team: TeamMatch, told: BoardResult, translator: Translator) -> str:
    """The game more that separates level teams, with who sat there."""
    seats = " – ".join(_seat(seat, translator) for seat in team.boards[0].seats) if team.boards else ""
    return f"{told.board}. {translator.say('teams.extra_game')} · {seats} · **{board_score(told, translator)}**"


def _kind(board: BoardView, translator: Translator) -> str:
    worth = translator.say("teams.worth", points=_number(float(board.points), translator), games=board.games)
    name = translator.say(f"teams.kind_{board.modality.value}") if board.modality is not None else ""
    sheet = "" if board.sheet is None else f": **{quote(game_title(board, translator))}**"
    return f"{name}{sheet} ({worth})"


def _seat(seat: tuple[Person, ...], translator: Translator) -> str:
    return listing([mention(person) for person in seat], translator) if seat else translator.say("teams.nobody")


def _all_points(team: TeamMatch) -> float:
    return float(sum(board.points * board.games for board in team.boards))


def _number(value: float, translator: Translator) -> str:
    half = value != int(value) and value * _HALVES == int(value * _HALVES)
    return f"{int(value) or ''}½" if half else number(value, translator)


def boards_code(boards: Sequence[BoardResult]) -> str:
    """What a control carries of told boards, "3-1_2-2_+-"; nothing where it has no room for them."""
    code = "_".join(write_board(board) for board in boards)
    return code if len(code) <= _ROOM else ""


# --- which sentence tells it ----------------------------------------------------------------------------------------


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

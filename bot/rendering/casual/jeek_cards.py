"""Cards of a casual game of Jeek: the challenge, the board of buttons, the end, and words for one person."""

from __future__ import annotations

from dataclasses import replace

from discord import ButtonStyle

from bot.domain.casual.jeek import COUNT, NAMES, SIDE, Colour, square
from bot.domain.casual.jeek_clock import clock_text
from bot.domain.casual.jeek_games import GET_READY, Ending, JeekGame
from bot.domain.casual.jeek_notation import score_sheet, write_move
from bot.domain.casual.jeek_views import JeekView
from bot.domain.title_match.pauses import Stop
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, DANGER, QUIET, WARNING, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.sentences import duration, moment, moment_relative

PIECES = {Colour.WHITE: "⚪", Colour.BLACK: "⚫"}
EMPTY = "🟫"


def challenge(view: JeekView, voice: Voice) -> Card:
    """What the challenged reads, and answers by a button."""
    game = view.game
    names = {"challenger": mention(view.challenger), "challenged": mention(view.challenged)}
    colours = "jeek.by_lot" if game.wished is None else f"jeek.wished_{game.wished}"
    return Card(
        (
            _title(game, voice),
            f"{voice.say('jeek.challenge', **names)} {voice.say(colours, **names)}",
            voice.say("jeek.rules_in_short"),
            voice.say("jeek.open_until", until=moment(game.open_until), **names),
        ),
        controls=(
            (
                Press(f"jeek-accept:{game.game_id}", voice.say("jeek.accept"), ButtonStyle.success),
                Press(f"jeek-decline:{game.game_id}", voice.say("jeek.decline")),
            ),
        ),
        colour=WARNING,
        pings=pings((view.challenged,) if view.calls else ()),
    )


def closed_challenge(view: JeekView, voice: Voice) -> Card:
    """A challenge that came to nothing."""
    names = {"challenger": mention(view.challenger), "challenged": mention(view.challenged)}
    key = "jeek.declined" if view.game.ending is Ending.DECLINED else "jeek.withdrawn"
    return Card((_title(view.game, voice), voice.say(key, **names)), colour=QUIET)


def beginning(view: JeekView, voice: Voice) -> Card:
    """Calls both to the board: an edited message calls nobody."""
    white, black = view.player(Colour.WHITE), view.player(Colour.BLACK)
    starts_at = (view.game.started_at or view.game.challenged_at) + GET_READY
    words = voice.say("jeek.begun", white=mention(white), black=mention(black), at=moment_relative(starts_at))
    return Card((words,), pings=pings((white, black)))


def board(view: JeekView, voice: Voice) -> Card:
    """The game as everybody sees it: sixteen buttons are the squares, those with pieces cannot be pressed."""
    over = view.game.ended_at is not None
    sides = "\n".join(_side(view, colour, voice) for colour in Colour)
    if view.stop is not None:
        now = _pause_lines(view, view.stop, voice)
    else:
        now = _ending(view, voice) if over else _turn(view, voice)
    paragraphs = (_title(view.game, voice), sides, now)
    return Card(paragraphs, controls=(*_squares(view), _row(view, voice)), colour=_colour(view.game, over=over))


def new_board(view: JeekView, voice: Voice) -> Card:
    """The board posted anew, since the one before is gone: it calls who is to move, whose clock runs."""
    awaited = [] if view.game.ended_at is not None else [view.player(view.game.to_move)]
    return replace(board(view, voice), pings=pings(awaited))


def ask_resign(view: JeekView, colour: Colour, voice: Voice) -> Card:
    """Asks once more before a game is given away."""
    yes = Press(f"jeek-resign-yes:{view.game.game_id}", voice.say("jeek.resign_yes"), ButtonStyle.danger)
    words = voice.say("jeek.resign_sure", opponent=mention(view.player(colour.other)))
    return Card((words,), controls=((yes,),), colour=DANGER)


def resignation(view: JeekView, voice: Voice) -> Card:
    """The card of who resigned, once it has happened."""
    return Card((voice.say("jeek.too_late" if view.game.ending is Ending.TIME else "jeek.resigned_now"),), colour=QUIET)


def too_late(view: JeekView, voice: Voice) -> Card | None:
    """What the presser is told beside the board: nothing, unless the clock had reached 0 before."""
    return Card((voice.say("jeek.too_late"),), colour=DANGER) if view.game.ending is Ending.TIME else None


def board_here(url: str, voice: Voice) -> Card:
    """Where the game goes on."""
    return Card((voice.say("jeek.board_here", url=url),))


def _title(game: JeekGame, voice: Voice) -> str:
    return f"## {voice.say('jeek.title', clock=str(game.clock))}\n-# {voice.say('jeek.casual')}"


def _side(view: JeekView, colour: Colour, voice: Voice) -> str:
    """One player with the clock: when it reaches 0 while it runs, what is left while it stands."""
    game = view.game
    runs = game.ended_at is None and colour is game.to_move and view.stop is None
    clock = (
        voice.say("jeek.flag_falls", at=moment_relative(view.flag_at))
        if runs
        else voice.say("jeek.left", time=clock_text(view.time_left(colour)))
    )
    line = f"{PIECES[colour]} {voice.say(f'jeek.{colour}')}: {mention(view.player(colour))} · ⏱️ {clock}"
    if game.ended_at is None:
        pauses = voice.count("jeek.pauses_left", view.pauses.pauses_left(colour))
        line = f"{line} · {pauses}"
    return f"**▸** {line}" if runs else line


def _turn(view: JeekView, voice: Voice) -> str:
    game = view.game
    lines = [voice.say(f"jeek.turn_{game.to_move}", player=mention(view.player(game.to_move)))]
    if game.position.forbidden is not None:
        lines.append(voice.say("jeek.not_the_image", image=write_move(game.position.forbidden)))
    if game.chosen:
        lines.append(voice.say("jeek.chosen", move=write_move(game.chosen)))
    if game.turns:
        lines.append(f"-# {score_sheet(game.position)}")
    return "\n".join(lines)


def _pause_lines(view: JeekView, stop: Stop, voice: Voice) -> str:
    """Whose pause it is, when play goes on by itself, and who would play on before."""
    taker = mention(view.player(view.pauses.taker(stop)))
    when = moment_relative(view.resumes_at or stop.began_at)
    lines = [voice.say("title_match.is_paused", name=taker, when=when), voice.say("jeek.both_play_on")]
    lines += [
        voice.say("jeek.is_ready", player=mention(view.player(one))) for one in Colour if one in view.pauses.ready
    ]
    if view.game.turns:
        lines.append(f"-# {score_sheet(view.game.position)}")
    return "\n".join(lines)


def _ending(view: JeekView, voice: Voice) -> str:
    game = view.game
    if game.loser is None or game.ending is None:
        return voice.say("jeek.withdrawn", challenger=mention(view.challenger), challenged=mention(view.challenged))
    winner, loser = view.player(game.loser.other), view.player(game.loser)
    last = write_move(game.turns[-1].move) if game.turns else "–"
    values = {"winner": mention(winner), "loser": mention(loser), "move": last}
    lines = [f"### {voice.say(f'jeek.won_{game.loser.other}')}", voice.say(f"jeek.ended_{game.ending}", **values)]
    lines.append(voice.say("jeek.afterwards"))
    if game.turns:
        lines.append(f"-# {voice.say('jeek.sheet', moves=f'`{score_sheet(game.position)}`')}")
    return "\n".join(lines)


def _squares(view: JeekView) -> tuple[tuple[Press, ...], ...]:
    return tuple(tuple(_square(view, row * SIDE + column) for column in range(SIDE)) for row in range(COUNT // SIDE))


def _square(view: JeekView, index: int) -> Press:
    """A square as a button: a brown field, a piece, or the piece that the side to move would put there."""
    game = view.game
    here, position = square(index), game.position
    is_white, is_black = bool(position.white & here), bool(position.black & here)
    marked = bool(game.chosen & here)
    emoji, style = EMPTY, ButtonStyle.secondary
    if is_white or is_black:
        emoji = PIECES[Colour.WHITE if is_white else Colour.BLACK]
        style = ButtonStyle.success if game.turns[-1].move & here else ButtonStyle.secondary
    elif marked:
        emoji, style = PIECES[game.to_move], ButtonStyle.primary
    disabled = is_white or is_black or game.ended_at is not None or view.stop is not None
    return Press(f"jeek-square:{game.game_id}.{index}", NAMES[index], style, emoji, disabled)


def _row(view: JeekView, voice: Voice) -> tuple[Press, ...]:
    game = view.game
    key = game.game_id
    if game.ended_at is not None:
        return (Press(f"jeek-rematch:{key}", voice.say("jeek.rematch"), ButtonStyle.success, "🔁"),)
    resign = Press(f"jeek-resign:{key}", voice.say("jeek.resign"), ButtonStyle.danger, "🏳️")
    if view.stop is not None:
        go_on = Press(f"jeek-ready:{key}", voice.say("title_match.go_on"), ButtonStyle.success, "▶️")
        return (go_on, *_pauses(view, voice), resign)
    nothing = not game.chosen
    return (
        Press(f"jeek-place:{key}", voice.say("jeek.place"), ButtonStyle.success, "✅", nothing),
        Press(f"jeek-clear:{key}", voice.say("jeek.clear"), disabled=nothing),
        *_pauses(view, voice),
        resign,
    )


def _pauses(view: JeekView, voice: Voice) -> tuple[Press, ...]:
    """One pause, and all that anybody has left in one; a press carries what its board knew, against a double click."""
    pauses, mark = view.pauses.pauses, len(view.game.presses)
    most = max(view.pauses.pauses_left(colour) for colour in Colour)
    return tuple(
        Press(
            f"jeek-pause:{view.game.game_id}.{mark}.{at_once}",
            voice.count("title_match.pause", at_once, lasts=duration(at_once * pauses.lasts, voice)),
            emoji="⏸️",
        )
        for at_once in (sorted({1, most}) if most else ())
    )


def _colour(game: JeekGame, *, over: bool) -> int:
    if over:
        return QUIET
    return ACCENT if game.to_move is Colour.WHITE else 0x23272A

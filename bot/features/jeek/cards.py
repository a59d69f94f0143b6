"""Cards of a casual game of Jeek: the challenge, the board of buttons, the end; and answers to an arbiter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from discord import ButtonStyle

from bot.features.jeek.games_model import GET_READY, Checked, JeekEnding, JeekGame, JeekView
from bot.features.jeek.model import (
    COLUMNS,
    COUNT,
    NAMES,
    SIDE,
    BestPlay,
    Illegal,
    JeekColour,
    Position,
    clock_text,
    indices,
    rule_of,
    score_sheet,
    square,
    write_move,
)
from bot.i18n.catalogue import Translator
from bot.layout.cards import ACCENT, DANGER, QUIET, WARNING, Button, Card
from bot.layout.sentences import duration, moment, moment_relative, sentence
from bot.people.cards import mention, pings
from bot.play.title_games import Stop

# --- the game -------------------------------------------------------------------------------------------------------


PIECES = {JeekColour.WHITE: "⚪", JeekColour.BLACK: "⚫"}
EMPTY = "🟫"


def challenge(view: JeekView, translator: Translator) -> Card:
    """What the challenged reads, and answers by a button."""
    game = view.game
    names = {"challenger": mention(view.challenger), "challenged": mention(view.challenged)}
    colours = "jeek.by_lot" if game.wished is None else f"jeek.wished_{game.wished}"
    return Card(
        (
            _title(game, translator),
            f"{translator.say('jeek.challenge', **names)} {translator.say(colours, **names)}",
            translator.say("jeek.rules_in_short"),
            translator.say("jeek.open_until", until=moment(game.open_until), **names),
        ),
        controls=(
            (
                Button(f"jeek-accept:{game.game_id}", translator.say("jeek.accept"), ButtonStyle.success),
                Button(f"jeek-decline:{game.game_id}", translator.say("jeek.decline")),
            ),
        ),
        colour=WARNING,
        pings=pings((view.challenged,) if view.calls else ()),
    )


def closed_challenge(view: JeekView, translator: Translator) -> Card:
    """A challenge that came to nothing."""
    names = {"challenger": mention(view.challenger), "challenged": mention(view.challenged)}
    key = "jeek.declined" if view.game.ending is JeekEnding.DECLINED else "jeek.withdrawn"
    return Card((_title(view.game, translator), translator.say(key, **names)), colour=QUIET)


def beginning(view: JeekView, translator: Translator) -> Card:
    """Calls both to the board: an edited message calls nobody."""
    white, black = view.player(JeekColour.WHITE), view.player(JeekColour.BLACK)
    starts_at = (view.game.started_at or view.game.challenged_at) + GET_READY
    words = translator.say("jeek.begun", white=mention(white), black=mention(black), at=moment_relative(starts_at))
    return Card((words,), pings=pings((white, black)))


def board(view: JeekView, translator: Translator) -> Card:
    """The game as everybody sees it: sixteen buttons are the squares, those with pieces cannot be pressed."""
    over = view.game.ended_at is not None
    sides = "\n".join(_side(view, colour, translator) for colour in JeekColour)
    if view.stop is not None:
        now = _pause_lines(view, view.stop, translator)
    else:
        now = _ending(view, translator) if over else _turn(view, translator)
    paragraphs = (_title(view.game, translator), sides, now)
    return Card(paragraphs, controls=(*_squares(view), _row(view, translator)), colour=_colour(view.game, over=over))


def new_board(view: JeekView, translator: Translator) -> Card:
    """The board posted anew, since the one before is gone: it calls who is to move, whose clock runs."""
    awaited = [] if view.game.ended_at is not None else [view.player(view.game.to_move)]
    return replace(board(view, translator), pings=pings(awaited))


def ask_resign(view: JeekView, colour: JeekColour, translator: Translator) -> Card:
    """Asks once more before a game is given away."""
    yes = Button(f"jeek-resign-yes:{view.game.game_id}", translator.say("jeek.resign_yes"), ButtonStyle.danger)
    words = translator.say("jeek.resign_sure", opponent=mention(view.player(colour.other)))
    return Card((words,), controls=((yes,),), colour=DANGER)


def resignation(view: JeekView, translator: Translator) -> Card:
    """The card of who resigned, once it has happened."""
    return Card(
        (translator.say("jeek.too_late" if view.game.ending is JeekEnding.TIME else "jeek.resigned_now"),), colour=QUIET
    )


def too_late(view: JeekView, translator: Translator) -> Card | None:
    """What the presser is told beside the board: nothing, unless the clock had reached 0 before."""
    return Card((translator.say("jeek.too_late"),), colour=DANGER) if view.game.ending is JeekEnding.TIME else None


def board_here(url: str, translator: Translator) -> Card:
    """Where the game goes on."""
    return Card((translator.say("jeek.board_here", url=url),))


def _title(game: JeekGame, translator: Translator) -> str:
    return f"## {translator.say('jeek.title', clock=str(game.clock))}\n-# {translator.say('jeek.casual')}"


def _side(view: JeekView, colour: JeekColour, translator: Translator) -> str:
    """One player with the clock: when it reaches 0 while it runs, what is left while it stands."""
    game = view.game
    runs = game.ended_at is None and colour is game.to_move and view.stop is None
    clock = (
        translator.say("jeek.flag_falls", at=moment_relative(view.flag_at))
        if runs
        else translator.say("jeek.left", time=clock_text(view.time_left(colour)))
    )
    line = f"{PIECES[colour]} {translator.say(f'jeek.{colour}')}: {mention(view.player(colour))} · ⏱️ {clock}"
    if game.ended_at is None:
        pauses = translator.count("jeek.pauses_left", view.pauses.pauses_left(colour))
        line = f"{line} · {pauses}"
    return f"**▸** {line}" if runs else line


def _turn(view: JeekView, translator: Translator) -> str:
    game = view.game
    lines = [translator.say(f"jeek.turn_{game.to_move}", player=mention(view.player(game.to_move)))]
    if game.position.forbidden is not None:
        lines.append(translator.say("jeek.not_the_image", image=write_move(game.position.forbidden)))
    if game.chosen:
        lines.append(translator.say("jeek.chosen", move=write_move(game.chosen)))
    if game.turns:
        lines.append(f"-# {score_sheet(game.position)}")
    return "\n".join(lines)


def _pause_lines(view: JeekView, stop: Stop, translator: Translator) -> str:
    """Whose pause it is, when play goes on by itself, and who would play on before."""
    taker = mention(view.player(view.pauses.taker(stop)))
    when = moment_relative(view.resumes_at or stop.began_at)
    lines = [translator.say("title_match.is_paused", name=taker, when=when), translator.say("jeek.both_play_on")]
    lines += [
        translator.say("jeek.is_ready", player=mention(view.player(one)))
        for one in JeekColour
        if one in view.pauses.ready
    ]
    if view.game.turns:
        lines.append(f"-# {score_sheet(view.game.position)}")
    return "\n".join(lines)


def _ending(view: JeekView, translator: Translator) -> str:
    game = view.game
    if game.loser is None or game.ending is None:
        return translator.say(
            "jeek.withdrawn", challenger=mention(view.challenger), challenged=mention(view.challenged)
        )
    winner, loser = view.player(game.loser.other), view.player(game.loser)
    last = write_move(game.turns[-1].move) if game.turns else "–"
    values = {"winner": mention(winner), "loser": mention(loser), "move": last}
    lines = [
        f"### {translator.say(f'jeek.won_{game.loser.other}')}",
        translator.say(f"jeek.ended_{game.ending}", **values),
    ]
    lines.append(translator.say("jeek.afterwards"))
    if game.turns:
        lines.append(f"-# {translator.say('jeek.sheet', moves=f'`{score_sheet(game.position)}`')}")
    return "\n".join(lines)


def _squares(view: JeekView) -> tuple[tuple[Button, ...], ...]:
    return tuple(tuple(_square(view, row * SIDE + column) for column in range(SIDE)) for row in range(COUNT // SIDE))


def _square(view: JeekView, index: int) -> Button:
    """A square as a button: a brown field, a piece, or the piece that the side to move would put there."""
    game = view.game
    here, position = square(index), game.position
    is_white, is_black = bool(position.white & here), bool(position.black & here)
    marked = bool(game.chosen & here)
    emoji, style = EMPTY, ButtonStyle.secondary
    if is_white or is_black:
        emoji = PIECES[JeekColour.WHITE if is_white else JeekColour.BLACK]
        style = ButtonStyle.success if game.turns[-1].move & here else ButtonStyle.secondary
    elif marked:
        emoji, style = PIECES[game.to_move], ButtonStyle.primary
    disabled = is_white or is_black or game.ended_at is not None or view.stop is not None
    return Button(f"jeek-square:{game.game_id}.{index}", NAMES[index], style, emoji, disabled)


def _row(view: JeekView, translator: Translator) -> tuple[Button, ...]:
    game = view.game
    key = game.game_id
    if game.ended_at is not None:
        return (Button(f"jeek-rematch:{key}", translator.say("jeek.rematch"), ButtonStyle.success, "🔁"),)
    resign = Button(f"jeek-resign:{key}", translator.say("jeek.resign"), ButtonStyle.danger, "🏳️")
    if view.stop is not None:
        go_on = Button(f"jeek-ready:{key}", translator.say("title_match.go_on"), ButtonStyle.success, "▶️")
        return (go_on, *_pauses(view, translator), resign)
    nothing = not game.chosen
    return (
        Button(f"jeek-place:{key}", translator.say("jeek.place"), ButtonStyle.success, "✅", nothing),
        Button(f"jeek-clear:{key}", translator.say("jeek.clear"), disabled=nothing),
        *_pauses(view, translator),
        resign,
    )


def _pauses(view: JeekView, translator: Translator) -> tuple[Button, ...]:
    """One pause, and all that anybody has left in one; a press carries what its board knew, against a double click."""
    pauses, mark = view.pauses.pauses, len(view.game.presses)
    most = max(view.pauses.pauses_left(colour) for colour in JeekColour)
    return tuple(
        Button(
            f"jeek-pause:{view.game.game_id}.{mark}.{at_once}",
            translator.count("title_match.pause", at_once, lasts=duration(at_once * pauses.lasts, translator)),
            emoji="⏸️",
        )
        for at_once in (sorted({1, most}) if most else ())
    )


def _colour(game: JeekGame, *, over: bool) -> int:
    if over:
        return QUIET
    return ACCENT if game.to_move is JeekColour.WHITE else 0x23272A


# --- an arbiter's question ------------------------------------------------------------------------------------------


UNKNOWN = "🔵"
"""A piece of which nobody said whose it is."""
CORNER = "⬛"
_DIGITS = "1️⃣", "2️⃣", "3️⃣", "4️⃣"
_APART = "\u200b"
"""Between two letters of an emoji alphabet, which would become a country's flag."""


def check_result(found: Checked, translator: Translator) -> Card:
    """Whether each move was legal, the position, whose turn it is, and who wins where the asker may know."""
    review = found.review
    paragraphs = [
        f"## {translator.say('jeek.check_title')}",
        "\n".join(_verdict(found, translator)),
        _board(review.position),
    ]
    paragraphs.append("\n".join(_outlook(found, translator)))
    return Card(tuple(paragraphs), colour=ACCENT if review.illegal is None else DANGER)


def _verdict(found: Checked, translator: Translator) -> Iterator[str]:
    review, position = found.review, found.review.position
    if position.before:
        yield translator.count("jeek.check_squares", len(indices(position.before)))
    if position.moves:
        yield f"✅ {translator.say('jeek.check_legal', moves=f'`{score_sheet(position)}`')}"
    if review.illegal is not None:
        yield f"❌ {_illegal(review.illegal, position, translator)}"
        yield f"> {sentence(review.illegal.reason, translator)}"
        yield translator.say("jeek.check_remedy")
    if review.unread:
        yield f"-# {translator.count('jeek.check_unread', review.unread)}"


def _illegal(illegal: Illegal, position: Position, translator: Translator) -> str:
    key = f"jeek.check_illegal_{_who(position.to_move, position)}"
    return translator.say(key, number=illegal.number, move=write_move(illegal.move), rule=rule_of(illegal.reason))


def _outlook(found: Checked, translator: Translator) -> Iterator[str]:
    position = found.review.position
    if found.review.winner is not None:
        key = "jeek.check_full" if position.before else f"jeek.check_won_{found.review.winner}"
        yield f"**{translator.say(key)}**"
        return
    who = _who(position.to_move, position)
    yield f"**{translator.count(f'jeek.check_turn_{who}', found.review.choices)}**"
    if found.best is None:
        yield f"-# {translator.say('jeek.best_while_playing' if found.is_playing else 'jeek.best_withheld')}"
        return
    yield _best(found.best, position, translator)


def _best(best: BestPlay, position: Position, translator: Translator) -> str:
    who = _who(position.to_move, position)
    if best.winner is not position.to_move:
        return translator.say(f"jeek.best_loses_{who}")
    first, *others = best.winning
    words = translator.say(f"jeek.best_wins_{who}", move=write_move(first))
    more = " · ".join(map(write_move, others))
    return f"{words}\n-# {translator.count('jeek.best_also', len(others), moves=more)}" if others else words


def _who(colour: JeekColour, position: Position) -> str:
    """Whom a sentence names: a colour, or the side to move where nobody knows the colours."""
    return "mover" if position.before else colour.value


def _board(position: Position) -> str:
    """The board in emoji, with letters above and numbers beside it."""
    letters = _APART.join(chr(0x1F1E6 + ord(column) - ord("A")) for column in COLUMNS)
    rows = [f"{_DIGITS[row]}{''.join(_field(position, row * SIDE + column) for column in range(SIDE))}"
            for row in range(SIDE)]  # fmt: skip
    return "\n".join([f"{CORNER}{letters}", *rows])


def _field(position: Position, index: int) -> str:
    here = square(index)
    if position.before & here or (position.before and position.taken & here):
        return UNKNOWN
    if position.white & here:
        return PIECES[JeekColour.WHITE]
    return PIECES[JeekColour.BLACK] if position.black & here else EMPTY

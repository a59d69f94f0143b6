"""The answer to an arbiter's question about a game of Jeek."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.casual.jeek import COLUMNS, SIDE, Colour, Position, indices, rule_of, square
from bot.domain.casual.jeek_notation import score_sheet, write_move
from bot.domain.casual.jeek_review import BestPlay, Illegal
from bot.domain.casual.jeek_views import Checked
from bot.i18n import Voice
from bot.rendering.casual.jeek_cards import EMPTY, PIECES
from bot.rendering.layout import ACCENT, DANGER, Card
from bot.rendering.sentences import sentence

UNKNOWN = "🔵"
"""A piece of which nobody said whose it is."""
CORNER = "⬛"
_DIGITS = "1️⃣", "2️⃣", "3️⃣", "4️⃣"
_APART = "\u200b"
"""Between two letters of an emoji alphabet, which would become a country's flag."""


def check_result(found: Checked, voice: Voice) -> Card:
    """Whether each move was legal, the position, whose turn it is, and who wins where the asker may know."""
    review = found.review
    paragraphs = [f"## {voice.say('jeek.check_title')}", "\n".join(_verdict(found, voice)), _board(review.position)]
    paragraphs.append("\n".join(_outlook(found, voice)))
    return Card(tuple(paragraphs), colour=ACCENT if review.illegal is None else DANGER)


def _verdict(found: Checked, voice: Voice) -> Iterator[str]:
    review, position = found.review, found.review.position
    if position.before:
        yield voice.count("jeek.check_squares", len(indices(position.before)))
    if position.moves:
        yield f"✅ {voice.say('jeek.check_legal', moves=f'`{score_sheet(position)}`')}"
    if review.illegal is not None:
        yield f"❌ {_illegal(review.illegal, position, voice)}"
        yield f"> {sentence(review.illegal.reason, voice)}"
        yield voice.say("jeek.check_remedy")
    if review.unread:
        yield f"-# {voice.count('jeek.check_unread', review.unread)}"


def _illegal(illegal: Illegal, position: Position, voice: Voice) -> str:
    key = f"jeek.check_illegal_{_who(position.to_move, position)}"
    return voice.say(key, number=illegal.number, move=write_move(illegal.move), rule=rule_of(illegal.reason))


def _outlook(found: Checked, voice: Voice) -> Iterator[str]:
    position = found.review.position
    if found.review.winner is not None:
        key = "jeek.check_full" if position.before else f"jeek.check_won_{found.review.winner}"
        yield f"**{voice.say(key)}**"
        return
    who = _who(position.to_move, position)
    yield f"**{voice.count(f'jeek.check_turn_{who}', found.review.choices)}**"
    if found.best is None:
        yield f"-# {voice.say('jeek.best_while_playing' if found.is_playing else 'jeek.best_withheld')}"
        return
    yield _best(found.best, position, voice)


def _best(best: BestPlay, position: Position, voice: Voice) -> str:
    who = _who(position.to_move, position)
    if best.winner is not position.to_move:
        return voice.say(f"jeek.best_loses_{who}")
    first, *others = best.winning
    words = voice.say(f"jeek.best_wins_{who}", move=write_move(first))
    more = " · ".join(map(write_move, others))
    return f"{words}\n-# {voice.count('jeek.best_also', len(others), moves=more)}" if others else words


def _who(colour: Colour, position: Position) -> str:
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
        return PIECES[Colour.WHITE]
    return PIECES[Colour.BLACK] if position.black & here else EMPTY

"""Why a board of a Swiss round is as it is, in words: points, floats, colours, clubs, and why somebody rests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.domain.community import Person
from bot.domain.events.pairing_views import ReasonsView
from bot.domain.pairing.model import Board, ByeReason, ColourReason, PairingReason
from bot.i18n import Voice
from bot.rendering.events.standings_words import exact_words
from bot.rendering.layout import QUIET, Card, Press
from bot.rendering.people import mention, pings, short_mention
from bot.rendering.sentences import listing
from bot.rendering.text import quote

_LONGEST_NAME = 32
_ROOM = 3400
_SAID_OF_COLOURS = frozenset({ColourReason.ALTERNATED, ColourReason.HIGHER_RANKED, ColourReason.STRONGER})


def reasons_for_chiefs(view: ReasonsView, chiefs: Sequence[Person], voice: Voice) -> Card:
    """To the chief arbiter and the deputies: the round that was just paired, with its reasons (GO-30)."""
    card = reasons(view, voice)
    names = listing([mention(one) for one in chiefs], voice)
    key = "rounds.watch_first" if view.number == 1 else "rounds.watch"
    return replace(card, paragraphs=(voice.say(key, names=names), *card.paragraphs), pings=pings(chiefs))


def reasons(view: ReasonsView, voice: Voice) -> Card:
    """Board by board, who meets whom and why; what does not fit in a message is left to the record."""
    title = voice.say("rounds.reasons", round=view.number, name=quote(view.tournament.name))
    lines: list[str] = []
    room = _ROOM
    for at_board, board in enumerate(view.pairing.boards, 1):
        line = _line(view, at_board, board, voice)
        room -= len(line) + 1
        if room < 0:
            lines.append(voice.count("standings.and_more", len(view.pairing.boards) - at_board + 1))
            break
        lines.append(line)
    footer = voice.say("rounds.same" if view.same else "rounds.corrected_since")
    return Card((title, "\n".join(lines), f"-# {footer}"), colour=QUIET)


def looked_up(view: ReasonsView, voice: Voice) -> Card:
    """The round as somebody looks it up, with the way to the rounds beside it."""
    key, turns = view.tournament.tournament_id, []
    if view.number > 1:
        turns.append(Press(f"pairings-of:{key}/{view.number - 1}", voice.say("rounds.earlier"), emoji="◀️"))
    if view.number < view.rounds:
        turns.append(Press(f"pairings-of:{key}/{view.number + 1}", voice.say("rounds.later"), emoji="▶️"))
    return replace(reasons(view, voice), controls=(tuple(turns),) if turns else ())


def _line(view: ReasonsView, number: int, board: Board, voice: Voice) -> str:
    sides = [
        f"{short_mention(view.people[side], _LONGEST_NAME)} ({exact_words(points, voice)})"
        for side, points in zip(board.sides, board.reason.points, strict=False)
    ]
    return f"{number}. {' – '.join(sides)}: {'; '.join(_reason_lines(board.reason, voice))}"


def _reason_lines(reason: PairingReason, voice: Voice) -> Iterator[str]:
    if reason.bye is not None:
        yield _rest(reason.bye, voice)
        return
    yield (
        voice.say("rounds.why_float", gap=exact_words(reason.gap, voice))
        if reason.gap
        else voice.say("rounds.why_equal")
    )
    if reason.rematch:
        yield voice.say("rounds.why_rematch")
    if reason.same_club:
        yield voice.say("rounds.why_same_club")
    if reason.looked_ahead:
        yield voice.say("rounds.why_looked_ahead")
    if reason.colours in _SAID_OF_COLOURS:
        yield voice.say(f"rounds.colours_{reason.colours.value}")
    if any(reason.denied):
        yield voice.say("rounds.why_denied")


def _rest(bye: ByeReason, voice: Voice) -> str:
    return voice.say(f"rounds.bye_{bye.value}")

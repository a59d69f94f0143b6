"""A bracket cut into pages that can be read in a channel, and told in plain lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from bot.rendering.pictures.model import BracketLabels, BracketPicture, Place, PlaceState, RoundColumn, Slot
from bot.rendering.pictures.typesetting import clean

ROUNDS_ON_A_PAGE = 3
"""Three rounds are eight players at the left edge of a page."""
COLUMNS_ON_A_PAGE = 4
"""So many columns of a picture with several brackets are legible at the width of a channel."""

_ISOLATE, _END_OF_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def bracket_pages(picture: BracketPicture) -> tuple[BracketPicture, ...]:
    """Pages of at most 8 players by 3 rounds, which show every place exactly once, from the first round to the final.

    Each page is the whole way to one place of its last round, so no line leaves a page but the last one's winner.
    """
    pages: list[BracketPicture] = []
    for first in range(0, len(picture.rounds), ROUNDS_ON_A_PAGE):
        rounds = picture.rounds[first : first + ROUNDS_ON_A_PAGE]
        cuts = (_subtree(rounds, position) for position in range(len(rounds[-1].places)))
        pages.extend(replace(picture, rounds=cut, third_place=None, has_final=False) for cut in cuts)
    pages[-1] = replace(pages[-1], third_place=picture.third_place, has_final=picture.has_final)
    if len(pages) == 1:
        return tuple(pages)
    return tuple(replace(page, page=(number, len(pages))) for number, page in enumerate(pages, 1))


def columns_of(picture: BracketPicture) -> int:
    """How many columns stand beside one another where finals end several brackets.

    They stand right of the unbeaten, or over the last column of a longer bracket below, where nothing else stands.
    """
    return max(len(picture.rounds), *(len(one.rounds) - 1 for one in picture.below), 1) + 1


def _subtree(rounds: tuple[RoundColumn, ...], position: int) -> tuple[RoundColumn, ...]:
    """The columns that lead to one place of the last round."""
    cut: list[RoundColumn] = []
    for index, column in enumerate(rounds):
        size = 1 << (len(rounds) - 1 - index)
        first = position * size
        cut.append(replace(column, places=column.places[first : first + size], first=column.first + first))
    return tuple(cut)


def bracket_text(picture: BracketPicture, quote: Callable[[str], str] = str) -> str:
    """The picture in plain lines, for screen readers and for search; `quote` makes a name safe for its message."""
    blocks = [[picture.title, picture.subtitle], *_rounds(picture.rounds_title, picture.rounds, picture.labels, quote)]
    for lower in picture.below:
        blocks += _rounds(lower.title, lower.rounds, picture.labels, quote)
    blocks += [[final.label, _place_line(final.place, picture.labels, quote)] for final in picture.finals]
    if picture.third_place is not None:
        blocks.append([picture.labels.third_place, _place_line(picture.third_place, picture.labels, quote)])
    blocks += [[picture.legend]] if picture.legend else []
    return "\n\n".join("\n".join(line for line in block if line) for block in blocks)


def _rounds(
    title: str, rounds: Sequence[RoundColumn], labels: BracketLabels, quote: Callable[[str], str]
) -> Iterator[list[str]]:
    """Each round under its name, behind that of its bracket where it is one of several."""
    for column in rounds:
        numbered = enumerate(column.places, column.first)
        lines = [f"{number}. {_place_line(place, labels, quote)}" for number, place in numbered]
        yield [f"{title} · {column.label}" if title else column.label, *lines]


def _place_line(place: Place, labels: BracketLabels, quote: Callable[[str], str]) -> str:
    """One place: both sides with the score between them, then what is to be known of it."""
    top, bottom = _slot_name(place.top, labels, quote), _slot_name(place.bottom, labels, quote)
    scores = (place.top.score_text, place.bottom.score_text)
    between = f"{scores[0] or 0}–{scores[1] or 0}" if any(scores) else "–"
    words = {PlaceState.BYE: labels.bye, PlaceState.WALKOVER: labels.walkover, PlaceState.PLAYING: labels.playing}
    told = [word for word in (words.get(place.state), place.note) if word]
    if place.state is PlaceState.BYE:
        return " · ".join([top, *told])
    parts = [f"{top} {between} {bottom}", *told]
    parts += [f"→ {name}" for name, slot in ((top, place.top), (bottom, place.bottom)) if slot.won][:1]
    return " · ".join(parts)


def _slot_name(slot: Slot, labels: BracketLabels, quote: Callable[[str], str]) -> str:
    if slot.name is None:
        return slot.expected or labels.undecided
    name = clean(slot.name)
    from_the_right = any(unicodedata.bidirectional(char) in ("R", "AL") for char in name)
    return f"{_ISOLATE}{quote(name)}{_END_OF_ISOLATE}" if from_the_right else quote(name)

"""A bracket in sentences: for who hears it instead of seeing it, and for who searches."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence

from bot.i18n.catalogue import Translator
from bot.layout.cards import WORDS_BEHIND_A_PICTURE
from bot.layout.picture_model import BracketPicture, DrawnPlace, DrawnPlaceState, RoundColumn, Slot
from bot.layout.typesetting import clean

Quote = Callable[[str], str]
Told = tuple[str, list[tuple[int | None, str]]]
"""The name of a round, and of each of its places that is known its number and its sentence."""

_ISOLATE, _END_OF_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def bracket_text(picture: BracketPicture, translator: Translator, quote: Quote = str) -> str:
    """The picture in plain lines; `quote` makes a name safe for its message."""
    blocks = ["\n".join(line for line in (picture.title, picture.subtitle) if line)]
    for name, lines in rounds_told(picture, translator, quote):
        numbered = (said if number is None else f"{number}. {said}" for number, said in lines)
        blocks.append("\n".join((name, *numbered)))
    return "\n\n".join(blocks)


def behind_picture(said: str, picture: BracketPicture, translator: Translator) -> str:
    """`said`, and as many of the picture's matches as the words behind it hold, the latest round's first."""
    more = " " + translator.say("draw.alt_more")
    for name, lines in reversed(list(rounds_told(picture, translator))):
        lead = f" {name}:"
        for _, sentence in lines:
            if len(said) + len(lead) + len(sentence) + 1 > WORDS_BEHIND_A_PICTURE - len(more):
                return said + more
            said += f"{lead} {sentence}"
            lead = ""
    return said


def rounds_told(picture: BracketPicture, translator: Translator, quote: Quote = str) -> Iterator[Told]:
    """Each round with a sentence for each place of which something is known."""
    told = _Telling(translator, quote)
    yield from told.rounds(picture.rounds_title, picture.rounds)
    for lower in picture.below:
        yield from told.rounds(lower.title, lower.rounds)
    beside = [(final.label, final.place) for final in picture.finals]
    if picture.third_place is not None:
        beside.append((picture.labels.third_place, picture.third_place))
    for name, place in beside:
        if said := told.place(place):
            yield name, [(None, said)]


class _Telling:
    """Says what is known of places, in one language."""

    def __init__(self, translator: Translator, quote: Quote) -> None:
        self._voice, self._quote = translator, quote

    def rounds(self, title: str, rounds: Sequence[RoundColumn]) -> Iterator[Told]:
        """Each round under its name, behind that of its bracket where it is one of several."""
        for column in rounds:
            said = ((number, self.place(place)) for number, place in enumerate(column.places, column.first))
            known: list[tuple[int | None, str]] = [(number, one) for number, one in said if one]
            if known:
                yield (f"{title}, {column.label}" if title else column.label), known

    def place(self, place: DrawnPlace) -> str:
        """One place as a sentence; nothing where nobody is known yet."""
        top, bottom = self._name(place.top), self._name(place.bottom)
        if place.state is DrawnPlaceState.BYE and top:
            return self._bye(top, place.note)
        if not top or not bottom:
            known = top or bottom
            return self._voice.say("draw.told_alone", name=known) if known else self._note(place.note)
        return " ".join(filter(None, (self._match(place, top, bottom), self._note(place.note))))

    def _match(self, place: DrawnPlace, top: str, bottom: str) -> str:
        match place.state:
            case DrawnPlaceState.PLAYING:
                return self._voice.say("draw.told_playing", name=top, other=bottom)
            case DrawnPlaceState.WAITING | DrawnPlaceState.BYE:
                return self._voice.say("draw.told_waiting", name=top, other=bottom)
        if not (place.top.won or place.bottom.won):
            return self._voice.say("draw.told_nobody", name=top, other=bottom)
        sides = [(top, place.top), (bottom, place.bottom)]
        (name, won), (other, lost) = sides if place.top.won else reversed(sides)
        if place.state is DrawnPlaceState.WALKOVER:
            return self._voice.say("draw.told_walkover", name=name, other=other)
        return self._voice.say(
            "draw.told_won", name=name, other=other, most=won.score_text or 0, least=lost.score_text or 0
        )

    def _bye(self, name: str, why: str | None) -> str:
        if why:
            return self._voice.say("draw.told_bye_why", name=name, why=why)
        return self._voice.say("draw.told_bye", name=name)

    def _note(self, note: str | None) -> str:
        return f"{note}." if note else ""

    def _name(self, slot: Slot) -> str:
        if slot.name is None:
            return ""
        name = clean(slot.name)
        from_the_right = any(unicodedata.bidirectional(char) in ("R", "AL") for char in name)
        return f"{_ISOLATE}{self._quote(name)}{_END_OF_ISOLATE}" if from_the_right else self._quote(name)

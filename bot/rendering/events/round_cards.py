"""Rounds to come: missed, or played after all."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.events.round_views import RoundMissed
from bot.i18n import Voice
from bot.rendering.layout import Card, Press
from bot.rendering.sentences import number
from bot.rendering.text import quote

_WAY_BACK = {True: ("round-play", "rounds.play"), False: ("round-miss", "rounds.miss")}
"""After an announcement the verb and the words that take it back, by whether the round is missed now."""
_OFFERED = {True: ("round-play", "rounds.play_round"), False: ("round-miss", "rounds.miss_round")}

_ROW = 5
"""Buttons in a row."""


def absence_receipt(told: RoundMissed, voice: Voice) -> Card:
    """What was announced, what it costs, and the way back."""
    key = "rounds.missed" if told.missed else "rounds.played"
    said = voice.say(key, round=told.number, name=quote(told.tournament.name), points=number(told.points, voice))
    verb, label = _WAY_BACK[told.missed]
    back = Press(f"{verb}:{told.tournament.tournament_id}", voice.say(label))
    return Card((said,), controls=((back,),))


def presses(coming: RoundMissed | None, voice: Voice) -> tuple[Press, ...]:
    """The button to miss the round to come, or to play it after all; none where no round can be missed (GO-28.3)."""
    if coming is None:
        return ()
    verb, label = _OFFERED[coming.missed]
    emoji = "♟️" if coming.missed else "🛌"
    return (Press(f"{verb}:{coming.tournament.tournament_id}", voice.say(label, round=coming.number), emoji=emoji),)


def with_round_button(card: Card, coming: RoundMissed | None, voice: Voice) -> Card:
    """The card with the button among its last ones, where a player looks."""
    more = presses(coming, voice)
    if not more:
        return card
    *before, last = card.controls or ((),)
    if not isinstance(last, tuple) or len(last) + len(more) > _ROW:
        return replace(card, controls=(*card.controls, more))
    return replace(card, controls=(*before, (*last, *more)))

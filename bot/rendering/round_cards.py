"""Rounds to come: missed, or played after all."""

from __future__ import annotations

from bot.domain.round_views import RoundMissed
from bot.i18n import Voice
from bot.rendering.layout import Card, Press
from bot.rendering.sentences import number
from bot.rendering.text import quoted


def noted(told: RoundMissed, voice: Voice) -> Card:
    """What was announced, what it costs, and the way back."""
    key = "rounds.missed" if told.missed else "rounds.played"
    said = voice.say(key, round=told.number, name=quoted(told.tournament.name), points=number(told.points, voice))
    verb, label = ("round-play", "rounds.play") if told.missed else ("round-miss", "rounds.miss")
    back = Press(f"{verb}:{told.tournament.tournament_id}", voice.say(label))
    return Card((said,), controls=((back,),))

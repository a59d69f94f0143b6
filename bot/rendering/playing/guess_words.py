"""The guess of who has the first colour, on the card of its match (GO-10)."""

from __future__ import annotations

from discord import ButtonStyle

from bot.domain.events.guessing import Parity
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.i18n import Voice
from bot.rendering.layout import Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.playing.colour_words import colour_name

_OPEN = frozenset({MatchPhase.WAITING, MatchPhase.MISSING, MatchPhase.PLAYING})
_OVER = frozenset({MatchPhase.SETTLED, MatchPhase.VOID})


def line(view: MatchView, voice: Voice) -> str:
    """Who hides and who guesses with the hash of the secret; afterwards what was said, the number and the secret."""
    guess = view.guess
    if guess is None or view.state.phase in _OVER:
        return ""
    hider, guesser = mention(view.players[guess.hider]), mention(view.players[guess.guesser])
    if guess.said is None:
        text = voice.say(f"guess.open_{guess.why.value}", hider=hider, guesser=guesser)
        return f"{text}\n-# {voice.say('guess.hash', hash=guess.commitment)}"
    said = voice.say(f"guess.{guess.said.value}")
    first = view.players[guess.first_side or 0]
    text = voice.say(
        "guess.right" if guess.is_right else "guess.wrong",
        guesser=guesser,
        said=said,
        number=guess.number,
        first=mention(first),
        colour=colour_name(view.colours, 0, voice),
    )
    return f"{text}\n-# {voice.say('guess.secret', secret=guess.secret)}"


def presses(view: MatchView, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """Odd and even, until it was said."""
    if view.guess is None or view.guess.said is not None or view.state.phase not in _OPEN:
        return ()
    return (
        tuple(
            Press(f"guess:{view.contest_id}.{parity.value}", voice.say(f"guess.{parity.value}"), ButtonStyle.primary)
            for parity in Parity
        ),
    )


def outcome(view: MatchView, voice: Voice) -> Card:
    """To both: what was said, and who begins."""
    return Card((line(view, voice),), pings=pings(view.players))

"""The guess of who has the first colour, on the card of its match (GO-10)."""

from __future__ import annotations

from discord import ButtonStyle

from bot.domain.events.guessing import Guess, Parity
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.i18n import Voice
from bot.rendering.layout import QUIET, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.playing.colour_words import colour_name

_OPEN = frozenset({MatchPhase.WAITING, MatchPhase.MISSING, MatchPhase.PLAYING})
_OVER = frozenset({MatchPhase.SETTLED, MatchPhase.VOID})


def line(view: MatchView, voice: Voice) -> str:
    """Who hides and who guesses; afterwards what was said and the number. What proves it is behind **Verify**."""
    guess = view.guess
    if guess is None or view.state.phase in _OVER:
        return ""
    hider, guesser = mention(view.players[guess.hider]), mention(view.players[guess.guesser])
    if guess.said is None:
        return voice.say(f"guess.open_{guess.why.value}", hider=hider, guesser=guesser)
    said = voice.say(f"guess.{guess.said.value}")
    first = view.players[guess.first_side or 0]
    return voice.say(
        "guess.right" if guess.is_right else "guess.wrong",
        guesser=guesser,
        said=said,
        number=guess.number,
        first=mention(first),
        colour=colour_name(view.colours, 0, voice),
    )


def presses(view: MatchView, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """Odd and even, until it was said, and what proves the number, until the match is over."""
    if view.guess is None or view.state.phase not in _OPEN:
        return ()
    said = () if view.guess.said is not None else tuple(_say(view, parity, voice) for parity in Parity)
    return ((*said, Press(f"guess-verify:{view.contest_id}", voice.say("guess.verify"), emoji="🔎")),)


def _say(view: MatchView, parity: Parity, voice: Voice) -> Press:
    return Press(f"guess:{view.contest_id}.{parity.value}", voice.say(f"guess.{parity.value}"), ButtonStyle.primary)


def outcome(view: MatchView, voice: Voice) -> Card:
    """To both: what was said, and who begins."""
    return Card((line(view, voice),), pings=pings(view.players))


def proof(guess: Guess, voice: Voice) -> Card:
    """To who asks: the hash that fixes the number, and once it is said the secret from which the number follows."""
    if guess.said is None:
        said = voice.say("guess.sealed", hash=guess.commitment)
    else:
        said = voice.say("guess.opened", hash=guess.commitment, secret=guess.secret, match=guess.contest_id)
    return Card((said,), colour=QUIET)

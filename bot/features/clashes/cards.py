"""What is said of a match that waits for another one."""

from __future__ import annotations

from collections.abc import Iterator

from discord import ButtonStyle

from bot.features.playing.match_views_model import MatchView, Wait
from bot.features.playing.words_cards import asked, heading
from bot.i18n.catalogue import Translator
from bot.layout.cards import WARNING, Button, Card
from bot.layout.sentences import listing, moment, quote
from bot.people.cards import mention, pings
from bot.play.waiting import LONGEST_WAIT


def lines(wait: Wait, translator: Translator) -> Iterator[str]:
    """Why the match waits and until when, and that who is there may begin."""
    for one in wait.held_up:
        yield translator.say("clashes.held_up", name=mention(one.person), event=quote(one.event))
    if wait.until is None:
        minutes = int(LONGEST_WAIT.total_seconds() // 60)
        yield translator.count("clashes.waits", minutes, button=translator.say("matches.here"))
    else:
        yield translator.say("clashes.waits_until", until=moment(wait.until))


def over(view: MatchView, translator: Translator) -> Card:
    """Calls who is not there: the other match has ended, and the clock runs from here on."""
    sides = [one.side for one in view.state.missing]
    called = [one for one in map(view.presser, sides) if one is not None]
    here = Button(f"here:{view.contest_id}", translator.say("matches.here"), ButtonStyle.success, "✋")
    about = Button(f"match:{view.contest_id}", translator.say("matches.details"), emoji="📋")
    names = listing([asked(view, side, translator) for side in sides], translator)
    text = translator.say("clashes.over", names=names, button=here.label)
    return Card((heading(view, translator), text), controls=((here, about),), colour=WARNING, pings=pings(called))

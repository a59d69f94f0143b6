"""The desk of a server: what waits for the reader, its events, and all that the reader may do by their capacities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.domain.events.tournament import Tournament
from bot.domain.ids import TournamentId
from bot.domain.playing.desk_views import Guidance
from bot.i18n import Voice
from bot.i18n.commands import key_of
from bot.rendering.events.cup_cards import new_cup_press
from bot.rendering.layout import Card, Choice, Press
from bot.rendering.playing import desk_cards
from bot.rendering.text import plain

THINGS_SHOWN: Final = 5
_LABEL: Final = 100
"""Characters of an entry of a menu."""


def home(found: Guidance, events: Sequence[Tournament], acts: Sequence[str], voice: Voice) -> Card:
    """What waits for the reader, the events to go on with, and what can be done for the server as a whole."""
    card = desk_cards.guidance(found, voice, most=THINGS_SHOWN)
    choices = []
    if events:
        options = tuple((one.tournament_id, plain(one.name, _LABEL)) for one in events)
        choices.append(Choice("desk-event:", voice.say("desk.choose_event"), options))
    if acts:
        choices.append(Choice("desk-act:", voice.say("desk.choose_act"), act_options(acts, voice)))
    new = ((new_cup_press(voice),),) if "tournament create" in acts else ()
    return replace(card, paragraphs=(voice.say("desk.home"), *card.paragraphs[:1]), controls=(*choices, *new))


def with_acts(card: Card, event: TournamentId, acts: Sequence[str], voice: Voice, more: tuple[Press, ...] = ()) -> Card:
    """The desk of an event with all that the reader may do there, and the way back to the server's desk."""
    home = Press("desk-home:", voice.say("desk.press_home"), emoji="🗂️")
    choice = (Choice(f"desk-act:{event}", voice.say("desk.choose_act"), act_options(acts, voice)),) if acts else ()
    return replace(card, controls=(*card.controls, *choice, (home, *more)))


def act_options(acts: Sequence[str], voice: Voice) -> tuple[tuple[str, str], ...]:
    """Each act by what its command does, in the reader's language."""
    return tuple((one.replace(" ", "+"), plain(voice.say(key_of(one)), _LABEL)) for one in acts)


def choose(words: str, event: TournamentId | None, key: str, pairs: Sequence[tuple[str, str]], voice: Voice) -> Card:
    """Asks which one is meant, by a menu; says so where there is none."""
    title = f"## {voice.say(key_of(words))}"
    back = Press("desk-home:", voice.say("desk.press_home"), emoji="🗂️")
    if not pairs:
        return Card((title, voice.say("desk.nothing_to_choose")), controls=((back,),))
    subject = f"{words.replace(' ', '+')}/{event or ''}"
    menu = Choice(f"desk-picked:{subject}", plain(voice.say(key), _LABEL), tuple(pairs))
    find = Press(f"desk-find:{subject}", voice.say("desk.find"), emoji="🔎")
    return Card((title,), controls=(menu, (find, back)))

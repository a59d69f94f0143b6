"""Whose place goes over and to whom, that it is done, and what all and the two of them read of it."""

from __future__ import annotations

from collections.abc import Iterable

from discord import ButtonStyle

from bot.features.replacing.model import ReplacedView, ReplaceView, SubstitutesView
from bot.i18n.catalogue import Translator
from bot.kernel.ids import EntrantId
from bot.layout.cards import ACCENT, WARNING, Button, Card, Choice
from bot.layout.sentences import plain, quote, quoted_block
from bot.people.cards import mention, pings
from bot.people.model import Person

_NAME_IN_MENU = 80
_MOST = 25


def choose(view: ReplaceView, translator: Translator) -> Card:
    """Whose place goes over."""
    name = quote(view.tournament.name)
    said = [translator.say("replace.title" if view.leavers else "replace.none", name=name)]
    said.append("-# " + translator.say("replace.unlisted"))
    verb = f"replace-chosen:{view.tournament.tournament_id}"
    return Card(("\n".join(said),), controls=_menu(verb, "replace.choose", view.leavers, translator), colour=WARNING)


def offer(view: SubstitutesView, translator: Translator) -> Card:
    """Who comes in: the first of the wait list is the first of the menu."""
    leaver = view.leaver
    values = {"player": mention(leaver.person), "name": quote(leaver.tournament.name)}
    said = [translator.say("replace.offer" if view.waiting else "replace.offer_none", **values)]
    if view.waiting:
        said.append(translator.say("replace.first", player=mention(view.waiting[0][1])))
    said.append("-# " + translator.say("replace.by_name"))
    menu = _menu(f"replace-with:{leaver.entrant.entrant_id}", "replace.choose_other", view.waiting, translator)
    return Card(("\n".join(said),), controls=menu, colour=WARNING)


def _menu(verb: str, key: str, some: Iterable[tuple[EntrantId, Person]], translator: Translator) -> tuple[Choice, ...]:
    options = tuple((str(one), plain(person.name, _NAME_IN_MENU)) for one, person in some)[:_MOST]
    return (Choice(verb, translator.say(key), options),) if options else ()


def done(view: ReplacedView, translator: Translator) -> Card:
    """To staff: who has the place now."""
    return Card((translator.say("replace.done", **_values(view)), *_coming(view, translator)))


def told(view: ReplacedView, translator: Translator) -> Card:
    """To all: who left, who comes in, by whose word and why; who comes in and whom they meet are called."""
    said = [
        translator.say("replace.told", by=mention(view.by), **_values(view)),
        quoted_block(view.substitution.reason),
        translator.say("replace.told_place", **_values(view)),
        *_coming(view, translator),
    ]
    event = view.tournament
    controls: tuple[tuple[Button, ...], ...] = ()
    if event.rulebook.traits.is_bracket and event.drawn_at is not None:
        bracket = translator.say("tournament.bracket")
        controls = ((Button(f"bracket:{event.tournament_id}", bracket, ButtonStyle.primary),),)
    called = (view.came,) if view.other is None else (view.came, view.other)
    return Card(tuple(said), controls=controls, colour=ACCENT, pings=pings(called))


def place_given(view: ReplacedView, translator: Translator) -> Card:
    """To who was replaced."""
    said = translator.say("replace.letter_given", **_values(view))
    return Card((said, quoted_block(view.substitution.reason), translator.say("replace.letter_given_next")))


def place_taken(view: ReplacedView, translator: Translator) -> Card:
    """To who comes in."""
    said = translator.say("replace.letter_taken", **_values(view))
    return Card((said, quoted_block(view.substitution.reason), *_coming(view, translator)), colour=ACCENT)


def _values(view: ReplacedView) -> dict[str, str]:
    return {"left": mention(view.left), "came": mention(view.came), "name": quote(view.tournament.name)}


def _coming(view: ReplacedView, translator: Translator) -> tuple[str, ...]:
    """The next match of the place, where it is known."""
    key = "replace.next_later" if view.other is None else "replace.next_match"
    other = "" if view.other is None else mention(view.other)
    return (translator.say(key, came=mention(view.came), other=other),)

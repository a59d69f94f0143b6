"""Who was missed and can be let in, that it is done, and what all read of it."""

from __future__ import annotations

from discord import ButtonStyle

from bot.features.late.model import LateWay, LetIn, LetInView, MissedView
from bot.i18n.catalogue import Translator
from bot.layout.cards import ACCENT, WARNING, Button, Card, Choice
from bot.layout.sentences import plain, quote, quoted_block
from bot.people.cards import mention, pings

_NAME_IN_MENU = 80


def choose(view: MissedView, translator: Translator) -> Card:
    """Whom staff can let in, and what follows from it."""
    name = quote(view.tournament.name)
    said = [translator.say("late.title", name=name), translator.say(f"late.how_{view.way.value}")]
    if not view.missed:
        said.append(translator.say("late.none"))
    said.append("-# " + translator.say("late.unlisted"))
    options = tuple((str(key), plain(person.name, _NAME_IN_MENU)) for key, person in view.missed)
    menu = Choice(f"late-chosen:{view.tournament.tournament_id}", translator.say("late.choose"), options)
    return Card(("\n".join(said),), controls=(menu,) if options else (), colour=WARNING)


def done(let_in: LetIn, translator: Translator) -> Card:
    """To staff: the player is in, and how."""
    other = "" if let_in.met is None else mention(let_in.met)
    values = {"player": mention(let_in.person), "name": quote(let_in.tournament.name), "other": other}
    return Card((translator.say(f"late.done_{let_in.way.value}", **values),))


def told(view: LetInView, translator: Translator) -> Card:
    """To all: who is in, by whose word and why, and what changes; who had the bye is called by name."""
    let_in, met = view.let_in, view.let_in.met
    values = {"player": mention(let_in.person), "other": "" if met is None else mention(met)}
    said = (
        translator.say("late.told", name=quote(let_in.tournament.name), by=mention(view.by), **values),
        quoted_block(view.reason),
        translator.say(f"late.told_{let_in.way.value}", **values),
    )
    verify = Button(f"verify:{let_in.tournament.tournament_id}", translator.say("tournament.verify"))
    bracket = Button(
        f"bracket:{let_in.tournament.tournament_id}", translator.say("tournament.bracket"), ButtonStyle.primary
    )
    proof = ((bracket, verify),) if let_in.tournament.rulebook.traits.is_bracket else ((verify,),)
    is_drawn = let_in.way in {LateWay.REDRAW, LateWay.BYE}
    called = pings(() if met is None else (met,))
    return Card(said, controls=proof if is_drawn else (), colour=ACCENT, pings=called)

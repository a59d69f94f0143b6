"""Acts about the own event: the reasons to pick from, what everybody reads, and what the opponent is asked."""

from __future__ import annotations

from datetime import datetime

from discord import ButtonStyle

from bot.features.own_events.model import OthersAskedView, OwnAct, OwnActView, OwnEnding, OwnRulingView, OwnWishView
from bot.i18n.catalogue import Translator
from bot.kernel.errors import UserError
from bot.kernel.ids import OwnGround
from bot.layout.cards import ACCENT, DANGER, QUIET, WARNING, Button, Card, Choice
from bot.layout.sentences import moment_relative, quote, sentence
from bot.people.cards import mention, pings


def ask_why(view: OwnWishView, translator: Translator) -> Card:
    """To who is alone: what will come of it, who is told, and the reasons of which they pick one."""
    options = tuple((one.value, translator.say(f"own.ground_{one}")) for one in OwnGround)
    pick = Choice(f"own-why:{view.wished.own_act.act_id}", translator.say("own.pick"), options)
    return Card(_what_follows(view, translator), controls=(pick,), colour=WARNING)


def _what_follows(view: OwnWishView, translator: Translator) -> tuple[str, ...]:
    """It waits for a signature, or for the opponent; or it is done in public, and players can undo it or cannot."""
    name = quote(view.wished.tournament.name)
    if view.signers is not None:
        return (
            translator.say(
                "own.how_signature", name=name, people=", ".join(mention(signer) for signer in view.signers)
            ),
        )
    if view.wished.own_act.contest_id is not None:
        return (translator.say("own.how_ruling", name=name),)
    if not view.undoable:
        return (translator.say("own.how_final", name=name),)
    return translator.say("own.how_event", name=name), translator.count("own.can_object", view.wished.needed)


def public_notice(view: OwnActView, translator: Translator) -> Card:
    """To all: what was decided and why, with the button to object while that does anything."""
    own_act = view.own_act
    said = _decision_words(view, translator)
    if own_act.line is None:
        return Card((said, translator.say("own.cannot_undo")), colour=WARNING)
    press = Button(f"own-object:{own_act.act_id}", translator.say("signing.object"), ButtonStyle.danger, "✋")
    return Card((said, translator.count("own.can_object", view.needed)), controls=((press,),), colour=WARNING)


def _decision_words(view: OwnActView, translator: Translator) -> str:
    """Who decided what, and why; or that it was decided before the own entry, for which no reason was asked."""
    own_act, name = view.own_act, quote(view.tournament.name)
    person, what = mention(view.decider), translator.say(f"own.act_{own_act.act}")
    if own_act.ground is None:
        return translator.say("own.done_before", person=person, what=what, name=name)
    return translator.say(
        "own.done", person=person, what=what, name=name, why=translator.say(f"own.ground_{own_act.ground}")
    )


def wish_words(view: OwnActView, translator: Translator) -> tuple[str, ...]:
    """What would be decided about which event, and why, while it waits for a signature."""
    why = translator.say(f"own.ground_{view.own_act.ground}")
    return (
        translator.say("own.wish", what=_ruling(view.own_act, translator), name=quote(view.tournament.name), why=why),
    )


def signature_receipt(view: OwnActView, translator: Translator) -> Card:
    """To who asked: a second person has a day, and nothing stops meanwhile."""
    return Card((translator.say("own.waits_for_signature", name=quote(view.tournament.name)),))


def others_asked(view: OthersAskedView, translator: Translator) -> Card:
    """To all, and by letter to who could decide: what is asked of them, and until when they have time."""
    person, what = mention(view.person), translator.say(f"own.act_{view.act}")
    text = translator.say("own.others_asked", person=person, what=what, name=quote(view.tournament.name))
    return Card((text, translator.say("own.others_do", person=person, at=moment_relative(view.until))), colour=WARNING)


def sent_to_others(refusal: UserError, until: datetime, translator: Translator) -> Card:
    """To who plays and was refused for that: others were asked, and what to do where they do not come."""
    at = moment_relative(until)
    return Card((sentence(refusal, translator), translator.say("own.sent_to_others", at=at)), colour=DANGER)


def outcome(view: OwnActView, translator: Translator) -> Card:
    """To all: players objected, and what follows."""
    key = "own.undone" if view.own_act.ending is OwnEnding.OBJECTED else "own.stands"
    what = translator.say(f"own.act_{view.own_act.act}")
    text = translator.say(key, person=mention(view.decider), what=what, name=quote(view.tournament.name))
    return Card((text,), colour=ACCENT)


def receipt(view: OwnActView, translator: Translator) -> Card:
    """To who decided: it is done, and who can object."""
    return Card((translator.say("own.receipt"), translator.count("own.can_object", view.needed)))


def objection_receipt(view: OwnActView, translator: Translator) -> Card:
    """To who objected: that counts, and how many more it takes."""
    if view.own_act.ended_at is not None:
        return outcome(view, translator)
    return Card((translator.count("own.objected", view.needed - view.objections),))


def agreement(view: OwnRulingView, translator: Translator) -> Card:
    """To the opponent: what the organiser wants to do in their own match, until when, and what follows without it."""
    own_act = view.own_act
    text = translator.say(
        "own.agree_asked",
        person=mention(view.decider),
        what=_ruling(own_act, translator),
        why=translator.say(f"own.ground_{own_act.ground}"),
    )
    until = translator.say("own.agree_until", at=moment_relative(own_act.agree_by or own_act.asked_at))
    press = Button(f"own-agree:{own_act.act_id}", translator.say("own.agree"), ButtonStyle.primary, "🤝")
    return Card((text, until), controls=((press,),), colour=WARNING, pings=pings(view.opponents))


def asking_receipt(view: OwnRulingView, translator: Translator) -> Card:
    """To who asked: it waits for the opponent, and nothing stops meanwhile."""
    until = moment_relative(view.own_act.agree_by or view.own_act.asked_at)
    return Card(
        (translator.say("own.waits", people=", ".join(mention(opponent) for opponent in view.opponents), at=until),)
    )


def dispute(view: OwnRulingView, translator: Translator) -> Card:
    """To both: who can decide their dispute, until when, and what follows where nobody does."""
    own_act = view.own_act
    text = translator.say("own.dispute_waits", person=mention(view.decider))
    follows = translator.say("own.dispute_follows", at=moment_relative(own_act.agree_by or own_act.asked_at))
    return Card((text, follows), colour=WARNING, pings=pings((view.decider, *view.opponents)))


def ruling_outcome(view: OwnRulingView, translator: Translator) -> Card:
    """To both: what became of it, and what to do next."""
    what = _ruling(view.own_act, translator)
    key = f"own.ruling_{view.own_act.ending}" if view.own_act.verb else f"own.dispute_{view.own_act.ending}"
    text = translator.say(key, person=mention(view.decider), what=what)
    both_sides = (view.decider, *view.opponents)
    return Card((text,), colour=QUIET, pings=pings(both_sides))


def _ruling(own_act: OwnAct, translator: Translator) -> str:
    what = translator.say(f"own.act_{own_act.act}")
    score = own_act.given.get("score")
    return what if score is None else translator.say("own.with_score", what=what, score="–".join(map(str, score)))

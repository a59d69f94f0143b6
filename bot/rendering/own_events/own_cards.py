"""Acts about the own event: the reasons to pick from, what everybody reads, and what the opponent is asked."""

from __future__ import annotations

from discord import ButtonStyle

from bot.domain.own_events.grounds import OwnGround
from bot.domain.own_events.own_acts import OwnAct, OwnEnding
from bot.domain.own_events.own_views import OwnActView, OwnRulingView
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, QUIET, WARNING, Card, Choice, Press
from bot.rendering.people import mention, pings
from bot.rendering.sentences import moment_relative
from bot.rendering.text import quote


def ask_why(own_act: OwnAct, event: str, voice: Voice) -> Card:
    """To who is alone: what they would decide, who is told, and the reasons of which they pick one."""
    options = tuple((one.value, voice.say(f"own.ground_{one}")) for one in OwnGround)
    how = voice.say("own.how_ruling" if own_act.contest_id else "own.how_event", name=quote(event))
    pick = Choice(f"own-why:{own_act.act_id}", voice.say("own.pick"), options)
    return Card((how,), controls=(pick,), colour=WARNING)


def public_notice(view: OwnActView, voice: Voice) -> Card:
    """To all: what was decided and why, with the button to object while that does anything."""
    own_act = view.own_act
    said = voice.say(
        "own.done",
        person=mention(view.decider),
        what=voice.say(f"own.act_{own_act.act}"),
        name=quote(view.tournament.name),
        why=voice.say(f"own.ground_{own_act.ground}"),
    )
    if own_act.line is None:
        return Card((said, voice.say("own.cannot_undo")), colour=WARNING)
    press = Press(f"own-object:{own_act.act_id}", voice.say("signing.object"), ButtonStyle.danger, "✋")
    return Card((said, voice.count("own.can_object", view.needed)), controls=((press,),), colour=WARNING)


def wish_words(view: OwnActView, voice: Voice) -> tuple[str, ...]:
    """What would be decided about which event, and why, while it waits for a signature."""
    why = voice.say(f"own.ground_{view.own_act.ground}")
    return (voice.say("own.wish", what=_ruling(view.own_act, voice), name=quote(view.tournament.name), why=why),)


def signature_receipt(view: OwnActView, voice: Voice) -> Card:
    """To who asked: a second person has a day, and nothing stops meanwhile."""
    return Card((voice.say("own.waits_for_signature", name=quote(view.tournament.name)),))


def outcome(view: OwnActView, voice: Voice) -> Card:
    """To all: players objected, and what follows."""
    key = "own.undone" if view.own_act.ending is OwnEnding.OBJECTED else "own.stands"
    what = voice.say(f"own.act_{view.own_act.act}")
    said = voice.say(key, person=mention(view.decider), what=what, name=quote(view.tournament.name))
    return Card((said,), colour=ACCENT)


def receipt(view: OwnActView, voice: Voice) -> Card:
    """To who decided: it is done, and who can object."""
    return Card((voice.say("own.receipt"), voice.count("own.can_object", view.needed)))


def objection_receipt(view: OwnActView, voice: Voice) -> Card:
    """To who objected: that counts, and how many more it takes."""
    if view.own_act.ended_at is not None:
        return outcome(view, voice)
    return Card((voice.count("own.objected", view.needed - view.objections),))


def agreement(view: OwnRulingView, voice: Voice) -> Card:
    """To the opponent: what the organiser wants to do in their own match, until when, and what follows without it."""
    own_act = view.own_act
    said = voice.say(
        "own.agree_asked",
        person=mention(view.decider),
        what=_ruling(own_act, voice),
        why=voice.say(f"own.ground_{own_act.ground}"),
    )
    until = voice.say("own.agree_until", at=moment_relative(own_act.agree_by or own_act.asked_at))
    press = Press(f"own-agree:{own_act.act_id}", voice.say("own.agree"), ButtonStyle.primary, "🤝")
    return Card((said, until), controls=((press,),), colour=WARNING, pings=pings(view.opponents))


def asking_receipt(view: OwnRulingView, voice: Voice) -> Card:
    """To who asked: it waits for the opponent, and nothing stops meanwhile."""
    until = moment_relative(view.own_act.agree_by or view.own_act.asked_at)
    return Card((voice.say("own.waits", people=", ".join(mention(one) for one in view.opponents), at=until),))


def ruling_outcome(view: OwnRulingView, voice: Voice) -> Card:
    """To both: what became of it, and what to do next."""
    what = _ruling(view.own_act, voice)
    said = voice.say(f"own.ruling_{view.own_act.ending}", person=mention(view.decider), what=what)
    both_sides = (view.decider, *view.opponents)
    return Card((said,), colour=QUIET, pings=pings(both_sides))


def _ruling(own_act: OwnAct, voice: Voice) -> str:
    what = voice.say(f"own.act_{own_act.act}")
    score = own_act.given.get("score")
    return what if score is None else voice.say("own.with_score", what=what, score="–".join(map(str, score)))

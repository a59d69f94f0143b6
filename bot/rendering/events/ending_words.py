"""What follows an event in words: who is invited onward, and what its staff does next."""

from __future__ import annotations

from bot.domain.entering.qualification import ASKED_FOR
from bot.domain.events.ending_views import Onward, PodiumView
from bot.i18n import Voice
from bot.rendering.people import mention
from bot.rendering.sentences import duration, listing


def onward(view: Onward | None, voice: Voice) -> tuple[str, ...]:
    """Who is invited to what, and until when the invited answer (AIJE-D02-1, AIJE-D04-1)."""
    if view is None:
        return ()
    lines = [voice.say("ending.onward")]
    for event, some in view.invited.items():
        names = listing([mention(person) for person in some], voice)
        lines.append(f"- {voice.say(f'seats.event.{ASKED_FOR[event].value}')}: {names}")
    pairs = (" – ".join(map(mention, pair)) for pair in view.matches if len(pair) > 1)
    lines += ["- " + voice.say("ending.onward_match", names=pair) for pair in pairs]
    within = duration(view.answer_within, voice)
    lines.append(voice.say("ending.onward_asked" if view.confirmed else "ending.onward_waits", within=within))
    return ("\n".join(lines),)


def staff(view: PodiumView, voice: Voice) -> str:
    """What organisers and the chief arbiter do now."""
    said = [voice.say("ending.staff")]
    if view.onward is not None and not view.onward.confirmed:
        said.append(voice.say("ending.staff_seats"))
    if view.report_by is not None:
        said.append(voice.say("ending.staff_report", name=mention(view.report_by)))
    return "-# " + " ".join(said)

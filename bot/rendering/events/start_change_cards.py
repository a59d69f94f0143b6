"""Another start of an official event, put to those who are registered."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.entering.views import Listed
from bot.domain.events.start_changes import StartChange, StartChangeView
from bot.domain.events.tournament import Tournament
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, QUIET, WARNING, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.sentences import listing, moment
from bot.rendering.text import quote


def request(view: StartChangeView, listed: Sequence[Listed], voice: Voice) -> Card:
    """To everybody registered: both starts, and a button for each to agree."""
    people = [one.person for one in listed]
    said = voice.say(
        "start_change.asked",
        name=quote(view.tournament.name),
        by=mention(view.by),
        before=moment(view.tournament.start_at),
        after=moment(view.change.start_at),
        agree=voice.say("start_change.agree"),
    )
    named = listing([mention(one) for one in people], voice)
    officers = voice.say(
        "start_change.officers", move=voice.say("start_change.move"), leave=voice.say("start_change.leave")
    )
    paragraphs = (said, named, *_silent(view, voice), officers)
    return Card(paragraphs, controls=(_presses(view.change, voice),), colour=WARNING, pings=pings(people))


def _silent(view: StartChangeView, voice: Voice) -> tuple[str, ...]:
    """For whom an officer decides, where somebody has no Discord."""
    if not view.silent:
        return ()
    return (voice.say("start_change.without_discord", names=listing([mention(one) for one in view.silent], voice)),)


def _presses(change: StartChange, voice: Voice) -> tuple[Press, ...]:
    about = f"{change.tournament_id}.{_milliseconds(change.start_at)}"
    return (
        Press(f"start-agree:{about}", voice.say("start_change.agree"), ButtonStyle.success),
        Press(f"start-move:{about}", voice.say("start_change.move")),
        Press(f"start-leave:{about}", voice.say("start_change.leave")),
    )


def _milliseconds(at: datetime) -> int:
    return (at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


def agreement_receipt(view: StartChangeView, voice: Voice) -> Card:
    """To who has agreed: who is still missing, or that the event moves."""
    if view.is_unanimous:
        return Card((voice.say("start_change.all_agreed", after=moment(view.change.start_at)),), colour=ACCENT)
    said = voice.say("start_change.agreed", done=str(view.agreed), all=str(view.entered))
    missing = listing([mention(one) for one in view.waiting], voice)
    still = (voice.say("start_change.missing", missing=missing),) if missing else ()
    return Card((" ".join((said, *still)), *_silent(view, voice)))


def stay_notice(tournament: Tournament, by: Person, voice: Voice) -> Card:
    """To everybody: the start is as it was."""
    name, start = quote(tournament.name), moment(tournament.start_at)
    return Card((voice.say("start_change.stays", name=name, by=mention(by), start=start),), colour=QUIET)


def move_receipt(tournament: Tournament, voice: Voice) -> Card:
    """To the officer who let it move."""
    return Card((voice.say("start_change.moved", after=moment(tournament.start_at)),))


def stay_receipt(tournament: Tournament, voice: Voice) -> Card:
    """To the officer who left it."""
    return Card((voice.say("start_change.left", start=moment(tournament.start_at)),))


def request_receipt(view: StartChangeView, voice: Voice) -> Card:
    """To who asked for it: everybody registered is asked now."""
    count = str(len(view.waiting))
    return Card((voice.say("start_change.put", name=quote(view.tournament.name), n=count),), colour=WARNING)

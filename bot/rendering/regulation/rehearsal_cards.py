"""What came of a rehearsal, in the words of whoever asked for it; the judge's own words are English, and quoted."""

from __future__ import annotations

from typing import Final

from discord import ButtonStyle

from bot.domain.regulation.rehearsals import Rehearsed
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, WARNING, Card, Document, Press
from bot.rendering.text import quote

_SHOWN: Final = 5
"""So many of what does not hold; all of it is on the page."""
_LONGEST: Final = 180


def summary(rulebook: Rulebook, came: Rehearsed, name: str | None, voice: Voice) -> Card:
    """What was played, whether it ended as the rulebook says, the page, and the way on by a rulebook that is here."""
    title = voice.say("rehearsals.title", rulebook=quote(rulebook.title_in(voice.locale)))
    paragraphs = (f"{title}\n{_numbers(came, voice)}", _verdict(came, voice), _page(came, voice), _next(name, voice))
    return Card(
        paragraphs,
        controls=() if name is None else ((_lead_on(name, voice),),),
        colour=WARNING if came.broken else ACCENT,
        documents=(Document(f"rehearsal-{rulebook.name}.html", came.page),) if came.page else (),
    )


def _numbers(came: Rehearsed, voice: Voice) -> str:
    days = max(1, round(came.hours / 24))
    return voice.say(
        "rehearsals.played",
        people=voice.count("rehearsals.people", came.people),
        matches=voice.count("rehearsals.matches", came.matches),
        days=voice.count("rehearsals.days", days),
        seconds=voice.count("rehearsals.seconds", max(1, came.seconds)),
    )


def _verdict(came: Rehearsed, voice: Voice) -> str:
    if came.broke_off:
        return f"{voice.say('rehearsals.broke_off')}\n{_lines(came)}"
    if not came.broken:
        return voice.count("rehearsals.holds", came.checks)
    said = voice.say("rehearsals.broken", held=came.checks - len(came.broken), checks=came.checks)
    hidden = len(came.broken) - _SHOWN
    more = f"\n{voice.count('rehearsals.more', hidden)}" if hidden > 0 else ""
    return f"{said}\n{_lines(came)}{more}"


def _lines(came: Rehearsed) -> str:
    return "\n".join(
        f"- **{quote(one.title, _LONGEST)}** ({quote(one.rule, _LONGEST)}): {quote(one.problem, _LONGEST)}"
        for one in came.broken[:_SHOWN]
    )


def _page(came: Rehearsed, voice: Voice) -> str:
    if not came.page:
        return voice.say("rehearsals.no_page")
    return voice.say("rehearsals.page" if came.pictures else "rehearsals.page_without_pictures")


def _next(name: str | None, voice: Voice) -> str:
    return voice.say("rehearsals.upload_next" if name is None else "rehearsals.next")


def _lead_on(name: str, voice: Voice) -> Press:
    return Press(f"rehearsed:{name}", voice.say("rehearsals.create"), ButtonStyle.primary)

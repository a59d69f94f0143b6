"""What is said of bars: who, why, until when, and how to have one lifted; to everybody and to the person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from discord import ButtonStyle

from bot.domain.cases.case_views import BarList, BarView
from bot.domain.community import Person
from bot.domain.entering.bars import BarReason
from bot.i18n import Voice
from bot.rendering import drawn_rows
from bot.rendering.cases.case_cards import paging
from bot.rendering.layout import ACCENT, DANGER, Card, Press
from bot.rendering.office_words import in_office
from bot.rendering.people import mention, pings
from bot.rendering.sentences import duration, listing, moment
from bot.rendering.text import quote, quoted_block

BARS_ON_A_PAGE: Final = 10


def bar_announcement(views: Sequence[BarView], voice: Voice) -> Card:
    """Tells everybody who is barred and for what, those of one event in one sentence (AIJE-B03-2, AIJE-D01-2)."""
    silent = [view for view in views if view.bar.explanation is None]
    paragraphs = [_announce(silent, voice)] if silent else []
    paragraphs += [_announce([view], voice) for view in views if view.bar.explanation is not None]
    return Card(
        (*paragraphs, f"{_how_to_lift(views[0].lifters, voice)} {voice.say('bars.may_be_appealed')}"),
        colour=DANGER,
        pings=pings(view.person for view in views),
    )


def barred_letter(view: BarView, voice: Voice) -> Card:
    """Tells the person the same."""
    said = [_with_explanation(voice.say(f"bars.you_{_kind(view)}", **_values(view, voice)), view, voice)]
    said += what_it_means(view, voice)
    said.append(_how_to_lift(view.lifters, voice))
    if view.appeal_by is None:
        return Card(tuple(said), colour=DANGER)
    appeal = Press(f"appeal:bar-{view.bar.bar_id}", voice.say("files.appeal"), ButtonStyle.primary)
    said.append(voice.say("bars.you_may_appeal", until=moment(view.appeal_by), button=appeal.label))
    return Card(tuple(said), controls=((appeal,),), colour=DANGER)


def what_it_means(view: BarView, voice: Voice) -> list[str]:
    """To the person: what becomes of the events that run, and of places on lists."""
    told = (("bars.you_play_on", view.plays_on), ("bars.you_places", view.places))
    return [voice.say(key, names=listing([quote(one) for one in names], voice)) for key, names in told if names]


def lifting(view: BarView, voice: Voice, *, own: bool) -> Card:
    """Tells everybody, or the person alone, that the bar is gone and why, and of another one that still holds."""
    voted = view.bar.lift_vote_id is not None
    key = "bars.you_lifted" if own else "bars.lifted"
    key += "_voted" if voted else "_appeared" if view.lifted_by is None else ""
    key += "" if view.still is None else "_another"
    lasts = "" if view.still is None else _until(view.still.until, voice)
    by = in_office(view.lifted_by, view.lifted_as, voice)
    said = voice.say(key, person=mention(view.person), by=by, body=_body(view.lift_voted_by, voice), lasts=lasts)
    if view.lifted_by is None and not voted:
        return Card((said,), colour=ACCENT)
    return Card((f"{said}\n{quoted_block(view.bar.lift_reason or '')}",), colour=ACCENT)


def without_pings(card: Card) -> Card:
    """The same for the record, where nobody has to be called."""
    return replace(card, pings=frozenset())


def told_barred(view: BarView, voice: Voice) -> Card:
    """What the judge is told, and where the person plays on unless the judge does more."""
    said = [voice.say("bars.told_barred", person=mention(view.person))]
    if view.plays_on:
        names = listing([quote(name) for name in view.plays_on], voice)
        said.append(voice.say("bars.plays_on", person=mention(view.person), names=names))
    return Card(tuple(said))


def told_lifted(view: BarView, voice: Voice) -> Card:
    """What the officer is told."""
    key = "bars.told_lifted" if view.still is None else "bars.told_lifted_another"
    return Card((voice.say(key, person=mention(view.person)),))


def bar_list(listed: BarList, page: int, voice: Voice) -> Card:
    """Who is barred, why, since when and until when, and who can lift it; `page` counts from 0."""
    title = voice.say("bars.list_title")
    if not listed.bars:
        return Card((title, voice.say("bars.list_none")))
    last = (len(listed.bars) - 1) // BARS_ON_A_PAGE
    page = min(max(page, 0), last)
    shown = listed.bars[page * BARS_ON_A_PAGE : (page + 1) * BARS_ON_A_PAGE]
    lines = "\n".join(drawn_rows.texts(shown, _line, voice))
    how = f"{_how_to_lift(listed.lifters, voice)} {voice.say('bars.expelled_wait')}"
    return Card((title, lines, how), controls=paging("bars", page, last, voice))


def _announce(views: Sequence[BarView], voice: Voice) -> str:
    names = ", ".join(mention(view.person) for view in views)
    said = voice.say(f"bars.{_kind(views[0])}", names=names, **_values(views[0], voice))
    return _with_explanation(said, views[0], voice)


def _kind(view: BarView) -> str:
    if view.bar.vote_id is not None:
        return "voted" if view.tournament is None else "voted_absence"
    if view.bar.reason is BarReason.DISQUALIFIED:
        return "disqualified" if view.bar.tournament_id is None else "disqualified_event"
    return "declined" if view.bar.explanation else "absence"


def _values(view: BarView, voice: Voice) -> dict[str, str]:
    """What the sentences about a bar are filled with; each uses what it needs."""
    tournament = view.tournament
    return {
        "lasts": _lasts(view, voice),
        "by": in_office(view.barred_by, view.barred_as, voice),
        "body": _body(view.voted_by, voice),
        "name": quote(tournament.name) if tournament else "?",
        "within": duration(tournament.rulebook.absence.justify_within, voice) if tournament else "?",
    }


def _body(voters: str | None, voice: Voice) -> str:
    return "" if voters is None else voice.say(f"votes.body.{voters}")


def _with_explanation(said: str, view: BarView, voice: Voice) -> str:
    """The reason, which the sentence announces; of a vote the question, which is none."""
    if not view.bar.explanation:
        return said
    if view.bar.rule is not None:
        said = f"{said}\n{voice.say('bars.rule', rule=quote(view.bar.rule))}"
    asked = "" if view.bar.vote_id is None else f" {voice.say('bars.put_to_vote')}"
    return f"{said}{asked}\n{quoted_block(view.bar.explanation)}"


def _line(view: BarView, voice: Voice) -> str:
    if view.bar.vote_id is not None:
        reason = voice.say("bars.reason_voted")
    elif view.bar.reason is BarReason.DISQUALIFIED:
        reason = voice.say(f"bars.reason_{_kind(view)}", **_values(view, voice))
    else:
        name = quote(view.tournament.name, 40) if view.tournament else "?"
        reason = voice.say("bars.reason_absence", name=name)
    since = f"<t:{int(view.bar.since.timestamp())}:D>"
    line = voice.say(
        "bars.list_line", person=mention(view.person), reason=reason, since=since, lasts=_lasts(view, voice)
    )
    return f"{line}\n{quoted_block(view.bar.explanation, 150)}" if view.bar.explanation else line


def _lasts(view: BarView, voice: Voice) -> str:
    if view.readmission_from is not None:
        return voice.say("bars.until_readmitted", at=moment(view.readmission_from))
    return _until(view.bar.until, voice)


def _until(until: datetime | None, voice: Voice) -> str:
    return voice.say("bars.until_further_notice") if until is None else voice.say("bars.until", until=moment(until))


def _how_to_lift(lifters: Sequence[Person], voice: Voice) -> str:
    if not lifters:
        return voice.say("bars.how_to_lift_by_office")
    return voice.say("bars.how_to_lift", lifters=", ".join(map(mention, lifters)))

"""What is said of rating points that a vote took for an absence, and of their way back."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.cases.case_views import PointsView
from bot.domain.cases.no_shows import CaseEnd
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, DANGER, Card
from bot.rendering.people import mention, pings
from bot.rendering.sentences import moment
from bot.rendering.text import quote, quoted_block


def points_loss(view: PointsView, question: str, voice: Voice, *, own: bool, bar_fell: bool, pinged: bool) -> Card:
    """Who loses how many points for which games, that nobody gains them, and how to appeal (AIJE-D01-5.3)."""
    penalty = view.penalty
    said = voice.count(
        "points.you_lost" if own else "points.lost",
        penalty.games,
        person=mention(view.person),
        points=amount(penalty.points),
        name=quote(view.tournament.name),
        after=str(round(view.after)),
    )
    next_steps = [voice.say("points.bar_fell")] if bar_fell else []
    next_steps.append(voice.say("points.how_to_appeal"))
    return Card(
        (f"{said}\n{quoted_block(question)}", " ".join(next_steps)),
        colour=DANGER,
        pings=pings([view.person]) if pinged else frozenset(),
    )


def points_return(view: PointsView, voice: Voice, *, own: bool) -> Card:
    """The points are back, and why."""
    penalty = view.penalty
    values = {
        "person": mention(view.person),
        "points": amount(penalty.points),
        "name": quote(view.tournament.name),
        "by": mention(view.returned_by) if view.returned_by else "",
    }
    said = voice.say("points.you_returned" if own else "points.returned", **values)
    if penalty.return_reason == CaseEnd.APPEARED:
        return Card((f"{said} {voice.say('points.appeared')}",), colour=ACCENT)
    by = " " + voice.say("points.returned_by", **values) if view.returned_by else ""
    return Card((f"{said}{by}\n{quoted_block(penalty.return_reason or '')}",), colour=ACCENT)


def lines(views: tuple[PointsView, ...], voice: Voice) -> Iterator[str]:
    """What a person's page tells of points taken: how many, when, for which event, and whether they came back."""
    for view in views:
        penalty = view.penalty
        key = "points.line" if penalty.returned_at is None else "points.line_returned"
        yield voice.say(
            key, points=amount(penalty.points), at=moment(penalty.taken_at), name=quote(view.tournament.name)
        )


def amount(points: float) -> str:
    """Points with one decimal, as whole numbers would hide small ones."""
    return f"{points:.1f}"

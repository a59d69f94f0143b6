"""What is said of rating points that a vote took for an absence, and of their way back."""

from __future__ import annotations

from collections.abc import Iterator

from discord import ButtonStyle

from bot.domain.cases.case_views import PointsView
from bot.domain.cases.no_shows import CaseEnd
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, DANGER, Card, Press
from bot.rendering.office_words import in_office
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
    appeal = Press(f"appeal:points-{penalty.penalty_id}", voice.say("files.appeal"), ButtonStyle.primary)
    if view.appeal_by is not None:
        key = "points.you_may_appeal" if own else "points.may_be_appealed"
        next_steps.append(voice.say(key, until=moment(view.appeal_by), button=appeal.label))
    paragraphs = (f"{said} {voice.say('bars.put_to_vote')}\n{quoted_block(question)}", " ".join(next_steps))
    return Card(
        tuple(one for one in paragraphs if one),
        controls=((appeal,),) if own and view.appeal_by is not None else (),
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
        "by": in_office(view.returned_by, view.returned_as, voice),
    }
    said = voice.say("points.you_returned" if own else "points.returned", **values)
    if penalty.return_reason == CaseEnd.APPEARED:
        return Card((f"{said} {voice.say('points.appeared')}",), colour=ACCENT)
    by = " " + voice.say("points.returned_by" if view.returned_by else "points.returned_by_vote", **values)
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

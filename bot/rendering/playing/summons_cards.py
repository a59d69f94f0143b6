"""Calls of who runs an event: who is named, what waits, and the button that settles it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from discord import ButtonStyle

from bot.domain.playing.summons_views import CallView, MatterView
from bot.i18n import Voice
from bot.rendering.layout import QUIET, WARNING, Card, Line, Press
from bot.rendering.people import mention, pings
from bot.rendering.sentences import listing, moment_relative
from bot.rendering.text import quote

MOST_LINES: Final = 10
"""With a button each; the rest is counted."""


class _Button(NamedTuple):
    """How the button of a verb looks."""

    label: str
    emoji: str | None = None
    style: ButtonStyle = ButtonStyle.secondary


_BUTTONS: Final[Mapping[str, _Button]] = {
    "claim": _Button("staff.see_claim", "🪪"),
    "desk": _Button("staff.see_desk", "🗂️"),
    "match": _Button("staff.see_match", "👀"),
    "duty-on": _Button("arbiters.go_on", None, ButtonStyle.success),
    "event-proposal": _Button("staff.see_proposal", "📅"),
    "name-card": _Button("staff.see_claim", "🪪"),
    "redraw": _Button("draw.redraw", "🎲"),
    "referee": _Button("matches.for_staff", "⚖️"),
    "round-robin-now": _Button("small_swiss.take", "🔁"),
    "rules-approve-now": _Button("event_rules.approve", "✅", ButtonStyle.success),
    "say-again": _Button("setup.say_again", "📣", ButtonStyle.primary),
    "seats-show": _Button("staff.see_seats", "💺"),
    "time-desk": _Button("matches.for_staff", "⚖️"),
    "vote-show": _Button("staff.see_vote", "🗳️"),
}
"""By the verb of the button that settles a matter (`SETTLED_BY`)."""


def call(view: CallView, voice: Voice) -> Card:
    """Names those who run the event, in the text, since Discord pings nobody else; then a line for each matter."""
    said = [voice.say("staff.called_done" if view.is_settled else "staff.called")]
    if view.playing and (others := _others(view, voice)):
        who = listing([mention(one) for one in view.playing], voice)
        said.append(voice.say("staff.plays_too", who=who, others=others))
    return Card(
        ("\n".join(said),),
        lines=tuple(_line(one, voice) for one in view.matters[:MOST_LINES]),
        closing=_rest(view, voice),
        colour=QUIET if view.is_settled else WARNING,
        pings=pings(view.named) | ({view.owner} if view.owner is not None else frozenset()),
        role_pings=frozenset({view.role} if view.role is not None else ()),
        opening=" ".join(_names(view)) or None,
    )


def letter(view: CallView, voice: Voice) -> Card:
    """The same to one of them, who may not have been pinged by anything else."""
    lines = tuple(_line(one, voice) for one in view.matters[:MOST_LINES])
    return Card((voice.say("staff.called_by_letter"),), lines=lines, closing=_rest(view, voice), colour=WARNING)


def called_by_player(caller: str, called: CallView, voice: Voice) -> Card:
    """To the match: who was called for it. The call itself pings them, so this names them in silence."""
    said = voice.say("staff.called_by_player", caller=caller, names=listing(_names(called), voice))
    return Card((said,), colour=WARNING)


def _names(view: CallView) -> list[str]:
    role = [] if view.role is None else [f"<@&{view.role}>"]
    owner = [] if view.owner is None else [f"<@{view.owner}>"]
    return [*(mention(one) for one in view.named), *role, *owner]


def _others(view: CallView, voice: Voice) -> str:
    """Who else can decide what somebody of those named plays in."""
    role = [] if view.role is None else [f"<@&{view.role}>"]
    return listing([*(mention(one) for one in view.others), *role], voice)


def _line(one: MatterView, voice: Voice) -> Line:
    matter = one.matter.matter
    said = voice.say(
        f"staff.matter_{matter.kind}",
        names=listing([mention(player) for player in one.people], voice),
        event=quote(one.tournament.name) if one.tournament else "",
        called=quote(one.called),
    )
    if one.matter.settled_at is not None:
        return Line(voice.say("staff.settled", what=said), None)
    more = [] if matter.until is None else [voice.say("staff.by_itself", when=moment_relative(matter.until))]
    text = " ".join([said, *more, *([] if one.link is None else [one.link])])
    return Line(text, _press(one, voice))


def _press(one: MatterView, voice: Voice) -> Press:
    custom_id = one.matter.ref.custom_id
    look = _BUTTONS[custom_id.partition(":")[0]]
    return Press(custom_id, voice.say(look.label), look.style, look.emoji)


def _rest(view: CallView, voice: Voice) -> tuple[str, ...]:
    more = len(view.matters) - MOST_LINES
    return (voice.count("staff.more", more),) if more > 0 else ()

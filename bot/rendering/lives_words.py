"""A knock-out of more lives than one in words: which round is over, and who meets whom in every bracket."""

from __future__ import annotations

from itertools import groupby

from bot.domain.contests import Contest, Stage
from bot.domain.draw_views import BracketView
from bot.i18n import Voice
from bot.rendering.people import mention
from bot.rendering.sentences import named
from bot.rendering.text import quoted

LINES = 40
_ORDER = tuple(Stage)


def round_is_over(view: BracketView, number: int, voice: Voice) -> str:
    """Which round of the unbeaten is over, and where its losers go on."""
    name = quoted(view.tournament.name)
    return voice.say("lives.round_over", name=name, round=_round(number, voice))


def upcoming(view: BracketView, voice: Voice) -> str:
    """Every open contest, bracket by bracket; empty where there is none."""
    open_ = [one for one in view.facts.contests if len(one.sides) > 1 and one.result is None]
    open_.sort(key=lambda one: (_ORDER.index(one.stage), one.group, one.round, one.position))
    parts = []
    for (stage, number, group), some in groupby(open_[:LINES], key=lambda one: (one.stage, one.round, one.group)):
        lines = [f"- {_names(view, one)}" for one in some]
        parts.append("\n".join([f"**{_heading(view, stage, number, group, voice)}**", *lines]))
    more = [voice.count("draw.and_more", len(open_) - LINES)] if len(open_) > LINES else []
    return "\n".join([*parts, *more])


def _heading(view: BracketView, stage: Stage, number: int, group: int, voice: Voice) -> str:
    if stage is Stage.FINAL:
        return voice.say("draw.round_final")
    if stage is Stage.PRELIMINARY:
        return _round(number, voice)
    below = f" {group}" if stage is Stage.LOWER and view.tournament.rulebook.knockout.lives > 2 else ""
    return f"{named(stage, voice)}{below} · {_round(number, voice)}"


def _round(number: int, voice: Voice) -> str:
    return voice.say("draw.round_preliminary") if number == 0 else voice.say("standings.round", n=number)


def _names(view: BracketView, contest: Contest) -> str:
    return " – ".join(mention(view.person(side)) for side in contest.sides)

"""A knock-out of more lives than one in words: which round is over, and who meets whom in every bracket."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.domain.contests import Contest, Stage
from bot.domain.events.draw_views import BracketView
from bot.domain.formats.knockout import last_round
from bot.i18n import Voice
from bot.rendering.people import mention
from bot.rendering.sentences import member_name
from bot.rendering.text import quote

LINES = 40
_ORDER = tuple(Stage)


def round_is_over(view: BracketView, number: int, voice: Voice) -> str:
    """Which round of the unbeaten is over, and where its losers go on."""
    name = quote(view.tournament.name)
    return voice.say("lives.round_over", name=name, round=round_of(number, voice))


def final_name(number: int, voice: Voice) -> str:
    """What a final is called: one that is played after another has its number."""
    return voice.say("draw.round_final") if number == 1 else voice.say("lives.final_again", n=number)


def outcome(contest: Contest, lives: int, winner: str, loser: str, voice: Voice) -> str:
    """What a decided match leads to: who lost goes on one bracket lower, or is out with the last life (GO-26.1)."""
    is_out = contest.group + 1 >= lives
    return voice.say("lives.wins_against_last" if is_out else "lives.wins", name=winner, other=loser)


def upcoming(view: BracketView, voice: Voice) -> str:
    """Every open contest, bracket by bracket; empty where there is none."""
    known = (*view.facts.contests, *view.beside)
    open_ = [one for one in known if len(one.sides) > 1 and one.result is None]
    open_.sort(key=lambda one: (_ORDER.index(one.stage), one.group, one.round, one.position))
    parts = []
    for (stage, number, group), some in groupby(open_[:LINES], key=lambda one: (one.stage, one.round, one.group)):
        lines = [f"- {_names(view, one)}" for one in some]
        parts.append("\n".join([f"**{_heading(view, stage, number, group, voice)}**", *lines]))
    more = [voice.count("draw.and_more", len(open_) - LINES)] if len(open_) > LINES else []
    return "\n".join([*parts, *more])


def bracket_name(view: BracketView, stage: Stage, group: int, contests: Sequence[Contest], voice: Voice) -> str:
    """What a bracket beside the tree is called; of matches for places, which ones."""
    if stage is Stage.PLACEMENT:
        last = group + len({side for one in contests for side in one.sides}) - 1
        return voice.say("lives.places", first=group, last=last)
    return f"{member_name(stage, voice)}{_level(view, stage, group)}"


def column_name(view: BracketView, contest: Contest, voice: Voice) -> str:
    """What a round beside the tree is called."""
    if contest.stage is Stage.FINAL:
        return final_name(contest.round - last_round(len(view.facts.starters)), voice)
    return round_of(contest.round, voice)


def _level(view: BracketView, stage: Stage, group: int) -> str:
    """The number of a lower bracket, where there are several."""
    return f" {group}" if stage is Stage.LOWER and view.tournament.rulebook.knockout.lives > 2 else ""


def _heading(view: BracketView, stage: Stage, number: int, group: int, voice: Voice) -> str:
    if stage is Stage.FINAL:
        return final_name(number - last_round(len(view.facts.starters)), voice)
    if stage is Stage.PRELIMINARY:
        return round_of(number, voice)
    return f"{member_name(stage, voice)}{_level(view, stage, group)} · {round_of(number, voice)}"


def round_of(number: int, voice: Voice) -> str:
    """A round of a bracket by its number."""
    return voice.say("draw.round_preliminary") if number == 0 else voice.say("standings.round", n=number)


def _names(view: BracketView, contest: Contest) -> str:
    return " – ".join(mention(view.person(side)) for side in contest.sides)

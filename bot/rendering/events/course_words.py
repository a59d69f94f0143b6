"""Where a running event stands, in words: a line for each round in play, an arena's clock, a match's score."""

from __future__ import annotations

from bot.domain.events.course_views import ArenaClock, CourseView, Part
from bot.i18n import Voice
from bot.rendering.events.round_names import RoundOf, round_called
from bot.rendering.people import mention
from bot.rendering.sentences import moment


def lines(view: CourseView, voice: Voice) -> str:
    """The state of everything that is played now."""
    if not view.begun:
        return voice.say("course.before", start=moment(view.tournament.start_at))
    if view.arena is not None:
        return _arena(view.arena, voice)
    if view.series is not None:
        contest, players, number, score = view.series
        told = f"{mention(players[0])} **{score}** {mention(players[1])}"
        return voice.say("course.series", n=number, of=contest.best_of, score=told)
    if not view.parts:
        return voice.say("course.between")
    return "\n".join(_part(view, part, voice) for part in view.parts)


def _arena(clock: ArenaClock, voice: Voice) -> str:
    if clock.over:
        return voice.say("course.arena_over")
    return voice.say(
        "course.arena",
        ends=moment(clock.ends_at),
        playing=clock.in_play,
        waiting=clock.waiting,
        counted=clock.counted,
    )


def _part(view: CourseView, part: Part, voice: Voice) -> str:
    name = _name(view, part, voice)
    counted = {"done": part.decided, "playing": part.in_play, "waiting": part.waiting}
    return voice.count("course.state", part.matches, part=name, **counted)


def _name(view: CourseView, part: Part, voice: Voice) -> str:
    if part.last_round is not None:
        return voice.say("course.round_of", n=part.round, of=part.last_round)
    lives = view.tournament.rulebook.knockout.lives
    return round_called(RoundOf(part.stage, part.round, part.group, lives, view.starters, part.to_final), voice)

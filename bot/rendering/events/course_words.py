"""Where a running event stands, in words: a line for each round in play, or what there is in place of rounds."""

from __future__ import annotations

from bot.domain.events.course_views import CourseView, Part
from bot.domain.hooks import first
from bot.i18n import Voice
from bot.rendering.events import estimate_words
from bot.rendering.events.hooks import EVENT_CARDS
from bot.rendering.events.round_names import RoundOf, round_called
from bot.rendering.sentences import moment


def lines(view: CourseView, voice: Voice) -> str:
    """The state of everything that is played now."""
    if not view.begun:
        return voice.say("course.before", start=moment(view.tournament.start_at))
    own = first(one.course(view, voice) for one in EVENT_CARDS.of(view.tournament.rulebook))
    if own is not None:
        return own
    if not view.parts:
        return voice.say("course.between")
    return "\n".join(_part(view, part, voice) for part in view.parts)


def until_end(view: CourseView, voice: Voice) -> str:
    """The same, and when the event is likely to end, where that can be told."""
    end = "" if view.estimate is None else "\n" + estimate_words.lines(view.estimate, voice)
    return lines(view, voice) + end


def _part(view: CourseView, part: Part, voice: Voice) -> str:
    name = _name(view, part, voice)
    counted = {"done": part.decided, "playing": part.in_play, "waiting": part.waiting}
    return voice.count("course.state", part.matches, part=name, **counted)


def _name(view: CourseView, part: Part, voice: Voice) -> str:
    if part.last_round is not None:
        return voice.say("course.round_of", n=part.round, of=part.last_round)
    lives = view.tournament.rulebook.knockout.lives
    return round_called(RoundOf(part.stage, part.round, part.group, lives, view.starters, part.to_final), voice)

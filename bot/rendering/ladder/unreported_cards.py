"""A match of a ladder that nobody reports: until when it can be, and that it is void."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.ladder.report_clock import ReportClock
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.i18n import Voice
from bot.rendering.ladder.ladder_cards import challenge_press
from bot.rendering.layout import WARNING, Card
from bot.rendering.people import pings
from bot.rendering.playing.match_card import report_controls
from bot.rendering.playing.match_names import both
from bot.rendering.sentences import moment, moment_relative


def until(view: MatchView, voice: Voice) -> Iterator[str]:
    """Until when the match can be reported; nothing where nobody is waited for."""
    clock = view.part(ReportClock)
    if clock is not None:
        key = "ladder.report_by" if view.state.phase is MatchPhase.PLAYING else "ladder.decide_by"
        yield voice.say(key, until=moment(clock.void_at))


def score_wanted(view: MatchView, voice: Voice) -> Card:
    """To both players: nobody has reported their match, and until when they can."""
    clock = view.part(ReportClock)
    ends = "" if clock is None else moment_relative(clock.void_at)
    text = voice.say("ladder.score_wanted", names=both(view, voice), n=view.contest.position + 1, until=ends)
    return Card((text,), controls=report_controls(view, voice), colour=WARNING, pings=pings(view.players))


def void_notice(view: MatchView, voice: Voice) -> Card:
    """To both players: their match is void, and they can challenge again."""
    text = voice.say("ladder.voided", names=both(view, voice), n=view.contest.position + 1)
    controls = ((challenge_press(view.tournament.tournament_id, voice),),)
    return Card((text,), controls=controls, colour=WARNING, pings=pings(view.players))

"""What an arena adds to the cards of the core."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.arena.arena_views import ArenaClock
from bot.domain.events.course_views import CourseView
from bot.domain.events.standings_views import StandingsView
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.arena import arena_sheet
from bot.rendering.arena.race_picture import race_pictures
from bot.rendering.events.hooks import EventCardHooks, Finding
from bot.rendering.layout import Drawing
from bot.rendering.regulation.hooks import SheetHooks
from bot.rendering.sentences import moment


class ArenaCards(EventCardHooks, SheetHooks):
    """Of events whose pairs are made of whoever waits in the lobby."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Whether there is a lobby."""
        return rulebook.traits.has_lobby

    def how_played(self, rulebook: Rulebook, voice: Voice) -> Iterable[str] | None:
        """The time, the first move, the flame, and what draws are worth."""
        return arena_sheet.how_played(rulebook, voice)

    def course(self, view: CourseView, voice: Voice) -> str | None:
        """The time that is left, the games in play and who waits."""
        clock = view.own
        if not isinstance(clock, ArenaClock):
            return None
        if clock.over:
            return voice.say("course.arena_over")
        return voice.say(
            "course.arena",
            ends=moment(clock.ends_at),
            playing=clock.in_play,
            waiting=clock.waiting,
            counted=clock.counted,
        )

    def beside_table(self, view: StandingsView, voice: Voice) -> Iterable[Drawing]:
        """How the leaders' points grew."""
        return race_pictures(view, voice)

    def finding(self) -> Finding | None:
        """The way to the lobby (ARENA-3)."""
        return Finding("arena-ready", "join_lobby")

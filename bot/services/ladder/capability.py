"""What a ladder adds to the core."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.domain.contests import Contest
from bot.domain.deadlines import Due, Step
from bot.domain.entering.entries import Entrant
from bot.domain.events.course_views import CourseView
from bot.domain.events.tournament import Tournament
from bot.domain.formats import ladder
from bot.domain.formats.ladder import is_ladder
from bot.domain.ids import TournamentId
from bot.domain.ladder.ladder_views import LadderCourse
from bot.domain.ladder.sayings import ScoreWanted
from bot.domain.outages import Outage
from bot.domain.rulebook import Rulebook
from bot.services.asked import Asked, Found
from bot.services.entering.hooks import EntryHooks
from bot.services.event_facts import began_at
from bot.services.events.hooks import EventHooks
from bot.services.following import DeliveryHooks, Following, after
from bot.services.hooks import StepHooks, Taker
from bot.services.ladder import ladder_clock, ladder_guidance, unreported
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MatchHooks
from bot.storage.context import Query, Tx


class Ladder(EntryHooks, EventHooks, MatchHooks, StepHooks, DeliveryHooks):
    """Events in which players challenge those above them."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Where players challenge each other."""
        return is_ladder(rulebook)

    # --- entering ----------------------------------------------------------------------------------------------------

    def guidance(self, tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant | None) -> Found:
        """The way to a challenge, between two matches."""
        if entrant is not None:
            yield from ladder_guidance.guide(tx, asked, tournament, entrant)

    # --- events ------------------------------------------------------------------------------------------------------

    def clock(self, tournament: Tournament) -> tuple[datetime, timedelta] | None:
        """From the start, or from the draw where that comes later."""
        begun = max(tournament.start_at, tournament.drawn_at or tournament.start_at)
        return begun, ladder.rules_of(tournament.rulebook).lasts

    def after_draw(self, tx: Tx, tournament: Tournament) -> None:
        """The time is up so long after it."""
        ladder_clock.plan(tx, tournament)

    def course(self, tx: Query, view: CourseView, contests: Sequence[Contest], now: datetime) -> CourseView:
        """The time that is left, and the matches in play."""
        end = began_at(tx, view.tournament) + ladder.rules_of(view.tournament.rulebook).lasts
        settled = sum(one.result is not None for one in contests)
        return replace(view, own=LadderCourse(end, now > end, len(contests) - settled, settled))

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, tx: Query, followed: Followed, now: datetime) -> Iterator[object]:
        """Until when the match can be reported, where that ends."""
        clock = unreported.clock_of(tx, followed, now)
        if clock is not None:
            yield clock

    def due(self, tx: Query, followed: Followed, now: datetime) -> Iterator[Due]:
        """A match that nobody reports is recalled, and void in the end."""
        return unreported.due(tx, followed, now)

    def takes(self, tx: Tx, followed: Followed, step: Step) -> bool:
        """Both of these steps."""
        return unreported.takes(tx, followed, step)

    # --- beside events -----------------------------------------------------------------------------------------------

    def takers(self) -> Mapping[str, Taker]:
        """The end of the time."""
        return {"ladder": lambda tx, subject, _: ladder_clock.take(tx, TournamentId(subject))}

    def after_outage(self, tx: Tx, outage: Outage, *, is_news: bool) -> None:
        """The end comes later by it."""
        ladder_clock.after_outage(tx, outage)

    def after_pause(self, tx: Tx, tournament: Tournament) -> None:
        """The end comes later by it too."""
        ladder_clock.plan(tx, tournament)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """Who reads late that a score is waited for has longer."""
        return dict((after(ScoreWanted, unreported.extend_by_late_reminder),))

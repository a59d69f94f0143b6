"""What a ladder adds to the core and to its cards, and its notices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.features.course.cards import EventCardStrategy, OpponentFinding
from bot.features.course.facts_verbs import began_at
from bot.features.course.model import RoundView, WhyView
from bot.features.ladder import cards as ladder_cards
from bot.features.ladder import verbs as ladder_verbs
from bot.features.ladder.model import ChallengeVoided, LadderCourse, ScoreWanted
from bot.features.playing.hooks import MatchHooks, MatchStrategy
from bot.features.playing.match_views_model import MatchContext, MatchView
from bot.features.playing.messages import while_in
from bot.features.playing.words_cards import MatchCardHooks
from bot.features.tournaments.hooks import Asker, EntryHooks, EventStrategy, Found, StepHooks, Taker
from bot.features.tournaments.model import CourseView
from bot.features.tournaments.sheet_cards import SheetStrategy
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, TournamentId
from bot.kernel.outages import Due, Outage, Step
from bot.layout.cards import Card, on
from bot.layout.sentences import moment
from bot.play.contests import Contest
from bot.play.entries import Entrant, Tournament
from bot.play.format_rules import Contests
from bot.play.formats import ladder
from bot.play.matches import MatchPhase
from bot.play.rulebook import Rulebook
from bot.server.speaking_verbs import DeliveryHooks, Following, after


class Ladder(EventStrategy, MatchStrategy, EntryHooks, MatchHooks, StepHooks, DeliveryHooks):
    """Events in which players challenge those above them."""

    contests = Contests.CHALLENGES

    # --- entering ----------------------------------------------------------------------------------------------------

    def guidance(self, tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant | None) -> Found:
        """The way to a challenge, between two matches."""
        if entrant is not None:
            yield from ladder_verbs.guide(tx, asker, tournament, entrant)

    # --- events ------------------------------------------------------------------------------------------------------

    def clock(self, tournament: Tournament) -> tuple[datetime, timedelta] | None:
        """From the start, or from the draw where that comes later."""
        begun = max(tournament.start_at, tournament.drawn_at or tournament.start_at)
        return begun, ladder.rules_of(tournament.rulebook).lasts

    def after_draw(self, tx: Tx, tournament: Tournament) -> None:
        """The time is up so long after it."""
        ladder_verbs.plan(tx, tournament)

    def course(self, tx: Query, view: CourseView, contests: Sequence[Contest]) -> CourseView:
        """The time that is left, and the matches in play."""
        end = began_at(tx, view.tournament) + ladder.rules_of(view.tournament.rulebook).lasts
        settled = sum(contest.result is not None for contest in contests)
        return replace(view, own=LadderCourse(end, tx.now > end, len(contests) - settled, settled))

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, tx: Query, match_context: MatchContext, now: datetime) -> Iterator[object]:
        """Until when the match can be reported, where that ends."""
        clock = ladder_verbs.clock_of(tx, match_context, now)
        if clock is not None:
            yield clock

    def due(self, tx: Query, match_context: MatchContext, now: datetime) -> Iterator[Due]:
        """A match that nobody reports is recalled, and void in the end."""
        return ladder_verbs.due(tx, match_context, now)

    def takes(self, tx: Tx, match_context: MatchContext, step: Step) -> bool:
        """Both of these steps."""
        return ladder_verbs.takes(tx, match_context, step)

    # --- beside events -----------------------------------------------------------------------------------------------

    def takers(self) -> Mapping[str, Taker]:
        """The end of the time."""
        return {"ladder": lambda tx, subject, _: ladder_verbs.take(tx, TournamentId(subject))}

    def after_outage(self, tx: Tx, outage: Outage, guild_id: GuildId, *, is_news: bool) -> None:
        """The end comes later by it."""
        ladder_verbs.after_outage(tx, outage, guild_id)

    def after_pause(self, tx: Tx, tournament: Tournament) -> None:
        """The end comes later by it too."""
        ladder_verbs.plan(tx, tournament)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """Who reads late that a score is waited for has longer."""
        return dict((after(ScoreWanted, ladder_verbs.extend_by_late_reminder),))


class LadderCards(SheetStrategy, EventCardStrategy, MatchCardHooks):
    """Of events in which players challenge those above them."""

    contests = Contests.CHALLENGES

    def how_played(self, rulebook: Rulebook, translator: Translator) -> Iterable[str] | None:
        """Where everybody begins, who can be challenged, and for how long."""
        return ladder_cards.how_played(rulebook, translator)

    def course(self, view: CourseView, translator: Translator) -> str | None:
        """The time that is left, and the matches in play."""
        own = view.own
        if not isinstance(own, LadderCourse):
            return None
        key = "course.ladder_over" if own.over else "course.ladder"
        return translator.say(key, ends=moment(own.ends_at), playing=own.in_play, settled=own.settled)

    def finding(self) -> OpponentFinding | None:
        """A challenge."""
        return OpponentFinding("challenge", "challenge")

    def why_placed(self, view: WhyView, translator: Translator) -> str | None:
        """The first place, and each match that moved somebody."""
        return ladder_cards.why_placed(view, translator)

    def round_drawn(self, view: RoundView, translator: Translator) -> Card | None:
        """The places in which everybody begins."""
        return ladder_cards.opening(view, translator)

    def below_standing(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """Until when the match can be reported."""
        return ladder_cards.until(view, translator)


# --- messages -------------------------------------------------------------------------------------------------------

NOTICES: Final = dict(
    (
        on(ScoreWanted, while_in(ladder_cards.score_wanted, MatchPhase.PLAYING)),
        on(ChallengeVoided, while_in(ladder_cards.void_notice, MatchPhase.VOID)),
    )
)

"""What an arena adds to the core and to its cards, its notices, and its lobby as a live message."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.features.arena import cards as arena_cards
from bot.features.arena import reading_verbs as arena_reading_verbs
from bot.features.arena import verbs as arena_verbs
from bot.features.arena.cards import race_pictures
from bot.features.arena.model import ArenaAwaited, ArenaClock, ArenaFrozen, ArenaLobby, ArenaPaired
from bot.features.course.cards import EventCardStrategy, OpponentFinding
from bot.features.course.model import StandingsView
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing.hooks import MatchStrategy
from bot.features.playing.match_views_model import MatchContext
from bot.features.playing.reading_verbs import match_view
from bot.features.rounds.messages import DrawnStrategy
from bot.features.tournaments.facts_verbs import arena_subject
from bot.features.tournaments.hooks import Asker, EntryHooks, EventHooks, EventStrategy, Found, StepHooks, Taker
from bot.features.tournaments.model import CourseView
from bot.features.tournaments.sheet_cards import SheetStrategy
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, TournamentId
from bot.kernel.outages import Outage
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, Drawing, on
from bot.layout.sentences import moment
from bot.play.contests import Contest
from bot.play.entries import Entrant, Phase, Tournament, phase
from bot.play.format_rules import Contests
from bot.play.formats.arena import rules_of
from bot.play.matches import MatchPhase
from bot.play.rulebook import Rulebook
from bot.server.speaking_verbs import DeliveryHooks, Following, after, as_panel


class Arena(EventStrategy, MatchStrategy, EntryHooks, EventHooks, StepHooks, DeliveryHooks):
    """Events whose pairs are made of whoever waits in the lobby."""

    contests = Contests.LOBBY

    # --- entering ----------------------------------------------------------------------------------------------------

    def guidance(self, tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant | None) -> Found:
        """The way to the lobby, between two games."""
        if entrant is not None and phase(tournament) is Phase.RUNNING:
            yield from arena_verbs.guide(tx.acting_as(asker.actor), tournament)

    # --- events ------------------------------------------------------------------------------------------------------

    def clock(self, tournament: Tournament) -> tuple[datetime, timedelta] | None:
        """From the opening of the lobby, as long as the rulebook says (ARENA-4)."""
        return tournament.first_call_at or tournament.start_at, rules_of(tournament.rulebook).lasts

    def late_round(self, tx: Query, tournament: Tournament, at: datetime) -> int | None:
        """As long as the rulebook takes new players."""
        return arena_reading_verbs.late_round(tx, tournament, at)

    def result_changed(self, tx: Tx, tournament: Tournament, contest: Contest) -> None:
        """The points of both players; a game that an arbiter has decided is counted as the arena goes on.

        A dispute that is decided after the end changes what was told of it.
        """
        over = phase(tournament) is Phase.OVER
        if contest.arbiter is None or over:
            arena_reading_verbs.count_anew(tx, tournament)
            tx.touch(arena_subject(tournament.tournament_id))
        if over and contest.result is None:
            playing_correcting_verbs.publish_late(tx, tournament, contest.contest_id)

    def carry_on(self, tx: Tx, tournament: Tournament) -> None:
        """The opening, the next pass over the lobby, the end."""
        arena_reading_verbs.count_anew(tx, tournament)
        arena_reading_verbs.carry_on(tx, tournament)

    def course(self, tx: Query, view: CourseView, contests: Sequence[Contest]) -> CourseView:
        """The time that is left, the games in play and who waits."""
        return replace(view, own=arena_reading_verbs.clock(tx, view.tournament.tournament_id))

    # --- playing -----------------------------------------------------------------------------------------------------

    def walked_over_at(self, tx: Query, match_context: MatchContext) -> datetime | None:
        """When the opponent said that no first move was made: the game counts by that moment (ARENA-4)."""
        return arena_verbs.last_asked(tx, match_context.contest_id)

    # --- beside events -----------------------------------------------------------------------------------------------

    def takers(self) -> Mapping[str, Taker]:
        """The next pass over the lobby, and the end."""
        return {"arena": lambda tx, subject, step: arena_reading_verbs.take(tx, TournamentId(subject), step)}

    def after_outage(self, tx: Tx, outage: Outage, guild_id: GuildId, *, is_news: bool) -> None:
        """The end comes later by it."""
        arena_reading_verbs.after_outage(tx, outage, guild_id)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """The lobby stands, and the countdown to a first move starts."""
        return dict(
            (
                after(ArenaAwaited, arena_verbs.start_first_move_clock),
                as_panel(ArenaLobby, lambda said: arena_subject(said.tournament_id)),
                after(ArenaPaired, arena_reading_verbs.start_countdowns),
            )
        )


class ArenaCards(SheetStrategy, EventCardStrategy, DrawnStrategy):
    """Of events whose pairs are made of whoever waits in the lobby."""

    contests = Contests.LOBBY

    def how_played(self, rulebook: Rulebook, translator: Translator) -> Iterable[str] | None:
        """The time, the first move, the flame, and what draws are worth."""
        return arena_cards.how_played(rulebook, translator)

    def course(self, view: CourseView, translator: Translator) -> str | None:
        """The time that is left, the games in play and who waits."""
        clock = view.own
        if not isinstance(clock, ArenaClock):
            return None
        if clock.over:
            return translator.say("course.arena_over")
        return translator.say(
            "course.arena",
            ends=moment(clock.ends_at),
            playing=clock.in_play,
            waiting=clock.waiting,
            counted=clock.counted,
        )

    def beside_table(self, view: StandingsView, translator: Translator) -> Iterable[Drawing]:
        """How the leaders' points grew."""
        return race_pictures(view, translator)

    def finding(self) -> OpponentFinding | None:
        """The way to the lobby (ARENA-3)."""
        return OpponentFinding("arena-ready", "join_lobby")

    def draw_post(self, tx: Query, tournament_id: TournamentId) -> Composed | None:
        """The lobby that opens."""
        opened = arena_reading_verbs.lobby(tx, tournament_id)
        return None if opened is None else lambda translator: arena_cards.opening(opened, translator)


# --- messages -------------------------------------------------------------------------------------------------------


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The lobby as it has to look now."""
    view = arena_reading_verbs.lobby(tx, TournamentId(subject), now)
    return None if view is None else (lambda translator: arena_cards.lobby(view, translator), view.tournament.guild_id)


def _lobby(tx: Query, promise: Promise[ArenaLobby]) -> Composed | None:
    found = panel(tx, promise.subject, promise.promised_at)
    return None if found is None else found[0]


def _new_pairs(tx: Query, promise: Promise[ArenaPaired]) -> Composed | None:
    first, last = promise.message.first, promise.message.last
    view = arena_reading_verbs.pairs(tx, promise.message.tournament_id, first, last)
    return None if view is None else lambda translator: arena_cards.new_pairs(view, translator)


def _first_move_request(tx: Query, promise: Promise[ArenaAwaited]) -> Composed | None:
    view, side = match_view(tx, promise.message.contest_id, promise.promised_at), promise.message.side
    if view is None or view.state.phase is not MatchPhase.PLAYING:
        return None
    if view.tournament.ended_at is not None or view.tournament.cancelled_at is not None:
        return None
    return lambda translator: arena_cards.first_move_request(view, side, translator)


def _frozen(tx: Query, promise: Promise[ArenaFrozen]) -> Composed | None:
    view = arena_reading_verbs.lobby(tx, promise.message.tournament_id)
    return None if view is None else lambda translator: arena_cards.frozen(view, translator)


NOTICES: Final = dict(
    (
        on(ArenaLobby, _lobby),
        on(ArenaPaired, _new_pairs),
        on(ArenaAwaited, _first_move_request),
        on(ArenaFrozen, _frozen),
    )
)

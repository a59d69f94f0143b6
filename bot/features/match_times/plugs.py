"""What times of matches add to the core and to its cards, their notices, and the match's card as a live message."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.features.match_times import cards as match_times_cards
from bot.features.match_times import staff_verbs as match_times_staff_verbs
from bot.features.match_times import verbs as match_times_verbs
from bot.features.match_times.model import (
    DaysProlonged,
    MatchOpened,
    MatchSoon,
    MatchTime,
    OfTime,
    ProposalDeclined,
    RoundOpened,
    SilentSideLost,
    TimeFixed,
    TimeLifted,
    TimeMissed,
    TimeProposed,
    TimesView,
    TimeUndecided,
    TimeWanted,
)
from bot.features.match_times.verbs import times_view
from bot.features.playing.hooks import MatchHooks, StaffHooks
from bot.features.playing.match_views_model import MatchContext
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.hooks import Asker, CardClock, EventHooks, Found, StepHooks, Taker
from bot.features.tournaments.promises_model import MatchCalled
from bot.features.tournaments.sheet_cards import SheetHooks
from bot.features.tournaments.tasks_model import DeskRow
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId, GuildId, TournamentId
from bot.kernel.outages import Outage, Step, Still
from bot.kernel.promises import OfContest, Promise
from bot.layout.cards import Card, Composed, Notice, on
from bot.play.contests import Contest
from bot.play.entries import Entrant, Tournament
from bot.play.rulebook import Rulebook
from bot.server.speaking_verbs import DeliveryHooks, Following, after


class MatchTimes(EventHooks, MatchHooks, StaffHooks, StepHooks, DeliveryHooks):
    """Events whose rounds last days."""

    table = "match_times"

    # --- events ------------------------------------------------------------------------------------------------------

    def held_back(
        self, tx: Query, tournament: Tournament, in_force: Sequence[Contest], now: datetime
    ) -> Collection[ContestId]:
        """All but the matches whose time has come."""
        return match_times_verbs.held_back(tx, tournament, in_force, now)

    def next_round_waits(self, tx: Query, tournament: Tournament) -> bool:
        """As the rulebook says, until the days of the present round are over."""
        return match_times_verbs.next_round_waits(tx, tournament)

    def carried_on(self, tx: Tx, tournament: Tournament) -> None:
        """Opens the matches that were paired."""
        match_times_verbs.carry_on(tx, tournament)

    def called_off(self, tx: Tx, tournament: Tournament) -> None:
        """Nobody agrees on anything any more."""
        match_times_verbs.close_all(tx, tournament)

    # --- playing -----------------------------------------------------------------------------------------------------

    def before_call(
        self, tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant, contest: Contest
    ) -> Found | None:
        """To agree on a time, or when the match is."""
        return match_times_staff_verbs.guide(tx, asker, tournament, entrant, contest)

    def still(self, tx: Query, match_context: MatchContext) -> Still | None:
        """A match without a time about which the organisers were asked."""
        return match_times_staff_verbs.still(tx, match_context)

    def obstacles(self, tx: Query, tournament: Tournament, now: datetime) -> Iterable[DeskRow]:
        """Matches about whose time the organisers were asked."""
        return match_times_staff_verbs.rows(tx, tournament)

    # --- beside events -----------------------------------------------------------------------------------------------

    def takers(self) -> Mapping[str, Taker]:
        """The days of a match, and of a round."""
        return {
            "match-time": lambda tx, subject, step: match_times_verbs.take(tx, ContestId(subject), step),
            "match-rounds": lambda tx, subject, _: match_times_verbs.take_round(tx, TournamentId(subject)),
        }

    def card_clocks(self) -> Mapping[str, CardClock]:
        """Who does not answer within the days of a match loses it, so its card is looked at before they end."""
        looked_at = frozenset({Step.REMIND_ROUND, Step.END_ROUND})
        rewrite = lambda tx, subject: match_times_verbs.rewrite(tx, ContestId(subject))  # noqa: E731
        return {"match-time": CardClock(MatchOpened, looked_at, match_times_verbs.looks_for_time, rewrite)}

    def after_outage(self, tx: Tx, outage: Outage, guild_id: GuildId, *, is_news: bool) -> None:
        """All windows are longer by it."""
        for tournament in tournaments_store.reached_by(tx, outage, guild_id):
            if tournament.rulebook.match_times is not None:
                match_times_verbs.after_pause(tx, tournament)

    def after_pause(self, tx: Tx, tournament: Tournament) -> None:
        """All windows are longer by it too."""
        match_times_verbs.after_pause(tx, tournament)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """The days of a match, and the time to answer, count from when they were told."""
        return dict(
            (
                after(MatchOpened, match_times_verbs.note_opened),
                after(TimeProposed, match_times_verbs.note_proposed),
                after(TimeFixed, match_times_verbs.note_fixed),
                after(MatchCalled, match_times_verbs.note_called),
            )
        )


class TimesCards(SheetHooks):
    """Of events whose rounds last days."""

    table = "match_times"

    def sections(self, rulebook: Rulebook, translator: Translator) -> Iterable[tuple[str, Iterable[str]]]:
        """How a match gets its time."""
        if rulebook.match_times is not None:
            yield "sheet.title.match_times", match_times_cards.lines(rulebook.match_times, translator)


# --- messages -------------------------------------------------------------------------------------------------------


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The card as it has to look now."""
    view = times_view(tx, ContestId(subject), now)
    if view is None:
        return None
    return lambda translator: match_times_cards.card(view, translator), view.tournament.guild_id


def _alive(tx: Query, promise: Promise[OfContest]) -> TimesView | None:
    """The match as long as its time is looked for or waited for."""
    view = times_view(tx, promise.message.contest_id, promise.promised_at)
    return None if view is None or not view.goes_on else view


def _round_opened(tx: Query, promise: Promise[RoundOpened]) -> Composed | None:
    tournament, told = tournaments_store.load(tx, promise.message.tournament_id), promise.message
    if tournament is None or tournament.draw_number != told.draw or tournament.cancelled_at is not None:
        return None
    return lambda translator: match_times_cards.round_opened(tournament, told.round, translator)


def _opening(tx: Query, promise: Promise[MatchOpened]) -> Composed | None:
    view = _alive(tx, promise)
    return None if view is None else lambda translator: match_times_cards.card(view, translator)


def _proposal(tx: Query, promise: Promise[TimeProposed]) -> Composed | None:
    view, key = _alive(tx, promise), promise.message.proposal
    made = (
        None
        if view is None
        else next((proposal for proposal in view.open_proposals if proposal.proposal_id == key), None)
    )
    if view is None or made is None:
        return None
    return lambda translator: match_times_cards.proposal(view, made, translator)


def _refusal(tx: Query, promise: Promise[ProposalDeclined]) -> Composed | None:
    view = _alive(tx, promise)
    made = None if view is None else view.arrangement.proposal(promise.message.proposal)
    if view is None or made is None or view.arrangement.time is not None:
        return None
    return lambda translator: match_times_cards.refusal(view, made, translator)


def _of_time(layout: Callable[[TimesView, MatchTime, Translator], Card], *, stands: bool) -> Notice:
    """A notice about one of the times of the match, as long as it stands, or has not got another yet."""

    def notice(tx: Query, promise: Promise[OfTime]) -> Composed | None:
        view = _alive(tx, promise)
        times = () if view is None else view.arrangement.times
        time = next((one for one in times if one.number == promise.message.number), None)
        if view is None or time is None or (time.ending is None) is not stands:
            return None
        if not stands and view.arrangement.time is not None:
            return None
        return lambda translator: layout(view, time, translator)

    return notice


def _without_time(layout: Callable[[TimesView, Translator], Card]) -> Notice:
    """A notice about a match that has no time."""

    def notice(tx: Query, promise: Promise[OfContest]) -> Composed | None:
        view = _alive(tx, promise)
        if view is None or view.arrangement.time is not None:
            return None
        return lambda translator: layout(view, translator)

    return notice


def _loss(tx: Query, promise: Promise[SilentSideLost]) -> Composed | None:
    view, side = times_view(tx, promise.message.contest_id, promise.promised_at), promise.message.side
    if view is None or view.match.contest.result is None or view.match.match.voided_at is not None:
        return None
    return lambda translator: match_times_cards.silent_side_lost(view, side, translator)


def _open_question(tx: Query, promise: Promise[TimeUndecided]) -> Composed | None:
    view = _alive(tx, promise)
    if view is None or view.arrangement.asked_at is None or view.arrangement.time is not None:
        return None
    return lambda translator: match_times_cards.open_question(view, promise.message.outcome, translator)


NOTICES: Final = dict(
    (
        on(RoundOpened, _round_opened),
        on(MatchOpened, _opening),
        on(TimeProposed, _proposal),
        on(ProposalDeclined, _refusal),
        on(TimeFixed, _of_time(match_times_cards.appointment, stands=True)),
        on(TimeLifted, _of_time(match_times_cards.lifted_time, stands=False)),
        on(TimeMissed, _of_time(match_times_cards.missed_time, stands=False)),
        on(MatchSoon, _of_time(match_times_cards.soon, stands=True)),
        on(TimeWanted, _without_time(match_times_cards.time_wanted)),
        on(DaysProlonged, _without_time(match_times_cards.more_days)),
        on(SilentSideLost, _loss),
        on(TimeUndecided, _open_question),
    )
)

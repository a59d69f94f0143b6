"""Notices of the time of a match, and its card as a live message."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from bot.features.match_times import cards as match_times_cards
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
from bot.features.tournaments import store as tournaments_store
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query
from bot.kernel.ids import ContestId, GuildId
from bot.kernel.promises import OfContest, Promise
from bot.layout.cards import Card, Composed, Notice, on


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The card as it has to look now."""
    view = times_view(tx, ContestId(subject), now)
    if view is None:
        return None
    return lambda voice: match_times_cards.card(view, voice), view.tournament.guild_id


def _alive(tx: Query, promise: Promise[OfContest]) -> TimesView | None:
    """The match as long as its time is looked for or waited for."""
    view = times_view(tx, promise.saying.contest_id, promise.promised_at)
    return None if view is None or not view.goes_on else view


def _round_opened(tx: Query, promise: Promise[RoundOpened]) -> Composed | None:
    tournament, told = tournaments_store.load(tx, promise.saying.tournament_id), promise.saying
    if tournament is None or tournament.draw_number != told.draw or tournament.cancelled_at is not None:
        return None
    return lambda voice: match_times_cards.round_opened(tournament, told.round, voice)


def _opening(tx: Query, promise: Promise[MatchOpened]) -> Composed | None:
    view = _alive(tx, promise)
    return None if view is None else lambda voice: match_times_cards.card(view, voice)


def _proposal(tx: Query, promise: Promise[TimeProposed]) -> Composed | None:
    view, key = _alive(tx, promise), promise.saying.proposal
    made = None if view is None else next((one for one in view.open_proposals if one.proposal_id == key), None)
    if view is None or made is None:
        return None
    return lambda voice: match_times_cards.proposal(view, made, voice)


def _refusal(tx: Query, promise: Promise[ProposalDeclined]) -> Composed | None:
    view = _alive(tx, promise)
    made = None if view is None else view.arrangement.proposal(promise.saying.proposal)
    if view is None or made is None or view.arrangement.time is not None:
        return None
    return lambda voice: match_times_cards.refusal(view, made, voice)


def _of_time(layout: Callable[[TimesView, MatchTime, Translator], Card], *, stands: bool) -> Notice:
    """A notice about one of the times of the match, as long as it stands, or has not got another yet."""

    def notice(tx: Query, promise: Promise[OfTime]) -> Composed | None:
        view = _alive(tx, promise)
        times = () if view is None else view.arrangement.times
        time = next((one for one in times if one.number == promise.saying.number), None)
        if view is None or time is None or (time.ending is None) is not stands:
            return None
        if not stands and view.arrangement.time is not None:
            return None
        return lambda voice: layout(view, time, voice)

    return notice


def _without_time(layout: Callable[[TimesView, Translator], Card]) -> Notice:
    """A notice about a match that has no time."""

    def notice(tx: Query, promise: Promise[OfContest]) -> Composed | None:
        view = _alive(tx, promise)
        if view is None or view.arrangement.time is not None:
            return None
        return lambda voice: layout(view, voice)

    return notice


def _loss(tx: Query, promise: Promise[SilentSideLost]) -> Composed | None:
    view, side = times_view(tx, promise.saying.contest_id, promise.promised_at), promise.saying.side
    if view is None or view.match.contest.result is None or view.match.match.voided_at is not None:
        return None
    return lambda voice: match_times_cards.silent_side_lost(view, side, voice)


def _open_question(tx: Query, promise: Promise[TimeUndecided]) -> Composed | None:
    view = _alive(tx, promise)
    if view is None or view.arrangement.asked_at is None or view.arrangement.time is not None:
        return None
    return lambda voice: match_times_cards.open_question(view, promise.saying.outcome, voice)


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

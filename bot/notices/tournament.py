"""Notices about a tournament up to its draw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from bot.domain.announcements import Promise
from bot.domain.entering.sayings import (
    CheckInClosed,
    CheckInOpened,
    CheckInReminder,
    EnteredByStaff,
    RemovedByStaff,
    ShutOutAtClose,
)
from bot.domain.events.sayings import TournamentAnnounced, TournamentCancelled, TournamentChanged
from bot.domain.events.views import Listed, TournamentView
from bot.domain.ids import GuildId, TournamentId
from bot.domain.sayings import OfTournament
from bot.domain.tables.sayings import CardRefused, CardRuledOut
from bot.i18n import Voice
from bot.notices.notice import Composed, Notice, on
from bot.rendering.entering import entries
from bot.rendering.events import announcement as cards
from bot.rendering.layout import Card
from bot.rendering.tables import deck_cards
from bot.rendering.text import quoted_block
from bot.services.entering import check_in, eligibility, registration
from bot.services.reading import listed_people, tournament_view
from bot.storage import entrants, people, tournaments
from bot.storage.database import Work


def panel(work: Work, subject: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """The announcement as it has to look now."""
    view = tournament_view(work, TournamentId(subject))
    if view is None:
        return None
    return lambda voice: cards.announcement(view, voice), view.tournament.guild_id


def _simple(layout: Callable[[TournamentView, Voice], Card]) -> Notice:
    """A notice that needs nothing but the tournament as everybody sees it."""

    def notice(work: Work, promise: Promise[OfTournament]) -> Composed | None:
        view = tournament_view(work, promise.saying.tournament_id)
        return None if view is None else lambda voice: layout(view, voice)

    return notice


def _opened(work: Work, promise: Promise[CheckInOpened]) -> Composed | None:
    """Nothing once confirmation is over, or the event off, as when Discord took no messages for a while."""
    view = tournament_view(work, promise.saying.tournament_id)
    if view is None or view.tournament.check_in_closed_at is not None or view.tournament.cancelled_at is not None:
        return None
    return lambda voice: cards.check_in_opened(view, voice)


def _reminder(work: Work, promise: Promise[CheckInReminder]) -> Composed | None:
    view = tournament_view(work, promise.saying.tournament_id)
    if view is None or view.tournament.check_in_closed_at is not None or view.tournament.cancelled_at is not None:
        return None
    named = set(promise.saying.entrants)
    missing = listed_people(work, [one for one in check_in.missing(work, view.tournament) if one.entrant_id in named])
    return (lambda voice: cards.check_in_reminder(view, missing, voice)) if missing else None


def _changed(work: Work, promise: Promise[TournamentChanged]) -> Composed | None:
    view = tournament_view(work, promise.saying.tournament_id)
    if view is None:
        return None
    listed, moved = _listed(work, promise), promise.saying.moved
    return lambda voice: cards.tournament_changed(view, listed, voice, moved=moved)


def _cancelled(work: Work, promise: Promise[TournamentCancelled]) -> Composed | None:
    view = tournament_view(work, promise.saying.tournament_id)
    if view is None:
        return None
    listed = _listed(work, promise)
    return lambda voice: cards.tournament_cancelled(view, listed, voice)


def _listed(work: Work, promise: Promise[TournamentChanged | TournamentCancelled]) -> Sequence[Listed]:
    """Those of the named who are still on the list."""
    named = set(promise.saying.entrants)
    everyone = entrants.of_tournament(work, promise.saying.tournament_id)
    return listed_people(work, [one for one in everyone if one.entrant_id in named and one.withdrawn_at is None])


def _entered(work: Work, promise: Promise[EnteredByStaff]) -> Composed | None:
    entrant = entrants.load(work, promise.saying.entrant_id)
    tournament = None if entrant is None else tournaments.load(work, entrant.tournament_id)
    if entrant is None or tournament is None or entrant.withdrawn_at is not None:
        return None
    entry = registration.registered(work, tournament, entrant, promise.promised_at, newly=True)
    return lambda voice: entries.entered_by_staff(entry, voice)


def _removed(work: Work, promise: Promise[RemovedByStaff]) -> Composed | None:
    entrant = entrants.load(work, promise.saying.entrant_id)
    tournament = None if entrant is None else tournaments.load(work, entrant.tournament_id)
    if tournament is None:
        return None
    reason = quoted_block(promise.saying.reason)
    return lambda voice: entries.removed_by_staff(tournament, reason, voice)


def _shut_out(work: Work, promise: Promise[ShutOutAtClose]) -> Composed | None:
    entrant = entrants.load(work, promise.saying.entrant_id)
    tournament = None if entrant is None else tournaments.load(work, entrant.tournament_id)
    person = people.load(work, promise.saying.person)
    if entrant is None or tournament is None or person is None:
        return None
    closed_at = tournament.check_in_closed_at or promise.promised_at
    refusal = eligibility.refusal_of(work, tournament, person.person_id, closed_at)
    return lambda voice: entries.shut_out(tournament, entrant, person, refusal, voice)


def _card_refused(work: Work, promise: Promise[CardRefused]) -> Composed | None:
    entrant = entrants.load(work, promise.saying.entrant_id)
    tournament = None if entrant is None else tournaments.load(work, entrant.tournament_id)
    if tournament is None:
        return None
    card, reason = promise.saying.card, promise.saying.reason
    closed = promise.saying.closed
    return lambda voice: deck_cards.letter(tournament, card, reason, voice, closed=closed)


def _card_ruled_out(work: Work, promise: Promise[CardRuledOut]) -> Composed | None:
    tournament = tournaments.load(work, promise.saying.tournament_id)
    if tournament is None:
        return None
    card, reason = promise.saying.card, promise.saying.reason
    return lambda voice: deck_cards.ruled_out(tournament, card, reason, voice)


def _closed(work: Work, promise: Promise[CheckInClosed]) -> Composed | None:
    view = tournament_view(work, promise.saying.tournament_id)
    if view is None:
        return None
    starters = len(entrants.with_outcome(work, view.tournament.tournament_id, "starter"))
    absent = listed_people(work, entrants.with_outcome(work, view.tournament.tournament_id, "absent"))
    return lambda voice: cards.check_in_closed(view, starters, absent, voice)


NOTICES: Final = dict(
    (
        on(TournamentAnnounced, _simple(cards.announcement)),
        on(TournamentChanged, _changed),
        on(TournamentCancelled, _cancelled),
        on(CheckInOpened, _opened),
        on(CheckInReminder, _reminder),
        on(CheckInClosed, _closed),
        on(EnteredByStaff, _entered),
        on(RemovedByStaff, _removed),
        on(ShutOutAtClose, _shut_out),
        on(CardRefused, _card_refused),
        on(CardRuledOut, _card_ruled_out),
    )
)

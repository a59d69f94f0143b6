"""Notices of entries, confirmation, claims to accounts, invitations and seats."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.features.entering import accounts_verbs, cards, check_in_verbs, eligibility_verbs, store, verbs
from bot.features.entering.model import (
    AccountClaimed,
    CheckInClosed,
    CheckInCutShort,
    CheckInExtended,
    CheckInOpened,
    CheckInReminder,
    ClaimDecided,
    ClaimReader,
    EnteredByStaff,
    EntryRoleDeleted,
    EventReminder,
    RemovalTold,
    Removed,
    RemovedByStaff,
    ShutOutAtClose,
    TriedInVain,
)
from bot.features.tournaments import cards as tournaments_cards
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.by_name_verbs import listed_with_answers
from bot.features.tournaments.facts_verbs import as_entered, listed_people, outages_of, tournament_view
from bot.kernel.context import Query
from bot.kernel.ids import GuildId
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on
from bot.layout.sentences import quoted_block
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.play.entries import check_in_closes_at


def _check_in_opened(tx: Query, promise: Promise[CheckInOpened]) -> Composed | None:
    """Nothing once confirmation is over, or the event off, as when Discord took no messages for a while.

    Whoever has confirmed or left since is not named any more.
    """
    view = tournament_view(tx, promise.message.tournament_id)
    if view is None or view.tournament.check_in_closed_at is not None or view.tournament.cancelled_at is not None:
        return None
    called = sorted(store.by_ids(tx, promise.message.entrants or ()), key=lambda one: one.number)
    unconfirmed = [one for one in called if one.withdrawn_at is None and one.checked_in_at is None]
    if promise.message.follows and not unconfirmed:
        return None
    named = listed_with_answers(tx, view.tournament, unconfirmed)
    card = tournaments_cards.check_in_opened if promise.message.follows else tournaments_cards.check_in_opened_to_all
    return lambda translator: card(view, named, translator)


def _entry_role_deleted(tx: Query, promise: Promise[EntryRoleDeleted]) -> Composed | None:
    """Nothing where the event takes no entries any more."""
    tournament = tournaments_store.load(tx, promise.message.tournament_id)
    if tournament is None or tournament.check_in_closed_at is not None or tournament.cancelled_at is not None:
        return None
    return lambda translator: cards.role_deleted(tournament, translator)


def _check_in_reminder(tx: Query, promise: Promise[CheckInReminder]) -> Composed | None:
    view = tournament_view(tx, promise.message.tournament_id)
    if view is None or view.tournament.check_in_closed_at is not None or view.tournament.cancelled_at is not None:
        return None
    named = set(promise.message.entrants)
    missing = [one for one in check_in_verbs.missing(tx, view.tournament) if one.entrant_id in named]
    listed = listed_with_answers(tx, view.tournament, missing)
    return (lambda translator: tournaments_cards.check_in_reminder(view, listed, translator)) if missing else None


def _check_in_extended(tx: Query, promise: Promise[CheckInExtended]) -> Composed | None:
    view, said = tournament_view(tx, promise.message.tournament_id), promise.message
    if view is None or view.tournament.check_in_closed_at is not None or view.tournament.cancelled_at is not None:
        return None
    named, by = set(said.entrants), None if said.by is None else people_store.load(tx, said.by)
    missing = [one for one in check_in_verbs.missing(tx, view.tournament) if one.entrant_id in named]
    listed = listed_with_answers(tx, view.tournament, missing)
    return lambda translator: tournaments_cards.check_in_extended(view, said.closes_at, listed, by, translator)


def _check_in_cut_short(tx: Query, promise: Promise[CheckInCutShort]) -> Composed | None:
    tournament, by = (
        tournaments_store.load(tx, promise.message.tournament_id),
        people_store.load(tx, promise.message.by),
    )
    if tournament is None or by is None:
        return None
    return lambda translator: tournaments_cards.check_in_cut_short(tournament, by, translator)


def _entry(tx: Query, promise: Promise[EnteredByStaff]) -> Composed | None:
    entrant = store.load(tx, promise.message.entrant_id)
    tournament = None if entrant is None else tournaments_store.load(tx, entrant.tournament_id)
    if entrant is None or tournament is None or entrant.withdrawn_at is not None:
        return None
    entry = verbs.entry_with_place(tx, tournament, entrant, promise.promised_at, newly=True)
    back = promise.message.place_back
    return lambda translator: cards.entered_by_staff(entry, translator, back=back)


def _reminder(tx: Query, promise: Promise[EventReminder]) -> Composed | None:
    """Nothing to who has left or confirmed since, or wants no letters any more, nor once confirmation is over."""
    entrant = store.load(tx, promise.message.entrant_id)
    tournament = None if entrant is None else tournaments_store.load(tx, entrant.tournament_id)
    if entrant is None or tournament is None or entrant.withdrawn_at is not None or entrant.checked_in_at is not None:
        return None
    if tournament.check_in_closed_at is not None or tournament.cancelled_at is not None:
        return None
    entry = verbs.entry_with_place(tx, tournament, entrant, promise.promised_at, newly=False)
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    return (lambda translator: cards.reminder(entry, closes_at, translator)) if entry.reminded else None


def _removal(tx: Query, promise: Promise[RemovedByStaff]) -> Composed | None:
    entrant = store.load(tx, promise.message.entrant_id)
    tournament = None if entrant is None else tournaments_store.load(tx, entrant.tournament_id)
    if entrant is None or tournament is None:
        return None
    reason, started = quoted_block(promise.message.reason), store.is_starter(tx, entrant.entrant_id)
    return lambda translator: cards.removed_by_staff(tournament, entrant, reason, translator, started=started)


def _tried_in_vain(tx: Query, promise: Promise[TriedInVain]) -> Composed | None:
    entrant = store.load(tx, promise.message.entrant_id)
    tournament = None if entrant is None else tournaments_store.load(tx, entrant.tournament_id)
    if entrant is None or tournament is None:
        return None
    return lambda translator: cards.tried_in_vain(tournament, entrant, translator)


def _removal_told(tx: Query, promise: Promise[RemovalTold]) -> Composed | None:
    entrant, by = store.load(tx, promise.message.entrant_id), people_store.load(tx, promise.message.by)
    tournament = None if entrant is None else tournaments_store.load(tx, entrant.tournament_id)
    person = None if entrant is None else people_store.load(tx, entrant.person_id)
    if entrant is None or tournament is None or person is None or by is None:
        return None
    removed, reason = Removed(tournament, entrant, as_entered(person, entrant)), quoted_block(promise.message.reason)
    return lambda translator: cards.removal_told(removed, by, reason, translator)


def _shut_out(tx: Query, promise: Promise[ShutOutAtClose]) -> Composed | None:
    entrant = store.load(tx, promise.message.entrant_id)
    tournament = None if entrant is None else tournaments_store.load(tx, entrant.tournament_id)
    person = people_store.load(tx, promise.message.person)
    if entrant is None or tournament is None or person is None:
        return None
    closed_at = tournament.check_in_closed_at or promise.promised_at
    refusal = eligibility_verbs.refusal_of(tx, tournament, person.person_id, closed_at)
    return lambda translator: cards.shut_out(tournament, entrant, person, refusal, translator)


def _check_in_closed(tx: Query, promise: Promise[CheckInClosed]) -> Composed | None:
    view = tournament_view(tx, promise.message.tournament_id)
    if view is None:
        return None
    starters = len(store.with_outcome(tx, view.tournament.tournament_id, "starter"))
    absent = listed_people(tx, store.with_outcome(tx, view.tournament.tournament_id, "absent"))
    return lambda translator: tournaments_cards.check_in_closed(view, starters, absent, translator)


def claim_panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The card of a second claim to an account as it has to look now."""
    claim = people_account_store.load_claim(tx, subject)
    if claim is None:
        return None
    found = accounts_verbs.view(tx, claim.guild_id, subject, now)
    return lambda translator: cards.claim(found, translator), claim.guild_id


def _account_claimed(tx: Query, promise: Promise[AccountClaimed]) -> Composed | None:
    found = claim_panel(tx, promise.message.claim_id, promise.promised_at)
    return None if found is None else found[0]


def _claim_decided(tx: Query, promise: Promise[ClaimDecided]) -> Composed | None:
    found = accounts_verbs.view(tx, promise.guild_id, promise.message.claim_id, promise.promised_at)
    match promise.message.reader:
        case ClaimReader.CLAIMANT:
            return lambda translator: cards.told_claimant(found, translator)
        case ClaimReader.HOLDER:
            return lambda translator: cards.told_holder(found, translator)
        case ClaimReader.COMMITTEE:
            return lambda translator: cards.decision(found, translator)


NOTICES: Final = dict(
    (
        on(CheckInOpened, _check_in_opened),
        on(CheckInReminder, _check_in_reminder),
        on(CheckInExtended, _check_in_extended),
        on(CheckInCutShort, _check_in_cut_short),
        on(CheckInClosed, _check_in_closed),
        on(EnteredByStaff, _entry),
        on(EntryRoleDeleted, _entry_role_deleted),
        on(EventReminder, _reminder),
        on(RemovedByStaff, _removal),
        on(RemovalTold, _removal_told),
        on(ShutOutAtClose, _shut_out),
        on(TriedInVain, _tried_in_vain),
        on(AccountClaimed, _account_claimed),
        on(ClaimDecided, _claim_decided),
    )
)

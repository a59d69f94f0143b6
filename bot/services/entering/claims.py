"""Second claims to an account: staff grants or refuses them, and nobody decides a claim of his own."""

from __future__ import annotations

from datetime import datetime

from bot.domain.community import Person
from bot.domain.entering.claims import Account, AccountClaim, ClaimView
from bot.domain.entering.sayings import ClaimDecided, ClaimReader
from bot.domain.events.event_kinds import OF_TEAMS, kind_of
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import Act
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, NotFound, Subject, UserError
from bot.services import access, recusal, summons
from bot.services.entering.eligibility import bars_of, refuse_barred
from bot.services.entering.registration import admit, open_for_entries
from bot.services.speaking import tell_committee, write_to
from bot.services.timetable import account_claim_subject, tournament_subject
from bot.storage import accounts, entrants, kept_accounts, people, tournaments
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

REASON_LIMIT = 300


def decidable(tx: ActorQuery, claim_id: str) -> ClaimView:
    """The claim, when who pressed may decide it; raises before a reason is asked."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    return _decidable(tx, person, claim_id)


def decide(tx: ActorTx, claim_id: str, reason: str, *, granted: bool) -> ClaimView:
    """Grants or refuses the claim and tells those concerned; a refusal has a reason.

    Granted, the account moves to the claimant, who enters the tournament that was meant if it still takes entries. A
    bar of who held it does not move with it.
    """
    staff = access.recognise(tx)
    claim = _decidable(tx, staff, claim_id).claim
    why = reason.strip()[:REASON_LIMIT] if granted else checked_reason(reason, REASON_LIMIT)
    accounts.decide_claim(tx, claim_id, granted=granted, by=staff.person_id, reason=why or None, at=tx.now)
    tx.touch(account_claim_subject(claim_id))
    summons.settle(tx, account_claim_subject(claim_id))
    act = "grant_account" if granted else "refuse_account"
    tx.log(tx.guild_id, act, claim_id, actor=staff.person_id, why=why or None)
    if granted:
        _move(tx, claim, staff)
    decided = view(tx, tx.guild_id, claim_id, tx.now)
    _tell(tx, decided)
    return decided


def view(tx: Query, guild_id: GuildId, claim_id: str, now: datetime) -> ClaimView:
    """The claim with its people, and whether a bar of the holder holds now; raises NotFound."""
    claim = accounts.load_claim(tx, claim_id)
    if claim is None or claim.guild_id != guild_id:
        raise NotFound(what=Subject.ACCOUNT)
    return _view(tx, claim, now)


def waiting(tx: Query, guild_id: GuildId, now: datetime) -> list[ClaimView]:
    """Claims that nobody decided yet, oldest first: for the desk."""
    return [_view(tx, claim, now) for claim in accounts.open_claims(tx, guild_id)]


def concerning(tx: Query, person_id: PersonId, now: datetime) -> list[ClaimView]:
    """Claims that the person made or lost an account by, the latest first: for `/me`.

    A claim that is open or was refused is nobody's business but the claimant's.
    """
    return [
        _view(tx, claim, now)
        for claim in accounts.claims_of(tx, person_id)
        if claim.claimant == person_id or claim.granted
    ]


def _decidable(tx: ActorQuery, person: Person | None, claim_id: str) -> ClaimView:
    access.require(tx, person, Act.DECIDE_ACCOUNT_CLAIM)
    found = view(tx, tx.guild_id, claim_id, tx.pressed_at)
    if found.claim.decided_at is not None:
        raise AlreadyDone
    if person is not None:
        both = found.claimant.person_id, found.holder.person_id
        recusal.refuse(tx, person.person_id, Act.DECIDE_ACCOUNT_CLAIM, *both)
    return found


def _move(tx: ActorTx, claim: AccountClaim, staff: Person) -> None:
    kept_accounts.release(tx, claim.guild_id, claim.site, claim.key)
    accounts.hold(tx, Account(claim.guild_id, claim.site, claim.key, claim.name, claim.claimant, tx.now))
    claimant = people.load(tx, claim.claimant)
    if claim.tournament_id is None or claimant is None:
        return
    try:
        tournament = open_for_entries(tx, claim.tournament_id)
        refuse_barred(tx, tournament, claim.claimant, tx.pressed_at)
    except UserError:
        # The account has moved all the same; that no entry came of it is told with the decision.
        return
    if kind_of(tournament.rulebook) in OF_TEAMS:
        # Of a team the claimant says yes to the invitation again, now with the account.
        return
    admit(tx, tournament, claimant, tx.pressed_at, by=staff)
    tx.touch(tournament_subject(tournament.tournament_id))


def _tell(tx: Tx, decided: ClaimView) -> None:
    """A letter to each person concerned, and its twin in the committee's channel, where nobody is put to shame."""
    claim = decided.claim
    told = {ClaimReader.CLAIMANT: decided.claimant, ClaimReader.HOLDER: decided.holder if claim.granted else None}
    for reader, person in told.items():
        if person is not None:
            write_to(tx, claim.guild_id, person, ClaimDecided(claim.claim_id, reader))
    tell_committee(tx, claim.guild_id, ClaimDecided(claim.claim_id, ClaimReader.COMMITTEE))


def _view(tx: Query, claim: AccountClaim, now: datetime) -> ClaimView:
    decided_by = claim.decided_by
    known = people.by_ids(tx, [claim.claimant, claim.holder, *([decided_by] if decided_by else [])])
    tournament = None if claim.tournament_id is None else tournaments.load(tx, claim.tournament_id)
    entry = None if tournament is None else entrants.of_person(tx, tournament.tournament_id, claim.claimant)
    return ClaimView(
        claim=claim,
        claimant=known[claim.claimant],
        holder=known[claim.holder],
        tournament=tournament,
        holder_is_barred=bool(bars_of(tx, claim.holder, claim.decided_at or now)),
        decided_by=known[decided_by] if decided_by else None,
        entered=entry is not None and entry.withdrawn_at is None,
    )

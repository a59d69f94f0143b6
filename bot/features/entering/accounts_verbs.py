"""Second claims to an account, and entering a player who lacks a condition; both are staff's to decide.

Nobody decides a claim of their own. Staff enters knowingly, and the log tells what was lacking.
"""

from __future__ import annotations

from datetime import datetime

from bot.features.entering import eligibility_verbs, store, verbs
from bot.features.entering.eligibility_verbs import bars_of, refuse_barred
from bot.features.entering.model import AccountHeld, ClaimDecided, ClaimReader, Registered
from bot.features.entering.verbs import TeamsOnly, admit, open_for_entries
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import account_claim_subject, tournament_subject
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.tournaments.verbs import only_for
from bot.i18n.names import checked_reason
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotFound, Subject, UserError
from bot.kernel.ids import GuildId, PersonId, RoleId, TournamentId
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.model import Account, AccountClaim, ClaimView, Person
from bot.play.entries import Tournament
from bot.play.points import OF_PEOPLE, OF_TEAMS, kind_of
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import tell_committee, write_to

# --- second claims --------------------------------------------------------------------------------------------------


REASON_LIMIT = 300


def decidable(tx: ActorQuery, claim_id: str) -> ClaimView:
    """The claim, when who pressed may decide it; raises before a reason is asked."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    return _decidable(tx, person, claim_id)


def decide(tx: ActorTx, claim_id: str, reason: str, *, granted: bool) -> ClaimView:
    """Grants or refuses the claim and tells those concerned; a refusal has a reason.

    Granted, the account moves to the claimant, who enters the tournament that was meant if it still takes entries. A
    bar of who held it does not move with it.
    """
    staff = server_verbs.recognise(tx)
    claim = _decidable(tx, staff, claim_id).claim
    why = reason.strip()[:REASON_LIMIT] if granted else checked_reason(reason, REASON_LIMIT)
    people_account_store.decide_claim(tx, claim_id, granted=granted, by=staff.person_id, reason=why or None, at=tx.now)
    tx.touch(account_claim_subject(claim_id))
    tournaments_summons_verbs.settle(tx, account_claim_subject(claim_id))
    act = "grant_account" if granted else "refuse_account"
    tx.log(tx.guild_id, act, claim_id, actor=staff.person_id, why=why or None)
    if granted:
        _move(tx, claim, staff)
    decided = view(tx, tx.guild_id, claim_id, tx.now)
    _tell(tx, decided)
    return decided


def view(tx: Query, guild_id: GuildId, claim_id: str, now: datetime) -> ClaimView:
    """The claim with its people, and whether a bar of the holder holds now; raises NotFound."""
    claim = people_account_store.load_claim(tx, claim_id)
    if claim is None or claim.guild_id != guild_id:
        raise NotFound(what=Subject.ACCOUNT)
    return _view(tx, claim, now)


def waiting(tx: Query, guild_id: GuildId, now: datetime) -> list[ClaimView]:
    """Claims that nobody decided yet, oldest first: for the desk."""
    return [_view(tx, claim, now) for claim in people_account_store.open_claims(tx, guild_id)]


def concerning(tx: Query, person_id: PersonId, now: datetime) -> list[ClaimView]:
    """Claims that the person made or lost an account by, the latest first: for `/me`.

    A claim that is open or was refused is nobody's business but the claimant's.
    """
    return [
        _view(tx, claim, now)
        for claim in people_account_store.claims_of(tx, person_id)
        if claim.claimant == person_id or claim.granted
    ]


def _decidable(tx: ActorQuery, person: Person | None, claim_id: str) -> ClaimView:
    server_verbs.require(tx, person, Act.DECIDE_ACCOUNT_CLAIM)
    found = view(tx, tx.guild_id, claim_id, tx.pressed_at)
    if found.claim.decided_at is not None:
        raise AlreadyDone
    if person is not None:
        both = found.claimant.person_id, found.holder.person_id
        tournaments_recusal_verbs.refuse(tx, person.person_id, Act.DECIDE_ACCOUNT_CLAIM, *both)
    return found


def _move(tx: ActorTx, claim: AccountClaim, staff: Person) -> None:
    people_account_store.release_account(tx, claim.guild_id, claim.site, claim.key)
    people_account_store.hold_account(
        tx, Account(claim.guild_id, claim.site, claim.key, claim.name, claim.claimant, tx.now)
    )
    claimant = people_store.load(tx, claim.claimant)
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
    people = people_store.by_ids(tx, [claim.claimant, claim.holder, *([decided_by] if decided_by else [])])
    tournament = None if claim.tournament_id is None else tournaments_store.load(tx, claim.tournament_id)
    entry = None if tournament is None else store.of_person(tx, tournament.tournament_id, claim.claimant)
    return ClaimView(
        claim=claim,
        claimant=people[claim.claimant],
        holder=people[claim.holder],
        tournament=tournament,
        holder_is_barred=bool(bars_of(tx, claim.holder, claim.decided_at or now)),
        decided_by=people[decided_by] if decided_by else None,
        entered=entry is not None and entry.withdrawn_at is None,
    )


# --- entering knowingly ---------------------------------------------------------------------------------------------


@only_for(*OF_PEOPLE, refusal=TeamsOnly)
@repeatable
def enter_knowingly(
    tx: ActorTx,
    tournament_id: TournamentId,
    person_id: PersonId,
    account_name: str | None = None,
    *,
    has_role: bool = False,
) -> Registered | AccountHeld:
    """Enters somebody who does not meet a condition of the event; raises NotFound.

    Whether the person has the role was seen when the question was asked (`has_role`): the answer does not tell it.
    """
    staff = server_verbs.recognise(tx)
    tournament, person = verbs.whom_to_enter(tx, tournament_id, person_id)
    roles = _roles(tournament, has_role=has_role)
    lacking = eligibility_verbs.somebody_lacks(tx, tournament, (person, staff), roles)
    entry = verbs.enter_by_staff(tx, tournament, (person, staff), account_name)
    for one in lacking if isinstance(entry, Registered) else ():
        tournaments_facts_verbs.record(tx, tournament, f"enter_despite_{one}", staff, about=person.person_id)
    return entry


def _roles(tournament: Tournament, *, has_role: bool) -> frozenset[RoleId]:
    rules = tournament.rulebook.entry
    return frozenset({rules.role_id}) if has_role and rules is not None and rules.role_id is not None else frozenset()


@only_for(*OF_PEOPLE, refusal=TeamsOnly)
def asked_account(tx: ActorQuery, tournament_id: TournamentId, person_id: PersonId) -> str | None:
    """The site whose account name has to be told of somebody whom staff enters, or None; raises NotFound."""
    tournament, person = verbs.whom_to_enter(tx, tournament_id, person_id)
    site = tournament.rulebook.registration.account
    return (
        None if site is None or people_account_store.account_of_person(tx, person.person_id, site) is not None else site
    )

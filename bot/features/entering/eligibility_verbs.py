"""Who may not enter an event, and why: bars, accounts, conditions (AIJE-D01-1, AIJE-D01-2, AIJE-B03-2).

An account on a game site belongs to one person, and a second claim goes to staff. Conditions are asked once: a player
who registers meets them at that moment, and reads otherwise which one is lacking and why. Losing the role afterwards,
or another rating, does not cost the place, nor does moving up from the wait list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.features.entering import bars_store, store
from bot.features.entering.model import (
    AccountClaimed,
    AccountHeld,
    AccountsHeld,
    Applicant,
    Bar,
    BarReason,
    Condition,
    active,
    bar_in_force,
    holds_in,
    keeps_out,
    old_enough_at,
    unmet,
    who_may_lift,
)
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import account_claim_subject, entry_of
from bot.features.tournaments.hooks import ENTRY_HOOKS
from bot.features.tournaments.summons_model import Matter, MatterKind
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotFound, NotFoundByName, Refused, RefusedCount, RefusedFor, Subject, UserError
from bot.kernel.ids import Actor, GuildId, MemberId, PersonId, RoleId, TournamentId
from bot.people import account_store as people_account_store
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import (
    QUOTAS,
    Account,
    AccountClaim,
    CountedByAccount,
    Person,
    Someone,
    account_key,
    clean_account,
)
from bot.play.entries import Entrant, Tournament
from bot.play.rulebook import EntryRules, Rulebook, Wording, by_invitation, seats_of
from bot.rulebooks.library import names, preset
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import tell_committee

# --- bars -----------------------------------------------------------------------------------------------------------


class Barred(UserError):
    """The person is barred until further notice."""

    reason: BarReason
    since: datetime


class BarredFor(UserError):
    """As `Barred`, for a time."""

    reason: BarReason
    since: datetime
    until: datetime


class Disqualified(UserError):
    """As `Barred`, by an arbiter or the committee, for a stated reason (AIJE-D01-2)."""

    explanation: str
    since: datetime


class DisqualifiedFor(UserError):
    """As `Disqualified`, for a time."""

    explanation: str
    since: datetime
    until: datetime


class BarredByVote(UserError):
    """The committee has barred the person by vote; what was put to the vote is no reason."""

    question: str
    since: datetime


class BarredByVoteFor(UserError):
    """As `BarredByVote`, for a time."""

    question: str
    since: datetime
    until: datetime


class Expelled(UserError):
    """The person was expelled, and nobody lets them in again before a year is over (AIJE-A02-2)."""

    since: datetime
    readmission_from: datetime


class QualifiedElsewhere(UserError):
    """The person holds a sure seat in another event, whose players stay out of this one (AIJE-D01-2)."""

    event: Wording


class NotInvited(UserError):
    """Only who holds a seat plays in the event, and the person holds none (AIJE-D02-1, AIJE-D04-1)."""

    event: str


class PlaysAlready(UserError):
    """The same person is in the event under another account: one person has one place."""

    name: str
    event: str


def refuse_barred(
    tx: Query, tournament: Tournament, person_id: PersonId, now: datetime, *, invited_now: bool = False
) -> None:
    """Refuses who may not play, saying why, since when and until when.

    With `invited_now` an organiser enters the person, which is the invitation where no seats are given for the event.
    """
    other = tournament.rulebook.registration.refuse_qualified_for
    is_plain = not store.any_against(tx, person_id, tournament.guild_id, other, now)
    own = [person_id] if is_plain else people_store.same_person_ids(tx, person_id)
    if not is_plain:
        _refuse_obstacles(tx, tournament, own, now)
    if by_invitation(tournament.rulebook) and not (invited_now or is_invited(tx, tournament, person_id)):
        raise NotInvited(event=tournament.name)
    for hook in ENTRY_HOOKS.of(tournament.rulebook):
        hook.refuse_person(tx, tournament, person_id)
    _refuse_second_place(tx, tournament, own)


def _refuse_obstacles(tx: Query, tournament: Tournament, same_person_ids: Sequence[PersonId], now: datetime) -> None:
    """Refuses whom a bar keeps out, or a seat elsewhere, under whichever account."""
    rules, other = tournament.rulebook.registration, tournament.rulebook.registration.refuse_qualified_for
    held, event = bars_store.of_people(tx, same_person_ids, now), tournament.tournament_id
    _refuse_for_bars(tx, [one for one in held if keeps_out(one, event, refuses=rules.refuse_barred)], now)
    if other is not None and any(bars_store.has_seat(tx, tournament.guild_id, other, one) for one in same_person_ids):
        raise QualifiedElsewhere(event=_title_of(other))


def refuse_second_place(tx: Query, tournament: Tournament, person_id: PersonId) -> None:
    """Refuses who has a place in the event already, under an account that staff recorded as the same person's.

    Of two places that came about before that was recorded, the earlier one stays.
    """
    _refuse_second_place(tx, tournament, people_store.same_person_ids(tx, person_id))


def _refuse_second_place(tx: Query, tournament: Tournament, same_person_ids: Sequence[PersonId]) -> None:
    person_id, *others = same_person_ids
    own = None
    for other in others:
        own = own or _place(tx, tournament, person_id)
        taken = _place(tx, tournament, other)
        if taken is not None and (own is None or taken.number <= own.number):
            raise PlaysAlready(name=_name(tx, other), event=tournament.name)


def refuse_for_bars(tx: Query, person_id: PersonId, now: datetime) -> None:
    """Refuses who is barred, saying of the bar that lasts longest why, since when and until when."""
    _refuse_for_bars(tx, bars_of(tx, person_id, now), now)


def _refuse_for_bars(tx: Query, held: Iterable[Bar], now: datetime) -> None:
    """Says of the bar that lasts longest why; of an expulsion, which outlasts all, from when there is a way back."""
    in_force = [one for one in held if active(one, now)]
    ended = (bars_store.expulsion_of_bar(tx, one.bar_id) for one in in_force if one.vote_id is not None)
    back = max((one.readmission_from for one in ended if one is not None), default=None)
    bar = bar_in_force(in_force, now)
    if bar is not None and back is not None:
        raise Expelled(since=bar.since, readmission_from=back)
    if bar is not None:
        raise _refusal(bar)


def is_invited(tx: Query, tournament: Tournament, person_id: PersonId) -> bool:
    """Whether a seat admits the person to the invited event, or an organiser's entry where there are no seats."""
    event = seats_of(tournament.rulebook)
    if event is not None:
        return bars_store.has_seat(tx, tournament.guild_id, event, person_id)
    entrant = store.of_person(tx, tournament.tournament_id, person_id)
    return entrant is not None and entrant.withdrawn_at is None


def may_enter(tx: Query, tournament: Tournament, person_id: PersonId, at: datetime) -> bool:
    """Whether `refuse_barred` lets the person pass at that moment."""
    return refusal_of(tx, tournament, person_id, at) is None


def refusal_of(tx: Query, tournament: Tournament, person_id: PersonId, at: datetime) -> UserError | None:
    """What `refuse_barred` says of the person at that moment; None where it says nothing."""
    try:
        refuse_barred(tx, tournament, person_id, at)
    except UserError as refusal:
        return refusal
    return None


def bars_of(tx: Query, person_id: PersonId, now: datetime, event: TournamentId | None = None) -> list[Bar]:
    """Bars in force against the person, under whichever account they fell, oldest first.

    Those from all events, and with `event` those from that one too.
    """
    held = bars_store.of_people(tx, people_store.same_person_ids(tx, person_id), now)
    return [one for one in held if holds_in(one, event)]


def has_second_place(tx: Query, tournament: Tournament, person_id: PersonId) -> bool:
    """Whether `refuse_second_place` refuses."""
    try:
        refuse_second_place(tx, tournament, person_id)
    except PlaysAlready:
        return True
    return False


def _place(tx: Query, tournament: Tournament, person_id: PersonId) -> Entrant | None:
    entrant = entry_of(tx, tournament.tournament_id, person_id)
    return None if entrant is None or entrant.withdrawn_at is not None else entrant


def _name(tx: Query, person_id: PersonId) -> str:
    person = people_store.load(tx, person_id)
    return "?" if person is None else person.name


def _title_of(rulebook: str) -> Wording:
    """What people call the kind of event: the rulebook's title, where it is one of the presets."""
    return preset(rulebook).wording if rulebook in names() else Wording().filled_by(rulebook)


def _refusal(bar: Bar) -> UserError:
    match bar:
        case Bar(vote_id=str(), explanation=str(asked), until=None):
            return BarredByVote(question=asked, since=bar.since)
        case Bar(vote_id=str(), explanation=str(asked), until=datetime() as until):
            return BarredByVoteFor(question=asked, since=bar.since, until=until)
        case Bar(reason=BarReason.DISQUALIFIED, explanation=str(said), until=None):
            return Disqualified(explanation=said, since=bar.since)
        case Bar(reason=BarReason.DISQUALIFIED, explanation=str(said), until=datetime() as until):
            return DisqualifiedFor(explanation=said, since=bar.since, until=until)
        case Bar(until=None):
            return Barred(reason=bar.reason, since=bar.since)
        case _:
            return BarredFor(reason=bar.reason, since=bar.since, until=bar.until or bar.since)


# --- accounts on game sites -----------------------------------------------------------------------------------------


_MOST: Final = QUOTAS[CountedByAccount.ACCOUNT_CLAIM].most


class WhichSite(UserError):
    """Events here are played on several sites, and the account can be of any of them."""

    sites: tuple[str, ...]


def settle(tx: Tx, tournament: Tournament, person: Person, typed: str | None) -> AccountHeld | None:
    """Sees to it that the person has the account that the rulebook asks for; AccountHeld when staff has to decide."""
    site = tournament.rulebook.registration.account
    if site is None:
        return None
    if typed is None:
        if people_account_store.account_of_person(tx, person.person_id, site) is None:
            raise RefusedFor("error.AccountNeeded", name=site)
        return None
    named = name_account(tx, person, site, typed, tournament.tournament_id)
    return named if isinstance(named, AccountHeld) else None


def name_account(
    tx: Tx,
    person: Person,
    site: str,
    typed: str,
    tournament_id: TournamentId | None = None,
    by: Person | None = None,
) -> Account | AccountHeld:
    """Gives a free account to the person in place of the former one; one that is another's becomes a claim for staff.

    `by` is who acts for the person; only one's own change is refused while one plays with the account or is barred.
    """
    name = clean_account(typed)
    held = people_account_store.account_of_person(tx, person.person_id, site)
    if held is not None and held.key == account_key(name):
        return held
    if by is None:
        _refuse_change_in_play(tx, person, site)
        _refuse_letting_go(tx, held, tx.now)
        server_verbs.refuse_more(Subject.ACCOUNT, people_account_store.names_had(tx, person.person_id, site))
    holder = holder_of(tx, person.guild_id, site, name, tx.now)
    if holder is not None and holder.person_id != person.person_id:
        return _claim(tx, person, holder, tournament_id)
    account = Account(person.guild_id, site, account_key(name), name, person.person_id, tx.now)
    people_account_store.hold_account(tx, account)
    actor = (by or person).person_id
    details = {"person": person.person_id, "site": site}
    tx.log(person.guild_id, "name_account", account.key, actor=actor, details=details)
    return account


def holder_of(tx: Query, guild_id: GuildId, site: str, name: str, at: datetime) -> Account | None:
    """Whose the account is: who holds it, or with whom it stays although it was let go, as long as a bar is in force.

    Nobody else takes it but by a claim that staff decides.
    """
    key = account_key(clean_account(name))
    return people_account_store.keeper(tx, guild_id, site, key, at) or people_account_store.holder(
        tx, guild_id, site, key
    )


def of(tx: ActorQuery, who: Someone | None = None) -> AccountsHeld:
    """One's own accounts or for staff anybody's, and the sites on which events here are played."""
    asker = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    person = asker if who is None else server_verbs.find_known(tx, tx.guild_id, who)
    own = who is None or (not isinstance(who, str) and who[0] == tx.actor.member_id) or person == asker is not None
    if not own:
        server_verbs.require(tx, asker, Act.DECIDE_ACCOUNT_CLAIM)
    held = () if person is None else people_account_store.all_accounts_of_person(tx, person.person_id)
    return AccountsHeld(person, tuple(held), sites(tx, tx.guild_id), own=own)


def change_own(tx: ActorTx, site: str | None, typed: str) -> Account | AccountHeld:
    """Changes the account of who pressed; refused while the person plays with it in an event under way."""
    person = server_verbs.recognise(tx)
    return name_account(tx, person, _site_meant(tx, tx.guild_id, site), typed)


def change_other(tx: ActorTx, who: Someone, site: str | None, typed: str) -> tuple[Person, Account | AccountHeld]:
    """Staff puts somebody's account right, in an event under way too."""
    staff = server_verbs.recognise(tx)
    server_verbs.require(tx, staff, Act.DECIDE_ACCOUNT_CLAIM)
    person = server_verbs.find_known(tx, tx.guild_id, who)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    tournaments_recusal_verbs.refuse(tx, staff.person_id, Act.DECIDE_ACCOUNT_CLAIM, person.person_id)
    return person, name_account(tx, person, _site_meant(tx, tx.guild_id, site), typed, by=staff)


def sites(tx: Query, guild_id: GuildId) -> tuple[str, ...]:
    """The sites that people here hold accounts of or that an event to come asks for, in alphabetical order."""
    asked = {one.rulebook.registration.account for one in tournaments_store.all_unfinished(tx, guild_id)}
    return tuple(sorted({*people_account_store.sites(tx, guild_id), *(site for site in asked if site is not None)}))


def _site_meant(tx: Query, guild_id: GuildId, site: str | None) -> str:
    known = sites(tx, guild_id)
    if not known:
        raise Refused("error.NoAccountsHere")
    if site is None:
        if len(known) > 1:
            raise WhichSite(sites=known)
        return known[0]
    for one in known:
        if one.casefold() == site.casefold():
            return one
    raise NotFoundByName(what=Subject.ACCOUNT, name=site)


def _refuse_letting_go(tx: Query, held: Account | None, at: datetime) -> None:
    keeper = None if held is None else people_account_store.keeper(tx, held.guild_id, held.site, held.key, at)
    if held is not None and keeper is not None and keeper.person_id == held.person_id:
        raise RefusedFor("error.AccountKept", name=held.name)


def _refuse_change_in_play(tx: Query, person: Person, site: str) -> None:
    if people_account_store.account_of_person(tx, person.person_id, site) is None:
        return
    for tournament_id in store.playing_in(tx, person.person_id):
        tournament = tournaments_store.load(tx, tournament_id)
        if tournament is not None and tournament.rulebook.registration.account == site:
            raise RefusedFor("error.AccountInPlay", name=tournament.name)


def _claim(tx: Tx, person: Person, holder: Account, tournament_id: TournamentId | None) -> AccountHeld:
    claim = AccountClaim(
        claim_id=tx.new_id(),
        guild_id=holder.guild_id,
        site=holder.site,
        key=holder.key,
        name=holder.name,
        claimant=person.person_id,
        holder=holder.person_id,
        tournament_id=tournament_id,
        claimed_at=tx.now,
    )
    newly = people_account_store.add_claim(tx, claim)
    if newly:
        # Each claim is a card that staff has to decide; the same one once more while it waits is no other.
        server_verbs.spend(
            tx, person, CountedByAccount.ACCOUNT_CLAIM, lambda _: RefusedCount("error.TooManyClaims", n=_MOST)
        )
        tell_committee(tx, holder.guild_id, AccountClaimed(claim.claim_id))
        matter = Matter(MatterKind.ACCOUNT_CLAIMED, account_claim_subject(claim.claim_id), tournament_id)
        tournaments_summons_verbs.call(tx, holder.guild_id, matter)
        tx.log(holder.guild_id, "claim_account", claim.claim_id, actor=person.person_id)
    return AccountHeld(claim, newly)


# --- conditions of entry --------------------------------------------------------------------------------------------


class RoleLacking(UserError):
    """The event is for members with a role, and the person has it not."""

    event: str
    role: RoleId


class Unrated(UserError):
    """The event asks for a rating, and the person has none here."""

    event: str
    least: int


class RatedTooLow(UserError):
    """The person's rating is below the lowest that enters."""

    event: str
    rating: int
    least: int


class RatedTooHigh(UserError):
    """The person's rating is not below the bound."""

    event: str
    rating: int
    below: int


class AccountTooYoung(UserError):
    """The person's Discord account is not as old as the event asks."""

    event: str
    age: timedelta
    old_enough_at: datetime


def refuse_entry(tx: ActorQuery, tournament: Tournament, person: Person | None) -> None:
    """As `refuse_unmet`, but not of who stands on the list: they have met the conditions, and press once more."""
    asks = tournament.rulebook.entry is not None
    if asks and (person is None or not is_listed(tx, tournament, person)):
        refuse_unmet(tx, tournament, person)


def refuse_unmet(tx: ActorQuery, tournament: Tournament, person: Person | None) -> None:
    """Refuses who presses and does not meet a condition of the event; a stranger to the server has no person yet."""
    rules = tournament.rulebook.entry
    if rules is None:
        return
    applicant = _presser(tx, tournament, person)
    for lacking in unmet(rules, applicant, tx.pressed_at):
        if lacking is Condition.ROLE and role_is_gone(tournament.rulebook, tx.actor):
            raise RefusedFor("error.EntryRoleGone", name=tournament.name)
        raise _condition_refusal(lacking, rules, tournament, applicant, tx.pressed_at)


def lacks(tx: ActorQuery, tournament: Tournament, person: Person | None) -> tuple[Condition, ...]:
    """What who presses does not meet at the moment."""
    rules = tournament.rulebook.entry
    return () if rules is None else unmet(rules, _presser(tx, tournament, person), tx.pressed_at)


def somebody_lacks(
    tx: ActorQuery,
    tournament: Tournament,
    whom_and_by: tuple[Person, Person],
    roles: frozenset[RoleId] = frozenset(),
) -> tuple[Condition, ...]:
    """What somebody whom staff enters does not meet, as far as it is known: roles are, of who was chosen as a member.

    Who enters the own person is refused as everybody is: nobody makes an exception of themselves.
    """
    (person, staff), rules = whom_and_by, tournament.rulebook.entry
    if rules is None or is_listed(tx, tournament, person):
        return ()
    if person.person_id in people_store.same_person_ids(tx, staff.person_id):
        refuse_unmet(tx, tournament, person)
        return ()
    applicant = Applicant(person.discord_id, roles, _rating(tx, tournament, person, tx.pressed_at))
    return unmet(rules, applicant, tx.pressed_at)


def rating_is_unfit(tx: Query, tournament: Tournament, person: Person, at: datetime) -> bool:
    """Whether the rating keeps out somebody for whom another speaks, who answers for role and account."""
    rules = tournament.rulebook.entry
    if rules is None:
        return False
    return bool(unmet(rules, Applicant(None, frozenset(), _rating(tx, tournament, person, at)), at))


def keeps_off_list(tx: ActorQuery, tournament: Tournament, person: Person | None, member: MemberId | None) -> bool:
    """Whether a line of a list does not meet the conditions; None is somebody new, with or without Discord.

    Which roles they have nobody can see there, so that staff's word stands for it, but for who presses.
    """
    rules = tournament.rulebook.entry
    if rules is None:
        return False
    account = member if person is None else person.discord_id
    if account == tx.actor.member_id:
        return bool(lacks(tx, tournament, person))
    roles = frozenset[RoleId]() if rules.role_id is None else frozenset({rules.role_id})
    rating = None if person is None else _rating(tx, tournament, person, tx.pressed_at)
    return bool(unmet(rules, Applicant(account, roles, rating), tx.pressed_at))


def is_listed(tx: Query, tournament: Tournament, person: Person) -> bool:
    """Whether the person is on the list of the event, with a place or waiting for one."""
    known = store.of_person(tx, tournament.tournament_id, person.person_id)
    return known is not None and known.withdrawn_at is None


def enters_from(tournament: Tournament, actor: Actor, lacking: tuple[Condition, ...]) -> datetime | None:
    """From when on who presses meets the conditions by themselves: where only the account is too young."""
    rules = tournament.rulebook.entry
    if rules is None or lacking != (Condition.ACCOUNT_AGE,):
        return None
    return old_enough_at(rules, actor.member_id)


def role_is_gone(rulebook: Rulebook, actor: Actor) -> bool:
    """Whether the rules ask for a role that the server has not, by what Discord says with the press."""
    rules = rulebook.entry
    if rules is None or rules.role_id is None or actor.server_roles is None:
        return False
    return rules.role_id not in actor.server_roles


def _presser(tx: ActorQuery, tournament: Tournament, person: Person | None) -> Applicant:
    rating = None if person is None else _rating(tx, tournament, person, tx.pressed_at)
    return Applicant(tx.actor.member_id, tx.actor.roles, rating)


def _rating(tx: Query, tournament: Tournament, person: Person, at: datetime) -> float | None:
    """The highest rating that the person has under any account; None too where the event asks for none."""
    rules = tournament.rulebook.entry
    if rules is None or (rules.rating_from is None and rules.rating_below is None):
        return None
    same_person_ids = people_store.same_person_ids(tx, person.person_id)
    known = (people_ratings_store.rating_at(tx, tournament.guild_id, one, at) for one in same_person_ids)
    return max((one for one in known if one is not None), default=None)


def _condition_refusal(
    lacking: Condition, rules: EntryRules, tournament: Tournament, applicant: Applicant, at: datetime
) -> UserError:
    event = tournament.name
    match lacking:
        case Condition.ROLE:
            return RoleLacking(event=event, role=rules.role_id or RoleId(0))
        case Condition.ACCOUNT_AGE:
            found = old_enough_at(rules, applicant.account or MemberId(0))
            return AccountTooYoung(event=event, age=rules.account_age, old_enough_at=found or at)
        case _:
            return _refusal_of_rating(rules, event, applicant.whole_rating)


def _refusal_of_rating(rules: EntryRules, event: str, rating: int | None) -> UserError:
    least, below = rules.rating_from or 0, rules.rating_below or 0
    if rating is None:
        return Unrated(event=event, least=least)
    if rating < least:
        return RatedTooLow(event=event, rating=rating, least=least)
    return RatedTooHigh(event=event, rating=rating, below=below)


def lifters(tx: Query, guild_id: GuildId) -> tuple[Person, ...]:
    """Who may lift a bar of the server: the leader, then the President."""
    ids = who_may_lift(people_store.offices(tx, guild_id))
    people = people_store.by_ids(tx, ids)
    return tuple(people[person_id] for person_id in ids if person_id in people)

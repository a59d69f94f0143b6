"""Conditions of entry: who registers meets them at that moment, and reads otherwise which one is lacking and why.

They are asked once. Who loses the role afterwards, or gets another rating, keeps the place, and so does who moves up
from the wait list.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.domain.community import Person, Presser
from bot.domain.entering.conditions import Applicant, Condition, old_enough_at, unmet
from bot.domain.events.tournament import Tournament
from bot.domain.ids import MemberId, RoleId
from bot.domain.regulation.entry_rules import EntryRules
from bot.domain.rulebook import Rulebook
from bot.errors import UserError
from bot.storage import entrants, identities, ratings
from bot.storage.context import ActorQuery, Query


class RoleLacking(UserError):
    """The event is for members with a role, and the person has it not."""

    event: str
    role: RoleId


class EntryRoleGone(UserError):
    """The event asks for a role that the server has not: nobody can register, and organisers have to see to it."""

    event: str


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
            raise EntryRoleGone(event=tournament.name)
        raise _refusal(lacking, rules, tournament, applicant, tx.pressed_at)


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
    if person.person_id in identities.selves(tx, staff.person_id):
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
    known = entrants.of_person(tx, tournament.tournament_id, person.person_id)
    return known is not None and known.withdrawn_at is None


def enters_from(tournament: Tournament, presser: Presser, lacking: tuple[Condition, ...]) -> datetime | None:
    """From when on who presses meets the conditions by themselves: where only the account is too young."""
    rules = tournament.rulebook.entry
    if rules is None or lacking != (Condition.ACCOUNT_AGE,):
        return None
    return old_enough_at(rules, presser.member_id)


def role_is_gone(rulebook: Rulebook, presser: Presser) -> bool:
    """Whether the rules ask for a role that the server has not, by what Discord says with the press."""
    rules = rulebook.entry
    if rules is None or rules.role_id is None or presser.server_roles is None:
        return False
    return rules.role_id not in presser.server_roles


def _presser(tx: ActorQuery, tournament: Tournament, person: Person | None) -> Applicant:
    rating = None if person is None else _rating(tx, tournament, person, tx.pressed_at)
    return Applicant(tx.actor.member_id, tx.actor.roles, rating)


def _rating(tx: Query, tournament: Tournament, person: Person, at: datetime) -> float | None:
    """The highest rating that the person has under any account; None too where the event asks for none."""
    rules = tournament.rulebook.entry
    if rules is None or (rules.rating_from is None and rules.rating_below is None):
        return None
    selves = identities.selves(tx, person.person_id)
    known = (ratings.rating_at(tx, tournament.guild_id, one, at) for one in selves)
    return max((one for one in known if one is not None), default=None)


def _refusal(
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

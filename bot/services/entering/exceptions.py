"""Staff enters somebody who lacks what an event asks for: knowingly, and the log tells what was lacking."""

from __future__ import annotations

from bot.domain.entering.views import AccountHeld, Registered
from bot.domain.events.event_kinds import OF_PEOPLE
from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId, RoleId, TournamentId
from bot.services import access, event_log
from bot.services.entering import conditions, registration
from bot.services.entering.registration import TeamsOnly
from bot.services.event_kinds import only_for
from bot.services.wishes import repeatable
from bot.storage import accounts
from bot.storage.context import ActorQuery, ActorTx


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
    staff = access.recognise(tx)
    tournament, person = registration.whom_to_enter(tx, tournament_id, person_id)
    roles = _roles(tournament, has_role=has_role)
    lacking = conditions.somebody_lacks(tx, tournament, (person, staff), roles)
    entry = registration.enter_by_staff(tx, tournament, (person, staff), account_name)
    for one in lacking if isinstance(entry, Registered) else ():
        event_log.record(tx, tournament, f"enter_despite_{one}", staff, about=person.person_id)
    return entry


def _roles(tournament: Tournament, *, has_role: bool) -> frozenset[RoleId]:
    rules = tournament.rulebook.entry
    return frozenset({rules.role_id}) if has_role and rules is not None and rules.role_id is not None else frozenset()


@only_for(*OF_PEOPLE, refusal=TeamsOnly)
def asked_account(tx: ActorQuery, tournament_id: TournamentId, person_id: PersonId) -> str | None:
    """The site whose account name has to be told of somebody whom staff enters, or None; raises NotFound."""
    tournament, person = registration.whom_to_enter(tx, tournament_id, person_id)
    site = tournament.rulebook.registration.account
    return None if site is None or accounts.of_person(tx, person.person_id, site) is not None else site

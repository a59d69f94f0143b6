"""Asks the registry which procedure is the right one, and refuses the others with its name (AIJE-A01-2, AIJE-A02)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import Office
from bot.domain.voting.bodies import Bond, RightBody, bond, concerns, instead, may_elect
from bot.domain.voting.votes import Effect, Outcome, Vote
from bot.errors import UserError
from bot.rulebooks import procedure_files
from bot.storage import expulsions, offices, people, votes
from bot.storage.context import Query
from bot.storage.expulsions import Expulsion
from bot.storage.identities import selves


class AnotherProcedure(UserError):
    """About this person another procedure decides (AIJE-A02-1, AIJE-A02-3)."""

    instead: RightBody


class NotAPlayer(UserError):
    """Who has taken part in nothing has nothing that an expulsion could end (AIJE-A02-1)."""


class NotOnCommittee(UserError):
    """The procedure is about a member of the committee, and the person named is none."""


class ExpelledAlready(UserError):
    """The person was expelled; what is left to decide is the readmission (AIJE-A02-2)."""

    readmission_from: datetime


class PetitionNeeded(UserError):
    """While somebody leads the committee, a petition of its members alone opens an election (AIJE-A01-2)."""


class ElectionStands(UserError):
    """A petition called the election: whoever runs it cannot put it aside (AIJE-A01-2)."""


def bond_of(tx: Query, guild_id: GuildId, person_id: PersonId) -> Bond:
    """What the person is to the association, under whichever of their accounts."""
    own = selves(tx, person_id)
    leads = people.offices(tx, guild_id).get(Office.LEADER) in own
    return bond(
        expelled=expulsion_of(tx, person_id) is not None,
        on_committee=leads or any(people.title_of(tx, one) is not None for one in own),
        took_part=any(people.took_part(tx, one) for one in own),
    )


def expulsion_of(tx: Query, person_id: PersonId) -> Expulsion | None:
    """The expulsion that holds against the person; a tombstone stays one after the readmission of who it was."""
    found = (expulsions.of_person(tx, one) for one in selves(tx, person_id))
    return next((one for one in found if one and (one.readmitted_at is None or one.person_id == person_id)), None)


def refuse_wrong(tx: Query, guild_id: GuildId, effect: Effect, subject: PersonId) -> None:
    """Refuses a procedure about somebody to whom another one applies, or none."""
    whom = bond_of(tx, guild_id, subject)
    if concerns(effect, whom):
        return
    right = instead(effect, whom)
    if right is not None:
        raise AnotherProcedure(instead=right)
    expulsion = expulsion_of(tx, subject)
    if expulsion is not None:
        raise ExpelledAlready(readmission_from=expulsion.readmission_from)
    raise NotAPlayer if effect is Effect.EXPEL_PLAYER else NotOnCommittee


def refuse_election(tx: Query, guild_id: GuildId) -> None:
    """Refuses to elect another leader before 51 % of the committee have asked for it (AIJE-A01-2)."""
    led_since = offices.since(tx, guild_id).get(Office.LEADER)
    petitioned = _last_passed(tx, guild_id, Effect.OPEN_ELECTION)
    if not may_elect(led_since, petitioned, _last_passed(tx, guild_id, Effect.ELECT_LEADER)):
        raise PetitionNeeded


def is_answered(tx: Query, petition: Vote) -> bool:
    """Whether the leader whom the petition was against has gone, or was elected anew, since it was opened."""
    led_since = offices.since(tx, petition.guild_id).get(Office.LEADER)
    return not may_elect(led_since, petition.opened_at, _last_passed(tx, petition.guild_id, Effect.ELECT_LEADER))


def refuse_to_call_off(tx: Query, guild_id: GuildId) -> None:
    """While somebody leads, a petition called the election, and one person's word ends it no more than it opens one.

    So no petition is left over with which another election could be opened later.
    """
    if Office.LEADER in people.offices(tx, guild_id):
        raise ElectionStands


def _last_passed(tx: Query, guild_id: GuildId, effect: Effect) -> datetime | None:
    presets = map(procedure_files.preset, procedure_files.names())
    named = [one.name for one in (*presets, *votes.kinds_of_server(tx, guild_id)) if one.effect is effect]
    ended = (votes.last_ended(tx, guild_id, name, Outcome.PASSED) for name in dict.fromkeys(named))
    return max((one for one in ended if one is not None), default=None)

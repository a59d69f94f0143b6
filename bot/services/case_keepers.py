"""Who decides who reads cases and how they are heard: the channel, roles, terms, procedures and commands.

The owner does, or an officer, and never who has a case open. It is on the log with before and after, told where cases
were read until then, and changes nothing for what is open.
"""

from __future__ import annotations

from bot.domain.announcements import ToChannel
from bot.domain.cases.misconduct import FileState, state
from bot.domain.cases.sayings import CaseRule, CaseRulesChanged
from bot.domain.community import Person
from bot.domain.ids import ChannelId, GuildId, PersonId, RoleId
from bot.domain.permissions import Capacity
from bot.errors import UserError
from bot.services import access
from bot.services.cases.misconduct_record import outages_of
from bot.services.speaking import tell_committee
from bot.storage import (
    appeals,
    cases,
    communities,
    identities,
    kept_channels,
    misconduct_cases,
    offices,
    people,
    votes,
)
from bot.storage.context import ActorQuery, Query, Tx


class HasOpenCase(UserError):
    """Nobody changes how cases are heard while a case about them, or about whom they stand in for, is open."""

    needed: tuple[Capacity, ...]


def require(tx: ActorQuery, person: Person | None) -> None:
    """Raises NotAllowed for all but the owner and the officers, and HasOpenCase."""
    access.require_keeper(tx, person)
    refuse_concerned(tx, person)


def refuse_concerned(tx: ActorQuery, person: Person | None) -> None:
    """Raises HasOpenCase for who has a case open, under whichever account, and for such a person's stand-in."""
    concerned = set() if person is None else set(_acts_for(tx, person.person_id))
    if concerned and any(_is_open_against(tx, one) for one in identities.everybody(tx, concerned)):
        raise HasOpenCase(needed=access.KEEPERS)


def _acts_for(tx: ActorQuery, person_id: PersonId) -> list[PersonId]:
    """The person, and who they stand in for."""
    held, own = people.offices(tx, tx.guild_id), identities.selves(tx, person_id)
    acting = offices.standing_in(tx, tx.guild_id, tx.pressed_at)
    return [person_id, *(held[office] for office, one in acting.items() if one.person_id in own and office in held)]


def _is_open_against(tx: ActorQuery, person_id: PersonId) -> bool:
    files = misconduct_cases.of_accused(tx, person_id)
    if any(state(one, tx.pressed_at, outages_of(tx, one)) is not FileState.CLOSED for one in files):
        return True
    return any(one.closed_at is None for one in cases.all_of_person(tx, person_id))


def record(tx: Tx, by: Person, what: CaseRule, before: str, after: str, name: str | None = None) -> None:
    """Puts the change on the log, with before and after."""
    details = {"before": before, "after": after} | ({} if name is None else {"name": name})
    subject, act = f"guild:{by.guild_id}", f"change_case_{what}"
    why = f"{before} → {after}" if name is None else name
    tx.log(by.guild_id, act, subject, actor=by.person_id, why=why, details=details)


def tell(tx: Tx, by: Person, what: CaseRule, before: str, after: str, name: str | None = None) -> None:
    """Puts the change on the log and tells it in the committee's channel, if there is one, as it was before."""
    record(tx, by, what, before, after, name)
    community = communities.load(tx, by.guild_id)
    if community is None or community.committee is None:
        return
    tell_committee(tx, by.guild_id, CaseRulesChanged(by.guild_id, what, before, after, by.person_id, name))


def tell_procedure(tx: Tx, by: Person, texts: tuple[str, str], name: str) -> None:
    """The same of a kind of vote: its file before and after, by its name."""
    tell(tx, by, CaseRule.PROCEDURE, *texts, name)


def tell_role(tx: Tx, by: Person, shown: str, before: RoleId, after: RoleId | None) -> None:
    """The same of the role of Discord's that shows an office or a title."""
    tell(tx, by, CaseRule.ROLE, str(before), str(after or "none"), shown)


def move_channel(tx: Tx, by: Person, before: ChannelId, after: ChannelId, *, is_gone: bool) -> None:
    """The committee's channel moves: told in the old one, in which all that is open goes on, unless it was deleted."""
    told = CaseRulesChanged(by.guild_id, CaseRule.CHANNEL, str(before), str(after), by.person_id)
    record(tx, by, CaseRule.CHANNEL, str(before), str(after))
    if is_gone:
        tell_committee(tx, by.guild_id, told)
        return
    kept_channels.keep(tx, by.guild_id, before, _open_now(tx, by.guild_id))
    tx.enqueue(by.guild_id, ToChannel(before), told)


def _open_now(tx: Query, guild_id: GuildId) -> list[str]:
    """The ids of cases, appeals and votes that are open: what is said of each goes on where it began."""
    files = misconduct_cases.of_guild(tx, guild_id)
    return [
        *(one.file_id for one in files if state(one, tx.now, outages_of(tx, one)) is not FileState.CLOSED),
        *(one.case_id for one in cases.open_of_guild(tx, guild_id)),
        *(one.appeal_id for one in appeals.waiting(tx, guild_id)),
        *(one.vote_id for one in votes.all_open(tx, guild_id)),
    ]

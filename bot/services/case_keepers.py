"""Who decides who reads cases and how they are heard: the channel, roles, terms, procedures and commands.

The owner does, or an officer, and never who has a case open. It is on the log with before and after, told where cases
were read until then, and changes nothing for what is open.
"""

from __future__ import annotations

from typing import Final

from bot.domain.announcements import ToChannel
from bot.domain.cases.misconduct import FileState, state
from bot.domain.cases.sayings import CaseRule, CaseRulesChanged
from bot.domain.community import Person, Place, Presser
from bot.domain.ids import ChannelId, GuildId, Occasion, PersonId, RoleId
from bot.domain.permissions import Act, Capacity, may
from bot.errors import NotAllowed, UserError
from bot.services import access
from bot.services.cases.misconduct_record import outages_of
from bot.services.speaking import promise
from bot.storage import appeals, cases, identities, kept_channels, log, misconduct_cases, offices, people, votes
from bot.storage.database import Work

KEEPERS: Final = (Capacity.SERVER_OWNER, Capacity.PRESIDENT, Capacity.LEADER)


class HasOpenCase(UserError):
    """Nobody changes how cases are heard while a case about them, or about whom they stand in for, is open."""

    needed: tuple[Capacity, ...]


def require(work: Work, presser: Presser, person: Person | None) -> None:
    """Raises NotAllowed for all but the owner and the officers, and HasOpenCase."""
    if not may(Act.SET_UP_HEARINGS, access.capacities(work, presser, person)):
        raise NotAllowed(needed=KEEPERS)
    refuse_concerned(work, presser, person)


def refuse_concerned(work: Work, presser: Presser, person: Person | None) -> None:
    """Raises HasOpenCase for who has a case open, under whichever account, and for such a person's stand-in."""
    concerned = set() if person is None else set(_acts_for(work, presser, person.person_id))
    if concerned and any(_is_open_against(work, one, presser) for one in identities.everybody(work, concerned)):
        raise HasOpenCase(needed=KEEPERS)


def _acts_for(work: Work, presser: Presser, person_id: PersonId) -> list[PersonId]:
    """The person, and who they stand in for."""
    held, own = people.offices(work, presser.guild_id), identities.selves(work, person_id)
    acting = offices.standing_in(work, presser.guild_id, presser.at)
    return [person_id, *(held[office] for office, one in acting.items() if one.person_id in own and office in held)]


def _is_open_against(work: Work, person_id: PersonId, presser: Presser) -> bool:
    files = misconduct_cases.of_accused(work, person_id)
    if any(state(one, presser.at, outages_of(work, one)) is not FileState.CLOSED for one in files):
        return True
    return any(one.closed_at is None for one in cases.all_of_person(work, person_id))


def record(
    work: Work, occasion: Occasion, by: Person, what: CaseRule, before: str, after: str, name: str | None = None
) -> None:
    """Puts the change on the log, with before and after."""
    details = {"before": before, "after": after} | ({} if name is None else {"name": name})
    subject, act = f"guild:{by.guild_id}", f"change_case_{what}"
    why = f"{before} → {after}" if name is None else name
    log.add(work, by.guild_id, occasion.now, act, subject, actor=by.person_id, why=why, details=details)


def tell(
    work: Work, occasion: Occasion, by: Person, what: CaseRule, before: str, after: str, name: str | None = None
) -> None:
    """Puts the change on the log and tells it in the committee's channel, as it was before the change."""
    record(work, occasion, by, what, before, after, name)
    promise(
        work,
        occasion,
        by.guild_id,
        Place.COMMITTEE,
        CaseRulesChanged(by.guild_id, what, before, after, by.person_id, name),
    )


def tell_procedure(work: Work, occasion: Occasion, by: Person, texts: tuple[str, str], name: str) -> None:
    """The same of a kind of vote: its file before and after, by its name."""
    tell(work, occasion, by, CaseRule.PROCEDURE, *texts, name)


def tell_role(work: Work, occasion: Occasion, by: Person, shown: str, before: RoleId, after: RoleId | None) -> None:
    """The same of the role of Discord's that shows an office or a title."""
    tell(work, occasion, by, CaseRule.ROLE, str(before), str(after or "none"), shown)


def move_channel(
    work: Work, occasion: Occasion, by: Person, before: ChannelId, after: ChannelId, *, is_gone: bool
) -> None:
    """The committee's channel moves: told in the old one, in which all that is open goes on, unless it was deleted."""
    told = CaseRulesChanged(by.guild_id, CaseRule.CHANNEL, str(before), str(after), by.person_id)
    record(work, occasion, by, CaseRule.CHANNEL, str(before), str(after))
    if is_gone:
        promise(work, occasion, by.guild_id, Place.COMMITTEE, told)
        return
    kept_channels.keep(work, by.guild_id, before, _open_now(work, occasion, by.guild_id))
    promise(work, occasion, by.guild_id, ToChannel(before), told)


def _open_now(work: Work, occasion: Occasion, guild_id: GuildId) -> list[str]:
    """The ids of cases, appeals and votes that are open: what is said of each goes on where it began."""
    files = misconduct_cases.of_guild(work, guild_id)
    return [
        *(one.file_id for one in files if state(one, occasion.now, outages_of(work, one)) is not FileState.CLOSED),
        *(one.case_id for one in cases.open_of_guild(work, guild_id)),
        *(one.appeal_id for one in appeals.waiting(work, guild_id)),
        *(one.vote_id for one in votes.all_open(work, guild_id)),
    ]

"""A report about a member of the committee: for each of the others alone, by letter and desk, not in their channel."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.cases.misconduct import MisconductCase
from bot.domain.cases.sayings import FileForJudge, FileNews, FileNote, FileOpened
from bot.domain.community import Person, Place, Presser
from bot.domain.ids import GuildId, MemberId, Occasion, PersonId
from bot.errors import UserError
from bot.services.cases.misconduct_record import require_judge
from bot.services.speaking import look_for_decisions, promise, write_to
from bot.storage import communities, identities, outbox, people
from bot.storage.database import Work


def sits(work: Work, guild_id: GuildId, person_id: PersonId) -> bool:
    """Whether the person reads the committee's channel by a title or an office, under whichever account."""
    own = identities.selves(work, person_id)
    held = set(people.offices(work, guild_id).values())
    return not held.isdisjoint(own) or any(people.title_of(work, one) is not None for one in own)


def is_kept_from_channel(work: Work, file: MisconductCase) -> bool:
    """Whether the case is for letters and desks alone: it began so, or its accused sits on the committee by now."""
    begun_so = bool(outbox.all_promises(work, FileForJudge, file.file_id))
    return begun_so or sits(work, file.guild_id, file.accused)


def show_judges(work: Work, occasion: Occasion, file: MisconductCase) -> None:
    """Shows a new case to those who decide it: in the committee's channel, or to each alone."""
    if not sits(work, file.guild_id, file.accused):
        promise(work, occasion, file.guild_id, Place.COMMITTEE, FileOpened(file.file_id))
        return
    for judge in judges(work, occasion, file):
        write_to(work, occasion, file.guild_id, judge, FileForJudge(file.file_id))
    look_for_decisions(work, file.guild_id, occasion.now)


def tell_reply_over(work: Work, occasion: Occasion, file: MisconductCase) -> None:
    """Says to those who decide that the time to answer is over."""
    if not is_kept_from_channel(work, file):
        promise(work, occasion, file.guild_id, Place.COMMITTEE, FileNote(file.file_id, FileNews.OVER))
        return
    for judge in judges(work, occasion, file):
        write_to(work, occasion, file.guild_id, judge, FileForJudge(file.file_id, FileNews.OVER))


def judges(work: Work, occasion: Occasion, file: MisconductCase) -> Iterator[Person]:
    """Officers and arbiters who may act in the case; where nobody may, the server's owner, who can name somebody."""
    ids = [*people.offices(work, file.guild_id).values(), *people.arbiters(work, file.guild_id)]
    known = people.by_ids(work, dict.fromkeys(ids))
    able = [one for one in known.values() if _may_judge(work, occasion, one, file)]
    yield from able or _owner(work, file)


def _may_judge(work: Work, occasion: Occasion, person: Person, file: MisconductCase) -> bool:
    member = person.discord_id or MemberId(0)
    presser = Presser(file.guild_id, member, person.name, person.language or "", False, False, occasion.now)
    try:
        require_judge(work, presser, person, file)
    except UserError:
        return False
    return True


def _owner(work: Work, file: MisconductCase) -> list[Person]:
    community = communities.load(work, file.guild_id)
    owner = None if community is None else people.of_member(work, file.guild_id, community.owner_id)
    if owner is None or identities.are_one(work, owner.person_id, file.accused):
        return []
    return [owner]

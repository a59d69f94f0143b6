"""How often one Discord account may do what others have to read, answer or store: every limit of a person is here.

What is counted hangs on the account and not on the person's entry in the registry, so that it holds when somebody
leaves, or has everything erased and comes back, and under all accounts that staff knows to be one person's. It is kept
as a keyed hash and goes when it counts no more (`bot/storage/account_counts.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from bot.domain.community import Person, Presser
from bot.domain.ids import Occasion
from bot.domain.quotas import QUOTAS, Counted
from bot.errors import KeptEnough, Subject, UserError
from bot.services import access
from bot.storage import account_counts, identities, people
from bot.storage.account_counts import AccountMark
from bot.storage.database import Work

MOST: Final = {
    Subject.ACCOUNT: 30,
    Subject.COUNTRY: 20,
    Subject.GRADE: 30,
}
"""What one person was called on one site, and countries and grades declared one after the other. These rows go with an
erasure, so that no more of them is ever kept."""


class InvitedEnough(UserError):
    """The account has asked the person to the same as often as it may in a day."""

    name: str
    until: datetime


class SharedEnough(UserError):
    """The account has shown as much to everybody lately as it may."""

    until: datetime


def refuse_more(what: Subject, kept: int) -> None:
    """Raises KeptEnough where as many are kept as may be."""
    if kept >= MOST[what]:
        raise KeptEnough(what=what, limit=MOST[what])


def refuse(
    work: Work, person: Person, what: Counted, at: datetime, refusal: Callable[[datetime], UserError], scope: str = ""
) -> None:
    """Raises the refusal, which is told when the next one is free, where the account has done it as often as it may."""
    counts = account_counts.counting(work, person.guild_id, _marks(work, person), what, scope, at)
    quota = QUOTAS[what]
    if len(counts) >= quota.most:
        raise refusal(counts[len(counts) - quota.most])


def spend(
    work: Work,
    occasion: Occasion,
    person: Person,
    what: Counted,
    refusal: Callable[[datetime], UserError],
    scope: str = "",
    thing: str = "",
) -> None:
    """Counts one more of what the account does; raises as `refuse` does."""
    refuse(work, person, what, occasion.now, refusal, scope)
    count(work, occasion, person, what, scope, thing)


def count(work: Work, occasion: Occasion, person: Person, what: Counted, scope: str = "", thing: str = "") -> None:
    """Counts one more without a look at how many there are."""
    mark = account_counts.make_mark(work, occasion, person)
    account_counts.add(work, person.guild_id, mark, what, scope, thing, occasion.now)


def keep(work: Work, occasion: Occasion, person: Person, what: Counted, kept: Subject, scope: str) -> None:
    """As `spend`, of something that is stored: raises KeptEnough."""
    spend(work, occasion, person, what, lambda _: KeptEnough(what=kept, limit=QUOTAS[what].most), scope)


def share(work: Work, occasion: Occasion, presser: Presser) -> None:
    """Counts something that the presser shows to everybody in a channel; raises SharedEnough."""
    person = access.recognise(work, occasion, presser)
    spend(work, occasion, person, Counted.SHARE, lambda until: SharedEnough(until=until))


# --- invitations ---------------------------------------------------------------------------------------------------


def rings(work: Work, occasion: Occasion, by: Person, whom: Person, matter: str, what: Counted = Counted.CALL) -> bool:
    """Whether what the one does in that matter calls the other: the first time in a day, and silently after it."""
    scope = _scope(work, occasion, whom, matter)
    counts = account_counts.counting(work, by.guild_id, _marks(work, by), what, scope, occasion.now)
    if len(counts) >= QUOTAS[what].most:
        return False
    count(work, occasion, by, what, scope)
    return True


def invite(work: Work, occasion: Occasion, by: Person, whom: Person, matter: str) -> bool:
    """Counts an invitation of whatever kind, and answers whether it calls; raises InvitedEnough.

    `matter` is what it is to: an event, a game, an office. An invitation that is taken counts no more (`note_taken`).
    """
    scope = _scope(work, occasion, whom, matter)
    spend(work, occasion, by, Counted.INVITATION, lambda until: InvitedEnough(name=whom.name, until=until), scope)
    return rings(work, occasion, by, whom, matter)


def note_taken(work: Work, occasion: Occasion, by: Person, whom: Person, matter: str) -> None:
    """The person has said yes: what the other asked was welcome."""
    scope = _scope(work, occasion, whom, matter)
    both = (Counted.CALL, Counted.INVITATION)
    account_counts.give_back(work, by.guild_id, _marks(work, by), both, scope)


def _scope(work: Work, occasion: Occasion, whom: Person, matter: str) -> str:
    return f"{matter}:{account_counts.make_mark(work, occasion, whom)}"


def _marks(work: Work, person: Person) -> set[AccountMark]:
    """The marks of all accounts of the person; an entry that has none any more is one that an erasure left."""
    own = people.by_ids(work, identities.selves(work, person.person_id)).values()
    held = [one for one in own if one.discord_id is not None] or [person]
    return {mark for one in held if (mark := account_counts.mark_of(work, one)) is not None}

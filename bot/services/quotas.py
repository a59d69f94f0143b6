"""How often one Discord account may do what others have to read, answer or store: every limit of a person is here.

What is counted hangs on the account and not on the person's entry in the registry, so that it holds when somebody
leaves, or has everything erased and comes back, and under all accounts that staff knows to be one person's. It is kept
as a keyed hash and goes when it counts no more (`bot/storage/account_counts.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from bot.domain.community import Person
from bot.domain.quotas import QUOTAS, Counted
from bot.errors import KeptEnough, Subject, UserError
from bot.services import access
from bot.storage import account_counts, identities, people
from bot.storage.account_counts import AccountMark
from bot.storage.context import ActorTx, Query, Tx

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
    tx: Query, person: Person, what: Counted, at: datetime, refusal: Callable[[datetime], UserError], scope: str = ""
) -> None:
    """Raises the refusal, which is told when the next one is free, where the account has done it as often as it may."""
    counts = account_counts.counting(tx, person.guild_id, _marks(tx, person), what, scope, at)
    quota = QUOTAS[what]
    if len(counts) >= quota.most:
        raise refusal(counts[len(counts) - quota.most])


def spend(
    tx: Tx,
    person: Person,
    what: Counted,
    refusal: Callable[[datetime], UserError],
    scope: str = "",
    thing: str = "",
) -> None:
    """Counts one more of what the account does; raises as `refuse` does."""
    refuse(tx, person, what, tx.now, refusal, scope)
    count(tx, person, what, scope, thing)


def count(tx: Tx, person: Person, what: Counted, scope: str = "", thing: str = "") -> None:
    """Counts one more without a look at how many there are."""
    mark = account_counts.make_mark(tx, person)
    account_counts.add(tx, person.guild_id, mark, what, scope, thing)


def keep(tx: Tx, person: Person, what: Counted, kept: Subject, scope: str) -> None:
    """As `spend`, of something that is stored: raises KeptEnough."""
    spend(tx, person, what, lambda _: KeptEnough(what=kept, limit=QUOTAS[what].most), scope)


def share(tx: ActorTx) -> None:
    """Counts something that the presser shows to everybody in a channel; raises SharedEnough."""
    person = access.recognise(tx)
    spend(tx, person, Counted.SHARE, lambda until: SharedEnough(until=until))


# --- invitations ---------------------------------------------------------------------------------------------------


def rings(tx: Tx, by: Person, whom: Person, matter: str, what: Counted = Counted.CALL) -> bool:
    """Whether what the one does in that matter calls the other: the first time in a day, and silently after it."""
    scope = _scope(tx, whom, matter)
    counts = account_counts.counting(tx, by.guild_id, _marks(tx, by), what, scope, tx.now)
    if len(counts) >= QUOTAS[what].most:
        return False
    count(tx, by, what, scope)
    return True


def invite(tx: Tx, by: Person, whom: Person, matter: str) -> bool:
    """Counts an invitation of whatever kind, and answers whether it calls; raises InvitedEnough.

    `matter` is what it is to: an event, a game, an office. An invitation that is taken counts no more (`note_taken`).
    """
    scope = _scope(tx, whom, matter)
    spend(tx, by, Counted.INVITATION, lambda until: InvitedEnough(name=whom.name, until=until), scope)
    return rings(tx, by, whom, matter)


def note_taken(tx: Tx, by: Person, whom: Person, matter: str) -> None:
    """The person has said yes: what the other asked was welcome."""
    scope = _scope(tx, whom, matter)
    both = (Counted.CALL, Counted.INVITATION)
    account_counts.give_back(tx, by.guild_id, _marks(tx, by), both, scope)


def _scope(tx: Tx, whom: Person, matter: str) -> str:
    return f"{matter}:{account_counts.make_mark(tx, whom)}"


def _marks(tx: Query, person: Person) -> set[AccountMark]:
    """The marks of all accounts of the person; an entry that has none any more is one that an erasure left."""
    own = people.by_ids(tx, identities.selves(tx, person.person_id)).values()
    held = [one for one in own if one.discord_id is not None] or [person]
    return {mark for one in held if (mark := account_counts.mark_of(tx, one)) is not None}

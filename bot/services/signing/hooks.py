"""What capabilities add to second signatures: how an act is carried out once it is signed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from bot.domain.hooks import Hooks, Joined, first
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import Act
from bot.domain.signing.signatures import REFUSED_FOR, Signature, Signed, Wish
from bot.storage.context import ActorTx, Query

CarryOut = Callable[[ActorTx, Signature, Any], None]
"""Does the act anew, by the facts of now. `Presser` is who signs, or where it waited in public, who asked.

Raises the UserError that the act itself would raise where the wish does not hold any more.
"""


@dataclass(frozen=True, slots=True)
class SignedVerb:
    """One kind of act that waits for a second signature."""

    act: Act
    """Whose offices come first for the signature."""
    wish: type[Wish]
    carry_out: CarryOut
    told: Callable[[Query, Signature, Any], object] = lambda _work, _signature, wish: wish
    """What its card is made of; None where nothing can be told of it any more."""
    about: Callable[[Query, Any], str] = lambda _work, wish: repr(wish)
    """What two wishes have in common that are the same in other words: a person, a list, an event."""
    refused_for: timedelta = REFUSED_FOR
    """For so long who asked asks for nothing about the same, once it was declined or objected to."""


class SigningHooks(Hooks):
    """The acts of one capability that can wait for a second signature."""

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """Each kind with its verb."""
        return {}

    def arbiters_brought_by(self, tx: Query, guild_id: GuildId, some: Collection[PersonId]) -> set[PersonId]:
        """Whose service as an arbiter is the word of one of the people."""
        return set()


SIGNING_HOOKS: Final = Joined(SigningHooks)


def verb_of(kind: Signed) -> SignedVerb:
    """The verb of the kind; raises LookupError where no capability has it."""
    found = first(one.verbs().get(kind) for one in SIGNING_HOOKS)
    if found is None:
        raise LookupError(f"nobody carries out {kind}")
    return found

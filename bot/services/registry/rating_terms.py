"""The numbers of a server's rating list: what holds, what held, and how they change (AIJE-B02-2).

An event takes them when it is created (`services/events/official.py`), so that a change counts from the next one on.
"""

from __future__ import annotations

from typing import Final

from bot.domain.community import Person
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import Act, Capacity
from bot.domain.rating_terms import LEAST_INITIAL, LEAST_K, MOST_INITIAL, MOST_K, DatedTerms, RatingTerms, within_bounds
from bot.domain.registry.rating_terms import TermsView, TermsWish
from bot.domain.registry.sayings import RatingTermsChanged
from bot.domain.signing.signatures import LIST_WAITS_FOR, Signature, Signed
from bot.errors import NotAllowed, Outdated, UserError
from bot.services import access
from bot.services.events import list_terms
from bot.services.signing import signatures
from bot.services.signing.hooks import SignedVerb
from bot.services.speaking import promise_publicly
from bot.storage import people, rating_terms
from bot.storage.context import ActorQuery, ActorTx, Query, Tx


class TermsUnchanged(UserError):
    """The list has these numbers already."""

    k: float
    initial: float


class TermsOutOfBounds(UserError):
    """A number that no list has."""

    least_k: int = LEAST_K
    most_k: int = MOST_K
    least_initial: int = LEAST_INITIAL
    most_initial: int = MOST_INITIAL


def view(tx: Query, guild_id: GuildId) -> TermsView:
    """What holds and what held, the latest first."""
    dated = tuple(reversed(rating_terms.every(tx, guild_id)))
    meant = sorted({who for one in dated for who in (one.chosen_by, one.signed_by) if who is not None})
    return TermsView(dated, people.by_ids(tx, meant), bool(people.offices(tx, guild_id)))


def change(tx: ActorTx, k: float | None, initial: float | None) -> TermsView | None:
    """Gives the list other numbers, for events to come; answers None where it waits for a second signature.

    Raises NotAllowed, TermsOutOfBounds and TermsUnchanged.
    """
    person = access.recognise(tx)
    require(tx, person)
    before = list_terms.present(tx, tx.guild_id)
    wanted = RatingTerms(before.initial if initial is None else initial, before.k if k is None else k)
    refuse(before, wanted)
    if _has_a_second(tx, tx.guild_id):
        wish = TermsWish(wanted.k, wanted.initial, before.k, before.initial)
        signatures.ask(tx, person, wish, lapses=LIST_WAITS_FOR)
        return None
    set_terms(tx, tx.guild_id, wanted, person.person_id, None)
    return view(tx, tx.guild_id)


def carry_out(tx: ActorTx, found: Signature, wish: TermsWish) -> None:
    """Gives the list the numbers once they are signed; raises Outdated where others hold by now."""
    signer = people.of_member(tx, found.guild_id, tx.actor.member_id)
    asker, asking = signatures.asker_presser(tx, found, tx.now)
    require(tx.acting_as(asking), asker)
    if list_terms.present(tx, found.guild_id) != wish.before:
        raise Outdated
    refuse(wish.before, wish.wanted)
    signed = None if signer is None or signer.person_id == asker.person_id else signer.person_id
    set_terms(tx, found.guild_id, wish.wanted, asker.person_id, signed)


SIGNED: Final = {
    Signed.RATING_TERMS: SignedVerb(Act.SET_RATING_TERMS, TermsWish, carry_out, about=lambda _work, _wish: "terms")
}
"""Other numbers wait for the other officer."""


def require(tx: ActorQuery, person: Person) -> None:
    """Raises NotAllowed for all but leader and President, and for the owner as long as one of the two is there."""
    held = access.require(tx, person, Act.SET_RATING_TERMS)
    officers = frozenset({Capacity.PRESIDENT, Capacity.LEADER})
    if people.offices(tx, tx.guild_id) and held.isdisjoint(officers):
        raise NotAllowed(needed=(Capacity.PRESIDENT, Capacity.LEADER))


def refuse(before: RatingTerms, wanted: RatingTerms) -> None:
    """Raises TermsOutOfBounds and TermsUnchanged."""
    if not within_bounds(wanted):
        raise TermsOutOfBounds
    if wanted == before:
        raise TermsUnchanged(k=before.k, initial=before.initial)


def _has_a_second(tx: Query, guild_id: GuildId) -> bool:
    """Whether the server has a committee: then nobody changes its list alone."""
    return bool(people.offices(tx, guild_id)) or bool(people.arbiters(tx, guild_id))


def set_terms(tx: Tx, guild_id: GuildId, wanted: RatingTerms, chosen_by: PersonId, signed_by: PersonId | None) -> None:
    """Writes the numbers from now on, and tells everybody."""
    rating_terms.add(tx, guild_id, DatedTerms(wanted, tx.now, chosen_by, signed_by))
    numbers = {"k": f"{wanted.k:g}", "initial": f"{wanted.initial:g}"}
    tx.log(guild_id, "set_rating_terms", "rating:terms", actor=chosen_by, details=numbers)
    promise_publicly(tx, guild_id, RatingTermsChanged(guild_id, tx.now))

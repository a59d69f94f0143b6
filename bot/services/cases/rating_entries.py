"""A rating for somebody who was forgotten: leader and President give it together, in public."""

from __future__ import annotations

from bot.domain.cases.rating_amendments import read_rating
from bot.domain.cases.rating_entries import RatingEntered, RatingEnteredTold
from bot.domain.community import Someone
from bot.domain.permissions import Act
from bot.domain.signing.signatures import LIST_WAITS_FOR, Signature, SignatureView
from bot.domain.typed_text import checked_reason
from bot.errors import NotFound, Subject, UserError
from bot.services import access, rating_lists, recusal
from bot.services.cases.rating_amendments import RatingUnreadable
from bot.services.signing import signatures
from bot.storage import expulsions, identities, people, ratings
from bot.storage.context import ActorTx, Query
from bot.storage.ratings import Rated, RatingList


class RatedAlready(UserError):
    """The person is on the rating list; what stands there is put right by `/rating correct`."""

    name: str


class BeginsAnew(UserError):
    """Who was expelled begins anew, and no rating of before comes back (AIJE-A02-2)."""

    name: str


def ask(tx: ActorTx, who: Someone, rating: str, reason: str) -> SignatureView:
    """The leader or the President asks for it, and the other signs. Raises what refuses it."""
    by = access.recognise(tx)
    access.require(tx, by, Act.ENTER_RATING)
    wanted, why = read_rating(rating), checked_reason(reason)
    if wanted is None:
        raise RatingUnreadable(given=rating)
    person = access.somebody(tx, tx.guild_id, who)
    recusal.refuse(tx, by.person_id, Act.ENTER_RATING, person.person_id)
    wish = RatingEntered(person.person_id, wanted, why)
    _refuse_known(tx, wish)
    concerned = [person.person_id]
    asked = signatures.ask(tx, by, wish, concerned=concerned, lapses=LIST_WAITS_FOR)
    return signatures.find_view(tx, asked.signature_id)


def carry_out(tx: ActorTx, signature: Signature, wish: RatingEntered) -> None:
    """Publishes a list with the person on it; raises what `ask` raises where that does not hold any more."""
    asker, asking = signatures.asker_presser(tx, signature, tx.now)
    access.require(tx.acting_as(asking), asker, Act.ENTER_RATING)
    recusal.refuse(tx.acting_as(asking), asker.person_id, Act.ENTER_RATING, wish.person_id)
    _refuse_known(tx, wish)
    guild_id, current = signature.guild_id, ratings.current(tx, signature.guild_id)
    rated = {} if current is None else current.rated
    line = Rated(wish.person_id, wish.rating, 0)
    fresh = RatingList(tx.new_id(), guild_id, None, tx.now, {**rated, wish.person_id: line})
    rating_lists.publish(tx, fresh)
    details = {"rating": f"{wish.rating:.6f}"}
    subject, by = f"person:{wish.person_id}", signature.asked_by
    tx.log(guild_id, "enter_rating", subject, actor=by, why=wish.reason, details=details)


def tell(tx: Query, signature: Signature, wish: RatingEntered) -> RatingEnteredTold:
    """Who, which rating, and why."""
    del signature
    person = people.load(tx, wish.person_id)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    return RatingEnteredTold(person, wish.rating, wish.reason)


def about(_: Query, wish: RatingEntered) -> str:
    """Another number for the same person is no other wish."""
    return wish.person_id


def _refuse_known(tx: Query, wish: RatingEntered) -> None:
    person, own = people.load(tx, wish.person_id), identities.selves(tx, wish.person_id)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    if not ratings.ratings(tx, person.guild_id).keys().isdisjoint(own):
        raise RatedAlready(name=person.name)
    if not expulsions.all_expelled(tx, person.guild_id).isdisjoint(own):
        raise BeginsAnew(name=person.name)

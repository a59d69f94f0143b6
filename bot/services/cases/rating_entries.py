"""A rating for somebody who was forgotten: leader and President give it together, in public."""

from __future__ import annotations

from bot.domain.cases.rating_amendments import read_rating
from bot.domain.cases.rating_entries import RatingEntered, RatingEnteredTold
from bot.domain.community import Presser, Someone
from bot.domain.ids import Occasion
from bot.domain.permissions import Act
from bot.domain.signing.signatures import LIST_WAITS_FOR, Signature, SignatureView
from bot.domain.typed_text import checked_reason
from bot.errors import NotFound, Subject, UserError
from bot.services import access, rating_lists, recusal
from bot.services.cases.rating_amendments import RatingUnreadable
from bot.services.signing import signatures
from bot.storage import expulsions, identities, log, people, ratings
from bot.storage.database import Work
from bot.storage.ratings import Rated, RatingList


class RatedAlready(UserError):
    """The person is on the rating list; what stands there is put right by `/rating correct`."""

    name: str


class BeginsAnew(UserError):
    """Who was expelled begins anew, and no rating of before comes back (AIJE-A02-2)."""

    name: str


def ask(work: Work, occasion: Occasion, presser: Presser, who: Someone, rating: str, reason: str) -> SignatureView:
    """The leader or the President asks for it, and the other signs. Raises what refuses it."""
    by = access.recognise(work, occasion, presser)
    access.require(work, presser, by, Act.ENTER_RATING)
    wanted, why = read_rating(rating), checked_reason(reason)
    if wanted is None:
        raise RatingUnreadable(given=rating)
    person = access.somebody(work, occasion, presser.guild_id, who)
    recusal.refuse(work, presser, by.person_id, Act.ENTER_RATING, person.person_id)
    wish = RatingEntered(person.person_id, wanted, why)
    _refuse_known(work, wish)
    concerned = [person.person_id]
    asked = signatures.ask(work, occasion, presser, by, wish, concerned=concerned, lapses=LIST_WAITS_FOR)
    return signatures.find_view(work, presser, asked.signature_id)


def carry_out(work: Work, occasion: Occasion, presser: Presser, signature: Signature, wish: RatingEntered) -> None:
    """Publishes a list with the person on it; raises what `ask` raises where that does not hold any more."""
    del presser
    asker, asking = signatures.asker_presser(work, signature, occasion.now)
    access.require(work, asking, asker, Act.ENTER_RATING)
    recusal.refuse(work, asking, asker.person_id, Act.ENTER_RATING, wish.person_id)
    _refuse_known(work, wish)
    guild_id, current = signature.guild_id, ratings.current(work, signature.guild_id)
    rated = {} if current is None else current.rated
    line = Rated(wish.person_id, wish.rating, 0)
    fresh = RatingList(occasion.ids.fresh(), guild_id, None, occasion.now, {**rated, wish.person_id: line})
    rating_lists.publish(work, occasion, fresh)
    details = {"rating": f"{wish.rating:.6f}"}
    subject, by = f"person:{wish.person_id}", signature.asked_by
    log.add(work, guild_id, occasion.now, "enter_rating", subject, actor=by, why=wish.reason, details=details)


def tell(work: Work, signature: Signature, wish: RatingEntered) -> RatingEnteredTold:
    """Who, which rating, and why."""
    del signature
    person = people.load(work, wish.person_id)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    return RatingEnteredTold(person, wish.rating, wish.reason)


def about(_: Work, wish: RatingEntered) -> str:
    """Another number for the same person is no other wish."""
    return wish.person_id


def _refuse_known(work: Work, wish: RatingEntered) -> None:
    person, own = people.load(work, wish.person_id), identities.selves(work, wish.person_id)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    if not ratings.ratings(work, person.guild_id).keys().isdisjoint(own):
        raise RatedAlready(name=person.name)
    if not expulsions.all_expelled(work, person.guild_id).isdisjoint(own):
        raise BeginsAnew(name=person.name)

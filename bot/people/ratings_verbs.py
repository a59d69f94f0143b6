"""The one door by which rating lists come out or are taken back, and ratings that rest after an erasure.

Open events look at what hangs on a list (AIJE-D05-1). An erasure does not get rid of a low rating: it rests for a
year on no list and under no name, as a row of a keyed hash of the account, the number and the games, and comes back
with the same Discord account. After the year it is gone, and the person is new. Linked accounts have one rating, so
it is there at once for a person whom staff knows by another account.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, PersonId
from bot.people import personal_store, ratings_store, store
from bot.people.model import Person
from bot.people.personal_store import AccountMark
from bot.people.ratings_store import Rated, RatingList
from bot.play.plugs import Hooks, Joined
from bot.play.rating import RatedMatch

# --- rating lists ---------------------------------------------------------------------------------------------------


class RatingHooks(Hooks):
    """What one feature adds to a list that comes out."""

    def list_changed(self, tx: Tx, guild_id: GuildId) -> None:
        """Told once another rating list of the server holds."""


RATING_HOOKS: Final = Joined(RatingHooks)


def publish(tx: Tx, rating_list: RatingList) -> None:
    """Publishes a whole list, and has entries of open events held against it."""
    ratings_store.publish(tx, rating_list)
    follow(tx, rating_list.guild_id)


def follow(tx: Tx, guild_id: GuildId) -> None:
    """Has the features look at the list that holds now."""
    for rating_hook in RATING_HOOKS:
        rating_hook.list_changed(tx, guild_id)


# --- ratings at rest ------------------------------------------------------------------------------------------------


RESTS_FOR: Final = timedelta(days=365)


def line_of(tx: Query, person: Person) -> Rated | None:
    """The person's line on the list that holds."""
    current = ratings_store.current(tx, person.guild_id)
    return None if current is None else current.rated.get(person.person_id)


def rest(tx: Tx, person: Person, line: Rated | None) -> None:
    """Keeps the line of somebody who is erased, for the account that they had, and for another that they play by."""
    if line is None:
        return
    if person.discord_id is not None:
        mark = personal_store.make_mark(tx, person)
        ratings_store.rest_rating(tx, person.guild_id, mark, line, tx.now + RESTS_FOR)
    heir = _other_account(tx, person)
    if heir is not None:
        _put_back(tx, replace(line, person_id=heir.person_id), heir)


def _other_account(tx: Query, person: Person) -> Person | None:
    """Under which other account the person is known here, where none of theirs is on the list."""
    own = [one for one in store.same_person_ids(tx, person.person_id) if one != person.person_id]
    if not ratings_store.ratings(tx, person.guild_id).keys().isdisjoint(own):
        return None
    known, buried = store.by_ids(tx, own), store.buried_among(tx, set(own))
    found = (known[one] for one in own if one in known and one not in buried)
    return next((one for one in found if one.discord_id not in {None, person.discord_id}), None)


def welcome(tx: Tx, person: Person) -> bool:
    """Puts somebody who has just become known back on the list with the rating that rests; False where none does."""
    mark = personal_store.mark_of(tx, person)
    line = None
    if mark is not None:
        line = ratings_store.resting_rating_of_account(tx, person.guild_id, mark, person.person_id, tx.now)
    if mark is None or line is None:
        return False
    ratings_store.drop_resting_rating(tx, person.guild_id, [mark])
    _put_back(tx, line, person)
    return True


def _put_back(tx: Tx, line: Rated, person: Person) -> None:
    """Publishes the list with the line on it."""
    current = ratings_store.current(tx, person.guild_id)
    rated = {**(current.rated if current else {}), person.person_id: line}
    publish(tx, RatingList(tx.new_id(), person.guild_id, None, tx.now, rated))
    tx.log(person.guild_id, "return_rating", f"person:{person.person_id}", actor=person.person_id)


def former(
    tx: Query, guild_id: GuildId, listed: Mapping[PersonId, Rated], matches: Collection[RatedMatch]
) -> dict[PersonId, Rated]:
    """Of those who played and are on no list, whose games count for another line of the same person.

    It is that of another account of theirs, as where the account of somebody erased has come back, and else, of who was
    erased before the event's end, the one that rests.
    """
    found: dict[PersonId, Rated] = {}
    played = {one for match in matches for one in (match.first, match.second)} - listed.keys()
    buried = store.buried_among(tx, played)
    for person_id in sorted(played):
        here = _listed_self(tx, listed, person_id)
        if here is None and person_id not in buried:
            continue
        rests = (ratings_store.resting_rating_of_mark(tx, guild_id, mark, person_id) for mark in _marks(tx, person_id))
        line = listed[here] if here is not None else next(filter(None, rests), None)
        if line is not None:
            found[person_id] = line
    return found


def settle(
    tx: Tx, guild_id: GuildId, listed: dict[PersonId, Rated], person_id: PersonId, by: float, games: int
) -> None:
    """What the games of somebody erased gave or took goes to the account: on the list, or to the rating that rests."""
    here = _listed_self(tx, listed, person_id)
    if here is not None:
        line = listed[here]
        listed[here] = replace(line, rating=line.rating + by, games=line.games + games)
        return
    for mark in _marks(tx, person_id):
        ratings_store.move_resting_rating(tx, guild_id, mark, by, games)


def _listed_self(tx: Query, listed: Collection[PersonId], person_id: PersonId) -> PersonId | None:
    """Under whom the same person is on the list: by an account that has come back, or by another of theirs."""
    own = store.same_person_ids(tx, person_id)
    return next((one for one in own if one in listed and one != person_id), None)


def drop(tx: Tx, guild_id: GuildId, person_id: PersonId) -> None:
    """A rating that the committee has erased comes back with no account (AIJE-A02-2, AIJE-A02-5)."""
    ratings_store.drop_resting_rating(tx, guild_id, _marks(tx, person_id))


def _marks(tx: Query, person_id: PersonId) -> set[AccountMark]:
    found = set[AccountMark]()
    for one in store.by_ids(tx, store.same_person_ids(tx, person_id)).values():
        member_id = one.discord_id or store.kept_account(tx, one.person_id)
        mark = None if member_id is None else personal_store.mark_of(tx, replace(one, discord_id=member_id))
        found |= {mark} if mark is not None else set()
    return found

"""The rating of who had everything erased rests for a year, and comes back with the same Discord account.

Nobody gets rid of a low rating by an erasure. Until then it stands on no list and under no name: a row of a keyed hash
of the account, the number and the games. After the year it is gone, and who comes back is new. Who plays on by another
account, which staff knows to be theirs, has it there at once: linked accounts have one rating.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.domain.community import Person
from bot.domain.ids import GuildId, PersonId
from bot.domain.rating import RatedMatch
from bot.services import rating_lists
from bot.storage import account_counts, identities, people, ratings, resting_ratings
from bot.storage.account_counts import AccountMark
from bot.storage.context import Query, Tx
from bot.storage.ratings import Rated, RatingList

RESTS_FOR: Final = timedelta(days=365)


def line_of(tx: Query, person: Person) -> Rated | None:
    """The person's line on the list that holds."""
    current = ratings.current(tx, person.guild_id)
    return None if current is None else current.rated.get(person.person_id)


def rest(tx: Tx, person: Person, line: Rated | None) -> None:
    """Keeps the line of somebody who is erased, for the account that they had, and for another that they play by."""
    if line is None:
        return
    if person.discord_id is not None:
        mark = account_counts.make_mark(tx, person)
        resting_ratings.rest(tx, person.guild_id, mark, line, tx.now + RESTS_FOR)
    heir = _other_account(tx, person)
    if heir is not None:
        _put_back(tx, replace(line, person_id=heir.person_id), heir)


def _other_account(tx: Query, person: Person) -> Person | None:
    """Under which other account the person is known here, where none of theirs is on the list."""
    own = [one for one in identities.selves(tx, person.person_id) if one != person.person_id]
    if not ratings.ratings(tx, person.guild_id).keys().isdisjoint(own):
        return None
    known, buried = people.by_ids(tx, own), people.buried_among(tx, set(own))
    found = (known[one] for one in own if one in known and one not in buried)
    return next((one for one in found if one.discord_id not in {None, person.discord_id}), None)


def welcome(tx: Tx, person: Person) -> bool:
    """Puts somebody who has just become known back on the list with the rating that rests; False where none does."""
    mark = account_counts.mark_of(tx, person)
    line = None
    if mark is not None:
        line = resting_ratings.of_account(tx, person.guild_id, mark, person.person_id, tx.now)
    if mark is None or line is None:
        return False
    resting_ratings.drop(tx, person.guild_id, [mark])
    _put_back(tx, line, person)
    return True


def _put_back(tx: Tx, line: Rated, person: Person) -> None:
    """Publishes the list with the line on it."""
    current = ratings.current(tx, person.guild_id)
    rated = {**(current.rated if current else {}), person.person_id: line}
    rating_lists.publish(tx, RatingList(tx.new_id(), person.guild_id, None, tx.now, rated))
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
    buried = people.buried_among(tx, played)
    for person_id in sorted(played):
        here = _listed_self(tx, listed, person_id)
        if here is None and person_id not in buried:
            continue
        rests = (resting_ratings.of_mark(tx, guild_id, mark, person_id) for mark in _marks(tx, person_id))
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
        resting_ratings.move(tx, guild_id, mark, by, games)


def _listed_self(tx: Query, listed: Collection[PersonId], person_id: PersonId) -> PersonId | None:
    """Under whom the same person is on the list: by an account that has come back, or by another of theirs."""
    own = identities.selves(tx, person_id)
    return next((one for one in own if one in listed and one != person_id), None)


def drop(tx: Tx, guild_id: GuildId, person_id: PersonId) -> None:
    """A rating that the committee has erased comes back with no account (AIJE-A02-2, AIJE-A02-5)."""
    resting_ratings.drop(tx, guild_id, _marks(tx, person_id))


def _marks(tx: Query, person_id: PersonId) -> set[AccountMark]:
    found = set[AccountMark]()
    for one in people.by_ids(tx, identities.selves(tx, person_id)).values():
        member_id = one.discord_id or identities.kept_account(tx, one.person_id)
        mark = None if member_id is None else account_counts.mark_of(tx, replace(one, discord_id=member_id))
        found |= {mark} if mark is not None else set()
    return found

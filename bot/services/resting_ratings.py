"""The rating of who had everything erased rests for a year, and comes back with the same Discord account.

Nobody gets rid of a low rating by an erasure. Until then it stands on no list and under no name: a row of a keyed hash
of the account, the number and the games. After the year it is gone, and who comes back is new.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.domain.community import Person
from bot.domain.ids import GuildId, Occasion, PersonId
from bot.domain.rating import RatedMatch
from bot.services import rating_lists
from bot.storage import account_counts, identities, log, people, ratings, resting_ratings
from bot.storage.account_counts import AccountMark
from bot.storage.database import Work
from bot.storage.ratings import Rated, RatingList

RESTS_FOR: Final = timedelta(days=365)


def line_of(work: Work, person: Person) -> Rated | None:
    """The person's line on the list that holds."""
    current = ratings.current(work, person.guild_id)
    return None if current is None else current.rated.get(person.person_id)


def rest(work: Work, occasion: Occasion, person: Person, line: Rated | None) -> None:
    """Keeps the line of somebody who is erased, for the account that they had."""
    if line is not None and person.discord_id is not None:
        mark = account_counts.make_mark(work, occasion, person)
        resting_ratings.rest(work, person.guild_id, mark, line, occasion.now + RESTS_FOR)


def welcome(work: Work, occasion: Occasion, person: Person) -> bool:
    """Puts somebody who has just become known back on the list with the rating that rests; False where none does."""
    mark = account_counts.mark_of(work, person)
    line = None
    if mark is not None:
        line = resting_ratings.of_account(work, person.guild_id, mark, person.person_id, occasion.now)
    if mark is None or line is None:
        return False
    resting_ratings.drop(work, person.guild_id, [mark])
    current = ratings.current(work, person.guild_id)
    rated = {**(current.rated if current else {}), person.person_id: line}
    rating_lists.publish(work, occasion, RatingList(occasion.ids.fresh(), person.guild_id, None, occasion.now, rated))
    log.add(work, person.guild_id, occasion.now, "return_rating", f"person:{person.person_id}", actor=person.person_id)
    return True


def former(
    work: Work, guild_id: GuildId, listed: Mapping[PersonId, Rated], matches: Collection[RatedMatch]
) -> dict[PersonId, Rated]:
    """Of those who played, who was erased before the event's end, with the line by which their games are rated.

    It is that of whom they are by now, where the account has come back, and else the one that rests.
    """
    found: dict[PersonId, Rated] = {}
    played = {one for match in matches for one in (match.first, match.second)} - listed.keys()
    for person_id in sorted(people.buried_among(work, played)):
        here = _back(work, listed, person_id)
        rests = (resting_ratings.of_mark(work, guild_id, mark, person_id) for mark in _marks(work, person_id))
        line = listed[here] if here is not None else next(filter(None, rests), None)
        if line is not None:
            found[person_id] = line
    return found


def settle(
    work: Work, guild_id: GuildId, listed: dict[PersonId, Rated], person_id: PersonId, by: float, games: int
) -> None:
    """What the games of somebody erased gave or took goes to the account: on the list, or to the rating that rests."""
    here = _back(work, listed, person_id)
    if here is not None:
        line = listed[here]
        listed[here] = replace(line, rating=line.rating + by, games=line.games + games)
        return
    for mark in _marks(work, person_id):
        resting_ratings.move(work, guild_id, mark, by, games)


def _back(work: Work, listed: Collection[PersonId], person_id: PersonId) -> PersonId | None:
    """Who the person is by now, where the account has come back to the list."""
    own = identities.of_discord_account(work, person_id)
    return next((one for one in own if one in listed and one != person_id), None)


def drop(work: Work, guild_id: GuildId, person_id: PersonId) -> None:
    """A rating that the committee has erased comes back with no account (AIJE-A02-2, AIJE-A02-5)."""
    resting_ratings.drop(work, guild_id, _marks(work, person_id))


def _marks(work: Work, person_id: PersonId) -> set[AccountMark]:
    found = set[AccountMark]()
    for one in people.by_ids(work, identities.selves(work, person_id)).values():
        member_id = one.discord_id or identities.kept_account(work, one.person_id)
        mark = None if member_id is None else account_counts.mark_of(work, replace(one, discord_id=member_id))
        found |= {mark} if mark is not None else set()
    return found

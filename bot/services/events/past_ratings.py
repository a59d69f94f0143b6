"""What past events do to the ratings: each from the list that holds at its end, or as its file publishes them.

A list is a decision and is never derived again: an event that ended before the list that holds is in it already. Who
really played in one of official rank and stands on no list is registered by it all the same (AIJE-B03-1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.domain.events.past_events import Bringing, PastFile, RatedFate, RatingMoved, RatingsTaken
from bot.domain.events.records import RatingLine
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId
from bot.errors import UserError
from bot.services import rating_lists
from bot.services.events import ending
from bot.services.events.rated_games import came, rated_matches
from bot.services.events.record_teams import Persons, captains_of
from bot.storage import expulsions, people, ratings
from bot.storage.context import Query, Tx
from bot.storage.ratings import Rated, RatingList


class FileLacksRatings(UserError):
    """The ratings are to be taken as the files publish them, and this one publishes none."""

    file: str


def list_that_holds(tx: Query, guild_id: GuildId) -> RatingList | None:
    """The list that holds."""
    return ratings.current(tx, guild_id)


def changes_since(tx: Query, guild_id: GuildId, before: RatingList | None) -> tuple[RatingMoved, ...]:
    """Whose rating is another one than on the list that held before, the highest first."""
    now = ratings.current(tx, guild_id)
    old: Mapping[PersonId, Rated] = {} if before is None else before.rated
    lines = [] if now is None else [one for one in now.rated.values() if _rating(old, one.person_id) != one.rating]
    known = people.by_ids(tx, [one.person_id for one in lines])
    ordered = sorted(lines, key=lambda one: (-one.rating, one.person_id))
    return tuple(RatingMoved(known[one.person_id], _rating(old, one.person_id), one.rating) for one in ordered)


def _rating(lines: Mapping[PersonId, Rated], person_id: PersonId) -> float | None:
    return lines[person_id].rating if person_id in lines else None


class Desk:
    """Rates the events of one act, in their order of time."""

    def __init__(self, tx: Tx, bringing: Bringing) -> None:
        """The list that holds before the first of them says which are in it already."""
        self._tx, self._bringing = tx, bringing
        self._held = ratings.current(tx, bringing.guild_id)
        self._registered: dict[PersonId, float] = {}

    def rate(self, tournament: Tournament, file: PastFile, by_id: Persons) -> RatedFate:
        """Publishes the list of one event, as of its end; what is in the list already registers people alone."""
        if self._bringing.ratings is RatingsTaken.LEFT:
            return RatedFate.LEFT
        if not tournament.rulebook.rating.rated or tournament.ended_at is None:
            return RatedFate.UNRATED
        told = self._file_ratings(file, by_id)
        if self._held is not None and tournament.ended_at <= self._held.published_at:
            self._note_players(tournament, {} if told is None else told)
            return RatedFate.IN_LIST
        self.close()
        if told is not None:
            self._begin_as_told(tournament, file, by_id)
        done = ending.publish_ratings(self._tx, tournament, tournament.ended_at, told, self._bringing.bringing_id)
        return RatedFate.RATED if done else RatedFate.UNRATED

    def close(self) -> None:
        """Registers those who played before the list that holds and do not stand on it, as of that list."""
        current = ratings.current(self._tx, self._bringing.guild_id)
        if self._held is None or current is None or not self._registered:
            return
        fresh = {one: Rated(one, rating, 0) for one, rating in self._registered.items() if one not in current.rated}
        self._registered.clear()
        if fresh:
            self._publish(replace(self._held, rated={**current.rated, **fresh}))

    def _file_ratings(self, file: PastFile, by_id: Persons) -> dict[PersonId, float] | None:
        """The ratings after the event as its file publishes them, or None where they are to be counted."""
        if self._bringing.ratings is not RatingsTaken.PUBLISHED:
            return None
        if file.record.claims.ratings is None:
            raise FileLacksRatings(file=file.filename)
        return {self._player(file, one, by_id): one.after for one in file.ratings}

    @staticmethod
    def _player(file: PastFile, line: RatingLine, by_id: Persons) -> PersonId:
        if file.record.rulebook.teams is not None:
            return by_id[line.player].person_id
        leading = {str(entrant): person for entrant, person in captains_of(file.record).items()}
        return by_id[leading[line.player]].person_id

    def _begin_as_told(self, tournament: Tournament, file: PastFile, by_id: Persons) -> None:
        """A list with the ratings before the event where the file tells others than ours, so that its changes agree."""
        current = ratings.current(self._tx, tournament.guild_id)
        if current is None or tournament.ended_at is None:
            return
        told = {self._player(file, one, by_id): one.before for one in file.ratings}
        other = {
            one: replace(current.rated[one], rating=rating)
            for one, rating in told.items()
            if rating is not None and one in current.rated and current.rated[one].rating != rating
        }
        if other:
            self._publish(replace(current, published_at=tournament.ended_at, rated={**current.rated, **other}))

    def _publish(self, like: RatingList) -> None:
        fresh, act = self._tx.new_id(), self._bringing.bringing_id
        rating_lists.publish(self._tx, replace(like, list_id=fresh, tournament_id=None, bringing_id=act))

    def _note_players(self, tournament: Tournament, told: Mapping[PersonId, float]) -> None:
        """Who really played, and with which rating a place on the list begins (AIJE-B03-1)."""
        if not tournament.rulebook.official:
            return
        games = rated_matches(self._tx, tournament)
        played = came(self._tx, tournament) | {side for one in games for side in (one.first, one.second)}
        initial = float(tournament.rulebook.rating.initial)
        for one in sorted(played - expulsions.all_expelled(self._tx, tournament.guild_id)):
            self._registered[one] = told.get(one, self._registered.get(one, initial))

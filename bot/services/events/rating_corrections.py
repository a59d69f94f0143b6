"""A published rating list put right after a result was annulled or restored: a new dated list, never a changed one."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId
from bot.domain.rating import RatedMatch, rate_event
from bot.services import event_log, rating_lists
from bot.storage import ratings
from bot.storage.context import Tx
from bot.storage.ratings import Rated, RatingList


def correct(tx: Tx, tournament: Tournament, before: Sequence[RatedMatch], after: Sequence[RatedMatch]) -> str | None:
    """Publishes what the event would have done to the ratings of today; answers the list's id (GO-23.1).

    `before` and `after` are the event's rated matches without and with the change. Each event rates from the list that
    it began with, so the difference is added to the current list. None where no list of the event is out yet: then the
    event's own publication counts rightly by itself.
    """
    published = ratings.of_tournament(tx, tournament.tournament_id)
    current = ratings.current(tx, tournament.guild_id)
    if published is None or current is None or list(before) == list(after):
        return None
    base = ratings.before(tx, published)
    known = {person: line.rating for person, line in base.rated.items()} if base else {}
    rules = tournament.rulebook.rating
    old, new = (rate_event(known, matches, rules.initial, rules.k) for matches in (before, after))
    corrected = dict(current.rated)
    for person_id in (old.keys() | new.keys()) & corrected.keys():
        begun, line = known.get(person_id, rules.initial), corrected[person_id]
        change = new.get(person_id, begun) - old.get(person_id, begun)
        games = _games(after, person_id) - _games(before, person_id)
        corrected[person_id] = Rated(person_id, line.rating + change, line.games + games)
    list_id = tx.new_id()
    rating_lists.publish(tx, RatingList(list_id, tournament.guild_id, None, tx.now, corrected))
    event_log.record(tx, tournament, "correct_ratings", list=list_id)
    return list_id


def _games(matches: Sequence[RatedMatch], person_id: PersonId) -> int:
    return sum(one.games for one in matches if person_id in (one.first, one.second))

"""People whom an event of before has registered: they stand on the rating list (AIJE-B03-1)."""

from __future__ import annotations

from bot.kernel.ids import PersonId
from bot.people import ratings_store as people_ratings_store
from bot.people.ratings_store import Rated, RatingList
from tests.hall.hall import GUILD, Hall

INITIAL = 2000.0


def register(hall: Hall, *who: int | PersonId) -> None:
    """Puts those who are missing on the list at the initial rating, by their number or as people."""
    known = hall.ask(people_ratings_store.current, GUILD)
    listed = {} if known is None else dict(known.rated)
    wanted = [hall.person(one).person_id if isinstance(one, int) else one for one in who]
    fresh = {one: Rated(one, INITIAL, 0) for one in wanted if one not in listed}
    if fresh:
        lines = {**listed, **fresh}
        hall.do(lambda tx: people_ratings_store.publish(tx, RatingList(tx.new_id(), GUILD, None, tx.now, lines)))

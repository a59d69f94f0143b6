"""The end of an event: it is over once and for all, its rating list is published, and everyone is told who won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.domain.community import Place
from bot.domain.events.sayings import Podium, RatingsPublished, RecordResults
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.formats import FORMATS, EventFacts
from bot.domain.ids import PersonId, TournamentId
from bot.domain.rating import RatedMatch, rate_event
from bot.services import event_log, rating_lists, resting_ratings
from bot.services.event_facts import began_at, facts
from bot.services.events.hooks import EVENT_HOOKS
from bot.services.events.rated_games import came, rated_matches
from bot.services.timetable import save, tournament_subject
from bot.storage import expulsions, ratings, tournaments
from bot.storage.context import Query, Tx
from bot.storage.ratings import Rated, RatingList


def finish(tx: Tx, tournament_id: TournamentId) -> None:
    """Ends an event whose format is over; while something is left to play, and a second time, nothing happens.

    The rating list is part of the same transaction as the last result, so that no restart can come between them.
    """
    tournament = tournaments.load(tx, tournament_id)
    if tournament is None or phase(tournament) is not Phase.RUNNING:
        return
    known = _known_facts(tx, tournament)
    if not FORMATS[tournament.rulebook.format].is_over(known, tournament.rulebook):
        return
    save(tx, replace(tournament, ended_at=tx.now))
    tx.touch(tournament_subject(tournament_id))
    event_log.record(tx, tournament, "end_tournament")
    tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, Podium(tournament_id))
    if tournament.rulebook.rating.rated and publish_ratings(tx, tournament, tx.now):
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, RatingsPublished(tournament_id))
    tx.enqueue(tournament.guild_id, Place.RECORD, RecordResults(tournament_id))
    for one in EVENT_HOOKS.of(tournament.rulebook):
        one.after_end(tx, tournament)


def _known_facts(tx: Query, tournament: Tournament) -> EventFacts:
    """What says whether the event is over: of an arena its time alone."""
    if tournament.rulebook.traits.has_lobby:
        return EventFacts((), began_at=began_at(tx, tournament), now=tx.now)
    return facts(tx, tournament, tx.now)


def publish_ratings(
    tx: Tx,
    tournament: Tournament,
    at: datetime,
    told: Mapping[PersonId, float] | None = None,
    bringing_id: str | None = None,
) -> bool:
    """Publishes the list that follows the last one; False when no rated game was played, or by nobody on the list.

    Who is not on it yet is registered by a first official tournament really played, and by nothing else (AIJE-B03-1):
    who came and won because nobody else did has played it, and begins with the first rating. `told` are the ratings
    after an event that was brought in, where they are taken as published; otherwise its games are counted.
    """
    before = ratings.current(tx, tournament.guild_id)
    listed = dict(before.rated) if before else {}
    matches = rated_matches(tx, tournament)
    former = resting_ratings.former(tx, tournament.guild_id, listed, matches)
    after = _ratings_after(tx, tournament, {**listed, **former}, matches, told)
    gone = expulsions.all_expelled(tx, tournament.guild_id) | former.keys()
    for person_id, rating in after.items():
        if person_id in gone:
            continue
        if person_id in listed or tournament.rulebook.official:
            earlier = listed[person_id].games if person_id in listed else 0
            listed[person_id] = Rated(person_id, rating, earlier + _games(matches, person_id))
    for person_id, line in former.items():
        moved = after.get(person_id, line.rating) - line.rating
        resting_ratings.settle(tx, tournament.guild_id, listed, person_id, moved, _games(matches, person_id))
    if listed.keys().isdisjoint(after):
        return False
    fresh = tx.new_id()
    published = RatingList(fresh, tournament.guild_id, tournament.tournament_id, at, listed, bringing_id)
    rating_lists.publish(tx, published)
    event_log.record(tx, tournament, "publish_ratings", list=fresh)
    return True


def _ratings_after(
    tx: Query,
    tournament: Tournament,
    listed: Mapping[PersonId, Rated],
    matches: Sequence[RatedMatch],
    told: Mapping[PersonId, float] | None,
) -> dict[PersonId, float]:
    """The ratings of everybody who was there; who is new and won by walkover alone begins with the first one."""
    rules = tournament.rulebook.rating
    after = told
    if after is None:
        known = {person: line.rating for person, line in listed.items()}
        after = rate_event(known, matches, rules.initial, rules.k)
    present = came(tx, tournament) - listed.keys() if tournament.rulebook.official else frozenset()
    return dict.fromkeys(sorted(present), float(rules.initial)) | dict(after)


def _games(matches: Iterable[RatedMatch], person_id: PersonId) -> int:
    return sum(match.games for match in matches if person_id in (match.first, match.second))

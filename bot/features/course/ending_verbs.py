"""The end of an event: it is over once and for all, its rating list is published, and everyone is told who won.

After a result was corrected, annulled or restored the list is put right by a new dated list, never a changed one, and
what hung on the outcome follows. What was played in an event that is called off counts for the rating, and registers
who played (AIJE-D01-6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.features.course.facts_verbs import began_at, facts
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import store as entering_store
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import store as playing_store
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs
from bot.features.tournaments.facts_verbs import (
    arena_subject,
    contest_subject,
    find_unfinished,
    person_of,
    save,
    tournament_subject,
)
from bot.features.tournaments.hooks import EVENT_HOOKS
from bot.features.tournaments.promises_model import (
    Podium,
    RatingsPublished,
    RatingsWithdrawn,
    RecordResults,
    ScheduledEvent,
    TournamentCancelled,
)
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.tournaments.summons_model import MatterKind
from bot.i18n.names import checked_reason
from bot.kernel.context import ActorTx, Query, Tx
from bot.kernel.ids import ContestId, PersonId, Place, TournamentId
from bot.people import ratings_store as people_ratings_store
from bot.people import ratings_verbs as people_ratings_verbs
from bot.people.model import Person
from bot.people.ratings_store import Rated, RatingList
from bot.play.contests import Contest, Result, Stage, rated_games
from bot.play.deciders import was_there
from bot.play.entries import Entrant, Phase, Tournament, phase
from bot.play.formats import FORMATS
from bot.play.formats.protocol import EventFacts
from bot.play.rating import RatedMatch, matches_of, rate_event
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import Act, Hanging
from bot.server.speaking_verbs import batches, promise

# --- games that are rated -------------------------------------------------------------------------------------------


def rated_matches(
    tx: Query, tournament: Tournament, until: datetime | None = None, without: ContestId | None = None
) -> tuple[RatedMatch, ...]:
    """The event's matches as the rating counts them, in the order in which they ended (AIJE-B02-2).

    Games given by an absence are left out, and a match of nothing else is missing; so is every voided contest, and
    every match whose result was annulled for a side: nothing honest was played in it (GO-23.1). Tables of three have no
    Elo. With `until` those alone that had ended before that moment; `without` leaves a contest out.
    """
    if tournament.rulebook.traits.at_tables:
        return ()
    in_force = _contests_in_force(tx, tournament)
    person = _who_played(tx, tournament)
    history = playing_store.results_history(tx, [one.contest_id for one in in_force])
    matches: list[RatedMatch] = []
    for contest in sorted(in_force, key=lambda one: _turn(one, history[one.contest_id])):
        in_time = until is None or _turn(contest, history[contest.contest_id])[0] < until
        if in_time and contest.contest_id != without:
            matches += matches_of(contest, person(contest))
    return tuple(matches)


def _who_played(tx: Query, tournament: Tournament) -> Callable[[Contest], list[PersonId]]:
    """Who played for the sides of a contest: who holds the places now, or held them before they were replaced."""
    holding, before = person_of(tx, tournament), playing_store.played_by(tx, tournament.tournament_id)

    def played(contest: Contest) -> list[PersonId]:
        return [before.get((contest.contest_id, side)) or holding[side] for side in contest.sides]

    return played


def came(tx: Query, tournament: Tournament) -> frozenset[PersonId]:
    """Who came to a match of the event, if only to win it because nobody else did; a bye is no match (AIJE-B03-1)."""
    person = _who_played(tx, tournament)
    return frozenset(one for contest in _contests_in_force(tx, tournament) for one in _came(contest, person(contest)))


def _came(contest: Contest, person: Sequence[PersonId]) -> Iterator[PersonId]:
    """The sides that were there; of two teams those at whose boards a game was played or given to them."""
    boards = () if contest.result is None else contest.result.boards
    for side in range(len(contest.sides)):
        if not boards and was_there(contest, side):
            yield person[side]
        for board in boards:
            if board.walkover_games[side] > 0 or sum(rated_games(board)) > 0:
                yield from board.players[side]


def _contests_in_force(tx: Query, tournament: Tournament) -> list[Contest]:
    """The contests with a result that was not annulled."""
    void = {
        contest_id for contest_id, _ in playing_reports_store.annulments_of_tournament(tx, tournament.tournament_id)
    }
    known = playing_store.of_tournament(tx, tournament.tournament_id)
    return [one for one in known if one.result is not None and one.contest_id not in void]


def _turn(contest: Contest, scores: Iterable[tuple[Result, str | None]]) -> tuple[datetime, int, bool, int]:
    """When the match ended: a score that was corrected later ended its match when it was first settled."""
    called_at, all_of_them = contest.called_at, [result.settled_at for result, _ in scores]
    settled = [at for at in all_of_them if called_at is None or at >= called_at]
    # A clock that was set back meanwhile may show none of them after the call; the event must end all the same.
    return min(settled or all_of_them), contest.round, contest.stage is not Stage.THIRD_PLACE, contest.position


# --- the end --------------------------------------------------------------------------------------------------------


def finish(tx: Tx, tournament_id: TournamentId) -> None:
    """Ends an event whose format is over; while something is left to play, and a second time, nothing happens.

    The rating list is part of the same transaction as the last result, so that no restart can come between them.
    """
    tournament = tournaments_store.load(tx, tournament_id)
    if tournament is None or phase(tournament) is not Phase.RUNNING:
        return
    known = _known_facts(tx, tournament)
    if not FORMATS[tournament.rulebook.format].is_over(known, tournament.rulebook):
        return
    save(tx, replace(tournament, ended_at=tx.now))
    tx.touch(tournament_subject(tournament_id))
    tournaments_facts_verbs.record(tx, tournament, "end_tournament")
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
    before = people_ratings_store.current(tx, tournament.guild_id)
    listed = dict(before.rated) if before else {}
    matches = rated_matches(tx, tournament)
    former = people_ratings_verbs.former(tx, tournament.guild_id, listed, matches)
    after = _ratings_after(tx, tournament, {**listed, **former}, matches, told)
    gone = entering_bars_store.all_expelled(tx, tournament.guild_id) | former.keys()
    for person_id, rating in after.items():
        if person_id in gone:
            continue
        if person_id in listed or tournament.rulebook.official:
            earlier = listed[person_id].games if person_id in listed else 0
            listed[person_id] = Rated(person_id, rating, earlier + _games(matches, person_id))
    for person_id, line in former.items():
        moved = after.get(person_id, line.rating) - line.rating
        people_ratings_verbs.settle(tx, tournament.guild_id, listed, person_id, moved, _games(matches, person_id))
    if listed.keys().isdisjoint(after):
        return False
    fresh = tx.new_id()
    published = RatingList(fresh, tournament.guild_id, tournament.tournament_id, at, listed, bringing_id)
    people_ratings_verbs.publish(tx, published)
    tournaments_facts_verbs.record(tx, tournament, "publish_ratings", list=fresh)
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


# --- lists put right ------------------------------------------------------------------------------------------------


def correct(tx: Tx, tournament: Tournament, before: Sequence[RatedMatch], after: Sequence[RatedMatch]) -> str | None:
    """Publishes what the event would have done to the ratings of today; answers the list's id (GO-23.1).

    `before` and `after` are the event's rated matches without and with the change. Each event rates from the list that
    it began with, so the difference is added to the current list. None where no list of the event is out yet: then the
    event's own publication counts rightly by itself.
    """
    published = people_ratings_store.of_tournament(tx, tournament.tournament_id)
    current = people_ratings_store.current(tx, tournament.guild_id)
    if published is None or current is None or list(before) == list(after):
        return None
    base = people_ratings_store.before(tx, published)
    known = {person: line.rating for person, line in base.rated.items()} if base else {}
    rules = tournament.rulebook.rating
    old, new = (rate_event(known, matches, rules.initial, rules.k) for matches in (before, after))
    corrected = dict(current.rated)
    for person_id in (old.keys() | new.keys()) & corrected.keys():
        begun, line = known.get(person_id, rules.initial), corrected[person_id]
        change = new.get(person_id, begun) - old.get(person_id, begun)
        games = _games_played(after, person_id) - _games_played(before, person_id)
        corrected[person_id] = Rated(person_id, line.rating + change, line.games + games)
    list_id = tx.new_id()
    people_ratings_verbs.publish(tx, RatingList(list_id, tournament.guild_id, None, tx.now, corrected))
    tournaments_facts_verbs.record(tx, tournament, "correct_ratings", list=list_id)
    return list_id


def _games_played(matches: Sequence[RatedMatch], person_id: PersonId) -> int:
    return sum(match.games for match in matches if person_id in (match.first, match.second))


# --- what was played before it was called off -----------------------------------------------------------------------


def count_what_was_played(tx: Tx, tournament: Tournament) -> None:
    """Publishes the list that the settled matches lead to; nothing where the event is not rated or none was played."""
    if not tournament.rulebook.rating.rated or tournament.drawn_at is None:
        return
    if publish_ratings(tx, tournament, tx.now):
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, RatingsPublished(tournament.tournament_id))
        _follow(tx, tournament)


def hangs(tx: Query, tournament: Tournament) -> Hanging | None:
    """What keeps the list from being withdrawn, so that the event cannot go on: later ratings, or a title by it."""
    published = people_ratings_store.of_tournament(tx, tournament.tournament_id)
    if published is None:
        return None
    later = people_ratings_store.is_built_on(tx, tournament.guild_id, published.list_id)
    return Hanging.BUILT_ON if later or server_store.was_built_on(tx, tournament.tournament_id) else None


def withdraw_list(tx: Tx, tournament: Tournament) -> None:
    """The event goes on: the list of its call-off holds no more, and its end publishes another."""
    published = people_ratings_store.of_tournament(tx, tournament.tournament_id)
    if published is None:
        return
    people_ratings_store.withdraw(tx, published.list_id, tx.now)
    tournaments_facts_verbs.record(tx, tournament, "withdraw_ratings", list=published.list_id)
    tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, RatingsWithdrawn(tournament.tournament_id))
    _follow(tx, tournament)


def _follow(tx: Tx, tournament: Tournament) -> None:
    for one in EVENT_HOOKS.of(tournament.rulebook):
        one.rated_when_called_off(tx, tournament)


# --- calling it off -------------------------------------------------------------------------------------------------


@repeatable
def cancel(tx: ActorTx, tournament_id: TournamentId, reason: str) -> Tournament:
    """Calls the tournament off, with a reason that everyone reads; nobody is punished for it."""
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.CANCEL_TOURNAMENT)
    before = find_unfinished(tx, tx.guild_id, tournament_id)
    tournaments_recusal_verbs.refuse_in_event(tx, person.person_id, Act.CANCEL_TOURNAMENT, before)
    tournaments_recusal_verbs.refuse_while_waited_for(tx, person.person_id, Act.CANCEL_TOURNAMENT, before)
    return call_off(tx, before, checked_reason(reason), person)


def call_off(tx: Tx, before: Tournament, reason: str, person: Person | None) -> Tournament:
    """Ends the tournament without a result, and names whoever would play to tell them; what was played counts.

    `person` is None where the rule itself does (too few entrants).
    """
    after = replace(before, cancelled_at=tx.now, cancel_reason=reason)
    save(tx, after)
    summons_verbs.settle(tx, tournament_subject(after.tournament_id), MatterKind.CHECK_IN_CLOSES)
    tournaments_facts_verbs.record(tx, after, "cancel_tournament", person, why=reason)
    place, subject = Place.ANNOUNCEMENTS, after.tournament_id
    for named in batches(tx, _would_play(tx, after)) or [()]:
        promise(tx, after.guild_id, place, TournamentCancelled(subject, named))
    promise(tx, after.guild_id, place, ScheduledEvent(subject))
    for panel in (tournament_subject(after.tournament_id), arena_subject(after.tournament_id)):
        tx.touch(panel)
    for match in playing_store.in_play(tx, after.tournament_id):
        tx.touch(contest_subject(match.contest.contest_id))
    count_what_was_played(tx, after)
    for one in EVENT_HOOKS.of(after.rulebook):
        one.called_off(tx, after)
    return after


def _would_play(tx: Query, tournament: Tournament) -> list[Entrant]:
    """Who counts on the event: everyone on the list, and once confirmation is over those who confirmed."""
    listed = [one for one in entering_store.of_tournament(tx, tournament.tournament_id) if one.withdrawn_at is None]
    return [one for one in listed if tournament.check_in_closed_at is None or one.checked_in_at is not None]


# --- outcomes that were corrected -----------------------------------------------------------------------------------


def follow(tx: Tx, tournament: Tournament) -> None:
    """The world title, the master titles to propose and the invitations follow the result that stands now.

    In the transaction of the correction (AIJE-B01-3, AIJE-D02-1, AIJE-D03-1, AIJE-D04-1); nothing happens while the
    event runs. One that was called off has no outcome, but what was played in it counts (AIJE-D01-6).
    """
    for one in EVENT_HOOKS.of(tournament.rulebook):
        if tournament.ended_at is not None:
            one.outcome_corrected(tx, tournament)
        elif tournament.cancelled_at is not None and tournament.rulebook.rating.rated:
            one.rated_when_called_off(tx, tournament)

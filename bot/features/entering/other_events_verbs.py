"""Events of a server whose hours can meet, and who is on the list of both.

When an event ends is an estimate: it is told so that people can choose, and nothing else follows from it. Where the
sides of each match agree on its time, no hours meet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.features.entering import store
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import people_in
from bot.features.tournaments.hooks import event_strategy
from bot.kernel.context import Query
from bot.kernel.ids import GuildId, PersonId, TournamentId
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.entries import Entrant, EntryOutcome, Tournament
from bot.play.estimates import Pace, ends_at, pretend
from bot.play.rulebook import Rulebook

SOME_HOURS: Final = timedelta(hours=4)
"""How long an event is taken to last of which nothing can be told."""
_FEWEST, _MOST = 8, 64
"""Entrants for whom an event is played through; between them the next power of two, so that many share an estimate."""


@dataclass(frozen=True, slots=True)
class Hours:
    """From when until when an event may be played."""

    begin: datetime
    end: datetime

    def meet(self, other: Hours) -> bool:
        """Whether some moment is in both."""
        return self.begin < other.end and other.begin < self.end


def hours_ahead(rulebook: Rulebook, start_at: datetime, entrants: int) -> Hours | None:
    """The hours of an event to come; None where the sides agree on the time of each match."""
    if rulebook.match_times is not None:
        return None
    size = min(_MOST, max(_FEWEST, 1 << (max(entrants, 1) - 1).bit_length()))
    end = ends_at(pretend(size), rulebook, Pace(rulebook.matches.matches_per_arbiter or None), start_at)
    return Hours(start_at, end or start_at + SOME_HOURS)


def hours_of(tx: Query, tournament: Tournament) -> Hours | None:
    """As `hours_ahead`, of an event that is announced or goes on, which is not over before it is."""
    clock = event_strategy(tournament).clock(tournament)
    if clock is not None:
        return Hours(tournament.start_at, clock[0] + clock[1])
    entrants = store.headcount(tx, tournament.tournament_id).registered
    found = hours_ahead(tournament.rulebook, tournament.start_at, entrants)
    return None if found is None else Hours(found.begin, max(found.end, tx.now))


def meeting(tx: Query, guild_id: GuildId, hours: Hours | None, but: TournamentId | None) -> Iterator[Tournament]:
    """The server's other events whose hours meet these, by their start."""
    if hours is None:
        return
    for other in tournaments_store.all_unfinished(tx, guild_id):
        theirs = None if other.tournament_id == but else hours_of(tx, other)
        if theirs is not None and hours.meet(theirs):
            yield other


def of_entrant(tx: Query, tournament: Tournament, person_id: PersonId) -> tuple[Tournament, ...]:
    """The other events whose hours can meet those of this one, and in which the person is, by any account."""
    own = people_store.same_person_ids(tx, person_id)
    others = [one for one in store.entered_in(tx, own) if one != tournament.tournament_id]
    if not others:
        return ()
    found = meeting(tx, tournament.guild_id, hours_of(tx, tournament), tournament.tournament_id)
    return tuple(one for one in found if one.tournament_id in others)


def in_both(tx: Query, one: Tournament, other: Tournament) -> tuple[Person, ...]:
    """Who is on the list of both, in the order of the first."""
    theirs = people_store.everybody(tx, _people(tx, other))
    mine = [person_id for person_id in _people(tx, one) if person_id in theirs]
    people = people_store.by_ids(tx, mine)
    return tuple(people[person_id] for person_id in mine if person_id in people)


def _people(tx: Query, tournament: Tournament) -> Collection[PersonId]:
    """Everybody who is in the event, those who play for a team too."""
    entered = (one for one in store.of_tournament(tx, tournament.tournament_id) if _is_in(one))
    return dict.fromkeys(person_id for entrant in entered for person_id in sorted(people_in(tx, entrant)))


def _is_in(entrant: Entrant) -> bool:
    return entrant.withdrawn_at is None and entrant.outcome in {None, EntryOutcome.STARTER}

"""Gathering what follows from earlier standings for seats, in one read."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import datetime

from bot.domain.community import Person
from bot.domain.entering.qualification import (
    ASKED_FOR,
    Earlier,
    Invitation,
    Qualification,
    SeatMatch,
    for_the_title,
    qualify,
    settle,
)
from bot.domain.entering.sayings import SeatPassedOver, SeatsLost
from bot.domain.entering.seats import (
    Answer,
    Holder,
    LostSeats,
    PassedOverView,
    RoundOf,
    SeatRound,
    SeatsView,
)
from bot.domain.events.tournament import Tournament
from bot.domain.formats import FORMATS
from bot.domain.ids import GuildId, MemberId, PersonId, TournamentId
from bot.domain.regulation.qualifying_events import QualifyingEvent, seats_of
from bot.services.entering.eligibility import bars_of
from bot.services.event_facts import facts, person_of
from bot.storage import bars, entrants, expulsions, people, ratings, seats, tournaments
from bot.storage.context import Query

_REFUSED = frozenset({Answer.DECLINED, Answer.SILENT, Answer.SHUT_OUT})


def seats_subject(round_id: str) -> str:
    """How deadlines and panels name a round of invitations."""
    return f"seats:{round_id}"


def event_of(invitation: Invitation) -> QualifyingEvent:
    """The event whose seat is offered; not for a match for a seat."""
    return next(event for event, asked in ASKED_FOR.items() if asked is invitation.asked)


def qualification(tx: Query, found: SeatRound, *, as_asked: bool = False) -> Qualification:
    """Who has which seat by now, and what is played for the others; `as_asked`, as if nobody had said no."""
    gone = expulsions.all_expelled(tx, found.guild_id)
    registered = set(ratings.ratings(tx, found.guild_id)) - gone
    standings = [tuple(_standings(tx, source, registered)) for source in found.sources]
    champion = None if found.champion in gone else found.champion
    asked = [] if as_asked else seats.questions(tx, found.round_id)
    declined = {one.invitation for one in asked if one.answer in _REFUSED}
    if found.round_of is RoundOf.TITLE:
        named = _named_by_staff(tx, found)
        return for_the_title(champion, standings[0], named, declined).without(found.played)
    earlier = Earlier(standings[0], standings[1], champion)
    return qualify(earlier, list(_fixed_matches(tx, found)), declined).without(found.played)


def _named_by_staff(tx: Query, found: SeatRound) -> list[PersonId]:
    """Whom staff has named for the title since the invitations went out."""
    since = found.confirmed_at
    return [] if since is None else seats.named_since(tx, found.guild_id, QualifyingEvent.WORLD, since)


def view(tx: Query, found: SeatRound) -> SeatsView:
    """All that is known of a round."""
    known = qualification(tx, found)
    questions = {one.invitation: one for one in seats.questions(tx, found.round_id)}
    meant = {one.person_id for one in questions} | {seat.person_id for seat in known.seats}
    meant |= {side for match in known.matches for side in match.sides}
    meant |= set() if found.champion is None else {found.champion}
    return SeatsView(
        round=found,
        sources=tuple(_event(tx, source) for source in found.sources),
        qualification=known,
        questions=questions,
        arranged={match.number: event for event, match in arranged_matches(tx, found)},
        people=people.by_ids(tx, sorted(meant)),
    )


def by_id(tx: Query, round_id: str) -> SeatsView | None:
    """A round by its id."""
    found = seats.load(tx, round_id)
    return None if found is None else view(tx, found)


def proposal(tx: Query, round_id: str, now: datetime) -> SeatsView | None:
    """As `by_id`, with who would be passed over for a bar if it were confirmed now."""
    found = by_id(tx, round_id)
    if found is None or found.round.confirmed_at is not None:
        return found
    return replace(found, barred=frozenset(one for one in found.people if bars_of(tx, one, now)))


def of_reader(
    tx: Query, guild_id: GuildId, round_id: str, member_id: MemberId
) -> tuple[SeatsView | None, Person | None]:
    """A round of this server, and who looks at it."""
    found = by_id(tx, round_id)
    here = found is not None and found.round.guild_id == guild_id
    return (found if here else None), people.of_member(tx, guild_id, member_id)


def overview(
    tx: Query, guild_id: GuildId, member_id: MemberId
) -> tuple[tuple[SeatsView, ...], tuple[Holder, ...], Person | None]:
    """The rounds that stand, or that wait for organisers; everyone with a seat; and the reader."""
    rounds = [seats.round_in_force(tx, guild_id, kind) or seats.proposed_round(tx, guild_id, kind) for kind in RoundOf]
    holders = {event: bars.seats(tx, guild_id, event) for event in QualifyingEvent}
    named = people.by_ids(tx, [person for some in holders.values() for person in some])
    listed = tuple(Holder(event, named[person]) for event, some in holders.items() for person in some)
    reader = people.of_member(tx, guild_id, member_id)
    return tuple(view(tx, found) for found in rounds if found is not None), listed, reader


def passed_over(tx: Query, told: SeatPassedOver, now: datetime) -> PassedOverView | None:
    """Who was passed over for a bar, or is not any more, with the bars that hold."""
    person = people.load(tx, told.person)
    if person is None:
        return None
    known = tuple(bars_of(tx, person.person_id, now))
    return PassedOverView(told.what, person, told.asked, known)


def lost_seats(tx: Query, told: SeatsLost) -> LostSeats:
    """Seats that a correction took, and where their holders are entered all the same."""
    known = people.by_ids(tx, [one.person_id for one in told.lost])
    holders = tuple(Holder(one.event, known[one.person_id]) for one in told.lost)
    found = seats.load(tx, told.round_id)
    coming = [] if found is None else tournaments.all_unfinished(tx, found.guild_id)
    listed = [
        (holder.person, event)
        for holder in holders
        for event in coming
        if seats_of(event.rulebook) is holder.event and _is_entered(tx, event, holder.person.person_id)
    ]
    return LostSeats(holders, tuple(listed))


def is_entered_for(tx: Query, guild_id: GuildId, event: QualifyingEvent, person_id: PersonId) -> bool:
    """Whether the person stands on the list of such an event that is to come or runs."""
    coming = tournaments.all_unfinished(tx, guild_id)
    return any(seats_of(one.rulebook) is event and _is_entered(tx, one, person_id) for one in coming)


def _is_entered(tx: Query, tournament: Tournament, person_id: PersonId) -> bool:
    entrant = entrants.of_person(tx, tournament.tournament_id, person_id)
    return entrant is not None and entrant.withdrawn_at is None


def _fixed_matches(tx: Query, found: SeatRound) -> Iterator[SeatMatch]:
    """The matches that have an event, with their winners; one that ended without a winner is to be played anew."""
    for tournament, match in arranged_matches(tx, found):
        winner = None if tournament.ended_at is None else _first(tx, tournament)
        if winner is not None and winner in match.sides:
            yield settle(match, winner)
        elif tournament.ended_at is None:
            yield match


def arranged_matches(tx: Query, found: SeatRound) -> Iterator[tuple[Tournament, SeatMatch]]:
    """The matches that have an event, without those called off, and those that ended without a winner."""
    for tournament_id, match in seats.arranged_matches(tx, found.round_id):
        tournament = _event(tx, tournament_id)
        no_winner = tournament.ended_at is not None and _first(tx, tournament) is None
        if tournament.cancelled_at is None and not no_winner:
            yield tournament, match


def _first(tx: Query, tournament: Tournament) -> PersonId | None:
    rows = FORMATS[tournament.rulebook.format].standings(facts(tx, tournament), tournament.rulebook)
    first = [row.entrant_id for row in rows if row.rank_to == 1]
    return person_of(tx, tournament)[first[0]] if first else None


def _standings(tx: Query, tournament_id: TournamentId, registered: Collection[PersonId]) -> Iterator[PersonId]:
    """The people of a table that is over, best first; those alone who may have a seat (AIJE-B03-1)."""
    tournament = _event(tx, tournament_id)
    who = person_of(tx, tournament)
    rows = FORMATS[tournament.rulebook.format].standings(facts(tx, tournament), tournament.rulebook)
    yield from (who[row.entrant_id] for row in rows if who[row.entrant_id] in registered)


def _event(tx: Query, tournament_id: TournamentId) -> Tournament:
    found = tournaments.load(tx, tournament_id)
    if found is None:
        raise LookupError(tournament_id)
    return found

"""Whether somebody can be given a seat by hand or by vote: vacant by the one rule, registered, and not barred.

The rule itself is `domain/entering/vacancy.py`; here is what it is asked about (AIJE-B03-1, AIJE-D02-1, AIJE-D03-1,
AIJE-D04-1).
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from bot.domain.community import Person
from bot.domain.entering.qualification import Qualification
from bot.domain.entering.seats import RoundOf, SeatRound
from bot.domain.entering.vacancy import Stage, Vacancy, Way, vacancy
from bot.domain.ids import GuildId, PersonId
from bot.domain.regulation.qualifying_events import QualifyingEvent
from bot.domain.rulebook import Wording
from bot.errors import AlreadyDone, UserError
from bot.rulebooks.library import preset
from bot.services.entering import eligibility, seats_reading
from bot.storage import bars, identities, offices, people, ratings, seats, titles, tournaments
from bot.storage.context import Query


class NoPlaceVacant(UserError):
    """Every place in the event is somebody's by right, so that staff names nobody (AIJE-D03-1, AIJE-D04-1)."""

    event: Wording
    names: str


class InvitationsWait(UserError):
    """Invitations to the event wait for an organiser; before that nobody is named by hand."""

    event: Wording


class SeatsByStandings(UserError):
    """No place in the event is given by hand but to whom one belongs by the standings (AIJE-D02-1, AIJE-D04-1)."""

    event: Wording


class PlacesByVote(UserError):
    """The places in the match for the title are the committee's to give, by its vote (AIJE-D03-1)."""


class SeatForRegistered(UserError):
    """Only who is registered may have a seat in a qualifying event (AIJE-B03-1)."""

    name: str


class PlaysForSeats(UserError):
    """Who plays in the event, or is asked to, leaves no invitations to it, and signs for no seat in it."""

    event: Wording


def refuse(
    tx: Query, guild_id: GuildId, event: QualifyingEvent, person_id: PersonId, at: datetime, *, by_vote: bool = False
) -> None:
    """Raises why the person can be given no seat in the event by hand, or by the committee's vote.

    That is AlreadyDone for who has one under whichever account, what keeps a barred person out, SeatForRegistered,
    InvitationsWait, NoPlaceVacant, SeatsByStandings and PlacesByVote.
    """
    own = identities.selves(tx, person_id)
    if any(bars.has_seat(tx, guild_id, event, one) for one in own):
        raise AlreadyDone
    eligibility.refuse_for_bars(tx, person_id, at)
    if not is_registered(tx, guild_id, own):
        person = people.load(tx, person_id)
        raise SeatForRegistered(name="?" if person is None else person.name)
    found = read(tx, guild_id, event)
    if not found.is_open_to(own, by_vote=by_vote):
        raise _refusal(tx, event, found, by_vote=by_vote)


def read(tx: Query, guild_id: GuildId, event: QualifyingEvent) -> Vacancy:
    """The places of the event as things stand."""
    kind, held = RoundOf.filling(event), bars.seats(tx, guild_id, event)
    decided = seats.last_decided(tx, guild_id, kind)
    stage = _stage(tx, guild_id, event, decided)
    standing = seats.round_in_force(tx, guild_id, kind)
    counts = standing is not None and event not in standing.played
    now = seats_reading.qualification(tx, standing) if standing is not None and counts else None
    champions = titles.world_titles(tx, guild_id)
    champion = max(champions, key=lambda one: one.won_at).person_id if champions else None
    by_right, committee = _by_right(tx, stage, decided), _has_committee(tx, guild_id)
    return vacancy(event, stage, held, now, by_right, champion, committee=committee)


def _has_committee(tx: Query, guild_id: GuildId) -> bool:
    """Whether there is an association whose committee can vote: without an arbiter it cannot."""
    return offices.ever_held(tx, guild_id) and bool(people.arbiters(tx, guild_id))


def refuse_stake(tx: Query, guild_id: GuildId, event: QualifyingEvent, by: PersonId) -> None:
    """Raises PlaysForSeats for who plays in the event, is asked to or has a right to, under whichever account."""
    _refuse_among(tx, event, by, playing_for(tx, guild_id, event))


def plays_for(tx: Query, guild_id: GuildId, event: QualifyingEvent, person_id: PersonId) -> bool:
    """Whether the person plays in the event, is asked to or has a right to, under whichever account."""
    return not playing_for(tx, guild_id, event).isdisjoint(identities.selves(tx, person_id))


def playing_for(tx: Query, guild_id: GuildId, event: QualifyingEvent) -> frozenset[PersonId]:
    """Who plays in the event, is asked to or has a right to."""
    found = read(tx, guild_id, event)
    standing = seats.round_in_force(tx, guild_id, RoundOf.filling(event))
    meant = set[PersonId]() if standing is None else _people_meant(tx, standing)
    return frozenset({*found.held, *found.entitled, *meant})


def asks_for_two(tx: Query, person: Person, event: QualifyingEvent) -> bool:
    """Whether no organiser alone gives the person the place: one for the title, in an association that cannot vote."""
    if event is not QualifyingEvent.WORLD or not offices.ever_held(tx, person.guild_id):
        return False
    return read(tx, person.guild_id, event).entitled.isdisjoint(identities.selves(tx, person.person_id))


def refuse_invited(tx: Query, proposed: SeatRound, by: PersonId) -> None:
    """Raises PlaysForSeats for who would lose or keep a place by it that invitations are left."""
    meant = _people_meant(tx, proposed) | ({proposed.champion} if proposed.champion is not None else set())
    for event in proposed.round_of.events:
        _refuse_among(tx, event, by, meant)
        refuse_stake(tx, proposed.guild_id, event, by)


def _people_meant(tx: Query, found: SeatRound) -> set[PersonId]:
    """Who has a place by the invitations, or plays for one."""
    now = seats_reading.qualification(tx, found)
    return {*(seat.person_id for seat in now.seats), *(side for match in now.matches for side in match.sides)}


def _refuse_among(tx: Query, event: QualifyingEvent, by: PersonId, some: Collection[PersonId]) -> None:
    if not set(some).isdisjoint(identities.selves(tx, by)):
        raise PlaysForSeats(event=title_of(event))


def is_registered(tx: Query, guild_id: GuildId, own: Collection[PersonId]) -> bool:
    """Whether one of a person's accounts stands on the rating list (AIJE-B03-1)."""
    return not ratings.ratings(tx, guild_id).keys().isdisjoint(own)


def title_of(event: QualifyingEvent) -> Wording:
    """What people call the event."""
    return preset(event).wording


def _stage(tx: Query, guild_id: GuildId, event: QualifyingEvent, decided: SeatRound | None) -> Stage:
    if seats.proposed_round(tx, guild_id, RoundOf.filling(event)) is not None:
        return Stage.WAITS
    if decided is None:
        return Stage.NONE
    if event in decided.played or _was_played_since(tx, guild_id, event, decided):
        return Stage.PLAYED
    return Stage.LEFT if decided.confirmed_at is None else Stage.STANDS


def _was_played_since(tx: Query, guild_id: GuildId, event: QualifyingEvent, decided: SeatRound) -> bool:
    last = seats.last_event(tx, guild_id, event)
    played = None if last is None or last in decided.sources else tournaments.load(tx, last)
    return played is not None and played.ended_at is not None and played.ended_at > decided.proposed_at


def _by_right(tx: Query, stage: Stage, decided: SeatRound | None) -> Qualification | None:
    """What follows from the standings where nobody has said no."""
    if decided is None or stage not in {Stage.STANDS, Stage.LEFT}:
        return None
    return seats_reading.qualification(tx, decided, as_asked=True)


def _refusal(tx: Query, event: QualifyingEvent, found: Vacancy, *, by_vote: bool) -> UserError:
    if found.way is Way.CONFIRMATION:
        return InvitationsWait(event=title_of(event))
    if found.way is Way.VOTE and found.has_room and not by_vote:
        return PlacesByVote()
    if found.way is Way.STANDINGS:
        return SeatsByStandings(event=title_of(event))
    named = people.by_ids(tx, sorted(found.held | found.entitled))
    return NoPlaceVacant(event=title_of(event), names=", ".join(sorted(one.name for one in named.values())))

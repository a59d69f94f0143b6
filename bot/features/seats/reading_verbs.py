"""Gathering what follows from earlier standings for seats, and whether a seat can be given by hand or by vote.

A seat is vacant by the rule of `bot/features/seats/model.py`, and the player registered and not barred (AIJE-B03-1,
AIJE-D02-1, AIJE-D03-1, AIJE-D04-1).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import datetime

from bot.features.course.facts_verbs import facts
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering.eligibility_verbs import bars_of
from bot.features.seats import store
from bot.features.seats.model import (
    Answer,
    Earlier,
    Invitation,
    InvitationRound,
    InvitationStage,
    LostSeats,
    Qualification,
    SeatHolder,
    SeatMatch,
    SeatRound,
    SeatsLost,
    SeatsView,
    Vacancy,
    VacancyWay,
    for_the_title,
    qualify,
    settle,
    vacancy,
)
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import person_of
from bot.kernel.context import Query
from bot.kernel.errors import AlreadyDone, Refused, RefusedFor, UserError
from bot.kernel.ids import GuildId, MemberId, PersonId, TournamentId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.formats import FORMATS
from bot.play.rulebook import ASKED_FOR, QualifyingEvent, Wording, seats_of
from bot.rulebooks.library import preset
from bot.server import store as server_store

# --- what follows from standings ------------------------------------------------------------------------------------


_REFUSED = frozenset({Answer.DECLINED, Answer.SILENT, Answer.SHUT_OUT})


def seats_subject(round_id: str) -> str:
    """How deadlines and panels name a round of invitations."""
    return f"seats:{round_id}"


def event_of(invitation: Invitation) -> QualifyingEvent:
    """The event whose seat is offered; not for a match for a seat."""
    return next(event for event, asked in ASKED_FOR.items() if asked is invitation.asked)


def qualification(tx: Query, seat_round: SeatRound, *, as_asked: bool = False) -> Qualification:
    """Who has which seat by now, and what is played for the others; `as_asked`, as if nobody had said no."""
    gone = entering_bars_store.all_expelled(tx, seat_round.guild_id)
    registered = set(people_ratings_store.ratings(tx, seat_round.guild_id)) - gone
    standings = [tuple(_standings(tx, source, registered)) for source in seat_round.sources]
    champion = None if seat_round.champion in gone else seat_round.champion
    asked = [] if as_asked else store.questions(tx, seat_round.round_id)
    declined = {one.invitation for one in asked if one.answer in _REFUSED}
    if seat_round.round_of is InvitationRound.TITLE:
        named = _named_by_staff(tx, seat_round)
        return for_the_title(champion, standings[0], named, declined).without(seat_round.played)
    earlier = Earlier(standings[0], standings[1], champion)
    return qualify(earlier, list(_fixed_matches(tx, seat_round)), declined).without(seat_round.played)


def _named_by_staff(tx: Query, seat_round: SeatRound) -> list[PersonId]:
    """Whom staff has named for the title since the invitations went out."""
    since = seat_round.confirmed_at
    return [] if since is None else store.named_since(tx, seat_round.guild_id, QualifyingEvent.WORLD, since)


def view(tx: Query, seat_round: SeatRound) -> SeatsView:
    """All that is known of a round."""
    known = qualification(tx, seat_round)
    questions = {question.invitation: question for question in store.questions(tx, seat_round.round_id)}
    meant = {question.person_id for question in questions} | {seat.person_id for seat in known.seats}
    meant |= {side for match in known.matches for side in match.sides}
    meant |= set() if seat_round.champion is None else {seat_round.champion}
    return SeatsView(
        round=seat_round,
        sources=tuple(_event(tx, source) for source in seat_round.sources),
        qualification=known,
        questions=questions,
        arranged={match.number: event for event, match in arranged_matches(tx, seat_round)},
        people=people_store.by_ids(tx, sorted(meant)),
    )


def by_id(tx: Query, round_id: str) -> SeatsView | None:
    """A round by its id."""
    found = store.load(tx, round_id)
    return None if found is None else view(tx, found)


def proposal(tx: Query, round_id: str, now: datetime) -> SeatsView | None:
    """As `by_id`, with who would be passed over for a bar if it were confirmed now."""
    found = by_id(tx, round_id)
    if found is None or found.round.confirmed_at is not None:
        return found
    return replace(found, barred=frozenset(person for person in found.people if bars_of(tx, person, now)))


def of_reader(
    tx: Query, guild_id: GuildId, round_id: str, member_id: MemberId
) -> tuple[SeatsView | None, Person | None]:
    """A round of this server, and who looks at it."""
    found = by_id(tx, round_id)
    here = found is not None and found.round.guild_id == guild_id
    return (found if here else None), people_store.of_member(tx, guild_id, member_id)


def overview(
    tx: Query, guild_id: GuildId, member_id: MemberId
) -> tuple[tuple[SeatsView, ...], tuple[SeatHolder, ...], Person | None]:
    """The rounds that stand, or that wait for organisers; everyone with a seat; and the reader."""
    rounds = [
        store.round_in_force(tx, guild_id, kind) or store.proposed_round(tx, guild_id, kind) for kind in InvitationRound
    ]
    holders = {event: entering_bars_store.seats(tx, guild_id, event) for event in QualifyingEvent}
    people = people_store.by_ids(tx, [person for some in holders.values() for person in some])
    listed = tuple(SeatHolder(event, people[person]) for event, some in holders.items() for person in some)
    reader = people_store.of_member(tx, guild_id, member_id)
    return tuple(view(tx, found) for found in rounds if found is not None), listed, reader


def lost_seats(tx: Query, told: SeatsLost) -> LostSeats:
    """Seats that a correction took, and where their holders are entered all the same."""
    people = people_store.by_ids(tx, [one.person_id for one in told.lost])
    holders = tuple(SeatHolder(one.event, people[one.person_id]) for one in told.lost)
    found = store.load(tx, told.round_id)
    coming = [] if found is None else tournaments_store.all_unfinished(tx, found.guild_id)
    listed = [
        (holder.person, event)
        for holder in holders
        for event in coming
        if seats_of(event.rulebook) is holder.event and _is_entered(tx, event, holder.person.person_id)
    ]
    return LostSeats(holders, tuple(listed))


def is_entered_for(tx: Query, guild_id: GuildId, event: QualifyingEvent, person_id: PersonId) -> bool:
    """Whether the person stands on the list of such an event that is to come or runs."""
    coming = tournaments_store.all_unfinished(tx, guild_id)
    return any(seats_of(one.rulebook) is event and _is_entered(tx, one, person_id) for one in coming)


def _is_entered(tx: Query, tournament: Tournament, person_id: PersonId) -> bool:
    entrant = entering_store.of_person(tx, tournament.tournament_id, person_id)
    return entrant is not None and entrant.withdrawn_at is None


def _fixed_matches(tx: Query, seat_round: SeatRound) -> Iterator[SeatMatch]:
    """The matches that have an event, with their winners; one that ended without a winner is to be played anew."""
    for tournament, match in arranged_matches(tx, seat_round):
        winner = None if tournament.ended_at is None else _first(tx, tournament)
        if winner is not None and winner in match.sides:
            yield settle(match, winner)
        elif tournament.ended_at is None:
            yield match


def arranged_matches(tx: Query, seat_round: SeatRound) -> Iterator[tuple[Tournament, SeatMatch]]:
    """The matches that have an event, without those called off, and those that ended without a winner."""
    for tournament_id, match in store.arranged_matches(tx, seat_round.round_id):
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
    found = tournaments_store.load(tx, tournament_id)
    if found is None:
        raise LookupError(tournament_id)
    return found


# --- vacant seats ---------------------------------------------------------------------------------------------------


class NoPlaceVacant(UserError):
    """Every place in the event is somebody's by right, so that staff names nobody (AIJE-D03-1, AIJE-D04-1)."""

    event: Wording
    names: str


class RefusedPlaces(Refused):
    """The sentence names the event that the places are in."""

    event: Wording


def refuse(
    tx: Query, guild_id: GuildId, event: QualifyingEvent, person_id: PersonId, at: datetime, *, by_vote: bool = False
) -> None:
    """Raises why the person can be given no seat in the event by hand, or by the committee's vote.

    That is AlreadyDone for who has one under whichever account, what keeps a barred person out, SeatForRegistered,
    InvitationsWait, NoPlaceVacant, SeatsByStandings and PlacesByVote.
    """
    same_person_ids = people_store.same_person_ids(tx, person_id)
    if any(entering_bars_store.has_seat(tx, guild_id, event, one) for one in same_person_ids):
        raise AlreadyDone
    entering_eligibility_verbs.refuse_for_bars(tx, person_id, at)
    if not is_registered(tx, guild_id, same_person_ids):
        person = people_store.load(tx, person_id)
        # Only who is registered may have a seat in a qualifying event (AIJE-B03-1).
        raise RefusedFor("error.SeatForRegistered", name="?" if person is None else person.name)
    found = read(tx, guild_id, event)
    if not found.is_open_to(same_person_ids, by_vote=by_vote):
        raise _refusal(tx, event, found, by_vote=by_vote)


def read(tx: Query, guild_id: GuildId, event: QualifyingEvent) -> Vacancy:
    """The places of the event as things stand."""
    kind, held = InvitationRound.filling(event), entering_bars_store.seats(tx, guild_id, event)
    decided = store.last_decided(tx, guild_id, kind)
    stage = _stage(tx, guild_id, event, decided)
    standing = store.round_in_force(tx, guild_id, kind)
    counts = standing is not None and event not in standing.played
    now = qualification(tx, standing) if standing is not None and counts else None
    champions = people_store.world_titles(tx, guild_id)
    champion = max(champions, key=lambda one: one.won_at).person_id if champions else None
    by_right, committee = _by_right(tx, stage, decided), _has_committee(tx, guild_id)
    return vacancy(event, stage, held, now, by_right, champion, committee=committee)


def _has_committee(tx: Query, guild_id: GuildId) -> bool:
    """Whether there is an association whose committee can vote: without an arbiter it cannot."""
    return server_store.ever_held(tx, guild_id) and bool(people_store.arbiters(tx, guild_id))


def refuse_stake(tx: Query, guild_id: GuildId, event: QualifyingEvent, by: PersonId) -> None:
    """Raises PlaysForSeats for who plays in the event, is asked to or has a right to, under whichever account."""
    _refuse_among(tx, event, by, playing_for(tx, guild_id, event))


def plays_for(tx: Query, guild_id: GuildId, event: QualifyingEvent, person_id: PersonId) -> bool:
    """Whether the person plays in the event, is asked to or has a right to, under whichever account."""
    return not playing_for(tx, guild_id, event).isdisjoint(people_store.same_person_ids(tx, person_id))


def playing_for(tx: Query, guild_id: GuildId, event: QualifyingEvent) -> frozenset[PersonId]:
    """Who plays in the event, is asked to or has a right to."""
    found = read(tx, guild_id, event)
    standing = store.round_in_force(tx, guild_id, InvitationRound.filling(event))
    meant = set[PersonId]() if standing is None else _people_meant(tx, standing)
    return frozenset({*found.held, *found.entitled, *meant})


def asks_for_two(tx: Query, person: Person, event: QualifyingEvent) -> bool:
    """Whether no organiser alone gives the person the place: one for the title, in an association that cannot vote."""
    if event is not QualifyingEvent.WORLD or not server_store.ever_held(tx, person.guild_id):
        return False
    return read(tx, person.guild_id, event).entitled.isdisjoint(people_store.same_person_ids(tx, person.person_id))


def refuse_invited(tx: Query, proposed: SeatRound, by: PersonId) -> None:
    """Raises PlaysForSeats for who would lose or keep a place by it that invitations are left."""
    meant = _people_meant(tx, proposed) | ({proposed.champion} if proposed.champion is not None else set())
    for event in proposed.round_of.events:
        _refuse_among(tx, event, by, meant)
        refuse_stake(tx, proposed.guild_id, event, by)


def _people_meant(tx: Query, seat_round: SeatRound) -> set[PersonId]:
    """Who has a place by the invitations, or plays for one."""
    now = qualification(tx, seat_round)
    return {*(seat.person_id for seat in now.seats), *(side for match in now.matches for side in match.sides)}


def _refuse_among(tx: Query, event: QualifyingEvent, by: PersonId, person_ids: Collection[PersonId]) -> None:
    if not set(person_ids).isdisjoint(people_store.same_person_ids(tx, by)):
        raise RefusedPlaces("error.PlaysForSeats", event=title_of(event))


def is_registered(tx: Query, guild_id: GuildId, same_person_ids: Collection[PersonId]) -> bool:
    """Whether one of a person's accounts stands on the rating list (AIJE-B03-1)."""
    return not people_ratings_store.ratings(tx, guild_id).keys().isdisjoint(same_person_ids)


def title_of(event: QualifyingEvent) -> Wording:
    """What people call the event."""
    return preset(event).wording


def _stage(tx: Query, guild_id: GuildId, event: QualifyingEvent, decided: SeatRound | None) -> InvitationStage:
    if store.proposed_round(tx, guild_id, InvitationRound.filling(event)) is not None:
        return InvitationStage.WAITS
    if decided is None:
        return InvitationStage.NONE
    if event in decided.played or _was_played_since(tx, guild_id, event, decided):
        return InvitationStage.PLAYED
    return InvitationStage.LEFT if decided.confirmed_at is None else InvitationStage.STANDS


def _was_played_since(tx: Query, guild_id: GuildId, event: QualifyingEvent, decided: SeatRound) -> bool:
    last = store.last_event(tx, guild_id, event)
    played = None if last is None or last in decided.sources else tournaments_store.load(tx, last)
    return played is not None and played.ended_at is not None and played.ended_at > decided.proposed_at


def _by_right(tx: Query, stage: InvitationStage, decided: SeatRound | None) -> Qualification | None:
    """What follows from the standings where nobody has said no."""
    if decided is None or stage not in {InvitationStage.STANDS, InvitationStage.LEFT}:
        return None
    return qualification(tx, decided, as_asked=True)


def _refusal(tx: Query, event: QualifyingEvent, found: Vacancy, *, by_vote: bool) -> UserError:
    if found.way is VacancyWay.CONFIRMATION:
        return RefusedPlaces("error.InvitationsWait", event=title_of(event))
    if found.way is VacancyWay.VOTE and found.has_room and not by_vote:
        # The places in the match for the title are the committee's to give, by its vote (AIJE-D03-1).
        return Refused("error.PlacesByVote")
    if found.way is VacancyWay.STANDINGS:
        # No place in the event is given by hand but to whom one belongs by the standings (AIJE-D02-1, AIJE-D04-1).
        return RefusedPlaces("error.SeatsByStandings", event=title_of(event))
    people = people_store.by_ids(tx, sorted(found.held | found.entitled))
    return NoPlaceVacant(event=title_of(event), names=", ".join(sorted(person.name for person in people.values())))

"""Facts of an event that many verbs ask for: which it is, what is due, who is shown for an entrant, who may, numbers.

What is due is rewritten whenever a thing was saved, and what was done is written to the log. An event takes the numbers
of its server's rating list (AIJE-B02-2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.tournaments import store
from bot.features.tournaments.hooks import EVENT_HOOKS
from bot.features.tournaments.model import Listed, TournamentView, letters_due, looks_due
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.errors import NotFound, NotFoundByName, RefusedFor, Subject, UserError
from bot.kernel.ids import Actor, BarId, ContestId, EntrantId, GuildId, JeekId, MemberId, PersonId, TournamentId
from bot.kernel.outages import Outage, Rung, Step
from bot.kernel.time_store import STILL
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import Capacity, Person
from bot.play.entries import Entrant, Tournament, check_in_closes_at, check_in_opens_at, due_steps, phase
from bot.play.plugs import first
from bot.play.rating import STARTING, RatingTerms, in_force
from bot.play.rulebook import Grade
from bot.server.model import BY_OFFICE
from bot.server.verbs import capacities

# --- what is due ----------------------------------------------------------------------------------------------------


def tournament_subject(tournament_id: TournamentId) -> str:
    """How deadlines, panels and the log name a tournament."""
    return f"tournament:{tournament_id}"


def letters_subject(tournament_id: TournamentId) -> str:
    """How deadlines name the letters to who asked to be reminded of a tournament."""
    return f"letters:{tournament_id}"


def contest_subject(contest_id: ContestId) -> str:
    """How deadlines, panels and the log name a match."""
    return f"contest:{contest_id}"


def arena_subject(tournament_id: TournamentId) -> str:
    """How deadlines and panels name the lobby of an arena."""
    return f"arena:{tournament_id}"


def jeek_subject(game_id: JeekId) -> str:
    """How deadlines and panels name a casual game."""
    return f"jeek:{game_id}"


def claim_subject(claim_id: str) -> str:
    """How the card of a claim to a name is named."""
    return f"name-claim:{claim_id}"


def account_claim_subject(claim_id: str) -> str:
    """How panels name a second claim to an account."""
    return f"account-claim:{claim_id}"


def bar_subject(bar_id: BarId) -> str:
    """How the log names a bar."""
    return f"bar:{bar_id}"


def outages_of(tx: Query, tournament: Tournament) -> tuple[Outage, ...]:
    """Every outage that can have touched a window of the tournament, and its pauses."""
    return store.outages_of_event(tx, tournament, check_in_opens_at(tournament))


def save(tx: Tx, tournament: Tournament) -> None:
    """Writes the tournament and, in the same transaction, all that is due for it."""
    store.save(tx, tournament)
    reschedule(tx, tournament)


def reschedule(tx: Tx, tournament: Tournament) -> None:
    """Rewrites the tournament's deadlines from its facts; doing it twice changes nothing."""
    due = due_steps(tournament, outages_of(tx, tournament))
    kernel_time_store.rewrite_deadlines(
        tx, tournament_subject(tournament.tournament_id), ((step.kind, step.at) for step in due)
    )


def reschedule_letters(tx: Tx, tournament: Tournament) -> None:
    """Rewrites when who asked is written to; what is past already is left out, what waits to be said stays."""
    subject = letters_subject(tournament.tournament_id)
    waiting = kernel_time_store.deadlines_of_subject(tx, subject)
    all_due = (*letters_due(tournament), *looks_due(tournament))
    due = [one for one in all_due if one.at > tx.now or waiting.get(one.kind) == one.at]
    kernel_time_store.rewrite_deadlines(tx, subject, ((step.kind, step.at) for step in due))


# --- who is shown for an entrant ------------------------------------------------------------------------------------


class NotRegistered(UserError):
    """The person is not on the list of the tournament."""

    name: str


def as_entered(person: Person, entrant: Entrant) -> Person:
    """The person as the entrant appears."""
    return person if entrant.team_name is None else replace(person, name=entrant.team_name, is_team=True)


def people_shown(tx: Query, some: Iterable[Entrant]) -> dict[EntrantId, Person]:
    """Everybody as they appear, by their entries."""
    entries = list(some)
    people = people_store.by_ids(tx, [entry.person_id for entry in entries])
    return {entry.entrant_id: as_entered(people[entry.person_id], entry) for entry in entries}


def named_among(tx: Query, some: Iterable[Entrant], typed: str, limit: int) -> list[tuple[EntrantId, str]]:
    """The first of the entries under whose name what was typed stands, with that name."""
    wanted, shown = typed.casefold(), people_shown(tx, some)
    return [(one, person.name) for one, person in shown.items() if wanted in person.name.casefold()][:limit]


def players(tx: Query, tournament: Tournament) -> dict[EntrantId, Person]:
    """Everybody who entered the event, as they appear."""
    return people_shown(tx, entering_store.of_tournament(tx, tournament.tournament_id))


def entry_of(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> Entrant | None:
    """The person's own entry, or that of the team that the person is a member of; withdrawn ones of the own too."""
    own_entry = entering_store.of_person(tx, tournament_id, person_id)
    if own_entry is not None and own_entry.withdrawn_at is None:
        return own_entry
    team = entering_teams_store.playing_for(tx, tournament_id, person_id)
    return own_entry if team is None else entering_store.load(tx, team)


def people_in(tx: Query, entrant: Entrant) -> frozenset[PersonId]:
    """Who plays for the entrant: the person, or the members of the team with its captain."""
    if entrant.team_name is None:
        return frozenset({entrant.person_id})
    return frozenset(
        {entrant.person_id, *(member.person_id for member in entering_teams_store.members(tx, entrant.entrant_id))}
    )


def strength(tx: Query, entrant: Entrant, rated: Mapping[PersonId, float]) -> float | None:
    """The published rating of an entrant; a team's is the sum of its members', None where nobody has one."""
    if entrant.team_name is None:
        return rated.get(entrant.person_id)
    known = [
        rated[member.person_id]
        for member in entering_teams_store.members(tx, entrant.entrant_id)
        if member.person_id in rated
    ]
    return sum(known) if known else None


# --- what people look at --------------------------------------------------------------------------------------------


def tournament_view(tx: Query, tournament_id: TournamentId) -> TournamentView | None:
    """What the announcement of a tournament shows; None for an unknown id."""
    found = store.with_headcount(tx, tournament_id)
    if found is None:
        return None
    tournament, headcount = found
    return TournamentView(
        tournament=tournament,
        phase=phase(tournament),
        headcount=headcount,
        check_in_opens_at=check_in_opens_at(tournament),
        check_in_closes_at=check_in_closes_at(tournament, outages_of(tx, tournament)),
        poster=store.load_poster(tx, tournament.poster_id),
        seeded=_seeded_people(tx, tournament),
        host=people_store.load(tx, tournament.created_by),
        address=address_of(tx, tournament),
    )


def address_of(tx: Query, tournament: Tournament) -> str | None:
    """Where people without an account read of the event; None where they cannot."""
    return first(hook.address(tx, tournament) for hook in EVENT_HOOKS.of(tournament.rulebook))


def _seeded_people(tx: Query, tournament: Tournament) -> tuple[Person, ...]:
    """Whom organisers have seeded by hand and who is on the list, until the draw has taken the seeds over."""
    if not tournament.rulebook.registration.seeds_by_hand or tournament.drawn_at is not None:
        return ()
    order = entering_store.hand_seeds_of_tournament(tx, tournament.tournament_id)
    there = [one for one in entering_store.by_ids(tx, order) if one.withdrawn_at is None] if order else []
    people = people_shown(tx, there)
    return tuple(people[one] for one in order if one in people)


def listed_people(tx: Query, entrants: Sequence[Entrant]) -> tuple[Listed, ...]:
    """Entrants with their people, in the given order."""
    return _list(entrants, people_shown(tx, entrants), {})


def _list(
    entrants: Sequence[Entrant], known: Mapping[EntrantId, Person], graded: Mapping[PersonId, Grade]
) -> tuple[Listed, ...]:
    return tuple(
        Listed(entrant, known[entrant.entrant_id], entrant.grade or graded.get(entrant.person_id))
        for entrant in entrants
    )


# --- who may what in an event ---------------------------------------------------------------------------------------


def office_of(
    tx: Query, guild_id: GuildId, person_id: PersonId | None, at: datetime, tournament_id: TournamentId | None = None
) -> Capacity | None:
    """The highest office or title by which the person decides, in that event or everywhere; None where none is held."""
    person = None if person_id is None else people_store.load(tx, person_id)
    if person is None:
        return None
    plain = Actor(guild_id, person.discord_id or MemberId(0), person.name, "", False, False, at)
    held = capacities(tx.acting_as(plain), person)
    if tournament_id is not None:
        held |= capacities_in(tx, tournament_id, person.person_id)
    return next((one for one in BY_OFFICE if one in held), None)


def capacities_in(tx: Query, tournament_id: TournamentId, person_id: PersonId | None) -> frozenset[Capacity]:
    """What the person is in the event beside everything else: the chief arbiter, or a deputy with the same powers."""
    holding = store.holding(tx, tournament_id)
    return frozenset({Capacity.CHIEF_ARBITER} if any(one.person_id == person_id for one in holding) else ())


def capacities_there(tx: ActorQuery, tournament_id: TournamentId) -> frozenset[Capacity]:
    """The same, with what they are in the event."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    own = frozenset() if person is None else capacities_in(tx, tournament_id, person.person_id)
    return capacities(tx, person) | own


# --- numbers of the rating list -------------------------------------------------------------------------------------


def present(tx: Query, guild_id: GuildId) -> RatingTerms:
    """What an event that is created now takes."""
    latest = people_ratings_store.latest_terms(tx, guild_id)
    return STARTING if latest is None else latest.terms


def at(tx: Query, guild_id: GuildId, moment: datetime | None) -> RatingTerms:
    """What held at the moment; without one, what was the first to hold."""
    dated = people_ratings_store.every_terms(tx, guild_id)
    if moment is None:
        return dated[0].terms if dated else STARTING
    return in_force(dated, moment)


def person_of(tx: Query, tournament: Tournament) -> Mapping[EntrantId, PersonId]:
    """Who is behind each starter: of a team, its captain."""
    return entering_store.people_behind(tx, tournament.tournament_id)


# --- an event of this server ----------------------------------------------------------------------------------------


def find_meant(tx: Query, guild_id: GuildId, typed: str) -> TournamentId:
    """The id of the server's tournament that was chosen or typed, by its id or its name; raises NotFoundByName."""
    known = store.load(tx, TournamentId(typed))
    if known is not None and known.guild_id == guild_id:
        return known.tournament_id
    wanted = " ".join(typed.split()).casefold()
    for tournament in store.of_guild(tx, guild_id):
        if tournament.name.casefold() == wanted:
            return tournament.tournament_id
    raise NotFoundByName(what=Subject.TOURNAMENT, name=typed)


def find(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> Tournament:
    """The tournament of this server; raises NotFound for a foreign or unknown id."""
    tournament = store.load(tx, tournament_id)
    if tournament is None or tournament.guild_id != guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    return tournament


def find_unfinished(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> Tournament:
    """As `find`, and raises TournamentIsOver where it ended or was cancelled."""
    tournament = find(tx, guild_id, tournament_id)
    if tournament.ended_at is not None or tournament.cancelled_at is not None:
        raise RefusedFor("error.TournamentIsOver", name=tournament.name)
    return tournament


# --- the event's log ------------------------------------------------------------------------------------------------


LOOK_AGAIN: Final = timedelta(minutes=1)
"""After a press on what was told of already it is looked at anew so soon, where the press itself does not do it."""


def note_press(tx: Tx, subject: str, *, apart: bool = True) -> None:
    """Somebody has pressed on a thing that was told of: time counts from now on, and what rested is awake."""
    kernel_time_store.note_press(tx, subject, tx.now)
    row = f"{STILL}{subject}" if apart else subject
    kernel_time_store.put_deadline(tx, row, Step.TELL_STILL, tx.now + LOOK_AGAIN)


def _wake(tx: Tx, subject: str) -> None:
    """As `note_press`, where it is not known whether anything was told of the thing."""
    told_so_far = kernel_time_store.load_standstill(tx, subject)
    if told_so_far is not None and told_so_far.rung > Rung.NOTHING:
        note_press(tx, subject)


def record(
    tx: Tx,
    tournament: Tournament,
    act: str,
    by: Person | PersonId | None = None,
    about: PersonId | None = None,
    why: str | None = None,
    *,
    contest_id: ContestId | None = None,
    **details: str | None,
) -> None:
    """Writes who did what to the event, or to a match of it, about whom, and why; nobody did what came by itself.

    A detail that is None is none.
    """
    if by is not None and contest_id is None and tournament.drawn_at is not None:
        _wake(tx, tournament_subject(tournament.tournament_id))
    told = {"person": about, **details} if about else details
    tx.log(
        tournament.guild_id,
        act,
        tournament_subject(tournament.tournament_id) if contest_id is None else contest_subject(contest_id),
        actor=by.person_id if isinstance(by, Person) else by,
        tournament_id=tournament.tournament_id,
        why=why,
        details={key: value for key, value in told.items() if value is not None},
    )

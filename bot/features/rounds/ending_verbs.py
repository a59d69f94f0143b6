"""Ceremonies of an event, and what is shown of one that has ended.

Players are reminded of a ceremony, attendance is noted, absence is reprimanded (GO-23.6).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from bot.features.course.ending_verbs import rated_matches
from bot.features.course.facts_verbs import facts
from bot.features.course.model import StandingsView
from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.playing import rows_store as playing_rows_store
from bot.features.rounds import store
from bot.features.rounds.model import (
    Attendance,
    Ceremony,
    CeremonyView,
    PodiumPlace,
    PodiumView,
    RatingChange,
    RatingsView,
    RecordView,
    Reprimand,
)
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.arbiters_model import EventRole
from bot.features.tournaments.facts_verbs import find, find_unfinished, players, record
from bot.features.tournaments.hooks import EVENT_HOOKS, event_strategy
from bot.features.tournaments.promises_model import CeremonyReminder, CeremonyStated, Reprimanded
from bot.features.tournaments.recusal_verbs import repeatable
from bot.i18n.moments import MomentInThePast
from bot.i18n.names import checked_reason
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotFound, NotNow, NotYours, RefusedFor, Subject
from bot.kernel.ids import EntrantId, GuildId, PersonId, Place, TournamentId
from bot.kernel.outages import Step
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import Faces, Person
from bot.play.contests import Contest, Sanction, Stage, StandingRow, podium
from bot.play.course import has_table, to_final
from bot.play.deciders import is_followed
from bot.play.entries import Tournament, takes_entries
from bot.play.formats import FORMATS
from bot.play.formats.knockout import winner
from bot.play.formats.protocol import EventFacts
from bot.play.plugs import first
from bot.play.rulebook import QualifyingEvent, discipline_of, seats_of
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import promise_publicly
from bot.server.verbs import faces_of

# --- ceremonies -----------------------------------------------------------------------------------------------------


NAME_LIMIT = 80


def ceremony_subject(ceremony_id: str) -> str:
    """How deadlines name a ceremony."""
    return f"ceremony:{ceremony_id}"


def state(tx: ActorTx, tournament_id: TournamentId, name: str, held_at: datetime) -> CeremonyView:
    """States a ceremony of the event: announced now, recalled an hour before."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    staff = _require(tx, tournament_id, Act.STATE_CEREMONY)
    if not discipline_of(tournament.rulebook).ceremonies_are_a_duty:
        raise RefusedFor("error.NoCeremonies", name=tournament.name)
    if held_at <= tx.now:
        raise MomentInThePast(moment=held_at, now=tx.now)
    stated = Ceremony(
        ceremony_id=tx.new_id(),
        tournament_id=tournament_id,
        name=checked_reason(name, NAME_LIMIT),
        held_at=held_at,
        stated_at=tx.now,
        stated_by=staff.person_id,
    )
    store.add(tx, stated)
    if stated.reminds_at > tx.now:
        due = [(Step.REMIND_CEREMONY, stated.reminds_at)]
        kernel_time_store.rewrite_deadlines(tx, ceremony_subject(stated.ceremony_id), due)
    record(tx, tournament, "state_ceremony", staff.person_id)
    tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, CeremonyStated(stated.ceremony_id))
    return view(tx, tx.guild_id, stated.ceremony_id)


def call_off(tx: ActorTx, ceremony_id: str) -> Ceremony:
    """Calls a ceremony off, which is announced; nobody has to come."""
    ceremony = _load(tx, tx.guild_id, ceremony_id)
    staff = _require(tx, ceremony.tournament_id, Act.STATE_CEREMONY)
    if ceremony.held_at <= tx.now:
        raise NotNow
    if not store.cancel(tx, ceremony_id, tx.now):
        raise AlreadyDone
    kernel_time_store.rewrite_deadlines(tx, ceremony_subject(ceremony_id), ())
    tournament = find(tx, tx.guild_id, ceremony.tournament_id)
    record(tx, tournament, "call_off_ceremony", staff.person_id)
    tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, CeremonyStated(ceremony_id))
    return ceremony


def take(tx: Tx, ceremony_id: str, step: Step) -> None:
    """Takes the step of the reminder, once."""
    ceremony = store.load(tx, ceremony_id)
    tournament = None if ceremony is None else tournaments_store.load(tx, ceremony.tournament_id)
    if ceremony is None or tournament is None or step is not Step.REMIND_CEREMONY:
        return
    over = tournament.cancelled_at is not None or ceremony.cancelled_at is not None
    if not over and store.note_reminded(tx, ceremony_id, tx.now):
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, CeremonyReminder(ceremony_id))


def here(tx: ActorTx, ceremony_id: str) -> Ceremony:
    """A player says to be there; NotYours for who does not play, NotNow outside the time around it."""
    ceremony = _load(tx, tx.guild_id, ceremony_id)
    person = server_verbs.recognise(tx)
    if all(player.person_id != person.person_id for player in _players(tx, ceremony.tournament_id)):
        raise NotYours
    if not ceremony.is_open(tx.pressed_at):
        raise NotNow
    if not store.note(tx, ceremony_id, person.person_id, Attendance.PRESENT, person.person_id, tx.pressed_at):
        raise AlreadyDone
    return ceremony


def desk(tx: ActorTx, ceremony_id: str) -> CeremonyView:
    """Who was there and who was not, for who notes it."""
    ceremony = _load(tx, tx.guild_id, ceremony_id)
    _require(tx, ceremony.tournament_id, Act.NOTE_ATTENDANCE)
    return view(tx, tx.guild_id, ceremony_id)


@repeatable
def note(tx: ActorTx, ceremony_id: str, person_id: PersonId, attendance: Attendance) -> CeremonyView:
    """An arbiter notes that a player was there, or was absent with good reason."""
    ceremony = _load(tx, tx.guild_id, ceremony_id)
    staff = _require(tx, ceremony.tournament_id, Act.NOTE_ATTENDANCE)
    event = find(tx, tx.guild_id, ceremony.tournament_id)
    tournaments_recusal_verbs.refuse_in_event(tx, staff.person_id, Act.NOTE_ATTENDANCE, event)
    _refuse_early(ceremony, tx, attendance)
    if all(player.person_id != person_id for player in _players(tx, ceremony.tournament_id)):
        raise NotFound(what=Subject.PERSON)
    before = store.attendance(tx, ceremony_id).get(person_id)
    if not store.note(tx, ceremony_id, person_id, attendance, staff.person_id, tx.now):
        raise AlreadyDone
    was, noted, by = None if before is None else before.value, attendance.value, staff.person_id
    record(tx, event, "note_attendance", by, person_id, ceremony=ceremony_id, noted=noted, before=was)
    return view(tx, tx.guild_id, ceremony_id)


def reprimand(tx: ActorTx, ceremony_id: str, person_id: PersonId, reason: str) -> CeremonyView:
    """Reprimands in public who was absent without good reason; once the ceremony was held (GO-23.6)."""
    ceremony = _load(tx, tx.guild_id, ceremony_id)
    staff = _require(tx, ceremony.tournament_id, Act.REPRIMAND)
    tournaments_recusal_verbs.refuse(tx, staff.person_id, Act.REPRIMAND, person_id)
    why = checked_reason(reason)
    if ceremony.held_at > tx.now:
        raise NotNow
    if all(one.person_id != person_id for one in view(tx, tx.guild_id, ceremony_id).absent):
        raise NotFound(what=Subject.PERSON)
    given = Reprimand(ceremony_id, person_id, why, tx.now, staff.person_id)
    if not store.reprimand(tx, given):
        raise AlreadyDone
    tournament = find(tx, tx.guild_id, ceremony.tournament_id)
    record(tx, tournament, "reprimand", staff.person_id, person_id, why)
    promise_publicly(tx, tx.guild_id, Reprimanded(ceremony_id, person_id))
    return view(tx, tx.guild_id, ceremony_id)


def listing(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> tuple[Ceremony, ...]:
    """The ceremonies of the event, by their moment."""
    find(tx, guild_id, tournament_id)
    return tuple(store.of_tournament(tx, tournament_id))


def view(tx: Query, guild_id: GuildId, ceremony_id: str) -> CeremonyView:
    """The ceremony with everyone whose duty it is; raises NotFound."""
    ceremony = _load(tx, guild_id, ceremony_id)
    return CeremonyView(
        ceremony=ceremony,
        tournament=find(tx, guild_id, ceremony.tournament_id),
        community=server_verbs.community(tx, guild_id),
        players=_players(tx, ceremony.tournament_id),
        attendance=store.attendance(tx, ceremony_id),
        reprimanded=frozenset(one.person_id for one in store.reprimands(tx, ceremony_id)),
    )


def given_to(tx: Query, ceremony_id: str, person_id: PersonId) -> Reprimand | None:
    """The reprimand of one person for the ceremony, if there is one."""
    return next((one for one in store.reprimands(tx, ceremony_id) if one.person_id == person_id), None)


def _refuse_early(ceremony: Ceremony, tx: Query, attendance: Attendance) -> None:
    """Nobody was there before it was held; an excuse is heard at any time."""
    if attendance is Attendance.PRESENT and ceremony.held_at > tx.now:
        raise NotNow


def _players(tx: Query, tournament_id: TournamentId) -> tuple[Person, ...]:
    """Who plays in the event, by name: the starters, or before the close everybody on the list."""
    starting = entering_store.with_outcome(tx, tournament_id, "starter") or entering_store.of_tournament(
        tx, tournament_id
    )
    people = people_store.by_ids(tx, [one.person_id for one in starting if one.withdrawn_at is None])
    return tuple(sorted(people.values(), key=lambda person: (person.name.casefold(), person.person_id)))


def _load(tx: Query, guild_id: GuildId, ceremony_id: str) -> Ceremony:
    ceremony = store.load(tx, ceremony_id)
    tournament = None if ceremony is None else tournaments_store.load(tx, ceremony.tournament_id)
    if ceremony is None or tournament is None or tournament.guild_id != guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    return ceremony


def _require(tx: ActorTx, tournament_id: TournamentId, act: Act) -> Person:
    person = server_verbs.recognise(tx)
    standings = tournaments_facts_verbs.capacities_in(tx, tournament_id, person.person_id)
    server_verbs.require(tx, person, act, *standings)
    return person


# --- what people look at --------------------------------------------------------------------------------------------


VALUES_SHOWN = 2


def podium_view(tx: Query, tournament_id: TournamentId) -> PodiumView | None:
    """Who won what, and the event to look forward to; None for an event that has not ended."""
    tournament = _find_ended(tx, tournament_id)
    if tournament is None:
        return None
    known, who = facts(tx, tournament), players(tx, tournament)
    rows = FORMATS[tournament.rulebook.format].standings(known, tournament.rulebook)
    if tournament.rulebook.traits.has_lobby:
        rows = tuple(row for row in rows if row.won + row.drawn + row.lost)  # Who came and played nothing won nothing.
    community = server_store.load(tx, tournament.guild_id)
    steps = podium(rows, of_table=has_table(tournament.rulebook), never_came=known.never_came)
    upcoming = next(
        (one for one in tournaments_store.all_unfinished(tx, tournament.guild_id) if takes_entries(one)), None
    )
    places = tuple(_place(tx, tournament, known, row, who[row.entrant_id]) for row in steps)
    return PodiumView(
        tournament=tournament,
        places=places,
        players=len(known.starters),
        upcoming=upcoming,
        onward=first(one.onward(tx, tournament) for one in EVENT_HOOKS.of(tournament.rulebook)),
        champion=_champion(tx, tournament, known, who),
        report_by=_reporter(tx, tournament),
        disputed=_open_disputes(tx, tournament),
        table=None if community is None else StandingsView(tournament, community, known, rows, who),
        faces=_faces(tx, places),
    )


def _open_disputes(tx: Query, tournament: Tournament) -> int:
    """Games of an arena that its end has left open: no other event ends over a dispute."""
    return (
        len(playing_rows_store.disputed_games(tx, tournament.tournament_id))
        if tournament.rulebook.traits.has_lobby
        else 0
    )


def _faces(tx: Query, places: Iterable[PodiumPlace]) -> Faces:
    """Of those who stand there by themselves; a team has a shield."""
    return faces_of(tx, [place.person for place in places if not place.person.is_team])


def _place(tx: Query, tournament: Tournament, known: EventFacts, row: StandingRow, person: Person) -> PodiumPlace:
    """A step of the podium; the members of a team stand on it too, its captain first.

    What the table counted is told where it decides, and no knock-out follows it.
    """
    order = [member.person_id for member in entering_teams_store.members(tx, row.entrant_id)] if person.is_team else []
    people = people_store.by_ids(tx, order)
    members = sorted((people[one] for one in order), key=lambda one: one.person_id != person.person_id)
    told = () if is_followed(tournament.rulebook) else row.values
    values = tuple(value for value in told if value.value is not None)[:VALUES_SHOWN]
    withheld = (row.entrant_id, Sanction.PRIZE_WITHHELD) in known.sanctions
    return PodiumPlace(row.rank_from, person, decisive_win(known, row.entrant_id), tuple(members), values, withheld)


def _champion(tx: Query, tournament: Tournament, known: EventFacts, who: Mapping[EntrantId, Person]) -> Person | None:
    """Who holds the title after a match for it; nobody where it was won by somebody who had no place in it."""
    if seats_of(tournament.rulebook) is not QualifyingEvent.WORLD:
        return None
    won = next((winner(contest) for contest in known.contests if contest.stage is Stage.FINAL), None)
    if won is None:
        return None
    return who[won] if event_strategy(tournament).crowns(tx, tournament, who[won].person_id) else None


def _reporter(tx: Query, tournament: Tournament) -> Person | None:
    """The chief arbiter of the event, as long as the closing report is to come."""
    if tournaments_store.report_of(tx, tournament.tournament_id) is not None:
        return None
    held = tournaments_store.holding(tx, tournament.tournament_id)
    chief = next((one.person_id for one in held if one.role is EventRole.CHIEF), None)
    return None if chief is None else people_store.load(tx, chief)


def ratings_view(tx: Query, tournament_id: TournamentId) -> RatingsView | None:
    """What the event did to the ratings of those who played it; None where it published no list."""
    tournament, published = (
        tournaments_store.load(tx, tournament_id),
        people_ratings_store.of_tournament(tx, tournament_id),
    )
    if tournament is None or published is None:
        return None
    former = people_ratings_store.before(tx, published)
    before = former.rated if former else {}
    played = {person for match in rated_matches(tx, tournament) for person in (match.first, match.second)}
    played |= published.rated.keys() - before.keys()
    listed = [published.rated[person] for person in played if person in published.rated]
    people = people_store.by_ids(tx, [line.person_id for line in listed])
    changes = (
        RatingChange(people[line.person_id], _rating(before, line.person_id), line.rating)
        for line in sorted(listed, key=lambda line: (-line.rating, line.person_id))
    )
    return RatingsView(tournament, published.published_at, tournament.rulebook.rating.initial, tuple(changes))


def record_view(tx: Query, tournament_id: TournamentId) -> RecordView | None:
    """Every result of an event that has ended; None before its end."""
    tournament = _find_ended(tx, tournament_id)
    if tournament is None:
        return None
    known, rated = facts(tx, tournament), ratings_view(tx, tournament_id)
    rounds = {(contest.stage, contest.round): contest for contest in known.contests}
    before = {key: to_final(one, known, tournament.rulebook) for key, one in rounds.items()}
    in_bracket = {key: number for key, number in before.items() if number is not None}
    return RecordView(tournament, known.contests, players(tx, tournament), rated, known.drawn_for, in_bracket)


def _find_ended(tx: Query, tournament_id: TournamentId) -> Tournament | None:
    tournament = tournaments_store.load(tx, tournament_id)
    return tournament if tournament is not None and tournament.ended_at is not None else None


def decisive_win(known: EventFacts, entrant_id: EntrantId) -> Contest | None:
    """The final or the third-place match that the entrant won."""
    # The last final decides, where there was more than one.
    stages = {Stage.FINAL, Stage.THIRD_PLACE}
    deciding = (contest for contest in reversed(known.contests) if contest.stage in stages and len(contest.sides) > 1)
    return next((one for one in deciding if winner(one) == entrant_id), None)


def _rating(listed: Mapping[PersonId, people_ratings_store.Rated], person_id: PersonId) -> float | None:
    return listed[person_id].rating if person_id in listed else None

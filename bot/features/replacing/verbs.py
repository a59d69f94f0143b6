"""Giving the place of a player who leaves to somebody else, for a reason; and taking that back.

Everything is looked up anew in the transaction that does it, so that a call, a press of **I'm here** or a score in
between decides. The place keeps its id, its points and its side; matches that have a score keep who played them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.features.course import verbs as course_verbs
from bot.features.course.rounds_verbs import known_club
from bot.features.entering import eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import MatchContext
from bot.features.replacing import store
from bot.features.replacing.model import (
    Leaver,
    PlaceGiven,
    PlaceTaken,
    PlayerReplaced,
    ReplacedView,
    ReplaceView,
    SubstitutesView,
    Substitution,
)
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.arbiters_model import rivals_of_next
from bot.features.tournaments.facts_verbs import (
    find_unfinished,
    named_among,
    people_shown,
    person_of,
    tournament_subject,
)
from bot.features.tournaments.hooks import ENTRY_HOOKS, tell_of_place
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.tournaments.summons_model import MatterKind
from bot.i18n.names import checked_name, checked_reason
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotFound, RefusedFor, Subject, UserError
from bot.kernel.ids import ContestId, EntrantId, MemberId, PersonId, RoleId, TournamentId
from bot.kernel.log import Entry
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.contests import LOVE, Contest
from bot.play.entries import Entrant, Phase, Tournament, phase
from bot.play.formats.knockout import is_decided
from bot.play.kind_checks import has_places
from bot.play.rulebook import entered_by_organisers
from bot.server import verbs as server_verbs
from bot.server.model import Act, Hanging
from bot.server.speaking_verbs import promise_publicly, write_to

# --- whose place can go over ----------------------------------------------------------------------------------------


REPLACED: Final = "replace_player"
"""The log's word for it."""
REASON_LIMIT: Final = 300


def leavers(tx: Query, tournament: Tournament) -> list[Entrant]:
    """Who has left and whose place can still go over, in the order of registration."""
    if not _may_be_tried(tournament):
        return []
    starters = entering_store.with_outcome(tx, tournament.tournament_id, "starter")
    return [one for one in starters if one.withdrawn_at is not None and _obstacle(tx, tournament, one) is None]


def _may_be_tried(tournament: Tournament) -> bool:
    under_way = phase(tournament) in {Phase.DRAWING, Phase.RUNNING}
    return under_way and tournament.rulebook.registration.substitutes and has_places(tournament.rulebook)


def _obstacle(tx: Query, tournament: Tournament, entrant: Entrant, name: str = "") -> UserError | None:
    """What keeps the place with who holds it, who is called by that name; None where it can go over."""
    own = playing_store.of_entrant(tx, entrant.entrant_id)
    if phase(tournament) is Phase.DRAWING:
        return None
    if entrant.withdrawn_at is not None:
        given_up = any(one.reason == course_verbs.LEFT for one in own)
        if given_up or playing_store.paired_since(tx, tournament.tournament_id, entrant.withdrawn_at):
            return RefusedFor("error.ReplaceGivenUp", name=name)
    open_ = [one.contest.contest_id for one in own if one.contest.result is None and not one.contest.is_bye]
    if any(_is_seated(tx, one, entrant.entrant_id) for one in open_):
        return RefusedFor("error.ReplaceInPlay", name=name)
    if not open_ and not playing_reading_verbs.is_still_in(tx, tournament, entrant):
        return RefusedFor("error.ReplaceNothingLeft", name=name)
    return None


def _is_seated(tx: Query, contest_id: ContestId, entrant_id: EntrantId) -> bool:
    """Whether the player has come to the match, or it has a score so far: then it is being played.

    Where the other side alone is there nobody has played, and the match is called anew.
    """
    match_context = playing_verbs.load(tx, contest_id)
    if match_context is None or match_context.match.contest.called_at is None:
        return False
    match, side = match_context.match, match_context.match.contest.sides.index(entrant_id)
    clocks = [one for one in match.clocks if one.side == side]
    came = bool(clocks) and all(one.ended_at is not None for one in clocks)
    scored = match.report is not None or match_context.state(tx.now).score != LOVE
    return came or scored or match.suspended_at is not None


def replace_view(tx: ActorQuery, tournament_id: TournamentId) -> ReplaceView:
    """Whose places can go over, for who may have them go over; raises why none can."""
    tournament = _find(tx, tournament_id)
    left = leavers(tx, tournament)
    return ReplaceView(tournament, tuple(people_shown(tx, left or _holders(tx, tournament)).items()))


def _holders(tx: Query, tournament: Tournament) -> list[Entrant]:
    starters = entering_store.with_outcome(tx, tournament.tournament_id, "starter")
    return [one for one in starters if _obstacle(tx, tournament, one) is None]


def players_named(tx: ActorQuery, tournament_id: TournamentId, typed: str, limit: int) -> list[tuple[EntrantId, str]]:
    """The first of all who play with that in their name, for who may replace them."""
    starters = entering_store.with_outcome(tx, _find(tx, tournament_id).tournament_id, "starter")
    return named_among(tx, starters, typed, limit)


def to_replace(tx: ActorQuery, entrant_id: EntrantId) -> Leaver:
    """The player whose place is about to go over; raises before anybody else is chosen."""
    entrant = entering_store.load(tx, entrant_id)
    tournament = None if entrant is None else _find(tx, entrant.tournament_id)
    person = None if entrant is None else people_store.load(tx, entrant.person_id)
    if entrant is None or tournament is None or person is None:
        raise NotFound(what=Subject.ENTRANT)
    staff = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if staff is not None:
        _refuse_own_opponent(tx, tournament, entrant, staff)
    tournaments_recusal_verbs.refuse_where_others_can(
        tx, None if staff is None else staff.person_id, Act.REPLACE_PLAYER, tournament
    )
    if not entering_store.is_starter(tx, entrant_id):
        raise RefusedFor("error.ReplaceNotIn", name=person.name)
    obstacle = _obstacle(tx, tournament, entrant, person.name)
    if obstacle is not None:
        raise obstacle
    return Leaver(tournament, entrant, person)


def _find(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The event that goes on and has places that can go over, for who may decide it."""
    server_verbs.require(tx, people_store.of_member(tx, tx.guild_id, tx.actor.member_id), Act.REPLACE_PLAYER)
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    rulebook = tournament.rulebook
    if rulebook.official or not has_places(rulebook):
        raise RefusedFor("error.ReplaceNotHere", name=tournament.name)
    if not rulebook.registration.substitutes:
        raise RefusedFor("error.ReplaceNotByRules", name=tournament.name)
    if phase(tournament) not in {Phase.DRAWING, Phase.RUNNING}:
        raise RefusedFor("error.ReplaceNotYet", name=tournament.name)
    return tournament


def _refuse_own_opponent(tx: Query, tournament: Tournament, entrant: Entrant, staff: Person) -> None:
    """Nobody chooses whom they meet, whoever signs or agrees."""
    own = set(people_store.same_person_ids(tx, staff.person_id))
    if own & _met_next(tx, tournament, entrant) and entrant.person_id not in own:
        raise RefusedFor("error.ReplaceOpponent", name=tournament.name)


def _met_next(tx: Query, tournament: Tournament, entrant: Entrant) -> set[PersonId]:
    """Who meets the holder of the place in an open match, and in a bracket who may meet them after it."""
    in_force = playing_store.of_tournament(tx, tournament.tournament_id)
    own, known = [one for one in in_force if entrant.entrant_id in one.sides], person_of(tx, tournament)
    met = {known[side] for one in own if one.result is None for side in one.sides if side in known}
    if tournament.rulebook.traits.is_bracket and own:
        third = tournament.rulebook.knockout.third_place_match
        met |= rivals_of_next(own[-1], in_force, known, third_place_match=third)
    return met


# --- who comes in ---------------------------------------------------------------------------------------------------


def waiting_view(tx: ActorQuery, entrant_id: EntrantId) -> SubstitutesView:
    """Who can come in for the player; raises why nobody can."""
    leaver = to_replace(tx, entrant_id)
    return SubstitutesView(leaver, tuple(people_shown(tx, _waiting(tx, leaver.tournament)).items()))


def _waiting(tx: Query, tournament: Tournament) -> list[Entrant]:
    """The wait list in its order, then who missed check-in; nobody who has left or was replaced."""
    found = (entering_store.with_outcome(tx, tournament.tournament_id, word) for word in ("left_over", "absent"))
    listed = [one for some in found for one in some if one.withdrawn_at is None]
    return [one for one in listed if eligibility_verbs.may_enter(tx, tournament, one.person_id, tx.now)]


@repeatable
def replace_by_waiting(tx: ActorTx, entrant_id: EntrantId, other_id: EntrantId, reason: str) -> ReplacedView:
    """Gives the place to somebody who was on the list when check-in closed."""
    leaver, other = to_replace(tx, entrant_id), entering_store.load(tx, other_id)
    person = None if other is None else people_store.load(tx, other.person_id)
    if other is None or person is None or other.tournament_id != leaver.tournament.tournament_id:
        raise NotFound(what=Subject.ENTRANT)
    return _replace(tx, leaver, person, reason)


@repeatable
def replace_by(
    tx: ActorTx,
    entrant_id: EntrantId,
    member: tuple[MemberId, str] | None,
    name: str | None,
    reason: str,
    *,
    is_new: bool = False,
    roles: frozenset[RoleId] = frozenset(),
) -> ReplacedView:
    """Gives the place to a member of the server, or to a person without Discord, by name.

    A name that can be somebody's who is known has to be theirs, letter by letter, unless it is said that it is not.
    """
    leaver = to_replace(tx, entrant_id)
    person = server_verbs.somebody(tx, tx.guild_id, member) if member else _named(tx, leaver, name or "", is_new=is_new)
    staff = server_verbs.recognise(tx)
    if eligibility_verbs.somebody_lacks(tx, leaver.tournament, (person, staff), roles):
        raise RefusedFor("error.SubstituteLacks", name=person.name)
    return _replace(tx, leaver, person, reason)


def _named(tx: ActorTx, leaver: Leaver, typed: str, *, is_new: bool) -> Person:
    meant = checked_name(typed)
    alike = () if is_new else entering_verbs.others_alike(tx, leaver.tournament, meant, None)
    if not alike:
        return server_verbs.newcomer(tx, tx.guild_id, meant)
    exact = [one for one in alike if one.name.casefold() == meant.casefold()]
    if len(exact) != 1:
        raise RefusedFor("error.SubstituteWhich", name=", ".join(one.name for one in alike[:3]))
    return exact[0]


def _refuse_unfit(tx: ActorTx, tournament: Tournament, person: Person) -> None:
    """Raises what keeps the person from coming in: a bar, an account that is lacking, or a place of their own."""
    for one in people_store.same_person_ids(tx, person.person_id):
        entry = entering_store.of_person(tx, tournament.tournament_id, one)
        if entry is not None and entering_store.is_starter(tx, entry.entrant_id):
            raise RefusedFor("error.SubstitutePlays", name=person.name)
        if store.of_who_left(tx, tournament.tournament_id, one) is not None:
            raise RefusedFor("error.SubstitutePlayed", name=person.name)
    invites = entered_by_organisers(tournament.rulebook)
    eligibility_verbs.refuse_barred(tx, tournament, person.person_id, tx.pressed_at, invited_now=invites)
    if eligibility_verbs.rating_is_unfit(tx, tournament, person, tx.pressed_at):
        raise RefusedFor("error.SubstituteLacks", name=person.name)
    site = tournament.rulebook.registration.account
    if site is not None and people_account_store.account_of_person(tx, person.person_id, site) is None:
        raise RefusedFor("error.SubstituteAccount", name=person.name)


# --- the place goes over --------------------------------------------------------------------------------------------


def _replace(tx: ActorTx, leaver: Leaver, person: Person, reason: str) -> ReplacedView:
    tournament, place = leaver.tournament, leaver.entrant
    staff, why = server_verbs.recognise(tx), checked_reason(reason, REASON_LIMIT)
    _refuse_unfit(tx, tournament, person)
    tournaments_recusal_verbs.refuse_in_event(tx, staff.person_id, Act.REPLACE_PLAYER, tournament)
    listed = entering_store.of_person(tx, tournament.tournament_id, person.person_id)
    out = _entry_of(tx, tournament, person, staff)
    for hook in ENTRY_HOOKS.of(tournament.rulebook):
        hook.refuse_check_in(tx, tournament, out)
    given = Substitution(
        tx.new_id(), place.entrant_id, place.person_id, person.person_id, staff.person_id, why, tx.pressed_at
    )
    _swap(tx, place, out)
    # Who names themself has a stake from now on, as everybody who plays in it.
    tournaments_recusal_verbs.refuse_in_event(tx, staff.person_id, Act.REPLACE_PLAYER, tournament)
    store.add(tx, given)
    waited = listed.outcome if listed is not None and listed.withdrawn_at is None else None
    about = {"entrant": place.entrant_id, "given": given.substitution_id, "waited": waited}
    about["gone"] = "yes" if place.withdrawn_at is not None else None
    tournaments_facts_verbs.record(tx, tournament, REPLACED, staff, person.person_id, why, contest_id=None, **about)
    _go_on(tx, tournament, place.entrant_id, staff.person_id, why)
    _tell(tx, tournament, given, (leaver.person, person, staff))
    view = replaced_view(tx, given)
    if view is None:
        raise NotFound(what=Subject.ENTRANT)
    return view


def _entry_of(tx: ActorTx, tournament: Tournament, person: Person, staff: Person) -> Entrant:
    """The entry of who comes in, which who leaves has afterwards; one is made for who was not on the list."""
    known = entering_store.of_person(tx, tournament.tournament_id, person.person_id)
    if known is not None:
        return known
    tournament_id = tournament.tournament_id
    number, club = entering_store.next_number(tx, tournament_id), known_club(tx, tournament, person.person_id)
    made = Entrant(EntrantId(tx.new_id()), tournament_id, person.person_id, number, tx.pressed_at, club=club)
    entering_store.add(tx, made, staff.person_id)
    if person != staff:
        entering_store.note_own_word(tx, made.entrant_id, given=False)
    return made


def _swap(tx: ActorTx, place: Entrant, out: Entrant) -> None:
    """Exchanges the people of the two entries; the place is in the event, the other entry is out of it."""
    playing_store.keep_players(tx, place.entrant_id, place.person_id)
    entering_store.end_reminder(tx, out.entrant_id)
    entering_store.take_over(tx, place, out, _stand_in(tx))
    entering_store.come_back(tx, place.entrant_id)
    entering_store.withdraw(tx, out.entrant_id, tx.now)
    entering_store.decide_outcome(tx, out.entrant_id, "left_over")


def _stand_in(tx: ActorTx) -> Person:
    return Person(PersonId(tx.new_id()), tx.guild_id, None, "-", None, tx.now)


def _go_on(tx: Tx, tournament: Tournament, entrant_id: EntrantId, by: PersonId, why: str) -> None:
    """Calls anew what was called for the other person, and has the event go on."""
    for match_context in _called(tx, entrant_id):
        playing_ruling_verbs.call_anew(tx, match_context, by, why)
    subject = tournament_subject(tournament.tournament_id)
    if not entering_store.starters_who_left(tx, tournament.tournament_id):
        tournaments_summons_verbs.settle(tx, subject, MatterKind.PLAYER_LEFT)
    tx.touch(subject)
    course_verbs.proceed_all(tx, tournament.guild_id, first=tournament.tournament_id)


def _called(tx: Query, entrant_id: EntrantId) -> Iterator[MatchContext]:
    """The matches of the place that were called, or are about to be, and have no score."""
    for one in playing_store.of_entrant(tx, entrant_id):
        match_context = playing_verbs.load(tx, one.contest.contest_id)
        if match_context is not None and one.contest.result is None and one.assigned_at is not None:
            yield match_context


def _tell(tx: ActorTx, tournament: Tournament, given: Substitution, people: tuple[Person, Person, Person]) -> None:
    """Tells all, and writes to the two; a member of staff who replaces many calls each of them once a day."""
    (left, came, staff), entrant_id = people, given.entrant_id
    promise_publicly(tx, tournament.guild_id, PlayerReplaced(entrant_id, given.substitution_id))
    matter = f"replacing:{tournament.tournament_id}"
    if left != staff and server_verbs.rings(tx, staff, left, matter):
        write_to(tx, tournament.guild_id, left, PlaceGiven(entrant_id, given.substitution_id))
    if came != staff and server_verbs.rings(tx, staff, came, matter):
        write_to(tx, tournament.guild_id, came, PlaceTaken(entrant_id, given.substitution_id))
    for person in (left, came):
        tell_of_place(tx, tournament, person.person_id)


def replaced_view(tx: Query, given: Substitution) -> ReplacedView | None:
    """What is told of it; None where it was taken back."""
    tournament = tournaments_store.of_entrant(tx, given.entrant_id)
    people = people_store.by_ids(tx, [given.left_id, given.came_id, given.by_id])
    if tournament is None or given.undone_at is not None or len({*people}) < len({given.left_id, given.came_id}):
        return None
    following = _next_match(tx, given.entrant_id)
    other = None if following is None else _other_side(tx, following, given.entrant_id)
    return ReplacedView(
        tournament, given, people[given.left_id], people[given.came_id], people[given.by_id], following, other
    )


def _next_match(tx: Query, entrant_id: EntrantId) -> Contest | None:
    own = (one.contest for one in playing_store.of_entrant(tx, entrant_id))
    return next((one for one in own if not is_decided(one)), None)


def _other_side(tx: Query, contest: Contest, entrant_id: EntrantId) -> Person | None:
    others = entering_store.by_ids(tx, [side for side in contest.sides if side != entrant_id])
    return next(iter(people_shown(tx, others).values()), None)


def told_view(tx: Query, substitution_id: str) -> ReplacedView | None:
    """As `replaced_view`, by its id."""
    given = store.load(tx, substitution_id)
    return None if given is None else replaced_view(tx, given)


# --- taking it back -------------------------------------------------------------------------------------------------


def hangs(tx: Query, entry: Entry) -> Hanging | None:
    """What keeps the place with who came in: that they have come to a match or have a score, or the end."""
    given = store.load(tx, entry.details["given"])
    tournament = None if given is None else tournaments_store.of_entrant(tx, given.entrant_id)
    if given is None or tournament is None or phase(tournament) not in {Phase.DRAWING, Phase.RUNNING}:
        return Hanging.CLOSED
    place = entering_store.load(tx, given.entrant_id)
    if given.undone_at is not None or place is None or place.person_id != given.came_id or place.withdrawn_at:
        return Hanging.TAKEN_BACK
    noted = playing_store.played_by(tx, tournament.tournament_id)
    for one in playing_store.of_entrant(tx, given.entrant_id):
        contest = one.contest
        if contest.result is not None and not contest.is_bye and (contest.contest_id, given.entrant_id) not in noted:
            return Hanging.BUILT_ON
        if contest.result is None and _is_seated(tx, contest.contest_id, given.entrant_id):
            return Hanging.BUILT_ON
    return None


def turn_back(tx: Tx, entry: Entry, by: Person) -> None:
    """The place is with who held it before, and what was called is called anew."""
    given = store.load(tx, entry.details["given"])
    tournament = None if given is None else tournaments_store.of_entrant(tx, given.entrant_id)
    place = None if given is None else entering_store.load(tx, given.entrant_id)
    if given is None or tournament is None or place is None:
        raise LookupError(entry.subject)
    out = entering_store.of_person(tx, tournament.tournament_id, given.left_id)
    if out is None:
        raise LookupError(given.left_id)
    stand_in = Person(PersonId(tx.new_id()), tournament.guild_id, None, "-", None, tx.now)
    entering_store.take_over(tx, place, out, stand_in)
    playing_store.give_back_players(tx, place.entrant_id, given.left_id)
    if "gone" in entry.details:
        entering_store.withdraw(tx, place.entrant_id, tx.now)
    if (waited := entry.details.get("waited")) is not None:
        entering_store.come_back(tx, out.entrant_id)
        entering_store.decide_outcome(tx, out.entrant_id, waited)
    store.undo(tx, replace(given, undone_at=tx.now))
    tournaments_facts_verbs.record(tx, tournament, "place_back", by, given.left_id, entrant=place.entrant_id)
    _go_on(tx, tournament, place.entrant_id, by.person_id, given.reason)

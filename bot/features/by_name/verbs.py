"""Asking who answers for players without Discord, taking their word for them, and starting the clock that waits for it.

Whoever entered the player may answer, and any staff of the event, but nobody in the own match.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from bot.features.by_name.model import ByNameAsked, ByNameView, Needs, WordWanted
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import store as playing_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import MatchContext, MatchView
from bot.features.playing.reading_verbs import match_view
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.by_name_verbs import (
    answering_each,
    answering_in,
    by_name,
    can_be_asked,
    is_free,
    sides_by_name,
    who_runs,
)
from bot.features.tournaments.facts_verbs import (
    capacities_there,
    find,
    find_unfinished,
    outages_of,
    people_shown,
)
from bot.features.tournaments.summons_verbs import Addressed, Found, note_who_may, whom_to_ask_for
from bot.kernel import outbox
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotAllowed, NotFound, NotNow, Outdated, Refused, Subject, UserError
from bot.kernel.ids import ContestId, EntrantId, OutboxId, PersonId, TournamentId
from bot.kernel.promises import Delivery, Promise, says
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.entries import Entrant, Phase, Tournament, check_in_closes_at, phase
from bot.play.matches import MatchPhase
from bot.server import verbs as server_verbs
from bot.server.model import Act, may, whom_to_ask
from bot.server.speaking_verbs import stand, tell_committee

PANEL = "by-name"


def panel_of(outbox_id: str) -> str:
    """How the card of one message is named."""
    return f"{PANEL}:{outbox_id}"


# --- asking ---------------------------------------------------------------------------------------------------------


def ask_to_check_in(tx: Tx, tournament: Tournament) -> None:
    """Asks for all who are on the list by name and have not confirmed, once for each who answers."""
    missing = [
        one
        for one in entering_store.without_discord(tx, tournament.tournament_id)
        if one.checked_in_at is None and tournament.rulebook.teams is None
    ]
    answering = answering_each(tx, tournament, missing)
    for person_id, entrants in _by_answer(tx, [(one, answering.get(one.entrant_id)) for one in missing]).items():
        asked = tuple(one.entrant_id for one in entrants)
        tell_committee(tx, tournament.guild_id, ByNameAsked(tournament.tournament_id, person_id, asked))


def ask_for_matches(tx: Tx, tournament: Tournament, contests: Iterable[ContestId]) -> None:
    """Asks for all who play one of these matches, which were called together; whom only rivals could answer for waits.

    What nobody has read yet of other matches is asked in the same message.
    """
    pairs: list[tuple[Entrant, Person | None]] = []
    played: dict[EntrantId, ContestId] = {}
    there = entering_store.without_discord(tx, tournament.tournament_id)
    for contest_id in contests if there else ():
        match = playing_store.load(tx, contest_id)
        answering = {} if match is None else answering_in(tx, tournament, match)
        pairs += answering.items()
        played |= {one.entrant_id: contest_id for one in answering}
    for person_id, entrants in _by_answer(tx, pairs).items():
        asked = {one.entrant_id: played[one.entrant_id] for one in entrants}
        earlier = _take_back(tx, tournament, person_id)
        said = ByNameAsked(
            tournament.tournament_id,
            person_id,
            tuple(dict.fromkeys((*(one for each in earlier for one in each.entrants), *asked))),
            tuple(dict.fromkeys((*(one for each in earlier for one in each.contests), *asked.values()))),
        )
        tell_committee(tx, tournament.guild_id, said)


def _take_back(tx: Tx, tournament: Tournament, person_id: PersonId | None) -> list[ByNameAsked]:
    """What the person was to be asked about matches, and nobody has begun to say."""
    found: list[ByNameAsked] = []

    def is_joined(said: ByNameAsked) -> bool:
        joined = said.person == person_id and bool(said.contests)
        if joined:
            found.append(said)
        return joined

    outbox.withdraw(tx, ByNameAsked, tournament.tournament_id, is_joined)
    return found


def _by_answer(tx: Query, pairs: Sequence[tuple[Entrant, Person | None]]) -> dict[PersonId | None, list[Entrant]]:
    """The players by who entered them; None has those for whom who runs the event is asked in their place."""
    entered_by = entering_store.entered_by(tx, [one.entrant_id for one, _ in pairs])
    found: dict[PersonId | None, list[Entrant]] = defaultdict(list)
    for entrant, person in pairs:
        if person is not None:
            own = person.person_id == entered_by[entrant.entrant_id]
            found[person.person_id if own else None].append(entrant)
    return found


def follow(tx: Tx, tournament_id: TournamentId, contest_id: ContestId | None) -> None:
    """Has the cards drawn anew on which the match stands; without one, those of the check-in."""
    for one in outbox.all_promises(tx, ByNameAsked, tournament_id):
        said = one.message
        if contest_id in said.contests or (contest_id is None and not said.contests):
            tx.touch(panel_of(one.outbox_id))


# --- the clock ------------------------------------------------------------------------------------------------------


def waits(tx: Query, match_context: MatchContext, side: int) -> bool:
    """Whether the side has no Discord, and the message that asks for it was not read yet."""
    contest = match_context.match.contest
    theirs = {one.entrant_id for one in sides_by_name(tx, match_context.tournament, match_context.match)}
    return contest.sides[side] in theirs and not _is_read(tx, match_context, contest.sides[side])


def _is_read(tx: Query, match_context: MatchContext, entrant_id: EntrantId) -> bool:
    asked = [
        one
        for one in outbox.all_promises(tx, ByNameAsked, match_context.tournament.tournament_id)
        if match_context.contest_id in one.message.contests and entrant_id in one.message.entrants
    ]
    return bool(asked) and outbox.delivery_of(tx, asked[-1].outbox_id) is not None


def start_clocks(tx: Tx, promised: Promise[ByNameAsked], delivery: Delivery) -> None:
    """Starts the clocks of those whom the message asks for, now that it can be read; it is a live card from now on.

    Where the call of the match is not read yet, both start with it.
    """
    stand(tx, promised, delivery, panel_of(promised.outbox_id))
    for contest_id in promised.message.contests:
        match_context = playing_verbs.load(tx, contest_id)
        contest = None if match_context is None else match_context.match.contest
        if match_context is None or contest is None or contest.called_at is None or contest.result is not None:
            continue
        if match_context.match.voided_at is None:
            sides = [side for side, one in enumerate(contest.sides) if one in promised.message.entrants]
            at = max(contest.called_at, delivery.delivered_at)
            playing_presence_verbs.start_clocks_of(tx, match_context, sides, at)
            tx.touch(f"contest:{contest_id}")


# --- answering ------------------------------------------------------------------------------------------------------


def sides_answered(tx: ActorQuery, match_context: MatchContext, person: Person) -> tuple[int, ...]:
    """The sides without Discord for which the person may answer; none of the own match."""
    contest, tournament = match_context.match.contest, match_context.tournament
    sides = sides_by_name(tx, tournament, match_context.match)
    if not sides or not is_free(tx, person.person_id, playing_store.people_of(tx, contest.contest_id)):
        return ()
    return tuple(contest.sides.index(one.entrant_id) for one in sides if _may_answer(tx, person, one))


def come(tx: ActorTx, entrant_id: EntrantId, outbox_id: str) -> ByNameView:
    """Says of one player without Discord that they are here: for check-in while that is open, else in their match.

    Twice is harmless. Raises Refused of the own opponent.
    """
    entrant = entering_store.load(tx, entrant_id)
    if entrant is None:
        raise NotFound(what=Subject.ENTRANT)
    tournament = find_unfinished(tx, tx.guild_id, entrant.tournament_id)
    person = server_verbs.recognise(tx)
    _come(tx, tournament, entrant, person)
    return view_for(tx, tournament.tournament_id, outbox_id)


def come_all(tx: ActorTx, tournament_id: TournamentId, outbox_id: str) -> ByNameView:
    """The same of all on the card whom it waits for; the own opponent stays for another."""
    tournament, person = find_unfinished(tx, tx.guild_id, tournament_id), server_verbs.recognise(tx)
    refused: UserError | None = None
    came = 0
    for one in view_for(tx, tournament_id, outbox_id).at_once:
        entrant = entering_store.load(tx, one.entrant_id)
        try:
            if entrant is not None:
                _come(tx, tournament, entrant, person)
                came += 1
        except UserError as error:
            refused = refused or error
    if refused is not None and not came:
        raise refused
    return view_for(tx, tournament_id, outbox_id)


def _come(tx: ActorTx, tournament: Tournament, entrant: Entrant, person: Person) -> None:
    if not _may_answer(tx, person, entrant):
        raise NotAllowed(needed=whom_to_ask(Act.ANSWER_BY_NAME))
    if not by_name(tx, [entrant]):
        raise Refused("error.AnswersThemself")
    if tournament.check_in_closed_at is None:
        entering_check_in_verbs.check_in_for(tx, tournament, entrant, person)
        follow(tx, tournament.tournament_id, None)
        return
    open_match = _open_match(tx, entrant)
    if open_match is None:
        raise NotNow
    match_context = playing_verbs.find(tx, tx.guild_id, open_match)
    _refuse_opponent(tx, match_context, person)
    side = match_context.match.contest.sides.index(entrant.entrant_id)
    playing_presence_verbs.here_for(tx, match_context, side, person)


def _open_match(tx: Query, entrant: Entrant) -> ContestId | None:
    """The match of the player that was called and has no result."""
    found = (
        one.contest.contest_id
        for one in playing_store.of_entrant(tx, entrant.entrant_id)
        if one.contest.result is None and one.assigned_at is not None
    )
    return next(found, None)


def _may_answer(tx: ActorQuery, person: Person, entrant: Entrant) -> bool:
    """Who entered the player, under whichever account, and who runs the event."""
    if may(Act.ANSWER_BY_NAME, capacities_there(tx, entrant.tournament_id)):
        return True
    by = entering_store.entered_by(tx, [entrant.entrant_id]).get(entrant.entrant_id)
    return by is not None and by in people_store.same_person_ids(tx, person.person_id)


def _refuse_opponent(tx: Query, match_context: MatchContext, person: Person) -> None:
    """Nobody answers for whom they play against: their silence would win the match."""
    if not is_free(tx, person.person_id, playing_store.people_of(tx, match_context.contest_id)):
        raise Refused("error.AnotherAnswers")


# --- what is shown --------------------------------------------------------------------------------------------------


def view_for(tx: ActorQuery, tournament_id: TournamentId, outbox_id: str) -> ByNameView:
    """What the card shows that was pressed: that of a message, or the presser's own of the event; raises Outdated."""
    if not outbox_id:
        return own_view(tx, tournament_id)
    promised = outbox.load(tx, OutboxId(outbox_id))
    if promised is None or not says(promised, ByNameAsked) or promised.message.tournament_id != tournament_id:
        raise Outdated
    view = view_of(tx, promised)
    if view is None:
        raise Outdated
    return view


def view_of(tx: Query, promised: Promise[ByNameAsked]) -> ByNameView | None:
    """What the message shows now; None of an event that is no more."""
    said = promised.message
    tournament = tournaments_store.load(tx, said.tournament_id)
    if tournament is None:
        return None
    entrants = {one.entrant_id: one for one in entering_store.by_ids(tx, said.entrants)}
    there = [entrants[one] for one in said.entrants if one in entrants]
    lines = _of_matches(tx, there, said.contests) if said.contests else _of_list(tx, tournament, there)
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    asked = _whom_asked(tx, tournament, said)
    return ByNameView(tournament, tuple(lines), not said.contests, closes_at, asked, promised.outbox_id)


def own_view(tx: ActorQuery, tournament_id: TournamentId) -> ByNameView:
    """All of the event for whom the presser may answer now; raises NotAllowed where that is nobody, ever."""
    tournament = find(tx, tx.guild_id, tournament_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    listed = entering_store.without_discord(tx, tournament_id)
    own = [] if person is None else [one for one in listed if _may_answer(tx, person, one)]
    if not own and not may(Act.ANSWER_BY_NAME, capacities_there(tx, tournament_id)):
        raise NotAllowed(needed=whom_to_ask(Act.ANSWER_BY_NAME))
    lines = _now(tx, tournament, own, None if person is None else person.person_id)
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    return ByNameView(tournament, tuple(lines), tournament.check_in_closed_at is None, closes_at)


def waiting(tx: Query, tournament: Tournament, person: Person | None) -> list[WordWanted]:
    """For whom a press is waited for now: of those whom the person has entered, or, without one, of all."""
    listed = entering_store.without_discord(tx, tournament.tournament_id) if _goes_on(tournament) else []
    if not listed:
        return []
    entered_by = entering_store.entered_by(tx, [one.entrant_id for one in listed])
    own = [one for one in listed if person is None or entered_by[one.entrant_id] == person.person_id]
    lines = _now(tx, tournament, own, None if person is None else person.person_id)
    return [one for one in lines if one.needs is not Needs.NOTHING]


def _goes_on(tournament: Tournament) -> bool:
    return phase(tournament) in {Phase.CHECK_IN, Phase.RUNNING} and tournament.rulebook.teams is None


def _now(tx: Query, tournament: Tournament, entrants: Sequence[Entrant], but: PersonId | None) -> Iterator[WordWanted]:
    """What each needs at the moment; nothing is shown of the own match of `but`."""
    if phase(tournament) is Phase.CHECK_IN:
        yield from _of_list(tx, tournament, entrants)
        return
    if not entrants or phase(tournament) is not Phase.RUNNING or tournament.rulebook.traits.has_lobby:
        return
    theirs = {one.entrant_id for one in entrants}
    for match in playing_store.in_play(tx, tournament.tournament_id):
        sides = theirs.intersection(match.contest.sides)
        played_by = playing_store.people_of(tx, match.contest.contest_id) if sides and but is not None else ()
        if sides and (but is None or is_free(tx, but, played_by)):
            there = [one for one in entrants if one.entrant_id in sides]
            yield from _of_matches(tx, there, (match.contest.contest_id,))


def _of_list(tx: Query, tournament: Tournament, entrants: Sequence[Entrant]) -> Iterator[WordWanted]:
    """Who has still to be confirmed; of who left the list nothing is shown."""
    people = people_shown(tx, entrants)
    is_open = phase(tournament) is Phase.CHECK_IN
    for one in entrants:
        if one.withdrawn_at is None:
            needs = Needs.CHECK_IN if is_open and one.checked_in_at is None else Needs.NOTHING
            yield WordWanted(one.entrant_id, people[one.entrant_id], needs)


def _of_matches(tx: Query, entrants: Sequence[Entrant], contests: Sequence[ContestId]) -> Iterator[WordWanted]:
    for contest_id in contests:
        view = match_view(tx, contest_id, tx.now)
        sides = () if view is None else view.contest.sides
        found = [
            _of_match(view, one, sides.index(one.entrant_id)) for one in entrants if view and one.entrant_id in sides
        ]
        # The score of two without Discord is told once.
        once = [one for one in found if one.needs is Needs.REPORT][:1]
        yield from (*(one for one in found if one.needs is not Needs.REPORT), *once)


def _of_match(view: MatchView, entrant: Entrant, side: int) -> WordWanted:
    others = tuple(one for number, one in enumerate(view.players) if number != side)
    until = next((one.next_at for one in view.state.missing if one.side == side), None)
    needs = _needs(view, side)
    until = view.report_stands_at if needs is Needs.ANSWER else until
    return WordWanted(entrant.entrant_id, view.players[side], needs, view.contest_id, others, until)


def _needs(view: MatchView, side: int) -> Needs:
    """What the side needs of who answers for it; nothing of one that has its own Discord by now."""
    if side not in view.answered_by or view.tournament.ended_at is not None or side in view.match.away:
        return Needs.NOTHING
    alone = len(view.answered_by) == len(view.players)
    match view.state.phase:
        case MatchPhase.WAITING | MatchPhase.MISSING | MatchPhase.PLAYING if _is_missing(view, side):
            return Needs.COME
        case MatchPhase.PLAYING:
            return Needs.REPORT
        case MatchPhase.REPORTED if view.match.report is not None and not alone:
            own = view.match.report.person_id == view.players[side].person_id
            return Needs.NOTHING if own else Needs.ANSWER
        case _:
            return Needs.NOTHING


def _is_missing(view: MatchView, side: int) -> bool:
    """Whether nobody has said that the side is there, be its clock started or not."""
    return all(one.side != side or one.ended_at is None for one in view.match.clocks)


def _whom_asked(tx: Query, tournament: Tournament, said: ByNameAsked) -> tuple[Person, ...]:
    """Who entered them; where that one cannot be asked, who runs the event and plays in none of the matches."""
    person = None if said.person is None else people_store.load(tx, said.person)
    if person is not None and can_be_asked(tx, person):
        return (person,)
    played_by = [playing_store.people_of(tx, one) for one in said.contests]
    staff = who_runs(tx, tournament)
    free = tuple(one for one in staff if all(is_free(tx, one.person_id, each) for each in played_by))
    if free or not played_by:
        return free
    return tuple(one for one in staff if any(is_free(tx, one.person_id, each) for each in played_by))


def to_look_for(tx: Query, promised: Promise[ByNameAsked]) -> Addressed:
    """Whom Discord is asked for before the message is said."""
    return whom_to_ask_for(tx, promised.guild_id, _might_be_asked(tx, promised.message))


def note_found(tx: Tx, promised: Promise[ByNameAsked], found: Found) -> None:
    """Notes who of them has left the server, or may not organise any more."""
    said = promised.message
    note_who_may(tx, _might_be_asked(tx, said), found, said.tournament_id)


def _might_be_asked(tx: Query, said: ByNameAsked) -> tuple[Person, ...]:
    """Who entered the players, or who runs the event."""
    tournament = tournaments_store.load(tx, said.tournament_id)
    person = None if said.person is None else people_store.load(tx, said.person)
    staff = () if tournament is None else who_runs(tx, tournament)
    return staff if person is None else (person, *(one for one in staff if one != person))

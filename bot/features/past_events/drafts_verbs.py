"""Past events around their confirmation: records gathered, files kept, taken back, or come in by themselves.

A record has everything that its table follows from, and nothing else about anybody. Files are kept, so that one press
confirms what was shown. All that came in together goes together, with what it did to lists and proposals. Agreed
events come in by themselves: nobody has the last word about when ratings move. Their files are read apart, which no
transaction waits for (`worker`). Where something has changed since, the sender reads that and goes on by the button
of the letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.features.course import store as course_store
from bot.features.course.facts_verbs import facts
from bot.features.entering import store as entering_store
from bot.features.past_events import bringing_verbs, store, verbs
from bot.features.past_events.model import (
    BroughtEvents,
    BroughtLine,
    BroughtView,
    KeptFile,
    NamesAsked,
    PastFile,
    RatingMoved,
    RatingsTaken,
    RecordDraft,
    print_of,
)
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import store as playing_store
from bot.features.registry import roles_verbs as registry_roles_verbs
from bot.features.registry import store as registry_store
from bot.features.replacing import store as replacing_store
from bot.features.signing import store as signing_store
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import Signature, SignatureView
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import find, players, save, tournament_subject
from bot.features.tournaments.hooks import EVENT_HOOKS, EventStrategy, event_strategy
from bot.features.tournaments.model import Onward
from bot.features.tournaments.promises_model import EventsTakenBack, PastEventsAgreed
from bot.features.tournaments.store import BROUGHT
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import Outdated, RefusedFor, UserError
from bot.kernel.ids import ContestId, EntrantId, GuildId, PersonId, Place, TournamentId
from bot.people import ratings_store as people_ratings_store
from bot.people import ratings_verbs as people_ratings_verbs
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.contests import Contest, StandingRow
from bot.play.entries import Entrant, Tournament
from bot.play.formats import FORMATS
from bot.play.formats.protocol import EventFacts
from bot.play.plugs import first
from bot.play.records import FormerHolder, Record, RecordedContest, RecordedDraw, WarningLine, written_alike
from bot.play.title_games import sums
from bot.server import bounds_verbs
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act, Hanging, may
from bot.server.speaking_verbs import write_to

# --- gathering a record ---------------------------------------------------------------------------------------------


def record_for(tx: ActorQuery, tournament_id: TournamentId) -> Record:
    """The record of a drawn event: of one that is over for everybody, of a running one for organisers.

    Raises NotFound, NotDrawnYet and RecordNotPublicYet.
    """
    tournament = find(tx, tx.guild_id, tournament_id)
    if tournament.drawn_at is None:
        raise RefusedFor("error.NotDrawnYet", name=tournament.name)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if tournament.ended_at is None and not may(Act.EDIT_TOURNAMENT, server_verbs.capacities(tx, person)):
        raise RefusedFor("error.RecordNotPublicYet", name=tournament.name)
    return record_of(tx, tournament, tx.pressed_at)


def record_of(tx: Query, tournament: Tournament, at: datetime | None = None) -> Record:
    """The record of a drawn event as it stands; `at` is when a running one is asked for."""
    tournament_id, known = tournament.tournament_id, facts(tx, tournament, tournament.ended_at)
    now = at or tournament.ended_at or tournament.start_at
    field = entering_store.with_outcome(tx, tournament_id, "starter")
    drawn = tournaments_store.draws_with_purpose(tx, tournament_id)
    draws = [one for one in drawn if one.reason != BROUGHT]
    former, out = _former(tx, tournament)
    return Record(
        event_id=tournament_id,
        name=tournament.name,
        rulebook=tournament.rulebook,
        facts=replace(known, waiting=() if tournament.ended_at else known.waiting),
        contests=_with_games(tx, tournament, _contests(tx, tournament, known, len(drawn), proven=bool(draws)), now),
        names=_names(tx, [*field, *out], known),
        commitment=tournament.commitment if draws else None,
        draws=tuple(RecordedDraw(draw.record, draw.purpose, draw.drawn_at) for draw in draws),
        withdrawn_at={one.entrant_id: one.withdrawn_at for one in field if one.withdrawn_at is not None},
        rated=_ratings_before(tx, tournament, [*field, *out], known),
        former=former,
        ended_at=tournament.ended_at,
        warnings=_warnings(tx, tournament_id),
        forbidden=course_store.forbidden_pairs_of_tournament(tx, tournament_id),
        by_hand=not draws,
    )


def _former(tx: Query, tournament: Tournament) -> tuple[tuple[FormerHolder, ...], list[Entrant]]:
    """Who held a place before, each by the entry of those who left, and these entries."""
    given = replacing_store.of_tournament(tx, tournament.tournament_id)
    played = playing_store.played_by(tx, tournament.tournament_id) if given else {}
    found: list[FormerHolder] = []
    entries: list[Entrant] = []
    for one in given:
        out = entering_store.of_person(tx, tournament.tournament_id, one.left_id)
        if out is None:
            continue
        own = tuple(key[0] for key, person in played.items() if (key[1], person) == (one.entrant_id, one.left_id))
        found.append(FormerHolder(one.entrant_id, PersonId(out.entrant_id), own, one.replaced_at))
        entries.append(out)
    return tuple(found), entries


def _warnings(tx: Query, tournament_id: TournamentId) -> tuple[WarningLine, ...]:
    in_force = (one for one in playing_board_store.warnings_of_tournament(tx, tournament_id) if one.stands)
    return tuple(WarningLine(one.contest_id, one.entrant_id, one.offence, one.game) for one in in_force)


def _contests(
    tx: Query, tournament: Tournament, known: EventFacts, draws: int, *, proven: bool = True
) -> tuple[RecordedContest, ...]:
    """Those that stand in their order, and behind them those that were taken back; `proven` where draws are told."""
    numbers = _with_draw_numbers(tx, tournament, draws)
    in_force = dict.fromkeys(one.contest_id for one in known.contests)
    taken_back = playing_store.all_voided(tx, tournament.tournament_id)
    history = playing_store.results_history(tx, list(numbers))
    made = playing_board_store.made_in(tx, tournament.tournament_id) if proven else []
    guessed = {one.contest_id: one for one in made}
    found: list[RecordedContest] = []
    for contest_id in (*in_force, *(one for one in numbers if one not in in_force)):
        number, contest = numbers[contest_id]
        earlier = tuple(result for result, _ in history[contest_id] if result != contest.result)
        at, why = taken_back.get(contest_id, (None, ""))
        found.append(
            RecordedContest(contest, "", number if proven else None, earlier, at, why, guess=guessed.get(contest_id))
        )
    return tuple(found)


def _with_draw_numbers(tx: Query, tournament: Tournament, draws: int) -> dict[ContestId, tuple[int, Contest]]:
    """Every contest of the event, taken back or not, with the number of the draw that it follows from."""
    return {
        one.contest_id: (number, one)
        for number in range(draws + 1)
        for one in playing_store.of_draw(tx, tournament.tournament_id, number)
    }


def _with_games(
    tx: Query, tournament: Tournament, found: tuple[RecordedContest, ...], at: datetime
) -> tuple[RecordedContest, ...]:
    """Matches with their games one by one; of an event that was brought in they stayed in its file."""
    if not all(one.draw for one in found):
        return found
    strategy = event_strategy(tournament)
    return tuple(one if one.voided_at is not None else _game_by_game(tx, strategy, one, at) for one in found)


def _game_by_game(tx: Query, strategy: EventStrategy, one: RecordedContest, at: datetime) -> RecordedContest:
    """The games, and which results do not follow from them: those an arbiter has ruled."""
    results = [result for _, result in one.results()]
    began = min((result.settled_at for result in results), default=at)
    games = strategy.games_on_record(tx, one.contest.contest_id, began)
    if not games:
        return one
    played, given = sums(games)
    ruled = tuple(one for one in results if ((*one.score, one.draws), one.walkover_games) != (played, given))
    return replace(one, games=games, ruled=ruled)


def _names(tx: Query, field: Iterable[Entrant], known: EventFacts) -> Mapping[str, str]:
    """Public names: of a team its own, and those of its members."""
    starters = {one.entrant_id: one for one in field}
    members = {member for starter in known.starters for member in starter.members}
    listed = people_store.by_ids(tx, [*members, *(starter.person_id for starter in starters.values())])
    named: dict[str, str] = {member: listed[member].name for member in members}
    return named | {
        starter.entrant_id: starter.team_name or listed[starter.person_id].name for starter in starters.values()
    }


def _ratings_before(
    tx: Query, tournament: Tournament, field: Iterable[Entrant], known: EventFacts
) -> Mapping[PersonId, float | None]:
    """Ratings before the event's own list came out: of players by their entrants' ids."""
    published = people_ratings_store.of_tournament(tx, tournament.tournament_id)
    before = (
        people_ratings_store.current(tx, tournament.guild_id)
        if published is None
        else people_ratings_store.before(tx, published)
    )
    listed = {} if before is None else {line.person_id: line.rating for line in before.rated.values()}
    persons: dict[EntrantId, PersonId] = {one.entrant_id: one.person_id for one in field}
    players = {PersonId(entrant): listed.get(person) for entrant, person in persons.items()}
    return players | {member: listed.get(member) for starter in known.starters for member in starter.members}


# --- what people look at --------------------------------------------------------------------------------------------


def brought_view(tx: Query, bringing_id: str) -> BroughtView | None:
    """The act with its events in their order of time, or None for an unknown id."""
    found = store.load(tx, bringing_id)
    by = None if found is None else people_store.load(tx, found.brought_by)
    if found is None or by is None:
        return None
    lines = []
    for event in store.events_of(tx, bringing_id):
        tournament = tournaments_store.load(tx, event.tournament_id)
        if tournament is not None:
            lines.append(_brought_line(tx, tournament))
    listed = bool(people_ratings_store.of_bringing(tx, bringing_id))
    moved, titles = _moves(tx, bringing_id), _titles_after(tx, found.guild_id, lines)
    return BroughtView(found, by, tuple(lines), listed, moved, titles, _invitations(tx, lines))


def _moves(tx: Query, bringing_id: str) -> tuple[RatingMoved, ...]:
    moves = store.moves_of(tx, bringing_id)
    people = people_store.by_ids(tx, [one for one, _, _ in moves])
    return tuple(RatingMoved(people[one], before, after) for one, before, after in moves)


def _invitations(tx: Query, lines: Iterable[BroughtLine]) -> tuple[Onward, ...]:
    """Who is invited on the strength of these events, those of each round once."""
    found = (
        first(one.onward(tx, line.tournament) for one in EVENT_HOOKS.of(line.tournament.rulebook)) for line in lines
    )
    return tuple({repr(one): one for one in found if one is not None}.values())


def _titles_after(tx: Query, guild_id: GuildId, lines: Iterable[BroughtLine]) -> tuple[tuple[Person, str], ...]:
    """The titles that are proposed since these events, and wait for a word."""
    events = {line.tournament.tournament_id for line in lines}
    waiting = [one for one in registry_store.open_proposals_of_guild(tx, guild_id) if one.tournament_id in events]
    people = people_store.by_ids(tx, [one.person_id for one in waiting])
    return tuple((people[one.person_id], one.title.value) for one in waiting)


def _brought_line(tx: Query, tournament: Tournament) -> BroughtLine:
    """An event with who won it alone; of one that was taken back nobody."""
    if tournament.ended_at is None:
        return BroughtLine(tournament, None)
    who, known = players(tx, tournament), facts(tx, tournament)
    rows: tuple[StandingRow, ...] = tuple(FORMATS[tournament.rulebook.format].standings(known, tournament.rulebook))
    first = [row.entrant_id for row in rows if row.rank_from == row.rank_to == 1]
    return BroughtLine(tournament, who[first[0]] if first else None)


# --- files that wait ------------------------------------------------------------------------------------------------


def keep(tx: ActorTx, files: Sequence[KeptFile], ratings: RatingsTaken) -> RecordDraft:
    """Keeps the files, in place of what the organiser sent before."""
    person = bringing_verbs.require_organiser(tx)
    if store.draft_of(tx, person.person_id) is None:
        bounds_verbs.take_room(tx, tx.guild_id, Bounded.WAITING_FILES)
    store.keep_draft(tx, tx.guild_id, person.person_id, files, ratings, tx.now)
    verbs.let_go_of_others(tx, person)
    return _draft(tx, person.person_id)


def mine(tx: ActorQuery) -> RecordDraft:
    """What the presser has sent; raises Outdated where it was brought in, or replaced from elsewhere."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None:
        raise Outdated
    return _draft(tx, person.person_id)


def choose(tx: ActorTx, ratings: RatingsTaken) -> RecordDraft:
    """Says how the ratings are to be taken."""
    person = bringing_verbs.require_organiser(tx)
    store.choose(tx, person.person_id, ratings)
    verbs.let_go_of_others(tx, person)
    return _draft(tx, person.person_id)


def tell_apart(tx: ActorTx, names: Sequence[str]) -> RecordDraft:
    """Says that these names are another person's in each file."""
    person = bringing_verbs.require_organiser(tx)
    before = _draft(tx, person.person_id)
    store.tell_apart(tx, person.person_id, {*before.apart, *map(written_alike, names)})
    verbs.let_go_of_others(tx, person)
    return _draft(tx, person.person_id)


def confirm(tx: ActorTx, seen: str, files: Sequence[PastFile]) -> BroughtEvents | NamesAsked | SignatureView:
    """Brings in what the card showed, or has it wait for somebody who does not play in it.

    Raises Outdated where that was brought in, or is another draft by now, and what the gate raises.
    """
    person = server_verbs.recognise(tx)
    draft = _draft(tx, person.person_id)
    if print_of(draft) != seen:
        raise Outdated
    foreseen = verbs.foresee(tx, files, draft)
    if isinstance(foreseen, NamesAsked):
        return foreseen
    # Who may no longer take ratings as the files publish them does not, whatever was agreed to.
    needs_second = verbs.needs_second(tx, person, foreseen, tx.now)
    if needs_second and not verbs.is_agreed(tx, person, seen, foreseen):
        return verbs.ask(tx, person, foreseen, seen)
    return verbs.bring(tx, files, draft.ratings, draft.apart)


def _draft(tx: Query, person_id: PersonId) -> RecordDraft:
    found = store.draft_of(tx, person_id)
    if found is None or not found.files:
        raise Outdated
    return found


# --- taking back ----------------------------------------------------------------------------------------------------


_NO_REASON = "-"


def hangs(tx: Query, bringing_id: str) -> Hanging | None:
    """What keeps the act from being taken back: later ratings, or a title or seats that were decided by it."""
    bringing = store.load(tx, bringing_id)
    if bringing is None or bringing.taken_back_at is not None:
        return Hanging.TAKEN_BACK
    lists = people_ratings_store.of_bringing(tx, bringing_id)
    if lists and people_ratings_store.is_built_on(tx, bringing.guild_id, lists[-1]):
        return Hanging.BUILT_ON
    events = [one.tournament_id for one in store.events_of(tx, bringing_id)]
    return Hanging.BUILT_ON if any(server_store.was_built_on(tx, event) for event in events) else None


def refuse_gain(tx: Query, person_id: PersonId, bringing_id: str) -> None:
    """Raises OwnCase where the own rating fell by the act, to which a second person had agreed.

    Where there is no association, nobody signs for files either.
    """
    bringing = store.load(tx, bringing_id)
    if bringing is None or not registry_roles_verbs.is_association(tx, bringing.guild_id):
        return
    moves = store.moves_of(tx, bringing_id)
    fell = [one for one, before, after in moves if before is not None and after < before]
    tournaments_recusal_verbs.refuse_about_oneself(tx, person_id, Act.AMEND_RATINGS, *fell)


def take_back(tx: Tx, guild_id: GuildId, bringing_id: str) -> None:
    """Calls every event of the act off, and has the lists and proposals be as they would be without them."""
    if not store.take_back(tx, bringing_id, tx.now):
        return
    people_ratings_store.take_back(tx, bringing_id, tx.now)
    people_ratings_verbs.follow(tx, guild_id)
    events = [_call_off(tx, event) for event in _events(tx, bringing_id)]
    verbs.follow_up(tx, guild_id, events, stand=False)
    tx.enqueue(guild_id, Place.ANNOUNCEMENTS, EventsTakenBack(bringing_id))


def _events(tx: Query, bringing_id: str) -> list[Tournament]:
    found = (tournaments_store.load(tx, one.tournament_id) for one in store.events_of(tx, bringing_id))
    return [one for one in found if one is not None]


def _call_off(tx: Tx, tournament: Tournament) -> Tournament:
    off = replace(tournament, ended_at=None, cancelled_at=tx.now, cancel_reason=_NO_REASON)
    save(tx, off)
    tx.touch(tournament_subject(tournament.tournament_id))
    return off


# --- coming in by themselves ----------------------------------------------------------------------------------------


def waiting(tx: Query) -> list[tuple[str, RecordDraft | None]]:
    """The wishes whose files are to come in, with the files; None where others were sent since."""
    return [(one, _agreed_draft(tx, signing_store.load(tx, one))) for one in store.all_agreed_files(tx)]


def bring(tx: Tx, signature_id: str, files: Sequence[PastFile]) -> BroughtEvents | None:
    """Brings in what was agreed to, in the name of who sent it; None where it does not come in."""
    signature = signing_store.load(tx, signature_id)
    draft = _agreed_draft(tx, signature)
    if not store.remove_agreed_files(tx, signature_id) or signature is None or draft is None:
        return None

    def come_in() -> object:
        _, sender = signing_verbs.asker_presser(tx, signature, tx.now)
        return verbs.bring(tx.acting_as(sender), files, draft.ratings, draft.apart)

    try:
        found = tx.part(come_in)
    except UserError:
        found = None
    if isinstance(found, BroughtEvents):
        return found
    _tell_sender(tx, signature)
    return None


def give_back(tx: Tx, signature_id: str) -> None:
    """The files could not be read any more, or others were sent: what is left is the sender's to do."""
    signature = signing_store.load(tx, signature_id)
    if store.remove_agreed_files(tx, signature_id) and signature is not None:
        _tell_sender(tx, signature)


def _tell_sender(tx: Tx, signature: Signature) -> None:
    sender = people_store.load(tx, signature.asked_by)
    if sender is not None:
        write_to(tx, signature.guild_id, sender, PastEventsAgreed(signature.signature_id))


def _agreed_draft(tx: Query, signature: Signature | None) -> RecordDraft | None:
    """The very files of the wish, where they are still there."""
    if signature is None:
        return None
    found = store.draft_of(tx, signature.asked_by)
    seen = signing_verbs.read_wish(signature).seen
    return found if found is not None and print_of(found) == seen else None

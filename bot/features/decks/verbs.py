"""Handing in a deck, looking at one, and a judge's refusal of a card (OTE-1.1 to OTE-1.7).

An entry confirms with a deck that the event admits (OTE-1). A deck with a refused card keeps its player out of the next
game until another one is handed in (OTE-1.7). A game that has begun is played to its end. One that waits for its
players waits for the deck too: who had come is missing again, and says so once more with a deck that is admitted. An
arbiter can have the table play without them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from bot.features.decks import store as decks_store
from bot.features.decks.model import (
    CardRefusal,
    DeckProblem,
    DeckView,
    JudgeRefusal,
    Submitted,
    canonical,
    check,
    parse,
)
from bot.features.decks.store import KeptDeck
from bot.features.entering import store as entering_store
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import store as playing_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import MatchContext
from bot.features.tables import model as tables_model
from bot.features.tables.model import CardRuledOut
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import (
    NotRegistered,
    contest_subject,
    find,
    find_unfinished,
    outages_of,
    tournament_subject,
)
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.tournaments.tasks_model import DeskRow, Obstacle
from bot.i18n.names import checked_reason
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import (
    AlreadyDone,
    Missing,
    NotFound,
    Refused,
    RefusedFor,
    RefusedText,
    Subject,
    TooLong,
    UserError,
)
from bot.kernel.ids import EntrantId, Place, TournamentId
from bot.kernel.log import Entry
from bot.people import store as people_store
from bot.people.model import Capacity, CountedByAccount, Person
from bot.play.contests import GIVEN, Contest
from bot.play.course import round_of, rounds_in_play
from bot.play.entries import Entrant, Phase, Tournament, check_in_closes_at, phase
from bot.play.format_rules import DeckShown
from bot.play.matches import MatchPhase
from bot.play.rulebook import Rulebook
from bot.server import verbs as server_verbs
from bot.server.model import Act, Hanging, may
from bot.server.speaking_verbs import promise, tell_member


class DeckNeeded(UserError):
    """The event asks for a deck, and none was handed in."""

    name: str


class DeckNotAdmitted(UserError):
    """A card of the deck was refused since it was handed in."""

    name: str


def problems(tx: Query, tournament: Tournament, text: str) -> tuple[DeckProblem, ...]:
    """Everything that keeps the list from being admitted now; empty where the event asks for no deck."""
    rules = tournament.rulebook.deck
    return () if rules is None else check(text, rules, decks_store.refusals(tx, tournament.tournament_id))


def refuse_without(tx: Query, tournament: Tournament, entrant_id: EntrantId) -> None:
    """Raises DeckNeeded, or DeckNotAdmitted, where the entry cannot be confirmed for want of a deck."""
    if tournament.rulebook.deck is None:
        return
    deck = decks_store.newest(tx, entrant_id)
    if deck is None:
        raise DeckNeeded(name=tournament.name)
    if problems(tx, tournament, deck.text):
        raise DeckNotAdmitted(name=tournament.name)


def is_refused(tx: Query, tournament: Tournament, entrant_id: EntrantId) -> bool:
    """Whether the deck that was handed in is admitted no longer, since a judge refused a card of it."""
    deck = None if tournament.rulebook.deck is None else decks_store.newest(tx, entrant_id)
    return deck is not None and bool(problems(tx, tournament, deck.text))


def is_to_correct(tx: Query, tournament: Tournament, entrant: Entrant) -> bool:
    """Whether somebody who plays has to hand in another deck after the close; who has no game left needs none."""
    closed = tournament.check_in_closed_at is not None
    plays = entering_store.is_starter(tx, entrant.entrant_id) if closed else entrant.checked_in_at is not None
    return plays and is_refused(tx, tournament, entrant.entrant_id)


def is_admitted(tx: Query, tournament: Tournament, entrant_id: EntrantId) -> bool:
    """Whether nothing about a deck stands in the way of confirming."""
    try:
        refuse_without(tx, tournament, entrant_id)
    except (DeckNeeded, DeckNotAdmitted):
        return False
    return True


_NOT_BEGUN = frozenset({MatchPhase.WAITING, MatchPhase.MISSING, MatchPhase.UNDECIDED})


class DeckKeepsOut(UserError):
    """The player sits down with another deck: a card of this one was refused."""

    player: str
    name: str


def held_sides(tx: Query, tournament: Tournament, contest: Contest) -> tuple[int, ...]:
    """The sides whose deck holds a card that was refused since, as long as the contest is not over."""
    if contest.result is not None or not decks_store.refusals(tx, tournament.tournament_id):
        return ()
    return tuple(side for side, one in enumerate(contest.sides) if is_refused(tx, tournament, one))


def refuse_held(tx: Query, match_context: MatchContext, side: int, at: datetime) -> None:
    """Raises DeckKeepsOut where the game has not begun and the side's deck is not admitted any more."""
    contest, tournament = match_context.match.contest, match_context.tournament
    if match_context.state(at).phase not in _NOT_BEGUN or side not in held_sides(tx, tournament, contest):
        return
    entrant = entering_store.load(tx, contest.sides[side])
    player = None if entrant is None else people_store.load(tx, entrant.person_id)
    raise DeckKeepsOut(player="" if player is None else player.name, name=tournament.name)


def hold(tx: Tx, tournament: Tournament, out: Collection[EntrantId]) -> None:
    """Waits again for those who had come to a game that has not begun; every open card of theirs is drawn anew."""
    for match in playing_store.in_play(tx, tournament.tournament_id):
        for side in (side for side, one in enumerate(match.contest.sides) if one in out):
            match_context = playing_verbs.load(tx, match.contest.contest_id)
            if match_context is not None:
                _wait_again(tx, match_context, side)


def show_again(tx: Tx, tournament: Tournament, about: Collection[EntrantId]) -> None:
    """Draws the cards of open games anew, once a deck is admitted that was not."""
    for match in playing_store.in_play(tx, tournament.tournament_id):
        if not set(about).isdisjoint(match.contest.sides):
            tx.touch(contest_subject(match.contest.contest_id))


def obstacles(tx: Query, tournament: Tournament) -> Iterator[DeskRow]:
    """Players whose next game waits for another deck, in one row."""
    if phase(tournament) is not Phase.RUNNING or not decks_store.refusals(tx, tournament.tournament_id):
        return
    listed = (
        entering_store.load(tx, one.entrant_id) for one in decks_store.of_tournament(tx, tournament.tournament_id)
    )
    held = [one.person_id for one in listed if one is not None and is_to_correct(tx, tournament, one)]
    people = people_store.by_ids(tx, held)
    if held:
        players = tuple(people[one] for one in held)
        yield DeskRow(Obstacle.DECK_REFUSED, tournament.tournament_id, players, n=len(players))


def _wait_again(tx: Tx, match_context: MatchContext, side: int) -> None:
    contest_id, match, state = match_context.contest_id, match_context.match, match_context.state(tx.now)
    had_come = any(clock.side == side for clock in match.clocks) and side not in match.away
    if had_come and state.phase in {MatchPhase.WAITING, MatchPhase.MISSING}:
        playing_board_store.start_absence_clock(tx, contest_id, side, tx.now, state.score)
    tx.touch(contest_subject(contest_id))
    playing_verbs.reschedule_own(tx, match_context)


LARGEST_LIST = 120_000
"""Characters of a list, and bytes of a file."""
LONGEST_KEPT = 20_000
"""Characters of a list without a fault; whatever makes one longer is no card."""
_LONGEST_NUMBER = 20


def event_to_submit_for(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The event, when who pressed can hand in a deck for it now; says why not before anything is typed."""
    tournament = _with_decks(tx, tournament_id)
    _own_open_entry(tx, tournament)
    return tournament


def submit(tx: ActorTx, tournament_id: TournamentId, text: str) -> Submitted:
    """Takes a list in place of the one before; one with problems is not kept, and every problem is told."""
    tournament = _with_decks(tx, tournament_id)
    entrant = _own_open_entry(tx, tournament)
    tidy = text.strip("\n\r \t\ufeff")
    if not tidy:
        raise Missing(what=Subject.DECK)
    if len(tidy) > LARGEST_LIST:
        raise Refused("error.UnreadableDeckFile")
    found = problems(tx, tournament, tidy)
    until = None if _is_closed(tx, tournament) else _closes_at(tx, tournament)
    deck = parse(tidy)
    done = Submitted(
        tournament, deck.size, found, until, entrant.checked_in_at is not None, passed_over=deck.passed_over
    )
    if not found:
        if len(tidy) > LONGEST_KEPT:
            raise TooLong(what=Subject.DECK, limit=LONGEST_KEPT)
        player = server_verbs.recognise(tx)
        if not is_refused(
            tx, tournament, entrant.entrant_id
        ):  # Whoever has to correct a list can, however many before.
            server_verbs.keep(tx, player, CountedByAccount.DECK, Subject.DECK, tournament_id)
        decks_store.add(tx, KeptDeck(entrant.entrant_id, entrant.person_id, tidy, tx.now))
        if until is None:
            show_again(tx, tournament, {entrant.entrant_id})
        tournaments_facts_verbs.record(tx, tournament, "submit_deck", player, entrant=entrant.entrant_id)
    return done


def deck_view(tx: ActorQuery, tournament_id: TournamentId, entrant_id: EntrantId | None) -> DeckView:
    """A deck: one's own, for arbiters who do not play anybody's, for everybody one that is no secret any more."""
    tournament = find(tx, tx.guild_id, tournament_id)
    reader = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    entrant = _find_entrant(tx, tournament, reader, entrant_id)
    own = reader is not None and entrant.person_id == reader.person_id
    if own or tournament.ended_at is not None or _sees_decks(tx, reader, tournament):
        deck = decks_store.newest(tx, entrant.entrant_id)
    else:
        contests = playing_store.of_tournament(tx, tournament_id)
        deck = no_secrets(tx, tournament, contests).get(entrant.entrant_id)
        if deck is None:
            raise Refused("error.DeckIsSecret")
    player = people_store.load(tx, entrant.person_id)
    if deck is None or player is None:
        raise Refused("error.NoDeckYet")
    found = problems(tx, tournament, deck.text)
    return DeckView(tournament, player, deck.text, parse(deck.text).size, deck.submitted_at, found)


def no_secrets(tx: Query, tournament: Tournament, contests: Sequence[Contest]) -> dict[EntrantId, KeptDeck]:
    """The decks that everybody may read by now: all once the event is over, before that what was played.

    A list that was handed in after a game was called may be for the next one.
    """
    rules, over = tournament.rulebook.deck, tournament.ended_at
    if rules is None or (over is None and rules.shown is DeckShown.AFTER_EVENT):
        return {}
    until = _last_called(contests, tournament.rulebook)
    listed = decks_store.every(tx, tournament.tournament_id)
    return {
        one.entrant_id: one
        for one in listed
        if over is not None or (one.entrant_id in until and one.submitted_at <= until[one.entrant_id])
    }


def _last_called(contests: Sequence[Contest], rulebook: Rulebook) -> dict[EntrantId, datetime]:
    """When everybody's last game was called of those that were played in rounds that are over."""
    in_play, found = rounds_in_play(contests, rulebook), dict[EntrantId, datetime]()
    for one in contests:
        at = one.called_at or one.created_at
        if at is None or one.result is None or one.result.kind in GIVEN or round_of(one) in in_play:
            continue
        sat = (entrant for side, entrant in enumerate(one.sides) if side not in one.result.absent)
        found.update((entrant, max(at, found.get(entrant, at))) for entrant in sat)
    return found


@repeatable
def refuse_card(tx: ActorTx, tournament_id: TournamentId, number: str, reason: str) -> CardRefusal:
    """A judge refuses a card from now on; who has it in the deck hands in another list, as long as the event runs.

    Until confirmation closes they also confirm again. After it nobody loses the place, and what was played stands; but
    their next game does not begin without them or another list.
    """
    tournament = _with_decks(tx, tournament_id)
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.JUDGE_DECKS, *_chief(tx, tournament, person))
    tournaments_recusal_verbs.refuse_in_event(tx, person.person_id, Act.JUDGE_DECKS, tournament)
    refusal = JudgeRefusal(_number(number), checked_reason(reason))
    held = [one for one in decks_store.of_tournament(tx, tournament_id) if not problems(tx, tournament, one.text)]
    if not decks_store.refuse_card(tx, tournament_id, refusal, person.person_id, tx.now):
        raise AlreadyDone
    closed = _is_closed(tx, tournament)
    refused = [one for one in held if problems(tx, tournament, one.text)]
    lost = [one for one in refused if _is_to_correct(tx, tournament, one)] if closed else refused
    tournaments_facts_verbs.record(tx, tournament, "refuse_card", person, why=refusal.ruling, card=refusal.number)
    _ask_again(tx, tournament, refusal, lost, closed=closed)
    hold(tx, tournament, {one.entrant_id for one in lost})
    return CardRefusal(tournament, refusal, _players(tx, lost), closed)


def refusal_hangs(tx: Query, entry: Entry) -> Hanging | None:
    """What keeps the refusal that the log tells from being taken back."""
    tournament = None if entry.tournament_id is None else tournaments_store.load(tx, entry.tournament_id)
    if tournament is None or tournament.ended_at is not None or tournament.cancelled_at is not None:
        return Hanging.CLOSED
    refused = {refusal.number for refusal in decks_store.refusals(tx, tournament.tournament_id)}
    return None if entry.details["card"] in refused else Hanging.TAKEN_BACK


def allow_card(tx: Tx, entry: Entry, _: Person) -> None:
    """Lists with the card are as good as before; who had to confirm again confirms again."""
    if entry.tournament_id is None:
        raise LookupError(entry.subject)
    decks_store.allow_card(tx, entry.tournament_id, entry.details["card"])
    for match in playing_store.in_play(tx, entry.tournament_id):
        tx.touch(contest_subject(match.contest.contest_id))
    tx.touch(tournament_subject(entry.tournament_id))


def _players(tx: Query, lists: Sequence[KeptDeck]) -> tuple[Person, ...]:
    people = people_store.by_ids(tx, [one.person_id for one in lists])
    return tuple(people[one.person_id] for one in lists)


def _ask_again(
    tx: Tx, tournament: Tournament, refusal: JudgeRefusal, lost: Sequence[KeptDeck], *, closed: bool
) -> None:
    """Tells each whose deck has the card, who confirms again while that is open, and everybody."""
    for deck in lost:
        if not closed:
            entering_store.take_back_check_in(tx, deck.entrant_id)
        # Who cannot be written to reads it at the next try to confirm, and under `/me`.
        told = tables_model.CardRefused(deck.entrant_id, refusal.number, refusal.ruling, closed)
        tell_member(tx, tournament.guild_id, deck.person_id, told)
    _tell_everybody(tx, tournament, refusal, closed=closed)
    tx.touch(tournament_subject(tournament.tournament_id))


def _tell_everybody(tx: Tx, tournament: Tournament, refusal: JudgeRefusal, *, closed: bool) -> None:
    """The card and the reason, where the players read; whose decks hold it stays secret."""
    place = Place.MATCHES if closed else Place.ANNOUNCEMENTS
    told = CardRuledOut(tournament.tournament_id, refusal.number, refusal.ruling)
    promise(tx, tournament.guild_id, place, told)


def _is_to_correct(tx: Query, tournament: Tournament, deck: KeptDeck) -> bool:
    entrant = entering_store.load(tx, deck.entrant_id)
    return entrant is not None and is_to_correct(tx, tournament, entrant)


def _with_decks(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The event that asks for decks, while it is not over."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    if tournament.rulebook.deck is None:
        raise RefusedFor("error.NoDeckHere", name=tournament.name)
    return tournament


def _own_open_entry(tx: ActorQuery, tournament: Tournament) -> Entrant:
    """The own entry while its deck can be changed: until confirmation closes, then while a judge refuses a card of it.

    Only who plays corrects a deck then: whoever did not confirm, or found no seat, has no game left to play with it.
    """
    closed = _is_closed(tx, tournament)
    try:
        entrant = _own_entry(tx, tournament)
    except NotRegistered:
        if closed:
            raise RefusedFor("error.DecksAreFixed", name=tournament.name) from None
        raise
    if closed and not is_to_correct(tx, tournament, entrant):
        raise RefusedFor("error.DecksAreFixed", name=tournament.name)
    return entrant


def _is_closed(tx: ActorQuery, tournament: Tournament) -> bool:
    """Whether confirmation was closed at the moment of the press."""
    return tournament.check_in_closed_at is not None or tx.pressed_at > _closes_at(tx, tournament)


def _closes_at(tx: Query, tournament: Tournament) -> datetime:
    return check_in_closes_at(tournament, outages_of(tx, tournament))


def _own_entry(tx: ActorQuery, tournament: Tournament) -> Entrant:
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    entrant = None if person is None else entering_store.of_person(tx, tournament.tournament_id, person.person_id)
    if entrant is None or entrant.withdrawn_at is not None:
        raise NotRegistered(name=tournament.name)
    return entrant


def _find_entrant(tx: Query, tournament: Tournament, reader: Person | None, entrant_id: EntrantId | None) -> Entrant:
    if entrant_id is not None:
        entrant = entering_store.load(tx, entrant_id)
        if entrant is None or entrant.tournament_id != tournament.tournament_id:
            raise NotFound(what=Subject.ENTRANT)
        return entrant
    own = None if reader is None else entering_store.of_person(tx, tournament.tournament_id, reader.person_id)
    if own is None:
        raise NotRegistered(name=tournament.name)
    return own


def _sees_decks(tx: ActorQuery, reader: Person | None, tournament: Tournament) -> bool:
    """Whether the reader judges decks and plays in the event with none."""
    capacities = server_verbs.capacities(tx, reader)
    if reader is None:
        return may(Act.JUDGE_DECKS, capacities)
    plays = tournaments_recusal_verbs.has_place(tx, tournament.tournament_id, reader.person_id)
    return not plays and may(Act.JUDGE_DECKS, capacities | frozenset(_chief(tx, tournament, reader)))


def _chief(tx: Query, tournament: Tournament, person: Person) -> tuple[Capacity, ...]:
    holding = tournaments_store.holding(tx, tournament.tournament_id)
    return (Capacity.CHIEF_ARBITER,) if any(one.person_id == person.person_id for one in holding) else ()


def _number(typed: str) -> str:
    number = canonical(typed)
    if not number or len(number) > _LONGEST_NUMBER or not number.isalnum() or not number[-1].isdigit():
        raise RefusedText("error.NoCardNumber", text=typed)
    return number

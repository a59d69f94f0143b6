"""Handing in a deck, looking at one, and a judge's refusal of a card (OTE-1.1 to OTE-1.7)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.domain.community import Person, Place
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament, check_in_closes_at
from bot.domain.ids import EntrantId, TournamentId
from bot.domain.permissions import Act, Capacity, may
from bot.domain.quotas import Counted
from bot.domain.tables import sayings
from bot.domain.tables.deck_views import CardRefused, DeckView, Submitted
from bot.domain.tables.decks import JudgeRefusal, canonical, parse
from bot.domain.tables.sayings import CardRuledOut
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, Missing, NotFound, Subject, TooLong, UserError
from bot.services import access, event_log, quotas, recusal
from bot.services.events.tournaments import find, find_unfinished
from bot.services.sides import NotRegistered
from bot.services.speaking import promise, tell_member
from bot.services.tables import deck_holds
from bot.services.tables.deck_checks import is_refused, is_to_correct, problems
from bot.services.timetable import outages_of, tournament_subject
from bot.services.wishes import repeatable
from bot.storage import decks, entrants, event_officers, panels, people
from bot.storage.context import ActorQuery, ActorTx, Query, Tx
from bot.storage.decks import KeptDeck

LARGEST_LIST = 120_000
"""Characters of a list, and bytes of a file."""
LONGEST_KEPT = 20_000
"""Characters of a list without a fault; whatever makes one longer is no card."""
_LONGEST_NUMBER = 20


class NoDeckHere(UserError):
    """The event is played without decks to hand in."""

    name: str


class DecksAreFixed(UserError):
    """Decks can be handed in and changed until confirmation closes; then only one with a card refused since."""

    name: str


class NoDeckYet(UserError):
    """There is no deck to show."""


class DeckIsSecret(UserError):
    """Until the event is over only the player and arbiters who do not play see a deck."""


class UnreadableDeckFile(UserError):
    """The file is no text, or too large."""


class NoCardNumber(UserError):
    """What was typed is no collector number."""

    text: str


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
        raise UnreadableDeckFile
    found = problems(tx, tournament, tidy)
    until = None if _is_closed(tx, tournament) else _closes_at(tx, tournament)
    deck = parse(tidy)
    done = Submitted(
        tournament, deck.size, found, until, entrant.checked_in_at is not None, passed_over=deck.passed_over
    )
    if not found:
        if len(tidy) > LONGEST_KEPT:
            raise TooLong(what=Subject.DECK, limit=LONGEST_KEPT)
        player = access.recognise(tx)
        if not is_refused(
            tx, tournament, entrant.entrant_id
        ):  # Whoever has to correct a list can, however many before.
            quotas.keep(tx, player, Counted.DECK, Subject.DECK, tournament_id)
        decks.add(tx, KeptDeck(entrant.entrant_id, entrant.person_id, tidy, tx.now))
        if until is None:
            deck_holds.show_again(tx, tournament, {entrant.entrant_id})
        event_log.record(tx, tournament, "submit_deck", player, entrant=entrant.entrant_id)
    return done


def deck_view(tx: ActorQuery, tournament_id: TournamentId, entrant_id: EntrantId | None) -> DeckView:
    """A deck: one's own, or for arbiters who do not play anybody's; for everybody once the event is over."""
    tournament = find(tx, tx.guild_id, tournament_id)
    reader = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    entrant = _find_entrant(tx, tournament, reader, entrant_id)
    own = reader is not None and entrant.person_id == reader.person_id
    if not own and tournament.ended_at is None and not _sees_decks(tx, reader, tournament):
        raise DeckIsSecret
    deck, player = decks.newest(tx, entrant.entrant_id), people.load(tx, entrant.person_id)
    if deck is None or player is None:
        raise NoDeckYet
    found = problems(tx, tournament, deck.text)
    return DeckView(tournament, player, deck.text, parse(deck.text).size, deck.submitted_at, found)


@repeatable
def refuse_card(tx: ActorTx, tournament_id: TournamentId, number: str, reason: str) -> CardRefused:
    """A judge refuses a card from now on; who has it in the deck hands in another list, as long as the event runs.

    Until confirmation closes they also confirm again. After it nobody loses the place, and what was played stands; but
    their next game does not begin without them or another list.
    """
    tournament = _with_decks(tx, tournament_id)
    person = access.recognise(tx)
    access.require(tx, person, Act.JUDGE_DECKS, *_chief(tx, tournament, person))
    recusal.refuse_in_event(tx, person.person_id, Act.JUDGE_DECKS, tournament)
    refusal = JudgeRefusal(_number(number), checked_reason(reason))
    held = [one for one in decks.of_tournament(tx, tournament_id) if not problems(tx, tournament, one.text)]
    if not decks.refuse_card(tx, tournament_id, refusal, person.person_id, tx.now):
        raise AlreadyDone
    closed = _is_closed(tx, tournament)
    refused = [one for one in held if problems(tx, tournament, one.text)]
    lost = [one for one in refused if _is_to_correct(tx, tournament, one)] if closed else refused
    event_log.record(tx, tournament, "refuse_card", person, why=refusal.ruling, card=refusal.number)
    _ask_again(tx, tournament, refusal, lost, closed=closed)
    deck_holds.hold(tx, tournament, {one.entrant_id for one in lost})
    return CardRefused(tournament, refusal, _players(tx, lost), closed)


def _players(tx: Query, lists: Sequence[KeptDeck]) -> tuple[Person, ...]:
    known = people.by_ids(tx, [one.person_id for one in lists])
    return tuple(known[one.person_id] for one in lists)


def _ask_again(
    tx: Tx, tournament: Tournament, refusal: JudgeRefusal, lost: Sequence[KeptDeck], *, closed: bool
) -> None:
    """Tells each whose deck has the card, who confirms again while that is open, and everybody."""
    for deck in lost:
        if not closed:
            entrants.take_back_check_in(tx, deck.entrant_id)
        # Who cannot be written to reads it at the next try to confirm, and under `/me`.
        told = sayings.CardRefused(deck.entrant_id, refusal.number, refusal.ruling, closed)
        tell_member(tx, tournament.guild_id, deck.person_id, told)
    _tell_everybody(tx, tournament, refusal, closed=closed)
    panels.mark_stale(tx, tournament_subject(tournament.tournament_id), tx.now)


def _tell_everybody(tx: Tx, tournament: Tournament, refusal: JudgeRefusal, *, closed: bool) -> None:
    """The card and the reason, where the players read; whose decks hold it stays secret."""
    place = Place.MATCHES if closed else Place.ANNOUNCEMENTS
    told = CardRuledOut(tournament.tournament_id, refusal.number, refusal.ruling)
    promise(tx, tournament.guild_id, place, told)


def _is_to_correct(tx: Query, tournament: Tournament, deck: KeptDeck) -> bool:
    entrant = entrants.load(tx, deck.entrant_id)
    return entrant is not None and is_to_correct(tx, tournament, entrant)


def _with_decks(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The event that asks for decks, while it is not over."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    if tournament.rulebook.deck is None:
        raise NoDeckHere(name=tournament.name)
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
            raise DecksAreFixed(name=tournament.name) from None
        raise
    if closed and not is_to_correct(tx, tournament, entrant):
        raise DecksAreFixed(name=tournament.name)
    return entrant


def _is_closed(tx: ActorQuery, tournament: Tournament) -> bool:
    """Whether confirmation was closed at the moment of the press."""
    return tournament.check_in_closed_at is not None or tx.pressed_at > _closes_at(tx, tournament)


def _closes_at(tx: Query, tournament: Tournament) -> datetime:
    return check_in_closes_at(tournament, outages_of(tx, tournament))


def _own_entry(tx: ActorQuery, tournament: Tournament) -> Entrant:
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    entrant = None if person is None else entrants.of_person(tx, tournament.tournament_id, person.person_id)
    if entrant is None or entrant.withdrawn_at is not None:
        raise NotRegistered(name=tournament.name)
    return entrant


def _find_entrant(tx: Query, tournament: Tournament, reader: Person | None, entrant_id: EntrantId | None) -> Entrant:
    if entrant_id is not None:
        entrant = entrants.load(tx, entrant_id)
        if entrant is None or entrant.tournament_id != tournament.tournament_id:
            raise NotFound(what=Subject.ENTRANT)
        return entrant
    own = None if reader is None else entrants.of_person(tx, tournament.tournament_id, reader.person_id)
    if own is None:
        raise NotRegistered(name=tournament.name)
    return own


def _sees_decks(tx: ActorQuery, reader: Person | None, tournament: Tournament) -> bool:
    """Whether the reader judges decks and plays in the event with none."""
    capacities = access.capacities(tx, reader)
    if reader is None:
        return may(Act.JUDGE_DECKS, capacities)
    plays = recusal.has_place(tx, tournament.tournament_id, reader.person_id)
    return not plays and may(Act.JUDGE_DECKS, capacities | frozenset(_chief(tx, tournament, reader)))


def _chief(tx: Query, tournament: Tournament, person: Person) -> tuple[Capacity, ...]:
    holding = event_officers.holding(tx, tournament.tournament_id)
    return (Capacity.CHIEF_ARBITER,) if any(one.person_id == person.person_id for one in holding) else ()


def _number(typed: str) -> str:
    number = canonical(typed)
    if not number or len(number) > _LONGEST_NUMBER or not number.isalnum() or not number[-1].isdigit():
        raise NoCardNumber(text=typed)
    return number

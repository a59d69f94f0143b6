"""The files that an organiser has sent and not confirmed yet: kept, so that one press confirms what was shown."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.events.figures import written_alike
from bot.domain.events.past_events import Arrival, KeptFile, PastFile, RatingsTaken, RecordDraft, print_of
from bot.domain.events.record_views import NamesAsked
from bot.domain.ids import PersonId
from bot.domain.signing.signatures import SignatureView
from bot.errors import Outdated
from bot.services import access
from bot.services.events import past_events, past_gate, record_people
from bot.storage import bringings, people
from bot.storage.context import ActorQuery, ActorTx, Query


def keep(tx: ActorTx, files: Sequence[KeptFile], ratings: RatingsTaken) -> RecordDraft:
    """Keeps the files, in place of what the organiser sent before."""
    person = record_people.require_organiser(tx)
    bringings.keep_draft(tx, tx.guild_id, person.person_id, files, ratings, tx.now)
    past_gate.let_go_of_others(tx, person)
    return _draft(tx, person.person_id)


def mine(tx: ActorQuery) -> RecordDraft:
    """What the presser has sent; raises Outdated where it was brought in, or replaced from elsewhere."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None:
        raise Outdated
    return _draft(tx, person.person_id)


def choose(tx: ActorTx, ratings: RatingsTaken) -> RecordDraft:
    """Says how the ratings are to be taken."""
    person = record_people.require_organiser(tx)
    bringings.choose(tx, person.person_id, ratings)
    past_gate.let_go_of_others(tx, person)
    return _draft(tx, person.person_id)


def tell_apart(tx: ActorTx, names: Sequence[str]) -> RecordDraft:
    """Says that these names are another person's in each file."""
    person = record_people.require_organiser(tx)
    before = _draft(tx, person.person_id)
    bringings.tell_apart(tx, person.person_id, {*before.apart, *map(written_alike, names)})
    past_gate.let_go_of_others(tx, person)
    return _draft(tx, person.person_id)


def confirm(tx: ActorTx, seen: str, files: Sequence[PastFile]) -> Arrival | NamesAsked | SignatureView:
    """Brings in what the card showed, or has it wait for somebody who does not play in it.

    Raises Outdated where that was brought in, or is another draft by now, and what the gate raises.
    """
    person = access.recognise(tx)
    draft = _draft(tx, person.person_id)
    if print_of(draft) != seen:
        raise Outdated
    foreseen = past_gate.foresee(tx, files, draft)
    if isinstance(foreseen, NamesAsked):
        return foreseen
    # Who may no longer take ratings as the files publish them does not, whatever was agreed to.
    needs_second = past_gate.needs_second(tx, person, foreseen, tx.now)
    if needs_second and not past_gate.is_agreed(tx, person, seen, foreseen):
        return past_gate.ask(tx, person, foreseen, seen)
    return past_events.bring(tx, files, draft.ratings, draft.apart)


def _draft(tx: Query, person_id: PersonId) -> RecordDraft:
    found = bringings.draft_of(tx, person_id)
    if found is None or not found.files:
        raise Outdated
    return found

"""The files that an organiser has sent and not confirmed yet: kept, so that one press confirms what was shown."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.community import Presser
from bot.domain.events.figures import written_alike
from bot.domain.events.past_events import Arrival, KeptFile, PastFile, RatingsTaken, RecordDraft, print_of
from bot.domain.events.record_views import NamesAsked
from bot.domain.ids import Occasion, PersonId
from bot.domain.signing.signatures import SignatureView
from bot.errors import Outdated
from bot.services import access
from bot.services.events import past_events, past_gate, record_people
from bot.storage import bringings, people
from bot.storage.database import Work


def keep(
    work: Work, occasion: Occasion, presser: Presser, files: Sequence[KeptFile], ratings: RatingsTaken
) -> RecordDraft:
    """Keeps the files, in place of what the organiser sent before."""
    person = record_people.require_organiser(work, occasion, presser)
    bringings.keep_draft(work, presser.guild_id, person.person_id, files, ratings, occasion.now)
    past_gate.let_go_of_others(work, occasion, person)
    return _draft(work, person.person_id)


def mine(work: Work, presser: Presser) -> RecordDraft:
    """What the presser has sent; raises Outdated where it was brought in, or replaced from elsewhere."""
    person = people.of_member(work, presser.guild_id, presser.member_id)
    if person is None:
        raise Outdated
    return _draft(work, person.person_id)


def choose(work: Work, occasion: Occasion, presser: Presser, ratings: RatingsTaken) -> RecordDraft:
    """Says how the ratings are to be taken."""
    person = record_people.require_organiser(work, occasion, presser)
    bringings.choose(work, person.person_id, ratings)
    past_gate.let_go_of_others(work, occasion, person)
    return _draft(work, person.person_id)


def tell_apart(work: Work, occasion: Occasion, presser: Presser, names: Sequence[str]) -> RecordDraft:
    """Says that these names are another person's in each file."""
    person = record_people.require_organiser(work, occasion, presser)
    before = _draft(work, person.person_id)
    bringings.tell_apart(work, person.person_id, {*before.apart, *map(written_alike, names)})
    past_gate.let_go_of_others(work, occasion, person)
    return _draft(work, person.person_id)


def confirm(
    work: Work, occasion: Occasion, presser: Presser, seen: str, files: Sequence[PastFile]
) -> Arrival | NamesAsked | SignatureView:
    """Brings in what the card showed, or has it wait for somebody who does not play in it.

    Raises Outdated where that was brought in, or is another draft by now, and what the gate raises.
    """
    person = access.recognise(work, occasion, presser)
    draft = _draft(work, person.person_id)
    if print_of(draft) != seen:
        raise Outdated
    foreseen = past_gate.foresee(work, occasion, presser, files, draft)
    if isinstance(foreseen, NamesAsked):
        return foreseen
    # Who may no longer take ratings as the files publish them does not, whatever was agreed to.
    needs_second = past_gate.needs_second(work, presser, person, foreseen, occasion.now)
    if needs_second and not past_gate.is_agreed(work, person, seen, foreseen, occasion.now):
        return past_gate.ask(work, occasion, presser, person, foreseen, seen)
    return past_events.bring(work, occasion, presser, files, draft.ratings, draft.apart)


def _draft(work: Work, person_id: PersonId) -> RecordDraft:
    found = bringings.draft_of(work, person_id)
    if found is None or not found.files:
        raise Outdated
    return found

"""Who confirms past events: nobody who plays in the files, and ratings as the files publish them need more.

Where nothing of an association moves (no official event, no rating, or a server that has none), who sent the files
confirms them. Else it is who comes first by the one rule of second signatures, without all who play in the files; an
international arbiter who does not play in them may always (AIJE-B01-AI).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.domain.community import Person
from bot.domain.events.past_events import Arrival, PastFile, RatingMoved, RatingsTaken, RecordDraft, print_of
from bot.domain.events.past_wishes import PastEventsTold, PastEventsWished
from bot.domain.events.record_views import NamesAsked
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import ArbiterTitle, Capacity, Office
from bot.domain.signing.signatures import LIST_WAITS_FOR, Outcome, Signature, SignatureView, Signed
from bot.errors import NotAllowed, Outdated
from bot.services import access, founding, known_people
from bot.services.events import past_events
from bot.services.signing import bench, signatures
from bot.storage import agreed_files, bringings, identities, people
from bot.storage import signatures as stored
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

AGREED_FOR: Final = timedelta(days=7)
"""So long the sender has to go on, where the files were agreed to and something has changed since."""
_AGREED: Final = frozenset({Outcome.SIGNED, Outcome.UNOPPOSED})


def foresee(tx: ActorTx, files: Sequence[PastFile], draft: RecordDraft) -> Arrival | NamesAsked:
    """What bringing the files in would do; nothing of it stays."""
    try:
        return tx.part(lambda: past_events.show(tx, files, draft.ratings, draft.apart))
    except past_events.Shown as shown:
        return shown.arrival


def is_agreed(tx: Query, person: Person, seen: str, arrival: Arrival) -> bool:
    """Whether a second person, or seven days in public, have agreed to these very files, and to who is who in them."""
    asked = stored.latest_of(tx, person.person_id, Signed.PAST_EVENTS)
    found = (one for one in asked if one.outcome in _AGREED and tx.now < (one.ended_at or tx.now) + AGREED_FOR)
    wished = [signatures.read_wish(one) for one in found if one.ended_at is not None]
    return any(one.seen == seen and one.meant in ("", arrival.meant) for one in wished)


def about(_: Query, wish: PastEventsWished) -> str:
    """The same events, with whatever results."""
    return repr(sorted(name for name, _ in wish.events))


def needs_second(tx: ActorQuery, person: Person, arrival: Arrival, now: datetime) -> bool:
    """Whether the files wait for another; raises NotAllowed for who may not take ratings as the files publish them."""
    if not _moves(arrival) or not founding.is_association(tx, tx.guild_id):
        return False
    out = _playing(tx, tx.guild_id, arrival)
    held = access.capacities(tx, person)
    plays = not identities.everybody(tx, out).isdisjoint(identities.selves(tx, person.person_id))
    if Capacity.INTERNATIONAL_ARBITER in held and not plays:
        return False
    if arrival.ratings is RatingsTaken.PUBLISHED and arrival.moved:
        _require_president(tx, held, out)
        return True
    return not _comes_first(tx, tx.guild_id, person, out, now)


def _playing(tx: Query, guild_id: GuildId, arrival: Arrival) -> list[PersonId]:
    """Everybody in the files; who bears a name that the sender calls somebody new may be meant, and counts too."""
    return [*(one.person_id for one in arrival.known), *known_people.bearers(tx, guild_id, arrival.new)]


def _moves(arrival: Arrival) -> bool:
    """Whether a rating moves, or seats and titles can follow."""
    return bool(arrival.moved) or any(one.official for one in arrival.events)


def _comes_first(tx: Query, guild_id: GuildId, person: Person, out: Sequence[PersonId], now: datetime) -> bool:
    """Whether the person is an officer, or, in a server without any, who signs in their place.

    Where there are officers and all of them play, nobody decides alone.
    """
    own, officers = identities.selves(tx, person.person_id), people.offices(tx, guild_id).values()
    if officers and set(officers).isdisjoint(own):
        return False
    return any(one.person_id in own for one in bench.who_can_sign(tx, guild_id, list(Office), out, now))


def ask(tx: ActorTx, person: Person, arrival: Arrival, seen: str) -> SignatureView:
    """Has the files wait, with each rating that would move told to everybody."""
    there = people.by_ids(tx, [one.person.person_id for one in arrival.moved])
    moved = tuple(
        (one.person.person_id, "" if one.person.person_id in there else one.person.name, one.before, one.after)
        for one in arrival.moved
    )
    events = tuple((one.name, one.official) for one in arrival.events)
    wish = PastEventsWished(seen, arrival.ratings.value, events, moved, arrival.meant)
    concerned = _playing(tx, tx.guild_id, arrival)
    bringings.keep_longer(tx, person.person_id, tx.now)
    asked = signatures.ask(tx, person, wish, concerned=concerned, lapses=LIST_WAITS_FOR)
    return signatures.find_view(tx, asked.signature_id)


def agree(tx: ActorTx, signature: Signature, wish: PastEventsWished) -> None:
    """Has these very files come in by themselves; raises Outdated where the sender has others by now, or none."""
    draft = bringings.draft_of(tx, signature.asked_by)
    if draft is None or print_of(draft) != wish.seen:
        raise Outdated
    agreed_files.add(tx, signature.signature_id, signature.asked_by, tx.now)


def let_go_of_others(tx: Tx, person: Person) -> None:
    """Ends what waits for files that the sender has put aside: nobody signs what cannot come in."""
    draft = bringings.draft_of(tx, person.person_id)
    for one in stored.open_of_people(tx, [person.person_id]):
        if one.kind is Signed.PAST_EVENTS and (draft is None or signatures.read_wish(one).seen != print_of(draft)):
            signatures.let_go(tx, one)


def tell(tx: Query, signature: Signature, wish: PastEventsWished) -> PastEventsTold:
    """The people of the wish by what they are called now."""
    known = people.by_ids(tx, [PersonId(one) for one, name, _, _ in wish.moved if not name])

    def person(one: str, name: str) -> Person:
        fresh = Person(PersonId(one), signature.guild_id, None, name or "?", None, signature.asked_at)
        return known.get(PersonId(one), fresh)

    moved = (RatingMoved(person(one, name), before, after) for one, name, before, after in wish.moved)
    return PastEventsTold(RatingsTaken(wish.ratings), wish.events, tuple(moved))


def _require_president(tx: ActorQuery, held: frozenset[Capacity], out: Sequence[PersonId]) -> None:
    """Raises NotAllowed: with an arbiter there who may it is theirs, else the President's, else the owner's."""
    playing = identities.everybody(tx, out)
    titles = people.arbiters(tx, tx.guild_id)
    if any(title is ArbiterTitle.AI and one not in playing for one, title in titles.items()):
        raise NotAllowed(needed=(Capacity.INTERNATIONAL_ARBITER,))
    vacant = Office.PRESIDENT not in people.offices(tx, tx.guild_id)
    if Capacity.PRESIDENT not in held and not (vacant and Capacity.SERVER_OWNER in held):
        raise NotAllowed(needed=(Capacity.SERVER_OWNER if vacant else Capacity.PRESIDENT,))

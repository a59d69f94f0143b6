"""Past events that were agreed to come in by themselves: nobody has the last word about when ratings move.

The files are read apart, which no transaction waits for (`bot/past_bringer.py`). Where something has changed since, the
sender reads that and goes on by the button of the letter.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.events.past_events import Arrival, PastFile, RecordDraft, print_of
from bot.domain.events.sayings import PastEventsAgreed
from bot.domain.signing.signatures import Signature
from bot.errors import UserError
from bot.services.events import past_events
from bot.services.signing import signatures
from bot.services.speaking import write_to
from bot.storage import agreed_files, bringings, people
from bot.storage import signatures as stored
from bot.storage.context import Query, Tx


def waiting(tx: Query) -> list[tuple[str, RecordDraft | None]]:
    """The wishes whose files are to come in, with the files; None where others were sent since."""
    return [(one, _draft(tx, stored.load(tx, one))) for one in agreed_files.every(tx)]


def bring(tx: Tx, signature_id: str, files: Sequence[PastFile]) -> Arrival | None:
    """Brings in what was agreed to, in the name of who sent it; None where it does not come in."""
    signature = stored.load(tx, signature_id)
    draft = _draft(tx, signature)
    if not agreed_files.remove(tx, signature_id) or signature is None or draft is None:
        return None

    def come_in() -> object:
        _, sender = signatures.asker_presser(tx, signature, tx.now)
        return past_events.bring(tx.acting_as(sender), files, draft.ratings, draft.apart)

    try:
        found = tx.part(come_in)
    except UserError:
        found = None
    if isinstance(found, Arrival):
        return found
    _tell_sender(tx, signature)
    return None


def give_back(tx: Tx, signature_id: str) -> None:
    """The files could not be read any more, or others were sent: what is left is the sender's to do."""
    signature = stored.load(tx, signature_id)
    if agreed_files.remove(tx, signature_id) and signature is not None:
        _tell_sender(tx, signature)


def _tell_sender(tx: Tx, signature: Signature) -> None:
    sender = people.load(tx, signature.asked_by)
    if sender is not None:
        write_to(tx, signature.guild_id, sender, PastEventsAgreed(signature.signature_id))


def _draft(tx: Query, signature: Signature | None) -> RecordDraft | None:
    """The very files of the wish, where they are still there."""
    if signature is None:
        return None
    found = bringings.draft_of(tx, signature.asked_by)
    seen = signatures.read_wish(signature).seen
    return found if found is not None and print_of(found) == seen else None

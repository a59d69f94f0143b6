"""Past events brought in from their files by one press, and the record of an event as files to take away."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

import discord

from bot.features.past_events import bringing_verbs as past_events_bringing_verbs
from bot.features.past_events import cards as past_events_cards
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.past_events import verbs as past_events_verbs
from bot.features.past_events.model import (
    BroughtEvents,
    KeptFile,
    NamesAsked,
    PastFile,
    RatingsTaken,
    RecordDraft,
    past_file,
    print_of,
)
from bot.features.signing import cards as signing_cards
from bot.features.signing.model import SignatureView
from bot.kernel.errors import Outdated, UserError
from bot.kernel.ids import NameId, PersonId
from bot.layout.cards import Card
from bot.layout.sentences import sentence
from bot.living.apart_child import RECORD
from bot.record.errors import RecordRefused
from bot.server.model import Act
from cogs.commands import AnyEvent, OneOf, command
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import NOTHING, PERSON, RECORD_NAME, SIGNATURE, WORD, Audience, one_of, pair

if TYPE_CHECKING:
    from bot.play.records import Record
    from bot.record.writing import Exported


# --- bringing in ----------------------------------------------------------------------------------------------------


_RATINGS: Final = {one.value: (f"commands.ratings_{one.value}", one) for one in RatingsTaken}
AFile = discord.Attachment | None


class _Unreadable(Exception):
    """One of the files cannot come in; the card says which, and why."""

    def __init__(self, card: Card) -> None:
        super().__init__()
        self.card = card


@command("tournament import", Act.BRING_PAST_EVENTS)
async def bring(  # noqa: PLR0913, PLR0917 - an option each
    request: Request,
    file: discord.Attachment,
    file_2: AFile = None,
    file_3: AFile = None,
    file_4: AFile = None,
    file_5: AFile = None,
    file_6: AFile = None,
    file_7: AFile = None,
    file_8: AFile = None,
    file_9: AFile = None,
    file_10: AFile = None,
    ratings: Annotated[RatingsTaken, OneOf(_RATINGS)] = RatingsTaken.COUNTED,
) -> Card:
    """Shows what the files would bring in: events that are over, all of them or none."""
    await request.acknowledge()
    more = (file_2, file_3, file_4, file_5, file_6, file_7, file_8, file_9, file_10)
    sent = [file, *(one for one in more if one is not None)]
    try:
        kept = [await _fetch(request, one) for one in sent]
        files = [await _read(request, one) for one in kept]
    except _Unreadable as found:
        return found.card
    draft = await request.do(past_events_drafts_verbs.keep, kept, ratings)
    return await _preview(request, draft, files)


@on_press("record-bring", WORD, Act.BRING_PAST_EVENTS, update=True)
async def confirm(request: Request, seen: str) -> Card:
    """Brings in what the card showed."""
    draft = await request.ask(past_events_drafts_verbs.mine)
    if print_of(draft) != seen:
        raise Outdated
    return await _bring(request, draft)


async def _bring(request: Request, draft: RecordDraft) -> Card:
    files = await _files(request, draft)
    found = await request.do(past_events_drafts_verbs.confirm, print_of(draft), files)
    match found:
        case BroughtEvents():
            return past_events_cards.receipt(found, request.translator)
        case SignatureView():
            return signing_cards.card(found, request.translator)
        case _:
            return past_events_cards.who_is_who(found, request.translator)


@on_press("record-agreed", SIGNATURE, Audience.ADDRESSED)
async def bring_agreed(request: Request, _: str) -> Card:
    """Brings in what was agreed to; what else was sent since is another draft, and waits by itself."""
    return await _bring(request, await request.ask(past_events_drafts_verbs.mine))


@on_press("record-ratings", one_of(RatingsTaken), Act.BRING_PAST_EVENTS, update=True)
async def choose_ratings(request: Request, ratings: RatingsTaken) -> Card:
    """Shows the same with the ratings taken in another way."""
    draft = await request.ask(past_events_drafts_verbs.mine)
    files = await _files(request, draft)
    return await _preview(request, await request.do(past_events_drafts_verbs.choose, ratings), files)


@on_press("record-apart", NOTHING, Act.BRING_PAST_EVENTS, update=True)
async def apart(request: Request) -> Card:
    """Shows the same with these names as another person's in each file."""
    draft = await request.do(past_events_drafts_verbs.tell_apart, request.choices())
    return await _preview(request, draft, await _files(request, draft))


@on_press("record-is", pair(RECORD_NAME, PERSON), Audience.ADDRESSED, update=True)
async def take_known(request: Request, name_id: NameId, person_id: PersonId) -> Card:
    """Takes the one who is meant by a name of the files."""
    return await _next(request, await request.do(past_events_bringing_verbs.say_who, name_id, person_id))


@on_press("record-new", RECORD_NAME, Audience.ADDRESSED, update=True)
async def unknown(request: Request, name_id: NameId) -> Card:
    """Takes it that nobody is meant who is known."""
    return await _next(request, await request.do(past_events_bringing_verbs.say_who, name_id, None))


@on_press("record-same", WORD, Audience.ADDRESSED, update=True)
async def same(request: Request, seen: str) -> Card:
    """Takes it that all the very names are those people."""
    return await _next(request, await request.do(past_events_bringing_verbs.say_same, seen))


@on_press("record-others", NOTHING, Audience.ADDRESSED, update=True)
async def others(request: Request) -> Card:
    """Asks about some of them one by one."""
    chosen = [await request.read_subject(RECORD_NAME, choice) for choice in request.choices()]
    return await _next(request, await request.do(past_events_bringing_verbs.doubt, chosen))


@on_press("record-again", NOTHING, Audience.ADDRESSED, update=True)
async def again(request: Request) -> Card:
    """Takes back what was said of the names."""
    return await _next(request, await request.do(past_events_bringing_verbs.ask_again))


async def _next(request: Request, asked: NamesAsked) -> Card:
    """The next question; once everything is said, what would come in."""
    if asked.left:
        return past_events_cards.who_is_who(asked, request.translator)
    draft = await request.ask(past_events_drafts_verbs.mine)
    return await _preview(request, draft, await _files(request, draft))


async def _preview(request: Request, draft: RecordDraft, files: Sequence[PastFile]) -> Card:
    """What would come in, done and let go of; or the next question."""
    asked = await request.do(past_events_verbs.look_through, files, draft.apart)
    if asked.left:
        return past_events_cards.who_is_who(asked, request.translator)
    try:
        await request.do(past_events_verbs.show, files, draft.ratings, draft.apart)
    except past_events_verbs.ShownOnly as shown:
        return past_events_cards.preview(shown.arrival, print_of(draft), request.translator)
    raise Outdated


async def _files(request: Request, draft: RecordDraft) -> list[PastFile]:
    """The files that were kept, read once more; raises Outdated where this version reads them no more."""
    try:
        return [await _read(request, file) for file in draft.files]
    except _Unreadable:
        raise Outdated from None


async def _fetch(request: Request, file: discord.Attachment) -> KeptFile:
    try:
        return KeptFile(file.filename, await request.fetch(RECORD.kind, file))
    except UserError as refusal:
        raise _Unreadable(
            past_events_cards.refusal(file.filename, sentence(refusal, request.translator), request.translator)
        ) from None


async def _read(request: Request, kept: KeptFile) -> PastFile:
    """The file as it reads, where it agrees with itself; raises _Unreadable."""
    try:
        found = await request.read_bytes(RECORD, kept.content, kept.filename)
    except RecordRefused as refusal:
        raise _Unreadable(past_events_cards.record_refusal(refusal.file, refusal.faults, request.translator)) from None
    except UserError as refusal:
        raise _Unreadable(
            past_events_cards.refusal(kept.filename, sentence(refusal, request.translator), request.translator)
        ) from None
    if found.difference is not None:
        raise _Unreadable(past_events_cards.disagrees(kept.filename, found.difference, request.translator))
    return past_file(kept.filename, found)


# --- records --------------------------------------------------------------------------------------------------------


@command("tournament export", Audience.EVERYBODY)
async def export(request: Request, tournament: AnyEvent) -> Card:
    """Hands over the record, and the table and the games in the formats of other programs."""
    record = await request.ask(past_events_drafts_verbs.record_for, tournament)
    await request.acknowledge()
    try:
        # A replay of a large event takes seconds: others press meanwhile.
        return past_events_cards.export(await asyncio.to_thread(_export, record), request.translator)
    except RecordRefused as refusal:
        return past_events_cards.record_refusal(refusal.file, refusal.faults, request.translator)


def _export(record: Record) -> Exported:
    from bot.record.writing import export_record  # noqa: PLC0415 - pydantic takes a tenth of a second to import

    return export_record(record)

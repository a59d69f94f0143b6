"""Past events brought in from their files: looked through, shown, and confirmed by one press."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import discord

from bot.apart.readings import RECORD
from bot.domain.events.past_events import Arrival, KeptFile, PastFile, RatingsTaken, RecordDraft, print_of
from bot.domain.events.record_views import NamesAsked
from bot.domain.ids import NameId, PersonId
from bot.domain.permissions import Act
from bot.domain.signing.signatures import SignatureView
from bot.errors import Outdated, UserError
from bot.record.errors import RecordRefused
from bot.record.past_files import past_file
from bot.rendering.events import past_cards
from bot.rendering.events import record_cards as cards
from bot.rendering.layout import Card
from bot.rendering.sentences import sentence
from bot.rendering.signing import signature_cards
from bot.services.events import past_drafts, past_events, record_people
from cogs.audience import Audience
from cogs.commands import command
from cogs.options import OneOf
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import NOTHING, PERSON, RECORD_NAME, SIGNATURE, WORD
from cogs.takes import one_of, pair

_RATINGS: Final = {one.value: (f"commands.ratings_{one.value}", one) for one in RatingsTaken}
AFile = discord.Attachment | None


class _Unreadable(Exception):
    """One of the files cannot come in; the card says which, and why."""

    def __init__(self, card: Card) -> None:
        super().__init__()
        self.card = card


@command("tournament import", Act.BRING_PAST_EVENTS)
async def bring(  # noqa: PLR0913, PLR0917 - an option each
    press: Press,
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
    await press.acknowledge()
    more = (file_2, file_3, file_4, file_5, file_6, file_7, file_8, file_9, file_10)
    sent = [file, *(one for one in more if one is not None)]
    try:
        kept = [await _fetch(press, one) for one in sent]
        files = [await _read(press, one) for one in kept]
    except _Unreadable as found:
        return found.card
    draft = await press.do(past_drafts.keep, kept, ratings)
    return await _preview(press, draft, files)


@on_press("record-bring", WORD, Act.BRING_PAST_EVENTS, update=True)
async def confirm(press: Press, seen: str) -> Card:
    """Brings in what the card showed."""
    draft = await press.ask(past_drafts.mine)
    if print_of(draft) != seen:
        raise Outdated
    return await _bring(press, draft)


async def _bring(press: Press, draft: RecordDraft) -> Card:
    files = await _files(press, draft)
    found = await press.do(past_drafts.confirm, print_of(draft), files)
    match found:
        case Arrival():
            return past_cards.receipt(found, press.voice)
        case SignatureView():
            return signature_cards.card(found, press.voice)
        case _:
            return cards.who_is_who(found, press.voice)


@on_press("record-agreed", SIGNATURE, Audience.ADDRESSED)
async def bring_agreed(press: Press, _: str) -> Card:
    """Brings in what was agreed to; what else was sent since is another draft, and waits by itself."""
    return await _bring(press, await press.ask(past_drafts.mine))


@on_press("record-ratings", one_of(RatingsTaken), Act.BRING_PAST_EVENTS, update=True)
async def choose_ratings(press: Press, ratings: RatingsTaken) -> Card:
    """Shows the same with the ratings taken in another way."""
    draft = await press.ask(past_drafts.mine)
    files = await _files(press, draft)
    return await _preview(press, await press.do(past_drafts.choose, ratings), files)


@on_press("record-apart", NOTHING, Act.BRING_PAST_EVENTS, update=True)
async def apart(press: Press) -> Card:
    """Shows the same with these names as another person's in each file."""
    draft = await press.do(past_drafts.tell_apart, press.choices())
    return await _preview(press, draft, await _files(press, draft))


@on_press("record-is", pair(RECORD_NAME, PERSON), Audience.ADDRESSED, update=True)
async def take_known(press: Press, name_id: NameId, person_id: PersonId) -> Card:
    """Takes the one who is meant by a name of the files."""
    return await _next(press, await press.do(record_people.say_who, name_id, person_id))


@on_press("record-new", RECORD_NAME, Audience.ADDRESSED, update=True)
async def unknown(press: Press, name_id: NameId) -> Card:
    """Takes it that nobody is meant who is known."""
    return await _next(press, await press.do(record_people.say_who, name_id, None))


@on_press("record-same", WORD, Audience.ADDRESSED, update=True)
async def same(press: Press, seen: str) -> Card:
    """Takes it that all the very names are those people."""
    return await _next(press, await press.do(record_people.say_same, seen))


@on_press("record-others", NOTHING, Audience.ADDRESSED, update=True)
async def others(press: Press) -> Card:
    """Asks about some of them one by one."""
    chosen = [await press.read_subject(RECORD_NAME, one) for one in press.choices()]
    return await _next(press, await press.do(record_people.doubt, chosen))


@on_press("record-again", NOTHING, Audience.ADDRESSED, update=True)
async def again(press: Press) -> Card:
    """Takes back what was said of the names."""
    return await _next(press, await press.do(record_people.ask_again))


async def _next(press: Press, asked: NamesAsked) -> Card:
    """The next question; once everything is said, what would come in."""
    if asked.left:
        return cards.who_is_who(asked, press.voice)
    draft = await press.ask(past_drafts.mine)
    return await _preview(press, draft, await _files(press, draft))


async def _preview(press: Press, draft: RecordDraft, files: Sequence[PastFile]) -> Card:
    """What would come in, done and let go of; or the next question."""
    asked = await press.do(past_events.look_through, files, draft.apart)
    if asked.left:
        return cards.who_is_who(asked, press.voice)
    try:
        await press.do(past_events.show, files, draft.ratings, draft.apart)
    except past_events.Shown as shown:
        return past_cards.preview(shown.arrival, print_of(draft), press.voice)
    raise Outdated


async def _files(press: Press, draft: RecordDraft) -> list[PastFile]:
    """The files that were kept, read once more; raises Outdated where this version reads them no more."""
    try:
        return [await _read(press, one) for one in draft.files]
    except _Unreadable:
        raise Outdated from None


async def _fetch(press: Press, file: discord.Attachment) -> KeptFile:
    try:
        return KeptFile(file.filename, await press.fetch(RECORD.kind, file))
    except UserError as refusal:
        raise _Unreadable(past_cards.refusal(file.filename, sentence(refusal, press.voice), press.voice)) from None


async def _read(press: Press, kept: KeptFile) -> PastFile:
    """The file as it reads, where it agrees with itself; raises _Unreadable."""
    try:
        found = await press.read_bytes(RECORD, kept.content, kept.filename)
    except RecordRefused as refusal:
        raise _Unreadable(cards.refusal(refusal.file, refusal.faults, press.voice)) from None
    except UserError as refusal:
        raise _Unreadable(past_cards.refusal(kept.filename, sentence(refusal, press.voice), press.voice)) from None
    if found.difference is not None:
        raise _Unreadable(cards.disagrees(kept.filename, found.difference, press.voice))
    return past_file(kept.filename, found)

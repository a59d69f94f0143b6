"""Sign-ups from a list: a file or pasted names, looked through line by line, and entered by one press."""

from __future__ import annotations

import discord

from bot.features.sign_ups import cards as sign_ups_cards
from bot.features.sign_ups import taking_in_verbs as sign_ups_taking_in_verbs
from bot.features.sign_ups import verbs as sign_ups_verbs
from bot.features.sign_ups.cards import known_headings
from bot.features.sign_ups.model import SignUpFile, SignUpPreview
from bot.kernel.errors import Refused, UserError
from bot.kernel.ids import PersonId, TournamentId
from bot.layout.cards import Card
from bot.living.apart_child import SIGN_UPS as READING
from bot.server.model import Act
from cogs.press import Press
from cogs.routing import on_press, with_pages
from cogs.subjects import DRAFT, EVENT, NUMBER, PERSON, SIGN_UPS, WORD, Asked, File, Text, pair, triple
from cogs.tournaments import show_preview

_FORM: tuple[Asked, ...] = (
    Text("names", "sign_ups.form_names", "sign_ups.form_names_hint", long=True, limit=4000, required=False),
    File("file", "sign_ups.form_file", "sign_ups.form_file_hint"),
)
_PASTED = "sign_ups.pasted"


@on_press("sign-ups", EVENT, Act.ENTER_OTHER_PERSON)
async def open_form(press: Press, tournament_id: TournamentId) -> None:
    """Asks for the list of an event: as a file, or as names."""
    await press.ask(sign_ups_verbs.takes_a_list, tournament_id)
    await press.open_form(f"sign-ups-sent:{tournament_id}", "sign_ups.form_title", *_FORM)


@on_press("sign-ups-sent", EVENT, Act.ENTER_OTHER_PERSON)
async def take_form(press: Press, tournament_id: TournamentId) -> Card:
    """Shows what the list would do."""
    await press.acknowledge()
    try:
        found, name = await _list_sent(press)
    except UserError as refused:
        return press.give_back(sign_ups_cards.refusal(refused, f"sign-ups:{tournament_id}", press.voice))
    draft = await press.do(sign_ups_verbs.keep, tournament_id, found, name)
    return await first_page(press, draft.draft_id)


async def take_file(press: Press, tournament_id: TournamentId, file: discord.Attachment) -> None:
    """As `take_form`, of a file that came with a command."""
    await press.acknowledge()
    found = await press.read(READING, file, known_headings())
    draft = await press.do(sign_ups_verbs.keep, tournament_id, found, file.filename)
    await press.answer(await first_page(press, draft.draft_id))


@on_press("sign-ups-new", DRAFT, Act.ENTER_OTHER_PERSON, update=True)
async def open_for_new(press: Press, draft_id: str) -> Card | None:
    """Asks for the list of an event that is about to be created, or shows the one that waits for it."""
    await press.ask(sign_ups_verbs.for_new, draft_id)
    waiting = await press.ask(sign_ups_verbs.preview_for_new)
    if waiting is not None:
        return sign_ups_cards.preview(waiting, 0, press.voice)
    await press.open_form(f"sign-ups-new-sent:{draft_id}", "sign_ups.form_title", *_FORM)
    return None


@on_press("sign-ups-new-sent", DRAFT, Act.ENTER_OTHER_PERSON, update=True)
async def take_for_new(press: Press, draft_id: str) -> Card:
    """Shows what the list would do, in place of the event's preview, to which a button leads back."""
    await press.acknowledge(thinking=False)
    found, name = await _list_sent(press)
    draft = await press.do(sign_ups_verbs.keep_for_new, draft_id, found, name)
    return await first_page(press, draft.draft_id)


@on_press("sign-ups-event", SIGN_UPS, Act.ENTER_OTHER_PERSON, update=True)
async def back_to_event(press: Press, draft_id: str) -> Card:
    """Shows the event that is about to be created once more."""
    return await show_preview(press, await press.ask(sign_ups_verbs.event_draft_of, draft_id))


@with_pages("sign-ups-page", Act.ENTER_OTHER_PERSON, SIGN_UPS)
async def first_page(press: Press, draft_id: str, page: int) -> Card:
    """Shows what a list that waits would do now."""
    return sign_ups_cards.preview(await _view(press, draft_id), page, press.voice)


@on_press("sign-ups-who", SIGN_UPS, Act.ENTER_OTHER_PERSON, update=True)
async def ask(press: Press, draft_id: str) -> Card:
    """Asks who is meant by names that can mean somebody."""
    return sign_ups_cards.who_is_who(await _view(press, draft_id), press.voice)


@on_press("sign-ups-is", triple(SIGN_UPS, NUMBER, PERSON), Act.ENTER_OTHER_PERSON, update=True)
async def take_known(press: Press, draft_id: str, line: int, person_id: PersonId) -> Card:
    """Takes the one who is meant by a line."""
    await press.do(sign_ups_verbs.say_who, draft_id, line, person_id)
    return await ask(press, draft_id)


@on_press("sign-ups-new-person", pair(SIGN_UPS, NUMBER), Act.ENTER_OTHER_PERSON, update=True)
async def take_new(press: Press, draft_id: str, line: int) -> Card:
    """Takes it that somebody new is meant by a line."""
    await press.do(sign_ups_verbs.say_who, draft_id, line, None)
    return await ask(press, draft_id)


@on_press("sign-ups-same", pair(SIGN_UPS, WORD), Act.ENTER_OTHER_PERSON, update=True)
async def take_same(press: Press, draft_id: str, shown: str) -> Card:
    """Takes it that all the very names are those people."""
    await press.do(sign_ups_verbs.say_same, draft_id, shown)
    return await ask(press, draft_id)


@on_press("sign-ups-others", SIGN_UPS, Act.ENTER_OTHER_PERSON, update=True)
async def take_others(press: Press, draft_id: str) -> Card:
    """Takes it that somebody new is meant by some of the very names."""
    chosen = [await press.read_subject(NUMBER, one) for one in press.choices()]
    await press.do(sign_ups_verbs.say_others, draft_id, chosen)
    return await ask(press, draft_id)


@on_press("sign-ups-again", SIGN_UPS, Act.ENTER_OTHER_PERSON, update=True)
async def ask_again(press: Press, draft_id: str) -> Card:
    """Takes back all that was said of who is meant."""
    await press.do(sign_ups_verbs.ask_again, draft_id)
    return await ask(press, draft_id)


@on_press("sign-ups-confirm", pair(SIGN_UPS, WORD), Act.ENTER_OTHER_PERSON, update=True)
async def confirm(press: Press, draft_id: str, seen: str) -> Card:
    """Enters all who can be, as it was shown; where something has changed since, shows it anew."""
    done = await press.do(sign_ups_taking_in_verbs.confirm, draft_id, seen)
    if isinstance(done, SignUpPreview):
        return sign_ups_cards.preview(done, 0, press.voice)
    return sign_ups_cards.receipt(done, press.voice)


@on_press("sign-ups-drop", SIGN_UPS, Act.ENTER_OTHER_PERSON, update=True)
async def drop(press: Press, draft_id: str) -> Card:
    """Lets go of the list; nobody was entered."""
    view = await _view(press, draft_id)
    if view.tournament_id is None:
        event = await press.ask(sign_ups_verbs.event_draft_of, draft_id)
        await press.do(sign_ups_verbs.drop, draft_id)
        return await show_preview(press, event)
    return sign_ups_cards.farewell(await press.do(sign_ups_verbs.drop, draft_id), press.voice)


async def _list_sent(press: Press) -> tuple[SignUpFile, str]:
    """What was put into the form: the file, or else the names; raises SignUpsEmpty where it was left empty."""
    file, text = press.file("file"), press.text("names")
    if file is not None:
        return await press.read(READING, file, known_headings()), file.filename
    if not text.strip():
        raise Refused("error.SignUpsEmpty")
    name = press.voice.say(_PASTED)
    return await press.read_bytes(READING, text.encode(), name, known_headings()), name


async def _view(press: Press, draft_id: str) -> SignUpPreview:
    return await press.ask(sign_ups_verbs.preview, draft_id)

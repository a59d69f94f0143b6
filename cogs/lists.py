"""Lists of people that come in, each looked through and confirmed by one press.

`/association import` moves an association in with its opening list. Sign-ups of an event are a file or pasted names.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from bot.features.opening import cards as opening_cards
from bot.features.opening import planning_verbs as opening_planning_verbs
from bot.features.opening import verbs as opening_verbs
from bot.features.opening import who_verbs as opening_who_verbs
from bot.features.opening.cards import template, words_for
from bot.features.opening.plans_model import OpeningPreview
from bot.features.sign_ups import cards as sign_ups_cards
from bot.features.sign_ups import taking_in_verbs as sign_ups_taking_in_verbs
from bot.features.sign_ups import verbs as sign_ups_verbs
from bot.features.sign_ups.cards import known_headings
from bot.features.sign_ups.model import SignUpFile, SignUpPreview
from bot.kernel.errors import Refused, UserError
from bot.kernel.ids import PersonId, TournamentId
from bot.layout.cards import Card
from bot.living.apart_child import OPENING
from bot.living.apart_child import SIGN_UPS as SIGN_UPS_FILE
from bot.living.transactions import PersonalVerb
from bot.people.lists_model import AllSame, LineMeans, Said, SomeNew
from bot.server.model import Act
from cogs.commands import command
from cogs.request import Request
from cogs.routing import on_press, with_pages
from cogs.subjects import (
    DRAFT,
    EVENT,
    NOTHING,
    NUMBER,
    OPENING_DRAFT,
    PERSON,
    SIGN_UPS,
    WORD,
    File,
    FormField,
    Parser,
    Text,
    pair,
    triple,
)
from cogs.tournaments import show_preview

# --- who is meant by the names of a list ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WhoPresses:
    """What the buttons below the names of a kind of list do; each shows what is left to be asked."""

    say_who: PersonalVerb[[str, Said], None]
    forget: PersonalVerb[[str], None]
    show: Callable[[Request, str], Awaitable[Card]]

    async def take_one(self, request: Request, draft_id: str, line: int, person_id: PersonId | None = None) -> Card:
        """Takes the one who is meant by a line, or somebody new."""
        return await self._say(request, draft_id, LineMeans(line, person_id))

    async def take_same(self, request: Request, draft_id: str, shown: str) -> Card:
        """Takes it that all the very names are those people."""
        return await self._say(request, draft_id, AllSame(shown))

    async def take_others(self, request: Request, draft_id: str) -> Card:
        """Takes it that somebody new is meant by some of the very names."""
        chosen = [await request.read_subject(NUMBER, choice) for choice in request.choices()]
        return await self._say(request, draft_id, SomeNew(chosen))

    async def ask_again(self, request: Request, draft_id: str) -> Card:
        """Takes back all that was said of who is meant."""
        await request.do(self.forget, draft_id)
        return await self.show(request, draft_id)

    async def _say(self, request: Request, draft_id: str, said: Said) -> Card:
        await request.do(self.say_who, draft_id, said)
        return await self.show(request, draft_id)

    def register(self, kind: str, draft: Parser[str], requires: Act) -> None:
        """Has the presses of this kind find their handlers."""
        on_press(f"{kind}-who", draft, requires, update=True)(self.show)
        on_press(f"{kind}-is", triple(draft, NUMBER, PERSON), requires, update=True)(self.take_one)
        on_press(f"{kind}-new-person", pair(draft, NUMBER), requires, update=True)(self.take_one)
        on_press(f"{kind}-same", pair(draft, WORD), requires, update=True)(self.take_same)
        on_press(f"{kind}-others", draft, requires, update=True)(self.take_others)
        on_press(f"{kind}-again", draft, requires, update=True)(self.ask_again)


# --- opening lists --------------------------------------------------------------------------------------------------


@command("association import", Act.BRING_OPENING_LIST)
async def bring(request: Request, file: discord.Attachment | None = None, day: str | None = None) -> Card:
    """Shows what a list would do; without a file, hands over the template and what waits."""
    if file is None:
        waiting = await request.ask(opening_who_verbs.waiting)
        state = await request.ask(opening_verbs.view)
        return template(
            [(one.draft_id, one.file_name, by, one.drafted_at) for one, by in waiting], state, request.translator
        )
    await request.acknowledge()
    found = await request.read(OPENING, file, words_for(request.locale))
    draft = await request.do(opening_who_verbs.keep, found, file.filename, day)
    return await opening_page(request, draft.draft_id)


@on_press("opening-open", OPENING_DRAFT, Act.BRING_OPENING_LIST)
@with_pages("opening-page", Act.BRING_OPENING_LIST, OPENING_DRAFT)
async def opening_page(request: Request, draft_id: str, page: int) -> Card:
    """Shows what a list that waits would do now."""
    return opening_cards.preview(await _opening(request, draft_id), page, request.translator)


@on_press("opening-confirm", pair(OPENING_DRAFT, WORD), Act.BRING_OPENING_LIST, update=True)
async def confirm_opening(request: Request, draft_id: str, seen: str) -> Card:
    """Brings the list in as it was shown; where something has changed since, shows it anew."""
    done = await request.do(opening_verbs.confirm, draft_id, seen)
    return (
        opening_cards.preview(done, 0, request.translator)
        if isinstance(done, OpeningPreview)
        else opening_cards.receipt(request.translator)
    )


@on_press("opening-hand", OPENING_DRAFT, Act.BRING_OPENING_LIST)
async def hand_over(request: Request, draft_id: str) -> Card:
    """Asks the server's owner and the President for their word."""
    return opening_cards.handed_over(await request.do(opening_verbs.hand_over, draft_id), request.translator)


@on_press("founding", NOTHING, Act.FINISH_FOUNDING)
async def show_founding(request: Request) -> Card:
    """Asks once more before it is said that moving in is done."""
    return opening_cards.card(await request.ask(opening_verbs.view), request.translator)


@on_press("founding-done", NOTHING, Act.FINISH_FOUNDING, update=True)
async def finish_founding(request: Request) -> Card:
    """Says that moving in is done: from now on seven days are left for lists."""
    return opening_cards.card(await request.do(opening_verbs.finish), request.translator)


@on_press("opening-drop", OPENING_DRAFT, Act.BRING_OPENING_LIST, update=True)
async def drop_opening(request: Request, draft_id: str) -> Card:
    """Lets go of the list; nothing was written."""
    await request.do(opening_verbs.drop, draft_id)
    return opening_cards.farewell(request.translator)


async def _opening(request: Request, draft_id: str) -> OpeningPreview:
    return await request.ask(opening_planning_verbs.preview, draft_id)


async def _opening_who(request: Request, draft_id: str) -> Card:
    return opening_cards.who_is_who(await _opening(request, draft_id), request.translator)


OPENING_WHO = WhoPresses(opening_who_verbs.say_who, opening_who_verbs.ask_again, _opening_who)
OPENING_WHO.register("opening", OPENING_DRAFT, Act.BRING_OPENING_LIST)
# Messages of before have it by this name.
on_press("opening-new", pair(OPENING_DRAFT, NUMBER), Act.BRING_OPENING_LIST, update=True)(OPENING_WHO.take_one)


# --- sign-ups -------------------------------------------------------------------------------------------------------


_FORM: tuple[FormField, ...] = (
    Text("names", "sign_ups.form_names", "sign_ups.form_names_hint", long=True, limit=4000, required=False),
    File("file", "sign_ups.form_file", "sign_ups.form_file_hint"),
)
_PASTED = "sign_ups.pasted"


@on_press("sign-ups", EVENT, Act.ENTER_OTHER_PERSON)
async def open_form(request: Request, tournament_id: TournamentId) -> None:
    """Asks for the list of an event: as a file, or as names."""
    await request.ask(sign_ups_verbs.takes_a_list, tournament_id)
    await request.open_form(f"sign-ups-sent:{tournament_id}", "sign_ups.form_title", *_FORM)


@on_press("sign-ups-sent", EVENT, Act.ENTER_OTHER_PERSON)
async def take_form(request: Request, tournament_id: TournamentId) -> Card:
    """Shows what the list would do."""
    await request.acknowledge()
    try:
        found, name = await _list_sent(request)
    except UserError as refused:
        return request.give_back(sign_ups_cards.refusal(refused, f"sign-ups:{tournament_id}", request.translator))
    draft = await request.do(sign_ups_verbs.keep, tournament_id, found, name)
    return await sign_ups_page(request, draft.draft_id)


async def take_file(request: Request, tournament_id: TournamentId, file: discord.Attachment) -> None:
    """As `take_form`, of a file that came with a command."""
    await request.acknowledge()
    found = await request.read(SIGN_UPS_FILE, file, known_headings())
    draft = await request.do(sign_ups_verbs.keep, tournament_id, found, file.filename)
    await request.answer(await sign_ups_page(request, draft.draft_id))


@on_press("sign-ups-new", DRAFT, Act.ENTER_OTHER_PERSON, update=True)
async def open_for_new(request: Request, draft_id: str) -> Card | None:
    """Asks for the list of an event that is about to be created, or shows the one that waits for it."""
    await request.ask(sign_ups_verbs.for_new, draft_id)
    waiting = await request.ask(sign_ups_verbs.preview_for_new)
    if waiting is not None:
        return sign_ups_cards.preview(waiting, 0, request.translator)
    await request.open_form(f"sign-ups-new-sent:{draft_id}", "sign_ups.form_title", *_FORM)
    return None


@on_press("sign-ups-new-sent", DRAFT, Act.ENTER_OTHER_PERSON, update=True)
async def take_for_new(request: Request, draft_id: str) -> Card:
    """Shows what the list would do, in place of the event's preview, to which a button leads back."""
    await request.acknowledge(thinking=False)
    found, name = await _list_sent(request)
    draft = await request.do(sign_ups_verbs.keep_for_new, draft_id, found, name)
    return await sign_ups_page(request, draft.draft_id)


@on_press("sign-ups-event", SIGN_UPS, Act.ENTER_OTHER_PERSON, update=True)
async def back_to_event(request: Request, draft_id: str) -> Card:
    """Shows the event that is about to be created once more."""
    return await show_preview(request, await request.ask(sign_ups_verbs.event_draft_of, draft_id))


@with_pages("sign-ups-page", Act.ENTER_OTHER_PERSON, SIGN_UPS)
async def sign_ups_page(request: Request, draft_id: str, page: int) -> Card:
    """Shows what a list that waits would do now."""
    return sign_ups_cards.preview(await _sign_ups(request, draft_id), page, request.translator)


@on_press("sign-ups-confirm", pair(SIGN_UPS, WORD), Act.ENTER_OTHER_PERSON, update=True)
async def confirm_sign_ups(request: Request, draft_id: str, seen: str) -> Card:
    """Enters all who can be, as it was shown; where something has changed since, shows it anew."""
    done = await request.do(sign_ups_taking_in_verbs.confirm, draft_id, seen)
    if isinstance(done, SignUpPreview):
        return sign_ups_cards.preview(done, 0, request.translator)
    return sign_ups_cards.receipt(done, request.translator)


@on_press("sign-ups-drop", SIGN_UPS, Act.ENTER_OTHER_PERSON, update=True)
async def drop_sign_ups(request: Request, draft_id: str) -> Card:
    """Lets go of the list; nobody was entered."""
    view = await _sign_ups(request, draft_id)
    if view.tournament_id is None:
        event = await request.ask(sign_ups_verbs.event_draft_of, draft_id)
        await request.do(sign_ups_verbs.drop, draft_id)
        return await show_preview(request, event)
    return sign_ups_cards.farewell(await request.do(sign_ups_verbs.drop, draft_id), request.translator)


async def _list_sent(request: Request) -> tuple[SignUpFile, str]:
    """What was put into the form: the file, or else the names; raises SignUpsEmpty where it was left empty."""
    file, text = request.file("file"), request.text("names")
    if file is not None:
        return await request.read(SIGN_UPS_FILE, file, known_headings()), file.filename
    if not text.strip():
        raise Refused("error.SignUpsEmpty")
    name = request.translator.say(_PASTED)
    return await request.read_bytes(SIGN_UPS_FILE, text.encode(), name, known_headings()), name


async def _sign_ups(request: Request, draft_id: str) -> SignUpPreview:
    return await request.ask(sign_ups_verbs.preview, draft_id)


async def _sign_ups_who(request: Request, draft_id: str) -> Card:
    return sign_ups_cards.who_is_who(await _sign_ups(request, draft_id), request.translator)


SIGN_UPS_WHO = WhoPresses(sign_ups_verbs.say_who, sign_ups_verbs.ask_again, _sign_ups_who)
SIGN_UPS_WHO.register("sign-ups", SIGN_UPS, Act.ENTER_OTHER_PERSON)

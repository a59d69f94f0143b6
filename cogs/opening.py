"""`/association import`: an association moves in with its opening list."""

from __future__ import annotations

import discord

from bot.features.opening import cards as opening_cards
from bot.features.opening import planning_verbs as opening_planning_verbs
from bot.features.opening import verbs as opening_verbs
from bot.features.opening import who_verbs as opening_who_verbs
from bot.features.opening.cards import template, words_for
from bot.features.opening.plans_model import OpeningPreview
from bot.kernel.ids import PersonId
from bot.layout.cards import Card
from bot.living.apart_child import OPENING
from bot.server.model import Act
from cogs.commands import command
from cogs.press import Press
from cogs.routing import on_press, with_pages
from cogs.subjects import NOTHING, NUMBER, OPENING_DRAFT, PERSON, WORD, pair, triple


@command("association import", Act.BRING_OPENING_LIST)
async def bring(press: Press, file: discord.Attachment | None = None, day: str | None = None) -> Card:
    """Shows what a list would do; without a file, hands over the template and what waits."""
    if file is None:
        waiting = await press.ask(opening_who_verbs.waiting)
        state = await press.ask(opening_verbs.view)
        return template([(one.draft_id, one.file_name, by, one.drafted_at) for one, by in waiting], state, press.voice)
    await press.acknowledge()
    found = await press.read(OPENING, file, words_for(press.locale))
    draft = await press.do(opening_who_verbs.keep, found, file.filename, day)
    return await first_page(press, draft.draft_id)


@on_press("opening-open", OPENING_DRAFT, Act.BRING_OPENING_LIST)
@with_pages("opening-page", Act.BRING_OPENING_LIST, OPENING_DRAFT)
async def first_page(press: Press, draft_id: str, page: int) -> Card:
    """Shows what a list that waits would do now."""
    return opening_cards.preview(await _view(press, draft_id), page, press.voice)


@on_press("opening-who", OPENING_DRAFT, Act.BRING_OPENING_LIST, update=True)
async def ask(press: Press, draft_id: str) -> Card:
    """Asks who is meant by names that can mean somebody."""
    return opening_cards.who_is_who_on_list(await _view(press, draft_id), press.voice)


@on_press("opening-is", triple(OPENING_DRAFT, NUMBER, PERSON), Act.BRING_OPENING_LIST, update=True)
async def take_known(press: Press, draft_id: str, line: int, person_id: PersonId) -> Card:
    """Takes the one who is meant by a line."""
    await press.do(opening_who_verbs.say_who, draft_id, line, person_id)
    return opening_cards.who_is_who_on_list(await _view(press, draft_id), press.voice)


@on_press("opening-new", pair(OPENING_DRAFT, NUMBER), Act.BRING_OPENING_LIST, update=True)
@on_press("opening-new-person", pair(OPENING_DRAFT, NUMBER), Act.BRING_OPENING_LIST, update=True)
async def take_new(press: Press, draft_id: str, line: int) -> Card:
    """Takes it that somebody new is meant by a line."""
    await press.do(opening_who_verbs.say_who, draft_id, line, None)
    return opening_cards.who_is_who_on_list(await _view(press, draft_id), press.voice)


@on_press("opening-same", pair(OPENING_DRAFT, WORD), Act.BRING_OPENING_LIST, update=True)
async def take_same(press: Press, draft_id: str, shown: str) -> Card:
    """Takes it that all the very names are those people."""
    await press.do(opening_who_verbs.say_same, draft_id, shown)
    return opening_cards.who_is_who_on_list(await _view(press, draft_id), press.voice)


@on_press("opening-others", OPENING_DRAFT, Act.BRING_OPENING_LIST, update=True)
async def take_others(press: Press, draft_id: str) -> Card:
    """Takes it that somebody new is meant by some of the very names."""
    chosen = [await press.read_subject(NUMBER, one) for one in press.choices()]
    await press.do(opening_who_verbs.say_others, draft_id, chosen)
    return opening_cards.who_is_who_on_list(await _view(press, draft_id), press.voice)


@on_press("opening-again", OPENING_DRAFT, Act.BRING_OPENING_LIST, update=True)
async def ask_again(press: Press, draft_id: str) -> Card:
    """Takes back all that was said of who is meant."""
    await press.do(opening_who_verbs.ask_again, draft_id)
    return opening_cards.who_is_who_on_list(await _view(press, draft_id), press.voice)


@on_press("opening-confirm", pair(OPENING_DRAFT, WORD), Act.BRING_OPENING_LIST, update=True)
async def confirm(press: Press, draft_id: str, seen: str) -> Card:
    """Brings the list in as it was shown; where something has changed since, shows it anew."""
    done = await press.do(opening_verbs.confirm, draft_id, seen)
    return (
        opening_cards.preview(done, 0, press.voice)
        if isinstance(done, OpeningPreview)
        else opening_cards.receipt(press.voice)
    )


@on_press("opening-hand", OPENING_DRAFT, Act.BRING_OPENING_LIST)
async def hand_over(press: Press, draft_id: str) -> Card:
    """Asks the server's owner and the President for their word."""
    return opening_cards.handed_over(await press.do(opening_verbs.hand_over, draft_id), press.voice)


@on_press("founding", NOTHING, Act.FINISH_FOUNDING)
async def show_founding(press: Press) -> Card:
    """Asks once more before it is said that moving in is done."""
    return opening_cards.card(await press.ask(opening_verbs.view), press.voice)


@on_press("founding-done", NOTHING, Act.FINISH_FOUNDING, update=True)
async def finish_founding(press: Press) -> Card:
    """Says that moving in is done: from now on seven days are left for lists."""
    return opening_cards.card(await press.do(opening_verbs.finish), press.voice)


@on_press("opening-drop", OPENING_DRAFT, Act.BRING_OPENING_LIST, update=True)
async def drop(press: Press, draft_id: str) -> Card:
    """Lets go of the list; nothing was written."""
    await press.do(opening_verbs.drop, draft_id)
    return opening_cards.farewell(press.voice)


async def _view(press: Press, draft_id: str) -> OpeningPreview:
    return await press.ask(opening_planning_verbs.preview, draft_id)

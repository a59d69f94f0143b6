"""Staff's word that two people are one: recording it, undoing it, and who is one with whom."""

from __future__ import annotations

from typing import Annotated

from bot.domain.permissions import Act
from bot.rendering.cases import same_person_cards
from bot.rendering.layout import Card
from bot.services.cases import same_person
from bot.services.known_people import one_meant
from cogs.audience import Audience
from cogs.choosing import KnownPerson
from cogs.commands import command
from cogs.options import Account, Option, Pairs, as_typed, suggests
from cogs.pages import with_pages
from cogs.press import Press
from cogs.subjects import SAME_PERSON


@suggests(Audience.EVERYBODY)
async def some_links(press: Press) -> Pairs:
    """The words that hold in the server, by either name."""
    views = await press.look(same_person.views)
    return [(" = ".join(one.name for one in view.people), view.link.link_id) for view in views]


SomeLink = Annotated[str, Option(as_typed, some_links)]
"""What was typed: nobody learns whether there is such a word before their right to undo it is known."""


@command("same-person record", Act.LINK_PEOPLE)
async def record(
    press: Press, one: Account, reason: str, other: Account | None = None, person: KnownPerson | None = None
) -> Card:
    """Records that two people are one; either may have left the server, as who evades a bar has."""
    second = one_meant(other, person)
    link = await press.do(same_person.record, (one, second), reason)
    view = await press.look(same_person.of_server, link.link_id)
    return same_person_cards.told_recorded(view, press.voice)


@command("same-person undo", Act.UNLINK_PEOPLE)
async def undo(press: Press, link: SomeLink, reason: str) -> Card:
    """Ends it, and puts back what it took as far as possible."""
    link_id = await press.read_subject(SAME_PERSON, link)
    return same_person_cards.told_undone(await press.do(same_person.undo, link_id, reason), press.voice)


@command("same-person list", Audience.EVERYBODY)
@with_pages("same-persons", Audience.EVERYBODY)
async def show_list(press: Press, page: int) -> Card:
    """Shows who is recorded as one person with whom."""
    return same_person_cards.link_list(await press.look(same_person.views), page, press.voice)

"""What people choose for themselves on the web: as what they are shown, a page of their own, a calendar of their own.

Nothing is on the web by silence beyond what everybody in the event was told. A choice holds in every event of the
server, those of before included, from the next reading on. The secret of a calendar's address is shown once, to its
owner alone; its print is what is kept.
"""

from __future__ import annotations

from dataclasses import replace

from bot.features.pages import store
from bot.features.pages.model import (
    PersonPages,
    ShownAs,
    calendar_address,
    calendar_print,
    player_address,
    server_address,
)
from bot.features.pages.verbs import has_pages, language_of
from bot.features.pages.views_model import NewCalendar, OwnPages
from bot.kernel.context import ActorQuery, ActorTx
from bot.kernel.errors import Refused
from bot.people import store as people_store
from bot.server import verbs as server_verbs


def own(tx: ActorQuery) -> OwnPages:
    """What the presser has chosen; a stranger has chosen nothing."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    return _own(tx, None if person is None else store.of_person(tx, person.person_id))


def is_offered(tx: ActorQuery) -> bool:
    """Whether `/me` leads to it: where the installation has an address."""
    return store.address(tx) is not None


def _own(tx: ActorQuery, choice: PersonPages | None) -> OwnPages:
    site, pages, language = store.address(tx), store.of_server(tx, tx.guild_id), language_of(tx, tx.guild_id)
    server = page = None
    if site is not None and pages is not None and has_pages(tx, tx.guild_id):
        server = server_address(site, language, pages.page_id)
        if choice is not None and choice.page_id is not None and choice.has_page:
            page = player_address(site, language, pages.page_id, choice.page_id)
    return OwnPages(
        guild_id=tx.guild_id,
        shown_as=None if choice is None else choice.shown_as,
        server=server,
        page=page,
        has_page=choice is not None and choice.has_page,
        has_calendar=choice is not None and choice.calendar is not None,
    )


def choose(tx: ActorTx, shown_as: ShownAs) -> OwnPages:
    """Shows the presser like that from now on; a page of their own, which is always by name, ends with any other."""
    choice = _choice(tx)
    page_id = choice.page_id if shown_as is ShownAs.NAME else None
    return _keep(tx, replace(choice, shown_as=shown_as, page_id=page_id))


def open_page(tx: ActorTx) -> OwnPages:
    """Gives the presser a page of their own, and so shows them by name; raises NoPages where the server has none."""
    if not has_pages(tx, tx.guild_id):
        raise Refused("error.NoPages")
    choice = _choice(tx)
    if choice.has_page:
        return _own(tx, choice)
    return _keep(tx, replace(choice, shown_as=ShownAs.NAME, page_id=tx.new_id()))


def close_page(tx: ActorTx) -> OwnPages:
    """Takes the presser's own page away; another one has another address."""
    choice = _choice(tx)
    return _own(tx, choice) if choice.page_id is None else _keep(tx, replace(choice, page_id=None))


def make_calendar(tx: ActorTx) -> NewCalendar:
    """Gives the presser's calendar an address with a new secret; that of before is dead. Raises NoPages."""
    site = store.address(tx)
    if site is None or not has_pages(tx, tx.guild_id):
        raise Refused("error.NoPages")
    choice, secret = _choice(tx), tx.new_secret().hex()
    kept = _keep(tx, replace(choice, calendar=calendar_print(secret)))
    return NewCalendar(kept, calendar_address(site, tx.actor.language, secret), choice.calendar is not None)


def end_calendar(tx: ActorTx) -> OwnPages:
    """Has no address lead to the presser's calendar any more."""
    choice = _choice(tx)
    return _own(tx, choice) if choice.calendar is None else _keep(tx, replace(choice, calendar=None))


def _choice(tx: ActorTx) -> PersonPages:
    person = server_verbs.recognise(tx)
    return store.of_person(tx, person.person_id) or PersonPages(person.person_id, tx.now)


def _keep(tx: ActorTx, choice: PersonPages) -> OwnPages:
    kept = replace(choice, chosen_at=tx.now)
    store.save_person(tx, kept)
    return _own(tx, kept)

"""What pages add to the core and its cards: where an event is read, what who enters may choose, and the switch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.features.entering.cards import EntryCardHooks, EntryChoice
from bot.features.pages import cards, verbs
from bot.features.pages.model import OnWeb, PagesSwitched
from bot.features.tournaments.hooks import EntryHooks, EventHooks, StepHooks, Taker
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query, Tx
from bot.kernel.ids import PersonId
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on
from bot.play.entries import Tournament
from bot.play.plugs import Parts


class Pages(EventHooks, EntryHooks, StepHooks):
    """Events that people without an account can read of."""

    def created(self, tx: Tx, tournament: Tournament, by: PersonId, *, on_web: bool) -> None:
        """What was chosen under the preview holds."""
        verbs.note_created(tx, tournament, by, on_web=on_web)

    def repeated(self, tx: Tx, tournament: Tournament, before: Tournament) -> None:
        """What was decided of the one before holds too."""
        verbs.note_repeated(tx, tournament, before)

    def address(self, tx: Query, tournament: Tournament) -> str | None:
        """Its page."""
        return verbs.address_of(tx, tournament)

    def entry_parts(self, tx: Query, tournament: Tournament) -> Iterable[object]:
        """That it is on the web."""
        told = verbs.for_entrants(tx, tournament)
        return () if told is None else (told,)

    def takers(self) -> Mapping[str, Taker]:
        """Events of before the switch come."""
        return {verbs.PAGES: verbs.take}


class PageCards(EntryCardHooks):
    """What pages add to the answer to who has entered."""

    def choices(self, parts: Parts, translator: Translator) -> Iterable[EntryChoice]:
        """As what they are shown."""
        told = parts.of(OnWeb)
        if told is not None:
            yield EntryChoice(*cards.welcome(told, translator))


def _switch(tx: Query, promise: Promise[PagesSwitched]) -> Composed | None:
    """Nothing where they have been switched again since."""
    found = verbs.switched(tx, promise.message)
    if found is None:
        return None
    pages, address = found
    return lambda translator: cards.switched(pages, address, translator)


NOTICES: Final = dict((on(PagesSwitched, _switch),))

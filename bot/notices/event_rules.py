"""Notices about the event's own rules (GO-30)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.domain.announcements import Promise, Saying
from bot.domain.events.event_rules import EventRulesView
from bot.domain.ids import TournamentId
from bot.errors import NotFound
from bot.i18n import Voice
from bot.notices.notice import Composed, Notice
from bot.rendering.events import event_rules_cards
from bot.rendering.layout import Card
from bot.services.events import event_rules
from bot.storage.database import Work


def _about(layout: Callable[[EventRulesView, Voice], Card], *, waits: bool) -> Notice:
    """A notice about a draft that still waits, or that was decided; of one that was replaced nothing is said."""

    def notice(work: Work, promise: Promise) -> Composed | None:
        number = int(promise.details["number"])
        try:
            view = event_rules.view(work, promise.guild_id, TournamentId(promise.subject), number)
        except NotFound:
            return None
        return (lambda voice: layout(view, voice)) if view.rules.waits is waits else None

    return notice


NOTICES: Mapping[Saying, Notice] = {
    Saying.RULES_DRAFTED: _about(event_rules_cards.drafted, waits=True),
    Saying.RULES_DECIDED: _about(event_rules_cards.decided, waits=False),
}

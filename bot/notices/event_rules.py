"""Notices about the event's own rules (GO-30)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.domain.announcements import Promise
from bot.domain.events.event_rules import EventRulesView
from bot.domain.events.sayings import RulesDecided, RulesDrafted
from bot.errors import NotFound
from bot.i18n import Voice
from bot.notices.notice import Composed, Notice, on
from bot.rendering.events import event_rules_cards
from bot.rendering.layout import Card
from bot.services.events import event_rules
from bot.storage.database import Work


def _about(layout: Callable[[EventRulesView, Voice], Card], *, waits: bool) -> Notice:
    """A notice about a draft that still waits, or that was decided; of one that was replaced nothing is said."""

    def notice(work: Work, promise: Promise[RulesDrafted | RulesDecided]) -> Composed | None:
        number = promise.saying.number
        try:
            view = event_rules.view(work, promise.guild_id, promise.saying.tournament_id, number)
        except NotFound:
            return None
        return (lambda voice: layout(view, voice)) if view.rules.waits is waits else None

    return notice


NOTICES: Final = dict(
    (
        on(RulesDrafted, _about(event_rules_cards.drafted, waits=True)),
        on(RulesDecided, _about(event_rules_cards.decided, waits=False)),
    )
)

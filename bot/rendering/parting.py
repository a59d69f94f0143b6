"""How many people one message calls: Discord notifies a hundred, and takes no more than so much text."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.domain.ids import MemberId
from bot.rendering.layout import TEXT_LIMIT, WITHOUT_DISCORD, Card, mentions_shown, named_in, texts

MOST_NAMED: Final = 100
"""Names in one message; Discord refuses one that is to notify more."""
_ROOM_OF_A_NAME: Final = len("<@1234567890123456789> ")
_ROOM_FOR_COMMANDS: Final = 200
"""Characters that are left free: a command becomes a mention, which is longer than its name."""


def first_message(card: Card) -> tuple[Card, tuple[MemberId, ...]]:
    """The card with all whom it calls named, in its text or in a line above; and who is left for messages after it."""
    members, roles = named_in(card)
    by_text, unnamed = sorted(card.pings & members), sorted(card.pings - members - {WITHOUT_DISCORD})
    new_roles, most = sorted(card.role_pings - roles), MOST_NAMED - len(card.role_pings)
    if not (unnamed or new_roles or by_text[most:]):
        return card, ()
    room = 0 if by_text[most:] else max(0, _room(card) - len(new_roles))
    line = " ".join((*(f"<@&{role}>" for role in new_roles), *(f"<@{member}>" for member in unnamed[:room])))
    called = frozenset((*by_text[:most], *unnamed[:room]))
    opening = " ".join(filter(None, (card.opening, line)))
    return replace(card, opening=opening or None, pings=called), (*by_text[most:], *unnamed[room:])


def _room(card: Card) -> int:
    """For how many names more there is room in the card."""
    left = TEXT_LIMIT - _ROOM_FOR_COMMANDS - sum(map(len, texts(card)))
    return max(0, min(MOST_NAMED - mentions_shown(card), left // _ROOM_OF_A_NAME))

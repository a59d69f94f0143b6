"""Whatever the bot can promise to say has one notice that makes the message."""

from __future__ import annotations

import pkgutil
from collections import Counter
from importlib import import_module
from typing import Final

from bot import notices
from bot.domain.announcements import Saying

MADE_OTHERWISE: Final = {Saying.SCHEDULED_EVENT, Saying.MIRROR_ROLES}
"""Discord's own event and its roles: promised like a message, made without one."""


def test_every_kind_of_message_has_its_notice_in_one_module() -> None:
    modules = [import_module(f"bot.notices.{module.name}") for module in pkgutil.iter_modules(notices.__path__)]
    found = Counter(saying for module in modules for saying in getattr(module, "NOTICES", ()))
    assert found == Counter(set(Saying) - MADE_OTHERWISE)
    assert set(notices.ALL) == set(found)

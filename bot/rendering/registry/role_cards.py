"""Roles that mirror offices and titles: choosing them, and what to do when Discord refuses."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from discord import ButtonStyle

from bot.domain.ids import RoleId
from bot.domain.permissions import ArbiterTitle, Office
from bot.i18n import Voice
from bot.rendering.layout import WARNING, Card, Control, Press, RoleChoice
from bot.rendering.sentences import listing, member_name

Shown = Office | ArbiterTitle
ALL_SHOWN: Final[tuple[Shown, ...]] = (*Office, *ArbiterTitle)


def panel(mirror: Mapping[Shown, RoleId], existing: Collection[RoleId], voice: Voice) -> Card:
    """The roles of today, a menu for each office and title, and a button that creates what is missing."""
    found = {shown: role for shown, role in mirror.items() if role in existing}
    lines = [voice.say("roles.line", shown=name(shown, voice), role=_role(found.get(shown))) for shown in ALL_SHOWN]
    menus: list[Control] = [
        RoleChoice(f"office-role:{shown.value}", voice.say("roles.choose", shown=name(shown, voice)), found.get(shown))
        for shown in ALL_SHOWN
    ]
    presses = [Press("office-roles-create:", voice.say("roles.create"), ButtonStyle.primary)]
    if len(found) == len(ALL_SHOWN):
        presses = []
    if mirror:
        presses.append(Press("office-roles-stop:", voice.say("roles.stop")))
    controls = [*menus, *([tuple(presses)] if presses else [])]
    return Card((voice.say("roles.title"), "\n".join(lines), "-# " + voice.say("roles.next")), controls=tuple(controls))


def blocked_role(role: RoleId, voice: Voice) -> Card:
    """A role that the bot may not give or take, with the fix."""
    return Card((voice.say("roles.blocked", role=f"<@&{role}>"),), colour=WARNING)


def mirroring_end(left: Sequence[RoleId], voice: Voice) -> Card:
    """What becomes of roles that mirror nothing any more."""
    return Card((voice.say("roles.stopped", roles=listing([f"<@&{role}>" for role in left], voice)),), colour=WARNING)


def name(shown: Shown, voice: Voice) -> str:
    """The office by its name, the title by its abbreviation."""
    return member_name(shown, voice) if isinstance(shown, Office) else shown.value


def _role(role: RoleId | None) -> str:
    return f"<@&{role}>" if role else "–"

"""The page of the setup's panel on which commands are switched on and off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from discord import ButtonStyle

from bot.domain.community import Community
from bot.domain.setup_views import SetupView
from bot.domain.switches import Switch
from bot.i18n import Voice
from bot.rendering.layout import Press

IN_A_ROW: Final = 4


def lines(view: SetupView, brought: Mapping[Switch, Sequence[str]], voice: Voice) -> tuple[str, str]:
    """What switches do, and a line each: whether it is on, its commands, and how much runs that began with them."""
    return voice.say("setup.commands_intro"), "\n".join(_line(view, one, brought[one], voice) for one in Switch)


def buttons(community: Community, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """A button for each switch, green where it is on; a second press by a slow finger does nothing."""
    every = [_button(one, voice, is_on=one in community.switches) for one in Switch]
    return tuple(tuple(every[at : at + IN_A_ROW]) for at in range(0, len(every), IN_A_ROW))


def _button(switch: Switch, voice: Voice, *, is_on: bool) -> Press:
    style = ButtonStyle.success if is_on else ButtonStyle.secondary
    return Press(f"setup-switch-{'off' if is_on else 'on'}:{switch}", voice.say(f"setup.switch.{switch}"), style)


def _line(view: SetupView, switch: Switch, commands: Sequence[str], voice: Voice) -> str:
    return voice.say(
        "setup.switch_line",
        mark="✅" if switch in view.community.switches else "▫️",
        name=voice.say(f"setup.switch.{switch}"),
        what=voice.say(f"setup.switch_what.{switch}"),
        commands=" · ".join([*(f"/{one}" for one in commands), *_running(view, switch, voice)]),
    )


def _running(view: SetupView, switch: Switch, voice: Voice) -> Iterator[str]:
    if view.running.get(switch):
        yield voice.count("setup.switch_running", view.running[switch])

"""What a pretended Discord's bot takes from outside: nothing that is a stranger's, and nothing over a network."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

from bot.app import Ports
from bot.features.tournaments.rehearsing_worker import Nowhere
from bot.living.apart import Here
from bot.living.scheduler import Waker
from rehearsal.avatars import PretendAvatars

_PRETENDED: Final = partial(
    Ports, runner_of_files=Here, rehearser=Nowhere, acknowledge_after=None, boot_id=lambda: "rehearsal"
)


def pretended_ports(
    time: tuple[Callable[[], datetime], str], entropy: Callable[[int], bytes], waker: Waker, avatars: PretendAvatars
) -> Ports:
    """The ports with that clock and time zone, dice and waker, where members show these pictures."""
    clock, zone = time
    return _PRETENDED(clock=clock, entropy=entropy, waker=lambda: waker, time_zone=zone, avatars=lambda _: avatars)

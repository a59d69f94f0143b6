"""What goes wrong on the way: refusals, resets, slowness and deaths, before a request has its effect or after it."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from wire.calls import Call, Reply, refusal
from wire.shapes import Payload


class Harm(StrEnum):
    """What becomes of the request's answer."""

    REFUSED = "refused"
    RESET = "reset"
    SLOW = "slow"
    DEATH = "death"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that goes wrong; with `after_effect` Discord has done what was asked, and only the answer suffers.

    `reply` is what a refused request is answered with, `seconds` how long a slow one waits.
    """

    harm: Harm
    after_effect: bool = False
    reply: Reply = field(default_factory=lambda: refusal(500, 0, "500: Internal Server Error"))
    seconds: float = 0.0

    @property
    def name(self) -> str:
        """As a summary counts it: `503 after`, `reset before`, `slow`."""
        what = str(self.reply.status) if self.harm is Harm.REFUSED else str(self.harm)
        return f"{what} {'after' if self.after_effect else 'before'}"


def refuse(status: int, *, code: int = 0, after_effect: bool = False) -> Fault:
    """An error of Discord's; after the effect it is one that its own gateway made of a lost answer."""
    return Fault(Harm.REFUSED, after_effect, refusal(status, code, "Refused by the test"))


def limit(seconds: float) -> Fault:
    """A rate limit as Discord tells it: with the header by which clients know it for Discord's own."""
    body: Payload = {"message": "You are being rate limited.", "retry_after": seconds, "global": False}
    headers = {"Via": "1.1 loopback", "Retry-After": f"{seconds:.0f}", "X-RateLimit-Scope": "shared"}
    return Fault(Harm.REFUSED, False, Reply(429, body, headers))


def reset(*, after_effect: bool = False) -> Fault:
    """The connection breaks instead of an answer."""
    return Fault(Harm.RESET, after_effect)


def slow(seconds: float, *, after_effect: bool = False) -> Fault:
    """The answer comes, in a while."""
    return Fault(Harm.SLOW, after_effect, seconds=seconds)


def death(*, after_effect: bool = False) -> Fault:
    """The bot's process is killed while it waits for the answer."""
    return Fault(Harm.DEATH, after_effect)


@dataclass(slots=True)
class _Planted:
    """A fault for the next requests of a route, after some that go well."""

    method: str
    path: re.Pattern[str]
    fault: Fault
    times: int
    spared: int

    def takes(self, call: Call) -> bool:
        """Whether this request is one that the fault waits for."""
        if not self.times or self.method != call.method or not self.path.fullmatch(call.path):
            return False
        if self.spared:
            self.spared -= 1
            return False
        self.times -= 1
        return True


class Faults:
    """Which requests suffer: those planted by route, and those that chance picks; `met` counts them by name."""

    def __init__(self) -> None:
        self._planted: list[_Planted] = []
        self._dice = random.Random(0)
        self._among: Sequence[Fault] = ()
        self._chance = 0.0
        self.met: dict[str, int] = {}

    def plant(self, method: str, path: str, fault: Fault, *, times: int = 1, spared: int = 0) -> None:
        """The fault for the next `times` requests to `path` (a regular expression, without version).

        The first `spared` of them go well.
        """
        self._planted.append(_Planted(method, re.compile(path), fault, times, spared))

    def at_random(self, dice: random.Random, chance: float, among: Sequence[Fault]) -> None:
        """From now on every request suffers with this chance, by one of these faults; a chance of 0 ends it."""
        self._dice, self._chance, self._among = dice, chance, among

    def clear(self) -> None:
        """Nothing goes wrong any more."""
        self._planted.clear()
        self._chance = 0.0

    @property
    def waiting(self) -> int:
        """How many planted faults no request has met yet."""
        return sum(one.times for one in self._planted)

    def of(self, call: Call) -> Fault | None:
        """What this request suffers, if anything."""
        fault = next((one.fault for one in self._planted if one.takes(call)), None) or self._by_chance()
        if fault is not None:
            self.met[fault.name] = self.met.get(fault.name, 0) + 1
        return fault

    def _by_chance(self) -> Fault | None:
        if not self._among or self._dice.random() >= self._chance:
            return None
        return self._dice.choice(self._among)

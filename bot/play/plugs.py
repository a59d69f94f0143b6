"""Where the core asks what features add: hooks that are joined once, before anything asks them.

What they add to a view is values, each found by its type.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Generic, TypeVar

from bot.play.format_rules import Contests
from bot.play.rulebook import Rulebook

# --- hooks ----------------------------------------------------------------------------------------------------------


class Hooks:
    """What one feature adds to a part of the core; a subclass names each thing that can be added, as a method.

    The methods of such a subclass add nothing. A feature overrides those that it has something to say in.
    """

    contests: ClassVar[Contests | None] = None
    """The kind of contest that it is; None where it is none."""
    table: ClassVar[str | None] = None
    """The table of the rulebook without which it has nothing to say."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Whether events by the rulebook have the feature at all; where not, none of its methods is called."""
        if self.contests is not None and self.contests is not rulebook.contests:
            return False
        return self.table is None or getattr(rulebook, self.table) is not None


class Strategy(Hooks):
    """What one kind of contest does otherwise than a plain match between two players, for which its methods stand.

    An event has one, so that each of its methods has one answer and needs no order.
    """


H = TypeVar("H", bound=Hooks)
S = TypeVar("S", bound=Strategy)
T = TypeVar("T")


class Joined(Generic[H]):
    """The hooks of one kind of all features, in the order in which they are asked."""

    def __init__(self, kind: type[H]) -> None:
        self.kind = kind
        self._hooks: tuple[H, ...] | None = None

    def join(self, hooks: Iterable[Hooks]) -> None:
        """Takes those of the kind; joining again replaces what was joined before."""
        self._hooks = tuple(hook for hook in hooks if isinstance(hook, self.kind))

    def __iter__(self) -> Iterator[H]:
        """All of them; raises RuntimeError before they were joined, since a feature would silently be missing."""
        if self._hooks is None:
            raise _not_joined(self.kind)
        return iter(self._hooks)

    def of(self, rulebook: Rulebook) -> Iterator[H]:
        """Those of the features that events by the rulebook have."""
        return (one for one in self if one.applies(rulebook))


class Strategies(Generic[S]):
    """The strategies for one part of the core, by the kind of contest."""

    def __init__(self, kind: type[S]) -> None:
        self.kind = kind
        self._own: Mapping[Contests, S] = {}

    def join(self, hooks: Iterable[Hooks]) -> None:
        """Takes those of the kind; a kind of contest without one is played as a plain match."""
        own = {hook.contests: hook for hook in hooks if isinstance(hook, self.kind)}
        plain = self.kind()
        self._own = {each: own.get(each, plain) for each in Contests}

    def of(self, rulebook: Rulebook) -> S:
        """The one of events by the rulebook; raises RuntimeError before they were joined, as of hooks."""
        if not self._own:
            raise _not_joined(self.kind)
        return self._own[rulebook.contests]


def _not_joined(kind: type[Hooks]) -> RuntimeError:
    """That nothing was joined yet where the kind is asked."""
    return RuntimeError(f"{kind.__name__} are not joined: call bot.wiring.join() first")


def first(answers: Iterable[T | None]) -> T | None:
    """The first answer that is one, where hooks are asked for what one of them alone can say; the rest is not asked."""
    return next((answer for answer in answers if answer is not None), None)


# --- what is added to a view ----------------------------------------------------------------------------------------


P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Parts:
    """The values of those features that have something to say; at most one of each type."""

    held: tuple[object, ...] = ()

    def of(self, kind: type[P]) -> P | None:
        """The value of that type; None where no feature has added one."""
        return next((one for one in self.held if isinstance(one, kind)), None)


NO_PARTS: Final = Parts()

"""A person's rights over what is kept about them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.permissions import ArbiterTitle, Office


@dataclass(frozen=True, slots=True)
class Erasure:
    """What an erasure means beyond the name: events withdrawn from, offices and title laid down, what stays."""

    playing: tuple[str, ...]
    offices: tuple[Office, ...]
    title: ArbiterTitle | None
    account_stays: bool
    """A bar in force, an open case or a vote needs the Discord account's number until it is over."""

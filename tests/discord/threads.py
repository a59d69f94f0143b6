"""Threads of matches as they stand on the pretend Discord, and what somebody does to them there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tests.discord.harness import Stage

_PRIVATE: Final = 12


@dataclass(frozen=True, slots=True)
class ThreadSeen:
    """A thread as it stands at Discord."""

    thread_id: int
    name: str
    is_private: bool
    is_archived: bool
    is_locked: bool
    inside: frozenset[int]
    """Its members, the bot left out."""


def thread_seen(stage: Stage, thread_id: int) -> ThreadSeen:
    """The thread as it stands now."""
    found = stage.env.backend.get_thread(thread_id)
    metadata = found.thread_metadata
    assert metadata is not None
    inside = frozenset(found.thread_members) - {stage.env.backend.bot_user.id}
    private = found.type == _PRIVATE
    return ThreadSeen(thread_id, str(found.name), private, metadata.archived, metadata.locked, inside)


def threads_seen(stage: Stage) -> list[ThreadSeen]:
    """Every thread of the server, the oldest first."""
    return [thread_seen(stage, one) for one in sorted(stage.env.backend.guilds[stage.guild.id].thread_ids)]


async def delete(stage: Stage, thread_id: int, *, told: bool = True) -> None:
    """Somebody deletes the thread; unless `told` the bot hears nothing of it."""
    backend = stage.env.backend
    emit = backend.emit
    if not told:
        backend.emit = lambda *_: None  # type: ignore[method-assign]
    backend.delete_channel(thread_id)
    backend.emit = emit  # type: ignore[method-assign]
    await stage.advance(seconds=5)

"""Pages kept by address for as long as what they hang on is unchanged, within a bound of bytes.

They are made on one thread, each once however many ask for it, so that the loop stays free to answer with those that
are kept. What is made anew after a change rests as long again and more: whoever presses a button needs the processor.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final, TypeVar

from web.library import EVERYTHING, FoundPage, Library, Unit

T = TypeVar("T")

MOST_BYTES: Final = 96 * 1024 * 1024
MOST_WAITING: Final = 256
"""Pages that may wait to be made; whoever asks for one more is told to come back."""
OLDEST: Final = 60.0
"""Seconds after which a page is looked at again although nothing was written: moments pass by themselves."""
REST: Final = 2.0
"""After a page was made anew the next one waits for so many times as long as that took."""
_BESIDE: Final = 1024
"""Bytes that a page takes beside its text."""
_WORTH_PACKING: Final = 512
_HARD: Final = 4
"""How hard it is tried to pack a page: harder makes it a tenth smaller at most, and takes up to four times as long."""
_IS_TEXT: Final = ("text/", "application/json", "image/svg", "application/javascript", "application/manifest")


class TooBusy(Exception):
    """More pages wait to be made than are made in time."""


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page as it is sent: plain and packed, with the print of its text."""

    found: FoundPage
    etag: str
    packed: bytes | None
    noted: int
    """How many changes were known when it began to be made."""
    made_at: float

    @property
    def revision(self) -> str:
        """Of the facts behind it."""
        return self.found.revision or self.etag

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return len(self.found.body) + len(self.packed or b"") + _BESIDE


@dataclass(slots=True)
class _Making:
    """A page that is being made, or waits for its turn; who asks for it shares it."""

    key: str
    path: str
    query: Mapping[str, str]
    noted: int | None = None
    """How many changes were known when it was begun; None while it waits."""
    task: asyncio.Task[KeptPage | None] = field(init=False)


class PageShelf:
    """What is kept, and the thread that makes what is not. Used on the loop's thread alone."""

    def __init__(
        self, library: Library, most_bytes: int = MOST_BYTES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._library, self._most_bytes, self._clock = library, most_bytes, clock
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pages")
        self._kept: OrderedDict[str, KeptPage] = OrderedDict()
        self._size = 0
        self._making: dict[str, _Making] = {}
        """By address the last one that was begun or waits."""
        self._anew = asyncio.Lock()
        self._rests_until = 0.0
        self._noted = 0
        self._changed: dict[str, int] = {}
        """By key, which change was its last."""
        self._all_changed = 0

    @property
    def size(self) -> int:
        """Bytes of all that is kept."""
        return self._size

    async def find(self, path: str, query: Mapping[str, str]) -> KeptPage | None:
        """The page of an address; None where there is none. Raises TooBusy."""
        key = self._library.key(path, query)
        kept = self._kept.get(key)
        if kept is not None and self._holds(kept):
            self._kept.move_to_end(key)
            return kept
        making = self._making.get(key)
        # One that was begun before the last change may not know of it.
        if making is None or making.noted not in {None, self._noted}:
            if len(self._making) >= MOST_WAITING:
                raise TooBusy
            make = self._make if kept is None and making is None else self._make_anew
            making = self._making[key] = _Making(key, path, query)
            making.task = asyncio.create_task(make(making))
        return await asyncio.shield(making.task)

    async def ask(self, question: Callable[[Library], T]) -> T:
        """What the library answers, asked on its own thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, question, self._library)

    def note_change(self, keys: frozenset[str] | None) -> None:
        """From now on nothing is shown that was made before of what these keys name; None: of anything."""
        self._noted += 1
        if keys is None:
            self._all_changed = self._noted
            self._changed.clear()
        else:
            self._changed.update(dict.fromkeys(keys, self._noted))

    def close(self) -> None:
        """Makes nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _make_anew(self, making: _Making) -> KeptPage | None:
        async with self._anew:
            await asyncio.sleep(self._rests_until - self._clock())
            begun = self._clock()
            try:
                return await self._make(making)
            finally:
                ended = self._clock()
                self._rests_until = ended + REST * (ended - begun)

    async def _make(self, making: _Making) -> KeptPage | None:
        making.noted = noted = self._noted
        key, made_at = making.key, self._clock()
        try:
            kept = await self.ask(lambda library: _made(library.find(making.path, making.query), noted, made_at))
        finally:
            if self._making.get(key) is making:
                del self._making[key]
        before = self._kept.get(key)
        if before is None or before.noted <= noted:
            self._put(key, kept)
        return kept

    def _holds(self, kept: KeptPage) -> bool:
        depends_on = kept.found.depends_on
        if not depends_on:
            return True
        if self._clock() - kept.made_at > OLDEST or self._all_changed > kept.noted:
            return False
        if EVERYTHING in depends_on:
            return self._noted == kept.noted
        return all(self._changed.get(one, 0) <= kept.noted for one in depends_on)

    def _put(self, key: str, kept: KeptPage | None) -> None:
        before = self._kept.pop(key, None)
        self._size -= 0 if before is None else before.size
        if kept is None or kept.found.is_secret or kept.size > self._most_bytes:
            return
        self._kept[key] = kept
        self._size += kept.size
        while self._size > self._most_bytes:
            _, oldest = self._kept.popitem(last=False)
            self._size -= oldest.size


def _made(found: FoundPage | None, noted: int, made_at: float) -> KeptPage | None:
    if found is None:
        return None
    return KeptPage(found, etag_of(found.body), _packed(found), noted, made_at)


def etag_of(body: bytes) -> str:
    """The print of a page's text."""
    return hashlib.sha256(body).hexdigest()[:24]


def _packed(found: FoundPage) -> bytes | None:
    """The text packed, where that makes it smaller; always the same for the same text."""
    if len(found.body) < _WORTH_PACKING or not found.content_type.startswith(_IS_TEXT):
        return None
    packed = gzip.compress(found.body, _HARD, mtime=0)
    return packed if len(packed) < len(found.body) else None


def keys_of(library: Library, written: Sequence[Unit] | None) -> frozenset[str] | None:
    """The keys of what was written; None stands for everything on both sides."""
    return None if written is None else library.behind(written)

"""Brings in the past events that were agreed to: their files are read apart, and no press of their sender is needed."""

from __future__ import annotations

from bot.features.past_events import drafts_verbs
from bot.features.past_events.model import KeptFile, PastFile, RecordDraft, past_file
from bot.kernel.errors import UserError
from bot.living.apart import ReadingRoom
from bot.living.apart_child import RECORD
from bot.living.transactions import UnitsOfWork, Worker


class PastBringer:
    """Looks for files that may come in whenever some were agreed to, and at the start of the bot."""

    def __init__(self, units: UnitsOfWork, files: ReadingRoom) -> None:
        self._units, self._files = units, files
        self._worker = Worker("past events", self._look)

    def wake(self) -> None:
        """Some were agreed to."""
        self._worker.wake()

    async def close(self) -> None:
        """Begins no further look."""
        await self._worker.close()

    async def _look(self) -> bool:
        for signature_id, draft in await self._units.ask(drafts_verbs.waiting):
            files = None if draft is None else await self._read_all(draft)
            if files is None:
                await self._units.do(drafts_verbs.give_back, signature_id)
            else:
                await self._units.do(drafts_verbs.bring, signature_id, files)
        return False

    async def _read_all(self, draft: RecordDraft) -> list[PastFile] | None:
        """The files as they read; None where one of them cannot come in."""
        try:
            found = [await self._read(file) for file in draft.files]
        except UserError:
            return None
        files = [one for one in found if one is not None]
        return files if len(files) == len(draft.files) else None

    async def _read(self, kept: KeptFile) -> PastFile | None:
        found = await self._files.read_own(RECORD, kept.content, kept.filename)
        return past_file(kept.filename, found) if found.agrees else None

"""What wishes for a second signature say of people in words, and letting go of it for who asked to be forgotten."""

from __future__ import annotations

import json
from typing import Any, Final

from bot.domain.ids import GuildId, PersonId
from bot.domain.likeness import same_name
from bot.domain.signing.signatures import Signed
from bot.storage.context import Tx

NOBODY: Final = "?"
"""In place of a name."""
NO_WORDS: Final = "–"
"""In place of what somebody typed."""
_OF_A_ROW: Final[dict[str, Any]] = {"name": NOBODY, "member_id": None, "country": None, "club": None, "accounts": []}
"""What a row of a list tells of who it is about, beside ratings and titles."""


def strike_out(tx: Tx, guild_id: GuildId, person_id: PersonId, name: str) -> None:
    """Takes the person out of wishes, over or not: their name among newcomers, and what they wrote themselves."""
    rows = tx.fetch_all(
        "SELECT signature_id, kind, wish, asked_by FROM signatures WHERE guild_id = ? ORDER BY signature_id",
        (guild_id,),
    )
    for row in rows:
        before = json.loads(row["wish"])
        after = _without_name(before, name) if row["kind"] == Signed.PAST_EVENTS else before
        after = _without_words(after) if row["asked_by"] == person_id else after
        if after != before:
            text = json.dumps(after, sort_keys=True, ensure_ascii=False)
            tx.execute("UPDATE signatures SET wish = ? WHERE signature_id = ?", (text, row["signature_id"]))
    tx.execute(
        "UPDATE signatures SET reason = ? WHERE ended_by = ? AND reason IS NOT NULL",
        (NO_WORDS, person_id),
    )


def _without_name(wish: dict[str, Any], name: str) -> dict[str, Any]:
    """Past events without the name of a newcomer."""
    moved = [[one, NOBODY if said and same_name(said, name) else said, *more] for one, said, *more in wish["moved"]]
    return {**wish, "moved": moved}


def _without_words(wish: dict[str, Any]) -> dict[str, Any]:
    """What the person wished for, without their own words and who they are."""
    found = {**wish, "reason": NO_WORDS} if "reason" in wish else dict(wish)
    if "line" in found:
        row = json.loads(found["line"])
        found["line"] = json.dumps({**row, **_OF_A_ROW}, ensure_ascii=False)
    return found

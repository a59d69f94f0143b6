"""Drafts and forms that wait for somebody's next press: how long they are kept, and whose names stand in them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from bot.domain.ids import GuildId, MemberId, PersonId
from bot.domain.likeness import same_name, sound
from bot.storage import event_posters
from bot.storage.codec import to_ms
from bot.storage.context import Tx

_OLD_RECORDS: Final = "(SELECT person_id FROM record_drafts WHERE drafted_at < ?1)"
_OLD: Final = (
    "DELETE FROM opening_answers WHERE draft_id IN (SELECT draft_id FROM opening_drafts WHERE drafted_at < ?1)",
    "DELETE FROM opening_drafts WHERE drafted_at < ?1",
    "DELETE FROM sign_up_answers WHERE draft_id IN (SELECT draft_id FROM sign_up_drafts WHERE drafted_at < ?1)",
    "DELETE FROM sign_up_drafts WHERE drafted_at < ?1",
    f"DELETE FROM record_names WHERE asked_by IN {_OLD_RECORDS}",  # noqa: S608 - a constant
    f"DELETE FROM record_draft_files WHERE person_id IN {_OLD_RECORDS}",  # noqa: S608 - a constant
    "DELETE FROM record_drafts WHERE drafted_at < ?1",
    "DELETE FROM vote_drafts WHERE drafted_at < ?1",
    "DELETE FROM own_acts WHERE ground IS NULL AND asked_at < ?1",
    "DELETE FROM rating_sheets WHERE sent_at < ?1",
    "DELETE FROM cup_forms WHERE typed_at < ?1",
    "DELETE FROM seed_forms WHERE typed_at < ?1",
    "DELETE FROM circuit_forms WHERE typed_at < ?1",
    "DELETE FROM drafts WHERE drafted_at < ?1",
    "DELETE FROM poster_forms WHERE poster_id IN (SELECT poster_id FROM event_posters WHERE made_at < ?1)",
)
"""What is let go of each kind, the parts of a draft before the draft."""
_LISTS: Final = (("opening_drafts", "opening_answers"), ("sign_up_drafts", "sign_up_answers"))
"""Drafts whose content is lines about people, and what was said of who they are."""


def drop_older_than(tx: Tx, moment: datetime) -> None:
    """Lets go of all that has waited since before the moment, and of posters that nothing tells any more."""
    for sql in _OLD:
        tx.execute(sql, (to_ms(moment),))
    event_posters.drop_unused_before(tx, moment)


@dataclass(frozen=True, slots=True)
class Erased:
    """Who asked to be forgotten, as lists may name them."""

    person_id: PersonId
    member_id: MemberId | None
    name: str

    def is_meant(self, line: Mapping[str, Any], said: Mapping[int, bool]) -> bool:
        """Whether a line is about them; `said` is what somebody has said of lines."""
        if line["number"] in said:
            return said[line["number"]]
        if line["member_id"] is not None:
            return bool(line["member_id"] == self.member_id)
        return same_name(line["name"], self.name)

    def stands_in(self, text: str) -> bool:
        """Whether a text tells the name, as whole words."""
        name = sound(self.name)
        return bool(name) and f" {name} " in f" {sound(text)} "


def strike_out(tx: Tx, guild_id: GuildId, erased: Erased) -> None:
    """Takes the person out of what others have waiting in the server: lines about them, and their name.

    A line that was said to be about somebody else of the same name stays.
    """
    for drafts, answers in _LISTS:
        rows = tx.fetch_all(
            f"SELECT draft_id, content FROM {drafts} WHERE guild_id = ? ORDER BY draft_id",  # noqa: S608 - a constant
            (guild_id,),
        )
        for row in rows:
            said = tx.fetch_all(
                f"SELECT line, person_id FROM {answers} WHERE draft_id = ? ORDER BY line",  # noqa: S608 - a constant
                (row["draft_id"],),
            )
            about = {one["line"]: one["person_id"] == erased.person_id for one in said}
            before = json.loads(row["content"])
            content, gone = _without(erased, before, about)
            if content != before:
                text = json.dumps(content, ensure_ascii=False)
                tx.execute(f"UPDATE {drafts} SET content = ? WHERE draft_id = ?", (text, row["draft_id"]))  # noqa: S608
                tx.execute_many(
                    f"DELETE FROM {answers} WHERE draft_id = ? AND line = ?",  # noqa: S608 - a constant
                    [(row["draft_id"], line) for line in gone],
                )
    _strike_out_of_seeds(tx, guild_id, erased)


def _without(erased: Erased, content: dict[str, Any], said: Mapping[int, bool]) -> tuple[dict[str, Any], set[int]]:
    """What was read of a list without the person, and the numbers of the lines that are gone."""
    gone = {line["number"] for line in content["lines"] if erased.is_meant(line, said)}
    lines = [line for line in content["lines"] if line["number"] not in gone]
    faults = [one for one in content["faults"] if one["line"] not in gone and not _told_in(erased, one)]
    return {**content, "lines": lines, "faults": faults, **_headings_without(erased, content)}, gone


def _headings_without(erased: Erased, content: Mapping[str, Any]) -> dict[str, Any]:
    """A list without headings may have somebody's name in their place."""
    unread = [one for one in content["unread"] if not erased.stands_in(one)]
    kept = {"heading": ""} if erased.stands_in(content.get("heading", "")) else {}
    return {"unread": unread, **kept}


def _told_in(erased: Erased, fault: Mapping[str, Any]) -> bool:
    return erased.stands_in(f"{fault['given']} {fault['other']}")


def _strike_out_of_seeds(tx: Tx, guild_id: GuildId, erased: Erased) -> None:
    """Lines in which the person stands go out of orders that organisers have typed."""
    rows = tx.fetch_all(
        "SELECT f.tournament_id, f.person_id, f.typed FROM tournaments t JOIN seed_forms f USING (tournament_id)"
        " WHERE t.guild_id = ? ORDER BY f.tournament_id, f.person_id",
        (guild_id,),
    )
    for row in rows:
        left = "\n".join(line for line in row["typed"].splitlines() if not erased.stands_in(line))
        if left != row["typed"]:
            tx.execute(
                "UPDATE seed_forms SET typed = ? WHERE tournament_id = ? AND person_id = ?",
                (left, row["tournament_id"], row["person_id"]),
            )

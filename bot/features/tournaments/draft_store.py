"""What waits for a press or an approval: drafts, forms, proposals, rulebooks and sheets of a server's own, rehearsals.

Kept are how long a draft waits and whose names stand in it. Rulebooks are canonical text by name, game sheets by game
and language; changed files of official events are approved by the fingerprint of their settings.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from bot.features.tournaments import store
from bot.features.tournaments.model import CupForm, Draft, EventProposal, EventRules, StartChange, StartOutcome
from bot.i18n.names import same_name, sound
from bot.kernel.context import Query, Tx, to_ms, to_ms_or_none
from bot.kernel.ids import GuildId, MemberId, PersonId, TournamentId
from bot.kernel.tables import Table
from bot.play.game_sheets import GameId

# --- how long drafts are kept ---------------------------------------------------------------------------------------


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
    store.drop_unused_before(tx, moment)


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


_RULES: Final = Table("event_rules", EventRules, "tournament_id, number")


def draft_event_rules(tx: Tx, tournament_id: TournamentId, rules: str, by: PersonId, at: datetime) -> int:
    """Writes a draft in the place of one that waits, and answers its number."""
    tx.execute("DELETE FROM event_rules WHERE tournament_id = ? AND approved IS NULL", (tournament_id,))
    row = tx.fetch_one(
        "SELECT coalesce(max(number), 0) + 1 AS following FROM event_rules WHERE tournament_id = ?", (tournament_id,)
    )
    number = 1 if row is None else int(row["following"])
    _RULES.insert(tx, EventRules(tournament_id, number, rules, at, by))
    return number


def decide_event_rules(
    tx: Tx, tournament_id: TournamentId, number: int, by: PersonId, at: datetime, reason: str | None
) -> bool:
    """Approves a draft that waits, or with a reason declines it; False when it does not wait any more."""
    return bool(
        tx.execute(
            "UPDATE event_rules SET approved = ?, reason = ?, decided_at = ?, decided_by = ?"
            " WHERE tournament_id = ? AND number = ? AND approved IS NULL",
            (reason is None, reason, to_ms(at), by, tournament_id, number),
        )
    )


def load_event_rules(tx: Query, tournament_id: TournamentId, number: int) -> EventRules | None:
    """One draft, decided or not."""
    return _RULES.fetch_one(
        tx, "SELECT * FROM event_rules WHERE tournament_id = ? AND number = ?", (tournament_id, number)
    )


def event_rules_in_force(tx: Query, tournament_id: TournamentId) -> EventRules | None:
    """The rules that were approved last."""
    return _RULES.fetch_one(
        tx,
        "SELECT * FROM event_rules WHERE tournament_id = ? AND approved = 1 ORDER BY number DESC LIMIT 1",
        (tournament_id,),
    )


def latest_event_rules(tx: Query, tournament_id: TournamentId) -> EventRules | None:
    """The last draft, whatever became of it."""
    return _RULES.fetch_one(
        tx, "SELECT * FROM event_rules WHERE tournament_id = ? ORDER BY number DESC LIMIT 1", (tournament_id,)
    )


# --- an event's own rules -------------------------------------------------------------------------------------------


# --- a server's own rulebooks ---------------------------------------------------------------------------------------


def names(tx: Query, guild_id: GuildId) -> list[str]:
    """The names of the server's own rulebooks, in alphabetical order."""
    rows = tx.fetch_all("SELECT name FROM rulebooks WHERE guild_id = ? ORDER BY name", (guild_id,))
    return [row["name"] for row in rows]


def every_rulebook(tx: Query, guild_id: GuildId) -> list[str]:
    """The canonical texts of the server's own rulebooks, the one saved last first."""
    rows = tx.fetch_all("SELECT rules FROM rulebooks WHERE guild_id = ? ORDER BY saved_at DESC, name", (guild_id,))
    return [str(row["rules"]) for row in rows]


def load_rulebook(tx: Query, guild_id: GuildId, name: str) -> str | None:
    """The canonical text, or None when the server has no such rulebook."""
    row = tx.fetch_one("SELECT rules FROM rulebooks WHERE guild_id = ? AND name = ?", (guild_id, name))
    return None if row is None else str(row["rules"])


def saver(tx: Query, guild_id: GuildId, name: str) -> PersonId | None:
    """Who saved the rulebook as it is now, or None when the server has no such one."""
    row = tx.fetch_one("SELECT saved_by FROM rulebooks WHERE guild_id = ? AND name = ?", (guild_id, name))
    return None if row is None else PersonId(row["saved_by"])


def texts_saved_by(tx: Query, guild_id: GuildId, person_ids: Collection[PersonId]) -> list[str]:
    """The canonical texts of those that one of the people saved as they are now."""
    rows = tx.fetch_all("SELECT rules, saved_by FROM rulebooks WHERE guild_id = ? ORDER BY name", (guild_id,))
    return [str(row["rules"]) for row in rows if row["saved_by"] in person_ids]


def save_rulebook(
    tx: Tx, guild_id: GuildId, name: str, rules: str, rules_hash: str, saved_at: datetime, saved_by: PersonId
) -> None:
    """Keeps the rulebook under its name, in place of the one that had it."""
    tx.execute(
        "INSERT INTO rulebooks (guild_id, name, rules, rules_hash, saved_at, saved_by) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id, name) DO UPDATE SET rules = excluded.rules, rules_hash = excluded.rules_hash,"
        " saved_at = excluded.saved_at, saved_by = excluded.saved_by",
        (guild_id, name, rules, rules_hash, to_ms(saved_at), saved_by),
    )


def remove_rulebook(tx: Tx, guild_id: GuildId, name: str) -> bool:
    """Drops the rulebook; False when there was none of that name."""
    return bool(tx.execute("DELETE FROM rulebooks WHERE guild_id = ? AND name = ?", (guild_id, name)))


_DRAFTS: Final = Table("drafts", Draft, "draft_id")


def add_draft(tx: Tx, draft: Draft) -> None:
    """Writes a draft."""
    _DRAFTS.insert(tx, draft)


def load_draft(tx: Query, draft_id: str) -> Draft | None:
    """The draft, or None when it was confirmed or dropped."""
    return _DRAFTS.fetch_one(tx, "SELECT * FROM drafts WHERE draft_id = ?", (draft_id,))


def drafts_of_person(tx: Query, person_id: str) -> list[Draft]:
    """What the person typed and has not confirmed yet, the newest first."""
    rows = tx.fetch_all(
        "SELECT draft_id FROM drafts WHERE person_id = ? ORDER BY drafted_at DESC, draft_id", (person_id,)
    )
    return [draft for row in rows if (draft := load_draft(tx, row["draft_id"])) is not None]


# --- drafts of events -----------------------------------------------------------------------------------------------


def change_rules(tx: Tx, draft_id: str, rulebook: str) -> None:
    """Gives the draft other rules, as their canonical text."""
    tx.execute("UPDATE drafts SET rulebook = ? WHERE draft_id = ?", (rulebook, draft_id))


def choose_on_web(tx: Tx, draft_id: str, *, on_web: bool) -> None:
    """Notes whether the event is to be on the web."""
    tx.execute("UPDATE drafts SET on_web = ? WHERE draft_id = ?", (int(on_web), draft_id))


def take_draft(tx: Tx, draft_id: str) -> bool:
    """Removes the draft; False when somebody was faster, as with a second press."""
    return bool(tx.execute("DELETE FROM drafts WHERE draft_id = ?", (draft_id,)))


def drop_of_person(tx: Tx, person_id: str) -> None:
    """Forgets what the person typed before and never confirmed."""
    tx.execute("DELETE FROM drafts WHERE person_id = ?", (person_id,))


def drop_of_event(tx: Tx, person_id: str, tournament_id: str) -> None:
    """Forgets the change of the event that the person typed and that is done by now."""
    tx.execute("DELETE FROM drafts WHERE person_id = ? AND tournament_id = ?", (person_id, tournament_id))


_PROPOSALS: Final = Table("event_proposals", EventProposal, "proposal_id", by="person_id")
_CHANGES: Final = Table("start_changes", StartChange, "change_id")


def add_proposal(tx: Tx, proposal: EventProposal) -> None:
    """Writes a proposal."""
    _PROPOSALS.insert(tx, proposal)


def decide_proposal(tx: Tx, decided: EventProposal) -> bool:
    """Writes the decision; False when somebody has decided before."""
    return bool(
        tx.execute(
            "UPDATE event_proposals SET approved = ?, decided_by = ?, decided_at = ?, reason = ?, tournament_id = ?,"
            " poster_id = NULL"
            " WHERE proposal_id = ? AND approved IS NULL",
            (
                decided.approved,
                decided.decided_by,
                to_ms_or_none(decided.decided_at),
                decided.reason,
                decided.tournament_id,
                decided.proposal_id,
            ),
        )
    )


def load_proposal(tx: Query, proposal_id: str) -> EventProposal | None:
    """One proposal, or None for an unknown id."""
    return _PROPOSALS.fetch_one(tx, "SELECT * FROM event_proposals WHERE proposal_id = ?", (proposal_id,))


def waiting_proposals(tx: Query, guild_id: GuildId) -> list[EventProposal]:
    """What waits in a server, oldest first."""
    return _PROPOSALS.fetch_all(
        tx,
        "SELECT * FROM event_proposals WHERE guild_id = ? AND approved IS NULL ORDER BY proposed_at, proposal_id",
        (guild_id,),
    )


# --- events that wait for the President -----------------------------------------------------------------------------


def ask_start_change(tx: Tx, change: StartChange) -> None:
    """Writes it; the one that was open for the event is replaced."""
    end_start_change(tx, change.tournament_id, StartOutcome.REPLACED, change.asked_by, change.asked_at)
    _CHANGES.insert(tx, change)


def open_start_change_of(tx: Query, tournament_id: TournamentId) -> StartChange | None:
    """The one that is open for the event."""
    return _CHANGES.fetch_one(
        tx, "SELECT * FROM start_changes WHERE tournament_id = ? AND ended_at IS NULL", (tournament_id,)
    )


def end_start_change(tx: Tx, tournament_id: TournamentId, outcome: StartOutcome, by: PersonId, at: datetime) -> bool:
    """Ends the one that is open for the event; False where none is."""
    return bool(
        tx.execute(
            "UPDATE start_changes SET ended_at = ?, outcome = ?, ended_by = ?"
            " WHERE tournament_id = ? AND ended_at IS NULL",
            (to_ms(at), outcome, by, tournament_id),
        )
    )


# --- other starts of official events --------------------------------------------------------------------------------


def agree(tx: Tx, change_id: str, person_id: PersonId, at: datetime) -> bool:
    """Notes that the person agrees; False for a second press."""
    return bool(
        tx.execute(
            "INSERT INTO start_agreements (change_id, person_id, agreed_at) VALUES (?, ?, ?)"
            " ON CONFLICT (change_id, person_id) DO NOTHING",
            (change_id, person_id, to_ms(at)),
        )
    )


def agreements(tx: Query, change_id: str) -> list[PersonId]:
    """Who has agreed, the first first."""
    rows = tx.fetch_all(
        "SELECT person_id FROM start_agreements WHERE change_id = ? ORDER BY agreed_at, person_id", (change_id,)
    )
    return [PersonId(row["person_id"]) for row in rows]


# --- approved files -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Approval:
    """The settings that may be played as official, who had saved them, and who approved."""

    guild_id: GuildId
    settings_print: str
    preset: str
    """The official preset that the file changes."""
    rules: str
    """The canonical text of the file as it was approved."""
    saved_by: PersonId
    approved_by: PersonId
    approved_at: datetime


_APPROVALS: Final = Table("rulebook_approvals", Approval, "guild_id, settings_print")


def add_approval(tx: Tx, approval: Approval) -> None:
    """Writes an approval; a second one of the same settings changes nothing."""
    _APPROVALS.insert(tx, approval, "ON CONFLICT (guild_id, settings_print) DO NOTHING")


def load_approval(tx: Query, guild_id: GuildId, settings_print: str) -> Approval | None:
    """The approval of these settings in the server, or None."""
    return _APPROVALS.fetch_one(
        tx, "SELECT * FROM rulebook_approvals WHERE guild_id = ? AND settings_print = ?", (guild_id, settings_print)
    )


# --- a server's own game sheets -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KeptSheet:
    """One sheet as it is kept."""

    game_id: GameId
    language: str
    title: str
    sheet: str


_SHEETS: Final = Table("game_sheets", KeptSheet, "guild_id, game_id, language", ("guild_id", "saved_at", "saved_by"))


def every_game_sheet(tx: Query, guild_id: GuildId) -> list[KeptSheet]:
    """All sheets of the server's own, by game and language."""
    return _SHEETS.fetch_all(tx, "SELECT * FROM game_sheets WHERE guild_id = ? ORDER BY game_id, language", (guild_id,))


def save_game_sheet(tx: Tx, guild_id: GuildId, sheet: KeptSheet, saved_at: datetime, saved_by: PersonId) -> None:
    """Keeps the sheet, in place of the one that the game had in that language."""
    _SHEETS.upsert(tx, sheet, guild_id=guild_id, saved_at=to_ms(saved_at), saved_by=saved_by)


def remove_game_sheet(tx: Tx, guild_id: GuildId, game_id: GameId) -> int:
    """Drops the game's sheets in all languages; answers how many there were."""
    return tx.execute("DELETE FROM game_sheets WHERE guild_id = ? AND game_id = ?", (guild_id, game_id))


def note_waiting_rulebook(tx: Tx, guild_id: GuildId, name: str, settings_print: str, at: datetime) -> bool:
    """Notes that it waits with these settings; False where that was noted before."""
    return bool(
        tx.execute(
            "INSERT INTO rulebook_waits (guild_id, name, settings_print, since) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (guild_id, name) DO UPDATE SET settings_print = excluded.settings_print,"
            " since = excluded.since WHERE rulebook_waits.settings_print <> excluded.settings_print",
            (guild_id, name, settings_print, to_ms(at)),
        )
    )


def forget_waiting_rulebook(tx: Tx, guild_id: GuildId, name: str) -> None:
    """The rulebook is gone, or claims nothing that waits."""
    tx.execute("DELETE FROM rulebook_waits WHERE guild_id = ? AND name = ?", (guild_id, name))


# --- rulebooks that wait for an approval ----------------------------------------------------------------------------


def forget_settings(tx: Tx, guild_id: GuildId, settings_print: str) -> None:
    """These settings were approved, under whichever names they were saved."""
    tx.execute(
        "DELETE FROM rulebook_waits WHERE guild_id = ? AND settings_print = ?",
        (guild_id, settings_print),
    )


def waiting_rulebooks(tx: Query, guild_id: GuildId) -> list[str]:
    """The names of those that wait, the longest first."""
    rows = tx.fetch_all("SELECT name FROM rulebook_waits WHERE guild_id = ? ORDER BY since, name", (guild_id,))
    return [str(row["name"]) for row in rows]


# --- rehearsals -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CreationUnderWay:
    """Who asked for it, since when, and by what rulebook, as they read its title."""

    guild_id: GuildId
    person_id: PersonId
    rulebook: str
    began_at: datetime


_REHEARSALS: Final = Table("rehearsals", CreationUnderWay, "guild_id")


def save_rehearsal(tx: Tx, begun: CreationUnderWay) -> None:
    """Notes it, in place of the one before."""
    _REHEARSALS.upsert(tx, begun)


def load_rehearsal(tx: Query, guild_id: GuildId) -> CreationUnderWay | None:
    """That of the server, or None."""
    return _REHEARSALS.fetch_one(tx, "SELECT * FROM rehearsals WHERE guild_id = ?", (guild_id,))


def every_rehearsal(tx: Query) -> tuple[GuildId, ...]:
    """The servers that have one under way."""
    return tuple(GuildId(row["guild_id"]) for row in tx.fetch_all("SELECT guild_id FROM rehearsals ORDER BY guild_id"))


def remove_rehearsal(tx: Tx, guild_id: GuildId) -> None:
    """It is over."""
    tx.execute("DELETE FROM rehearsals WHERE guild_id = ?", (guild_id,))


_CUP_FORMS: Final = Table("cup_forms", CupForm, "person_id", ("person_id", "typed_at"))


def save_cup_form(tx: Tx, person_id: PersonId, form: CupForm, typed_at: datetime) -> None:
    """Keeps the form as it was filled in, in place of what the person typed before."""
    _CUP_FORMS.upsert(tx, form, person_id=person_id, typed_at=to_ms(typed_at))


def cup_form_of_person(tx: Query, person_id: PersonId) -> CupForm | None:
    """What the person filled in last; None where nothing waits."""
    return _CUP_FORMS.fetch_one(tx, "SELECT * FROM cup_forms WHERE person_id = ?", (person_id,))


def drop_cup_form(tx: Tx, person_id: PersonId) -> None:
    """Forgets what the person filled in."""
    tx.execute("DELETE FROM cup_forms WHERE person_id = ?", (person_id,))

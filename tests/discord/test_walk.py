"""A walk through every verb, command and list of suggestions, with all that somebody could send who wishes ill."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from discord import app_commands

from bot.kernel.context import OpenDatabase, Tx
from bot.kernel.database import open_to_read
from bot.kernel.errors import UserError
from bot.kernel.ids import EntityKind, GuildId
from bot.rulebooks import series_files
from bot.server import verbs as server_verbs
from bot.server.model import Act, is_known_before
from cogs import answering
from cogs.request import Request
from cogs.routing import VERBS
from cogs.subjects import Audience
from rehearsal import simcord_seam
from rehearsal.rows import open_readonly
from tests import on_postgres
from tests.discord.forging import MALFORMED, Answers, AnyCommand, Forger, written
from tests.discord.harness import Stage, an_event, enter, rows

RULES = Path("bot/rulebooks/procedures/open-question.toml").read_text(encoding="utf-8")
OPENING = '{"lines": [], "faults": [], "columns": ["name"], "unread": []}'
SIGN_UPS = '{"lines": [], "faults": [], "unread": []}'
SECRET = "Nobody-else-may-read-this"
ELSEWHERE = GuildId(2**62)
OF_ONES_OWN = {"people", "log", "outbox", "panels", "deadlines", "shard_signs", "machine", "sqlite_sequence",
    "attempts", "circuit_forms", "cup_forms"}  # fmt: skip
"""What any press may write: that somebody was seen, what is promised of it, the own form that waits."""


OPEN_TO_ALL = {
    "suggest": {"account_counts", "account_keys", "suggestions"},
    "player-share": {"account_counts", "account_keys"},
    "meeting-share": {"account_counts", "account_keys"},
    "data-erase": {"erasures", "hidden_faces"},
    "face-hide": {"hidden_faces"},
    "face-show": {"hidden_faces"},
    **{f"{place}-{word}": {"page_people"} for place in ("shown", "web") for word in ("name", "initials", "nothing")},
}
"""What a verb writes that everybody may use."""
OF_ONES_OWN_SERVER = {"setup-create", "quick-start", "office-role", "office-roles-create"}
"""What has Discord create something in the presser's own server, which a pretend one cannot."""


@dataclass
class World:
    stage: Stage
    ids: dict[EntityKind, str]
    custom_ids: dict[str, str]
    roles: dict[str, Forger]
    file: OpenDatabase
    version: str = ""

    def dump(self) -> dict[str, list[tuple[object, ...]]]:
        """Every row of every table, but those of `OF_ONES_OWN`."""
        with open_readonly(self.stage.path) as file:
            names = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()]
            found = {name: map(tuple, file.execute(f"SELECT * FROM {name}")) for name in {*names} - OF_ONES_OWN}
            # What an owner does in the own server is the own affair.
            return {name: sorted((row for row in of if ELSEWHERE not in row), key=repr) for name, of in found.items()}

    def has_changed(self) -> bool:
        """Whether anything at all was written since the last look."""
        asked = "SELECT pg_current_wal_insert_lsn()::text" if on_postgres.IS_ASKED else "PRAGMA data_version"
        before, self.version = self.version, str(self.file.execute(asked).fetchone()[0])
        return self.version != before

    def wrong(self, answers: Answers, *, read: bool = False) -> list[str]:
        """What is wrong with an answer, which is to be one quiet sentence; `read`: or what the person may see."""
        traces = [str(one.exc_info[1]) for one in self.stage.complaints.records if one.exc_info]
        self.stage.complaints.records.clear()
        found = {
            "unanswered": not answers.is_done(),
            "a secret": SECRET in answers.all,
            "said to all": bool(answers.public) and not read,
            "a form": bool(answers.forms) and not read,
        }
        return [*traces, *(name for name, is_so in found.items() if is_so)]

    def commands(self) -> list[AnyCommand]:
        """Every command."""
        return [one for one in self.stage.bot.tree.walk_commands() if isinstance(one, app_commands.Command)]


@pytest.fixture
async def world(stage: Stage) -> AsyncIterator[World]:
    ids = await furnished(stage)
    at, bot = stage.now, stage.bot
    here = bot.get_guild(stage.guild.id)
    assert here is not None
    forger = Forger.of
    with closing(open_to_read(stage.path)) as file:
        yield World(
            stage,
            ids,
            written(ids),
            {
                "stranger": forger(bot, here, 770_010_000_000_000_001, at, "Stranger", owner=False),
                "player": forger(bot, here, member_of(stage, "player1"), at, "player1", owner=False),
                "officer": forger(bot, here, stage.leader.id, at, "Leader", owner=False),
                "owner elsewhere": forger(bot, ELSEWHERE, 770_010_000_000_000_002, at, "Owner", owner=True),
                "owner of a new server": forger(
                    bot, ELSEWHERE + 1, 770_010_000_000_000_003, at, "Newcomer", owner=True
                ),
            },
            file,
        )


def member_of(stage: Stage, name: str) -> int:
    return int(rows(stage, "SELECT discord_id FROM people WHERE name = ?", name)[0][0])


async def furnished(stage: Stage) -> dict[EntityKind, str]:
    """A server in which there is one of everything: the id of each."""
    post = await an_event(stage)
    players = stage.crowd(5)
    await enter(stage, post, *players)
    await stage.advance(hours=1, minutes=31)
    await stage.all_press(stage.latest("check-in", stage.announcements), "check-in", players[:4])
    await stage.advance(minutes=35)
    await an_event(stage, "Open 2", starts_at=stage.now + timedelta(hours=3))
    at = int(stage.now.timestamp() * 1000)

    def insert(tx: Tx) -> dict[EntityKind, str]:
        return _furnish(tx, stage.guild.id, at)

    async def write() -> dict[EntityKind, str]:
        return await stage.bot.units.do(insert)

    ids = await simcord_seam.in_bot_scope(stage.env, write)
    stage.complaints.records.clear()
    return ids


def _repeat(put: Callable[..., None], **given: object) -> str:
    put("repeats", repeat_id="repeat", rhythm="weekly", anchor="2026-01-02", minute_of_day=1200, days_before=5,
        from_number=1, **given)  # fmt: skip
    return "repeat"


def _signature(put: Callable[..., None], **of: object) -> str:
    """A wish that waits for another officer's signature."""
    wish = {"kind": "rating_terms", "wish": '{"k": 20, "initial": 2000, "k_before": 16, "initial_before": 2000}'}
    put("signatures", signature_id="signature", asked_as_organiser=0, in_public=0, **wish, **of)
    return "signature"


def _own_act(put: Callable[..., None], **of: object) -> str:
    """What somebody who plays in an event wants to do about it."""
    wish = {"act": "pause_tournament", "verb": "playing.pausing:resume", "given": "{}"}
    put("own_acts", act_id="ownact", is_owner=0, is_organiser=1, **wish, **of)
    return "ownact"


def _furnish(tx: Tx, guild: int, at: int) -> dict[EntityKind, str]:
    """One row of each kind that the event has not brought, each with a secret where it has words."""

    def one(sql: str, *values: Any) -> Any:
        row = tx.fetch_one(sql, values)
        assert row is not None, sql
        return row[0]

    def put(table: str, **columns: object) -> None:
        marks = ", ".join("?" for _ in columns)
        tx.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", tuple(columns.values()))  # type: ignore[arg-type]

    event = one("SELECT tournament_id FROM tournaments WHERE name = 'Open 1'")
    match, entrant = tx.fetch_all(
        "SELECT contest_id, entrant_id FROM contest_sides JOIN contests USING (contest_id)"
        " WHERE tournament_id = ? AND voided_at IS NULL AND (SELECT count(*) FROM contest_sides s"
        " WHERE s.contest_id = contests.contest_id) = 2 LIMIT 1",
        (event,),
    )[0]
    person = one("SELECT person_id FROM people WHERE name = 'player1'")
    other = one("SELECT person_id FROM people WHERE name = 'player2'")
    leader = one("SELECT person_id FROM people WHERE name = 'Lena'")
    case = one("SELECT case_id FROM absence_cases")
    tx.execute("UPDATE absence_cases SET justification = ?, justified_at = ?", (SECRET, at))
    put("guilds", guild_id=ELSEWHERE, owner_id=770_010_000_000_000_002, language="it", time_zone="UTC", set_up_at=at)
    own = {"guild_id": guild, "person_id": person}
    put("rating_lists", list_id="list", guild_id=guild, published_at=at)
    put("ratings", list_id="list", person_id=person, rating=6000.0, games=1)
    vote = {
        "guild_id": guild, "kind": "open-question", "rules": RULES, "question": SECRET, "opened_at": at - 10**8,
        "opened_by": leader, "closes_at": at - 9, "secret": b"0" * 32, "closed_at": at - 9, "outcome": "rejected",
    }  # fmt: skip
    put("votes", vote_id="vote", **vote)
    put("votes", vote_id="openvote", **(vote | {"closed_at": None, "outcome": None, "closes_at": at + 10**8}))
    put("vote_electors", vote_id="openvote", position=0, person_id=leader, why="leader")
    put("vote_electors", vote_id="vote", position=0, person_id=other, why="arbiter")
    put("vote_excuses", vote_id="vote", person_id=other, reason=SECRET, given_at=at)
    put("bars", bar_id="bar", reason="disqualified", explanation="told to all", since=at, barred_by=leader, **own)
    put("case_files", file_id="file", guild_id=guild, number=1, accused_id=other, reporter_id=person,
        ground="conduct", account=SECRET, opened_at=at, reply_within=10**8, appeal_within=10**8)  # fmt: skip
    put("file_statements", file_id="file", voiced="report", person_id=person, statement=SECRET, links="[]", made_at=at)
    put("appeals", appeal_id="appeal", file_id="file", statement=SECRET, links="[]", made_at=at, guild_id=guild,
        person_id=other)  # fmt: skip
    put("ceremonies", ceremony_id="ceremony", tournament_id=event, name="Opening", held_at=at + 9, stated_at=at,
        stated_by=leader)  # fmt: skip
    put("account_claims", claim_id="claim", guild_id=guild, site="Jeek Online", account_key="a", account_name="A",
        claimant_id=person, holder_id=other, claimed_at=at)  # fmt: skip
    put("name_claims", claim_id="name", guild_id=guild, person_id=person, claimant_id=other, claimed_at=at)
    put("drafts", draft_id="draft", guild_id=guild, person_id=leader, tournament_id=event, drafted_at=at)
    rulebook = one("SELECT rulebook FROM tournaments WHERE tournament_id = ?", event)
    put("event_proposals", proposal_id="proposal", name=SECRET, rulebook=rulebook, start_at=at, proposed_at=at, **own)
    put("grades", grade_id="grade", grade="3k", origin="declared", tournament_id=event, said_at=at, **own)
    put("jeek_games", game_id="jeek", guild_id=guild, challenger_id=person, challenged_id=other, base_ms=9**6,
        increment_ms=0, challenged_at=at)  # fmt: skip
    put("rating_penalties", penalty_id="penalty", case_id=case, vote_id="vote", games=1, points=1.0, list_id="list",
        taken_at=at, **own)  # fmt: skip
    put("rating_amendments", amendment_id="amendment", rating_before=5.0, rating_after=6.0, reason="r", list_id="list",
        made_by=leader, made_at=at, **own)  # fmt: skip
    put("seat_rounds", round_id="seats", guild_id=guild, round_of="league", league_id=event, open_id=event,
        proposed_at=at)  # fmt: skip
    rules = series_files.preset("cup-series")
    put("circuits", circuit_id="series", guild_id=guild, name="Cups", rules=series_files.to_toml(rules),
        rules_hash=series_files.fingerprint(rules), created_by=leader, created_at=at)  # fmt: skip
    put("same_persons", link_id="link", guild_id=guild, first_id=person, second_id=other, reason="told to all",
        recorded_at=at, recorded_by=leader)  # fmt: skip
    put("team_places", place_id="place", entrant_id=entrant, person_id=other, position=1, named_at=at)
    put("record_names", name_id="recordname", guild_id=guild, asked_by=leader, record="r", number=0, file_id="a",
        name=SECRET, same_id=person)  # fmt: skip
    put("opening_drafts", draft_id="openingdraft", guild_id=guild, person_id=leader, file_name=SECRET,
        file_hash="0" * 64, dated_at=at, content=OPENING, drafted_at=at)  # fmt: skip
    put("sign_up_drafts", draft_id="signups", guild_id=guild, person_id=leader, tournament_id=event, file_name=SECRET,
        file_hash="0" * 64, content=SIGN_UPS, drafted_at=at)  # fmt: skip
    put("suggestions", suggestion_id="suggestion", number=1, suggestion="more chairs", made_at=at, **own)
    put("title_proposals", proposal_id="title", kind="grant", title="NM", proposed_at=at, **own)
    put("vote_drafts", draft_id="votedraft", kind="open-question", question=SECRET, drafted_at=at, guild_id=guild,
        person_id=leader)  # fmt: skip
    put("warnings", warning_id="warning1", contest_id=match, entrant_id=entrant, person_id=person, game=1,
        offence="noise", price="warning", lost_game=0, given_at=at, given_by=leader)  # fmt: skip
    return {
        EntityKind.OWN_ACT: _own_act(put, guild_id=guild, tournament_id=event, person_id=leader, asked_at=at),
        EntityKind.SIGNATURE: _signature(put, guild_id=guild, asked_by=leader, asked_at=at, until=at + 86_400_000),
        EntityKind.APPEAL: "appeal",
        EntityKind.BAR: "bar",
        EntityKind.CASE: case,
        EntityKind.CEREMONY: "ceremony",
        EntityKind.CLAIM: "claim",
        EntityKind.DRAFT: "draft",
        EntityKind.ENTRANT: entrant,
        EntityKind.EVENT: event,
        EntityKind.EVENT_PROPOSAL: "proposal",
        EntityKind.FILE: "file",
        EntityKind.GRADE: "grade",
        EntityKind.JEEK_GAME: "jeek",
        EntityKind.AMENDMENT: "amendment",
        EntityKind.LOG_LINE: str(one("SELECT max(sequence) FROM log")),
        EntityKind.MATCH: match,
        EntityKind.NAME_CLAIM: "name",
        EntityKind.OPENING_DRAFT: "openingdraft",
        EntityKind.PENALTY: "penalty",
        EntityKind.PERSON: person,
        EntityKind.PLACE: "place",
        EntityKind.SAME_PERSON: "link",
        EntityKind.RECORD_NAME: "recordname",
        EntityKind.REPEAT: _repeat(put, guild_id=guild, model_id=event, made_by=leader, made_at=at),
        EntityKind.SEAT_ROUND: "seats",
        EntityKind.SUGGESTION: "suggestion",
        EntityKind.SIGN_UPS: "signups",
        EntityKind.SERIES: "series",
        EntityKind.TITLE_PROPOSAL: "title",
        EntityKind.VOTE: "vote",
        EntityKind.VOTE_DRAFT: "votedraft",
        EntityKind.WARNING: "warning1",
    }  # fmt: skip


async def test_there_is_one_of_everything_and_every_verb_can_be_meant(world: World) -> None:
    assert set(world.ids) == set(EntityKind)
    assert [verb for verb, subject in world.custom_ids.items() if subject == "?"] == []


async def test_nothing_malformed_or_elsewhere_does_or_tells_anything(world: World) -> None:
    before, wrong = world.dump(), []
    for verb in VERBS:
        for who, forger in world.roles.items():
            texts = MALFORMED if who == "officer" else MALFORMED[:: len(MALFORMED) // 3]
            elsewhere = [world.custom_ids[verb]] if who.startswith("owner") else []
            for subject in (*texts, *elsewhere):
                if not says_all(verb, subject):
                    answers = await forger.press(f"{verb}:{subject}", values=("1",))
                    wrong += [(verb, subject, who, one) for one in world.wrong(answers)]
    assert wrong == []
    assert world.dump() == before


def says_all(verb: str, subject: str) -> bool:
    """Whether the verb takes such a subject: nothing at all, a page, a name that people typed."""
    try:
        _, named = VERBS[verb].takes.read(subject)
    except UserError:
        return False
    return not named


async def test_strangers_and_other_servers_owners_read_no_secret_and_decide_nothing(world: World) -> None:
    wrong: list[tuple[object, ...]] = []
    before = world.dump()
    for verb, subject in world.custom_ids.items():
        for who in ("stranger", "owner elsewhere", "owner of a new server"):
            if verb in OF_ONES_OWN_SERVER and who.startswith("owner"):
                continue
            for values in ((world.ids[EntityKind.PERSON],), ("1-0",), ("1",), ()):
                answers = await world.roles[who].press(f"{verb}:{subject}", values, text="2")
                wrong += [(verb, who, values, one) for one in world.wrong(answers, read=True)]
        if world.has_changed():
            after = world.dump()
            changed = {table for table in after if after[table] != before[table]} - OPEN_TO_ALL.get(verb, set())
            wrong += [(verb, "changed", *sorted(changed))] if changed else []
            before = after
    assert wrong == []


OWN = {"account", "entrant club", "grade declare", "rating terms"}
"""Commands of everybody, with an option that staff alone may give."""
A_RIGHT = "You can't do this. These can"
ASKS_FIRST = {
    "adjourn", "annul-game", "annul-match", "arena-drawn", "club", "colours", "correct-it", "count-correct-it",
    "pass-up", "recording", "reprimand", "sign-decline", "stay-on-who", "suspend", "table-correct-it",
    "times-split", "vote-recuse", "vote-remove", "warn-sure",
}  # fmt: skip
"""Verbs that only ask what is meant, and show nothing: who may is asked by the verb to which the form leads."""


async def test_nobody_but_the_audience_of_a_verb_or_command_is_answered(world: World) -> None:
    stranger, wrong = world.roles["stranger"], []
    for verb, subject in world.custom_ids.items():
        answers = await stranger.press(f"{verb}:{subject}", (world.ids[EntityKind.PERSON],), text="2")
        if VERBS[verb].requires is Audience.EVERYBODY:
            wrong += [verb] if A_RIGHT in answers.all else []
        else:
            wrong += [] if (answers.refused and not answers.forms) or verb in ASKS_FIRST else [verb]
    for command in world.commands():
        answers = await stranger.type(command, options(world, command, None))
        if command.callback.requires is Audience.EVERYBODY:  # type: ignore[union-attr]
            wrong += [command.qualified_name] if A_RIGHT in answers.all and command.qualified_name not in OWN else []
        else:
            wrong += [] if answers.refused and not answers.forms else [command.qualified_name]
    assert wrong == []


@pytest.mark.parametrize("act", [one for one in Act if is_known_before(one)])
async def test_a_right_that_hangs_on_nothing_is_asked_at_the_door(act: Act) -> None:
    asked: list[Act] = []

    class Door(Request):
        async def ask(self, query: Any, *given: Any, **_: Any) -> Any:
            assert query is server_verbs.refuse_without
            asked.extend(given)

    for requires in (act, Audience.ADDRESSED, Act.RULE_RESULT):
        await Door(Mock()).admit(requires)
    assert asked == [act]


NAMED = {
    "tournament": EntityKind.EVENT, "match": EntityKind.MATCH, "case": EntityKind.CASE, "bar": EntityKind.BAR,
    "vote": EntityKind.VOTE, "player": EntityKind.ENTRANT, "other": EntityKind.ENTRANT, "team": EntityKind.ENTRANT,
    "name": EntityKind.PERSON,
}  # fmt: skip


def options(world: World, command: AnyCommand, text: str | None) -> dict[str, object]:
    """Something for every option: the ids known, or the text wherever one is typed."""
    member = world.roles["player"].member
    file = Mock(discord.Attachment, size=3, filename="a.toml")
    file.read.return_value = b"a=1"
    found: dict[str, object] = {}
    for option in command.parameters:
        known = world.ids.get(NAMED.get(option.name, EntityKind.FILE), "x")
        if option.name == "case" and command.name in {"show", "pause", "resume", "reporter"}:
            known = ("file-" if command.name == "show" else "") + world.ids[EntityKind.FILE]
        if option.choices:
            found[option.display_name] = option.choices[0].value
            continue
        by_type = {
            "string": answering.clean_values(text or known),
            "user": member,
            "attachment": file,
            "integer": 1,
            "number": 1.0,
            "boolean": False,
        }
        found[option.display_name] = by_type[option.type.name]
    return found


async def test_commands_of_strangers_and_other_servers_owners_do_the_same(world: World) -> None:
    wrong: list[tuple[object, ...]] = []
    before = world.dump()
    for command in world.commands():
        for who in ("stranger", "owner elsewhere", "owner of a new server"):
            if command.qualified_name in {"jeek play", "setup"}:
                continue
            for text in (None, "99999999999999999999", "\ud800"):
                answers = await world.roles[who].type(command, options(world, command, text))
                wrong += [(command.qualified_name, who, text, one) for one in world.wrong(answers, read=True)]
        if world.has_changed():
            after = world.dump()
            changed = {table for table in after if after[table] != before[table]}
            wrong += [(command.qualified_name, "changed", *sorted(changed))] if changed else []
            before = after
    assert wrong == []


async def test_no_suggestion_holds_what_is_not_for_who_types(world: World) -> None:
    wrong = []
    for command in world.commands():
        for option in command.parameters:
            if not option.autocomplete:
                continue
            for who, forger in world.roles.items():
                if who == "officer":
                    continue
                for text in (None, "99999999999999999999"):
                    answers = await forger.look(command, option.display_name, options(world, command, text))
                    wrong += [(command.qualified_name, option.name, who, one) for one in world.wrong(answers)]
                    if option.name in {"case", "vote"} and answers.choices:
                        wrong.append((command.qualified_name, option.name, who, answers.all))
    assert wrong == []

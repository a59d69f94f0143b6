"""What an association sends in on its first day, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.features.opening import planning_verbs as opening_planning_verbs
from bot.features.opening import verbs as opening_verbs
from bot.features.opening import who_verbs as opening_who_verbs
from bot.features.opening.cards import words_for
from bot.features.opening.model import Trouble
from bot.features.opening.plans_model import OpeningPreview, read
from bot.features.opening.store import OpeningList
from bot.kernel.context import Query
from bot.kernel.ids import Actor, MemberId, PersonId
from bot.people import store as people_store
from bot.people.lists_model import digest_of, very_names
from bot.people.model import Person
from tests.hall.hall import GUILD, Hall

OWNER, ORGANISER = 9, 1
DISCORD = 400_000_000_000_000_000


def actor(hall: Hall, number: int) -> Actor:
    return replace(hall.actor(number), is_owner=number == OWNER, is_organiser=number in {ORGANISER, OWNER})


def send(hall: Hall, text: str, number: int = OWNER, day: str | None = None) -> str:
    """Sends a list in; answers the draft's id."""
    found = read(text.encode(), "list.csv", words_for("pt-BR"))
    return hall.act(actor(hall, number), opening_who_verbs.keep, found, "list.csv", day).draft_id


def look(hall: Hall, draft_id: str, number: int = OWNER) -> OpeningPreview:
    return hall.ask_as(actor(hall, number), opening_planning_verbs.preview, draft_id)


def confirm(hall: Hall, draft_id: str, number: int = OWNER) -> OpeningPreview | OpeningList:
    seen = look(hall, draft_id, number).seen
    return hall.act(actor(hall, number), opening_verbs.confirm, draft_id, seen)


def bring(hall: Hall, text: str, number: int = OWNER, day: str | None = None) -> OpeningList:
    done = confirm(hall, send(hall, text, number, day), number)
    assert isinstance(done, OpeningList)
    hall.now += timedelta(minutes=1)
    return done


def person(hall: Hall, name: str) -> PersonId:
    return next(one for one, known in hall.ask(people_store.names, GUILD) if known == name)


def known_as(hall: Hall, one: Person, member: int) -> None:
    """Gives the person another account of Discord: those of the hall are too short for a list."""
    hall.do(lambda tx: people_store.save(tx, replace(one, discord_id=MemberId(member))))


def troubles(view: OpeningPreview) -> list[tuple[int, Trouble]]:
    return [(one.line, one.trouble) for one in view.faults]


def dump(hall: Hall) -> dict[str, list[tuple[object, ...]]]:
    """Every row but those of the log and of messages."""

    def rows(tx: Query) -> dict[str, list[tuple[object, ...]]]:
        named = tx.fetch_all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        tables = [row["name"] for row in named]
        beside = {"log", "outbox", "deadlines", "opening_lists", "sqlite_sequence"}
        return {
            table: sorted((tuple(row) for row in tx.fetch_all(f"SELECT * FROM {table}")), key=repr)
            for table in tables
            if table not in beside
        }

    return hall.ask(rows)


def digest(view: OpeningPreview) -> str:
    return digest_of(very_names(view.questions))


EVERYTHING = """name;discord;rating;games;registered since;country;club;accounts;master title;master since;\
arbiter title;arbiter since;time as arbiter;refereed;championships;world titles;bar reason;bar since;bar until;office
Ana;400000000000000001;2050,5;120;2019-05-31;Brasil;Azul;Jeek Online: ana_99;NM | MA;2020-01-01 | 2021-01-01;\
;;;;Open 2019 (2019-11-24) | Open 2020 (2020-11-24);World 2020 (2020-12-12);;;;president
Bruno;;2.010;40;;PT;;;;;ANP;2026-01-10;2/0;4;;;;;;
Clara;;1990,25;7;;;;;;;;;;;;;Threats in two events;2026-02-01;2026-12-31;
"""

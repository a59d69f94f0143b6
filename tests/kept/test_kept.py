"""A bot of today on the file of another day: it says what was promised, and answers on what its members still see."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot import wiring
from bot.features.tournaments.promises_model import TournamentCancelled
from bot.i18n.catalogue import Translator
from cogs.routing import VERBS
from rehearsal.members import Answer, answer_of
from rehearsal.posts import SELECTS, Post
from rehearsal.simcord_seam import at_once, filled_form, stored_message
from tests import empty_database
from tests.discord import contract
from tests.discord.harness import rows
from tests.house.stored_names import pinned
from tests.kept.town import Kept, Town, go_on, names, read

OUTDATED = Translator("en-US").say("error.Outdated")
LAST = ("sign-ups-confirm", "cup-details", "cup-who", "cup-again", "draft-confirm", "draft-drop", "sign-ups-drop")
"""What uses up that on which others stand."""
USED_UP = {"draft-confirm", "draft-drop", "sign-ups-drop"}
"""By then the preview was changed, and the list is confirmed."""
LIE = {
    "promise": ["SELECT kind FROM outbox"],
    "part of a promise": ["SELECT kind || '.' || j.key FROM outbox, json_each(details) j"],
    "act": ["SELECT act FROM log"],
    "step": ["SELECT kind FROM deadlines"],
    "subject": [
        f"SELECT substr({column}, 1, instr({column}, ':')) FROM {table} WHERE instr({column}, ':') > 0"
        for table, column in (("deadlines", "subject"), ("log", "subject"), ("panels", "panel"), ("outbox", "target"))
    ],
    "verb done later": [
        "SELECT verb FROM own_acts",
        "SELECT verb || '(' || j.key || ')' FROM own_acts, json_each(given) j",
    ],
    "signed wish": ["SELECT kind FROM signatures", "SELECT kind || '.' || j.key FROM signatures, json_each(wish) j"],
    "setting": ["SELECT substr(j.fullkey, 3) FROM tournaments, json_tree(rulebook) j WHERE j.fullkey <> '$'"],
    "draft": ["SELECT 'sign_up_drafts.content' || substr(j.fullkey, 2) FROM sign_up_drafts, json_tree(content) j"],
}
"""Where names lie in a file, by their kind."""


@pytest.fixture(params=names())
def kept(request: pytest.FixtureRequest) -> Kept:
    return read(str(request.param))


@pytest.fixture
async def town(kept: Kept, tmp_path: Path) -> AsyncIterator[Town]:
    """The server, with a bot of today on the file that was left; at the end nothing may have gone wrong."""
    empty_database.put(tmp_path / "arbiter.db")
    async with Town.open(tmp_path / "arbiter.db", set_up=False) as opened:
        assert isinstance(opened, Town)
        await go_on(opened, kept)
        yield opened
        await opened.settle()
        assert opened.faults() == []
        assert contract.breaches(opened.env.http_requests) == []


def kept_rows(kept: Kept, path: Path, sql: str) -> list[tuple[object, ...]]:
    """What stands in the file as it was left."""
    kept.unpack(path)
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


async def test_all_that_was_promised_is_said(kept: Kept, town: Town, tmp_path: Path) -> None:
    promised = kept_rows(kept, tmp_path / "left.db", "SELECT outbox_id, kind FROM outbox WHERE state = 'pending'")
    assert len({kind for _, kind in promised}) > 5
    became = {row[0]: row[1] for row in rows(town, "SELECT outbox_id, state FROM outbox")}
    assert {kind: became[outbox_id] for outbox_id, kind in promised} == dict.fromkeys(
        [kind for _, kind in promised], "delivered"
    )
    assert rows(town, "SELECT 1 FROM outbox WHERE state IN ('pending', 'sending')") == []


async def test_each_button_that_still_stands_is_answered(kept: Kept, town: Town) -> None:
    """One of each verb, those last that use up what others stand on."""
    shown = _one_of_each(kept, town)
    assert len(shown) > 40
    answers = {verb: await _press(town, kept, shown[verb], verb) for verb in sorted(shown, key=_in_which_order)}
    assert {verb for verb, answer in answers.items() if OUTDATED in answer.text} - USED_UP == set()


def _in_which_order(verb: str) -> tuple[int, str]:
    return LAST.index(verb) if verb in LAST else -1, verb


def _one_of_each(kept: Kept, town: Town) -> dict[str, Post]:
    """A message that carries a button or a menu, by the verb."""
    posts = [post for post in town.everything() if post.message_id in {one["id"] for one in kept.messages}]
    return {one.partition(":")[0]: post for post in posts for one in post.offered}


async def _press(town: Town, kept: Kept, post: Post, verb: str) -> Answer:
    """A press, or a choice of what a menu offers first, by whoever reads it."""
    control = post.find(verb)
    actor, guild_id = town.presser_of(post, kept)
    data = {"custom_id": control["custom_id"], "component_type": control["type"]}
    if control["type"] in SELECTS:
        data["values"] = [str(one["value"]) for one in control.get("options", [{"value": actor.id}])][:1]
    stored = stored_message(town.env, post.channel_id, post.message_id)
    (result,) = await at_once(town.env, guild_id, [(actor.id, stored, data)])
    assert result.acknowledged, f"{control['custom_id']} got no answer"
    return answer_of(town, result)


async def test_what_waits_for_a_press_is_done_by_it(kept: Kept, town: Town) -> None:
    shown = _one_of_each(kept, town)
    await _press(town, kept, shown["draft-confirm"], "draft-confirm")
    assert rows(town, "SELECT 1 FROM tournaments WHERE name = 'Saturday'")
    await _press(town, kept, shown["sign-ups-confirm"], "sign-ups-confirm")
    assert rows(town, "SELECT 1 FROM people WHERE name = 'Visitor'")
    await _press(town, kept, shown["own-why"], "own-why")
    assert rows(town, "SELECT 1 FROM tournaments WHERE name = 'Friday' AND cancelled_at IS NOT NULL")
    await town.president.press(shown["sign"], "sign")
    assert rows(town, "SELECT 1 FROM signatures WHERE outcome = 'signed'")
    await town.committee_members[2].press(town.latest("vote-no", town.committee), "vote-no")
    assert len(rows(town, "SELECT 1 FROM ballots JOIN votes USING (vote_id) WHERE closed_at IS NULL")) == 2


async def test_a_form_that_was_open_is_taken(kept: Kept, town: Town) -> None:
    assert "Thank you" in (await _send(town, kept, "justify", reason="The power was out")).text
    assert len(rows(town, "SELECT 1 FROM absence_cases WHERE justification IS NOT NULL")) == 1
    await _send(town, kept, "dispute", why="It was 2-3")
    assert len(rows(town, "SELECT 1 FROM reports WHERE answer = 'disputed'")) == 2


async def _send(town: Town, kept: Kept, name: str, **values: str) -> Answer:
    form = kept.forms[name]
    stored = stored_message(town.env, form.channel_id, form.message_id)
    sent = (town.members[form.member].id, stored, filled_form(form.modal, values))
    (result,) = await at_once(town.env, town.guild.id, [sent], modal=True)
    return answer_of(town, result)


def test_each_name_in_the_file_is_pinned(kept: Kept, tmp_path: Path) -> None:
    lying = {
        (kind, re.sub(r"\[\d+\]", "[]", str(name)).replace('"', "").removesuffix("[]"))
        for kind, queries in LIE.items()
        for sql in queries
        for (name,) in kept_rows(kept, tmp_path / "left.db", sql)
    }
    assert {kind for kind, _ in lying} == set(LIE)
    assert len(lying) > 200
    lying |= {("verb", one.partition(":")[0]) for one in kept.custom_ids()}
    assert lying - set(pinned()) == set()


@pytest.mark.plants
async def test_a_promise_and_a_button_that_are_called_otherwise_are_noticed(
    kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one is never said and the other out of date, as all that is renamed without its old name."""
    empty_database.put(tmp_path / "arbiter.db")
    async with Town.open(tmp_path / "arbiter.db", set_up=False) as town:
        assert isinstance(town, Town)
        with monkeypatch.context() as renamed:
            renamed.setattr(TournamentCancelled, "STORED_AS", "event_called_off")
            wiring.join()
            await go_on(town, kept)
            renamed.delitem(VERBS, "draft-confirm")
            answer = await _press(town, kept, _one_of_each(kept, town)["draft-confirm"], "draft-confirm")
        wiring.join()
        (row,) = rows(town, "SELECT state FROM outbox WHERE kind = 'tournament_cancelled'")
        assert row["state"] != "delivered"
        assert OUTDATED in answer.text
        town.complaints.records.clear()

"""The record of an event as members get it: files for everybody once it is over, before that for organisers."""

from __future__ import annotations

import json

from bot.record.reading import read_record
from bot.record.replaying import replay
from tests.discord.harness import Answer, Stage, an_event, enter, rows
from tests.discord.test_ending import begin, play_out


async def test_everybody_takes_the_record_of_an_event_away_and_it_agrees(stage: Stage) -> None:
    players = [stage.member(name) for name in ("Ana", "Bruno", "Clara")]
    await begin(stage, players)
    early = await players[0].type("tournament export", tournament="Open 1")
    await play_out(stage)
    answer = await stage.member("Zoe").type("tournament export", tournament="Open 1")
    assert "/standings" in early.text
    assert answer.private
    assert "docs/record.md" in answer.text
    files = {file.name: stage.picture(file.url) for file in answer.post.pictures}
    assert sorted(files) == ["open-1-games.csv", "open-1-standings.csv", "open-1.json"]
    found = replay(read_record(files["open-1.json"], "open-1.json"))
    assert found.agrees
    assert {one["name"] for one in json.loads(files["open-1.json"])["entrants"]} == {"Ana", "Bruno", "Clara"}


def panel(answer: Answer) -> str:
    """What the pressed card says now."""
    assert answer.panel is not None
    return answer.panel.text


WINTER = {
    "event": {"name": "Winter *Cup*"},
    "rulebook": {"format": "round_robin", "ranking": {"order": ["points", "sonneborn_berger"]}},
    "entrants": ["Ana", "Bruno", "@everyone"],
    "results": [["Ana", "Bruno", "1-0"], ["Bruno", "@everyone", "½-½"], ["Ana", "@everyone", "0-1"]],
}


def as_file(content: object) -> tuple[str, bytes]:
    return "winter.json", json.dumps(content).encode()


async def test_an_organiser_says_first_who_is_who_and_then_brings_the_event_in(stage: Stage) -> None:
    ana, brunno = stage.member("Ana"), stage.member("Brunno")
    await enter(stage, await an_event(stage), ana, brunno)
    first = await stage.organiser.type("tournament import", file=as_file(WINTER))
    assert f"Ana → <@{ana.id}>" in first.text
    assert first.private
    assert len(rows(stage, "SELECT name FROM tournaments")) == 1
    await stage.restart()
    second = await stage.organiser.press(first.post, "Yes, all of them")
    assert f"“Bruno” looks like <@{brunno.id}>" in panel(second)
    shown = await stage.organiser.press(first.post, "record-new")
    assert "1 past event, as it would come in" in panel(shown)
    assert "Known here" in panel(shown)
    assert len(rows(stage, "SELECT name FROM tournaments")) == 1
    done = await stage.organiser.press(first.post, "Bring in")
    assert "/standings" in panel(done)
    table = await ana.type("standings", tournament="Winter *Cup*")
    assert f"<@{ana.id}>" in table.text
    assert f"<@{brunno.id}>" not in table.text
    page = await ana.type("player", member=ana)
    assert "Winter" in page.text


async def test_a_very_name_that_is_somebody_elses_is_asked_about_by_itself_and_can_be_taken_back(stage: Stage) -> None:
    ana = stage.member("Ana")
    await enter(stage, await an_event(stage), ana)
    first = await stage.organiser.type("tournament import", file=as_file(WINTER))
    asked = await stage.organiser.choose(first.post, "record-others", "Ana")
    assert f"“Ana” looks like <@{ana.id}>" in panel(asked)
    said = await stage.organiser.press(first.post, "“Ana” is another person")
    assert "1 past event, as it would come in" in panel(said)


async def test_a_file_that_claims_what_does_not_follow_is_refused_with_the_place(stage: Stage) -> None:
    answer = await stage.organiser.type("tournament import", file=as_file({**WINTER, "champion": "Ana"}))
    assert "champion" in answer.text
    assert rows(stage, "SELECT name FROM tournaments") == []


async def test_every_fault_of_a_file_is_told_with_its_place(stage: Stage) -> None:
    wrong = {**WINTER, "results": [["Ana", "Zoe", "1-0"], ["Ana", "Bruno", "3-1"]]}
    answer = await stage.organiser.type("tournament import", file=as_file(wrong))
    assert "results[0][1]" in answer.text


async def test_who_organises_nothing_brings_nothing_in(stage: Stage) -> None:
    answer = await stage.member("Bia").type("tournament import", file=as_file(WINTER))
    assert "organiser" in answer.text
    assert rows(stage, "SELECT name FROM tournaments") == []


def an_open(name: str, ended_at: str, winner: str, loser: str) -> tuple[str, bytes]:
    content = {
        "rulebook": {"preset": "aije-open"},
        "event": {"name": name, "ended_at": ended_at},
        "entrants": [winner, loser],
        "results": [[winner, loser, "5-0"]],
    }
    return f"{name}.json", json.dumps(content).encode()


async def test_several_past_events_come_in_together_in_their_own_order_and_go_as_one(stage: Stage) -> None:
    await an_event(stage)
    later = an_open("Open of May", "2025-05-01T20:00:00Z", "Ana", "Bia")
    earlier = an_open("Open of March", "2025-03-01T20:00:00Z", "Bia", "Ana")
    shown = await stage.organiser.type("tournament import", file=later, file_2=earlier)
    assert "2 past events, as they would come in" in shown.text
    assert shown.text.index("Open of March") < shown.text.index("Open of May")
    assert "Ana (2)" in shown.text
    assert len(rows(stage, "SELECT name FROM tournaments")) == 1
    await stage.restart()
    left = await stage.organiser.press(shown.post, "Leave the ratings")
    assert "No rating changes" in panel(left)
    counted = await stage.organiser.press(shown.post, "Count the ratings")
    assert "2 ratings change" in panel(counted)
    asked = await stage.organiser.press(shown.post, "Bring in")
    assert "asks for a second signature" in panel(asked)
    assert "2 ratings change" in panel(asked), "everybody reads each of them"
    await stage.restart()
    await stage.president.press(stage.latest("sign", stage.announcements), "sign")
    assert len(rows(stage, "SELECT list_id FROM rating_lists")) == 2
    (post,) = [one for one in stage.posts_in(stage.announcements) if "past events in" in one.text]
    assert "Open of March" in post.text
    again = await stage.organiser.type("tournament import", file=earlier)
    assert "was already brought in" in again.text
    acts = await stage.organiser.type("undo")
    await stage.organiser.press(acts.post, "Take back")
    assert {row[0] is None for row in rows(stage, "SELECT taken_back_at FROM rating_lists")} == {False}
    fresh = await stage.organiser.type("tournament import", file=earlier)
    assert "as it would come in" in fresh.text or "Who is who" in fresh.text


async def test_one_bad_file_of_several_is_named_and_nothing_comes_in(stage: Stage) -> None:
    await an_event(stage)
    good = an_open("Open of May", "2025-05-01T20:00:00Z", "Ana", "Bia")
    broken = await stage.organiser.type("tournament import", file=good, file_2=("bad.json", b"{"))
    assert "bad.json" in broken.text
    twice = await stage.organiser.type("tournament import", file=good, file_2=("copy.json", good[1]))
    assert "copy.json" in twice.text
    assert "are the same event" in twice.text
    assert len(rows(stage, "SELECT name FROM tournaments")) == 1


async def test_the_old_card_of_a_preview_brings_nothing_in_that_it_did_not_show(stage: Stage) -> None:
    await an_event(stage)
    first = await stage.organiser.type("tournament import", file=an_open("One", "2025-05-01T20:00:00Z", "Ana", "Bia"))
    await stage.organiser.type("tournament import", file=an_open("Two", "2025-06-01T20:00:00Z", "Ana", "Bia"))
    await stage.organiser.press(first.post, "Bring in")
    assert len(rows(stage, "SELECT name FROM tournaments")) == 1

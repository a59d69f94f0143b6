"""Proof in a dispute: brought by both sides and whoever decides, seen by them alone, and gone with the case."""

from __future__ import annotations

import io

from PIL import Image

from tests.discord.harness import Member, Post, Stage, rows
from tests.discord.test_matches import Duel, call

SGF = b"(;GM[1];B[pd])"


def picture(colour: str = "red") -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (40, 20), colour).save(data, "PNG")
    return data.getvalue()


async def disputed(stage: Stage, **given: list[tuple[str, bytes]]) -> Duel:
    """A match whose report the second player disputes, with whatever else is given into the form."""
    duel = await call(stage, "Ana", "Bia")
    await duel.here(duel.first, duel.second)
    await duel.report(duel.first, "5-3")
    form = await duel.second.press(duel.card, "dispute")
    await duel.second.fill(form, why="I won the last game", **given)
    await stage.advance(seconds=5)
    return duel


async def bring(duel: Duel, member: Member, name: str, data: bytes) -> Post:
    form = await member.press(duel.card, "proof-bring")
    return (await member.fill(form, proof=[(name, data)])).post


async def test_a_dispute_takes_a_picture_with_its_words_and_both_sides_and_the_arbiter_see_it(stage: Stage) -> None:
    duel = await disputed(stage, proof=[("screen.png", picture())])
    await bring(duel, duel.first, "game.sgf", SGF)
    await stage.advance(seconds=5)
    for member in (duel.first, duel.second, stage.arbiter, stage.organiser):
        seen = await member.press(duel.card, "proof-look")
        assert seen.private
        assert seen.post.pictures
        assert f"<@{duel.first.id}>" in seen.text
        assert f"<@{duel.second.id}>" in seen.text
    desk = await stage.arbiter.press(duel.card, "referee")
    assert "2 files of proof" in desk.text


async def test_nobody_else_sees_or_brings_proof(stage: Stage) -> None:
    duel = await disputed(stage, proof=[("screen.png", picture())])
    stranger = stage.member("Zoe")
    for verb in ("proof-look", "proof-bring"):
        refused = await stranger.press(duel.card, verb)
        assert refused.private
        assert not refused.post.pictures
        assert refused.result.modal is None
    assert len(rows(stage, "SELECT 1 FROM dispute_proofs")) == 1


async def test_a_picture_is_kept_as_one_of_our_own_and_what_is_neither_picture_nor_text_is_not_kept(
    stage: Stage,
) -> None:
    duel = await disputed(stage)
    await bring(duel, duel.first, "screen.png", picture())
    (kept,) = rows(stage, "SELECT ending, content FROM dispute_proofs")
    assert (kept["ending"], kept["content"][:2]) == ("jpg", b"\xff\xd8")
    for name, data in (("virus.exe", b"MZ" + bytes(50)), ("fake.png", b"no picture"), ("bad.txt", b"\xff\xfe\x00")):
        assert "can't show that file" in (await bring(duel, duel.first, name, data)).text
    assert len(rows(stage, "SELECT 1 FROM dispute_proofs")) == 1


async def test_a_file_that_is_refused_loses_no_word_of_the_dispute(stage: Stage) -> None:
    duel = await call(stage, "Ana", "Bia")
    await duel.here(duel.first, duel.second)
    await duel.report(duel.first, "5-3")
    form = await duel.second.press(duel.card, "dispute")
    refused = await duel.second.fill(form, why="I won the last game of this match", proof=[("virus.exe", b"MZ")])
    assert "I won the last game of this match" in refused.text
    again = await duel.second.press(duel.card, "dispute")
    await duel.second.fill(again, why="I won the last game")
    assert rows(stage, "SELECT 1 FROM reports WHERE answer = 'disputed'")


async def test_three_files_of_one_person_are_the_most(stage: Stage) -> None:
    duel = await disputed(stage)
    for number in range(3):
        await bring(duel, duel.first, f"{number}.txt", b"words")
    refused = await duel.first.press(duel.card, "proof-bring")
    assert refused.result.modal is None
    assert "3 files" in refused.text
    await bring(duel, duel.second, "mine.txt", b"words")
    assert len(rows(stage, "SELECT 1 FROM dispute_proofs")) == 4


async def test_proof_is_kept_until_nobody_can_appeal_any_more(stage: Stage) -> None:
    duel = await disputed(stage, proof=[("screen.png", picture())])
    await stage.advance(hours=30)
    assert rows(stage, "SELECT 1 FROM dispute_proofs"), "a dispute that nobody has decided"
    form = await stage.arbiter.choose(await duel.desk(), "rule", "5-3")
    await stage.arbiter.fill(form, why="The screen shows it")
    await stage.advance(hours=20)
    assert (await duel.first.press(duel.card, "proof-look")).post.pictures
    await stage.advance(hours=12)
    assert rows(stage, "SELECT 1 FROM dispute_proofs") == []
    await stage.advance(minutes=2)
    assert not duel.card.has("proof-look")


async def test_proof_is_handed_out_with_a_persons_data_and_goes_with_it(stage: Stage) -> None:
    duel = await disputed(stage, proof=[("screen.png", picture())])
    await bring(duel, duel.second, "game.sgf", SGF)
    await bring(duel, duel.first, "other.txt", b"words")
    me = await duel.second.type("me")
    data = await duel.second.press(me.post, "my-data")
    taken = await duel.second.press(data.post, "data-take")
    assert taken.post.pictures
    asked = await duel.second.press(data.post, "data-ask")
    await duel.second.press(asked.post, "data-erase")
    assert [row["ending"] for row in rows(stage, "SELECT ending FROM dispute_proofs")] == ["txt"]

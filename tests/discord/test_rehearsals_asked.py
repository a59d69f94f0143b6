"""`/rehearse`: an organiser asks, invented members play elsewhere, and the answer says what came of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.tournaments.model import Broken, RehearsalWish, Rehearsed
from bot.features.tournaments.rehearsing_worker import CutOff, RehearsalRoom
from bot.features.tournaments.rulebook_cards import summary
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.files import BeyondRehearsals, PlayersOutOfBounds, RehearsalTooCostly, RehearsalTooSlow
from bot.rulebooks.library import preset, to_toml
from tests.discord.harness import Answer, Member, Stage, rows

CAME = Rehearsed(44, (), False, 9, 1, 7, 27, 72, 3, b"<!doctype html>", True)
UNDER_WAY = "SELECT * FROM rehearsals"


class Pretended:
    """Plays nothing: what comes of it is known."""

    def __init__(self, came: Rehearsed | Exception = CAME, refusal: Exception | None = None) -> None:
        self.came, self.refusal = came, refusal
        self.wishes: list[RehearsalWish] = []

    def is_there(self) -> bool:
        return True

    def refuse(self, wish: RehearsalWish) -> None:
        if self.refusal is not None:
            raise self.refusal

    async def play(self, wish: RehearsalWish) -> Rehearsed:
        self.wishes.append(wish)
        if isinstance(self.came, Exception):
            raise self.came
        return self.came

    def close(self) -> None:
        """Nothing is to be ended."""


def rehearsed_by(stage: Stage, came: Rehearsed | Exception = CAME) -> Pretended:
    pretended = Pretended(came)
    stage.bot.rehearsals = RehearsalRoom(pretended)
    return pretended


async def asked(by: Member, **options: object) -> Answer:
    return await by.type("rehearse", **{"rulebook": "swiss", **options})


async def test_the_answer_tells_what_came_of_it_and_leads_on_to_an_event(stage: Stage) -> None:
    played = rehearsed_by(stage)
    for locale in LOCALES:
        member = stage.member(f"of {locale}", locale, roles=[stage.organisers])
        answer = await asked(member, players=12)
        assert answer.private
        assert [file.name for file in answer.post.pictures] == ["rehearsal-swiss.html"]
        assert stage.picture(answer.post.pictures[0].url) == CAME.page
        form = await member.press(answer.post, "rehearsed")
        assert '"swiss"' in str(form.form).replace("'", '"')
    assert played.wishes == [RehearsalWish("swiss", None, stage.language, 12)] * len(LOCALES)
    assert rows(stage, UNDER_WAY) == []


async def test_what_waits_in_the_form_of_a_new_event_stays_there(stage: Stage) -> None:
    rehearsed_by(stage)
    await stage.organiser.type("tournament create", name="Spring Cup")
    form = await stage.organiser.press((await asked(stage.organiser)).post, "rehearsed")
    assert "Spring Cup" in str(form.form)
    assert rows(stage, "SELECT kind FROM cup_forms")[0]["kind"] == "swiss"


async def test_a_file_is_played_under_a_name_that_no_preset_has(stage: Stage) -> None:
    played = rehearsed_by(stage)
    text = to_toml(replace(preset("cup"), minimum_entrants=6))
    answer = await stage.organiser.type("rehearse", file=("cup.toml", text.encode()), language="it")
    (wish,) = played.wishes
    assert (wish.name, wish.language) == ("cup-played", "it")
    assert wish.file is not None
    assert b"minimum_entrants = 6" in wish.file
    assert not answer.post.has("rehearsed"), "nothing here knows the rulebook yet"
    assert "Upload a changed rulebook" in answer.text
    assert rows(stage, "SELECT * FROM rulebooks") == []


async def test_a_file_that_is_no_rulebook_is_refused_before_anything_is_played(stage: Stage) -> None:
    played = rehearsed_by(stage)
    answer = await stage.organiser.type("rehearse", file=("own.toml", b"name = 1"))
    assert answer.is_refusal
    for options in ({}, {"rulebook": "swiss", "file": ("own.toml", b"name = 1")}):
        assert (await stage.organiser.type("rehearse", **options)).is_refusal
    assert (played.wishes, rows(stage, UNDER_WAY)) == ([], [])


@pytest.mark.rule("OLY-7")
async def test_a_file_that_names_a_game_without_a_sheet_is_refused_with_the_place(stage: Stage) -> None:
    played, swiss = rehearsed_by(stage), preset("swiss")
    assert swiss.games is not None
    text = to_toml(replace(swiss, games=replace(swiss.games, sheets=("moon-chess",))))
    answer = await stage.organiser.type("rehearse", file=("cup.toml", text.encode()))
    assert "games.sheets" in answer.text
    assert "moon-chess" in answer.text
    assert played.wishes == []


async def test_the_desk_asks_for_what_the_command_takes_and_bounds_it(stage: Stage) -> None:
    played = rehearsed_by(stage)
    desk = (await stage.organiser.type("desk")).post
    menu = next(one for one in desk.offered if one.startswith("desk-act") and "rehearse" in desk.options(one))
    for players, told in (("9999", "2 to 64"), ("12", "7 matches")):
        form = await stage.organiser.choose(desk, menu, "rehearse")
        assert told in (await stage.organiser.fill(form, rulebook=["swiss"], language=["it"], players=players)).text
    assert played.wishes == [RehearsalWish("swiss", None, "it", 12)]


async def test_who_is_no_organiser_has_nothing_rehearsed(stage: Stage) -> None:
    played = rehearsed_by(stage)
    assert (await asked(stage.member("Ana"))).is_refusal
    assert played.wishes == []


async def test_without_the_extra_a_sentence_says_what_the_host_can_do(stage: Stage) -> None:
    for locale in LOCALES:
        answer = await asked(stage.member(f"of {locale}", locale, roles=[stage.organisers]))
        assert answer.is_refusal
        assert "requirements/rehearse.txt" in answer.text
    assert rows(stage, UNDER_WAY) == []


@pytest.mark.parametrize(
    ("came", "told"),
    [
        (RehearsalTooCostly(limit=180, memory=384), "384 MiB"),
        (RehearsalTooSlow(minutes=7), "after 7 minutes"),
    ],
)
async def test_what_cannot_be_played_is_told_and_the_next_one_can_begin(
    came: Exception, told: str, stage: Stage
) -> None:
    rehearsed_by(stage, came)
    assert told in (await asked(stage.organiser)).text
    assert rows(stage, UNDER_WAY) == []


@pytest.mark.parametrize(
    ("refusal", "told"),
    [(PlayersOutOfBounds(least=13, most=64), "13 to 64"), (BeyondRehearsals(), "can't play yet")],
)
async def test_what_is_known_to_be_impossible_is_told_before_anything_is_played(
    refusal: Exception, told: str, stage: Stage
) -> None:
    played = Pretended(refusal=refusal)
    stage.bot.rehearsals = RehearsalRoom(played)
    assert told in (await asked(stage.organiser)).text
    assert (played.wishes, rows(stage, UNDER_WAY)) == ([], [])


async def test_a_rehearsal_of_a_bot_that_was_stopped_is_told_when_it_is_back(stage: Stage) -> None:
    rehearsed_by(stage, CutOff())
    asker = stage.organiser.actor
    await asker.slash(stage.announcements, "rehearse", rulebook="swiss")
    assert len(rows(stage, UNDER_WAY)) == 1
    still = await asked(stage.organiser)
    assert "already running" in still.text
    await stage.restart()
    (letter,) = stage.organiser.inbox
    assert "Swiss" in letter.text
    assert rows(stage, UNDER_WAY) == []
    rehearsed_by(stage)
    assert (await asked(stage.organiser)).post.has("rehearsed")


async def test_what_was_never_answered_holds_up_nobody_for_longer_than_discord_would_wait(stage: Stage) -> None:
    rehearsed_by(stage, CutOff())
    await stage.organiser.actor.slash(stage.announcements, "rehearse", rulebook="swiss")
    await stage.advance(minutes=15)
    rehearsed_by(stage)
    assert (await asked(stage.organiser)).post.has("rehearsed")
    assert rows(stage, UNDER_WAY) == []


async def test_an_answer_that_discord_does_not_take_is_told_by_a_letter(stage: Stage) -> None:
    rehearsed_by(stage)
    stage.env.inject_error("PATCH", "/webhooks/*", status=404, code=10015)
    stage.env.inject_error("POST", "/webhooks/*", status=404, code=10015)
    await stage.organiser.actor.slash(stage.announcements, "rehearse", rulebook="swiss")
    await stage.settle()
    (letter,) = stage.organiser.inbox
    assert "Swiss" in letter.text
    assert rows(stage, UNDER_WAY) == []
    stage.complaints.records.clear()


@pytest.mark.parametrize("locale", LOCALES)
def test_what_does_not_hold_is_named_and_what_a_file_says_formats_nothing(locale: str) -> None:
    translator, rulebook = Translator(locale), replace(preset("swiss"), titles=None, title="**@everyone**")
    broken = tuple(Broken(f"Check <@{n}>", "GO-1", "`x` * y") for n in range(7))
    card = summary(rulebook, replace(CAME, broken=broken, page=b""), None, translator)
    text = "\n".join(card.paragraphs)
    assert "37" in text
    assert text.count("Check") == 5
    assert "<@0>" not in text
    assert "**@everyone**" not in text
    assert card.documents == ()
    stopped = summary(rulebook, replace(CAME, broken=broken[:1], broke_off=True, pictures=False), "swiss", translator)
    assert translator.say("rehearsals.broke_off") in stopped.paragraphs[1]
    assert translator.say("rehearsals.page_without_pictures") in stopped.paragraphs

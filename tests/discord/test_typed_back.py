"""A form that could not be taken gives back what was typed into it: Discord keeps nothing of it."""

from __future__ import annotations

import pytest

from bot.features.sign_ups import verbs as sign_ups_verbs
from bot.kernel.errors import Outdated
from tests.discord.harness import Stage
from tests.discord.test_cups import filled

NAMES = "\n".join(f"Visitor {n} of the harbour" for n in range(1, 4))


async def refused_list(stage: Stage, names: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, bool]:
    """What is read where the list of a cup cannot be kept, and whether a file came with it."""
    form = await stage.organiser.press((await filled(stage)).post, "sign-ups-new")

    def breaks(*_: object) -> None:
        raise Outdated

    monkeypatch.setattr(sign_ups_verbs, "keep_for_new", breaks)
    answer = await stage.organiser.fill(form, names=names)
    return answer.text, [one.name for one in answer.post.pictures] == ["typed.txt"]


async def test_names_that_could_not_be_kept_stand_in_the_refusal(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    text, has_file = await refused_list(stage, NAMES, monkeypatch)
    assert "what you typed" in text
    assert "Visitor 3 of the harbour" in text
    assert not has_file


async def test_a_long_list_comes_back_as_a_file(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    text, has_file = await refused_list(stage, "\n".join([NAMES] * 20), monkeypatch)
    assert "in the file" in text
    assert has_file


async def test_a_word_or_a_number_is_not_repeated(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    text, has_file = await refused_list(stage, "Ana", monkeypatch)
    assert "What you typed" not in text
    assert not has_file


async def test_what_was_typed_pings_nobody_when_it_comes_back(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    text, _ = await refused_list(stage, f"@everyone come to the harbour\n<@{stage.organiser.id}>", monkeypatch)
    assert "what you typed" in text
    assert "@everyone" not in text.replace("@\u200beveryone", "")

"""Which events are official: by their settings and an approval, never by the word of a file (AIJE-B01-6)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.tournaments import model as tournaments_model
from bot.features.tournaments.model import (
    FIVE,
    Claim,
    Range,
    differences,
    free,
    judge,
    settings_print,
    shipped_versions,
)
from bot.play.rating import RatingTerms, with_terms
from bot.play.rulebook import Rulebook, ThreadRules, Wording, settings
from bot.rulebooks.library import names, preset, problems, read
from rehearsal.outcomes.settings import due, found_in
from rehearsal.outcomes.spelling import Open
from rehearsal.regulation import FOLDER, read_file
from tests.house.reading import ROOT
from tests.rulebooks.variations import another, changed

RELEASED: Final = Path(__file__).with_name("shipped_versions.txt")
LIST: Final = FOLDER / "official" / "versions.txt"
DOCS: Final = ROOT / "docs" / "rules" / "aije.md"
MINUTE: Final = timedelta(minutes=1)


def lines(file: Path) -> list[str]:
    return [line for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#")]


def flipped(rulebook: Rulebook, key: str) -> Rulebook:
    """The rulebook with another value of the setting, be it sound or not."""
    return changed(rulebook, key, another(key, settings(rulebook)[key]))


@pytest.mark.rule("AIJE-B01-6")
def test_the_five_presets_alone_claim_to_be_official() -> None:
    assert {name for name in names() if preset(name).official} == set(FIVE)


@pytest.mark.parametrize("name", FIVE)
def test_a_preset_that_changed_has_its_new_fingerprint_in_the_list(name: str) -> None:
    line = f"{name} {preset(name).version} {settings_print(preset(name))}"
    assert line in lines(LIST), f"add this line to {LIST.relative_to(ROOT)}: {line}"


def test_no_version_that_was_shipped_leaves_the_list() -> None:
    assert [line for line in lines(RELEASED) if line not in lines(LIST)] == []
    assert lines(LIST) == lines(RELEASED), f"a new line goes into {RELEASED.name} too"


@pytest.mark.plants
def test_a_preset_that_changed_in_silence_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    other = flipped(preset("aije-open"), "matches.confirm_within")
    monkeypatch.setattr(f"{__name__}.preset", lambda _: other)
    with pytest.raises(AssertionError, match="add this line"):
        test_a_preset_that_changed_has_its_new_fingerprint_in_the_list("aije-open")


@pytest.mark.plants
def test_a_version_that_left_the_list_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    short = tmp_path / "versions.txt"
    short.write_text("\n".join(lines(LIST)[1:]), "utf-8")
    monkeypatch.setattr(f"{__name__}.LIST", short)
    with pytest.raises(AssertionError):
        test_no_version_that_was_shipped_leaves_the_list()


@pytest.mark.parametrize("name", FIVE)
def test_a_preset_under_another_name_and_wording_is_still_official(name: str) -> None:
    told = Wording("A", "B", "C", "D")
    own = replace(preset(name), name="our-own", title="Ours", version="7", cites=(), titles=told, summaries=told)
    assert judge(own, approved=False).claim is Claim.PRESET


def test_the_numbers_of_a_list_make_no_other_rules() -> None:
    assert judge(with_terms(preset("aije-open"), RatingTerms(1500, 32)), approved=False).claim is Claim.PRESET


def test_a_version_of_before_stays_official() -> None:
    before = preset("aije-open")
    before = replace(before, absence=replace(before.absence, also_when_called_off=False))
    assert shipped_versions()[settings_print(before)] == "aije-open"
    assert judge(before, approved=False).claim is Claim.PRESET


def test_a_file_that_claims_nothing_is_ordinary_whatever_it_sets() -> None:
    assert judge(replace(preset("aije-open"), official=False), approved=True).claim is Claim.NONE


@pytest.mark.rule("AIJE-B01-6")
@pytest.mark.parametrize("name", FIVE)
def test_one_changed_setting_makes_an_official_file_wait_or_is_named_as_fixed(name: str) -> None:
    wording = {"name", "title", "titles", "summaries", "version", "cites", "official"}
    keys = [key for key in settings(preset(name)) if key.partition(".")[0] not in wording]
    assert keys
    for key in keys:
        _waits_or_is_named(name, key)


def _waits_or_is_named(name: str, key: str) -> None:
    found = judge(flipped(preset(name), key), approved=False)
    is_open = key in free(name) and free(name)[key].holds(settings(flipped(preset(name), key))[key])
    if key == "absence.also_when_called_off":
        # As in the versions of before.
        assert found.claim is Claim.PRESET, key
    elif is_open:
        assert found.claim is Claim.WAITS, key
        assert found.keys == (key,), key
        assert judge(flipped(preset(name), key), approved=True).official, key
    else:
        assert found.claim is Claim.FIXED, key
        assert key in found.keys, key
        assert not judge(flipped(preset(name), key), approved=True).official, key


@pytest.mark.parametrize("name", FIVE)
def test_nothing_that_a_rule_fixes_is_left_open(name: str) -> None:
    """By the outcomes, which are written from the regulation's own text."""
    sure = {one.key: one for one in due(name)}
    fixed = {key for key in free(name) if key in sure and not isinstance(sure[key].value, Open)}
    assert fixed == set()
    tables = read_file(FOLDER / f"{name}.toml")
    for key, bounds in free(name).items():
        if key in sure:
            assert sure[key].holds(found_in(tables, key))
            for end in (bounds.least, bounds.most):
                assert end is not None
                assert sure[key].holds(f"{end // MINUTE} min" if isinstance(end, timedelta) else end)


@pytest.mark.parametrize("name", FIVE)
def test_what_a_preset_itself_sets_lies_within_what_is_open(name: str) -> None:
    values = settings(replace(preset(name), threads=ThreadRules()))
    assert [key for key, bounds in free(name).items() if key not in values or not bounds.holds(values[key])] == []


def test_the_docs_list_what_is_open_as_the_table_says() -> None:
    told = DOCS.read_text("utf-8")
    keys = {key for name in FIVE for key in free(name)}
    rows = [line for line in told.splitlines() if line.startswith("| `")]
    assert {line.split("`")[1] for line in rows} == keys
    for line in rows:
        _, key, events, bounds, *_ = (cell.strip().strip("`") for cell in line.split("|"))
        with_it = [name for name in FIVE if key in free(name)]
        assert events == ("all five" if len(with_it) == len(FIVE) else ", ".join(with_it)), key
        assert bounds == written(free(with_it[0])[key]), key


def written(bounds: Range) -> str:
    if bounds.least is None or bounds.most is None:
        return "any"
    ends = (bounds.least, bounds.most)
    return " to ".join(f"{end // MINUTE} min" if isinstance(end, timedelta) else f"{end:g}" for end in ends)


@given(st.data())
def test_an_approved_file_never_changes_more_than_is_open(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(FIVE))
    own = preset(name)
    for key in data.draw(st.lists(st.sampled_from(sorted(settings(own))), max_size=3, unique=True)):
        if key != "official":
            own = flipped(own, key)
    found = judge(own, approved=True)
    if found.official and found.claim is Claim.APPROVED:
        nearest = differences(own, preset(found.preset))
        assert set(nearest) <= free(found.preset).keys()


@pytest.mark.parametrize("k", ["k = 400", 'k = "many"', "k = nan"])
def test_a_file_of_before_is_read_past_the_numbers_of_a_list(k: str) -> None:
    text = (FOLDER / "aije-open.toml").read_text("utf-8").replace("rated = true", f"rated = true\ninitial = 2900\n{k}")
    assert read(text, "old.toml") == preset("aije-open")
    found = tournaments_model.judge(read(text, "old.toml"), approved=False)
    assert found.claim is Claim.PRESET
    assert problems(read(text, "old.toml")) == ()

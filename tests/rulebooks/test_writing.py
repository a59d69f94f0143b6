"""A rulebook survives being written and read: as a file to copy, and as the frozen text of an event."""

import subprocess
import sys
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given

from bot.kernel.outages import read_duration, write_duration
from bot.play.rulebook import EntryRules, settings
from bot.rulebooks.library import canonical, fingerprint, from_canonical, names, preset, read, to_toml
from tests.rulebooks.variations import OTHER_VALUES, changed, durations, sound_rulebooks

OPEN = preset("aije-open")


@given(sound_rulebooks())
def test_a_copied_file_reads_back_as_the_same_rulebook(rulebook):
    assert read(to_toml(rulebook), "copy.toml") == rulebook


@given(sound_rulebooks())
def test_a_frozen_rulebook_thaws_as_the_same_rulebook(rulebook):
    assert from_canonical(canonical(rulebook)) == rulebook


@pytest.mark.parametrize("name", names())
def test_a_rulebook_without_conditions_of_entry_or_threads_has_the_text_and_the_fingerprint_it_always_had(name):
    assert '"entry"' not in canonical(preset(name))
    assert '"threads"' not in canonical(preset(name))
    assert "[entry]" not in to_toml(preset(name))


def test_conditions_of_entry_are_part_of_the_fingerprint_and_read_from_a_file_that_leaves_some_out():
    rules = read(to_toml(OPEN) + '\n[entry]\nrating_below = 1600\nrole = "none"\n', "cup.toml")
    assert rules == replace(OPEN, entry=EntryRules(rating_below=1600))
    assert fingerprint(rules) != fingerprint(OPEN)
    assert '"entry":{"rating_below":1600}' in canonical(rules)


def test_a_copy_carries_the_comment_of_every_setting_and_table():
    asked = set()

    def explain(key):
        asked.add(key)
        return f"about {key}"

    text = to_toml(OPEN, explain)
    tables = {key.partition(".")[0] for key in settings(OPEN) if "." in key}
    assert asked == (settings(OPEN).keys() | tables)
    assert "# about knockout.best_of\nbest_of = 5\n" in text


def test_every_setting_has_another_value_to_try():
    assert OTHER_VALUES.keys() == settings(OPEN).keys()


@pytest.mark.parametrize("key", OTHER_VALUES)
def test_any_changed_setting_changes_the_fingerprint(key):
    assert fingerprint(changed(OPEN, key, OTHER_VALUES[key])) != fingerprint(OPEN)


def test_the_fingerprint_of_equal_rulebooks_is_equal_however_a_number_was_written():
    assert fingerprint(changed(OPEN, "rating.base_minutes", 2)) == fingerprint(OPEN)


def test_the_canonical_text_is_compact_json_in_the_order_of_its_keys():
    text = canonical(OPEN)
    assert text.startswith('{"absence":{"also_when_called_off":true,"bar_lasts":null,"bar_when_unjustified":true,')
    assert '"justify_within":259200000,' in text
    assert len(fingerprint(OPEN)) == 64


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"name": "x"}', canonical(OPEN)[:-1] + ',"colour":1}'])
def test_what_is_no_frozen_rulebook_is_refused(text):
    with pytest.raises(ValueError):
        from_canonical(text)


def test_an_event_is_read_back_without_importing_pydantic():
    code = "import sys; from bot.rulebooks.library import from_canonical; from_canonical(sys.argv[1]); "
    code += "sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code, canonical(OPEN)], check=False).returncode == 0


@pytest.mark.parametrize(
    ("text", "duration"),
    [
        ("0 min", timedelta(0)),
        ("90 s", timedelta(seconds=90)),
        ("2 min", timedelta(minutes=2)),
        ("72 h", timedelta(hours=72)),
        ("7 d", timedelta(days=7)),
        ("3650 d", timedelta(days=3650)),
    ],
)
def test_a_duration_is_written_as_people_say_it(text, duration):
    assert read_duration(text) == duration
    assert write_duration(duration) == text


@pytest.mark.parametrize(
    "text", ["", "30", "min", "1.5 h", "-1 h", "1 week", "1 h 30 min", "3651 d", "9" * 99 + " s", "٣ h"]
)
def test_what_is_no_duration_is_not_guessed_at(text):
    assert read_duration(text) is None


@given(durations(timedelta(days=3650)))
def test_every_duration_of_whole_seconds_can_be_written_and_read(duration):
    assert read_duration(write_duration(duration)) == duration

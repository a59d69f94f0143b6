"""A format owns its differences: whoever asks a format for its name has to be changed for each new one."""

from __future__ import annotations

from bot.play.formats import FORMATS
from bot.play.rulebook import FormatName, Rulebook
from bot.rulebooks.library import names, preset
from tools.figures.joints import askers_of_formats
from tools.figures.sources import REHEARSALS, house

MOST_ASKERS = 4
"""Files outside the formats' own that name one: what reads a file, what brings one in, what changes a format."""


def test_few_files_beside_the_formats_own_ask_which_one_it_is() -> None:
    product = [one for one in house() if not one.path.startswith(REHEARSALS)]
    assert len(askers_of_formats(product)) <= MOST_ASKERS


def test_every_format_is_played_by_a_module() -> None:
    assert set(FORMATS) == set(FormatName)


def test_a_format_asks_only_for_tables_that_a_rulebook_can_have() -> None:
    tables = set(Rulebook.__dataclass_fields__)
    asked = {table for one in FormatName for table in (*one.traits.needs, *one.traits.may_have)}
    assert asked <= tables


def test_every_format_has_a_preset_by_which_its_sheet_and_its_rehearsal_are_tried() -> None:
    assert {preset(name).format for name in names()} == set(FormatName)

"""A command that an event's rules name is there with the event: the rules in docs/rules, and the event's rule sheet."""

from __future__ import annotations

import re

from bot.features.tournaments.sheet_cards import rule_sheet
from bot.i18n.catalogue import DEFAULT_LOCALE, Translator
from bot.rulebooks.library import names, preset
from bot.server.model import needed_by
from cogs.subjects import OFFERS
from rehearsal.outcomes import governing
from tests.house.reading import files, text

_COMMAND = re.compile(r"`/([a-z-]+)")


def entry(rule: str) -> str:
    """What docs/rules tells of the rule; empty for an id that has no heading there."""
    told = "".join(text(page) for page in files() if page.startswith("docs/rules/"))
    return re.split(r"\n##", told.partition(f"\n### {rule}\n")[2])[0]


def named(name: str) -> set[str]:
    """The first words of the commands that the event's rules name; a preset of the house says which rules it plays."""
    rulebook = preset(name)
    rules = sorted(governing(name)[0] or rulebook.cites)
    sheet = "".join(line for part in rule_sheet(rulebook, Translator(DEFAULT_LOCALE)) for line in part.lines)
    return {found for told in (sheet, *map(entry, rules)) for found in _COMMAND.findall(told)}


def missing(name: str) -> set[str]:
    """The commands that the rules name and that a fresh server does not have with the event."""
    there = needed_by(preset(name))
    switches = {command: OFFERS[command].switch for command in named(name)}
    return {command for command, switch in switches.items() if switch is not None and switch not in there}


def test_what_the_rules_of_a_preset_name_is_switched_on_with_its_event() -> None:
    assert {name: sorted(missing(name)) for name in names() if missing(name)} == {}


def test_the_rules_of_go_and_of_the_olympiad_name_what_they_are_held_to() -> None:
    """Else the test above would look at nothing."""
    assert {"conduct", "ceremony", "chief", "grade"} <= named("go-swiss")
    assert "vote" in named("olympiad-school")
    assert {"bar", "case", "ranking"} <= named("aije-open")

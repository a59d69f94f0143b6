"""docs/commands.md says what the bot offers today."""

from __future__ import annotations

from tests.house.reading import text as text_of
from tools.command_table import text


def test_the_page_of_commands_is_the_one_that_the_tool_writes() -> None:
    assert text_of("docs/commands.md") == text(), "python -m tools.command_table writes it"

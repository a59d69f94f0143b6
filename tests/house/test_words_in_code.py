"""What members read comes from the catalogues: no code of the surface hands Discord a literal sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.house.catalogue_reading import KEY
from tests.house.reading import python_files, tree, walked
from tests.house.rooms import modules_of
from tools.mapping.rooms import Role

SURFACE = (Role.COG, Role.CARDS, Role.PLUGS, Role.WORKER)
BESIDE = ("bot/living/notifier", "bot/living/panels", "bot/app")
SPOKEN_ARGUMENTS = {"content", "description", "label", "placeholder", "text", "title"}
SPOKEN_FIRST = {"edit_message", "send", "send_message", "reply", "TextDisplay", "Label"}
WORD = re.compile(r"[^\W\d_]{2,}")
MENTION = re.compile(r"<[^>]*>?|https?://\S+")


def called(call: ast.Call) -> str:
    """The last name of what is called: `TextDisplay` for `discord.ui.TextDisplay(...)`."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def spoken(call: ast.Call) -> Iterator[ast.expr]:
    """The arguments that Discord would show to people."""
    yield from (keyword.value for keyword in call.keywords if keyword.arg in SPOKEN_ARGUMENTS)
    if called(call) in SPOKEN_FIRST:
        yield from call.args[:1]


def literal_words(argument: ast.expr) -> str:
    """The words that stand in the code itself; a catalogue's key is none."""
    parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
    text = " ".join(part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))
    return "" if KEY.fullmatch(text) else " ".join(WORD.findall(MENTION.sub(" ", text)))


def literals(source: ast.Module) -> Iterator[tuple[int, str]]:
    """The line and words of each sentence that a call would show."""
    for node in walked(source):
        if isinstance(node, ast.Call):
            yield from ((a.lineno, words) for a in spoken(node) if (words := literal_words(a)))


def test_no_sentence_for_members_stands_in_the_code() -> None:
    surface = (*modules_of(*SURFACE), *python_files(*BESIDE))
    assert [f"{name}:{line} {words}" for name in surface for line, words in literals(tree(name))] == []


def test_the_search_finds_a_sentence_where_one_stands() -> None:
    source = (
        "await i.response.send_message('Welcome back', ephemeral=True); ui.Button(label=f'Go {n}'); TextDisplay('a.b')"
    )
    assert sorted(words for _, words in literals(ast.parse(f"async def f():\n    {source}"))) == ["Go", "Welcome back"]

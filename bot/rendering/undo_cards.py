"""One's own acts that can be taken back."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.undoing import Hanging, UndoLine
from bot.i18n import Voice
from bot.rendering.layout import QUIET, Card, Line, Press
from bot.rendering.log_cards import sentence
from bot.rendering.sentences import member_name
from bot.rendering.text import quote


def mine(lines: Sequence[UndoLine], voice: Voice) -> Card:
    """The acts that can be taken back, each with its button; below, the others with what hangs on them."""
    if not lines:
        return Card((voice.say("undo.nothing"),), colour=QUIET)
    free = tuple(
        Line(sentence(one.line, voice), Press(f"undo:{one.sequence}", voice.say("undo.take_back"), emoji="↩️"))
        for one in lines
        if one.hangs is None
    )
    stuck = [
        f"- {sentence(one.line, voice)}\n  -# {member_name(one.hangs, voice)}"
        for one in lines
        if one.hangs not in (None, Hanging.TAKEN_BACK)
    ]
    paragraphs = [voice.say("undo.title")]
    if stuck:
        paragraphs.append("\n".join([voice.say("undo.stuck"), *stuck]))
    paragraphs.append("-# " + voice.say("undo.elsewhere"))
    return Card(tuple(paragraphs), lines=free)


def taken_back(line: UndoLine, voice: Voice) -> Card:
    """It is as it was before, and everybody whom the act had reached is told."""
    places = [voice.say(f"undo.place_{one.state}", name=quote(one.event)) for one in line.places]
    return Card((voice.say("undo.done"), sentence(line.line, voice), *places))

"""The log, a sentence a line, and a person's own acts that can be taken back."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n.catalogue import Translator
from bot.layout import cards as layout_cards
from bot.layout.cards import QUIET, Button, Card, Line
from bot.layout.sentences import listing, member_name, quote
from bot.people.cards import mention
from bot.server.model import Hanging, LogLine, LogPage, UndoLine

# --- the log --------------------------------------------------------------------------------------------------------


WHY_LENGTH = 120


def page(shown: LogPage, translator: Translator) -> Card:
    """One page, the latest line first, with the way to older and newer ones."""
    if not shown.lines:
        return Card((translator.say("log.empty"),), colour=QUIET)
    title = translator.say("log.title", page=str(shown.page), pages=str(shown.pages))
    lines = "\n".join(layout_cards.row_texts(shown.lines, sentence, translator))
    return Card((title, lines), controls=_paging(shown, translator), colour=QUIET)


def sentence(line: LogLine, translator: Translator) -> str:
    """An entry of the log in words."""
    said = [f"<t:{int(line.at.timestamp())}:f>", translator.say(f"log.act.{line.act}", who=_who(line, translator))]
    if line.about:
        said.append(translator.say("log.about", people=listing([mention(person) for person in line.about], translator)))
    if line.tournament:
        said.append(quote(line.tournament, 40))
    first = " · ".join(said)
    return f"{first}\n-# {quote(line.why, WHY_LENGTH)}" if line.why else first


def _who(line: LogLine, translator: Translator) -> str:
    if line.actor is not None:
        return mention(line.actor)
    return translator.say("log.in_confidence" if line.is_confidential else "log.by_rule")


def _paging(shown: LogPage, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    if shown.pages == 1:
        return ()
    newer = Button(
        f"log-page:{shown.page - 1}.{shown.sought}", translator.say("log.newer"), emoji="◀️", disabled=shown.page == 1
    )
    older = Button(
        f"log-page:{shown.page + 1}.{shown.sought}",
        translator.say("log.older"),
        emoji="▶️",
        disabled=shown.page == shown.pages,
    )
    return ((newer, older),)


# --- own acts -------------------------------------------------------------------------------------------------------


def mine(lines: Sequence[UndoLine], translator: Translator, *, has_cases: bool) -> Card:
    """The acts that can be taken back, each with its button; below, the others with what hangs on them.

    What is done by commands of cases is told where the server has these.
    """
    cases = [translator.say("undo.elsewhere_cases")] if has_cases else []
    if not lines:
        return Card((" ".join([translator.say("undo.nothing"), *cases]),), colour=QUIET)
    free = tuple(
        Line(
            sentence(line.line, translator),
            Button(f"undo:{line.sequence}", translator.say("undo.take_back"), emoji="↩️"),
        )
        for line in lines
        if line.hangs is None
    )
    stuck = [
        f"- {sentence(line.line, translator)}\n  -# {member_name(line.hangs, translator)}"
        for line in lines
        if line.hangs not in (None, Hanging.TAKEN_BACK)
    ]
    paragraphs = [translator.say("undo.title")]
    if stuck:
        paragraphs.append("\n".join([translator.say("undo.stuck"), *stuck]))
    paragraphs.append("-# " + " · ".join([translator.say("undo.elsewhere"), *cases]))
    return Card(tuple(paragraphs), lines=free)


def taken_back(line: UndoLine, translator: Translator) -> Card:
    """It is as it was before, and everybody whom the act had reached is told."""
    places = [translator.say(f"undo.place_{place.state}", name=quote(place.event)) for place in line.places]
    return Card((translator.say("undo.done"), sentence(line.line, translator), *places))

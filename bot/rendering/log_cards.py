"""The log, a sentence a line."""

from __future__ import annotations

from bot.domain.log_views import LogLine, LogPage
from bot.i18n import Voice
from bot.rendering import drawn_rows
from bot.rendering.layout import QUIET, Card, Press
from bot.rendering.people import mention
from bot.rendering.sentences import listing
from bot.rendering.text import quote

WHY_LENGTH = 120


def page(shown: LogPage, voice: Voice) -> Card:
    """One page, the latest line first, with the way to older and newer ones."""
    if not shown.lines:
        return Card((voice.say("log.empty"),), colour=QUIET)
    title = voice.say("log.title", page=str(shown.page), pages=str(shown.pages))
    lines = "\n".join(drawn_rows.texts(shown.lines, sentence, voice))
    return Card((title, lines), controls=_paging(shown, voice), colour=QUIET)


def sentence(line: LogLine, voice: Voice) -> str:
    """An entry of the log in words."""
    said = [f"<t:{int(line.at.timestamp())}:f>", voice.say(f"log.act.{line.act}", who=_who(line, voice))]
    if line.about:
        said.append(voice.say("log.about", people=listing([mention(person) for person in line.about], voice)))
    if line.tournament:
        said.append(quote(line.tournament, 40))
    first = " · ".join(said)
    return f"{first}\n-# {quote(line.why, WHY_LENGTH)}" if line.why else first


def _who(line: LogLine, voice: Voice) -> str:
    if line.actor is not None:
        return mention(line.actor)
    return voice.say("log.in_confidence" if line.is_confidential else "log.by_rule")


def _paging(shown: LogPage, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    if shown.pages == 1:
        return ()
    newer = Press(
        f"log-page:{shown.page - 1}.{shown.sought}", voice.say("log.newer"), emoji="◀️", disabled=shown.page == 1
    )
    older = Press(
        f"log-page:{shown.page + 1}.{shown.sought}",
        voice.say("log.older"),
        emoji="▶️",
        disabled=shown.page == shown.pages,
    )
    return ((newer, older),)

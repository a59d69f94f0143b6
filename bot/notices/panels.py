"""The live messages by kind, and how one comes back when somebody deleted it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.domain.announcements import Saying
from bot.domain.community import Place
from bot.domain.ids import GuildId, Occasion
from bot.notices import cases, files, matches, titles, tournament, votes
from bot.notices.notice import Composed, PanelNotice
from bot.services.speaking import promise
from bot.storage import panels
from bot.storage.database import Work

PANELS: Mapping[str, PanelNotice] = {
    "appeal": files.appeal_panel,
    "case": cases.panel,
    "file": files.panel,
    "contest": matches.panel,
    "proposal": titles.panel,
    "tournament": tournament.panel,
    "vote": votes.panel,
}
_SAID_AS: Mapping[str, tuple[Saying, Place]] = {
    "contest": (Saying.MATCH_CALLED, Place.MATCHES),
    "appeal": (Saying.APPEAL_MADE, Place.COMMITTEE),
    "case": (Saying.CASE_FOR_REVIEW, Place.COMMITTEE),
    "file": (Saying.FILE_OPENED, Place.COMMITTEE),
    "proposal": (Saying.TITLE_PROPOSED, Place.COMMITTEE),
    "tournament": (Saying.TOURNAMENT_ANNOUNCED, Place.ANNOUNCEMENTS),
    "vote": (Saying.VOTE_OPENED, Place.COMMITTEE),
}


def compose(work: Work, panel: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """What the panel "kind:id" has to show now."""
    kind, _, subject = panel.partition(":")
    return PANELS[kind](work, subject, now)


def repost(work: Work, occasion: Occasion, panel: str) -> None:
    """Promises the panel anew, as a message of its own, and forgets where it stood."""
    known = panels.load(work, panel)
    if known is None:
        return
    kind, _, subject = panel.partition(":")
    saying, place = _SAID_AS[kind]
    panels.forget(work, panel)
    promise(work, occasion, known.guild_id, place, saying, subject)

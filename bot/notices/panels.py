"""The live messages by kind, and how one comes back when somebody deleted it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.domain.announcements import Saying, ToChannel
from bot.domain.community import Place
from bot.domain.ids import GuildId, Occasion
from bot.notices import (
    arena,
    cases,
    event_proposals,
    files,
    jeek,
    matches,
    seats,
    title_match,
    titles,
    tournament,
    votes,
)
from bot.notices.notice import Composed, PanelNotice
from bot.services.deliveries import AGAIN
from bot.services.speaking import promise
from bot.storage import panels
from bot.storage.database import Work

PANELS: Mapping[str, PanelNotice] = {
    "appeal": files.appeal_panel,
    "arena": arena.panel,
    "case": cases.panel,
    "event-proposal": event_proposals.panel,
    "file": files.panel,
    "contest": matches.panel,
    "jeek": jeek.panel,
    "proposal": titles.panel,
    "seats": seats.panel,
    "title-match": title_match.panel,
    "tournament": tournament.panel,
    "vote": votes.panel,
}
_SAID_AS: Mapping[str, tuple[Saying, Place | None]] = {
    "arena": (Saying.ARENA_LOBBY, Place.MATCHES),
    "contest": (Saying.MATCH_CALLED, Place.MATCHES),
    "appeal": (Saying.APPEAL_MADE, Place.COMMITTEE),
    "event-proposal": (Saying.EVENT_PROPOSED, Place.COMMITTEE),
    "case": (Saying.CASE_FOR_REVIEW, Place.COMMITTEE),
    "file": (Saying.FILE_OPENED, Place.COMMITTEE),
    "proposal": (Saying.TITLE_PROPOSED, Place.COMMITTEE),
    "seats": (Saying.SEATS_PROPOSED, Place.COMMITTEE),
    "title-match": (Saying.COLOURS_ASKED, Place.MATCHES),
    "tournament": (Saying.TOURNAMENT_ANNOUNCED, Place.ANNOUNCEMENTS),
    "vote": (Saying.VOTE_OPENED, Place.COMMITTEE),
    "jeek": (Saying.JEEK_BOARD, None),
}
"""As what a panel is posted anew, and in which channel; None is the one in which it stood."""


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
    target = place or ToChannel(known.channel_id)
    promise(work, occasion, known.guild_id, target, saying, subject, **{AGAIN: "yes"})
